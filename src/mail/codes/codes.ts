// One-time codes in a mail: a number or word, and what names it. DECISIONS Codes and links
import { type Evidence, evidenceIn } from "./evidence.ts";
import type { Confidence, FoundCode } from "./found.ts";
import { isSpent, meetingWord, namesWords } from "./not-codes.ts";
import { type Candidate, candidatesIn, plainLine, spacedPhrase } from "./numbers.ts";
import { digitsLabel, isNamedOtherwise, isOtherCode, provingWord, strongLabel, weakLabel } from "./words.ts";

interface Label {
  start: number;
  end: number;
  /** A word for a code that is given once; for any code; for digits. */
  kind: "strong" | "weak" | "digits";
}

/** What the mail says around its codes. */
interface Around {
  isNamed: (label: Label) => boolean;
  inSubject: () => boolean;
}

interface Line {
  text: string;
  /** Found when they are asked for: most lines are far from any number. */
  labels: () => Label[];
  isMeeting: () => boolean;
  candidates: Candidate[];
}

const maxLines = 400;
const maxLine = 1000;
const maxCodes = 5;
/** Numbers and words for a code that are looked at in one line. */
const maxInLine = 12;

/** Characters between the word for a code and the code, on one line. */
const reach = 70;
/** Lines with text between them. */
const linesBefore = 4;
/** Lines at the start of a mail in which a code may stand that nothing names. */
const maxUnnamedLine = 30;

/**
 * The codes of a mail, those whose name is nearest first.
 * @param bodies texts of the same mail: its HTML as text, its plain part
 */
export function codesIn(subject: string, bodies: readonly string[]): FoundCode[] {
  const found = new Map<string, Confidence>();
  /** Those whose name stands in the same sentence and no nearer: they count where no other does. */
  const loose = new Set<string>();
  const spent = new Set<string>();
  const texts = [subject, ...bodies].map(linesOf);
  const evidence = once(() => evidenceIn([subject, ...bodies].join("\n")));
  const asks = once(
    () =>
      texts.some((lines) => lines.some(({ text }) => provingWord.test(text))) ||
      hasStrong(texts[0]!) ||
      evidence().isSecret,
  );
  const isNamed = ({ kind }: Label) =>
    kind === "strong" || (asks() && (kind === "weak" || evidence().isTyped));
  const inSubject = () => texts[0]!.some(({ labels }) => labels().some(isNamed));
  for (const lines of texts) {
    for (const [index, line] of lines.entries()) {
      const phrase = phraseIn(line, lines[index - 1]);
      if (phrase !== null && asks()) found.set(phrase, "high");
      for (const candidate of line.candidates) {
        if (opensMeeting(lines, index, candidate)) continue;
        if (isOver(lines, index, candidate)) spent.add(candidate.code);
        const confidence =
          besideLabel(line, candidate, isNamed) ??
          (isEntered(line, candidate) &&
          hasStrong([...texts[0]!, ...lines.slice(Math.max(0, index - 6), index + 7)])
            ? "medium"
            : null) ??
          (candidate.isAlone ? belowLabel(lines, index, { isNamed, inSubject }) : null);
        if (confidence === null) continue;
        if (confidence === "loose") loose.add(candidate.code);
        else if (found.get(candidate.code) !== "high") found.set(candidate.code, confidence);
      }
    }
  }
  for (const code of spent) found.delete(code);
  if (found.size === 0) for (const code of loose) if (!spent.has(code)) found.set(code, "high");
  if (found.size === 0) {
    const unnamed = unnamedIn(texts.slice(1), { asks, evidence }).filter((code) => !spent.has(code));
    // One of several would be a guess.
    if (unnamed.length === 1) found.set(unnamed[0]!, "medium");
  }
  const codes = [...found].map(([code, confidence]) => ({ code, confidence }));
  return codes.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxCodes);
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function rank({ confidence }: FoundCode): number {
  return confidence === "high" ? 0 : 1;
}

function linesOf(text: string): Line[] {
  const lines = text
    .slice(0, 50_000)
    .split("\n")
    .map((line) => plainLine(line.slice(0, maxLine)))
    .filter((line) => line !== "");
  return joined(lines.slice(0, maxLines)).map(readLine);
}

