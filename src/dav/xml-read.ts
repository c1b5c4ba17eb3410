// Reads the XML of requests: well-formed, with namespaces, without a document type and so without entities of its own,
// bounded in size and depth. RFC 4918 17, 20.6
import { SaxesParser } from "saxes";

/** Octets of a body. */
export const LONGEST_XML = 1024 * 1024;
const DEEPEST = 32;
const MOST_ELEMENTS = 50_000;

export interface Element {
  /** `{namespace}name` */
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  /** Its own text. */
  text: string;
}

export class BadXml extends Error {
  override readonly name = "BadXml";
}

/** The root element. @throws BadXml */
export function readXml(text: string): Element {
  const parser = new SaxesParser({ xmlns: true });
  const open: Element[] = [];
  let root: Element | null = null;
  let count = 0;
  const refuse = (why: string): never => {
    throw new BadXml(why);
  };
  parser.on("error", (error) => refuse(error.message.slice(0, 200)));
  parser.on("doctype", () => refuse("A document type is not read."));
  parser.on("opentag", ({ uri, local, attributes }) => {
    if (++count > MOST_ELEMENTS || open.length === DEEPEST)
      refuse("There are too many elements, or too deep ones.");
    const element: Element = { name: `{${uri}}${local}`, attributes: {}, children: [], text: "" };
    for (const { local: name, value, prefix } of Object.values(attributes))
      if (prefix !== "xmlns" && name !== "xmlns") element.attributes[name] = value;
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (part: string) => {
    const here = open.at(-1);
    if (here) here.text += part;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => void open.pop());
  parser.write(text).close();
  return root ?? refuse("The body is empty.");
}

export function childOf(element: Element | null, name: string): Element | null {
  return element?.children.find((child) => child.name === name) ?? null;
}

export function childrenOf(element: Element | null, name: string): Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}
