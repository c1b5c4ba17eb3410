// Protection: what an address may send and take in without a person. It stands in the rows of the address and of its
// account, which every turn has at hand, so that an address without it costs nothing. Who may change it, or decide what it
// holds, follows from who set it. DECISIONS Protection and reviews.
import { msOf } from "../../../src/lib/clock.ts";
import { Failure, invalid, notFound } from "../../../src/lib/failure.ts";
import { includesLevel, type Level } from "../../../src/lib/levels.ts";
import { keyMay } from "../../../src/store/access/makers.ts";
import type { Executor } from "../../../src/store/database/database.ts";
import {
  type Allowance,
  countEntries,
  type EntryRow,
  findEntries,
  forgetAllowed,
  getEntry,
  readProtection,
} from "../../../src/store/reviews/protection.ts";
import type { SenderStanding } from "../../../src/store/reviews/sender-standing.ts";
import {
  type AuditedFields,
  accounts,
  identities,
  protectionEntries,
  type StoredMaker,
  type StoredProtection,
} from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { noteSetting } from "../access/account-audit.ts";
import { nameReviewers } from "./reviewers.ts";

/**
 * The caller who changes protection or decides a review: a key by its reach (null: everything) and, for an
 * OAuth grant, its level; or a person.
 */
export type Reviewer =
  | { kind: "key"; identityIds: readonly string[] | null; level: Level | null }
  | { kind: "person" };

const maxEntries = 10_000;

/** The protection of an address while nobody has set any. */
export const noProtection: StoredProtection = {
  outbound: "off",
  inbound: "off",
  approver: "key",
  submission: "hold",
  expiresAfter: null,
  onExpiry: "keep",
  reviewers: [],
  notify: "each",
  firstContactsADay: null,
  untrustedContactsADay: null,
  lists: false,
  inherits: false,
  reach: null,
};

const outboundRank = { off: 0, new_recipients: 1, all: 2 };
const inboundRank = { off: 0, new_senders: 1, review: 2 };
const approverRank = { key: 0, human: 1 };
const least = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b));

/**
 * The protection in force at an address. Its own settings replace the account's default; those that a
 * restricted key set, or that are older than a default which became stricter, only add to it. No default of a key
 * takes away that people alone decide, nor says which people.
 */
export function effectiveProtection(
  own: StoredProtection | null,
  byDefault: StoredProtection | null,
): StoredProtection | null {
  if (!own || !byDefault) return own ?? byDefault;
  if (own.inherits) return { ...byDefault, lists: true };
  const lists = own.lists || byDefault.lists;
  const isOlder = (own.since ?? "") < (byDefault.since ?? "");
  if (own.reach === null && !isOlder) return { ...own, lists };
  const outbound = outboundRank[own.outbound] > outboundRank[byDefault.outbound] ? own : byDefault;
  const inbound = inboundRank[own.inbound] > inboundRank[byDefault.inbound] ? own : byDefault;
  const staysHuman = own.approver === "human" && byDefault.by !== "person";
  const decides =
    staysHuman || approverRank[own.approver] > approverRank[byDefault.approver] ? own : byDefault;
  const { approver, by, since } = decides;
  const { by: _by, since: _since, ...rest } = byDefault;
  const { reviewers, notify } = own.reach === null ? decides : byDefault;
  return {
    ...rest,
    outbound: outbound.outbound,
    inbound: inbound.inbound,
    submission: own.submission === "refuse" ? "refuse" : byDefault.submission,
    firstContactsADay: least(own.firstContactsADay, byDefault.firstContactsADay),
    untrustedContactsADay: least(own.untrustedContactsADay, byDefault.untrustedContactsADay),
    approver,
    reviewers,
    notify,
    ...(by && { by }),
    ...(since && { since }),
    lists,
  };
}

