// The shapes of the API. Made by `bun run sdk` from the OpenAPI document: change that.
// biome-ignore-all lint: made by a program

export interface AccountAuditEntry {
  /** UUIDv7, lower case */
  id: string;
  /** member_invited: a person was invited; member_joined: a person came in, by the link of the invitation or by OIDC_ISSUER; member_changed: a person got another role or name; member_removed: a person left, was removed, or came by OIDC_ISSUER too long ago; key_made: an API key was made; key_ended: an API key was revoked, itself or with the key that made it; program_let_in: a person let a program in; program_ended: a program's access was ended; password_made: an app password was made; password_ended: an app password was revoked, itself or with who made it; protection_changed: the protection of an address, or the account's default, was set; list_entries_added: addresses or domains were put on a list of protection; list_entry_removed: an address or domain was taken off a list of protection; address_changed: what an address may do was changed: its mode, status, send_policy or expires_at; address_removed: an address was deleted; domain_added: a domain was added; domain_changed: a domain's settings were changed; domain_keys_made: new DKIM keys were made for a domain; domain_removed: a domain was deleted; webhook_made: a webhook was made; webhook_changed: a webhook was changed, enabled or disabled by a call; webhook_secret_made: a webhook got a new secret; webhook_removed: a webhook was deleted, itself or with the key that made it; routing_rule_made: a routing rule was made; routing_rule_changed: a routing rule was changed; routing_rule_removed: a routing rule was deleted, itself or with its webhook; retention_rule_made: a retention rule was made; retention_rule_removed: a retention rule was deleted */
  action: AccountAuditEntryAction;
  /** who did it */
  actor: Actor;
  /** of what was changed; null: of the account as a whole */
  target_id: string | null;
  /** its name then: an address, a domain, a URL, or as somebody named it */
  target: string | null;
  /** values before of what changed; null: it was not there */
  before: JsonObject | null;
  /** values since; null: it is not there any more */
  after: JsonObject | null;
  /** when it was made */
  created_at: string;
}

export type AccountAuditEntryAction = "member_invited" | "member_joined" | "member_changed" | "member_removed" | "key_made" | "key_ended" | "program_let_in" | "program_ended" | "password_made" | "password_ended" | "protection_changed" | "list_entries_added" | "list_entry_removed" | "address_changed" | "address_removed" | "domain_added" | "domain_changed" | "domain_keys_made" | "domain_removed" | "webhook_made" | "webhook_changed" | "webhook_secret_made" | "webhook_removed" | "routing_rule_made" | "routing_rule_changed" | "routing_rule_removed" | "retention_rule_made" | "retention_rule_removed";

/** who did it */
export interface Actor {
  /** by what it was done; key: an API key; app_password: a mail program; person: somebody signed in to the console; link: the link in a reviewer's mail; service: the service itself, as when a schedule is due */
  kind: ActorKind;
  /** the key's or app password's id; the email address of a person or link */
  id: string | null;
  /** the client's address */
  ip: string | null;
}

export type ActorKind = "key" | "app_password" | "person" | "link" | "service";

export interface AgentHuman {
  /** the signup, from POST /api/v1/agent/signup */
  signup_id: string;
  /** who is to confirm, and will own the account */
  human_email: string;
}

export interface AgentSignup {
  /** names this signup in the calls that follow */
  signup_id: string;
  /** the email address */
  address: string;
  /** reserved; 404 until verified */
  identity_id: string;
  /** always false: verify first */
  can_send: boolean;
  /** null while no human is named */
  code_expires_at: string | null;
}

export interface AgentSignupCreate {
  /** local part of the address on the shared domain */
  username: string;
  /** who is to confirm, and will own the account */
  human_email?: string | null;
  /** where you found the service */
  source?: string | null;
}

export interface AgentVerified {
  /** the email address */
  address: string;
  /** the address, as its id */
  identity_id: string;
  /** opens the console once, within 24 hours: mint a key there */
  sign_in_url: string;
}

export interface AgentVerify {
  /** the signup, from POST /api/v1/agent/signup */
  signup_id: string;
  /** six digits */
  code: string;
}

export interface ApiKey {
  /** UUIDv7, lower case */
  id: string;
  /** what it is for */
  name: string;
  /** first 11 characters of the token */
  prefix: string;
  /** the addresses that it reaches; null: everything */
  identity_ids: Array<string> | null;
  /** pods whose addresses these are, as they join and leave; null: it names no pod */
  pod_ids: Array<string> | null;
  /** the key that made it; null: the console or the command line */
  parent_id: string | null;
  /** when it was last used */
  last_used_at: string | null;
  /** when it was made */
  created_at: string;
}

export interface ApiKeyCreate {
  /** what it is for */
  name: string;
  /** a subset of what the calling key reaches; required, unless pod_ids is given */
  identity_ids?: Array<string>;
  /** instead of identity_ids: the addresses in these pods, 1,000 at most, and those that join them later */
  pod_ids?: Array<string>;
}

export interface ApiKeyCreated {
  /** UUIDv7, lower case */
  id: string;
  /** what it is for */
  name: string;
  /** first 11 characters of the token */
  prefix: string;
  /** the addresses that it reaches; null: everything */
  identity_ids: Array<string> | null;
  /** pods whose addresses these are, as they join and leave; null: it names no pod */
  pod_ids: Array<string> | null;
  /** the key that made it; null: the console or the command line */
  parent_id: string | null;
  /** when it was last used */
  last_used_at: string | null;
  /** when it was made */
  created_at: string;
  /** shown this once */
  token: string;
}

export interface AppPassword {
  /** UUIDv7, lower case */
  id: string;
  /** the address, as its id */
  identity_id: string;
  /** of the device */
  name: string;
  /** the address */
  username: string;
  /** when it was last used */
  last_used_at: string | null;
  /** imap: it read; smtp: it sent; caldav: it used the calendar */
  last_used_protocol: AppPasswordLastUsedProtocol | null;
  /** when it was made */
  created_at: string;
}

export interface AppPasswordCreate {
  /** the address, as its id */
  identity_id: string;
  /** of the device */
  name: string;
}

export interface AppPasswordCreated {
  /** UUIDv7, lower case */
  id: string;
  /** the address, as its id */
  identity_id: string;
  /** of the device */
  name: string;
  /** the address */
  username: string;
  /** when it was last used */
  last_used_at: string | null;
  /** imap: it read; smtp: it sent; caldav: it used the calendar */
  last_used_protocol: AppPasswordLastUsedProtocol | null;
  /** when it was made */
  created_at: string;
  /** shown this once; spaces, hyphens and case do not count */
  password: string;
}

export type AppPasswordLastUsedProtocol = "imap" | "smtp" | "caldav";

export interface Attachment {
  /** UUIDv7, lower case */
  id: string;
  /** name of the file */
  filename: string;
  /** media type, as its sender named it */
  content_type: string;
  /** bytes */
  size: number;
  /** false: it is known, but its bytes are not kept */
  downloadable: boolean;
}

export interface AttachmentLink {
  /** UUIDv7, lower case */
  attachment_id: string;
  /** reads this file without a key, and nothing else, until `expires_at` */
  url: string;
  /** when it stops accepting mail: it is suspended then, not deleted */
  expires_at: string;
}

export interface AttachmentText {
  /** UUIDv7, lower case */
  attachment_id: string;
  /** as the sender named it */
  content_type: string;
  /** bytes of the file */
  size: number;
  /** read: `text` holds it; scanned: its pages are pictures; `text` is the layer of words under them, which nobody sees and its maker chose; often empty; fonts_missing: fonts of it do not say which letters they show: `text` holds the others; unsupported: not PDF, Word (docx), Excel (xlsx), PowerPoint (pptx), OpenDocument, RTF, mail or text; protected: it takes a password; unreadable: it is broken; too_large: reading it takes too long */
  status: AttachmentTextStatus;
  /** what a person sees of it, at most 200,000 characters; written by the sender of the file */
  text: string | null;
  /** of a PDF; the first 200 are read */
  pages: number | null;
  /** there is more than `text` holds */
  truncated: boolean;
  /** at most 50 texts that a person who opens the file does not see; `where` is the page, sheet, slide or part */
  hidden: Array<HiddenText>;
}

export type AttachmentTextStatus = "read" | "scanned" | "fonts_missing" | "unsupported" | "protected" | "unreadable" | "too_large";

export interface AttachmentUpload {
  /** the draft */
  draft_id: string;
  /** in multipart/form-data only */
  file?: string;
  /** in JSON; a path is cut to its last part */
  filename?: string;
  /** in JSON: the media type; without it what the ending of `filename` says */
  content_type?: string;
  /** in JSON: the whole file in base64 (RFC 4648 4), named `content` where a message is sent with it */
  content_base64?: string;
}

export interface AttendeeInput {
  /** the email address */
  email: string;
  /** the name for people */
  name?: string | null;
  /** chair: leads; required: is needed; optional: may come; non-participant: is only told; required without it */
  role?: EventAttendeeRole;
  /** the same as the role optional */
  optional?: boolean;
  /** an answer is asked for; true without it */
  rsvp?: boolean;
}

export interface AuditEntry {
  /** UUIDv7, lower case */
  id: string;
  /** sent, forwarded, review_requested, edited, approved, rejected, returned, taken_over, expired, withdrawn, status_changed; queue_retried, queue_held, queue_released, queue_dropped: by who runs the service */
  action: string;
  /** who did it */
  actor: Actor;
  /** the message */
  message_id: string | null;
  /** UUIDv7, lower case */
  review_id: string | null;
  /** hex SHA-256 of the whole mail */
  raw_sha256: string | null;
  /** recipients, reasons, comment, or status */
  detail: JsonObject | null;
  /** when it was made */
  created_at: string;
}

export interface Authentication {
  /** the message */
  message_id: string;
  /** none: nothing was checked: it was sent, or came from inside; checked: see the fields below */
  status: AuthenticationStatus;
  /** its author sent it from an address of this service: no mail from outside has this, whatever its header says */
  authenticated_here: boolean;
  /** may the client send for the envelope sender */
  spf: AuthenticationResult | null;
  /** one entry a signature */
  dkim: Array<{
    /** pass, fail, softfail, neutral, none, policy, temperror or permerror (RFC 8601 2.7) */
    result: string;
    /** whose result it is */
    domain: string | null;
    /** s= of the signature */
    selector: string | null;
    /** a= of the signature */
    algorithm: string | null;
    /** with the domain of From */
    aligned: boolean;
  }>;
  /** what the policy of the domain of From makes of SPF and DKIM */
  dmarc: {
    /** pass, fail, softfail, neutral, none, policy, temperror or permerror (RFC 8601 2.7) */
    result: string;
    /** whose policy it is */
    domain: string | null;
    /** none, quarantine or reject */
    policy: string | null;
    /** both ways to read DMARC, where they differ; a mail passes when it passes by one */
    readings?: {
      /** RFC 9989 */
      tree_walk: DmarcReading;
      /** RFC 7489 */
      public_suffix: DmarcReading;
    };
  } | null;
  /** the chain of those who passed it on */
  arc: AuthenticationResult | null;
  /** where From names a domain of this service: whether SPF, DKIM or DMARC prove it; see `unproven_mail` of the domain */
  own_domain?: {
    /** the domain of From */
    domain: string;
    /** proven: SPF, DKIM or DMARC shows it; unproven: none of them does */
    result: "proven" | "unproven";
  };
  /** when it was checked */
  checked_at: string | null;
}

export interface AuthenticationResult {
  /** pass, fail, softfail, neutral, none, policy, temperror or permerror (RFC 8601 2.7) */
  result: string;
  /** whose result it is */
  domain: string | null;
}

export type AuthenticationStatus = "none" | "checked";

export interface Calendar {
  /** the address, as its id */
  identity_id: string;
  /** IANA time zone */
  timezone: string;
  /** minutes before it at which calendar_event.starting tells of an event; missing: it does not, but by reminders of the event */
  starting_minutes?: number;
  /** minutes before it at which calendar_event.ending tells of an event; missing: it does not */
  ending_minutes?: number;
}

/** what was asked for */
export interface CalendarAnswerData {
  /** the calendar event */
  event_id: string;
  /** the address, as its id */
  identity_id: string;
  /** the series that it is one date of */
  series_id: string | null;
  /** single, series or instance */
  kind: string;
  /** the same in all mails about the event (RFC 5545 3.8.4.7) */
  uid: string;
  /** version of the event */
  sequence: number;
  /** confirmed, tentative or cancelled */
  status: string;
  /** api, email */
  source: string;
  /** the start as a moment, UTC */
  start_at: string | null;
  /** the end as a moment, UTC */
  end_at: string | null;
  /** who answered */
  attendee?: string;
  /** accepted, declined, tentative, delegated or needs-action */
  response_status?: string;
}

export interface CalendarEvent {
  /** UUID; of a date of a series `<series id>_<original start in UTC, basic format>`, all-day: the date */
  id: string;
  /** the address, as its id */
  identity_id: string;
  /** single: takes place once; series: repeats by recurrence; instance: one date of a series; only with expand, or read by its own id */
  kind: CalendarEventKind;
  /** the series of an instance */
  series_id: string | null;
  /** when the series would have this instance begin */
  original_start: string | null;
  /** the same in all mails about the event (RFC 5545 3.8.4.7) */
  uid: string;
  /** rises with time, title, place, status and attendee list */
  sequence: number;
  /** for If-Match */
  etag: string;
  /** confirmed: takes place; what the API makes is confirmed unless it says otherwise; tentative: takes place perhaps; cancelled: does not take place and blocks no time; it cannot be answered */
  status: CalendarEventStatus;
  /** what it is about */
  title: string;
  /** longer text */
  description: string | null;
  /** where it takes place */
  location: string | null;
  /** whole days: start and end are dates */
  all_day: boolean;
  /** local time in `timezone`, without offset; a date when all_day */
  start: string;
  /** local time in `timezone`, without offset; a date when all_day */
  end: string;
  /** IANA time zone */
  timezone: string;
  /** the start as a moment, UTC */
  start_at: string;
  /** the end as a moment, UTC */
  end_at: string;
  /** how it repeats; null: it does not */
  recurrence: EventRecurrence | null;
  /** who is invited */
  attendees: Array<EventAttendee>;
  /** who invites */
  organizer_email: string | null;
  /** the name of who invites */
  organizer_name: string | null;
  /** your own answer, as one who is invited: needs-action: no answer yet; accepted: comes; declined: does not come; tentative: comes perhaps; delegated: has asked somebody else to come */
  response_status: CalendarEventResponseStatus | null;
  /** api: a call made it; email: an invitation that came */
  source: CalendarEventSource;
  /** the message that brought it */
  origin_message_id: string | null;
  /** your own notes, never mailed */
  metadata: JsonObject;
  /** minutes before it at which a calendar program of the address reminds, the longest first */
  reminders: Array<number>;
  /** when it was made */
  created_at: string;
  /** when it was last changed */
  updated_at: string;
  /** of one event read by its id, where mails about it were sent: how far the last one to each recipient has come */
  schedule_status?: Array<ScheduleStatus>;
  /** with 202 alone: mails about the change that wait for a person; nothing of them has left */
  held?: Array<Sent>;
}

