// Labels and folders that the operators of a search name, within the addresses that are searched. One that none of them has is
// refused with those that are there: a search that finds nothing for a slip of the fingers would be believed.
import { type Failure, invalid } from "../lib/failure.ts";
import { nearest } from "../lib/nearest.ts";
import { isAskedField, knownState } from "../mail/search/operators.ts";
import type { Alternative } from "../mail/search/parse-search.ts";
import { folderNames, folderRoles, namedFolders } from "../store/mailbox/folders.ts";
import { keywordKeysNamed, labelNames } from "../store/mailbox/labels.ts";
import { roleOf, type StoredCondition } from "../store/mailbox/search-conditions.ts";
import { type AskedAlternative, maxAlternatives } from "../store/mailbox/search-hits.ts";
import type { Auth, HttpDeps } from "./context.ts";

interface Searched {
  alternatives: readonly Alternative[];
  /** The address that is searched; without it all that the key reaches. */
  identityId: string | undefined;
}

/**
 * The alternatives, with what their fields have to hold, and all other conditions with labels by their keys. No mail is left out for a
 * label or folder that is none.
 * @throws Failure validation_error: too many alternatives, or a label or folder that is none is looked for
 */
export async function storedIn(
  { database }: Pick<HttpDeps, "database">,
  auth: Auth,
  { alternatives, identityId }: Searched,
): Promise<AskedAlternative[]> {
  const isTooMany = alternatives.length > maxAlternatives;
  if (isTooMany && alternatives.some(({ conditions }) => conditions.some((one) => !isAskedField(one))))
    throw invalid(
      `Field "q" has ${alternatives.length} alternatives; with operators at most ${maxAlternatives} are looked for.`,
    );
  await refuseStrangeFolders({ database }, auth, { alternatives, identityId });
  const stored: AskedAlternative[] = [];
  for (const alternative of alternatives) {
    const conditions: StoredCondition[] = [];
    const fields = alternative.conditions.filter(isAskedField);
    for (const condition of alternative.conditions) {
      if (isAskedField(condition)) continue;
      if (condition.name !== "label") conditions.push(condition);
      else {
        const { name, value, isExcluded } = condition;
        const keys = await keywordKeysNamed(database, auth, { name: value, identityId });
        if (keys.length === 0 && !isExcluded)
          throw noSuchLabel(value, await labelNames(database, auth, identityId));
        conditions.push({ name, keys, isExcluded });
      }
    }
    stored.push({ ...alternative, fields, stored: conditions });
  }
  return stored;
}

async function refuseStrangeFolders(
  { database }: Pick<HttpDeps, "database">,
  auth: Auth,
  { alternatives, identityId }: Searched,
): Promise<void> {
  const asked = alternatives
    .flatMap(({ conditions }) => conditions)
    .flatMap((one) => (one.name === "in" && !one.isExcluded ? [one.value] : []))
    .filter((value) => !folderRoles.includes(roleOf(value)));
  if (asked.length === 0) return;
  const there = await namedFolders(database, auth, { names: asked, identityId });
  const value = asked.find((one) => !there.includes(one));
  if (value === undefined) return;
  const names = [...folderRoles, ...(await folderNames(database, auth, identityId))];
  const state = knownState(value);
  throw refusal({
    wrong: `in:${value}`,
    kind: "folder",
    near: state === null ? nearby("in", value, names) : `is:${state}`,
    names: names.map(quoted),
  });
}

/** Other programs have folders and marks among their labels. */
function noSuchLabel(value: string, names: readonly string[]): Failure {
  const state = knownState(value);
  const elsewhere = folderRoles.includes(roleOf(value)) ? `in:${roleOf(value)}` : state && `is:${state}`;
  const near = nearby("label", value, names) ?? elsewhere;
  return refusal({ wrong: `label:${value}`, kind: "label", near, names: names.map(quoted) });
}

function nearby(name: "label" | "in", value: string, names: readonly string[]): string | null {
  const one = nearest(value, names);
  return one && `${name}:${quoted(one)}`;
}

function quoted(name: string): string {
  return /^[^\s"():]+$/.test(name) ? name : `"${name.replaceAll('"', "")}"`;
}

/** Names that a refusal lists. */
const maxListed = 12;

function refusal({
  wrong,
  kind,
  near,
  names,
}: {
  wrong: string;
  kind: "label" | "folder";
  near: string | null;
  names: readonly string[];
}): Failure {
  const there =
    names.length === 0
      ? `There is no ${kind}.`
      : `There are: ${names.slice(0, maxListed).join(", ")}${names.length > maxListed ? " and more" : ""}.`;
  const asked = near === null ? there : `Did you mean ${near}? ${there}`;
  return invalid(`Field "q" has "${wrong.replaceAll('"', "")}", and there is no such ${kind} here. ${asked}`);
}
