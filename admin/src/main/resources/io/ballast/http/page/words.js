// The words of the operator's language: how one is written in a line, and how lines are read.

const RESERVED = new Set(["OK", "ERR", "NONE"]);

/** A word as it stands in a line: in quotes when it has to be. */
export function quote(text) {
  const bytes = new TextEncoder().encode(text);
  const plain =
    bytes.length > 0 &&
    !text.startsWith("#") &&
    !RESERVED.has(text.toUpperCase()) &&
    bytes.every((b) => b > 0x20 && b < 0x7f && b !== 0x22 && b !== 0x5c);
  if (plain) {
    return text;
  }
  let word = '"';
  for (const b of bytes) {
    if (b === 0x22 || b === 0x5c) {
      word += "\\" + String.fromCharCode(b);
    } else if (b >= 0x20 && b < 0x7f) {
      word += String.fromCharCode(b);
    } else {
      word += "\\x" + b.toString(16).padStart(2, "0");
    }
  }
  return word + '"';
}

/** The words of a line of a reply, without their quotes. */
export function split(line) {
  const words = [];
  const pattern = /"((?:[^"\\]|\\.)*)"|(\S+)/g;
  for (const [, quoted, plain] of line.matchAll(pattern)) {
    words.push(quoted === undefined ? plain : unescape(quoted));
  }
  return words;
}

function unescape(quoted) {
  const bytes = [];
  for (let i = 0; i < quoted.length; i++) {
    if (quoted[i] === "\\" && quoted[i + 1] === "x") {
      bytes.push(parseInt(quoted.slice(i + 2, i + 4), 16));
      i += 3;
    } else {
      if (quoted[i] === "\\") {
        i++;
      }
      bytes.push(quoted.charCodeAt(i));
    }
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/** A reply: whether it went well, the sentence at its end, and its data lines. */
export function parseReply(text) {
  const lines = text.split("\n").filter((line) => line !== "");
  const ending = lines.pop() ?? "ERR failed there was no reply";
  const ok = ending === "OK" || ending.startsWith("OK ");
  const message = ok ? ending.slice(3) : ending.replace(/^ERR \S+ /, "");
  return { ok, message, lines };
}

/** The rows of a table that a command shows, each an object by the names in the header. */
export function parseTable(lines) {
  const header = split(lines[0] ?? "").slice(1);
  return lines
    .slice(1)
    .filter((line) => !line.startsWith("#"))
    .map((line) => {
      const words = split(line);
      return Object.fromEntries(header.map((name, i) => [name, words[i] ?? ""]));
    });
}
