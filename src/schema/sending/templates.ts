// DECISIONS Drafts and sending: templates, with which letters begin.
import { type Static, Type } from "@sinclair/typebox";
import { closed, email, Id, nullable, PageQuery, Timestamp, Uuid } from "../common.ts";

/** Characters of a template's text: as many as a page's form of a letter takes. */
export const maxTemplateText = 60_000;
/** Characters of a text with its fields filled. */
export const maxFilledText = 2 * maxTemplateText;
export const maxTemplateName = 100;
/** Characters of a subject. RFC 5322 2.1.1 */
export const maxTemplateSubject = 998;

export const templateFields = [
  "recipient_name",
  "recipient_address",
  "sender_name",
  "sender_address",
  "date",
  "subject",
] as const;

const name = Type.String({
  minLength: 1,
  maxLength: maxTemplateName,
  description: "unique in the account, whatever capitals it has",
});
const subject = nullable(
  Type.String({ maxLength: maxTemplateSubject, description: "null: a letter keeps the subject that it has" }),
);
const text = Type.String({
  minLength: 1,
  maxLength: maxTemplateText,
  description: `with fields such as \`{{recipient_name}}\`: ${templateFields.join(", ")} (of the thread)`,
});
const ofPod = nullable({ ...Uuid, description: "the pod whose keys may use it; null: the whole account" });

export const Template = Type.Object(
  {
    id: Id,
    name: Type.String({ description: "for people, and for calls that name it" }),
    subject,
    text,
    pod_id: nullable({ ...Id, description: "the pod whose keys may use it; null: the whole account" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  closed,
);
export type Template = Static<typeof Template>;

export const TemplateCreate = Type.Object(
  { name, subject: Type.Optional(subject), text, pod_id: Type.Optional(ofPod) },
  closed,
);

export const TemplatePatch = Type.Object(
  {
    name: Type.Optional(name),
    subject: Type.Optional(subject),
    text: Type.Optional(text),
    pod_id: Type.Optional(ofPod),
  },
  { ...closed, minProperties: 1 },
);

export const TemplateListQuery = Type.Object(
  {
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: maxTemplateName, description: "the template of this name" }),
    ),
    ...PageQuery,
  },
  closed,
);

export const TemplateFillQuery = Type.Object(
  {
    from: Type.Optional(
      email({ description: "the address that writes; of an answer the one that has the mail" }),
    ),
    to: Type.Optional(
      Type.String({
        maxLength: 1000,
        description:
          "the recipient, `ada@example.com` or `Ada <ada@example.com>`; of an answer whom it goes to",
      }),
    ),
    in_reply_to: Type.Optional({ ...Uuid, description: "the message that is answered" }),
    markdown: Type.Optional(
      Type.Boolean({
        description: "the text leaves as Markdown: what fills it is written so that it is none",
      }),
    ),
  },
  closed,
);

export const FilledTemplate = Type.Object(
  {
    template_id: Id,
    subject,
    text: Type.String({ description: "the template's, filled" }),
    unfilled: Type.Array(Type.String(), {
      description: "fields that nothing is known for: they stand in the texts as they are written",
    }),
  },
  closed,
);
export type FilledTemplate = Static<typeof FilledTemplate>;
