// Outbound SMTP in the log at level trace, both directions. Everything but the commands that carry neither a secret nor mail
// is masked; nodemailer does not report the octets of DATA.
import type { Log } from "../lib/log.ts";

/** A line as nodemailer's transaction log reports it: `client` is us. */
interface TransactionLogEntry {
  tnx?: string;
}

type Take = (entry: TransactionLogEntry, message: string) => void;

/** Commands whose parameters are no secret. */
const shown = /^(?:(?:EHLO|HELO|MAIL|RCPT) .*|DATA|RSET|QUIT|STARTTLS)$/i;

/** Options of nodemailer's SMTPConnection that write its commands and replies to the log; none unless level trace is on. */
export function traceOptions(log: Log): { logger?: Record<string, Take>; transactionLog?: boolean } {
  if (!log.isOn("trace")) return {};
  const ignore: Take = () => undefined;
  const debug: Take = ({ tnx }, message) => {
    if (tnx === "client") log.trace(`C: ${maskedCommand(message)}`);
    if (tnx === "server") log.trace(`S: ${message.replaceAll(/\r?\n/g, " | ")}`);
  };
  return {
    logger: { trace: ignore, debug, info: ignore, warn: ignore, error: ignore, fatal: ignore },
    transactionLog: true,
  };
}

function maskedCommand(line: string): string {
  if (shown.test(line)) return line;
  const mechanism = /^AUTH +[\w-]{1,20}(?= |$)/i.exec(line)?.[0];
  return mechanism ? `${mechanism} (masked)` : `(${line.length} octets, masked)`;
}