/** Whether mail that leaves this address may have to wait for a person. @param owner.identityId null: by the account's default alone */
export async function holdsSends(
  db: Executor,
  owner: { accountId: string; identityId: string | null },
): Promise<boolean> {
  const { own, byDefault } = await readProtection(db, owner);
  return (effectiveProtection(own, byDefault)?.outbound ?? "off") !== "off";
}

/** Whether settings hold more back than those before them, in any respect. */
function isStricter(now: GivenProtection, before: GivenProtection): boolean {
  const isLess = (a: number | null, b: number | null) => a !== null && (b === null || a < b);
  return (
    outboundRank[now.outbound] > outboundRank[before.outbound] ||
    inboundRank[now.inbound] > inboundRank[before.inbound] ||
    approverRank[now.approver] > approverRank[before.approver] ||
    (now.submission === "refuse" && before.submission === "hold") ||
    isLess(now.firstContactsADay, before.firstContactsADay) ||
    isLess(now.untrustedContactsADay, before.untrustedContactsADay)
  );
}

/** The settings of an address and its account. */
export interface ProtectionLayers {
  own: StoredProtection | null;
  byDefault: StoredProtection | null;
}

/**
 * Whether what somebody allowed holds now: what a person allowed does; what a key allowed while it goes on, and could allow
 * it today. Under a person's decision that people alone decide, no key's does; under an unrestricted key's, those of such
 * keys that are older than that decision. Where an older release did not say who it was, it counts as the key that set the address's own protection.
 * @param at milliseconds
 */
export function allowanceHolds(
  allowance: Allowance,
  { own, byDefault }: ProtectionLayers,
  { identityId, at }: { identityId: string; at: number },
): boolean {
  const { maker, key, ofAccount, at: allowedAt } = allowance;
  if (maker && maker.kind !== "key") return true;
  if (maker && !keyMay(allowance, { identityId, level: "approve", at })) return false;
  const ownReach = ofAccount || own?.inherits ? null : (own?.reach ?? null);
  const identityIds = key ? key.identityIds : ownReach;
  const protection = effectiveProtection(own, byDefault);
  if (protection?.approver === "human") {
    // An older release said neither who allowed it nor since when people decide.
    const isOlder = protection.since === undefined ? maker === null : allowedAt <= protection.since;
    return identityIds === null && (key?.level ?? null) === null && protection.by !== "person" && isOlder;
  }
  return mayReview({ kind: "key", identityIds, level: key?.level ?? null }, protection);
}

/** Whether the sender of a message that an address received is allowed now. @param at milliseconds */
export function isSenderAllowed(
  { allowances, settings }: SenderStanding,
  { identityId, at }: { identityId: string | null; at: number },
): boolean {
  return allowances.some((one) => allowanceHolds(one, settings, { identityId: identityId ?? "", at }));
}

/** `allowanceHolds` for the turn's identity. */
export function holdsIn(turn: Turn): (allowance: Allowance) => boolean {
  const settings = { own: turn.identity().protection, byDefault: turn.account.row.protection };
  const where = { identityId: turn.ref.id, at: msOf(turn.now()) };
  return (allowance) => allowanceHolds(allowance, settings, where);
}

/** The protection of the turn's identity; null: none, nothing is held. */
export function protectionOf(turn: Turn): StoredProtection | null {
  return effectiveProtection(turn.identity().protection, turn.account.row.protection);
}

/** Whether somebody may decide what this protection holds, and change it. Of a program that takes the level approve. */
export function mayReview(reviewer: Reviewer, protection: StoredProtection | null): boolean {
  if (reviewer.kind === "person") return true;
  if (!includesLevel(reviewer.level, "approve")) return false;
  if (protection === null) return true;
  if (protection.approver === "human") return false;
  const { identityIds } = reviewer;
  return identityIds === null || (protection.reach?.every((id) => identityIds.includes(id)) ?? false);
}

