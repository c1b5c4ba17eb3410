// Elements of a mail's tree, as both of its builders make them, and the style sheets among them.
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
  /** The source begins without a document type: browsers read it in quirks mode. */
  quirks: boolean;
  /** False: browsers nest its elements otherwise. */
  isCertain: boolean;
  /** The elements around a text as the sanitiser nests them. */
  around: (text: Text) => MarkupElement;
}

export const maxComments = 1000;

/** Elements that do not begin a body. HTML 13.2.6.4.4 */
export const beforeBody =
  /^(?:html|head|body|frameset|title|meta|link|style|script|base|basefont|bgsound|noframes|noscript|template)$/;

export function newElement(
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

export function newTree(quirks: boolean): Tree {
  return {
    root: newElement("#root", {}, null),
    elements: [],
    texts: [],
    comments: [],
    styles: [],
    attributes: new Map(),
    quirks,
    isCertain: true,
    around: ({ parent }) => parent,
  };
}

/** Reads the style sheets of a tree from its texts; those of templates are none. */
export function addStyles(tree: Tree): void {
  const { root } = tree;
  const body = tree.elements.find(({ name }) => !beforeBody.test(name) || /^(?:body|frameset)$/.test(name));
  /** The name of the element around; what stands between head and body, or has neither around it, a browser puts into them. */
  const ownerOf = ({ parent, number }: MarkupElement) => {
    if (parent !== null && parent !== root && parent.name !== "html") return parent.name;
    return body === undefined || number < body.number ? "head" : "body";
  };
  for (const { parent, text } of tree.texts) {
    if (parent.name !== "style" || !/^(?:text\/css)?$/i.test((parent.attributes.type ?? "").trim())) continue;
    if (isInTemplate(parent)) continue;
    const media = (parent.attributes.media ?? "").toLowerCase();
    tree.styles.push({ css: text, media, owner: ownerOf(parent) });
  }
}

function isInTemplate(element: MarkupElement): boolean {
  for (let up = element.parent; up !== null; up = up.parent) if (up.name === "template") return true;
  return false;
}
