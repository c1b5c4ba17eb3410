// The tool that reads a file that came with a mail.
import type { AttachmentText, Postroom } from "../../sdk/typescript/index.ts";
import { answerOf, goesOn, packCursor, portion, type ToolAnswer, unpackCursor } from "../answer.ts";
import { cursor, flag, next, text, tool } from "../tool.ts";
import { nothing, type Ours, ours, Theirs, time, urlOf, word } from "../words.ts";
import { textTokens } from "./reading.ts";

export const readAttachment = tool<{ attachment: string; link?: boolean; cursor?: string }>({
  name: "read_attachment",
  title: "Read a file",
  description: "A file's text, or with link its URL.",
  input: { attachment: text(), link: flag(), cursor },
  required: ["attachment"],
  output: { url: text(), mail: { type: "object" }, next_cursor: next },
  level: "read",
  async run(client, { attachment, link = false, cursor }) {
    if (link) return linkAnswer(client, attachment);
    const [offset = 0] = unpackCursor(cursor) as [number];
    const read = await client.attachments.getText(attachment);
    const { content_type: type, size, hidden, text: whole } = read;
    const file = { content_type: type, size };
    if (whole === null || whole.trim() === "") {
      const why = read.status === "read" ? ours`empty` : word(read.status);
      return answerOf({
        parts: [
          {
            head: ours`This file of ${size} bytes has no text that can be shown (${why}). Send it on by its id, or call again with link: true for a URL.`,
            fields: { next_cursor: null },
            mail: new Theirs({ ...file, text: null }, [`Type: ${type}`]),
          },
        ],
      });
    }
    const { part, next } = portion(whole, offset, textTokens);
    const cursorNext = next === null ? null : packCursor([next]);
    return answerOf({
      parts: [
        {
          head: ours`A file of ${size} bytes${statusOf(read.status)}${hiddenIn(hidden.length)}`,
          fields: { next_cursor: cursorNext },
          mail: new Theirs({ ...file, text: part }, [`Type: ${type}`, "", part]),
        },
      ],
      tail: goesOn(cursorNext),
    });
  },
});

function statusOf(status: AttachmentText["status"]): Ours {
  if (status === "scanned")
    return ours`, whose pages are pictures: this is the layer of words under them, which nobody sees`;
  return status === "fonts_missing" ? ours`, of which some fonts name no letters` : nothing;
}

/** Texts that a person does not see are no words for a model. */
function hiddenIn(count: number): Ours {
  return count === 0 ? nothing : ours`; ${count} texts that a person does not see are left out`;
}

/** A URL that reads this one file for a while. */
async function linkAnswer(client: Postroom, attachment: string): Promise<ToolAnswer> {
  const link = await client.attachments.getLink(attachment);
  const [url, until] = [urlOf(link), time(link.expires_at)];
  const head = ours`Until ${until} this URL downloads the file, to everybody who has it: ${url}`;
  return answerOf({ parts: [{ head, fields: { url, expires_at: until, next_cursor: null }, mail: null }] });
}
