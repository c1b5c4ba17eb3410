// How many unread mails searches find, where that costs little: a search of operators alone, in an account in which few mails are
// unread, all among the newest of their folders. Of others nothing is said.
import { Failure } from "../lib/failure.ts";
import { fieldTerms, parseSearch } from "../mail/search/parse-search.ts";
import { fieldsHold } from "../mail/search/searched-fields.ts";
import { identityIdsIn } from "../store/addresses/identities.ts";
import { newestUnread } from "../store/mailbox/few-messages.ts";
import { getLabels, keywordKeys } from "../store/mailbox/labels.ts";
import { filteredAmong, type MessageFilter } from "../store/mailbox/message-filter.ts";
import { getMessageRows } from "../store/message/messages.ts";
import type { Auth, HttpDeps } from "./context.ts";
import { definedFields } from "./params.ts";
import { storedIn } from "./search-places.ts";

/** A search with what narrows it. */
interface CountedSearch {
  id: string;
  q: string;
  addressId: string | null;
  podId: string | null;
  labelId: string | null;
}

/** Unread mails that are looked at for each search. */
const maxUnread = 300;
/** Addresses of a pod of which mails are counted. */
const maxAddresses = 200;

/** @returns counts by the searches' ids, where they are known */
export async function unreadFound(
  deps: Pick<HttpDeps, "database" | "clock">,
  auth: Auth,
  searches: readonly CountedSearch[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  if (searches.length === 0) return counts;
  const unread = await newestUnread(deps.database, auth, { most: maxUnread });
  if (unread === null || unread.length === 0) return counts;
  await Promise.all(
    searches.map(async (search) => {
      const count = await countOf(deps, auth, { search, unread }).catch(unknown);
      if (count !== null) counts.set(search.id, count);
    }),
  );
  return counts;
}

/** A search that is refused by now says so when it is opened. */
function unknown(error: unknown): null {
  if (error instanceof Failure) return null;
  throw error;
}

/** @returns null: it costs more, or the label is gone */
async function countOf(
  deps: Pick<HttpDeps, "database" | "clock">,
  auth: Auth,
  { search, unread }: { search: CountedSearch; unread: readonly string[] },
): Promise<number | null> {
  const { database, clock } = deps;
  const asked = await storedIn(deps, auth, {
    alternatives: parseSearch(search.q, Math.floor(clock.now() / 1000)),
    identityId: search.addressId ?? undefined,
  });
  const fields = asked.flatMap((one) => one.fields);
  // Words beside operators are looked for in texts.
  if (asked.flatMap(({ terms }) => terms).length > fields.flatMap(fieldTerms).length) return null;
  if (fields.length > 0 && asked.length > 1) return null;
  const { addressId, podId, labelId } = search;
  const identityIds =
    podId === null
      ? auth.identityIds
      : await identityIdsIn(database, auth, { podIds: [podId], most: maxAddresses + 1 });
  if (podId !== null && identityIds!.length > maxAddresses) return null;
  const scope = { accountId: auth.accountId, identityIds };
  const [label] = labelId === null ? [] : await getLabels(database, scope, [labelId]);
  if (labelId !== null && !label) return null;
  const filter: MessageFilter = definedFields({
    identityId: addressId ?? undefined,
    labelKeys: label ? keywordKeys(label) : undefined,
    isRead: false,
    anyOf: asked.map(({ stored }) => stored),
  });
  const ids = await filteredAmong(database, scope, { ids: unread, filter });
  if (fields.length === 0) return ids.length;
  const rows = await getMessageRows(database, scope, ids);
  return rows.filter((row) => fieldsHold(row, fields)).length;
}