export interface CalendarEventCreate {
  /** what it is about */
  title: string;
  /** local time in `timezone`, without offset; a date when all_day */
  start: string;
  /** local time in `timezone`, without offset; a date when all_day */
  end: string;
  /** IANA time zone */
  timezone?: string;
  /** start and end are dates, end exclusive; false without it */
  all_day?: boolean;
  /** longer text */
  description?: string | null;
  /** where it takes place */
  location?: string | null;
  /** confirmed: takes place; what the API makes is confirmed unless it says otherwise; tentative: takes place perhaps; cancelled: does not take place and blocks no time; it cannot be answered */
  status?: CalendarEventStatus;
  /** how it repeats; null: it does not */
  recurrence?: RecurrenceInput | null;
  /** whom to invite: `ada@example.com`, `Ada <ada@example.com>` or an object, or a list of these; told nothing without send_invites */
  attendees?: string | AttendeeInput | Array<string | AttendeeInput>;
  /** your own notes, never mailed */
  metadata?: JsonObject;
  /** minutes before it at which a calendar program of the address reminds; and calendar_event.starting tells of it; never mailed */
  reminders?: Array<number>;
  /** mail the attendees; false without it */
  send_invites?: boolean;
}

/** what was asked for */
export interface CalendarEventData {
  /** the calendar event */
  event_id: string;
  /** the address, as its id */
  identity_id: string;
  /** the series that it is one date of */
  series_id: string | null;
  /** single, series or instance */
  kind: string;
  /** the same in all mails about the event (RFC 5545 3.8.4.7) */
  uid: string;
  /** version of the event */
  sequence: number;
  /** confirmed, tentative or cancelled */
  status: string;
  /** api, email */
  source: string;
  /** the start as a moment, UTC */
  start_at: string | null;
  /** the end as a moment, UTC */
  end_at: string | null;
}

export type CalendarEventKind = "single" | "series" | "instance";

export interface CalendarEventPatch {
  /** what it is about */
  title?: string;
  /** local time in `timezone`, without offset; a date when all_day */
  start?: string;
  /** local time in `timezone`, without offset; a date when all_day */
  end?: string;
  /** IANA time zone */
  timezone?: string;
  /** start and end are dates, end exclusive; false without it */
  all_day?: boolean;
  /** longer text */
  description?: string | null;
  /** where it takes place */
  location?: string | null;
  /** confirmed: takes place; what the API makes is confirmed unless it says otherwise; tentative: takes place perhaps; cancelled: does not take place and blocks no time; it cannot be answered */
  status?: CalendarEventStatus;
  /** how it repeats; null: it does not */
  recurrence?: RecurrenceInput | null;
  /** whom to invite: `ada@example.com`, `Ada <ada@example.com>` or an object, or a list of these; told nothing without send_invites */
  attendees?: string | AttendeeInput | Array<string | AttendeeInput>;
  /** your own notes, never mailed */
  metadata?: JsonObject;
  /** minutes before it at which a calendar program of the address reminds; and calendar_event.starting tells of it; never mailed */
  reminders?: Array<number>;
  /** mail the attendees; false without it */
  send_invites?: boolean;
}

export interface CalendarEventRespond {
  /** accepted: you come; declined: you do not; tentative: perhaps */
  status: CalendarEventRespondStatus;
  /** to the organizer, in the mail with your answer */
  comment?: string | null;
}

export type CalendarEventRespondStatus = "accepted" | "declined" | "tentative";

export type CalendarEventResponseStatus = "needs-action" | "accepted" | "declined" | "tentative" | "delegated";

export type CalendarEventSource = "api" | "email";

export type CalendarEventStatus = "confirmed" | "tentative" | "cancelled";

export interface CalendarFeed {
  /** UUIDv7, lower case */
  id: string;
  /** the address, as its id */
  identity_id: string;
  /** the addresses whose events it shows */
  identity_ids: Array<string>;
  /** the name for people */
  name: string;
  /** full: events as they are; free_busy: only when the address is busy, without titles, places and people */
  content: CalendarFeedContent;
  /** near: from 92 days ago to two years ahead; all: all that the calendar has */
  range: CalendarFeedRange;
  /** when it was made */
  created_at: string;
}

export type CalendarFeedContent = "full" | "free_busy";

export interface CalendarFeedCreate {
  /** the name for people */
  name?: string;
  /** full: events as they are; free_busy: only when the address is busy, without titles, places and people; full without it */
  content?: CalendarFeedContent;
  /** near: from 92 days ago to two years ahead; all: all that the calendar has; near without it */
  range?: CalendarFeedRange;
  /** further addresses whose events it shows */
  identity_ids?: Array<string>;
}

export interface CalendarFeedCreated {
  /** UUIDv7, lower case */
  id: string;
  /** the address, as its id */
  identity_id: string;
  /** the addresses whose events it shows */
  identity_ids: Array<string>;
  /** the name for people */
  name: string;
  /** full: events as they are; free_busy: only when the address is busy, without titles, places and people */
  content: CalendarFeedContent;
  /** near: from 92 days ago to two years ahead; all: all that the calendar has */
  range: CalendarFeedRange;
  /** when it was made */
  created_at: string;
  /** shown this once; all who know it can read the feed */
  url: string;
}

export type CalendarFeedRange = "near" | "all";

/** what was asked for */
export interface CalendarNoticeData {
  /** the calendar event */
  event_id: string;
  /** the address, as its id */
  identity_id: string;
  /** the series that it is one date of */
  series_id: string | null;
  /** single, series or instance */
  kind: string;
  /** the same in all mails about the event (RFC 5545 3.8.4.7) */
  uid: string;
  /** version of the event */
  sequence: number;
  /** confirmed, tentative or cancelled */
  status: string;
  /** api, email */
  source: string;
  /** the start as a moment, UTC */
  start_at: string | null;
  /** the end as a moment, UTC */
  end_at: string | null;
  /** as the calendar has set it, or a reminder of the event */
  minutes_before: number;
}

export interface CalendarPatch {
  /** IANA time zone */
  timezone?: string;
  /** minutes before it at which calendar_event.starting tells of an event; null: it does not, but by reminders of the event */
  starting_minutes?: number | null;
  /** minutes before it at which calendar_event.ending tells of an event; null: it does not */
  ending_minutes?: number | null;
}

export type Capabilities = Record<string, boolean>;

export interface ChildMail {
  /** its author, where it names one */
  from: MailboxRef | null;
  /** as it is written there, or an instant */
  date: string | null;
  /** the subject line */
  subject: string | null;
  /** without its head; at most 100,000 characters */
  text: string;
}

export interface ConversationRow {
  /** the thread */
  thread_id: string;
  /** the message */
  message_id: string;
  /** the address, as its id */
  identity_id: string;
  /** who wrote it */
  from: MailboxRef;
  /** recipients */
  to: Array<MailboxRef>;
  /** the subject line */
  subject: string | null;
  /** at most 200 characters */
  preview: string;
  /** nothing in it is unread */
  is_read: boolean;
  /** with files */
  has_attachments: boolean;
  /** messages of the whole thread */
  message_count: number;
  /** names of the thread's labels */
  labels: Array<string>;
  /** open: something is to be done; new threads begin so; waiting: for the other side; mail that comes opens it again; resolved: done; mail that comes opens it again; human_review: a person is to look; stays until you change it. Of an address with protection, sends into it wait */
  status: ThreadStatus;
  /** when its newest message came or was sent */
  last_message_at: string | null;
}

export interface Deleted {
  /** UUIDv7, lower case */
  id: string;
  /** always true */
  deleted: true;
  /** how much ended with a key, or with the access of a program; left out when nothing did, and of all else */
  revoked?: {
    /** keys that came from it */
    api_keys: number;
    /** issued by these keys; their sessions end */
    app_passwords: number;
    /** created by these keys */
    webhooks: number;
    /** that led to these webhooks */
    routing_rules: number;
  };
}

export interface Delivery {
  /** UUIDv7, lower case */
  id: string;
  /** the webhook */
  webhook_id: string;
  /** the event */
  event_id: string;
  /** kind of the event */
  event_type: string;
  /** queued: not tried yet, or queued again by a replay; delivering: a try is under way; retrying: a try failed, the next one is at next_attempt_at; delivered: your endpoint answered 2xx; failed: no more tries; replay queues it again */
  status: DeliveryStatus;
  /** tries so far */
  attempt_count: number;
  /** HTTP status of the last response */
  response_status: number | null;
  /** its first kilobyte */
  response_body: string | null;
  /** why there was no response */
  error: string | null;
  /** when it is tried next; null: not again */
  next_attempt_at: string | null;
  /** when it was last tried */
  last_attempt_at: string | null;
  /** when it was delivered */
  delivered_at: string | null;
  /** when it was made */
  created_at: string;
}

export type DeliveryStatus = "queued" | "delivering" | "retrying" | "delivered" | "failed";

export interface DmarcReading {
  /** pass, fail, softfail, neutral, none, policy, temperror or permerror (RFC 8601 2.7) */
  result: string;
  /** whose policy it is */
  domain: string | null;
  /** none, quarantine or reject */
  policy: string | null;
}

export interface Domain {
  /** UUIDv7, lower case */
  id: string;
  /** the domain name */
  domain: string;
  /** pending: its ownership record was not seen yet: it neither receives nor sends; verified: in use; failed: not seen for 72 hours, or another account proved it first; verify tries again */
  status: DomainStatus;
  /** null: the shared domain, which is in a pod of its owner */
  pod_id: string | null;
  /** empty for the shared domain of another account */
  records: Array<DomainRecord>;
  /** where mail from outside goes that names this domain in From while neither SPF nor DKIM nor DMARC proves that; spam: to the spam folder, as long as you say nothing else; inbox: where it would go otherwise */
  unproven_mail: DomainUnprovenMail;
  /** when it was verified */
  verified_at: string | null;
  /** when it was made */
  created_at: string;
}

export interface DomainCheck {
  /** the domain */
  domain_id: string;
  /** the domain name */
  domain: string;
  /** those of the zone file, in its order */
  records: Array<{
    /** of the DNS record */
    type: string;
    /** whole name of the DNS record */
    name: string;
    /** as it has to stand in DNS */
    value: string;
    /** ownership: proves that the domain is yours; receiving: MX: mail for the domain comes here; spf: this server may send for it; dkim: the key that its mail is signed with; dmarc: what others do with mail that fails both; mail programs: where programs find this server; mta-sts: senders send encrypted or not at all; tls reports: where senders report TLS that failed */
    purpose: "ownership" | "receiving" | "spf" | "dkim" | "dmarc" | "mail programs" | "mta-sts" | "tls reports";
    /** same: it does what it is for, whatever its wording; other: another record stands in its place; missing: nothing stands there; unanswered: no DNS server answered */
    state: "same" | "other" | "missing" | "unanswered";
    /** what DNS has in its place now, as it is there */
    published: Array<string>;
    /** where the published record leaves the wanted one; null unless other */
    difference: {
      /** characters before it that are alike */
      position: number;
      /** the wanted text around it */
      wanted: string;
      /** the published text around it */
      published: string;
    } | null;
    /** what to do; null: nothing */
    remedy: string | null;
    /** the record as a line of a zone file, to paste */
    line: string;
  }>;
}

export interface DomainCreate {
  /** the domain name */
  domain: string;
  /** the pod; the default one where it is not named */
  pod_id?: string;
}

/** what was asked for */
export interface DomainData {
  /** the domain */
  domain_id: string;
  /** the domain name */
  domain: string;
}

export interface DomainPatch {
  /** the pod; the default one where it is not named */
  pod_id?: string;
  /** where mail from outside goes that names this domain in From while neither SPF nor DKIM nor DMARC proves that; spam: to the spam folder, as long as you say nothing else; inbox: where it would go otherwise */
  unproven_mail?: DomainUnprovenMail;
}

export interface DomainRecord {
  /** of the DNS record */
  type: string;
  /** whole name of the DNS record */
  name: string;
  /** as it has to stand in DNS */
  value: string;
  /** ownership: proves that the domain is yours; this one verifies the domain; receiving: MX: mail for the domain comes here; spf: this server may send for it; dkim: the key that its mail is signed with; dmarc: what others do with mail that fails both */
  purpose: DomainRecordPurpose;
  /** pending: not looked up yet; verified: the last verify found it in DNS; failed: the last verify did not find it, or another value */
  status: DomainStatus;
}

export type DomainRecordPurpose = "ownership" | "receiving" | "spf" | "dkim" | "dmarc";

export interface DomainReport {
  /** UUIDv7, lower case */
  id: string;
  /** dmarc: who sent mail as the domain, and whether SPF or DKIM vouch for it; tls: how often others could connect with TLS to deliver mail to the domain */
  kind: DomainReportKind;
  /** who reports */
  organization: string;
  /** the reporter's name for it */
  report_id: string;
  /** ISO 8601, UTC, microseconds */
  begins_at: string | null;
  /** ISO 8601, UTC, microseconds */
  ends_at: string | null;
  /** mails that passed DMARC, or sessions with TLS */
  passed: number;
  /** mails that failed DMARC, or sessions without TLS */
  failed: number;
  /** the mail that brought it passed DMARC itself */
  authenticated: boolean;
  /** at most 500; the counts are of all */
  rows: Array<{
    /** the sending address; of tls the kind of failure */
    source: string;
    /** mails, or sessions */
    count: number;
    /** they passed DMARC, or had TLS */
    passed: boolean;
    /** results, as they were reported */
    detail: OwnHeaders;
  }>;
  /** when it was made */
  created_at: string;
}

export type DomainReportKind = "dmarc" | "tls";

export type DomainStatus = "pending" | "verified" | "failed";

export type DomainUnprovenMail = "spam" | "inbox";

