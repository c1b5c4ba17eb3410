// Values of paths, queries and patches.
import { type Instant, parseInstant } from "../lib/clock.ts";
import { invalid, notFound } from "../lib/failure.ts";
import { isUuid } from "../lib/ids.ts";

/**
 * An id from a path; one that is not a UUID is not found.
 * @throws Failure not_found
 */
export function pathId(text: string): string {
  const id = text.toLowerCase();
  if (!isUuid(id)) throw notFound();
  return id;
}

/** The fields that are set: a patch leaves undefined ones unchanged. */
export function definedFields<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}

/** A time in a query. @throws Failure validation_error */
export function instantOf(field: string, text: string | undefined): Instant | undefined {
  if (text === undefined) return undefined;
  const instant = parseInstant(text);
  if (!instant)
    throw invalid(
      `Field "${field}" in the query must be a date-time with zone, such as 2026-01-02T03:04:05Z.`,
    );
  return instant;
}
