// Turns over the people of an account. The account's first owner has no row here: nobody removes or lowers it, so there is
// always one. DECISIONS Agent signup and console.
import type { Instant } from "../../../src/lib/clock.ts";
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { deleteLinks, sessionsOf } from "../../../src/store/access/console.ts";
import { addressesWithPasswordsBy, endGranted, endInvitations } from "../../../src/store/access/granted.ts";
import { endSubjects, forgetSubjects } from "../../../src/store/access/issuer-subjects.ts";
import {
  accountsOfPerson,
  findMember,
  getMember,
  listMembers,
  type MemberRow,
  maxMembers,
} from "../../../src/store/access/members.ts";
import { passkeysOf } from "../../../src/store/access/passkeys.ts";
import type { Executor } from "../../../src/store/database/database.ts";
import { accounts, consoleSessions, members, passkeys, type Role } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { endingBy, noteSetting } from "./account-audit.ts";

export interface MemberInput {
  id: string;
  /** In canonical form. */
  email: string;
  name: string | null;
  role: Role;
}

/**
 * Invites a person, who joins by a link (`signIn`).
 * @throws Failure conflict when the person is one of the account already, or the account has as many as it may
 */
export async function addMember(turn: Turn, input: MemberInput): Promise<MemberRow> {
  const known = await listMembers(turn, turn.accountId);
  const isKnown =
    turn.account.row.ownerEmail === input.email || known.some(({ email }) => email === input.email);
  if (isKnown) throw new Failure("conflict", `${input.email} is a member of this account already.`);
  await checkRoom(turn);
  turn.bulk(forgetSubjects(turn.accountId, input.email));
  const at = turn.instant();
  const row: MemberRow = {
    accountId: turn.accountId,
    ...input,
    joinedAt: null,
    shortcuts: true,
    language: null,
    grantedUntil: null,
    createdAt: at,
  };
  turn.insert(members, row);
  noteSetting(turn, { action: "member_invited", target: namedMember(row), after: roleIn(row) });
  return row;
}

/** @throws Failure conflict when the account has as many members as it may */
export async function checkRoom(turn: Turn): Promise<void> {
  if ((await listMembers(turn, turn.accountId)).length >= maxMembers)
    throw new Failure("conflict", `An account has at most ${maxMembers} members. Remove one first.`);
}

/** @throws Failure not_found */
export async function changeMember(
  turn: Turn,
  id: string,
  change: { role?: Role; name?: string | null },
): Promise<MemberRow> {
  const before = await getMember(turn, turn.accountId, id);
  if (!before) throw notFound();
  if (before.grantedUntil !== null && change.role !== undefined && change.role !== before.role)
    throw new Failure(
      "conflict",
      `${before.email} has this role by the groups of OIDC_ISSUER. Change it there, or remove the member and invite them.`,
    );
  await changeRole(turn, before, change);
  return { ...before, ...change };
}

const namedMember = ({ id, email }: Pick<MemberRow, "id" | "email">) => ({ id, name: email });
const roleIn = ({ role, name }: Pick<MemberRow, "role" | "name">) => ({ role, name });

/** Notes that a person came in for the first time. */
export function noteJoined(turn: Turn, row: MemberRow): void {
  noteSetting(turn, {
    action: "member_joined",
    target: namedMember(row),
    after: roleIn(row),
    actor: { kind: "person", id: row.email, ip: turn.origin.ip },
  });
}

/** @param change.grantedUntil as the groups of the issuer say */
export async function changeRole(
  turn: Turn,
  before: MemberRow,
  change: { role?: Role; name?: string | null; grantedUntil?: Instant; joinedAt?: Instant },
): Promise<void> {
  turn.update(members, { accountId: turn.accountId, id: before.id, ...change }, before);
  const after = { ...before, ...change };
  noteSetting(turn, {
    action: "member_changed",
    target: namedMember(before),
    before: roleIn(before),
    after: roleIn(after),
  });
  if (before.joinedAt === null && after.joinedAt !== null) noteJoined(turn, after);
  if (before.role === "owner" && change.role !== undefined && change.role !== "owner")
    await endOwnership(turn, before.email);
}

