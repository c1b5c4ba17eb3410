// What stands in a path.
import { notFound } from "../lib/failure.ts";
import { isUuid } from "../lib/ids.ts";

/**
 * An id from a path; one that is not a UUID names nothing.
 * @throws Failure not_found
 */
export function pathId(text: string): string {
  const id = text.toLowerCase();
  if (!isUuid(id)) throw notFound();
  return id;
}

/** Without the fields that are undefined: what a patch leaves as it is. */
export function definedFields<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}
