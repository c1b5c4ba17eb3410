// Sign-in links by mail; an address of this server gets none, and is told how else its person signs in. Whether an address owns an account shows neither in the answer nor in how long it takes: what is
// done for it is done after the answer.

import { createLink } from "../../../actors/account/access/console.ts";
import { findOperator } from "../../../actors/account/accounts/operator.ts";
import { countMail, isReadHere, sendToHuman } from "../../../actors/account/sending/human-mails.ts";
import type { HttpDeps } from "../../http/context.ts";
import { signInUrl } from "../../http/resources/access/agent-signup.ts";
import { Failure, messageOf } from "../../lib/failure.ts";
import { languageNow } from "../../lib/languages.ts";
import { accountOfLink, languageOfPerson } from "../../store/access/members.ts";
import { inWords, phrases } from "../phrases.ts";

export interface LinkMailer {
  /** Begins; errors are logged. @param email in canonical form @param network that asks for it */
  send(email: string, network: string): void;
  /** Resolves when everything begun is done. */
  idle(): Promise<void>;
}

export function createLinkMailer(deps: HttpDeps): LinkMailer {
  const running = new Set<Promise<void>>();
  return {
    send(email, network) {
      const work = mailLink(deps, email, network)
        .catch((error) => {
          // Three links an hour: the newest one is there.
          if (error instanceof Failure && error.code === "rate_limited") return;
          deps.log.error("a sign-in link could not be mailed", { error: messageOf(error) });
        })
        .finally(() => running.delete(work));
      running.add(work);
    },
    async idle() {
      await Promise.all(running);
    },
  };
}

async function mailLink(deps: HttpDeps, email: string, network: string): Promise<void> {
  const { database, actors } = deps;
  const accountId = await accountOfLink(database, email);
  const operator = await findOperator(database);
  if (accountId === null || !operator) return;
  await actors
    .account(operator.accountId)
    .run((turn) => countMail(turn, { kind: "link", email, network }), { quiet: true });
  const mails = await wordsFor(deps, email);
  if (await isReadHere(deps, email)) {
    const { subject, text } = mails.here;
    await sendToHuman(deps, operator, { to: email, subject, text: text(email), carries: "nothing" });
    return;
  }
  const token = await createLink(actors, { accountId, ownerEmail: email });
  const { subject, text } = mails.link;
  await sendToHuman(deps, operator, {
    to: email,
    subject,
    text: text(signInUrl(deps, token)),
    carries: "secret",
  });
}

/** In the person's own language; else in that of the page on which they asked. */
async function wordsFor({ database }: HttpDeps, email: string) {
  const language = (await languageOfPerson(database, email)) ?? languageNow();
  return inWords(language, () => {
    const { link, here } = phrases.login.mails;
    return { link: { ...link }, here: { ...here } };
  });
}
