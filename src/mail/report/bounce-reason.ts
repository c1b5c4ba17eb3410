// Classifies why a mail bounced, by the text and codes of the refusal. Hard: the address or its domain does not exist, or accepts no
// mail. Everything else is soft: it concerns the mail, the sender, the moment or a policy, and another mail may be accepted.

import { type BounceReason, bouncePhrases, withoutMarks } from "./bounce-phrases.ts";
import { isUndecided, namesBlocklist, otherSubject } from "./bounce-subject.ts";

export interface BounceFacts {
  /** Texts in order of precedence: those about the recipient first. */
  readonly texts: readonly string[];
  /** Enhanced status codes, the server's own first. */
  readonly statuses: readonly (string | null)[];
  /** The refused command. */
  readonly command: "connect" | "greeting" | "mail" | "rcpt" | "data" | null;
}

const hardReasons: ReadonlySet<BounceReason> = new Set([
  "unknown-user",
  "unknown-host",
  "moved",
  "no-mail-accepted",
]);

/** The reason of a bounce, and whether it is hard. */
export function judgeBounce(facts: BounceFacts): { reason: BounceReason; hard: boolean } {
  const reason = reasonOf(facts);
  if (!hardReasons.has(reason)) return { reason, hard: false };
  // A reply before RCPT does not concern a recipient. RFC 5321 3.1, 3.3
  if (facts.command === "mail") return { reason: "sender", hard: false };
  const isGreeted = facts.command === "connect" && isReply(facts.texts[0] ?? "");
  if (facts.command === "greeting" || isGreeted) return { reason: "blocked", hard: false };
  // 4.x.x with an unknown host means that the look-up failed, not that the host does not exist.
  const temporary = facts.statuses.find((status) => status !== null)?.startsWith("4") ?? false;
  return { reason, hard: !(temporary && (reason === "unknown-host" || reason === "no-mail-accepted")) };
}

/** Whether the text is a server's reply, not that of a resolver or a program. */
function isReply(text: string): boolean {
  return /^\W{0,10}[45]\d\d[ -]/.test(text);
}

function reasonOf(facts: BounceFacts): BounceReason {
  for (const text of facts.texts) {
    if (isNotInDirectory(text, facts)) return "unknown-user";
    const reason = reasonInWords(text);
    if (reason === "unknown-user" && isFilter(text, facts)) return "filtered";
    if (reason === "unknown-host" && isSenderCode(facts)) return "sender";
    if (reason !== null) return reason;
    if (isNoMailbox(text, facts)) return "unknown-user";
    if (namesBlocklist(text)) return "blocked";
    // The host accepts no mail. RFC 7504 2
    if (facts.command === "rcpt" && /^\W{0,10}5(?:21|56)\b/.test(text)) return "no-mail-accepted";
  }
  for (const status of facts.statuses) {
    const reason = status === null ? undefined : reasonOfStatus(status);
    if (reason) return reason;
  }
  return "other";
}

/**
 * Exchange Online's edge, for an address that the directory of its domain does not have. Postfix says the same with 5.7.1 for an
 * address that its operator has closed to a sender. DECISIONS Drafts and sending
 */
function isNotInDirectory(text: string, { command, statuses }: BounceFacts): boolean {
  if (command === "data" || !/recipient address rejected: access denied/i.test(text)) return false;
  return /\b550 5\.4\.1\b/.test(text) || statuses.includes("5.4.1");
}

/** Outlook, whose servers look an address up only after DATA: its hosts, or the mark at the end of its reply. */
const outlook = /\b(?:protection\.outlook|olc\.protection|hotmail)\.com\b|\(S20\d{8}\)/i;

/**
 * The text of RFC 5321 4.2.3 for a 550, which concerns the address at RCPT, or when the report names no command. With 450 the
 * mailbox is busy.
 */
function isNoMailbox(text: string, { command, statuses }: BounceFacts): boolean {
  if (command === "data") return outlook.test(text) && /not taken: mailbox unavailable/i.test(text);
  if (command !== null && command !== "rcpt") return false;
  if (!/mailbox (?:is )?(?:currently )?(?:unavailable|not available)/i.test(text)) return false;
  return !/\b4[25]\d\b/.test(text) && !statuses.some((status) => /^4|^5\.7\./.test(status ?? ""));
}

