// Trust and freshness of calendar mail (DECISIONS Calendar). Sender counts like From only when its own domain
// is proven: DMARC covers From alone, and anybody can write a Sender. The address to prove is the one that
// the method speaks for (RFC 5546 1.4): the organizer for REQUEST and CANCEL, the attendee for REPLY, COUNTER
// and REFRESH.
// - `open` (DNS gave no answer) and `refuted` mail has no effect by itself.
// - `unproven` mail creates events and changes events whose author was no better proven. It does not answer
// for an attendee.
// - COUNTER and REFRESH have no effect by themselves, proven or not.
// - A call may apply any of them: the caller vouches for the author.

import type { Instant } from "../../lib/clock.ts";
import type { AttendeeStatus, EventAttendee, EventStatus } from "../types.ts";
import type { ParsedInvitation } from "./invitation.ts";

/**
 * The proof of an address in a mail's header. `trusted`: from TRUSTED_NETWORKS, which needs no proof; `open`:
 * DNS had no answer; `refuted`: DMARC fails, or SPF of the address's own domain does.
 */
export type Proof = "proven" | "trusted" | "unproven" | "open" | "refuted";

/** The proof as events store it. */
export const assurances = { failed: 0, unproven: 1, proven: 2 } as const;
export type Assurance = (typeof assurances)[keyof typeof assurances];

/** The facts of the mail that carries a calendar object. Addresses in any case. */
export interface IncomingMail {
  /** The address of From; null when there is none or more than one. */
  from: string | null;
  /** The address of Sender. */
  sender: string | null;
  dmarc: "pass" | "fail" | "none";
  /** Domains that SPF (envelope sender) or DKIM (d=) proved. */
  authenticated_domains: readonly string[];
  /** Domains (of the envelope sender) that SPF says the client must not use. */
  refuted_domains: readonly string[];
  /** SPF, a signature or DMARC is temperror: a later check may give another result. */
  is_open: boolean;
  /** DMARC passes by one of two possible readings only: relaxed alignment proves nothing. */
  exact_domain: boolean;
  /** From TRUSTED_NETWORKS. */
  trusted: boolean;
  /** A call applies it: nothing has to be proven, and spam is allowed. */
  by_call: boolean;
  /** From an address of this service: counts as authenticated. */
  internal: boolean;
  spam: boolean;
  received_at: Instant;
  /** The address that received it. */
  own_address: string;
  /** The zone in which floating times are read. */
  default_zone: string;
}

/** The stored facts of an event, beside its fields on the wire, by which later mail about it is judged. */
export interface KnownEvent {
  status: EventStatus;
  sequence: number;
  /** The newest DTSTAMP applied from its organizer; null on own events. */
  dtstamp: Instant | null;
  start_at: Instant;
  end_at: Instant;
  timezone: string;
  recurrence_rule: string | null;
  /** Null: nobody is invited, or this address organises it. */
  organizer_email: string | null;
  organizer_sent_by: string | null;
  attendees: readonly EventAttendee[];
  response_status: AttendeeStatus | null;
  /** The assurance of the mail that made the event; `proven` on own events. */
  assurance: Assurance;
}

export interface KnownObject {
  /** The single event or series with this UID. */
  event: KnownEvent | null;
  /** The series' changed dates, by the instant that the series gives them. */
  instances: ReadonlyMap<Instant, KnownEvent>;
}

/** Whether two addresses are equal, ignoring case. */
export function same(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a.toLowerCase() === b.toLowerCase();
}

function isAligned(address: string, domains: readonly string[], exactly: boolean): boolean {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return domains.some((name) => {
    const other = name.toLowerCase();
    if (other === domain) return true;
    return !exactly && (other.endsWith(`.${domain}`) || domain.endsWith(`.${other}`));
  });
}

/** Return the proof of an address of the mail's From or Sender. */
export function proofOf(address: string, mail: IncomingMail): Proof {
  if (mail.internal) return "proven";
  if (mail.dmarc === "fail") return "refuted";
  if (mail.dmarc === "pass" && same(address, mail.from)) return "proven";
  // Without an answer on DMARC, strict alignment may be required.
  if (isAligned(address, mail.authenticated_domains, mail.is_open || mail.exact_domain)) return "proven";
  if (mail.is_open) return "open";
  if (isAligned(address, mail.refuted_domains, true)) return "refuted";
  return mail.trusted ? "trusted" : "unproven";
}

