// Words of the pages: the keys, and the palette. In Japanese, made without a native speaker's review.
import type * as english from "../help.ts";
import type { Translated } from "../translated.ts";

export const help: Translated<typeof english.help> = {
  keys: "キーボードショートカット",
  keysLead: "入力欄にフォーカスがないとき、1 つのキーで操作できます。設定のあなたのページでオフにできます。",
  contexts: {
    everywhere: "どこでも",
    list: "リスト",
    thread: "スレッド",
    card: "確認待ちのカード",
    desk: "1 件ずつ決定",
    calendar: "カレンダー",
    writing: "作成",
  },
  go: "移動",
  palette: "何でも検索",
  find: "操作、アドレス、ラベル、人、設定、スレッド",
  show: "検索",
  none: "この名前のものはありません。",
  searchFor: (text) => `メールで「${text}」を検索`,
  caps: {
    Escape: "Esc",
    Ctrl: "Ctrl",
    Shift: "Shift",
    Enter: "Enter",
    Space: "スペース",
    arrow: "矢印",
  },
  kinds: {
    action: "操作",
    list: "リスト",
    address: "アドレス",
    label: "ラベル",
    pod: "ポッド",
    saved: "保存した検索",
    folder: "フォルダ",
    setting: "設定",
    thread: "スレッド",
    person: "人",
    search: "検索",
  },
};