export interface Draft {
  /** UUIDv7, lower case */
  id: string;
  /** the address, as its id */
  identity_id: string;
  /** the thread */
  thread_id: string;
  /** who wrote it */
  from: string;
  /** recipients */
  to: Array<string>;
  /** recipients of a copy, written as those of `to` */
  cc: Array<string>;
  /** recipients whom the others do not see, written as those of `to` */
  bcc: Array<string>;
  /** the subject line */
  subject: string | null;
  /** plain text; where it is left out, made of `html` */
  text: string | null;
  /** HTML text; where `text` is left out, the text is made of it */
  html: string | null;
  /** the message that it answers: `to` and `subject` follow from it where they are not named */
  in_reply_to_message_id: string | null;
  /** its files */
  attachments: Array<Attachment>;
  /** draft: waits for you; scheduled: goes at send_at; sending: on its way now; a change is refused; pending_review: waits for a person; see /reviews */
  status: DraftStatus;
  /** when it goes; null: not scheduled */
  send_at: string | null;
  /** why the last scheduled sending was refused */
  failed_reason: string | null;
  /** only where it was given */
  list_unsubscribe?: boolean | UnsubscribeLinks;
  /** only where it is true */
  automatic?: boolean;
  /** when it was made */
  created_at: string;
  /** when it was last changed */
  updated_at: string;
}

export interface DraftCreate {
  /** the address, as its id */
  identity_id?: string;
  /** the address of identity_id, a subaddress of it (`bot+tag@…`), or one that a routing rule with `send_as` leads to it; without identity_id the draft is of the address that writes from it */
  from?: string;
  /** recipients */
  to?: string | NamedAddress | Array<string | NamedAddress>;
  /** recipients of a copy, written as those of `to` */
  cc?: string | NamedAddress | Array<string | NamedAddress>;
  /** recipients whom the others do not see, written as those of `to` */
  bcc?: string | NamedAddress | Array<string | NamedAddress>;
  /** the subject line */
  subject?: string | null;
  /** plain text; where it is left out, made of `html` */
  text?: string | null;
  /** HTML text; where `text` is left out, the text is made of it */
  html?: string | null;
  /** in place of `html`: becomes the HTML, and the plain part where `text` is not given */
  markdown?: string;
  /** the message that it answers: `to` and `subject` follow from it where they are not named */
  in_reply_to_message_id?: string | null;
  /** the fields by which mail programs show a button to unsubscribe. true: links of this service, for a message to one recipient; who uses them is listed in /identities/{id}/unsubscribes and gets no more of such messages. An object: links of your own */
  list_unsubscribe?: boolean | UnsubscribeLinks;
  /** a program answers by itself, as an out-of-office note or a receipt does: the mail says so (`Auto-Submitted`), help desks and other programs leave it unanswered, and no automatic mail is answered with it. Not for what an agent writes in a conversation */
  automatic?: boolean;
  /** files in the call itself; 25 MB together with the texts */
  attachments?: Array<FileContent>;
  /** files that are stored here already: the `id`s in `attachments` of any message or draft, or from POST /api/v1/attachments; they are copied */
  attachment_ids?: Array<string>;
}

/** what was asked for */
export interface DraftData {
  /** the draft */
  draft_id: string;
  /** the thread */
  thread_id: string;
  /** the address, as its id */
  identity_id: string;
}

/** what was asked for */
export interface DraftFailedData {
  /** the draft */
  draft_id: string;
  /** the thread */
  thread_id: string;
  /** the address, as its id */
  identity_id: string;
  /** as a refusal's message */
  reason: string;
}

export interface DraftPatch {
  /** the address of identity_id, a subaddress of it (`bot+tag@…`), or one that a routing rule with `send_as` leads to it; without identity_id the draft is of the address that writes from it */
  from?: string | null;
  /** recipients */
  to?: string | NamedAddress | Array<string | NamedAddress> | null;
  /** recipients of a copy, written as those of `to` */
  cc?: string | NamedAddress | Array<string | NamedAddress> | null;
  /** recipients whom the others do not see, written as those of `to` */
  bcc?: string | NamedAddress | Array<string | NamedAddress> | null;
  /** the subject line */
  subject?: string | null;
  /** plain text; where it is left out, made of `html` */
  text?: string | null;
  /** HTML text; where `text` is left out, the text is made of it */
  html?: string | null;
  /** in place of `html`: becomes the HTML, and the plain part where `text` is not given */
  markdown?: string;
  /** the fields by which mail programs show a button to unsubscribe. true: links of this service, for a message to one recipient; who uses them is listed in /identities/{id}/unsubscribes and gets no more of such messages. An object: links of your own */
  list_unsubscribe?: boolean | UnsubscribeLinks;
  /** a program answers by itself, as an out-of-office note or a receipt does: the mail says so (`Auto-Submitted`), help desks and other programs leave it unanswered, and no automatic mail is answered with it. Not for what an agent writes in a conversation */
  automatic?: boolean;
  /** files to add to those that the draft keeps */
  attachments?: Array<FileContent>;
  /** the files that the draft is to have: its own `id`s, and those of other messages, which are copied */
  attachment_ids?: Array<string> | null;
}

export interface DraftSchedule {
  /** at least one minute and at most thirty days from now */
  send_at: string;
}

export type DraftStatus = "draft" | "scheduled" | "sending" | "pending_review";

export interface EventAttendee {
  /** the email address */
  email: string;
  /** the name for people */
  name: string | null;
  /** needs-action: no answer yet; accepted: comes; declined: does not come; tentative: comes perhaps; delegated: has asked somebody else to come */
  status: CalendarEventResponseStatus;
  /** chair: leads; required: is needed; optional: may come; non-participant: is only told */
  role: EventAttendeeRole;
  /** need not come */
  optional: boolean;
  /** an answer is asked for */
  rsvp: boolean;
  /** when the attendee answered */
  responded_at: string | null;
}

export type EventAttendeeRole = "chair" | "required" | "optional" | "non-participant";

export interface EventRecurrence {
  /** RFC 5545 RRULE without its name; null where only rdates repeat it */
  rule: string | null;
  /** dates of the rule that are left out */
  exdates: Array<string>;
  /** dates beside the rule */
  rdates: Array<string>;
}

export interface FileContent {
  /** such as application/pdf; without it what the ending of `filename` says, or the server of `url` */
  content_type?: string;
  /** where to fetch the file from, by http or https: on a public address, within 30 seconds, without a password in it */
  url?: string;
  /** a name without spaces by which the HTML shows the file: `logo` for `cid:logo` */
  content_id?: string;
  /** shown in the text, not listed below it; true with `content_id` */
  inline?: boolean;
  /** a path is cut to its last part; required, unless `url` says where the file is */
  filename?: string;
  /** the whole file in base64 (RFC 4648 4), unless `url` is given; POST /attachments names it content_base64 */
  content?: string;
}

export interface FilledTemplate {
  /** UUIDv7, lower case */
  template_id: string;
  /** null: a letter keeps the subject that it has */
  subject: string | null;
  /** the template's, filled */
  text: string;
  /** fields that nothing is known for: they stand in the texts as they are written */
  unfilled: Array<string>;
}

export interface Folder {
  /** UUIDv7, lower case */
  id: string;
  /** as IMAP shows it */
  name: string;
  /** inbox, sent, drafts, scheduled, archive, spam or trash; null: a mail program made it */
  role: string | null;
  /** messages in it */
  total: number;
  /** unread messages in it */
  unread: number;
}

export interface FreeBusy {
  /** when it is taken; overlapping times are one */
  busy: Array<{
    /** the start as a moment, UTC */
    start_at: string;
    /** the end as a moment, UTC */
    end_at: string;
  }>;
}

/** only in calls to the webhook of a routing rule: the message itself, with the first 64 kB of each body (`defects` says so where more is left out) */
export interface HandedMessage {
  /** UUIDv7, lower case */
  id: string;
  /** the thread */
  thread_id: string;
  /** the address; null where a routing rule led to a webhook */
  identity: string | null;
  /** inbound: it came; outbound: it was sent from here */
  direction: MessageDirection;
  /** who wrote it */
  from: MailboxRef;
  /** recipients */
  to: Array<MailboxRef>;
  /** recipients of a copy, written as those of `to` */
  cc: Array<MailboxRef>;
  /** the subject line */
  subject: string | null;
  /** envelope recipient; not always in `to` */
  delivered_to: string | null;
  /** the message's own text part, quoted history included */
  text: string | null;
  /** sanitised */
  html: string;
  /** `html` without quoted history */
  reply_html: string;
  /** the quoted history; null when nothing was folded */
  quoted_html: string | null;
  /** the reply as plain text */
  reply_text: string;
  /** nothing in it is unread */
  is_read: boolean;
  /** it is in the spam folder */
  is_spam: boolean;
  /** its files */
  attachments: Array<{
    /** UUIDv7, lower case */
    id: string;
    /** name of the file */
    filename: string;
    /** media type, as its sender named it */
    content_type: string;
    /** bytes */
    size: number;
    /** false: it is known, but its bytes are not kept */
    downloadable: boolean;
    /** reads the file without a key, until `links_expire_at` */
    url: string;
  }>;
  /** the calendar part that it carries; null: none */
  invitation: Invitation | null;
  /** the event that the calendar made of the invitation */
  calendar_event_id: string | null;
  /** when it was made */
  created_at: string;
  /** held: it waits for a person; subject and bodies are empty */
  status?: "held";
  /** why less is shown than was sent; only where it is */
  defects?: Array<string>;
  /** of a search alone: plain text around the first place in the reply text that was found, or its beginning; at most 200 characters, cut between words, … where something is left out */
  snippet?: string;
  /** reads the whole mail without a key, until `links_expire_at` */
  raw_url: string;
  /** a day after the call; or the end of the webhook */
  links_expire_at: string;
}

export interface HeaderField {
  /** of the field */
  name: string;
  /** unfolded */
  value: string;
}

export interface HiddenText {
  /** display, visibility, opacity, size, colour, position, clip, transform, outlook, letters, behind; in files also invisible mode, layer, notes, comment, deleted; other form for a part beside the text; alt, title, comment and others for what no text holds */
  technique: string;
  /** the first 500 characters */
  text: string;
  /** the part and the elements around it; for a file its name and the page, sheet, slide or part */
  where: string;
}

export interface Identity {
  /** UUIDv7, lower case */
  id: string;
  /** the email address */
  email: string;
  /** what stands before the @ */
  local_part: string;
  /** the domain name */
  domain: string;
  /** the name beside the address in From */
  display_name: string | null;
  /** human: a person; can do everything; team: several people; can do everything; application: a program that wants events: no inbox, drafts, calendar or app passwords, nothing is stored; workflow: an automatic process: no calendar and no app passwords; agent: a software agent; can do everything */
  type: IdentityType;
  /** human: people answer, so new threads have owner_type human; automated: programs answer: automation. It answers no automatic mail, and writes at most 20 mails an hour into one thread, and 50 answers in a row to other automated addresses; hybrid: an agent answers and people help: agent */
  mode: IdentityMode;
  /** active: receives and sends; suspended: stopped, also by expiry: mail is refused (550 5.2.1), nothing is sent, reading goes on; archived: put away: the same, with another name */
  status: IdentityStatus;
  /** receive, inbox, send, drafts, calendar, app_passwords: what follows from its type and the plan; a value that differs from that is refused */
  capabilities: Capabilities;
  /** false: mail becomes events and nothing is stored */
  has_inbox: boolean;
  /** active routing rules that lead to it */
  routed_address_count: number;
  /** when it was made */
  created_at: string;
  /** when it stops accepting mail: it is suspended then, not deleted */
  expires_at: string | null;
  /** open: it may write to anybody; reply_only: only to those who wrote to it first; list: only to those on its send list */
  send_policy: IdentitySendPolicy;
  /** your own grouping, never parsed */
  tenant_id: string | null;
  /** your own id; only where there is one */
  client_id?: string;
  /** your own names and values; only where there are some */
  metadata?: Metadata;
}

export interface IdentityCounts {
  /** the address, as its id */
  identity_id: string;
  /** messages by folder, in the order of GET /mailboxes */
  folders: Array<Folder>;
  /** threads by status */
  threads: StatusCounts;
  /** of the labels that `label_ids` names, in its order */
  labels: Array<LabelCount>;
}

export interface IdentityCreate {
  /** the whole address, on a domain of yours or the default one: instead of domain_id and local_part; without all three a new name is made on the default domain */
  email?: string;
  /** the domain */
  domain_id?: string;
  /** with domain_id: one of them needs the other */
  local_part?: string;
  /** the name beside the address in From */
  display_name?: string | null;
  /** human: a person; can do everything; team: several people; can do everything; application: a program that wants events: no inbox, drafts, calendar or app passwords, nothing is stored; workflow: an automatic process: no calendar and no app passwords; agent: a software agent; can do everything; agent without it */
  type?: IdentityType;
  /** human: people answer, so new threads have owner_type human; automated: programs answer: automation. It answers no automatic mail, and writes at most 20 mails an hour into one thread, and 50 answers in a row to other automated addresses; hybrid: an agent answers and people help: agent; automated without it */
  mode?: IdentityMode;
  /** open: it may write to anybody; reply_only: only to those who wrote to it first; list: only to those on its send list; open without it */
  send_policy?: IdentitySendPolicy;
  /** when it stops accepting mail */
  expires_at?: string | null;
  /** your own grouping, never parsed */
  tenant_id?: string | null;
  /** the pod that it is in; the answer has no such field: GET /identities?pod_id= lists a pod's addresses */
  pod_id?: string;
  /** your own id of the address, never parsed: no other address of the account has it */
  client_id?: string | null;
  /** your own names and values, never parsed: at most 50 names of 1 to 40 letters, digits, `_`, `.` or `-`, with values of at most 500 characters */
  metadata?: Metadata;
}

/** what was asked for */
export interface IdentityData {
  /** the address, as its id */
  identity_id: string;
  /** the email address */
  email: string;
}

export type IdentityMode = "human" | "automated" | "hybrid";

export interface IdentityPatch {
  /** the name beside the address in From */
  display_name?: string | null;
  /** human: people answer, so new threads have owner_type human; automated: programs answer: automation. It answers no automatic mail, and writes at most 20 mails an hour into one thread, and 50 answers in a row to other automated addresses; hybrid: an agent answers and people help: agent */
  mode?: IdentityMode;
  /** receive, inbox, send, drafts, calendar, app_passwords: what follows from its type and the plan; a value that differs from that is refused */
  capabilities?: Capabilities;
  /** active: receives and sends; suspended: stopped, also by expiry: mail is refused (550 5.2.1), nothing is sent, reading goes on; archived: put away: the same, with another name */
  status?: IdentityStatus;
  /** open: it may write to anybody; reply_only: only to those who wrote to it first; list: only to those on its send list */
  send_policy?: IdentitySendPolicy;
  /** when it stops accepting mail */
  expires_at?: string | null;
  /** your own grouping, never parsed */
  tenant_id?: string | null;
  /** the pod that it is in; the answer has no such field: GET /identities?pod_id= lists a pod's addresses */
  pod_id?: string;
  /** your own id of the address, never parsed: no other address of the account has it */
  client_id?: string | null;
  /** added to what is there; the value `""` takes its name away */
  metadata?: Metadata;
}

