// The delivery status reports that a mail program requests in MAIL and RCPT. Submission alone announces DSN: mail that
// comes in on port 25 is delivered here, and the relaying server reports that to its sender. RFC 3461 4, 5.2.2
import type { SMTPServerSession } from "smtp-server";
import { type DsnRequest, type NotifyWord, storedOrcpt } from "../mail/report/dsn-request.ts";

/** The request for each recipient, by its address as it was given; recipients without a parameter are left out. */
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
        ...(NOTIFY ? { notify: notifyWords(NOTIFY) } : {}),
        ...(ORCPT ? { orcpt: storedOrcpt(ORCPT) } : {}),
      };
      return Object.keys(request).length === 0 ? [] : [[recipient.address, request] as const];
    }),
  );
}

function notifyWords(notify: string): NotifyWord[] {
  return [...new Set(notify.toUpperCase().split(","))] as NotifyWord[];
}

/** Parameters of an accepted command. The library's `envelope.dsn` is not used: it keeps those of a refused MAIL. */
function argsOf(address: { args: unknown } | null): Record<string, string | undefined> {
  return (address?.args || {}) as Record<string, string | undefined>;
}
