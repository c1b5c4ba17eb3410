// The ground on which a text stands where boxes are moved over each other. CSS 2.2 E. Bounded by the depth of the markup.

import { first } from "./ascending.ts";
import { type ElementLook, isUnseen, rootLook } from "./look.ts";
import type { Looks } from "./looks.ts";
import type { MarkupElement, Tree } from "./tree.ts";

/** Whether what lies under a text may be a picture or box that is not around it. */
export function groundsOf(tree: Tree, looks: Looks): (element: MarkupElement, look: ElementLook) => boolean {
  /** Elements with a ground: all, and those that stand elsewhere than the flow puts them. */
  const [painted, moved]: [number[], number[]] = [[], []];
  let until = 0;
  for (const [at, element] of tree.elements.entries()) {
    const look = looks.of.get(element)!;
    if (look.isMoved) until = Math.max(until, element.next);
    if (!look.hasGround && (element.name !== "img" || isPixel(element))) continue;
    painted.push(at);
    if (at < until) moved.push(at);
  }
  return (element, own) => {
    let within: MarkupElement | null = null;
    for (let up: MarkupElement | null = element; up !== null && up.parent !== null; up = up.parent) {
      const look = looks.of.get(up)!;
      if (look.hasGround) {
        // A legend stands on the upper edge of the ground. HTML 15.3.13
        const isOnEdge = up.name === "fieldset" && within?.name === "legend";
        return isOnEdge && !isUnseen({ ...own, grounds: (looks.of.get(up.parent) ?? rootLook).grounds });
      }
      within = up;
      if (!look.isPlaced) continue;
      const around = up.parent;
      const from = around.parent === null ? 0 : around.number + 1;
      const behind = around.parent === null ? tree.elements.length : around.next;
      const others = look.isMoved ? painted : moved;
      if (first(others, from) < up.number || first(others, up.next) < behind) return true;
      if (look.isMoved) return false;
    }
    return false;
  };
}

/** A box with a negative z-index lies behind the backgrounds around it, up to the next stacking context. CSS 2.2 E */
export function isBehind(element: MarkupElement, looks: Looks): boolean {
  for (let up: MarkupElement | null = element; up !== null && up.parent !== null; up = up.parent) {
    if (!looks.of.get(up)!.isBelow) continue;
    for (
      let outer: MarkupElement | null = up.parent;
      outer !== null && outer.parent !== null;
      outer = outer.parent
    ) {
      const look = looks.of.get(outer)!;
      if (look.isStacking || outer.name === "body") return false;
      if (look.hasGround) return true;
    }
  }
  return false;
}

const styledSides = {
  width: /(?:^|[;\s])width\s*:\s*(\d+(?:\.\d+)?)(?:px)?\s*(?:;|!|$)/i,
  height: /(?:^|[;\s])height\s*:\s*(\d+(?:\.\d+)?)(?:px)?\s*(?:;|!|$)/i,
};

function side(element: MarkupElement, name: "width" | "height"): number | null {
  const styled = styledSides[name].exec(element.attributes.style ?? "")?.[1];
  const given = styled ?? /^\s*(\d+)(?:px)?\s*$/i.exec(element.attributes[name] ?? "")?.[1];
  return given === undefined ? null : Number(given);
}

/** A picture of at most three pixels. */
export function isPixel(element: MarkupElement): boolean {
  const [width, height] = [side(element, "width"), side(element, "height")];
  return (width !== null && width <= 3) || (height !== null && height <= 3);
}
