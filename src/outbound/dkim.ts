// DKIM keys and signatures (RFC 6376, RFC 8463): RSA-2048 and Ed25519 side by side, relaxed/relaxed. Made here: the mail is
// read once for all keys, and what the keys do is done off the main thread; mailauth is the tests' judge.
// The fields that decide what a reader sees are signed once more than they occur, so that none can be added on the way.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  sign,
} from "node:crypto";
import { domainToASCII } from "node:url";
import { promisify } from "node:util";
import { type Instant, msOf } from "../lib/clock.ts";
import { messageOf } from "../lib/failure.ts";

export interface DkimKey {
  /** PEM, PKCS 8 */
  readonly privateKey: string;
  /** what the TXT record at `<selector>._domainkey.<domain>` must say */
  readonly dnsValue: string;
}

export interface DkimSigner {
  readonly domain: string;
  readonly selector: string;
  /** PEM */
  readonly privateKey: string;
}

/** A new pair of each kind. The RSA one takes some tens of milliseconds off the main thread. */
export async function generateDkimKeys(): Promise<{ rsa: DkimKey; ed25519: DkimKey }> {
  const generate = promisify(generateKeyPair);
  const [rsa, ed25519] = await Promise.all([
    generate("rsa", { modulusLength: 2048 }),
    generate("ed25519", {}),
  ]);
  return { rsa: keyOf(rsa.privateKey), ed25519: keyOf(ed25519.privateKey) };
}

function keyOf(privateKey: KeyObject): DkimKey {
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
  return { privateKey: pem, dnsValue: dkimDnsValue(pem) };
}

/** The TXT record's text for a private key. RFC 6376 3.6.1, RFC 8463 4 */
export function dkimDnsValue(privateKey: string): string {
  const key = createPublicKey(createPrivateKey(privateKey));
  const der = key.export({ type: "spki", format: "der" });
  if (key.asymmetricKeyType === "rsa") return `v=DKIM1; k=rsa; p=${der.toString("base64")}`;
  // the last 32 octets of the structure are the key itself
  return `v=DKIM1; k=ed25519; p=${der.subarray(-32).toString("base64")}`;
}

/**
 * True when one of the TXT records found at the selector publishes this key. White space and the order of tags do not
 * count; a record with an empty p= is a revoked key.
 */
export function dkimRecordMatches(records: readonly string[], dnsValue: string): boolean {
  const wanted = tagsOf(dnsValue);
  return records.some((record) => {
    const tags = tagsOf(record);
    if (tags.has("v") && tags.get("v") !== "DKIM1") return false;
    return tags.get("p") === wanted.get("p") && (tags.get("k") ?? "rsa") === wanted.get("k");
  });
}

function tagsOf(record: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const part of record.split(";")) {
    const at = part.indexOf("=");
    if (at > 0) tags.set(part.slice(0, at).trim(), part.slice(at + 1).replace(/\s/g, ""));
  }
  return tags;
}

/** Signed as often as they occur and once more, present or not. */
const oversigned = ["From", "To", "Cc", "Subject", "Date", "Reply-To"];
/** Signed as often as they occur. RFC 6376 5.4.1; Auto-Submitted and the List fields steer what software does. */
const signedKeys = new Set(
  `from to cc subject date reply-to sender message-id in-reply-to references mime-version content-type
   content-transfer-encoding auto-submitted list-id list-help list-unsubscribe list-unsubscribe-post list-subscribe
   list-post list-owner list-archive resent-date resent-from resent-to resent-cc resent-message-id`.split(
    /\s+/,
  ),
);

/**
 * Signs a mail with every key. The mail must have CRLF line ends throughout: what SMTP would change on the way breaks
 * a signature (`wireForm` sees to that).
 *
 * @param signers keys that stand in DNS; with none the mail comes back as it is
 * @param at the time of signing
 * @returns the signature fields and the mail behind them
 * @throws Error when a key cannot sign: never a mail with fewer signatures than asked for
 */
export async function signMail(
  raw: Uint8Array,
  signers: readonly DkimSigner[],
  at: Instant,
): Promise<Uint8Array> {
  if (signers.length === 0) return raw;
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  // A mail that begins with the empty line has no header.
  const end = bytes.indexOf("\r\n") === 0 ? 0 : bytes.indexOf("\r\n\r\n");
  const header = bytes.toString("latin1", 0, end < 0 ? bytes.length : end);
  const signed = signedHeader(header);
  const bodyHash = await hashBody(bytes.subarray(end < 0 ? bytes.length : end + 4));
  const time = Math.floor(msOf(at) / 1000);
  const fields = await Promise.all(
    signers.map((signer) => signatureField(signer, { ...signed, bodyHash, time })),
  );
  return Buffer.concat([Buffer.from(fields.join(""), "latin1"), raw]);
}

interface Signed {
  /** h= */
  names: readonly string[];
  /** The fields that it names, canonical, each with its line end. */
  canonical: string;
}