export type IdentitySendPolicy = "open" | "reply_only" | "list";

export type IdentityStatus = "active" | "suspended" | "archived";

/** what was asked for */
export interface IdentityStatusData {
  /** the address, as its id */
  identity_id: string;
  /** the email address */
  email: string;
  /** active, suspended or archived */
  status: string;
}

export type IdentityType = "human" | "team" | "application" | "workflow" | "agent";

export interface Invitation {
  /** REQUEST, CANCEL, REPLY, COUNTER, REFRESH, … (RFC 5546) */
  method: string | null;
  /** the same in all mails about the event */
  uid: string;
  /** version of the event */
  sequence: number;
  /** of the event: CONFIRMED, TENTATIVE or CANCELLED */
  status: string | null;
  /** its title */
  summary: string | null;
  /** longer text */
  description: string | null;
  /** where it takes place */
  location: string | null;
  /** local wall time that the sender wrote */
  start: string | null;
  /** likewise; exclusive */
  end: string | null;
  /** the same moment as a UTC instant */
  starts_at: string | null;
  /** likewise */
  ends_at: string | null;
  /** whole days: start and end are dates */
  all_day: boolean;
  /** IANA time zone, or the name that the sender wrote */
  timezone: string | null;
  /** who invites */
  organizer_email: string | null;
  /** the name of who invites */
  organizer_name: string | null;
  /** who is invited */
  attendees: Array<{
    /** the email address */
    email: string;
    /** the name for people */
    name: string | null;
    /** needs-action, accepted, declined, tentative or delegated */
    status: string;
    /** need not come */
    optional: boolean;
    /** an answer is asked for */
    rsvp: boolean;
  }>;
  /** RFC 5545 RRULE without its name; null: it does not repeat */
  recurrence_rule: string | null;
  /** one date of a series alone */
  is_instance: boolean;
}

export type JsonObject = Record<string, unknown>;

export interface Label {
  /** UUIDv7, lower case */
  id: string;
  /** the address, as its id */
  identity_id: string;
  /** unique in its address */
  name: string;
  /** as #rrggbb */
  colour: string;
  /** when it was made */
  created_at: string;
}

export interface LabelCount {
  /** the label */
  label_id: string;
  /** threads that have the label */
  threads: ThreadCount;
}

export interface LabelCreate {
  /** the address, as its id */
  identity_id: string;
  /** unique in its address, in whatever case; mail programs see it as a keyword */
  name: string;
  /** a colour as #rrggbb; #6b7280 without it */
  colour?: string;
}

export interface LabelPatch {
  /** unique in its address, in whatever case; mail programs see it as a keyword */
  name?: string;
  /** a colour as #rrggbb; #6b7280 without it */
  colour?: string;
}

/** what was asked for */
export interface LabelledData {
  /** the address, as its id */
  identity_id: string;
  /** the label */
  label_id: string;
  /** the threads */
  thread_ids: Array<string>;
}

export interface MadeByKey {
  /** api_key: a key that it made; app_password: an app password; webhook: a webhook; calendar_feed: a calendar feed; routing_rule: a routing rule that forwards, or whose address may be written from; scheduled_draft: a draft that it scheduled; allow_entry: an entry of an allow list; allowed_contact: an address that it allowed by a decision, or by letting its mail in */
  kind: MadeByKeyKind;
  /** null: an allowed contact, which has none */
  id: string | null;
  /** the address that it is of; null: of the account */
  identity_id: string | null;
  /** what people know it by: its name, address, URL or subject */
  name: string;
  /** its key has ended, so it permits nothing until somebody takes it over */
  sleeps: boolean;
  /** when it was made */
  created_at: string;
}

export type MadeByKeyKind = "api_key" | "app_password" | "webhook" | "calendar_feed" | "routing_rule" | "scheduled_draft" | "allow_entry" | "allowed_contact";

export interface MailboxRef {
  /** the email address */
  email: string;
  /** display name when one was given */
  name: string | null;
}

export interface Me {
  /** what owns the key */
  account: {
    /** UUIDv7, lower case */
    id: string;
    /** what sets the limits; operator: of the operator; signup: of an agent's signup */
    plan: "operator" | "signup";
    /** when it was made */
    created_at: string;
  };
  /** the key that asks */
  key: ApiKey;
  /** unrestricted: reaches everything that the account owns; restricted: reaches the addresses in identity_ids */
  kind: MeKind;
  /** what a program that a person let in may do; null: a key, which may do all; read: mail, files and calendars; draft: write drafts, move and label mail; send: send and delete mail, change calendars; approve: decide on held mail where the address lets keys decide */
  level: MeLevel | null;
  /** what the account may use, and has used */
  limits: {
    /** addresses of the account */
    addresses: Usage;
    /** recipients that the account may write to a day (UTC) */
    recipients_today: Usage;
    /** recipients that one address may write to a day (UTC); null: no limit */
    recipients_per_address: number | null;
    /** bytes that the account may store */
    storage_bytes: Usage;
  };
}

export type MeKind = "unrestricted" | "restricted";

export type MeLevel = "read" | "draft" | "send" | "approve";

export interface Message {
  /** UUIDv7, lower case */
  id: string;
  /** the thread */
  thread_id: string;
  /** the address; null where a routing rule led to a webhook */
  identity: string | null;
  /** inbound: it came; outbound: it was sent from here */
  direction: MessageDirection;
  /** who wrote it */
  from: MailboxRef;
  /** recipients */
  to: Array<MailboxRef>;
  /** recipients of a copy, written as those of `to` */
  cc: Array<MailboxRef>;
  /** the subject line */
  subject: string | null;
  /** envelope recipient; not always in `to` */
  delivered_to: string | null;
  /** the message's own text part, quoted history included */
  text: string | null;
  /** sanitised */
  html: string;
  /** `html` without quoted history */
  reply_html: string;
  /** the quoted history; null when nothing was folded */
  quoted_html: string | null;
  /** the reply as plain text */
  reply_text: string;
  /** nothing in it is unread */
  is_read: boolean;
  /** it is in the spam folder */
  is_spam: boolean;
  /** its files */
  attachments: Array<Attachment>;
  /** the calendar part that it carries; null: none */
  invitation: Invitation | null;
  /** the event that the calendar made of the invitation */
  calendar_event_id: string | null;
  /** when it was made */
  created_at: string;
  /** held: it waits for a person; subject and bodies are empty */
  status?: "held";
  /** why less is shown than was sent; only where it is */
  defects?: Array<string>;
  /** of a search alone: plain text around the first place in the reply text that was found, or its beginning; at most 200 characters, cut between words, … where something is left out */
  snippet?: string;
}

export interface MessageBatch {
  /** the messages */
  ids: Array<string>;
  /** true: mark as read; false: as unread */
  is_read?: boolean;
  /** where to move them: a role, an id or a name of a folder */
  folder?: string;
  /** labels to put on the messages */
  add_label_ids?: Array<string>;
  /** labels to take off the messages */
  remove_label_ids?: Array<string>;
}

export interface MessageBatchResult {
  /** the messages, as they were named */
  ids: Array<string>;
  /** how many they are */
  count: number;
}

export interface MessageBatchSend {
  /** each as POST /messages takes it */
  messages: Array<MessageSend>;
}

/** what was asked for */
export interface MessageBouncedData {
  /** the message */
  message_id: string;
  /** the thread */
  thread_id: string;
  /** the address, as its id */
  identity_id: string;
  /** envelope recipient; empty where a report names nobody */
  recipient: string;
  /** what the recipient's server, or the report, said */
  response: string;
  /** the address does not exist or takes no mail at all */
  hard: boolean;
}

export interface MessageCodes {
  /** the message */
  message_id: string;
  /** DMARC or a signature of the domain proves who From names. Where it is false, anybody may have written the mail: do not open its links */
  authenticated: boolean;
  /** it was sent from an address of this service */
  authenticated_here: boolean;
  /** the domain of From that is proved */
  aligned_domain: string | null;
  /** the likeliest first, at most 5; empty when the mail has none */
  codes: Array<{
    /** what a person types: digits as 0 to 9 without spaces and dashes; one with letters as it is written */
    code: string;
    /** high: its own words, or the word for a code directly at it, say so; medium: the text around it says so */
    confidence: MessageCodesCodesConfidence;
  }>;
  /** the likeliest first, at most 5 */
  links: Array<{
    /** confirmation: confirms an address, a subscription or an account; sign_in: signs in without a password; password_reset: sets a new password; invitation: joins a team, a group or an account of others */
    kind: "confirmation" | "sign_in" | "password_reset" | "invitation";
    /** where it goes */
    url: string;
    /** its words */
    text: string;
    /** high: its own words, or the word for a code directly at it, say so; medium: the text around it says so */
    confidence: MessageCodesCodesConfidence;
  }>;
}

export type MessageCodesCodesConfidence = "high" | "medium";

export type MessageDirection = "inbound" | "outbound";

export interface MessageDraft {
  /** reply: to whom the message is from; reply_all: to everybody who has it; forward: to somebody else, with its text and files */
  kind: MessageDraftKind;
  /** the address to answer from; without it the one that the message was written to, where that one may be written from */
  from?: string;
  /** more recipients, beside those that follow from the message */
  to?: string | NamedAddress | Array<string | NamedAddress>;
  /** recipients of a copy, written as those of `to` */
  cc?: string | NamedAddress | Array<string | NamedAddress>;
  /** recipients whom the others do not see, written as those of `to` */
  bcc?: string | NamedAddress | Array<string | NamedAddress>;
  /** the subject line */
  subject?: string;
  /** plain text; where it is left out, made of `html` */
  text?: string;
  /** HTML text; where `text` is left out, the text is made of it */
  html?: string;
  /** in place of `html`: becomes the HTML, and the plain part where `text` is not given */
  markdown?: string;
  /** a program answers by itself, as an out-of-office note or a receipt does: the mail says so (`Auto-Submitted`), help desks and other programs leave it unanswered, and no automatic mail is answered with it. Not for what an agent writes in a conversation */
  automatic?: boolean;
  /** files in the call itself; 25 MB together with the texts */
  attachments?: Array<FileContent>;
  /** files that are stored here already: the `id`s in `attachments` of any message or draft, or from POST /api/v1/attachments; they are copied */
  attachment_ids?: Array<string>;
}

export type MessageDraftKind = "reply" | "reply_all" | "forward";

/** what was asked for */
export interface MessageFailedData {
  /** the message */
  message_id: string;
  /** the thread */
  thread_id: string;
  /** the address, as its id */
  identity_id: string;
}

export interface MessageForward {
  /** the address to answer from; without it the one that the message was written to, where that one may be written from */
  from?: string;
  /** recipients: `ada@example.com`, `Ada <ada@example.com>` or `{ email, name }`, or a list of these; 50 with those of cc and bcc */
  to: string | NamedAddress | Array<string | NamedAddress>;
  /** recipients of a copy, written as those of `to` */
  cc?: string | NamedAddress | Array<string | NamedAddress>;
  /** recipients whom the others do not see, written as those of `to` */
  bcc?: string | NamedAddress | Array<string | NamedAddress>;
  /** the subject line */
  subject?: string;
  /** plain text; where it is left out, made of `html` */
  text?: string;
  /** HTML text; where `text` is left out, the text is made of it */
  html?: string;
  /** in place of `html`: becomes the HTML, and the plain part where `text` is not given */
  markdown?: string;
  /** header fields of your own, name and value, such as X-Campaign or List-Unsubscribe */
  headers?: OwnHeaders;
  /** a program answers by itself, as an out-of-office note or a receipt does: the mail says so (`Auto-Submitted`), help desks and other programs leave it unanswered, and no automatic mail is answered with it. Not for what an agent writes in a conversation */
  automatic?: boolean;
  /** files in the call itself; 25 MB together with the texts */
  attachments?: Array<FileContent>;
  /** files that are stored here already: the `id`s in `attachments` of any message or draft, or from POST /api/v1/attachments; they are copied */
  attachment_ids?: Array<string>;
}

/** what was asked for */
export interface MessageForwardedData {
  /** the message */
  message_id: string;
  /** the thread */
  thread_id: string;
  /** the address, as its id */
  identity_id: string;
  /** the routing rule */
  rule_id: string;
  /** addresses that are to get it */
  to: Array<string>;
  /** addresses that do not get it */
  rejected: Array<{
    /** the email address */
    address: string;
    /** send_policy, suppressed, block_list, protection (a person would have to approve it), or why the address cannot send: daily_limit, domain_unverified, identity_suspended, capability_missing */
    reason: string;
  }>;
}

export interface MessageInvitation {
  /** the message */
  message_id: string;
  /** none: no calendar part; applied: the calendar did it; waiting: it does it by `apply`; kept: it cannot, see `reason` */
  status: MessageInvitationStatus;
  /** REQUEST, CANCEL, REPLY, COUNTER or REFRESH (RFC 5546) */
  method: string | null;
  /** the same in all mails about the event */
  uid: string | null;
  /** how well From is proven; proven: by DMARC, or by DKIM or SPF of its own domain; trusted: it came from a network that is not asked for proof; unproven: by nothing; open: DNS gave no answer; refuted: DMARC or SPF is against it */
  proof: MessageInvitationProof | null;
  /** why the calendar did not do it of itself, or cannot */
  reason: string | null;
  /** the event that it is about, where there is one */
  calendar_event_id: string | null;
}

export type MessageInvitationProof = "proven" | "trusted" | "unproven" | "open" | "refuted";

export type MessageInvitationStatus = "none" | "applied" | "waiting" | "kept";

export interface MessagePatch {
  /** true: mark as read; false: as unread */
  is_read?: boolean;
  /** moves the message to spam, or back to the inbox */
  is_spam?: boolean;
  /** where to move it: a role, an id or a name of a folder */
  folder?: string;
}

/** what was asked for */
export interface MessageReceivedData {
  /** the message */
  message_id: string;
  /** the thread */
  thread_id: string;
  /** empty where a routing rule handed the message to a webhook */
  identity_id: string;
  /** envelope recipient */
  to: string;
  /** bare address */
  from: string;
  /** empty when there is none */
  subject: string;
  /** with files */
  has_attachments: boolean;
  /** clear: nothing speaks against it; review: a person should look at it first */
  verdict: MessageSafetyVerdict;
  /** why a person should look; empty when the verdict is clear */
  reasons: Array<MessageSafetyReasons>;
  /** only in calls to the webhook of a routing rule: the message itself, with the first 64 kB of each body (`defects` says so where more is left out) */
  message?: HandedMessage;
}

