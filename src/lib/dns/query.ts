// DNS over UDP and TCP without node:dns: under Bun 1.4.5 node:dns returns each string of a TXT record as a record of its own,
// so that a long record (an RSA key, a long SPF policy) cannot be reassembled, gives no TTLs, and keeps a processor busy until its
// time-out where a server's port is closed. UDP first, TCP where the answer is cut off. RFC 1035 4.2; RFC 6891; RFC 5452 (random
// id and port, a socket that hears its server only).
import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect } from "node:net";
import dnsPacket, { type Answer, type DecodedPacket } from "dns-packet";
import { messageOf } from "../failure.ts";

export type RecordType = "A" | "AAAA" | "CNAME" | "MX" | "NS" | "PTR" | "SOA" | "SRV" | "TLSA" | "TXT";

export interface Question {
  name: string;
  type: RecordType;
  /** `ask`: signatures, and whether the server has validated them; `unchecked`: the answer although they may be wrong. RFC 4035 3.2 */
  dnssec?: "ask" | "unchecked";
}

export interface QueryOptions {
  /** `address` or `address:port`, IPv6 in brackets before a port; asked in turn. */
  servers: readonly string[];
  /** Time of the first try at each server; the second and last takes twice as long. */
  timeoutMs: number;
}

/** No server gave a usable answer. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/**
 * The records of a name that have the asked type; [] when there are none. CNAMEs are followed by the server.
 * @throws NoAnswer
 */
export async function queryRecords<T extends RecordType>(
  { name, type }: { name: string; type: T },
  { servers, timeoutMs }: QueryOptions,
): Promise<RecordOf<T>[]> {
  // An invalid name has no records. RFC 1035 2.3.4
  if (!isName(name)) return [];
  const waitsMs = [timeoutMs, timeoutMs * 2];
  const answers = await askInTurn({ name, type }, { servers: () => servers, waitsMs }, answersOf);
  return answers.filter((answer): answer is RecordOf<T> => answer.type === type);
}

/**
 * The answer of the first server in turn that gives a usable one; each is asked once in each of these times.
 * @param read throws for an answer that the next server is to be asked after
 * @throws NoAnswer
 */
export async function askInTurn<T>(
  question: Question,
  { servers, waitsMs }: { servers: () => readonly string[]; waitsMs: readonly number[] },
  read: (packet: DecodedPacket) => T,
): Promise<T> {
  let last = "no server is set";
  for (const wait of waitsMs) {
    for (const server of servers()) {
      try {
        return read(await askServer(server, question, wait));
      } catch (error) {
        last = `${server}: ${messageOf(error)}`;
      }
    }
  }
  throw new NoAnswer(`${question.type} ${question.name}: ${last}`);
}

type RecordOf<T extends RecordType> = Extract<Answer, { type: T }>;

/** Whether a name can be asked: labels of 1 to 63 octets, 253 in all. */
export function isName(name: string): boolean {
  return name.length <= 253 && name.split(".").every((label) => label !== "" && label.length <= 63);
}

/**
 * The reply of this server, whatever its code.
 * @throws Error when it gives no answer in time; with `code` ECONNREFUSED and the like when nothing listens there
 */
export async function askServer(
  server: string,
  question: Question,
  timeoutMs: number,
): Promise<DecodedPacket> {
  const id = randomInt(65536);
  const { name, type, dnssec } = question;
  const query = dnsPacket.encode({
    type: "query",
    id,
    flags: dnsPacket.RECURSION_DESIRED | (dnssec === "unchecked" ? dnsPacket.CHECKING_DISABLED : 0),
    questions: [{ name, type }],
    additionals: [
      // 1,232 octets fit into one packet on every path. DNS flag day 2020
      {
        type: "OPT",
        name: ".",
        udpPayloadSize: 1232,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: dnssec === undefined ? 0 : dnsPacket.DNSSEC_OK,
        flag_do: dnssec !== undefined,
        options: [],
      },
    ],
  });
  const at = addressOf(server);
  const first = await overUdp(query, at, { id, ...question, timeoutMs });
  return first.flag_tc ? overTcp(query, at, { id, ...question, timeoutMs }) : first;
}

interface ServerAddress {
  host: string;
  port: number;
}

interface ExpectedAnswer extends Question {
  id: number;
  timeoutMs: number;
}

function addressOf(server: string): ServerAddress {
  const match = /^\[(.+)\](?::(\d+))?$/.exec(server) ?? /^([^:]+)(?::(\d+))?$/.exec(server);
  return { host: match?.[1] ?? server, port: Number(match?.[2] ?? 53) };
}

function overUdp(
  query: Uint8Array,
  { host, port }: ServerAddress,
  expected: ExpectedAnswer,
): Promise<DecodedPacket> {
  const { promise, resolve, reject } = Promise.withResolvers<DecodedPacket>();
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  const timer = setTimeout(() => reject(new Error("no answer in time")), expected.timeoutMs);
  socket.on("error", reject);
  socket.on("message", (message) => {
    const answer = answerOf(message, expected);
    // Any other datagram is not the answer: waits on.
    if (answer) resolve(answer);
  });
  socket.connect(port, host, () => socket.send(query));
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}

function overTcp(
  query: Uint8Array,
  { host, port }: ServerAddress,
  expected: ExpectedAnswer,
): Promise<DecodedPacket> {
  const { promise, resolve, reject } = Promise.withResolvers<DecodedPacket>();
  const socket = connect(port, host);
  const timer = setTimeout(() => reject(new Error("no answer in time")), expected.timeoutMs);
  let received = Buffer.alloc(0);
  socket.on("error", reject);
  socket.on("close", () => reject(new Error("the connection was closed")));
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
    const answer = answerOf(received.subarray(2, 2 + received.readUInt16BE(0)), expected);
    if (answer) resolve(answer);
    else reject(new Error("the answer is not one to this question"));
  });
  const length = Buffer.alloc(2);
  length.writeUInt16BE(query.length);
  socket.write(Buffer.concat([length, query]));
  return promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}

/** The message if it answers this very question. RFC 5452 9.1 */
function answerOf(message: Buffer, { id, name, type }: ExpectedAnswer): DecodedPacket | null {
  let packet: DecodedPacket;
  try {
    packet = dnsPacket.decode(message);
  } catch {
    return null;
  }
  const question = packet.questions?.[0];
  const answers =
    packet.type === "response" &&
    packet.id === id &&
    question?.type === type &&
    question.name.toLowerCase() === name.toLowerCase();
  return answers ? packet : null;
}

export const rcodes = { noError: 0, noSuchName: 3 };

export function rcodeOf(packet: DecodedPacket): number {
  return (packet.flags ?? 0) & 15;
}

/** @throws Error when the server refuses or fails */
function answersOf(packet: DecodedPacket): Answer[] {
  const rcode = rcodeOf(packet);
  if (rcode === rcodes.noSuchName) return [];
  if (rcode !== rcodes.noError) throw new Error(`the server answers with code ${rcode}`);
  return packet.answers ?? [];
}

/** The strings of one record as one. */
export function joinedText(data: string | Buffer | readonly (string | Buffer)[]): string {
  return [data]
    .flat()
    .map((text) => (typeof text === "string" ? text : text.toString("utf8")))
    .join("");
}
