// The exact fields of every object that the service answers, as SPEC and DECISIONS list them, and a check that an answer
// has these and no others. Written out here on purpose, and not taken from src/schema: the two must agree.
//
// A type is a word, "a|b|c" (one of these words), the name of another shape, or "uuid", "string", "integer", "number",
// "boolean", "timestamp", "object"; "[]" behind it is a list, "?" behind that: or null.
import type { Static } from "@sinclair/typebox";
import type { AgentSignup, AgentVerified } from "../../src/schema/agent-signup.ts";
import type { ApiKeyCreated } from "../../src/schema/api-keys.ts";
import type { AppPasswordCreated } from "../../src/schema/app-passwords.ts";
import type { CalendarEvent, EventAttendee, FreeBusy } from "../../src/schema/calendar-events.ts";
import type { Delivery } from "../../src/schema/deliveries.ts";
import type { Domain, DomainRecord } from "../../src/schema/domains.ts";
import type { Draft } from "../../src/schema/drafts.ts";
import type { Event, MessageReceivedData } from "../../src/schema/events.ts";
import type { ConversationRow, Folder } from "../../src/schema/folders.ts";
import type { Identity } from "../../src/schema/identities.ts";
import type { Label } from "../../src/schema/labels.ts";
import type {
  Attachment,
  Authentication,
  HeaderField,
  Invitation,
  Message,
  Recipient,
  Sent,
} from "../../src/schema/messages.ts";
import type { Pod } from "../../src/schema/pods.ts";
import type { RoutingRule } from "../../src/schema/routing-rules.ts";
import type { SendList } from "../../src/schema/send-lists.ts";
import type { Suppression } from "../../src/schema/suppressions.ts";
import type { Thread } from "../../src/schema/threads.ts";
import type { WebhookCreated } from "../../src/schema/webhooks.ts";

const webhook = {
  id: "uuid",
  url: "string",
  identity: "uuid?",
  event_types: "string[]",
  status: "active|failing|disabled",
  consecutive_failures: "integer",
  last_delivered_at: "timestamp?",
  last_failed_at: "timestamp?",
  created_at: "timestamp",
};

const apiKey = {
  id: "uuid",
  name: "string",
  prefix: "string",
  identity_ids: "uuid[]?",
  parent_id: "uuid?",
  last_used_at: "timestamp?",
  created_at: "timestamp",
};

const appPassword = {
  id: "uuid",
  identity_id: "uuid",
  name: "string",
  username: "string",
  last_used_at: "timestamp?",
  last_used_protocol: "imap|smtp?",
  created_at: "timestamp",
};