export interface MessageReply {
  /** the address to answer from; without it the one that the message was written to, where that one may be written from */
  from?: string;
  /** more recipients, beside those that follow from the message */
  to?: string | NamedAddress | Array<string | NamedAddress>;
  /** recipients of a copy, written as those of `to` */
  cc?: string | NamedAddress | Array<string | NamedAddress>;
  /** recipients whom the others do not see, written as those of `to` */
  bcc?: string | NamedAddress | Array<string | NamedAddress>;
  /** the subject line */
  subject?: string;
  /** plain text; where it is left out, made of `html` */
  text?: string;
  /** HTML text; where `text` is left out, the text is made of it */
  html?: string;
  /** in place of `html`: becomes the HTML, and the plain part where `text` is not given */
  markdown?: string;
  /** header fields of your own, name and value, such as X-Campaign or List-Unsubscribe */
  headers?: OwnHeaders;
  /** a program answers by itself, as an out-of-office note or a receipt does: the mail says so (`Auto-Submitted`), help desks and other programs leave it unanswered, and no automatic mail is answered with it. Not for what an agent writes in a conversation */
  automatic?: boolean;
  /** files in the call itself; 25 MB together with the texts */
  attachments?: Array<FileContent>;
  /** files that are stored here already: the `id`s in `attachments` of any message or draft, or from POST /api/v1/attachments; they are copied */
  attachment_ids?: Array<string>;
}

export interface MessageSafety {
  /** the message */
  message_id: string;
  /** at most 100 texts that a person does not see; they are in `raw` alone */
  hidden: Array<HiddenText>;
  /** what was taken out of texts and names */
  invisible_characters: Array<{
    /** tags: U+E0000 to U+E007F; zero_width: spaces and joiners without width; bidi: direction marks where nothing runs from right to left; bidi_override: text that was turned round; variation_selectors: beyond the one that an emoji or ideograph may have; other: soft hyphens, fillers and other controls */
    kind: "tags" | "zero_width" | "bidi" | "bidi_override" | "variation_selectors" | "other";
    /** that were taken out */
    count: number;
    /** what they spell, if anything: the first 500 characters */
    text: string;
  }>;
  /** the plain part has words that the HTML does not show; `text` is that of the HTML then */
  plain_html_differ: boolean;
  /** the first 200 */
  links: Array<{
    /** its words: the first 500 characters */
    text: string;
    /** where it goes */
    href: string;
    /** of a web or mail address */
    host: string | null;
    /** the words name another domain or mail address */
    mismatch: boolean;
  }>;
  /** what is not loaded when `html` is displayed */
  remote_content: {
    /** pictures that a mail program would load from elsewhere */
    count: number;
    /** from where: at most 100 */
    hosts: Array<string>;
  };
  /** the first 50 of each text */
  forged_boundaries: Array<{
    /** header_block: three fields of a mail header or more, introduced by nothing; chat_tokens: what marks turns and roles in chat templates; own_mark: what looks like a mark of this service */
    kind: "header_block" | "chat_tokens" | "own_mark";
    /** the first 200 characters */
    text: string;
    /** subject: in the subject; reply_text: in what the sender wrote; text: in the history below it */
    where: "subject" | "reply_text" | "text";
  }>;
  /** null for a sent message */
  sender: {
    /** no earlier message of this sender is here, and it answers none of yours */
    first_contact: boolean;
    /** it answers a message that this address sent */
    in_reply_to_ours: boolean;
    /** the domain of From, where DMARC or a signature of it proves it */
    aligned_domain: string | null;
    /** it was sent from an address of this service */
    authenticated_here: boolean;
    /** pass: DMARC proves From; fail: DMARC is against it; none: there is no policy, no answer or no check */
    authentication: "pass" | "fail" | "none";
    /** on an allow list for receiving, or let in by a person before */
    on_allow_list: boolean;
  } | null;
  /** clear: nothing speaks against it; review: a person should look at it first */
  verdict: MessageSafetyVerdict;
  /** why a person should look; empty when the verdict is clear */
  reasons: Array<MessageSafetyReasons>;
}

export type MessageSafetyReasons = "hidden_text" | "invisible_characters" | "plain_html_differ" | "link_mismatch" | "forged_boundaries" | "not_judged";

export type MessageSafetyVerdict = "clear" | "review";

export interface MessageSend {
  /** an address that this key reaches: `bob@example.com`, or `Bob <bob@example.com>` for another name than its `display_name`; also a subaddress of it, `bob+tag@example.com` */
  from: string;
  /** recipients: `ada@example.com`, `Ada <ada@example.com>` or `{ email, name }`, or a list of these; 50 with those of cc and bcc */
  to: string | NamedAddress | Array<string | NamedAddress>;
  /** recipients of a copy, written as those of `to` */
  cc?: string | NamedAddress | Array<string | NamedAddress>;
  /** recipients whom the others do not see, written as those of `to` */
  bcc?: string | NamedAddress | Array<string | NamedAddress>;
  /** the subject line */
  subject?: string;
  /** plain text; where it is left out, made of `html` */
  text?: string;
  /** HTML text; where `text` is left out, the text is made of it */
  html?: string;
  /** in place of `html`: becomes the HTML, and the plain part where `text` is not given */
  markdown?: string;
  /** the id of the message that it answers: it joins that thread, and without subject it has that of a reply */
  in_reply_to?: string | null;
  /** where answers go instead of `from`, written as recipients of `to` */
  reply_to?: string | NamedAddress | Array<string | NamedAddress>;
  /** header fields of your own, name and value, such as X-Campaign or List-Unsubscribe */
  headers?: OwnHeaders;
  /** a program answers by itself, as an out-of-office note or a receipt does: the mail says so (`Auto-Submitted`), help desks and other programs leave it unanswered, and no automatic mail is answered with it. Not for what an agent writes in a conversation */
  automatic?: boolean;
  /** the fields by which mail programs show a button to unsubscribe. true: links of this service, for a message to one recipient; who uses them is listed in /identities/{id}/unsubscribes and gets no more of such messages. An object: links of your own */
  list_unsubscribe?: boolean | UnsubscribeLinks;
  /** when it is to leave: at least one minute and at most thirty days from now. Without `headers`, `reply_to` and a name in `from` */
  send_at?: string;
  /** files in the call itself; 25 MB together with the texts */
  attachments?: Array<FileContent>;
  /** files that are stored here already: the `id`s in `attachments` of any message or draft, or from POST /api/v1/attachments; they are copied */
  attachment_ids?: Array<string>;
}

/** what was asked for */
export interface MessageSentData {
  /** the message */
  message_id: string;
  /** the thread */
  thread_id: string;
  /** the address, as its id */
  identity_id: string;
  /** envelope recipients */
  to: Array<string>;
}

export interface MessageSpan {
  /** own: the sender's words; quote: history; forward: passed on; signature: or a phone's footer; notice: a footer of a list; alt: words of a picture, which programs show where they do not load it; invitation: behind the text: the event; file: behind the text: the name of a file */
  kind: MessageSpanKind;
  /** plain text; where it is left out, made of `html` */
  text: string;
  /** the message that a quote repeats */
  of: string | null;
  /** of a `forward`, and of a `file` that is a mail */
  mail?: ChildMail;
  /** of a `file` */
  attachment_id?: string;
  /** the answer is full here: the text goes on in the message itself */
  is_cut?: true;
}

export type MessageSpanKind = "own" | "quote" | "forward" | "signature" | "notice" | "alt" | "invitation" | "file";

export interface MessageSpans {
  /** the message */
  message_id: string;
  /** the whole text, in order, then the invitation and the files */
  spans: Array<MessageSpan>;
}

export interface MessageWait {
  /** of yours, that the mail comes to; all without it */
  address?: string;
  /** the address, as its id */
  identity_id?: string;
  /** the thread */
  thread_id?: string;
  /** nothing in it is unread */
  is_read?: boolean;
  /** the sender's address, or its domain */
  from?: string;
  /** at or after */
  after?: string;
  /** before */
  before?: string;
  /** with files */
  has_attachments?: boolean;
  /** the label */
  label_id?: string;
  /** a part of the subject, whatever its case */
  subject?: string;
  /** seconds to wait; 60 without it */
  wait?: number;
  /** messages at most; 50 */
  limit?: number;
  /** asc: oldest first, and `next_cursor` says where the next call goes on; desc: newest first; desc without it */
  order?: MessageWaitOrder;
  /** the `next_cursor` of the call before, or the id of a message: what was answered is passed over, what came meanwhile counts. With it the order is asc */
  cursor?: string;
  /** plain: as the mail has them; markdown: `text` and `reply_text` are Markdown of `html` and `reply_html`; those of a plain mail stay */
  format?: MessageWaitFormat;
  /** full: the bodies as they are; summary: `text` and `reply_text` are cut after 1,000 characters (of a mail whose bodies are large, they are its preview); `html`, `reply_html` and `quoted_html` are left out. `defects` says so where it is; text: `text` and `reply_text` alone, 100,000 characters of each: the first ones, or of one message those from `text_from` on. `defects` says so where something is left out */
  view?: MessageWaitView;
}

export type MessageWaitFormat = "plain" | "markdown";

export type MessageWaitOrder = "asc" | "desc";

export type MessageWaitView = "full" | "summary" | "text";

/** what was asked for */
export interface MessagesData {
  /** the address, as its id */
  identity_id: string;
  /** the messages */
  message_ids: Array<string>;
}

/** what was asked for */
export interface MessagesMovedData {
  /** the address, as its id */
  identity_id: string;
  /** the messages */
  message_ids: Array<string>;
  /** the folder */
  folder_id: string;
  /** the role of the folder, or the name of one without role */
  folder: string;
}

export type Metadata = Record<string, string>;

export interface NamedAddress {
  /** the email address */
  email: string;
  /** the name for people */
  name?: string | null;
}

export interface NextAnswer {
  /** null: nothing came in time */
  item: NextItem | null;
  /** whether the `ack` that was given holds: false where the item was handed out anew after its lease; null: none was given */
  acknowledged: boolean | null;
  /** ISO 8601, UTC, microseconds */
  skipped_since: string | null;
}

export interface NextAsk {
  /** of yours, that the mail comes to; all without it */
  address?: string;
  /** the address, as its id */
  identity_id?: string;
  /** the thread */
  thread_id?: string;
  /** nothing in it is unread */
  is_read?: boolean;
  /** the sender's address, or its domain */
  from?: string;
  /** at or after */
  after?: string;
  /** before */
  before?: string;
  /** with files */
  has_attachments?: boolean;
  /** the label */
  label_id?: string;
  /** a part of the subject, whatever its case */
  subject?: string;
  /** all without it; mail alone where a filter asks about mail */
  kinds?: Array<NextAskKinds>;
  /** where the first call with these filters begins; later ones go on; start: with what is there already: unread mail and what else happened in the last 30 days, among the newest 5,000 of it; now: with what comes from now on; start without it */
  begin?: NextAskBegin;
  /** the `ack` of the item before: it is done, and does not come again */
  ack?: string;
  /** seconds until the item comes again unless its `ack` is given; 60 */
  lease?: number;
  /** seconds to wait where nothing is there; 60 without it */
  wait?: number;
  /** plain: as the mail has them; markdown: `text` and `reply_text` are Markdown of `html` and `reply_html`; those of a plain mail stay */
  format?: MessageWaitFormat;
}

export type NextAskBegin = "start" | "now";

export type NextAskKinds = "mail" | "review" | "bounce" | "invitation" | "draft";

export interface NextItem {
  /** of the message; of what is no mail, of the event */
  id: string;
  /** mail: mail has come, or was let in by a person; review: a person has decided on a send of this key, or nobody has in time; bounce: a recipient is lost for good; invitation: somebody has answered an invitation; draft: a scheduled draft was due and could not leave */
  kind: NextAskKinds;
  /** of the event; see Event kinds */
  type: EventType;
  /** when it was made */
  created_at: string;
  /** of the event: ids and metadata */
  data: JsonObject;
  /** the mail, with the first 100,000 characters of its texts */
  message: Message | null;
  /** give it back with the next call */
  ack: string;
  /** then the item comes again */
  leased_until: string;
  /** how often it was handed out */
  attempt: number;
}

export interface Note {
  /** UUIDv7, lower case */
  id: string;
  /** the thread */
  thread_id: string;
  /** who did it */
  author: Actor;
  /** plain text; where it is left out, made of `html` */
  text: string;
  /** when it was made */
  created_at: string;
}

export interface NoteCreate {
  /** plain text */
  text: string;
}

export interface OauthGrant {
  /** UUIDv7, lower case */
  id: string;
  /** what the program calls itself; not verified */
  client_name: string;
  /** the URL of its metadata document, or the id of its registration */
  client_id: string;
  /** where the person's answer went */
  redirect_uri: string;
  /** what it may do, each with all before it; read: mail, files and calendars; draft: write drafts, move and label mail; send: send and delete mail, change calendars; approve: decide on held mail where the address lets keys decide */
  level: MeLevel;
  /** the addresses that it reaches; null: every address of the account */
  identity_ids: Array<string> | null;
  /** when it was last used */
  last_used_at: string | null;
  /** when it was made */
  created_at: string;
}

export type OwnHeaders = Record<string, string>;

export interface Pod {
  /** UUIDv7, lower case */
  id: string;
  /** for people */
  name: string;
  /** your own id, unique within the account */
  client_id: string | null;
  /** what names no pod is in this one; an account has one */
  is_default: boolean;
  /** when it was made */
  created_at: string;
}

export interface PodCreate {
  /** for people */
  name: string;
  /** your own id, unique within the account, never parsed */
  client_id?: string | null;
}

export interface PodPatch {
  /** for people */
  name?: string;
  /** your own id, unique within the account, never parsed */
  client_id?: string | null;
}

export interface Protection {
  /** which sends wait for a person; off: none; new_recipients: those to an address that nobody has allowed; all: every one */
  outbound: ProtectionOutbound;
  /** which received mail waits; off: none; new_senders: of senders that nobody has allowed, or that nothing proves; review: those whose safety verdict is `review` */
  inbound: ProtectionInbound;
  /** who decides, and changes this again; key: keys that reach at least what the key reached that set it, and people; human: people alone: in the console, or by the link in a reviewer's mail */
  approver: ProtectionApprover;
  /** what becomes of a mail program's mail that is to wait; hold: it is taken with 250 and waits; refuse: 550 5.7.1 */
  submission: ProtectionSubmission;
  /** seconds that a review waits; null: without end */
  expires_after: number | null;
  /** what becomes of a send that nobody has decided in time; it is never sent; reject: a draft again; keep: it goes on waiting */
  on_expiry: ProtectionOnExpiry;
  /** who gets a mail about what waits: people of the account; others outside are asked once first, and get none before they say yes; who has an address of this server has to be invited as a member */
  reviewers: Array<string>;
  /** when reviewers get it; each: at once; digest: with the full hour, about all that waits; off: never */
  notify: ProtectionNotify;
  /** new recipients that it may write to in a day (UTC) without a review, with outbound off; null: no limit */
  first_contacts_a_day: number | null;
  /** those of them that it first read of in a received mail, and may write to in a day (UTC) without a review, with outbound off; null: no limit */
  untrusted_contacts_a_day: number | null;
  /** where these come from; own: set for the address; default: the account's default; none: nobody has set any */
  source: ProtectionSource;
}

