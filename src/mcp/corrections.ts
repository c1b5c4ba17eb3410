// Refusals of the API in the words of the tools, with the call that would be right. The API names its own calls and fields: here
// they are tools and arguments. DECISIONS MCP
import { systemClock } from "../lib/clock.ts";
import { isUuid } from "../lib/ids.ts";
import { DAY, parseDate } from "../lib/local-time.ts";
import { spokenTime } from "../lib/spoken-time.ts";
import { toUtc, zoneLike, zoneName } from "../lib/zones.ts";
import { type ApiError, NotFoundError, type Postroom } from "../sdk/typescript/index.ts";
import { timeApart } from "./heard-times.ts";
import { shownBy } from "./heard-values.ts";
import { eventsOf, unsent } from "./kept-meaning.ts";
import { folderMeant, folders, labelled } from "./other-folders.ts";
import { headOf } from "./refusal.ts";
import { isLongCall, type RightCall, rightLine, ToolRefusal, toWrite } from "./right-call.ts";
import type { Tool } from "./tool.ts";
import { addressOf } from "./tools/addresses.ts";
import { Theirs } from "./words.ts";

/** A call as it was understood, and what the API said. */
interface Refused {
  client: Postroom;
  tool: Tool;
  args: Readonly<Record<string, unknown>>;
  error: ApiError;
}

/** Recipients of one mail. */
const maxRecipients = 50;
const people = ["to", "cc", "bcc"];

/** The refusal as a model reads it; the API's own where no right call is known. */
export async function corrected(refused: Refused): Promise<Error> {
  const { error } = refused;
  const right = await rightCall(refused);
  const message = inOurWords(error.message);
  if (right === null || isLongCall(right)) return Object.assign(error, { message });
  return new ToolRefusal(headOf(error), new Theirs({ message, right }, [message, rightLine(right)]), {
    given: {},
    right,
  });
}

/** Arguments by the API's fields. */
const argumentOf: Readonly<Record<string, string>> = {
  q: "query",
  send_at: "at",
  ids: "messages",
  is_read: "read",
  identity_id: "address",
  thread_id: "thread",
  attachment_ids: "files",
  attachments: "new_files",
};

/** Tools by the API's calls. */
const toolOf: readonly (readonly [string, string])[] = [
  [
    "Change it with PATCH, or cancel it with DELETE.",
    "change_event changes it, and cancel_event cancels it.",
  ],
  ["DELETE /api/v1/drafts/{id}", "send_draft with cancel"],
  ["GET /api/v1/identities/{id}/calendar/events", "list_events"],
  ["GET /api/v1/identities", "list_addresses"],
  ["GET /api/v1/messages?identity_id=…", "search_mail"],
  ["GET /api/v1/messages?has_attachments=true", "search_mail with has:attachment"],
  ["GET /api/v1/threads", "list_threads"],
  ["GET /api/v1/drafts?identity_id=…", "list_drafts"],
  ["GET /api/v1/mailboxes?identity_id=…", "the console"],
];

function inOurWords(message: string): string {
  const [, kinds] = otherKind.exec(message) ?? [];
  if (kinds !== undefined) return `${kinds}.`;
  const [, field = "", rest = ""] =
    /^Field "(\w{1,40})(?:\/[^"]*)?" in the (?:body|query)(.*)$/s.exec(message) ?? [];
  const told = withoutRemedy(field === "" ? message : `"${argumentOf[field] ?? field}"${rest}`).replace(
    /DELETE \/api\/v1\/drafts\/[0-9a-f-]{36}/,
    "DELETE /api/v1/drafts/{id}",
  );
  return toolOf.reduce((text, [call, tool]) => text.replaceAll(call, tool), told);
}

/** An id of another kind; behind it the API names its own calls. */
const otherKind = /^([0-9a-f-]{36} is the id of an? (\w+), and an? \w+ is meant)/;

/** A refusal of recipients without the calls that no tool makes, and with whom to ask where mail to one of them came back. */
function withoutRemedy(message: string): string {
  const [told = message, ...rest] = message.split(" Nothing was sent. GET ");
  const plain = rest.length === 0 ? message : `${told} Nothing was sent.`;
  return message.includes(": suppressed") ? `${plain} ${liftedBy}` : plain;
}

const liftedBy =
  "Mail to who is suppressed came back, or they or the owner want none. No tool changes that: ask a person, who can where they want mail again, in the console at the mail that came back, or by DELETE /api/v1/suppressions/{id}.";

