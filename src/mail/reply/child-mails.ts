// Mails within a text: forwarded ones, and those of a digest, each with its author, date, subject and text. Pure; linear.
import { mailboxesOf, parseAddressList } from "../mime/address-list.ts";
import { isRule } from "./compare-text.ts";
import { blockFields, headerBlockAt, isForwardLine, isOriginalSeparator } from "./header-blocks.ts";
import { mayIntroduce, type VisibleLine } from "./lines.ts";

/** A mail within a mail, as it is written there. */
export interface ChildText {
  from: { email: string; name: string | null } | null;
  date: string | null;
  subject: string | null;
  text: string;
}

/** The lines at which a mail within the text begins, where its header block does, and where its text does. */
export interface ChildPlace {
  start: number;
  head: number;
  body: number;
}

const maxChildren = 200;
/** Characters of a mail within a mail. */
export const maxChildText = 100_000;
/** Lines of a header block. */
const maxHead = 50;
/** Lines between a separator and its header block. */
const maxGap = 4;

/** The mails within the lines [from, end), in order; what stands between two of them belongs to the first. */
export function childPlaces(lines: readonly VisibleLine[], from: number, end: number): ChildPlace[] {
  const found: ChildPlace[] = [];
  for (let at = from; at < end && found.length < maxChildren; at++) {
    const place = childAt(lines, at, end);
    if (place === null) continue;
    found.push(place);
    at = place.body - 1;
  }
  return found;
}

function childAt(lines: readonly VisibleLine[], at: number, end: number): ChildPlace | null {
  const { text, depth } = lines[at]!;
  if (text === "") return null;
  const isForward = isForwardLine(text);
  if (isForward || isOriginalSeparator(text)) {
    const head = headBehind(lines, at + 1, end);
    if (head !== null) return { start: at, head: head.head, body: behindSeparator(lines, head.body, text) };
    return isForward && depth === 0 ? { start: at, head: at + 1, body: at + 1 } : null;
  }
  if (!mayIntroduce(lines, at)) return null;
  const start = ruleAbove(lines, at);
  // A rule separates the mails of a digest: what stands above it announces all of them.
  const body =
    start < at ? at + headerBlockAt(lines.slice(at, at + maxHead), 0, true) : headerBlockAt(lines, at, false);
  return body > at && body <= end ? { start, head: at, body } : null;
}

/** Some programs draw the separator again below the header block. */
function behindSeparator(lines: readonly VisibleLine[], body: number, separator: string): number {
  let next = body;
  while (next < lines.length && next < body + maxGap && lines[next]!.text === "") next++;
  return lines[next]?.text === separator ? next + 1 : body;
}

/** The header block that follows a separator. */
function headBehind(
  lines: readonly VisibleLine[],
  from: number,
  end: number,
): Omit<ChildPlace, "start"> | null {
  for (let head = from; head < end && head < from + maxGap; head++) {
    if (lines[head]!.text === "") continue;
    // The separator announces it: what stands above is not looked at.
    const length = headerBlockAt(lines.slice(head, head + maxHead), 0, true);
    return length > 0 && head + length <= end ? { head, body: head + length } : null;
  }
  return null;
}

/** A rule that is drawn above a header block belongs to it, with the number of the mail between them: "Message: 4". */
function ruleAbove(lines: readonly VisibleLine[], at: number): number {
  const filled = (from: number) => {
    let above = from;
    while (above >= 0 && above > from - 2 && lines[above]!.text === "") above--;
    return above;
  };
  let above = filled(at - 1);
  if (above === at - 1 && above >= 0 && numberPattern.test(lines[above]!.text)) above = filled(above - 1);
  return above >= 0 && isRule(lines[above]!.text) ? above : at;
}

const numberPattern = /^\p{L}{1,20} ?[:#№]? ?\d{1,6}$/u;

/** The mail at a place. @param end the line behind its last */
export function childMail(
  source: string,
  lines: readonly VisibleLine[],
  place: ChildPlace,
  end: number,
): ChildText {
  const { from, date, subject } = blockFields(lines, place.head, place.body);
  const first = lines[place.body];
  const stop = lines[end]?.start ?? source.length;
  const text = first === undefined || place.body >= end ? "" : source.slice(first.start, stop);
  return {
    from: authorOf(from),
    date: date === "" ? null : date,
    subject: subject === "" ? null : subject,
    text: text
      .replace(/^(?:[>\s]*\n)+/, "")
      .replace(/^[-=_*]{3,200}\s*\n\s*/, "")
      .trimEnd()
      .slice(0, maxChildText)
      .toWellFormed(),
  };
}

/** Programs write "Ada <ada@a.example>", "Ada [mailto:ada@a.example]" and names alone. */
function authorOf(text: string): ChildText["from"] {
  if (text === "") return null;
  const found = /[[(<]\s?(?:mailto:)?([^\s<>()[\]@]{1,320}@[^\s<>()[\]@]{1,255})[\])>]/.exec(text);
  const written = found === null ? text : `${text.slice(0, found.index)}<${found[1]}>`;
  const [mailbox] = mailboxesOf(parseAddressList(written, true));
  if (mailbox?.email.includes("@")) return { email: mailbox.email, name: mailbox.name ?? null };
  return { email: "", name: text };
}
