// Migrations where the database is spread: a statement about tables of accounts runs in every part, one about another table
// once, and a new table of the kind that every node has is made so.
import { inPart } from "./parts.ts";
import { tableKinds } from "./table-kinds.ts";

const ofKind = (wanted: string) =>
  [...tableKinds].flatMap(([name, { kind }]) => (kind === wanted ? [name] : [])).join("|");
const ofAccounts = new RegExp(
  `\\b(?:table(?: if (?:not )?exists)?|on|from|join|into|update|using|only)\\s+"?(?:${ofKind("distributed")})"?(?!\\w)`,
  "i",
);
const newReference = new RegExp(`^create table (?:if not exists )?(${ofKind("reference")})\\b`, "i");
const dropsIndex = /^drop index (?:if exists )?/i;
/** Citus refuses it for a table of a part, whose columns stay as they were made: that costs time alone. */
const setsStorage = /^alter table \w+ alter column \w+ set storage\b/i;

/** The statements that a migration's statement stands for. @param parts 0: the database is not spread */
export function placedStatements(statement: string, parts: number): string[] {
  if (parts === 0) return [statement];
  const everywhere = (text: string) => Array.from({ length: parts }, (_, part) => inPart(part, text));
  const bare = statement.replace(/^(\s|--.*\n)*/, "");
  // The name of an index does not say which parts its table is in: it is dropped wherever it is.
  if (dropsIndex.test(bare)) return everywhere(bare.replace(dropsIndex, "drop index if exists "));
  if (setsStorage.test(bare) && ofAccounts.test(bare)) return [];
  const made = newReference.exec(bare)?.[1];
  if (made) return [statement, `select create_reference_table('public.${made}')`];
  return ofAccounts.test(bare) ? everywhere(statement) : [statement];
}
