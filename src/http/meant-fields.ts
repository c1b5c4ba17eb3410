// Fields by names of other APIs: what an unknown field most likely means, among those that the call takes. DECISIONS Errors
import { knownElsewhere, nearest, type OtherNames, snakeName } from "../lib/nearest.ts";
import { lengthNames } from "../lib/said-spans.ts";

/** Names that callers know from elsewhere, by the field that is meant. The first field that a call takes is meant. */
export const otherNames: OtherNames = {
  text: [
    "body",
    "content",
    "message",
    "message_text",
    "plain",
    "plain_text",
    "text_body",
    "body_text",
    "text_content",
    "text_part",
  ],
  headers: ["custom_headers", "extra_headers", "message_headers"],
  attachments: ["files", "file", "documents", "media"],
  html: ["body_html", "html_body", "html_content", "html_part", "message_html"],
  to: [
    "recipient",
    "recipients",
    "to_email",
    "to_emails",
    "to_address",
    "to_addresses",
    "to_recipients",
    "send_to",
    "personalizations",
    "destination",
  ],
  from: ["from_email", "from_address", "from_email_address", "sender", "sender_email", "mail_from"],
  subject: ["title", "heading"],
  send_at: [
    "scheduled_at",
    "schedule_at",
    "scheduled_for",
    "deliver_at",
    "send_time",
    "when",
    "at",
    "time",
    "delay",
  ],
  in_reply_to: [
    "reply_to_id",
    "reply_to_message",
    "reply_to_message_id",
    "in_reply_to_message_id",
    "in_reply_to_id",
    "message_id",
    "parent_message_id",
  ],
  in_reply_to_message_id: [
    "in_reply_to",
    "in_reply_to_id",
    "reply_to_id",
    "reply_to_message_id",
    "message_id",
  ],
  title: ["summary", "subject", "name"],
  start: ["start_time", "starts_at", "start_at", "begin", "begins_at"],
  end: ["end_time", "ends_at", "end_at", "finish"],
  timezone: ["tz", "zone"],
  attendees: ["guests", "participants", "invitees", "people"],
  send_invites: ["notify", "send_invitations", "send_notifications", "invite"],
  recurrence: ["rrule", "recurrence_rule", "repeat", "repeats"],
  is_read: ["read", "seen", "mark_read", "mark_as_read"],
  is_spam: ["spam", "junk"],
  folder: ["mailbox", "move_to", "folder_id", "folder_name", "archived", "trashed", "deleted"],
  snoozed_until: ["snooze", "snooze_until", "remind_at"],
  assignee_id: ["assignee", "assigned_to", "assign_to"],
  status: ["response", "answer", "state", "partstat"],
  ids: ["messages", "message_ids"],
  wait: ["timeout", "seconds", "wait_seconds", "timeout_seconds", "timeout_ms", "wait_ms"],
  q: ["query", "search", "keywords", "term"],
  after: ["since", "from_date", "newer_than", "date_from", "start", "start_time", "time_min"],
  before: ["until", "to_date", "older_than", "date_to", "end", "end_time", "time_max"],
  order: ["sort", "sort_by", "order_by", "sort_order"],
  reminders: ["reminder", "alarms", "alarm", "reminder_minutes"],
  limit: ["top", "page_size", "per_page", "max", "max_results", "size", "count"],
  cc: ["cc_recipients"],
  bcc: ["bcc_recipients"],
  display_name: ["name", "full_name"],
  domain: ["name", "domain_name", "hostname"],
  domain_id: ["domain", "domain_name"],
  name: ["title", "label"],
  identity_id: ["identity", "address", "address_id", "email", "inbox", "inbox_id", "mailbox_id", "from"],
  identity_ids: [
    "addresses",
    "inbox_ids",
    "address_ids",
    "emails",
    "identity_id",
    "address",
    "email",
    "inbox",
  ],
  pod_ids: ["pod_id", "pod", "pods"],
  thread_id: ["thread", "conversation", "conversation_id"],
  parent_id: ["parent", "parent_thread", "parent_thread_id"],
  kinds: ["event_types", "types", "kind", "type"],
  address: ["identity", "identity_id", "inbox", "inbox_id"],
  email: ["address", "email_address", "mail"],
  filename: ["name", "file_name"],
  content: ["data", "content_base64", "base64"],
  content_type: ["type", "mime_type", "mimetype", "media_type"],
  event_types: ["types", "kinds"],
  type: ["event_type", "event_types", "types", "kind", "kinds"],
  label_id: ["label", "label_name", "labels", "label_ids", "tag", "tags"],
  local_part: ["username", "user", "user_name", "alias", "prefix", "mailbox"],
  colour: ["color"],
  url: ["endpoint", "callback_url", "target", "path", "href", "uri"],
  expires_at: ["expires", "expiry"],
  messages: ["emails", "mails", "items"],
};

