// Queries over people who sign in by OIDC_ISSUER: which person a subject of it is, and whose role it gives no more.
import { and, asc, eq, type InferSelectModel, isNotNull, isNull, lte, type SQL } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import { by, merged } from "../cluster/together.ts";
import type { DeferredStatement, Executor } from "../database/database.ts";
import { orm, statementOf, write } from "../database/orm.ts";
import { issuerSubjects, members } from "../tables/index.ts";

export type IssuerSubjectRow = InferSelectModel<typeof issuerSubjects>;

export function findSubject(
  db: Executor,
  accountId: string,
  { issuer, subject }: Pick<IssuerSubjectRow, "issuer" | "subject">,
): Promise<IssuerSubjectRow | null> {
  return oneSubject(db, and(isOfIssuer(accountId, issuer), eq(issuerSubjects.subject, subject)));
}

/** The issuer's subject that is this person. @param person.email in canonical form */
export function subjectOf(
  db: Executor,
  accountId: string,
  { issuer, email }: Pick<IssuerSubjectRow, "issuer" | "email">,
): Promise<IssuerSubjectRow | null> {
  return oneSubject(db, and(isOfIssuer(accountId, issuer), eq(issuerSubjects.email, email)));
}

function isOfIssuer(accountId: string, issuer: string): SQL | undefined {
  return and(eq(issuerSubjects.accountId, accountId), eq(issuerSubjects.issuer, issuer));
}

async function oneSubject(db: Executor, where: SQL | undefined): Promise<IssuerSubjectRow | null> {
  const [row] = await orm(db).select().from(issuerSubjects).where(where);
  return row ?? null;
}

/** The issuer of a row that says only that the person was removed: its subject is their address. */
const noIssuer = "";

/** The groups of no issuer let this person in again, whether or not they ever came by one. */
export function endSubjects(accountId: string, email: string, at: Instant): DeferredStatement[] {
  return [
    statementOf(
      write
        .update(issuerSubjects)
        .set({ endedAt: at })
        .where(and(isPerson(accountId, email), isNull(issuerSubjects.endedAt))),
    ),
    statementOf(
      write
        .insert(issuerSubjects)
        .values({ accountId, issuer: noIssuer, subject: email, email, endedAt: at, createdAt: at })
        .onConflictDoNothing(),
    ),
  ];
}

/** Whether a person of the account removed this one, whom nobody has invited since. @param email in canonical form */
export async function wasRemoved(db: Executor, accountId: string, email: string): Promise<boolean> {
  const [row] = await orm(db)
    .select({ subject: issuerSubjects.subject })
    .from(issuerSubjects)
    .where(and(isPerson(accountId, email), isNotNull(issuerSubjects.endedAt)))
    .limit(1);
  return row !== undefined;
}

/** The person is bound anew at the next sign-in, by an address that the issuer has proved then. */
export function forgetSubjects(accountId: string, email: string): DeferredStatement {
  return statementOf(write.delete(issuerSubjects).where(isPerson(accountId, email)));
}

function isPerson(accountId: string, email: string): SQL | undefined {
  return and(eq(issuerSubjects.accountId, accountId), eq(issuerSubjects.email, email));
}

/** Members of all accounts whose role by groups is over, the longest first. */
export async function lapsedMembers(
  db: Executor,
  at: Instant,
  limit: number,
): Promise<{ accountId: string; id: string }[]> {
  const rows = await orm(db)
    .select({ accountId: members.accountId, id: members.id, until: members.grantedUntil })
    .from(members)
    .where(lte(members.grantedUntil, at))
    .orderBy(asc(members.grantedUntil))
    .limit(limit);
  return merged(
    rows,
    by(({ until }) => until ?? ""),
    limit,
  );
}
