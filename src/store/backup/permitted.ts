// Permissions that a database holds: shown before a backup goes into use, since one that is older than a revocation or a decision brings
// back what was ended since.
import type { Executor } from "../database/database.ts";

/** Permissions of one kind. */
export interface Permitted {
  kind: string;
  count: number;
  /** Each as people know it, the newest first, at most 20. */
  newest: string[];
}

const maxNamed = 20;

/** Makers are named by their keys' ids. */
const by = (maker: string) =>
  `coalesce(' by ' || (${maker}->>'kind') || ' ' || coalesce(${maker}->>'id', ''), '')`;
const address = "i.local_part || '@' || i.domain";
const identityOf = (row: string) =>
  `join identities i on i.account_id = ${row}.account_id and i.id = ${row}.identity_id and i.deleted_at is null`;

/**
 * SQL of the addresses that may send without a person, with what of their mail waits: as `effectiveProtection` finds it. A
 * default that became stricter later is not in the backup.
 */
const sending = `select i.account_id, ${address} || ' (' || case i.outbound when 'off' then 'nothing waits'
      when 'all' then 'all of it waits, keys decide' else 'new recipients wait, keys decide' end || ')' as name, i.created_at
    from (select s.*, case when s.alone then s.own->>'outbound'
          when 'all' in (s.own->>'outbound', s.by_default->>'outbound') then 'all'
          when 'new_recipients' in (s.own->>'outbound', s.by_default->>'outbound') then 'new_recipients' else 'off' end as outbound,
        case when s.alone then s.own->>'approver' when s.own->>'approver' = 'human' then 'human'
          else s.by_default->>'approver' end as approver
      from (select i.account_id, i.local_part, i.domain, i.created_at, own.settings as own, a.protection as by_default,
          own.settings is not null and (a.protection is null or (own.settings->>'reach' is null
            and coalesce(own.settings->>'since', '') >= coalesce(a.protection->>'since', ''))) as alone
        from identities i join accounts a on a.account_id = i.account_id
        cross join lateral (select case when i.protection->>'inherits' = 'false' then i.protection end as settings) own
        where i.deleted_at is null) s) i
    where i.outbound = 'off' or i.approver = 'key'`;

