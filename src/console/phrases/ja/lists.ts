// Words of the pages: the lists of mail. In Japanese, made without a native speaker's review.
import type * as english from "../lists.ts";
import { numberIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("ja");

export const lists: Translated<typeof english.lists> = {
  needs: {
    name: "要対応",
    emptyTitle: "対応が必要なものはありません",
    empty: "決定を待つメール、エージェントが引き渡したスレッド、戻ってきたメールがここに表示されます。",
  },
  open: {
    name: "未完了",
    emptyTitle: "未完了のものはありません",
    empty: "新しいメールはここに届きます。完了したスレッドや相手を待つスレッドは、下のリストにあります。",
  },
  waiting: {
    name: "返信待ち",
    emptyTitle: "返信を待っているものはありません",
    empty: "相手の返信を待つスレッドをここに置きます。返信が届くと「未完了」に戻ります。",
  },
  snoozed: {
    name: "スヌーズ中",
    emptyTitle: "スヌーズ中のものはありません",
    empty: "スヌーズしたスレッドは、指定の時刻まで、またはメールが届くまでここに置かれます。",
  },
  done: {
    name: "完了",
    emptyTitle: "完了したものはまだありません",
    empty: "完了にしたスレッドはここに移動します。新しいメールが届くと「未完了」に戻ります。",
  },
  all: {
    name: "すべてのメール",
    emptyTitle: "メールはまだありません",
    empty: "アドレスのいずれかにメールを送るか、メールを作成してください。",
  },
  drafts: {
    name: "下書き",
    emptyTitle: "下書きはありません",
    empty: "書きかけのものは、送信するまでここに保存されます。",
  },
  sent: {
    name: "送信済み",
    emptyTitle: "送信したものはまだありません",
    empty: "あなたとエージェントが送信したものがここに表示されます。",
  },
  spam: {
    name: "迷惑メール",
    emptyTitle: "迷惑メールはありません",
    empty: "迷惑メールと思われるメールは、「未完了」ではなくここに届きます。",
  },
  trash: {
    name: "ゴミ箱",
    emptyTitle: "ゴミ箱は空です",
    empty: "削除したものがここに表示されます。元に戻すには受信トレイに移動してください。",
  },
  folder: {
    name: "フォルダ",
    emptyTitle: "このフォルダは空です",
    empty: "スレッドをここに移動すると、受信したメールがここに入ります。",
  },
  label: {
    name: "ラベル",
    emptyTitle: "このラベルの付いたものはありません",
    empty: "スレッドにこのラベルを付けると、ここに表示されます。",
  },
  tooMany: (most) => `アドレスを選択してください。このリストが一度に扱えるのは ${number(most)} 件までです。`,
  spamMark: "迷惑メール",
  title: (name, address) => (address === null ? name : `${name} · ${address}`),
  unread: "未読",
  older: "以前のもの",
  newest: "最新へ",
  noSubject: "(件名なし)",
  count: (count) => `メール ${number(count)} 通`,
  files: "添付ファイルあり",
  flagged: "フラグ付き",
  searchLabel: "メールを検索",
  searchHint: "メールを検索",
  chooseTitle: "スレッドを選択してください",
  choose: "メールがここに表示されます。",
  noAddress: "アドレスはまだありません",
  noAddressText: "アドレスを作成すると、届いたメールがここでスレッドになります。",
  createAddress: "アドレスを作成",
};

export const needs: Translated<typeof english.needs> = {
  send: "送信の確認待ち",
  received: "保留",
  thread: "引き渡し",
  bounce: "不達",
};

export const status: Translated<typeof english.status> = {
  open: "未完了",
  waiting: "返信待ち",
  resolved: "完了",
  human_review: "担当者が対応中",
};
