// The scope of a query: account and reach. Every query takes one first, so that "not yours" and "not there"
// are the same empty result.
import type { Param } from "./database/database.ts";

export interface Scope {
  accountId: string;
  /** Identities that the key reaches; null: everything the account owns. */
  identityIds: readonly string[] | null;
}

export function reaches(scope: Scope, identityId: string | null): boolean {
  return scope.identityIds === null || (identityId !== null && scope.identityIds.includes(identityId));
}

/** An identity in a batch of queries; `n` is its place, by which the rows name it. */
export interface NumberedOwner {
  n: number;
  accountId: string;
  identityId: string;
}

/** Takes a parameter of a query that is put together. @returns its place, `$1` */
export type TakeParam = (value: Param) => string;

/** Collects the conditions and parameters of a query whose filters are optional. */
export class Where {
  readonly params: Param[] = [];
  readonly #conditions: string[] = [];

  /** `condition` has one `?` for each value; a value that is undefined leaves the condition out. */
  and(condition: string, ...values: (Param | undefined)[]): this {
    if (values.some((value) => value === undefined)) return this;
    let index = 0;
    this.#conditions.push(condition.replace(/\?/g, () => this.param(values[index++] as Param)));
    return this;
  }

  /** A further parameter's place. */
  param(value: Param): string {
    this.params.push(value);
    return `$${this.params.length}`;
  }

  toString(): string {
    return this.#conditions.length > 0 ? `where ${this.#conditions.join(" and ")}` : "";
  }
}

/** Starts the conditions of a query over rows that belong to an identity. */
export function ownedBy(scope: Scope, identityColumn: string, accountColumn = "account_id"): Where {
  const where = new Where().and(`${accountColumn} = ?::uuid`, scope.accountId);
  return scope.identityIds === null
    ? where
    : where.and(`${identityColumn} = any(?::uuid[])`, scope.identityIds);
}

/**
 * Starts the conditions of a query over what an identity holds: nothing of one that is deleted, which the janitor has yet
 * to purge. The look-up stays one by primary key for each row, whatever the planner thinks of the tables' sizes.
 * @param table name or alias of the table that has `account_id` and `identity_id`
 */
export function heldBy(scope: Scope, table: string): Where {
  return ownedBy(scope, `${table}.identity_id`, `${table}.account_id`).and(isHeld(table));
}

/** SQL: the identity of a row is not deleted. @param table as for `heldBy` */
export function isHeld(table: string): string {
  return `(select i.deleted_at from identities i where i.account_id = ${table}.account_id and i.id = ${table}.identity_id) is null`;
}

/**
 * The same for a walk that ends after many rows: the planner takes it for true of every other row, where it takes `isHeld` for true of one
 * in 200, and then reads and sorts all rows of an account in place of walking an index in its order.
 */
export function isHeldMostly(table: string): string {
  return `coalesce((select i.deleted_at is null from identities i where i.account_id = ${table}.account_id and i.id = ${table}.identity_id), true)`;
}

/**
 * SQL: the rows of one identity, in a list with an order. Of an account in which one identity has nearly all rows the planner expects as
 * many of any other, and walks the account's index past all of them for one that has few. The second condition says no more than the
 * first, but lets it expect fewer: the identity's own index is cheaper then.
 */
export function isOf(column: string, identity: string): string {
  return `${column} = ${identity} and ${column} >= ${identity}`;
}

/** The identity that rows belong to. */
export interface Owner {
  accountId: string;
  identityId: string;
}
