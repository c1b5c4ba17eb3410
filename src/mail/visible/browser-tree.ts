// The tree of a mail whose tags are not nested as HTML has them, as browsers build it: formatting that goes on behind the block in
// which it began, text of a table that stands before it, attributes of a second body. HTML 13.2.6. Bounded in steps.
import { type DefaultTreeAdapterTypes as Dom, defaultTreeAdapter as nodes, parse } from "parse5";
import { type MarkupElement, maxComments, newElement, newTree, type Tree } from "./elements.ts";

/** Elements that a tag of the source may stand for, on average; beyond, formatting goes on in ever more blocks. */
const elementsPerTag = 8;
/** Children that are looked through to put nodes between others. */
const stepsPerTag = 1000;

class Spent extends Error {}

/** Null: it would have far more elements than tags. */
export function browserTree(html: string): Tree | null {
  const tags = html.split("<").length;
  let elements = 100 + elementsPerTag * tags;
  let steps = 10_000 + stepsPerTag * Math.min(tags, 20_000);
  const walk = (parent: Dom.ParentNode) => {
    steps -= 1 + parent.childNodes.length;
    if (steps < 0) throw new Spent();
  };
  const treeAdapter: typeof nodes = {
    ...nodes,
    createElement(name, namespace, attributes) {
      elements--;
      if (elements < 0) throw new Spent();
      return nodes.createElement(name, namespace, attributes);
    },
    // Texts keep their own places in the source: they are never joined here.
    insertText: (parent, text) => nodes.appendChild(parent, nodes.createTextNode(text)),
    insertTextBefore(parent, text, next) {
      walk(parent);
      nodes.insertBefore(parent, nodes.createTextNode(text), next);
    },
    insertBefore(parent, node, next) {
      walk(parent);
      nodes.insertBefore(parent, node, next);
    },
    detachNode(node) {
      if (node.parentNode) walk(node.parentNode);
      nodes.detachNode(node);
    },
  };
  try {
    const page = parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false, treeAdapter });
    return treeOfPage(page);
  } catch (error) {
    if (error instanceof Spent) return null;
    throw error;
  }
}

function treeOfPage(page: Dom.Document): Tree {
  const tree = newTree(page.mode === "quirks");
  /** Where elements begin that have a tag: one that goes on elsewhere has the tag of the first. */
  const begun = new Set<number>();
  const open = (node: Dom.Element, parent: MarkupElement): MarkupElement => {
    const attributes: Record<string, string> = {};
    for (const { prefix, name, value } of node.attrs)
      attributes[prefix ? `${prefix}:${name}` : name] ??= value;
    const element = newElement(node.tagName, attributes, parent);
    element.number = tree.elements.length;
    element.index = parent.children;
    parent.children++;
    parent.isFilled = true;
    const place = node.sourceCodeLocation;
    element.isImplied = place == null || begun.has(place.startOffset);
    if (place != null && !element.isImplied) {
      begun.add(place.startOffset);
      element.start = place.startOffset;
      element.end = place.startTag?.endOffset ?? place.endOffset;
      element.close = Math.max(element.end, place.endTag?.startOffset ?? place.endOffset);
      const span = place.attrs?.alt;
      if (span) tree.attributes.set(element, [{ name: "alt", start: span.startOffset, end: span.endOffset }]);
    }
    tree.elements.push(element);
    return element;
  };
  const addText = ({ value, sourceCodeLocation }: Dom.TextNode, parent: MarkupElement) => {
    if (sourceCodeLocation == null) return;
    const { startOffset: start, endOffset: end } = sourceCodeLocation;
    const last = tree.texts.at(-1);
    if (last !== undefined && last.parent === parent && last.end === start) {
      last.text += value;
      last.end = end;
    } else tree.texts.push({ parent, text: value, start, end });
    if (/\S/.test(value)) parent.isFilled = true;
  };
  // Without recursion: formatting that goes on nests deeply.
  const path: {
    nodes: readonly Dom.ChildNode[];
    at: number;
    element: MarkupElement;
    last: MarkupElement | null;
  }[] = [{ nodes: page.childNodes, at: 0, element: tree.root, last: null }];
  for (let level = path.at(-1); level !== undefined; level = path.at(-1)) {
    const node = level.nodes[level.at++];
    if (node === undefined) {
      level.element.next = tree.elements.length;
      path.pop();
    } else if (nodes.isTextNode(node)) addText(node, level.element);
    else if (nodes.isCommentNode(node)) {
      if (tree.comments.length < maxComments) tree.comments.push({ parent: level.element, text: node.data });
    } else if (nodes.isElementNode(node)) {
      const element = open(node, level.element);
      element.before = level.last;
      if (level.last !== null) level.last.after = element;
      level.last = element;
      const inside = "content" in node ? node.content.childNodes : node.childNodes;
      path.push({ nodes: inside, at: 0, element, last: null });
    }
  }
  return tree;
}
