// Mail submitted by a mail program: read and checked before the turn, then sent by the same `send` turn as REST. Its octets
// stay as submitted, but for fields that must not leave (`asSubmitted`). SPEC App passwords; RFC 6409

import { nowInstant } from "../../../src/lib/clock.ts";
import { Failure, invalid } from "../../../src/lib/failure.ts";
import { newId } from "../../../src/lib/ids.ts";
import { must } from "../../../src/lib/must.ts";
import { type AddressEntry, parseAddress, parseAddressList } from "../../../src/mail/address.ts";
import { mailDate } from "../../../src/mail/compose/compose.ts";
import { asSubmitted } from "../../../src/mail/compose/submitted.ts";
import { latin1 } from "../../../src/mail/mime/charset.ts";
import { maxHeaderBytes, readMessageHeader } from "../../../src/mail/mime/headers.ts";
import { withoutQuoted } from "../../../src/mail/mime/quoted-strings.ts";
import { threadKeys } from "../../../src/mail/threading.ts";
import { answerCountField } from "../../../src/mail/trust/answer-count.ts";
import { bounceAddress } from "../../../src/outbound/envelope.ts";
import { domainOf } from "../../../src/outbound/targets.ts";
import { serverTimeouts } from "../../../src/reading/mails.ts";
import type { Sent } from "../../../src/schema/message/messages.ts";
import { findAnswered } from "../../../src/store/message/answered.ts";
import { type Actors, preloaded } from "../../runtime/registry.ts";
import { isWithin, mayWriteFrom, sendsAs } from "../gate/authors.ts";
import type { Outgoing, SubmissionEnvelope } from "../message/outgoing.ts";
import { prepareMail } from "../message/prepare-mail.ts";
import { answersSoFar } from "./answer-count.ts";
import { isOfProgram, laneOf, maxBytes, type OutgoingDeps } from "./prepare.ts";
import { send } from "./send.ts";
import { type SendLoaded, sendPreload } from "./send-loading.ts";

export interface Submission extends SubmissionEnvelope {
  accountId: string;
  identityId: string;
  /** The identity's address, which From and Sender name, or another that it may write from. */
  email: string;
  recipients: readonly string[];
  /** The mail as submitted; lines end in CRLF. */
  raw: Uint8Array;
  /** The SMTP connection, for the log. */
  connectionId: string;
  appPasswordId: string;
  /** The client's IP address. */
  ip: string;
}

export type SubmitDeps = Omit<OutgoingDeps, "baseUrl">;

export const maxSubmittedBytes = Math.floor(maxBytes * 1.4);

/**
 * Sends a submission to all recipients or to none, since one SMTP reply answers for all.
 * @throws Failure validation_error, forbidden (From), recipient_refused and what the send turn refuses
 */
export async function submit(deps: SubmitDeps & { actors: Actors }, submission: Submission): Promise<Sent> {
  const { accountId, identityId, connectionId } = submission;
  const outgoing = await prepareSubmission(deps, submission);
  const work = preloaded(sendPreload, outgoing, async (turn, loaded: SendLoaded) => {
    const sent = await send(turn, outgoing, loaded);
    if (sent.rejected.length === 0) return sent;
    const reasons = sent.rejected.map(({ address, reason }) => `${address}: ${reason}`).join(", ");
    throw new Failure("recipient_refused", `Some recipients were refused (${reasons}). Nothing was sent.`);
  });
  const actor = deps.actors.identity(accountId, identityId);
  const origin = { kind: "app_password" as const, id: submission.appPasswordId, ip: submission.ip };
  return actor.run(work, { origin, logFields: { connection_id: connectionId } });
}

