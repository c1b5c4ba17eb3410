// The door: what a mail gives to prove who its reader is. Bounded: the start of a mail is looked at. DECISIONS Codes and links
import { visibleText } from "../html/visible-text.ts";
import { foldHtml, foldText } from "../reply/fold.ts";
import { linksOf } from "../safety/links.ts";
import { codesIn } from "./codes.ts";
import type { FoundCodes } from "./found.ts";
import { type LinkInMail, linksFor } from "./links.ts";

/** Characters of HTML. */
const maxHtml = 300_000;
/** Characters of the plain part. */
const maxPlain = 100_000;
const maxSubject = 1000;
/** Characters of text that are searched for addresses. */
const maxText = 20_000;

/** The bodies of a mail as they are stored. */
export interface MailBodies {
  subject: string | null;
  text: string | null;
  /** Sanitised. */
  html: string;
}

export function findCodes(mail: MailBodies): FoundCodes {
  const html = mail.html.slice(0, maxHtml);
  const text = mail.text?.slice(0, maxPlain) ?? null;
  const subject = (mail.subject ?? "").slice(0, maxSubject);
  const found = findIn(subject, text, html);
  if (found.codes.length + found.links.length === 0) return found;
  // A code that only the quoted part of an answer has was given before.
  const [ownHtml, ownText] = [foldHtml(html), text === null ? null : foldText(text)];
  if (ownHtml.quoted === null && !ownText?.quoted) return found;
  return findIn(subject, ownText?.reply ?? null, ownHtml.reply);
}

function findIn(subject: string, text: string | null, html: string): FoundCodes {
  const shown = visibleText(html);
  return {
    codes: codesIn(subject, text === null ? [shown] : [shown, text]),
    links: linksFor(subject, shown, [
      ...linksOf(html, { alts: true }).map(({ href, text }) => ({ href, text, words: text })),
      ...bareLinks(shown),
    ]),
  };
}

/** Addresses that stand in the text, for a reader to copy, with what stands before them: "Confirm ( https://... )". */
function bareLinks(shown: string): LinkInMail[] {
  const text = shown.slice(0, maxText);
  const found = [...text.matchAll(/https?:\/\/[^\s<>"'“”«»，。；、）)\]]{4,1900}/gi)].slice(0, 50);
  return found.map(({ 0: written, index }) => {
    const href = written.replace(/(?<![.,;:!?])[.,;:!?]+$/, "");
    const before = text.slice(Math.max(0, index - 120), index);
    const words = /([^\n]{2,80}?)(?:\]?\s?[(（<[]\s?|[:：]\s*)$/.exec(before)?.[1]?.trim() ?? "";
    return { href, text: href, words };
  });
}
