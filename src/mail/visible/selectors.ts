// Matching of style rules to elements. css-what reads the selectors; matching counts its steps, so that no
// sheet makes it slow. Selectors 4

import { parse, type Selector } from "css-what";
import nthCheck from "nth-check";
import type { Declaration } from "./declarations.ts";
import type { Rule } from "./style-sheet.ts";
import type { Element } from "./tree.ts";

interface Candidate {
  /** From the element outwards. */
  selector: Selector[];
  specificity: number;
  order: number;
  declarations: Declaration[];
}

export interface Matched {
  specificity: number;
  order: number;
  declarations: Declaration[];
}

/** Pseudo-classes that never apply to a mail at rest; with those that `pseudo` answers, all that are known. */
const dynamic = new Set(
  (
    "hover active focus focus-within focus-visible visited target checked disabled invalid default indeterminate in-range " +
    "out-of-range required read-write placeholder-shown autofill fullscreen modal popover-open open playing defined host " +
    "current past future user-invalid user-valid selection picture-in-picture muted -webkit-autofill -webkit-any-link -moz-focusring"
  ).split(" "),
);

/** Pseudo-elements of the programs that the reader may have; a rule with another one is dropped as a whole. */
const shadowElement =
  /^(?:before|after|first-letter|first-line|selection|placeholder|marker|backdrop|cue|file-selector-button|-webkit-.*|-ms-expand)$/;

export class SelectorIndex {
  readonly #byId = new Map<string, Candidate[]>();
  readonly #byClass = new Map<string, Candidate[]>();
  readonly #byName = new Map<string, Candidate[]>();
  readonly #rest: Candidate[] = [];
  readonly #quirks: boolean;
  #steps: number;
  #nth = new Map<string, (index: number) => boolean>();

  /** @param steps comparisons that may be made */
  constructor(rules: readonly Rule[], { steps, quirks }: { steps: number; quirks: boolean }) {
    this.#steps = steps;
    this.#quirks = quirks;
    for (const [order, rule] of rules.entries()) this.#add(rule, order);
  }

  get isEmpty(): boolean {
    return this.#byId.size + this.#byClass.size + this.#byName.size + this.#rest.length === 0;
  }

  /** The comparisons are used up: some rules were not looked at. */
  get isSpent(): boolean {
    return this.#steps < 0;
  }

  #add({ selectors, declarations }: Rule, order: number): void {
    let parsed: Selector[][];
    try {
      parsed = parse(selectors);
    } catch {
      return;
    }
    if (parsed.some((selector) => !selector.every(isKnown))) return;
    for (const tokens of parsed) {
      if (tokens.some(({ type }) => type === "pseudo-element")) continue;
      const selector = tokens.toReversed();
      const candidate = { selector, specificity: specificityOf(tokens), order, declarations };
      const key = keyOf(selector);
      const list =
        key === null ? null : { id: this.#byId, class: this.#byClass, name: this.#byName }[key.kind];
      if (list === null) this.#rest.push(candidate);
      else {
        const word = key!.kind === "name" || this.#quirks ? key!.word.toLowerCase() : key!.word;
        const known = list.get(word);
        if (known) known.push(candidate);
        else list.set(word, [candidate]);
      }
    }
  }

