// Changes of a zone: DNS UPDATE over TCP (RFC 2136), signed by a shared key and its answer proven by it (TSIG, RFC 8945).
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { connect } from "node:net";

/** All records of a name and type, as one. */
export interface RecordSet {
  /** Without the trailing dot. */
  name: string;
  type: "TXT" | "MX" | "SRV" | "CNAME";
  /** MX `10 host`, SRV `0 1 993 host`, CNAME the host, without its dot; TXT the text. Empty: none. */
  values: readonly string[];
}

/** A change of a set, whose other records stay. */
export interface RecordSetUpdate extends Pick<RecordSet, "name" | "type"> {
  /** Values, or the very octets of a record: a text may be cut anywhere. */
  goes: readonly (string | Uint8Array)[];
  comes: readonly string[];
}

export interface TsigKey {
  name: string;
  algorithm: "hmac-sha256" | "hmac-sha384" | "hmac-sha512";
  secret: Uint8Array;
}

export interface UpdateTarget {
  host: string;
  port: number;
  /** Null: the server lets this machine by its address. */
  key: TsigKey | null;
  timeoutMs: number;
  /** Seconds since the epoch. */
  nowSeconds: number;
}

const typeCodes = { CNAME: 5, SOA: 6, MX: 15, TXT: 16, SRV: 33 };
const classes = { in: 1, none: 254, any: 255 };
const tsigType = 250;
const ttl = 3600;
/** Seconds by which clocks may differ. RFC 8945 10 */
const fudge = 300;
const opcodeUpdate = 5 << 11;

/** Changes each set in one transaction of the server: all or nothing. @throws Error with the server's reason */
export async function updateZone(
  zone: string,
  sets: readonly RecordSetUpdate[],
  target: UpdateTarget,
): Promise<void> {
  const id = randomInt(65536);
  const records = sets.flatMap(({ name, type, goes, comes }) => [
    // RFC 2136 2.5.4: one record of these octets goes.
    ...goes.map((value) =>
      recordBytes(name, typeCodes[type], { class: classes.none, ttl: 0, data: dataOf(type, value) }),
    ),
    ...comes.map((value) =>
      recordBytes(name, typeCodes[type], { class: classes.in, ttl, data: dataOf(type, value) }),
    ),
  ]);
  const question = Buffer.concat([nameBytes(zone), u16(typeCodes.SOA), u16(classes.in)]);
  const head = Buffer.concat([id, opcodeUpdate, 1, 0, records.length, 0].map(u16));
  const message = Buffer.concat([head, question, ...records]);
  const { key, nowSeconds } = target;
  const signed = key === null ? null : sign(message, key, { nowSeconds, before: null });
  const answer = await exchange(signed?.message ?? message, target);
  if (answer.length < 12 || answer.readUInt16BE(0) !== id || (answer[2]! & 0x80) === 0)
    throw new Error("The answer is not one to this change.");
  const rcode = answer[3]! & 15;
  if (rcode !== 0) throw new Error(`The server refuses the change: ${rcodeNames[rcode] ?? `code ${rcode}`}.`);
  if (key !== null && signed !== null && !isProven(answer, key, { nowSeconds, before: signed.mac }))
    throw new Error("The answer is not signed by the key: nobody knows whether the zone was changed.");
}

/** RFC 2136 2.2, RFC 8945 3 */
const rcodeNames: Record<number, string> = {
  1: "FORMERR, it does not understand it",
  2: "SERVFAIL, it failed",
  4: "NOTIMP, it takes no changes",
  5: "REFUSED, it does not let this key change this zone, or a record leads to a name of the zone that has no address yet",
  9: "NOTAUTH, it does not know the key or is not the zone's primary server",
  10: "NOTZONE, a name is outside the zone",
};

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** In lower case, as keys are signed. RFC 1035 3.1, RFC 8945 4.3.3 */
function nameBytes(name: string): Buffer {
  const labels = name === "" ? [] : name.toLowerCase().split(".");
  return Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, "latin1")])),
    Buffer.from([0]),
  ]);
}

function recordBytes(
  name: string,
  type: number,
  given: { class: number; ttl: number; data: Buffer },
): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(given.class, 2);
  fixed.writeUInt32BE(given.ttl, 4);
  fixed.writeUInt16BE(given.data.length, 8);
  return Buffer.concat([nameBytes(name), fixed, given.data]);
}

/** The octets of a TXT record. RFC 1035 3.3.14 */
export function textBytes(strings: readonly Uint8Array[]): Buffer {
  return Buffer.concat(strings.flatMap((part) => [Buffer.from([part.length]), part]));
}

