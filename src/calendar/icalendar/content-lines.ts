// Reads content lines, folds, parameters and nested components, RFC 5545 3.1, in time linear in the text. Broken text
// is read as far as it can be, with its defects listed; ical.js refuses the whole text at the first broken line
// (src/calendar/README.md has the figures).

export interface ContentLine {
  /** Upper case. */
  name: string;
  /** By upper-case name; of a repeated parameter the first. Values without quotes. */
  params: Map<string, string>;
  /** As written, with its backslashes. */
  value: string;
}

export interface Component {
  /** Upper case: VCALENDAR, VEVENT, … */
  name: string;
  lines: ContentLine[];
  children: Component[];
}

export interface ReadComponents {
  /** Top-level components, nested ones inside. */
  components: Component[];
  defects: string[];
}

/** Characters of a calendar text that are read; the rest is ignored. */
export const maxTextCharacters = 1_000_000;
const maxComponents = 3000;
const maxLines = 20_000;
const maxParams = 40;
const maxDefects = 20;
const maxValueCharacters = 100_000;
const maxDepth = 6;

/** The unfolded lines of a text, RFC 5545 3.1. Lines end with CRLF, LF or, in a text without LF, CR. */
export function unfold(text: string): string[] {
  const lines = text.includes("\n")
    ? text.replace(/\r?\n[ \t]/g, "").split(/\r?\n|\r$/)
    : text.replace(/\r[ \t]/g, "").split("\r");
  // A text ends with a line break: no line follows it.
  if (lines[lines.length - 1] === "") lines.pop();
  return lines;
}

const carets: Record<string, string> = { "^n": "\n", "^^": "^", "^'": '"' };

/** RFC 6868 3.2 */
function paramText(raw: string): string {
  return raw.includes("^") ? raw.replace(/\^[n^']/g, (pair) => carets[pair]!) : raw;
}

/** The text of a quoted value; a list of quoted values is returned unchanged. */
function withoutQuotes(raw: string): string {
  const inner = raw.slice(1, -1);
  return raw.length > 1 && raw.startsWith('"') && raw.endsWith('"') && !inner.includes('"') ? inner : raw;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const SEMICOLON = 0x3b;

const namePattern = /^[A-Za-z0-9-]{1,60}(?=[;:])/;

/** The index of the ; or : outside quotes that ends the parameter; an unclosed quote is an ordinary character. */
function parameterEnd(line: string, from: number): number {
  for (let at = from; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === SEMICOLON || code === COLON) return at;
    if (code !== QUOTE) continue;
    const close = line.indexOf('"', at + 1);
    if (close > 0) at = close;
  }
  return line.length;
}

/** Reads one unfolded content line; null when the text is not one. */
export function readLine(line: string): ContentLine | null {
  const name = namePattern.exec(line)?.[0];
  if (!name) return null;
  const params = new Map<string, string>();
  let at = name.length;
  while (line[at] === ";") {
    const begin = at + 1;
    const end = parameterEnd(line, begin);
    if (end >= line.length) return null;
    const text = line.slice(begin, Math.min(end, begin + 2000));
    const equals = text.indexOf("=");
    const key = (equals < 0 ? text : text.slice(0, equals)).trim().toUpperCase();
    if (params.size < maxParams && !params.has(key)) {
      const raw = equals < 0 ? "" : text.slice(equals + 1).trim();
      params.set(key, paramText(withoutQuotes(raw)));
    }
    at = end;
  }
  return { name: name.toUpperCase(), params, value: line.slice(at + 1, at + 1 + maxValueCharacters) };
}

class Builder {
  readonly components: Component[] = [];
  readonly #defects = new Set<string>();
  readonly #open: Component[] = [];
  /** Depth within components beyond the limits. */
  #ignored = 0;
  #count = 0;

  addDefect(defect: string): void {
    if (this.#defects.size < maxDefects) this.#defects.add(defect);
  }

  begin(name: string): void {
    if (++this.#count > maxComponents || this.#open.length === maxDepth || this.#ignored > 0) {
      this.addDefect("There are more or deeper components than are read; the rest is left out.");
      this.#ignored++;
      return;
    }
    const component: Component = { name, lines: [], children: [] };
    const parent = this.#open[this.#open.length - 1];
    this.#open.push(component);
    (parent?.children ?? this.components).push(component);
  }

  end(name: string): void {
    if (this.#ignored > 0) {
      this.#ignored--;
      return;
    }
    const at = this.#open.map((component) => component.name).lastIndexOf(name);
    if (at < 0) {
      this.addDefect(`END:${name.slice(0, 40)} has no BEGIN.`);
      return;
    }
    if (at < this.#open.length - 1) this.addDefect(`A component inside ${name.slice(0, 40)} does not end.`);
    this.#open.length = at;
  }

  add(line: ContentLine): void {
    if (this.#ignored === 0) this.#open[this.#open.length - 1]?.lines.push(line);
  }

  /** Appends a line that is no content line to the value before it: some programs do not escape line breaks. */
  continueValue(text: string): void {
    const component = this.#open[this.#open.length - 1];
    const last = component?.lines[component.lines.length - 1];
    if (!component || this.#ignored > 0 || !text.trim()) return;
    this.addDefect("A line is no content line; it is read as part of the text before it.");
    if (last && last.value.length + text.length < maxValueCharacters) last.value += `\\n${text}`;
  }

  finish(): ReadComponents {
    if (this.#open.length > 0) this.addDefect(`${this.#open[0]!.name.slice(0, 40)} does not end.`);
    return { components: this.components, defects: [...this.#defects] };
  }
}

/** Reads a text of at most maxTextCharacters characters into components. Never throws; takes time linear in the text. */
export function readComponents(text: string): ReadComponents {
  const builder = new Builder();
  let source = text;
  if (source.length > maxTextCharacters) {
    source = source.slice(0, maxTextCharacters);
    builder.addDefect(`The text is longer than ${maxTextCharacters} characters; the rest is left out.`);
  }
  // PostgreSQL stores neither NUL nor lone surrogates.
  source = source.replaceAll("\0", "").toWellFormed();
  if (source.startsWith("\uFEFF")) source = source.slice(1);
  const lines = unfold(source);
  if (lines.length > maxLines) builder.addDefect("There are more lines than are read; the rest is left out.");
  for (const text of lines.slice(0, maxLines)) {
    const line = readLine(text);
    if (line?.name === "BEGIN") builder.begin(line.value.trim().toUpperCase().slice(0, 60));
    else if (line?.name === "END") builder.end(line.value.trim().toUpperCase().slice(0, 60));
    else if (line) builder.add(line);
    else builder.continueValue(text);
  }
  return builder.finish();
}

/** The first line of this name (upper case), or null. */
export function lineOf(component: Component, name: string): ContentLine | null {
  return component.lines.find((line) => line.name === name) ?? null;
}

/** All lines of this name (upper case). */
export function linesOf(component: Component, name: string): ContentLine[] {
  return component.lines.filter((line) => line.name === name);
}
