// What is said about a cluster as a whole: the verdict, what is in progress, listeners, changes.

import { element, keep, setAttribute, setText } from "./dom.js";
import {
  WIDE,
  count,
  deadlineWords,
  duration,
  overPinnedWords,
  pauseMeaning,
  rate,
  rejectWords,
  stuckWords,
  totals,
  verdict,
} from "./text.js";

/** How many nodes of one kind get a notice of their own. */
const MOST_NOTICES = 5;

const byId = (id) => document.getElementById(id);

/** The sentence at the top, the figures below it, and what keeps moves back. */
export function showSummary(cluster) {
  const { tone, text } = verdict(cluster);
  setText(byId("verdict"), text);
  setAttribute(byId("verdict"), "data-tone", tone);
  document.title = `${tone === "good" ? "" : "● "}Ballast: ${cluster.name}`;
  const all = totals(cluster.nodes);
  const figures = [
    ["sessions", cluster.sessions],
    ["nodes", cluster.nodes.length],
    ["down", all.down.length],
    ["moving", all.moving + all.arriving],
    ["due to move", all.due],
    ["stuck", Object.values(all.stuck).reduce((a, b) => a + b, 0)],
  ];
  keep(
    byId("figures"),
    figures,
    ([name]) => name,
    ([name]) => element("div", {}, element("dt", {}, name), element("dd")),
    (item, [, value]) => setText(item.querySelector("dd"), value.toLocaleString("en")),
  );
  keep(
    byId("notices"),
    notices(cluster),
    (notice) => notice.why,
    () => element("li"),
    (item, notice) => setText(item, notice.text),
  );
}

/**
 * What keeps balancing back, once for the cluster and once for each sort of pause of nodes. That a node
 * dwells is no news: it does so whenever sessions are on their way to it.
 */
export function notices(cluster) {
  const byWhy = new Map();
  for (const node of cluster.nodes) {
    for (const pause of node.paused.filter((it) => it.why !== "dwelling")) {
      byWhy.set(pause.why, [...(byWhy.get(pause.why) ?? []), { node, pause }]);
    }
  }
  const overPinned = cluster.nodes
    .filter((node) => node.overPinned)
    .map((node) => ({ why: `pinned ${node.name}`, text: overPinnedWords(node) }));
  const more = overPinned.length - MOST_NOTICES;
  if (more > 0) {
    overPinned.splice(MOST_NOTICES, more, { why: "more pinned", text: `The same of ${count(more, "node")} more.` });
  }
  return [...byWhy].map(([why, nodes]) => {
    const meaning = pauseMeaning(nodes[0].pause);
    if (WIDE.has(why)) {
      const remedy = why === "off" ? " REBALANCE ON allows all moves again." : "";
      return { why, text: `Balancing is held back: ${meaning}.${remedy}` };
    }
    const longest = Math.max(...nodes.map(({ pause }) => pause.leftSeconds));
    const left = longest > 0 ? ` ${duration(longest)} left.` : "";
    const names = nodes.slice(0, 5).map(({ node }) => node.name);
    const more = nodes.length > 5 ? ` and ${nodes.length - 5} more` : "";
    return { why, text: `${names.join(", ")}${more}: ${meaning}.${left}` };
  }).concat(overPinned);
}

/** When the drain of a node is to be over, in milliseconds; undefined if nothing is said of it. */
export function deadlineOf(cluster, node) {
  const of = (all) => all.find((it) => it.node === node)?.deadlineMillis;
  return of(cluster.ramps) ?? of(cluster.deadlines);
}

/** Ramps, and nodes that are being emptied. */
export function showProgress(cluster, onCancel) {
  const ramping = new Set(cluster.ramps.map((ramp) => ramp.node));
  const drains = cluster.nodes
    .filter((node) => node.weight === 0 && node.live > 0 && !ramping.has(node.name))
    .map((node) => ({ node: node.name, drain: node }));
  const items = [...cluster.ramps, ...drains];
  byId("progress").hidden = items.length === 0;
  keep(
    byId("progress-list"),
    items,
    (item) => item.node,
    (item) => makeProgress(item, onCancel),
    (row, item) => updateProgress(row, item, cluster),
  );
}

function makeProgress(item, onCancel) {
  return element(
    "li",
    {},
    element("span", { class: "what" }),
    element("progress", { max: "1", "aria-label": `progress of ${item.node}` }),
    element(
      "button",
      { type: "button", "aria-label": `Cancel the ramp of ${item.node}`, click: () => onCancel(item.node) },
      "Cancel…",
    ),
  );
}

function updateProgress(row, item, cluster) {
  const [what, progress, cancel] = row.children;
  const deadline = deadlineWords(deadlineOf(cluster, item.node), Date.now());
  const until = deadline === "" ? "" : `; ${deadline}`;
  if (item.drain === undefined) {
    const left = ((item.steps - item.done) * item.spacingMillis) / 1000;
    const word = item.to === 0 ? "drain" : "ramp";
    setText(
      what,
      `${item.node}: ${word} from weight ${item.from} to ${item.to}, now ${item.weight}, step ${item.done} of ${item.steps}, about ${duration(left)} left${until}`,
    );
    progress.value = item.done / item.steps;
    cancel.hidden = false;
    return;
  }
  const node = cluster.nodes.find((it) => it.name === item.node);
  const stuck = stuckWords(node.stuck);
  setText(
    what,
    `${item.node}: draining, ${count(node.live, "session")} left${node.etaSeconds > 0 ? `, about ${duration(node.etaSeconds)}` : ""}${stuck === "" ? "" : `; not moving: ${stuck}`}${until}`,
  );
  progress.removeAttribute("value");
  cancel.hidden = true;
}

const accepted = new Map();

/** The listeners of a cluster, with how fast connections come. */
export function showListeners(listeners, nowSeconds) {
  keep(
    byId("listeners").tBodies[0],
    listeners,
    (listener) => listener.name,
    () =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }),
        ...Array.from({ length: 5 }, (_, i) => element("td", i > 0 && i < 4 ? { class: "number" } : {})),
      ),
    (row, listener) => {
      const samples = accepted.get(listener.name) ?? [];
      if (samples.length === 0 || samples[samples.length - 1].value !== listener.accepted) {
        samples.push({ at: nowSeconds, value: listener.accepted });
      }
      accepted.set(listener.name, samples.slice(-30));
      const host = listener.host.includes(":") ? `[${listener.host}]` : listener.host;
      const values = [
        listener.name,
        `${host}:${listener.port}`,
        listener.connections.toLocaleString("en"),
        listener.accepted.toLocaleString("en"),
        rate(samples, nowSeconds).toFixed(1),
        rejectWords(listener.rejected) || "none",
      ];
      values.forEach((value, i) => setText(row.children[i], value));
    },
  );
}

/** What operators have changed, with from where. */
export function showChanges(changes) {
  const list = byId("changes");
  if (changes.recent.length === 0) {
    list.replaceChildren(element("li", { "data-key": "none" }, "None since the start."));
    return;
  }
  keep(
    list,
    changes.recent.map((change, i) => ({ ...change, number: changes.count - i })),
    (change) => `${change.number}`,
    (change) => {
      const at = new Date(change.atMillis);
      return element(
        "li",
        {},
        element("time", { datetime: at.toISOString() }, at.toLocaleTimeString()),
        element("span", { class: "what" }, change.change),
        element("span", { class: "by" }, `by ${change.by}${change.cluster === "" ? "" : `, cluster ${change.cluster}`}`),
      );
    },
    () => {},
  );
}
