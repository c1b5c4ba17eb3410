// Recognises a line that does nothing but name a person whom the answer goes to, and perhaps a time: "Ada L.:",
// "-- 3.5.2024 Ada --". Comparing takes it for the introduction of a quote directly below that a stored mail proves (repeated.ts).

import { hasDate, isFirstPerson, timePattern } from "./attribution.ts";
import { endsWithColon, plain } from "./compare-text.ts";

const maxLength = 100;
const maxTokens = 16;
/** Words of a language that no rule knows, beside a full name, a date and a time. */
const maxUnknown = 2;
const dashes = "-–—=*";
const dashedPattern = /^[-–—=*]{1,9} ?(.{3,90}?) ?[-–—=*]{1,9}$/u;
const breaksPattern = /[\s,;:：()<>[\]"'|]+/u;
const numberPattern = /^[\p{Nd}][\p{Nd}./\-年月日時时]*(?:st|nd|rd|th|h|am|pm|t|z)?$/iu;
const zonePattern = /^(?:am|pm|uhr|utc|gmt|[a-z]{1,3}t|[+-]\d{1,4})$/i;
const initialPattern = /^\p{Lu}\.?$/u;
const dayPattern = /^\d{1,2}(?:\.|st|nd|rd|th)?$/i;
const asciiPattern = /^[\x20-\x7e]+$/;
const yearPattern = /^(?:19|20)\d\d\.?$/;

/** Whether a line names one of these people and holds nothing of its writer's. */
export function namesAuthor(text: string, people: ReadonlySet<string> | undefined): boolean {
  if (people === undefined || text.length > maxLength || text === "") return false;
  const dashed = dashes.includes(text.charAt(0)) ? dashedPattern.exec(text)?.[1] : undefined;
  if ((dashed === undefined && !endsWithColon(text)) || /[?!？！]/.test(text)) return false;
  const tokens = (dashed ?? text).split(breaksPattern, maxTokens + 1).filter((token) => token !== "");
  if (tokens.length === 0 || tokens.length > maxTokens) return false;
  let names = 0;
  let unknown = 0;
  for (const [at, token] of tokens.entries()) {
    if (isNameOf(token, people)) names++;
    else if (initialPattern.test(token)) names += names > 0 ? 1 : 0;
    else if (!numberPattern.test(token) && !zonePattern.test(token) && !isMonth(tokens, at)) {
      // Words in ASCII may well be the sender's: "moved to".
      if (asciiPattern.test(token)) return false;
      unknown++;
    }
  }
  if (names === 0) return false;
  if (unknown === 0) return true;
  const form = plain(text);
  return (
    unknown <= maxUnknown && names > 1 && hasDate(form) && timePattern.test(form) && !isFirstPerson(form)
  );
}

function isNameOf(token: string, people: ReadonlySet<string>): boolean {
  const local = token.includes("@") ? token.slice(0, token.indexOf("@")) : token;
  return local.split(/[._-]/).every((word) => word === "" || people.has(plain(word))) && /\p{L}/u.test(local);
}

/** The word of "3 May 2024" and "May 3, 2024". */
function isMonth(tokens: readonly string[], at: number): boolean {
  const [before, after, next] = [tokens[at - 1] ?? "", tokens[at + 1] ?? "", tokens[at + 2] ?? ""];
  return dayPattern.test(before) ? yearPattern.test(after) : dayPattern.test(after) && yearPattern.test(next);
}
