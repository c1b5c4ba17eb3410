// The base subject, exactly as RFC 5256 2.1 and 5 define it, because clients compute the same. (How REST joins threads
// is another matter: mail/threading.ts.) Linear in the subject's length.

import { decodeWords } from "../../mail/mime/encoded-words.ts";

export interface BaseSubject {
  /** Before case mapping. */
  base: string;
  /** A marker of a reply or forward was removed. RFC 5256 3 (REFERENCES) */
  isReply: boolean;
}

/** Characters beyond which subjects are cut. */
const maxCharacters = 4000;

/** Header text with its encoded words read. RFC 2047 */
export function headerText(text: string): string {
  return text.includes("=?") ? decodeWords(Buffer.from(text, "utf8").toString("latin1")) : text;
}

/** @param subject as in the envelope: encoded words not yet read; null when the field is absent */
export function baseSubject(subject: string | null): BaseSubject {
  // (1) blanks of every kind are one space
  const text = headerText((subject ?? "").slice(0, maxCharacters)).replace(/[ \t\r\n]+/g, " ");
  const cut: SubjectCut = { text, lower: text.toLowerCase(), from: 0, to: text.length, isReply: false };
  // A letter whose lower case is longer would shift offsets; then only ASCII is lowered.
  if (cut.lower.length !== text.length) cut.lower = text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
  do {
    cutTrailers(cut);
    cutLeaders(cut);
  } while (unwrapForward(cut));
  return { base: text.slice(cut.from, cut.to), isReply: cut.isReply };
}

/** The rest of a subject: [from, to) of the text. */
interface SubjectCut {
  text: string;
  lower: string;
  from: number;
  to: number;
  isReply: boolean;
}

/** (2) *subj-trailer: "(fwd)" / WSP */
function cutTrailers(cut: SubjectCut): void {
  for (;;) {
    if (cut.to > cut.from && cut.text[cut.to - 1] === " ") cut.to--;
    else if (cut.to - 5 >= cut.from && cut.lower.startsWith("(fwd)", cut.to - 5)) {
      cut.to -= 5;
      cut.isReply = true;
    } else return;
  }
}

/** (3) to (5): *subj-leader, and subj-blobs in front of something. */
function cutLeaders(cut: SubjectCut): void {
  for (;;) {
    while (cut.from < cut.to && cut.text[cut.from] === " ") cut.from++;
    let behind = cut.from;
    let lastBlob = cut.from;
    for (let end = blobEnd(cut, behind); end > 0; end = blobEnd(cut, behind)) {
      lastBlob = behind;
      behind = end;
    }
    const reply = refwdEnd(cut, behind);
    if (reply > 0) {
      cut.from = reply;
      cut.isReply = true;
      continue;
    }
    // Blobs are removed while some text follows them.
    cut.from = behind < cut.to ? behind : lastBlob;
    return;
  }
}

/** Behind "[" *BLOBCHAR "]" *WSP at `at`, or 0. */
function blobEnd({ text, to }: SubjectCut, at: number): number {
  if (at >= to || text[at] !== "[") return 0;
  for (let i = at + 1; i < to; i++) {
    if (text[i] === "[") return 0;
    if (text[i] !== "]") continue;
    let end = i + 1;
    while (end < to && text[end] === " ") end++;
    return end;
  }
  return 0;
}

/** Behind ("re" / "fw" / "fwd") *WSP [subj-blob] ":" at `at`, or 0. */
function refwdEnd(cut: SubjectCut, at: number): number {
  const { text, lower, to } = cut;
  let end = at;
  if (lower.startsWith("re", at)) end += 2;
  else if (lower.startsWith("fw", at)) end += lower[at + 2] === "d" ? 3 : 2;
  else return 0;
  while (end < to && text[end] === " ") end++;
  end = blobEnd(cut, end) || end;
  return end < to && text[end] === ":" ? end + 1 : 0;
}

/** (6) "[fwd:" ... "]" */
function unwrapForward(cut: SubjectCut): boolean {
  if (cut.to - cut.from < 6 || !cut.lower.startsWith("[fwd:", cut.from) || cut.text[cut.to - 1] !== "]")
    return false;
  cut.from += 5;
  cut.to--;
  cut.isReply = true;
  return true;
}
