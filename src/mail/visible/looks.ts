// The look of every element of a mail: the cascade of what programs, attributes, style sheets and style attributes say.
// CSS Cascade 4 6. One pass in the order of the source; elements alike under parents alike share one look.

import { animate, type Frames } from "./animations.ts";
import { cssOf, fontSize, lengthOf } from "./attribute-values.ts";
import { byImportance, byStrength, type Matched } from "./cascade-order.ts";
import { type Declaration, expanded } from "./declarations.ts";
import { Formulas, formulaHints, isFormulaUnjudged } from "./formulas.ts";
import { Layers } from "./layers.ts";
import { physical } from "./logical.ts";
import { type ElementLook, judged, ownLook, rootLook } from "./look.ts";
import { lookOf } from "./look-of.ts";
import { mediaApplies } from "./media.ts";
import { SelectorIndex } from "./selectors.ts";
import { rulesOf, styleDeclarations } from "./style-sheet.ts";
import type { MarkupElement, Tree } from "./tree.ts";
import { isUnread } from "./unread.ts";

export interface Looks {
  of: Map<MarkupElement, ElementLook>;
  formulas: Formulas;
  /** All rules could be read and compared. */
  isWhole: boolean;
}

/** Comparisons of selectors with elements: some milliseconds. */
const maxSteps = 300_000;
const maxRules = 20_000;
const maxVariables = 200;

/** Elements that no program shows. HTML 15.3.1 */
const undisplayed = new Set(
  "title script style meta link base template noframes noembed datalist area param rp progress meter".split(
    " ",
  ),
);

const sizes: Record<string, string> = {
  h1: "2em",
  h2: "1.5em",
  h3: "1.17em",
  h5: ".83em",
  h6: ".67em",
  small: ".83em",
  big: "1.2em",
  sub: ".83em",
  sup: ".83em",
};

/** Elements that show what they hold only where no scripts run. */
const byScripts = new Set(["noscript", "canvas"]);

const cells = new Set("table thead tbody tfoot tr td th".split(" "));

export function looksOf(tree: Tree): Looks {
  const { elements, quirks } = tree;
  const rules = [];
  const layers = new Layers();
  const keyframes = new Map<string, Frames>();
  const initial = new Map<string, string>();
  let isWhole = tree.isCertain;
  for (const { css, media, owner } of tree.styles) {
    if (!mediaApplies(media)) continue;
    const sheet = rulesOf(css, { quirks, layers, owner });
    isWhole &&= sheet.isWhole && rules.length + sheet.rules.length <= maxRules;
    rules.push(...sheet.rules.slice(0, maxRules - rules.length));
    for (const [name, frames] of sheet.keyframes) keyframes.set(name, frames);
    for (const [name, value] of sheet.initial) initial.set(name, value);
  }
  layers.number();
  const index = new SelectorIndex(rules, {
    steps: maxSteps + Math.min(elements.length * 40, 20 * maxSteps),
    quirks,
    elements,
  });
  const cascade: Cascade = {
    index,
    quirks,
    page: { link: null, body: null },
    memo: new Map(),
    styles: new Map(),
    keyframes,
  };
  const root = initial.size > 0 ? { ...rootLook, variables: initial } : rootLook;
  const of = new Map<MarkupElement, ElementLook>();
  // Text outside of the body is displayed in it. HTML 13.2.6.4.19
  const body = elements.find(({ name }) => name === "body");
  const html = elements.find(({ name }) => name === "html");
  const whole = html ? looked(html, root, cascade) : root;
  if (body) cascade.page.body = looked(body, whole, cascade);
  const outside = cascade.page.body ?? whole;
  const formulas = new Formulas();
  const inTable = new Set<MarkupElement>();
  let hasTable = false;
  for (const element of elements) {
    isWhole &&= !isUnreadFile(element) && !(tree.styles.length > 0 && beginsBody(element));
    hasTable ||= element.name === "table";
    if (element.name === "table" || inTable.has(element.parent!)) inTable.add(element);
    const isOfFormula = formulas.add(element);
    const parent = formulas.parentOf(element);
    const isOutermost = parent === tree.root || parent?.name === "html";
    const around = isOutermost ? outside : (of.get(parent!) ?? rootLook);
    if (element === html) of.set(element, whole);
    else if (element === body) of.set(element, outside);
    // Text in it stands in the body. HTML 13.2.6.4.4, 13.2.6.4.5
    else if (isHead(element))
      of.set(element, { ...bare(outside), isUnjudged: outside.isUnjudged || element.name === "noscript" });
    else {
      const found = looked(element, around, { ...cascade, isOfFormula });
      const isDoubt = byScripts.has(element.name) || (isOfFormula && isFormulaUnjudged(element));
      const look = isDoubt ? { ...found, isUnjudged: true } : found;
      const isStray = cells.has(element.name) && !inTable.has(element);
      of.set(element, isStray ? strayed(look, bare(around), hasTable) : look);
    }
  }
  of.set(tree.root, outside);
  // Sizes by the root's are computed from an ordinary one.
  if (whole.fontSize < 8) isWhole = false;
  return { of, formulas, isWhole: isWhole && !index.isSpent && !index.isUnknown };
}

