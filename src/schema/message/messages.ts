// SPEC Message, Attachment, Invitation, Sent and Messages; DECISIONS Threads, messages, folders, labels.
import { type Static, Type } from "@sinclair/typebox";
import {
  closed,
  Id,
  MailboxRef,
  MailFilters,
  nullable,
  oneOf,
  PageQuery,
  queryInteger,
  Timestamp,
  Uuid,
} from "../common.ts";
import { listUnsubscribe } from "../sending/list-unsubscribe.ts";
import { explainedRecipients, recipients, sender } from "./addressees.ts";
import { files } from "./file-content.ts";

export const Attachment = Type.Object(
  {
    id: Id,
    filename: Type.String(),
    content_type: Type.String({ description: "media type, as its sender named it" }),
    size: Type.Integer({ description: "bytes" }),
    downloadable: Type.Boolean({ description: "false: it is known, but its bytes are not kept" }),
  },
  closed,
);
export type Attachment = Static<typeof Attachment>;

const text = nullable(Type.String());
const said = (description: string) => nullable(Type.String({ description }));

export const Invitation = Type.Object(
  {
    method: said("REQUEST, CANCEL, REPLY, COUNTER, REFRESH, … (RFC 5546)"),
    uid: Type.String({ description: "the same in all mails about the event" }),
    sequence: Type.Number({ description: "version of the event" }),
    status: said("of the event: CONFIRMED, TENTATIVE or CANCELLED"),
    summary: said("its title"),
    description: text,
    location: text,
    start: nullable(Type.String({ description: "local wall time that the sender wrote" })),
    end: said("likewise; exclusive"),
    starts_at: nullable(Type.String({ description: "the same moment as a UTC instant" })),
    ends_at: said("likewise"),
    all_day: Type.Boolean(),
    timezone: said("IANA time zone, or the name that the sender wrote"),
    organizer_email: text,
    organizer_name: text,
    attendees: Type.Array(
      Type.Object(
        {
          email: Type.String(),
          name: text,
          status: Type.String({ description: "needs-action, accepted, declined, tentative or delegated" }),
          optional: Type.Boolean(),
          rsvp: Type.Boolean(),
        },
        closed,
      ),
    ),
    recurrence_rule: said("RFC 5545 RRULE without its name; null: it does not repeat"),
    is_instance: Type.Boolean({ description: "one date of a series alone" }),
  },
  closed,
);
export type Invitation = Static<typeof Invitation>;

export const Message = Type.Object(
  {
    id: Id,
    thread_id: Id,
    identity: nullable({ ...Id, description: "the address; null where a routing rule led to a webhook" }),
    direction: oneOf(["inbound", "outbound"], {
      meanings: { inbound: "it came", outbound: "it was sent from here" },
    }),
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
    is_spam: Type.Boolean({ description: "it is in the spam folder" }),
    attachments: Type.Array(Attachment),
    invitation: nullable(Invitation),
    calendar_event_id: said("the event that the calendar made of the invitation"),
    created_at: Timestamp,
    status: Type.Optional(
      oneOf(["held"], { meanings: { held: "it waits for a person; subject and bodies are empty" } }),
    ),
    defects: Type.Optional(
      Type.Array(Type.String(), {
        description: "why less is shown than was sent; only where it is",
      }),
    ),
    snippet: Type.Optional(
      Type.String({
        description:
          "of a search alone: plain text around the first place in the reply text that was found, or its beginning; at most 200 characters, cut between words, … where something is left out",
      }),
    ),
  },
  closed,
);
export type Message = Static<typeof Message>;

const format = Type.Optional(
  oneOf(["plain", "markdown"], {
    meanings: {
      plain: "as the mail has them",
      markdown: "`text` and `reply_text` are Markdown of `html` and `reply_html`; those of a plain mail stay",
    },
  }),
);

export const view = Type.Optional(
  oneOf(["full", "summary", "text"], {
    meanings: {
      full: "the bodies as they are",
      summary:
        "`text` and `reply_text` are cut after 1,000 characters (of a mail whose bodies are large, they are its preview); `html`, `reply_html` and `quoted_html` are left out. `defects` says so where it is",
      text: "`text` and `reply_text` alone, 100,000 characters of each: the first ones, or of one message those from `text_from` on. `defects` says so where something is left out",
    },
  }),
);

export const MessageQuery = Type.Object(
  {
    format,
    view,
    text_from: Type.Optional(
      queryInteger({
        minimum: 0,
        maximum: 1_000_000_000,
        description: "with `view=text`: characters of each text that are passed over",
      }),
    ),
  },
  closed,
);

const order = oneOf(["asc", "desc"], {
  meanings: { asc: "oldest first, that of a thread without it", desc: "newest first, that of all threads" },
});

/** Without `thread_id` another filter is needed. SPEC Messages */
export const MessageListQuery = Type.Object(
  {
    thread_id: Type.Optional(
      Type.Unsafe<string>({ ...Uuid, description: "required, unless one of the filters below is given" }),
    ),
    identity_id: Type.Optional(Uuid),
    ...MailFilters,
    subject: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: "a part of the subject, whatever its case" }),
    ),
    ids: Type.Optional(
      Type.String({
        pattern: "^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,99}$",
        description:
          "these messages, in this order: up to 100 ids with commas between them, without other filters",
      }),
    ),
    format,
    view,
    wait: Type.Optional(
      queryInteger({
        minimum: 0,
        maximum: 60,
        description:
          "seconds to wait for a received message where there is none. What is there already is answered at once: since `after`, or, without it, what is unread",
      }),
    ),
    order: Type.Optional(order),
    ...PageQuery,
  },
  closed,
);
export type MessageListQuery = Static<typeof MessageListQuery>;

