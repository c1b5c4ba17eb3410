// DECISIONS Authentication and keys: GET /me.
import { nowInstant } from "../../../lib/clock.ts";
import { Me } from "../../../schema/access/api-keys.ts";
import { Single } from "../../../schema/envelope.ts";
import { getKey } from "../../../store/access/api-keys.ts";
import { getAccount } from "../../../store/accounts/accounts.ts";
import { countIdentities, storedBytes } from "../../../store/addresses/identities.ts";
import { dailyRecipients } from "../../../store/sending/daily-recipients.ts";
import { type Call, call } from "../../call.ts";
import { unauthorized } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { found } from "../../resource.ts";
import { toApiKey } from "./api-keys.ts";

export const meCalls: readonly Call[] = [
  call(
    "GET /me",
    {
      answer: Single(Me),
      doc: operation("getMe", "Read which key this is, what it reaches and what its account may use", {
        description: "For a program that begins: it learns what it may do before it tries.",
      }),
    },
    async ({ database, clock, config }, { auth }): Promise<{ data: Me }> => {
      const { accountId } = auth;
      const key = await getKey(database, auth);
      if (!key) throw unauthorized();
      const account = await found(getAccount(database, accountId));
      const plan = config.plans[account.plan];
      const { perAccount, perAddress } = plan.dailyRecipients;
      const today = { accountId, day: nowInstant(clock).slice(0, 10) };
      return {
        data: {
          account: { id: accountId, plan: account.plan, created_at: account.createdAt },
          key: toApiKey(key),
          kind: key.identityIds === null ? "unrestricted" : "restricted",
          level: key.level,
          limits: {
            addresses: await usage(plan.maxAddresses, () => countIdentities(database, accountId)),
            recipients_today: await usage(perAccount, () => dailyRecipients(database, today)),
            recipients_per_address: perAddress,
            storage_bytes: await usage(plan.storageBytes, () => storedBytes(database, accountId)),
          },
        },
      };
    },
  ),
];

/** Count the use of what has a limit; without one a count would be unbounded. */
async function usage(limit: number | null, used: () => Promise<number>) {
  return { limit, used: limit === null ? null : await used() };
}
