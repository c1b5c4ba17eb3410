// The text of a mail as spans that say whose words they are. Pure; linear.
import type { SpanKind } from "../../schema/message/message-spans.ts";
import { type ChildText, childMail, childPlaces } from "./child-mails.ts";
import { isRule } from "./compare-text.ts";
import type { TextCut } from "./fold.ts";
import { textLines, type VisibleLine } from "./lines.ts";
import { isMobileFooter, isSignatureDelimiter, isSignatureTail } from "./signature.ts";

export interface TextSpan {
  kind: SpanKind;
  text: string;
  /** The message that a quote repeats; null: no message of the mailbox, or it was never compared. */
  of: string | null;
  /** The mail that a forward holds. */
  mail?: ChildText;
  /** The text is longer, and others follow: there are too many characters for one answer. */
  is_cut?: true;
}

/** Lines at the end of a mail that may be a signature or a notice. */
const maxTailLines = 60;

/**
 * The spans of a text, in its order: together they are the text.
 * @param cuts the quotes in it, in order
 * @param of for each of them the message that it repeats
 */
export function spansOf(text: string, cuts: readonly TextCut[], of: readonly string[] = []): TextSpan[] {
  const spans: TextSpan[] = [];
  let at = 0;
  for (const [n, [from, to]] of cuts.entries()) {
    const end = to < 0 ? text.length : to;
    spans.push(...ownSpans(text.slice(at, from)));
    spans.push({ kind: "quote", text: text.slice(from, end), of: of[n] ?? null });
    at = end;
  }
  spans.push(...ownSpans(text.slice(at)));
  return spans.filter((span) => span.text !== "");
}

/** Where a text has what its reply leaves out; null where the reply is no part of it. */
export function cutsOf(text: string, reply: string): TextCut[] | null {
  const kept = reply.trimEnd();
  const whole = text.trimEnd();
  if (kept === whole) return [];
  if (text.startsWith(kept)) return [[kept.length, -1]];
  let same = 0;
  while (same < kept.length && text.charCodeAt(same) === kept.charCodeAt(same)) same++;
  const from = text.lastIndexOf("\n", same - 1) + 1;
  const rest = kept.slice(from);
  return whole.endsWith(rest) ? [[from, whole.length - rest.length]] : lineCuts(text, kept);
}

/** Cuts between the lines that the reply has, each where it comes first. */
function lineCuts(text: string, reply: string): TextCut[] | null {
  const kept = reply.split("\n");
  const cuts: TextCut[] = [];
  let next = 0;
  let at = 0;
  let from = -1;
  for (const line of text.split("\n")) {
    const isKept = next < kept.length && line === kept[next];
    if (isKept) next++;
    if (isKept && from >= 0) cuts.push([from, at]);
    if (isKept) from = -1;
    else if (from < 0) from = at;
    at += line.length + 1;
  }
  if (from >= 0) cuts.push([from, -1]);
  return next === kept.length ? cuts : null;
}

/** The words of the sender, with what stands in and below them: mails that are passed on, a signature, a footer. */
function ownSpans(text: string): TextSpan[] {
  const lines = text === "" ? null : textLines(text);
  if (lines === null || lines.length === 0) return [{ kind: "own", text, of: null }];
  const places = childPlaces(lines, 0, lines.length);
  const end = places[0]?.start ?? lines.length;
  const stop = lines[end]?.start ?? text.length;
  const tail = tailOf(lines, end);
  const tailAt = tail === null ? stop : lines[tail.at]!.start;
  const spans: TextSpan[] = [{ kind: "own", text: text.slice(0, tailAt), of: null }];
  if (tail !== null) spans.push({ kind: tail.kind, text: text.slice(tailAt, stop), of: null });
  for (const [n, place] of places.entries()) {
    const next = places[n + 1]?.start ?? lines.length;
    const to = lines[next]?.start ?? text.length;
    const mail = childMail(text, lines, place, next);
    spans.push({ kind: "forward", text: text.slice(lines[place.start]!.start, to), of: null, mail });
  }
  return spans;
}

/** A signature or a footer at the end of the lines [0, end). */
function tailOf(lines: readonly VisibleLine[], end: number): { at: number; kind: SpanKind } | null {
  for (let at = Math.max(0, end - maxTailLines); at < end; at++) {
    const { text } = lines[at]!;
    const kind =
      isSignatureDelimiter(text) || isMobileFooter(text) ? "signature" : isRule(text) ? "notice" : null;
    if (kind !== null && isSignatureTail(lines, at, end)) return { at, kind };
  }
  return null;
}

/** Takes the words of pictures out of the sender's. @param alts as they are shown, in order */
export function withAlts(spans: readonly TextSpan[], alts: readonly string[]): TextSpan[] {
  let next = 0;
  return spans.flatMap((span) => {
    if (span.kind !== "own" || next === alts.length) return [span];
    const parts: TextSpan[] = [];
    let from = 0;
    for (let at = 0; next < alts.length; next++) {
      const alt = alts[next]!;
      const found = span.text.indexOf(alt, at);
      // A picture that is named below this span.
      if (found < 0) break;
      parts.push({ ...span, text: span.text.slice(from, found) }, { ...span, kind: "alt", text: alt });
      at = from = found + alt.length;
    }
    parts.push({ ...span, text: span.text.slice(from) });
    return parts.filter(({ text }) => text !== "");
  });
}
