// Turns over the people of an account. DECISIONS Agent signup and console.
import { Failure, notFound } from "../../src/lib/failure.ts";
import { getMember, listMembers, type MemberRow, maxMembers } from "../../src/store/accounts/members.ts";
import { members, type Role } from "../../src/store/tables/index.ts";
import type { Turn } from "../runtime/turn.ts";

export interface MemberInput {
  id: string;
  /** In canonical form. */
  email: string;
  name: string | null;
  role: Role;
}

/** @throws Failure conflict when the person is a member already, or the account has as many as it may */
export async function addMember(turn: Turn, input: MemberInput): Promise<MemberRow> {
  const known = await listMembers(turn, turn.accountId);
  if (known.some(({ email }) => email === input.email))
    throw new Failure("conflict", `${input.email} is a member of this account already.`);
  if (known.length >= maxMembers)
    throw new Failure("conflict", `An account has at most ${maxMembers} members. Remove one first.`);
  const row: MemberRow = { accountId: turn.accountId, ...input, createdAt: turn.instant() };
  turn.insert(members, row);
  return row;
}

/** @throws Failure not_found */
export async function changeMember(
  turn: Turn,
  id: string,
  change: { role?: Role; name?: string | null },
): Promise<MemberRow> {
  const before = await getMember(turn, turn.accountId, id);
  if (!before) throw notFound();
  turn.update(members, { accountId: turn.accountId, id, ...change }, before);
  return { ...before, ...change };
}

/** Sessions of a removed member open the account no more. @throws Failure not_found */
export async function removeMember(turn: Turn, id: string): Promise<void> {
  if (!(await getMember(turn, turn.accountId, id))) throw notFound();
  turn.remove(members, { accountId: turn.accountId, id });
}
