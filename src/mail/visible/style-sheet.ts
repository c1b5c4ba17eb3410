// Style sheets and style attributes as rules and declarations, with the error recovery of CSS Syntax 3. Linear.

import { tokenize, tokenTypes } from "css-tree/tokenizer";
import { type Frames, framesOf } from "./animations.ts";
import { words } from "./colours.ts";
import { type Declaration, declared } from "./declarations.ts";
import type { CascadeLayer, Layers } from "./layers.ts";
import { mediaApplies } from "./media.ts";
import { supports } from "./supports.ts";

const {
  AtKeyword,
  CDC,
  CDO,
  Colon,
  Comment,
  Delim,
  Function: Call,
  Ident,
  LeftCurlyBracket,
  LeftParenthesis,
  LeftSquareBracket,
  RightCurlyBracket,
  RightParenthesis,
  RightSquareBracket,
  Semicolon,
  WhiteSpace,
} = tokenTypes as Record<string, number>;

export interface StyleRule {
  selectors: string;
  declarations: Declaration[];
  layer: CascadeLayer;
  /** Roots of the scopes around it, the outermost first. */
  scope: readonly string[];
}

/** Characters of style sheets in a mail that are read. */
const maxLength = 500_000;
const maxNesting = 8;
/** Percent of their size to which a font may shrink letters that are still read. */
const leastFont = 40;
const maxSelectors = 2000;
/** Layers that one rule names; animations, and variables with a value of their own, of a style sheet. */
const maxNames = 100;

/** The tokens of a text. */
interface Tokens {
  text: string;
  types: number[];
  starts: number[];
  ends: number[];
  /** The closing token of each opening bracket; the token count if none closes it. */
  close: Map<number, number>;
}

const closers = new Map([
  [LeftCurlyBracket, RightCurlyBracket],
  [LeftParenthesis, RightParenthesis],
  [Call, RightParenthesis],
  [LeftSquareBracket, RightSquareBracket],
]);

function tokensOf(text: string): Tokens {
  const tokens: Tokens = { text, types: [], starts: [], ends: [], close: new Map() };
  const open: { at: number; closer: number }[] = [];
  tokenize(text, (type, start, end) => {
    if (type === Comment) return;
    const at = tokens.types.length;
    tokens.types.push(type);
    tokens.starts.push(start);
    tokens.ends.push(end);
    const closer = closers.get(type);
    if (closer !== undefined) open.push({ at, closer });
    else if (open.at(-1)?.closer === type) tokens.close.set(open.pop()!.at, at);
  });
  for (const { at } of open) tokens.close.set(at, tokens.types.length);
  return tokens;
}

/** The text of a range of tokens without comments, escapes resolved; the text of strings stays as written. */
function textOf({ text, starts, ends, types }: Tokens, from: number, to: number): string {
  let out = "";
  for (let at = from; at < to; at++) {
    const piece = text.slice(starts[at], ends[at]);
    out += (types[at] === Ident || types[at] === Call) && piece.includes("\\") ? unescaped(piece) : piece;
  }
  return out.trim();
}

/** CSS Syntax 3 4.3.7 */
export function unescaped(text: string): string {
  return text.replace(
    /\\(?:([0-9a-f]{1,6})[ \t\r\n\f]?|([^\n]))/gi,
    (_all, hex: string | undefined, char: string) => {
      if (hex === undefined) return char;
      const code = Number.parseInt(hex, 16);
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)
        ? "\ufffd"
        : String.fromCodePoint(code);
    },
  );
}

/** An address as its readers take it: without the characters that they pass over. */
function addressText(prelude: string): string {
  return unescaped(prelude).replace(/[\x00-\x20\\]/g, "");
}

export interface SheetRules {
  rules: StyleRule[];
  /** All of the text was read. */
  isWhole: boolean;
  /** By name, in lower case. */
  keyframes: Map<string, Frames>;
  /** Initial values of variables. CSS Properties and Values 1 2 */
  initial: Map<string, string>;
}

/** The rules of a style sheet that apply to a window and say something of interest here. */
export function rulesOf(
  css: string,
  { quirks, layers, owner }: { quirks: boolean; layers: Layers; owner: string },
): SheetRules {
  const sheet: SheetRules = {
    rules: [],
    isWhole: css.length <= maxLength,
    keyframes: new Map(),
    initial: new Map(),
  };
  const tokens = tokensOf(css.slice(0, maxLength));
  readRules(
    { tokens, sheet, quirks, layers, owner, layer: layers.outermost, scope: [] },
    { from: 0, to: tokens.types.length, depth: 0 },
  );
  return sheet;
}

interface SheetState {
  tokens: Tokens;
  sheet: SheetRules;
  quirks: boolean;
  layers: Layers;
  /** The layer around. */
  layer: CascadeLayer;
  /** The name of the element around the style sheet. */
  owner: string;
  /** Selectors of the roots of the scopes around. */
  scope: readonly string[];
}

