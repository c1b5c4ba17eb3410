// Helpers for the files of src/http/resources. A resource reads its rows through the caller's key: a row that
// the key does not reach is not found.
import { Elysia } from "elysia";
import { notFound } from "../lib/failure.ts";
import { authOf } from "./context.ts";

/**
 * Routes below /api/v1 whose handlers get `auth`, the caller's key.
 * @param path of the collection: `/labels`
 */
export function resource<const Path extends string>(path: Path) {
  return new Elysia({ prefix: `/api/v1${path}` as `/api/v1${Path}`, normalize: false }).derive(
    ({ request }) => ({ auth: authOf(request) }),
  );
}

/** The row of a query. @throws Failure not_found when there is none */
export async function found<Row>(query: Promise<Row | null>): Promise<Row> {
  const row = await query;
  if (row === null) throw notFound();
  return row;
}

/** The answer to a DELETE that has a body. */
export function deleted(id: string): { data: { id: string; deleted: true } } {
  return { data: { id, deleted: true } };
}
