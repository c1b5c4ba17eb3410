// Protection of an address, its lists, reviews and the audit trail. DECISIONS Protection and reviews.
import { type Static, Type } from "@sinclair/typebox";
import { closed, email, Id, MailboxRef, nullable, oneOf, PageQuery, Timestamp, Uuid } from "./common.ts";
import { recipients } from "./message/addressees.ts";
import { HeaderField } from "./message/message-parts.ts";
import { HiddenText } from "./message/message-safety.ts";

const daily = (what: string) =>
  nullable(
    Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description: `${what} in a day (UTC) without a review, with outbound off; null: no limit`,
    }),
  );

const settings = {
  outbound: oneOf(["off", "new_recipients", "all"], {
    description: "which sends wait for a person",
    meanings: {
      off: "none",
      new_recipients: "those to an address that nobody has allowed",
      all: "every one",
    },
  }),
  inbound: oneOf(["off", "new_senders", "review"], {
    description: "which received mail waits",
    meanings: {
      off: "none",
      new_senders: "of senders that nobody has allowed, or that nothing proves",
      review: "those whose safety verdict is `review`",
    },
  }),
  approver: oneOf(["key", "human"], {
    description: "who decides, and changes this again",
    meanings: {
      key: "keys that reach at least what the key reached that set it, and people",
      human: "people alone: in the console, or by the link in a reviewer's mail",
    },
  }),
  submission: oneOf(["hold", "refuse"], {
    description: "what becomes of a mail program's mail that is to wait",
    meanings: { hold: "it is taken with 250 and waits", refuse: "550 5.7.1" },
  }),
  expires_after: nullable(
    Type.Integer({
      minimum: 60,
      maximum: 7_776_000,
      description: "seconds that a review waits; null: without end",
    }),
  ),
  on_expiry: oneOf(["reject", "keep"], {
    description: "what becomes of a send that nobody has decided in time; it is never sent",
    meanings: { reject: "a draft again", keep: "it goes on waiting" },
  }),
  reviewers: Type.Array(email(), {
    maxItems: 20,
    description:
      "who gets a mail about what waits: people of the account; others outside are asked once first, and get none before they say yes; who has an address of this server has to be invited as a member",
  }),
  notify: oneOf(["each", "digest", "off"], {
    description: "when reviewers get it",
    meanings: { each: "at once", digest: "with the full hour, about all that waits", off: "never" },
  }),
  first_contacts_a_day: daily("new recipients that it may write to"),
  untrusted_contacts_a_day: daily("those of them that it first read of in a received mail, and may write to"),
};

export const Protection = Type.Object(
  {
    ...settings,
    source: oneOf(["own", "default", "none"], {
      description: "where these come from",
      meanings: { own: "set for the address", default: "the account's default", none: "nobody has set any" },
    }),
  },
  closed,
);
export type Protection = Static<typeof Protection>;

/** New protection settings; absent fields get their defaults. */
export const ProtectionInput = Type.Partial(Type.Object(settings), closed);
export type ProtectionInput = Static<typeof ProtectionInput>;

const direction = oneOf(["send", "receive"], {
  description: "what the entry is about",
  meanings: { send: "mail to it", receive: "mail from it" },
});
const list = oneOf(["allow", "block"], {
  description: "what holds for it",
  meanings: { allow: "it is not new", block: "it is refused, or held; stronger than allow" },
});

export const ProtectionEntry = Type.Object(
  {
    id: Id,
    direction,
    list,
    entry: Type.String({ description: "an address, or a domain that stands for all its addresses" }),
    created_at: Timestamp,
  },
  closed,
);

export const ProtectionEntries = Type.Object(
  {
    direction,
    list,
    entries: Type.Array(Type.String({ minLength: 1, maxLength: 320 }), {
      minItems: 1,
      maxItems: 1000,
      description: "addresses, or domains that stand for all their addresses",
      examples: [["ada@example.com", "example.org"]],
    }),
  },
  closed,
);

export const ProtectionListQuery = Type.Object(
  { direction: Type.Optional(direction), list: Type.Optional(list), ...PageQuery },
  closed,
);

export const ProtectionEntryParams = Type.Object({ id: Type.String(), entryId: Type.String() });

const reviewStatuses = [
  "pending",
  "approved",
  "rejected",
  "returned",
  "taken_over",
  "expired",
  "withdrawn",
] as const;

