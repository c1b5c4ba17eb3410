// Keys and accounts for tests of reach and plans.

import { createUnrestrictedKey } from "../../../actors/account/accounts/operator.ts";
import { nowInstant } from "../../../src/lib/clock.ts";
import { newId } from "../../../src/lib/ids.ts";
import { createAccount } from "../../../src/store/accounts/accounts.ts";
import type { Api } from "./api.ts";
import type { TestApp } from "./app.ts";

/** A client with a new key below this client's that reaches these addresses. */
export async function restrictedKey(api: Api, identityIds: readonly string[]): Promise<Api> {
  const body = { name: "restricted", identity_ids: identityIds };
  const { token } = await api.must<{ token: string }>(201, api.post("/api-keys", body));
  return api.as(token);
}

/** A new account as a verified signup makes it: plan `signup`, a default pod, an unrestricted key. */
export async function signupAccount(
  t: Pick<TestApp, "app" | "api">,
): Promise<{ accountId: string; api: Api }> {
  const { core } = t.app;
  const accountId = newId();
  const account = {
    accountId,
    podId: newId(),
    plan: "signup" as const,
    ownerEmail: "human@example.com",
    createdAt: nowInstant(core.clock),
  };
  await core.database.transaction((tx) => createAccount(tx, account));
  return { accountId, api: t.api.as((await createUnrestrictedKey(core.actors, accountId, "signup")).token) };
}
