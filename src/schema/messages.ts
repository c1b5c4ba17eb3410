// SPEC Message, Attachment, Invitation, Sent and Messages; DECISIONS Threads, messages, folders, labels.
import { type Static, Type } from "@sinclair/typebox";
import { recipients } from "./addressees.ts";
import {
  closed,
  email,
  Id,
  MailboxRef,
  MailFilters,
  nullable,
  oneOf,
  PageQuery,
  Timestamp,
  Uuid,
} from "./common.ts";

export const Attachment = Type.Object(
  {
    id: Id,
    filename: Type.String(),
    content_type: Type.String(),
    size: Type.Integer({ description: "bytes" }),
    downloadable: Type.Boolean(),
  },
  closed,
);
export type Attachment = Static<typeof Attachment>;

const text = nullable(Type.String());

export const Invitation = Type.Object(
  {
    method: text,
    uid: Type.String(),
    sequence: Type.Number(),
    status: text,
    summary: text,
    description: text,
    location: text,
    start: nullable(Type.String({ description: "local wall time that the sender wrote" })),
    end: text,
    starts_at: nullable(Type.String({ description: "the same moment as a UTC instant" })),
    ends_at: text,
    all_day: Type.Boolean(),
    timezone: text,
    organizer_email: text,
    organizer_name: text,
    attendees: Type.Array(
      Type.Object(
        {
          email: Type.String(),
          name: text,
          status: Type.String(),
          optional: Type.Boolean(),
          rsvp: Type.Boolean(),
        },
        closed,
      ),
    ),
    recurrence_rule: text,
    is_instance: Type.Boolean(),
  },
  closed,
);
export type Invitation = Static<typeof Invitation>;

export const Message = Type.Object(
  {
    id: Id,
    thread_id: Id,
    identity: nullable(Id),
    direction: oneOf(["inbound", "outbound"]),
    from: MailboxRef,
    to: Type.Array(MailboxRef),
    cc: Type.Array(MailboxRef),
    subject: text,
    delivered_to: nullable(Type.String({ description: "envelope recipient; not always in `to`" })),
    text: nullable(Type.String({ description: "the message's own text part, quoted history included" })),
    html: Type.String({ description: "sanitised" }),
    reply_html: Type.String({ description: "`html` without quoted history" }),
    quoted_html: nullable(Type.String({ description: "the quoted history; null when nothing was folded" })),
    reply_text: Type.String({ description: "the reply as plain text" }),
    is_read: Type.Boolean(),
    is_spam: Type.Boolean(),
    attachments: Type.Array(Attachment),
    invitation: nullable(Invitation),
    calendar_event_id: nullable(Type.String()),
    created_at: Timestamp,
    defects: Type.Optional(
      Type.Array(Type.String(), {
        description: "why less is shown than was sent; only where it is",
      }),
    ),
  },
  closed,
);
export type Message = Static<typeof Message>;

/** Without `thread_id` another filter is needed. SPEC Messages */
export const MessageListQuery = Type.Object(
  {
    thread_id: Type.Optional(
      Type.Unsafe<string>({ ...Uuid, description: "required, unless one of the filters below is given" }),
    ),
    identity_id: Type.Optional(Uuid),
    ...MailFilters,
    ...PageQuery,
  },
  closed,
);
export type MessageListQuery = Static<typeof MessageListQuery>;

/** The query of lists below a message, such as its recipients. */
export const MessagePartQuery = Type.Object(PageQuery, closed);

/** A file in the body of a call. */
export const FileContent = Type.Object(
  {
    filename: Type.String({ minLength: 1, maxLength: 255, description: "a path is cut to its last part" }),
    content_type: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: "such as application/pdf; application/octet-stream without it",
      }),
    ),
    content: Type.String({ description: "the whole file in base64 (RFC 4648 4)" }),
    content_id: Type.Optional(
      Type.String({
        pattern: "^<?[!-;=?-~]{1,250}>?$",
        description: "a name without spaces by which the HTML shows the file: `logo` for `cid:logo`",
      }),
    ),
    inline: Type.Optional(
      Type.Boolean({ description: "shown in the text, not listed below it; true with `content_id`" }),
    ),
  },
  closed,
);
export type FileContent = Static<typeof FileContent>;

export const maxFiles = 20;

/** Files of a message, in the call itself and by id. */
export const files = {
  attachments: Type.Optional(
    Type.Array(FileContent, {
      maxItems: maxFiles,
      description: "files in the call itself; 25 MB together with the texts",
    }),
  ),
  attachment_ids: Type.Optional(
    Type.Array(Uuid, {
      maxItems: maxFiles,
      description:
        "files that are stored here already: the `id`s in `attachments` of any message or draft, or from POST /api/v1/attachments; they are copied",
    }),
  ),
};

export const MessageSend = Type.Object(
  {
    from: email({ description: "an address that this key reaches" }),
    to: recipients,
    cc: Type.Optional(recipients),
    bcc: Type.Optional(recipients),
    subject: Type.Optional(Type.String({ maxLength: 998 })),
    text: Type.Optional(Type.String()),
    html: Type.Optional(Type.String()),
    in_reply_to: Type.Optional(nullable(Uuid)),
    reply_to: Type.Optional(recipients),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    ...files,
  },
  closed,
);
export type MessageSend = Static<typeof MessageSend>;

export const Sent = Type.Object(
  {
    id: Id,
    thread_id: Id,
    rejected: Type.Array(Type.Object({ address: Type.String(), reason: Type.String() }, closed)),
  },
  closed,
);
export type Sent = Static<typeof Sent>;

