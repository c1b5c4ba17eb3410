// Repeats in a mail that comes in: the words of the mail that it answers. The look-up that finds its thread brings the digests of those
// messages, and the turn compares numbers: no text is read here, and nothing is asked for. The fold is stored with the mail, so
// that what becomes of the other message changes nothing.
import { previewOf } from "../../../src/mail/parse/read-mail.ts";
import { cutText } from "../../../src/mail/reply/fold.ts";
import {
  htmlCuts,
  type KnownMail,
  type RepeatedLines,
  repeatedLines,
  textCuts,
} from "../../../src/mail/reply/repeated.ts";
import { isDigest } from "../../../src/mail/reply/shingles.ts";
import type { ReferencedMessage } from "../../../src/store/mailbox/threading.ts";
import { type RememberedFold, withFold } from "../../../src/store/message/content.ts";
import { bodies } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import type { PreparedMail } from "../message/store-message.ts";
import { referencedIds } from "./threads.ts";

/** Messages with which a mail is compared. */
const maxKnown = 3;

/** The Message-IDs of the mails with which a mail is compared: what it answers, and the newest of what that answered. */
export function comparedIds(mail: PreparedMail): string[] {
  return mail.parsed.compared === null ? [] : referencedIds(mail).slice(0, maxKnown);
}

/** The mail with its fold, where it repeats a message of the mailbox; otherwise as it is. */
export function withRepeats(
  turn: Turn,
  mail: PreparedMail,
  hits: readonly ReferencedMessage[],
): PreparedMail {
  const { compared, preview } = mail.parsed;
  if (compared === null) return mail;
  const known = knownMails(turn, comparedIds(mail), hits);
  if (known.length === 0) return mail;
  const text = compared.text && repeatedLines(compared.text, known);
  const html = compared.html && repeatedLines(compared.html, known);
  const repeated = text ?? html;
  if (!repeated) return mail;
  const fold: RememberedFold = { of: repeated.map(({ of }) => of) };
  if (text && compared.text) fold.text = textCuts(compared.text, text);
  if (html && compared.html) fold.html = htmlCuts(compared.html, html);
  if (compared.isHtmlAlone) fold.shown = true;
  const words = fold.text
    ? cutText(mail.parsed.text ?? "", fold.text).reply
    : openingOf(compared.html?.openings, repeated);
  const seen = words === null ? preview : previewOf(words);
  return {
    ...mail,
    content: withFold(mail.content, fold),
    // What is quoted is weighed less.
    cut: null,
    parsed: { ...mail.parsed, preview: seen || preview },
  };
}

function knownMails(turn: Turn, ids: readonly string[], hits: readonly ReferencedMessage[]): KnownMail[] {
  const written = turn.written(bodies);
  const known: KnownMail[] = [];
  for (const id of ids) {
    for (const hit of hits) {
      if (hit.headerId !== id || known.length >= maxKnown) continue;
      const digest = hit.digest ?? written.find(({ messageId }) => messageId === hit.id)?.digest;
      if (isDigest(digest)) known.push({ id: hit.id, digest });
    }
  }
  return known;
}

/** The first lines of the reply; null where it begins further below. */
function openingOf(
  openings: readonly string[] | null | undefined,
  repeated: readonly RepeatedLines[],
): string | null {
  const kept = openings?.filter((_, at) => !repeated.some(({ from, to }) => at >= from && at < to)) ?? [];
  return kept.length === 0 ? null : kept.join("\n");
}
