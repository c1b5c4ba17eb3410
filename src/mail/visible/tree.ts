// The elements and texts of an HTML mail with their places in the source, read by the sanitiser's own parser: what one sees as
// text, the other does. A mail whose tags browsers nest otherwise is read as they do (browser-tree.ts). Linear.

import { Parser } from "htmlparser2";
import { browserTree } from "./browser-tree.ts";
import {
  type AttributeSpan,
  addStyles,
  beforeBody,
  type MarkupElement,
  maxComments,
  newElement,
  newTree,
  type Tree,
} from "./elements.ts";
import { Nesting } from "./misnested.ts";

export type { MarkupElement, Text, Tree } from "./elements.ts";

/** Styles that hide text, as sanitised HTML keeps them. */
const mayHide = /display|visibility|height/i;

export function treeOf(html: string): Tree {
  const read = readTree(html);
  const tree = read.isCertain ? read : asBrowsersDo(html, read);
  addStyles(tree);
  return tree;
}

function asBrowsersDo(html: string, read: Tree): Tree {
  const tree = browserTree(html);
  if (tree === null) return read;
  for (const [element, spans] of read.attributes) {
    const own = spans.filter(({ name }) => name !== "alt");
    if (own.length > 0) tree.attributes.set(element, own);
  }
  const { texts } = read;
  return {
    ...tree,
    around({ start, parent }) {
      let [from, to] = [0, texts.length];
      while (from < to) {
        const middle = (from + to) >> 1;
        if (texts[middle]!.end > start) to = middle;
        else from = middle + 1;
      }
      return texts[from]?.parent ?? parent;
    },
  };
}

/** Whether the attribute may have to be changed. */
function isChanged(name: string, value: string): boolean {
  return name === "alt" || name === "hidden" || (name === "style" && mayHide.test(value));
}