/** @throws Failure forbidden */
export function requireReviewer(reviewer: Reviewer, protection: StoredProtection | null): void {
  if (mayReview(reviewer, protection)) return;
  if (reviewer.kind === "key" && !includesLevel(reviewer.level, "approve")) {
    throw new Failure(
      "forbidden",
      "This decides what waits for a person, which takes the scope approve, and the person did not grant it. Ask the person to decide it.",
    );
  }
  throw new Failure(
    "forbidden",
    protection?.approver === "human"
      ? "A person decides this: in the console (/console/reviews), or by the link in the reviewer's mail. No API key can."
      : "This takes a key that reaches at least what the key reached that set the protection. Ask whoever holds it, or a person in the console.",
  );
}

/** Settings as a caller gives them; what is left out has its default. */
export type GivenProtection = Omit<
  StoredProtection,
  "lists" | "inherits" | "reach" | "keyId" | "by" | "since"
>;

const reachOf = (reviewer: Reviewer) =>
  reviewer.kind === "key" && reviewer.identityIds !== null ? [...reviewer.identityIds] : null;

/** Sets the protection of the turn's identity. @throws Failure forbidden */
export function setProtection(turn: Turn, input: GivenProtection, reviewer: Reviewer): StoredProtection {
  const identity = turn.identity();
  const before = protectionOf(turn);
  requireReviewer(reviewer, before);
  const lists = identity.protection?.lists ?? false;
  const row: StoredProtection = {
    ...input,
    lists,
    inherits: false,
    reach: reachOf(reviewer),
    by: reviewer.kind,
    since: turn.instant(),
  };
  const { kind, id: keyId } = turn.origin;
  if (row.reach !== null && kind === "key" && keyId !== null) row.keyId = keyId;
  const { accountId, id } = identity;
  // Forget what a key with less reach allowed: this maker did not mean it.
  if (before && before.reach !== null && row.reach === null)
    for (const statement of forgetAllowed(turn.owner)) turn.bulk(statement);
  turn.update(identities, { accountId, id, protection: row }, identity);
  const target = targetHere(turn);
  const own = before?.inherits === false ? settingsOf(before) : undefined;
  noteSetting(turn, { action: "protection_changed", target, before: own, after: settingsOf(row) });
  nameReviewers(turn, row.reviewers);
  return row;
}

/** Sets the default of the turn's account. @throws Failure forbidden */
export function setDefaultProtection(
  turn: Turn,
  input: GivenProtection,
  reviewer: Reviewer,
): StoredProtection {
  const { accountId, protection: before } = turn.account.row;
  requireReviewer(reviewer, before);
  const since = isStricter(input, before ?? noProtection) ? turn.instant() : before?.since;
  const row: StoredProtection = {
    ...input,
    lists: before?.lists ?? false,
    inherits: false,
    reach: null,
    by: reviewer.kind,
    ...(since !== undefined && { since }),
  };
  turn.update(accounts, { accountId, protection: row });
  const settings = before ? settingsOf(before) : undefined;
  noteSetting(turn, { action: "protection_changed", target: null, before: settings, after: settingsOf(row) });
  nameReviewers(turn, row.reviewers);
  return row;
}

/** Settings by their names on the wire. */
const settingsOf = (set: StoredProtection): AuditedFields => ({
  outbound: set.outbound,
  inbound: set.inbound,
  approver: set.approver,
  submission: set.submission,
  expires_after: set.expiresAfter,
  on_expiry: set.onExpiry,
  reviewers: set.reviewers,
  notify: set.notify,
  first_contacts_a_day: set.firstContactsADay,
  untrusted_contacts_a_day: set.untrustedContactsADay,
});

export interface NewEntries extends Pick<EntryRow, "direction" | "list"> {
  /** Addresses and domains in canonical form. */
  entries: readonly string[];
}

/**
 * Puts addresses and domains on a list, in a turn of the identity or (the default) of the account; one that stands on the
 * other list of its direction changes sides.
 * @throws Failure forbidden, validation_error
 */
