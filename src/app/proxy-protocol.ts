// The PROXY protocol: a balancer that passes connections on says in front of their bytes whom they are from. Versions 1 (text)
// and 2 (binary) of the protocol's specification, by HAProxy; what it says is believed of TRUSTED_PROXIES alone.
import { isIPv4, isIPv6, type Server, type Socket } from "node:net";
import type { Log } from "../lib/log.ts";

export interface ProxyHeader {
  /** The client's address; null: the connection is the balancer's own, such as a check, or of a kind without addresses. */
  client: { ip: string; port: number } | null;
  /** Octets of the header. */
  length: number;
}

const signature = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
/** Octets of a header of version 1, with its CRLF. 2.1 */
const maxLineBytes = 107;
/** Octets of a header of version 2 with its additional fields, which are skipped. 2.2 */
const maxBinaryBytes = 16 + 4096;
const headerMs = 5_000;

/** The header that the bytes begin with; "more" while it is not whole, "wrong" where there is none. */
export function readProxyHeader(bytes: Buffer): ProxyHeader | "more" | "wrong" {
  const begins = Math.min(bytes.length, signature.length);
  if (bytes.subarray(0, begins).equals(signature.subarray(0, begins)))
    return begins < signature.length ? "more" : readBinary(bytes);
  const end = bytes.subarray(0, maxLineBytes).indexOf("\r\n");
  const start = bytes.subarray(0, 6).toString("latin1");
  if (!"PROXY ".startsWith(start)) return "wrong";
  if (end < 0) return bytes.length < maxLineBytes ? "more" : "wrong";
  const [, kind, from = "", , port = ""] = bytes.toString("latin1", 0, end).split(" ");
  const length = end + 2;
  if (kind === "UNKNOWN") return { client: null, length };
  const isAddress = kind === "TCP4" ? isIPv4(from) : kind === "TCP6" && isIPv6(from);
  if (!isAddress || !/^\d{1,5}$/.test(port)) return "wrong";
  return { client: { ip: from, port: Number(port) }, length };
}

function readBinary(bytes: Buffer): ProxyHeader | "more" | "wrong" {
  if (bytes.length < 16) return "more";
  const [command, family] = [bytes[12]!, bytes[13]!];
  const length = 16 + bytes.readUInt16BE(14);
  const isLocal = command === 0x20;
  if ((!isLocal && command !== 0x21) || length > maxBinaryBytes) return "wrong";
  if (bytes.length < length) return "more";
  if (isLocal) return { client: null, length };
  // TCP over IPv4 and IPv6; all else has no address that means anything here
  if (family === 0x11 && length >= 16 + 12)
    return { client: { ip: bytes.subarray(16, 20).join("."), port: bytes.readUInt16BE(24) }, length };
  if (family === 0x21 && length >= 16 + 36) {
    const groups = Array.from({ length: 8 }, (_, n) => bytes.readUInt16BE(16 + 2 * n).toString(16));
    return { client: { ip: groups.join(":"), port: bytes.readUInt16BE(48) }, length };
  }
  return { client: null, length };
}

/** Gives the server each connection of a trusted proxy once its header is read; without one it is closed. */
export function behindProxies(
  server: Server,
  { isProxy, log }: { isProxy: (ip: string) => boolean; log: Log },
): void {
  const takers = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  const take = (socket: Socket) => {
    for (const taker of takers) taker.call(server, socket);
  };
  server.on("connection", (socket: Socket) => {
    const ip = socket.remoteAddress ?? "";
    if (!isProxy(ip)) {
      take(socket);
      return;
    }
    let bytes: Buffer = Buffer.alloc(0);
    const close = () => socket.destroy();
    const timer = setTimeout(close, headerMs);
    const settle = () => {
      clearTimeout(timer);
      socket.removeListener("data", listen);
      socket.removeListener("error", close);
    };
    const listen = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const header = readProxyHeader(bytes);
      if (header === "more") return;
      if (header === "wrong") {
        log.warn("a connection of a trusted proxy began without a PROXY header", {
          ip,
          setting: "PROXY_PROTOCOL",
        });
        close();
        return;
      }
      settle();
      socket.pause();
      if (header.client) {
        Object.defineProperty(socket, "remoteAddress", { value: header.client.ip });
        Object.defineProperty(socket, "remotePort", { value: header.client.port });
      }
      take(socket);
      if (bytes.length > header.length) socket.unshift(bytes.subarray(header.length));
      socket.resume();
    };
    socket.on("error", close);
    socket.once("close", settle);
    socket.on("data", listen);
  });
}
