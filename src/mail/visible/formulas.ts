// Formulas: which elements are parts of one, which of them show text, and what their attributes say of it. MathML Core 2.1, 3

import { legacyColour } from "./colours.ts";
import type { MarkupElement, Text } from "./tree.ts";

/** Elements that show text; what they hold is HTML. HTML 13.2.6 */
const tokens = new Set("mi mn mo ms mtext".split(" "));
const ofTokens = new Set(["mglyph", "malignmark"]);

/** Elements of HTML that end a formula. HTML 13.2.6.5 */
const ending = new Set(
  (
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p " +
    "pre ruby s small span strong strike sub sup table tt u ul var"
  ).split(" "),
);

interface Formula {
  /** The element around it. */
  around: MarkupElement | null;
  /** The place in the source at which an element of HTML ends it. */
  end: number;
}

/** The formulas of a mail, given its elements in their order. */
export class Formulas {
  readonly #parts = new Map<MarkupElement, Formula>();

  /** Whether the element is a part of a formula. */
  add(element: MarkupElement): boolean {
    const { name, parent, start } = element;
    const within = parent === null ? undefined : this.#within(parent, name);
    if (within !== undefined && start < within.end && isEnding(element)) within.end = start;
    const isWithin = within !== undefined && start < within.end;
    if (isWithin) this.#parts.set(element, within);
    else if (name === "math") this.#parts.set(element, { around: parent, end: Number.POSITIVE_INFINITY });
    return isWithin || name === "math";
  }

  /** The element around one that stands in a formula which has ended; else its parent. */
  parentOf({ parent, start }: MarkupElement): MarkupElement | null {
    const formula = parent === null ? undefined : this.#parts.get(parent);
    return formula !== undefined && start >= formula.end ? formula.around : parent;
  }

  /** Whether a text stands in an element of a formula that shows none. */
  isUnshown({ parent, start }: Text): boolean {
    const formula = this.#parts.get(parent);
    return formula !== undefined && start < formula.end && !tokens.has(parent.name);
  }

  #within(parent: MarkupElement, name: string): Formula | undefined {
    const isHtml =
      (tokens.has(parent.name) && !ofTokens.has(name)) ||
      (parent.name === "annotation-xml" && /html/i.test(parent.attributes.encoding ?? ""));
    return isHtml ? undefined : this.#parts.get(parent);
  }
}

function isEnding({ name, attributes }: MarkupElement): boolean {
  if (name === "font") return ["color", "face", "size"].some((one) => attributes[one] !== undefined);
  return ending.has(name);
}

/** Whether attributes move or shrink a part of a formula by what is not computed here. */
export function isFormulaUnjudged({ attributes }: MarkupElement): boolean {
  return ["voffset", "lspace", "scriptlevel"].some((one) => /[1-9]/.test(attributes[one] ?? ""));
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
