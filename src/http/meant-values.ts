// Words of closed lists by those of other APIs: what a value most likely means, among those that its field takes. DECISIONS Errors
import type { TSchema } from "@sinclair/typebox";
import { clockOfEpoch, isoDate } from "../lib/date-forms.ts";
import { idWithin } from "../lib/ids.ts";
import { likelyTime } from "../lib/likely-time.ts";
import { distance, knownElsewhere, nearest, type OtherNames, snakeName } from "../lib/nearest.ts";
import { inUnit } from "../lib/said-spans.ts";

/** Words that callers know from elsewhere, by the one that is meant. */
const otherValues: OtherNames = {
  resolved: ["closed", "close", "resolve", "done", "complete", "completed", "finished", "solved"],
  waiting: ["pending", "on_hold", "blocked"],
  open: ["new", "active", "reopened"],
  inbound: ["in", "incoming", "received", "receive"],
  outbound: ["out", "outgoing", "sent", "send"],
  accepted: ["yes", "accept", "confirm", "confirmed", "going"],
  declined: ["no", "decline", "reject", "rejected", "not_going"],
  tentative: ["maybe", "perhaps"],
  suspended: ["disabled", "paused", "inactive", "off"],
  active: ["enabled", "on"],
  disabled: ["inactive", "paused", "suspended", "off"],
  mail: ["message", "messages", "email", "message.received"],
  bounce: ["bounced", "message.bounced"],
  review: ["decision", "approval"],
  reply_only: ["reply", "replies"],
  summary: ["short", "compact", "minimal", "metadata"],
  "message.received": ["email.received", "mail.received", "new_message", "message.created", "message.new"],
  "message.sent": ["email.sent", "mail.sent"],
  "message.delivered": ["email.delivered", "mail.delivered"],
  "message.bounced": ["email.bounced", "mail.bounced", "bounce"],
  "message.complained": ["email.complained", "complaint"],
  "calendar_event.starting": ["calendar.event.starting", "calendar.event.starts_soon"],
  "calendar_event.ending": ["calendar.event.ending"],
  markdown: ["md", "text/markdown"],
  plain: ["text", "txt", "text/plain"],
  desc: ["newest", "newest_first", "descending", "latest"],
  asc: ["oldest", "oldest_first", "ascending"],
};

/** An order of times, which all lists here have: `-created_at`, `date:desc`. */
const timeOrder =
  /^([+-]?)(?:created|received|sent|updated)?_?(?:at|date|time|timestamp)(?:[_:](asc|desc))?$/;

/** Characters of a word that are looked at. */
const maxWord = 64;

/** The word that is meant; null: none is near. @param known words of the list */
export function meantValue(given: string, known: readonly string[]): string | null {
  const word = snakeName(given.slice(0, maxWord)).replaceAll(/[- ]/g, "_");
  if (known.includes(word)) return word;
  const [found, sign, order] = timeOrder.exec(given.toLowerCase().replaceAll(/[ .]/g, "_")) ?? [];
  if (found !== undefined && known.includes("desc") && known.includes("asc"))
    return order ?? (sign === "-" ? "desc" : "asc");
  return knownElsewhere(word, known, otherValues) ?? onlyOfVerb(word, known) ?? onlyNearest(word, known);
}

/** Kinds of events of mail: of anything else, as a review, an equal verb says another thing. */
const ofMail = /^(?:messages?|e?mails?|threads?|conversations?|recipients?)\./;

/** The one kind of event of mail that ends so: `message.labelled` is one of threads here. */
function onlyOfVerb(word: string, known: readonly string[]): string | null {
  if (!ofMail.test(word)) return null;
  const [found, another] = known.filter((one) => one.endsWith(word.slice(word.indexOf("."))));
  return found !== undefined && another === undefined && ofMail.test(found) ? found : null;
}

/** Null too where another one is as near, as `asc` and `desc` are to `dsc`. */
function onlyNearest(word: string, known: readonly string[]): string | null {
  const near = nearest(
    word,
    known.filter((one) => isNearByParts(word, one)),
  );
  if (near === null) return null;
  const steps = distance(word, near);
  return known.some((one) => one !== near && distance(word, one) === steps) ? null : near;
}

/** By each of its parts, where it has two: `message.clicked` is no `message.failed`, though most letters are the same. */
function isNearByParts(word: string, known: string): boolean {
  if (!word.includes(".")) return true;
  const [parts, ownParts] = [word.split("."), known.split(".")];
  return (
    parts.length === ownParts.length &&
    parts.every((part, at) => part === ownParts[at] || nearest(part, [ownParts[at]!]) !== null)
  );
}

/** Units of fields that take numbers. */
const unitOf: Readonly<Record<string, string>> = {
  wait: "seconds",
  lease: "seconds",
  expires_in: "seconds",
  reminders: "minutes",
  after_days: "days",
};

/** A span, `2h`, as a time to come; null: it is none. */
function inWords(text: string): string | null {
  const [, count, unit] =
    /^(?:in )?(\d{1,4}) ?(m|mins?|minutes?|h|hrs?|hours?|d|days?)$/i.exec(text.trim()) ?? [];
  const word = unit && { m: "minutes", h: "hours", d: "days" }[unit[0]!.toLowerCase()];
  return word ? `in ${count} ${word}` : null;
}

/** Bounds of a call that looks back. */
const bounds = ["after", "before"];

/** Names under which other programs put the text of a value. */
const within = ["dateTime", "date", "value", "content", "text", "email", "address", "id", "name"];

/** The text of a list of texts, or of an object as other programs write it; null: it is no such value. */
export function textWithin(schema: TSchema, value: unknown): string | null {
  const forms: TSchema[] = Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
  if (!forms.some(({ type }) => type === "string") || typeof value !== "object" || value === null)
    return null;
  const parts = Array.isArray(value)
    ? value
    : [within.map((one) => Reflect.get(value, one)).find((one) => one !== undefined)];
  if (parts.length === 0 || !parts.every((part) => typeof part === "string")) return null;
  return parts.join("\n");
}

/** A time or a number in another form, or another unit, in the one that the field takes; null: none is likely. @param field by its path */
export function likelyValue(field: string, schema: TSchema, value: unknown): string | number | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const forms: TSchema[] = Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
  const text = String(value).slice(0, 100);
  if (forms.some(({ format }) => format === "date-time")) {
    const epoch = clockOfEpoch(text);
    if (epoch !== null) return `${epoch}Z`;
    // Words are heard in the fields of a call, and not within its lists.
    if (field.includes("/") || typeof value === "number") return null;
    const span = bounds.includes(field) ? null : inWords(text);
    if (span !== null) return span;
    const meant = isoDate(text) ?? likelyTime(text, { isPast: bounds.includes(field) });
    // A wall clock without its zone is said with a blank.
    return meant?.replace(/^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d(?::\d\d)?)(?:\.\d{1,9})?$/, "$1 $2") ?? null;
  }
  if (forms.some(({ format }) => format === "uuid")) return idWithin(text);
  const form = forms.find(({ type }) => type === "integer");
  const name = field.split("/").find((one) => Object.hasOwn(unitOf, one));
  if (form === undefined || name === undefined) return null;
  const meant = inUnit(unitOf[name]!, text);
  return meant !== null && meant >= (form.minimum ?? 0) && meant <= (form.maximum ?? meant) ? meant : null;
}
