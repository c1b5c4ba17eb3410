// The call that a wrong one most likely means, whole: `client.messages.reply("…", {"text":"y"})`. Nothing that was given is lost and nothing
// is added; where that cannot be, there is none. Names of other clients come from generated/words.ts.

import {
  aloneFields,
  callFields,
  fieldWords,
  groupWords,
  insteadOf,
  methodWords,
  turnedBy,
} from "./generated/words.ts";
import { bodyText, optionMeant } from "./given.ts";

/** Calls that the client adds. */
const fieldsOfAll: typeof callFields = {
  ...callFields,
  "messages.wait": ["", "body", "from identity_id subject thread_id after timeout format view"],
  "reviews.wait": ["id", "body", "timeout"],
  next: ["", "body", callFields["events.takeNext"]![2]],
  "webhooks.unwrap": ["body headers", "body", "secret tolerance"],
};
const groups = [...new Set(Object.keys(callFields).map((call) => call.split(".")[0]!))];
const methodsOf = (group: string) =>
  Object.keys(fieldsOfAll)
    .filter((call) => call.startsWith(`${group}.`))
    .map((call) => call.slice(group.length + 1));

export interface MeantCall {
  /** `messages.update`. */
  call: string;
  /** Arguments, where the method of the other client says a part of them. */
  template?: readonly unknown[];
}

const plain = (text: string) => text.toLowerCase().replaceAll("_", "");
const isWordOf = (words: string | undefined, name: string) =>
  words?.split(" ").some((word) => plain(word) === plain(name)) ?? false;

/** The group of calls that a name means; null: none. */
export function groupMeant(name: string): string | null {
  const given = plain(name);
  return (
    groups.find((one) => isWordOf(groupWords[one], name)) ??
    groups.find((one) => [given, `${given}s`, given.replace(/y$/, "ies")].includes(plain(one))) ??
    groups.find((one) => isNear(given, plain(one))) ??
    null
  );
}

/** The call that a name of a group means, or of the client itself (group null). */
export function callMeant(group: string | null, name: string): MeantCall | null {
  const camel = name.replace(/(?<=\w)_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const [own, ...more] = insteadOf[`${group}.${name}`] ?? insteadOf[`${group}.${camel}`] ?? [];
  if (own !== undefined) return { call: own as string, template: more };
  const found = (group === null ? null : methodMeant(group, name)) ?? spelledOut(name) ?? alone(group, name);
  return found === null ? null : { call: found };
}

function methodMeant(group: string, name: string): string | null {
  const known = methodsOf(group);
  const word = Object.keys(methodWords).find(
    (one) => known.includes(one) && isWordOf(methodWords[one], name),
  );
  const found =
    word ??
    known.find((one) => plain(one) === plain(name)) ??
    known.find((one) => isNear(plain(name), plain(one)));
  return found === undefined ? null : `${group}.${found}`;
}

/** A method whose name says its group, as `getMessage` and `list_threads`. */
function spelledOut(name: string): string | null {
  const words = name
    .replace(/(?<=[a-z])(?=[A-Z])/g, "_")
    .toLowerCase()
    .split("_");
  for (let at = 1; at < words.length; at++) {
    const [verb, noun] = [words.slice(0, at).join("_"), words.slice(at).join("_")];
    const group = noun.length < 3 ? null : groupMeant(noun);
    // A word of many is a list.
    const isMany = verb === "get" && noun.endsWith("s");
    const found = group === null ? null : methodMeant(group, isMany ? "list" : verb);
    if (found !== null) return found;
  }
  return null;
}

/** A method that one group alone has, and one of the client: of another group, `send` is of messages. */
function alone(group: string | null, name: string): string | null {
  if (group !== null && groupMeant(name) !== null) return null;
  if (group === null && isWordOf(methodWords.next, name)) return "next";
  const found = groups.filter((one) => methodsOf(one).some((method) => plain(method) === plain(name)));
  const only =
    found.length === 1 ? found[0]! : group === null && found.includes("messages") ? "messages" : null;
  return only === null ? null : methodMeant(only, name);
}

/** Whether one letter is left out, put in, changed, or exchanged with its neighbour. */
function isNear(given: string, known: string): boolean {
  if (given.length < 4 || Math.abs(given.length - known.length) > 1) return false;
  let at = 0;
  while (at < given.length && given[at] === known[at]) at++;
  const [left, right] = [given.slice(at), known.slice(at)];
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  );
}

