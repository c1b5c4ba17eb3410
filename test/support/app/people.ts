// What a person does in the console, for tests in which no key may.
import { addEntries, type NewEntries } from "../../../actors/account/reviews/protection.ts";
import type { SuiteApp } from "./app.ts";

/** Puts addresses on an allow list of an identity. */
export async function allow(
  t: SuiteApp,
  identityId: string,
  entries: readonly string[],
  direction: NewEntries["direction"] = "send",
): Promise<void> {
  const actor = t.app.core.actors.identity(t.accountId, identityId);
  const rule = { direction, list: "allow" as const, entries };
  await actor.run((turn) => addEntries(turn, rule, { kind: "person" }));
}

/** Makes somebody outside a reviewer who has said yes before they are named: notices go to them at once. */
export async function willing(t: SuiteApp, email: string): Promise<void> {
  const { database } = t.app.core;
  await database.values(
    `insert into reviewer_consents (account_id, email, answer, answered_at, created_at) values ($1::uuid, $2::text, 'yes', now(), now())
     on conflict (account_id, email) do update set answer = 'yes' returning 1`,
    [t.accountId, email],
  );
}
