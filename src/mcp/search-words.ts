// Filters of other programs in the words of a search, and the search before a call that names its mail by them. DECISIONS MCP
import { isUuid } from "../lib/ids.ts";
import { likelyTime } from "../lib/likely-time.ts";
import { snakeName } from "../lib/nearest.ts";
import { meant } from "./argument-names.ts";
import type { GivenArguments, HeardCall } from "./heard-times.ts";
import { isTrue, type Unknown } from "./label-words.ts";
import type { RightCall } from "./right-call.ts";

/** Operators of a search, by the arguments and the options of other programs. */
export const operators: Readonly<Record<string, string>> = {
  from: "from",
  to: "to",
  recipient: "to",
  cc: "cc",
  subject: "subject",
  folder: "in",
  mailbox: "in",
  label: "label",
  labels: "label",
  tag: "label",
  filename: "filename",
  after: "after",
  since: "after",
  before: "before",
  until: "before",
};
const yesOrNo: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  has_attachment: ["has:attachment", "-has:attachment"],
  has_attachments: ["has:attachment", "-has:attachment"],
  unread: ["is:unread", "is:read"],
  is_unread: ["is:unread", "is:read"],
  unread_only: ["is:unread", ""],
  read: ["is:read", "is:unread"],
  is_read: ["is:read", "is:unread"],
};
const maxWord = 200;

/** An unknown argument that is a filter, moved into the words of the search. */
export function asWords({ tool: { input }, given }: HeardCall, { name, value }: Unknown): RightCall | null {
  const isSender = /^(?:sender|(?:from|sender)_(?:address|email))$/.test(name);
  if (isSender && Object.hasOwn(input, "from") && given.from === undefined)
    return { arguments: { from: value } };
  const operator = operators[name] ?? name;
  if (!Object.hasOwn(input, "query") || Object.hasOwn(input, operator)) return null;
  // A folder has an argument of its own.
  if (operator === "in" && Object.hasOwn(input, "folder")) return null;
  if (operators[name] === "label" && [value].flat().join().toLowerCase() === "unread")
    return Object.hasOwn(input, "unread")
      ? { arguments: { unread: true } }
      : { arguments: { query: `${typeof given.query === "string" ? given.query : ""} is:unread`.trim() } };
  const isRead = Object.hasOwn(input, "unread") && Object.hasOwn(yesOrNo, name) && !name.startsWith("has");
  const word = isRead ? null : (asFlag(name, value) ?? asOperator(name, value));
  const words = typeof given.query === "string" ? given.query : "";
  // More words of the search beside those that it has.
  const more = words !== "" && typeof value === "string" && meant.query!.includes(name) ? value : null;
  if (word === null && more === null) return null;
  return { arguments: { query: `${words} ${word ?? more}`.trim() || "in:inbox" } };
}

/** Filters in an object as words of a search; null: it holds none. */
export function queryOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const words = Object.entries(value).flatMap(([given, one]) => {
    const name = snakeName(given);
    if (["query", "q", "text", "words", "keywords"].includes(name)) return [String(one)];
    return asOperator(name === "sender" ? "from" : name, one) ?? asFlag(name, one) ?? [];
  });
  return words.length === 0 ? null : words.join(" ").slice(0, 400);
}

function asFlag(name: string, value: unknown): string | null {
  if (!Object.hasOwn(yesOrNo, name)) return null;
  return yesOrNo[name]![isTrue(value) ? 0 : 1];
}

function asOperator(name: string, value: unknown): string | null {
  const [only, another] = [value].flat() as unknown[];
  if (!Object.hasOwn(operators, name) || another !== undefined) return null;
  return wordOf(operators[name]!, only);
}

function wordOf(operator: string, value: unknown): string | null {
  if (typeof value !== "string" || value.trim() === "" || value.length > maxWord) return null;
  const plain = value.trim().replaceAll('"', "");
  return `${operator}:${/^[\w@.+-]+$/.test(plain) ? plain : `"${plain}"`}`;
}

/** `from` and `to` that are times. */
export function betweenTimes(
  { tool: { input }, given }: HeardCall,
  { name, value }: Unknown,
): RightCall | null {
  const bound = { from: "after", to: "before" }[name];
  if (bound === undefined || !Object.hasOwn(input, bound) || given[bound] !== undefined) return null;
  return typeof value === "string" && likelyTime(value, { isPast: true }) !== null
    ? { arguments: { [bound]: value } }
    : null;
}

/** The search for mail since a time: what comes next begins with all, or now. */
export function sinceThen({ tool, given }: HeardCall, { name, value }: Unknown): RightCall | null {
  if (tool.name !== "whats_next" || !["since", "after", "newer_than"].includes(name)) return null;
  if (typeof value !== "string" || given.begin !== undefined) return null;
  if (/^(?:now|start|beginning)$/i.test(value))
    return { arguments: { begin: value.toLowerCase() === "now" ? "now" : "start" } };
  // Mail alone, of no one thread, and with nothing done about what came before.
  const isMore = ["kinds", "thread", "thread_id", "ack"].some((one) => given[one] !== undefined);
  if (isUuid(value) || value.trim() === "" || isMore) return null;
  const { [name]: _, ...others } = given;
  return { tool: "search_mail", arguments: { ...searchOf(others), after: value } };
}

/** The search of what is told by its sender, its subject or its words, for a tool that takes a message. */
export function found({ tool, given }: HeardCall, { name, value }: Unknown): RightCall | null {
  if (!["find_codes", "read_thread", "read_attachment"].includes(tool.name)) return null;
  const isNamed = ["message", "message_id", "thread", "thread_id", "attachment", "id"].some(
    (one) => typeof given[one] === "string",
  );
  const isFilter = ["address", "inbox"].includes(name) || queryOf({ [name]: value }) !== null;
  return isNamed || !isFilter ? null : { tool: "search_mail", arguments: searchOf(given) };
}

/** An address of ours, by its other names. */
const addresses = ["inbox", "inbox_id", "email", "identity", "mailbox"];

/** Arguments of a search by those of another tool. */
function searchOf(given: GivenArguments): GivenArguments {
  const address = ["address", ...addresses].map((one) => given[one]).find((one) => one !== undefined);
  return { ...(address === undefined ? {} : { address }), query: queryOf(given) ?? "in:inbox" };
}
