// Words of the pages: the queue over all addresses, for the operator. In Japanese, made without a native speaker's review.

import { numberIn } from "../plural.ts";
import type * as english from "../queue.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("ja");

export const queue: Translated<typeof english.queue> = {
  lead: "このサービスの全アドレスの送信待ちのもので、古い順です。人の確認を待つものはここにはありません。",
  domain: "宛先のドメイン",
  error: "最後の応答の語句",
  state: "状態",
  anyState: "すべての状態",
  states: { active: "処理中", due: "送信予定", deferred: "後で再試行", paced: "速度制限中", held: "停止中" },
  find: "検索",
  none: "待っているものはありません",
  noneText: "すべて送信されたか、条件に合うものがありません。",
  more: "新しい項目",
  tries: (count) => `${number(count)} 回試行`,
  why: "理由",
  retry: "今すぐ試す",
  hold: "停止",
  release: "再開",
  drop: "中止",
  dropHint: "差出人には、他の失敗と同じように通知されます。",
  dropSure: "この宛先への送信を中止",
  left: {
    active: "ちょうど送信中の可能性があります。先に停止してください。",
    held: "停止中です。先に再開してください。",
    not_held: "停止していませんでした。",
    ramp: "新しいドメインのため、今日はこれ以上送信できません。",
    settled: "もう待っていません。",
  },
};
