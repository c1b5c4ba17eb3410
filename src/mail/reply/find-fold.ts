// Decides which lines are history. A fold is one range of lines that is removed: usually from the beginning of history to the end
// of the mail, or a quote above its answer. The rules, in order of precedence:
//
//   - A forwarded mail was sent on purpose: nothing is folded from its separator on.
//   - History is *attributed* (an attribution line, a header block, a separator, a program's own markup) or is a bare
//     quote. Attributed history without quote marks runs to the end of the mail.
//   - Below the sender's last text, everything from the first history on is folded. Footers and signatures below a quote
//     are not text of the sender.
//   - A single quote above the sender's last text is what it answers, and is folded (answered-quote.ts). Between several
//     quotes the quotes stay.
//   - A mail without text beside the history is not folded.
//   - A forward that answers none keeps all, quotes behind marks too.
//   - A mail that answers none, by its header and subject, keeps all but attributed quotes at its end: a digest has header blocks
//     and attributions of its own.

import { answeredQuote, isContinued } from "./answered-quote.ts";
import { mayBeMarked } from "./bar-marks.ts";
import { announces, hasContent, plain } from "./compare-text.ts";
import { findHistory, type HistoryHints, type HistoryStart, type MailHistory } from "./find-history.ts";
import { headerLine, isBareSeparator, isLeadIn } from "./header-blocks.ts";
import { type Fold, Mark, type VisibleLine } from "./lines.ts";
import { readsAsMail } from "./prose.ts";
import { isMobileFooter, isSignatureDelimiter, isSignatureTail } from "./signature.ts";
import { wrappedRestsOf } from "./wrapped-quotes.ts";

/** The next fold in these lines, or null when nothing is folded. */
export function findFold(lines: readonly VisibleLine[], hints: HistoryHints): Fold | null {
  // A forward that answers none was sent for what it quotes.
  if (hints.answersNone && hints.forwarded) return null;
  // A mail that answers none folds quotes alone.
  if (hints.answersNone && !lines.some((line) => line.depth > 0 || mayBeMarked(line.text))) return null;
  const found = findHistory(lines, hints);
  if (found.whole) return null;
  const wrapped = wrappedRestsOf(lines, found.end);
  const last = lastOwnLine(lines, found, wrapped);
  if (hints.answersNone) found.bare = [];
  const cut = cutBelow(lines, found, last);
  if (cut === null)
    return hints.answersNone ? null : answeredQuote(lines, found, { wrapped, people: hints.people });
  const { line, column, by } = cut;
  // A quote that continues below a single answer is one quote with the answer inside: it stays.
  if (by !== "line" && isContinued(lines, found, { wrapped, from: line })) return null;
  return { line: column > 0 ? line : withLeadIn(lines, line), column, end: lines.length };
}

/** The first history below the sender's last text. */
function cutBelow(lines: readonly VisibleLine[], found: MailHistory, last: number): HistoryStart | null {
  const cut =
    found.attributed.find((one) => one.line > last || (one.line === last && one.column > 0)) ??
    found.open ??
    bareQuote(lines, found, last);
  if (cut === null) return null;
  const start = cut.column > 0 ? cut : { ...cut, line: withLeadIn(lines, cut.line) };
  if (!isReply(lines, start)) return null;
  return answersInside(lines, { cut: cut.line, isMarked: cut !== found.open }) ? null : cut;
}

/** The last line of the sender before the open history; -1 without one. */
function lastOwnLine(
  lines: readonly VisibleLine[],
  found: MailHistory,
  wrapped: ReadonlySet<number>,
): number {
  let end = found.end;
  let quoted = end - 1;
  while (
    quoted >= 0 &&
    lines[quoted]!.depth === 0 &&
    !found.introductions.has(quoted) &&
    !wrapped.has(quoted)
  )
    quoted--;
  if (quoted >= 0 && isSignatureTail(lines, quoted + 1, end)) end = quoted + 1;
  for (let at = end - 1; at >= 0; at--) {
    const line = lines[at]!;
    if (line.depth > 0 || found.introductions.has(at) || wrapped.has(at) || !hasContent(line.text)) continue;
    return at;
  }
  return -1;
}

/** A quote without attribution at the end, unless the sender evidently cites something. */
function bareQuote(lines: readonly VisibleLine[], found: MailHistory, last: number): HistoryStart | null {
  const at = found.bare.find((one) => one > last);
  if (at === undefined || last < 0 || (lines[at]!.mark & Mark.indent) !== 0) return null;
  // Programs leave a blank line above history; a sender who cites text or a diff often does not.
  if (lines[at - 1]!.text !== "" || announces(lines[last]!.text)) return null;
  // The rest of an attributed quote is history without further signs.
  if (found.attributed.length === 0 && !readsAsMail(lines, at)) return null;
  let shallow = false;
  let hasWords = false;
  let marks = 0;
  for (let next = at; next < lines.length && lines[next]!.depth > 0; next++) {
    if (lines[next]!.depth <= 2) shallow = true;
    hasWords ||= hasContent(lines[next]!.text);
    marks++;
  }
  if (!shallow || !hasWords) return null; // ">>> print(1)"
  if (marks === 1 && /^[\d=$%]/.test(lines[at]!.text)) return null; // "> 5 items"
  return { line: at, column: 0, by: "quote" };
}