const assuranceOfProof: Record<Proof, Assurance> = {
  proven: assurances.proven,
  trusted: assurances.unproven,
  unproven: assurances.unproven,
  open: assurances.failed,
  refuted: assurances.failed,
};

/** Like proofOf, as the number that events store. */
export function assuranceOf(address: string, mail: IncomingMail): Assurance {
  return assuranceOfProof[proofOf(address, mail)];
}

/** Return the reason for which mail with this proof has no effect; null: it may have one. */
function refusalByProof(proof: Proof, mail: IncomingMail): string | null {
  if (proof === "open") return "DNS gave no answer on who sent the mail.";
  if (proof !== "refuted") return null;
  return mail.dmarc === "fail" ? "The mail fails DMARC." : "SPF of its author's domain refuses the mail.";
}

/** DTSTAMP, at the latest the receipt of the mail: a stamp in the future would make all later mail stale. */
export function stampOf({ dtstamp }: ParsedInvitation, mail: IncomingMail): Instant {
  return dtstamp !== null && dtstamp < mail.received_at ? dtstamp : mail.received_at;
}

/** Whether the receiving address organises the event. */
export function isOwn(known: KnownEvent, mail: IncomingMail): boolean {
  return known.organizer_email === null || same(known.organizer_email, mail.own_address);
}

/** Return the reason for which this mail may not change the event; null: it may. */
export function refusal(known: KnownEvent, part: ParsedInvitation, mail: IncomingMail): string | null {
  if (mail.spam && !mail.by_call) return "The mail is spam.";
  if (isOwn(known, mail)) return "This address organises the event itself.";
  const organizers = [known.organizer_email, known.organizer_sent_by];
  const acting = [mail.from, mail.sender].filter((address) =>
    organizers.some((known) => same(address, known)),
  );
  if (acting.length === 0) return "Neither From nor Sender is the organizer.";
  const named = part.invitation.organizer_email;
  if (named !== null && !same(named, known.organizer_email)) return "The object names another organizer.";
  if (mail.by_call) return null;
  const proofs = acting.map((address) => proofOf(address!, mail));
  const best = proofs.reduce((a, b) => (assuranceOfProof[b] > assuranceOfProof[a] ? b : a));
  const no = refusalByProof(best, mail);
  if (no) return no;
  if (assuranceOfProof[best] < known.assurance)
    return "The mail is less authenticated than the one that made the event.";
  return null;
}

export type Freshness = "newer" | "same" | "older";

/** Compares SEQUENCE, then DTSTAMP, RFC 5546 2.1.5. Some programs cancel without SEQUENCE: then DTSTAMP alone counts. */
export function freshness(part: ParsedInvitation, known: KnownEvent, mail: IncomingMail): Freshness {
  const { sequence, method } = part.invitation;
  const isTold = part.has_sequence || method !== "CANCEL";
  if (isTold && sequence !== known.sequence) return sequence > known.sequence ? "newer" : "older";
  const stamp = stampOf(part, mail);
  if (known.dtstamp === null || stamp > known.dtstamp) return "newer";
  return stamp === known.dtstamp ? "same" : "older";
}

/**
 * Why an object is stale; null when it is newer, or has the numbers of an event that is not cancelled: then it is a
 * second change within one second, or a repetition, which changes nothing.
 */
export function staleReason(how: Freshness, known: KnownEvent): string | null {
  if (how === "newer" || (how === "same" && known.status !== "cancelled")) return null;
  return how === "same" ? "This version is already known." : "A newer version is already known.";
}

/** Return the reason for which this mail may not create an event; null: it may. */
export function refusalOfNew(organizer: string | null, mail: IncomingMail): string | null {
  if (same(organizer, mail.own_address))
    return "The object names this address as organizer of an event it does not have.";
  if (mail.by_call) return null;
  if (mail.spam) return "The mail is spam.";
  // Without exactly one author, DMARC's result alone counts.
  return refusalByProof(proofOf(mail.from ?? "", mail), mail);
}

/** Return the reason for which this mail may not answer for the attendee that wrote it; null: it may. */
export function refusalOfAnswer(from: string, mail: IncomingMail): string | null {
  if (mail.by_call) return null;
  if (mail.spam) return "The mail is spam.";
  const proof = proofOf(from, mail);
  if (proof === "unproven") return "Nothing proves that its author sent the mail.";
  return refusalByProof(proof, mail);
}
