// The keys that join a mail to a thread (DECISIONS Threads): message ids first, the subject only without any id.

/** Subject prefixes of replies, in the languages of mail programs. */
// biome-ignore format: a table
const replyMarks = new Set([
  "re", "aw", "antw", "antwort", "sv", "vs", "vá", "odp", "ynt", "yanıt", "rif", "r", "res",
  "bls", "atb", "ats",  "отв", "ответ", "відп", "отг", "απ", "σχετ", "回复", "回覆", "答复", "答覆",
  "返信", "회신", "답장", "ตอบ", "trả lời", "hồi âm", "رد", "تعقيب", "השב", "תגובה", "پاسخ", "रे", "rép", "réf",
  "rv", "vb", "odg", "одг", "re^",
]);

/** Subject prefixes of forwards. */
// biome-ignore format: a table
const forwardMarks = new Set([
  "fw", "fwd", "wg", "tr", "vl", "vs", "i", "rv", "enc", "encaminhada", "doorst", "pd", "přep", "fs",
  "trs", "továbbítás", "tov", "ilt", "пер", "пересл", "пересылка", "ηπ", "πρθ", "转发", "轉寄",
  "轉發", "転送", "전달", "ส่งต่อ", "chuyển tiếp", "fwd.", "إعادة توجيه", "העבר", "הועבר", "ارسال", "tfs",
  "yml", "bčk", "prosl", "переадр", "vb", "redir",
]);

const listTag = /^\[[^[\]]{1,60}\] ?(?=\S)/;

/** The counter behind a prefix: "Re[2]:", "Re^3:", "AW (2):". */
const counter = /(?:\[\d{1,4}\]|\(\d{1,4}\)|\^\d{1,4}|\*\d{1,4}|\d{1,3})$/;

/**
 * The subject without prefixes of replies and forwards, for comparison only, and whether it is a reply. List tags ("[name] ")
 * before and between prefixes are removed too. Like RFC 5256 2.1, in many languages.
 */
export function baseSubject(subject: string | null): { base: string; isReply: boolean } {
  let rest = (subject ?? "").slice(0, 2000).normalize("NFKC").replace(/\s+/g, " ").trim();
  let isReply = false;
  for (let i = 0; i < 50; i++) {
    const tag = listTag.exec(rest);
    const mark = markOf(tag ? rest.slice(tag[0].length) : rest);
    if (mark === null) break;
    rest = (tag ? rest.slice(tag[0].length) : rest).slice(mark.length).trim();
    isReply ||= mark.isReply;
  }
  const trailing = /^(.*\S)\s*\((?:fwd|fw)\)$/i.exec(rest);
  return { base: (trailing?.[1] ?? rest).toLowerCase(), isReply };
}

/** Prefixes that one language writes above answers and another above forwards; forwards here, but for the Finnish "VS". */
const sharedMarks = new Set(["rv", "vb", "vs"]);
const bracketedForward = /^\[ ?(?:fwd|fw) ?:/i;
const trailingForward = /\S ?\((?:fwd|fw)\)$/i;

/**
 * Whether the subject's first prefix is that of a forward, and not that of a reply; behind list tags too.
 * @param isFinnish the mail is in Finnish, where "VS" stands above an answer
 */
export function isForward(subject: string | null, { isFinnish = false } = {}): boolean {
  let rest = (subject ?? "").slice(0, 400).normalize("NFKC").replace(/\s+/g, " ").trim();
  for (let tags = 0; tags < 3; tags++) {
    if (bracketedForward.test(rest)) return true;
    const tag = listTag.exec(rest);
    if (tag === null) break;
    rest = rest.slice(tag[0].length);
  }
  const mark = markOf(rest);
  if (mark === null) return trailingForward.test(rest);
  if (sharedMarks.has(mark.word)) return !(isFinnish && mark.word === "vs");
  return !mark.isReply;
}

function markOf(text: string): { length: number; isReply: boolean; word: string } | null {
  const colon = text.slice(0, 30).search(/[:：]/);
  if (colon <= 0) return null;
  // The Turkish capital İ becomes two characters.
  const lower = text.slice(0, colon).trim().replace(counter, "").toLowerCase();
  const word = lower.replaceAll("\u0307", "").trim();
  const isReply = replyMarks.has(word);
  if (!isReply && !forwardMarks.has(word)) return null;
  return { length: colon + 1, isReply, word };
}

/** The ids of a Message-ID, In-Reply-To or References value, without angle brackets, in order, each once. RFC 5322 3.6.4 */
export function messageIds(header: string | null): string[] {
  if (header === null) return [];
  const ids = new Set<string>();
  let at = header.indexOf("<");
  while (at >= 0) {
    const end = header.indexOf(">", at + 1);
    if (end < 0) break;
    const id = bareId(header.slice(header.lastIndexOf("<", end) + 1, end));
    if (id !== "") ids.add(id);
    at = header.indexOf("<", end + 1);
  }
  // Some programs leave out the brackets.
  if (ids.size === 0)
    for (const word of header.split(/[\s,]+/)) if (/^[^\s@<>"]+@[^\s@<>"]+$/.test(word)) ids.add(word);
  return [...ids];
}

/** The id in a Message-ID field, without angle brackets; a value without brackets and "@" is taken whole. */
export function ownMessageId(header: string | null): string | null {
  const word = header?.trim() ?? "";
  return messageIds(header)[0] ?? (/^[^\s<>]{1,500}$/.test(word) ? word : null);
}

function bareId(text: string): string {
  return text.replace(/\s+/g, "").slice(0, 995);
}

/** At most `limit` ids: the first of the chain and the newest. */
export function shortened(ids: string[], limit: number): string[] {
  return ids.length <= limit ? ids : [...ids.slice(0, 1), ...ids.slice(ids.length - limit + 1)];
}

/** The ids that identify the thread, best first: In-Reply-To, then References from the newest. */
export function threadKeys(mail: { inReplyTo: string[]; references: string[] }): string[] {
  return [...new Set([...mail.inReplyTo, ...mail.references.toReversed()])];
}
