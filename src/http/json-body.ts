// Bodies of JSON. Large ones are looked over before they are parsed, and worked on in pieces, so that others have their turns
// meanwhile: a parser takes seconds for millions of values, and a body that is large for a reason is so by its texts, which
// are decoded and parsed apart from the rest, piece by piece.
import { Failure, type FailureCode, invalid, messageOf } from "../lib/failure.ts";
import { newId } from "../lib/ids.ts";
import { othersTurn } from "../lib/pauses.ts";
import { checkStrings } from "./validation.ts";

/** Bytes from which on a body is large. */
const largeBytes = 256 * 1024;
/** Values of a body: several times what the longest lists have. */
const maxValues = 20_000;
/** Bytes that are parsed at a time. */
const pieceBytes = 512 * 1024;
/** Bytes that are looked over at a time: one by one, which takes longer than to parse them. */
const lookBytes = 128 * 1024;
/** Bytes from which on a text is parsed apart: with as many values as a body may have, what is left of it is no longer large. */
const longText = 1024;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;
const colon = 0x3a;
const letterU = 0x75;
/** Octets of a character behind its first: 10xxxxxx. RFC 3629 3 */
const continuation = 0x80;
/** RFC 8259 2 */
const blanks: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** The value. @throws Failure validation_error */
export async function parseJsonBody(bytes: Uint8Array): Promise<unknown> {
  if (bytes.length <= largeBytes) return checked(parsedSmall(decoded(bytes)));
  const body = await parsedLarge(bytes);
  // Long texts are looked through whole, here and by who takes the body.
  await othersTurn();
  checkStrings(body);
  await othersTurn();
  return body;
}

/** A body that says more than is known of it: no call is proposed without it. */
export const unread = Symbol("unread");

/** A body in another form than JSON, and its fields, where they are plain; else `unread`. */
export class LooseBody extends Failure {
  constructor(
    code: FailureCode,
    message: string,
    readonly body: unknown,
  ) {
    super(code, message);
  }
}

function parsedSmall(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const body = looselyParsed(text);
    const form = body === unread ? "" : ' Names and texts stand in "…", and no comma before } or ].';
    const { code, message } = notJson(error);
    throw new LooseBody(code, `${message}${form}`, body);
  }
}

/** Characters of a body that is read as JSON5. */
const maxLoose = 4000;

/** JSON as people and Python write it: in single quotes, with a comma too many; `unread`: it is no such, or says what JSON cannot. */
function looselyParsed(text: string): unknown {
  if (text.length > maxLoose || /__proto__|Infinity|NaN|0x/i.test(text)) return unread;
  try {
    return checked(Bun.JSON5.parse(text));
  } catch {
    return unread;
  }
}

function checked(body: unknown): unknown {
  checkStrings(body);
  return body;
}

/** Parses the body with a mark in the place of each long text, and puts the texts there. */
async function parsedLarge(bytes: Uint8Array): Promise<unknown> {
  const long = await lookOver(bytes);
  const mark = newId();
  const texts = new Map<string, string>();
  const rest: Uint8Array[] = [];
  let from = 0;
  let since = 0;
  for (const [n, text] of long.entries()) {
    const name = `${mark} ${n}`;
    rest.push(bytes.subarray(from, text.begin), Buffer.from(name));
    from = text.end;
    since += text.end - text.begin;
    texts.set(name, await parsedText(bytes, text));
    if (since < pieceBytes) continue;
    since = 0;
    await othersTurn();
  }
  rest.push(bytes.subarray(from));
  // Blanks may be most of it.
  const text = decoded(long.length === 0 ? bytes : Buffer.concat(rest));
  await othersTurn();
  const holder = { body: parsed(text) };
  await othersTurn();
  putTexts(holder, texts);
  return holder.body;
}

/** A text between its quotes, and where it may be cut. */
interface LongText {
  begin: number;
  end: number;
  cuts: readonly number[];
}

async function parsedText(bytes: Uint8Array, { begin, end, cuts }: LongText): Promise<string> {
  let text = "";
  let from = begin;
  for (const to of [...cuts, end]) {
    if (from > begin) await othersTurn();
    // A byte order mark within a text is a letter of it.
    text += parsed(`"${decoded(bytes.subarray(from, to), true)}"`) as string;
    from = to;
  }
  return text;
}

/** Puts the texts where their marks are. Nesting may be deeper than calls can be. */
function putTexts(holder: object, texts: ReadonlyMap<string, string>): void {
  const stack = [holder];
  for (let next = stack.pop(); next; next = stack.pop())
    for (const [key, value] of Object.entries(next)) {
      if (typeof value === "object" && value !== null) stack.push(value);
      const text = typeof value === "string" ? texts.get(value) : undefined;
      // An assignment to __proto__ would set no property.
      if (text !== undefined)
        Object.defineProperty(next, key, {
          value: text,
          writable: true,
          enumerable: true,
          configurable: true,
        });
    }
}

function decoded(bytes: Uint8Array, ignoreBOM = false): string {
  try {
    // RFC 8259 8.1: UTF-8 only
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM }).decode(bytes);
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

/** Counts values by what separates and opens them, outside of strings. @returns its long texts @throws Failure validation_error */
async function lookOver(bytes: Uint8Array): Promise<LongText[]> {
  const found: LongText[] = [];
  let values = 0;
  let inString = false;
  let isEscaped = false;
  let begin = 0;
  let cuts: number[] = [];
  let cutFrom = 0;
  for (let from = 0; from < bytes.length; from += lookBytes) {
    if (from > 0) await othersTurn();
    const end = Math.min(bytes.length, from + lookBytes);
    for (let at = from; at < end; at++) {
      const byte = bytes[at]!;
      if (isEscaped) {
        isEscaped = false;
        // \uXXXX is one letter. RFC 8259 7
        if (byte === letterU) cutFrom = Math.max(cutFrom, at + 5);
        continue;
      }
      if (inString) {
        if (byte === quote) {
          inString = false;
          if (at - begin >= longText && !isName(bytes, at + 1)) found.push({ begin, end: at, cuts });
        } else if (at >= cutFrom && (byte & 0xc0) !== continuation) {
          cuts.push(at);
          cutFrom = at + pieceBytes;
        }
        if (byte === backslash) isEscaped = true;
      } else if (byte === quote) {
        inString = true;
        begin = at + 1;
        cuts = [];
        cutFrom = begin + pieceBytes;
      } else if (byte === comma || byte === bracket || byte === brace) values++;
    }
    if (values > maxValues)
      throw invalid(`The body has more than ${maxValues} values. Send them in several calls.`);
  }
  return found;
}

/** Whether the string before is the name of a member. */
function isName(bytes: Uint8Array, after: number): boolean {
  let at = after;
  while (at < bytes.length && blanks.has(bytes[at]!)) at++;
  return bytes[at] === colon;
}