/** Fields of other services that change nothing of what a mail says, or of whether it leaves. */
const idle: readonly string[] = ["priority", "importance"];

/** Whether a field is left out of the call that is proposed. */
export function isIdle(name: string): boolean {
  return idle.includes(plainName(name));
}

/** Sentences for fields that no other field takes the place of; each goes with a field that the call has, or lacks. */
const notes: readonly (readonly [names: readonly string[], has: string, note: string, without?: string])[] = [
  [
    ["messages", "mails", "emails"],
    "list_unsubscribe",
    'POST /api/v1/messages/batch takes several, as "messages".',
  ],
  [
    ["draft", "dry_run", "preview", "save_as_draft"],
    "text",
    "This call sends: POST /api/v1/drafts, in its place, writes a mail that does not leave.",
  ],
  [
    ["reply_all", "all", "reply_to_all"],
    "text",
    "This call answers the sender: POST /api/v1/messages/{id}/reply-all, in its place, answers everybody of the message.",
  ],
  [
    ["remove_labels", "remove_label", "unlabel"],
    "is_spam",
    "Labels are of threads: DELETE /api/v1/threads/{id}/labels/{labelId} takes one off, by its name too.",
  ],
  [
    ["labels", "label_ids", "label_id", "label", "tags", "add_labels"],
    "is_spam",
    "Labels are of threads: PUT /api/v1/threads/{id}/labels/{labelId} gives one, by its name too.",
  ],
  [
    ["labels", "label_ids", "label", "tags", "add_labels"],
    "snoozed_until",
    "Leave it out: PUT /api/v1/threads/{id}/labels/{labelId} gives a label, by its name too.",
  ],
  [
    ["labels", "label_ids", "label", "tags"],
    "text",
    "Leave it out: labels are of threads. PUT /api/v1/threads/{id}/labels/{labelId} gives one, by its name too.",
  ],
  [
    ["metadata", "client_id", "custom_args"],
    "text",
    "Leave it out: PATCH /api/v1/threads/{id} keeps metadata of the thread.",
  ],
  [
    ["is_read", "read", "is_spam", "folder", "archived"],
    "snoozed_until",
    'PATCH /api/v1/messages changes the mails of a thread, by "ids": GET /api/v1/messages?thread_id=… lists them, with those in spam and in the trash, which GET /api/v1/messages/search?q=in:trash finds.',
  ],
  [
    ["folder", "mailbox", "in", "archived", "trashed"],
    "snoozed",
    "Leave it out: GET /api/v1/mailboxes/{folder}?identity_id=… lists the threads of a folder.",
  ],
  [
    ["ids", "message_ids", "is_read", "read", "folder", "add_label_ids", "remove_label_ids"],
    "messages",
    'This call sends mails. PATCH /api/v1/messages changes several, by "ids".',
  ],
  [
    ["folder", "mailbox", "in"],
    "has_attachments",
    "Leave it out: GET /api/v1/mailboxes/{folder}?identity_id=… lists a folder, and GET /api/v1/messages/search?q=in:… finds in it.",
  ],
  [
    ["path", "file_path", "filepath", "local_path"],
    "content_id",
    'The server reads no file of yours: send its bytes as "content", in base64, with its "filename". A file on the web goes by "url".',
  ],
  [
    ["scopes", "scope", "permissions", "role", "read_only"],
    "pod_ids",
    'Leave it out: a key reads and writes all that it reaches, which "identity_ids" narrows. Programs that may do less sign in by OAuth.',
  ],
  [
    ["from", "to", "subject", "text", "html", "body"],
    "messages",
    'Put each mail into the list: {"messages": [{"from": …, "to": …, "subject": …, "text": …}]}.',
  ],
  [
    ["fields", "select", "$select", "attributes"],
    "view",
    'Leave it out: "view" says how much of a message is answered.',
  ],
  [
    ["fields", "select", "$select", "attributes"],
    "cursor",
    "Leave it out: each row has all its fields.",
    "view",
  ],
  [["order", "sort", "sort_by", "order_by"], "cursor", "Leave it out: this list has one order.", "order"],
  [
    ["send_at", "scheduled_at", "schedule_at", "at"],
    "in_reply_to_message_id",
    "Leave it out: POST /api/v1/drafts/{id}/schedule takes the time of a draft.",
  ],
  [lengthNames, "start", 'Send "end" in its place.'],
  [["signature", "footer"], "html", 'Leave it out, and end "text" with it: no signature is kept here.'],
  [["priority", "importance"], "html", "Leave it out: no mail here has one."],
  [
    ["secret", "signing_secret"],
    "event_types",
    "Leave it out: the server makes the secret, and its answer shows it once.",
  ],
  [
    ["forward_to", "forwarding", "forward"],
    "send_policy",
    'Leave it out: POST /api/v1/routing-rules with "forward_to" sends mail on.',
  ],
  [
    ["signature", "footer"],
    "send_policy",
    "Leave it out: a text that mails share is a template, POST /api/v1/templates.",
  ],
  [
    ["thread_id", "thread", "conversation_id"],
    "in_reply_to",
    'Answer in a thread by "in_reply_to", the id of a message in it: GET /api/v1/messages?thread_id=…&order=desc lists them.',
  ],
  [
    ["template", "template_id", "template_name", "variables", "template_data"],
    "markdown",
    'GET /api/v1/templates/{id}/filled fills a template; send what it answers as "subject" and "text".',
  ],
  [
    ["address", "email", "alias", "pattern", "match"],
    "forward_to",
    'A rule matches the "local_part" ("sales", or "*" for all others) of "domain_id", which takes the domain\'s name.',
  ],
  [["unread", "is_unread", "unread_only", "unseen"], "is_read", 'Unread mail is "is_read" false.'],
  [
    ["page", "offset", "skip", "page_token"],
    "cursor",
    'Leave it out; the next page is asked for by "cursor", the next_cursor of the page before.',
  ],
];

