// Words of the pages: a thread and its messages. In Japanese, made without a native speaker's review.

import { numberIn } from "../plural.ts";
import type * as english from "../thread.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("ja");

export const thread: Translated<typeof english.thread> = {
  writing: (name) => `${name} が入力中です`,
  drafting: (name) => `${name} が下書きを作成中です`,
  program: "プログラム",
  toList: "リストに戻る",
  done: "完了",
  doneHint: "やることは残っていません",
  waiting: "返信待ち",
  waitingHint: "相手の返信を待ちます",
  reopen: "再開",
  takeOver: "引き継ぐ",
  takeOverHint: "今後エージェントがこのスレッドに送るものは、人の確認を待ちます",
  handBack: "エージェントに戻す",
  handBackHint: "エージェントがスレッドを続けます",
  more: "その他",
  actions: "スレッドの操作",
  changedMeanwhile: "その間に誰かがスレッドを変更しました。確認してから、もう一度決定してください。",
  earlier: (count) => `以前のメール ${number(count)} 通を表示`,
  earlierOnes: "以前のメールを表示",
  newest: "最新のメールを表示",
  quoted: "引用文",
  noText: "このメールには本文がありません。",
  cut: (count) => `残り ${number(count)} 文字`,
  showAll: "すべて表示",
  formatted: "書式付き",
  plain: "テキスト形式",
  pictures: "画像を表示",
  picturesHint:
    "このサーバーが取得します。差出人にはメールが読まれたことだけが伝わり、誰がどこで読んだかは伝わりません",
  noPictures: "画像を隠す",
  ownPictures:
    "このメールの画像は取得されません。外部から届いたものではなく、このアドレスのメールは人の確認を待ち、画像のアドレスは何でも伝えられるためです。",
  frameTitle: (name) => `${name} からのメール`,
  openFrame: "単独で開く",
  cutFrame: (path) =>
    `このメールは大きすぎるため、冒頭だけを表示しています。全体は API の ${path} にあります。`,
  show: "表示",
  save: "保存",
  assign: "割り当て",
  assignTo: "割り当て先",
  history: "履歴",
  files: (count) => `ファイル ${number(count)} 件`,
  moreFiles: (count) => `ほかにファイル ${number(count)} 件: すべてはメールソフトで表示できます。`,
  download: (name) => `${name} をダウンロード`,
  preview: (name) => `${name} を表示`,
  gone: "保存されていません",
  sentTo: "宛先:",
  toYou: (address) => `宛先: ${address}`,
  details: "詳細",
  unread: "未読メール",
  held: "受信したメールがここで決定を待っています。",
  from: "差出人",
  to: "宛先",
  cc: "Cc",
  date: "日時",
  writeAgain: "送信を再開する",
  delivery: {
    queued: "送信中",
    deferred: "後で再試行",
    bounced: "不達",
  },
};

export const provenance: Translated<typeof english.provenance> = {
  proven: (domain) => `${domain} からであることを確認済み`,
  inside: "このサービスから",
  imported: "取り込みまたはメールソフトで置かれたもの：未確認",
  relayed: "ご自身の中継サーバーまたはネットワークから：未確認",
  unproven: (domain) => `${domain} からという証拠がありません`,
  refuted: (domain) => `${domain} からではありません: DNS レコードが否定しています`,
  first: "初めての相手",
  known: "以前にもメールを受け取った相手",
  answers: "あなたのメールへの返信",
  allowed: "許可リストにあります",
  hidden: (count) => `隠された文字 ${number(count)} か所を取り除きました`,
  invisible: "見えない文字",
  links: (count) => `${number(count)} 件のリンクが実際と異なるアドレスを表示しています`,
  plainDiffers: "テキスト部分の内容が異なります",
  forged: "メールの始まりや終わりを装っています",
  notJudged: "大きすぎて確認できません",
  spam: "迷惑メール",
  look: "先に確認してください",
  leadsTo: (shown, target) => `「${shown}」の実際の行き先は ${target}`,
};

export const notes: Translated<typeof english.notes> = {
  add: "メモを残す",
  label: "このスレッドを扱う人向け。送信されることはありません",
  keep: "メモを保存",
  delete: "このメモを削除",
  never: "メモ (送信されません)",
  noteOf: (who) => `${who} のメモ`,
  program: "プログラム",
  wrongLength: (most) => `メモは 1～${number(most)} 文字です。`,
};

export const moves: Translated<typeof english.moves> = {
  move: "移動",
  moveTo: "受信メールの移動先",
  trash: "削除",
  spam: "迷惑メール",
  notSpam: "迷惑メールではない",
  unread: "未読",
  folders: { inbox: "受信トレイ", archive: "アーカイブ", spam: "迷惑メール", trash: "ゴミ箱" },
};

export const labels: Translated<typeof english.labels> = {
  label: "ラベル",
  newName: "新しいラベル",
  make: "追加",
  wrongLength: (most) => `ラベルの名前は 1～${number(most)} 文字です。`,
};

export const history: Translated<typeof english.history> = {
  title: "監査記録",
  none: "記録はありません",
  noneText: "アドレスに保護が設定されている場合、メールについての決定がすべてここに表示されます。",
  by: "実行:",
  from: "接続元:",
  key: "API キー",
  service: "サービス",
  person: "人",
  actions: {
    review_requested: "決定待ち",
    approved: "承認",
    rejected: "却下",
    returned: "差し戻し",
    taken_over: "引き継ぎ",
    edited: "編集",
    expired: "期限切れ",
    withdrawn: "取り下げ",
    status_changed: "状態の変更",
    sent: "送信",
  },
  details: {
    reasons: "待っている理由",
    comment: "コメント",
    before: "以前の版",
    status: "状態",
  },
};
