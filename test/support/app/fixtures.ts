// Fixtures for tests of tenancy: an identity with one resource of each kind, and a dump of the database's rows.
import { newId } from "../../../src/lib/ids.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { deletedIdentities, purgeIdentity } from "../../../src/store/maintenance/sweep.ts";
import type { Api, PageOf } from "./api.ts";
import { eventually } from "./app.ts";

/** The kinds of resources that have ids. */
export type Kind =
  | "api-key"
  | "app-password"
  | "attachment"
  | "calendar-event"
  | "calendar-feed"
  | "delivery"
  | "domain"
  | "draft"
  | "event"
  | "folder"
  | "identity"
  | "label"
  | "note"
  | "message"
  | "oauth-grant"
  | "pod"
  | "protection-entry"
  | "retention-rule"
  | "review"
  | "routing-rule"
  | "suppression"
  | "template"
  | "thread"
  | "unsubscribe"
  | "webhook";

export interface Fixtures {
  email: string;
  domain: string;
  /** At least one of each kind. */
  ids: Record<Kind, string[]>;
}

interface Named {
  id: string;
}

interface Message extends Named {
  thread_id: string;
  direction: string;
  attachments: Named[];
}

const lateMs = 20 * 24 * 3_600_000;

interface Place {
  /** Part of every text that a caller chooses; lower-case letters and digits. */
  mark: string;
  /** Answers every delivery with 200. */
  hookUrl: string;
  database: Database;
}

/**
 * Creates a pod, a domain in it, an identity on the domain and one resource of each kind; waits until all work is done.
 * @param api an unrestricted key of an account whose domains count as verified
 */
export async function createFixtures(api: Api, place: Place): Promise<Fixtures> {
  const fixtures = await createResources(api, place);
  await atRest(place.database);
  const listed = async (path: string) => (await api.get<PageOf<Named>>(path)).json.data.map(({ id }) => id);
  const { ids } = fixtures;
  ids.delivery = await listed(`/deliveries?webhook_id=${ids.webhook[0]}`);
  ids.event = await listed(`/events?limit=2&identity_id=${ids.identity[0]}`);
  const missing = Object.entries(ids).filter(([, list]) => list.length === 0);
  if (missing.length > 0) throw new Error(`nothing was made of: ${missing.map(([kind]) => kind).join(", ")}`);
  return fixtures;
}

