// Arguments that a tool does not take, and without which the call would do another thing: a draft would leave, a mail of later would
// leave now, guests would be uninvited. The refusal's call keeps what they mean, or changes nothing. DECISIONS MCP
import { systemClock } from "../lib/clock.ts";
import { DAY, formatLocal, parseLocal } from "../lib/local-time.ts";
import { snakeName } from "../lib/nearest.ts";
import { minutesOf } from "../lib/said-spans.ts";
import { isSignature } from "../lib/signature.ts";
import { spokenTime } from "../lib/spoken-time.ts";
import type { GivenArguments, HeardCall } from "./heard-times.ts";
import { asMark, isFalse, isTrue, isYesOrNo, ofGmail, ofListedLabels, type Unknown } from "./label-words.ts";
import { folderLike } from "./other-forms.ts";
import type { RightCall } from "./right-call.ts";
import { asWords, betweenTimes, found, sinceThen } from "./search-words.ts";

/** The call that means what the argument says; null: nothing is known of its name. */
export function keptMeaning(call: HeardCall, { name: written, value }: Unknown): RightCall | null {
  const unknown = { name: snakeName(written), value };
  const readers = [
    unfolded,
    mine,
    ofGmail,
    ofListedLabels,
    asMark,
    notYet,
    later,
    signed,
    rewritten,
    guests,
    untold,
    asAnswer,
    asWords,
    asHtml,
    ofDay,
    betweenTimes,
    sinceThen,
    inAnotherArgument,
    found,
  ];
  for (const read of readers) {
    const right = read(call, unknown);
    if (right !== null) return leaving(right, written);
  }
  return null;
}

/** The same call without the argument; one of another tool is made as it stands. */
function leaving(right: RightCall, name: string): RightCall {
  return right.tool === undefined ? { ...right, without: [name, ...(right.without ?? [])] } : right;
}

/** Arguments that hold nothing back. */
const idle = ["save_to_sent_items", "priority", "importance", "idempotency_key", "calendar_id", "reminders"];
/** How many are wanted: there is one at a time. */
const counts = ["limit", "max", "max_results", "count", "n"];

/** Parts that no tool writes into a mail: a draft without them is all that there can be, and its writer decides whether it leaves. */
const nowhere = ["reply_to", "headers", "custom_headers", "from_name", "sender_name"];

/** Words to the people of an appointment, which hold nothing back: its mails say what changes, and no more. */
const reasons = ["reason", "comment", "message", "note", "text", "body"];

/** The call that does nothing yet, in place of one that leaves: what is not known may have been meant to hold it back. */
export function unlessIdle(call: HeardCall, written: string): RightCall | null {
  const name = snakeName(written);
  const isOfWords = ["cancel_event", "change_event"].includes(call.tool.name) && reasons.includes(name);
  const isHeld = call.tool.open === true && !idle.includes(name) && !isOfWords;
  const right = isHeld ? nothingYet(call, snakeName(written)) : null;
  return right && leaving(right, written);
}

const changes = ["read", "is_read", "folder", "label", "unlabel", "snooze"];

/** Whether a call without the argument would be another one: it would take other mail, or write less. */
export function loses({ tool, given }: HeardCall, written: string): boolean {
  const name = snakeName(written);
  // A draft's time is said when it is sent.
  const isTime = tool.name === "save_draft" && /(?:^|_)at$|schedul/.test(name);
  const isNowhere = tool.name === "save_draft" && nowhere.includes(name);
  if (tool.name === "whats_next" && counts.includes(name)) return false;
  // Messages without a change are no call.
  const isIdle = Object.keys(given).length > 1 && !changes.some((one) => given[one] !== undefined);
  if (tool.name === "organize" && isIdle) return true;
  return ["whats_next", "save_draft"].includes(tool.name) && !isTime && !isNowhere && !idle.includes(name);
}

/** A mail without files that it was to have: it does not leave. */
export function unsent(call: HeardCall, without: string): RightCall {
  return leaving(nothingYet(call, without) ?? { arguments: {} }, without);
}

/** The call that does nothing yet, in place of one that lacks something. */
export function stillOf(call: HeardCall): RightCall {
  const { message } = call.given;
  if (call.tool.name === "reply") return { tool: "read_thread", arguments: { message } };
  return nothingYet(call, "") ?? { arguments: {} };
}

/** @param name of the argument that is left out, in snake case */
function nothingYet(call: HeardCall, name: string): RightCall | null {
  const { tool, given } = call;
  const message = given.message ?? given.message_id;
  const isOfDraft = (one: string) => snakeName(one) !== name && !["at", "again"].includes(one);
  switch (tool.name) {
    case "send_mail":
      // An argument that a draft does not take either is refused there, and so not lost.
      return {
        tool: "save_draft",
        instead: true,
        arguments: Object.fromEntries(Object.entries(given).filter(([one]) => isOfDraft(one))),
      };
    case "reply":
      return { arguments: { preview: true } };
    case "forward":
      return message === undefined
        ? { tool: "search_mail", arguments: { query: "in:inbox" } }
        : { tool: "read_thread", arguments: { message } };
    case "send_draft":
      return { tool: "list_drafts", arguments: {} };
    default:
      return tool.open === true ? eventsOf(call) : null;
  }
}

