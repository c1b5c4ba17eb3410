// Matching of style rules to elements. css-what reads the selectors; matching counts its steps, so that no
// sheet makes it slow. Selectors 4

import type { Selector } from "css-what";
import nthCheck from "nth-check";
import { type Matched, rivalry, rootOf } from "./cascade-order.ts";
import { fieldStates, isChecked, stateOf } from "./chosen-fields.ts";
import {
  isBesideText,
  isContent,
  isFirstLine,
  isForeign,
  looksOfLine,
  mayDecide,
  mayMoveText,
} from "./deciding.ts";
import { knownSelectors } from "./known-selectors.ts";
import { directionOf, isOfLanguage } from "./languages.ts";
import type { StyleRule } from "./style-sheet.ts";
import type { MarkupElement } from "./tree.ts";

interface SelectorCandidate extends Matched {
  /** True: it is about what is made before or after text. */
  isPart: boolean;
  /** From the element outwards. */
  selector: Selector[];
}

export class SelectorIndex {
  readonly #byId = new Map<string, SelectorCandidate[]>();
  readonly #byClass = new Map<string, SelectorCandidate[]>();
  readonly #byName = new Map<string, SelectorCandidate[]>();
  readonly #rest: SelectorCandidate[] = [];
  readonly #quirks: boolean;
  #steps: number;
  #isUnknown = false;
  /** A selector asked for what is not computed. */
  #isOpen = false;
  readonly #elements: readonly MarkupElement[];
  readonly #lists = new Map<string, Selector[][]>();
  #nth = new Map<string, (index: number) => boolean>();

  /** @param steps comparisons that may be made */
  constructor(
    rules: readonly StyleRule[],
    { steps, quirks, elements }: { steps: number; quirks: boolean; elements: readonly MarkupElement[] },
  ) {
    this.#elements = elements;
    this.#steps = steps;
    this.#quirks = quirks;
    for (const [order, rule] of rules.entries()) this.#add(rule, order);
  }

  get isEmpty(): boolean {
    return this.#byId.size + this.#byClass.size + this.#byName.size + this.#rest.length === 0;
  }

  /** A rule that could hide or show text has a selector that is not known. */
  get isUnknown(): boolean {
    return this.#isUnknown;
  }

  /** The comparisons are used up: some rules were not looked at. */
  get isSpent(): boolean {
    return this.#steps < 0;
  }

