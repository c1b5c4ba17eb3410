// What mail programs ask to be told, in MAIL and RCPT: smtp-server reads the parameters and checks NOTIFY and RET; the rest
// is checked here. Announced by submission alone: mail that comes in by port 25 has arrived, and who sent it hears of that
// from the server that has relayed it. RFC 3461 4, 5.2.2
import type { SMTPServerSession } from "smtp-server";
import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import { type DsnRequest, keptOrcpt, misfitOf, type NotifyWord } from "../mail/report/request.ts";

interface Commands {
  _server: { options: { hideDSN?: boolean } };
  send(code: number, text: string): void;
  handler_MAIL(command: Buffer, done: () => void): void;
  handler_RCPT(command: Buffer, done: () => void): void;
}

let checked = false;

/** Refuses what is no xtext or too long, which the library takes as it comes. Changes its class, once for the process. */
export function checkDsnParameters(): void {
  if (checked) return;
  checked = true;
  const prototype = SMTPConnection.prototype as unknown as Commands;
  for (const name of ["handler_MAIL", "handler_RCPT"] as const) {
    const { [name]: handle } = prototype;
    prototype[name] = function (command, done) {
      const misfit = this._server.options.hideDSN ? null : misfitOf(command.toString());
      if (misfit === null) return handle.call(this, command, done);
      this.send(501, `5.5.4 ${misfit}`);
      done();
    };
  }
}

/** What was asked for each recipient, by its address as it was given; those of whom nothing was said are not in it. */
export function dsnOf({ envelope }: SMTPServerSession): Map<string, DsnRequest> {
  const { RET, ENVID } = argsOf(envelope.mailFrom || null);
  const ofMail = {
    ...(RET ? { ret: RET.toUpperCase() as "HDRS" | "FULL" } : {}),
    ...(ENVID ? { envid: ENVID } : {}),
  };
  return new Map(
    envelope.rcptTo.flatMap((recipient) => {
      const { NOTIFY, ORCPT } = argsOf(recipient);
      const request: DsnRequest = {
        ...ofMail,
        ...(NOTIFY ? { notify: wordsOf(NOTIFY) } : {}),
        ...(ORCPT ? { orcpt: keptOrcpt(ORCPT) } : {}),
      };
      return Object.keys(request).length === 0 ? [] : [[recipient.address, request] as const];
    }),
  );
}

function wordsOf(notify: string): NotifyWord[] {
  return [...new Set(notify.toUpperCase().split(","))] as NotifyWord[];
}

/** The library's `envelope.dsn` keeps what a refused MAIL has said: the accepted command's own parameters count. */
function argsOf(address: { args: unknown } | null): Record<string, string | undefined> {
  return (address?.args || {}) as Record<string, string | undefined>;
}
