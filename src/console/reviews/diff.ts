// The difference of two texts, word by word: pure, for the server and the page's script.

export interface Piece {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Pairs of words that are compared; beyond that the texts differ as a whole. */
const mostPairs = 1_000_000;

/** Return the pieces removed from `before` and added in `after`, in reading order. */
export function differenceOf(before: string, after: string): Piece[] {
  if (before === after) return before === "" ? [] : [{ kind: "same", text: before }];
  const [a, b] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return joined([
    ...a.slice(0, start).map((text): Piece => ({ kind: "same", text })),
    ...between(left, right),
    ...a.slice(a.length - end).map((text): Piece => ({ kind: "same", text })),
  ]);
}

function wordsOf(text: string): string[] {
  return text.match(/\n|[^\S\n]+|[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** By the longest common subsequence. */
function between(a: readonly string[], b: readonly string[]): Piece[] {
  const whole = (kind: Piece["kind"], words: readonly string[]) =>
    words.map((text): Piece => ({ kind, text }));
  if (a.length * b.length > mostPairs) return [...whole("removed", a), ...whole("added", b)];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      pieces.push({ kind: "same", text: a[i]! });
      i++;
      j++;
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) {
      pieces.push({ kind: "removed", text: a[i]! });
      i++;
    } else {
      pieces.push({ kind: "added", text: b[j]! });
      j++;
    }
  }
  return [...pieces, ...whole("removed", a.slice(i)), ...whole("added", b.slice(j))];
}

/** Neighbours of one kind are one piece; a space between two changes belongs to both. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const { kind, text } of pieces) {
    const last = result.at(-1);
    if (last?.kind === kind) last.text += text;
    else result.push({ kind, text });
  }
  return result;
}
