// BODY and BODYSTRUCTURE. RFC 9051 7.5.2, 9 `body`. The structure was scanned when the mail came (mail/mime/structure.ts).

import type { PartStructure } from "../../mail/mime/structure.ts";
import type { ResponseWriter } from "../wire/writer.ts";
import { writeEnvelope } from "./envelope.ts";

/** @param extended BODYSTRUCTURE; false leaves extension data out, as BODY must. Depth is bounded by the scan. */
export function writeBodyStructure(writer: ResponseWriter, part: PartStructure, extended: boolean): void {
  writer.open();
  if (part.type === "multipart") {
    for (const child of part.parts) writeBodyStructure(writer, child, extended);
    writer.space().string(part.subtype);
    if (extended) {
      writeParams(writer.space(), part.params);
      writeExtension(writer, part);
    }
  } else {
    writeSingle(writer, part, extended);
    if (extended) {
      writer.space().nstring(part.md5);
      writeExtension(writer, part);
    }
  }
  writer.close();
}

function writeSingle(writer: ResponseWriter, part: PartStructure, extended: boolean): void {
  writer.string(part.type).space().string(part.subtype);
  writeParams(writer.space(), part.type === "text" ? withCharset(part.params) : part.params);
  writer.space().nstring(part.id).space().nstring(part.description).space().string(part.encoding);
  writer.space().number(part.end - part.bodyStart);
  const [inner] = part.parts;
  if (part.type === "text") writer.space().number(part.lines);
  else if (inner && part.envelope && isMessage(writer, part)) {
    writeEnvelope(writer.space(), part.envelope);
    writeBodyStructure(writer.space(), inner, extended);
    writer.space().number(part.lines);
  }
}

/** message/global has the form of a message from IMAP4rev2 on; older clients take it for a plain part. RFC 9051 A */
function isMessage(writer: ResponseWriter, part: PartStructure): boolean {
  return part.type === "message" && (part.subtype === "rfc822" || (part.subtype === "global" && writer.utf8));
}

/** disposition, language, location */
function writeExtension(writer: ResponseWriter, part: PartStructure): void {
  writer.space();
  if (part.disposition === null) writer.nil();
  else {
    writer.open().string(part.disposition.type);
    writeParams(writer.space(), part.disposition.params);
    writer.close();
  }
  writer.space();
  if (part.language === null) writer.nil();
  else {
    writer.open();
    for (const [index, tag] of part.language.entries()) {
      if (index > 0) writer.space();
      writer.string(tag);
    }
    writer.close();
  }
  writer.space().nstring(part.location);
}

function writeParams(writer: ResponseWriter, params: Record<string, string>): void {
  const names = Object.keys(params);
  if (names.length === 0) {
    writer.nil();
    return;
  }
  writer.open();
  for (const [index, name] of names.entries()) {
    if (index > 0) writer.space();
    writer
      .string(name)
      .space()
      .string(params[name] ?? "");
  }
  writer.close();
}

/** A text part without a charset is US-ASCII (RFC 2046 4.1.2), which BODYSTRUCTURE states. */
function withCharset(params: Record<string, string>): Record<string, string> {
  if ("charset" in params || "charset*" in params) return params;
  return { ...params, charset: "us-ascii" };
}