/** The call without what it was given: `client.messages.update(id, { is_read: true })`. */
export function formOf({ call, template }: MeantCall): string {
  const [ids = "", takes = ""] = fieldsOfAll[call] ?? [];
  const given = template ?? [
    ...(ids === "" ? [] : ids.split(" ").map((id) => `$${id}`)),
    ...(takes === "" ? [] : [{}]),
  ];
  const shown = (value: unknown): string => {
    if (typeof value === "string") return value.startsWith("$") ? value.slice(1) : JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(shown).join(", ")}]`;
    if (typeof value !== "object" || value === null) return String(value);
    const fields = Object.entries(value).map(([name, one]) =>
      one === `$${name}` ? name : `${name}: ${shown(one)}`,
    );
    return fields.length === 0 ? "{ … }" : `{ ${fields.join(", ")} }`;
  };
  return `client.${call}(${given.map(shown).join(", ")})`;
}

/** Whether what stands for an id holds fields of the call beside it, which would be lost: a row of a list has others too. */
export function holdsFields(call: string, given: readonly unknown[]): boolean {
  const [ids = "", takes = "", names = ""] = fieldsOfAll[call] ?? [];
  const [only, ...more] = given;
  if (ids.includes(" ") || ids === "" || takes !== "body" || !isFields(only) || more.length > 0) return false;
  const known = names.split(" ").map((name) => name.replace("!", ""));
  const beside = Object.keys(only).filter((name) => name !== "id");
  return "id" in only && beside.length > 0 && beside.every((name) => known.includes(name));
}

type Fields = Record<string, unknown>;
interface Arranged {
  call: string;
  ids: string[];
  fields: Fields;
  options: Fields;
}

/** Characters of a call that a refusal shows. */
const maxShown = 700;
/** Passwords within URLs, and keys: who logs a refusal would keep them. */
const secrets = /:\/\/[^/\s@":]{0,300}:[^/\s@"]{0,300}@|\b(?:pr|whsec)_\w{6}/;

/** The whole call with what was given to another one, or wrongly to it. */
export function rightCall({ call, template }: MeantCall, given: readonly unknown[]): string | null {
  const filled = template === undefined ? given : filledOf(template, given);
  const found = filled === null ? null : arrangedOf(call, filled);
  return found === null ? null : shownCall(found);
}

function shownCall({ call, ids, fields, options }: Arranged): string | null {
  const takes = fieldsOfAll[call]![1] !== "";
  const parts = [
    ...ids,
    ...(takes && Object.keys({ ...fields, ...options }).length > 0 ? [fields] : []),
    ...(Object.keys(options).length > 0 ? [options] : []),
  ];
  if ("signal" in options) return null;
  try {
    const text = `client.${call}(${parts.map((part) => bodyText(part)).join(", ")})`;
    return text.length > maxShown || secrets.test(text) ? null : text;
  } catch {
    return null;
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
const isUuid = (text: string) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
const isAddress = (text: string) => /^[^\s@,]+@[^\s@,]+$/.test(text);

/** A template with what the other call was given in the places of its names; fields that it was given too join its own. */
function filledOf(template: readonly unknown[], given: readonly unknown[]): unknown[] | null {
  const left = given.filter((one) => one !== undefined);
  let fields: Fields = {};
  const take = (name: string): unknown => {
    // A thread is named, and which of its messages is meant is not said.
    const isNamed = name === "message_id";
    const at = isNamed ? -1 : left.findIndex((one) => !isFields(one) || typeof one.id === "string");
    if (at !== -1) {
      const [one] = left.splice(at, 1);
      return isFields(one) ? one.id : Array.isArray(one) && one.length === 1 ? one[0] : one;
    }
    const named = left.find((one): one is Fields => isFields(one) && name in one);
    const { [name]: value, ...rest } = named ?? {};
    if (named !== undefined) left.splice(left.indexOf(named), 1, rest);
    return value;
  };
  let isWhole = true;
  const fill = (value: unknown): unknown => {
    if (typeof value === "string" && value.startsWith("$")) {
      const found = take(value.slice(1));
      if (found === undefined) isWhole = false;
      return found;
    }
    if (Array.isArray(value)) return value.map(fill);
    return isFields(value)
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one)]))
      : value;
  };
  const filled = template.map(fill);
  for (const one of left) {
    if (!isFields(one)) return null;
    fields = { ...fields, ...one };
  }
  return isWhole ? [...filled, fields] : null;
}

function apart({ id, ...fields }: Fields): unknown[] {
  return [id, fields];
}

function arrangedOf(call: string, given: readonly unknown[]): Arranged | null {
  const [idNames = "", takes = "", names = ""] = fieldsOfAll[call] ?? [];
  const wanted = idNames === "" ? [] : idNames.split(" ");
  const known = names === "" ? [] : names.split(" ").map((name) => name.replace("!", ""));
  const texts: unknown[] = [];
  let fields: Fields = {};
  for (const one of holdsFields(call, given) ? apart(given[0] as Fields) : given) {
    if (one === undefined || one === null) continue;
    if (Array.isArray(one)) {
      if (known.length === 1) fields = { ...fields, [known[0]!]: one };
      else if (one.length === 1) texts.push(one[0]);
      else return null;
    } else if (!isFields(one)) texts.push(one instanceof Date ? one.toISOString() : one);
    else if (typeof one.id === "string" && texts.length < wanted.length) texts.push(one.id);
    else fields = { ...fields, ...one };
  }
  if (texts.some((one) => typeof one !== "string" && typeof one !== "number")) return null;
  const turned = turnedTo(call, fields);
  if (turned !== null) return arrangedOf(turned.call, [...texts, turned.fields]);
  const ids = idsOf(call, { wanted, known, texts, fields });
  if (ids === null) return null;
  const rest = withAlone(call, { known, texts, fields: ids.fields });
  if (rest === null) return null;
  const options: Fields = {};
  const own: Fields = {};
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined) continue;
    const field = fieldMeant(name, known, { ...rest, ...own });
    const option = field === null ? optionMeant(name) : null;
    if (field !== null) own[field] = negatedOf(name, field) ? value === false : valueMeant(field, value);
    else if (option !== null) options[option] = value;
    else return null;
  }
  const needed = names.split(" ").filter((name) => name.endsWith("!"));
  if (takes !== "" && needed.some((name) => own[name.slice(0, -1)] === undefined)) return null;
  if (takes === "body" && Object.keys(own).length === 0 && call !== "next") return null;
  // An address without its domain is none.
  const isWhole = own.domain_id !== undefined || String(own.email).includes("@");
  return call === "identities.create" && !isWhole ? null : { call, ids: ids.ids, fields: own, options };
}

/** The other call that one of the fields means. */
function turnedTo(call: string, fields: Fields): { call: string; fields: Fields } | null {
  for (const [own, words, instead, field] of turnedBy) {
    const name = call === own ? Object.keys(fields).find((one) => isWordOf(words, one)) : undefined;
    if (name === undefined) continue;
    const { [name]: value, ...rest } = fields;
    if (value === false) return { call, fields: rest };
    return { call: instead, fields: field === "" ? rest : { ...rest, [field]: value } };
  }
  return null;
}

interface Sorted {
  wanted: string[];
  known: string[];
  texts: unknown[];
  fields: Fields;
}

/** The ids of the path: those that stand before the fields, or among them. Of one too many, the first holds it, as other clients say it: an address, or the mail of a file. */
function idsOf(
  call: string,
  { wanted, known, texts, fields }: Sorted,
): { ids: string[]; fields: Fields } | null {
  const left = { ...fields };
  const isId = (one: unknown) => typeof one === "string" && isUuid(one);
  const isHolder = (one: unknown) => typeof one === "string" && isAddress(one);
  while (
    wanted.length > 0 &&
    texts.length > wanted.length &&
    (isHolder(texts[0]) || call.startsWith("attachments.")) &&
    isId(texts[wanted.length])
  )
    texts.shift();
  let missing = wanted.length - texts.length;
  const ids: unknown[] = [];
  const group = call.split(".")[0]!;
  const single = group === "calendar" ? "identity" : group.replace(/ies$/, "y").replace(/s$/, "");
  for (const name of wanted) {
    const words =
      name === "id"
        ? ["id", `${single}_id`, single, ...(single === "identity" ? ["address", "inbox_id"] : [])]
        : [name];
    const found = Object.keys(left).find(
      (one) => !known.includes(one) && words.some((word) => plain(word) === plain(one)),
    );
    if (missing > 0 && found !== undefined && typeof left[found] === "string") {
      ids.push(left[found]);
      delete left[found];
      missing--;
    } else ids.push(texts.shift());
  }
  return ids.every((one): one is string => typeof one === "string" && one !== "")
    ? { ids, fields: left }
    : null;
}

/** The fields with a text that stood alone; null: it has no place. */
function withAlone(call: string, { known, texts, fields }: Omit<Sorted, "wanted">): Fields | null {
  let own = fields;
  for (const text of texts) {
    const owner =
      typeof text === "string" && (isAddress(text) || isUuid(text))
        ? known.find((one) => one === "identity_id" || (one === "from" && call === "messages.send"))
        : undefined;
    // An id may be of anything, unless the call needs an address.
    const isNeeded = fieldsOfAll[call]![2].split(" ").includes(`${owner}!`);
    if (owner !== undefined && !isNeeded && !isAddress(String(text))) return null;
    // An address alone may be the one that awaits, or the one that writes.
    if (call === "messages.wait" && typeof text === "string") return null;
    const amounts = call.includes("wait") ? ["timeout", "wait"] : ["timeout", "limit", "wait"];
    const time = typeof text === "number" ? amounts.find((one) => known.includes(one)) : undefined;
    const ofKey = typeof text === "string" && isAddress(text) && known.includes("address");
    const field =
      (ofKey ? "address" : owner) ?? time ?? (typeof text === "string" ? aloneFields[call] : undefined);
    if (field === undefined || own[field] !== undefined) return null;
    own = { ...own, [field]: text };
  }
  return own;
}

const negated = ["unread", "is_unread", "unread_only", "unseen"];
const negatedOf = (name: string, field: string) => field === "is_read" && isWordOf(negated.join(" "), name);

/** Seconds of a text. */
function valueMeant(field: string, value: unknown): unknown {
  const [, seconds] = (field === "timeout" && /^(\d{1,5}) ?s?$/.exec(String(value))) || [];
  return seconds === undefined ? value : Number(seconds);
}

/** Bounds of a span of time, where no field is a sender or a recipient. */
const spanWords: Readonly<Record<string, string>> = { after: "from", before: "to" };

/** The field of a call that a name means; null: none, or one that is given already. */
function fieldMeant(name: string, known: readonly string[], given: Fields): string | null {
  if (known.includes(name)) return name;
  const isFree = (one: string) => given[one] === undefined;
  const found =
    known.find((one) => plain(one) === plain(name.replace(/_$/, ""))) ??
    known.find((one) => isFree(one) && isWordOf(fieldWords[one], name)) ??
    (known.includes("is_read") && negatedOf(name, "is_read") ? "is_read" : undefined) ??
    (known.includes("from") &&
    !known.includes("identity_id") &&
    isWordOf("identity_id identity inbox inbox_id", name)
      ? "from"
      : undefined) ??
    (known.includes("identity_id") ? undefined : known.find((one) => spanWords[one] === name));
  return found !== undefined && isFree(found) ? found : null;
}
