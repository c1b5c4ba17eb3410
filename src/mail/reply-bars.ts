// Quote marks other than `>`: "| ", ": ", "BS> ". They count only right below an introduction, and only where every line
// of the run bears the same one, so that tables and lists are no quotes.

import type { Line } from "./reply-lines.ts";

const MARK = /^(?:[|│┃¦»›:\]}]|\p{L}{1,4}>)(?= |$)/u;

/** Marks the run of lines from `at` on as quoted where each begins with the same mark; says whether there is one. */
export function quoteMarked(lines: readonly Line[], at: number): boolean {
  const first = lines[at];
  const mark = first?.depth === 0 ? MARK.exec(first.text)?.[0] : undefined;
  if (mark === undefined) return false;
  let end = at;
  let tabled = true;
  for (let next = at; next < lines.length; next += 1) {
    const { text, depth } = lines[next]!;
    if (text === "" && depth === 0) continue;
    if (depth > 0 || !text.startsWith(mark) || MARK.exec(text)?.[0] !== mark) break;
    // A table is known by its first lines.
    if (tabled && next > at + 50) return false;
    tabled &&= text.length > mark.length && text.endsWith(mark);
    end = next + 1;
  }
  if (tabled || (!/[|│┃¦]/.test(mark) && end - at < 2)) return false;
  for (const line of lines.slice(at, end)) {
    if (line.text === "") continue;
    line.text = line.text.slice(mark.length).trimStart();
    line.depth += 1;
    line.textStart = -1;
    line.plain = null;
  }
  return true;
}