export const Actor = Type.Object(
  {
    kind: oneOf(["key", "app_password", "person", "link", "service"], {
      description: "by what it was done",
      meanings: {
        key: "an API key",
        app_password: "a mail program",
        person: "somebody signed in to the console",
        link: "the link in a reviewer's mail",
        service: "the service itself, as when a schedule is due",
      },
    }),
    id: nullable(
      Type.String({ description: "the key's or app password's id; the email address of a person or link" }),
    ),
    ip: nullable(Type.String({ description: "the client's address" })),
  },
  { ...closed, description: "who did it" },
);

const reviewDirection = oneOf(["outbound", "inbound"], {
  description: "which way the mail goes",
  meanings: { outbound: "a send", inbound: "a received mail" },
});
const reviewStatus = oneOf(reviewStatuses, {
  description: "what became of it",
  meanings: {
    pending: "it waits",
    approved: "it has left, or come in",
    rejected: "a draft again, or deleted",
    returned: "a draft again, for its writer to change",
    taken_over: "a person goes on with the thread",
    expired: "a draft again, nobody has decided",
    withdrawn: "its writer has deleted it",
  },
});

const Sha256 = Type.String({ description: "hex SHA-256 of the whole mail" });

export const WaitReason = Type.Object(
  {
    code: Type.String({
      description:
        "all_sends, new_recipient, human_review, first_contact_limit, untrusted_contact_limit; safety_verdict, new_sender, unproven_sender, blocked_sender",
      examples: ["new_recipient"],
    }),
    address: Type.Optional(Type.String({ description: "the recipient that is new" })),
  },
  closed,
);

export const Review = Type.Object(
  {
    id: Id,
    identity_id: Id,
    thread_id: Id,
    message_id: Type.String({ description: "the draft, or the held message" }),
    direction: reviewDirection,
    status: reviewStatus,
    reasons: Type.Array(WaitReason, { description: "why it waits" }),
    raw_sha256: Sha256,
    requested_by: Actor,
    decided_by: { ...nullable(Actor), description: "who decided; null while it waits" },
    decided_at: nullable({ ...Timestamp, description: "when; null while it waits" }),
    comment: nullable(Type.String({ description: "the reviewer's words" })),
    covers: Type.String({
      description:
        "what a decision covers: hex SHA-256 over its envelope and its octets; `approve` takes it as `expected`",
    }),
    approved_until: nullable({
      ...Timestamp,
      description: "a person has approved it, and may take that back until then; null: nobody has",
    }),
    expires_at: nullable({ ...Timestamp, description: "when it ends undecided; null: it does not" }),
    created_at: Timestamp,
  },
  closed,
);
export type Review = Static<typeof Review>;

const fields = {
  to: Type.Array(MailboxRef, { description: "as the header names them" }),
  cc: Type.Array(MailboxRef, { description: "as the header names them" }),
  bcc: Type.Array(MailboxRef, { description: "whom it reaches without naming them" }),
  subject: nullable(Type.String({ description: "of the mail" })),
  text: nullable(Type.String({ description: "the plain text" })),
  html: nullable(Type.String({ description: "null: it has none of its own" })),
  attachments: Type.Array(Type.String(), { description: "file names" }),
  raw_sha256: Sha256,
};

/** A part of the mail, as its octets say. */
const ReviewedPart = Type.Object(
  {
    section: Type.String({
      description: "its number (RFC 9051 6.4.5); empty: the whole of a multipart mail",
    }),
    content_type: Type.String({ examples: ["text/html"] }),
    disposition: nullable(Type.String({ description: "attachment or inline, where the mail says so" })),
    filename: nullable(Type.String({ description: "of a file" })),
    content_id: nullable(Type.String({ description: "by which HTML shows it (`cid:`); null: it has none" })),
    size: Type.Integer({ description: "bytes, decoded; of a multipart 0" }),
    headers: Type.Array(HeaderField, { description: "of an inner message" }),
    text: nullable(
      Type.String({ description: "of a text, HTML as source, its first 20,000 characters; null: no text" }),
    ),
    outside: nullable(
      Type.String({ description: "what stands before its first boundary, or behind its last one" }),
    ),
    cut: Type.Boolean({ description: "its text is longer" }),
  },
  closed,
);

