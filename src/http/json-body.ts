// Bodies of JSON. Large ones are looked over before they are parsed, and worked on in pieces, so that others have their turns
// meanwhile: a parser takes seconds for millions of values, and a body that is large for a reason is so by its texts.
import { invalid, messageOf } from "../lib/failure.ts";
import { checkStrings } from "./validation.ts";

/** Bytes from which on a body is large. */
const largeBytes = 256 * 1024;
/** Values of a body: several times what the longest lists have. */
const maxValues = 20_000;
/** Bytes that are looked over at a time. */
const pieceBytes = 512 * 1024;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;

/** The value. @throws Failure validation_error */
export async function parseJsonBody(bytes: Uint8Array): Promise<unknown> {
  const isLarge = bytes.length > largeBytes;
  if (isLarge) await checkValues(bytes);
  const text = decoded(bytes);
  if (isLarge) await othersTurn();
  const body = parsed(text);
  if (isLarge) await othersTurn();
  checkStrings(body);
  return body;
}

function decoded(bytes: Uint8Array): string {
  try {
    // RFC 8259 8.1: UTF-8 only
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw notJson(error);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson(error);
  }
}

function notJson(error: unknown) {
  return invalid(`The body is not JSON in UTF-8: ${messageOf(error)}.`);
}

/** Counts values by what separates and opens them, outside of strings. @throws Failure validation_error */
async function checkValues(bytes: Uint8Array): Promise<void> {
  let values = 0;
  let inString = false;
  let isEscaped = false;
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    if (from > 0) await othersTurn();
    const end = Math.min(bytes.length, from + pieceBytes);
    for (let at = from; at < end; at++) {
      const byte = bytes[at]!;
      if (isEscaped) isEscaped = false;
      else if (inString) {
        if (byte === quote) inString = false;
        else if (byte === backslash) isEscaped = true;
      } else if (byte === quote) inString = true;
      else if (byte === comma || byte === bracket || byte === brace) values++;
    }
    if (values > maxValues)
      throw invalid(`The body has more than ${maxValues} values. Send them in several calls.`);
  }
}

function othersTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
