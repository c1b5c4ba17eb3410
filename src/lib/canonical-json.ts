// Canonical JSON: equal values have equal texts.
import { createHash } from "node:crypto";
import { othersTurn } from "./pauses.ts";

/** JSON with sorted names, so that equal values hash alike, however their names were ordered. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_, item: unknown) =>
    item !== null && typeof item === "object" && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

/** Characters of a text that are written and hashed at a time. */
const pieceLength = 512 * 1024;
/** Characters that an answer is written in, at least. */
const minPiece = 64 * 1024;

/** SHA-256 of the canonical JSON, made in pieces: a text of 25 MB keeps nobody else from their turn. */
export async function canonicalHash(value: unknown): Promise<Buffer> {
  const hash = createHash("sha256");
  await feedJson(value, { feed: (text) => hash.update(text), isSorted: true });
  return hash.digest();
}

/** JSON in UTF-8, in pieces, where a text in it is large; null: nothing is. */
export async function jsonPieces(value: unknown): Promise<Uint8Array[] | null> {
  if (!hasLargeText(value)) return null;
  const pieces: Uint8Array[] = [];
  const encoder = new TextEncoder();
  let small = "";
  const flush = () => {
    if (small !== "") pieces.push(encoder.encode(small));
    small = "";
  };
  const feed = (text: string) => {
    small += text;
    if (small.length >= minPiece) flush();
  };
  await feedJson(value, { feed, isSorted: false });
  flush();
  return pieces;
}

function hasLargeText(value: unknown): boolean {
  if (typeof value === "string") return value.length > pieceLength;
  if (Array.isArray(value)) return value.some(hasLargeText);
  return isPlain(value) && Object.values(value).some(hasLargeText);
}

interface Fed {
  feed: (text: string) => unknown;
  isSorted: boolean;
}

async function feedJson(value: unknown, fed: Fed): Promise<void> {
  const { feed, isSorted } = fed;
  if (typeof value === "string" && value.length > pieceLength) await feedText(value, feed);
  else if (!Array.isArray(value) && !isPlain(value)) feed(canonicalJson(value));
  else if (Array.isArray(value)) {
    feed("[");
    for (const [index, item] of value.entries()) {
      if (index > 0) feed(",");
      await feedJson(item, fed);
    }
    feed("]");
  } else {
    const given = Object.entries(value).filter(([, item]) => item !== undefined);
    if (isSorted) given.sort(([a], [b]) => (a < b ? -1 : 1));
    feed("{");
    for (const [index, [name, item]] of given.entries()) {
      feed(`${index > 0 ? "," : ""}${JSON.stringify(name)}:`);
      await feedJson(item, fed);
    }
    feed("}");
  }
}

async function feedText(text: string, feed: Fed["feed"]): Promise<void> {
  feed('"');
  for (let at = 0; at < text.length; ) {
    const end = Math.min(text.length, at + pieceLength);
    // A pair of surrogates is one character: a half of it would be escaped.
    const whole = end < text.length && isHigh(text.charCodeAt(end - 1)) ? end - 1 : end;
    feed(JSON.stringify(text.slice(at, whole)).slice(1, -1));
    at = whole;
    await othersTurn();
  }
  feed('"');
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype;
}
