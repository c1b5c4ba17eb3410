// The mail that tells a person of a passkey that was added to their sign-in or removed from it: somebody else may have done it.

import { findOperator } from "../../../actors/account/accounts/operator.ts";
import { countMail, sendToHuman } from "../../../actors/account/sending/human-mails.ts";
import { instantOf } from "../../lib/clock.ts";
import { Failure, messageOf } from "../../lib/failure.ts";
import type { Here } from "../frame/answers.ts";
import { exactTime } from "../frame/times.ts";
import { phrases } from "../phrases.ts";

/**
 * Mails it after the change has been committed. What keeps it from being mailed is logged: the change stands.
 * @param email whose sign-in it is; null: the operator's, who has no address
 */
export async function tellOfPasskey(
  here: Here,
  { change, name, email }: { change: "added" | "removed"; name: string; email: string | null },
): Promise<void> {
  const { deps, origin, now } = here;
  const operator = email === null ? null : await findOperator(deps.database);
  if (email === null || !operator) return;
  const { subject, text } = phrases.you.passkeys.notice[change];
  const said = {
    name: name.replace(/\s+/g, " "),
    email,
    when: exactTime(instantOf(now)),
    ip: origin.ip,
    url: `${deps.baseUrl()}/console/settings/you`,
  };
  try {
    await deps.actors
      .account(operator.accountId)
      .run((turn) => countMail(turn, { kind: "passkey", email }), { quiet: true });
    await sendToHuman(deps, operator, { to: email, subject, text: text(said), carries: "nothing" });
  } catch (error) {
    const isRefused = error instanceof Failure;
    deps.log[isRefused ? "warn" : "error"]("the notice of a passkey could not be mailed", {
      error: messageOf(error),
    });
  }
}
