// The elements and texts of an HTML mail with their places in the source, read by the sanitiser's own parser: what one sees as
// text, the other does. Linear.

import { Parser } from "htmlparser2";

export interface MarkupElement {
  name: string;
  attributes: Record<string, string>;
  parent: MarkupElement | null;
  /** The element before it under the same parent. */
  before: MarkupElement | null;
  /** The element behind it under the same parent. */
  after: MarkupElement | null;
  /** Where it stands among all elements. */
  number: number;
  /** The element's number under its parent, from 0. */
  index: number;
  /** Elements directly below it. */
  children: number;
  /** True: the element has text other than white space, or an element. */
  isFilled: boolean;
  /** The element's start tag in the source: [start, end). */
  start: number;
  end: number;
  /** The beginning of its end tag; where it has none, the place at which it ends. */
  close: number;
  /** The number of the first element behind it and all that it holds. */
  next: number;
  /** True: a page has it without a tag. HTML 13.2.6.4.3 */
  isImplied: boolean;
}

export interface Text {
  parent: MarkupElement;
  /** Entities resolved. */
  text: string;
  /** In the source: [start, end). */
  start: number;
  end: number;
}

/** Where an attribute stands in the source: [start, end). */
export interface AttributeSpan {
  name: string;
  start: number;
  end: number;
}

export interface Tree {
  /** Around all elements; none of the mail. */
  root: MarkupElement;
  elements: MarkupElement[];
  texts: Text[];
  comments: { parent: MarkupElement; text: string }[];
  /** Style sheets of the mail, in order. */
  styles: { css: string; media: string; owner: string }[];
  /** Attributes that may have to be changed: alternative texts of pictures, styles that hide, hidden. */
  attributes: Map<MarkupElement, AttributeSpan[]>;
  /** Elements that an end of a head or a body leaves open in a browser, and ends here; text follows. HTML 13.2.6.4.7 */
  torn: MarkupElement[];
  /** The source begins without a document type: browsers read it in quirks mode. */
  quirks: boolean;
}

const maxComments = 1000;
/** Styles that hide text, as sanitised HTML keeps them. */
const mayHide = /display|visibility|height/i;
/** Elements that do not begin a body. HTML 13.2.6.4.4 */
const beforeBody =
  /^(?:html|head|body|frameset|title|meta|link|style|script|base|basefont|bgsound|noframes|noscript|template)$/;

export function treeOf(html: string): Tree {
  const root = newElement("#root", {}, null);
  const tree: Tree = {
    root,
    elements: [],
    texts: [],
    comments: [],
    styles: [],
    attributes: new Map(),
    torn: [],
    quirks: true,
  };
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
  /** The body that is open without a tag. */
  let pageBody: MarkupElement | null = null;
  const leave = () => {
    if (top === pageBody) pageBody = null;
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
  /** Tags to which no element belongs: their ends end none. */
  const stray = { head: 0, body: 0 };
  const implyBody = () => {
    // Elements that no head holds end it. HTML 13.2.6.4.4
    if (top.name === "head") {
      leave();
      stray.head++;
    }
    imply(...(top === root ? ["html", "body"] : ["body"]));
    pageBody = top;
    isBodyless = false;
  };
  const isOutside = () =>
    isBodyless && (top === root || top.name === "head" || (top.name === "html" && top.parent === root));
  /** Elements that the tag ends which is read, beside its own; what such tags ended, until a text follows. */
  let ended: MarkupElement[] = [];
  let left: MarkupElement[] = [];
  const parser: Parser = new Parser(
    {
      onopentagname: () => {
        places = [];
        ended = [];
      },
      onattribute: (name, value) => {
        if (!(name === "alt" || name === "hidden" || (name === "style" && mayHide.test(value)))) return;
        if (!places.some((place) => place.name === name))
          places.push({ name, start: parser.startIndex, end: parser.endIndex });
      },
      onopentag: (name, attributes) => {
        if (isOutside() && !beforeBody.test(name)) implyBody();
        // The attributes of a second one are those of the body that is there. HTML 13.2.6.4.7
        if (name === "body" && pageBody !== null) {
          stray.body++;
          for (const [key, value] of Object.entries(attributes)) pageBody.attributes[key] ??= value;
          if (places.length > 0) tree.attributes.set(pageBody, places);
          places = [];
          return;
        }
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
          if (/^(?:head|body|html)$/.test(name)) left.push(...ended);
          ended = [];
        }
        if ((name === "head" || name === "body") && stray[name] > 0) {
          stray[name]--;
          return;
        }
        while (top.isImplied) leave();
        leave();
      },
      ontext: (text) => {
        if (ended.length > 0) ended = [];
        if (isBodyless && isOutside() && /\S/.test(text)) implyBody();
        if (left.length > 0 && /\S/.test(text)) {
          tree.torn.push(...left);
          left = [];
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
  const body = tree.elements.find(({ name }) => !beforeBody.test(name) || /^(?:body|frameset)$/.test(name));
  /** The name of the element around; what stands between head and body, or has neither around it, a browser puts into them. */
  const ownerOf = ({ parent, number }: MarkupElement) => {
    if (parent !== null && parent !== root && parent.name !== "html") return parent.name;
    return body === undefined || number < body.number ? "head" : "body";
  };
  for (const { parent, text } of tree.texts) {
    if (parent.name !== "style" || !/^(?:text\/css)?$/i.test((parent.attributes.type ?? "").trim())) continue;
    const media = (parent.attributes.media ?? "").toLowerCase();
    tree.styles.push({ css: text, media, owner: ownerOf(parent) });
  }
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

function newElement(
  name: string,
  attributes: Record<string, string>,
  parent: MarkupElement | null,
): MarkupElement {
  return {
    name,
    attributes,
    parent,
    before: null,
    after: null,
    number: 0,
    index: 0,
    children: 0,
    isFilled: false,
    start: 0,
    end: 0,
    close: 0,
    next: 0,
    isImplied: false,
  };
}