/** The filter of messages to wait for. */
export const MessageWait = Type.Object(
  {
    address: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 320,
        description: "of yours, that the mail comes to; all without it",
      }),
    ),
    identity_id: Type.Optional(Uuid),
    thread_id: Type.Optional(Uuid),
    ...MailFilters,
    subject: MessageListQuery.properties.subject,
    wait: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 60, description: "seconds to wait; 60 without it" }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: "messages at most; 50" })),
    order: Type.Optional(
      oneOf(["asc", "desc"], {
        meanings: {
          asc: "oldest first, and `next_cursor` says where the next call goes on",
          desc: "newest first",
        },
        absent: "desc",
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        maxLength: 1024,
        description:
          "the `next_cursor` of the call before, or the id of a message: what was answered is passed over, what came meanwhile counts. With it the order is asc",
      }),
    ),
    format,
    view,
  },
  closed,
);

/** The query of lists below a message, such as its recipients. */
export const MessagePartQuery = Type.Object(PageQuery, closed);

export const OwnHeaders = Type.Record(Type.String(), Type.String(), {
  description: "header fields of your own, name and value, such as X-Campaign or List-Unsubscribe",
});

export const markdown = Type.Optional(
  Type.String({
    maxLength: 100_000,
    description: "in place of `html`: becomes the HTML, and the plain part where `text` is not given",
  }),
);

/** RFC 3834 5 */
export const automatic = Type.Optional(
  Type.Boolean({
    description:
      "a program answers by itself, as an out-of-office note or a receipt does: the mail says so (`Auto-Submitted`), help desks and other programs leave it unanswered, and no automatic mail is answered with it. Not for what an agent writes in a conversation",
  }),
);

export const MessageSend = Type.Object(
  {
    from: sender(
      "an address that this key reaches: `bob@example.com`, or `Bob <bob@example.com>` for another name than its `display_name`; also a subaddress of it, `bob+tag@example.com`",
    ),
    to: explainedRecipients,
    cc: Type.Optional(recipients),
    bcc: Type.Optional(recipients),
    subject: Type.Optional(Type.String({ maxLength: 998 })),
    text: Type.Optional(Type.String()),
    html: Type.Optional(Type.String()),
    markdown,
    in_reply_to: Type.Optional(
      nullable(
        Type.Unsafe<string>({
          ...Uuid,
          description:
            "the id of the message that it answers: it joins that thread, and without subject it has that of a reply",
        }),
      ),
    ),
    reply_to: Type.Optional(recipients),
    headers: Type.Optional(OwnHeaders),
    automatic,
    list_unsubscribe: Type.Optional(listUnsubscribe),
    send_at: Type.Optional(
      Type.String({
        format: "date-time",
        description:
          "when it is to leave: at least one minute and at most thirty days from now. Without `headers`, `reply_to` and a name in `from`",
      }),
    ),
    ...files,
  },
  closed,
);
export type MessageSend = Static<typeof MessageSend>;

export const Sent = Type.Object(
  {
    id: Id,
    thread_id: Id,
    rejected: Type.Array(
      Type.Object(
        {
          address: Type.String({ description: "as it was given" }),
          reason: Type.String({
            description:
              "send_policy: the address may not write there; suppressed: it bounced, complained or was listed; unsubscribed: it wants no more messages with list_unsubscribe; block_list: see protection; invalid_address; unknown_local_recipient: no such address on this service",
            examples: ["suppressed"],
          }),
        },
        closed,
      ),
      { description: "recipients that were refused; the others were taken" },
    ),
    status: Type.Optional(
      oneOf(["pending_review", "scheduled"], {
        meanings: {
          pending_review: "with 202: draft `id` waits for a person, nothing has left",
          scheduled: "with 202: draft `id` leaves at `send_at`; DELETE /drafts/{id} cancels it",
        },
      }),
    ),
    send_at: Type.Optional({ ...Timestamp, description: "when what is scheduled leaves" }),
    review_id: Type.Optional({ ...Id, description: "the review of what waits" }),
  },
  closed,
);
export type Sent = Static<typeof Sent>;

export const MessagePatch = Type.Object(
  {
    is_read: Type.Optional(Type.Boolean({ description: "true: mark as read; false: as unread" })),
    is_spam: Type.Optional(Type.Boolean({ description: "moves the message to spam, or back to the inbox" })),
    folder: Type.Optional(
      Type.String({ minLength: 1, description: "where to move it: a role, an id or a name of a folder" }),
    ),
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
  markdown,
  headers: Type.Optional(OwnHeaders),
  automatic,
  ...files,
};

const { headers: _, ...draftFields } = written;

const answering = Type.Optional(
  sender(
    "the address to answer from; without it the one that the message was written to, where that one may be written from",
  ),
);

/** A reply. Its recipients follow from the message; `to` adds more. */
export const MessageReply = Type.Object(
  {
    from: answering,
    to: Type.Optional({
      ...recipients,
      description: "more recipients, beside those that follow from the message",
    }),
    ...written,
  },
  closed,
);
export type MessageReply = Static<typeof MessageReply>;

export const MessageForward = Type.Object({ from: answering, to: explainedRecipients, ...written }, closed);

/** A draft that is made from a message; of a forward `to` may come later. */
export const MessageDraft = Type.Object(
  {
    kind: oneOf(["reply", "reply_all", "forward"], {
      meanings: {
        reply: "to whom the message is from",
        reply_all: "to everybody who has it",
        forward: "to somebody else, with its text and files",
      },
    }),
    from: answering,
    to: MessageReply.properties.to,
    ...draftFields,
  },
  closed,
);
