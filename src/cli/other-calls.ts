// Commands that another one does, or a tool: mail that is not to leave, mail since a time, a folder.
import { isUuid } from "../lib/ids.ts";
import { likelyTime } from "../lib/likely-time.ts";
import { spanOf } from "./spans.ts";

/** Switches of other programs by which a mail does not leave. */
const notLeaving = ["draft", "dry-run", "dryrun", "preview", "no-send", "save-draft"];
const replies = ["in-reply-to", "reply-to", "reply"];

/** A command that another one does; null: it is not plain; undefined: it is none such. */
export function otherCall(name: string, rest: readonly string[]): string[] | null | undefined {
  const [first = "", second = "", third] = rest;
  if (name === "login" && /^p[a-z]_/.test(second) && third === undefined) return ["login", first, "--stdin"];
  if (name === "mcp" && ["install", "add", "setup"].includes(first) && third === undefined)
    return second === "" ? null : ["agents", "setup", second, "--write"];
  if (name === "next") return waitedSince(rest) ?? undefined;
  if (name === "wait") return waitedInThread(rest) ?? undefined;
  if (name === "inbox") return ofFolder(rest) ?? undefined;
  if (name === "export") return exportedTo(rest) ?? undefined;
  if (name === "send" && /^drafts?$/.test(first) && isUuid(second) && third === undefined)
    return ["tool", "send_draft", JSON.stringify({ draft: second })];
  return name === "send" ? notSent(rest) : undefined;
}

/** A mail that is to be a draft, or an answer; its people are shown first, since an answer goes to others than those that were named. */
function notSent(rest: readonly string[]): string[] | null | undefined {
  const bare = (word: string) => word.replace(/^--?/, "").replace(/=[\s\S]*$/, "");
  const isDraft = rest.some((word) => word.startsWith("-") && notLeaving.includes(bare(word)));
  const words = rest.filter((word) => !(word.startsWith("-") && notLeaving.includes(bare(word))));
  const call = toolCall(["save_draft", ...words]);
  const fields =
    call === null || call.length !== 3 ? null : (JSON.parse(call[2]!) as Record<string, unknown>);
  const answered = replies
    .map((one) => one.replaceAll("-", "_"))
    .find((one) => isUuid(String(fields?.[one])));
  // --draft is an option of ours: the others are put right beside it.
  if (answered === undefined && (!isDraft || rest.includes("--draft"))) return undefined;
  if (fields === null) return null;
  const { text, body = text, message = body, ...others } = fields;
  const { address, from = address, to, cc, bcc, subject, markdown, html, ...rest2 } = others;
  const unknown = Object.keys(rest2).filter((one) => one !== answered);
  if (unknown.length > 0) return null;
  if (message === undefined || message === "") return null;
  const written = html === true ? { html: message } : { text: message };
  const people = { ...(cc === undefined ? {} : { cc }) };
  const kind = markdown === true ? { markdown } : {};
  if (answered !== undefined)
    return [
      "tool",
      "reply",
      JSON.stringify({ message: fields[answered], ...written, ...kind, ...people, preview: true }),
    ];
  const whole = {
    ...(from === undefined ? {} : { address: from }),
    ...(to === undefined ? {} : { to }),
    ...people,
    ...(bcc === undefined ? {} : { bcc }),
    ...(subject === undefined ? {} : { subject }),
  };
  return ["tool", "save_draft", JSON.stringify({ ...whole, ...written, ...kind })];
}

/** Options that `wait` has too. */
const ofWait = /^--(?:address|from|subject|seconds|json)(?:=|$)/;

/** An option and its value, and the words without them; null: it is not there, has no value, or what is left has other options than these. */
function taken(rest: readonly string[], name: RegExp, others: RegExp) {
  const at = rest.findIndex((word) => name.test(word));
  if (at === -1) return null;
  const inline = /=([\s\S]*)$/.exec(rest[at]!)?.[1];
  const value = inline ?? rest[at + 1] ?? "";
  const left = rest.toSpliced(at, inline === undefined ? 2 : 1);
  const isPlain = left.every((word) => !word.startsWith("-") || others.test(word));
  return value === "" || value.startsWith("-") || !isPlain ? null : { value, left };
}

