// Mail, attached: the parts of a document that is XML in a ZIP archive, as Office Open XML (ECMA-376 2) and OpenDocument are.
import { unzipSync } from "fflate";
import { SaxesParser } from "saxes";
import { decodeCharset } from "../mime/charset.ts";
import { limits } from "./text.ts";

export type ArchiveParts = Readonly<Record<string, Uint8Array>>;

const maxParts = 2000;

/** The parts of these names, as long as they stay within what is unpacked. @throws Error the archive is broken */
export function partsOf(bytes: Uint8Array, wanted: RegExp): ArchiveParts {
  let size = 0;
  let count = 0;
  return unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!wanted.test(name) || ++count > maxParts || size + originalSize > limits.unpacked) return false;
      size += originalSize;
      return true;
    },
  });
}

/** Names without their prefixes: a document chooses those. Of `id` and `r:id`, the second counts. */
export interface PartElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  parent: PartElement | null;
}

export interface PartEvents {
  open?: (element: PartElement) => void;
  text?: (text: string, element: PartElement) => void;
  close?: (element: PartElement) => void;
}

/** Reads a part, and nothing where it is missing. @throws Error it is no XML */
export function readXml(part: Uint8Array | undefined, reader: PartEvents): void {
  if (part === undefined) return;
  const parser = new SaxesParser();
  let current: PartElement | null = null;
  parser.on("opentag", ({ name, attributes }) => {
    const own: Record<string, string> = {};
    for (const [key, value] of Object.entries(attributes))
      if (key.includes(":") || own[key] === undefined) own[local(key)] = value;
    current = { name: local(name), attributes: own, parent: current };
    reader.open?.(current);
  });
  parser.on("text", (text) => {
    if (current !== null) reader.text?.(text, current);
  });
  parser.on("cdata", (text) => {
    if (current !== null) reader.text?.(text, current);
  });
  parser.on("closetag", () => {
    if (current === null) return;
    reader.close?.(current);
    current = current.parent;
  });
  parser.on("error", (error) => {
    throw error;
  });
  // Both standards allow UTF-8 and UTF-16 alone.
  parser.write(decodeCharset(part, isWide(part) ? "utf-16" : "utf-8")).close();
}

function isWide([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** ECMA-376 1, ST_OnOff: an element without a value is on. */
export function isOn(value: string | undefined): boolean {
  return value === undefined || !/^(?:0|false|off)$/i.test(value);
}

/** The targets of a part's relations by their id. ECMA-376 2, 9.3 */
export function targetsOf(parts: ArchiveParts, part: string): Map<string, string> {
  const at = part.lastIndexOf("/") + 1;
  const folder = part.slice(0, at);
  const targets = new Map<string, string>();
  readXml(parts[`${folder}_rels/${part.slice(at)}.rels`], {
    open: ({ name, attributes: { Id, Target } }) => {
      if (name === "Relationship" && Id && Target) targets.set(Id, resolved(folder, Target));
    },
  });
  return targets;
}

function resolved(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of `${target.startsWith("/") ? "" : folder}${target}`.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}