const sendTimes: readonly string[] = ["send_at", "scheduled_at", "schedule_at", "at", "delay", "when"];

/** A sentence for fields that are a header here. */
const inHeader: readonly string[] = ["idempotency_key", "idempotency_token"];

/** Names of times and remarks that mean a field only where another one, to which they would go astray, is not taken. */
const onlyWithout: readonly (readonly [names: readonly string[], field: string, without: string])[] = [
  [["from"], "after", "identity_id"],
  [["to"], "before", "identity_id"],
  [["identity_id", "identity", "inbox", "inbox_id", "address", "email"], "from", "identity_id"],
  // An internal remark is no text of a mail.
  [["note", "comment"], "text", "html"],
];

/** Characters of a name that are looked at. */
const maxName = 64;

/** The field that an unknown one means, or a sentence that leads to what is right. */
export type MeantField = { field: string } | { note: string };

/** @param known fields of the call. @returns null: nothing is near */
export function meantField(given: string, known: readonly string[]): MeantField | null {
  const name = plainName(given);
  if (known.includes(name)) return { field: name };
  if (inHeader.includes(name)) return { note: "Leave it out, and send the header Idempotency-Key." };
  if (known.length === 0 && sendTimes.includes(name))
    return {
      note: "This call takes no time and acts at once: POST /api/v1/drafts/{id}/schedule takes the time of a draft.",
    };
  const [, , note] =
    notes.find(
      ([names, has, , without]) =>
        names.includes(name) && known.includes(has) && (without === undefined || !known.includes(without)),
    ) ?? [];
  if (note !== undefined) return { note };
  const [, field] =
    onlyWithout.find(
      ([names, one, without]) => names.includes(name) && known.includes(one) && !known.includes(without),
    ) ?? [];
  const near =
    knownElsewhere(name, known, otherNames) ?? field ?? filtered(given, known) ?? nearest(given, known);
  return near === null ? null : { field: near };
}