export type ProtectionApprover = "key" | "human";

export interface ProtectionEntries {
  /** what the entry is about; send: mail to it; receive: mail from it */
  direction: ProtectionEntriesDirection;
  /** what holds for it; allow: it is not new; block: it is refused, or held; stronger than allow */
  list: ProtectionEntriesList;
  /** addresses, or domains that stand for all their addresses */
  entries: Array<string>;
}

export type ProtectionEntriesDirection = "send" | "receive";

export type ProtectionEntriesList = "allow" | "block";

export interface ProtectionEntry {
  /** UUIDv7, lower case */
  id: string;
  /** what the entry is about; send: mail to it; receive: mail from it */
  direction: ProtectionEntriesDirection;
  /** what holds for it; allow: it is not new; block: it is refused, or held; stronger than allow */
  list: ProtectionEntriesList;
  /** an address, or a domain that stands for all its addresses */
  entry: string;
  /** when it was made */
  created_at: string;
}

export type ProtectionInbound = "off" | "new_senders" | "review";

export interface ProtectionInput {
  /** which sends wait for a person; off: none; new_recipients: those to an address that nobody has allowed; all: every one */
  outbound?: ProtectionOutbound;
  /** which received mail waits; off: none; new_senders: of senders that nobody has allowed, or that nothing proves; review: those whose safety verdict is `review` */
  inbound?: ProtectionInbound;
  /** who decides, and changes this again; key: keys that reach at least what the key reached that set it, and people; human: people alone: in the console, or by the link in a reviewer's mail */
  approver?: ProtectionApprover;
  /** what becomes of a mail program's mail that is to wait; hold: it is taken with 250 and waits; refuse: 550 5.7.1 */
  submission?: ProtectionSubmission;
  /** seconds that a review waits; null: without end */
  expires_after?: number | null;
  /** what becomes of a send that nobody has decided in time; it is never sent; reject: a draft again; keep: it goes on waiting */
  on_expiry?: ProtectionOnExpiry;
  /** who gets a mail about what waits: people of the account; others outside are asked once first, and get none before they say yes; who has an address of this server has to be invited as a member */
  reviewers?: Array<string>;
  /** when reviewers get it; each: at once; digest: with the full hour, about all that waits; off: never */
  notify?: ProtectionNotify;
  /** new recipients that it may write to in a day (UTC) without a review, with outbound off; null: no limit */
  first_contacts_a_day?: number | null;
  /** those of them that it first read of in a received mail, and may write to in a day (UTC) without a review, with outbound off; null: no limit */
  untrusted_contacts_a_day?: number | null;
}

export type ProtectionNotify = "each" | "digest" | "off";

export type ProtectionOnExpiry = "reject" | "keep";

export type ProtectionOutbound = "off" | "new_recipients" | "all";

export type ProtectionSource = "own" | "default" | "none";

export type ProtectionSubmission = "hold" | "refuse";

/** entries that fit all that is given */
export interface QueueChange {
  /** these entries */
  ids?: Array<string>;
  /** of the recipient */
  domain?: string;
  /** of this account */
  account_id?: string;
  /** the address, as its id */
  identity_id?: string;
  /** the message */
  message_id?: string;
  /** active: a process has taken it, and tries it now or next; due: to be tried as soon as there is room; deferred: it was tried, and waits for the next attempt; paced: it waits for a provider that takes less mail, or for the ramp of a new domain; held: the operator holds it: nothing is sent until it is released */
  state?: QueueChangeState;
  /** a part of the last answer, in any case */
  error?: string;
  /** queued before */
  before?: string;
  /** every entry: needed where neither ids nor a filter is given */
  all?: true;
  /** the next_cursor of the call before */
  cursor?: string;
}

export type QueueChangeState = "active" | "due" | "deferred" | "paced" | "held";

export interface QueueChanged {
  /** recipients to whom it was done */
  changed: number;
  /** those that stayed as they are */
  left: Array<{
    /** UUIDv7, lower case */
    id: string;
    /** the address that it goes to */
    recipient: string;
    /** active: it may be on its way just now: hold it first; held: it is held: release it first; not_held: it was not held; ramp: its new domain may send no more today; settled: it waits no more */
    reason: "active" | "held" | "not_held" | "ramp" | "settled";
  }>;
  /** more may fit: call again with it as cursor; null at the end */
  next_cursor: string | null;
}

export interface QueueEntry {
  /** UUIDv7, lower case */
  id: string;
  /** the account that sends */
  account_id: string;
  /** the address, as its id */
  identity_id: string;
  /** the message */
  message_id: string;
  /** the author of the message */
  from: string | null;
  /** the address that it goes to */
  recipient: string;
  /** active: a process has taken it, and tries it now or next; due: to be tried as soon as there is room; deferred: it was tried, and waits for the next attempt; paced: it waits for a provider that takes less mail, or for the ramp of a new domain; held: the operator holds it: nothing is sent until it is released */
  state: QueueChangeState;
  /** the queue that it stands in: `here`, or the domain or relay that it goes to */
  destination: string;
  /** how often it was tried, this time included */
  attempts: number;
  /** the last answer, or why it waits */
  response: string | null;
  /** null: it is held */
  next_attempt_at: string | null;
  /** `operator`, `slot` or `pace` and a provider, `ramp` and a domain */
  waits_for: string | null;
  /** bytes of the message */
  size: number | null;
  /** ISO 8601, UTC, microseconds */
  queued_at: string;
  /** why it is still here, in a sentence */
  explanation: string;
}

export interface Recipient {
  /** the email address */
  address: string;
  /** queued: not tried yet, or a try is under way; delivered: the recipient's server has it; deferred: the server asked to try later; that is done; bounced: lost for good; response says why */
  status: RecipientStatus;
  /** tries so far */
  attempts: number;
  /** the last answer of the recipient's server */
  response: string | null;
  /** when it was last changed */
  updated_at: string;
}

/** what was asked for */
export interface RecipientData {
  /** the message */
  message_id: string;
  /** the thread */
  thread_id: string;
  /** the address, as its id */
  identity_id: string;
  /** envelope recipient; empty where a report names nobody */
  recipient: string;
  /** what the recipient's server, or the report, said */
  response: string;
}

export type RecipientStatus = "queued" | "delivered" | "deferred" | "bounced";

export interface RecurrenceInput {
  /** RFC 5545 RRULE without its name */
  rule?: string | null;
  /** dates of the rule to leave out, local times as start is */
  exdates?: Array<string>;
  /** dates beside the rule, local times as start is */
  rdates?: Array<string>;
}

export interface RetentionRule {
  /** UUIDv7, lower case */
  id: string;
  /** the address; null: every address of the account */
  identity_id: string | null;
  /** inbox, sent, archive, spam or trash, a folder's id, or its name as IMAP shows it; null: every folder but drafts and scheduled */
  folder: string | null;
  /** delete: the mail is deleted for good; archive: the mail is moved to the archive; of inbox, sent and the folders that mail programs made */
  action: RetentionRuleAction;
  /** days that the mail has been in the folder, whenever it was sent */
  after_days: number;
  /** when it was made */
  created_at: string;
}

export type RetentionRuleAction = "delete" | "archive";

export interface RetentionRuleCreate {
  /** the address; without it every address of the account */
  identity_id?: string | null;
  /** inbox, sent, archive, spam or trash, a folder's id, or its name as IMAP shows it; null: every folder but drafts and scheduled */
  folder?: string | null;
  /** delete: the mail is deleted for good; archive: the mail is moved to the archive; of inbox, sent and the folders that mail programs made */
  action: RetentionRuleAction;
  /** days that the mail has been in the folder, whenever it was sent */
  after_days: number;
}

export interface Review {
  /** UUIDv7, lower case */
  id: string;
  /** the address, as its id */
  identity_id: string;
  /** the thread */
  thread_id: string;
  /** the draft, or the held message */
  message_id: string;
  /** which way the mail goes; outbound: a send; inbound: a received mail */
  direction: MessageDirection;
  /** what became of it; pending: it waits; approved: it has left, or come in; rejected: a draft again, or deleted; returned: a draft again, for its writer to change; taken_over: a person goes on with the thread; expired: a draft again, nobody has decided; withdrawn: its writer has deleted it */
  status: ReviewStatus;
  /** why it waits */
  reasons: Array<WaitReason>;
  /** hex SHA-256 of the whole mail */
  raw_sha256: string;
  /** who did it */
  requested_by: Actor;
  /** who did it */
  decided_by: Actor | null;
  /** when; null while it waits */
  decided_at: string | null;
  /** the reviewer's words */
  comment: string | null;
  /** what a decision covers: hex SHA-256 over its envelope and its octets; `approve` takes it as `expected` */
  covers: string;
  /** a person has approved it, and may take that back until then; null: nobody has */
  approved_until: string | null;
  /** when it ends undecided; null: it does not */
  expires_at: string | null;
  /** when it was made */
  created_at: string;
}

/** fields that are given take the place of the mail's own */
export interface ReviewApprove {
  /** words to the writer */
  comment?: string;
  /** `covers` as you read it: another one is 409, as the mail has changed since */
  expected?: string;
  /** recipients */
  to?: string | NamedAddress | Array<string | NamedAddress>;
  /** recipients of a copy, written as those of `to` */
  cc?: string | NamedAddress | Array<string | NamedAddress>;
  /** recipients whom the others do not see, written as those of `to` */
  bcc?: string | NamedAddress | Array<string | NamedAddress>;
  /** a new subject */
  subject?: string;
  /** a new text; alone it takes the HTML away */
  text?: string | null;
  /** new HTML; null takes it away */
  html?: string | null;
}

/** what was asked for */
export interface ReviewData {
  /** what waits */
  review_id: string;
  /** of a send the draft; of a received mail the held message */
  message_id: string;
  /** the thread */
  thread_id: string;
  /** the address, as its id */
  identity_id: string;
  /** which way the mail goes; outbound: a send; inbound: a received mail */
  direction: MessageDirection;
  /** of the review */
  status: string;
  /** codes: why it waits */
  reasons: Array<string>;
  /** the reviewer's words to the writer */
  comment: string | null;
}

export interface ReviewDetail {
  /** UUIDv7, lower case */
  id: string;
  /** the address, as its id */
  identity_id: string;
  /** the thread */
  thread_id: string;
  /** the draft, or the held message */
  message_id: string;
  /** which way the mail goes; outbound: a send; inbound: a received mail */
  direction: MessageDirection;
  /** what became of it; pending: it waits; approved: it has left, or come in; rejected: a draft again, or deleted; returned: a draft again, for its writer to change; taken_over: a person goes on with the thread; expired: a draft again, nobody has decided; withdrawn: its writer has deleted it */
  status: ReviewStatus;
  /** why it waits */
  reasons: Array<WaitReason>;
  /** hex SHA-256 of the whole mail */
  raw_sha256: string;
  /** who did it */
  requested_by: Actor;
  /** who did it */
  decided_by: Actor | null;
  /** when; null while it waits */
  decided_at: string | null;
  /** the reviewer's words */
  comment: string | null;
  /** what a decision covers: hex SHA-256 over its envelope and its octets; `approve` takes it as `expected` */
  covers: string;
  /** a person has approved it, and may take that back until then; null: nobody has */
  approved_until: string | null;
  /** when it ends undecided; null: it does not */
  expires_at: string | null;
  /** when it was made */
  created_at: string;
  /** the mail as it would leave, or has come; null: it is gone, or not to be shown */
  mail: {
    /** as the header names it */
    from: MailboxRef;
    /** as the header names them */
    to: Array<MailboxRef>;
    /** as the header names them */
    cc: Array<MailboxRef>;
    /** whom it reaches without naming them */
    bcc: Array<MailboxRef>;
    /** of the mail */
    subject: string | null;
    /** the plain text */
    text: string | null;
    /** null: it has none of its own */
    html: string | null;
    /** file names */
    attachments: Array<string>;
    /** hex SHA-256 of the whole mail */
    raw_sha256: string;
    /** of the envelope: whom it would reach */
    recipients: Array<string>;
    /** bytes */
    size: number;
    /** every header field, as it would leave */
    headers: Array<HeaderField>;
    /** every part: both alternatives, files, and inner messages with their parts */
    parts: Array<{
      /** its number (RFC 9051 6.4.5); empty: the whole of a multipart mail */
      section: string;
      /** media type, such as application/pdf */
      content_type: string;
      /** attachment or inline, where the mail says so */
      disposition: string | null;
      /** of a file */
      filename: string | null;
      /** by which HTML shows it (`cid:`); null: it has none */
      content_id: string | null;
      /** bytes, decoded; of a multipart 0 */
      size: number;
      /** of an inner message */
      headers: Array<HeaderField>;
      /** of a text, HTML as source, its first 20,000 characters; null: no text */
      text: string | null;
      /** what stands before its first boundary, or behind its last one */
      outside: string | null;
      /** its text is longer */
      cut: boolean;
    }>;
    /** text that a person who reads the mail does not see */
    hidden: Array<HiddenText>;
    /** there are more parts, fields or text than stand here: GET /reviews/{id}/raw */
    cut: boolean;
  } | null;
  /** as its writer left it; null unless it was edited */
  original: {
    /** as the header names them */
    to: Array<MailboxRef>;
    /** as the header names them */
    cc: Array<MailboxRef>;
    /** whom it reaches without naming them */
    bcc: Array<MailboxRef>;
    /** of the mail */
    subject: string | null;
    /** the plain text */
    text: string | null;
    /** null: it has none of its own */
    html: string | null;
    /** file names */
    attachments: Array<string>;
    /** hex SHA-256 of the whole mail */
    raw_sha256: string;
  } | null;
  /** what a reviewer has changed */
  diff: Array<{
    /** of the mail */
    field: string;
    /** its value in `original` */
    before: unknown;
    /** its value in `mail` */
    after: unknown;
  }>;
  /** a send that waits, from a domain whose SENDING_RAMP is not over yet; else absent */
  ramp?: {
    /** the domain name */
    domain: string;
    /** recipients outside that it writes to today (UTC) */
    limit: number;
    /** of them, how many have a mail already */
    used: number;
    /** until when its last recipients would wait if it were approved now; null: it leaves at once */
    leaves_at: string | null;
  };
}

