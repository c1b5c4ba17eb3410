// The answer of a guest by the link of their invitation: a GET shows what they were invited to, a POST answers, so a scanner that
// follows links answers nothing. Of the account it shows nothing but what was mailed. DECISIONS Calendar.
import {
  answerByLink,
  type LinkAnswer,
  type LinkedEvent,
  linkAnswers,
  linkedEvent,
} from "../../../actors/identity/calendar/answer-links.ts";
import type { HttpDeps } from "../../http/context.ts";
import { msOf } from "../../lib/clock.ts";
import { Failure, invalid } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { SharedBuckets } from "../../lib/shared-limits.ts";
import { openPage, routes, show } from "../frame/answers.ts";
import { hidden, notice } from "../frame/forms.ts";
import { phrases } from "../phrases.ts";
import { readForm } from "../session/session.ts";
import { atDay, wholeDate } from "./calendar-dates.ts";
import { dateIn } from "./dates.ts";

const path = "/console/invitation";
const words = phrases.invitation.byLink;
/** Answers of one link in an hour. */
const answersAnHour = 20;

export function guestPages(deps: HttpDeps) {
  const { actors, clock, sharedLimits: limits } = deps;
  const rate = answersAnHour / 3600;
  const buckets = new SharedBuckets("guest-answers", { rate, burst: answersAnHour, clock, limits });
  const eventOf = (token: string) => linkedEvent(deps, token).catch(saidInWords);
  return routes()
    .get(
      path,
      openPage(deps, async ({ request, visit }) => {
        const { searchParams } = new URL(request.url);
        const token = searchParams.get("token") ?? "";
        const event = await eventOf(token);
        const first = linkAnswers.find((one) => one === searchParams.get("answer")) ?? "accepted";
        return show(askPage(event, { csrf: visit.csrf, token, first }), words.title, visit);
      }),
    )
    .post(
      path,
      openPage(deps, async (call) => {
        const form = readForm(call);
        const token = form.get("token") ?? "";
        const answer = linkAnswers.find((one) => one === form.get("answer"));
        if (!answer) throw invalid(phrases.failure.useForm);
        const event = await eventOf(token);
        const { accountId, identityId, guest } = event.link;
        const { allowed, retryAfter } = await buckets.take(`${event.link.eventId} ${guest}`);
        if (!allowed) throw new Failure("rate_limited", words.many, retryAfter);
        await actors
          .identity(accountId, identityId)
          .run((turn) => answerByLink(turn, event.link, answer))
          .catch(saidInWords);
        return show(donePage(event, answer), words.title, call.visit);
      }),
    );
}

/** Whatever is not there is over: a link tells nothing of what became of its event. */
function saidInWords(error: unknown): never {
  if (error instanceof Failure && (error.code === "code_expired" || error.code === "not_found"))
    throw new Failure("code_expired", words.over);
  if (error instanceof Failure && error.code === "forbidden") throw new Failure("forbidden", words.byMail);
  throw error;
}

function askPage(
  event: LinkedEvent,
  { csrf, token, first }: { csrf: string; token: string; first: LinkAnswer },
): Html {
  const texts = { accepted: words.yes, tentative: words.maybe, declined: words.no };
  const button = (value: LinkAnswer) =>
    html`<button class="button ${value === first ? "primary" : "plain"} wide" name="answer" value="${value}">${texts[value]}</button>`;
  const { answered } = phrases.invitation;
  const so = answered[event.status as keyof typeof answered];
  return html`<h1>${titleOf(event)}</h1>
<p class="lead">${words.lead}</p>
${facts(event)}
${event.status !== "needs-action" && html`<p>${words.so} ${so}</p>`}
<form method="post" action="${path}" class="stack">${hidden("csrf", csrf)}${hidden("token", token)}
${linkAnswers.map(button)}
</form>
<p class="soft small">${words.once}</p>`;
}

function donePage(event: LinkedEvent, answer: LinkAnswer): Html {
  return html`<h1>${titleOf(event)}</h1>${facts(event)}${notice(words.done[answer], "good")}`;
}

const titleOf = ({ row, isAsMailed }: LinkedEvent) =>
  isAsMailed ? row.title.trim() || phrases.invitation.untitled : words.event;

function facts({ row, isAsMailed }: LinkedEvent): Html {
  const { startAt, endAt, timezone, allDay, location } = row;
  const dayOf = (at: number) => wholeDate.format(atDay(dateIn(timezone, at)));
  const [start, end] = [msOf(startAt), msOf(endAt)];
  const timeOf = (at: number) =>
    new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: timezone }).format(at);
  const last = allDay ? Math.max(start, end - 1) : end;
  const days = dayOf(start) === dayOf(last) ? dayOf(start) : `${dayOf(start)} – ${dayOf(last)}`;
  const when = allDay
    ? `${days}, ${phrases.invitation.allDay}`
    : `${days}, ${timeOf(start)}–${timeOf(end)} (${timezone})`;
  return html`<p><strong>${when}</strong></p>${isAsMailed && location && html`<p>${phrases.invitation.where}: ${location}</p>`}`;
}
