// One-time codes in a mail: a number or word, and what names it. DECISIONS Codes and links
import { type CodeEvidence, evidenceIn } from "./evidence.ts";
import type { Confidence, FoundCode } from "./found.ts";
import { type CodeMail, isDrawn, isGiven, isNamedBehind, isTyped, mailOf } from "./given.ts";
import { type CodeLabel, type CodeLine, counts, hasStrong, linesOf, opensMeeting } from "./lines.ts";
import { isSpent, namesWords } from "./not-codes.ts";
import { type CodeCandidate, spacedPhrase } from "./numbers.ts";
import { sentenceEnd } from "./patterns.ts";
import { around, isEntered, unnamedIn } from "./unnamed.ts";
import { isKept } from "./user-names.ts";
import { isNamedOtherwise, isNameOfOther, provingWord } from "./words.ts";

const maxCodes = 5;

/** Characters between the word for a code and the code, on one line; where "is" stands before the code. */
const reach = 70;
const reachSaid = 140;
/** Lines with text between them. */
const linesBefore = 4;
/**
 * The codes of a mail, those whose name is nearest first.
 * @param bodies texts of the same mail: its HTML as text, its plain part
 */
export function codesIn(subject: string, bodies: readonly string[]): FoundCode[] {
  return codesOf([subject, ...bodies].map(inOneCase));
}

/** The Turkish capital of "i" is not found as such, nor the accent of "kôd". */
function inOneCase(text: string): string {
  return text.replaceAll("İ", "I").replace(/(?<=k)ô(?=d)/gi, "o");
}

function codesOf(written: readonly string[]): FoundCode[] {
  const found = new Map<string, Confidence>();
  /** Codes with a name only farther off in the same sentence: they count if no other does. */
  const loose = new Set<string>();
  const spent = new Set<string>();
  const texts = written.map(linesOf);
  const mail = around(written, texts);
  const { asks, isPlain, evidence } = mail;
  const whole = mailOf(texts, evidence);
  const isNamed =
    ({ code }: CodeCandidate) =>
    ({ kind, isShared, isOfThing }: CodeLabel) => {
      if (kind === "strong") return !isShared || isPlain(code);
      if (!asks() || (isOfThing && !evidence().isSoon && !evidence().isSecret)) return false;
      return kind === "weak" ? isPlain(code) : evidence().isTyped || evidence().isSecret;
    };
  for (const lines of texts) {
    for (const [index, line] of lines.entries()) {
      const phrase = phraseIn(line, lines[index - 1], evidence);
      if (phrase !== null && asks()) found.set(phrase, "high");
      for (const candidate of line.candidates) {
        if (opensMeeting(lines, index, candidate) || (candidate.isAlone && counts(lines, index))) continue;
        if (isKept(lines, index, candidate, evidence)) continue;
        if (isOver(lines, index, candidate)) spent.add(candidate.code);
        const confidence =
          besideLabel(lines, index, candidate, {
            isNamed: isNamed(candidate),
            isSubject: lines === texts[0],
            ...whole,
          }) ??
          (isEntered(line, candidate) &&
          hasStrong([...texts[0]!, ...lines.slice(Math.max(0, index - 6), index + 7)])
            ? "medium"
            : null) ??
          (candidate.isAlone
            ? belowLabel(lines, index, { subject: texts[0]!, isNamed: isNamed(candidate) })
            : null);
        if (confidence === null) continue;
        if (confidence === "loose") loose.add(candidate.code);
        else if (found.get(candidate.code) !== "high") found.set(candidate.code, confidence);
      }
    }
  }
  for (const code of spent) found.delete(code);
  if (found.size === 0) for (const code of loose) if (!spent.has(code)) found.set(code, "high");
  if (found.size === 0) {
    const unnamed = unnamedIn(texts, mail).filter((code) => !spent.has(code));
    // One of several would be a guess.
    if (unnamed.length === 1) found.set(unnamed[0]!, "medium");
  }
  const codes = [...found].map(([code, confidence]) => ({ code, confidence }));
  return codes.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxCodes);
}

function rank({ confidence }: FoundCode): number {
  return confidence === "high" ? 0 : 1;
}

