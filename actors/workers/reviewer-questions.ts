// Questions to reviewers: an address named as a reviewer is asked once whether it wants that, and gets no
// notice before it said yes. People who joined the account need not be asked, and a person who decided by a
// link has said yes. The question says nothing that an agent, an account or a stranger wrote. DECISIONS Mail
// of the service.
import { addMs, type Instant } from "../../src/lib/clock.ts";
import { Failure, messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { randomBase62 } from "../../src/lib/secrets.ts";
import {
  claimQuestions,
  postponeQuestion,
  questionSent,
  reviewerStanding,
} from "../../src/store/reviews/consents.ts";
import { findOperator } from "../account/accounts/operator.ts";
import { nameReviewers } from "../account/reviews/reviewers.ts";
import { countMail, type HumanMailDeps, isReadHere, sendToHuman } from "../account/sending/human-mails.ts";
import { humanPhrases } from "../account/sending/human-phrases.ts";
import { linkHash } from "../identity/reviews/links.ts";

interface QuestionDeps extends HumanMailDeps {
  log: Log;
  /** Keys the hashes of links. */
  reviewSecret: Uint8Array;
  /** Links in mails begin with this. */
  baseUrl: () => string;
}

const batch = 50;
const leaseMs = 60_000;

/** Return the reviewers that may be told; the others are asked, if they were not. */
export async function willing(
  deps: QuestionDeps,
  accountId: string,
  reviewers: readonly string[],
): Promise<string[]> {
  const { database, actors } = deps;
  const standings = await Promise.all(
    reviewers.map(async (email) => ({ email, ...(await reviewerStanding(database, { accountId, email })) })),
  );
  const open = standings.filter(({ isPerson, answer }) => !isPerson && answer === null);
  if (open.length > 0) {
    await actors.account(accountId).run(
      (turn) =>
        nameReviewers(
          turn,
          open.map(({ email }) => email),
        ),
      { quiet: true },
    );
  }
  return standings.filter(({ isPerson, answer }) => isPerson || answer === "yes").map(({ email }) => email);
}

/** Sends the questions that are due. */
export async function askRound(deps: QuestionDeps, now: Instant): Promise<{ done: number; more: boolean }> {
  const { database, log } = deps;
  const due = await claimQuestions(database, { at: now, until: addMs(now, leaseMs), count: batch });
  for (const one of due) {
    try {
      await ask(deps, one, now);
    } catch (error) {
      // Another round claims it again when the lease is over.
      log.error("a reviewer could not be asked", { error: messageOf(error) });
    }
  }
  return { done: due.length, more: due.length === batch };
}

async function ask(
  deps: QuestionDeps,
  one: { accountId: string; email: string },
  at: Instant,
): Promise<void> {
  const { database, actors, log, reviewSecret, baseUrl } = deps;
  const { accountId, email } = one;
  const operator = await findOperator(database);
  if (!operator) return;
  const { isPerson, answer } = await reviewerStanding(database, one);
  // A person who reads mail here is not asked: an owner invites them into the account.
  const isAsked = !isPerson && answer === null && !(await isReadHere(deps, email));
  const token = isAsked ? randomBase62(43) : null;
  const note = (until: Instant | null) =>
    actors
      .account(accountId)
      .run(
        (turn) =>
          turn.bulk(
            until === null
              ? questionSent(one, { tokenHash: token === null ? null : linkHash(reviewSecret, token), at })
              : postponeQuestion(one, until),
          ),
        { quiet: true },
      );
  if (token === null) return void (await note(null));
  try {
    await actors
      .account(operator.accountId)
      .run((turn) => countMail(turn, { kind: "question", email, about: accountId }), { quiet: true });
    await note(null);
    const { subject, text } = (await humanPhrases(database, email)).question;
    await sendToHuman(deps, operator, {
      to: email,
      subject,
      text: text(`${baseUrl()}/console/reviewer?token=${token}`),
      carries: "secret",
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === "rate_limited") await note(addMs(at, (error.retryAfterSeconds ?? 3600) * 1000));
    else log.warn("a reviewer could not be asked", { account_id: accountId, error: error.message });
  }
}
