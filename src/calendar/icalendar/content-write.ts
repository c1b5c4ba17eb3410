// Writes iCalendar content lines by ical.js, RFC 5545 3.1, 3.2 and 3.3.11: CRLF, folds at 75 octets, escapes, quotes.
// Nothing that a caller gives can end a line, a parameter or a value: control characters are removed before the
// library escapes and quotes what is left.

import ICAL from "ical.js";

/** A value with the parameters in the order given; null leaves a parameter out. */
export type Params = readonly (readonly [name: string, value: string | null])[];

// The library does not count the space that begins a continuation line.
ICAL.foldLength = 74;

// With the types of properties the library would take rules and times apart; without them it writes a value as it is.
const untyped = { ...ICAL.design.icalendar, property: {}, param: {} };

const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

function withoutControls(text: string): string {
  return text.toWellFormed().replace(controls, "");
}

/** A TEXT value, RFC 5545 3.3.11. */
export function escapeText(text: string): string {
  const plain = withoutControls(text).replace(/\r\n?/g, "\n");
  return ICAL.stringify.value(plain, "text", untyped, false);
}

/**
 * A parameter's value. A double quote becomes a single one and a line break a space: RFC 6868 could carry them, but few
 * programs read it.
 */
function paramValue(text: string): string {
  return withoutControls(text.replace(/[\r\n\t]+/g, " ")).replaceAll('"', "'");
}

/** Lines of these characters that need no fold are the same with and without the library. */
const maxPlainCharacters = 74;
const plainValue = /^[\x20-\x7e]*$/;
const plainParam = /^[\w/+.@ -]*$/;

/** A line that needs neither folds nor quotes: most lines are such. Null: the library is to write it. */
function plainLine(name: string, value: string, params: Params): string | null {
  let line = name.toUpperCase();
  for (const [key, text] of params) {
    if (text === null) continue;
    if (!plainParam.test(text)) return null;
    line += `;${key.toUpperCase()}=${text}`;
  }
  line += `:${value}`;
  return line.length <= maxPlainCharacters && plainValue.test(value) ? `${line}\r\n` : null;
}

/** One content line with its CRLF. `value` is written as it is: escape TEXT first; line breaks in it are removed. */
export function contentLine(name: string, value: string, params: Params = []): string {
  const plain = plainLine(name, value, params);
  if (plain !== null) return plain;
  const written: Record<string, string> = {};
  for (const [key, text] of params) if (text !== null) written[key.toLowerCase()] = paramValue(text);
  const property = [name.toLowerCase(), written, "unknown", value.replace(/[\r\n\0]/g, "")];
  return `${ICAL.stringify.property(property, untyped, false)}\r\n`;
}

/** A component around lines that are already written. */
export function component(name: string, content: string): string {
  return `BEGIN:${name}\r\n${content}END:${name}\r\n`;
}
