// Addresses whose mail waits for a person, and the ten seconds for which a decision can be taken back.
import type { Api } from "../support/app/api.ts";
import type { ShiftedClock, SuiteApp } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";

/** Has all mail that an address sends wait for a person. */
export async function protect(t: SuiteApp, identityId: string, settings: object = {}): Promise<void> {
  const all = { outbound: "all", approver: "human", ...settings };
  await t.api.must(200, t.api.call("PUT", `/identities/${identityId}/protection`, all));
}

/** A protected address, and the agent's key for it alone. */
export async function protectedAddress(
  t: SuiteApp,
  settings: object = {},
): Promise<{ id: string; email: string; agent: Api }> {
  const { id, email } = await t.address();
  const agent = await restrictedKey(t.api, [id]);
  await protect(t, id, settings);
  return { id, email, agent };
}

/** Lets planned decisions, and what people sent, come into force. */
export function passUndo(t: SuiteApp, clock: ShiftedClock): void {
  clock.advance(11_000);
  t.app.core.actors.feed.pokeAll();
}