export interface ReviewReject {
  /** words to the writer */
  reason: string;
}

export interface ReviewReturn {
  /** words to the writer */
  comment: string;
}

export type ReviewStatus = "pending" | "approved" | "rejected" | "returned" | "taken_over" | "expired" | "withdrawn";

export interface ReviewTakeOver {
  /** words to the writer */
  comment?: string;
}

export interface RoutingRule {
  /** UUIDv7, lower case */
  id: string;
  /** the domain */
  domain_id: string;
  /** "*" catches all that nothing else takes */
  local_part: string;
  /** what it matches */
  address: string;
  /** the address that gets the mail; null: a webhook gets it */
  identity_id: string | null;
  /** the webhook that gets the mail; null: an address gets it */
  webhook_id: string | null;
  /** active: mail that matches goes to its destination; new rules begin so; disabled: as if the rule were not there */
  status: RoutingRuleStatus;
  /** when it was made */
  created_at: string;
  /** addresses outside that get the mail too; absent: none */
  forward_to?: Array<string>;
  /** true: the address that gets the mail may write from it; absent: not */
  send_as?: boolean;
}

/** exactly one of identity_id and webhook_id */
export interface RoutingRuleCreate {
  /** the domain */
  domain_id: string;
  /** "*" catches all that nothing else takes */
  local_part: string;
  /** the address that is to get the mail */
  identity_id?: string | null;
  /** the webhook that is to get the mail instead */
  webhook_id?: string | null;
  /** with identity_id: addresses outside this service to which the mail is forwarded too, as that address may send */
  forward_to?: Array<string>;
  /** true: the address that gets the mail may write from this one too, and answers from it; takes a key without restriction */
  send_as?: boolean;
}

export interface RoutingRulePatch {
  /** active: mail that matches goes to its destination; new rules begin so; disabled: as if the rule were not there */
  status?: RoutingRuleStatus;
  /** true: the address that gets the mail may write from this one too, and answers from it; takes a key without restriction */
  send_as?: boolean;
}

export type RoutingRuleStatus = "active" | "disabled";

export interface ScheduleStatus {
  /** attendee, or the organizer who was answered */
  email: string;
  /** as SCHEDULE-STATUS of RFC 6638; 1.0: the mail waits or is on its way; 1.1: the next server has taken it; 1.2: it is in the mailbox; 2.0: the attendee has answered; 3.7: there is no such address; 5.1: it was given up for now; 5.2: nobody takes mail for the address; 5.3: it was not let through, here or there */
  code: ScheduleStatusCode;
  /** the last mail; null: it is answered */
  message_id: string | null;
}

export type ScheduleStatusCode = "1.0" | "1.1" | "1.2" | "2.0" | "3.7" | "5.1" | "5.2" | "5.3";

export interface SendList {
  /** addresses, or domains that stand for all their addresses */
  entries: Array<string>;
}

export interface Sent {
  /** UUIDv7, lower case */
  id: string;
  /** the thread */
  thread_id: string;
  /** recipients that were refused; the others were taken */
  rejected: Array<{
    /** as it was given */
    address: string;
    /** send_policy: the address may not write there; suppressed: it bounced, complained or was listed; unsubscribed: it wants no more messages with list_unsubscribe; block_list: see protection; invalid_address; unknown_local_recipient: no such address on this service */
    reason: string;
  }>;
  /** pending_review: with 202: draft `id` waits for a person, nothing has left; scheduled: with 202: draft `id` leaves at `send_at`; DELETE /drafts/{id} cancels it */
  status?: SentStatus;
  /** when what is scheduled leaves */
  send_at?: string;
  /** the review of what waits */
  review_id?: string;
}

export interface SentBatch {
  /** one for each message, in the order given */
  results: Array<{
    /** that POST /messages would answer: 201, 202, or of a refusal */
    status: number;
    /** what was asked for */
    data?: Sent;
    /** the refusal */
    error?: {
      /** as in an answer of its own */
      code: string;
      /** what was wrong, and what to do instead */
      message: string;
    };
  }>;
}

export type SentStatus = "pending_review" | "scheduled";

export interface SpamVerdict {
  /** the message */
  message_id: string;
  /** none: nothing speaks against it, or it was not looked at: it was sent, or came from inside; scanned: scanner found what symbols says; unscanned: the scanner did not answer */
  status: SpamVerdictStatus;
  /** rspamd: the scanner at RSPAMD_URL; rules: the service's own few rules */
  scanner: SpamVerdictScanner | null;
  /** the higher, the more it looks like spam */
  score: number | null;
  /** of rules: from here on mail is spam; of rspamd: from here on it would refuse mail */
  threshold: number | null;
  /** what the scanner would do with it */
  action: string | null;
  /** what the score is made of */
  symbols: Array<{
    /** of the sign */
    name: string;
    /** what it adds */
    score: number;
  }>;
  /** when it was checked */
  checked_at: string | null;
}

export type SpamVerdictScanner = "rspamd" | "rules";

export type SpamVerdictStatus = "none" | "scanned" | "unscanned";

/** threads by status */
export interface StatusCounts {
  /** something is to be done */
  open: ThreadCount;
  /** for the other side */
  waiting: ThreadCount;
  /** done */
  resolved: ThreadCount;
  /** a person is to look */
  human_review: ThreadCount;
}

export interface Suppression {
  /** UUIDv7, lower case */
  id: string;
  /** what the account does not write to */
  email: string;
  /** manual unless you say otherwise; the service writes bounce and complaint */
  reason: string;
  /** what the other server, or its report, said of the address; null: nobody did */
  detail: string | null;
  /** the message that it was said about */
  message_id: string | null;
  /** when it was made */
  created_at: string;
}

export interface SuppressionCreate {
  /** the address that the account does not write to */
  email: string;
  /** manual unless you say otherwise; the service writes bounce and complaint */
  reason?: string;
}

export interface TakenOver {
  /** the key whose things they were */
  id: string;
  /** how many of each kind; kinds of which there were none are left out */
  taken: {
    /** times a key that it made */
    api_key?: number;
    /** times an app password */
    app_password?: number;
    /** times a webhook */
    webhook?: number;
    /** times a calendar feed */
    calendar_feed?: number;
    /** times a routing rule that forwards, or whose address may be written from */
    routing_rule?: number;
    /** times a draft that it scheduled */
    scheduled_draft?: number;
    /** times an entry of an allow list */
    allow_entry?: number;
    /** times an address that it allowed by a decision, or by letting its mail in */
    allowed_contact?: number;
  };
  /** what a restricted key allowed where people alone decide: for a person to take, in the console */
  left: number;
}

export interface Template {
  /** UUIDv7, lower case */
  id: string;
  /** for people, and for calls that name it */
  name: string;
  /** null: a letter keeps the subject that it has */
  subject: string | null;
  /** with fields such as `{{recipient_name}}`: recipient_name, recipient_address, sender_name, sender_address, date, subject (of the thread) */
  text: string;
  /** the pod whose keys may use it; null: the whole account */
  pod_id: string | null;
  /** when it was made */
  created_at: string;
  /** when it was last changed */
  updated_at: string;
}

export interface TemplateCreate {
  /** unique in the account, whatever capitals it has */
  name: string;
  /** null: a letter keeps the subject that it has */
  subject?: string | null;
  /** with fields such as `{{recipient_name}}`: recipient_name, recipient_address, sender_name, sender_address, date, subject (of the thread) */
  text: string;
  /** the pod whose keys may use it; null: the whole account */
  pod_id?: string | null;
}

export interface TemplatePatch {
  /** unique in the account, whatever capitals it has */
  name?: string;
  /** null: a letter keeps the subject that it has */
  subject?: string | null;
  /** with fields such as `{{recipient_name}}`: recipient_name, recipient_address, sender_name, sender_address, date, subject (of the thread) */
  text?: string;
  /** the pod whose keys may use it; null: the whole account */
  pod_id?: string | null;
}

export interface Thread {
  /** UUIDv7, lower case */
  id: string;
  /** the address, as its id */
  identity: string;
  /** the subject line */
  subject: string | null;
  /** open: something is to be done; new threads begin so; waiting: for the other side; mail that comes opens it again; resolved: done; mail that comes opens it again; human_review: a person is to look; stays until you change it. Of an address with protection, sends into it wait */
  status: ThreadStatus;
  /** who is to act; a new thread has it from the mode of its address; human: a person; automation: a program; agent: a software agent */
  owner_type: ThreadOwnerType;
  /** who has taken it: a uuid of yours, never parsed */
  assignee_id: string | null;
  /** when assignee_id was set */
  assigned_at: string | null;
  /** messages in the thread, drafts not counted */
  message_count: number;
  /** when its newest message came or was sent */
  last_message_at: string | null;
  /** when it was made */
  created_at: string;
  /** your own names and values; only where there are some */
  metadata?: Metadata;
  /** the thread that caused this one; only where it is set */
  parent_id?: string;
  /** it sleeps until then; only while it does */
  snoozed_until?: string;
}

export interface ThreadCount {
  /** threads; counting ends at 1000 */
  count: number;
  /** there are more than were counted */
  more: boolean;
}

/** what was asked for */
export interface ThreadData {
  /** the thread */
  thread_id: string;
  /** the address, as its id */
  identity_id: string;
  /** open, waiting, resolved or human_review */
  status: string;
  /** human, automation or agent */
  owner_type: string;
  /** who has taken it: a uuid of yours */
  assignee_id: string | null;
}

export type ThreadOwnerType = "human" | "automation" | "agent";

export interface ThreadPatch {
  /** open: something is to be done; new threads begin so; waiting: for the other side; mail that comes opens it again; resolved: done; mail that comes opens it again; human_review: a person is to look; stays until you change it. Of an address with protection, sends into it wait */
  status?: ThreadStatus;
  /** who is to act; a new thread has it from the mode of its address; human: a person; automation: a program; agent: a software agent */
  owner_type?: ThreadOwnerType;
  /** who has taken it: a uuid of yours, never parsed */
  assignee_id?: string | null;
  /** added to what is there; the value `""` takes its name away */
  metadata?: Metadata;
  /** the thread that caused this one; null takes it away */
  parent_id?: string | null;
  /** a time to come: it is open again then, or when mail comes; null wakes it now */
  snoozed_until?: string | null;
}

export type ThreadStatus = "open" | "waiting" | "resolved" | "human_review";

/** what was asked for */
export interface ThreadWokenData {
  /** the thread */
  thread_id: string;
  /** the address, as its id */
  identity_id: string;
  /** open, waiting, resolved or human_review */
  status: string;
  /** human, automation or agent */
  owner_type: string;
  /** who has taken it: a uuid of yours */
  assignee_id: string | null;
  /** due: its time has come; mail: new mail */
  reason: string;
}

export interface UnreadCount {
  /** the address, as its id */
  identity_id: string;
  /** unread messages in the inbox */
  unread: number;
  /** messages in the inbox */
  total: number;
}

export interface Unsubscribe {
  /** UUIDv7, lower case */
  id: string;
  /** the address whose mail it ends */
  identity_id: string;
  /** the recipient */
  email: string;
  /** link: by the link, or the button of a mail program; mail: by a mail to the mailbox */
  via: UnsubscribeVia;
  /** when it was made */
  created_at: string;
}

export interface UnsubscribeLinks {
  /** takes a POST of List-Unsubscribe=One-Click (RFC 8058) */
  url?: string;
  /** an address, or a mailto: URI */
  mailto?: string;
}

export type UnsubscribeVia = "link" | "mail";

/** what was asked for */
export interface UnsubscribedData {
  /** the address whose mail it ends */
  identity_id: string;
  /** who has unsubscribed */
  recipient: string;
  /** link or mail */
  via: string;
}

export interface Usage {
  /** the most; null: no limit */
  limit: number | null;
  /** how many of them; null: there is no limit */
  used: number | null;
}

export interface WaitReason {
  /** all_sends, new_recipient, human_review, first_contact_limit, untrusted_contact_limit; safety_verdict, new_sender, unproven_sender, blocked_sender */
  code: string;
  /** the recipient that is new */
  address?: string;
}

export interface Webhook {
  /** UUIDv7, lower case */
  id: string;
  /** where events are posted to */
  url: string;
  /** events of this address alone; null: of the whole account */
  identity: string | null;
  /** the kinds that it is told; empty: all */
  event_types: Array<string>;
  /** active: events are delivered; failing: its newest delivery ran out of tries; later events are still tried; disabled: nothing is delivered: it answered 410, failed for 5 days, or you said so */
  status: WebhookStatus;
  /** failed tries since the last success */
  consecutive_failures: number;
  /** when a try last succeeded */
  last_delivered_at: string | null;
  /** when a try last failed */
  last_failed_at: string | null;
  /** when it was made */
  created_at: string;
}

export interface WebhookCreate {
  /** http or https, any port; private networks are refused unless WEBHOOK_ALLOW_NETWORKS has them */
  url: string;
  /** events of this address alone; all without it */
  identity_id?: string | null;
  /** the kinds that it is to be told; empty or left out: all */
  event_types?: Array<EventType>;
  /** another name of event_types */
  events?: Array<EventType>;
}

export interface WebhookCreated {
  /** UUIDv7, lower case */
  id: string;
  /** where events are posted to */
  url: string;
  /** events of this address alone; null: of the whole account */
  identity: string | null;
  /** the kinds that it is told; empty: all */
  event_types: Array<string>;
  /** active: events are delivered; failing: its newest delivery ran out of tries; later events are still tried; disabled: nothing is delivered: it answered 410, failed for 5 days, or you said so */
  status: WebhookStatus;
  /** failed tries since the last success */
  consecutive_failures: number;
  /** when a try last succeeded */
  last_delivered_at: string | null;
  /** when a try last failed */
  last_failed_at: string | null;
  /** when it was made */
  created_at: string;
  /** signs every delivery; shown this once */
  secret: string;
}

export interface WebhookPatch {
  /** http or https, any port; private networks are refused unless WEBHOOK_ALLOW_NETWORKS has them */
  url?: string;
  /** the kinds that it is to be told; empty or left out: all */
  event_types?: Array<EventType>;
  /** active: events are delivered; enabled again, it begins with new ones; disabled: nothing is delivered, what is queued fails */
  status?: RoutingRuleStatus;
}

export type WebhookStatus = "active" | "failing" | "disabled";

/** what was asked for */
export interface WebhookTestData {
  /** the webhook */
  webhook_id: string;
}

