// Tools that are none, by names of other servers: the call of ours that does what was meant. DECISIONS MCP
import { expect, test } from "bun:test";
import { tools } from "../../src/mcp/server.ts";
import { callMeant } from "../../src/mcp/unknown-tool.ts";

const id = "0197c3d2-7a11-7000-8000-000000000000";
const letter = { to: "ada@far.example", subject: "x", body: "y" };
const written = { to: "ada@far.example", subject: "x", text: "y" };

type Row = [name: string, given: object, tool: string | null, args?: Record<string, unknown>];

const rows: readonly Row[] = [
  ["send_email", letter, "send_mail", written],
  ["gmail_send_message", { userId: "me", ...letter }, "send_mail", written],
  ["GMAIL_SEND_EMAIL", { ...letter, recipient_email: undefined }, "send_mail", written],
  ["mcp__postroom__sendMail", letter, "send_mail", written],
  ["create_draft", letter, "save_draft", written],
  ["draft_email", letter, "save_draft", written],
  ["create_message", letter, "save_draft", written],
  ["createReply", { messageId: id, comment: "y" }, "save_draft", { message: id, text: "y" }],
  ["reply_all", { message_id: id, body: "y" }, "reply", { message_id: id, text: "y", all: true }],
  ["send_reply", { message_id: id, body: "y" }, "reply", { message_id: id, text: "y" }],
  ["get_inbox", { limit: 10 }, "list_threads", {}],
  ["list_emails", { unread: true }, "list_threads", { unread: true }],
  ["get_unread_emails", {}, "list_threads", { unread: true }],
  ["get_message", { id }, "read_thread", { thread: id }],
  ["get_conversation", { thread_id: id }, "read_thread", { thread_id: id }],
  ["search_emails", { query: "invoice", max_results: 5 }, "search_mail", { query: "invoice" }],
  ["wait_for_reply", { timeout: 10 }, "whats_next", { seconds: 10 }],
  ["get_verification_code", { message_id: id }, "find_codes", { message_id: id }],
  ["mark_as_read", { message_id: id }, "organize", { messages: id, read: true }],
  ["mark_email_unread", { message_id: id }, "organize", { messages: id, read: false }],
  ["archive_message", { message_id: id }, "organize", { messages: id, folder: "archive" }],
  ["delete_email", { message_id: id }, "organize", { messages: id, folder: "trash" }],
  ["add_label", { message_id: id, label: "Billing" }, "organize", { messages: id, label: "Billing" }],
  ["remove_label", { message_id: id, label: "Billing" }, "organize", { messages: id, unlabel: "Billing" }],
  ["modify_message", { id, addLabelIds: ["A", "B"] }, "organize", { messages: id, label: ["A", "B"] }],
  ["schedule_email", { ...letter, send_at: "in 1 day" }, "send_mail", { ...written, at: "in 1 day" }],
  ["schedule_draft", { draft_id: id, send_at: "in 1 day" }, "send_draft", { draft_id: id, at: "in 1 day" }],
  ["unschedule", { draft_id: id }, "send_draft", { draft_id: id, cancel: true }],
  [
    "create_meeting",
    { title: "Sync", start_time: "2031-05-05T10:00:00", duration: 30, attendees: "ada@far.example" },
    "create_event",
    { title: "Sync", start: "2031-05-05T10:00:00", end: "2031-05-05T10:30:00", attendees: "ada@far.example" },
  ],
  [
    "reschedule_event",
    { event_id: id, new_start: "tomorrow 9:00" },
    "change_event",
    { event_id: id, start: "tomorrow 9:00" },
  ],
  ["delete_event", { event_id: id }, "cancel_event", { event_id: id }],
  ["accept_invitation", { event_id: id }, "answer_invitation", { event_id: id, answer: "accepted" }],
  [
    "get_availability",
    { after: "now", before: "in 7 days" },
    "find_time",
    { after: "now", before: "in 7 days" },
  ],
  ["list_inboxes", {}, "list_addresses", {}],
  ["drafts", { address: "ada@far.example" }, "list_drafts", { address: "ada@far.example" }],
  ["approve_review", { id }, null],
  ["request_approval", { thread_id: id }, "ask_for_review", { thread_id: id }],
  ["batch_delete_emails", { ids: [id] }, "organize", { messages: [id], folder: "trash" }],
  ["get_latest_email", { from: "ada@far.example" }, "list_threads", { from: "ada@far.example" }],
  ["check_availability", { date: "2031-05-05" }, "find_time", { after: "2031-05-05", before: "2031-05-06" }],
  ["outlook_reply", { messageId: id, comment: "<p>y</p>" }, "reply", { message: id, html: "<p>y</p>" }],
  // Nobody was named: mails that are here show people.
  ["send_email", { subject: "x", body: "y" }, "search_mail", { query: "in:inbox" }],
  [
    "send_email",
    { ...letter, recipients: "bo@far.example" },
    "send_mail",
    { ...written, to: ["ada@far.example", "bo@far.example"] },
  ],
  // No time was said, or it is a draft: nothing leaves now.
  ["schedule_email", letter, "save_draft", written],
  ["schedule_draft", { id }, "list_drafts", {}],
  ["send_draft_email", letter, "save_draft", written],
  ["send_reply_draft", { draft_id: id }, "send_draft", { draft_id: id }],
  ["cancel_email", { id }, "send_draft", { cancel: true, draft: id }],
  ["delete_unread", { ids: [id] }, "organize", { messages: [id], folder: "trash" }],
  ["mark_spam_as_read", { ids: [id] }, "organize", { messages: [id], read: true }],
  ["get_trash", {}, "list_threads", { folder: "trash" }],
  ["remove_from_archive", { id }, null],
  ["create_forward", { message_id: id, to: "ada@far.example" }, null],
  ["send_batch_emails", { messages: [letter, letter] }, null],
  ["delete_calendar", { id }, null],
  ["cancel_review", { id }, null],
  ["send_sms", { to: "+4917", text: "y" }, null],
  ["get_weather", { city: "Berlin" }, null],
  ["unsend_email", { id }, null],
  ["create_inbox", {}, null],
  ["cancel", { id }, null],
  ["list_labels", {}, null],
];

for (const [name, given, tool, args] of rows)
  test(`${name} is ${tool ?? "no tool"}`, () => {
    const right = callMeant(name, JSON.parse(JSON.stringify(given)), tools);
    expect(right && [right.tool, right.arguments]).toEqual(tool === null ? null : [tool, args]);
  });