  #add({ selectors, declarations, layer, scope }: StyleRule, order: number): void {
    const parsed = knownSelectors(selectors);
    if (parsed === null) {
      const isKnowable = !isForeign(selectors);
      if (isKnowable && declarations.some(({ property }) => mayDecide(property))) this.#isUnknown = true;
      return;
    }
    const root = rootOf(selectors, scope);
    for (const tokens of parsed) {
      const isPart = tokens.some(({ type }) => type === "pseudo-element");
      // Lines are not laid out.
      if (tokens.some(isFirstLine) && declarations.some(({ property }) => looksOfLine.test(property)))
        this.#isUnknown = true;
      const takesRoom = isPart && tokens.some(isBesideText) && declarations.some(mayMoveText);
      const mayHide = tokens.some(isContent) && declarations.some(({ property }) => mayDecide(property));
      if (isPart && !takesRoom && !mayHide) continue;
      const selector = tokens.filter(({ type }) => type !== "pseudo-element").toReversed();
      const specificity = specificityOf(tokens);
      const candidate = { selector, specificity, order, layer, scope, root, declarations, isPart };
      const key = keyOf(selector);
      const lists = { id: this.#byId, class: this.#byClass, name: this.#byName };
      const list = key === null ? null : lists[key.kind];
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
  matching(element: MarkupElement): Matched[] {
    const found: Matched[] = [];
    const look = (candidates: readonly SelectorCandidate[] | undefined) => {
      for (const candidate of candidates ?? []) {
        if (this.#steps < 0) return;
        this.#isOpen = false;
        const isMatch = this.#matches(candidate.selector, 0, element);
        if (this.#isOpen && candidate.declarations.some(({ property }) => mayDecide(property)))
          this.#isUnknown = true;
        if (!isMatch) continue;
        // Boxes made before and after text are not laid out.
        if (candidate.isPart) this.#isUnknown = true;
        else found.push(candidate);
      }
    };
    const { id, class: classes } = element.attributes;
    look(this.#byName.get(element.name));
    if (classes !== undefined && this.#byClass.size > 0) {
      for (const word of new Set(this.#folded(classes).split(/\s+/, 100))) look(this.#byClass.get(word));
    }
    if (id !== undefined && this.#byId.size > 0) look(this.#byId.get(this.#folded(id)));
    look(this.#rest);
    const rivals = rivalry(found);
    if (rivals === null) this.#isUnknown = true;
    this.#steps -= rivals ?? 0;
    return found;
  }

  /** Ids and classes are compared without case in quirks mode. Selectors 4 6.6 */
  #folded(text: string): string {
    return this.#quirks ? text.toLowerCase() : text;
  }

  /** @param anchor the element that the last combinator must lead to */
  #matches(
    selector: readonly Selector[],
    from: number,
    element: MarkupElement,
    anchor: MarkupElement | null = null,
  ): boolean {
    if (anchor !== null && from === selector.length) return element === anchor;
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
          return isReal(element.parent) && this.#matches(selector, at + 1, element.parent, anchor);
        case "adjacent":
          return element.before !== null && this.#matches(selector, at + 1, element.before, anchor);
        case "descendant":
          for (let up = element.parent; isReal(up); up = up.parent) {
            if (this.#matches(selector, at + 1, up, anchor)) return true;
            if (this.#steps < 0) return false;
          }
          return false;
        case "sibling":
          for (let left = element.before; left !== null; left = left.before) {
            if (this.#matches(selector, at + 1, left, anchor)) return true;
            if (this.#steps < 0) return false;
          }
          return false;
        default:
          return false;
      }
    }
    return anchor === null;
  }

  #attribute(token: Extract<Selector, { type: "attribute" }>, { attributes }: MarkupElement): boolean {
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

  #pseudo({ name, data }: Extract<Selector, { type: "pseudo" }>, element: MarkupElement): boolean {
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
      case "scope":
        return element.name === "html" || !isReal(parent);
      case "last-child":
        return parent !== null && element.index === parent.children - 1;
      case "only-child":
        return parent?.children === 1;
      case "nth-child":
        return this.#isNthChild(data, element, false);
      case "nth-last-child":
        return parent !== null && this.#isNthChild(data, element, true);
      case "first-of-type":
        return this.#typeIndex(element) === 0;
      case "last-of-type":
        return this.#typeIndexFromEnd(element) === 0;
      case "only-of-type":
        return this.#typeIndex(element) === 0 && this.#typeIndexFromEnd(element) === 0;
      case "nth-last-of-type":
        return this.#isNth(data, this.#typeIndexFromEnd(element));
      case "has":
        return Array.isArray(data) && data.some((one) => this.#has(one, element));
      case "nth-of-type":
        return this.#isNth(data, this.#typeIndex(element));
      case "empty":
        return !element.isFilled;
      case "link":
      case "any-link":
      case "-webkit-any-link":
        return /^a(?:rea)?$/.test(element.name) && element.attributes.href !== undefined;
      case "checked":
        return isChecked(element);
      case "lang":
        return typeof data === "string" && isOfLanguage(element, data);
      case "dir":
        return typeof data === "string" && data.trim().toLowerCase() === directionOf(element);
      default: {
        const state = fieldStates.has(name) ? stateOf(name, element) : false;
        if (state === null) this.#isOpen = true;
        return state ?? false;
      }
    }
  }

  #typeIndex({ before, name }: MarkupElement): number {
    let index = 0;
    for (let left = before; left !== null && this.#steps >= 0; left = left.before, this.#steps--) {
      if (left.name === name) index++;
    }
    return index;
  }

  #typeIndexFromEnd({ after, name }: MarkupElement): number {
    let index = 0;
    for (let right = after; right !== null && this.#steps >= 0; right = right.after, this.#steps--) {
      if (right.name === name) index++;
    }
    return index;
  }

  /** Counts all children, or with `of` those that a list of selectors matches. Selectors 4 14.3 */
  #isNthChild(data: unknown, element: MarkupElement, fromEnd: boolean): boolean {
    if (typeof data !== "string") return false;
    const of = data.search(/\sof\s/i);
    if (of < 0)
      return this.#isNth(data, fromEnd ? element.parent!.children - 1 - element.index : element.index);
    const among = this.#listOf(data.slice(of + 4));
    const isAmong = (one: MarkupElement) => among.some((selector) => this.#matches(selector, 0, one));
    if (!isAmong(element)) return false;
    let index = 0;
    const next = (one: MarkupElement) => (fromEnd ? one.after : one.before);
    for (let other = next(element); other !== null && this.#steps >= 0; other = next(other))
      if (isAmong(other)) index++;
    return this.#isNth(data.slice(0, of), index);
  }

  #listOf(text: string): Selector[][] {
    const known = this.#lists.get(text);
    if (known !== undefined) return known;
    const list = knownSelectors(text)?.map((one) => one.toReversed()) ?? [];
    this.#lists.set(text, list);
    return list;
  }

  /** Whether an element below, or behind it where the selector says so, matches relative to it. Selectors 4 4.5 */
  #has(tokens: readonly Selector[], element: MarkupElement): boolean {
    const [first] = tokens;
    const isRelative = first !== undefined && ["child", "adjacent", "sibling"].includes(first.type);
    const selector = isRelative
      ? tokens.toReversed()
      : [...tokens.toReversed(), { type: "descendant" } as Selector];
    const isBehind = first?.type === "adjacent" || first?.type === "sibling";
    const around = isBehind ? element.parent : element;
    if (around === null) return false;
    const last = around.next === 0 ? this.#elements.length : around.next;
    for (let at = element.number + 1; at < last; at++) {
      if (this.#steps < 0) return false;
      if (this.#matches(selector, 0, this.#elements[at]!, element)) return true;
    }
    return false;
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

function isReal(element: MarkupElement | null): element is MarkupElement {
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
