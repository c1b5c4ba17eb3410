// The bodies of messages as clients see them. Small contents are unpacked where they are asked for; large ones in a reading
// thread, which also encodes the answer: unpacking and encoding megabytes takes tenths of a second.
import { resolveCids } from "../mail/html/sanitize.ts";
import { losses } from "../mail/parse/defects.ts";
import type { Message } from "../schema/messages.ts";
import { unpackContent } from "../store/mail/content.ts";

/** The fields of a message that come out of its content. */
type MessageBodies = Pick<
  Message,
  "text" | "html" | "reply_html" | "quoted_html" | "reply_text" | "defects"
> &
  Partial<Pick<Message, "invitation">>;

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
  answer: object;
  data: PackedMessage | PackedMessage[];
}

function withBodies({ fields, packed, pictures }: PackedMessage): Message {
  const content = unpackContent(packed);
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

/** The answer as JSON in UTF-8. */
export function encodeAnswer({ answer, data }: PackedAnswer): Uint8Array {
  const messages = Array.isArray(data) ? data.map(withBodies) : withBodies(data);
  return new TextEncoder().encode(JSON.stringify({ data: messages, ...answer }));
}
