// The page: follows the events of the proxy, and shows the chosen cluster.

import { change, pins, sessions } from "./actions.js";
import { follow, history, secretNeeded, useSecret } from "./api.js";
import { element, keep, setAttribute, setText } from "./dom.js";
import { showZones } from "./nodes.js";
import { showChanges, showListeners, showProgress, showSummary } from "./overview.js";

const HISTORY_EVERY_MILLIS = 20_000;
const SILENCE_MILLIS = 5_000;
const RETRY_MILLIS = 2_000;

const byId = (id) => document.getElementById(id);

let status = null;
let chosen = decodeURIComponent(location.hash.slice(1));
let past = { cluster: "", version: 0, nodes: {} };
let lastSign = 0;
let entered = false;

function cluster() {
  return status.clusters.find((it) => it.name === chosen) ?? status.clusters[0];
}

function render() {
  if (status === null || status.clusters.length === 0) {
    return;
  }
  const shown = cluster();
  byId("main").hidden = false;
  keep(
    byId("clusters"),
    status.clusters.length > 1 ? status.clusters : [],
    (it) => it.name,
    (it) => element("button", { type: "button", click: () => choose(it.name) }, it.name),
    (button, it) => setAttribute(button, "aria-current", it.name === shown.name ? "true" : ""),
  );
  setText(byId("pins"), shown.pins > 0 ? `Pinned sets (${shown.pins.toLocaleString("en")})…` : "Pinned sets…");
  showSummary(shown);
  showProgress(shown, (node) => change(shown.name, `Node ${node}`, ["cancel"], { node }));
  showZones(byId("zones"), {
    cluster: shown,
    history: past.cluster === shown.name ? past : { nodes: {} },
    filter: byId("filter").value,
    attention: byId("attention").checked,
    onChange: changeNode,
    onSessions: (node) => sessions(cluster().name, node),
    again: render,
  });
  showRates();
}

function showRates() {
  if (status !== null && status.clusters.length > 0) {
    const name = cluster().name;
    showListeners(
      status.listeners.filter((it) => it.cluster === name),
      performance.now() / 1000,
    );
  }
}

function changeNode(name) {
  const shown = cluster();
  const node = shown.nodes.find((it) => it.name === name);
  const ramping = shown.ramps.some((ramp) => ramp.node === name);
  const kinds = ramping ? ["weight", "drain", "cancel"] : ["weight", "drain"];
  change(shown.name, `Node ${name}`, kinds, { node: name, weight: `${node?.weight ?? ""}` });
}

function choose(name) {
  chosen = name;
  location.hash = encodeURIComponent(name);
  render();
  remember();
}

async function remember() {
  if (status !== null) {
    const name = cluster().name;
    past = { cluster: name, version: past.version + 1, ...(await history(name)) };
    render();
  }
}

function received(kind, data) {
  if (kind === "status") {
    const first = status === null;
    status = data;
    render();
    if (first) {
      remember();
    }
  } else if (kind === "changes") {
    showChanges(data);
  }
}

function sign() {
  lastSign = performance.now();
  byId("access").hidden = true;
  entered = true;
}

function showConnection() {
  const silent = performance.now() - lastSign > SILENCE_MILLIS;
  const stale = silent && entered;
  setText(byId("connection"), stale ? "no news: what is shown is old" : entered ? "up to date" : "");
  setAttribute(byId("connection"), "data-tone", stale ? "bad" : entered ? "good" : "");
  document.body.classList.toggle("stale", stale);
}

/** Follows the events for as long as the page is open, unless the secret is wrong. */
async function followForever() {
  for (;;) {
    let end;
    try {
      end = await follow(received, sign);
    } catch {
      end = { status: 0, message: "" };
    }
    if (end.status === 401 || end.status === 429) {
      askForSecret(end.message);
      return;
    }
    if (!entered && end.message !== "") {
      setText(byId("connection"), end.message);
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS));
  }
}

function askForSecret(message) {
  byId("access").hidden = false;
  setText(byId("access-answer"), message);
  byId("secret").focus();
  byId("secret").select();
}

byId("access").addEventListener("submit", (event) => {
  event.preventDefault();
  useSecret(byId("secret").value);
  setText(byId("access-answer"), "");
  followForever();
});
byId("pin").addEventListener("click", () => {
  change(cluster().name, "A set", ["pin", "unpin"], {});
});
byId("pins").addEventListener("click", () => pins(cluster().name));
byId("filter").addEventListener("input", render);
byId("attention").addEventListener("change", render);
setInterval(() => {
  showConnection();
  showRates();
}, 1_000);
setInterval(remember, HISTORY_EVERY_MILLIS);

if (await secretNeeded()) {
  setText(byId("connection"), "");
  askForSecret("");
} else {
  followForever();
}
