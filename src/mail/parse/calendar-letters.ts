// The text of a received calendar object as a person sees it: without invisible characters anywhere, and without what HTML hides
// in the texts that programs show as HTML. Lines, parameters and escapes keep their places, so that what is read of the object is
// what was sent but for those letters. The mail itself stays as it came. DECISIONS Visible text; RFC 5545 3.1
import { unescapeText } from "../../lib/text-escapes.ts";
import { htmlToText } from "../html/sanitize.ts";
import { strippedText } from "../html/strip-markup.ts";
import type { Findings } from "../visible/findings.ts";
import { visibleMarkup } from "../visible/visible-markup.ts";

/** HTML of a mail's calendar objects that is judged; of what is beyond only the tags go. */
const maxMarkup = 50_000;
/** No reader of the object takes more of one text. */
const maxTextCharacters = 100_000;

export class CalendarLetters {
  #left = maxMarkup;

  constructor(readonly findings: Findings) {}

  /** @param text an object whose lines are unfolded and end in "\n" */
  seen(text: string): string {
    if (!suspect.test(text)) return text;
    return text
      .split("\n")
      .map((line) => this.#line(line))
      .join("\n");
  }

  #line(line: string): string {
    const isText = shown.test(line) && line.includes("<");
    if (!isText && !beyondAscii.test(line)) return line;
    if (!isText && !override.test(line)) return this.findings.clean(line);
    const colon = valueAt(line);
    return this.#head(line.slice(0, colon)) + this.#value(line.slice(colon), isText);
  }

  /** Between its signs, so that turned text takes no parameter along. */
  #head(head: string): string {
    return head
      .split(/([;:=",])/)
      .map((piece) => this.findings.clean(piece))
      .join("");
  }

  #value(value: string, isText: boolean): string {
    const text = unescapeText(value.slice(1));
    const straight = text
      .split("\n")
      .map((paragraph) => this.findings.clean(paragraph))
      .join("\n");
    const seen = isText ? this.#visible(straight) : straight;
    return value.slice(0, 1) + (seen === text ? value.slice(1) : escaped(seen));
  }

  /** Texts without hidden parts stay as they are, tags and all. */
  #visible(text: string): string {
    if (!markup.test(text)) return text;
    const source = text.slice(0, maxTextCharacters);
    this.#left -= source.length;
    if (this.#left < 0) {
      this.findings.isWhole = false;
      return this.findings.clean(strippedText(source));
    }
    try {
      const visible = visibleMarkup(source, this.findings);
      return visible === source && !aside.test(source) ? text : this.findings.clean(htmlToText(visible));
    } catch {
      this.findings.isWhole = false;
      return this.findings.clean(strippedText(source));
    }
  }
}

const beyondAscii = /[^\x00-\x7f]/;
const suspect = /[^\x00-\x7f]|</;
const override = /[\u202d\u202e]/;
/** Texts that programs show as HTML, or that people read. RFC 5545 3.8.1, RFC 9073 6.5 */
const shown =
  /^(?:SUMMARY|DESCRIPTION|LOCATION|COMMENT|CATEGORIES|CONTACT|STYLED-DESCRIPTION|X-ALT-DESC)[;:]/i;
const markup = /<[a-z!]/i;
/** Markup that no view of HTML shows and visibleMarkup leaves in: comments, scripts, attributes with words. */
const aside =
  /<!|<(?:style|script|template|noscript|title|textarea|select|svg|math|iframe|object|audio|video)[\s>]|\s(?:title|alt|aria-label|placeholder|summary|srcdoc|content|label)\s{0,9}=/i;

/** The place of the colon before the value; one in quotes is none. */
function valueAt(line: string): number {
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (char === '"') quoted = !quoted;
    else if (char === ":" && !quoted) return at;
  }
  return line.length;
}

/** RFC 5545 3.3.11 */
function escaped(text: string): string {
  return text.replace(/[\\;,\n]/g, (char) => (char === "\n" ? "\\n" : `\\${char}`));
}
