// Arguments as models write them. What is plain is taken as it was meant: one recipient or several in a text, a number or a
// boolean in quotes, `thread_id` for `thread`. The rest is refused in the tool's words, with the value and the call that would
// be right. DECISIONS MCP

import { isUuid } from "../lib/ids.ts";
import { knownElsewhere, nearest, snakeName } from "../lib/nearest.ts";
import { lengthNames, minutesOf } from "../lib/said-spans.ts";
import { endOf } from "../lib/zones.ts";
import { meant } from "./argument-names.ts";
import { type GivenArguments, type HeardCall, timeApart } from "./heard-times.ts";
import { exampleOf, heardValue, ids, people, shownBy, written } from "./heard-values.ts";
import { eventsOf, keptMeaning, loses, stillOf, unlessIdle, unsent } from "./kept-meaning.ts";
import { isYesOrNo } from "./label-words.ts";
import { filesLike, folderLike, hoursLike, isMarkup, lacksContent } from "./other-forms.ts";
import {
  givenAlone,
  nameOf,
  type RightCall,
  rightLine,
  ToolRefusal,
  toWrite,
  wrongArgument,
} from "./right-call.ts";
import { listedInput, type Tool } from "./tool.ts";
import { argumentName, joined, ours, Theirs } from "./words.ts";

/** Arguments that name a thing. */
const things = [...ids, "event", "attachment"];

/** An empty one says something: no subject, no place. */
const mayBeEmpty = ["subject", "location"];
/** Arguments that name what a call changes. */
const changed = ["draft", "draft_id", "event", "event_id"];
/** Characters of an argument's name that a refusal repeats. */
const maxName = 80;
/** Characters of any other argument, or of each value of a list. */
const maxArgument = 20_000;

/** `message_id` as `message`. */
export function shortName(name: string): string {
  return name.replace(/_id$/, "").replace(/_ids$/, "s");
}

/** @throws ToolRefusal: the first argument that is wrong */
export function heardOnce(tool: Tool, given: GivenArguments): Record<string, never> {
  const heard: GivenArguments = {};
  const { input } = tool;
  for (const [written, value] of Object.entries(given)) {
    // Nothing is compared with a name of megabytes.
    if (written.length > maxName)
      throw unknownArgument(tool, { name: written.slice(0, maxName), value, given });
    const isCamel = !Object.hasOwn(input, written) && Object.hasOwn(input, snakeName(written));
    const name = isCamel && given[snakeName(written)] === undefined ? snakeName(written) : written;
    if (isNothing({ tool, given }, name, value)) continue;
    const short = shortName(name);
    const isShort = !Object.hasOwn(input, name) && Object.hasOwn(input, short) && given[short] === undefined;
    const known = isShort ? short : name;
    const isSwitch = known === "html" && isYesOrNo(value);
    if (!Object.hasOwn(input, known) || isSwitch) throw unknownArgument(tool, { name, value, given });
    if (isTooLong(known, value)) throw tooLong(tool, known);
    heard[known] = heardValue({ tool, given }, known, value);
  }
  const elsewhere = heard.template !== undefined ? ofTemplate : heard.html ? ["text"] : [];
  const missing = (tool.required ?? []).filter(
    (name) => heard[name] === undefined && !elsewhere.includes(name),
  );
  if (missing.length > 0) throw incomplete({ tool, given: heard }, missing);
  return heard as Record<string, never>;
}

/** Arguments that a template gives. */
const ofTemplate = ["subject", "text"];

/** Null, and where an argument may be left out also an empty text or list: models fill in every argument that they see. */
function isNothing(
  { tool: { input, required = [] }, given }: HeardCall,
  name: string,
  value: unknown,
): boolean {
  if (value === null) return true;
  if (!Object.hasOwn(input, name) || required.includes(name) || written.includes(name)) return false;
  // An empty list in a change removes the people that are there, so it counts.
  if (Array.isArray(value)) return value.length === 0 && !changed.some((one) => Object.hasOwn(given, one));
  return typeof value === "string" && value.trim() === "" && !mayBeEmpty.includes(name);
}

function isTooLong(name: string, value: unknown): boolean {
  if (written.includes(name)) return false;
  return [value].flat().some((one) => typeof one === "string" && one.length > maxArgument);
}

function tooLong(tool: Tool, name: string): ToolRefusal {
  const named = argumentName(name) ?? ours`an argument`;
  return new ToolRefusal(
    ours`${nameOf(tool)}: ${named} has at most ${maxArgument} characters. Give a shorter one. Nothing was done.`,
  );
}

