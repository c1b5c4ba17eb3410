// A mail to this server through the whole path: SMTP in, stored, read back octet for octet, deleted for good.
import { nearHost } from "../../app/ports.ts";
import type { SmtpTarget } from "../../outbound/target.ts";
import type { DoctorContext } from "../context.ts";
import { type CheckResult, failing, fine } from "../finding.ts";
import { arrival, hand, letterTo, nobody, readAndDelete, recipientOf } from "./letter.ts";

export async function checkMail(context: DoctorContext): Promise<CheckResult[]> {
  const { store, ports, config } = context;
  if (!store || ports?.smtp == null) return [];
  const recipient = await recipientOf(context, store);
  if (!recipient) return [nobody(context)];
  const letter = letterTo(recipient, context);
  const address = nearHost(config.host === "localhost" ? "127.0.0.1" : config.host);
  const target: SmtpTarget = {
    name: config.mailHostname,
    address,
    port: ports.smtp,
    tls: "opportunistic",
    auth: null,
  };
  const startMs = performance.now();
  const refused = await hand(target, { letter, recipient, context });
  if (refused !== null)
    return [
      failing("refused", `SMTP does not take a mail to ${recipient.email}: ${refused}`, {
        subject: recipient.email,
        remedy: "Look at the server's log for this moment.",
      }),
    ];
  // SMTP answers 250 after the commit, so the mail must be there.
  const found = await arrival(store, recipient, letter.messageId);
  if (found === null)
    return [
      failing("not_stored", "SMTP took a mail, and the database does not have it.", {
        subject: recipient.email,
        remedy:
          "The server works on another database: compare its DATABASE_URL and DATA_DIR with those of this command.",
      }),
    ];
  const problem = await readAndDelete(store, recipient, { id: found, token: letter.token });
  if (problem) return [problem];
  const ms = performance.now() - startMs;
  return [fine(`A mail to ${recipient.email} came in, was read and deleted (${ms.toFixed(0)} ms).`)];
}
