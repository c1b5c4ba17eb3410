// DKIM keys and signatures (RFC 6376, RFC 8463): RSA-2048 and Ed25519 side by side, relaxed/relaxed, made by mailauth,
// which the first signature loads.
// The fields that a reader sees are signed once more often than they occur, so that no copy can be added in transit.
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from "node:crypto";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { seededOctetsOf } from "../lib/chance.ts";
import { type Instant, msOf } from "../lib/clock.ts";
import { isTagList, tagPairs } from "../lib/dns/tag-list.ts";
import { othersTurn } from "../lib/pauses.ts";
import { ed25519KeyOf, rsaKeyOf } from "../lib/seeded-keys.ts";

export interface DkimKey {
  /** PEM, PKCS 8. */
  readonly privateKey: string;
  /** The TXT record at `<selector>._domainkey.<domain>`. */
  readonly dnsValue: string;
}

export interface DkimSigner {
  readonly domain: string;
  readonly selector: string;
  /** PEM */
  readonly privateKey: string;
}

/** A new key pair of each algorithm. RSA takes tens of milliseconds, outside the main thread. @param domain in lower case */
export async function generateDkimKeys(domain = ""): Promise<{ rsa: DkimKey; ed25519: DkimKey }> {
  const octets = seededOctetsOf(`DKIM keys of ${domain}`);
  if (octets !== null)
    return { ed25519: keyOf(ed25519KeyOf(octets(32))), rsa: keyOf(await rsaKeyOf(octets)) };
  const [rsa, ed25519] = await Promise.all([rsaKeys.make(), generate("ed25519", {})]);
  return { rsa, ed25519: keyOf(ed25519.privateKey) };
}

const generate = promisify(generateKeyPair);

/** The costly half, by itself: tests make a number of pairs in a process and then use them again. */
export const rsaKeys = {
  make: async () => keyOf((await generate("rsa", { modulusLength: 2048 })).privateKey),
};

function keyOf(privateKey: KeyObject): DkimKey {
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
  return { privateKey: pem, dnsValue: dkimDnsValue(pem) };
}

/** The TXT record's text for a private key. RFC 6376 3.6.1, RFC 8463 4 */
export function dkimDnsValue(privateKey: string): string {
  const key = createPublicKey(createPrivateKey(privateKey));
  const der = key.export({ type: "spki", format: "der" });
  if (key.asymmetricKeyType === "rsa") return `v=DKIM1; k=rsa; p=${der.toString("base64")}`;
  // The last 32 octets of the structure are the key.
  return `v=DKIM1; k=ed25519; p=${der.subarray(-32).toString("base64")}`;
}

/**
 * Whether one of the TXT records at the selector publishes this key. White space and the order of tags are ignored; an
 * empty p= means a revoked key.
 */
export function dkimRecordMatches(records: readonly string[], dnsValue: string): boolean {
  const wanted = tagsOf(dnsValue);
  return records.filter(isTagList).some((record) => {
    const tags = tagsOf(record);
    if (tags.has("v") && tags.get("v") !== "DKIM1") return false;
    return tags.get("p") === wanted.get("p") && (tags.get("k") ?? "rsa") === wanted.get("k");
  });
}

function tagsOf(record: string): Map<string, string> {
  return new Map(tagPairs(record).map(([name, value]) => [name, value.replace(/\s/g, "")]));
}

/** Signed once more often than they occur, also when they are absent. */
const oversigned = ["From", "To", "Cc", "Subject", "Date", "Reply-To"];
/** Signed as often as they occur. RFC 6376 5.4.1; software acts on Auto-Submitted and the List fields. */
const signedFields = [
  ...oversigned,
  ...[
    "Sender",
    "Message-ID",
    "In-Reply-To",
    "References",
    "MIME-Version",
    "Content-Type",
    "Content-Transfer-Encoding",
  ],
  ...[
    "Auto-Submitted",
    "List-Id",
    "List-Help",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
    "List-Subscribe",
    "List-Post",
  ],
  ...[
    "List-Owner",
    "List-Archive",
    "Resent-Date",
    "Resent-From",
    "Resent-To",
    "Resent-Cc",
    "Resent-Message-ID",
  ],
];

const signedKeys = new Set(signedFields.map((name) => name.toLowerCase()));

const chunkBytes = 256 * 1024;

interface ParsedHeaders {
  parsed: { key: string; casedKey: string }[];
}

/**
 * Signs a mail with every key. All line ends must be CRLF (`wireForm`): a change in transit breaks the signature.
 *
 * @param signers keys that are published in DNS; without any the mail is returned unchanged
 * @param at the time of signing
 * @returns the signature fields, followed by the mail
 * @throws Error when a key cannot sign: never a mail with fewer signatures than asked for
 */
export async function signMail(
  raw: Uint8Array,
  signers: readonly DkimSigner[],
  at: Instant,
): Promise<Uint8Array> {
  return signers.length === 0 ? raw : withSignatures(raw, await signaturesOf(raw, signers, at));
}

/** The mail below its signature fields. */
export function withSignatures(raw: Uint8Array, signatures: string): Uint8Array {
  return Buffer.concat([Buffer.from(signatures, "latin1"), raw]);
}

/** As signMail; the signature fields alone, ASCII, whole lines. */
export async function signaturesOf(
  raw: Uint8Array,
  signers: readonly DkimSigner[],
  at: Instant,
): Promise<string> {
  const { dkimSign } = await import("mailauth/lib/dkim/sign.js");
  const { signatures, errors } = await dkimSign(Readable.from(chunksOf(raw), { objectMode: false }), {
    signatureData: signers.map((signer) => ({
      signingDomain: signer.domain,
      selector: signer.selector,
      privateKey: signer.privateKey,
    })),
    canonicalization: "relaxed/relaxed",
    headerList: signedFields,
    signTime: new Date(msOf(at)),
    strict: true,
    // Called with the parsed header before h= is written: the only way to make mailauth name a field twice.
    getARChain: oversign,
  } as unknown as Parameters<typeof dkimSign>[1]);
  const [error] = errors;
  if (error) throw new Error(`DKIM signing with ${error.selector ?? "?"} failed: ${error.err.message}`);
  return signatures;
}

/** The tag h= lists fields from the last to the first, so names of absent fields follow the topmost field. */
function oversign(headers: ParsedHeaders): false {
  const topmost = headers.parsed.find((header) => signedKeys.has(header.key));
  if (topmost) topmost.casedKey = [topmost.casedKey, ...oversigned].join(": ");
  return false;
}

/** A large mail is hashed in steps, so that it does not block the main thread. */
async function* chunksOf(raw: Uint8Array): AsyncGenerator<Buffer> {
  for (let at = 0; at < raw.length; at += chunkBytes) {
    if (at > 0) await othersTurn();
    yield Buffer.from(raw.buffer, raw.byteOffset + at, Math.min(chunkBytes, raw.length - at));
  }
}

/** The mail as SMTP carries it: every bare CR or LF becomes CRLF. Returns the same array when nothing changes. */
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
