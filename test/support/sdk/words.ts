// What programs that know other clients call things, for both SDKs: one table, which `bun run sdk` writes into each with its own names.

import { otherNames } from "../../../src/http/meant-fields.ts";
import type { Document, JsonSchema } from "../../../src/http/openapi/types.ts";
import { lastName, type SdkCall, sdkCalls, snake } from "./calls.ts";

/** Words of other clients, by the group of ours that each means. */
export const groupWords: Readonly<Record<string, string>> = {
  identities: "inboxes inbox addresses accounts users email_accounts",
  messages: "emails email mail mails",
  threads: "conversations",
  attachments: "files",
  webhooks: "hooks",
  apiKeys: "keys tokens",
  mailboxes: "folders",
  calendar: "calendars calendar_events",
  suppressions: "blocklist unsubscribed",
  reviews: "approvals",
  me: "whoami",
};

/** Words of other clients, by the method of ours that each means; of a word that stands several times, the first one that the group has. */
export const methodWords: Readonly<Record<string, string>> = {
  get: "retrieve fetch show read",
  download: "get fetch retrieve read",
  search: "find query",
  list: "all query iterate find get_all",
  create: "add new post insert",
  send: "create new post send_message send_email send_mail",
  createEvent: "create add new insert schedule",
  updateEvent: "update edit patch move reschedule",
  deleteEvent: "delete remove",
  listEvents: "list all events",
  getFreeBusy:
    "free_busy freebusy busy availability get_availability check_availability find_time free_times",
  respondToEvent: "respond answer rsvp reply",
  getEvent: "get retrieve",
  upload: "create add",
  update: "edit patch modify change mark set",
  delete: "remove destroy",
  unschedule: "cancel",
  sendMany: "batch send_batch batch_send bulk_send",
  reply: "respond answer reply_to",
  replyAll: "reply_to_all",
  addLabel: "label tag add_labels",
  removeLabel: "unlabel untag remove_labels",
  wait: "wait_for_message wait_for_mail wait_for_email wait_for_next",
  next: "whats_next poll receive",
  stream: "subscribe listen follow on",
  getCodes: "codes get_code extract_codes",
  getHeaders: "headers",
  getRaw: "raw get_mime get_source",
  createNote: "add_note note comment add_comment",
};

/** Calls that stand for a method of another client: the call of ours and what it is given; `$` before what the other one is given, in its order. */
export const insteadOf: Readonly<Record<string, readonly unknown[]>> = {
  ...each("messages.markRead messages.markAsRead", "messages.update", "$id", { is_read: true }),
  ...each("messages.markUnread messages.markAsUnread", "messages.update", "$id", { is_read: false }),
  ...each("messages.markAsSpam messages.markSpam messages.reportSpam", "messages.update", "$id", {
    is_spam: true,
  }),
  "messages.archive": ["messages.update", "$id", { folder: "archive" }],
  // Not delete, which takes what is in trash away for good.
  "messages.trash": ["messages.update", "$id", { folder: "trash" }],
  ...each("messages.move messages.moveTo", "messages.update", "$id", { folder: "$folder" }),
  ...each("messages.addLabel messages.label", "messages.updateMany", {
    ids: ["$id"],
    add_label_ids: ["$name"],
  }),
  "messages.removeLabel": ["messages.updateMany", { ids: ["$id"], remove_label_ids: ["$name"] }],
  ...each("messages.getThread messages.thread", "messages.list", { thread_id: "$thread_id" }),
  ...each("threads.messages threads.listMessages threads.getMessages threads.read", "messages.list", {
    thread_id: "$thread_id",
  }),
  ...each("threads.close threads.resolve threads.done", "threads.update", "$id", { status: "resolved" }),
  ...each("threads.reopen threads.open", "threads.update", "$id", { status: "open" }),
  ...each("threads.snooze", "threads.update", "$id", { snoozed_until: "$time" }),
  ...each("threads.assign", "threads.update", "$id", { assignee_id: "$uuid" }),
  "threads.create": ["messages.send", {}],
  // Which of its messages is answered, the caller says.
  "threads.reply": ["messages.reply", "$message_id", {}],
  "threads.replyAll": ["messages.replyAll", "$message_id", {}],
  "threads.forward": ["messages.forward", "$message_id", {}],
  "events.create": ["calendar.createEvent", "$id", {}],
  ...each("calendar.cancel calendar.cancelEvent", "calendar.updateEvent", "$id", "$event_id", {
    status: "cancelled",
  }),
  "protection.get": ["identities.getProtection", "$id"],
  "protection.set": ["identities.setProtection", "$id", {}],
  // A change of some fields: what is left out there would have its default, which may be off.
  "protection.update": [
    "identities.setProtection",
    "$id",
    {
      outbound: "$outbound",
      inbound: "$inbound",
      approver: "$approver",
      submission: "$submission",
      expires_after: "$expires_after",
      on_expiry: "$on_expiry",
      reviewers: "$reviewers",
    },
  ],
  "messages.next": ["next", {}],
  "drafts.cancel": ["drafts.unschedule", "$id"],
  "webhooks.verify": ["webhooks.unwrap", "$body", "$headers", { secret: "$secret" }],
};