/** Arguments in which other programs put all of a call. */
const folds = [
  "message",
  "mail",
  "email",
  "event",
  "request",
  "request_body",
  "resource",
  "input",
  "args",
  "arguments",
  "params",
  "payload",
  "data",
  "body",
];

/** A call within an argument: its parts as arguments of ours, unless one was given beside it. */
function unfolded({ given }: HeardCall, { name, value }: Unknown): RightCall | null {
  if (!folds.includes(name) || typeof value !== "object" || value === null || Array.isArray(value))
    return null;
  // A body of Graph is a text with its kind.
  if (Object.hasOwn(value, "content") || Object.hasOwn(value, "contentType")) return null;
  const parts = Object.entries(value);
  if (parts.length === 0 || parts.some(([one]) => given[one] !== undefined && one !== name)) return null;
  return { arguments: Object.fromEntries(parts) };
}

/** `userId: "me"` says nothing. */
function mine(_: HeardCall, { name, value }: Unknown): RightCall | null {
  return name === "user_id" && value === "me" ? { arguments: {} } : null;
}

const ofDrafts = [
  "address",
  "to",
  "cc",
  "bcc",
  "subject",
  "text",
  "html",
  "markdown",
  "files",
  "new_files",
  "automatic",
  "template",
];
const notLeaving = [
  "draft",
  "is_draft",
  "as_draft",
  "save_as_draft",
  "draft_only",
  "preview",
  "dry_run",
  "test",
];

/** A mail that is not to leave. */
function notYet(call: HeardCall, { name, value }: Unknown): RightCall | null {
  const isSend = name === "send" || name === "send_now";
  if (call.tool.open !== true || !(isSend || notLeaving.includes(name))) return null;
  const leaves = isSend ? isTrue(value) : isFalse(value);
  return leaves ? { arguments: {} } : nothingYet(call, name);
}

/** A draft is changed before it is sent. */
function rewritten({ tool, given: { draft } }: HeardCall, { name, value }: Unknown): RightCall | null {
  const isMeant = tool.name === "send_draft" && draft !== undefined && ofDrafts.includes(name);
  return isMeant ? { tool: "save_draft", arguments: { draft, [name]: value } } : null;
}

/** A signature stands below the text: none is kept here. */
function signed({ tool: { input }, given }: HeardCall, { name, value }: Unknown): RightCall | null {
  const body = bodies.find((one) => typeof given[one] === "string");
  const isMeant = ["signature", "email_signature", "sign_off", "footer"].includes(name);
  if (!isMeant || !isSignature(value)) return null;
  if (!Object.hasOwn(input, "text") || body === undefined || given.html !== undefined) return null;
  return { arguments: { text: `${given[body]}\n\n${value}` }, without: body === "text" ? [] : [body] };
}

const delays = ["delay", "delay_minutes", "delay_seconds", "delay_hours", "send_in", "send_after", "wait"];

/** A mail of later. */
function later(call: HeardCall, { name, value }: Unknown): RightCall | null {
  if (!delays.includes(name)) return null;
  const { tool, given } = call;
  const isOpen = tool.open === true;
  const isNow = value === false || value === true || String(value).trim() === "0";
  if (isOpen && (isNow || given.at !== undefined)) return { arguments: {} };
  if (!Object.hasOwn(tool.input, "at")) return isOpen ? nothingYet(call, name) : null;
  return { arguments: { at: instantOf(name, value) } };
}

/** A span as a time of the tool: `delay_hours: 3`, `delay: "2 days"`; a time stays as it is written. */
function instantOf(name: string, value: unknown): string {
  const unit = name.endsWith("hours") ? 60 : name.endsWith("seconds") ? 1 / 60 : 1;
  const text = String(value).trim();
  const number = Number(text);
  const minutes = Number.isNaN(number) ? minutesOf(text) : Math.ceil(number * unit);
  if (minutes === null) return /^\d{1,4} ?[a-z]{1,10}$/i.test(text) ? `in ${text}` : text;
  return minutes > 9999 ? `in ${Math.ceil(minutes / 60)} hours` : `in ${Math.max(2, minutes)} minutes`;
}

/** `attendees` are all of them: who is there already is read first. */
function guests(call: HeardCall, { name }: Unknown): RightCall | null {
  const isOfPeople = /attendee|guest|participant|people|invite/.test(name);
  const isAll = ["people", "participants", "guests"].includes(name);
  const isMeant = isOfPeople && !isAll && !tells.includes(name);
  return isMeant && call.tool.name === "change_event" ? eventsOf(call) : null;
}

