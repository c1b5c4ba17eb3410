// Last writers of the drafts of a list, where those are colleagues or programs.
import { getKey } from "../../store/access/api-keys.ts";
import type { MessageRow } from "../../store/message/messages.ts";
import type { Here } from "../frame/answers.ts";
import { peopleOf } from "../session/accounts.ts";
import { writerOf } from "./writers.ts";

/** By draft; missing: the one who looks, or nobody knows. */
export async function draftWriters(here: Here, rows: readonly MessageRow[]): Promise<Map<string, string>> {
  const people = await peopleOf(here.deps, here.account.accountId);
  const keyNames = await keyNamesOf(here, rows);
  return new Map(
    rows.flatMap(({ id, writtenBy }) => {
      const keyName = keyNames.get(writtenBy?.id ?? "") ?? null;
      const writer = writerOf(here, { writtenBy, keyName }, people);
      return writer === null ? [] : [[id, writer]];
    }),
  );
}

/** Names of the keys that wrote these drafts last, by id. */
async function keyNamesOf(
  { deps: { database }, account: { accountId } }: Here,
  rows: readonly MessageRow[],
): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ writtenBy }) => (writtenBy?.kind === "key" ? (writtenBy.id ?? []) : []));
  const keys = await Promise.all([...new Set(ids)].map((keyId) => getKey(database, { accountId, keyId })));
  return new Map(keys.flatMap((key) => (key ? [[key.id, key.name]] : [])));
}
