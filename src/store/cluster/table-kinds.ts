// The kind of each table on a Citus cluster: distributed by account_id (the rows of one account lie
// together), a reference table (a copy on every node), or local to the coordinator. A test holds that every
// table of the schema is here.

export type TableKind = "distributed" | "reference" | "local";

/** Rows of one account, read and written by its account_id. Those that others refer to come first. */
const distributed = [
  "accounts",
  "account_audit",
  "api_keys",
  "domains",
  "reviews",
  "webhooks",
  "agent_signups",
  "app_passwords",
  "attachments",
  "audit_entries",
  "blobs",
  "bodies",
  "bulk_steps",
  "bulk_works",
  "calendar_collections",
  "calendar_events",
  "calendar_feeds",
  "calendar_inbox",
  "calendar_notices",
  "calendar_objects",
  "calendar_removals",
  "calendars",
  "changes",
  "contacts",
  "daily_recipients",
  "deliveries",
  "domain_keys",
  "domain_reports",
  "events",
  "expunged",
  "expunged_mails",
  "folder_recent",
  "folders",
  "human_mails",
  "idempotency",
  "identities",
  "imports",
  "issuer_subjects",
  "labels",
  "members",
  "message_search",
  "messages",
  "next_items",
  "next_places",
  "notes",
  "oauth_grants",
  "outbound",
  "partly_read",
  "placements",
  "pods",
  "protection_entries",
  "report_mails",
  "restricted_settings",
  "retention_rules",
  "reviewer_consents",
  "revoked_keys",
  "routing_rules",
  "saved_searches",
  "search_files",
  "search_queue",
  "search_segments",
  "send_lists",
  "subscriptions",
  "suppressions",
  "templates",
  "threads",
  "told_reminders",
  "unsubscribes",
  "url_keys",
] as const;

/** Small, and looked up by a value before the account is known. */
const reference = {
  addresses: "RCPT, login: whose address is this?",
  domain_names: "RCPT, From: whose domain is this?",
  api_key_tokens: "each request: whose key is this?",
  sign_in_links: "the console: whose link is this?",
  used_challenges: "the console: was this challenge answered?",
  console_sessions: "the console: whose session is this?",
  review_links: "a reviewer's mail: whose link is this?",
  oauth_codes: "a program: whose code is this?",
  oauth_refresh_tokens: "a program: whose token is this?",
  passkeys: "the console: whose passkey is this, and which has a person?",
} as const;

/** The service's own, of no account. */
const local = {
  processes: "which servers live",
  provider_paces: "how much mail providers take",
  ramp_days: "what new domains have sent on a day",
  policy_observations: "what was seen of domains that may ask for reports",
  policy_reports: "which reports about domains were sent",
  rate_limits: "limits that all servers share",
  schema_migrations: "which migrations ran",
  secrets: "keys of the service",
  certificates: "certificates of the service",
  acme_accounts: "accounts at certificate authorities",
  acme_challenges: "answers to certificate authorities",
} as const;

export interface TablePlacement {
  kind: TableKind;
  why: string;
}

export const tableKinds: ReadonlyMap<string, TablePlacement> = new Map<string, TablePlacement>([
  ...distributed.map((name): [string, TablePlacement] => [
    name,
    { kind: "distributed", why: "Rows of one account lie together" },
  ]),
  ...Object.entries(reference).map(([name, why]): [string, TablePlacement] => [
    name,
    { kind: "reference", why },
  ]),
  ...Object.entries(local).map(([name, why]): [string, TablePlacement] => [name, { kind: "local", why }]),
]);