/** A style sheet that is an address of its own (RFC 2397), or a file in whose place others stand until it is there: neither is read. */
function isUnreadFile({ name, attributes }: MarkupElement): boolean {
  return name === "link"
    ? /^data:/i.test((attributes.href ?? "").replace(/[\x00-\x20]/g, ""))
    : name === "object" && /\S/.test(attributes.data ?? "");
}

/** The look of a part of a table outside of one: no page has it. Where a table began before, it may be open still. HTML 13.2.6.4.7 */
function strayed(own: ElementLook, without: ElementLook, hasTable: boolean): ElementLook {
  const isSame = judged(own, 1, () => true) === judged(without, 1, () => true);
  return isSame || !hasTable ? without : { ...without, isUnjudged: true };
}

function isHead({ name, parent }: MarkupElement): boolean {
  return name === "head" || (name === "noscript" && parent?.name === "head");
}

/** Whether an element in a head begins the body, in which rules for it are not read here. */
function beginsBody({ name, parent }: MarkupElement): boolean {
  return parent !== null && isHead(parent) && !ofHead.test(name);
}

const ofHead =
  /^(?:body|title|meta|link|style|script|base|basefont|bgsound|noframes|noscript|template|object)$/;

interface Cascade {
  /** The element is a part of a formula. */
  isOfFormula?: boolean;
  index: SelectorIndex;
  quirks: boolean;
  page: Page;
  /** Looks by the look around an element and all that is declared for it. */
  memo: Map<ElementLook, Map<string, ElementLook>>;
  styles: Map<string, Declaration[]>;
  keyframes: ReadonlyMap<string, Frames>;
}

function looked(
  element: MarkupElement,
  around: ElementLook,
  { index, quirks, page, memo, styles, keyframes, isOfFormula = false }: Cascade,
): ElementLook {
  const own = [...hints(element, page, quirks), ...(isOfFormula ? formulaHints(element) : [])];
  const matched = index.isEmpty ? [] : index.matching(element);
  const isFirst = around.flatRows !== null && element.before === null;
  const style = element.attributes.style ?? "";
  if (own.length === 0 && matched.length === 0 && style === "" && !isFirst) return bare(around);
  const rules = matched.map(({ order, specificity }) => `${order}.${specificity}`);
  const key = `${isFirst ? "1 " : ""}${element.name} ${style} ${own.join()} ${rules.join()}`;
  const known = memo.get(around) ?? new Map<string, ElementLook>();
  memo.set(around, known);
  const before = known.get(key);
  if (before !== undefined) return before;
  const inline = styles.get(style) ?? styleDeclarations(style, quirks);
  styles.set(style, inline);
  const look = cascaded(element, { own, matched, inline, keyframes }, { around, quirks });
  known.set(key, look);
  return look;
}

