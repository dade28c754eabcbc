// Numbers, times and states as people read them. Pure.

/** A number of something, such as "1 session". */
export function count(number, what) {
  return `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
}

/** A length of time, such as "45 s", "3 min" or "2 h 5 min". */
export function duration(seconds) {
  if (seconds < 90) {
    return `${Math.ceil(seconds)} s`;
  }
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) {
    return `${minutes} min`;
  }
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? "" : ` ${rest} min`}`;
}

const STUCK = {
  pinned: "must not be moved",
  busy: "bytes go either way",
  "nowhere-to-go": "no other node would take them",
  cooling: "connected or moved a short while ago",
};

/** Why sessions do not move, such as "2 pinned, 1 busy". */
export function stuckWords(stuck) {
  return Object.entries(stuck)
    .map(([why, number]) => `${number.toLocaleString("en")} ${why}`)
    .join(", ");
}

/** What a reason for being stuck means. */
export function stuckMeaning(stuck) {
  return Object.keys(stuck)
    .map((why) => `${why}: ${STUCK[why] ?? why}`)
    .join("; ");
}

const OFF = new Set(["observe", "off"]);

const PAUSES = {
  observe: "balance.mode is observe: nothing is moved",
  off: "REBALANCE is OFF: only drains and nodes that are down move sessions",
  brake: "moved sets do not come back: moves go on at a tenth of the rate",
  held: "its weight went to and fro: neither source nor destination of moves",
  settling: "it came back a short while ago: no moves to it yet",
  down: "it is down: moves to it wait",
  dwelling: "outside of the band, but not for long yet: drift is left alone until it lasts",
  cooling: "outside of the band, and what would move was connected or moved a short while ago",
  changing: "above the band, and weights change in its zone: drift waits until that has ended",
  "nothing-to-move": "outside of the band, and no session may move to change that",
};

/** Pauses that say why a node stays outside of its band. */
const DRIFT = new Set(["dwelling", "cooling", "changing", "nothing-to-move"]);

/** Pauses that hold for the whole cluster, so that they are not said of each node. */
export const WIDE = new Set(["observe", "off", "brake"]);

/** What keeps moves back, such as "settling for 40 s". */
export function pauseWords(pause) {
  return pause.leftSeconds > 0 ? `${pause.why}, ${duration(pause.leftSeconds)} left` : pause.why;
}

/** A deadline as it is now, such as "deadline in 5 min" or "deadline passed". */
export function deadlineWords(deadlineMillis, nowMillis) {
  if (deadlineMillis === undefined) {
    return "";
  }
  const left = (deadlineMillis - nowMillis) / 1000;
  return left > 0 ? `deadline in ${duration(left)}` : "deadline passed";
}

/** What is said of a node more of whose sessions must stay than its weight gives it. */
export function overPinnedWords(node) {
  return `${node.name} cannot come to what its weight gives it: ${count(node.staying, "session")} on it must not be moved. Unpin their sets, or let their listener move them (move.mode).`;
}

/** What a pause means. */
export function pauseMeaning(pause) {
  return PAUSES[pause.why] ?? pause.why;
}

/** How a node stands: a word for people, and how urgent it is. */
export function nodeState(node) {
  if (node.health === "down") {
    return { word: "down", tone: "bad" };
  }
  if (node.weight === 0) {
    return node.live > 0 ? { word: "draining", tone: "busy" } : { word: "empty", tone: "quiet" };
  }
  if (node.have > node.high) {
    return { word: "above its band", tone: "warn" };
  }
  if (node.have < node.low) {
    return { word: "below its band", tone: "warn" };
  }
  return { word: "up", tone: "good" };
}

/** Whether somebody should look at the node. */
export function needsAttention(node) {
  return (
    nodeState(node).tone === "warn" ||
    node.health === "down" ||
    node.overPinned ||
    node.due > 0 ||
    node.leaving > 0 ||
    node.arriving > 0 ||
    Object.keys(node.stuck).length > 0 ||
    node.paused.some((pause) => !WIDE.has(pause.why))
  );
}

function sum(nodes, number) {
  return nodes.reduce((total, node) => total + number(node), 0);
}

/** The sums over a cluster's nodes. */
export function totals(nodes) {
  const stuck = {};
  for (const node of nodes) {
    for (const [why, number] of Object.entries(node.stuck)) {
      stuck[why] = (stuck[why] ?? 0) + number;
    }
  }
  return {
    moving: sum(nodes, (node) => node.leaving),
    arriving: sum(nodes, (node) => node.arriving),
    due: sum(nodes, (node) => node.due),
    stuck,
    eta: Math.max(0, ...nodes.map((node) => node.etaSeconds)),
    down: nodes.filter((node) => node.health === "down"),
    outside: nodes.filter((node) => nodeState(node).tone === "warn"),
  };
}

