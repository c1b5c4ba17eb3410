// A mail's bodies for comparing: its digest, with which later answers are compared, and for an answer its lines.
import { visibleText } from "../html/visible-text.ts";
import { comparedHtml, comparedText } from "../reply/compared-lines.ts";
import type { HistoryHints } from "../reply/fold.ts";
import { digestOf } from "../reply/shingles.ts";
import type { ComparedBodies, ParsedMail } from "./parsed-mail.ts";

/** The bodies of a mail that was read, before folding. */
interface ReadBodies {
  text: string | null;
  html: string;
  /** The mail has HTML of its own. */
  ownHtml: boolean;
  /** The plain part says something else than the HTML. */
  isOtherText?: boolean;
  /** The text of the HTML beside a text part. */
  shown?: string;
}

const maxFolded = 4_000_000;

/** HTML of megabytes is not folded, unless embedded pictures make it large. */
export function isFoldable(html: string): boolean {
  return html.length <= maxFolded || html.includes('src="data:image/');
}

/** A blank text part does not count: some programs send one beside the HTML. */
export function isHtmlAlone({ text, isOtherText = false }: ReadBodies): boolean {
  return text === null || text.trim() === "" || isOtherText;
}

export function answers({ inReplyTo, references }: Pick<ParsedMail, "inReplyTo" | "references">): boolean {
  return inReplyTo.length + references.length > 0;
}

/** HTML that is longer is not compared where the reply text is made of it. */
const maxShownHtml = 128 * 1024;

export function comparedBodies(content: ReadBodies, hints: HistoryHints): ComparedBodies | null {
  const { text, html, ownHtml } = content;
  const isAlone = ownHtml && isHtmlAlone(content);
  const isRead = ownHtml && isFoldable(html) && !(isAlone && html.length > maxShownHtml);
  const bodies = {
    text: isAlone ? null : comparedText(text ?? "", hints),
    html: isRead ? comparedHtml(html, hints) : null,
    isHtmlAlone: isAlone,
  };
  return bodies.text || bodies.html ? bodies : null;
}

/** The digest of all that the mail shows, its history included. @param words those of the reply */
export function digestOfMail(
  bodies: ReadBodies,
  words: string,
  quotedHtml: string | null,
): Uint8Array | null {
  const { text, html, ownHtml, shown } = bodies;
  // An HTML part may say more, as newsletters' do.
  if (text !== null && text.trim() !== "")
    return digestOf(shown === undefined || shown.length < 1.3 * text.length ? [text] : [text, shown]);
  if (!ownHtml) return null;
  return digestOf([quotedHtml === null ? words : visibleText(html, { alts: false })]);
}
