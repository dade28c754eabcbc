// The zones with their nodes: bars against targets, state, and the last hour.

import { element, keep, setAttribute, setShare, setText } from "./dom.js";
import { deadlineOf } from "./overview.js";
import {
  WIDE,
  count,
  deadlineWords,
  duration,
  needsAttention,
  nodeState,
  overPinnedWords,
  pauseMeaning,
  pauseWords,
  stuckMeaning,
  stuckWords,
} from "./text.js";
import { show, slotsFor, timeline } from "./timeline.js";

/** How many nodes of a zone are shown until one asks for all. */
const FIRST = 40;

const COLUMNS = ["Node", "Weight", "Live sessions and target", "Moving", "Last hour", "Change"];

const unfolded = new Set();

/**
 * Shows a cluster's nodes.
 *
 * @param view { cluster, history, filter, attention, onChange(node), onSessions(node) }
 */
export function showZones(parent, view) {
  const wanted = view.filter.trim().toLowerCase();
  const zones = view.cluster.zones
    .map((zone) => {
      const nodes = view.cluster.nodes.filter((node) => node.zone === zone.name);
      const found = nodes.filter(
        (node) =>
          (wanted === "" ||
            node.name.toLowerCase().includes(wanted) ||
            zone.name.toLowerCase().includes(wanted)) &&
          (!view.attention || needsAttention(node)),
      );
      return { zone, nodes, found };
    })
    .filter(({ nodes, found }) => found.length > 0 || (nodes.length === 0 && wanted === "" && !view.attention));
  keep(
    parent,
    zones,
    ({ zone }) => zone.name,
    ({ zone }) => makeZone(zone, view),
    (section, it) => updateZone(section, it, view),
  );
  let empty = parent.parentElement.querySelector(".nothing");
  if (empty === null) {
    empty = element("p", { class: "nothing" });
    parent.after(empty);
  }
  setText(empty, zones.length > 0 ? "" : "No node matches.");
}

function makeZone(zone, view) {
  return element(
    "section",
    { class: "zone", "aria-label": `zone ${zone.name}` },
    element("h3", {}, element("span", { class: "zone-name" }, zone.name), element("small", {})),
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element("tr", {}, ...COLUMNS.map((name) => element("th", { scope: "col" }, name))),
      ),
      element("tbody"),
    ),
    element("button", { type: "button", class: "more", click: () => unfold(zone.name, view) }),
  );
}

function unfold(zone, view) {
  unfolded.add(zone);
  view.again();
}

function updateZone(section, { zone, nodes, found }, view) {
  const backup = zone.backup === undefined ? "" : `, backup ${zone.backup}`;
  const sick = zone.weight === zone.healthyWeight ? "" : `, ${zone.healthyWeight} of it healthy`;
  setText(
    section.querySelector("small"),
    `${count(zone.sessions, "session")} of its sets, ${count(nodes.length, "node")}, weight ${zone.weight}${sick}${backup}`,
  );
  const most = Math.max(1, ...nodes.map((node) => Math.max(node.high, node.have, node.live, node.want)));
  const mostOfHour = nodes.reduce(
    (top, node) => Math.max(top, node.live, ...(view.history.nodes[node.name] ?? [])),
    1,
  );
  const slots = slotsFor(view.history.nodes);
  setText(
    section.querySelectorAll("thead th")[4],
    `Last ${duration((slots - 1) * (view.history.periodSeconds ?? 10))}`,
  );
  const shown = unfolded.has(zone.name) ? found : found.slice(0, FIRST);
  keep(
    section.querySelector("tbody"),
    shown,
    (node) => node.name,
    (node) => makeRow(node, view),
    (row, node) => updateRow(row, node, { most, mostOfHour, slots, view }),
  );
  const more = section.querySelector(".more");
  setText(more, `Show all ${found.length} nodes`);
  more.hidden = shown.length === found.length;
}

