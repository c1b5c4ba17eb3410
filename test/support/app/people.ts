// What a person does in the console, for tests in which no key may.
import { addEntries, type NewEntries } from "../../../actors/account/protection.ts";
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
