// Changes by the operator: a form makes a command, PLAN says what it would do, and only then may it
// be carried out. Every change is a line of the same language as on telnet.

import { command } from "./api.js";
import { element, setText } from "./dom.js";
import { parseTable, quote, split } from "./words.js";

const dialog = document.getElementById("dialog");
const body = document.getElementById("dialog-body");

const KINDS = {
  weight: "Set the weight",
  drain: "Drain: weight 0, every session moves off",
  cancel: "Cancel the ramp where it is",
  pin: "Pin a set: it is not moved",
  unpin: "Unpin a set",
};

/** The command that a form's values mean. */
export function commandOf(kind, values) {
  const over = values.over ? ` OVER ${values.over}` : "";
  const steps = values.over && values.steps ? ` STEPS ${values.steps}` : "";
  switch (kind) {
    case "weight":
      return `SETWEIGHT ${quote(values.node)} ${values.weight}${over}${steps}`;
    case "drain":
      return `DRAIN ${quote(values.node)}${over}${steps}${values.deadline ? ` DEADLINE ${values.deadline}` : ""}`;
    case "cancel":
      return `CANCEL ${quote(values.node)}`;
    case "pin":
      return `PIN ${quote(values.set)}${values.onto ? ` ${quote(values.onto)}` : ""}`;
    default:
      return `UNPIN ${quote(values.set)}`;
  }
}

function open(title, ...content) {
  body.replaceChildren(
    element("h2", { id: "dialog-title" }, title),
    ...content,
  );
  if (!dialog.open) {
    dialog.showModal();
  }
}

function closeButton(label) {
  return element("button", { type: "button", class: "close", click: () => dialog.close() }, label);
}

function field(label, name, attributes, hint) {
  return element(
    "label",
    { class: "field", "data-field": name },
    element("span", {}, label),
    element("input", { name, autocomplete: "off", ...attributes }),
    ...(hint === undefined ? [] : [element("small", {}, hint)]),
  );
}

const FIELDS = {
  weight: ["weight", "over", "steps"],
  drain: ["over", "steps", "deadline"],
  cancel: [],
  pin: ["set", "onto"],
  unpin: ["set"],
};

/**
 * Lets the operator change something.
 *
 * @param cluster its name
 * @param title what the dialog is about
 * @param kinds which of the kinds of changes are offered, the first one chosen
 * @param known values that the form begins with, such as { node, weight }
 */
export function change(cluster, title, kinds, known) {
  const answer = element("div", { class: "answer", role: "status", "aria-live": "polite" });
  const apply = element("button", { type: "button", class: "apply", disabled: true }, "Apply");
  const form = element(
    "form",
    {},
    element(
      "fieldset",
      { class: "kinds", hidden: kinds.length === 1 },
      element("legend", {}, "What to do"),
      ...kinds.map((kind, i) =>
        element(
          "label",
          {},
          element("input", { type: "radio", name: "kind", value: kind, checked: i === 0 }),
          " " + KINDS[kind],
        ),
      ),
    ),
    field("Weight", "weight", { type: "number", min: "0", step: "1", value: known.weight ?? "", required: true }),
    field("Set", "set", { value: known.set ?? "", required: true }),
    field("Onto node", "onto", {}, "empty: it stays where it is"),
    field("Over", "over", { pattern: "[0-9]+(ms|s|m|h)", placeholder: "10m" }, "step by step over that time, such as 90s, 10m or 2h; empty: at once"),
    field("Steps", "steps", { type: "number", min: "1", placeholder: "10" }),
    field("Deadline", "deadline", { pattern: "[0-9]+(ms|s|m|h)", placeholder: "1h" }, "sessions that are left then are listed in the log"),
    element("div", { class: "buttons" }, element("button", { type: "submit" }, "Preview"), apply, closeButton("Close")),
    answer,
  );
  const kind = () => form.elements.kind.value;
  const line = () => {
    const values = { node: known.node };
    for (const name of FIELDS[kind()]) {
      values[name] = form.elements[name].value.trim();
    }
    return commandOf(kind(), values);
  };
  const edited = () => {
    for (const label of form.querySelectorAll("[data-field]")) {
      const used = FIELDS[kind()].includes(label.dataset.field);
      label.hidden = !used;
      label.querySelector("input").disabled = !used;
    }
    apply.disabled = true;
    answer.replaceChildren();
  };
  form.addEventListener("input", edited);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    apply.disabled = true;
    const planned = line();
    setText(answer, "Planning…");
    const reply = await command(cluster, `PLAN ${planned}`);
    if (line() !== planned) {
      return; // Edited meanwhile: this answer is about something else.
    }
    answer.replaceChildren(...preview(planned, reply));
    apply.disabled = !reply.ok;
    if (reply.ok) {
      apply.focus();
    }
  });
  apply.addEventListener("click", async () => {
    apply.disabled = true;
    const reply = await command(cluster, line());
    answer.replaceChildren(
      element(
        "p",
        { class: reply.ok ? "done" : "refused" },
        reply.ok ? `Done. ${reply.message}` : `Refused: ${reply.message}`,
      ),
    );
  });
  edited();
  open(title, form);
  const first = [...form.querySelectorAll("label:not([hidden]) input:not([type=radio])")][0];
  (first ?? form.querySelector("button")).focus();
}

