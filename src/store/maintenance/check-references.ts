// The rules of check.ts for rows that name another row: where that one is gone, so is part of what was stored.
import { foreignKeysInTheWay } from "../cluster/prepare.ts";

/** A row of `table` names one of `parent` by `column`: both are of one account. */
interface NamedRow {
  table: string;
  column: string;
  parent: string;
  /** The named column of the parent; absent: id. */
  key?: string;
  /** SQL: the row, as `c`, stays where its parent is gone. */
  outlives?: string;
}

// The name of a deleted address may keep its protection.
const isEnded =
  "exists (select from addresses a where a.account_id = c.account_id and a.ended->>'identityId' = c.identity_id::text)";

/** Without a foreign key on a cluster, where such a row may outlast what it names and finds nothing. */
const unbound = new Set(foreignKeysInTheWay.map(({ table }) => table));

const references: readonly NamedRow[] = [
  ...[
    "pods",
    "domains",
    "api_keys",
    "identities",
    "webhooks",
    "suppressions",
    "templates",
    "saved_searches",
    "bulk_works",
    "members",
    "account_audit",
    "issuer_subjects",
    "passkeys",
    "retention_rules",
  ].map((table) => ({ table, column: "account_id", parent: "accounts", key: "account_id" })),
  ...[
    "audit_entries",
    "calendar_collections",
    "calendar_events",
    "calendar_inbox",
    "calendar_objects",
    "calendars",
    "folders",
    "imports",
    "labels",
    "notes",
    "outbound",
    "placements",
    "reviews",
    "subscriptions",
    "threads",
    "unsubscribes",
  ].map((table) => ({ table, column: "identity_id", parent: "identities" })),
  { table: "contacts", column: "identity_id", parent: "identities", outlives: isEnded },
  { table: "domain_keys", column: "domain_id", parent: "domains" },
  { table: "domain_reports", column: "domain_id", parent: "domains" },
  { table: "routing_rules", column: "domain_id", parent: "domains" },
  { table: "routing_rules", column: "webhook_id", parent: "webhooks" },
  { table: "api_key_tokens", column: "api_key_id", parent: "api_keys" },
  { table: "oauth_grants", column: "id", parent: "api_keys" },
  { table: "oauth_refresh_tokens", column: "grant_id", parent: "oauth_grants" },
  { table: "next_places", column: "key_id", parent: "api_keys" },
  { table: "review_links", column: "review_id", parent: "reviews" },
  { table: "calendar_objects", column: "calendar_id", parent: "calendar_collections" },
  { table: "audit_entries", column: "review_id", parent: "reviews" },
  { table: "notes", column: "thread_id", parent: "threads" },
  { table: "templates", column: "pod_id", parent: "pods" },
  { table: "saved_searches", column: "member_id", parent: "members" },
  { table: "bulk_steps", column: "work_id", parent: "bulk_works" },
  { table: "folder_recent", column: "folder_id", parent: "folders" },
];

/** Each query returns one line of text for each row that breaks its rule. */
export const referenceRules: readonly { rule: string; sql: string }[] = [
  {
    rule: "what a row names is there",
    sql: references.map(orphans).join("\nunion all\n"),
  },
];

function orphans({ table, column, parent, key = "id", outlives = "false" }: NamedRow): string {
  return `select format('${table}: %s names a row of ${parent} that is gone', c.${column}) from ${table} c
          where c.${column} is not null and of_this_part(c.account_id) and not exists (
            select from ${parent} p where p.account_id = c.account_id and p.${key} = c.${column}) and not ${outlives}${unbound.has(table) ? " and is_one_database()" : ""}`;
}
