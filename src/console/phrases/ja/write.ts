// Words of the pages: writing. In Japanese, made without a native speaker's review.

import { numberIn } from "../plural.ts";
import type { Translated } from "../translated.ts";
import type * as english from "../write.ts";

const number = numberIn("ja");

export const write: Translated<typeof english.write> = {
  title: "メール作成",
  kinds: { reply: "返信", all: "全員に返信", forward: "転送" },
  from: "差出人",
  to: "宛先",
  cc: "Cc",
  bcc: "Bcc",
  subject: "件名",
  text: "本文",
  textHint: "本文を入力…",
  replyHint: "返信を入力…",
  moreLines: "Cc, Bcc",
  send: "送信",
  attach: "ファイルを添付",
  tooLarge: "ファイルの合計が 25 MB を超えています。数を減らすか、リンクを添えてください。",
  goingUp: "アップロード中…",
  saved: "下書きを保存しました",
  format: "形式",
  plain: "テキスト形式",
  markdown: "Markdown",
  kept: "HTML (そのまま)",
  beyond: "一緒に送信されるもの",
  keptHtml: "多くのソフトが本文の代わりに表示する HTML:",
  preview: "プレビュー",
  template: "テンプレート",
  templateInKept:
    "このメールは他の人が書いた HTML として送信されます。先に別の形式を選んでください。テンプレートがその代わりになります。",
  unfilled: (fields) =>
    `テンプレートの次の欄が埋まっていません: ${fields}。入力するか、もう一度送信するとそのまま送信されます。`,
  otherSignature: "別のアドレスの署名が末尾にありました。今の本文を確認して、もう一度送信してください。",
  save: "下書きを保存",
  discard: "破棄",
  removeFile: (name) => `${name} を外す`,
  carried: (count) => `元のメールのファイル ${number(count)} 件も送信されます`,
  notAnAddress: (text) =>
    `「${text.slice(0, 100)}」はメールアドレスではありません。複数の場合はコンマで区切ってください。`,
  nobody: "宛先を 1 つ以上入力してください。",
  noAddress: "差出人にできるアドレスがありません。先に作成してください。",
  sentAlready: "すでに送信されました。",
  hasLeft: "すでに送信され、取り消せません。",
  failed: "送信されませんでした:",
  leaves: "送信予定:",
  sentAs: (sender) => `この件のメールの差出人: ${sender}`,
  renamed:
    "ページを開いた後に、このアドレスの名前が変わりました。何も送信されていません。今表示されている名前を確認して、もう一度行ってください。",
  changed:
    "開いた後に変更されました。他の人がこの下書きに書き込んだか、ファイルを追加したか、アドレスの名前を変更しました。今の内容を確認してください。「送信」すると、表示されている内容が送られます。",
  yours: "あなたが書いた内容",
  theirs: "下書きの現在の内容",
  undo: "元に戻す",
  people: "これまでに送信した相手",
  nobodyYet: "まだいません。",
  notKept: "まだ保存されていません。ネットワークに接続できません。もう一度試します。",
  later: "後で送信",
  laterRange: "1 分後から 30 日後までの時刻を選択してください。",
  laterAt: (zone) => `日時 (${zone} の時刻)`,
  draft: "下書き",
  go: "続きを書く",
  replyAll: "全員に返信",
};
