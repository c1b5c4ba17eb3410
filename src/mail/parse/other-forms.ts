// Other forms of a mail's text, which no view has: AMP, forms for watches, RTF, the words of a calendar beside the text. Programs that
// read the raw mail meet them, so they are looked through for orders (safety/program-orders.ts). Bounded.

import { unescapeText } from "../../lib/text-escapes.ts";
import { strippedText } from "../html/strip-markup.ts";
import { enrichedText, partText } from "../mime/part-text.ts";
import type { PartStructure } from "../mime/structure.ts";
import type { OtherForm } from "../visible/findings.ts";
import { hasName, isRich, isText } from "./bodies.ts";
import type { CalendarPart } from "./calendar-parts.ts";

/** Parts that are looked through. */
const maxForms = 20;
/** Octets of a part; what is beyond is not looked through. */
const maxOctets = 400_000;

const notText = /^(?:calendar|x-vcalendar|vcard|x-vcard|css|csv|rfc822-headers|x-amp-state)$/;

/** Whether a part is another form of the text for some programs, and not an attachment. */
export function isOtherForm(part: PartStructure): boolean {
  return part.type === "text" && /^(?:x-amp-html|watch-html|x-watch-html)$/.test(part.subtype);
}

/** @param rest the parts that are not the mail's text */
export function otherForms(binary: string, rest: readonly PartStructure[], hint: string | null): OtherForm[] {
  return rest
    .filter((part) => part.type === "text" && !isText(part) && !notText.test(part.subtype))
    .filter((part) => part.disposition?.type !== "attachment" && !hasName(part))
    .slice(0, maxForms)
    .map((part) => ({ where: `text/${part.subtype}`, text: wordsOf(part, textOf(binary, part, hint)) }));
}

function textOf(binary: string, part: PartStructure, hint: string | null): string {
  return partText(binary, part, hint).slice(0, maxOctets);
}

function wordsOf(part: PartStructure, text: string): string {
  if (isRich(part)) return enrichedText(text);
  if (/html$/.test(part.subtype)) return strippedText(text);
  if (part.subtype === "rtf")
    return text.replace(/\\par\b/g, "\n").replace(/\\[a-z]{1,32}-?\d{0,10} ?|[{}]/g, "");
  return text;
}

const worded =
  /^((?:SUMMARY|DESCRIPTION|LOCATION|COMMENT|X-ALT-DESC|STYLED-DESCRIPTION)\b[^:\n]{0,200}):(.*)$/gim;

/** The texts of calendar objects that programs show beside the mail. */
export function calendarForms(parts: readonly CalendarPart[]): OtherForm[] {
  return parts.slice(0, maxForms).flatMap(({ text }) => {
    const said = [...text.slice(0, maxOctets).matchAll(worded)].map(([, name = "", value = ""]) => {
      const words = unescapeText(value);
      return /FMTTYPE="?text\/html/i.test(name) ? strippedText(words) : words;
    });
    return said.length === 0 ? [] : [{ where: "text/calendar", text: said.join("\n") }];
  });
}
