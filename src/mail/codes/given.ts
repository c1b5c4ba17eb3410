// Whether a sentence that has a word for a code and a number gives its reader that number, or only speaks of codes: "the
// verification code 4500 lines long", "sign-in fails with code 5034".
import { type CodeEvidence, expiring } from "./evidence.ts";
import { type CodeLabel, type CodeLine, once } from "./lines.ts";
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

/** Where in a line the word for a code and the number stand, and whether a colon or "is" is between them. */
interface Naming {
  label: CodeLabel;
  isSaid: boolean;
  /** Evidence of the whole mail. */
  evidence: () => CodeEvidence;
  isSubject: boolean;
}

/**
 * The number ends what is said about the code; or what stands around it calls to type it, says how long it holds, or to keep it
 * secret.
 */
export function isGiven(
  lines: readonly CodeLine[],
  index: number,
  { start, end }: CodeCandidate,
  { label, isSaid, evidence, isSubject }: Naming,
): boolean {
  const { text } = lines[index]!;
  const after = text.slice(end);
  const isStrong = label.kind === "strong";
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
  return expiring.test(rest) || (byMeans.test(before) && provingWord.test(rest));
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
