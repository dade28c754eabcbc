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

/** Shows sessions of a node, from where their sets can be pinned. */
export async function sessions(cluster, node) {
  open(`Sessions on ${node}`, element("p", { role: "status" }, "Asking…"), closeButton("Close"));
  const reply = await command(cluster, `SESSIONS NODE ${quote(node)} LIMIT ${LIMIT}`);
  if (!reply.ok) {
    open(`Sessions on ${node}`, element("p", { class: "refused" }, reply.message), closeButton("Close"));
    return;
  }
  const rows = parseTable(reply.lines);
  const row = (session) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, session.set),
      ...["client", "reason", "state", "age-s", "quiet-s", "stuck"].map((name) => element("td", {}, session[name])),
      element(
        "td",
        {},
        element(
          "button",
          {
            type: "button",
            "aria-label": `Pin or unpin ${session.set}`,
            click: () => change(cluster, `Set ${session.set}`, ["pin", "unpin"], { set: session.set }),
          },
          "Pin…",
        ),
      ),
    );
  const titles = ["Set", "Client", "Placed as", "State", "Age, s", "Quiet for, s", "Stuck", ""];
  open(
    `Sessions on ${node}`,
    element("p", {}, rows.length < LIMIT ? `${rows.length} in all.` : `The first ${LIMIT}; SESSIONS on telnet has all.`),
    element(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "sessions" },
      element(
        "table",
        {},
        element("thead", {}, element("tr", {}, ...titles.map((title) => element("th", { scope: "col" }, title)))),
        element("tbody", {}, ...rows.map(row)),
      ),
    ),
    closeButton("Close"),
  );
}
