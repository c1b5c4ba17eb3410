// Words of the pages: threads that sleep until a time. In Japanese, made without a native speaker's review.
import type * as english from "../snooze.ts";
import type { Translated } from "../translated.ts";

export const snooze: Translated<typeof english.snooze> = {
  snooze: "スヌーズ",
  hint: "指定の時刻まで、またはメールが届くまで「未完了」から外します",
  wake: "今すぐ解除",
  later: "今日の後で",
  tomorrow: "明日",
  monday: "次の月曜日",
  month: "4 週間後",
  until: (zone) => `期限 (${zone} の時刻)`,
  sleeps: "スヌーズの期限:",
  noTime: "これからの日付と時刻を選択してください。",
};