/** Nothing, or "your", between a word and its number. */
const adjacent =
  /^\p{M}*(?:(?:ی|‌ی)? (?:tău|dvs\.?|dumneavoastră|σας|σου|anda|kamu|awak|juaj|þinn|tín|hjá tær|din|ditt|вам|شما|لك|الخاص بك|của bạn|yakho|wako|yako))?[\s"'“”«»‘’([【「*_]*$/iu;

/** "is", between a word and its number. */
const copula =
  /(?:[:：=]|(?<!\p{L})(?:is|are|lautet|ist|est|es|é|è|to|to:|sono|są|jest|zní|är|er|on|este|là|adalah|είναι|dir|je|glasi|гласи|е|ialah|ir|yra|ni|ay|és|është|هو|هي|است|הוא)|है|คือ|은|는|は|是|为|為|>|-)[\s:"'“”«»‘’([【「*_]{0,40}$/iu;

/** Words with spaces: below a line that announces them, behind a name that says enough, or behind a call to type them. */
function phraseIn(
  { text, labels }: CodeLine,
  above: CodeLine | undefined,
  evidence: () => CodeEvidence,
): string | null {
  if (above && namesWords(above.text)) return spacedPhrase(text);
  const quoted = quotedWords.exec(text);
  const names = labels().filter(({ kind }) => kind === "strong");
  const isOf = ({ start, end }: CodeLabel) =>
    quoted !== null &&
    namesWords(`${text.slice(start, end)}:`) &&
    copula.test(text.slice(end, quoted.index)) &&
    quoted.index - end <= 12;
  if (names.some(isOf)) return spacedPhrase(quoted![1]!);
  const start = text.search(/[:：]/) + 1;
  const phrase = start > 0 ? spacedPhrase(text.slice(start).split(sentenceEnd)[0]!) : null;
  const head = text.slice(0, start);
  if (phrase === null || !namesWords(head)) return null;
  const isNamed = names.some(({ end }) => end >= start - 5 && end < start);
  const isAsked = () => provingWord.test(head) || evidence().isSoon;
  return isNamed || (evidenceIn(head).isTyped && isAsked()) ? phrase : null;
}

const quotedWords = /["“„«‘'「]\s?([\p{L}\p{M} ]{5,90}?)\s?["”“»’'」]/u;

/** Whether the words before or behind a code say that a newer one has replaced it. */
function isOver(lines: readonly CodeLine[], index: number, { start, end }: CodeCandidate): boolean {
  const { text } = lines[index]!;
  // A plain text is broken where its lines are full.
  const goesOn = text.length >= 50 && end < text.length;
  const after = `${text.slice(end)} ${goesOn ? (lines[index + 1]?.text ?? "") : ""}`;
  return isSpent(text.slice(0, start), after);
}

function besideLabel(
  lines: readonly CodeLine[],
  index: number,
  candidate: CodeCandidate,
  { isNamed, ...mail }: CodeMail & { isNamed: (label: CodeLabel) => boolean; isSubject: boolean },
): Confidence | "loose" | null {
  const { text, labels, candidates } = lines[index]!;
  const { start, end, isDoubtful, isWord } = candidate;
  if (isWord) return null;
  const isOther = isNamedOtherwise(text.slice(0, start));
  for (const label of labels().filter(isNamed)) {
    if (label.start <= start && label.end >= end) continue;
    // "Codes" counts them, or lists them.
    if (/^s(?!\p{L})/u.test(text.slice(label.end))) continue;
    // "Sign-in code for Larkspur ID: 4410" names the code all the same.
    if (
      isOther &&
      !(label.kind === "strong" && /^[^,;|.()\d]{1,40}[:：]\s?$/.test(text.slice(label.end, start)))
    )
      continue;
    if (label.end <= start) {
      const between = text.slice(label.end, start);
      const isSaid = copula.test(between) && !/\d to\s$/i.test(between);
      if (!isGiven(lines, index, candidate, { label, isSaid, ...mail })) continue;
      if (adjacent.test(between) && !isDoubtful) return "high";
      if (isSaid && between.trim().length <= 8) return "high";
      if (isDoubtful || between.length > (isSaid ? reachSaid : reach) || sentenceEnd.test(between)) continue;
      if (isSaid) return "high";
      if (candidates.some((other) => other.start >= label.end && other.end <= start)) continue;
      // "a code for 4500 people" counts something.
      const isEnd = /^[\s*_]*(?:$|[^\s\p{L}\p{M}]|(?:است|می ?باشد)(?!\p{L}))/u.test(text.slice(end));
      // Verbs come last, and the name may have an end of its own: "የማረጋገጫ ኮድዎ 551028 ነው".
      const isInflected =
        label.kind === "strong" && /^[\p{sc=Ethiopic}\p{sc=Myanmar}\p{sc=Sinhala}]{1,8}\s$/u.test(between);
      if (isInflected || (isEnd && (label.kind === "strong" || between.length < 40))) return "loose";
      continue;
    }
    const between = text.slice(end, label.start);
    // "4500 sign-in codes" are many of them.
    if (between.trim() === "" && !(label.kind === "strong" && isDrawn(candidate)) && !isTyped(lines, index))
      continue;
    const isSentenceStart = /(?:^[^,\d]{0,40},|^|[.!?:\]】)] ?|["'“«*([【])$/u.test(
      text.slice(0, start).trimEnd(),
    );
    if (isDoubtful || between.length > 60 || /\d/.test(between) || sentenceEnd.test(between)) continue;
    const isLong = label.kind !== "strong" && between.length > 40;
    if (isLong || !(label.kind === "strong" || isNamedBehind(between, text.slice(end, label.end))))
      if (isLong || !isGiven(lines, index, candidate, { label, isSaid: false, ...mail })) continue;
    if (isSentenceStart) return "high";
    // "With 4410 you get in: that is your one-time password."
    if (label.kind === "strong" && start < 40 && !/\d/.test(text.slice(0, start))) return "loose";
  }
  return null;
}

/** A code on a line of its own, with its name above, or directly below. */
function belowLabel(
  lines: readonly CodeLine[],
  index: number,
  { isNamed, subject }: { isNamed: (label: CodeLabel) => boolean; subject: readonly CodeLine[] },
): Confidence | null {
  if (isNameOfOther(lines[index - 1]?.text ?? "")) return null;
  const isDoubtful = lines[index]!.candidates.some((candidate) => candidate.isDoubtful);
  for (let above = index - 1; above >= Math.max(0, index - linesBefore); above--) {
    const { labels, text, candidates } = lines[above]!;
    // Another number alone stands between: the name was for that one.
    if (candidates.some(({ isAlone }) => isAlone)) return null;
    const names = labels().filter(isNamed);
    if (names.length > 0) {
      const isSaid = /[:：]$/.test(text) || names.some(({ end }) => copula.test(text.slice(end)));
      if (isDoubtful && !(above === index - 1 && isSaid)) return null;
      return above >= index - 2 ? "high" : "medium";
    }
  }
  if (isDoubtful) return null;
  const below = lines[index + 1];
  if (below?.labels().some((label) => isNamed(label) && label.start < 40)) return "medium";
  return index <= 8 && subject.some(({ labels }) => labels().some(isNamed)) ? "medium" : null;
}