/** Refuse a person who is no longer an owner. @throws Failure forbidden */
export async function checkOwner(turn: Turn): Promise<void> {
  const { kind, id } = turn.origin;
  if (kind !== "person" || id === null || id === "operator" || id === turn.account.row.ownerEmail) return;
  if ((await findMember(turn, turn.accountId, id))?.role === "owner") return;
  throw new Failure("forbidden", "Only an owner of this account may do this.");
}

/** The email of the person who runs a turn; null: a key, or the operator. */
export function personOf({ origin: { kind, id } }: Turn): string | null {
  return kind === "person" && id !== "operator" ? id : null;
}

/** Addresses whose sessions end at once with the passwords that a person made; those of more end with their next look. */
const maxFenced = 200;

/** Addresses to run a turn with that ends what this member let in. */
export async function fencedBy(db: Executor, accountId: string, memberId: string): Promise<string[]> {
  const member = await getMember(db, accountId, memberId);
  return member ? addressesWithPasswordsBy(db, { accountId, email: member.email }, maxFenced) : [];
}

/** Ends what an owner let in: programs, passwords, and invitations whose links they may have. Keys are the account's. */
async function endOwnership(turn: Turn, email: string): Promise<void> {
  const { accountId } = turn;
  for (const statement of endGranted({ accountId, email }, endingBy(turn))) turn.bulk(statement);
  const invited = (await listMembers(turn, accountId)).filter(({ joinedAt }) => joinedAt === null);
  turn.bulk(
    endInvitations(
      accountId,
      invited.map((member) => member.email),
    ),
  );
  turn.wakeReaders();
}

/**
 * Ends the person's way into the account: its links, what they let in as an owner, and the sessions and passkeys that open
 * nothing else. Run with the addresses of `fencedBy`.
 * @param stays.maySignIn by OIDC_ISSUER: its groups may let them in again. Without it a new invitation alone does
 * @throws Failure not_found
 */
export async function removeMember(
  turn: Turn,
  id: string,
  { maySignIn = false }: { maySignIn?: boolean } = {},
): Promise<void> {
  const row = await getMember(turn, turn.accountId, id);
  if (!row) throw notFound();
  const { accountId } = turn;
  const { email } = row;
  turn.remove(members, { accountId, id });
  noteSetting(turn, { action: "member_removed", target: namedMember(row), before: roleIn(row) });
  turn.bulk(deleteLinks(accountId, email));
  // Groups give roles in the operator's account alone. Who takes an invitation back has removed nobody.
  const isOut = turn.account.row.plan === "operator" && row.joinedAt !== null;
  if (maySignIn) turn.bulk(forgetSubjects(accountId, email));
  else if (isOut) for (const statement of endSubjects(accountId, email, turn.instant())) turn.bulk(statement);
  await endOwnership(turn, email);
  const open = await accountsOfPerson(turn, email);
  if (open.some((one) => one.accountId !== accountId)) return;
  const person = { accountId, ownerEmail: email };
  for (const { tokenHash } of await sessionsOf(turn, person, turn.now()))
    turn.remove(consoleSessions, { tokenHash });
  for (const passkey of await passkeysOf(turn, person))
    turn.remove(passkeys, { accountId: passkey.accountId, id: passkey.id });
}

/** Whether the person's page listens to single keys. @param memberId null: the account's owner @throws Failure not_found */
export async function setShortcuts(turn: Turn, memberId: string | null, shortcuts: boolean): Promise<void> {
  const { accountId } = turn;
  if (memberId === null) {
    turn.update(accounts, { accountId, ownerShortcuts: shortcuts });
    return;
  }
  const row = await getMember(turn, accountId, memberId);
  if (!row) throw notFound();
  turn.update(members, { accountId, id: memberId, shortcuts }, row);
}

/** The language of a person's pages and mails; null: as the browser asks. @param memberId null: the account's owner @throws Failure not_found */
export async function setLanguage(
  turn: Turn,
  memberId: string | null,
  language: string | null,
): Promise<void> {
  const { accountId } = turn;
  if (memberId === null) {
    turn.update(accounts, { accountId, ownerLanguage: language });
    return;
  }
  const row = await getMember(turn, accountId, memberId);
  if (!row) throw notFound();
  turn.update(members, { accountId, id: memberId, language }, row);
}