export async function addEntries(turn: Turn, input: NewEntries, reviewer: Reviewer): Promise<EntryRow[]> {
  requireReviewer(reviewer, protectionHere(turn) ?? noProtection);
  const at = { accountId: turn.accountId, ownerId: turn.ref.id };
  const entries = [...new Set(input.entries)];
  const count = await countEntries(turn, at);
  if (count + entries.length > maxEntries)
    throw invalid(`The lists hold ${count} entries, and may hold ${maxEntries}. Remove some first.`);
  const { direction, list } = input;
  const known = new Map(
    (await findEntries(turn, { ...at, direction }, entries)).map((row) => [row.entry, row]),
  );
  const maker = makerBy(turn, reviewer);
  const added: string[] = [];
  const moved: EntryRow[] = [];
  const rows = entries.map((entry): EntryRow => {
    const before = known.get(entry);
    if (before) {
      // An allowance by a person, or of an older release, stays as it is when a key repeats it; one by another maker begins anew.
      const by = before.maker;
      const isSame = by?.kind === maker.kind && by.id === maker.id;
      if (before.list === list && (isSame || (maker.kind === "key" && by?.kind !== "key"))) return before;
      const patch = { list, maker, createdAt: turn.instant() };
      turn.update(protectionEntries, { accountId: at.accountId, id: before.id, ...patch }, before);
      moved.push(before);
      added.push(entry);
      return { ...before, ...patch };
    }
    const row = { ...at, id: turn.newId(), direction, list, entry, maker, createdAt: turn.instant() };
    turn.insert(protectionEntries, row);
    added.push(entry);
    return row;
  });
  haveLists(turn);
  const fromOther = moved.filter((row) => row.list !== list).map((row) => row.entry);
  const named = { entries: added, count: added.length, ...(fromOther.length > 0 && { moved: fromOther }) };
  if (added.length > 0)
    noteSetting(turn, {
      action: "list_entries_added",
      target: targetHere(turn),
      after: { direction, list, ...named },
    });
  return rows;
}

/** The address of the turn, as the audit trail names it; null: the account. */
function targetHere(turn: Turn): { id: string; name: string } | null {
  if (turn.ref.kind === "account") return null;
  const { id, localPart, domain } = turn.identity();
  return { id, name: `${localPart}@${domain}` };
}

const makerBy = ({ origin }: Turn, { kind }: Reviewer): StoredMaker => ({
  kind,
  id: origin.kind === kind ? origin.id : null,
});

/** @throws Failure forbidden, not_found */
export async function removeEntry(turn: Turn, id: string, reviewer: Reviewer): Promise<EntryRow> {
  const row = await getEntry(turn, { accountId: turn.accountId, ownerId: turn.ref.id, id });
  if (!row) throw notFound();
  requireReviewer(reviewer, protectionHere(turn) ?? noProtection);
  turn.remove(protectionEntries, { accountId: turn.accountId, id });
  const { direction, list, entry } = row;
  noteSetting(turn, {
    action: "list_entry_removed",
    target: targetHere(turn),
    before: { direction, list, entries: [entry] },
  });
  return row;
}

function protectionHere(turn: Turn): StoredProtection | null {
  return turn.ref.kind === "account" ? turn.account.row.protection : protectionOf(turn);
}

function haveLists(turn: Turn): void {
  if (turn.ref.kind === "account") {
    const { accountId, protection } = turn.account.row;
    if (protection?.lists) return;
    turn.update(accounts, { accountId, protection: { ...(protection ?? noProtection), lists: true } });
    return;
  }
  const identity = turn.identity();
  if (identity.protection?.lists) return;
  const { accountId, id } = identity;
  const base = identity.protection ?? { ...noProtection, inherits: true };
  turn.update(identities, { accountId, id, protection: { ...base, lists: true } }, identity);
}
