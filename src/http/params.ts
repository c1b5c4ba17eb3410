// Values of paths, queries and patches.
import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type Instant, parseInstant } from "../lib/clock.ts";
import { invalid, notFound } from "../lib/failure.ts";
import { isUuid } from "../lib/ids.ts";
import { isMetadataName } from "../schema/common.ts";

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

/**
 * All values of a query parameter that may stand several times; undefined: none is there.
 * @throws Failure validation_error
 */
export function repeatedOf(request: Request, field: string, schema: TSchema): string[] | undefined {
  const values = new URL(request.url).searchParams.getAll(field);
  if (values.some((value) => !Value.Check(schema, value)))
    throw invalid(
      `Field "${field}" in the query must be ${schema.enum ? `one of ${schema.enum.join(", ")}` : schema.description}.`,
    );
  return values.length === 0 ? undefined : values;
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

/** Names and values of a body. @throws Failure validation_error naming the field */
export function metadataOf(given: Record<string, string> | undefined): Record<string, string> | undefined {
  const wrong = Object.keys(given ?? {}).find((name) => !isMetadataName(name));
  if (wrong !== undefined)
    throw invalid(
      `Field "metadata/${wrong.slice(0, 60)}" in the body has no good name: 1 to 40 letters, digits, "_", "." or "-".`,
    );
  return given;
}
