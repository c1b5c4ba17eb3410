// Turns over suppressions: addresses that an account does not write to. DECISIONS Drafts and sending.
import { Failure, notFound } from "../../../src/lib/failure.ts";
import {
  addSuppression,
  findSuppression,
  type SuppressionRow,
} from "../../../src/store/sending/suppressions.ts";
import { suppressions } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

/** Characters of what another server said. */
const maxDetail = 500;

/** @throws Failure conflict */
export async function createSuppression(
  turn: Turn,
  input: Pick<SuppressionRow, "id" | "email" | "reason">,
): Promise<SuppressionRow> {
  const { accountId } = turn;
  const known = await findSuppression(turn, accountId, { email: input.email });
  if (known) {
    throw new Failure(
      "conflict",
      `${input.email} is suppressed already (${known.id}, ${known.reason}). Nothing more is needed.`,
    );
  }
  const row: SuppressionRow = {
    accountId,
    ...input,
    detail: null,
    messageId: null,
    createdAt: turn.instant(),
  };
  turn.insert(suppressions, row);
  return row;
}

/** @throws Failure not_found */
export async function deleteSuppression(
  turn: Turn,
  by: { id: string } | { email: string },
): Promise<SuppressionRow> {
  const { accountId } = turn;
  const row = await findSuppression(turn, accountId, by);
  if (!row)
    throw notFound(
      "email" in by ? `${by.email} is not suppressed. GET /api/v1/suppressions lists who is.` : undefined,
    );
  turn.remove(suppressions, { accountId, id: row.id });
  return row;
}

/**
 * Suppresses an address in a turn of any actor of the account; one that is suppressed stays as it is.
 * @param email in canonical form
 */
export function suppress(
  turn: Turn,
  { email, reason, detail, messageId }: Pick<SuppressionRow, "email" | "reason" | "detail" | "messageId">,
): void {
  turn.bulk(
    addSuppression({
      accountId: turn.accountId,
      id: turn.newId(),
      email,
      reason,
      detail: detail?.slice(0, maxDetail) ?? null,
      messageId,
      createdAt: turn.instant(),
    }),
  );
}
