// The gate of an address: whatever makes octets leave in its name asks here, in its turn, and is told one of three things: it
// leaves, it waits for a person, or it is refused (a Failure). What may leave is a Departure: only this file makes one, and
// the queue takes nothing else (queue.ts). It says who lets go of which octets, for whom, and who asked for it, at which
// level. DECISIONS Protection and reviews: The gate.
import { type Instant, msOf } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { includesLevel, type Level } from "../../../src/lib/levels.ts";
import { capabilitiesOf } from "../../../src/schema/addresses/capabilities.ts";
import type { ThreadRow } from "../../../src/store/mailbox/threads.ts";
import type { Owner } from "../../../src/store/scope.ts";
import { addUnsubscribeLink } from "../../../src/store/sending/unsubscribes.ts";
import type { Maker } from "../../../src/store/tables/index.ts";
import { emailOf } from "../../account/addresses/identities.ts";
import type { Turn } from "../../runtime/turn.ts";
import { checkStorage } from "../mailbox/storage-limit.ts";
import type { Outgoing, Rejected } from "../message/outgoing.ts";
import { mayWriteFrom } from "./authors.ts";
import { judgeSend } from "./judge.ts";
import { applyPolicy, type Refusals } from "./policy.ts";
import { checkLoop, countDaily, type SentBefore } from "./send-limits.ts";

let allow: (turn: Turn, mail: Pick<Departure, "recipients" | "octets">) => Departure;

/** Octets that may leave, once, in the turn that asked. */
export class Departure {
  /** The address in whose name they leave. */
  readonly who: Owner;
  readonly maker: Maker;
  /** Level of the program that asked; null: no level narrows the asker. */
  readonly level: Level | null;
  readonly recipients: readonly string[];
  /** SHA-256 of the mail. */
  readonly octets: Uint8Array;
  readonly #turn: Turn;
  #left = false;

  private constructor(turn: Turn, { recipients, octets }: Pick<Departure, "recipients" | "octets">) {
    this.#turn = turn;
    this.who = turn.owner;
    this.maker = turn.maker;
    this.level = turn.maker.level;
    this.recipients = recipients;
    this.octets = octets;
  }

  static {
    allow = (turn, mail) => new Departure(turn, mail);
  }

