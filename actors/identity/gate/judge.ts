// Whether a mail has to wait for a person: of a send, by its recipients and its thread; of a received mail, by its sender.
// New is whom no person has allowed: neither an allow list names the address, nor did a person let mail to it leave before.
// That somebody wrote first makes nobody known: an address that comes out of a mail stays new. DECISIONS Protection and
// reviews.

import type { Instant } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { must } from "../../../src/lib/must.ts";
import { canonicalAddress, domainOf } from "../../../src/mail/address.ts";
import { dmarcVerdict, provenDomains } from "../../../src/mail/trust/authentication.ts";
import type { ThreadRow } from "../../../src/store/mailbox/threads.ts";
import {
  type Allowance,
  type CorrespondentStanding,
  noteRead,
  noteWritten,
  standingsOf,
  writtenSince,
} from "../../../src/store/reviews/protection.ts";
import { isUnderReview } from "../../../src/store/reviews/watched.ts";
import { type StoredProtection, threads } from "../../../src/store/tables/index.ts";
import { makerOf } from "../../account/access/makers.ts";
import { emailOf } from "../../account/addresses/identities.ts";
import { holdsIn, protectionOf } from "../../account/reviews/protection.ts";
import type { Turn } from "../../runtime/turn.ts";
import type { Outgoing, Rejected } from "../message/outgoing.ts";
import type { PreparedMail } from "../message/store-message.ts";

export interface JudgedSend {
  accepted: string[];
  rejected: Rejected[];
  /** Reasons to wait for a person; null: the mail may leave. */
  reasons: string[] | null;
}

/**
 * Judges a send to recipients that the send policy accepts.
 * @param approved a person has decided: only the block list is asked
 * @returns null where the address has no protection
 * @throws Failure send_policy_violation: a submitted mail that is not to be held
 */
export async function judgeSend(
  turn: Turn,
  outgoing: Pick<Outgoing, "service" | "submitted">,
  {
    accepted,
    thread,
    at,
    approved,
  }: { accepted: string[]; thread: ThreadRow | null; at: Instant; approved: boolean },
): Promise<JudgedSend | null> {
  const protection = protectionOf(turn);
  if (!protection || outgoing.service || accepted.length === 0) return null;
  const standings = await standingsIfAsked(turn, protection, accepted);
  const of = (recipient: string) => standings?.get(canonical(recipient));
  const left = accepted.filter((recipient) => !of(recipient)?.blocked);
  const rejected = accepted
    .filter((recipient) => of(recipient)?.blocked)
    .map((address): Rejected => ({ address, reason: "block_list" }));
  if (approved || left.length === 0) return { accepted: left, rejected, reasons: null };
  // A person's own send needs no review, and allows its recipients.
  if (turn.origin.kind === "person") {
    const emails = [...new Set(left.map(canonical))];
    turn.bulk(noteWritten(turn.owner, { emails, at, allowedBy: makerOf(turn) }));
    return { accepted: left, rejected, reasons: null };
  }
  const reasons: string[] = [];
  const latest = thread && turn.latest(threads, thread);
  // A new thread with the same people is no way around it.
  const watched = { emails: left.map(canonical), own: emailOf(turn.identity()) };
  if (latest?.status === "human_review" || (await isUnderReview(turn, turn.owner, watched)))
    reasons.push("human_review");
  if (protection.outbound === "all") reasons.push("all_sends");
  const holds = holdsIn(turn);
  const fresh = left.filter((recipient) => !isAllowed(of(recipient), holds));
  if (protection.outbound === "new_recipients")
    reasons.push(...fresh.map((recipient) => `new_recipient ${canonical(recipient)}`));
  else reasons.push(...(await beyondLimits(turn, protection, { fresh: fresh.map((to) => of(to)), at })));
  if (reasons.length === 0) {
    const first = fresh.filter((recipient) => !of(recipient)?.writtenAt).map(canonical);
    if (standings && first.length > 0)
      turn.bulk(noteWritten(turn.owner, { emails: [...new Set(first)], at }));
    return { accepted: left, rejected, reasons: null };
  }
  if (outgoing.submitted && protection.submission === "refuse") {
    throw new Failure(
      "send_policy_violation",
      "This mail has to be looked at by a person before it leaves, and this address does not let mail programs wait for that. Write it as a draft.",
    );
  }
  return { accepted: left, rejected, reasons };
}

const limited = ({ firstContactsADay, untrustedContactsADay }: StoredProtection) =>
  firstContactsADay !== null || untrustedContactsADay !== null;

async function standingsIfAsked(
  turn: Turn,
  protection: StoredProtection,
  recipients: readonly string[],
): Promise<Map<string, CorrespondentStanding> | null> {
  if (!protection.lists && protection.outbound !== "new_recipients" && !limited(protection)) return null;
  const emails = [...new Set(recipients.map(canonical))];
  return standingsOf(turn, turn.owner, { emails, direction: "send" });
}

