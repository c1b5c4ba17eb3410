// Calendar texts whose lines stay as they were written: what a server changes in an object leaves every other line of its
// client alone. Strict, unlike the reader of mail: a text that is not well formed is not an object. RFC 5545 3.1, 3.4.
import { type Component, type ContentLine, readLine } from "../icalendar/content-lines.ts";

export interface RawLine extends ContentLine {
  /** As written, folded, without the last line break. */
  raw: string;
}

export interface RawComponent extends Component {
  lines: RawLine[];
  children: RawComponent[];
}

const DEEPEST = 6;
const MOST_COMPONENTS = 3000;
const MOST_LINES = 20_000;

/** The error of a malformed text. */
export class MalformedCalendar extends Error {
  override readonly name = "MalformedCalendar";
}

/** Reads a text into its top-level components. @throws MalformedCalendar */
export function readRaw(text: string): RawComponent[] {
  const root: RawComponent = { name: "", lines: [], children: [] };
  const open = [root];
  let count = 0;
  const chunks = text.replace(/^\uFEFF/, "").split(/\r?\n(?![ \t])/);
  if (chunks.at(-1) === "") chunks.pop();
  if (chunks.length > MOST_LINES) throw new MalformedCalendar(`The text has more than ${MOST_LINES} lines.`);
  for (const raw of chunks) {
    const line = readLine(raw.replace(/\r?\n[ \t]/g, ""));
    if (!line) throw new MalformedCalendar(`"${raw.slice(0, 40)}" is no content line.`);
    const here = open.at(-1)!;
    const name = line.value.trim().toUpperCase();
    if (line.name === "BEGIN") {
      if (++count > MOST_COMPONENTS || open.length > DEEPEST)
        throw new MalformedCalendar("The text has too many components, or too deep ones.");
      const component: RawComponent = { name, lines: [], children: [] };
      here.children.push(component);
      open.push(component);
    } else if (line.name === "END") {
      if (open.length === 1 || here.name !== name)
        throw new MalformedCalendar(`END:${name.slice(0, 40)} has no BEGIN.`);
      open.pop();
    } else if (open.length === 1) {
      throw new MalformedCalendar(`${line.name} stands outside of a component.`);
    } else here.lines.push({ ...line, raw });
  }
  if (open.length > 1) throw new MalformedCalendar(`${open.at(-1)!.name.slice(0, 40)} does not end.`);
  return root.children;
}

/** The text of a component. */
export function writeRaw({ name, lines, children }: RawComponent): string {
  const content = lines.map(({ raw }) => `${raw}\r\n`).join("");
  return `BEGIN:${name}\r\n${content}${children.map(writeRaw).join("")}END:${name}\r\n`;
}

const utf8 = new TextEncoder();

/** A content line folded at 75 octets, without its line break. RFC 5545 3.1 */
export function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  let size = 0;
  for (const character of line) {
    const octets = character.codePointAt(0)! < 0x80 ? 1 : utf8.encode(character).length;
    if (size + octets > 75) {
      parts.push(part);
      part = " ";
      size = 1;
    }
    part += character;
    size += octets;
  }
  parts.push(part);
  return parts.join("\r\n");
}

/** The line with this parameter, in place of another value of it. */
export function withParam(line: RawLine, name: string, value: string): RawLine {
  const raw = folded(`${headWithout(line, name)};${name}=${value}:${line.value}`);
  return { ...line, raw, params: new Map(line.params).set(name, value) };
}

/** The line without this parameter. */
export function withoutParam(line: RawLine, name: string): RawLine {
  if (!line.params.has(name)) return line;
  const params = new Map(line.params);
  params.delete(name);
  return { ...line, raw: folded(`${headWithout(line, name)}:${line.value}`), params };
}

/** Return the part of a line before its colon, without one parameter. */
function headWithout(line: RawLine, name: string): string {
  const text = line.raw.replace(/\r?\n[ \t]/g, "");
  const head = text.slice(0, text.length - line.value.length - 1);
  return head.replace(/;([A-Z0-9-]+)=(?:"[^"]*"|[^;:"]*)/gi, (param, named: string) =>
    named.toUpperCase() === name.toUpperCase() ? "" : param,
  );
}
