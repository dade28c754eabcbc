// The last hour as a line. Pure but for drawing() of the DOM.

import { drawing } from "./dom.js";

/** An hour of samples, and the one of now. */
const MOST_SLOTS = 361;

/** Less than this is not stretched over the whole width. */
const FEWEST_SLOTS = 61;

const WIDTH = 360;
const HEIGHT = 40;

/** How many samples the width stands for: what is known, so that a young process fills it too. */
export function slotsFor(samplesByNode) {
  const known = Object.values(samplesByNode).reduce((most, all) => Math.max(most, all.length), 0);
  return Math.min(MOST_SLOTS, Math.max(FEWEST_SLOTS, known + 1));
}

/** The path of samples, the last of which is at the right edge; where there is none, a gap. */
export function path(samples, most, slots) {
  const step = WIDTH / Math.max(1, slots - 1);
  const start = slots - samples.length;
  let text = "";
  let drawn = false;
  samples.forEach((value, i) => {
    if (value === null) {
      drawn = false;
      return;
    }
    const x = ((start + i) * step).toFixed(1);
    const y = (HEIGHT - 1 - (HEIGHT - 2) * (most > 0 ? value / most : 0)).toFixed(1);
    text += `${drawn ? "L" : "M"}${x} ${y}`;
    drawn = true;
  });
  return text;
}

/** The area under such a path of samples without gaps. */
export function area(samples, most, slots) {
  const known = samples.map((value) => value ?? 0);
  if (known.length === 0) {
    return "";
  }
  const step = WIDTH / Math.max(1, slots - 1);
  const left = ((slots - known.length) * step).toFixed(1);
  return `${path(known, most, slots)}L${WIDTH} ${HEIGHT}L${left} ${HEIGHT}Z`;
}

/** A drawing that show() fills. */
export function timeline() {
  return drawing(
    "svg",
    {
      class: "timeline",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
    },
    drawing("path", { class: "area" }),
    drawing("path", { class: "line" }),
  );
}

/** Shows a node's last hour and its sessions now, on the scale of its zone. */
export function show(svg, samples, now, most, slots) {
  const all = [...samples, now].slice(-slots);
  const [areaPath, linePath] = svg.children;
  areaPath.setAttribute("d", area(all, most, slots));
  linePath.setAttribute("d", path(all, most, slots));
  const known = all.filter((value) => value !== null);
  svg.setAttribute(
    "aria-label",
    `sessions over time: from ${Math.min(...known)} to ${Math.max(...known)}, now ${now}`,
  );
}