/** Whether the status code concerns the sender or a policy: then an unknown domain is the sender's. RFC 3463 3.2, 3.8 */
function isSenderCode({ statuses }: BounceFacts): boolean {
  const first = statuses.find((status) => status !== null);
  return /^[45]\.(?:1\.[789]|7\.\d+)$/.test(first ?? "");
}

/** Sentences of providers that look an address up only after DATA. */
const afterData =
  /doesn't have an? (?:[^\n]{1,80} )?account|account [^\n]{0,40}does not exist|local mailbox [^\n]{0,320}unavailable/i;

/**
 * Whether "user unknown" comes from a filter, so that the address may exist: it follows the data, or has the code of a policy.
 * False when the code 5.1.1 or a whole sentence says that the address does not exist.
 */
function isFilter(text: string, facts: BounceFacts): boolean {
  if (facts.statuses.some((status) => status === "5.1.1" || status === "4.1.1")) return false;
  if (facts.command !== "rcpt" && facts.statuses.some((status) => status?.startsWith("5.7."))) return true;
  return facts.command === "data" && !afterData.test(text);
}

/** The reason of a status code, where the code alone is specific. RFC 3463 and its registry */
function reasonOfStatus(status: string): BounceReason | undefined {
  const detail = status.slice(2);
  switch (detail) {
    case "1.1":
    case "1.3":
    case "1.10":
    case "1.351":
      return "unknown-user";
    case "1.2":
      return "unknown-host";
    case "1.6":
      return "moved";
    case "1.7":
    case "1.8":
    case "1.9":
      return "sender";
    case "2.1":
    case "7.13":
      return "disabled";
    case "2.2":
      return "mailbox-full";
    case "2.3":
    case "3.4":
      return "size";
    case "4.7":
      return "expired";
  }
  if (detail.startsWith("3.")) return "system";
  if (detail.startsWith("4.")) return "network";
  if (detail.startsWith("6.")) return "content";
  if (detail.startsWith("7.")) return "policy";
  return undefined;
}

/** The reason in a text; null without a known phrase. */
function reasonInWords(text: string): BounceReason | null {
  const words = plainWords(text);
  for (const [reason, phrases] of bouncePhrases) {
    const found = phrases.find((phrase) =>
      typeof phrase === "string" ? words.includes(phrase) : phrase.test(words),
    );
    if (found === undefined) continue;
    return hardReasons.has(reason) ? aboutRecipient(reason, { words, phrases }) : reason;
  }
  return null;
}

/** A hard reason holds if one of its phrases concerns a recipient; else the subject of the phrases is the reason. */
function aboutRecipient(
  reason: BounceReason,
  { words, phrases }: { words: string; phrases: readonly (string | RegExp)[] },
): BounceReason {
  let other: BounceReason | null = null;
  for (const phrase of phrases) {
    const { at, length } = placeOf(phrase, words);
    if (at === -1) continue;
    if (reason === "unknown-host" && isUndecided(words, at + length)) {
      other ??= "network";
      continue;
    }
    const subject = otherSubject(words, at, length);
    if (subject === null) return reason;
    other ??= subject;
  }
  return other ?? reason;
}

function placeOf(phrase: string | RegExp, words: string): { at: number; length: number } {
  if (typeof phrase === "string") return { at: words.indexOf(phrase), length: phrase.length };
  const match = phrase.exec(words);
  return { at: match?.index ?? -1, length: match?.[0].length ?? 0 };
}

/** Lower case, without addresses and URLs, whose names have no meaning, and without marks, with plain spaces and quotes. */
function plainWords(text: string): string {
  return withoutMarks(text.slice(0, 4000))
    .toLowerCase()
    .replace(/[\u2018\u2019`]/g, "'")
    .replace(/\b(?:https?:\/\/|www\.)\S{1,500}/g, " ")
    .replace(/<?[^\s<>@]{1,80}@[^\s<>@]{1,255}>?/g, " ")
    .replace(/\b\d\d\d[ -]#?\d\.\d{1,3}\.\d{1,3}\b/g, " ")
    .replace(/[\s*]+/g, " ");
}
