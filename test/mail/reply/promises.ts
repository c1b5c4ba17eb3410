// The fold's promises as checks that name the one that was broken; null when all hold.

import { htmlToText, sanitise } from "../../../src/mail/html/sanitize.ts";
import { foldHtml, foldText, type HistoryHints } from "../../../src/mail/reply/fold.ts";

function words(text: string): string {
  return text.split(/\s+/).join(" ").trim();
}

/** Visible words of HTML, without the marks that htmlToText puts before list items. */
function seen(html: string): string {
  return htmlToText(html)
    .replace(/^ *(?:\*|\d+\.) ?/gm, "")
    .replace(/\s+/g, "");
}

/** Whether the pieces hold every word of the whole once, and each of them in the whole's order. */
function isShared(whole: string, pieces: string[]): boolean {
  const sorted = (text: string): string => [...text].sort().join("");
  return sorted(pieces.join("")) === sorted(whole) && pieces.every((piece) => isInOrder(whole, piece));
}

function isInOrder(whole: string, piece: string): boolean {
  let at = 0;
  for (let next = 0; next < piece.length; next += 1, at += 1) {
    at = whole.indexOf(piece[next]!, at);
    if (at < 0) return false;
  }
  return true;
}

/** Which promise folding this text breaks, with the mail; null: none. */
export function brokenText(mail: string, hints: HistoryHints = {}): string | null {
  const { reply, quoted } = foldText(mail, hints);
  const [whole = "", ...pieces] = [mail, reply, quoted ?? ""].map((text) => text.replace(/\s+/g, ""));
  if (!isShared(whole, pieces)) return `words lost: ${mail}`;
  if (words(mail) !== "" && words(reply) === "") return `empty reply: ${mail}`;
  if (quoted !== null && words(quoted) === "") return `empty history: ${mail}`;
  const again = foldText(reply, hints);
  if ((again.reply !== reply || again.quoted !== null) && !labelled.test(reply))
    return `folds twice: ${mail}\n=>\n${reply}`;
  return null;
}

/** A label above a quote where the text begins: alone it reads as the name of who wrote the quote. */
const labelled = /^\s*[^\n]{1,80}:[ \t]*\n\s*(?:>|&gt;)/;

/** Which promise folding this sanitised HTML breaks, with the HTML; null: none. */
export function brokenHtml(html: string, hints: HistoryHints = {}): string | null {
  const { reply, quoted } = foldHtml(html, hints);
  if (!isShared(seen(html), [seen(reply), quoted === null ? "" : seen(quoted)])) return `words lost: ${html}`;
  if (seen(html) !== "" && seen(reply) === "") return `empty reply: ${html}`;
  if (quoted === null && reply !== html) return `changed: ${html}`;
  const again = foldHtml(reply, hints);
  if ((again.reply !== reply || again.quoted !== null) && !labelled.test(reply.replace(/<[^>]*>/g, "")))
    return `folds twice: ${html}\n=>\n${reply}`;
  if (quoted === null) return null;
  if (seen(quoted) === "") return `empty history: ${html}`;
  if (sanitise(reply) !== reply || sanitise(quoted) !== quoted)
    return `ill-formed: ${html}\n=>\n${reply}\n=>\n${quoted}`;
  return null;
}