interface TokenRange {
  from: number;
  to: number;
  depth: number;
}

/** CSS Syntax 3 5.5.1 */
function readRules(reading: SheetState, { from, to, depth }: TokenRange): void {
  const { types } = reading.tokens;
  if (depth > maxNesting) return;
  let at = from;
  while (at < to) {
    const type = types[at];
    if (type === WhiteSpace || type === CDO || type === CDC) at++;
    else if (type === AtKeyword) at = readAtRule(reading, { from: at, to, depth }, null);
    else {
      const brace = findBrace(reading.tokens, { from: at, to, depth }, false);
      if (brace >= to) return;
      const end = Math.min(reading.tokens.close.get(brace)!, to);
      readBlock(reading, { from: brace + 1, to: end, depth }, textOf(reading.tokens, at, brace));
      at = end + 1;
    }
  }
}

/** The next curly bracket outside of others; `to` without one. @param stops a semicolon ends the search, and is returned */
function findBrace({ types, close }: Tokens, { from, to }: TokenRange, stops: boolean): number {
  let at = from;
  while (at < to) {
    const type = types[at]!;
    if (type === LeftCurlyBracket || (stops && type === Semicolon)) return at;
    at =
      type === LeftParenthesis || type === Call || type === LeftSquareBracket ? close.get(at)! + 1 : at + 1;
  }
  return to;
}