  /** The rules that match, in no order. */
  matching(element: Element): Matched[] {
    const found: Matched[] = [];
    const look = (candidates: readonly Candidate[] | undefined) => {
      for (const candidate of candidates ?? []) {
        if (this.#steps < 0) return;
        if (this.#matches(candidate.selector, 0, element)) found.push(candidate);
      }
    };
    const { id, class: classes } = element.attributes;
    look(this.#byName.get(element.name));
    if (classes !== undefined && this.#byClass.size > 0) {
      for (const word of new Set(this.#folded(classes).split(/\s+/, 100))) look(this.#byClass.get(word));
    }
    if (id !== undefined && this.#byId.size > 0) look(this.#byId.get(this.#folded(id)));
    look(this.#rest);
    return found;
  }

  /** Ids and classes are compared without case in quirks mode. Selectors 4 6.6 */
  #folded(text: string): string {
    return this.#quirks ? text.toLowerCase() : text;
  }

  #matches(selector: readonly Selector[], from: number, element: Element): boolean {
    for (let at = from; at < selector.length; at++) {
      if (--this.#steps < 0) return false;
      const token = selector[at]!;
      switch (token.type) {
        case "universal":
          break;
        case "tag":
          if (token.name.toLowerCase() !== element.name) return false;
          break;
        case "attribute":
          if (!this.#attribute(token, element)) return false;
          break;
        case "pseudo":
          if (!this.#pseudo(token, element)) return false;
          break;
        case "child":
          return isReal(element.parent) && this.#matches(selector, at + 1, element.parent);
        case "adjacent":
          return element.before !== null && this.#matches(selector, at + 1, element.before);
        case "descendant":
          for (let up = element.parent; isReal(up); up = up.parent) {
            if (this.#matches(selector, at + 1, up)) return true;
            if (this.#steps < 0) return false;
          }
          return false;
        case "sibling":
          for (let left = element.before; left !== null; left = left.before) {
            if (this.#matches(selector, at + 1, left)) return true;
            if (this.#steps < 0) return false;
          }
          return false;
        default:
          return false;
      }
    }
    return true;
  }

  #attribute(token: Extract<Selector, { type: "attribute" }>, { attributes }: Element): boolean {
    const given = attributes[token.name.toLowerCase()];
    if (given === undefined) return token.action === "not";
    const fold = token.ignoreCase === true || (token.ignoreCase === "quirks" && this.#quirks);
    const value = fold ? given.toLowerCase() : given;
    const wanted = fold ? token.value.toLowerCase() : token.value;
    this.#steps -= value.length >> 6;
    switch (token.action) {
      case "exists":
        return true;
      case "equals":
        return value === wanted;
      case "not":
        return value !== wanted;
      case "hyphen":
        return value === wanted || value.startsWith(`${wanted}-`);
      case "element":
        return wanted !== "" && !/\s/.test(wanted) && value.split(/\s+/).includes(wanted);
      case "start":
        return wanted !== "" && value.startsWith(wanted);
      case "end":
        return wanted !== "" && value.endsWith(wanted);
      case "any":
        return wanted !== "" && value.includes(wanted);
      default:
        return false;
    }
  }

  #pseudo({ name, data }: Extract<Selector, { type: "pseudo" }>, element: Element): boolean {
    const { parent } = element;
    if (Array.isArray(data)) for (const one of data) this.#steps -= one.length;
    switch (name) {
      case "is":
      case "where":
      case "matches":
      case "-webkit-any":
        return Array.isArray(data) && data.some((one) => this.#matches(one.toReversed(), 0, element));
      case "not":
        return Array.isArray(data) && !data.some((one) => this.#matches(one.toReversed(), 0, element));
      case "root":
        return (
          element.name === "html" || (!isReal(parent) && element.name !== "body" && element.name !== "head")
        );
      case "first-child":
        return element.index === 0;
      case "last-child":
        return parent !== null && element.index === parent.children - 1;
      case "only-child":
        return parent?.children === 1;
      case "nth-child":
        return this.#isNth(data, element.index);
      case "nth-last-child":
        return parent !== null && this.#isNth(data, parent.children - 1 - element.index);
      case "first-of-type":
        return this.#typeIndex(element) === 0;
      case "nth-of-type":
        return this.#isNth(data, this.#typeIndex(element));
      case "empty":
        return !element.isFilled;
      case "link":
      case "any-link":
        return element.name === "a" && element.attributes.href !== undefined;
      case "enabled":
        return false;
      case "lang":
      case "dir":
        return false;
      default:
        return false;
    }
  }

  #typeIndex({ before, name }: Element): number {
    let index = 0;
    for (let left = before; left !== null && this.#steps >= 0; left = left.before, this.#steps--) {
      if (left.name === name) index++;
    }
    return index;
  }

  #isNth(data: unknown, index: number): boolean {
    if (typeof data !== "string") return false;
    let check = this.#nth.get(data);
    if (check === undefined) {
      try {
        check = nthCheck(data);
      } catch {
        check = () => false;
      }
      this.#nth.set(data, check);
    }
    return check(index);
  }
}

const answered = new Set(
  (
    "is where matches -webkit-any not root first-child last-child only-child nth-child nth-last-child first-of-type " +
    "nth-of-type empty link any-link enabled lang dir last-of-type only-of-type nth-last-of-type has scope"
  ).split(" "),
);

function isKnown(token: Selector): boolean {
  if (token.type === "pseudo-element") return shadowElement.test(token.name);
  if (token.type !== "pseudo") return token.type !== "parent" && token.type !== "column-combinator";
  return (
    answered.has(token.name) ||
    dynamic.has(token.name) ||
    /^(?:before|after|first-letter|first-line)$/.test(token.name)
  );
}

function isReal(element: Element | null): element is Element {
  return element !== null && element.parent !== null;
}

/** Return the word that a matching element must have: an id, else a class, else a name. */
function keyOf(selector: readonly Selector[]): { kind: "id" | "class" | "name"; word: string } | null {
  let found: { kind: "class" | "name"; word: string } | null = null;
  for (const token of selector) {
    if (token.type === "attribute" && token.name === "id" && token.action === "equals")
      return { kind: "id", word: token.value };
    if (token.type === "attribute" && token.name === "class" && token.action === "element")
      found = { kind: "class", word: token.value };
    else if (token.type === "tag") found ??= { kind: "name", word: token.name };
    else if (!["attribute", "pseudo", "universal"].includes(token.type)) break;
  }
  return found;
}

/** Selectors 4 17, as one number. */
function specificityOf(tokens: readonly Selector[]): number {
  let sum = 0;
  for (const token of tokens) {
    if (token.type === "tag" || token.type === "pseudo-element") sum += 1;
    else if (token.type === "attribute")
      sum += token.name === "id" && token.action === "equals" ? 1_000_000 : 1000;
    else if (token.type === "pseudo") {
      if (Array.isArray(token.data)) {
        if (token.name !== "where") sum += Math.max(0, ...token.data.map(specificityOf));
      } else sum += 1000;
    }
  }
  return sum;
}
