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

/** @param protocol which listener it is */
export function logCommands(log: Log, protocol: "smtp" | "submission"): CommandWatcher {
  return {
    command({ id, isSasl }, line) {
      const verb = isSasl ? "AUTH" : (/^[a-z]+/i.exec(line)?.[0].toUpperCase() ?? "");
      const command = named.has(verb) ? verb : "unknown";
      const startMs = performance.now();
      counts.smtpCommands.add([protocol, command]);
      if (log.isOn("trace")) log.trace(`C: ${maskedLine(line, { verb, isSasl })}`, { connection_id: id });
      return () =>
        log.debug("an SMTP command", { protocol, connection_id: id, command, ms: msSince(startMs) });
    },
    reply({ id }, code, data) {
      if (!log.isOn("trace")) return;
      const text = Array.isArray(data) ? data.join(" | ") : String(data ?? "");
      log.trace(`S: ${code} ${text}`, { connection_id: id });
    },
  };
}

function maskedLine(line: string, { verb, isSasl }: { verb: string; isSasl: boolean }): string {
  if (!isSasl && commands.has(verb)) return line;
  if (!isSasl && verb === "STARTTLS") return verb;
  const mechanism = isSasl ? null : /^AUTH +([\w-]{1,20})(?= |$)/i.exec(line)?.[1];
  return mechanism ? `AUTH ${mechanism} (masked)` : `(${line.length} octets, masked)`;
}