function preview(planned, reply) {
  const shown = element("p", {}, element("code", {}, planned));
  if (!reply.ok) {
    return [shown, element("p", { class: "refused" }, `Refused: ${reply.message}`)];
  }
  const flows = reply.lines.filter((line) => !line.startsWith("#")).map(split);
  const rows = flows.slice(0, 12).map((words) => element("tr", {}, ...words.map((word) => element("td", {}, word))));
  const table = element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...["from", "to", "sessions"].map((name) => element("th", { scope: "col" }, name)))),
    element("tbody", {}, ...rows),
  );
  const others = flows.some((words) => !planned.includes(` ${quote(words[0])}`) && words[1] !== undefined)
    ? [element("p", { class: "hint" }, "What is in progress already is counted in.")]
    : [];
  const more = flows.length > 12 ? [element("p", {}, `and ${flows.length - 12} more ways`)] : [];
  return [shown, element("p", { class: "forecast" }, reply.message), ...(flows.length > 0 ? [table] : []), ...more, ...others];
}

const LIMIT = 100;

/** Asks for rows, and shows them in a table. */
async function list(cluster, title, line, what, columns) {
  open(title, element("p", { role: "status" }, "Asking…"), closeButton("Close"));
  const reply = await command(cluster, `${line} LIMIT ${LIMIT}`);
  if (!reply.ok) {
    open(title, element("p", { class: "refused" }, reply.message), closeButton("Close"));
    return;
  }
  const rows = parseTable(reply.lines);
  const row = (it) => element("tr", {}, ...columns.map(({ show }, i) => element(i === 0 ? "th" : "td", i === 0 ? { scope: "row" } : {}, ...[show(it)].flat())));
  const cut = rows.length >= LIMIT ? `The first ${LIMIT}; ${what} on telnet has all.` : `${rows.length} in all.`;
  open(
    title,
    element("p", {}, cut),
    element(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": title },
      element(
        "table",
        {},
        element("thead", {}, element("tr", {}, ...columns.map((column) => element("th", { scope: "col" }, column.title)))),
        element("tbody", {}, ...rows.map(row)),
      ),
    ),
    closeButton("Close"),
  );
}

function setButton(cluster, set, kinds, label, name) {
  return element(
    "button",
    { type: "button", "aria-label": `${name} ${set}`, click: () => change(cluster, `Set ${set}`, kinds, { set }) },
    label,
  );
}

/** Shows sessions of a node, from where their sets can be pinned. */
export function sessions(cluster, node) {
  const text = (title, name) => ({ title, show: (session) => session[name] });
  return list(cluster, `Sessions on ${node}`, `SESSIONS NODE ${quote(node)}`, "SESSIONS", [
    text("Set", "set"),
    text("Client", "client"),
    text("Placed as", "reason"),
    text("State", "state"),
    text("Age, s", "age-s"),
    text("Quiet for, s", "quiet-s"),
    text("Stuck", "stuck"),
    { title: "", show: (session) => setButton(cluster, session.set, ["pin", "unpin"], "Pin…", "Pin or unpin") },
  ]);
}

/** Shows what is pinned, from where it can be unpinned. */
export function pins(cluster) {
  const single = (pin) => pin.kind === "pin";
  return list(cluster, "Pinned sets", "AFFINITY PINS", "AFFINITY PINS", [
    { title: "Set", show: (pin) => pin.match },
    {
      title: "Kept",
      show: (pin) => (single(pin) ? (pin.node === "-" ? "where it is" : `on ${pin.node}`) : "all sets that match, by the configuration"),
    },
    { title: "", show: (pin) => (single(pin) ? setButton(cluster, pin.match, ["unpin", "pin"], "Unpin…", "Unpin or pin") : []) },
  ]);
}
