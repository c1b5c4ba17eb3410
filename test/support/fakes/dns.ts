// A DNS server for tests, UDP and TCP on one port of 127.0.0.1, that answers from a zone object. A missing name is
// NXDOMAIN, a name without the asked type NODATA, CNAMEs are followed inside the zone, answers too big for UDP are
// cut off (TC) so that the client must come again by TCP.
import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import dnsPacket, { type Answer, type Packet } from "dns-packet";

export interface ZoneEntry {
  A?: string[];
  AAAA?: string[];
  /** `"10 mx.example."`; `"0 ."` is a null MX */
  MX?: string[];
  TXT?: string[];
  CNAME?: string;
  PTR?: string[];
  NS?: string[];
  /** `"0 1 993 mail.example"` */
  SRV?: string[];
  /** `"3 1 1 0a…"` */
  TLSA?: string[];
  /** DNSSEC: `validated` sets AD; `bogus` is SERVFAIL unless the client asks for the answer unchecked. */
  dnssec?: "validated" | "bogus";
  /** seconds; 60 when left out */
  ttl?: number;
}

/** Names in lower case without the last dot. `"silence"` never answers, `"servfail"` and `"refused"` are RCODEs. */
export type Zone = Record<string, ZoneEntry | "silence" | "servfail" | "refused">;

export interface TestDns {
  /** `127.0.0.1:port`, as DNS_SERVERS takes it */
  readonly server: string;
  /** may be changed while the server runs */
  readonly zone: Zone;
  /** every question so far, `TYPE name`, with ` tcp` behind those that came by TCP */
  readonly queries: string[];
  stop(): Promise<void>;
}

const rcodes = { noerror: 0, servfail: 2, nxdomain: 3, refused: 5 };
const authoritative = 1 << 10;
const truncated = 1 << 9;

export async function startDns(zone: Zone): Promise<TestDns> {
  const queries: string[] = [];
  const udp = createSocket("udp4");
  udp.on("message", (message, from) => {
    const reply = answer(message, zone, { queries, via: "udp" });
    if (reply) udp.send(reply, from.port, from.address);
  });
  const connections = new Set<Socket>();
  const tcp = createServer((socket) => {
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
    serveTcp(socket, (message) => answer(message, zone, { queries, via: "tcp" }));
  });
  const port = await bindBoth(udp, tcp);
  // A client that gave up before its answer came. Bun 1.4.5 tells the server of it, Node does not: oven-sh/bun#35922.
  udp.on("error", () => {});
  return {
    server: `127.0.0.1:${port}`,
    zone,
    queries,
    async stop() {
      for (const socket of connections) socket.destroy();
      await Promise.all([
        new Promise<void>((resolve) => udp.close(() => resolve())),
        new Promise<void>((resolve) => tcp.close(() => resolve())),
      ]);
    },
  };
}

/** A port that is free for both protocols. */
async function bindBoth(udp: UdpSocket, tcp: Server): Promise<number> {
  for (;;) {
    await new Promise<void>((resolve) => tcp.listen(0, "127.0.0.1", resolve));
    const { port } = tcp.address() as AddressInfo;
    const isFree = await new Promise<boolean>((resolve) => {
      udp.once("error", () => resolve(false));
      udp.bind(port, "127.0.0.1", () => resolve(true));
    });
    udp.removeAllListeners("error");
    if (isFree) return port;
    await new Promise((resolve) => tcp.close(resolve));
  }
}

function serveTcp(socket: Socket, reply: (message: Buffer) => Buffer | null): void {
  let pending = Buffer.alloc(0);
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const end = 2 + pending.readUInt16BE(0);
      const answerBytes = reply(pending.subarray(2, end));
      pending = pending.subarray(end);
      if (!answerBytes) continue;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(answerBytes.length);
      socket.write(Buffer.concat([length, answerBytes]));
    }
  });
}

