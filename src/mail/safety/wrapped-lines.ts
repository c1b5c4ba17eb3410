// Paragraphs of a plain text whose lines a program broke: sentences are judged whole. RFC 3676 4.2, and fixed widths. Linear.

/** Shorter lines were broken by a person: items, addresses. */
const shortest = 40;
/** Letters of scripts without spaces are twice as wide. */
const shortestUnspaced = 20;
/** A line that had room for the next word was broken by a person too, unless the sentence goes on. */
const narrowest = 65;
const widest = 80;
/** Longer lines were broken by nobody. */
const longest = 120;
/** Lines of a paragraph that are joined; a longer one goes on as another. */
const maxJoined = 40;

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** Sentences, and words before a list or an address, end here. */
const ended = /[.!?:。！？：>)\]]/u;
const isAddress = /^(?:https?:\/\/|www\.)/u;

/** Quotes, items and headings begin a line of their own. */
const opening = /^\s*(?:[>|*•·■●◆▼#=+~_[({<-]|\d{1,3}[.)]\s|https?:\/\/|www\.|$)/u;

/** The lines of a text, those of one broken paragraph together. */
export function paragraphsOf(text: string): string[][] {
  const found: string[][] = [];
  let open: string[] | null = null;
  for (const line of text.split("\n")) {
    if (open !== null && open.length < maxJoined && goesOn(open.at(-1)!, line)) {
      open.push(line);
      continue;
    }
    open = [line];
    found.push(open);
  }
  return found;
}

export function joined(lines: readonly string[]): string {
  return lines.length === 1
    ? lines[0]!
    : lines.map((line) => line.trim()).join(unspaced.test(lines[0]!) ? "" : " ");
}

/** Whether a program broke a line, so that its sentence goes on in the next. */
export function goesOn(line: string, next: string): boolean {
  if (opening.test(next) || line.length > longest) return false;
  if (/\S $/.test(line) && line !== "-- ") return true;
  const last = line.trimEnd();
  if (
    ended.test(last.slice(-1)) ||
    isAddress.test(last.slice(last.lastIndexOf(" ") + 1)) ||
    !/[\p{L}\p{N}]/u.test(last)
  )
    return false;
  if (unspaced.test(line)) return line.length >= shortestUnspaced && unspaced.test(next);
  const first = next.trimStart().split(" ", 1)[0]!;
  if (line.length < shortest) return false;
  if (/^\p{Ll}/u.test(first)) return true;
  return line.length + first.length >= narrowest && line.length <= widest && !/\d$/.test(line);
}
