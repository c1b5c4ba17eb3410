// Reads a TLS ClientHello: the host and the protocols that it names. Pure; never throws. RFC 8446 4.1.2, RFC 6066 3, RFC 7301
// 3.1

export interface ClientHello {
  /** Lower case; null when none is named. */
  host: string | null;
  protocols: string[];
}

/** A longer hello is not read. */
export const maxHelloBytes = 16 * 1024;

const handshakeRecord = 22;
const clientHello = 1;
const serverName = 0;
const alpn = 16;
/** The result for a hello without names, and for bytes that are not TLS. */
const nothing: ClientHello = { host: null, protocols: [] };

/** @returns null when more bytes are needed; no names when the bytes are no ClientHello */
export function readClientHello(bytes: Buffer): ClientHello | null {
  const message = handshakeOf(bytes);
  if (message === null) return null;
  if (message.length < 4 || message[0] !== clientHello) return nothing;
  const reader = new ByteReader(message.subarray(4));
  // legacy_version and random, then session id, cipher suites, compression methods.
  if (reader.take(34) && reader.vector(1) && reader.vector(2) && reader.vector(1)) {
    const extensions = reader.vector(2);
    if (extensions) return namedIn(new ByteReader(extensions));
  }
  return nothing;
}

/** The first handshake message, which may span records; null when more bytes are needed. */
function handshakeOf(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  let have = 0;
  let at = 0;
  for (;;) {
    if (bytes.length > at && bytes[at] !== handshakeRecord) return Buffer.alloc(0);
    if (bytes.length < at + 5) return null;
    const length = bytes.readUInt16BE(at + 3);
    if (length === 0) return Buffer.alloc(0);
    const part = bytes.subarray(at + 5, at + 5 + length);
    parts.push(part);
    have += part.length;
    const message = parts.length === 1 ? part : Buffer.concat(parts);
    if (have >= 4 && have >= 4 + message.readUIntBE(1, 3))
      return message.subarray(0, 4 + message.readUIntBE(1, 3));
    if (part.length < length) return null;
    at += 5 + length;
  }
}

function namedIn(extensions: ByteReader): ClientHello {
  const hello: ClientHello = { host: null, protocols: [] };
  for (;;) {
    const type = extensions.number(2);
    const data = type === null ? null : extensions.vector(2);
    if (!data) return hello;
    if (type === serverName) hello.host = hostIn(data);
    if (type === alpn) hello.protocols = protocolsIn(data);
  }
}

function hostIn(data: Buffer): string | null {
  const list = new ByteReader(data).vector(2);
  if (!list) return null;
  const reader = new ByteReader(list);
  const isHost = reader.number(1) === 0;
  const name = reader.vector(2);
  return isHost && name ? name.toString("latin1").toLowerCase() : null;
}

function protocolsIn(data: Buffer): string[] {
  const list = new ByteReader(data).vector(2);
  const found: string[] = [];
  if (!list) return found;
  const reader = new ByteReader(list);
  for (let name = reader.vector(1); name; name = reader.vector(1)) found.push(name.toString("latin1"));
  return found;
}

/** Reads fields one after the other; null where the bytes end too early. */
class ByteReader {
  #at = 0;
  constructor(private readonly bytes: Buffer) {}

  take(length: number): Buffer | null {
    if (this.#at + length > this.bytes.length) return null;
    this.#at += length;
    return this.bytes.subarray(this.#at - length, this.#at);
  }

  number(width: 1 | 2): number | null {
    const found = this.take(width);
    return found?.readUIntBE(0, width) ?? null;
  }

  /** Bytes that are preceded by their length. */
  vector(width: 1 | 2): Buffer | null {
    const length = this.number(width);
    return length === null ? null : this.take(length);
  }
}
