// POST to the scheduling outbox: when other addresses of the account are busy. RFC 6638 5

import { lineOf, linesOf, readComponents } from "../calendar/icalendar/content-lines.ts";
import { contentLine } from "../calendar/icalendar/content-write.ts";
import { readBasic } from "../calendar/icalendar/values.ts";
import { windowOf } from "../calendar/objects/filter.ts";
import { writeFreeBusy } from "../calendar/objects/free-busy-text.ts";
import { nowInstant } from "../lib/clock.ts";
import { canonicalAddress } from "../mail/address.ts";
import { busyTimes } from "../store/calendar/busy.ts";
import { calendarsOfAddresses } from "../store/calendar/calendar-addresses.ts";
import { DavRefusal, type DavRequest, xmlType } from "./context.ts";
import { paths } from "./paths.ts";
import { scheduledUids } from "./reports/free-busy.ts";
import { bodyText } from "./request.ts";
import { c, declarations, element, escaped, href, text, xmlHead } from "./xml-write.ts";

const maxRecipients = 100;
const maxSpanSeconds = 92 * 86_400;
const maxBusy = 20_000;

export async function postOutbox(request: DavRequest): Promise<Response> {
  const { deps, owner, place } = request;
  if (place.kind !== "outbox" || place.email !== owner.email.toLowerCase())
    throw new DavRefusal(405, [], "POST goes to the outbox.");
  const { range, uid, recipients } = readQuestion(bodyText(request), owner.email);
  const window = windowOf(range);
  const known = await calendarsOfAddresses(deps.database, owner.accountId, recipients.map(emailOf));
  let responses = "";
  for (const recipient of recipients) {
    const email = emailOf(recipient);
    const identityId = known.get(email);
    if (identityId === undefined) {
      responses += responseOf(recipient, "3.7;Invalid Calendar User", null);
      continue;
    }
    const scope = { accountId: owner.accountId, identityIds: [identityId] };
    const objectUids = await scheduledUids(deps.database, { accountId: owner.accountId, identityId });
    const times = await busyTimes(deps.database, scope, {
      identityId,
      ...window,
      most: maxBusy,
      objectUids,
    });
    const lines =
      contentLine("ORGANIZER", `mailto:${owner.email}`) + contentLine("ATTENDEE", `mailto:${email}`);
    const answer =
      times &&
      writeFreeBusy({ ...window, times, uid, dtstamp: nowInstant(deps.clock), lines, method: "REPLY" });
    responses += answer
      ? responseOf(recipient, "2.0;Success", answer)
      : responseOf(recipient, "5.1;Service unavailable", null);
  }
  return new Response(`${xmlHead}<C:schedule-response${declarations}>${responses}</C:schedule-response>`, {
    headers: { "content-type": xmlType },
  });
}

function responseOf(recipient: string, status: string, data: string | null): string {
  return element(
    c("response"),
    element(c("recipient"), href(recipient)) +
      text(c("request-status"), status) +
      (data === null ? "" : element(c("calendar-data"), escaped(data))),
  );
}

/** The address of a calendar user: mailto, or the principal of an address. */
function emailOf(recipient: string): string {
  const path = paths.principals;
  const bare = recipient.trim().replace(/^mailto:/i, "");
  const address = bare.startsWith(path)
    ? decodeURIComponent(bare.slice(path.length).replace(/\/$/, ""))
    : bare;
  return canonicalAddress(address)?.toLowerCase() ?? "";
}

/** @throws DavRefusal */
function readQuestion(body: string, own: string) {
  const calendar = readComponents(body).components.find(({ name }) => name === "VCALENDAR");
  const question = calendar?.children.find(({ name }) => name === "VFREEBUSY");
  const method = calendar && lineOf(calendar, "METHOD")?.value.trim().toUpperCase();
  if (!question || method !== "REQUEST")
    throw new DavRefusal(
      403,
      [c("valid-scheduling-message")],
      "The outbox takes VFREEBUSY with METHOD:REQUEST.",
    );
  const organizer = lineOf(question, "ORGANIZER")?.value ?? "";
  if (emailOf(organizer) !== own.toLowerCase())
    throw new DavRefusal(403, [c("organizer-allowed")], "ORGANIZER is the address that asks.");
  const recipients = linesOf(question, "ATTENDEE").map(({ value }) => value.trim());
  if (recipients.length === 0 || recipients.length > maxRecipients)
    throw new DavRefusal(
      403,
      [c("valid-scheduling-message")],
      `Ask for 1 to ${maxRecipients} attendees at once.`,
    );
  const time = (name: string) => readBasic(lineOf(question, name)?.value ?? "");
  const [start, end] = [time("DTSTART"), time("DTEND")];
  const isRange = start?.form === "utc" && end?.form === "utc" && start.local < end.local;
  if (!isRange || end.local - start.local > maxSpanSeconds)
    throw new DavRefusal(
      403,
      [c("valid-scheduling-message")],
      "DTSTART and DTEND are in UTC and at most 92 days apart.",
    );
  const uid = lineOf(question, "UID")?.value.slice(0, 1000) ?? null;
  return { range: { start: start.local, end: end.local }, uid, recipients };
}
