// Arguments that a tool does not take, and without which the call would do another thing: a draft would leave, a mail of later would
// leave now, guests would be uninvited. The refusal's call keeps what they mean, or changes nothing. DECISIONS MCP
import { DAY, formatLocal, parseLocal } from "../lib/local-time.ts";
import { snakeName } from "../lib/nearest.ts";
import type { GivenArguments, HeardCall } from "./heard-times.ts";
import { folderLike, minutesOf } from "./other-forms.ts";
import type { RightCall } from "./right-call.ts";

interface Unknown {
  name: string;
  value: unknown;
}

/** The call that means what the argument says; null: nothing is known of its name. */
export function keptMeaning(call: HeardCall, { name: written, value }: Unknown): RightCall | null {
  const unknown = { name: snakeName(written), value };
  for (const read of [notYet, later, toOthers, guests, untold, asWords, ofDay, inAnotherArgument]) {
    const right = read(call, unknown);
    if (right !== null) return right;
  }
  return null;
}

const isTrue = (value: unknown) => ["true", "yes", "1"].includes(String(value).toLowerCase());

const ofDrafts = [
  "address",
  "to",
  "cc",
  "bcc",
  "subject",
  "text",
  "markdown",
  "files",
  "new_files",
  "automatic",
  "template",
];
const unsent = ["draft", "is_draft", "as_draft", "save_as_draft", "draft_only", "preview", "dry_run", "test"];

/** A mail that is not to leave. */
function notYet({ tool, given }: HeardCall, { name, value }: Unknown): RightCall | null {
  const isMeant = name === "send" || name === "send_now" ? !isTrue(value) : unsent.includes(name);
  if (!isMeant || (value === false && name !== "send" && name !== "send_now")) return null;
  const { message } = given;
  switch (tool.name) {
    case "send_mail": {
      const kept = ofDrafts.filter((one) => given[one] !== undefined);
      return {
        tool: "save_draft",
        instead: true,
        arguments: Object.fromEntries(kept.map((one) => [one, given[one]])),
      };
    }
    case "reply":
      return { arguments: { preview: true }, without: [name] };
    case "forward":
      return message === undefined ? null : { tool: "read_thread", arguments: { message } };
    default:
      return null;
  }
}

const delays = ["delay", "delay_minutes", "delay_seconds", "delay_hours", "send_in", "send_after", "wait"];

/** A mail of later. */
function later({ tool: { name: tool, input } }: HeardCall, { name, value }: Unknown): RightCall | null {
  if (!delays.includes(name)) return null;
  if (tool === "reply") return { arguments: { preview: true }, without: [name] };
  if (!Object.hasOwn(input, "at")) return null;
  const unit = name.endsWith("hours") ? 60 : name.endsWith("seconds") ? 1 / 60 : 1;
  const said = minutesOf(typeof value === "number" ? Math.ceil(value * unit) : value);
  return { arguments: { at: `in ${Math.max(2, said ?? 60)} minutes` }, without: [name] };
}

/** An answer goes to people of its own: a preview says to whom. */
function toOthers({ tool }: HeardCall, { name }: Unknown): RightCall | null {
  const isMeant = tool.name === "reply" && ["to", "recipient", "recipients", "bcc"].includes(name);
  return isMeant ? { arguments: { preview: true }, without: [name] } : null;
}

/** `attendees` are all of them: who is there already is read first. */
function guests(call: HeardCall, { name }: Unknown): RightCall | null {
  const isMeant = /^(?:add|remove|new|invite|extra|uninvite)_?(?:attendee|guest|participant|people|invitee)/;
  return call.tool.name === "change_event" && isMeant.test(name) ? eventsOf(call) : null;
}

const tells = ["notify", "send_invites", "send_updates", "notify_attendees", "send_notifications"];
const silences = ["silent", "quiet", "no_notify"];

/** A change of which nobody is to hear: there is none, so the call shows whom it would tell. */
function untold(call: HeardCall, { name, value }: Unknown): RightCall | null {
  const isMeant = tells.includes(name) ? !isTrue(value) : silences.includes(name) && isTrue(value);
  return isMeant && ["change_event", "cancel_event"].includes(call.tool.name) ? eventsOf(call) : null;
}

function eventsOf({ given: { address } }: HeardCall): RightCall {
  const span = { after: "now", before: "in 30 days" };
  return { tool: "list_events", arguments: { ...(address === undefined ? {} : { address }), ...span } };
}

/** Operators of search_mail, by the arguments of other programs. */
const operators: Readonly<Record<string, string>> = {
  to: "to",
  recipient: "to",
  cc: "cc",
  subject: "subject",
  folder: "in",
  label: "label",
  labels: "label",
  tag: "label",
  filename: "filename",
  from: "from",
  sender: "from",
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

/** A filter that a search takes among its words. */
function asWords({ tool: { input }, given }: HeardCall, { name, value }: Unknown): RightCall | null {
  if (!Object.hasOwn(input, "query") || Object.hasOwn(input, operators[name] ?? name)) return null;
  const isRead = Object.hasOwn(input, "unread") && Object.hasOwn(yesOrNo, name) && !name.startsWith("has");
  const word = isRead ? null : (asFlag(name, value) ?? asOperator(name, value));
  if (word === null) return null;
  const words = typeof given.query === "string" ? given.query : "";
  return { arguments: { query: `${words} ${word}`.trim() || "in:inbox" }, without: [name] };
}

function asFlag(name: string, value: unknown): string | null {
  if (!Object.hasOwn(yesOrNo, name)) return null;
  return yesOrNo[name]![isTrue(value) ? 0 : 1];
}

function asOperator(name: string, value: unknown): string | null {
  const [only, another] = [value].flat() as unknown[];
  if (!Object.hasOwn(operators, name) || typeof only !== "string" || another !== undefined) return null;
  if (only.trim() === "" || only.length > maxWord) return null;
  const plain = only.trim().replaceAll('"', "");
  return `${operators[name]}:${/^[\w@.+-]+$/.test(plain) ? plain : `"${plain}"`}`;
}

/** One day, where a span is asked for. */
function ofDay({ tool: { input } }: HeardCall, { name, value }: Unknown): RightCall | null {
  if (!["date", "day", "on"].includes(name) || !Object.hasOwn(input, "after")) return null;
  const day = typeof value === "string" && value.length === 10 ? parseLocal(`${value}T00:00:00`) : null;
  if (day === null) return null;
  return { arguments: { after: value, before: formatLocal(day + DAY).slice(0, 10) }, without: [name] };
}

/** A word that is another argument here: `format: "markdown"`, `action: "archive"`. */
function inAnotherArgument({ tool: { input } }: HeardCall, { name, value }: Unknown): RightCall | null {
  const others: GivenArguments = {};
  if (Object.hasOwn(input, "markdown") && ["format", "content_type", "text_format"].includes(name))
    if (/\b(?:markdown|md)\b/.test(String(value))) others.markdown = true;
  if (Object.hasOwn(input, "folder") && ["action", "operation"].includes(name)) {
    const folder = folderLike(String(value), true);
    if (folder !== null) others.folder = folder;
  }
  return Object.keys(others).length === 0 ? null : { arguments: others, without: [name] };
}
