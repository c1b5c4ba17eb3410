// Reads the XML of requests: well-formed, with namespaces, without a document type and so without entities of its own,
// bounded in size and depth. RFC 4918 17, 20.6
import { SaxesParser } from "saxes";
import { Pauses } from "../lib/pauses.ts";

const maxDepth = 32;
const maxElements = 50_000;
/** Attributes of one element, with declarations of namespaces. */
const maxAttributes = 1000;

export interface XmlElement {
  /** `{namespace}name` */
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** The element's own text, without that of its children. */
  text: string;
}

export class BadXml extends Error {
  override readonly name = "BadXml";
}

class XmlReader {
  readonly #parser = new SaxesParser({ xmlns: true });
  #root: XmlElement | null = null;

  constructor() {
    const parser = this.#parser;
    const open: XmlElement[] = [];
    let count = 0;
    let attributesOfTag = 0;
    parser.on("error", (error) => refuse(error.message.slice(0, 200)));
    parser.on("doctype", () => refuse("A document type is not read."));
    parser.on("opentagstart", () => {
      attributesOfTag = 0;
      if (++count > maxElements || open.length === maxDepth)
        refuse("There are too many elements, or too deep ones.");
    });
    parser.on("attribute", () => {
      if (++attributesOfTag > maxAttributes) refuse("An element has too many attributes.");
    });
    parser.on("opentag", ({ uri, local, attributes }) => {
      const element: XmlElement = { name: `{${uri}}${local}`, attributes: {}, children: [], text: "" };
      for (const { local: name, value, prefix } of Object.values(attributes))
        if (prefix !== "xmlns" && name !== "xmlns") element.attributes[name] = value;
      open.at(-1)?.children.push(element);
      this.#root ??= element;
      open.push(element);
    });
    const addText = (part: string) => {
      const here = open.at(-1);
      if (here) here.text += part;
    };
    parser.on("text", addText);
    parser.on("cdata", addText);
    parser.on("closetag", () => void open.pop());
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  /** The root element. */
  end(): XmlElement {
    this.#parser.close();
    return this.#root ?? refuse("The body is empty.");
  }
}

function refuse(why: string): never {
  throw new BadXml(why);
}

/** The root element. @throws BadXml */
export function readXml(text: string): XmlElement {
  const reader = new XmlReader();
  reader.write(text);
  return reader.end();
}

/** Characters that are read between two looks at the clock. */
const chunkLength = 16 * 1024;

/** As readXml, of texts of any size that is let in. @throws BadXml */
export async function readLargeXml(text: string): Promise<XmlElement> {
  const reader = new XmlReader();
  const pauses = new Pauses();
  for (let at = 0; at < text.length; at += chunkLength) {
    if (pauses.isDue) await pauses.take();
    reader.write(text.slice(at, at + chunkLength));
  }
  return reader.end();
}

export function childOf(element: XmlElement | null, name: string): XmlElement | null {
  return element?.children.find((child) => child.name === name) ?? null;
}

export function childrenOf(element: XmlElement | null, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}