function unknownArgument(
  tool: Tool,
  { name, value, given }: { name: string; value: unknown; given: GivenArguments },
): ToolRefusal {
  const known = Object.keys(listedInput(tool));
  const named = argumentName(name);
  const all = joined(
    known.flatMap((one) => argumentName(one) ?? []),
    ours`, `,
  );
  const why = ours`it takes no ${named === null ? ours`such argument` : ours`"${named}"`}, but ${all}.`;
  const kept = keptMeaning({ tool, given }, { name, value });
  if (kept !== null) return wrongArgument(tool, { name, value, why }, kept);
  const both = besideOf({ tool, given }, { name, value });
  if (both !== null) return wrongArgument(tool, { name, value, why }, both);
  const free = Object.keys(tool.input).filter((one) => given[one] === undefined);
  const elsewhereNamed = knownElsewhere(snakeName(name), free, meant);
  const wanted = isOfMail(elsewhereNamed, name, value)
    ? (elsewhereNamed ?? nearestFitting({ tool, given }, { name, value, free }))
    : null;
  // A file of another machine is not here to be sent.
  if (wanted === "new_files" && lacksContent(value))
    throw wrongArgument(tool, { name, value, why }, unsent({ tool, given }, name));
  const isMisplaced = wanted === null || !things.includes(wanted);
  const elsewhere = isMisplaced ? otherCall({ tool, given }, { name, value }) : null;
  if (elsewhere !== null) return wrongArgument(tool, { name, value, why }, elsewhere);
  const right =
    asOtherForm({ tool, given }, { name: snakeName(name), value, wanted }) ??
    (wanted === null ? inverse(free, name, value) : { [wanted]: isTooLong(name, value) ? toWrite : value });
  const isDropped = Object.keys(right).length === 0;
  if (isDropped && loses({ tool, given }, name))
    return new ToolRefusal(ours`${nameOf(tool)}: ${why} Nothing was done.`, givenAlone({ name, value }));
  const still = isDropped ? unlessIdle({ tool, given }, name) : null;
  return wrongArgument(tool, { name, value, why }, still ?? { arguments: right, without: [name] });
}

/** Whether a value can be the message that is answered: `reply_to` of other programs is an address too. */
function isOfMail(wanted: string | null, name: string, value: unknown): boolean {
  return wanted !== "message" || !/^reply_?to$/i.test(name) || !String(value).includes("@");
}

/** One list in two arguments: `to` and `recipients`, `label` and `tags`. */
function besideOf(
  { tool, given }: HeardCall,
  { name, value }: { name: string; value: unknown },
): RightCall | null {
  const list = knownElsewhere(snakeName(name), Object.keys(tool.input), meant);
  if (list === null || ![...people, "label", "unlabel"].includes(list) || given[list] === undefined)
    return null;
  return { arguments: { [list]: [given[list], value].flat() }, without: [name] };
}

/** The arguments for a value in the form of another program; null: its form is ours. */
function asOtherForm(
  { tool: { input }, given }: HeardCall,
  { name, value, wanted }: { name: string; value: unknown; wanted: string | null },
): GivenArguments | null {
  if (wanted === "new_files") return filesLike(value);
  if (wanted === "hours" && typeof value === "object") return { hours: hoursLike(value) ?? "9-17" };
  // A body of another program is often HTML.
  if (wanted === "text" && Object.hasOwn(input, "html") && given.html === undefined && isMarkup(value))
    return { html: value };
  const folder =
    Object.hasOwn(input, "folder") && given.folder === undefined ? folderLike(name, value) : null;
  if (folder !== null) return { folder };
  if (!lengthNames.includes(name)) return null;
  const minutes = minutesOf(value) ?? 30;
  if (wanted === "minutes") return { minutes };
  const start = typeof given.start === "string" ? given.start : "";
  const isEnd = Object.hasOwn(input, "end") && given.end === undefined;
  const end = isEnd
    ? (endOf(start, minutes, given.timezone) ?? timeApart(start, minutes * 60, given.timezone))
    : null;
  return end === null ? null : { end };
}

