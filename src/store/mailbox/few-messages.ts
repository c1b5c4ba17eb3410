// The messages that a filter or a condition leaves, where an index or a folder's counts find them and they are few: a search, or a list
// of its conditions, looks at those alone. The caller asks of them what else there is.
import type { Executor, Param } from "../database/database.ts";
import { heldBy, type Scope, type Where } from "../scope.ts";
import { Flag } from "../tables/index.ts";
import { fewLabelledThreads } from "./labels.ts";
import { filenameCondition, fromCondition, roleOf, type StoredCondition } from "./search-conditions.ts";

/** Messages that are few. */
const maxFew = 2000;
/** Placements that are looked through for a flag, which no index has. */
const maxFlagged = 200_000;
/** The same for unread ones: folders count them, and the look ends at the last. */
const maxUnread = 1_000_000;
/** Messages whose files are looked through for a name. */
const maxWithFiles = 20_000;
/** Octets from which on an index finds messages by their size. */
const largeOctets = 100_000;

/** The part of a filter that an index may answer. */
interface IndexedFilter {
  identityId?: string | undefined;
  threadIds?: readonly string[];
  labelKeys?: readonly string[];
  from?: string;
  hasAttachments?: boolean;
  isRead?: boolean;
}

interface AskedMessages {
  filter: IndexedFilter;
  /** All of them hold. */
  conditions: readonly StoredCondition[];
}

/** Ids of messages, ascending; null: no index finds them, or they are many. */
export async function fewFiltered(
  db: Executor,
  scope: Scope,
  { filter, conditions }: AskedMessages,
): Promise<string[] | null> {
  const narrow: Scope =
    filter.identityId === undefined ? scope : { ...scope, identityIds: reached(scope, filter.identityId) };
  for (const ask of [...ofFilter(filter), ...conditions.map(ofCondition)]) {
    const ids = ask && (await ask(db, narrow));
    if (ids) return [...new Set(ids)].sort();
  }
  return null;
}

function reached({ identityIds }: Scope, asked: string): string[] {
  return identityIds === null || identityIds.includes(asked) ? [asked] : [];
}

/** Null: they are many. */
type FewLook = (db: Executor, scope: Scope) => Promise<string[] | null>;

function ofFilter({ threadIds, labelKeys, from, hasAttachments, isRead }: IndexedFilter): FewLook[] {
  const looks: FewLook[] = [];
  if (threadIds) looks.push(messagesWhere((where) => where.and("m.thread_id = any(?::uuid[])", threadIds)));
  if (labelKeys) looks.push(labelled(labelKeys));
  if (from !== undefined) looks.push(fromAddress(from));
  if (hasAttachments) looks.push(messagesWhere((where) => where.and("m.has_attachments")));
  if (isRead === false) looks.push(unread);
  return looks;
}

function ofCondition(condition: StoredCondition): FewLook | null {
  if (condition.isExcluded) return null;
  switch (condition.name) {
    case "label":
      return labelled(condition.keys);
    case "in":
      return inFolder(condition.value);
    case "has":
      return messagesWhere((where) =>
        where.and(condition.value === "attachment" ? "m.has_attachments" : "m.invitation is not null"),
      );
    case "before":
      return messagesWhere((where) => where.and("m.created_at < ?::timestamptz", condition.value));
    case "after":
      return messagesWhere((where) => where.and("m.created_at >= ?::timestamptz", condition.value));
    case "is":
      if (condition.value === "unread") return unread;
      if (condition.value === "read") return read;
      if (condition.value === "sent") return sent;
      if (condition.value === "starred") return flagged(Flag.flagged);
      if (condition.value === "answered") return flagged(Flag.answered);
      if (condition.value === "received") return null;
      return withStatus(condition.value);
    case "larger":
      return condition.bytes < largeOctets ? null : largerThan(condition.bytes);
    case "filename":
      return withFilename(condition.value);
    default:
      return null;
  }
}

function messagesWhere(narrow: (where: Where) => Where): FewLook {
  return async (db, scope) => {
    const where = narrow(
      heldBy(scope, "m").and("m.state in ('received', 'sent') and m.identity_id is not null"),
    );
    return few(await db.values(`select m.id from messages m ${where} limit ${maxFew + 1}`, where.params));
  };
}

const sent: FewLook = messagesWhere((where) => where.and("m.direction = 'outbound'"));

function largerThan(bytes: number): FewLook {
  return messagesWhere((where) => where.and(`m.size >= ${largeOctets} and m.size > ?::int`, bytes));
}

function withFilename(part: string): FewLook {
  return async (db, scope) => {
    const where = heldBy(scope, "m").and(
      "m.state in ('received', 'sent') and m.identity_id is not null and m.has_attachments",
    );
    const condition = filenameCondition({ account: "$1::uuid", id: "f.id" }, part, (value) =>
      where.param(value),
    );
    const [row] = await db.values(
      `with f as materialized (select m.id from messages m ${where} limit ${maxWithFiles + 1})
       select (select count(*)::int from f), array(select f.id from f where ${condition} limit ${maxFew + 1})`,
      where.params,
    );
    const [count, ids] = row as [number, string[]];
    return count > maxWithFiles || ids.length > maxFew ? null : ids;
  };
}