export const MessagePatch = Type.Object(
  {
    is_read: Type.Optional(Type.Boolean()),
    is_spam: Type.Optional(Type.Boolean({ description: "moves the message to spam, or back to the inbox" })),
    folder: Type.Optional(Type.String({ minLength: 1, description: "a role, an id or a name" })),
  },
  { ...closed, minProperties: 1 },
);
export type MessagePatch = Static<typeof MessagePatch>;

const written = {
  cc: Type.Optional(recipients),
  bcc: Type.Optional(recipients),
  subject: Type.Optional(Type.String({ maxLength: 998 })),
  text: Type.Optional(Type.String()),
  html: Type.Optional(Type.String()),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  ...files,
};

/** Whom it goes to follows from the message; `to` adds more. */
export const MessageReply = Type.Object({ to: Type.Optional(recipients), ...written }, closed);
export type MessageReply = Static<typeof MessageReply>;

export const MessageForward = Type.Object({ to: recipients, ...written }, closed);

/** A header field as it was sent, unfolded. */
export const HeaderField = Type.Object({ name: Type.String(), value: Type.String() }, closed);

export const recipientStatuses = ["queued", "delivered", "deferred", "bounced"] as const;

/** What became of one recipient of a sent message. */
export const Recipient = Type.Object(
  {
    address: Type.String(),
    status: oneOf(recipientStatuses),
    attempts: Type.Integer(),
    response: nullable(Type.String({ description: "the last answer of the recipient's server" })),
    updated_at: Timestamp,
  },
  closed,
);
export type Recipient = Static<typeof Recipient>;

const result = Type.String({
  description: "pass, fail, softfail, neutral, none, policy, temperror or permerror (RFC 8601 2.7)",
});

/** Why a received mail is spam, or is not. Status `none`: nothing speaks against it. */
export const SpamVerdict = Type.Object(
  {
    message_id: Id,
    status: oneOf(["none", "scanned", "unscanned"]),
    scanner: nullable(oneOf(["rspamd", "rules"])),
    score: nullable(Type.Number()),
    threshold: nullable(
      Type.Number({
        description: "of rules: from here on mail is spam; of rspamd: from here on it would refuse mail",
      }),
    ),
    action: nullable(Type.String({ description: "what the scanner would do with it" })),
    symbols: Type.Array(Type.Object({ name: Type.String(), score: Type.Number() }, closed), {
      description: "what the score is made of",
    }),
    checked_at: nullable(Timestamp),
  },
  closed,
);
export type SpamVerdict = Static<typeof SpamVerdict>;

const dmarcReading = {
  result,
  domain: nullable(Type.String({ description: "whose policy it is" })),
  policy: nullable(Type.String({ description: "none, quarantine or reject" })),
};

/** Who a received mail is proven to come from. Sent and unchecked messages have status `none` and nothing else. */
export const Authentication = Type.Object(
  {
    message_id: Id,
    status: oneOf(["none", "checked"]),
    spf: nullable(Type.Object({ result, domain: nullable(Type.String()) }, closed)),
    dkim: Type.Array(
      Type.Object(
        {
          result,
          domain: nullable(Type.String()),
          selector: nullable(Type.String()),
          algorithm: nullable(Type.String()),
          aligned: Type.Boolean({ description: "with the domain of From" }),
        },
        closed,
      ),
      { description: "one entry a signature" },
    ),
    dmarc: nullable(
      Type.Object(
        {
          ...dmarcReading,
          readings: Type.Optional(
            Type.Object(
              {
                tree_walk: Type.Object(dmarcReading, { ...closed, description: "RFC 9989" }),
                public_suffix: Type.Object(dmarcReading, { ...closed, description: "RFC 7489" }),
              },
              {
                ...closed,
                description:
                  "both ways to read DMARC, where they differ; a mail passes when it passes by one",
              },
            ),
          ),
        },
        closed,
      ),
    ),
    arc: nullable(Type.Object({ result, domain: nullable(Type.String()) }, closed)),
    own_domain: Type.Optional(
      Type.Object(
        { domain: Type.String(), result: oneOf(["proven", "unproven"]) },
        {
          ...closed,
          description:
            "where From names a domain of this service: whether SPF, DKIM or DMARC prove it; see `unproven_mail` of the domain",
        },
      ),
    ),
    checked_at: nullable(Timestamp),
  },
  closed,
);
export type Authentication = Static<typeof Authentication>;

export const invitationStatuses = ["none", "applied", "waiting", "kept"] as const;
export const proofs = ["proven", "trusted", "unproven", "open", "refuted"] as const;

/** What the calendar part of a received message asks for, and whether the calendar did it. */
export const MessageInvitation = Type.Object(
  {
    message_id: Id,
    status: oneOf(invitationStatuses, {
      description:
        "none: no calendar part; applied: the calendar did it; waiting: it does it by `apply`; kept: it cannot, see `reason`",
    }),
    method: text,
    uid: text,
    proof: nullable(
      oneOf(proofs, {
        description:
          "how well From is proven. trusted: from a network that is not asked for proof; open: DNS gave no answer; refuted: DMARC or SPF is against it",
      }),
    ),
    reason: nullable(Type.String({ description: "why the calendar did not do it of itself, or cannot" })),
    calendar_event_id: nullable(Type.String()),
  },
  closed,
);
export type MessageInvitation = Static<typeof MessageInvitation>;