function makeRow(node, view) {
  const bar = element(
    "div",
    { class: "bar", role: "img" },
    element("div", { class: "band" }),
    element("div", { class: "live" }),
    element("div", { class: "want" }),
  );
  const cell = (label, ...children) => element("td", { "data-label": label }, ...children);
  return element(
    "tr",
    {},
    element(
      "th",
      { scope: "row" },
      element("span", { class: "name" }, node.name),
      element("span", { class: "state" }),
      element("span", { class: "pauses" }),
      element("span", { class: "deadline" }),
    ),
    cell("Weight", element("span", { class: "weight" })),
    cell("Live", bar, element("span", { class: "figures" })),
    cell("Moving", element("span", { class: "moving" }), element("span", { class: "stuck" })),
    cell("Last hour", timeline()),
    cell(
      "",
      element(
        "button",
        {
          type: "button",
          class: "change",
          "aria-label": `Change ${node.name}`,
          click: () => view.onChange(node.name),
        },
        "Change…",
      ),
      element(
        "button",
        {
          type: "button",
          class: "sessions",
          "aria-label": `Sessions of ${node.name}`,
          click: () => view.onSessions(node.name),
        },
        "Sessions…",
      ),
    ),
  );
}

function updateRow(row, node, { most, mostOfHour, slots, view }) {
  const ramp = view.cluster.ramps.find((it) => it.node === node.name);
  const deadline = deadlineWords(deadlineOf(view.cluster, node.name), Date.now());
  const seen = JSON.stringify([node, ramp?.to, deadline, most, mostOfHour, slots, view.history.version]);
  if (row.seen === seen) {
    return; // Nothing to draw: with a thousand nodes this is most of them.
  }
  row.seen = seen;
  const find = (name) => row.querySelector("." + name);
  const state = nodeState(node);
  setText(find("state"), state.word);
  setAttribute(find("state"), "data-tone", state.tone);
  const own = node.paused.filter((pause) => !WIDE.has(pause.why) && pause.why !== "down");
  setText(find("pauses"), own.map(pauseWords).join("; "));
  setAttribute(find("pauses"), "title", own.map(pauseMeaning).join("; "));
  setText(find("deadline"), deadline);
  setText(find("weight"), ramp === undefined ? `${node.weight}` : `${node.weight} → ${ramp.to}`);
  setShare(find("band"), "left", node.low / most);
  setShare(find("band"), "width", (node.high - node.low) / most);
  setShare(find("live"), "width", node.live / most);
  setShare(find("want"), "left", node.want / most);
  const band = node.high > 0 ? `, band ${node.low} to ${node.high}` : "";
  const guests = node.guests > 0 ? `, ${node.guests} of them guests` : "";
  setText(find("figures"), `${node.live} live${guests}, target ${node.want}${band}`);
  setAttribute(find("figures"), "title", node.guests > 0 ? "guests are of sets of another zone" : "");
  setAttribute(find("bar"), "aria-label", `${node.live} live sessions${guests}, target ${node.want}${band}`);
  setText(find("moving"), movingWords(node));
  const stuck = stuckWords(node.stuck);
  const pinned = node.overPinned ? "over-pinned" : "";
  setText(find("stuck"), [stuck === "" ? "" : `stuck: ${stuck}`, pinned].filter(Boolean).join("; "));
  setAttribute(
    find("stuck"),
    "title",
    [stuckMeaning(node.stuck), node.overPinned ? overPinnedWords(node) : ""].filter(Boolean).join("; "),
  );
  show(row.querySelector("svg"), view.history.nodes[node.name] ?? [], node.live, mostOfHour, slots);
}

function movingWords(node) {
  const parts = [];
  if (node.arriving > 0) {
    parts.push(`${node.arriving} arriving`);
  }
  if (node.leaving > 0) {
    parts.push(`${node.leaving} leaving`);
  }
  if (node.due > 0) {
    parts.push(`${node.due} due${node.etaSeconds > 0 ? `, ${duration(node.etaSeconds)}` : ""}`);
  }
  return parts.length === 0 ? "–" : parts.join(", ");
}
