// Elements, made and changed with few words. Text is always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; an attribute that is a function listens to that event. */
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for a drawing. */
export function drawing(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      made.addEventListener(name, value);
    } else if (value === true) {
      made.setAttribute(name, "");
    } else if (value !== false && value !== undefined) {
      made.setAttribute(name, value);
    }
  }
  made.append(...children);
  return made;
}

/** Sets a text if it is another. */
export function setText(node, text) {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

/** Sets an attribute if it is another; an empty value takes it away. */
export function setAttribute(node, name, value) {
  if (value === "" || value === undefined) {
    node.removeAttribute(name);
  } else if (node.getAttribute(name) !== value) {
    node.setAttribute(name, value);
  }
}

/** Puts a share of the width as a style. */
export function setShare(node, property, share) {
  const percent = `${(100 * Math.max(0, Math.min(1, share))).toFixed(2)}%`;
  if (node.style[property] !== percent) {
    node.style[property] = percent;
  }
}

/**
 * Keeps a list's children in step with its items: those that stay are updated in place, so that
 * focus and selection survive.
 */
export function keep(parent, items, key, make, update) {
  const old = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let place = parent.firstElementChild;
  for (const item of items) {
    const name = key(item);
    let child = old.get(name);
    old.delete(name);
    if (child === undefined) {
      child = make(item);
      child.dataset.key = name;
    }
    if (child === place) {
      place = place.nextElementSibling;
    } else {
      parent.insertBefore(child, place);
    }
    update(child, item);
  }
  old.forEach((child) => child.remove());
}
