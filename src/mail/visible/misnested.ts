// Tells tags that browsers nest otherwise than the sanitiser's parser does, which ends the innermost elements and moves nothing, where
// what they hold may look otherwise then.
// HTML 13.2.6.4.7 (body), 13.2.6.4.9 (table)
import type { MarkupElement } from "./elements.ts";

const namesOf = (names: string) => new Set(names.split(" "));

/** Elements that go on behind the block that ends while they are open. HTML 13.2.4.3 */
const formatting = namesOf("a b big code em font i nobr s small strike strong tt u");
/** Elements that end an open paragraph. */
const endsParagraph = namesOf(
  "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li dd dt listing main menu nav ol p pre search section summary table ul xmp plaintext",
);
/** Elements within which an end tag looks for its own. HTML 13.2.4.2 */
const scopes = namesOf("applet caption html table td th marquee object select template button");
const markers = namesOf("applet caption td th marquee object template");
const tableParts = namesOf("caption colgroup col tbody thead tfoot tr td th");
const tableEnds = namesOf("table caption colgroup tbody thead tfoot tr td th body html");
/** Elements in which no text stands. */
const textless = namesOf("table tbody thead tfoot tr colgroup");
const inAnyTable = namesOf("style script template input");
const special = namesOf(
  "address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp",
);
const walkedThrough = namesOf("address div p");

const partsOf: Readonly<Record<string, ReadonlySet<string>>> = {
  tr: namesOf("table tbody thead tfoot"),
  td: namesOf("tr"),
  th: namesOf("tr"),
  tbody: namesOf("table"),
  thead: namesOf("table"),
  tfoot: namesOf("table"),
  caption: namesOf("table"),
  colgroup: namesOf("table"),
  col: namesOf("table colgroup"),
};

/** Attributes by which an element looks otherwise. */
const looking =
  /^(?:style|class|id|hidden|popover|color|size|bgcolor|background|text|link|dir|width|height|open)$/;

/** Whether an element changes no look; in a mail with style sheets any may. */
function isPlain({ attributes }: Pick<MarkupElement, "attributes">): boolean {
  for (const name in attributes) if (looking.test(name)) return false;
  return true;
}

export class Nesting {
  readonly #hasStyles: boolean;

  constructor(private readonly html: string) {
    this.#hasStyles = /<style[\s>]/i.test(html);
  }

  /** Whether a start tag below `parent` stands elsewhere in a browser, or ends more, and its look or theirs may be another. */
  isPutElsewhere(name: string, attributes: Record<string, string>, parent: MarkupElement): boolean {
    const outermost = leftBy(name, parent);
    if (outermost === null) return false;
    return !isPlain({ attributes }) || this.#mayLook(parent, outermost);
  }

  /** As `isPutElsewhere`, of text. */
  isTextElsewhere(parent: MarkupElement): boolean {
    return textless.has(parent.name) && this.#mayLook(parent, tableOf(parent));
  }

  /** Whether a second `html`, `head` or `body` may change the page. */
  isPageAgain(attributes: Record<string, string>, parent: MarkupElement): boolean {
    return !isPlain({ attributes }) || !/^(?:#root|html|body)$/.test(parent.name);
  }

  /**
   * Whether a browser ends others with an end tag, or none, and the looks of what follows may be others.
   * @param ended what the parser ends with it, the innermost first
   * @param behind where the end tag ends
   */
  endsOtherwise(element: MarkupElement, ended: readonly MarkupElement[], behind: number): boolean {
    if (ended.length === 0 || !endsOthers(element.name, ended)) return false;
    if (!this.#hasStyles && isPlain(element) && ended.every(isPlain)) return false;
    return !this.#endsFollow(ended, behind);
  }

  /** Whether the end tags of all these follow, in whatever order, with nothing between. */
  #endsFollow(ended: readonly MarkupElement[], from: number): boolean {
    const names = ended.map(({ name }) => name);
    endTag.lastIndex = from;
    for (let match = endTag.exec(this.html); match !== null; match = endTag.exec(this.html)) {
      const at = names.indexOf(match[1]!.toLowerCase());
      if (at < 0) return false;
      names.splice(at, 1);
      if (names.length === 0) return true;
    }
    return false;
  }

  #mayLook(from: MarkupElement, to: MarkupElement): boolean {
    if (this.#hasStyles) return true;
    for (let up: MarkupElement | null = from; up !== null; up = up.parent) {
      if (!isPlain(up)) return true;
      if (up === to) return false;
    }
    return false;
  }
}

const endTag = /\s{0,20}<\/([a-z][a-z\d]{0,20})\s{0,20}>/iy;

/** The outermost of the elements that a start tag leaves below `parent` in a browser; null: it leaves none. */
function leftBy(name: string, parent: MarkupElement): MarkupElement | null {
  if (tableParts.has(name)) return partsOf[name]!.has(parent.name) ? null : tableOf(parent);
  if (textless.has(parent.name) && !inAnyTable.has(name)) return tableOf(parent);
  const paragraph = endsParagraph.has(name) ? within(parent, "p", scopes) : null;
  if (paragraph !== null) return paragraph;
  if (name === "li") return itemOpen(parent, "li");
  if (name === "dd" || name === "dt") return itemOpen(parent, "dd") ?? itemOpen(parent, "dt");
  if (name === "a" || name === "nobr") return within(parent, name, markers);
  return name === "button" ? within(parent, name, scopes) : null;
}

/** The table around an element, or else itself. */
function tableOf(element: MarkupElement): MarkupElement {
  return within(element, "table", new Set()) ?? element;
}

function endsOthers(name: string, ended: readonly MarkupElement[]): boolean {
  if (/^(?:head|body|html)$/.test(name)) return false;
  if (formatting.has(name) || name === "form") return true;
  if (tableEnds.has(name)) return name !== "table" && ended.some((one) => one.name === "table");
  return ended.some(
    (one) =>
      formatting.has(one.name) ||
      scopes.has(one.name) ||
      (name === "li" && (one.name === "ul" || one.name === "ol")) ||
      (!special.has(name) && special.has(one.name)),
  );
}

function within(element: MarkupElement, name: string, bounds: ReadonlySet<string>): MarkupElement | null {
  for (let up: MarkupElement | null = element; up !== null; up = up.parent) {
    if (up.name === name) return up;
    if (bounds.has(up.name)) return null;
  }
  return null;
}

/** The item of a list that is open and that the next one ends. */
function itemOpen(element: MarkupElement, name: string): MarkupElement | null {
  for (let up: MarkupElement | null = element; up !== null; up = up.parent) {
    if (up.name === name) return up;
    if (special.has(up.name) && !walkedThrough.has(up.name)) return null;
  }
  return null;
}
