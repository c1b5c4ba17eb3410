// The mail of a check: to whom it goes, what it says, how it is handed over, found in the database, and deleted for good.
import { deleteMessage } from "../../../actors/identity/mailbox/messages.ts";
import { messageOf } from "../../lib/failure.ts";
import { hash52 } from "../../lib/hash.ts";
import { newId } from "../../lib/ids.ts";
import { silentLog } from "../../lib/log.ts";
import { openSession } from "../../outbound/connection.ts";
import { defaultTimeouts, type SmtpTarget } from "../../outbound/target.ts";
import { findEmail } from "../../store/addresses/addresses.ts";
import { messagesByHash } from "../../store/mailbox/threading.ts";
import { readRaw } from "../../store/message/messages.ts";
import type { DoctorContext, Store } from "../context.ts";
import { type CheckResult, failing, fine, warning } from "../finding.ts";

interface CheckedRecipient {
  email: string;
  accountId: string;
  identityId: string;
}

/** The mail of the check: its writer is its reader. */
interface CheckMail {
  messageId: string;
  /** Stands in its text alone. */
  token: string;
  raw: Buffer;
}

export async function recipientOf(
  { options }: DoctorContext,
  store: Store,
): Promise<CheckedRecipient | null> {
  const email = options.recipient ?? (store.operator && `postmaster@${store.operator.domain}`);
  const found = email ? await findEmail(store.core.database, email) : null;
  if (!email || !found || found.identityId === null) return null;
  return { email, accountId: found.accountId, identityId: found.identityId };
}

export function letterTo({ email }: CheckedRecipient, { config, clock }: DoctorContext): CheckMail {
  const token = newId();
  const messageId = `${token}@${config.mailHostname}`;
  const lines = [
    `From: Postroom <${email}>`,
    `To: <${email}>`,
    `Subject: postroom doctor: a mail to itself`,
    `Date: ${new Date(clock.now()).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${messageId}>`,
    "Auto-Submitted: auto-generated",
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "",
    `postroom doctor looks whether mail comes in. It deletes this one again. ${token}`,
    "",
  ];
  return { messageId, token, raw: Buffer.from(lines.join("\r\n")) };
}

export function nobody({ options }: DoctorContext): CheckResult {
  return warning(
    "no_recipient",
    `There is no address ${options.recipient ?? "postmaster"} to send a mail to.`,
    {
      remedy:
        "Make it: postroom identities create postmaster@DOMAIN --type team, or name another one with --to.",
    },
  );
}

/** @returns what was wrong; null: it was accepted */
export async function hand(
  target: SmtpTarget,
  { letter, recipient, context }: { letter: CheckMail; recipient: CheckedRecipient; context: DoctorContext },
): Promise<string | null> {
  const { connectMs } = context.limits;
  try {
    const session = await openSession(target, {
      hostname: context.config.mailHostname,
      timeouts: { ...defaultTimeouts, connect: connectMs, greeting: 2 * connectMs, command: 4 * connectMs },
      ...(context.options.ca === null ? {} : { ca: context.options.ca }),
      id: newId(),
      log: silentLog,
    });
    try {
      const { email } = recipient;
      await session.send({ from: email, recipients: [email], smtpUtf8: false, eightBit: false }, letter.raw);
      return null;
    } finally {
      session.quit();
    }
  } catch (error) {
    return messageOf(error);
  }
}

/** The id of the message with this Message-ID, or null. */
export async function arrival(
  { core }: Store,
  { accountId, identityId }: CheckedRecipient,
  messageId: string,
): Promise<string | null> {
  const hash = hash52(messageId);
  const found = await messagesByHash(core.database, [{ n: 0, accountId, identityId, hash }]);
  return (
    found.find(({ message }) => message.headerId === messageId && message.direction === "inbound")?.message
      .id ?? null
  );
}

export async function readAndDelete(
  { core }: Store,
  { accountId, identityId, email }: CheckedRecipient,
  { id, token }: { id: string; token: string },
): Promise<CheckResult | null> {
  const scope = { accountId, identityIds: [identityId] };
  const raw = await readRaw(core.database, core.blobs, { scope, id });
  if (raw === null || !Buffer.from(raw).includes(token))
    return failing("differs", "A mail was stored, and is read with other bytes.", {
      subject: email,
      remedy: "Run postroom check, and look at the disk.",
    });
  try {
    const actor = core.actors.identity(accountId, identityId);
    // First into the trash, then for good.
    for (let step = 0; step < 2; step++) await actor.run((turn) => deleteMessage(turn, id));
    return null;
  } catch (error) {
    return warning("not_deleted", `The mail of the check was not deleted: ${messageOf(error)}`, {
      subject: email,
      remedy: `Delete it by hand: ${id}`,
    });
  }
}

/** Waits for a mail that others carry. */
export async function waited(
  { limits }: DoctorContext,
  {
    store,
    recipient,
    letter,
    by,
  }: {
    store: Store;
    recipient: CheckedRecipient;
    letter: Pick<CheckMail, "messageId" | "token">;
    by: string;
  },
): Promise<CheckResult> {
  const untilMs = performance.now() + limits.arrivalSeconds * 1000;
  for (;;) {
    const id = await arrival(store, recipient, letter.messageId);
    if (id !== null) {
      const problem = await readAndDelete(store, recipient, { id, token: letter.token });
      return problem ?? fine(`A mail came in from outside, through ${by}.`, { subject: recipient.email });
    }
    if (performance.now() > untilMs) break;
    await Bun.sleep(Math.min(1000, limits.arrivalSeconds * 100));
  }
  return failing(
    "not_arrived",
    `A mail that ${by} took did not come in within ${limits.arrivalSeconds} seconds.`,
    {
      subject: recipient.email,
      remedy:
        "From outside, port 25 of the MX host does not lead here: open it in the provider's firewall and the machine's, and look at the MX record.",
    },
  );
}