interface Page {
  /** The body's link colour. */
  link: string | null;
  /** The look of the body. */
  body: ElementLook | null;
}

const ownKeys = Object.keys(ownLook) as (keyof typeof ownLook)[];
const copies = new WeakMap<ElementLook, ElementLook>();

/** A look without what is not inherited. */
function bare(look: ElementLook): ElementLook {
  let copy = copies.get(look);
  if (copy === undefined) {
    copy = ownKeys.every((key) => look[key] === ownLook[key]) ? look : { ...look, ...ownLook };
    copies.set(look, copy);
  }
  return copy;
}

type Hint = [property: string, value: string];

/** Return style hints from browsers' defaults and attributes, below all style sheets. HTML 15.3 */
function hints(element: MarkupElement, page: Page, quirks: boolean): Hint[] {
  const { name, attributes } = element;
  const found: Hint[] = [];
  const add = (property: string, value: string | null) => {
    if (value !== null) found.push([property, value]);
  };
  if (sizes[name] !== undefined) add("font-size", sizes[name]);
  if (undisplayed.has(name) || (name === "dialog" && attributes.open === undefined)) add("display", "none");
  switch (name) {
    case "body":
      add("color", cssOf(attributes.text));
      page.link = cssOf(attributes.link);
      addGround(attributes, add);
      break;
    case "font":
      add("color", cssOf(attributes.color));
      if (attributes.size !== undefined) add("font-size", fontSize(attributes.size));
      break;
    case "a":
      if (attributes.href !== undefined) add("color", page.link ?? "#00e");
      break;
    case "mark":
      add("background-color", "#ff0");
      add("color", "#000");
      break;
    case "button":
      add("background-color", "#efefef");
      add("color", "#000");
      break;
    // HTML 15.3.11
    case "marquee":
      for (const side of ["width", "height"] as const)
        if (/^\s*\d/.test(attributes[side] ?? "")) add(side, lengthOf(attributes[side]!));
      for (const axis of ["overflow-x", "overflow-y"]) add(axis, "hidden");
      break;
    case "bdo":
      add("unicode-bidi", "bidi-override");
      break;
    case "table":
      add("text-indent", "0");
      // Quirks mode: a table does not inherit what text around it looks like. HTML 15.3.10
      if (quirks) {
        add("font-size", "16px");
        add("color", colourOf(page.body));
      }
      break;
    default:
  }
  if (name === "center") add("text-align", "center");
  if (/^\s*(?:center|right|middle)\s*$/i.test(attributes.align ?? "") && name !== "table")
    add("text-align", "right");
  if (cells.has(name)) addGround(attributes, add);
  if (name === "td" || name === "th") {
    for (const side of ["width", "height"] as const) {
      if (/^\s*\d+(?:px)?\s*$/.test(attributes[side] ?? ""))
        add(side, `${Number.parseInt(attributes[side]!, 10)}px`);
    }
  }
  if (attributes.dir !== undefined) add("direction", attributes.dir.toLowerCase() === "rtl" ? "rtl" : "ltr");
  if (attributes.popover !== undefined) add("display", "none");
  else if (/^\s*until-found\s*$/i.test(attributes.hidden ?? "")) add("content-visibility", "hidden");
  else if (attributes.hidden !== undefined) add("display", "none");
  return found;
}

function addGround(
  attributes: Record<string, string>,
  add: (property: string, value: string | null) => void,
): void {
  add("background-color", cssOf(attributes.bgcolor));
  if (attributes.background?.trim()) add("background-image", "url(x)");
}

function colourOf(look: ElementLook | null): string | null {
  if (look === null) return "#000";
  if (look.colour === "unknown") return null;
  const { r, g, b, a } = look.colour;
  return `rgba(${r},${g},${b},${a})`;
}