async function rightCall(refused: Refused): Promise<RightCall | null> {
  const { tool, args, error } = refused;
  switch (error.code) {
    case "not_found":
      return afterNotFound(refused);
    case "validation_error":
      return (await afterWrongMove(refused)) ?? afterWrongValue(refused);
    case "invalid_cursor":
      return { arguments: {}, without: ["cursor"] };
    case "draft_state":
      return (
        (tool.name === "save_draft" ? await anotherDraft(refused) : null) ?? {
          tool: "whats_next",
          arguments: { seconds: 10 },
        }
      );
    case "schedule_out_of_range":
      return {
        arguments: {
          at: ofThisYear(args.at) ?? ((momentOf(args.at) ?? 0) > now() ? "in 29 days" : "in 5 minutes"),
        },
      };
    case "recipient_refused":
    case "send_policy_violation":
      return afterRefusedPeople(refused);
    default:
      return null;
  }
}

/** A new draft of mail that waits for a person, with the changes: what waits cannot be changed, and to take it back would delete it. */
async function anotherDraft({ client, args }: Refused): Promise<RightCall | null> {
  const { draft, ...changes } = args;
  const held = isId(draft) ? await orNull(client.drafts.get(draft)) : null;
  if (held === null || held.status !== "pending_review") return null;
  const { from, to, cc, bcc, subject, text, html, in_reply_to_message_id: message, attachments } = held;
  const isRewritten = changes.text !== undefined || changes.html !== undefined;
  const words = isRewritten ? {} : { text: text ?? "", ...(html ? { html } : {}) };
  if (JSON.stringify(words).length > maxShownFiles) return draftsOf(held.identity_id);
  const written = {
    ...(message === null ? {} : { message }),
    address: from,
    to,
    ...(cc.length > 0 ? { cc } : {}),
    ...(bcc.length > 0 ? { bcc } : {}),
    ...(subject === null ? {} : { subject }),
    ...words,
    ...(attachments.length > 0 ? { files: attachments.map(({ id }) => id) } : {}),
  };
  return { tool: "save_draft", instead: true, arguments: { ...written, ...changes } };
}

function now(): number {
  return Math.floor(systemClock.now() / 1000);
}

function momentOf(text: unknown): number | null {
  if (typeof text !== "string") return null;
  const spoken = spokenTime(text, { zone: "UTC", now: now() })?.at ?? Date.parse(text) / 1000;
  return Number.isNaN(spoken) ? null : spoken;
}

/** A time of a year that is over, as models write the year, in this one or the next, where a mail may wait that long; null: it is none. */
function ofThisYear(text: unknown): string | null {
  const [, year = "", rest = ""] = /^(\d{4})(-\d\d-\d\d.{0,60})$/.exec(String(text)) ?? [];
  const years = [0, 1].map((more) => new Date(now() * 1000).getUTCFullYear() + more);
  if (year === "" || Number(year) >= years[0]! + 1) return null;
  const times = years.map((one) => `${one}${rest}`);
  return (
    times.find((time) => {
      const ahead = (momentOf(time) ?? 0) - now();
      return ahead > 120 && ahead < 29 * DAY;
    }) ?? null
  );
}

async function afterNotFound({ client, tool, args, error }: Refused): Promise<RightCall | null> {
  if (otherKind.exec(error.message)?.[2] === "address")
    return { tool: "list_threads", arguments: { address: error.message.slice(0, 36) } };
  const { address, draft, message, thread, event, attachment, files, folder } = args;
  if (typeof folder === "string" && !folders.includes(folder.toLowerCase()))
    return tool.name === "organize" ? folderMeant(folder) : labelled(client, args, folder);
  if (isId(attachment) && (await isMessage(client, attachment)))
    return { tool: "read_thread", arguments: { message: attachment } };
  if (attachment !== undefined || (Array.isArray(files) && files.length > 0))
    return { tool: "search_mail", arguments: { query: "has:attachment" } };
  if (isId(draft)) {
    const review = await orNull(client.reviews.get(draft));
    if (review !== null && args.cancel === true) return { arguments: { draft: review.message_id } };
    const waits = review === null ? null : await orNull(client.drafts.get(review.message_id));
    if (waits !== null) return draftsOf(waits.identity_id);
    const sent = await orNull(client.messages.get(draft, { view: "summary" }));
    return draftsOf(sent?.identity ?? address);
  }
  const named = isId(message) ? message : thread;
  const written = isId(named) ? await orNull(client.drafts.get(named)) : null;
  if (written !== null) return draftsOf(written.identity_id);
  if (event !== undefined) {
    const span = { after: "now", before: "in 30 days" };
    return { tool: "list_events", arguments: { ...(address === undefined ? {} : { address }), ...span } };
  }
  return message === undefined && thread === undefined && args.messages === undefined
    ? null
    : shownBy("message", null);
}

