// Things of other programs as calls of a tool: `mark-read ID`, `forward ID --to EMAIL`, `draft create`, `calendar add`, `tag +work ID`.
import { idWithin, isUuid } from "../lib/ids.ts";
import { knownElsewhere, type OtherNames } from "../lib/nearest.ts";
import { calendarNouns, verbOf } from "./command-words.ts";
import { partsOfMail } from "./option-names.ts";

export const tool = (name: string, fields: Record<string, unknown>) => ["tool", name, JSON.stringify(fields)];

/** `--to a --text b` and arguments without an option; null: an option is given twice, or without a value. */
export function parted(rest: readonly string[]): { words: string[]; fields: Record<string, string> } | null {
  const words: string[] = [];
  const fields: Record<string, string> = {};
  for (let i = 0; i < rest.length; i++) {
    const word = rest[i]!;
    if (!word.startsWith("-")) {
      words.push(word);
      continue;
    }
    const [, given, inline] = /^--?([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
    const value = inline ?? rest[++i];
    const name = given?.replaceAll("-", "_");
    if (name === undefined || !value || Object.hasOwn(fields, name)) return null;
    if (inline === undefined && value.startsWith("-")) return null;
    fields[name] = value;
  }
  return { words, fields };
}

/** Fields under our names; null: one has another name than these, or two mean one. */
function renamed(fields: Record<string, string>, names: OtherNames): Record<string, string> | null {
  const ours: Record<string, string> = {};
  for (const [given, value] of Object.entries(fields)) {
    const name = Object.hasOwn(names, given) ? given : knownElsewhere(given, Object.keys(names), names);
    if (name === null || Object.hasOwn(ours, name)) return null;
    ours[name] = value;
  }
  return ours;
}

/** An id, as it is or behind what it is an id of: `thread:ID`; null: it is none. */
export const idOf = (word: string) => (isUuid(word) ? word : idWithin(word));

/** Folders that mail can be moved to. */
const places = ["inbox", "archive", "trash", "spam"];
/** Verbs of a change, beside those that name a place. */
const changes = ["forward", "label", "unlabel", "snooze", "move", "mark-read", "mark-unread"];

/** A change of messages as a call of the tool `organize`; null: no message is named, or more is given than the tool takes. */
export function changed(verb: string, rest: readonly string[]): string[] | null {
  if (!places.includes(verb) && !changes.includes(verb)) return null;
  const given = parted(verb === "label" ? rest.filter((word) => !signed.test(word) && word !== "--") : rest);
  if (given === null) return null;
  const { words, fields } = given;
  if (verb === "forward") return forwarded(words, fields);
  const named = renamed(fields, {
    message: ["id", "message_id", "thread", "thread_id"],
    ...valuesOfChange[verb],
  });
  if (named === null) return null;
  const { message, value, ...others } = named;
  const all = [
    ...words,
    ...(message === undefined ? [] : [message]),
    ...(value === undefined ? [] : [value]),
  ];
  const messages = all.flatMap((word) => idOf(word) ?? []);
  const [said, another] = all.filter((word) => idOf(word) === null);
  if (messages.length === 0 || another !== undefined || Object.keys(others).length > 0) return null;
  const of = (change: object | null) => change && tool("organize", { messages, ...change });
  if (verb === "label" || verb === "unlabel") {
    const signs = verb === "label" ? rest.filter((word) => signed.test(word)) : [];
    if (said === undefined) return of(signs.length === 0 ? null : changeBySigns(signs));
    return signs.length > 0 || signed.test(said) ? null : of(changeOf(said, verb === "label"));
  }
  if (verb === "snooze") return of(said === undefined ? null : { snooze: said });
  if (verb === "move")
    return of(places.includes(said?.toLowerCase() ?? "") ? { folder: said!.toLowerCase() } : null);
  if (said !== undefined) return null;
  return of(verb.startsWith("mark-") ? { read: verb === "mark-read" } : { folder: verb });
}

/** Options that have what a change is. */
const valuesOfChange: Readonly<Record<string, OtherNames>> = {
  label: { value: ["label", "tag", "name", "add", "add_label"] },
  unlabel: { value: ["label", "tag", "name", "remove"] },
  snooze: { value: ["until", "at", "for"] },
  move: { value: ["to", "folder", "mailbox", "destination"] },
};

/** A tag that is put on or taken off: `+work`, `-unread`; one letter behind a hyphen, or a field's name, is an option. */
const signed = /^(?:\+[a-z]\w*|-(?!(?:id|message|thread|label|tag|name|add|remove)$)[a-z]\w+)$/i;

/** The change that a tag means; other programs keep whether mail was read, and where it lies, as tags. */
function changeOf(tag: string, isSet: boolean): Record<string, unknown> | null {
  const name = tag.toLowerCase().replace(/^\\/, "");
  if (["seen", "read"].includes(name)) return { read: isSet };
  if (name === "unread" || name === "unseen") return { read: !isSet };
  if (name === "inbox") return { folder: isSet ? "inbox" : "archive" };
  if (["spam", "junk", "trash", "deleted"].includes(name))
    return isSet ? { folder: name === "junk" ? "spam" : name === "deleted" ? "trash" : name } : null;
  return { [isSet ? "label" : "unlabel"]: tag };
}

/** All of them; null: one is not plain, or two say one thing. */
function changeBySigns(signs: readonly string[]): Record<string, unknown> | null {
  const all: Record<string, unknown> = {};
  for (const sign of signs) {
    const change = changeOf(sign.slice(1), sign.startsWith("+"));
    if (change === null || Object.keys(change).some((name) => Object.hasOwn(all, name))) return null;
    Object.assign(all, change);
  }
  return all;
}

function forwarded(words: readonly string[], given: Record<string, string>): string[] | null {
  const fields = renamed(given, {
    message: ["id", "message_id"],
    to: partsOfMail.to,
    text: partsOfMail.text,
  });
  if (fields === null) return null;
  const { message = words[0], to, text } = fields;
  const people = fields.message === undefined ? words.slice(1) : words;
  const all = [...(to === undefined ? [] : [to]), ...people].flatMap((one) => one.split(","));
  if (message === undefined || !isUuid(message) || (to !== undefined && people.length > 0)) return null;
  if (all.length === 0 || !all.every((one) => /^[^\s@]+@[^\s@]+$/.test(one.trim()))) return null;
  const written = text === undefined ? {} : { text };
  return tool("forward", { message, to: all.map((one) => one.trim()), ...written });
}

const week = { after: "today", before: "in 7 days" };

/** Fields of a draft, by other names too. */
const draftFields: OtherNames = {
  address: ["from", "identity", "inbox"],
  ...partsOfMail,
  cc: [],
  bcc: [],
};

export function ofLabels(verb: string | null, rest: readonly string[]): string[] | null {
  if (verb === null || ["add", "set", "label"].includes(verb)) return changed("label", rest);
  return verb === "trash" ? changed("unlabel", rest) : null;
}

const written = ["create", "new", "write", "compose", "add", "make"];

export function ofDrafts({ noun, verb, rest }: Said, isList: boolean): string[] | null {
  if (isList) return tool("list_drafts", {});
  if (!/^drafts?$/.test(noun)) return null;
  const given = parted(rest);
  if (given === null) return null;
  const { words, fields } = given;
  if (verb === "cancel" || verb === "unschedule") {
    const [draft, another] = words;
    const isOne = draft !== undefined && another === undefined && Object.keys(fields).length === 0;
    return isOne && idOf(draft) !== null ? tool("send_draft", { draft: idOf(draft), cancel: true }) : null;
  }
  if (verb === "send" || verb === "schedule") {
    const named = renamed(fields, { draft: ["id", "draft_id"], at: ["send_at", "when"] });
    const [draft, time, more] = [...(named?.draft === undefined ? [] : [named.draft]), ...words];
    if (named === null || draft === undefined || more !== undefined || idOf(draft) === null) return null;
    // `schedule ID "tomorrow 9:00"`
    if (time !== undefined && (verb === "send" || named.at !== undefined)) return null;
    const at = named.at ?? time;
    if (verb === "schedule" && at === undefined) return null;
    return tool("send_draft", { draft: idOf(draft), ...(at === undefined ? {} : { at }) });
  }
  if (verb !== null && verbOf(verb) === "reply") return ["reply", "--draft", ...rest];
  if (!written.includes(verb ?? "") || words.length > 0) return null;
  const letter = renamed(fields, draftFields);
  return letter === null || Object.keys(letter).length === 0 ? null : tool("save_draft", letter);
}

interface Said {
  noun: string;
  verb: string | null;
  rest: string[];
}

/** Fields of an event, by other names too. */
const eventFields: OtherNames = {
  address: ["calendar", "identity", "inbox"],
  title: ["summary", "subject", "what"],
  start: ["starts", "from", "begin", "start_time", "start_at", "starts_at"],
  end: ["ends", "to", "until", "end_time", "end_at", "ends_at"],
  attendees: ["attendee", "invite", "guests", "guest", "with", "people"],
  location: ["where", "place"],
  description: ["details", "notes", "body"],
  timezone: ["tz", "zone"],
};
const answers: Readonly<Record<string, string>> = {
  accept: "accepted",
  decline: "declined",
  tentative: "tentative",
};

export function ofCalendar({ noun, verb, rest }: Said): string[] | null {
  const given = parted(rest);
  if (given === null) return null;
  const { words, fields } = given;
  const id = words.length === 1 && Object.keys(fields).length === 0 ? idOf(words[0]!) : null;
  const isList = verb === null || verbOf(verb) === "list";
  if (isList) {
    if (!calendarNouns.includes(noun)) return null;
    if (rest.length === 0) return tool("list_events", week);
    const times = renamed(fields, { after: ["start", "from", "since"], before: ["end", "to", "until"] });
    const [after = times?.after, before = times?.before, more] = words;
    const isPlain = times !== null && more === undefined && after !== undefined && before !== undefined;
    return isPlain && words.length !== 1 ? tool("list_events", { after, before }) : null;
  }
  if (verb === "cancel" || verbOf(verb) === "trash")
    return id === null ? null : tool("cancel_event", { event: id });
  if (Object.hasOwn(answers, verb))
    return id === null ? null : tool("answer_invitation", { event: id, answer: answers[verb] });
  if (![...written, "schedule"].includes(verb)) return null;
  const named = renamed(fields, eventFields);
  const [title = named?.title, more] = words;
  if (named === null || more !== undefined || (words.length > 0 && named.title !== undefined)) return null;
  if (title === undefined || named.start === undefined || named.end === undefined) return null;
  const people = named.attendees?.split(",").map((one) => one.trim());
  return tool("create_event", { ...named, title, ...(people === undefined ? {} : { attendees: people }) });
}

export const freeNouns = ["free", "availability", "slots", "freebusy", "free-busy", "find-time"];

/** Free times between two, which a tool finds. */
export function ofFreeTimes(rest: readonly string[]): string[] | null {
  const given = parted(rest);
  const fields =
    given &&
    renamed(given.fields, {
      address: ["calendar", "identity", "inbox"],
      after: ["start", "from", "since"],
      before: ["end", "to", "until"],
      people: ["with", "attendees", "guests"],
      minutes: ["duration", "length"],
      timezone: ["tz", "zone"],
    });
  if (!given || !fields || given.words.length > 0) return null;
  const { people, ...others } = fields;
  const asked = people === undefined ? {} : { people: people.split(",").map((one) => one.trim()) };
  return tool("find_time", { after: "now", before: "in 7 days", ...others, ...asked });
}

/** A file by its id, or a list of mails that have one. */
export function ofFiles([first = "", ...rest]: readonly string[]): string[] | null {
  const second = rest[0]?.toLowerCase() ?? "";
  const isRead = second === "download" || verbOf(second) === "read";
  const isList = rest.length === 0 || (rest.length === 1 && verbOf(second) === "list");
  if (isList) return first.toLowerCase() === "download" ? null : ["search", "has:attachment"];
  const given = parted(isRead ? rest.slice(1) : rest);
  const fields = given && renamed(given.fields, { attachment: ["id", "attachment_id"] });
  if (!given || !fields) return null;
  const [id, another] = [...given.words, ...Object.values(fields)];
  if (id === undefined || another !== undefined || !isUuid(id)) return null;
  // `attachments ID` lists the files of a message.
  return /s$/i.test(first) && !isRead ? ["read", id] : tool("read_attachment", { attachment: id });
}

/** Events that go to a URL. */
export function toForward([, ...rest]: readonly string[]): string[] | null {
  const isMade = ["create", "add", "new", "register", "listen"].includes(rest[0]?.toLowerCase() ?? "");
  const given = parted(isMade ? rest.slice(1) : rest);
  const fields = given && renamed(given.fields, { url: ["forward_to", "forward", "endpoint"] });
  if (!given || !fields) return null;
  const [url, another] = [...given.words, ...Object.values(fields)];
  // The server itself calls a webhook of elsewhere.
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(URL.parse(url ?? "")?.hostname ?? "");
  return url === undefined || another !== undefined || !isHere ? null : ["listen", "--forward", url];
}
