// Writes iCalendar content lines, RFC 5545 3.1, 3.2 and 3.3.11: CRLF, folds at 75 octets, escapes. Nothing that a
// caller gives can end a line, a parameter or a value: control characters go, the rest is escaped or quoted.

/** A value with the parameters in the order given; null leaves a parameter out. */
export type Params = readonly (readonly [name: string, value: string | null])[];

const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** A TEXT value, RFC 5545 3.3.11. */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(controls, "")
    .replaceAll("\\", "\\\\")
    .replaceAll(";", "\\;")
    .replaceAll(",", "\\,")
    .replace(/\r\n|\r|\n/g, "\\n");
}

/**
 * A parameter's value: quoted where it must be. A double quote becomes a single one and a line break a space: RFC 6868
 * could carry them, but few programs read it.
 */
function paramValue(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/[\r\n\t]+/g, " ")
    .replace(controls, "")
    .replaceAll('"', "'")
    .replaceAll("^", "^^");
  return /^[A-Za-z0-9 .@_+/-]*$/.test(plain) ? plain : `"${plain}"`;
}

const encoder = new TextEncoder();

/** The line in pieces of at most 75 octets, no character cut in two. RFC 5545 3.1 */
function fold(line: string): string {
  if (line.length <= 75 && encoder.encode(line).length <= 75) return line;
  let folded = "";
  let room = 75;
  for (const character of line) {
    const code = character.codePointAt(0)!;
    const octets = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (octets > room) {
      folded += "\r\n ";
      // The space that begins the next line counts.
      room = 74;
    }
    folded += character;
    room -= octets;
  }
  return folded;
}

/** One content line with its CRLF. `value` is written as it is: escape TEXT first; line breaks in it are taken out. */
export function contentLine(name: string, value: string, params: Params = []): string {
  const written = params
    .filter((param): param is [string, string] => param[1] !== null)
    .map(([key, text]) => `;${key}=${paramValue(text)}`)
    .join("");
  return `${fold(`${name}${written}:${value.replace(/[\r\n\0]/g, "")}`)}\r\n`;
}

/** A component around lines that are already written. */
export function component(name: string, content: string): string {
  return `BEGIN:${name}\r\n${content}END:${name}\r\n`;
}
