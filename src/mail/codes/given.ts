// Whether a sentence that has a word for a code and a number gives its reader that number, or only speaks of codes: "the
// verification code 4500 lines long", "sign-in fails with code 5034".
import { type CodeEvidence, expiring } from "./evidence.ts";
import { type CodeLabel, type CodeLine, hasStrong, once } from "./lines.ts";
import type { CodeCandidate } from "./numbers.ts";
import { sentenceEnd } from "./patterns.ts";
import { isEnterCall } from "./unnamed.ts";
import { ownCode, provingWord } from "./words.ts";

/** Lines around a number in which a mail says what its reader does with it. */
const near = 3;

/** The end of a line, or a mark. */
const setOff = /^\p{M}*[\s"'”’»)\]】」』*_]*(?:$|[^\s\p{L}\p{M}\p{N}"'“”‘’«»])/u;

/** A verb behind what it is about: "ነው", "है", "입니다", "'dir", "da". */
const verbLast =
  /^(?:\s(?!\p{sc=Latin}|\p{sc=Cyrillic}|\p{sc=Greek})[\p{L}\p{M}\u200c\u200d]{1,14}|\s?(?:です|でございます|となります|입니다|이에요|예요|ဖြစ်\p{L}?[\p{L}\p{M}]{0,12})|['’]\p{Ll}{2,4}|\s(?:da|dir|dır))\s?(?:$|[.,;!。、।۔።၊။])/u;

/** "With the code", where a sentence begins. */
const byMeans =
  /(?:^|[.!?:,]\s)(?:with|mit|avec|con|com|cu|met|med|z|ze|s|so|sa|с|со|із|з|με|amb)(?: (?:the|this|dem|diesem|der|dieser|le|ce|el|este|o|il|la|de|deze|den))? (?:\p{L}{1,12} )?$/iu;

/** The words of a whole mail that speak for one of its numbers. */
export interface CodeMail {
  evidence: () => CodeEvidence;
  /** The subject is about a code, or about signing in or confirming. */
  isAbout: () => boolean;
  /** The subject names a code that is its reader's, or given once. */
  isOfCode: () => boolean;
  /** The mail has one number. */
  isOnly: () => boolean;
}

/** Return what a mail says for its numbers; each is read once, when it is needed. */
export function mailOf(texts: readonly (readonly CodeLine[])[], evidence: () => CodeEvidence): CodeMail {
  const subject = texts[0] ?? [];
  const isOfCode = once(() => hasStrong(subject) || subject.some(({ text }) => ownCode.test(text)));
  return {
    evidence,
    isOfCode,
    isAbout: once(() => isOfCode() || subject.some(({ text }) => provingWord.test(text))),
    isOnly: once(() => {
      const numbers = texts.flatMap((lines) => lines.flatMap(({ candidates }) => candidates));
      return (
        new Set(numbers.filter((one) => !one.isWord && !one.isDoubtful).map(({ code }) => code)).size === 1
      );
    }),
  };
}

/** Where in a line the word for a code and the number stand, and whether a colon or "is" is between them. */
interface Naming extends CodeMail {
  label: CodeLabel;
  isSaid: boolean;
  isSubject: boolean;
}

/** Numbers that count: 4500, 120000, 4096. */
const isCount = (code: string) => /^(?:\d{2,3}00|\d+000|1024|2048|4096|8192|16384|32768|65536)$/.test(code);

/** Numbers of six digits or in groups, and letters with digits: few things but codes are written so beside a word for one. */
export function isDrawn({ code, start, end, isDoubtful }: CodeCandidate): boolean {
  return !isDoubtful && !isCount(code) && (/^\d{6}|[A-Z]/i.test(code) || end - start > code.length);
}

/**
 * The number ends what is said about the code; or what stands around it calls to type it, says how long it holds, or to keep it
 * secret. Without any of them, its form or the whole mail says that it is none of the numbers that count or name something.
 */
export function isGiven(
  lines: readonly CodeLine[],
  index: number,
  candidate: CodeCandidate,
  { label, isSaid, evidence, isSubject, isAbout, isOfCode, isOnly }: Naming,
): boolean {
  const { start, end, code } = candidate;
  const { text } = lines[index]!;
  const after = text.slice(end);
  // "The sign-in" may end the line above "code 4471".
  const isBroken = label.start === 0 && provingWord.test(lines[index - 1]?.text ?? "");
  const isStrong = label.kind === "strong" || isBroken;
  // "Verification codes: 8812 sent" counts them.
  if (isStrong && isSaid && text.slice(label.end, start).trim().length <= 8) return true;
  if (isSubject ? evidence().count > 0 : isNear(lines, index, ({ count }) => count > 0)) return true;
  const isLast = verbLast.test(after);
  if (isLast && isStrong) return true;
  const isOwn = once(() => ownCode.test(text.slice(Math.max(0, label.start - 60), Math.max(end, label.end))));
  if ((setOff.test(after) || isLast) && (isSaid || isStrong || isOwn())) return true;
  const to = Math.min(start, label.start);
  const before = text.slice(Math.max(0, to - 60), to);
  if (isEnterCall(before)) return true;
  const rest = after.slice(0, 80).split(sentenceEnd)[0]!;
  if (expiring.test(rest) || (byMeans.test(before) && (provingWord.test(rest) || isAbout()))) return true;
  if (isDrawn(candidate)) return isStrong || isOwn() || (isAbout() && isOnly());
  if (isCount(code)) return false;
  return (isStrong && isOwn()) || (isOnly() && (isStrong || isOwn() ? isAbout() : isOfCode()));
}

const verb =
  /(?<!\p{L})(?:is|ist|lautet|est|es|é|è|jest|je|är|este|là|adalah|είναι|это|це|هو|هي|הוא)(?!\p{L})/iu;

/** Whether the words behind a number call it a code, or the reader's: "448120: c'est le code", "448120 es tu código". */
export function isNamedBehind(between: string, throughName: string): boolean {
  return verb.test(between) || ownCode.test(throughName);
}

/** Whether the lines around a number call to type it. */
export function isTyped(lines: readonly CodeLine[], index: number): boolean {
  return isNear(lines, index, (found) => found.isTyped);
}

function isNear(lines: readonly CodeLine[], index: number, has: (found: CodeEvidence) => boolean): boolean {
  return lines.slice(Math.max(0, index - near), index + near + 1).some(({ evidence }) => has(evidence()));
}
