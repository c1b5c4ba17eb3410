// Words of the pages: many threads at once. In Japanese, made without a native speaker's review.
import type * as english from "../bulk.ts";
import { numberIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("ja");

const threads = (count: number) => `スレッド ${number(count)} 件`;

export const bulk: Translated<typeof english.bulk> = {
  title: "選択したスレッド",
  choose: (subject) => `${subject} を選択`,
  chooseAll: "すべて選択",
  chosen: "件を選択中",
  everything: "このリストのすべて",
  all: "リスト全体",
  none: "選択解除",
  done: "完了",
  open: "再開",
  read: "既読",
  unread: "未読",
  spam: "迷惑メール",
  notSpam: "迷惑メールではない",
  trash: "削除",
  move: "移動",
  moveTo: "受信メールの移動先",
  label: "ラベル",
  labelWith: "ラベル",
  put: "付ける",
  take: "外す",
  nothing: "先にスレッドを選択してください。",
  tooMany: (most) =>
    `一度に指定できるスレッドは ${number(most)} 件までです。代わりにリスト全体を選択してください。`,
  did: {
    resolved: (count) => `${threads(count)}を完了にしました。`,
    open: (count) => `${threads(count)}を再開しました。`,
    read: (count) => `${threads(count)}を既読にしました。`,
    unread: (count) => `${threads(count)}を未読に戻しました。`,
    spam: (count) => `${threads(count)}を迷惑メールに移動しました。`,
    inbox: (count) => `${threads(count)}を受信トレイに移動しました。`,
    archive: (count) => `${threads(count)}をアーカイブに移動しました。`,
    trash: (count) => `${threads(count)}をゴミ箱に移動しました。`,
    move: (count) => `${threads(count)}を移動しました。`,
    label: (count) => `${threads(count)}にラベルを付けました。`,
    unlabel: (count) => `${threads(count)}からラベルを外しました。`,
  },
  left: (count) =>
    ` ${threads(count)}はそのままです。担当者がいるか、その間に変更されたか、該当するフォルダがありません。`,
  noUndo: " これだけの件数は一度に元に戻せません。",
  takenBack: (count) => `${threads(count)}を元に戻しました。`,
  going: (count) => `これまでに${threads(count)}。残りを続けています…`,
  byItself: "ページを開いたままにする必要はありません。",
  ended:
    "すべてが終わる前に終了しました。依頼した人に権限がなくなったか、フォルダーまたはラベルが削除されたか、1週間以上かかったためです。",
  goOn: "続ける",
};
