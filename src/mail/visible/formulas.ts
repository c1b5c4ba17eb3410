// Formulas: which of their elements show text, and what their attributes say of it. MathML Core 2.1, 3

import { legacyColour } from "./colours.ts";
import type { MarkupElement } from "./tree.ts";

/** Elements that hold others; text directly in them is not shown. */
const holders = new Set(
  (
    "math mrow mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover munderover mmultiscripts " +
    "mtable mtr maction semantics"
  ).split(" "),
);

export function holdsNoText({ name }: MarkupElement): boolean {
  return holders.has(name);
}

const ofFormulas = /^(?:math|m[a-z]{1,12}|semantics|annotation(?:-xml)?)$/;

/** Whether an element may be one of a formula. */
export function isOfFormula({ name, parent }: MarkupElement): boolean {
  return name === "math" || (ofFormulas.test(name) && parent !== null && ofFormulas.test(parent.name));
}

export function formulaHints({
  name,
  attributes,
  before,
  parent,
}: MarkupElement): [property: string, value: string][] {
  const found: [string, string][] = [];
  // All but the first are other forms of it.
  const isOther = before !== null && (parent?.name === "semantics" || parent?.name === "maction");
  if (isOther || /^(?:annotation|mprescripts)/.test(name)) found.push(["display", "none"]);
  if (name === "mphantom") found.push(["visibility", "hidden"]);
  for (const [attribute, property] of [
    ["mathcolor", "color"],
    ["mathbackground", "background-color"],
  ] as const) {
    const colour = legacyColour(attributes[attribute] ?? "");
    if (colour !== null) found.push([property, `rgb(${colour.r},${colour.g},${colour.b})`]);
  }
  if (attributes.mathsize !== undefined) found.push(["font-size", attributes.mathsize.toLowerCase()]);
  return found;
}
