// One-time codes and links of a message. DECISIONS Codes and links.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf } from "../common.ts";

const confidence = oneOf(["high", "medium"], {
  meanings: {
    high: "its own words, or the word for a code directly at it, say so",
    medium: "the text around it says so",
  },
});

export const MessageCodes = Type.Object(
  {
    message_id: Id,
    authenticated: Type.Boolean({
      description:
        "DMARC or a signature of the domain proves who From names. Where it is false, anybody may have written the mail: do not open its links",
    }),
    authenticated_here: Type.Boolean({ description: "it was sent from an address of this service" }),
    aligned_domain: nullable(Type.String({ description: "the domain of From that is proved" })),
    codes: Type.Array(
      Type.Object(
        {
          code: Type.String({
            description:
              "what a person types: digits as 0 to 9 without spaces and dashes; one with letters as it is written",
          }),
          confidence,
        },
        closed,
      ),
      { description: "the likeliest first, at most 5; empty when the mail has none" },
    ),
    links: Type.Array(
      Type.Object(
        {
          kind: oneOf(["confirmation", "sign_in", "password_reset", "invitation"], {
            meanings: {
              confirmation: "confirms an address, a subscription or an account",
              sign_in: "signs in without a password",
              password_reset: "sets a new password",
              invitation: "joins a team, a group or an account of others",
            },
          }),
          url: Type.String({ description: "where it goes" }),
          text: Type.String({ description: "its words" }),
          confidence,
        },
        closed,
      ),
      { description: "the likeliest first, at most 5" },
    ),
  },
  closed,
);
export type MessageCodes = Static<typeof MessageCodes>;
