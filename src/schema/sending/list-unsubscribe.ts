// DECISIONS Drafts and sending: how a recipient ends mail that goes to many.
import { Type } from "@sinclair/typebox";
import { closed } from "../common.ts";

export const UnsubscribeLinks = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        pattern: "^https://[!-;=?-~]{1,800}$",
        description: "takes a POST of List-Unsubscribe=One-Click (RFC 8058)",
        examples: ["https://example.com/unsubscribe?r=4711"],
      }),
    ),
    mailto: Type.Optional(
      Type.String({
        pattern: "^(?:mailto:)?[!-;=?-~]{1,800}$",
        description: "an address, or a mailto: URI",
        examples: ["unsubscribe@example.com"],
      }),
    ),
  },
  { ...closed, minProperties: 1 },
);

/** How a recipient ends such mail. RFC 2369 3.2, RFC 8058 */
export const listUnsubscribe = Type.Union([Type.Boolean(), UnsubscribeLinks], {
  description:
    "the fields by which mail programs show a button to unsubscribe. true: links of this service, for a message to one recipient; who uses them is listed in /identities/{id}/unsubscribes and gets no more of such messages. An object: links of your own",
});