/** Where one text stands for all fields of a call: the field that it is. */
export const aloneFields: Readonly<Record<string, string>> = {
  "messages.search": "q",
  "messages.reply": "text",
  "messages.replyAll": "text",
  "messages.forward": "to",
  "labels.create": "name",
  "pods.create": "name",
  "pods.list": "cursor",
  "domains.create": "domain",
  "suppressions.create": "email",
  "suppressions.list": "email",
  "suppressions.deleteByEmail": "email",
  "threads.createNote": "text",
  "threads.update": "status",
  "drafts.schedule": "send_at",
  "drafts.update": "text",
  "identities.create": "email",
  "apiKeys.create": "name",
  "webhooks.create": "url",
  "reviews.reject": "comment",
  "reviews.approve": "comment",
  "reviews.giveBack": "comment",
};

/** Calls that a field turns into another one: the call, the field by any of its names, the other call, and the field there. */
export const turnedBy: readonly (readonly [call: string, words: string, instead: string, field: string])[] = [
  ["drafts.send", "send_at scheduled_at schedule_at at when", "drafts.schedule", "send_at"],
  ["messages.reply", "reply_all all reply_to_all", "messages.replyAll", ""],
];

function each(names: string, ...call: readonly unknown[]): Record<string, readonly unknown[]> {
  return Object.fromEntries(names.split(" ").map((name) => [name, call]));
}

/** Of each call: ids of its path, what is behind them, and the fields of that, those that it needs with `!`. */
export function callFields(
  document: Document,
): Record<string, readonly [ids: string, takes: string, fields: string]> {
  const fieldsOf = ({ body, query }: SdkCall) => {
    const given = body?.schema;
    const schema: JsonSchema | undefined = given?.$ref
      ? document.components.schemas[lastName(given.$ref)]
      : given;
    const names = schema
      ? Object.keys(schema.properties ?? {}).map(
          (name) => [name, schema.required?.includes(name) ?? false] as const,
        )
      : query.map(({ name, required }) => [name, required ?? false] as const);
    return names.map(([name, isNeeded]) => `${name}${isNeeded ? "!" : ""}`).join(" ");
  };
  return Object.fromEntries(
    sdkCalls(document).map((call) => [
      `${call.group}.${call.name}`,
      [
        call.pathNames.map(snake).join(" "),
        call.body ? "body" : call.query.length > 0 ? "query" : "",
        fieldsOf(call),
      ],
    ]),
  );
}

/** Names of fields elsewhere, by ours; of an address where a mail is written by it, too. */
export const fieldWords: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ...otherNames, sender: ["from", "from_", "from_email", "from_address"] }).map(
    ([name, words]) => [name, words.join(" ")],
  ),
);