/** Without style sheets. */
function readTree(html: string): Tree {
  const tree = newTree(true);
  const { root } = tree;
  let top = root;
  let places: AttributeSpan[] = [];
  const lastChild = new Map<MarkupElement, MarkupElement>();
  const add = (name: string, attributes: Record<string, string>): MarkupElement => {
    const element = newElement(name, attributes, top);
    const before = lastChild.get(top) ?? null;
    // Rows are put into a body of their own. HTML 13.2.6.4.9
    const isFirstRow = top.name === "table" && name === "tr" && before !== null && before.name !== "tr";
    if (before !== null && !isFirstRow) {
      element.before = before;
      before.after = element;
    }
    element.number = tree.elements.length;
    element.index = top.children;
    if (top.name !== "table" || !/^(?:caption|col|colgroup)$/.test(name)) top.children++;
    element.start = parser.startIndex;
    element.end = parser.endIndex + 1;
    top.isFilled = true;
    lastChild.set(top, element);
    tree.elements.push(element);
    top = element;
    return element;
  };
  const leave = () => {
    top.next = tree.elements.length;
    top.close = parser.startIndex;
    lastChild.delete(top);
    top = top.parent ?? root;
  };
  // Elements that every page has, written or not (html, body), matter only to selectors of a style sheet.
  let isBodyless = /<style[\s>]/i.test(html);
  const imply = (...names: string[]) => {
    for (const name of names) {
      const element = add(name, {});
      element.end = element.start;
      element.isImplied = true;
    }
  };
  /** Heads that are ended: their end tags end nothing. */
  let strayHeads = 0;
  const implyBody = () => {
    // Elements that no head holds end it. HTML 13.2.6.4.4
    if (top.name === "head") {
      leave();
      strayHeads++;
    }
    imply(...(top === root ? ["html", "body"] : ["body"]));
    isBodyless = false;
  };
  const isOutside = () =>
    isBodyless && (top === root || top.name === "head" || (top.name === "html" && top.parent === root));
  const nesting = new Nesting(html);
  /** Elements that the tag ends which is read, beside its own. */
  let ended: MarkupElement[] = [];
  /** The end of a head, a body or a page ended others, which are open still where something follows. HTML 13.2.6.4.7 */
  let isTorn = false;
  /** Something stands in the body. */
  let hasBegun = false;
  const parser: Parser = new Parser(
    {
      onopentagname: (name) => {
        places = [];
        // A paragraph of an old page goes on around a table. HTML 13.2.6.4.7
        tree.isCertain &&= !(name === "table" && tree.quirks && ended.some((one) => one.name === "p"));
        ended = [];
      },
      onattribute: (name, value) => {
        if (!isChanged(name, value)) return;
        if (!places.some((place) => place.name === name))
          places.push({ name, start: parser.startIndex, end: parser.endIndex });
      },
      onopentag: (name, attributes) => {
        const isPage = /^(?:html|head|body)$/.test(name);
        // The attributes of a second one are those of the first. HTML 13.2.6.4.7
        const isElsewhere = () =>
          isPage
            ? hasBegun && nesting.isPageAgain(attributes, top)
            : nesting.isPutElsewhere(name, attributes, top);
        tree.isCertain &&= !isTorn && !isElsewhere();
        hasBegun ||= name === "body" || !beforeBody.test(name);
        if (isOutside() && !beforeBody.test(name)) implyBody();
        if (
          isBodyless &&
          top === root &&
          /^(?:head|body)$/.test(name) &&
          lastChild.get(root)?.name !== "html"
        )
          imply("html");
        if (name === "body") isBodyless = false;
        const element = add(name, attributes);
        if (places.length > 0) tree.attributes.set(element, places);
        places = [];
      },
      onclosetag: (name, isAlso) => {
        // Elements that hold nothing end in their own tag.
        if (isAlso && top.start !== parser.startIndex) ended.push(top);
        else if (!isAlso) {
          isTorn ||= ended.length > 0 && /^(?:head|body|html)$/.test(name);
          tree.isCertain &&= !nesting.endsOtherwise(top, ended, parser.endIndex + 1);
          ended = [];
        }
        if (name === "head" && strayHeads > 0) {
          strayHeads--;
          return;
        }
        while (top.isImplied) leave();
        leave();
      },
      ontext: (text) => {
        if (ended.length > 0) ended = [];
        if (isBodyless && isOutside() && /\S/.test(text)) implyBody();
        if (/\S/.test(text)) {
          hasBegun ||= top === root || top.name === "html";
          tree.isCertain &&= !isTorn && !nesting.isTextElsewhere(top);
        }
        const last = tree.texts.at(-1);
        const [start, end] = [parser.startIndex, parser.endIndex + 1];
        if (last !== undefined && last.parent === top && last.end === start) {
          last.text += text;
          last.end = end;
        } else tree.texts.push({ parent: top, text, start, end });
        if (!top.isFilled && /\S/.test(text)) top.isFilled = true;
      },
      oncomment: (text) => {
        if (tree.comments.length < maxComments) tree.comments.push({ parent: top, text });
      },
      onprocessinginstruction: (name, data) => {
        if (name.toLowerCase() === "!doctype" && tree.elements.length === 0) tree.quirks = isQuirky(data);
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  for (; top !== root; top = top.parent ?? root) [top.next, top.close] = [tree.elements.length, html.length];
  return tree;
}

/** HTML 13.2.6.4.1: the document types of old pages. */
function isQuirky(declaration: string): boolean {
  if (!/^!doctype\s+html\b/i.test(declaration)) return true;
  const [, id = ""] = /public\s+["']([^"']*)/i.exec(declaration) ?? [];
  if (/^-\/\/w3c\/\/dtd html 4\.01 (?:transitional|frameset)\/\//i.test(id))
    return !/https?:/i.test(declaration);
  return (
    /^-\/\/(?:w3c\/\/dtd html (?:2|3|4\.0)|ietf|microsoft|netscape|softquad|w3o|webtechs)/i.test(id) &&
    !/4\.01/.test(id)
  );
}
