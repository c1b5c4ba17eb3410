// Bodies with several things that other APIs write otherwise: all of a body as it is most likely meant. A refusal shows it, and nothing
// is done by it; so it loses nothing that was asked, and guesses no person. DECISIONS Errors
import type { TSchema } from "@sinclair/typebox";
import { type ValueError, ValueErrorType, ValuePointer } from "@sinclair/typebox/value";
import { snakeName } from "../lib/nearest.ts";
import { lengthNames, minutesOf } from "../lib/said-spans.ts";
import { isSignature } from "../lib/signature.ts";
import { endOf, isMoment, localTimes, zoneLike, zoneName } from "../lib/zones.ts";
import { addresseesProblem } from "../schema/message/addressees.ts";
import { isIdle, misspeltField, sureField } from "./meant-fields.ts";

export type BodyFields = Record<string, unknown>;

export function isFields(value: unknown): value is BodyFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Things of a body that are mended, one after the other. */
const maxMended = 16;
/** Characters of a body that is looked at. */
const maxLength = 4000;

/** How fields of a call are mended. */
export interface FieldRepair {
  /** The worst of what is wrong. */
  worst(schema: TSchema, value: unknown): ValueError | null;
  /** The value that a field takes in place of a wrong one; undefined: none is likely. */
  likely(error: ValueError): unknown;
  /** Fields that are known where an error is. */
  knownAt(path: string): string[];
  /** A field that is null may be left out. */
  mayDropNull: boolean;
}

interface WrongFields extends FieldRepair {
  schema: TSchema;
  fields: unknown;
}

/** The fields of a body or a query, mended; null: not all that is wrong with them can be. */
export function meantFields({ schema, fields, ...how }: WrongFields): BodyFields | null {
  if (!isFields(fields)) return null;
  const text = JSON.stringify(fields);
  // A name that JavaScript hears, and no field.
  if (text.length > maxLength || text.includes('"__proto__":')) return null;
  const mended: BodyFields = JSON.parse(text);
  for (let done = 0; done < maxMended; done++) {
    const error = how.worst(schema, mended);
    if (error === null) {
      const clocks = localClocks(mended, how.knownAt("/start"));
      return clocks === null ? null : inZone(Object.assign(mended, clocks), how.knownAt("/timezone"));
    }
    if (!mend(mended, error, how)) return null;
  }
  return null;
}

/** Fields that say for whom something is: without them it is for all. */
const narrows = /^(?:identity|pod|domain)_ids?$/;

/** The object in which the field of a path stands. RFC 6901 */
export function fieldsAround(path: string, body: unknown): BodyFields {
  return ValuePointer.Get(body, path.slice(0, path.lastIndexOf("/"))) as BodyFields;
}

/** Whether one wrong thing of a body was mended, in its place. */
function mend(body: BodyFields, error: ValueError, how: Omit<FieldRepair, "worst">): boolean {
  const name = [...ValuePointer.Format(error.path)].at(-1);
  if (name === undefined) return false;
  const parent = fieldsAround(error.path, body);
  if (error.type === ValueErrorType.ObjectAdditionalProperties)
    return (
      folded(parent, name, how.knownAt(error.path)) ||
      switched(parent, name, how.knownAt(error.path)) ||
      joined(parent, name, how.knownAt(error.path)) ||
      renamed(parent, name, how.knownAt(error.path)) ||
      (isIdle(name) && how.knownAt(error.path).includes("text") && delete parent[name])
    );
  if (error.type === ValueErrorType.ObjectRequiredProperty) return false;
  if (error.value === null && how.mayDropNull && !narrows.test(name)) return delete parent[name];
  const right = how.likely(error) ?? peopleWithin(error);
  if (right === undefined || right === null) return false;
  const zone = (error.value as BodyFields | null)?.timeZone;
  if (zone !== undefined) {
    if (!how.knownAt("/timezone").includes("timezone") || (body.timezone ?? zone) !== zone) return false;
    body.timezone = zone;
  }
  parent[name] = right;
  return true;
}

/** Changes by which times with offsets are wall clocks of the event's zone, else of UTC. Null: they are not said so, or days would move on which a series falls. */
function localClocks(
  { start, end, timezone = "UTC", all_day: isAllDay, recurrence }: BodyFields,
  known: readonly string[],
): BodyFields | null {
  if (!known.includes("start") || !known.includes("timezone")) return {};
  const times = { start: String(start), end: String(end) };
  if (!isMoment(times.start) && !isMoment(times.end)) return {};
  const zone = zoneName(String(timezone)) ?? zoneLike(String(timezone));
  const local = zone === null || isAllDay === true ? null : localTimes(times, zone);
  if (local === null) return null;
  const isSameDay = local.start.slice(0, 10) === times.start.trim().slice(0, 10);
  return isSameDay || (recurrence ?? null) === null ? { ...local, timezone: zone } : null;
}

