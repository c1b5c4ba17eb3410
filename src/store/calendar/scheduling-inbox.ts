// Queries over the scheduling inbox: what mail brought to a calendar. RFC 6638 2.2
import type { InferSelectModel } from "drizzle-orm";
import { isUuid } from "../../lib/ids.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import type { Owner } from "../scope.ts";
import { calendarInbox } from "../tables/index.ts";

export type CalendarInboxRow = InferSelectModel<typeof calendarInbox>;

/** Items that are listed: the newest. */
const maxListed = 500;

export async function listInbox(
  db: Pick<Executor, "rows">,
  { accountId, identityId }: Owner,
): Promise<CalendarInboxRow[]> {
  const rows = await db.rows(
    `select * from calendar_inbox where account_id = $1::uuid and identity_id = $2::uuid order by created_at desc limit ${maxListed}`,
    [accountId, identityId],
  );
  return rows.map((row) => toRow<CalendarInboxRow>(calendarInbox, row));
}

export async function findInboxItem(
  db: Pick<Executor, "rows">,
  { accountId, identityId }: Owner,
  id: string,
): Promise<CalendarInboxRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await db.rows(
    "select * from calendar_inbox where account_id = $1::uuid and identity_id = $2::uuid and id = $3::uuid",
    [accountId, identityId, id],
  );
  return row ? toRow<CalendarInboxRow>(calendarInbox, row) : null;
}
