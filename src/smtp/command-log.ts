// SMTP commands in the log: each with its time at level debug, both directions at level trace. Passwords are masked, and so
// is every line that is no command: a client may send a mail's text although DATA was refused.
import { counts, msSince } from "../lib/facts.ts";
import type { Log } from "../lib/log.ts";
import type { CommandWatcher } from "./smtp-server-patches.ts";

const commands = new Set([
  "HELO",
  "EHLO",
  "LHLO",
  "MAIL",
  "RCPT",
  "DATA",
  "RSET",
  "NOOP",
  "QUIT",
  "VRFY",
  "HELP",
]);
const named = new Set([...commands, "AUTH", "STARTTLS"]);
const space = 32;

/** @param protocol which listener it is */
export function logCommands(log: Log, protocol: "smtp" | "submission"): CommandWatcher {
  const isDebug = log.isOn("debug");
  const isTrace = log.isOn("trace");
  return {
    command({ id, isSasl }, line) {
      const command = isSasl ? "AUTH" : commandOf(line);
      counts.smtpCommands.add([protocol, command]);
      if (!isDebug) return null;
      const startMs = performance.now();
      if (isTrace) log.trace(`C: ${maskedLine(line, { command, isSasl })}`, { connection_id: id });
      return () =>
        log.debug("an SMTP command", { protocol, connection_id: id, command, ms: msSince(startMs) });
    },
    reply: isTrace
      ? ({ id }, code, data) => {
          const text = Array.isArray(data) ? data.join(" | ") : String(data ?? "");
          log.trace(`S: ${code} ${text}`, { connection_id: id });
        }
      : null,
  };
}

function commandOf(line: string): string {
  const four = line.slice(0, 4).toUpperCase();
  const next = line.charCodeAt(4);
  // nearly all commands have four letters
  if (commands.has(four) && (line.length === 4 || next === space)) return four;
  const verb = /^[a-z]+/i.exec(line)?.[0].toUpperCase() ?? "";
  return named.has(verb) ? verb : "unknown";
}

function maskedLine(line: string, { command, isSasl }: { command: string; isSasl: boolean }): string {
  if (!isSasl && commands.has(command)) return line;
  if (!isSasl && command === "STARTTLS") return command;
  const mechanism = isSasl ? null : /^AUTH +([\w-]{1,20})(?= |$)/i.exec(line)?.[1];
  return mechanism ? `AUTH ${mechanism} (masked)` : `(${line.length} octets, masked)`;
}
