// The bodies of messages as clients see them. Small contents are unpacked where they are asked for; large ones in a reading
// process, which also encodes the answer: unpacking and encoding megabytes takes tenths of a second. An answer is made in
// pieces: its bodies are never one text beside all others.
import { closeSync, openSync, writeSync } from "node:fs";
import { Failure } from "../lib/failure.ts";
import { Pauses } from "../lib/pauses.ts";
import { htmlToMarkdown } from "../mail/html/markdown.ts";
import { resolveCids } from "../mail/html/sanitize.ts";
import { textToHtml } from "../mail/html/text-to-html.ts";
import { damagedDefect, losses, summaryDefect } from "../mail/parse/defects.ts";
import type { Message } from "../schema/message/messages.ts";
import {
  type ContentTexts,
  DamagedContent,
  type MailContent,
  unpackContent,
  unpackTexts,
} from "../store/message/content.ts";

/** The fields of a message that come out of its content. */
type MessageBodies = Pick<
  Message,
  "text" | "html" | "reply_html" | "quoted_html" | "reply_text" | "defects"
> &
  Partial<Pick<Message, "invitation">>;

export type TextFormat = "plain" | "markdown";
export type MessageView = "full" | "summary" | "text";

/** A message whose bodies are packed. */
export interface PackedMessage {
  /**
   * The message's fields in their order; those of `MessageBodies` are empty, but for an invitation that the
   * row has.
   */
  fields: Message & { snippet?: string };
  packed: Uint8Array;
  /** Content-IDs of its pictures, and their addresses. */
  pictures: Record<string, string>;
  /** The beginning of its text, where the content was not read: a summary of a large mail. */
  preview?: string;
}

/** An answer without its messages, and its messages. */
export interface PackedAnswer {
  /** The format of texts; absent: plain. */
  format?: TextFormat;
  /** The bodies to include; absent: all. */
  view?: MessageView;
  /** With the view `text`: where in the texts it begins, in characters. */
  textFrom?: number;
  /** Characters of each body of a whole message, which is marked where more are left out; all without it. */
  most?: number;
  answer: object;
  data: PackedMessage | PackedMessage[];
  /** A page that ends before its messages take more bytes, but for the first one; `cursors`: behind each message. */
  within?: { bytes: number; cursors: readonly string[] };
}

/** One that is damaged says so, and holds up no other. */
function withBodies(message: PackedMessage, asked: PackedAnswer): Message {
  try {
    return withReadBodies(message, asked);
  } catch (error) {
    if (!(error instanceof DamagedContent)) throw error;
    return { ...message.fields, ...bareBodies("", [damagedDefect]) };
  }
}

function withReadBodies(
  { fields, packed, pictures, preview }: PackedMessage,
  { format = "plain", view = "full", textFrom = 0, most }: PackedAnswer,
): Message {
  if (preview !== undefined) return { ...fields, ...bareBodies(preview) };
  if (view !== "full" && format === "plain") {
    const content = unpackTexts(packed);
    const { invitation } = content;
    const texts = textsOf(content, losses(content.defects), { view, textFrom });
    if (most !== undefined) shorten(texts, most);
    return { ...fields, ...texts, ...(invitation ? { invitation } : {}) };
  }
  const unpacked = unpackContent(packed);
  const content = format === "markdown" ? { ...unpacked, ...markdownOf(unpacked) } : unpacked;
  const defects = losses(content.defects);
  // Bodies are most often the same text: it is resolved once.
  const resolved = new Map<string, string>();
  const html = (text: string) => {
    const before = resolved.get(text);
    if (before !== undefined) return before;
    const after = resolveCids(text, (cid) => (Object.hasOwn(pictures, cid) ? pictures[cid]! : null));
    resolved.set(text, after);
    return after;
  };
  const whole: MessageBodies =
    view !== "full"
      ? textsOf({ ...content, hasHtml: hasHtmlOf(content) }, defects, { view, textFrom })
      : {
          text: content.text,
          html: html(content.html),
          reply_html: html(content.replyHtml),
          quoted_html: content.quotedHtml === null ? null : html(content.quotedHtml),
          reply_text: content.replyText,
          // DECISIONS Threads, messages, folders, labels: where there is none, the answer has the listed fields alone
          ...(defects.length > 0 ? { defects } : {}),
        };
  if (most !== undefined) shorten(whole, most);
  return { ...fields, ...whole, ...(content.invitation ? { invitation: content.invitation } : {}) };
}

function shorten(bodies: MessageBodies, most: number): void {
  let isCut = false;
  const beginning = (body: string) => {
    if (body.length <= most) return body;
    isCut = true;
    const part = body.slice(0, most).toWellFormed();
    // Not within a tag.
    return part.lastIndexOf("<") > part.lastIndexOf(">") ? part.slice(0, part.lastIndexOf("<")) : part;
  };
  const { text, quoted_html: quoted } = bodies;
  bodies.text = text === null ? null : beginning(text);
  bodies.html = beginning(bodies.html);
  bodies.reply_html = beginning(bodies.reply_html);
  bodies.quoted_html = quoted === null ? null : beginning(quoted);
  bodies.reply_text = beginning(bodies.reply_text);
  if (isCut) bodies.defects = [...(bodies.defects ?? []), summaryDefect];
}

/** Characters of each text in a summary. */
const summaryLength = 1000;
/** Characters of each text where texts alone are asked for. */
const textLength = 100_000;