function dataOf(type: RecordSet["type"], value: string | Uint8Array): Buffer {
  if (typeof value !== "string") return Buffer.from(value);
  if (type === "TXT") {
    const bytes = Buffer.from(value, "utf8");
    const strings: Buffer[] = [];
    for (let at = 0; at < bytes.length || at === 0; at += 255) strings.push(bytes.subarray(at, at + 255));
    return textBytes(strings);
  }
  const words = value.split(" ");
  return Buffer.concat([...words.slice(0, -1).map((word) => u16(Number(word))), nameBytes(words.at(-1)!)]);
}

interface SignedAt {
  nowSeconds: number;
  /** The MAC of the request that is answered; null: this is one. */
  before: Buffer | null;
}

function macOf(
  message: Buffer,
  variables: Buffer,
  { algorithm, secret }: TsigKey,
  before: Buffer | null,
): Buffer {
  const mac = createHmac(algorithm.slice("hmac-".length), secret);
  if (before) mac.update(u16(before.length)).update(before);
  return mac.update(message).update(variables).digest();
}

function u48(value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(value, 0, 6);
  return bytes;
}

/** RFC 8945 4.3.3 @param seconds and how far clocks may differ, as the message says them */
function variablesOf({ name, algorithm }: TsigKey, seconds: number, within: number): Buffer {
  const head = Buffer.concat([nameBytes(name), u16(classes.any), Buffer.alloc(4), nameBytes(algorithm)]);
  return Buffer.concat([head, u48(seconds), u16(within), u16(0), u16(0)]);
}

function sign(
  message: Buffer,
  key: TsigKey,
  { nowSeconds, before }: SignedAt,
): { message: Buffer; mac: Buffer } {
  const mac = macOf(message, variablesOf(key, nowSeconds, fudge), key, before);
  const data = Buffer.concat([
    nameBytes(key.algorithm),
    u48(nowSeconds),
    u16(fudge),
    u16(mac.length),
    mac,
    message.subarray(0, 2),
    u16(0),
    u16(0),
  ]);
  const signed = Buffer.concat([
    message,
    recordBytes(key.name, tsigType, { class: classes.any, ttl: 0, data }),
  ]);
  signed.writeUInt16BE(message.readUInt16BE(10) + 1, 10);
  return { message: signed, mac };
}

/** Whether the answer ends in a TSIG of the key over it and the request's. RFC 8945 5.3 */
function isProven(answer: Buffer, key: TsigKey, { nowSeconds, before }: SignedAt): boolean {
  try {
    const tsig = lastRecord(answer);
    if (tsig === null) return false;
    let at = skipName(answer, tsig.data);
    const seconds = answer.readUIntBE(at, 6);
    const within = answer.readUInt16BE(at + 6);
    const macLength = answer.readUInt16BE(at + 8);
    at += 10;
    const mac = answer.subarray(at, at + macLength);
    const unsigned = Buffer.from(answer.subarray(0, tsig.start));
    unsigned.writeUInt16BE(answer.readUInt16BE(10) - 1, 10);
    const wanted = macOf(unsigned, variablesOf(key, seconds, within), key, before);
    return (
      wanted.length === mac.length && timingSafeEqual(wanted, mac) && Math.abs(nowSeconds - seconds) <= fudge
    );
  } catch (error) {
    // A message that ends within a field.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The last record where it is a TSIG: where it and its data begin. */
function lastRecord(message: Buffer): { start: number; data: number } | null {
  let at = 12;
  for (let n = message.readUInt16BE(4); n > 0; n--) at = skipName(message, at) + 4;
  const count = message.readUInt16BE(6) + message.readUInt16BE(8) + message.readUInt16BE(10);
  for (let n = 0; n < count; n++) {
    const start = at;
    const fixed = skipName(message, at);
    const data = fixed + 10;
    if (n === count - 1) return message.readUInt16BE(fixed) === tsigType ? { start, data } : null;
    at = data + message.readUInt16BE(fixed + 8);
  }
  return null;
}

function skipName(message: Buffer, start: number): number {
  let at = start;
  for (;;) {
    const length = message.readUInt8(at);
    if (length >= 0xc0) return at + 2;
    at += length + 1;
    if (length === 0) return at;
  }
}

const maxAnswer = 65_535;

function exchange(message: Buffer, { host, port, timeoutMs }: UpdateTarget): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const socket = connect(port, host);
  const timer = setTimeout(() => reject(new Error("The server gives no answer in time.")), timeoutMs);
  let received = Buffer.alloc(0);
  socket.on("error", reject);
  socket.on("close", () => reject(new Error("The server has closed the connection.")));
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (received.length > maxAnswer + 2) reject(new Error("The answer is too long."));
    if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
    resolve(received.subarray(2, 2 + received.readUInt16BE(0)));
  });
  socket.write(Buffer.concat([u16(message.length), message]));
  return promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}
