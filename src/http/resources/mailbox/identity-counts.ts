// Counts of an address: messages by folder from the counters that folders keep, threads as far as an index is
// read. DECISIONS Addresses.
import { invalid, notFound } from "../../../lib/failure.ts";
import { IdParams } from "../../../schema/common.ts";
import { Single } from "../../../schema/envelope.ts";
import { IdentityCounts, IdentityCountsQuery, mostCounted } from "../../../schema/mailbox/identity-counts.ts";
import { getIdentity } from "../../../store/addresses/identities.ts";
import { listFolders } from "../../../store/mailbox/folders.ts";
import { countLabelled, getLabels, type LabelRow } from "../../../store/mailbox/labels.ts";
import { countThreads } from "../../../store/mailbox/threads.ts";
import { type Call, call } from "../../call.ts";
import type { Auth, HttpDeps } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { pathId } from "../../params.ts";
import { found } from "../../resource.ts";
import { toFolder } from "./folders.ts";

export const identityCountCalls: readonly Call[] = [
  call(
    "GET /identities/{id}/counts",
    {
      params: IdParams,
      query: IdentityCountsQuery,
      answer: Single(IdentityCounts),
      doc: operation("getIdentityCounts", "Count what an address holds", {
        description:
          "Messages by folder are exact; threads by status and by label are counted to 1,000. The inboxes of all addresses: GET /mailboxes/unread-counts.",
      }),
    },
    async (deps, { auth, params, query }): Promise<{ data: IdentityCounts }> => {
      const { database } = deps;
      const { accountId, id: identityId } = await found(getIdentity(database, auth, pathId(params.id)));
      const owner = { accountId, identityId };
      const labels = await labelsOf(deps, auth, identityId, query.label_ids);
      const folders = await listFolders(database, auth, identityId);
      const byStatus = await countThreads(database, owner, mostCounted + 1);
      const byLabel = await countLabelled(database, accountId, { labels, most: mostCounted + 1 });
      return {
        data: {
          identity_id: identityId,
          folders: folders.map(toFolder),
          threads: {
            open: counted(byStatus.get("open")),
            waiting: counted(byStatus.get("waiting")),
            resolved: counted(byStatus.get("resolved")),
            human_review: counted(byStatus.get("human_review")),
          },
          labels: labels.map(({ id }) => {
            const { threads = 0, placements = 0 } = byLabel.get(id) ?? {};
            return {
              label_id: id,
              threads: { ...counted(threads), more: placements > mostCounted || threads > mostCounted },
            };
          }),
        },
      };
    },
  ),
];

async function labelsOf(
  { database }: HttpDeps,
  auth: Auth,
  identityId: string,
  text: string | undefined,
): Promise<LabelRow[]> {
  const ids = [...new Set(text?.split(",") ?? [])];
  const rows = new Map((await getLabels(database, auth, ids)).map((row) => [row.id, row]));
  const labels = ids.map((id) => rows.get(id));
  if (!labels.every((label) => label !== undefined)) throw notFound();
  if (labels.some((label) => label.identityId !== identityId))
    throw invalid("A label of label_ids is another address's. Name labels of this address.");
  return labels;
}

/** @param found one more than is shown where there are more */
function counted(found = 0): { count: number; more: boolean } {
  return { count: Math.min(found, mostCounted), more: found > mostCounted };
}
