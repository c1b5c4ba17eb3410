// Mails of a person's change of an event that have what its page does not show: dates of a series that others changed apart, a name
// or an id that a calendar program gave, letters that no program shows. A page shows those mails first, and a second press sends
// them. DECISIONS Protection and reviews
import type { Outgoing } from "../../../actors/identity/message/outgoing.ts";
import { eventsCovered } from "../../../actors/identity/reviews/covered.ts";
import type { EventMails } from "../../http/resources/calendar/calendar-changes.ts";
import { type Html, html } from "../../lib/html.ts";
import { withoutInvisible } from "../../mail/visible/invisible-characters.ts";
import type { CalendarEventRow } from "../../store/calendar/calendar-events.ts";
import type { Here, SentForm } from "../frame/answers.ts";
import { buttonOf, notice, postForm } from "../frame/forms.ts";
import { widePage } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";

const words = phrases.calendar;

/** Mails would leave that the page did not show. */
export class Unseen extends Error {
  constructor(
    readonly mails: readonly Outgoing[],
    /** The version of the events that they are made from. */
    readonly covers: string,
  ) {
    super(words.look);
  }
}

/**
 * Looks at the mails of a change before its turn.
 * @param shows what the page showed: the event, a date as its whole series has it, or nothing of what the mails are made from
 * @throws Unseen
 */
export function lookAt(
  form: URLSearchParams,
  { name, shows }: { name: string | null; shows: "event" | "series" | "nothing" },
): (leaving: EventMails) => void {
  return ({ mails, loaded, kept }) => {
    const shown = shows === "series" ? (loaded.series ?? loaded.row) : loaded.row;
    const isShown = shows !== "nothing" && kept.length === 0 && !hasUnseen(shown, name);
    if (mails.length === 0 || isShown) return;
    const covers = eventsCovered([loaded.row, ...(loaded.series ? [loaded.series] : []), ...loaded.changed]);
    if (form.get("covers") !== covers) throw new Unseen(mails, covers);
  };
}

function hasUnseen(
  { id, uid, title, location, description, organizerName, attendees, recurrence }: CalendarEventRow,
  name: string | null,
): boolean {
  const texts = [title, location, description, ...attendees.map((one) => one.name)];
  return (
    !uid.startsWith(`${id.slice(0, 36)}@`) ||
    (organizerName !== null && organizerName !== name) ||
    (recurrence !== null && recurrence.exdates.length + recurrence.rdates.length > 0) ||
    texts.some((text) => text !== null && withoutInvisible(text) !== text)
  );
}

/** A page with the mails that would leave, and the form again. */
export function unseenPage(
  here: Here,
  { form, url }: Pick<SentForm, "form" | "url">,
  { mails, covers }: Unseen,
): Response | Promise<Response> {
  const typed = [...form].filter(([name]) => !["csrf", "account", "covers"].includes(name));
  const alike = [...Map.groupBy(mails, ({ mail, calendarText }) => `${mail.parsed.text}\n${calendarText}`)];
  const body = html`<header class="page-head"><h1>${words.lookTitle}</h1></header>${notice(words.look, "info")}
${alike.map(([text, same]) => mailView(same, text))}
${postForm(here, { action: url.pathname, class: "stack", fields: { ...Object.fromEntries(typed), covers } }, buttonOf({ text: words.sendSo, class: "button primary" }))}`;
  return widePage(here, { title: words.lookTitle, place: "calendar" }, body);
}

function mailView(mails: readonly Outgoing[], text: string): Html {
  const recipients = mails.flatMap((mail) => mail.recipients).join(", ");
  return html`<section class="beyond"><h2>${mails[0]?.mail.parsed.subject ?? ""}</h2><p>${phrases.write.to}: ${recipients}</p><pre tabindex="0">${marked(text)}</pre></section>`;
}

/** Letters that no program shows, by their numbers. */
function marked(text: string): string {
  const shown = withoutInvisible(text);
  if (shown === text) return text;
  return text.replace(
    /[\p{Cf}\p{Variation_Selector}]/gu,
    (letter) => `[U+${letter.codePointAt(0)!.toString(16).toUpperCase()}]`,
  );
}
