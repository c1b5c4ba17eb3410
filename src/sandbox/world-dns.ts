// The resolver of a world: a server on loopback, by UDP and TCP, that the service asks by DNS_SERVERS. Every domain outside
// has a mail server, which is the world's; the service's own domains have the records that their owner should publish; no other name
// leads anywhere, but the hosts that the sandbox was told to allow. RFC 1035
import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import dnsPacket, { type Answer, type DecodedPacket } from "dns-packet";
import type { ExpectedDnsRecord } from "../outbound/domain-records.ts";
import type { WorldDomains } from "./world-domains.ts";

export interface WorldDnsOptions {
  domains: WorldDomains;
  /** Hosts outside that may be reached, in lower case. */
  allowed: ReadonlySet<string>;
  /** Told the addresses of such a host. */
  onAllowed(address: string): void;
  /** Records that the owner of a domain of the service should publish; null: it is no domain of the service. */
  ownRecords(name: string): Promise<readonly ExpectedDnsRecord[] | null>;
}

export interface WorldDns {
  /** As DNS_SERVERS takes it. */
  readonly server: string;
  stop(): void;
}

const ttl = 3600;
/** Octets of an answer by UDP. RFC 1035 2.3.4 */
const maxUdpBytes = 512;
const authoritative = 1 << 10;
const truncated = 1 << 9;
const noSuchName = 3;

export async function startWorldDns(options: WorldDnsOptions): Promise<WorldDns> {
  const udp = createSocket("udp4");
  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    answerByTcp(socket, options);
  });
  udp.on("message", async (message, from) => {
    const reply = await answer(message, options).catch(() => null);
    if (reply === null) return;
    const isLong = reply.length > maxUdpBytes;
    udp.send(isLong ? cutOff(message) : reply, from.port, from.address);
  });
  // A client that gave up before its answer came.
  udp.on("error", () => undefined);
  for (;;) {
    await new Promise<void>((resolve) => tcp.listen(0, "127.0.0.1", resolve));
    const { port } = tcp.address() as AddressInfo;
    if (await isBound(udp, port)) {
      return {
        server: `127.0.0.1:${port}`,
        stop() {
          for (const socket of sockets) socket.destroy();
          tcp.close();
          udp.close();
        },
      };
    }
    await new Promise((resolve) => tcp.close(resolve));
  }
}

function isBound(udp: ReturnType<typeof createSocket>, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    udp.once("error", () => resolve(false));
    udp.bind(port, "127.0.0.1", () => resolve(true));
  });
}

/** Each message follows its length. RFC 1035 4.2.2 */
function answerByTcp(socket: Socket, options: WorldDnsOptions): void {
  let pending: Buffer = Buffer.alloc(0);
  socket.on("error", () => socket.destroy());
  socket.on("data", async (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const end = 2 + pending.readUInt16BE(0);
      const message = pending.subarray(2, end);
      pending = pending.subarray(end);
      const reply = await answer(message, options).catch(() => null);
      if (reply === null) continue;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(reply.length);
      socket.write(Buffer.concat([length, reply]));
    }
  });
}

async function answer(message: Buffer, options: WorldDnsOptions): Promise<Buffer | null> {
  const query = dnsPacket.decode(message);
  const question = query.questions?.[0];
  if (!question) return null;
  const name = question.name.toLowerCase();
  const found = await recordsOf(name, question.type, options);
  const answers = (found ?? []).map((record): Answer => ({ ...record, name: question.name, ttl }) as Answer);
  return encode(query, { answers, flags: found === null ? noSuchName : 0 });
}

/** Says that the answer has to be asked for by TCP. */
function cutOff(message: Buffer): Buffer {
  return encode(dnsPacket.decode(message), { answers: [], flags: truncated });
}

function encode(query: DecodedPacket, { answers, flags }: { answers: Answer[]; flags: number }): Buffer {
  return dnsPacket.encode({
    type: "response",
    id: query.id,
    flags: authoritative | flags | ((query.flags ?? 0) & dnsPacket.RECURSION_DESIRED),
    questions: query.questions,
    answers,
  });
}

type Found = { type: "A" | "AAAA" | "MX" | "TXT"; data: unknown };

/** @returns null: there is no such name */
async function recordsOf(name: string, type: string, options: WorldDnsOptions): Promise<Found[] | null> {
  if (name === "localhost" || (name.endsWith(".localhost") && type === "A"))
    return type === "A" ? [{ type, data: "127.0.0.1" }] : [];
  if (options.allowed.has(name) && (type === "A" || type === "AAAA")) return addressesOf(name, type, options);
  const own = await ownOf(name, options);
  if (own !== null) {
    const records = own.filter((record) => record.name === name && record.type === type);
    return records.map(({ value }) => recordOf(type as "MX" | "TXT", value));
  }
  if (type === "MX") return name.startsWith("_") ? null : [recordOf("MX", `10 mx.${name}`)];
  if (type === "TXT") {
    const text = options.domains.text(name);
    return text === null ? null : [recordOf("TXT", text)];
  }
  if (name.startsWith("mx.")) return type === "A" ? [{ type, data: "127.0.0.1" }] : [];
  return null;
}

/** The records of the domain of the service that this name is in. */
async function ownOf(name: string, options: WorldDnsOptions): Promise<readonly ExpectedDnsRecord[] | null> {
  const labels = name.split(".");
  for (let at = 0; at < labels.length - 1; at++) {
    const own = await options.ownRecords(labels.slice(at).join("."));
    if (own !== null) return own;
  }
  return null;
}

function recordOf(type: "MX" | "TXT", value: string): Found {
  if (type === "TXT") return { type, data: value.match(/.{1,255}/gs) ?? [""] };
  const [preference = "10", exchange = "."] = value.split(" ");
  return { type, data: { preference: Number(preference), exchange } };
}

/** Asks the system, for a host that may be reached. */
async function addressesOf(
  name: string,
  type: string,
  { onAllowed }: WorldDnsOptions,
): Promise<Found[] | null> {
  const family = type === "A" ? 4 : type === "AAAA" ? 6 : null;
  if (family === null) return [];
  const found = await lookup(name, { all: true, family }).catch(() => []);
  return found.map(({ address }) => {
    onAllowed(address);
    return { type: type as "A" | "AAAA", data: address };
  });
}