/** What is to be said of zones of which no node has a weight above 0: { tone, text } each. */
function zonesWithoutNodes(cluster) {
  const serving = new Set(cluster.nodes.filter((node) => node.weight > 0).map((node) => node.zone));
  const backups = (zone) => [zone.backup ?? "default", "default"];
  return cluster.zones
    .filter((zone) => (zone.nodes > 0 || zone.sessions > 0) && !serving.has(zone.name))
    .map((zone) => {
      const backup = backups(zone).find((name) => serving.has(name));
      return backup === undefined
        ? {
            tone: "bad",
            text: `No node takes sessions of zone ${zone.name}: new connections are turned away.`,
          }
        : {
            tone: "warn",
            text: `Zone ${zone.name} has no node of a weight above 0: its sessions go to zone ${backup}.`,
          };
    });
}

/** The cluster in a sentence or two: what one wants to know first. */
export function verdict(cluster) {
  const all = totals(cluster.nodes);
  const zones = zonesWithoutNodes(cluster);
  const parts = zones.map((zone) => zone.text);
  let tone = zones.length === 0 ? "good" : "warn";
  if (zones.some((zone) => zone.tone === "bad")) {
    tone = "bad";
  }
  if (all.down.length > 0) {
    tone = "bad";
    parts.push(`${names(all.down)} ${all.down.length === 1 ? "is" : "are"} down.`);
  }
  const held = Object.values(all.stuck).reduce((a, b) => a + b, 0);
  const onTheWay = Math.max(0, all.due - held) + all.moving + all.arriving;
  if (onTheWay > 0) {
    tone = tone === "good" ? "busy" : tone;
    const eta = all.eta > 0 ? `, about ${duration(all.eta)} to go` : "";
    const off = cluster.nodes.some((node) => node.paused.some((it) => OFF.has(it.why)));
    parts.push(
      off
        ? `${count(onTheWay, "session")} would move, but balancing is held back.`
        : `${count(onTheWay, "session")} on the way to where the weights say${eta}.`,
    );
  }
  if (held > 0) {
    tone = tone === "good" ? "busy" : tone;
    const reasons = Object.entries(all.stuck).map(
      ([why, number]) => `${number.toLocaleString("en")} ${why} (${STUCK[why] ?? why})`,
    );
    parts.push(`${count(held, "session")} due, but not moving: ${reasons.join(", ")}.`);
  }
  if (onTheWay === 0 && held === 0 && all.outside.length > 0) {
    tone = tone === "good" ? "warn" : tone;
    parts.push(...outside(all.outside));
  }
  if (parts.length === 0) {
    parts.push("Balanced: live sessions are where the weights say.");
  }
  return { tone, text: parts.join(" ") };
}

/** What is said of nodes outside of their bands, once for each reason that they stay there. */
function outside(nodes) {
  const byWhy = new Map();
  for (const node of nodes) {
    const why = node.paused.find((pause) => DRIFT.has(pause.why))?.why ?? "dwelling";
    byWhy.set(why, [...(byWhy.get(why) ?? []), node]);
  }
  return [...byWhy].map(([why, those]) =>
    why === "dwelling"
      ? `${names(those)} outside of the band; moves begin when that lasts.`
      : `${names(those)}: ${PAUSES[why]}.`,
  );
}

function names(nodes) {
  const shown = nodes.slice(0, 3).map((node) => node.name);
  const more = nodes.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** The reasons of rejects, the most frequent first. */
export function rejectWords(rejected) {
  return Object.entries(rejected)
    .sort(([, a], [, b]) => b - a)
    .map(([why, number]) => `${number.toLocaleString("en")} ${why}`)
    .join(", ");
}

/** Events a second, from samples { at (seconds), value } over the last ten seconds. */
export function rate(samples, nowSeconds) {
  const recent = samples.filter((sample) => nowSeconds - sample.at <= 10);
  const before = samples.filter((sample) => nowSeconds - sample.at > 10).pop();
  const first = before ?? recent[0];
  const last = samples[samples.length - 1];
  if (first === undefined || nowSeconds - first.at < 1) {
    return 0;
  }
  return (last.value - first.value) / Math.min(10, nowSeconds - first.at);
}