/** Switches of other APIs whose field here takes a word: their value is none. */
const ofFolder: readonly string[] = ["archived", "trashed", "deleted"];

/** The field that a name stands for, and that is no guess: it differs in its form, or is that of another API. Null: it is none such. */
export function sureField(given: string, known: readonly string[]): string | null {
  const meant = meantField(given, known);
  if (meant === null || !("field" in meant)) return null;
  const name = plainName(given);
  const isSure =
    known.includes(name) ||
    onlyWithout.some(
      ([names, one, without]) => names.includes(name) && one === meant.field && !known.includes(without),
    ) ||
    (!ofFolder.includes(name) && knownElsewhere(name, known, otherNames) !== null);
  return isSure ? meant.field : null;
}

const negated = /(?:^|_)(?:un|non?|not|dis|without|exclude|except|ignore|skip)/;

/** The one field that a misspelt name is near to, as no other is; null: there is none. People are named by short words, which are guessed of none. */
export function misspeltField(given: string, known: readonly string[]): string | null {
  const meant = meantField(given, known);
  if (meant === null || !("field" in meant) || meant.field.length < 4) return null;
  // A misspelt contrary is near to what it is not.
  if (negated.test(plainName(given)) && !negated.test(meant.field)) return null;
  const others = known.filter((one) => one !== meant.field);
  return nearest(given, known) !== meant.field || nearest(given, others) !== null ? null : meant.field;
}

function plainName(given: string): string {
  return snakeName(given.slice(0, maxName)).replace(/^\$/, "").replaceAll(/[- ]/g, "_");
}

/** Operators of filters of other services, by the field of ours that bounds a time. */
const operators: Readonly<Record<string, string>> = {
  gt: "after",
  gte: "after",
  min: "after",
  from: "after",
  after: "after",
  since: "after",
  lt: "before",
  lte: "before",
  max: "before",
  to: "before",
  before: "before",
  until: "before",
};
const ofTime = /(?:^|_)(?:at|on|date|time|timestamp|received|created|sent|updated|internal_?date)$/;

/** The field of a filter with an operator, `received_at[gte]` and `created__lt`, or in a list of filters, `filter[status]`; null: it is none. */
function filtered(given: string, known: readonly string[]): string | null {
  const [, base = "", inner = ""] =
    /^([A-Za-z_]{1,40}?)(?:\[\$?([A-Za-z_]{1,40})\]|__?(gte?|lte?|min|max|after|before|since|until))$/
      .exec(given)
      ?.filter((one) => one !== undefined) ?? [];
  const [name, operator] = [plainName(base), plainName(inner)];
  if (["filter", "filters", "where", "query"].includes(name)) return sureField(operator, known);
  const bound = Object.hasOwn(operators, operator) ? operators[operator]! : null;
  if (bound !== null) return ofTime.test(name) && known.includes(bound) ? bound : null;
  return ["eq", "is", "in", "contains", "like"].includes(operator) ? sureField(name, known) : null;
}

/** Fields of a call that stand within one that it does not take; null: the field is no such. */
export function foldedNote(value: unknown, known: readonly string[]): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const within = Object.keys(value).slice(0, 20);
  const isOurs = (name: string) => known.includes(snakeName(name.slice(0, maxName)));
  const isFolded = within.some(isOurs);
  return isFolded
    ? `Send what is in it as fields of its own, not nested. Known fields: ${known.join(", ")}.`
    : null;
}