/** @param parent selectors of the rule around it. @returns the token behind the rule */
function readAtRule(reading: SheetState, { from, to, depth }: TokenRange, parent: string | null): number {
  const { tokens } = reading;
  const name = unescaped(tokens.text.slice(tokens.starts[from]! + 1, tokens.ends[from])).toLowerCase();
  const brace = findBrace(tokens, { from: from + 1, to, depth }, true);
  const prelude = textOf(tokens, from + 1, brace);
  const layersOf = (names: string) =>
    names.split(",", maxNames).map((one) => reading.layers.within(reading.layer, one.trim()));
  if (brace >= to || tokens.types[brace] === Semicolon) {
    if (name === "layer" && prelude !== "") layersOf(prelude);
    // Sheets of other places are not loaded; one that the address holds is not read. RFC 2397
    if (name === "import" && /data:/i.test(addressText(prelude))) reading.sheet.isWhole = false;
    return brace + 1;
  }
  const end = Math.min(tokens.close.get(brace)!, to);
  const inner = { from: brace + 1, to: end, depth: depth + 1 };
  if (name === "scope") {
    const root = scopeOf(prelude, parent, reading);
    if (root === null) reading.sheet.isWhole = false;
    else readBlock({ ...reading, scope: [...reading.scope, root] }, inner, root);
  } else if (name === "layer") {
    const [layer = reading.layer] = layersOf(prelude);
    if (parent === null) readRules({ ...reading, layer }, inner);
    else readBlock({ ...reading, layer }, inner, parent);
  } else if (/^(?:-webkit-)?keyframes$/.test(name)) {
    const called = prelude.replace(/^["']|["']$/g, "").toLowerCase();
    if (reading.sheet.keyframes.size < maxNames)
      reading.sheet.keyframes.set(called, animationOf(reading, inner));
    else reading.sheet.isWhole = false;
  } else if (name === "property") {
    const [, value] = /(?:^|;)\s*initial-value\s*:([^;]*)/i.exec(textOf(tokens, inner.from, inner.to)) ?? [];
    const isNamed = value !== undefined && prelude.startsWith("--");
    if (isNamed && reading.sheet.initial.size < maxNames)
      reading.sheet.initial.set(prelude.toLowerCase(), value.trim());
    else if (isNamed) reading.sheet.isWhole = false;
  } else if (name === "font-face") {
    const [, size] = /size-adjust\s*:\s*([\d.]{1,9})%/i.exec(textOf(tokens, inner.from, inner.to)) ?? [];
    if (size !== undefined && Number(size) < leastFont) reading.sheet.isWhole = false;
  } else if (applies(name, prelude.toLowerCase(), reading)) {
    if (parent === null) readRules(reading, inner);
    else readBlock(reading, inner, parent);
  }
  return end + 1;
}

function animationOf(reading: SheetState, range: TokenRange): Frames {
  const sheet: SheetRules = { rules: [], isWhole: true, keyframes: new Map(), initial: new Map() };
  readRules({ ...reading, sheet }, range);
  if (sheet.rules.some(({ declarations }) => declarations.some(({ isUnread }) => isUnread)))
    reading.sheet.isWhole = false;
  return framesOf(sheet.rules);
}

/**
 * The selectors around those of a scope; without a root it is the element around the style sheet. CSS Cascade 6 2.5
 * @param parent selectors of the rule or scope around it, below which its root is
 * @returns null for a scope that ends within, or whose root has no name: such is not judged
 */
function scopeOf(prelude: string, parent: string | null, { owner, scope }: SheetState): string | null {
  if (prelude === "") return owner === "head" || owner === "body" ? `:where(${owner})` : null;
  const [, root] = /^\(([^{}]*)\)$/.exec(prelude) ?? [];
  if (root === undefined || /\)\s*to\s*\(/.test(prelude)) return null;
  return `:where(${parent === null ? root : nestedSelectors(root, parent, scope.at(-1))})`;
}

function applies(name: string, prelude: string, { sheet, tokens }: SheetState): boolean {
  if (name === "media") return mediaApplies(prelude);
  if (name === "supports") {
    const applying = supports(prelude);
    if (applying === null) sheet.isWhole = false;
    return applying ?? false;
  }
  // A container is taken to be as wide as the window; a style attribute may make it.
  if (name === "container") {
    const isMade = /container(?:-type)?\s*:/i.test(tokens.text);
    if (!isMade) sheet.isWhole = false;
    return isMade && mediaApplies(prelude.replace(/^(?!not\b)[\w-]+\s*(?=\()/, ""));
  }
  return false;
}

/** A block of declarations and, in newer programs, of rules below the selectors. CSS Nesting 1 */
function readBlock(reading: SheetState, { from, to, depth }: TokenRange, selectors: string): void {
  const { tokens, sheet, quirks, layer } = reading;
  if (depth > maxNesting || selectors.length > maxSelectors) {
    sheet.isWhole = false;
    return;
  }
  const declarations: Declaration[] = [];
  let at = from;
  while (at < to) {
    const type = tokens.types[at];
    if (type === WhiteSpace || type === Semicolon) at++;
    else if (type === AtKeyword) at = readAtRule(reading, { from: at, to, depth }, selectors);
    else {
      const stop = findBrace(tokens, { from: at, to, depth }, true);
      if (stop < to && tokens.types[stop] === LeftCurlyBracket) {
        const end = Math.min(tokens.close.get(stop)!, to);
        const nested = nestedSelectors(textOf(tokens, at, stop), selectors, reading.scope.at(-1));
        readBlock(reading, { from: stop + 1, to: end, depth: depth + 1 }, nested);
        at = end + 1;
      } else {
        declarations.push(...declarationOf(tokens, { from: at, to: stop, depth }, quirks));
        at = stop + 1;
      }
    }
  }
  if (declarations.length > 0) sheet.rules.push({ selectors, declarations, layer, scope: reading.scope });
}

/** The root of a scope, and quoted values. */
const scopes = /:scope(?![\w-])|"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?/gi;

/** @param scope the root that `:scope` names; none: that of the document. CSS Cascade 6 2.5.1 */
function nestedSelectors(selectors: string, parent: string, scope?: string): string {
  return words(selectors, ",")
    .map((one) => {
      const rooted =
        scope === undefined
          ? one
          : one.replace(scopes, (found) => (found.startsWith(":") ? weighed(scope) : found));
      // A rule in another one of the scope is about what is within that.
      if (rooted !== one && parent === scope && !one.includes("&")) return rooted;
      return nestedSelector(rooted, parent);
    })
    .join();
}

/** A root with the weight of a pseudo-class, which `:scope` has. Selectors 4 17 */
function weighed(root: string): string {
  return `:is(${root},:not(*).x)`;
}

function nestedSelector(one: string, parent: string): string {
  return one.includes("&") ? one.replaceAll("&", `:is(${parent})`) : `:is(${parent}) ${one}`;
}

/** CSS Syntax 3 5.5.6; none where the property or its value is unknown here */
function declarationOf(tokens: Tokens, { from, to }: TokenRange, quirks: boolean): Declaration[] {
  const { types, text, starts, ends } = tokens;
  if (types[from] !== Ident) return [];
  let colon = from + 1;
  while (types[colon] === WhiteSpace) colon++;
  if (colon >= to || types[colon] !== Colon) return [];
  let end = to;
  while (end > colon + 1 && types[end - 1] === WhiteSpace) end--;
  let mark = end - 2;
  while (mark > colon && types[mark] === WhiteSpace) mark--;
  const important =
    types[end - 1] === Ident &&
    text.slice(starts[end - 1], ends[end - 1]).toLowerCase() === "important" &&
    types[mark] === Delim &&
    text[starts[mark]!] === "!";
  const property = unescaped(text.slice(starts[from], ends[from]));
  return declared(property, textOf(tokens, colon + 1, important ? mark : end), { important, quirks });
}

/** The declarations of a style attribute that are of interest here, in order. */
export function styleDeclarations(style: string, quirks: boolean): Declaration[] {
  const tokens = tokensOf(style);
  const to = tokens.types.length;
  const found: Declaration[] = [];
  let at = 0;
  while (at < to) {
    let stop = at;
    while (stop < to && tokens.types[stop] !== Semicolon) stop = (tokens.close.get(stop) ?? stop) + 1;
    let start = at;
    while (tokens.types[start] === WhiteSpace) start++;
    found.push(...declarationOf(tokens, { from: start, to: Math.min(stop, to), depth: 0 }, quirks));
    at = stop + 1;
  }
  return found;
}