function isAllowed(
  standing: CorrespondentStanding | undefined,
  holds: (allowance: Allowance) => boolean,
): boolean {
  return standing !== undefined && allowancesIn(standing, ["sendAllowed"]).some(holds);
}

function allowancesIn(
  standing: CorrespondentStanding,
  contact: ("sendAllowed" | "receiveAllowed")[],
): Allowance[] {
  return [...standing.listed, ...contact.flatMap((one) => standing[one] ?? [])];
}

/** DECISIONS Protection and reviews: limits of first contacts a day (UTC). */
async function beyondLimits(
  turn: Turn,
  protection: StoredProtection,
  { fresh, at }: { fresh: (CorrespondentStanding | undefined)[]; at: Instant },
): Promise<string[]> {
  const first = fresh.filter((standing) => !standing?.writtenAt);
  if (!limited(protection) || first.length === 0) return [];
  const before = await writtenSince(turn, turn.owner, `${at.slice(0, 10)}T00:00:00.000000Z`);
  const { firstContactsADay, untrustedContactsADay } = protection;
  const untrusted = first.filter((standing) => standing?.readAt).length;
  const reasons: string[] = [];
  if (firstContactsADay !== null && before.written + first.length > firstContactsADay)
    reasons.push("first_contact_limit");
  if (untrustedContactsADay !== null && untrusted > 0 && before.untrusted + untrusted > untrustedContactsADay)
    reasons.push("untrusted_contact_limit");
  return reasons;
}

export interface JudgedMail {
  reasons: string[];
  /** On the block list. */
  blocked: boolean;
}

/**
 * The facts of a mail from an address of this service: whether its author is an address of the same account.
 */
interface Inside {
  ownAuthor: boolean;
}

/** Why a received mail has to wait; null: it may come in. */
export async function judgeReceived(
  turn: Turn,
  { mail, inside, at }: { mail: PreparedMail; inside: Inside | null; at: Instant },
): Promise<JudgedMail | null> {
  const protection = protectionOf(turn);
  if (!protection) return null;
  if (protection.untrustedContactsADay !== null) noteAddresses(turn, mail, at);
  const email = canonical(mail.parsed.from.email);
  const author = await judgeAuthor(turn, email);
  if (author === "blocked_sender") return { reasons: [author], blocked: true };
  const held = (reason: string) => ({ reasons: [reason], blocked: false });
  if (author !== null) return held(author);
  if (protection.inbound === "review") return mail.parsed.review.length > 0 ? held("safety_verdict") : null;
  if (protection.inbound === "off" || isProven(email, mail, inside)) return null;
  return held("unproven_sender");
}

/** Why whatever an author says has to wait, however well it is proven and whatever it says; null: it need not. */
export async function judgeAuthor(
  turn: Turn,
  address: string,
): Promise<"blocked_sender" | "new_sender" | null> {
  const protection = protectionOf(turn);
  if (!protection || (protection.inbound === "off" && !protection.lists)) return null;
  const email = canonical(address);
  const standing = must(
    (await standingsOf(turn, turn.owner, { emails: [email], direction: "receive" })).get(email),
    "each address that is asked for has a standing",
  );
  if (standing.blocked) return "blocked_sender";
  if (protection.inbound !== "new_senders") return null;
  const known = allowancesIn(standing, ["receiveAllowed", "sendAllowed"]).some(holdsIn(turn));
  return known ? null : "new_sender";
}

/** Whether From is proven well enough for what a person allowed its address. */
function isProven(email: string, { authentication }: PreparedMail, inside: Inside | null): boolean {
  if (inside) return inside.ownAuthor;
  // An unsigned mail from a trusted network has no results.
  if (authentication === null) return true;
  const verdict = dmarcVerdict(authentication);
  if (verdict !== "none") return verdict === "pass";
  if (authentication.spf === null) return true;
  const domain = domainOf(email.slice(email.lastIndexOf("@") + 1));
  return provenDomains(authentication).some((name) => name.toLowerCase() === domain);
}

/** Notes the addresses that a received mail names. */
function noteAddresses(turn: Turn, { parsed }: PreparedMail, at: Instant): void {
  const named = [parsed.from, ...parsed.replyTo, ...parsed.to, ...parsed.cc].map(({ email }) => email);
  const emails = [...named, ...(parsed.addresses ?? [])].flatMap((email) => canonicalAddress(email) ?? []);
  if (emails.length > 0) turn.bulk(noteRead(turn.owner, { emails: [...new Set(emails)].slice(0, 200), at }));
}

function canonical(address: string): string {
  return canonicalAddress(address) ?? address.toLowerCase();
}
