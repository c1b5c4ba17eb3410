// Descriptions of fields by name, for schemas without one: one concept, one word, one description.
// DECISIONS Conventions
import { Id, Timestamp } from "../../schema/common.ts";
import type { Document, JsonSchema, Parameter } from "./types.ts";

const glossary: Readonly<Record<string, string>> = {
  address: "the email address",
  after: "at or after this time",
  all_day: "whole days: start and end are dates",
  assigned_at: "when assignee_id was set",
  assignee_id: "who has taken it: a uuid of yours",
  attachments: "its files",
  attendees: "who is invited",
  bcc: "recipients whom the others do not see, written as those of `to`",
  before: "before this time",
  calendar_event_id: "the calendar event",
  cc: "recipients of a copy, written as those of `to`",
  checked_at: "when it was checked",
  client_id: "your own id",
  code: "what went wrong, for programs",
  colour: "as #rrggbb",
  content_type: "media type, such as application/pdf",
  created_at: "when it was made",
  data: "what was asked for",
  deleted: "always true",
  delivered_at: "when it was delivered",
  description: "longer text",
  display_name: "the name beside the address in From",
  domain: "the domain name",
  domain_id: "the domain",
  draft_id: "the draft",
  email: "the email address",
  end_at: "the end as a moment, UTC",
  error: "the refusal",
  event_id: "the event",
  event_type: "kind of the event",
  expires_at: "when it stops accepting mail: it is suspended then, not deleted",
  filename: "name of the file",
  folder_id: "the folder",
  from: "who wrote it",
  has_attachments: "with files",
  has_more: "another page follows",
  html: "HTML text; where `text` is left out, the text is made of it",
  identity: "the address, as its id",
  identity_id: "the address, as its id",
  invitation: "the calendar part that it carries; null: none",
  in_reply_to_message_id:
    "the message that it answers: `to` and `subject` follow from it where they are not named",
  is_read: "nothing in it is unread",
  label_id: "the label",
  last_attempt_at: "when it was last tried",
  last_message_at: "when its newest message came or was sent",
  last_used_at: "when it was last used",
  local_part: "what stands before the @",
  location: "where it takes place",
  message_count: "messages in the thread, drafts not counted",
  message_id: "the message",
  name: "the name for people",
  next_attempt_at: "when it is tried next; null: not again",
  optional: "need not come",
  organizer_email: "who invites",
  organizer_name: "the name of who invites",
  pod_id: "the pod; the default one where it is not named",
  policy: "what the domain asks for",
  recurrence: "how it repeats; null: it does not",
  reply_to: "where answers go instead of `from`, written as recipients of `to`",
  responded_at: "when the attendee answered",
  rsvp: "an answer is asked for",
  send_at: "when it goes",
  series_id: "the series that it is one date of",
  signup_id: "the signup, from POST /api/v1/agent/signup",
  size: "bytes",
  start_at: "the start as a moment, UTC",
  subject: "the subject line",
  tenant_id: "your own grouping, never parsed",
  text: "plain text; where it is left out, made of `html`",
  thread_id: "the thread",
  title: "what it is about",
  to: "recipients",
  total: "messages in it",
  type: "kind",
  uid: "the same in all mails about the event (RFC 5545 3.8.4.7)",
  unread: "unread messages in it",
  updated_at: "when it was last changed",
  url: "where to",
  verified_at: "when it was verified",
  webhook_id: "the webhook",
};

/** Descriptions that say what a value looks like and not what it is. */
const general: ReadonlySet<string | undefined> = new Set([undefined, Id.description, Timestamp.description]);

/** Puts descriptions on all fields and query parameters that have none of their own; a reference gets one beside it. */
export function describeFields(document: Document): Document {
  return visit(document, "") as Document;
}

function visit(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((item) => visit(item, ""));
  if (typeof value !== "object" || value === null) return value;
  if (key === "example" || key === "examples") return value;
  const entries = Object.entries(value).map(([name, part]): [string, unknown] => [name, visit(part, name)]);
  const made = Object.fromEntries(entries);
  if (key === "properties") {
    return Object.fromEntries(
      Object.entries(made as Record<string, JsonSchema>).map(([name, part]) => [name, described(name, part)]),
    );
  }
  return isQueryParameter(made) ? { ...made, ...described(made.name, made) } : made;
}

function described<T extends { description?: string }>(name: string, part: T): T {
  const description = general.has(part.description) && name !== "id" ? glossary[name] : undefined;
  return description === undefined ? part : { ...part, description };
}

function isQueryParameter(value: object): value is Parameter {
  return (value as Partial<Parameter>).in === "query";
}
