// Refuses what an account has enough of, before a turn adds one.
import { Failure } from "../../../src/lib/failure.ts";
import { isFull, type LimitedResource, maxOfAccount } from "../../../src/store/accounts/limits.ts";
import type { Turn } from "../../runtime/turn.ts";

const advice: Record<LimitedResource, string> = {
  webhooks:
    "webhooks. Delete one that is not needed: GET /api/v1/webhooks; one without identity_id hears of every address.",
  api_keys: "API keys. Revoke those that are not used any more: GET /api/v1/api-keys shows last_used_at.",
  routing_rules:
    "routing rules. Delete one that is not needed; a rule of local part * takes what no other one does.",
  domains: "domains. Delete one that is not used: GET /api/v1/domains.",
};

/** @throws Failure conflict */
export async function refuseBeyond(turn: Turn, what: LimitedResource): Promise<void> {
  if (await isFull(turn, turn.accountId, what))
    throw new Failure("conflict", `An account holds at most ${maxOfAccount[what]} ${advice[what]}`);
}
