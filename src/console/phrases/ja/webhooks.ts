// Words of the pages: webhooks and their deliveries. In Japanese, made without a native speaker's review.

import { numberIn } from "../plural.ts";
import type { Translated } from "../translated.ts";
import type * as english from "../webhooks.ts";

const number = numberIn("ja");

export const webhooks: Translated<typeof english.webhooks> = {
  title: "Webhook",
  lead: "Standard Webhooks に従った署名付きの呼び出しで、プログラムにイベントを知らせます。",
  none: "Webhook はまだありません",
  noneText: "下にプログラムのアドレスを追加してください。2xx の応答があるまで、イベントごとに呼び出します。",
  wholeAccount: "アカウント全体",
  oneAddress: "1 つのアドレス",
  allKinds: "すべてのイベント",
  someKinds: (count) => `${number(count)} 種類のイベント`,
  status: { active: "有効", failing: "失敗中", disabled: "無効" },
  meaning: {
    active: "イベントを配信しています。",
    failing: "最新の配信は試行回数を使い切りました。以降のイベントは引き続き試行します。",
    disabled: "有効にするまで何も配信されません。",
  },
  noneArrived: (count) =>
    `最近の配信 ${number(count)} 件がいずれも届いていません。下の応答を確認してください。`,
  newTitle: "Webhook を追加",
  url: "URL",
  urlMissing: "https:// または http:// で始まる URL を入力してください。",
  of: "イベントの対象",
  kinds: "一部の種類のイベントのみ",
  kindsHint: "選択なし: 今後の版で増えるものも含めてすべて。",
  make: "Webhook を追加",
  made: (url) => `${url} の署名用シークレット。`,
  copyNow: "今すぐコピーしてください。表示されるのは今回だけです。",
  back: "すべての Webhook",
  test: "テストイベントを送信",
  enable: "有効にする",
  disable: "無効にする",
  delete: "削除",
  deleteHint: "これを宛先とするルーティングルールも終了します。",
  deleteSure: "この Webhook を削除",
  deliveries: "配信",
  noDeliveries: "配信はまだありません。",
  deliveryStatus: {
    queued: "待機中",
    delivering: "配信中",
    retrying: "後で再試行",
    delivered: "配信済み",
    failed: "失敗",
  },
  tries: (count) => `${number(count)} 回試行`,
  next: "次回",
  answer: "応答",
  replay: "もう一度配信",
};