/** The same without the wait, and so without ids of deliveries and events. */
export async function createResources(api: Api, { mark, hookUrl, database }: Place): Promise<Fixtures> {
  const made = <T = Named>(path: string, body: object) => api.must<T>(201, api.post(path, body));
  const listed = async <T = Named>(path: string) => (await api.get<PageOf<T>>(path)).json.data;
  const pod = await made("/pods", { name: `pod ${mark}`, client_id: `client ${mark}` });
  const domain = await made<{ id: string; domain: string }>("/domains", {
    domain: `${mark}.example`,
    pod_id: pod.id,
  });
  const identity = await made<{ id: string; email: string }>("/identities", {
    domain_id: domain.id,
    local_part: `box-${mark}`,
    display_name: `name ${mark}`,
    tenant_id: `tenant ${mark}`,
    pod_id: pod.id,
  });
  const { id: identity_id, email } = identity;
  await api.must(200, api.call("PUT", `/identities/${identity_id}/send-list`, { entries: [email] }));
  const hook = { url: `${hookUrl}?${mark}`, identity_id, event_types: ["message.received"] };
  const webhook = await made("/webhooks", hook);
  const label = await made("/labels", { identity_id, name: `label ${mark}` });
  const draft = await made("/drafts", {
    identity_id,
    to: [email],
    subject: `draft ${mark}`,
    text: `draft ${mark}`,
  });
  const file = await made("/attachments", fileOf(draft.id, mark));
  const later = await made("/drafts", { identity_id, to: [email], subject: `later ${mark}`, text: mark });
  const send_at = new Date(Date.now() + lateMs).toISOString();
  await api.must(200, api.post(`/drafts/${later.id}/schedule`, { send_at }));
  const enclosing = await made("/drafts", {
    identity_id,
    to: [email],
    subject: `sent ${mark}`,
    text: `${mark}\n\n> ${mark}`,
  });
  await made("/attachments", fileOf(enclosing.id, mark));
  await api.must(202, api.post(`/drafts/${enclosing.id}/send`));
  const messages = await eventually(async () => {
    const [thread] = await listed<Named>(`/threads?identity_id=${identity_id}`);
    const found = thread ? await listed<Message>(`/messages?thread_id=${thread.id}`) : [];
    return found.some(({ direction }) => direction === "inbound") && found;
  });
  const received = messages.find(({ direction }) => direction === "inbound")!;
  const { thread_id } = received;
  await api.must(200, api.call("PUT", `/threads/${thread_id}/labels/${label.id}`));
  const note = await made(`/threads/${thread_id}/notes`, { text: `note ${mark}` });
  const protection = `/identities/${identity_id}/protection`;
  const allow = { direction: "receive", list: "allow", entries: [`friend-${mark}.test`] };
  const added = await api.post<PageOf<Named>>(`${protection}/lists`, allow);
  await api.must(200, api.call("PUT", protection, { outbound: "all" }));
  const waiting = { from: email, to: [email], subject: `held ${mark}`, text: mark };
  const { review_id } = await api.must<{ review_id: string }>(202, api.post("/messages", waiting));
  await api.must(200, api.call("PUT", protection, {}));
  const news = { from: email, to: [email], subject: `news ${mark}`, text: mark, list_unsubscribe: true };
  await unsubscribe(api, await made("/messages", news));
  const rule = { domain_id: domain.id, local_part: `rule-${mark}`, identity_id };
  const ids: Fixtures["ids"] = {
    pod: [pod.id],
    domain: [domain.id],
    identity: [identity_id],
    webhook: [webhook.id],
    label: [label.id],
    note: [note.id],
    draft: [draft.id, later.id],
    attachment: [file.id, received.attachments[0]!.id],
    message: [received.id, enclosing.id],
    thread: [thread_id],
    "routing-rule": [(await made("/routing-rules", rule)).id],
    "app-password": [(await made("/app-passwords", { identity_id, name: `phone ${mark}` })).id],
    "api-key": [(await made("/api-keys", { name: `key ${mark}`, identity_ids: [identity_id] })).id],
    "oauth-grant": [await grantTo(database, identity_id, mark)],
    "retention-rule": [
      (await made("/retention-rules", { identity_id, folder: mark, action: "delete", after_days: 1000 })).id,
    ],
    suppression: [(await made("/suppressions", { email: `gone@${mark}.test`, reason: `reason ${mark}` })).id],
    template: [
      (await made("/templates", { name: `template ${mark}`, subject: mark, text: mark, pod_id: pod.id })).id,
    ],
    unsubscribe: (await listed(`/identities/${identity_id}/unsubscribes`)).map(({ id }) => id),
    "protection-entry": added.json.data.map(({ id }) => id),
    review: [review_id],
    "calendar-event": await calendarEvents(api, identity_id, mark),
    "calendar-feed": [(await made(`/identities/${identity_id}/calendar-feeds`, { name: `feed ${mark}` })).id],
    folder: (await listed(`/mailboxes?identity_id=${identity_id}`)).slice(0, 2).map(({ id }) => id),
    delivery: [],
    event: [],
  };
  return { email, domain: domain.domain, ids };
}

/** Uses the link in a sent message. */
async function unsubscribe(api: Api, { id }: Named): Promise<void> {
  const raw = Buffer.from(await api.bytes(`/messages/${id}/raw`))
    .toString()
    .replace(/\r\n[ \t]+/g, " ");
  const [path] = /\/unsubscribe\/[a-z2-7]+/.exec(raw)!;
  const form = new FormData();
  form.set("List-Unsubscribe", "One-Click");
  const { status } = await fetch(api.base + path, { method: "POST", body: form });
  if (status !== 200) throw new Error(`the link to unsubscribe answered ${status}`);
}

