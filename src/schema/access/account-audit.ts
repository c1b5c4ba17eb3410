// DECISIONS Authentication and keys: the audit trail of an account.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf, PageQuery, Timestamp } from "../common.ts";
import { Actor } from "../reviews.ts";

export const accountActions = [
  "member_invited",
  "member_joined",
  "member_changed",
  "member_removed",
  "key_made",
  "key_ended",
  "program_let_in",
  "program_ended",
  "password_made",
  "password_ended",
  "protection_changed",
  "list_entries_added",
  "list_entry_removed",
  "address_changed",
  "address_removed",
  "domain_added",
  "domain_changed",
  "domain_keys_made",
  "domain_removed",
  "webhook_made",
  "webhook_changed",
  "webhook_secret_made",
  "webhook_removed",
  "routing_rule_made",
  "routing_rule_changed",
  "routing_rule_removed",
  "retention_rule_made",
  "retention_rule_removed",
] as const;
export type AccountAction = (typeof accountActions)[number];

const fields = (description: string) => nullable(Type.Record(Type.String(), Type.Unknown(), { description }));

export const AccountAuditEntry = Type.Object(
  {
    id: Id,
    action: oneOf(accountActions, {
      meanings: {
        member_invited: "a person was invited",
        member_joined: "a person came in, by the link of the invitation or by OIDC_ISSUER",
        member_changed: "a person got another role or name",
        member_removed: "a person left, was removed, or came by OIDC_ISSUER too long ago",
        key_made: "an API key was made",
        key_ended: "an API key was revoked, itself or with the key that made it",
        program_let_in: "a person let a program in",
        program_ended: "a program's access was ended",
        password_made: "an app password was made",
        password_ended: "an app password was revoked, itself or with who made it",
        protection_changed: "the protection of an address, or the account's default, was set",
        list_entries_added: "addresses or domains were put on a list of protection",
        list_entry_removed: "an address or domain was taken off a list of protection",
        address_changed: "what an address may do was changed: its mode, status, send_policy or expires_at",
        address_removed: "an address was deleted",
        domain_added: "a domain was added",
        domain_changed: "a domain's settings were changed",
        domain_keys_made: "new DKIM keys were made for a domain",
        domain_removed: "a domain was deleted",
        webhook_made: "a webhook was made",
        webhook_changed: "a webhook was changed, enabled or disabled by a call",
        webhook_secret_made: "a webhook got a new secret",
        webhook_removed: "a webhook was deleted, itself or with the key that made it",
        routing_rule_made: "a routing rule was made",
        routing_rule_changed: "a routing rule was changed",
        routing_rule_removed: "a routing rule was deleted, itself or with its webhook",
        retention_rule_made: "a retention rule was made",
        retention_rule_removed: "a retention rule was deleted",
      },
    }),
    actor: Actor,
    target_id: nullable({ ...Id, description: "of what was changed; null: of the account as a whole" }),
    target: nullable(
      Type.String({ description: "its name then: an address, a domain, a URL, or as somebody named it" }),
    ),
    before: fields("values before of what changed; null: it was not there"),
    after: fields("values since; null: it is not there any more"),
    created_at: Timestamp,
  },
  closed,
);
export type AccountAuditEntry = Static<typeof AccountAuditEntry>;

export const AccountAuditListQuery = Type.Object(PageQuery, closed);
