// The bodies of messages as clients see them. Small contents are unpacked where they are asked for; large ones in a reading
// thread, which also encodes the answer: unpacking and encoding megabytes takes tenths of a second.
import { htmlToMarkdown } from "../mail/html/markdown.ts";
import { resolveCids } from "../mail/html/sanitize.ts";
import { textToHtml } from "../mail/html/text-to-html.ts";
import { losses } from "../mail/parse/defects.ts";
import type { Message } from "../schema/messages.ts";
import { type Content, unpackContent } from "../store/mail/content.ts";

/** The fields of a message that come out of its content. */
type MessageBodies = Pick<
  Message,
  "text" | "html" | "reply_html" | "quoted_html" | "reply_text" | "defects"
> &
  Partial<Pick<Message, "invitation">>;

export type TextFormat = "plain" | "markdown";

/** A message whose bodies are packed. */
export interface PackedMessage {
  /** Its fields in their order; those of `MessageBodies` are empty, but for an invitation that the row has. */
  fields: Message & { snippet?: string };
  packed: Uint8Array;
  /** Content-IDs of its pictures, and their addresses. */
  pictures: Record<string, string>;
}

/** An answer without its messages, and its messages. */
export interface PackedAnswer {
  /** What texts are written in; plain without it. */
  format?: TextFormat;
  answer: object;
  data: PackedMessage | PackedMessage[];
}

function withBodies({ fields, packed, pictures }: PackedMessage, format: TextFormat): Message {
  const unpacked = unpackContent(packed);
  const content = format === "markdown" ? { ...unpacked, ...markdownOf(unpacked) } : unpacked;
  const defects = losses(content.defects);
  const html = (text: string) =>
    resolveCids(text, (cid) => (Object.hasOwn(pictures, cid) ? pictures[cid]! : null));
  const bodies: MessageBodies = {
    text: content.text,
    html: html(content.html),
    reply_html: html(content.replyHtml),
    quoted_html: content.quotedHtml === null ? null : html(content.quotedHtml),
    reply_text: content.replyText,
    // DECISIONS Threads, messages, folders, labels: where there is none, the answer has the listed fields alone
    ...(defects.length > 0 ? { defects } : {}),
    ...(content.invitation ? { invitation: content.invitation } : {}),
  };
  return { ...fields, ...bodies };
}

/** The texts as Markdown of the HTML; a mail of plain text says it already. */
function markdownOf({ text, html, replyText, replyHtml }: Content): Pick<Content, "text" | "replyText"> {
  if (text !== null && html === textToHtml(text)) return { text, replyText };
  return { text: html === "" ? text : htmlToMarkdown(html), replyText: htmlToMarkdown(replyHtml) };
}

/** The answer as JSON in UTF-8. */
export function encodeAnswer({ answer, data, format = "plain" }: PackedAnswer): Uint8Array {
  const messages = Array.isArray(data)
    ? data.map((one) => withBodies(one, format))
    : withBodies(data, format);
  return new TextEncoder().encode(JSON.stringify({ data: messages, ...answer }));
}
