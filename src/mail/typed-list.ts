// Lists of recipients as people type them: strict, so that nobody is left out or written to by mistake. Header fields of mails
// are read tolerantly, by mime/address-list.ts.
import { looksLikeEmail } from "../schema/common.ts";
import type { Mailbox } from "./mime/address-list.ts";

export interface TypedList {
  mailboxes: Mailbox[];
  /** The first part that is no recipient, as it was typed; null: all were understood. */
  unread: string | null;
}

/** Addresses, or names with addresses in angle brackets, with commas or semicolons between them. RFC 5322 3.4 */
export function readTypedList(text: string): TypedList {
  const mailboxes: Mailbox[] = [];
  const parts = partsOf(text);
  for (let at = 0; at < parts.length; at++) {
    let part = parts[at]!;
    // "Doe, John <j@example.com>": a name with a comma in it.
    const next = parts[at + 1];
    if (isName(part) && next !== undefined && /^[^"@<]+</.test(next)) {
      part = `${part}, ${next}`;
      at++;
    }
    const mailbox = mailboxOf(part);
    if (!mailbox) return { mailboxes, unread: part };
    mailboxes.push(mailbox);
  }
  return { mailboxes, unread: null };
}

/** The text between commas and semicolons that stand in no quotes, comments or brackets; no empty ones. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let closing: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === "\\" && closing !== null && closing !== ">") at++;
    else if (closing !== null) closing = char === closing ? null : closing;
    else if (char === '"') closing = '"';
    else if (char === "(") closing = ")";
    else if (char === "<") closing = ">";
    else if (char === "," || char === ";") {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function isName(part: string): boolean {
  return !/["@<>()]/.test(part);
}

function mailboxOf(part: string): Mailbox | null {
  if (looksLikeEmail(part)) return { email: part, name: null };
  if (part.endsWith(">"))
    return named(part.slice(0, part.lastIndexOf("<")), part.slice(part.lastIndexOf("<") + 1, -1));
  // An address with a name in a comment behind it.
  const comment = part.endsWith(")") ? part.indexOf("(") : -1;
  if (comment <= 0) return null;
  const email = part.slice(0, comment).trim();
  return looksLikeEmail(email) ? { email, name: part.slice(comment + 1, -1).trim() || null } : null;
}

function named(phrase: string, inside: string): Mailbox | null {
  const email = inside.trim().replace(/^mailto:/i, "");
  const name = phraseOf(phrase.trim(), email);
  return name === null || !looksLikeEmail(email) ? null : { email, name: name === "" ? null : name };
}

/**
 * The name that a phrase gives to an address; null where it is none. An address may stand for its own name: many programs
 * write that. Another one without quotes is a recipient whose comma is missing.
 */
function phraseOf(phrase: string, email: string): string | null {
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"$/su.exec(phrase) ?? [];
  if (quoted !== undefined) return quoted.replace(/\\(.)/gsu, "$1").trim();
  if (/["<>]/.test(phrase)) return null;
  return phrase.includes("@") && phrase.toLowerCase() !== email.toLowerCase() ? null : phrase;
}