interface Sources {
  own: readonly Hint[];
  matched: Matched[];
  inline: readonly Declaration[];
  keyframes: ReadonlyMap<string, Frames>;
}

function cascaded(
  element: MarkupElement,
  { own, matched, inline, keyframes }: Sources,
  place: { around: ElementLook; quirks: boolean },
): ElementLook {
  matched.sort(byStrength);
  const winning = new Map<string, string>(own);
  const fixed = new Set<string>();
  const unread = new Set<string>();
  const apply = (declarations: readonly Declaration[], important: boolean) => {
    for (const declaration of declarations) {
      if (declaration.important !== important) continue;
      // A style attribute is a layer of its own.
      if (declarations === inline && declaration.value === "revert-layer") continue;
      // A program that does not know it keeps the value before.
      if (declaration.isUnread) {
        unread.add(declaration.property);
        continue;
      }
      unread.delete(declaration.property);
      if (important) fixed.add(declaration.property);
      // The later one of a side and of the line's direction counts.
      winning.delete(declaration.property);
      winning.set(declaration.property, declaration.value);
    }
  };
  for (const { declarations } of matched) apply(declarations, false);
  apply(inline, false);
  // The earliest layer wins with important declarations. CSS Cascade 5 6.4.3
  matched.sort(byImportance);
  for (const { declarations } of matched) apply(declarations, true);
  apply(inline, true);
  if (keyframes.size > 0) animate(winning, { keyframes, important: fixed });
  const variables = variablesOf(winning, place.around.variables);
  const direction = winning.get("direction");
  const isRightToLeft = direction === "rtl" || (direction !== "ltr" && place.around.isRightToLeft);
  const declared = new Map<string, string>();
  let hasUnread = unread.size > 0;
  for (const [property, value] of winning) {
    if (property.startsWith("--")) continue;
    const resolved = value.includes("var(") ? substituted(value, variables, 0) : value;
    const isUnknown = resolved !== null && value !== resolved && isUnread(resolved.toLowerCase());
    hasUnread ||= isUnknown;
    const one =
      resolved === null || isUnknown
        ? null
        : value === resolved
          ? value
          : expanded(property, resolved.toLowerCase(), place.quirks);
    if (one !== null) declared.set(physical(property, isRightToLeft), one);
  }
  const look = lookOf(element, declared, place);
  look.variables = variables;
  look.isUnjudged ||= hasUnread;
  return look;
}

function variablesOf(
  winning: ReadonlyMap<string, string>,
  inherited: ReadonlyMap<string, string> | null,
): ReadonlyMap<string, string> | null {
  let own: Map<string, string> | null = null;
  for (const [property, value] of winning) {
    if (!property.startsWith("--")) continue;
    own ??= new Map(inherited ?? []);
    if (own.size < maxVariables) own.set(property, value);
  }
  return own ?? inherited;
}

/** The value with its variables; null where one is not there. CSS Variables 1 3 */
function substituted(
  value: string,
  variables: ReadonlyMap<string, string> | null,
  depth: number,
): string | null {
  if (depth > 8 || value.length > 2000) return null;
  const start = value.indexOf("var(");
  if (start < 0) return value;
  let end = start + 4;
  for (let open = 1; end < value.length; end++) {
    if (value[end] === "(") open++;
    else if (value[end] === ")" && --open === 0) break;
  }
  const [, name = "", fallback] =
    /^\s*(--[^\s,]+)\s*(?:,([\s\S]*))?$/.exec(value.slice(start + 4, end)) ?? [];
  const found = variables?.get(name) ?? fallback;
  if (found === undefined) return null;
  const inner = substituted(found.trim(), variables, depth + 1);
  return inner === null
    ? null
    : substituted(value.slice(0, start) + inner + value.slice(end + 1), variables, depth + 1);
}
