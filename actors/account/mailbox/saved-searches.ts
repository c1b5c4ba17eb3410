// Turns over saved searches: a person's own, and those that all people of the account have, which owners alone set. Each is a search
// anew whenever somebody opens it, by what they may see. DECISIONS Agent signup and console.
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { getMember } from "../../../src/store/access/members.ts";
import {
  getSavedSearch,
  isSavedSearch,
  listSavedSearches,
  maxOwnSearches,
  maxSharedSearches,
  type SavedSearchRow,
} from "../../../src/store/mailbox/saved-searches.ts";
import { savedSearches } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { checkOwner } from "../access/members.ts";

type SavedSearchInput = Pick<
  SavedSearchRow,
  "id" | "name" | "q" | "addressId" | "podId" | "labelId" | "isShared"
>;

/**
 * Saves a new search, or the next state of one.
 * @param memberId the person's; null: the owner's
 * @throws Failure not_found, forbidden (shared, by no owner), conflict (the name is taken, or too many)
 */
export async function saveSearch(
  turn: Turn,
  memberId: string | null,
  { isNew, ...input }: SavedSearchInput & { isNew: boolean },
): Promise<SavedSearchRow> {
  const { accountId } = turn;
  const reader = { accountId, memberId };
  const before = await getSavedSearch(turn, reader, input.id);
  // A new one has an id that nobody else's has, and its person is here still.
  if (!before && (!isNew || (await isSavedSearch(turn, accountId, input.id)))) throw notFound();
  if (memberId !== null && !(await getMember(turn, accountId, memberId))) throw notFound();
  if (before?.isShared || input.isShared) await checkOwner(turn);
  const alike = (await listSavedSearches(turn, reader)).filter(
    (row) => row.isShared === input.isShared && row.id !== input.id,
  );
  checkRoomFor(input.isShared, alike.length);
  const name = input.name.toLowerCase();
  if (alike.some((row) => row.name.toLowerCase() === name))
    throw new Failure("conflict", "A saved search has this name. Choose another name.");
  const updatedAt = turn.instant();
  const own = input.isShared ? null : memberId;
  const row = { accountId, ...input, memberId: own, createdAt: before?.createdAt ?? updatedAt, updatedAt };
  if (before) turn.update(savedSearches, row, before);
  else turn.insert(savedSearches, row);
  return row;
}

/** @throws Failure conflict */
function checkRoomFor(isShared: boolean, count: number): void {
  if (isShared && count >= maxSharedSearches)
    throw new Failure(
      "conflict",
      `An account holds at most ${maxSharedSearches} shared searches. Remove one first.`,
    );
  if (!isShared && count >= maxOwnSearches)
    throw new Failure("conflict", `A person has at most ${maxOwnSearches} saved searches. Remove one first.`);
}

/** @throws Failure not_found, forbidden (shared, by no owner) */
export async function removeSearch(turn: Turn, memberId: string | null, id: string): Promise<void> {
  const { accountId } = turn;
  const row = await getSavedSearch(turn, { accountId, memberId }, id);
  if (!row) throw notFound();
  if (row.isShared) await checkOwner(turn);
  turn.remove(savedSearches, { accountId, id });
}