/** A mail as it would leave, or has come. */
const ReviewedMail = Type.Object(
  {
    from: { ...MailboxRef, description: "as the header names it" },
    ...fields,
    recipients: Type.Array(Type.String(), { description: "of the envelope: whom it would reach" }),
    size: Type.Integer({ description: "bytes" }),
    headers: Type.Array(HeaderField, { description: "every header field, as it would leave" }),
    parts: Type.Array(ReviewedPart, {
      description: "every part: both alternatives, files, and inner messages with their parts",
    }),
    hidden: Type.Array(HiddenText, { description: "text that a person who reads the mail does not see" }),
    cut: Type.Boolean({
      description: "there are more parts, fields or text than stand here: GET /reviews/{id}/raw",
    }),
  },
  { ...closed, description: "the mail as it would leave, or has come; null: it is gone, or not to be shown" },
);

export const ReviewDetail = Type.Object(
  {
    ...Review.properties,
    mail: nullable(ReviewedMail),
    original: nullable(
      Type.Object(fields, { ...closed, description: "as its writer left it; null unless it was edited" }),
    ),
    diff: Type.Array(
      Type.Object(
        {
          field: Type.String({ description: "of the mail" }),
          before: Type.Unknown({ description: "its value in `original`" }),
          after: Type.Unknown({ description: "its value in `mail`" }),
        },
        closed,
      ),
      { description: "what a reviewer has changed" },
    ),
    ramp: Type.Optional(
      Type.Object(
        {
          domain: Type.String({ examples: ["agents.example.com"] }),
          limit: Type.Integer({ description: "recipients outside that it writes to today (UTC)" }),
          used: Type.Integer({ description: "of them, how many have a mail already" }),
          leaves_at: nullable({
            ...Timestamp,
            description:
              "until when its last recipients would wait if it were approved now; null: it leaves at once",
          }),
        },
        {
          ...closed,
          description: "a send that waits, from a domain whose SENDING_RAMP is not over yet; else absent",
        },
      ),
    ),
  },
  closed,
);
export type ReviewDetail = Static<typeof ReviewDetail>;
export type MailUnderReview = NonNullable<ReviewDetail["mail"]>;

export const ReviewListQuery = Type.Object(
  {
    identity_id: Type.Optional(Uuid),
    status: Type.Optional(reviewStatus),
    direction: Type.Optional(reviewDirection),
    ...PageQuery,
  },
  closed,
);

const comment = Type.String({ minLength: 1, maxLength: 2000, description: "words to the writer" });

export const ReviewApprove = Type.Object(
  {
    comment: Type.Optional(comment),
    expected: Type.Optional(
      Type.String({
        pattern: "^[0-9a-f]{64}$",
        description: "`covers` as you read it: another one is 409, as the mail has changed since",
      }),
    ),
    to: Type.Optional(recipients),
    cc: Type.Optional(recipients),
    bcc: Type.Optional(recipients),
    subject: Type.Optional(Type.String({ maxLength: 998, description: "a new subject" })),
    text: Type.Optional(nullable(Type.String({ description: "a new text; alone it takes the HTML away" }))),
    html: Type.Optional(nullable(Type.String({ description: "new HTML; null takes it away" }))),
  },
  { ...closed, description: "fields that are given take the place of the mail's own" },
);
export type ReviewApprove = Static<typeof ReviewApprove>;

export const ReviewReject = Type.Object({ reason: comment }, closed);
export const ReviewReturn = Type.Object({ comment }, closed);
export const ReviewTakeOver = Type.Object({ comment: Type.Optional(comment) }, closed);

export const AuditEntry = Type.Object(
  {
    id: Id,
    action: Type.String({
      description:
        "sent, forwarded, review_requested, edited, approved, rejected, returned, taken_over, expired, withdrawn, status_changed; queue_retried, queue_held, queue_released, queue_dropped: by who runs the service",
    }),
    actor: Actor,
    message_id: { ...nullable(Id), description: "the draft or message" },
    review_id: { ...nullable(Id), description: "the review that it belongs to" },
    raw_sha256: nullable(Sha256),
    detail: nullable(
      Type.Record(Type.String(), Type.Unknown(), { description: "recipients, reasons, comment, or status" }),
    ),
    created_at: Timestamp,
  },
  closed,
);

/** The query of a thread's audit trail. */
export const AuditQuery = Type.Object(PageQuery, closed);