function hasHtmlOf({ html, replyHtml, quotedHtml }: MailContent): boolean {
  return html + replyHtml + (quotedHtml ?? "") !== "";
}

/** Parts of the texts, without HTML. Who asks for the text alone misses nothing where it is whole. */
function textsOf(
  { text, replyText, hasHtml }: Pick<ContentTexts, "text" | "replyText" | "hasHtml">,
  defects: readonly string[],
  { view, textFrom }: { view: MessageView; textFrom: number },
): MessageBodies {
  const [from, to] = view === "text" ? [textFrom, textFrom + textLength] : [0, summaryLength];
  const part = (body: string) => body.slice(from, to).toWellFormed();
  const isCut = from > 0 || (hasHtml && view !== "text") || replyText.length > to || (text ?? "").length > to;
  const marks = isCut ? [...defects, summaryDefect] : defects;
  return {
    text: text === null ? null : part(text),
    html: "",
    reply_html: "",
    quoted_html: null,
    reply_text: part(replyText),
    ...(marks.length > 0 ? { defects: [...marks] } : {}),
  };
}

function bareBodies(preview: string, defects = [summaryDefect]): MessageBodies {
  return {
    text: preview,
    html: "",
    reply_html: "",
    quoted_html: null,
    reply_text: preview,
    defects,
  };
}

/** The texts as Markdown of the HTML; a mail of plain text says it already. */
function markdownOf({
  text,
  html,
  replyText,
  replyHtml,
}: MailContent): Pick<MailContent, "text" | "replyText"> {
  if (text !== null && html === textToHtml(text)) return { text, replyText };
  return { text: html === "" ? text : htmlToMarkdown(html), replyText: htmlToMarkdown(replyHtml) };
}

/** Characters of a body that are written at once. */
const pieceLength = 256 * 1024;

/** The JSON of an object whose long texts come in pieces. */
function* piecesOf(object: object): Generator<string> {
  const isLong = Object.values(object).some(
    (value) => typeof value === "string" && value.length > pieceLength,
  );
  if (!isLong) {
    yield JSON.stringify(object);
    return;
  }
  let before = "{";
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    before += `${JSON.stringify(name)}:`;
    if (typeof value !== "string" || value.length <= pieceLength) before += JSON.stringify(value);
    else {
      yield `${before}"`;
      for (let at = 0; at < value.length; ) {
        let end = Math.min(value.length, at + pieceLength);
        // The halves of a pair stay together.
        if (end < value.length && (value.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
        yield JSON.stringify(value.slice(at, end)).slice(1, -1);
        at = end;
      }
      before = '"';
    }
    before += ",";
  }
  yield before === "{" ? "{}" : `${before.slice(0, -1)}}`;
}

/** The JSON of an answer, in pieces. */
function* answerPieces(packed: PackedAnswer): Generator<string> {
  const { data, within } = packed;
  yield '{"data":';
  let { answer } = packed;
  if (!Array.isArray(data)) yield* piecesOf(withBodies(data, packed));
  else {
    yield "[";
    let bytes = 0;
    for (const [index, one] of data.entries()) {
      if (index === 0 || !within) {
        if (index > 0) yield ",";
        for (const piece of piecesOf(withBodies(one, packed))) {
          bytes += within ? Buffer.byteLength(piece) : 0;
          yield piece;
        }
        continue;
      }
      const text = [...piecesOf(withBodies(one, packed))].join("");
      bytes += Buffer.byteLength(text) + 1;
      if (bytes > within.bytes) {
        answer = { ...answer, has_more: true, next_cursor: within.cursors[index - 1] };
        break;
      }
      yield ",";
      yield text;
    }
    yield "]";
  }
  const rest = JSON.stringify(answer).slice(1);
  yield rest === "}" ? rest : `,${rest}`;
}

/** The answer as JSON in UTF-8. */
export function encodeAnswer(answer: PackedAnswer): Uint8Array {
  return joined([...answerPieces(answer)]);
}

/** Milliseconds of encoding between two pauses. */
const stepMs = 2;

/** As `encodeAnswer`, with pauses between messages, which are small. */
export async function encodeInSteps(answer: PackedAnswer): Promise<Uint8Array> {
  const pauses = new Pauses(stepMs);
  const pieces: string[] = [];
  for (const piece of answerPieces(answer)) {
    pieces.push(piece);
    if (pauses.isDue) await pauses.take();
  }
  return joined(pieces);
}

function joined(pieces: readonly string[]): Uint8Array {
  const encoder = new TextEncoder();
  if (pieces.every((piece) => piece.length < pieceLength / 4)) return encoder.encode(pieces.join(""));
  return new Uint8Array(Buffer.concat(pieces.map((piece) => encoder.encode(piece))));
}

/** Writes the answer into a file that is there already. @returns its bytes @throws Failure unavailable when it is gone */
export function writeAnswer(answer: PackedAnswer, path: string): number {
  const file = openThere(path);
  try {
    let size = 0;
    for (const piece of answerPieces(answer)) {
      const bytes = Buffer.from(piece);
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      size += bytes.length;
    }
    return size;
  } finally {
    closeSync(file);
  }
}

/** Opens a file that exists, and makes none: only the process that made it removes it. */
function openThere(path: string): number {
  try {
    return openSync(path, "r+");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    // A server that starts on the same directory empties the folder.
    throw new Failure("unavailable", "The file of this answer was removed before it was written. Try again.");
  }
}
