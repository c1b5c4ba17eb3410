// Turns of people who sign in by OpenID Connect. Rules: a subject of the issuer is one person, for good; a person is one subject; an
// invitation by hand is stronger than a group; whom a person of the account removed, no group lets in again. DECISIONS Agent signup and
// console.
import { addMs } from "../../../src/lib/clock.ts";
import { findSubject, subjectOf, wasRemoved } from "../../../src/store/access/issuer-subjects.ts";
import { accountsOfPerson, findMember, type MemberRow } from "../../../src/store/access/members.ts";
import { issuerSubjects, members, type Role } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { beginSession, type NewSession } from "./console.ts";
import { changeRole, checkRoom, noteJoined, removeMember } from "./members.ts";

/** The time after the last sign-in in which the groups' role stays. */
const grantedMs = 30 * 24 * 3_600_000;

export interface SubjectSignIn extends NewSession {
  issuer: string;
  subject: string;
  /** Proved by the issuer, in canonical form, and not read by a key here; null: none is. */
  email: string | null;
  name: string | null;
  /** By the issuer's groups, in the operator's account; null: none. */
  role: Role | null;
  /** The id of a member that the groups make: the same each time, as threads are assigned to it. */
  memberId(email: string): string;
}

export type SignedIn =
  | { result: "in"; email: string; role: Role | null }
  /** The subject is nobody here, and has no proven address by which to become somebody. */
  | { result: "unproven" }
  /** The address is of another subject of this issuer: one that was given to somebody new, or a second account. */
  | { result: "taken"; email: string }
  /** The person has no account here. */
  | { result: "nothing"; email: string };

/** Run with the addresses of `fencedBy` of the person's member, in the operator's account. */
export async function signInBySubject(turn: Turn, given: SubjectSignIn): Promise<SignedIn> {
  const { accountId } = turn;
  const { issuer, subject } = given;
  const bound = await findSubject(turn, accountId, { issuer, subject });
  const email = bound?.email ?? given.email;
  if (email === null) return { result: "unproven" };
  const isTaken = !bound && (await subjectOf(turn, accountId, { issuer, email })) !== null;
  if (isTaken) return { result: "taken", email };

  const isMember = await followGroups(turn, { email, given });
  const open = await accountsOfPerson(turn, email);
  const opensOthers = open.some((one) => one.accountId !== accountId || one.memberId === null);
  if (!isMember && !opensOthers) {
    // The next sign-in may be as who the issuer says that they are now.
    if (bound && bound.endedAt === null) turn.remove(issuerSubjects, { accountId, issuer, subject });
    return { result: "nothing", email };
  }
  if (!bound)
    turn.insert(issuerSubjects, {
      accountId,
      issuer,
      subject,
      email,
      endedAt: null,
      createdAt: turn.instant(),
    });
  const { sessionHash, userAgent } = given;
  beginSession(turn, { sessionHash, userAgent, ownerEmail: email });
  return { result: "in", email, role: given.role };
}

/** @returns whether the person is a member of the account now */
async function followGroups(
  turn: Turn,
  { email, given }: { email: string; given: SubjectSignIn },
): Promise<boolean> {
  const { accountId } = turn;
  const at = turn.instant();
  const { role } = given;
  const member = await findMember(turn, accountId, email);
  // Invited by hand: the role is the one that an owner gave, and the proven address joins them as the link would.
  if (member && member.grantedUntil === null) {
    if (member.joinedAt === null) await changeRole(turn, member, { joinedAt: at });
    return true;
  }
  if (role === null || turn.account.row.ownerEmail === email) {
    if (member) await removeMember(turn, member.id, { maySignIn: true });
    return false;
  }
  if (await wasRemoved(turn, accountId, email)) return false;
  const grantedUntil = addMs(at, grantedMs);
  if (member) await changeRole(turn, member, { role, grantedUntil });
  else {
    await checkRoom(turn);
    const row: MemberRow = {
      accountId,
      id: given.memberId(email),
      email,
      name: given.name,
      role,
      joinedAt: at,
      shortcuts: true,
      language: null,
      grantedUntil,
      createdAt: at,
    };
    turn.insert(members, row);
    noteJoined(turn, row);
  }
  return true;
}