function fileOf(draft_id: string, mark: string): object {
  const content_base64 = Buffer.from(`file ${mark}`).toString("base64");
  return { draft_id, filename: `${mark}.txt`, content_type: "text/plain", content_base64 };
}

/** A single event, a series, and a date of the series. */
async function calendarEvents(api: Api, identityId: string, mark: string): Promise<string[]> {
  const path = `/identities/${identityId}/calendar/events`;
  const texts = { title: mark, description: mark, location: mark, metadata: { [mark]: mark } };
  const time = { start: "2027-03-01T09:00:00", end: "2027-03-01T10:00:00", timezone: "UTC" };
  const attendees = [{ email: `guest@${mark}.test`, name: mark }];
  const create = (body: object) => api.must<Named>(201, api.post(path, { ...texts, ...time, ...body }));
  const single = await create({ attendees });
  const series = await create({ recurrence: { rule: "FREQ=WEEKLY;COUNT=5" } });
  return [single.id, series.id, `${series.id}_20270308T090000Z`];
}

/** Does the janitor's work now: at its minute it would come between a backup and what that is compared with. */
export async function purgeDeleted(database: Database): Promise<void> {
  for (
    let left = await deletedIdentities(database);
    left.length > 0;
    left = await deletedIdentities(database)
  )
    for (const identity of left) await purgeIdentity(database, identity);
}

/** Resolves once no worker has anything to do with what is stored. */
export async function atRest(database: Database): Promise<void> {
  await eventually(async () => {
    const [row] = await database.values(`select
      not exists (select from search_queue) and not exists (select from search_files) and not exists (select from partly_read)
      and not exists (select from deliveries where next_attempt_at is not null)
      and not exists (select from outbound where status = 'queued')
      and not exists (select from events where xid >= event_horizon())`);
    return row?.[0] as boolean;
  });
}

/**
 * Every row that belongs to these accounts (null: to anybody), as text, by table. When a key was last used is left out.
 * The count of an idle actor's changes is in it, so a turn that changed something shows even where it changed it back.
 */
export async function dumpRows(
  database: Database,
  accountIds: readonly string[] | null,
): Promise<Map<string, string[]>> {
  const tables = await database.values(
    `select c.table_name from information_schema.columns c
     join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
     where c.table_schema = current_schema() and c.column_name = 'account_id' order by c.table_name`,
  );
  const parts = tables.map(
    ([name]) =>
      `select '${name as string}', (to_jsonb(r) - 'last_used_at')::text from ${name as string} r where $1::uuid[] is null or account_id = any($1::uuid[])`,
  );
  const rows = await database.values(`select * from (${parts.join(" union all ")}) all_rows order by 1, 2`, [
    accountIds === null ? null : [...accountIds],
  ]);
  const found = new Map<string, string[]>();
  for (const [table, text] of rows as [string, string][])
    found.set(table, [...(found.get(table) ?? []), text]);
  return found;
}

/** A grant of OAuth that reaches one address, as the console makes it, with a refresh token that nobody knows. */
async function grantTo(database: Database, identityId: string, mark: string): Promise<string> {
  const id = newId();
  await database.values(
    `with made as (
       insert into api_keys (account_id, id, name, prefix, identity_ids, level, created_at)
       select account_id, $1::uuid, $3::text, 'pa_', array[$2::uuid], 'read', $4::timestamptz from identities where id = $2::uuid
       returning account_id, id
     ), granted as (
       insert into oauth_grants (account_id, id, client_id, client_name, redirect_uri, created_at)
       select account_id, id, $3::text, $3::text, 'https://' || $3::text || '.example/cb', now() from made
       returning account_id, id)
     insert into oauth_refresh_tokens (token_hash, account_id, grant_id, expires_at, created_at)
     select decode(md5($3::text), 'hex'), account_id, id, now() + interval '90 days', now() from granted returning 1`,
    [id, identityId, `program-${mark}`, new Date().toISOString()],
  );
  return id;
}
