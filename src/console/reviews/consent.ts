// Whether somebody who was named as a reviewer wants to be asked: by the link of the question that was mailed to them. A GET
// shows who asks, a POST answers, once. DECISIONS Mail of the service.
import { answerQuestion, questionMs, questionOver } from "../../../actors/account/reviews/reviewers.ts";
import { linkHash } from "../../../actors/identity/reviews/links.ts";
import { tellOne } from "../../../actors/workers/reviews.ts";
import type { HttpDeps } from "../../http/context.ts";
import { addMs, nowInstant } from "../../lib/clock.ts";
import { invalid, messageOf } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { ownedAccount } from "../../store/access/console.ts";
import { findQuestion } from "../../store/reviews/consents.ts";
import { openPage, routes, show } from "../frame/answers.ts";
import { hidden, notice } from "../frame/forms.ts";
import { accountName } from "../frame/navigation.ts";
import { phrases } from "../phrases.ts";
import { readForm } from "../session/session.ts";

const path = "/console/reviewer";
const words = phrases.reviews.consent;

export function consentPages(deps: HttpDeps) {
  const { database, actors, clock, reviewSecret, log } = deps;
  /** @throws Failure code_expired */
  const questionOf = async (token: string) => {
    const since = addMs(nowInstant(clock), -questionMs);
    const row = await findQuestion(database, linkHash(reviewSecret, token), since);
    if (!row) throw questionOver();
    return row;
  };
  return routes()
    .get(
      path,
      openPage(deps, async ({ request, visit }) => {
        const token = new URL(request.url).searchParams.get("token") ?? "";
        const { accountId } = await questionOf(token);
        const account = await ownedAccount(database, accountId);
        if (!account) throw questionOver();
        const view = { csrf: visit.csrf, token, account: accountName(account) };
        return show(consentPage(view), words.title, visit);
      }),
    )
    .post(
      path,
      openPage(deps, async (call) => {
        const form = readForm(call);
        const token = form.get("token") ?? "";
        const answer = form.get("answer");
        if (answer !== "yes" && answer !== "no") throw invalid(phrases.failure.useForm);
        const { accountId, email } = await questionOf(token);
        const tokenHash = linkHash(reviewSecret, token);
        await actors
          .account(accountId)
          .run((turn) => answerQuestion(turn, { tokenHash, answer }), { quiet: true });
        if (answer === "yes") {
          try {
            await tellOne(deps, { accountId, email });
          } catch (error) {
            log.error("a reviewer could not be told", { error: messageOf(error) });
          }
        }
        return show(answeredPage(answer), words.title, call.visit);
      }),
    );
}

function consentPage({ csrf, token, account }: Record<"csrf" | "token" | "account", string>): Html {
  const answer = (value: "yes" | "no", text: string, look: string) =>
    html`<button class="button ${look}" name="answer" value="${value}">${text}</button>`;
  return html`<h1>${words.heading(account)}</h1>
<p class="lead">${words.lead}</p>
<form method="post" action="${path}" class="stack">${hidden("csrf", csrf)}${hidden("token", token)}
${answer("yes", words.yes, "primary wide")}
${answer("no", words.no, "plain wide")}
</form>
<p class="soft small">${words.nothing}</p>`;
}

function answeredPage(answer: "yes" | "no"): Html {
  return html`<h1>${words.title}</h1>${notice(words.answered[answer], "good")}`;
}
