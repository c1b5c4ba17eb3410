// A thread that sleeps until a time: usual times and one of one's own, in the zone of the address's calendar. The turn is that of
// PATCH /threads/{id}.
import { invalid } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { formatLocal } from "../../lib/local-time.ts";
import { instantAt, toLocal, toUtc } from "../../lib/zones.ts";
import { zoneOfCalendar } from "../../store/calendar/calendar-events.ts";
import type { Here, SentForm } from "../frame/answers.ts";
import { buttonForm, buttonOf, hidden, postForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { pathPart } from "../frame/path-part.ts";
import { chosenTime, shortTime, usualTimes } from "../frame/usual-times.ts";
import { phrases } from "../phrases.ts";
import { back, changeThread } from "./thread-actions.ts";
import { type ThreadPage, threadOf } from "./thread-data.ts";

const words = phrases.snooze;

/** @throws Failure not_found, validation_error */
export async function snoozeThread(sent: SentForm): Promise<Response> {
  const { deps, form, url } = sent;
  const thread = await threadOf(sent, pathPart(url.pathname, -2));
  if (thread.status === "human_review") throw invalid(phrases.failure.useForm);
  const zone = await zoneOfCalendar(deps.database, thread.accountId, thread.identityId);
  const snoozedUntil = form.get("until") === "wake" ? null : chosenTime(form, zone);
  await changeThread(sent, thread, { snoozedUntil });
  if (snoozedUntil === null) return back(sent, "awake");
  return back(sent, "snoozed", { undo: thread.id, was: thread.status, now: snoozedUntil });
}

/** @param to the page that follows: the list, as the thread has left it */
export function snoozeMenu(here: Here, { thread, zone }: ThreadPage, to: string): Html | false {
  const action = `/console/threads/${thread.id}/snooze`;
  if (thread.status === "human_review") return false;
  if (thread.snoozedUntil !== null)
    return buttonForm(
      here,
      { action, fields: { until: "wake", back: to } },
      { text: words.wake, icon: "sun", class: "button plain", key: "h" },
    );
  const now = toLocal(Math.floor(here.now / 1000), zone);
  return html`<details class="menu snooze"><summary class="button plain" title="${words.hint}" data-key="h">${icon("moon")}<span>${words.snooze}</span></summary><div class="sheet">
${postForm(
  here,
  { action, class: "label-list", label: words.snooze },
  html`${hidden("back", to)}${usualTimes(now).map(({ text, at }, n) => html`<button class="label-choice" name="until" value="${instantAt(toUtc(at, zone))}"${n === 0 && html` data-first`}><span class="grow">${text}</span><span class="soft small">${shortTime.format(at * 1000)}</span></button>`)}`,
)}
${postForm(
  here,
  { action, class: "stack" },
  html`${hidden("back", to)}<label for="snooze-at">${words.until(zone)}</label><input id="snooze-at" type="datetime-local" name="at" required min="${formatLocal(now).slice(0, 16)}">${buttonOf({ text: words.snooze, class: "button" })}`,
)}</div></details>`;
}
