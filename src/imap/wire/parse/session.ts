// Commands about the connection and the user: LOGIN, AUTHENTICATE (RFC 4959), ID (RFC 2971), ENABLE (RFC 5161),
// COMPRESS (RFC 4978), and those without arguments.

import type { ImapCommand } from "../commands.ts";
import { bad } from "../failure.ts";
import type { Scanner } from "../scanner.ts";

export function parseBare<N extends ImapCommand["name"]>(name: N): () => { name: N } {
  return () => ({ name });
}

export function parseLogin(scanner: Scanner): ImapCommand {
  scanner.space();
  const user = scanner.astring();
  scanner.space();
  return { name: "LOGIN", user, password: scanner.astring() };
}

export function parseAuthenticate(scanner: Scanner): ImapCommand {
  scanner.space();
  const mechanism = scanner.atom().toUpperCase();
  if (!scanner.acceptSpace()) return { name: "AUTHENTICATE", mechanism, initial: null };
  const rest = scanner.bytes.subarray(scanner.at);
  const initial = decodeSaslResponse(rest, true);
  if (!initial) throw bad("The initial response is not base64");
  scanner.at = scanner.bytes.length;
  return { name: "AUTHENTICATE", mechanism, initial };
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * A line of SASL from the client, decoded; null when it is not base64. `*` (cancel) is the caller's to look for.
 * @param initial the response stood on the command's line, where `=` means empty. RFC 4959 3
 */
export function decodeSaslResponse(line: Uint8Array, initial = false): Uint8Array | null {
  const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString("latin1").trimEnd();
  if (initial && text === "=") return new Uint8Array(0);
  if (text.length > 16_384 || !base64.test(text)) return null;
  return new Uint8Array(Buffer.from(text, "base64"));
}

/** At most 30 fields of 30 and 1024 octets. RFC 2971 3.3 */
export function parseId(scanner: Scanner): ImapCommand {
  scanner.space();
  if (scanner.acceptWord("NIL")) return { name: "ID", fields: null };
  const fields = scanner.list((): [string, string | null] => {
    const field = scanner.string();
    scanner.space();
    const value = scanner.nstring();
    if (field.length > 30 || (value?.length ?? 0) > 1024) throw bad("An ID field is too long");
    return [field, value];
  }, 0);
  if (fields.length > 30) throw bad("ID takes at most 30 fields");
  return { name: "ID", fields };
}

export function parseEnable(scanner: Scanner): ImapCommand {
  const capabilities: string[] = [];
  do {
    if (capabilities.length >= scanner.limits.listItems) throw bad("Too many capabilities");
    scanner.space();
    capabilities.push(scanner.atom().toUpperCase());
  } while (!scanner.atEnd());
  return { name: "ENABLE", capabilities };
}

export function parseCompress(scanner: Scanner): ImapCommand {
  scanner.space();
  return { name: "COMPRESS", algorithm: scanner.atom().toUpperCase() };
}
