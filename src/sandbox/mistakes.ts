// Mistakes in data that somebody wrote for the sandbox, residents and scenarios, held to its schema: the field that is most likely
// meant, and why it is wrong.
import type { TSchema } from "@sinclair/typebox";
import { ValueErrorType } from "@sinclair/typebox/errors";
import { Value, type ValueError } from "@sinclair/typebox/value";
import { must } from "../lib/must.ts";
import { nearest } from "../lib/nearest.ts";

const unknownField = ValueErrorType.ObjectAdditionalProperties;

/** @returns the path as `/steps/2/advance`; null: it is as its schema says */
export function mistakeIn(schema: TSchema, value: unknown): { path: string; reason: string } | null {
  const errors = [...Value.Errors(schema, value)];
  if (errors.length === 0) return null;
  const error = worst(errors);
  return { path: error.path, reason: reasonOf(error) };
}

/** A path as people write it: `steps[2].advance`. @param whole of an empty path */
export function fieldOf(path: string, whole: string): string {
  const field = path
    .split("/")
    .slice(1)
    .map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`))
    .join("")
    .replace(/^\./, "");
  return field === "" ? whole : field;
}

/** The deepest error. Of a union it is that of the alternative which fits best. */
function worst(errors: readonly ValueError[]): ValueError {
  const deepest = errors.map((error) => {
    const branches = error.errors.map((branch) => [...branch]).filter((branch) => branch.length > 0);
    // Fields that no alternative has are the mistake, rather than those that are missing.
    const strangers = branches.map((branch) => branch.filter(({ type }) => type === unknownField));
    const everywhere = strangers[0]?.find(({ path }) =>
      strangers.every((others) => others.some((other) => other.path === path)),
    );
    if (everywhere) return { ...everywhere, schema: error.schema };
    const [best] = branches.toSorted((one, other) => misfits(one, error.path) - misfits(other, error.path));
    return best === undefined ? error : worst(best);
  });
  const depth = ({ path }: ValueError) => path.split("/").length;
  // A field that there is not is likely the one that is missing.
  const order = (error: ValueError) => 2 * depth(error) + (error.type === unknownField ? 1 : 0);
  return must(deepest.toSorted((one, other) => order(other) - order(one))[0], "what fails has an error");
}

/** An alternative of another type fits worst; fields that it lacks count more than those that are wrong in it. */
function misfits(errors: readonly ValueError[], path: string): number {
  const weight = (error: ValueError) => (error.path === path ? 100 : error.value === undefined ? 10 : 1);
  return errors.reduce((sum, error) => sum + weight(error), 0);
}

function reasonOf({ message, schema, value, path }: ValueError): string {
  if (/Unexpected property/.test(message)) return noSuchField(schema, path);
  if (/Required property/.test(message) || value === undefined) return "it is missing";
  if (Array.isArray(schema.enum)) return `${JSON.stringify(value)}: it is one of ${schema.enum.join(", ")}`;
  if (schema.pattern === "^[^\\s@]+@[^\\s@]+$") return `${JSON.stringify(value)}: write a whole address`;
  if (schema.pattern === "^\\d{1,5}[smhd]$")
    return `${JSON.stringify(value)}: write a time such as 30m, 4h or 2d`;
  if (schema.pattern?.startsWith("^\\d{4}-"))
    return `${JSON.stringify(value)}: write a time of UTC such as 2026-03-02T08:00:00Z`;
  if (schema.pattern !== undefined && typeof schema.description === "string")
    return `${JSON.stringify(value)?.slice(0, 60)}: write ${schema.description}`;
  const about = typeof schema.description === "string" ? ` (${schema.description})` : "";
  const wanted = shapeOf(schema, value) ?? message.toLowerCase();
  return `${JSON.stringify(value)?.slice(0, 60)}: ${wanted}${about}`;
}

/** The form that a field takes in place of a value of another type; null: the message of the library says it. */
function shapeOf(schema: TSchema, value: unknown): string | null {
  if (schema.type === "array") return Array.isArray(value) ? null : "write a list: [ … ]";
  const fields = fieldsOf(schema);
  return schema.type === "object" && fields.length > 0 ? `write fields: { ${fields.join(", ")} }` : null;
}

/** Names the field that is most likely meant, else all that there are. */
function noSuchField(schema: TSchema, path: string): string {
  const known = [...new Set(fieldsOf(schema))];
  const near = nearest(path.slice(path.lastIndexOf("/") + 1), known);
  return `there is no such field; ${near === null ? `there are ${known.join(", ")}` : `is it ${near}?`}`;
}

/** Names of its fields; those of all alternatives of a union. */
function fieldsOf({ properties, anyOf }: TSchema): string[] {
  if (Array.isArray(anyOf)) return anyOf.flatMap(fieldsOf);
  return Object.keys(properties ?? {});
}
