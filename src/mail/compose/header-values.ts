// Checks the header fields that a caller adds to a mail, and builds References. Header injection is impossible: every value goes
// through `refuseControls`, and names come from an allow-list.
import { type Failure, invalid } from "../../lib/failure.ts";
import { answerCountField } from "../trust/answer-count.ts";

const maxHeaders = 50;
const maxValueLength = 2000;
/** RFC 5322 2.1.1: a line has at most 998 octets, so what cannot be folded must stay well below. */
const maxUnbrokenLength = 900;

/** Fields that are set otherwise, and how. */
const hints: Record<string, string> = {
  from: "use `from`",
  to: "use `to`",
  cc: "use `cc`",
  bcc: "use `bcc`",
  "reply-to": "use `reply_to`",
  subject: "use `subject`",
  "in-reply-to": "use `in_reply_to`",
  references: "use `in_reply_to`; the whole chain is filled in",
  date: "it is the time of sending",
  "message-id": "it is given by the service",
  [answerCountField.toLowerCase()]: "the service counts answers by it",
};

/** Unstructured or harmless fields besides X-…: RFC 2076, 3834, 5322, 2369, 2919, 8058, 8098. */
const allowed = new Set([
  "accept-language",
  "archived-at",
  "auto-submitted",
  "comments",
  "content-language",
  "disposition-notification-to",
  "expires",
  "feedback-id",
  "importance",
  "keywords",
  "list-archive",
  "list-help",
  "list-id",
  "list-owner",
  "list-post",
  "list-subscribe",
  "list-unsubscribe",
  "list-unsubscribe-post",
  "organization",
  "precedence",
  "priority",
  "sensitivity",
  "thread-index",
  "thread-topic",
]);

/** Fields whose grammar has no encoded words: their values must be ASCII. */
const structured =
  /^(?:auto-submitted|disposition-notification-to|list-(?!id)|precedence|priority|importance)/;

/**
 * Refuses text with control characters, tab excepted.
 * @param where the field's name for the message, e.g. `subject`
 * @throws Failure(validation_error)
 */
export function refuseControls(where: string, text: string): void {
  const at = text.search(/[\u0000-\u0008\u000a-\u001f\u007f\u0085\u2028\u2029]/);
  if (at < 0) return;
  const code = text.charCodeAt(at).toString(16).padStart(4, "0").toUpperCase();
  throw invalid(
    `${where} holds a line break or control character (U+${code} at position ${at}). Send it on one line without control characters.`,
  );
}

/**
 * Checks the headers a caller wants to add to a mail.
 *
 * @param headers name to value, names in any case
 * @returns the same with trimmed values
 * @throws Failure(validation_error) that names the header and what to do instead
 */
export function checkHeaders(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers);
  if (entries.length > maxHeaders)
    throw invalid(`headers has ${entries.length} entries; send at most ${maxHeaders}.`);
  const seen = new Set<string>();
  const result: Record<string, string> = {};
  for (const [name, value] of entries) {
    const key = name.toLowerCase();
    checkName(name, key);
    if (seen.has(key)) throw invalid(`headers names "${name}" twice (case does not matter). Send it once.`);
    seen.add(key);
    checkValue(name, value);
    result[name] = value.trim();
  }
  return result;
}

function checkName(name: string, key: string): void {
  // Printable US-ASCII without the colon. RFC 5322 3.6.8
  if (!/^[!-9;-~]{1,76}$/.test(name)) {
    throw invalid(
      `headers holds ${JSON.stringify(name.slice(0, 80))}, which is not a header name. Use letters, digits and hyphens, at most 76.`,
    );
  }
  if (!(key in hints) && (key.startsWith("x-") ? key.length > 2 : allowed.has(key))) return;
  throw notAllowed(name, key);
}

function notAllowed(name: string, key: string): Failure {
  const hint = hints[key];
  if (hint) return invalid(`The header "${name}" cannot be set in headers; ${hint}.`);
  return invalid(
    `The header "${name}" cannot be set. Allowed are X-… headers and ${[...allowed].join(", ")}; rename it to X-${name} or leave it out.`,
  );
}

function checkValue(name: string, value: string): void {
  if (typeof value !== "string") throw invalid(`The header "${name}" must be a string.`);
  refuseControls(`The header "${name}"`, value);
  if (!value.isWellFormed())
    throw invalid(`The header "${name}" holds half a surrogate pair. Send well-formed Unicode.`);
  if (value.trim() === "") throw invalid(`The header "${name}" is empty. Give it a value or leave it out.`);
  if (value.length > maxValueLength) {
    throw invalid(`The header "${name}" has ${value.length} characters; send at most ${maxValueLength}.`);
  }
  if (!isAscii(value)) {
    if (structured.test(name.toLowerCase())) {
      throw invalid(`The header "${name}" takes ASCII only. Percent-encode addresses in it.`);
    }
  } else if (value.split(/[ \t]/).some((word) => word.length > maxUnbrokenLength)) {
    throw invalid(
      `The header "${name}" has a word of more than ${maxUnbrokenLength} characters, which cannot be folded. Put spaces into it.`,
    );
  }
}

export function isAscii(text: string): boolean {
  return !/[^\u0000-\u007f]/.test(text);
}

const maxReferences = 200;
const maxIdLength = 900;

/**
 * The References of a reply: those of the parent and the parent's own id. RFC 5322 3.6.4
 *
 * @param parent its Message-ID (null without one) and References as they came; values that are no ASCII message ids are
 *   dropped
 * @returns ids with angle brackets, oldest first, each once; of more than 200 the first and the newest
 */
export function referencesFor(parent: { messageId: string | null; references: readonly string[] }): string[] {
  const chain: string[] = [];
  for (const text of [...parent.references, parent.messageId ?? ""]) chain.push(...messageIdsIn(text));
  const last = chain.at(-1);
  const unique = [...new Set(chain)].filter((id) => id !== last);
  if (last !== undefined) unique.push(last);
  if (unique.length <= maxReferences) return unique;
  return [...unique.slice(0, 1), ...unique.slice(unique.length - maxReferences + 1)];
}

/** Every well-formed ASCII `<id>` in a field's text, in order. Ids without brackets get them. */
export function messageIdsIn(text: string): string[] {
  const ids: string[] = [];
  for (const word of text
    .replaceAll("<", " <")
    .replaceAll(">", "> ")
    .split(/[\s,]+/)) {
    const bare = word.startsWith("<") && word.endsWith(">") ? word.slice(1, -1) : word;
    if (bare.length === 0 || bare.length > maxIdLength || !/^[!-;=?-~]+$/.test(bare)) continue;
    if (word === bare && !bare.includes("@")) continue;
    ids.push(`<${bare}>`);
  }
  return ids;
}
