// The parts of a message, by whose words they are: for `read_thread`.
import type { MessageSpans } from "../../sdk/typescript/index.ts";
import { type AnswerPart, packCursor, pageAnswer, portion, type ToolAnswer } from "../answer.ts";
import { estimateTokens } from "../tokens.ts";
import { id, nothing, ours, Theirs, word } from "../words.ts";

type MessagePart = MessageSpans["spans"][number];

/** Marks a cursor of `partsAnswer` in the place behind those of messages. */
export const partsMark = "parts";

/**
 * The parts that an answer has room for, a long one in portions.
 * @param index the first part. @param offset where its text goes on. @param most tokens
 */
export function partsAnswer(
  { message_id, spans }: MessageSpans,
  { index, offset, most }: { index: number; offset: number; most: number },
): ToolAnswer {
  const cursorAt = (at: number, from = 0) => packCursor([null, at, from, message_id, null, partsMark]);
  const items: AnswerPart[] = [];
  let next = null;
  let left = most;
  for (const [n, span] of spans.slice(index).entries()) {
    const from = n === 0 ? offset : 0;
    const words = span.mail?.text ?? span.text;
    const { part, next: rest } = portion(words, from, Math.max(left, 200));
    items.push(partItem(span, from > 0 ? `[goes on]\n${part}` : part));
    left -= estimateTokens(part) + 80;
    if (rest !== null) next = cursorAt(index + n, rest);
    else if (left < 200 && index + n + 1 < spans.length) next = cursorAt(index + n + 1);
    if (next !== null) break;
  }
  return pageAnswer(items, {
    name: "parts",
    none: ours`This message has no text.`,
    cursorAt: (n) => cursorAt(index + n),
    next,
  });
}

function partItem({ kind, text: name, of, mail, attachment_id }: MessagePart, text: string): AnswerPart {
  const { from = null, date = null, subject = null } = mail ?? {};
  const author = from === null ? null : [from.name, from.email].filter((one) => one).join(" ");
  const quoted = of === null ? nothing : ours` of message ${id(of)}`;
  const file = attachment_id === undefined ? nothing : ours` ${id(attachment_id)}`;
  const filename = kind === "file" && mail !== undefined ? name : null;
  const head = mail === undefined ? {} : { from: author, date, subject };
  return {
    head: ours`Part: ${word(kind)}${quoted}${file}`,
    fields: {
      kind: word(kind),
      ...(of === null ? {} : { of: id(of) }),
      ...(attachment_id === undefined ? {} : { attachment_id: id(attachment_id) }),
    },
    mail: new Theirs({ ...(filename === null ? {} : { filename }), ...head, text }, [
      filename === null ? null : `File: ${filename}`,
      author === null ? null : `From: ${author}`,
      date === null ? null : `Date: ${date}`,
      subject === null ? null : `Subject: ${subject}`,
      text,
    ]),
  };
}
