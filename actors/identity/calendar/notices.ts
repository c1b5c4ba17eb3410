// The turn that tells of events that begin or end soon. DECISIONS Calendar
import type { Instant } from "../../../src/lib/clock.ts";
import { calendarVersion } from "../../../src/store/calendar/calendar-version.ts";
import {
  grouped,
  type Notice,
  type NoticeSettings,
  noticeSettings,
  rememberTold,
  tellsOfAll,
  untold,
} from "../../../src/store/calendar/notices.ts";
import { calendars } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { calendarEventData } from "./calendar-events.ts";

/** The result of a look at a calendar for due notices. */
export interface NoticeLook {
  /** The calendarVersion that was looked at. */
  version: string;
  settings: NoticeSettings;
  now: Instant;
  /** All of at most 200 beginnings and ends. */
  due: readonly Notice[];
  /** The time at which the calendar must be looked at again. */
  next: Instant;
  /** An event that is not over has reminders. */
  reminds: boolean;
  /** More is due than `due`. */
  more: boolean;
}

/** Tells what is due and was not told. @returns false: the calendar or its settings have changed, look again */
export async function tellNotices(turn: Turn, looked: NoticeLook): Promise<boolean> {
  const { accountId, owner } = turn;
  const scope = { accountId, identityIds: [owner.identityId] };
  const settings = await noticeSettings(turn, owner);
  const version = await calendarVersion(turn, scope, owner.identityId);
  if (version !== looked.version || !settings || !Bun.deepEquals(settings, looked.settings)) return false;
  const told = await untold(turn, owner, looked.due);
  for (const {
    told: { kind, row, minutes },
  } of grouped(told)) {
    const data = { ...calendarEventData(row), minutes_before: minutes };
    turn.emit({ type: `calendar_event.${kind}`, identityId: owner.identityId, data });
  }
  if (told.length > 0)
    for (const statement of rememberTold(owner, { told, now: looked.now })) turn.bulk(statement);
  const { now, next, reminds, more } = looked;
  turn.update(calendars, {
    ...owner,
    nextNoticeAt: !tellsOfAll(settings) && !reminds ? null : more ? now : next,
    noticesUntil: more ? settings.noticesUntil : now,
  });
  return true;
}