/** Lines of one character each, from boxes below or beside each other, as one line. */
function joined(lines: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    let end = at;
    while (end < lines.length && end < at + 9 && /^[\dA-Z]$/.test(lines[end]!)) end++;
    if (end - at < 4) found.push(lines[at]!);
    else {
      found.push(lines.slice(at, end).join(" "));
      at = end - 1;
    }
  }
  return found;
}

function readLine(text: string): Line {
  // Numbers of addresses are none of ours.
  const bare = text.replace(/(?:https?:\/\/|www\.)\S+|<[^>\s]+>|\S+@\S+/gi, (address) =>
    "·".repeat(address.length),
  );
  return {
    text: bare,
    labels: once(() => allLabels(bare)),
    isMeeting: once(() => meetingWord.test(bare)),
    candidates: candidatesIn(bare).slice(0, maxInLine),
  };
}

function allLabels(line: string): Label[] {
  const strong = labelsOf(line, strongLabel, "strong");
  const others = [...labelsOf(line, weakLabel, "weak"), ...labelsOf(line, digitsLabel, "digits")];
  const apart = others.filter(
    (label) => !strong.some(({ start, end }) => label.start < end && start < label.end),
  );
  return [...strong, ...apart];
}

function labelsOf(line: string, pattern: RegExp, kind: Label["kind"]): Label[] {
  return [...line.matchAll(pattern)]
    .map(({ index, 0: word }) => ({ start: index, end: index + word.length, kind }))
    .filter(({ start, end }) => !isOtherCode(line, start, end))
    .slice(0, maxInLine);
}

/** A sentence ends between a word and a number. */
const stop = /[.!?。！？؟।](?:\s|$)|[。！？।]/u;

