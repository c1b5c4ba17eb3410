// Helpers for the files of src/http/resources. A resource reads its rows through the caller's key: a row that
// the key does not reach is not found.
import { notFound } from "../lib/failure.ts";

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