const tells = ["notify", "send_invites", "send_updates", "notify_attendees", "send_notifications"];
const silences = ["silent", "quiet", "no_notify"];

/** An event that is to be made or changed without telling its guests, which is not possible: the call is answered by one that shows the events. */
function untold(call: HeardCall, { name, value }: Unknown): RightCall | null {
  if (!["create_event", "change_event", "cancel_event"].includes(call.tool.name)) return null;
  if (!tells.includes(name) && !silences.includes(name)) return null;
  const isTold = tells.includes(name) ? isTrue(value) || value === "all" : !isTrue(value);
  const hasGuests = call.tool.name !== "create_event" || call.given.attendees !== undefined;
  return isTold || !hasGuests ? { arguments: {} } : eventsOf(call);
}

const comes = ["accept", "accepted", "attend", "attending", "going", "coming"];
const staysAway = ["decline", "declined", "reject", "rejected"];

/** `accept: false`, `decline: true`. */
function asAnswer({ tool: { input } }: HeardCall, { name, value }: Unknown): RightCall | null {
  const isMeant = comes.includes(name) || staysAway.includes(name);
  if (!isMeant || !Object.hasOwn(input, "answer") || !isYesOrNo(value)) return null;
  const answer = comes.includes(name) === isTrue(value) ? "accepted" : "declined";
  return { arguments: { answer } };
}

/** The call that shows events of the next days. */
export function eventsOf({ given: { address } }: HeardCall): RightCall {
  const span = { after: "now", before: "in 30 days" };
  return { tool: "list_events", arguments: { ...(address === undefined ? {} : { address }), ...span } };
}

/** One day for a tool that takes a span: from that day to the next. */
function ofDay({ tool: { input } }: HeardCall, { name, value }: Unknown): RightCall | null {
  if (!["date", "day", "on"].includes(name) || !["after", "before"].every((one) => Object.hasOwn(input, one)))
    return null;
  if (typeof value !== "string") return null;
  const day = value.length === 10 ? parseLocal(`${value}T00:00:00`) : null;
  if (day !== null) return { arguments: { after: value, before: formatLocal(day + DAY).slice(0, 10) } };
  return saysDay(value) ? { arguments: { after: value, before: `${value} 23:59` } } : null;
}

const kindsOfText = [
  "html",
  "is_html",
  "as_html",
  "content_type",
  "body_type",
  "mime_type",
  "format",
  "body_format",
  "text_format",
];
const bodies = ["text", "body", "content", "message"];

/** Whether words say a day: `today`, `next monday`. */
function saysDay(text: string): boolean {
  const asked = { zone: "UTC", now: Math.floor(systemClock.now() / 1000) };
  return (
    spokenTime(text, { ...asked, daysAlone: true }) !== null && spokenTime(`${text} 23:59`, asked) !== null
  );
}

/** A text that is HTML: `is_html: true`, `content_type: "text/html"`. */
function asHtml({ tool: { input }, given }: HeardCall, { name, value }: Unknown): RightCall | null {
  if (!Object.hasOwn(input, "html") || !kindsOfText.includes(name)) return null;
  if (isFalse(value) || /\b(?:plain|text)$/i.test(String(value))) return { arguments: {} };
  if (!isTrue(value) && !/\bhtml\b/i.test(String(value))) return null;
  const body = bodies.find((one) => typeof given[one] === "string");
  if (name !== "html" && typeof given.html === "string") return { arguments: {} };
  return body === undefined ? null : { arguments: { html: given[body] }, without: [body] };
}

/** A word that is another argument here: `format: "markdown"`, `action: "archive"`. */
function inAnotherArgument({ tool: { input } }: HeardCall, { name, value }: Unknown): RightCall | null {
  const others: GivenArguments = {};
  if (Object.hasOwn(input, "markdown") && ["format", "content_type", "text_format"].includes(name))
    if (/\b(?:markdown|md)\b/.test(String(value))) others.markdown = true;
  const isWord = ["action", "operation", "mark", "mark_as", "status", "state", "flag", "flags"].includes(
    name,
  );
  // `\Seen`, as IMAP writes it.
  const word = [value].flat().join().toLowerCase().replace(/^\\/, "");
  if (isWord && Object.hasOwn(input, "read") && /^(?:mark_as_)?(?:un)?(?:read|seen)$/.test(word))
    others.read = !/un(?:read|seen)$/.test(word);
  if (isWord && Object.hasOwn(input, "unread") && /^un(?:read|seen)$/.test(word)) others.unread = true;
  if (Object.hasOwn(input, "folder") && isWord && !Object.hasOwn(input, "query")) {
    const folder = folderLike(word, true);
    if (folder !== null) others.folder = folder;
  }
  return Object.keys(others).length === 0 ? null : { arguments: others };
}
