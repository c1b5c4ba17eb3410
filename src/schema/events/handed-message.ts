// The message in an event of a routing rule's webhook. SPEC Events 4
import { type Static, Type } from "@sinclair/typebox";
import { closed, Timestamp } from "../common.ts";
import { Attachment, Message } from "../message/messages.ts";

/** Characters of each body. */
export const maxHandedChars = 64 * 1024;

const url = (description: string) => Type.String({ format: "uri", description });

export const HandedMessage = Type.Object(
  {
    ...Message.properties,
    attachments: Type.Array(
      Type.Object(
        { ...Attachment.properties, url: url("reads the file without a key, until `links_expire_at`") },
        closed,
      ),
    ),
    raw_url: url("reads the whole mail without a key, until `links_expire_at`"),
    links_expire_at: { ...Timestamp, description: "a day after the call; or the end of the webhook" },
  },
  {
    ...closed,
    description:
      "only in calls to the webhook of a routing rule: the message itself, with the first 64 kB of each body (`defects` says so where more is left out)",
  },
);
export type HandedMessage = Static<typeof HandedMessage>;