/** The misspelt argument that a name most likely is: one that takes the value, too. */
function nearestFitting(
  call: HeardCall,
  { name, value, free }: { name: string; value: unknown; free: readonly string[] },
): string | null {
  const near = nearest(
    name,
    free.filter((one) => Math.min(one.length, name.length) > 3),
  );
  if (near === null || opposite[near]?.includes(name) || isTooLong(near, value)) return null;
  try {
    heardValue(call, near, value);
    return near;
  } catch (error) {
    if (error instanceof ToolRefusal) return null;
    throw error;
  }
}

/** Arguments that say the contrary of one. */
const opposite: Readonly<Record<string, readonly string[]>> = {
  read: ["unread", "is_unread", "mark_unread", "mark_as_unread"],
  unread: ["read", "is_read"],
};

function inverse(free: readonly string[], name: string, value: unknown): GivenArguments {
  const meant = free.find((one) => opposite[one]?.includes(name));
  const says = ["true", "false"].indexOf(String(value).toLowerCase());
  return meant === undefined || says === -1 ? {} : { [meant]: says === 1 };
}

/** The call before, for a thing or a time that the tool does not take. */
function otherCall(
  { tool, given }: HeardCall,
  { name, value }: { name: string; value: unknown },
): RightCall | null {
  const kind = name.replace(/_ids?$/, "").replace(/^threads$/, "thread");
  const [id] =
    String(value)
      .toLowerCase()
      .match(/[0-9a-f]{8}-[0-9a-f-]{27}/) ?? [];
  if (id !== undefined && isUuid(id) && ["thread", "message", "messages", "mail"].includes(kind))
    return { tool: "read_thread", arguments: { [kind === "thread" ? "thread" : "message"]: id } };
  // An answer to a message is a reply: a mail that names it would be a new conversation.
  if (tool.name === "send_mail" && id !== undefined && /^(?:in_?reply_?to|reply_?to)/i.test(kind))
    return { tool: "reply", instead: true, arguments: { ...answerOf(given), message: id, preview: true } };
  // An answer of later is a draft to the same people, which send_draft takes with its time.
  if (tool.name === "reply" && ["at", ...meant.at!].includes(name))
    return { arguments: { preview: true }, without: [name] };
  return null;
}

const ofAnswers = ["text", "html", "cc", "markdown", "files", "new_files", "automatic", "template"];

/** Arguments of a new mail that an answer has too; a preview says who gets it, since an answer goes to people of its own. */
function answerOf(given: GivenArguments): GivenArguments {
  const kept = ofAnswers.filter((one) => given[one] !== undefined);
  const isWritten = ["text", "html", "template"].some((one) => kept.includes(one));
  return {
    ...(isWritten ? {} : { text: toWrite }),
    ...Object.fromEntries(kept.map((one) => [one, given[one]])),
  };
}

/** The call with what is missing, or the one before it: nothing leaves with words, times or people that its caller has not said. */
function completed(call: HeardCall, missing: readonly string[]): RightCall {
  const { tool, given } = call;
  const id = missing.find((name) => ids.includes(name));
  if (id !== undefined) return shownBy(id, null);
  if (missing.includes("attachment")) return { tool: "search_mail", arguments: { query: "has:attachment" } };
  if (missing.some((name) => ["answer", "event"].includes(name))) return eventsOf(call);
  if (missing.some((name) => people.includes(name))) return shownBy("message", null);
  const example: GivenArguments = {};
  for (const name of missing) example[name] = exampleOf({ tool, given: { ...given, ...example } }, name);
  const isPlain = tool.open !== true || missing.every((name) => name === "end");
  if (isPlain) return { arguments: example };
  if (missing.every((name) => name === "subject")) return { arguments: { subject: "" } };
  return missing.includes("start") ? freeTimes(call) : stillOf(call);
}

/** The call that shows when an appointment can be. */
function freeTimes({ given: { address, attendees } }: HeardCall): RightCall {
  const asked = {
    ...(address === undefined ? {} : { address }),
    ...(attendees ? { people: attendees } : {}),
  };
  return { tool: "find_time", arguments: { ...asked, after: "now", before: "in 7 days" } };
}

function incomplete({ tool, given }: HeardCall, missing: readonly string[]): ToolRefusal {
  const names = joined(
    missing.flatMap((one) => argumentName(one) ?? []),
    ours`, `,
  );
  const right = completed({ tool, given }, missing);
  return new ToolRefusal(
    ours`${nameOf(tool)}: ${names} must be given. Nothing was done.`,
    new Theirs({ right }, [rightLine(right)]),
    { given: {}, right },
  );
}
