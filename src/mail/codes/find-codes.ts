// The door: what a mail gives to prove who its reader is. Bounded: the start of a mail is looked at. DECISIONS Codes and links
import { visibleText } from "../html/visible-text.ts";
import { type LinkFact, linksOf } from "../safety/links.ts";
import { codesIn } from "./codes.ts";
import type { FoundCodes } from "./found.ts";
import { linksFor } from "./links.ts";

/** Characters of HTML. */
const maxHtml = 300_000;
/** Characters of text. */
const maxText = 20_000;

/** The bodies of a mail as they are stored. */
export interface MailBodies {
  subject: string | null;
  text: string | null;
  /** Sanitised. */
  html: string;
}

export function findCodes({ subject, text, html }: MailBodies): FoundCodes {
  const markup = html.slice(0, maxHtml);
  const shown = visibleText(markup);
  const bodies = text === null ? [shown] : [shown, text];
  return {
    codes: codesIn(subject ?? "", bodies),
    links: linksFor(subject ?? "", shown, [...linksOf(markup, { alts: true }), ...bareLinks(shown)]),
  };
}

/** Addresses that stand in the text, for a reader to copy. */
function bareLinks(text: string): LinkFact[] {
  const found = text.slice(0, maxText).match(/https?:\/\/[^\s<>"'“”«»，。；、）)\]]{4,1900}/gi) ?? [];
  return found.slice(0, 50).map((written) => {
    const href = written.replace(/[.,;:!?]+$/, "");
    return { text: href, href, host: null, mismatch: false };
  });
}