/** Moves a cut up over drawn rules and separators directly above it, with recipients and subject below a rule. */
function withLeadIn(lines: readonly VisibleLine[], cut: number): number {
  let start = cut;
  const headers = new Set<string>();
  for (let at = cut - 1; at >= 0 && at >= cut - 6; at--) {
    const { text, depth } = lines[at]!;
    if (text === "") continue;
    if (depth > 0) break;
    const header = headerLine(text);
    if (header !== null) {
      headers.add(header);
      continue;
    }
    // A subject alone was typed by the sender.
    if (headers.has("subject") && !headers.has("recipients")) break;
    if (isSignatureDelimiter(text) || !(isLeadIn(text) || isBareSeparator(text))) break;
    start = at;
  }
  return start;
}

/** Whether there is text above the cut, beyond a signature. */
function isReply(lines: readonly VisibleLine[], cut: HistoryStart): boolean {
  const end = cut.line + (cut.column > 0 ? 1 : 0);
  for (let at = 0; at < end; at++) {
    const { text, mark } = lines[at]!;
    if (isSignatureDelimiter(text)) return false;
    if ((mark & Mark.signature) !== 0 || !hasContent(text) || isMobileFooter(text)) continue;
    return true;
  }
  return false;
}

/** "Siehe unten in Rot", "mes réponses sont en rouge", "красным". */
const colouredPattern =
  /(?:^| )(?:(?:in|en|em|i|na|med|met) (?:(?:the|het|den|il|el) )?(?:red|blue|green|bold|purple|orange|caps|italics|rot|blau|grun|roter schrift|rouge|bleu|vert|gras|rojo|azul|verde|rosso|blu|grassetto|vermelho|rood|blauw|rott|blatt|rødt|blatt|czerwono|niebiesko|zielono)|красным|синим|зеленым|cervene|modre|kirmizi|pirosit?al)(?: |[.,:;!)]|$)|赤字|青字|红色|紅色|蓝色|藍色|빨간/;
const answersPattern =
  /answer|comment|repl(?:y|ies)|respon|note|feedback|antwort|anmerkung|kommentar|reponse|remarque|respuesta|comentario|rispost|comment[oi]|resposta|antwoord|opmerking|svar|odpowied|uwag|odpoved|yanit|cevap|valasz|ответ|коммент|замечани|回答|回复|回覆|答复|批注|コメント|답변/;
/** A place, not a position: "in line with the plan", "in line 4", "inline images". */
const inlinePattern =
  /\bin[- ]?line\b(?!\d|-\w| (?:with|for|at|behind|of|to|\d|code|styles?|css|images?|functions?|element|skat))/;
const belowPattern =
  /\b(?:answers?|comments?|repl(?:y|ies)|responses?|notes?|feedback) (?:are |is )?below\b|\bsee (?:my )?(?:answers|comments|replies|responses) (?:below|in (?:the|your) (?:text|mail|e-?mail|message|body|original|thread))\b/;
const seePattern = /^(?:\S+ ){0,2}in[- ]?line\b|(?:^| )(?:see|siehe|voir|vedi|ver|zie|se|katso|below)(?: |$)/;

/** Whether the sender writes that the answers are inside the history, where nothing marks them. @param cut the first line of it */
function answersInside(
  lines: readonly VisibleLine[],
  { cut, isMarked }: { cut: number; isMarked: boolean },
): boolean {
  let length = 0;
  for (let at = 0; at < cut; at++) {
    length += lines[at]!.text.length;
    if (length > 600) return false;
    const text = plain(lines[at]!.text);
    const isAnswer = answersPattern.test(text);
    if (inlinePattern.test(text) && (isAnswer || seePattern.test(text))) return true;
    if (isAnswer && colouredPattern.test(text)) return true;
    // Above a marked quote the answers may follow at once: "My comments below:" and a list.
    if (belowPattern.test(text) && !(isMarked && goesOn(lines, at + 1, cut))) return true;
  }
  return false;
}

/** Whether sentences of the sender follow, beyond a few words of farewell. */
function goesOn(lines: readonly VisibleLine[], from: number, to: number): boolean {
  for (let at = from; at < to && !isSignatureDelimiter(lines[at]!.text); at++)
    if (lines[at]!.depth === 0 && lines[at]!.text.split(" ", 5).length > 4) return true;
  return false;
}
