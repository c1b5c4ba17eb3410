// Words of the pages: keys of agents. In Japanese, made without a native speaker's review.
import type * as english from "../keys.ts";
import { numberIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("ja");

export const keys: Translated<typeof english.keys> = {
  title: "キー",
  newKey: (name) => `新しいキー「${name}」。`,
  copyNow: "今すぐコピーしてください。表示されるのは今回だけです。",
  tryIt: "試す",
  search: "キーを検索",
  find: "検索",
  showAll: "すべて表示",
  keys: "API キー",
  noKeys: "ありません。エージェントがアドレスを使うにはキーが必要です。下で作成して渡してください。",
  noKeyHas: (text) => `名前に「${text}」を含むものはありません。`,
  reaches: "対象:",
  everything: "すべて",
  anotherAddress: "別のアドレス",
  anotherKey: "別のキー",
  made: "作成",
  by: "作成者:",
  lastUsed: "最終使用",
  neverUsed: "未使用",
  revoke: "取り消す",
  revokeHint: "このキーと、これで作成されたキー、アプリパスワード、Webhook はすぐに停止します。",
  revokeNamed: (name) => `${name} を取り消す`,
  whatItMade: (count) => `このキーで作成されたもの ${number(count)} 件`,
  andOlder: (count) => `ほか古いもの ${number(count)} 件`,
  takeOver: "引き継ぐ",
  takeOverHint:
    "許可したもの、転送ルール、キー、パスワード、Webhook があなたのものになり、このキーなしで続きます。予約されたものは、誰も予約していないものとして扱われます。",
  ended: "終了したキー",
  endedHint: "これらが作成し、まだ残っているものは、誰かが引き継ぐまで停止しています。",
  kinds: {
    api_key: "API キー",
    app_password: "アプリパスワード",
    webhook: "Webhook",
    calendar_feed: "カレンダーフィード",
    routing_rule: "ルール",
    scheduled_draft: "予約された下書き",
    allow_entry: "許可",
    allowed_contact: "許可",
  },
  mintTitle: "キーを作成",
  mint: "キーを作成",
  name: "名前",
  namePlaceholder: "用途",
  reach: "対象",
  reachAll: "このアカウントのすべて。アドレスも作成できます",
  reachSome: "ここで選択したアドレスのみ",
  docs: "API ドキュメント",
  baseUrl: "ベース URL",
  nameMissing: "キーの名前を 1～100 文字で入力してください。",
  tickOne: "アドレスを 1 つ以上選択するか、すべてを選択してください。",
  sentAlready:
    "このフォームはすでに送信され、キーはそのときに表示されました。別のキーを作成するには、ページを開き直してください。",
};