export interface EventData {
  "message.received": MessageReceivedData;
  "message.received.spam": MessageReceivedData;
  "message.sent": MessageSentData;
  "message.delivered": RecipientData;
  "message.deferred": RecipientData;
  "message.bounced": MessageBouncedData;
  "message.complained": RecipientData;
  "message.failed": MessageFailedData;
  "message.forwarded": MessageForwardedData;
  "recipient.unsubscribed": UnsubscribedData;
  "message.read": MessagesData;
  "message.unread": MessagesData;
  "message.moved": MessagesMovedData;
  "message.deleted": MessagesData;
  "draft.created": DraftData;
  "draft.updated": DraftData;
  "draft.deleted": DraftData;
  "draft.send_failed": DraftFailedData;
  "thread.labelled": LabelledData;
  "thread.unlabelled": LabelledData;
  "thread.created": ThreadData;
  "thread.updated": ThreadData;
  "thread.unsnoozed": ThreadWokenData;
  "identity.created": IdentityData;
  "identity.updated": IdentityStatusData;
  "identity.suspended": IdentityStatusData;
  "identity.deleted": IdentityData;
  "domain.verified": DomainData;
  "domain.failed": DomainData;
  "calendar.event.created": CalendarEventData;
  "calendar.event.updated": CalendarEventData;
  "calendar.event.deleted": CalendarEventData;
  "calendar.event.responded": CalendarAnswerData;
  "calendar_event.starting": CalendarNoticeData;
  "calendar_event.ending": CalendarNoticeData;
  "review.requested": ReviewData;
  "review.approved": ReviewData;
  "review.rejected": ReviewData;
  "review.returned": ReviewData;
  "review.expired": ReviewData;
  "webhook.test": WebhookTestData;
}

export type EventType = keyof EventData;

/** An event as webhooks, the list and the stream report it: ids and metadata, never a body. */
export type Event<T extends EventType = EventType> = {
  [K in T]: { id: string; type: K; created_at: string; data: EventData[K] };
}[T];

export interface IdentitiesListQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
  /** the domain */
  domain_id?: string;
  /** human: a person; can do everything; team: several people; can do everything; application: a program that wants events: no inbox, drafts, calendar or app passwords, nothing is stored; workflow: an automatic process: no calendar and no app passwords; agent: a software agent; can do everything */
  type?: IdentityType;
  /** active: receives and sends; suspended: stopped, also by expiry: mail is refused (550 5.2.1), nothing is sent, reading goes on; archived: put away: the same, with another name */
  status?: IdentityStatus;
  /** your own grouping, never parsed */
  tenant_id?: string;
  /** your own id */
  client_id?: string;
  /** the pod; the default one where it is not named */
  pod_id?: string;
  /** the email address */
  email?: string;
  /** a name and its value in the metadata, with a colon between: `plan:gold`; of several, all hold */
  metadata?: string | Array<string>;
}

export interface IdentitiesGetCountsQuery {
  /** labels of the address whose threads are counted: up to 20 ids with commas between them */
  label_ids?: string;
}

export interface IdentitiesListUnsubscribesQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
  /** this recipient */
  email?: string;
}

export interface PodsListQuery {
  /** the pod that has this client_id */
  client_id?: string;
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface PodsListIdentitiesQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface PodsListDomainsQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface SuppressionsListQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
  /** the address that the account does not write to */
  email?: string;
}

export interface SuppressionsDeleteByEmailQuery {
  /** the address that the account does not write to */
  email: string;
}

export interface RetentionRulesListQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface ThreadsListQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
  /** words or parts of them, "a phrase", -without, this or that, (groups); also names, addresses and domains. Operators: from:, to: (me too), cc:, bcc:, subject:, filename:, label:, in: (a folder), is: (unread, read, starred, answered, received, sent, open, waiting, resolved, human_review), has: (attachment, invitation, pdf), before:, after: and on: (2026-01-31, yesterday, last week, 7d), larger: and smaller: (500k, 5M). Without words the conditions alone say what is listed, newest first */
  q?: string;
  /** the address, as its id */
  identity_id?: string;
  /** of the addresses in this pod */
  pod_id?: string;
  /** of the addresses of this tenant */
  tenant_id?: string;
  /** open: something is to be done; new threads begin so; waiting: for the other side; mail that comes opens it again; resolved: done; mail that comes opens it again; human_review: a person is to look; stays until you change it. Of an address with protection, sends into it wait */
  status?: ThreadStatus;
  /** who is to act; a new thread has it from the mode of its address; human: a person; automation: a program; agent: a software agent */
  owner_type?: ThreadOwnerType;
  /** who has taken it: a uuid of yours */
  assignee_id?: string;
  /** caused by this thread */
  parent_id?: string;
  /** true: those that sleep, false: the others */
  snoozed?: boolean;
  /** a name and its value in the metadata, with a colon between: `plan:gold`; of several, all hold */
  metadata?: string | Array<string>;
  /** nothing in it is unread */
  is_read?: boolean;
  /** the sender's address, or its domain */
  from?: string;
  /** at or after */
  after?: string;
  /** before */
  before?: string;
  /** with files */
  has_attachments?: boolean;
  /** the label */
  label_id?: string;
}

export interface ThreadsListNotesQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface LabelsListQuery {
  /** the address, as its id */
  identity_id: string;
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface MailboxesListQuery {
  /** the address, as its id */
  identity_id: string;
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface MailboxesListUnreadCountsQuery {
  /** the address, as its id */
  identity_id?: string;
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface MailboxesListConversationsQuery {
  /** the address, as its id */
  identity_id: string;
  /** nothing in it is unread */
  is_read?: boolean;
  /** the sender's address, or its domain */
  from?: string;
  /** at or after */
  after?: string;
  /** before */
  before?: string;
  /** with files */
  has_attachments?: boolean;
  /** the label */
  label_id?: string;
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface MessagesListQuery {
  /** required, unless one of the filters below is given */
  thread_id?: string;
  /** the address, as its id */
  identity_id?: string;
  /** nothing in it is unread */
  is_read?: boolean;
  /** the sender's address, or its domain */
  from?: string;
  /** at or after */
  after?: string;
  /** before */
  before?: string;
  /** with files */
  has_attachments?: boolean;
  /** the label */
  label_id?: string;
  /** a part of the subject, whatever its case */
  subject?: string;
  /** these messages, in this order: up to 100 ids with commas between them, without other filters */
  ids?: string;
  /** plain: as the mail has them; markdown: `text` and `reply_text` are Markdown of `html` and `reply_html`; those of a plain mail stay */
  format?: MessageWaitFormat;
  /** full: the bodies as they are; summary: `text` and `reply_text` are cut after 1,000 characters (of a mail whose bodies are large, they are its preview); `html`, `reply_html` and `quoted_html` are left out. `defects` says so where it is; text: `text` and `reply_text` alone, 100,000 characters of each: the first ones, or of one message those from `text_from` on. `defects` says so where something is left out */
  view?: MessageWaitView;
  /** seconds to wait for a received message where there is none. What is there already is answered at once: since `after`, or, without it, what is unread */
  wait?: number;
  /** asc: oldest first, that of a thread without it; desc: newest first, that of all threads */
  order?: MessageWaitOrder;
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface MessagesGetQuery {
  /** plain: as the mail has them; markdown: `text` and `reply_text` are Markdown of `html` and `reply_html`; those of a plain mail stay */
  format?: MessageWaitFormat;
  /** full: the bodies as they are; summary: `text` and `reply_text` are cut after 1,000 characters (of a mail whose bodies are large, they are its preview); `html`, `reply_html` and `quoted_html` are left out. `defects` says so where it is; text: `text` and `reply_text` alone, 100,000 characters of each: the first ones, or of one message those from `text_from` on. `defects` says so where something is left out */
  view?: MessageWaitView;
  /** with `view=text`: characters of each text that are passed over */
  text_from?: number;
}

export interface MessagesGetHeadersQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface MessagesListRecipientsQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface MessagesSearchQuery {
  /** words or parts of them, "a phrase", -without, this or that, (groups); also names, addresses and domains. Operators: from:, to: (me too), cc:, bcc:, subject:, filename:, label:, in: (a folder), is: (unread, read, starred, answered, received, sent, open, waiting, resolved, human_review), has: (attachment, invitation, pdf), before:, after: and on: (2026-01-31, yesterday, last week, 7d), larger: and smaller: (500k, 5M). Without words the conditions alone say what is listed, newest first */
  q?: string;
  /** the address, as its id */
  identity_id?: string;
  /** the sender's address, or its domain */
  from?: string;
  /** an address in to, cc or bcc, or that it came to */
  to?: string;
  /** created at or after */
  after?: string;
  /** created before */
  before?: string;
  /** nothing in it is unread */
  is_read?: boolean;
  /** with files */
  has_attachments?: boolean;
  /** the label */
  label_id?: string;
  /** full: the bodies as they are; summary: `text` and `reply_text` are cut after 1,000 characters (of a mail whose bodies are large, they are its preview); `html`, `reply_html` and `quoted_html` are left out. `defects` says so where it is; text: `text` and `reply_text` alone, 100,000 characters of each: the first ones, or of one message those from `text_from` on. `defects` says so where something is left out */
  view?: MessageWaitView;
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface IdentitiesListProtectionEntriesQuery {
  /** what the entry is about; send: mail to it; receive: mail from it */
  direction?: ProtectionEntriesDirection;
  /** what holds for it; allow: it is not new; block: it is refused, or held; stronger than allow */
  list?: ProtectionEntriesList;
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface ProtectionListDefaultEntriesQuery {
  /** what the entry is about; send: mail to it; receive: mail from it */
  direction?: ProtectionEntriesDirection;
  /** what holds for it; allow: it is not new; block: it is refused, or held; stronger than allow */
  list?: ProtectionEntriesList;
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface ReviewsListQuery {
  /** the address, as its id */
  identity_id?: string;
  /** what became of it; pending: it waits; approved: it has left, or come in; rejected: a draft again, or deleted; returned: a draft again, for its writer to change; taken_over: a person goes on with the thread; expired: a draft again, nobody has decided; withdrawn: its writer has deleted it */
  status?: "pending" | "approved" | "rejected" | "returned" | "taken_over" | "expired" | "withdrawn";
  /** which way the mail goes; outbound: a send; inbound: a received mail */
  direction?: "inbound" | "outbound";
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface ThreadsListAuditQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface DraftsListQuery {
  /** the address, as its id */
  identity_id: string;
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface AttachmentsGetLinkQuery {
  /** seconds; 600 without it */
  expires_in?: number;
}

export interface TemplatesListQuery {
  /** the template of this name */
  name?: string;
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface TemplatesFillQuery {
  /** the address that writes; of an answer the one that has the mail */
  from?: string;
  /** the recipient, `ada@example.com` or `Ada <ada@example.com>`; of an answer whom it goes to */
  to?: string;
  /** the message that is answered */
  in_reply_to?: string;
  /** the text leaves as Markdown: what fills it is written so that it is none */
  markdown?: boolean;
}

export interface EventsListQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before, the id of the last event seen, or now: what happens from now on */
  cursor?: string;
  /** of this kind alone; several stand with commas between them, or each in a `type` of its own; see Event kinds */
  type?: EventType | Array<EventType>;
  /** the address, as its id */
  identity_id?: string;
  /** of the addresses in this pod */
  pod_id?: string;
  /** of the addresses of this tenant */
  tenant_id?: string;
  /** created at or after */
  after?: string;
  /** asc: oldest first; desc: newest first; asc without it */
  order?: MessageWaitOrder;
  /** seconds to wait for the next event where there is none; next_cursor then always says where to go on */
  wait?: number;
}

export interface EventsStreamQuery {
  /** the next_cursor of the page before, the id of the last event seen, or now: what happens from now on */
  cursor?: string;
  /** of this kind alone; several stand with commas between them, or each in a `type` of its own; see Event kinds */
  type?: EventType | Array<EventType>;
  /** the address, as its id */
  identity_id?: string;
  /** of the addresses in this pod */
  pod_id?: string;
  /** of the addresses of this tenant */
  tenant_id?: string;
}

export interface WebhooksListQuery {
  /** the address, as its id */
  identity_id?: string;
  /** of the addresses in this pod */
  pod_id?: string;
  /** of the addresses of this tenant */
  tenant_id?: string;
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface DeliveriesListQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
  /** the webhook */
  webhook_id: string;
}

export interface DomainsListQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface DomainsListReportsQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
  /** dmarc: who sent mail as the domain, and whether SPF or DKIM vouch for it; tls: how often others could connect with TLS to deliver mail to the domain */
  kind?: "dmarc" | "tls";
}

export interface RoutingRulesListQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
  /** the domain */
  domain_id?: string;
}

export interface CalendarListEventsQuery {
  /** ends later than this, or begins then */
  after?: string;
  /** begins earlier than this */
  before?: string;
  /** true: the instances of a series in its place; false: series as one row; false without it */
  expand?: boolean;
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface CalendarUpdateEventQuery {
  /** of an instance id; single: that date alone; future: that date and all later ones, as a new series; single without it */
  mode?: "single" | "future";
}

export interface CalendarDeleteEventQuery {
  /** single: that date alone; an instance id has it without mode; future: that date and all later ones; all: the whole series; a series id has it without mode */
  mode?: "single" | "future" | "all";
  /** true: tell the attendees, or decline; false: tell nobody; false without it */
  send_invites?: boolean;
}

export interface CalendarGetFreeBusyQuery {
  /** ends later than this, or begins then */
  after: string;
  /** begins earlier than this */
  before: string;
}

export interface IdentitiesListCalendarFeedsQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface ApiKeysListQuery {
  /** every key of the account, siblings too; for unrestricted keys */
  all?: boolean;
  /** keys that reach an address in this pod */
  pod_id?: string;
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface ApiKeysListMadeByKeyQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface OauthGrantsListQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface AppPasswordsListQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
  /** the address, as its id */
  identity_id: string;
}

export interface AuditListAccountQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
}

export interface QueueListQuery {
  /** rows in a page */
  limit?: number;
  /** the next_cursor of the page before */
  cursor?: string;
  /** of the recipient */
  domain?: string;
  /** of this account */
  account_id?: string;
  /** the address, as its id */
  identity_id?: string;
  /** the message */
  message_id?: string;
  /** active: a process has taken it, and tries it now or next; due: to be tried as soon as there is room; deferred: it was tried, and waits for the next attempt; paced: it waits for a provider that takes less mail, or for the ramp of a new domain; held: the operator holds it: nothing is sent until it is released */
  state?: QueueChangeState;
  /** a part of the last answer, in any case */
  error?: string;
  /** queued before */
  before?: string;
}