/** The fields with the zone that a town means; null: it means none. */
function inZone(fields: BodyFields, known: readonly string[]): BodyFields | null {
  const { timezone } = fields;
  if (!known.includes("timezone") || typeof timezone !== "string" || zoneName(timezone) !== null)
    return fields;
  const zone = zoneLike(timezone);
  return zone === null ? null : { ...fields, timezone: zone };
}

/** Switches of other APIs, by the field of ours and the value that says what `true` of them says. */
const switches: Readonly<Record<string, readonly [field: string, value: unknown]>> = {
  unread: ["is_read", false],
  is_unread: ["is_read", false],
  unseen: ["is_read", false],
  unread_only: ["is_read", false],
  archived: ["folder", "archive"],
  trashed: ["folder", "trash"],
};

/** Words for the state of a message. */
const states: typeof switches = {
  read: ["is_read", true],
  seen: ["is_read", true],
  unread: ["is_read", false],
  unseen: ["is_read", false],
  archive: ["folder", "archive"],
  archived: ["folder", "archive"],
  trash: ["folder", "trash"],
  spam: ["is_spam", true],
};

function switched(parent: BodyFields, name: string, known: readonly string[]): boolean {
  const [field, value] = switchOf(snakeName(name), parent[name]) ?? [];
  if (field === undefined || !known.includes(field) || Object.hasOwn(parent, field)) return false;
  delete parent[name];
  parent[field] = value;
  return true;
}

/** A field that says a part of another one: a length the end, a signature the last lines, one pair of metadata the filter. */
function joined(parent: BodyFields, given: string, known: readonly string[]): boolean {
  const name = snakeName(given);
  const value = parent[given];
  const put = (field: string, said: unknown) => {
    delete parent[given];
    parent[field] = said;
    return true;
  };
  const has = (field: string) => known.includes(field) && Object.hasOwn(parent, field);
  if (lengthNames.includes(name) && has("start") && known.includes("end") && !has("end")) {
    const minutes = minutesOf(value);
    const end = minutes === null ? null : endOf(parent.start, minutes, parent.timezone);
    return end !== null && put("end", end);
  }
  if (["signature", "footer"].includes(name) && has("text") && !has("html"))
    return isSignature(value) && put("text", `${parent.text}\n\n${value}`);
  if (["timeout_ms", "wait_ms"].includes(name) && known.includes("wait") && !has("wait")) {
    const ms = Number(value);
    return Number.isInteger(ms) && ms >= 0 && put("wait", Math.ceil(ms / 1000));
  }
  // A rule matches a name at a domain.
  const [, local, domain] = /^([^\s@]{1,64})@([\w.-]{1,253})$/.exec(String(value)) ?? [];
  const isOfRule = ["email", "address", "alias"].includes(name) && known.includes("forward_to");
  if (isOfRule && domain !== undefined && !has("local_part") && !has("domain_id")) {
    parent.domain_id = domain;
    return put("local_part", local);
  }
  const [, key] = /^metadata(?:\.|\[)([\w-]{1,64})\]?$/.exec(given) ?? [];
  if (key === undefined || !known.includes("metadata") || has("metadata")) return false;
  return typeof value === "string" && put("metadata", `${key}:${value}`);
}

/** The field and value that say what a switch says; null: it is none. */
function switchOf(name: string, given: unknown): readonly [field: string, value: unknown] | null {
  const isActive = activeOf(name, given);
  if (isActive !== null) return ["status", isActive ? "active" : "disabled"];
  const isOn = given === true || given === "true";
  const isOff = given === false || given === "false";
  if (isOn && Object.hasOwn(switches, name)) return switches[name]!;
  if (isOff && ["unread", "is_unread", "unseen"].includes(name)) return ["is_read", true];
  if (["status", "state", "mark", "mark_as", "action", "flag"].includes(name) && typeof given === "string")
    return Object.hasOwn(states, given.toLowerCase()) ? states[given.toLowerCase()]! : null;
  return ofGmail(name, given);
}

/** Whether a switch says that something is on; null: it is none such. */
function activeOf(name: string, value: unknown): boolean | null {
  if (typeof value !== "boolean") return null;
  if (["enabled", "is_enabled", "active", "is_active"].includes(name)) return value;
  return ["disabled", "is_disabled", "paused"].includes(name) ? !value : null;
}