function labelled(keys: readonly string[]): FewLook {
  return async (db, scope) => ofThreads(db, scope, await fewLabelledThreads(db, scope.accountId, keys));
}

function withStatus(status: string): FewLook {
  return async (db, scope) => {
    const where = heldBy(scope, "t").and("t.status = ?::text and t.message_count > 0", status);
    return ofThreads(
      db,
      scope,
      few(await db.values(`select t.id from threads t ${where} limit ${maxFew + 1}`, where.params)),
    );
  };
}

async function ofThreads(
  db: Executor,
  scope: Scope,
  threads: readonly string[] | null,
): Promise<string[] | null> {
  return threads && messagesWhere((where) => where.and("m.thread_id = any(?::uuid[])", threads))(db, scope);
}

function fromAddress(from: string): FewLook {
  return async (db, scope) => {
    if (scope.identityIds?.length !== 1 || !from.includes("@")) return null;
    return messagesWhere((where) => where.and(fromCondition(from, (value) => where.param(value))))(db, scope);
  };
}

function inFolder(name: string): FewLook {
  return async (db, scope) => {
    const where = heldBy(scope, "f").and(
      "(f.role = ?::text or lower(f.name) = lower(?::text))",
      roleOf(name),
      name,
    );
    const { total } = await countsOf(db, where);
    return total > maxFew ? null : few(await placed(db, where, { condition: "true", most: "f.total" }));
  };
}

const isUnread = `p.flags & ${Flag.seen} = 0`;

const unread: FewLook = async (db, scope) => {
  const where = heldBy(scope, "f").and("f.unread > 0");
  const counts = await countsOf(db, where);
  if (counts.unread > maxFew || counts.total > maxUnread) return null;
  return few(await placed(db, where, { condition: isUnread, most: "f.unread" }));
};

/** Messages of a folder, from the newest on, among which unread ones are looked for. */
const maxNewest = 5000;

/** Ids of all unread messages; null: they are more than `most`, or some lie behind the newest `within` of their folder. */
export async function newestUnread(
  db: Executor,
  scope: Scope,
  { most, within = maxNewest }: { most: number; within?: number },
): Promise<string[] | null> {
  const where = heldBy(scope, "f").and("f.unread > 0");
  const counts = await countsOf(db, where);
  if (counts.unread > most) return null;
  const rows = await placed(db, where, { condition: isUnread, most: "f.unread", within });
  return rows.length < counts.unread ? null : [...new Set(rows.map(([id]) => id as string))];
}

/** Messages that were sent are read where they are in no folder. */
const read: FewLook = async (db, scope) => {
  const where = heldBy(scope, "f").and("f.total > f.unread");
  const { total, unread: others } = await countsOf(db, where);
  if (total - others > maxFew || total > maxUnread) return null;
  const outside = await sent(db, scope);
  const seen = { condition: `p.flags & ${Flag.seen} <> 0`, most: "f.total - f.unread" };
  const inside = outside && few(await placed(db, where, seen));
  return inside && outside && inside.length + outside.length <= maxFew ? [...inside, ...outside] : null;
};

function flagged(flag: number): FewLook {
  return async (db, scope) => {
    const where = heldBy(scope, "f").and("f.total > 0");
    if ((await countsOf(db, where)).total > maxFlagged) return null;
    return few(await placed(db, where, { condition: `p.flags & ${flag} <> 0`, most: String(maxFew + 1) }));
  };
}

async function countsOf(db: Executor, where: Where): Promise<{ total: number; unread: number }> {
  const [row] = await db.values(
    `select coalesce(sum(f.total), 0)::float8, coalesce(sum(f.unread), 0)::float8 from folders f ${where}`,
    where.params,
  );
  return { total: row![0] as number, unread: row![1] as number };
}

/**
 * The messages of placements in folders `f`, the newest of each first.
 * @param asked.most SQL of how many of one folder there can be @param asked.within how many of one folder are looked at; all without it
 */
function placed(
  db: Executor,
  where: Where,
  { condition, most, within }: { condition: string; most: string; within?: number },
): Promise<Param[][]> {
  const newest = (columns: string, rest: string) =>
    `select ${columns} from placements p where p.account_id = f.account_id and p.folder_id = f.id ${rest}`;
  const looked =
    within === undefined
      ? newest("p.message_id", `and ${condition} order by p.uid desc limit ${most}`)
      : `select p.message_id from (${newest("p.message_id, p.flags", `order by p.uid desc limit ${where.param(within)}::int`)}) p
         where ${condition} limit ${most}`;
  return db.values(
    `select p.message_id from folders f cross join lateral (${looked}) p
     ${where} limit ${maxFew + 1}`,
    where.params,
  ) as Promise<Param[][]>;
}

function few(rows: readonly (readonly unknown[])[]): string[] | null {
  return rows.length > maxFew ? null : rows.map(([id]) => id as string);
}