  /** Takes it, for octets of this turn. Throws where it was taken, or where others are to leave by it: that is a bug. */
  take(turn: Turn, octets: Uint8Array): void {
    const isSame = this.#turn === turn && Buffer.from(this.octets).equals(octets);
    if (!isSame || this.#left) throw new Error("These octets were not let go of here.");
    this.#left = true;
  }
}

/** A mail and its recipients, as submitted to the gate. */
export type GateRequest = Pick<
  Outgoing,
  | "authors"
  | "recipients"
  | "rejected"
  | "answersProgram"
  | "threadId"
  | "service"
  | "submitted"
  | "unsubscribe"
> &
  Partial<Pick<Outgoing, "answers" | "automatic">> & { mail: Pick<Outgoing["mail"], "sha256"> };

export type GateDecision =
  | { departure: Departure; rejected: Rejected[]; reasons: null }
  /** The mail must wait for a person. */
  | { departure: null; accepted: string[]; rejected: Rejected[]; reasons: string[] };

/** Every recipient of a mail was refused. */
export class AllRefused extends Failure {
  constructor(readonly rejected: readonly Rejected[]) {
    const reasons = rejected.map(({ address, reason }) => `${address}: ${reason}`).join(", ");
    const remedies = [...new Set(rejected.flatMap((one) => remedyFor(one, rejected.length)))].join(" ");
    super(
      "recipient_refused",
      `Every recipient was refused (${reasons}). Nothing was sent.${remedies === "" ? "" : ` ${remedies}`}`,
    );
  }
}

/** The remedy of a refusal, which names the address where it is the only one. */
function remedyFor({ reason, address }: Rejected, count: number): string[] {
  const remedy = remedyOf[reason];
  if (remedy === undefined) return [];
  return [
    count === 1
      ? remedy.replace("email=…", `email=${encodeURIComponent(address).replace("%40", "@")}`)
      : remedy,
  ];
}

/** The way on from a refusal, where there is one that is not a person's alone. */
const remedyOf: Partial<Record<Rejected["reason"], string>> = {
  suppressed:
    "GET /api/v1/suppressions?email=… says why; DELETE /api/v1/suppressions/{id} ends it, where they want mail again.",
  send_policy:
    "GET /api/v1/identities/{id} says its send_policy: reply_only answers who wrote to it first, list takes whom PUT /api/v1/identities/{id}/send-list names.",
  unsubscribed: "Who has unsubscribed still gets answers and mail without list_unsubscribe.",
  invalid_address: "Send addresses such as ada@example.com.",
};

/**
 * Asks whether a mail may leave: who asks for it, the sender, the storage limit, the send policy, the address's protection
 * and the limits of sending.
 * @param given.approved a person has decided that the mail may leave
 * @throws Failure forbidden (level, author, storage limit), capability_missing, identity_suspended, domain_unverified,
 *   recipient_refused, send_policy_violation, rate_limited, daily_limit
 */
export async function ask(
  turn: Turn,
  asked: GateRequest,
  given: {
    loaded: { refusals: Refusals; thread: ThreadRow | null; recent: readonly SentBefore[] };
    at: Instant;
    approved?: boolean;
  },
): Promise<GateDecision> {
  const { loaded, at, approved = false } = given;
  checkMaker(turn);
  checkSender(turn, at);
  await checkAuthors(turn, asked.authors);
  await checkStorage(turn);
  const policy = applyPolicy(asked, loaded.refusals);
  const { thread } = loaded;
  const judged = await judgeSend(turn, asked, { accepted: policy.accepted, thread, at, approved });
  const accepted = judged?.accepted ?? policy.accepted;
  const rejected = [...policy.rejected, ...(judged?.rejected ?? [])];
  if (accepted.length === 0) throw new AllRefused(rejected);
  checkLoop(turn, asked, { recent: loaded.recent, at });
  // A mail that waits keeps its unsubscribe link valid.
  if (asked.unsubscribe) turn.bulk(addUnsubscribeLink(turn.owner, asked.unsubscribe, at));
  // A mail that waits is counted when it leaves.
  if (judged?.reasons) return { departure: null, accepted, rejected, reasons: judged.reasons };
  await countDaily(turn, { recipients: accepted.length, at });
  return {
    departure: allow(turn, { recipients: accepted, octets: asked.mail.sha256 }),
    rejected,
    reasons: null,
  };
}

/** An address that is not forwarded to, with the reason. */
interface RefusedForward {
  address: string;
  reason: string;
}

/**
 * Asks for whom a received mail may leave again, where nobody is there who could be asked: what would wait for a person
 * stays, and nothing is thrown.
 * @returns departure null: for nobody
 */
export async function askForward(
  turn: Turn,
  mail: { recipients: readonly string[]; octets: Uint8Array },
  given: { refusals: Refusals; at: Instant },
): Promise<{ departure: Departure | null; rejected: RefusedForward[] }> {
  const { at } = given;
  const policy = applyPolicy({ recipients: mail.recipients, rejected: [] }, given.refusals);
  const rejected: RefusedForward[] = [...policy.rejected];
  let accepted = policy.accepted;
  const refuse = (reason: string, of: readonly string[]) => {
    rejected.push(...of.map((address) => ({ address, reason })));
    accepted = accepted.filter((address) => !of.includes(address));
  };
  try {
    checkSender(turn, at);
    const judging = { accepted, thread: null, at, approved: false };
    const judged = await judgeSend(turn, { submitted: null }, judging);
    if (judged) {
      rejected.push(...judged.rejected);
      accepted = judged.accepted;
    }
    if (judged?.reasons) refuse("protection", waiting(judged.accepted, judged.reasons));
    if (accepted.length > 0) await countDaily(turn, { recipients: accepted.length, at });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    refuse(error.code, accepted);
  }
  if (accepted.length === 0) return { departure: null, rejected };
  return { departure: allow(turn, { recipients: accepted, octets: mail.octets }), rejected };
}

/** Return the recipients that a person must approve: only the new ones if they are the reason. */
function waiting(accepted: readonly string[], reasons: readonly string[]): string[] {
  const prefix = "new_recipient ";
  if (!reasons.every((reason) => reason.startsWith(prefix))) return [...accepted];
  const fresh = new Set(reasons.map((reason) => reason.slice(prefix.length)));
  return accepted.filter((address) => fresh.has(address));
}

/**
 * Refuse a program below the level `send` every way of sending. The edges refuse earlier, with better words.
 * @throws Failure forbidden
 */
export function checkMaker(turn: Turn): void {
  if (includesLevel(turn.maker.level, "send")) return;
  throw new Failure(
    "forbidden",
    "This makes mail leave, which takes the scope send, and the person did not grant it. Ask for access again with it, or leave a draft for the person to send.",
  );
}

/** Leave to write from another address may have ended since the mail was written. @throws Failure forbidden */
async function checkAuthors(turn: Turn, authors: readonly string[]): Promise<void> {
  const atMs = msOf(turn.now());
  for (const email of authors) {
    if (await mayWriteFrom(turn, turn.identity(), { email, atMs })) continue;
    throw new Failure(
      "forbidden",
      `${emailOf(turn.identity())} may not write from ${email} now: its routing rule is off, leads elsewhere, has no "send_as", or whoever let it has ended. Write from the address itself, or ask whoever makes the rules.`,
    );
  }
}

/** @throws Failure capability_missing, identity_suspended, domain_unverified */
function checkSender(turn: Turn, at: Instant): void {
  const identity = turn.identity();
  if (!capabilitiesOf(identity.type).send) {
    throw new Failure(
      "capability_missing",
      `An address of type ${identity.type} cannot send. Send from another address.`,
    );
  }
  if (identity.status !== "active" || (identity.expiresAt !== null && identity.expiresAt <= at)) {
    throw new Failure(
      "identity_suspended",
      "This address is not active, so it cannot send. Set its status to active first.",
    );
  }
  if (!turn.account.verifiedDomains.has(identity.domainId)) {
    throw new Failure(
      "domain_unverified",
      `${identity.domain} is not verified yet. Publish its ownership record and verify it first.`,
    );
  }
}
