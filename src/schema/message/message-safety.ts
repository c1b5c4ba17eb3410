// The safety report of a message, for a person or program before it acts on it. DECISIONS Safety.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf } from "../common.ts";

export const verdicts = ["clear", "review"] as const;

const reviewReasons = [
  "hidden_text",
  "invisible_characters",
  "plain_html_differ",
  "link_mismatch",
  "forged_boundaries",
  "not_judged",
] as const;
export type ReviewReason = (typeof reviewReasons)[number];

/** The verdict on a message's content; `message.received` has the same. */
export const verdict = {
  verdict: oneOf(verdicts, {
    meanings: { clear: "nothing speaks against it", review: "a person should look at it first" },
  }),
  reasons: Type.Array(
    oneOf(reviewReasons, {
      meanings: {
        hidden_text:
          "text that nobody sees, beyond a short one before all other; an order to programs in that one, or in a form of the text that is not shown",
        invisible_characters: "characters that no program shows carry text or part words",
        plain_html_differ: "the plain part says something else than the HTML",
        link_mismatch: "words name a domain that is neither the link's nor the sender's",
        forged_boundaries: "text imitates a mail header, a chat template or marks of this service",
        not_judged: "more markup, rules or parts than are looked at, or not read whole",
      },
    }),
    { description: "why a person should look; empty when the verdict is clear" },
  ),
};

const first500 = "the first 500 characters";

/** A text that a person does not see. */
export const HiddenText = Type.Object(
  {
    technique: Type.String({
      description:
        "display, visibility, opacity, size, colour, position, clip, transform, outlook, letters, behind; in files also invisible mode, layer, notes, comment, deleted; other form for a part beside the text; alt, title, comment and others for what no text holds",
    }),
    text: Type.String({ description: first500 }),
    where: Type.String({
      description:
        "the part and the elements around it; for a file its name and the page, sheet, slide or part",
    }),
  },
  closed,
);

export const MessageSafety = Type.Object(
  {
    message_id: Id,
    hidden: Type.Array(HiddenText, {
      description: "at most 100 texts that a person does not see; they are in `raw` alone",
    }),
    invisible_characters: Type.Array(
      Type.Object(
        {
          kind: oneOf(["tags", "zero_width", "bidi", "bidi_override", "variation_selectors", "other"], {
            meanings: {
              tags: "U+E0000 to U+E007F",
              zero_width: "spaces and joiners without width",
              bidi: "direction marks where nothing runs from right to left",
              bidi_override: "text that was turned round",
              variation_selectors: "beyond the one that an emoji or ideograph may have",
              other: "soft hyphens, fillers and other controls",
            },
          }),
          count: Type.Integer({ description: "that were taken out" }),
          text: Type.String({ description: `what they spell, if anything: ${first500}` }),
        },
        closed,
      ),
      { description: "what was taken out of texts and names" },
    ),
    plain_html_differ: Type.Boolean({
      description: "the plain part has words that the HTML does not show; `text` is that of the HTML then",
    }),
    links: Type.Array(
      Type.Object(
        {
          text: Type.String({ description: `its words: ${first500}` }),
          href: Type.String({ description: "where it goes" }),
          host: nullable(Type.String({ description: "of a web or mail address" })),
          mismatch: Type.Boolean({ description: "the words name another domain or mail address" }),
        },
        closed,
      ),
      { description: "the first 200" },
    ),
    remote_content: Type.Object(
      {
        count: Type.Integer({ description: "pictures that a mail program would load from elsewhere" }),
        hosts: Type.Array(Type.String(), { description: "from where: at most 100" }),
      },
      { ...closed, description: "what is not loaded when `html` is displayed" },
    ),
    forged_boundaries: Type.Array(
      Type.Object(
        {
          kind: oneOf(["header_block", "chat_tokens", "own_mark"], {
            meanings: {
              header_block: "three fields of a mail header or more, introduced by nothing",
              chat_tokens: "what marks turns and roles in chat templates",
              own_mark: "what looks like a mark of this service",
            },
          }),
          text: Type.String({ description: "the first 200 characters" }),
          where: oneOf(["subject", "reply_text", "text"], {
            meanings: {
              subject: "in the subject",
              reply_text: "in what the sender wrote",
              text: "in the history below it",
            },
          }),
        },
        closed,
      ),
      { description: "the first 50 of each text" },
    ),
    sender: nullable(
      Type.Object(
        {
          first_contact: Type.Boolean({
            description: "no earlier message of this sender is here, and it answers none of yours",
          }),
          in_reply_to_ours: Type.Boolean({ description: "it answers a message that this address sent" }),
          aligned_domain: nullable(
            Type.String({ description: "the domain of From, where DMARC or a signature of it proves it" }),
          ),
          authenticated_here: Type.Boolean({ description: "it was sent from an address of this service" }),
          authentication: oneOf(["pass", "fail", "none"], {
            meanings: {
              pass: "DMARC proves From",
              fail: "DMARC is against it",
              none: "there is no policy, no answer or no check",
            },
          }),
          on_allow_list: Type.Boolean({
            description: "on an allow list for receiving, or let in by a person before",
          }),
        },
        { ...closed, description: "null for a sent message" },
      ),
    ),
    ...verdict,
  },
  closed,
);
export type MessageSafety = Static<typeof MessageSafety>;
