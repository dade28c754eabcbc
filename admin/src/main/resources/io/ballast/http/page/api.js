// What the page asks of the admin HTTP address. The secret is kept here, in memory, and nowhere else.

import { parseReply } from "./words.js";

let authorization = null;

/** Sends this secret with every request from now on. */
export function useSecret(secret) {
  const bytes = new TextEncoder().encode("page:" + secret);
  authorization = "Basic " + btoa(String.fromCharCode(...bytes));
}

function headers(more) {
  return authorization === null ? more : { ...more, Authorization: authorization };
}

/** Whether a secret is needed. */
export async function secretNeeded() {
  return (await (await fetch("api/access")).json()).secretNeeded;
}

/** The number of live sessions of each node over the last hour. */
export async function history(cluster) {
  const response = await fetch("api/history?cluster=" + encodeURIComponent(cluster), {
    headers: headers({}),
  });
  return response.ok ? response.json() : { periodSeconds: 10, nodes: {} };
}

/** Carries out a command of the operator's language. */
export async function command(cluster, line) {
  try {
    const response = await fetch("api/command?cluster=" + encodeURIComponent(cluster), {
      method: "POST",
      headers: headers({ "Content-Type": "text/plain", "Ballast-Command": "1" }),
      body: line,
    });
    const text = await response.text();
    const isReply = /(^|\n)(OK|ERR)( |\n)/.test(text);
    return isReply ? parseReply(text) : { ok: false, message: text.trim(), lines: [] };
  } catch {
    return { ok: false, message: "the proxy does not answer", lines: [] };
  }
}

/** Makes a reader of server-sent events: it is fed text, and calls back with each whole event. */
export function eventReader(onEvent) {
  let rest = "";
  let kind = "message";
  let data = [];
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (line === "" && data.length > 0) {
        onEvent(kind, data.join("\n"));
      }
      if (line === "") {
        kind = "message";
        data = [];
      } else if (line.startsWith("event: ")) {
        kind = line.slice(7);
      } else if (line.startsWith("data: ")) {
        data.push(line.slice(6));
      }
    }
  };
}

/** Follows the events until the connection ends; answers why, if it was refused. */
export async function follow(onEvent, onSign) {
  const response = await fetch("api/events", { headers: headers({}) });
  if (!response.ok) {
    return { status: response.status, message: (await response.text()).trim() };
  }
  const feed = eventReader((kind, data) => onEvent(kind, JSON.parse(data)));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return { status: 0, message: "" };
    }
    feed(value);
    onSign();
  }
}