/** The wait for mail since a time: `next` begins at none. */
export function waitedSince(rest: readonly string[]): string[] | null {
  const { value = "start", left = [] } = taken(rest, /^--(?:since|begin|after)(?:=|$)/, ofWait) ?? {};
  if (value === "start" || value === "now") return null;
  const span = spanOf(value);
  const time = isUuid(value) ? value : span === null ? likelyTime(value, { isPast: true }) : `${span} ago`;
  return time === null ? null : ["wait", "--after", time, ...left];
}

/** The next of a thread, which a tool waits for. */
function waitedInThread(rest: readonly string[]): string[] | null {
  const found = taken(rest, /^--thread(?:-id)?(?:=|$)/, ofWait);
  if (found === null || !isUuid(found.value)) return null;
  const [, name, ...json] = toolCall(["whats_next", "--thread", found.value, ...found.left]) ?? [];
  if (name === undefined || json[0] === undefined) return null;
  const { seconds, ...fields } = JSON.parse(json[0]) as Record<string, unknown>;
  const wait = seconds === undefined ? {} : { seconds: Math.min(Number(seconds), mostSeconds) };
  if (Number.isNaN(wait.seconds)) return null;
  return ["tool", name, JSON.stringify({ ...fields, ...wait }), ...json.slice(1)];
}

/** Seconds that the tool waits at most. */
const mostSeconds = 55;

/** The mail of a folder, which a search lists. */
function ofFolder(rest: readonly string[]): string[] | null {
  const at = rest.findIndex((word) => folders.includes(word.toLowerCase()));
  const isValue = rest[at - 1] === "--address";
  const left = rest.filter((word, index) => index !== at && word !== "--unread");
  if (at === -1 || isValue || left.some((word) => word.startsWith("-") && !/^--(?:address|json)/.test(word)))
    return null;
  return ["search", queryOf(rest[at]!.toLowerCase(), rest), ...left];
}

/** The search of a folder. @param rest words of `inbox`, which may ask for unread mail */
const queryOf = (folder: string, rest: readonly string[]) =>
  `in:${folder}${rest.includes("--unread") ? " is:unread" : ""}`;

const folders = ["inbox", "archive", "sent", "spam", "trash", "drafts"];

/** The inboxes of all addresses, which a search lists. */
export function inboxOfAll([, ...rest]: readonly string[]): string[] {
  return ["search", queryOf("inbox", rest), "--threads", ...rest.filter((word) => word === "--json")];
}

/** An export without its place: a file, or a folder, of the address's name, here. */
function exportedTo(rest: readonly string[]): string[] | null {
  const [address = "", ...options] = rest;
  const [, format = "json"] = /^(?:--format(?:=| )(\w+))?$/.exec(options.join(" ")) ?? [];
  if (!/^[\w.+-]+@[\w.-]+$/.test(address) || (options.length > 0 && !options[0]!.startsWith("--format")))
    return null;
  return ["export", address, `./${address}${format === "json" ? ".jsonl" : ""}`, ...options];
}

/** Arguments of a tool that were given as options, or as `name=value`. */
export function toolCall(rest: readonly string[]): string[] | null {
  const fields: Record<string, unknown> = {};
  let name: string | undefined;
  let isJson = false;
  for (let i = 0; i < rest.length; i++) {
    const [, dashes = "", key, inline] = /^(--?)?([A-Za-z]\w*(?:-\w+)*)(?:=([\s\S]*))?$/.exec(rest[i]!) ?? [];
    if (key === undefined) return null;
    const field = key.replaceAll("-", "_");
    if (dashes === "" && inline === undefined) {
      if (name !== undefined) return null;
      name = key;
      continue;
    }
    const behind = dashes !== "" && inline === undefined ? rest[i + 1] : undefined;
    const isSwitch =
      dashes !== "" && inline === undefined && (behind === undefined || behind.startsWith("--"));
    if (behind !== undefined && !isSwitch) i += 1;
    const value = isSwitch ? true : (inline ?? behind);
    if (Object.hasOwn(fields, field) || field === "stdin" || (field === "json" && !isSwitch)) return null;
    if (field === "json") isJson = true;
    else if (field === "name" && name === undefined) name = String(value);
    else fields[field] = value;
  }
  if (name === undefined) return null;
  const given = Object.keys(fields).length > 0 ? [JSON.stringify(fields)] : [];
  return ["tool", name, ...given, ...(isJson ? ["--json"] : [])];
}