export const shapes = {
  // --- SPEC
  Mailbox: { email: "string", name: "string?" },
  Address: {
    id: "uuid",
    email: "string",
    local_part: "string",
    domain: "string",
    display_name: "string?",
    type: "human|team|application|workflow|agent",
    mode: "human|automated|hybrid",
    status: "active|suspended|archived",
    capabilities: "Capabilities",
    has_inbox: "boolean",
    routed_address_count: "integer",
    created_at: "timestamp",
    expires_at: "timestamp?",
    send_policy: "open|reply_only|list",
    tenant_id: "string?",
  },
  Capabilities: {
    receive: "boolean",
    inbox: "boolean",
    send: "boolean",
    drafts: "boolean",
    calendar: "boolean",
    app_passwords: "boolean",
  },
  Attachment: {
    id: "uuid",
    filename: "string",
    content_type: "string",
    size: "integer",
    downloadable: "boolean",
  },
  Message: {
    id: "uuid",
    thread_id: "uuid",
    identity: "uuid?",
    direction: "inbound|outbound",
    from: "Mailbox",
    to: "Mailbox[]",
    cc: "Mailbox[]",
    subject: "string?",
    delivered_to: "string?",
    text: "string?",
    html: "string",
    reply_html: "string",
    quoted_html: "string?",
    reply_text: "string",
    is_read: "boolean",
    is_spam: "boolean",
    attachments: "Attachment[]",
    invitation: "Invitation?",
    calendar_event_id: "string?",
    created_at: "timestamp",
  },
  Invitation: {
    method: "string?",
    uid: "string",
    sequence: "number",
    status: "string?",
    summary: "string?",
    description: "string?",
    location: "string?",
    start: "string?",
    end: "string?",
    starts_at: "timestamp?",
    ends_at: "timestamp?",
    all_day: "boolean",
    timezone: "string?",
    organizer_email: "string?",
    organizer_name: "string?",
    attendees: "InvitationAttendee[]",
    recurrence_rule: "string?",
    is_instance: "boolean",
  },
  InvitationAttendee: {
    email: "string",
    name: "string?",
    status: "string",
    optional: "boolean",
    rsvp: "boolean",
  },
  Thread: {
    id: "uuid",
    identity: "uuid",
    subject: "string?",
    status: "open|waiting|resolved|human_review",
    owner_type: "human|automation|agent",
    assignee_id: "uuid?",
    assigned_at: "timestamp?",
    message_count: "integer",
    last_message_at: "timestamp?",
    created_at: "timestamp",
  },
  Webhook: webhook,
  WebhookCreated: { ...webhook, secret: "string" },
  Sent: { id: "uuid", thread_id: "uuid", rejected: "Rejected[]" },
  Rejected: { address: "string", reason: "string" },
  AgentSignup: {
    signup_id: "uuid",
    address: "string",
    identity_id: "uuid",
    can_send: "boolean",
    code_expires_at: "timestamp?",
  },
  AgentVerified: { address: "string", identity_id: "uuid", sign_in_url: "string" },
  Event: { id: "uuid", type: "string", created_at: "timestamp", data: "object" },
  MessageReceived: {
    message_id: "uuid",
    thread_id: "uuid",
    identity_id: "string",
    to: "string",
    from: "string",
    subject: "string",
    has_attachments: "boolean",
  },
  // --- DECISIONS
  Deleted: { id: "string", deleted: "boolean" },
  ApiKey: apiKey,
  ApiKeyCreated: { ...apiKey, token: "string" },
  SendList: { entries: "string[]" },
  Domain: {
    id: "uuid",
    domain: "string",
    status: "pending|verified|failed",
    pod_id: "uuid?",
    records: "Record[]",
    unproven_mail: "spam|inbox",
    verified_at: "timestamp?",
    created_at: "timestamp",
  },
  Record: { type: "string", name: "string", value: "string", purpose: "string", status: "string" },
  Pod: { id: "uuid", name: "string", client_id: "string?", is_default: "boolean", created_at: "timestamp" },
  RoutingRule: {
    id: "uuid",
    domain_id: "uuid",
    local_part: "string",
    address: "string",
    identity_id: "uuid?",
    webhook_id: "uuid?",
    status: "active|disabled",
    created_at: "timestamp",
  },
  Label: { id: "uuid", identity_id: "uuid", name: "string", colour: "string", created_at: "timestamp" },
  Folder: { id: "uuid", name: "string", role: "string?", total: "integer", unread: "integer" },
  Row: {
    thread_id: "uuid",
    message_id: "uuid",
    identity_id: "uuid",
    from: "Mailbox",
    to: "Mailbox[]",
    subject: "string?",
    preview: "string",
    is_read: "boolean",
    has_attachments: "boolean",
    message_count: "integer",
    labels: "string[]",
    status: "open|waiting|resolved|human_review",
    last_message_at: "timestamp?",
  },
  Draft: {
    id: "uuid",
    identity_id: "uuid",
    thread_id: "uuid",
    from: "string",
    to: "string[]",
    cc: "string[]",
    bcc: "string[]",
    subject: "string?",
    text: "string?",
    html: "string?",
    in_reply_to_message_id: "uuid?",
    attachments: "Attachment[]",
    status: "draft|scheduled|sending",
    send_at: "timestamp?",
    failed_reason: "string?",
    created_at: "timestamp",
    updated_at: "timestamp",
  },
  Recipient: {
    address: "string",
    status: "queued|delivered|deferred|bounced",
    attempts: "integer",
    response: "string?",
    updated_at: "timestamp",
  },
  HeaderField: { name: "string", value: "string" },
  Authentication: {
    message_id: "uuid",
    status: "none|checked",
    spf: "object?",
    dkim: "object[]",
    dmarc: "object?",
    arc: "object?",
    checked_at: "timestamp?",
  },
  Suppression: { id: "uuid", email: "string", reason: "string", created_at: "timestamp" },
  Delivery: {
    id: "uuid",
    webhook_id: "uuid",
    event_id: "uuid",
    event_type: "string",
    status: "queued|delivering|retrying|delivered|failed",
    attempt_count: "integer",
    response_status: "integer?",
    response_body: "string?",
    error: "string?",
    next_attempt_at: "timestamp?",
    last_attempt_at: "timestamp?",
    delivered_at: "timestamp?",
    created_at: "timestamp",
  },
  CalendarEvent: {
    id: "string",
    identity_id: "uuid",
    kind: "single|series|instance",
    series_id: "uuid?",
    original_start: "string?",
    uid: "string",
    sequence: "integer",
    etag: "string",
    status: "confirmed|tentative|cancelled",
    title: "string",
    description: "string?",
    location: "string?",
    all_day: "boolean",
    start: "string",
    end: "string",
    timezone: "string",
    start_at: "timestamp",
    end_at: "timestamp",
    recurrence: "Recurrence?",
    attendees: "EventAttendee[]",
    organizer_email: "string?",
    organizer_name: "string?",
    response_status: "string?",
    source: "api|email",
    origin_message_id: "uuid?",
    metadata: "object",
    created_at: "timestamp",
    updated_at: "timestamp",
  },
  Recurrence: { rule: "string?", exdates: "string[]", rdates: "string[]" },
  EventAttendee: {
    email: "string",
    name: "string?",
    status: "string",
    role: "string",
    optional: "boolean",
    rsvp: "boolean",
    responded_at: "timestamp?",
  },
  Calendar: { identity_id: "uuid", timezone: "string" },
  FreeBusy: { busy: "Busy[]" },
  Busy: { start_at: "timestamp", end_at: "timestamp" },
  AppPassword: appPassword,
  AppPasswordCreated: { ...appPassword, password: "string" },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type ShapeName = keyof typeof shapes;

/** What a shape is for the type checker; a name that is not here is any object. */
interface Wire {
  Address: Identity;
  Attachment: Attachment;
  Message: Message;
  Invitation: Invitation;
  Thread: Thread;
  Webhook: Omit<Static<typeof WebhookCreated>, "secret">;
  WebhookCreated: Static<typeof WebhookCreated>;
  Sent: Sent;
  AgentSignup: AgentSignup;
  AgentVerified: AgentVerified;
  Event: Event;
  MessageReceived: MessageReceivedData;
  ApiKey: Omit<Static<typeof ApiKeyCreated>, "token">;
  ApiKeyCreated: Static<typeof ApiKeyCreated>;
  SendList: SendList;
  Domain: Domain;
  Record: Static<typeof DomainRecord>;
  Pod: Pod;
  RoutingRule: RoutingRule;
  Label: Label;
  Folder: Folder;
  Row: ConversationRow;
  Draft: Draft;
  Recipient: Recipient;
  HeaderField: Static<typeof HeaderField>;
  Authentication: Authentication;
  Suppression: Static<typeof Suppression>;
  Delivery: Delivery;
  CalendarEvent: CalendarEvent;
  EventAttendee: Static<typeof EventAttendee>;
  FreeBusy: Static<typeof FreeBusy>;
  AppPassword: Omit<Static<typeof AppPasswordCreated>, "password">;
  AppPasswordCreated: Static<typeof AppPasswordCreated>;
}
export type Shaped<K extends ShapeName> = K extends keyof Wire ? Wire[K] : Record<string, unknown>;

const primitives: Readonly<Record<string, (value: unknown) => boolean>> = {
  uuid: (value) => typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
  string: (value) => typeof value === "string",
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  timestamp: (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(value),
  object: (value) => value !== null && typeof value === "object" && !Array.isArray(value),
};

/** What of a value is not as its shape says; empty: nothing. */
export function misfits(name: ShapeName, value: unknown, at: string = name): string[] {
  if (!primitives.object!(value)) return [`${at} is no object`];
  const shape: Readonly<Record<string, string>> = shapes[name];
  const given = value as Record<string, unknown>;
  return [
    ...Object.keys(shape)
      .filter((field) => !(field in given))
      .map((field) => `${at}.${field} is missing`),
    ...Object.keys(given)
      .filter((field) => !(field in shape))
      .map((field) => `${at}.${field} is not listed`),
    ...Object.entries(shape).flatMap(([field, type]) =>
      field in given ? mistyped(type, given[field], `${at}.${field}`) : [],
    ),
  ];
}

function mistyped(type: string, value: unknown, at: string): string[] {
  if (type.endsWith("?")) return value === null ? [] : mistyped(type.slice(0, -1), value, at);
  if (type.endsWith("[]")) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return value.flatMap((item, index) => mistyped(type.slice(0, -2), item, `${at}[${index}]`));
  }
  if (type in shapes) return misfits(type as ShapeName, value, at);
  const fits = type.includes("|") ? type.split("|").includes(value as string) : primitives[type]!(value);
  return fits ? [] : [`${at} is ${JSON.stringify(value)}, not ${type}`];
}