/** SQL of each kind, in columns account_id, name and created_at. */
const sources: Readonly<Record<string, string>> = {
  "people beside the owners": `select account_id, email || ' (' || role || ')' as name, created_at from members`,
  "people who sign in by OIDC_ISSUER": `select account_id, email || ' (' || issuer || ')' as name, created_at
    from issuer_subjects where ended_at is null`,
  "links that sign somebody in, or invite them": `select account_id, coalesce(owner_email, 'the operator') as name, created_at
    from sign_in_links where expires_at > now()`,
  "sessions of the console": `select account_id, coalesce(owner_email, 'the operator') as name, created_at from console_sessions
    where expires_at > now()`,
  passkeys: `select account_id, name || ' of ' || coalesce(owner_email, 'the operator') as name, created_at from passkeys`,
  "API keys": `select account_id, name || ' (' || prefix || '…, ' || case when identity_ids is null then 'everything'
      else cardinality(identity_ids) || ' addresses' end || ')' as name, created_at
    from api_keys where level is null`,
  "programs that people let in": `select g.account_id, g.client_name || ' (' || k.level || ')' as name, g.created_at
    from oauth_grants g join api_keys k on k.account_id = g.account_id and k.id = g.id`,
  "app passwords": `select p.account_id, p.name || ' of ' || ${address} as name, p.created_at
    from app_passwords p ${identityOf("p")}`,
  "addresses that send without a person": sending,
  "entries of allow lists": `select account_id, direction || ' ' || entry || ${by("maker")} as name, created_at
    from protection_entries where list = 'allow'`,
  "contacts that somebody allowed": `select c.account_id,
      case when c.send_allowed_at is not null then 'send ' else 'receive ' end || c.email || ' at ' || ${address}
        || ${by("coalesce(c.send_allowed_by, c.receive_allowed_by)")} as name,
      coalesce(c.send_allowed_at, c.receive_allowed_at) as created_at
    from contacts c ${identityOf("c")} where c.send_allowed_at is not null or c.receive_allowed_at is not null`,
  "approved mails that have not left": `select r.account_id, coalesce(m.subject, '(no subject)') || ' at ' || ${address} as name,
      coalesce(r.decided_at, r.approve_at) as created_at
    from reviews r join messages m on m.account_id = r.account_id and m.id = r.message_id ${identityOf("r")}
    where r.direction = 'outbound' and ((r.approve_at is not null and r.approval->>'refuses' is null) or (r.status = 'approved' and exists (
      select from outbound o where o.account_id = r.account_id and o.message_id = r.message_id and o.next_attempt_at is not null)))`,
  "reviewers who decide by mailed links": `select i.account_id, r || ' of ' || ${address} as name, i.created_at from identities i
    cross join lateral jsonb_array_elements_text(coalesce(i.protection->'reviewers', '[]')) r where i.deleted_at is null
    union all select a.account_id, r || ' by default', a.created_at from accounts a
    cross join lateral jsonb_array_elements_text(coalesce(a.protection->'reviewers', '[]')) r`,
  "links of reviewers": `select l.account_id, l.email as name, l.created_at from review_links l
    join reviews r on r.account_id = l.account_id and r.id = l.review_id
    where l.used_at is null and r.status = 'pending'`,
  "scheduled mails": `select m.account_id, coalesce(m.subject, '(no subject)') || ' at ' || ${address} || ', due '
      || to_char(m.send_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || 'Z' || ${by("m.scheduled_by")} as name, m.created_at
    from messages m ${identityOf("m")} where m.send_due is not null and m.state in ('scheduled', 'sending')`,
  "actions on many threads that go on": `select account_id, case when phase = 'undoing' then 'undo of ' else '' end || (asked->>'action')
      || coalesce(' ' || nullif(asked->>'to', ''), '') || ' by ' || coalesce(email, 'the operator') || ', ' || did || ' so far' as name, created_at
    from bulk_works where phase in ('doing', 'undoing')`,
  "rules that forward mail outside": `select account_id, local_part || '@' || domain || ' to ' || array_to_string(forward_to, ', ')
      || ${by("maker")} as name, created_at
    from routing_rules where forward_to is not null and status = 'active'`,
  "addresses of rules that their receiver writes from": `select account_id, local_part || '@' || domain
      || ${by("send_as_maker")} as name, created_at
    from routing_rules where send_as_maker is not null and status = 'active'`,
  webhooks: "select account_id, url as name, created_at from webhooks where status <> 'disabled'",
  "calendar feeds": `select f.account_id, f.name || ' of ' || ${address} as name, f.created_at from calendar_feeds f ${identityOf("f")}`,
};

/** Kinds without any are left out. */
export async function readPermitted(db: Pick<Executor, "rows">): Promise<Permitted[]> {
  const permitted: Permitted[] = [];
  for (const [kind, sql] of Object.entries(sources)) {
    const rows = await db.rows<{ name: string; count: number }>(
      `select left(p.name, 200) as name, count(*) over ()::int as count from (${sql}) p
       join accounts a on a.account_id = p.account_id and a.deleted_at is null
       order by p.created_at desc limit ${maxNamed}`,
      [],
    );
    if (rows.length > 0)
      permitted.push({ kind, count: rows[0]!.count, newest: rows.map(({ name }) => name) });
  }
  return permitted;
}

/** Lines for people; what others wrote stays within its line. @param takenAt the moment of the backup */
export function permittedText(permitted: readonly Permitted[], takenAt: string): string {
  const lines = permitted.flatMap(({ kind, count, newest }) => [
    `${kind}: ${count}`,
    ...newest.map((name) => `  ${name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")}`),
    ...(count > newest.length ? [`  and ${count - newest.length} older`] : []),
  ]);
  return [
    `The backup is of ${takenAt}. What was revoked, decided or held back after that is as it was before. It permits:`,
    ...(lines.length > 0 ? lines : ["nothing"]),
  ].join("\n");
}
