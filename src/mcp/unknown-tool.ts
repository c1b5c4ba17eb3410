// Names of tools that are none: which tool a name of another server, or a misspelt one, most likely means. DECISIONS MCP
import { knownElsewhere, nearest, type OtherNames, snakeName } from "../lib/nearest.ts";

/** Names that models know from other servers, by the tool that is meant. */
const otherNames: OtherNames = {
  list_addresses: ["list_identities", "list_inboxes", "list_accounts", "get_addresses", "whoami"],
  whats_next: ["next", "wait", "wait_for_reply", "wait_for_email", "check_mail", "check_inbox"],
  list_threads: ["list_inbox", "inbox", "get_inbox", "list_messages", "list_emails", "list_mail"],
  read_thread: ["get_thread", "read_message", "get_message", "read_email", "get_email", "read_mail", "open"],
  search_mail: ["search", "search_emails", "search_messages", "search_threads", "query_emails"],
  find_codes: ["get_code", "get_codes", "get_otp", "extract_code", "read_code"],
  read_attachment: ["get_attachment", "download_attachment", "open_attachment"],
  send_mail: ["send", "send_email", "send_message", "compose", "compose_email", "email"],
  reply: ["reply_all", "reply_to_message", "reply_to_email", "reply_to_thread", "answer", "respond"],
  forward: ["forward_email", "forward_message"],
  save_draft: ["create_draft", "update_draft", "draft_email", "write_draft", "edit_draft"],
  send_draft: ["schedule_draft", "schedule_email", "withdraw", "unschedule", "delete_draft"],
  organize: [
    "archive",
    "archive_email",
    "archive_thread",
    "delete_email",
    "delete_message",
    "delete_thread",
    "label",
    "add_label",
    "mark_as_read",
    "mark_read",
    "modify_message",
    "move",
    "move_message",
    "snooze",
    "trash",
    "update_thread",
  ],
  list_events: ["get_calendar", "get_events", "list_calendar_events", "calendar"],
  find_time: ["find_slot", "find_free_time", "free_busy", "get_availability", "suggest_time"],
  create_event: ["create_meeting", "schedule_meeting", "create_calendar_event", "add_event", "book_meeting"],
  change_event: ["update_event", "edit_event", "move_event", "reschedule", "reschedule_event"],
  cancel_event: ["delete_event", "remove_event", "cancel_meeting"],
  answer_invitation: ["rsvp", "respond_to_invitation", "accept_invitation", "respond_to_event"],
  ask_for_review: ["ask_human", "escalate", "hand_over", "request_review", "request_approval"],
};

/** Characters of a name that a refusal repeats. */
const maxShown = 60;

/** The refusal of a tool that is none. @param names of the tools that there are; @param all says where they are listed */
export function noSuchTool(given: string, names: readonly string[], all: string): string {
  const name = plainName(given.slice(0, 200));
  const meant = names.includes(name)
    ? name
    : (knownElsewhere(name, names, otherNames) ?? nearest(name, names));
  const near = meant === null ? "" : ` Did you mean "${meant}"?`;
  return `There is no tool ${JSON.stringify(given.slice(0, maxShown))}.${near} ${all}`;
}

/** `mcp__postroom__sendMail` and `postroom.send-mail` as `send_mail`. */
function plainName(name: string): string {
  const last = name.split(/__|[./:]/).at(-1) ?? name;
  return snakeName(last).replaceAll("-", "_");
}
