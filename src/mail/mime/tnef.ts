// Reads Outlook's winmail.dat (MS-OXTNEF): its files and its text. The npm reader (node-tnef) pulls in a logger and
// a command line and reads past its input's end; this one is bounded by the input, linear, and never throws.

import { decodeCharset, latin1 } from "./charset.ts";

export interface TnefFile {
  filename: string;
  contentType: string | null;
  contentId: string | null;
  bytes: Buffer;
}

export interface Tnef {
  files: TnefFile[];
  text: string | null;
  html: string | null;
}

const signature = 0x223e9f78;
const maxFiles = 500;

// MS-OXTNEF 2.1.3.4
const attAttachTitle = 0x00018010;
const attAttachData = 0x0006800f;
const attAttachRendData = 0x00069002;
const attAttachment = 0x00069005;
const attMsgProps = 0x00069003;
const attBody = 0x0002800c;

// MS-OXPROPS
const pidBody = 0x1000;
const pidHtml = 0x1013;
const pidAttachLongFilename = 0x3707;
const pidAttachFilename = 0x3704;
const pidAttachMimeTag = 0x370e;
const pidAttachContentId = 0x3712;
const pidAttachDataBinary = 0x3701;
const pidInternetCodepage = 0x3fde;

interface Property {
  id: number;
  values: (Buffer | string | number)[];
}

/** Reads a TNEF stream; the result is empty for other bytes. */
export function readTnef(bytes: Buffer): Tnef {
  const tnef: Tnef = { files: [], text: null, html: null };
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== signature) return tnef;
  let file: TnefFile | null = null;
  let at = 6;
  // Each attribute: level, id, length, data, checksum. MS-OXTNEF 2.1.3.1
  while (at + 9 <= bytes.length && tnef.files.length <= maxFiles) {
    const id = bytes.readUInt32LE(at + 1);
    const length = bytes.readUInt32LE(at + 5);
    const data = bytes.subarray(at + 9, at + 9 + length);
    at += 9 + length + 2;
    if (id === attAttachRendData) {
      file = { filename: "", contentType: null, contentId: null, bytes: Buffer.alloc(0) };
      tnef.files.push(file);
    } else if (id === attAttachTitle && file) file.filename ||= oneByteText(data);
    else if (id === attAttachData && file) file.bytes = data;
    else if (id === attAttachment && file) applyFileProperties(file, readProperties(data));
    else if (id === attBody) tnef.text ??= oneByteText(data);
    else if (id === attMsgProps) applyMessageProperties(tnef, readProperties(data));
  }
  tnef.files = tnef.files.filter((each) => each.bytes.length > 0 || each.filename !== "");
  return tnef;
}

function applyFileProperties(file: TnefFile, properties: Property[]): void {
  const text = (id: number) => textOf(properties.find((each) => each.id === id));
  file.filename = text(pidAttachLongFilename) ?? (file.filename || text(pidAttachFilename)) ?? "";
  const type = text(pidAttachMimeTag)?.trim().toLowerCase();
  if (type && /^[\w.+-]+\/[\w.+-]+$/.test(type)) file.contentType = type;
  file.contentId = text(pidAttachContentId) || null;
  const data = properties.find((each) => each.id === pidAttachDataBinary)?.values[0];
  if (data instanceof Buffer && file.bytes.length === 0) file.bytes = data;
}

function applyMessageProperties(tnef: Tnef, properties: Property[]): void {
  const body = textOf(properties.find((each) => each.id === pidBody));
  if (body) tnef.text = body;
  const html = properties.find((each) => each.id === pidHtml)?.values[0];
  const codepage = properties.find((each) => each.id === pidInternetCodepage)?.values[0];
  if (html instanceof Buffer)
    tnef.html = decodeCharset(html, codepage === 65001 ? "utf-8" : codepage ? `cp${codepage}` : null);
  else if (typeof html === "string") tnef.html = html;
}

function textOf(property: Property | undefined): string | null {
  const value = property?.values[0];
  return typeof value === "string" ? value : null;
}

/** Reads a property list; stops at the first invalid property. MS-OXTNEF 2.1.3.4.1, MS-OXCDATA 2.11.1 */
function readProperties(data: Buffer): Property[] {
  const properties: Property[] = [];
  if (data.length < 4) return properties;
  const count = Math.min(data.readUInt32LE(0), 2000);
  let at = 4;
  for (let i = 0; i < count && at + 4 <= data.length; i++) {
    const type = data.readUInt16LE(at);
    const id = data.readUInt16LE(at + 2);
    at += 4;
    if (id >= 0x8000) {
      at = skipPropertyName(data, at);
      if (at < 0) break;
    }
    const read = readValues(data, at, type);
    if (read === null) break;
    properties.push({ id, values: read.values });
    at = read.next;
  }
  return properties;
}

/** A named property carries a GUID and a number or a name. */
function skipPropertyName(data: Buffer, at: number): number {
  if (at + 24 > data.length) return -1;
  if (data.readUInt32LE(at + 16) === 0) return at + 24;
  return at + 24 + padded(data.readUInt32LE(at + 20));
}

function readValues(
  data: Buffer,
  from: number,
  type: number,
): { values: Property["values"]; next: number } | null {
  const fixed = fixedSizes[type & 0xefff];
  const multiple = (type & 0x1000) !== 0;
  const variable = fixed === undefined;
  let at = from;
  let count = 1;
  if (multiple || variable) {
    if (at + 4 > data.length) return null;
    count = data.readUInt32LE(at);
    at += 4;
  }
  const values: Property["values"] = [];
  for (let i = 0; i < count; i++) {
    let size = fixed ?? 0;
    if (variable) {
      if (at + 4 > data.length) return null;
      size = data.readUInt32LE(at);
      at += 4;
    }
    if (at + size > data.length || size + (variable ? 4 : 0) === 0) return null;
    if (values.length < 10) values.push(propertyValue(data.subarray(at, at + size), type & 0xefff));
    at += padded(size);
  }
  return { values, next: at };
}

/** Bytes of each property type that has a fixed size (in the stream: at least four). MS-OXCDATA 2.11.1 */
// biome-ignore format: a table
const fixedSizes: Record<number, number | undefined> = {
  2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16,
};

function propertyValue(bytes: Buffer, type: number): Buffer | string | number {
  if (type === 0x0003 && bytes.length >= 4) return bytes.readInt32LE(0);
  if (type === 0x001e) return oneByteText(bytes);
  if (type === 0x001f) return decodeCharset(bytes, "utf-16le");
  // An embedded object begins with its interface's GUID.
  return type === 0x000d ? bytes.subarray(16) : bytes;
}

function padded(size: number): number {
  return (size + 3) & ~3;
}

/** NUL-terminated text in the sender's code page. */
function oneByteText(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  const text = end < 0 ? bytes : bytes.subarray(0, end);
  return text.length === 0 ? latin1(text) : decodeCharset(text, null);
}
