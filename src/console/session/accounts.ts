// The accounts that a session opens, and what its person may do there. DECISIONS Agent signup and console.
import type { HttpDeps } from "../../http/context.ts";
import { Failure, notFound } from "../../lib/failure.ts";
import { sha256 } from "../../lib/secrets.ts";
import { ownedAccount, type SessionOwner } from "../../store/access/console.ts";
import {
  accountsOfPerson,
  listMembers,
  type OpenedAccount,
  ownerEmailOf,
} from "../../store/access/members.ts";
import type { Role } from "../../store/tables/index.ts";
import { phrases } from "../phrases.ts";
import type { Visit } from "./session.ts";

/** From the one who may do least. */
export const ranks: readonly Role[] = ["reviewer", "member", "owner"];

export function may({ role }: { role: Role }, least: Role): boolean {
  return ranks.indexOf(role) >= ranks.indexOf(least);
}

/** The account that is asked for, else the one looked at last, else the session's own. @throws Failure unauthorized, not_found */
export async function openedAccount(
  { database }: HttpDeps,
  { session, accountId: last }: Visit,
  wanted: string | null,
): Promise<{ account: OpenedAccount; accounts: OpenedAccount[] }> {
  if (!session) throw new Failure("unauthorized", phrases.session.ended);
  const accounts = await accountsOf(database, session);
  const find = (id: string | null) => accounts.find(({ accountId }) => accountId === id);
  const account = wanted === null ? (find(last) ?? find(session.accountId) ?? accounts[0]) : find(wanted);
  if (!account) throw notFound();
  return { account, accounts };
}

/** Accounts that a session opens. */
export async function accountsOf(
  database: HttpDeps["database"],
  { accountId, ownerEmail }: SessionOwner,
): Promise<OpenedAccount[]> {
  if (ownerEmail !== null) return accountsOfPerson(database, ownerEmail);
  const own = await ownedAccount(database, accountId);
  return own ? [{ ...own, role: "owner", memberId: null, name: null }] : [];
}

/** Whether a person has an account now. */
export async function opensAny(
  { database }: Pick<HttpDeps, "database">,
  person: SessionOwner,
): Promise<boolean> {
  return (await accountsOf(database, person)).length > 0;
}

/** Whether a session opens this account now. */
export async function opens(
  { database }: Pick<HttpDeps, "database">,
  session: SessionOwner,
  accountId: string,
): Promise<boolean> {
  return (await accountsOf(database, session)).some((one) => one.accountId === accountId);
}

/** Somebody who works on an account's mail. */
export interface Person {
  /** Threads are assigned to it: `assignee_id`. */
  id: string;
  name: string;
  email: string | null;
  role: Role;
}

/** The id of an account's owner, who has no row of its own: the same at all times. */
export function ownerPersonId(accountId: string): string {
  return idOf(`postroom owner ${accountId}`);
}

/** The id of a member whom groups of OIDC_ISSUER let in: the same when they come back. */
export function groupMemberId(accountId: string, email: string): string {
  return idOf(`postroom member ${accountId} ${email}`);
}

function idOf(said: string): string {
  const hex = sha256(said).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The owner first, then the members, oldest first. */
export async function peopleOf({ database }: HttpDeps, accountId: string): Promise<Person[]> {
  const [email, members] = await Promise.all([
    ownerEmailOf(database, accountId),
    listMembers(database, accountId),
  ]);
  const owner: Person = {
    id: ownerPersonId(accountId),
    name: email ?? phrases.people.operator,
    email,
    role: "owner",
  };
  return [
    owner,
    ...members.map((row) => ({ id: row.id, name: row.name ?? row.email, email: row.email, role: row.role })),
  ];
}