/** "is", between a word and its number. */
const copula =
  /(?:[:：=]|(?<!\p{L})(?:is|are|lautet|ist|est|es|é|è|to|to:|sono|są|jest|zní|är|er|on|este|là|adalah|είναι|este|είναι|dir|هو|هي|است|הוא|है|คือ|은|는|は|是|为|為)|>|-)[\s:"'“”«»‘’([【「*_]*$/iu;

/** "enter", before a number: the word for a code stands elsewhere. */
const enter =
  /(?:(?<!\p{L})(?:enter|use|type|input|gib|geben sie|trage?n? sie|saisi\p{L}*|composez(?: le)?|recopiez|entrez|utilisez|tapez|ingres[ae]\p{L}*|introdu\p{L}*|escrib\p{L}*|tecle\p{L}*|us[ae]|inserisci|scrivi|digit[ea]|insira|inform[ea]|voer|vul|gebruik|wpisz|podaj|zadejte|ange|indtast|skriv inn|syötä|adja meg|introduceți|tipp(?:en sie|e)?|trag(?:e|en sie)|tik|przepisz|wprowadź|skriv|knappa in|tast(?: inn)?|kirjoita|näppäile|írja be|набер\p{L}*|укажите|введите|введіть|впишіть|въведете|girin|masukkan|ketik|nhập|εισάγετε|πληκτρολογήστε) |(?:请|請)?(?:输入|輸入|填写|填寫) ?|(?:أدخل|ادخل|اكتب|הזן|הזינו|הקלד|הקלידו|הקש) )$/iu;

/** Those that no word names, where the mail says enough of what is typed, kept secret, over soon or ignored by others. */
function unnamedIn(
  texts: readonly Line[][],
  { asks, evidence }: { asks: () => boolean; evidence: () => Evidence },
): string[] {
  const found = new Set<string>();
  for (const lines of texts) {
    for (const [index, line] of lines.slice(0, maxUnnamedLine).entries()) {
      for (const candidate of line.candidates) {
        const { code, start, isAlone, isWord, isDoubtful } = candidate;
        // Capitals, small letters and digits at once: nobody's name or number.
        const isDrawn = /(?=.*[a-z])(?=.*[A-Z]).*\d/.test(code);
        if (isWord || isDoubtful || !(isAlone || isEntered(line, candidate))) continue;
        const before = line.text.slice(0, start);
        if (isNamedOtherwise(before.trim() === "" ? (lines[index - 1]?.text ?? "") : before)) continue;
        if (opensMeeting(lines, index, candidate)) continue;
        const { isTyped, count } = evidence();
        const isEnough = isAlone
          ? count >= 3 || (isTyped && asks() && (count === 2 || isDrawn))
          : isTyped && (count >= 2 || asks());
        if (isEnough) found.add(code);
      }
    }
  }
  return [...found];
}

function hasStrong(lines: readonly Line[]): boolean {
  return lines.some(({ labels }) => labels().some(({ kind }) => kind === "strong"));
}

function isEntered({ text }: Line, { start, isDoubtful }: Candidate): boolean {
  return !isDoubtful && enter.test(text.slice(Math.max(0, start - 30), start));
}

/** Words with spaces: below a line that announces them, or behind a name that says enough. */
function phraseIn({ text, labels }: Line, above: Line | undefined): string | null {
  if (above && namesWords(above.text)) return spacedPhrase(text);
  const start = text.search(/[:：]/) + 1;
  const phrase = start > 0 ? spacedPhrase(text.slice(start)) : null;
  const isNamed = () =>
    labels().some(({ kind, end }) => kind === "strong" && end >= start - 3 && end < start);
  return phrase !== null && namesWords(text.slice(0, start)) && isNamed() ? phrase : null;
}

/** It is said behind it, or before it, that another one took its place. */
function isOver(lines: readonly Line[], index: number, { start, end }: Candidate): boolean {
  const { text } = lines[index]!;
  // A plain text is broken where its lines are full.
  const goesOn = text.length >= 50 && end < text.length;
  const after = `${text.slice(end)} ${goesOn ? (lines[index + 1]?.text ?? "") : ""}`;
  return isSpent(text.slice(0, start), after);
}

/** Numbers that those dial who join a meeting by telephone. */
function opensMeeting(lines: readonly Line[], index: number, { end }: Candidate): boolean {
  if (/^\s?#/.test(lines[index]!.text.slice(end))) return true;
  return lines.slice(Math.max(0, index - 8), index + 9).some(({ isMeeting }) => isMeeting());
}

function besideLabel(
  { text, labels, candidates }: Line,
  candidate: Candidate,
  isNamed: (label: Label) => boolean,
): Confidence | "loose" | null {
  const { start, end, isDoubtful, isWord } = candidate;
  if (isWord || isNamedOtherwise(text.slice(0, start))) return null;
  for (const label of labels().filter(isNamed)) {
    if (label.start <= start && label.end >= end) continue;
    if (label.end <= start) {
      const between = text.slice(label.end, start);
      const isSaid = copula.test(between);
      if (/^\p{M}*[\s"'“”«»‘’([【「*_]*$/u.test(between) && !isDoubtful) return "high";
      if (isSaid && between.trim().length <= 8) return "high";
      if (isDoubtful || between.length > reach || stop.test(between)) continue;
      if (candidates.some((other) => other.start >= label.end && other.end <= start)) continue;
      // "a code for 4500 people" counts something.
      const isEnd = /^[\s*_]*(?:$|[^\s\p{L}\p{M}])/u.test(text.slice(end));
      if (isSaid) return "high";
      if (isEnd && (label.kind === "strong" || between.length < 40)) return "loose";
      continue;
    }
    const between = text.slice(end, label.start);
    const isSentenceStart = /(?:^|[.!?:\]】)] ?|["'“«*([【])$/u.test(text.slice(0, start).trimEnd());
    if (isDoubtful || !isSentenceStart || between.length > 60 || /\d/.test(between) || stop.test(between))
      continue;
    return "high";
  }
  return null;
}

/** A code on a line of its own, with its name above, or directly below. */
function belowLabel(
  lines: readonly Line[],
  index: number,
  { isNamed, inSubject }: Around,
): Confidence | null {
  const isDoubtful = lines[index]!.candidates.some((candidate) => candidate.isDoubtful);
  for (let above = index - 1; above >= Math.max(0, index - linesBefore); above--) {
    const { labels, text, candidates } = lines[above]!;
    // Another number alone stands between: the name was for that one.
    if (candidates.some(({ isAlone }) => isAlone)) return null;
    if (labels().some(isNamed)) {
      if (isDoubtful && !(above === index - 1 && /[:：]$/.test(text))) return null;
      return above >= index - 2 ? "high" : "medium";
    }
  }
  if (isDoubtful) return null;
  const below = lines[index + 1];
  if (below?.labels().some((label) => isNamed(label) && label.start < 40)) return "medium";
  return index <= 8 && inSubject() ? "medium" : null;
}