/** Fields from the last to the first, as a verifier takes them; those named once more are not there. RFC 6376 5.4.2 */
function signedHeader(header: string): Signed {
  const names: string[] = [];
  let canonical = "";
  for (const field of header.split(/\r\n(?![ \t])/).reverse()) {
    const name = /^[!-9;-~]+(?=[ \t]*:)/.exec(field)?.[0];
    if (name === undefined || !signedKeys.has(name.toLowerCase())) continue;
    names.push(name);
    canonical += `${relaxedField(field)}\r\n`;
  }
  if (!names.some((name) => name.toLowerCase() === "from"))
    throw new Error("DKIM signing failed: the mail has no From");
  return { names: [...names, ...oversigned], canonical };
}

/** RFC 6376 3.4.2 */
function relaxedField(field: string): string {
  const colon = field.indexOf(":");
  const value = field
    .slice(colon + 1)
    .replaceAll("\r\n", "")
    .replace(/[ \t]+/g, " ")
    .replace(/^ | $/g, "");
  return `${field.slice(0, colon).toLowerCase().trimEnd()}:${value}`;
}

const chunkBytes = 256 * 1024;

/** A large body is hashed in steps, so that it holds up nobody. RFC 6376 3.4.4 @returns bh= */
async function hashBody(body: Buffer): Promise<string> {
  const hash = createHash("sha256");
  // Line ends at the end count only once there is something behind them.
  let lineEnds = 0;
  let isEmpty = true;
  for (let at = 0; at < body.length; ) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve));
    const end = cutAfter(body, at + chunkBytes);
    let text = body
      .toString("latin1", at, end)
      .replace(/[ \t]+/g, " ")
      .replaceAll(" \r\n", "\r\n");
    if (end === body.length && text.endsWith(" ")) text = text.slice(0, -1);
    let length = text.length;
    while (length > 1 && text.endsWith("\r\n", length)) length -= 2;
    if (length > 0) {
      hash.update("\r\n".repeat(lineEnds)).update(text.slice(0, length), "latin1");
      lineEnds = 0;
      isEmpty = false;
    }
    lineEnds += (text.length - length) / 2;
    at = end;
  }
  return hash.update(isEmpty ? "" : "\r\n").digest("base64");
}

/** A place from `at` on where neither white space nor a line end is cut in two. */
function cutAfter(body: Buffer, at: number): number {
  let end = at;
  while (end < body.length && (body[end - 1] === 32 || body[end - 1] === 9 || body[end - 1] === 13)) end++;
  return Math.min(end, body.length);
}

/** The field with its line end. The key's work is done by another thread. RFC 6376 3.5, 3.7; RFC 8463 3 */
async function signatureField(
  { domain, selector, privateKey }: DkimSigner,
  { names, canonical, bodyHash, time }: Signed & { bodyHash: string; time: number },
): Promise<string> {
  try {
    const key = keyObjectOf(privateKey);
    const isRsa = key.asymmetricKeyType === "rsa";
    if (!isRsa && key.asymmetricKeyType !== "ed25519") throw new Error("the key is neither RSA nor Ed25519");
    const name = domainToASCII(domain);
    if (name === "" || !/^[\w.-]+$/.test(selector)) throw new Error(`d=${domain} is no domain`);
    const field = [
      `DKIM-Signature: v=1; a=${isRsa ? "rsa" : "ed25519"}-sha256; c=relaxed/relaxed; d=${name};`,
      ` s=${selector}; t=${time};`,
      ` h=${names.join(":").replace(/(.{50,70}?):/g, "$1:\r\n  ")};`,
      ` bh=${bodyHash};`,
      " b=",
    ].join("\r\n");
    const data = Buffer.from(canonical + relaxedField(field), "latin1");
    const signature = isRsa
      ? await signWith("sha256", data, key)
      : await signWith(null, createHash("sha256").update(data).digest(), key);
    return `${field}${signature.toString("base64").replace(/(.{72})(?=.)/g, "$1\r\n  ")}\r\n`;
  } catch (error) {
    throw new Error(`DKIM signing with ${selector} failed: ${messageOf(error)}`);
  }
}

const signWith = promisify<string | null, Buffer, KeyObject, Buffer>(sign);

const maxKeyObjects = 1000;
const keyObjects = new Map<string, KeyObject>();

/** To read a key takes a third as long as to sign with it. */
function keyObjectOf(privateKey: string): KeyObject {
  const known = keyObjects.get(privateKey);
  if (known) return known;
  const key = createPrivateKey(privateKey);
  if (keyObjects.size >= maxKeyObjects) keyObjects.clear();
  keyObjects.set(privateKey, key);
  return key;
}

/** The bytes as SMTP carries them: every bare CR or LF becomes CRLF. The same array when there is nothing to do. */
export function wireForm(raw: Uint8Array): Uint8Array {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = nextLineEnd(bytes, 0); at >= 0; at = nextLineEnd(bytes, at + 1)) {
    if (bytes[at] === 13 && bytes[at + 1] === 10) {
      at++;
      continue;
    }
    parts.push(bytes.subarray(from, at), crlf);
    from = at + 1;
  }
  return parts.length === 0 ? raw : Buffer.concat([...parts, bytes.subarray(from)]);
}

const crlf = Buffer.from("\r\n");

function nextLineEnd(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 13 || byte === 10) return at;
  }
  return -1;
}
