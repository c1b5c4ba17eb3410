// Feeds a CommandReader and writes down what comes out, for the wire tests.

import { CommandReader, type WireEvent } from "../../../src/imap/wire/command-reader.ts";
import type { ImapCommand } from "../../../src/imap/wire/commands.ts";
import { type ParseMode, rev1Mode, type WireLimits } from "../../../src/imap/wire/limits.ts";

/** Text with one char an octet (write UTF-8 through `utf8`). */
export function octets(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "latin1"));
}

/** A text whose UTF-8 octets are one char each, to embed in `octets`. */
export function utf8(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** Every event of the bytes, in pieces of `size`; waiting literals are accepted. Neighbouring data is joined. */
export function eventsOf(
  bytes: Uint8Array,
  size = bytes.length,
  mode = rev1Mode,
  limits?: WireLimits,
): WireEvent[] {
  const reader = limits ? new CommandReader(limits) : new CommandReader();
  const events: WireEvent[] = [];
  const drain = () => {
    for (let event = reader.next(mode); event; event = reader.next(mode)) {
      if (event.kind === "literal") reader.accept();
      const last = events.at(-1);
      if (event.kind === "data" && last?.kind === "data") {
        events[events.length - 1] = { kind: "data", bytes: Buffer.concat([last.bytes, event.bytes]) };
      } else events.push(event.kind === "data" ? { kind: "data", bytes: Buffer.from(event.bytes) } : event);
    }
  };
  for (let at = 0; at < bytes.length; at += size) {
    reader.push(bytes.slice(at, at + size));
    drain();
  }
  return events;
}

/** One line without CRLF to its command, or to "BAD text" / "NO [CODE] text". */
export function commandOf(line: string, mode: ParseMode = rev1Mode): ImapCommand | string {
  const events = eventsOf(octets(`t ${line}\r\n`), undefined, mode).filter(({ kind }) => kind !== "go-ahead");
  const [event] = events;
  if (events.length !== 1 || !event) return `${events.length} events`;
  if (event.kind === "command") return event.command;
  if (event.kind !== "failure") return event.kind;
  const { status, code, message } = event.failure;
  return `${status}${code ? ` [${code}]` : ""} ${message}`;
}

/** Events written short, for transcripts. */
export function summary(events: readonly WireEvent[]): string[] {
  return events.map((event) => {
    switch (event.kind) {
      case "command":
        return `${event.tag} ${event.command.name}`;
      case "append":
        return `${event.tag} ${event.target.name} ${event.target.mailbox}`;
      case "message":
        return `message ${event.flags.join(" ")} ${event.date ?? "-"}${event.catenate ? " catenate" : ""}`;
      case "literal":
        return `literal ${event.size}${event.sync ? " sync" : ""}${event.binary ? " binary" : ""}${event.utf8 ? " utf8" : ""}`;
      case "url":
        return `url ${event.url}`;
      case "data":
        return `data ${Buffer.from(event.bytes).toString("latin1")}`;
      case "failure":
        return `${event.tag ?? "*"} ${event.failure.status}${event.failure.code ? ` [${event.failure.code}]` : ""}${event.fatal ? " fatal" : ""}`;
      default:
        return event.kind;
    }
  });
}