function draftsOf(address: unknown): RightCall {
  return typeof address === "string"
    ? { tool: "list_drafts", arguments: { address } }
    : { tool: "list_addresses", arguments: {} };
}

function afterWrongValue({ tool, args, error }: Refused): RightCall | null {
  const { message } = error;
  const { query, timezone, files, new_files: made, start, end, after, before } = args;
  const [, misspelt, meant] =
    /has "(\w{1,20}:)", which is no operator: did you mean "(\w{1,20}:)"/.exec(message) ?? [];
  if (typeof query === "string") {
    if (misspelt && meant) return { arguments: { query: query.replace(misspelt, meant) } };
    const [, wrong = ""] = /has "([a-z_]{2,12}:[^"]{1,200})"/.exec(message) ?? [];
    const near = /Did you mean ((?:label|in|is):(?:"[^"]{1,200}"|[^\s"?]{1,200}))\?/.exec(message)?.[1];
    if (near !== undefined) return { arguments: { query: withValue(query, wrong, near) } };
    const without = withValue(query, wrong.replace(/^-/, ""), "").trim();
    if (wrong !== "" && without !== query.trim())
      return { arguments: { query: without === "" ? "in:inbox" : without } };
    return { arguments: { query: query.trim() === "" ? "in:inbox" : `"${query.replaceAll('"', "")}"` } };
  }
  if (message.includes("time zone") && typeof timezone === "string") {
    const zone = zoneLike(timezone);
    // An appointment in a zone that nobody meant would be at another time.
    return zone === null && tool.open === true
      ? eventsOf({ tool, given: args })
      : { arguments: { timezone: zone ?? "UTC" } };
  }
  if (message.includes("is not a local date-time")) return zoneBehind({ start, end });
  if (message.includes("before start")) return { arguments: { start: end, end: start } };
  if (message.includes('later than "after"')) return { arguments: boundsOf(after, before) };
  if (message.includes('"begin"')) return { arguments: { begin: "start" } };
  if (message.includes("becomes the HTML")) return { arguments: {}, without: ["markdown"] };
  if (message.includes("says nothing")) return { arguments: { text: toWrite } };
  if (message.includes("at most 50")) return { arguments: firstPeople(args) };
  if (message.includes("is not base64") && Array.isArray(made)) return withBase64(tool, { args, made });
  if (message.includes("attachment") && (files !== undefined || made !== undefined))
    return { arguments: { new_files: [{ name: "notes.txt", text: toWrite }] }, without: ["files"] };
  if (message.includes('"ids"')) return shownBy("message", null);
  if (message.includes("is empty") && args.messages !== undefined) return { arguments: { read: true } };
  return message.includes("recipient") ? shownBy("message", null) : null;
}

/** The query with another condition in place of a wrong one, whose value may stand in quotation marks. */
function withValue(query: string, wrong: string, right: string): string {
  const [name = "", value = ""] = wrong.split(/:(.*)/s);
  const written = [wrong, `${name}:"${value}"`].find((one) =>
    query.toLowerCase().includes(one.toLowerCase()),
  );
  if (written === undefined) return query;
  const at = query.toLowerCase().indexOf(written.toLowerCase());
  const before = right === "" ? query.slice(0, at).replace(/-$/, "") : query.slice(0, at);
  return before + right + query.slice(at + written.length);
}

/** As many as one mail takes, in their order. */
function firstPeople(args: Refused["args"]): Record<string, unknown> {
  let left = maxRecipients;
  const lists = people.flatMap((name) => {
    const all = args[name];
    if (!Array.isArray(all)) return [];
    const some = all.slice(0, left);
    left -= some.length;
    return [[name, some] as const];
  });
  return Object.fromEntries(lists);
}