/** Labels of Gmail that are states here, one of them alone. */
function ofGmail(name: string, value: unknown): readonly [field: string, value: unknown] | null {
  if (!Array.isArray(value) || value.length !== 1) return null;
  const [label] = value as unknown[];
  if (name === "remove_label_ids" && label === "UNREAD") return ["is_read", true];
  if (name === "remove_label_ids" && label === "INBOX") return ["folder", "archive"];
  if (name !== "add_label_ids") return null;
  if (label === "UNREAD") return ["is_read", false];
  return label === "TRASH" ? ["folder", "trash"] : label === "SPAM" ? ["is_spam", true] : null;
}

function renamed(parent: BodyFields, name: string, known: readonly string[]): boolean {
  const text = textOfBody(parent[name]);
  const field = text?.isHtml
    ? known.includes("html")
      ? "html"
      : null
    : (sureField(name, known) ?? misspeltField(name, known));
  // Two values for one field: neither is the one.
  if (field === null || Object.hasOwn(parent, field)) return false;
  const value = text?.text ?? parent[name];
  delete parent[name];
  parent[field] = value;
  return true;
}

/** Names of what other APIs put all of a body into. Any other name may say something of its own, such as `draft` and `except`. */
const wholes =
  /^(?:messages?|e?mails?|body|content|data|payload|params|parameters|args|arguments|input|request|fields|attributes|properties|options|settings|event|resource|simple)$/;

/** Fields that stand within one that is none, as in `{"message": {…}}`, taken out of it. */
function folded(parent: BodyFields, name: string, known: readonly string[]): boolean {
  const given = parent[name];
  // One mail with all of its people, as SendGrid writes it; several are several mails.
  const isOneMail = name === "personalizations" && Array.isArray(given) && given.length === 1;
  const within = isOneMail ? (given[0] as unknown) : given;
  if (typeof within !== "object" || within === null || Array.isArray(within)) return false;
  const names = Object.keys(within);
  // Recipients alone are read as such.
  if (isOneMail ? names.length < 2 : !wholes.test(snakeName(name))) return false;
  const isOurs = (one: string) => known.includes(snakeName(one)) || sureField(one, known) !== null;
  if (names.length === 0 || sureField(name, known) === "headers" || !names.some(isOurs)) return false;
  if (textOfBody(within) !== null || names.some((one) => Object.hasOwn(parent, one))) return false;
  delete parent[name];
  Object.assign(parent, within);
  return true;
}

/** A body as Graph and SendGrid write it: `{"contentType": "Text", "content": "…"}`, alone or as a list of one; null: it is none such. */
function textOfBody(value: unknown): { text: string; isHtml: boolean } | null {
  const [one, ...more] = Array.isArray(value) ? value : [value];
  if (more.length > 0 || typeof one !== "object" || one === null) return null;
  const entries = Object.entries(one).map(([name, part]) => [snakeName(name), part] as const);
  const { content_type: kind, type = kind, content, value: other = content } = Object.fromEntries(entries);
  if (entries.length !== 2 || typeof type !== "string" || typeof other !== "string") return null;
  if (!/^(?:text|html|text\/(?:plain|html))$/i.test(type)) return null;
  return { text: other, isHtml: /html/i.test(type) };
}

/**
 * People as other APIs nest them, `[{"emailAddress": {"address": …}}]` and `[{"to": […]}]`; null: they are not all of a value. Several
 * `{"to": …}` are several mails, whose people do not see each other.
 */
function peopleWithin({ schema, value }: ValueError): unknown {
  if (addresseesProblem(schema, undefined) === null) return null;
  if (typeof value === "string") {
    const several = value.split(/[;,\n]/).map((one) => one.trim());
    return several.length > 1 && several.every((one) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(one)) ? several : null;
  }
  const people = peopleOf(value, 0);
  return people !== null && people.length > 0 ? people : null;
}

function peopleOf(value: unknown, depth: number): (string | BodyFields)[] | null {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > 4) return null;
  if (Array.isArray(value)) {
    if (value.length > 1 && value.some((one) => Object.hasOwn(Object(one), "to"))) return null;
    const all = value.map((one) => peopleOf(one, depth + 1));
    return all.includes(null) ? null : all.flatMap((some) => some!);
  }
  const entries = Object.entries(value).map(([name, part]) => [snakeName(name), part] as const);
  const [[only, inner] = ["", null], ...more] = entries;
  if (more.length === 0 && ["email_address", "to"].includes(only) && typeof inner === "object")
    return peopleOf(inner, depth + 1);
  const { email, address = email, name, ...others } = Object.fromEntries(entries);
  if (typeof address !== "string" || Object.keys(others).length > 0) return null;
  return [typeof name === "string" && name !== "" ? { email: address, name } : address];
}