/** @throws Failure validation_error, forbidden (From) */
export async function prepareSubmission(deps: SubmitDeps, submission: Submission): Promise<Outgoing> {
  const { accountId, identityId, email, recipients } = submission;
  const messageId = newId();
  const { raw, repeated } = asSubmitted(submission.raw, {
    messageId: `<${messageId}@${deps.mailHostname}>`,
    date: mailDate(nowInstant(deps.clock)),
  });
  if (repeated.length > 0)
    throw invalid(`The mail has more than one ${repeated.join(" and ")} field. Send one.`);
  const prepared = (octets: Uint8Array) =>
    prepareMail(
      deps,
      octets,
      { from: email, isSpam: false, isOwn: true },
      { source: accountId, timeouts: serverTimeouts },
    );
  const asWritten = await prepared(raw);
  const authors = await authorsOf(deps, { raw, email, accountId, identityId });
  const named = new Set(
    [...asWritten.parsed.to, ...asWritten.parsed.cc].map((box) => box.email.toLowerCase()),
  );
  const scope = { accountId, identityIds: [identityId] };
  const answered = await findAnswered(deps.database, scope, threadKeys(asWritten.parsed).slice(0, 20));
  const sender =
    answered && (await deps.senders.find(scope, must(parseAddress(email), "a login is an address")));
  const answers = sender ? await answersSoFar(deps, { identity: sender, parent: answered }) : 0;
  // Where a count is to go on; one that begins needs no field.
  const mail = answers > 1 ? await prepared(counted(raw, answers)) : asWritten;
  return {
    messageId,
    threadId: answered?.threadId ?? null,
    mail,
    bcc: recipients.filter((to) => !named.has(to.toLowerCase())).map((to) => ({ email: to, name: null })),
    recipients: [...recipients],
    lanes: new Map(
      await Promise.all(
        recipients.map(async (recipient) => {
          const { kind } = await deps.routing.resolve(recipient);
          return [recipient, laneOf(deps, { from: email, recipient, kind })] as const;
        }),
      ),
    ),
    rejected: [],
    submitted: { nullSender: submission.nullSender, dsn: submission.dsn },
    authors: authors.all,
    envelopeFrom: bounceAddress(messageId, domainOf(authors.first), deps.bounceSecret),
    answersProgram: isOfProgram(answered),
    answers,
    automatic: false,
    letter: null,
  };
}

function counted(raw: Uint8Array, answers: number): Uint8Array {
  return Buffer.concat([Buffer.from(`${answerCountField}: ${answers}\r\n`), raw]);
}

/** Fields that say who wrote a mail, or sends it. RFC 5322 3.6.2, 3.6.6 */
const authorFields = ["from", "sender", "resent-from", "resent-sender"];

/**
 * The authors of a mail: the password's address, subaddresses of it, and one address of a rule with `send_as` that is the only
 * one in From.
 * @throws Failure forbidden: a field names anybody else, or in words that others may read otherwise
 */
async function authorsOf(
  { database, clock }: Pick<SubmitDeps, "database" | "clock">,
  of: Pick<Submission, "raw" | "email" | "accountId" | "identityId">,
): Promise<{ first: string; all: string[] }> {
  const { raw, email, accountId, identityId: id } = of;
  const { fields, isCut, unterminated } = readMessageHeader(latin1(raw.subarray(0, maxHeaderBytes)), 0);
  // A receiver that reads further than this may find another author.
  if (isCut || (unterminated && raw.length > maxHeaderBytes))
    throw new Failure("forbidden", "The header is too long: send at most 5,000 fields and 1 MB.");
  const named = fields.filter(({ key }) => authorFields.includes(key));
  const from = named.filter(({ key }) => key === "from");
  const writers = from.flatMap(({ value }) => parseAddressList(value).map(addressOf));
  const first = writers[0] ?? email;
  const atMs = clock.now();
  const isOther = !writers.some((writer) => isWithin(writer, email) || writer !== first);
  const other =
    isOther && (await sendsAs(database, { accountId, id }, { email: first, atMs })) ? first : null;
  const isOwn = (author: string) => isWithin(author, email) || author === other;
  for (const { key, name, value } of named) {
    const people = parseAddressList(value);
    const areOwn = people.length > 0 && people.every((one) => isOwn(addressOf(one)));
    if (areOwn && !strangerIn(value, isOwn)) continue;
    throw new Failure(
      "forbidden",
      `${key === "from" ? "From" : name} has to be ${email}, the address of this password.`,
    );
  }
  if (from.length !== 1)
    throw new Failure("forbidden", `From has to be ${email}, the address of this password.`);
  const all = [...new Set(named.flatMap(({ value }) => parseAddressList(value).map(addressOf)))];
  const at = email.lastIndexOf("@");
  const own = { accountId, id, localPart: email.slice(0, at), domain: email.slice(at + 1) };
  for (const author of all)
    if (!(await mayWriteFrom(database, own, { email: author, atMs })))
      throw new Failure("forbidden", `${author} is another address by a routing rule. Write from ${email}.`);
  return { first, all };
}

function addressOf({ mailbox, host }: AddressEntry): string {
  return `${mailbox ?? ""}@${host ?? ""}`.toLowerCase();
}

/** Whether an address outside quotes and encoded words is not the sender's own, or there is a stray sign of one. */
function strangerIn(value: string, isOwn: (author: string) => boolean): boolean {
  const plain = withoutQuoted(value, " ").replace(/=\?[^?\s]{1,80}\?[bq]\?[^?\s]*\?=/gi, " ");
  const words = plain.split(/[\s<>,;:()]+/).filter((word) => word.includes("@"));
  return words.some((word) => !isOwn(word.toLowerCase()));
}