/** Files whose base64 is mended where that is plain, `data:` before it or the letters of URLs in it; else the mail without them does not leave. */
function withBase64(
  tool: Tool,
  { args, made }: { args: Refused["args"]; made: readonly unknown[] },
): RightCall | null {
  const mended = made.map((file) => {
    const { base64, ...others } = (file ?? {}) as Record<string, unknown>;
    if (typeof base64 !== "string") return file;
    const bare = base64
      .replace(/^data:[^,]{0,200},/, "")
      .replace(/\s/g, "")
      .replaceAll("-", "+")
      .replaceAll("_", "/")
      .replace(/={1,2}$/, "");
    const isWhole = /^[A-Za-z0-9+/]+$/.test(bare) && bare.length % 4 !== 1;
    return isWhole ? { ...others, base64: bare.padEnd(Math.ceil(bare.length / 4) * 4, "=") } : null;
  });
  if (!mended.includes(null) && JSON.stringify(mended).length <= maxShownFiles)
    return { arguments: { new_files: mended } };
  return unsent({ tool, given: args }, "new_files");
}

/** Characters of files that a refusal repeats. */
const maxShownFiles = 4000;

/** Bounds of a span in the right order; the same day as both bounds means the whole day. */
function boundsOf(after: unknown, before: unknown): Record<string, unknown> {
  if (after !== before || typeof before !== "string") return { after: before, before: after };
  const isDay = !/\d:\d\d/.test(before);
  return { before: isDay ? `${before} 23:59` : (timeApart(before, DAY) ?? "in 7 days") };
}

/** A zone that stands behind wall clocks, in an argument of its own. */
function zoneBehind(times: Readonly<Record<string, unknown>>): RightCall | null {
  const parted = Object.entries(times).flatMap(([name, text]) => {
    const [, clock = "", zone = ""] = /^(.{1,60}) ([A-Za-z_/+-]{3,40})$/.exec(String(text)) ?? [];
    return zoneName(zone) === null ? [] : [{ name, clock, zone }];
  });
  const [first] = parted;
  if (first === undefined) return null;
  const clocks = Object.fromEntries(parted.map(({ name, clock }) => [name, clock]));
  return { arguments: { ...clocks, timezone: first.zone } };
}

/** Both times of an event where only one was given, and it contradicts the stored other: the length stays. */
async function afterWrongMove({ client, tool, args, error }: Refused): Promise<RightCall | null> {
  const isOfTimes = ["before start", "after start", "is all-day", "is a date."].some((words) =>
    error.message.includes(words),
  );
  const { address, event, start, end } = args;
  const given = start ?? end;
  if (tool.name !== "change_event" || !isOfTimes || (start !== undefined && end !== undefined)) return null;
  if (typeof event !== "string" || typeof given !== "string") return null;
  const own = await addressOf(client, typeof address === "string" ? address : undefined);
  const now = await client.calendar.getEvent(own.id, event);
  const span = [now.start, now.end].map((text) => momentOf(text) ?? 0);
  const clocks = typeof args.timezone === "string" ? args.timezone : now.timezone;
  const zone = zoneName(now.timezone);
  const [from = 0, until = 0] = now.all_day || zone === null ? span : span.map((at) => toUtc(at, zone));
  const length = until - from;
  const isDate = parseDate(given) !== null;
  const before = start === undefined ? now.end : now.start;
  const moved = isDate && !now.all_day ? `${given}${before.slice(10)}` : given;
  const seconds = now.all_day && !isDate ? 3600 : length;
  const other = timeApart(moved, start === undefined ? -seconds : seconds, clocks);
  if (other === null) return null;
  return { arguments: start === undefined ? { start: other, end: moved } : { start: moved, end: other } };
}

/** A mail that may not leave to these people: what is known of them, or a draft for a person. */
function afterRefusedPeople({ tool, args, error }: Refused): RightCall | null {
  const [listed = "", ...rest] = error.message.split(": suppressed");
  const email = rest.length > 0 ? listed.split(/[ (]/).at(-1) : "";
  if (email) return { tool: "search_mail", arguments: { query: `"${email}"` } };
  if (tool.name === "send_draft" || tool.name.endsWith("_event")) return null;
  const { all: _, preview: __, again: ___, ...written } = args;
  return { tool: "save_draft", arguments: written };
}

export function isId(value: unknown): value is string {
  return typeof value === "string" && isUuid(value);
}

async function isMessage(client: Postroom, id: string): Promise<boolean> {
  return (await orNull(client.messages.get(id, { view: "summary" }))) !== null;
}

/** The thing of an id; null: this key reaches none. */
export async function orNull<T>(asked: PromiseLike<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