function answer(message: Buffer, zone: Zone, log: { queries: string[]; via: "udp" | "tcp" }): Buffer | null {
  const query = dnsPacket.decode(message);
  const question = query.questions?.[0];
  if (!question) return null;
  const name = question.name.toLowerCase();
  log.queries.push(`${question.type} ${name}${log.via === "tcp" ? " tcp" : ""}`);
  const entry = zone[name];
  if (entry === "silence") return null;
  if (entry === "servfail" || entry === "refused") return encode(query, rcodes[entry], []);
  const unchecked = ((query.flags ?? 0) & dnsPacket.CHECKING_DISABLED) !== 0;
  if (entry?.dnssec === "bogus" && !unchecked) return encode(query, rcodes.servfail, []);
  const answers = recordsOf(zone, name, question.type);
  const flags = entry?.dnssec === "validated" ? dnsPacket.AUTHENTIC_DATA : 0;
  const reply = encode(query, answers === null ? rcodes.nxdomain : rcodes.noerror, answers ?? [], flags);
  if (log.via === "udp" && reply.length > 512) return encode(query, rcodes.noerror, [], truncated);
  return reply;
}

function encode(query: Packet, rcode: number, answers: Answer[], flags = 0): Buffer {
  const recursion = (query.flags ?? 0) & dnsPacket.RECURSION_DESIRED;
  return dnsPacket.encode({
    type: "response",
    id: query.id,
    flags: authoritative | recursion | dnsPacket.RECURSION_AVAILABLE | flags | rcode,
    questions: query.questions,
    answers,
  });
}

/** null: no such name. A loop of CNAMEs ends after eight. */
function recordsOf(zone: Zone, name: string, type: string, depth = 0): Answer[] | null {
  const entry = zone[name];
  if (entry === undefined || typeof entry === "string") return null;
  const ttl = entry.ttl ?? 60;
  if (entry.CNAME !== undefined && type !== "CNAME") {
    const target = bare(entry.CNAME);
    const rest = depth < 8 ? recordsOf(zone, target, type, depth + 1) : [];
    return [{ type: "CNAME", name, ttl, data: target }, ...(rest ?? [])];
  }
  switch (type) {
    case "A":
    case "AAAA":
    case "PTR":
    case "NS":
      return (entry[type] ?? []).map((data) => ({ type, name, ttl, data: bare(data) }) as Answer);
    case "CNAME":
      return entry.CNAME === undefined ? [] : [{ type, name, ttl, data: bare(entry.CNAME) }];
    case "TXT":
      return (entry.TXT ?? []).map((text) => ({
        type,
        name,
        ttl,
        data: text.match(/[\s\S]{1,255}/g) ?? [""],
      }));
    case "TLSA":
      return (entry.TLSA ?? []).map((text) => {
        const [usage, selector, matchingType, hex = ""] = text.split(" ");
        const numbers = {
          usage: Number(usage),
          selector: Number(selector),
          matchingType: Number(matchingType),
        };
        return { type, name, ttl, data: { ...numbers, certificate: Buffer.from(hex, "hex") } };
      });
    case "SRV":
      return (entry.SRV ?? []).map((text) => {
        const [priority, weight, port, target = ""] = text.split(" ");
        const numbers = { priority: Number(priority), weight: Number(weight), port: Number(port) };
        return { type, name, ttl, data: { ...numbers, target: bare(target) } };
      });
    case "MX":
      return (entry.MX ?? []).map((text) => {
        const [preference = "0", exchange = "."] = text.split(" ");
        return { type, name, ttl, data: { preference: Number(preference), exchange: bare(exchange) || "." } };
      });
    default:
      return [];
  }
}

function bare(name: string): string {
  return name.endsWith(".") ? name.slice(0, -1) : name;
}

/** Settings of a server that takes this machine for the world outside, whose names `dns` answers; relays and clients may be added. */
export function outsideEnv(dns: Pick<TestDns, "server">): Record<string, string> {
  return {
    DNS_SERVERS: dns.server,
    TRUSTED_NETWORKS: "10.0.0.0/8",
    SMTP_GREETING_MS: "0",
    SMTP_TARPIT_MS: "0",
  };
}
