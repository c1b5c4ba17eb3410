// Where a link goes, as text beside its words. DECISIONS Threads, messages, folders, labels.

const maxCharacters = 2000;

/**
 * Return a link's address as plain text shows it in angle brackets behind the words: `here
 * <https://example.com/>`.
 * @returns null: the words are the address already, there are none, or no reader could follow it
 */
export function linkTarget(href: string, words: string): string | null {
  // A subject or text that a mailto link proposes is no part of the address. RFC 6068 2
  const target = href.trim().replace(/^(mailto:[^?]*)\?.*$/is, "$1");
  if (!/^(?:https?|ftp|mailto|tel):[^\s<>]+$/i.test(target) || target.length > maxCharacters) return null;
  const said = bareTarget(words.trim().replace(/^<|>$/g, ""));
  if (said === "" || said === bareTarget(target)) return null;
  return target.replace(/^(?:mailto|tel):/i, "");
}

/** Characters of a link's name. */
const longestLabel = 100;

/**
 * The name of a link that has no words: the alternative texts of its pictures, else the number or mailbox that it
 * calls.
 */
export function linkLabel(href: string, alts: readonly string[]): string {
  const said = alts.join(" ").replace(/\s+/g, " ").trim().slice(0, longestLabel).toWellFormed();
  if (said !== "") return said;
  const [, called = ""] = /^(?:tel|sms|mailto):([^?#\s<>]{1,100})/i.exec(href.trim()) ?? [];
  return called;
}

/** An address without what people leave out of it. */
function bareTarget(text: string): string {
  const bare = text
    .toLowerCase()
    .replace(/^(?:https?:\/\/|ftp:\/\/|mailto:|tel:)/, "")
    .replace(/^www\./, "")
    .replace(/\/$/, "");
  return /^[+\d\s().-]+$/.test(bare) ? bare.replace(/[\s().-]/g, "") : bare;
}
