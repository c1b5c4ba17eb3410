// Words of the pages: saved searches. In Japanese, made without a native speaker's review.
import type * as english from "../saved.ts";
import type { Translated } from "../translated.ts";

export const saved: Translated<typeof english.saved> = {
  title: "保存した検索",
  save: "保存",
  change: "変更",
  name: "名前",
  shared: "このアカウントの全員用",
  changeHint: "保存した内容は、いまの検索に置き換わります。",
  keep: "検索を保存",
  remove: "削除",
  removeHint: (name) => `「${name}」がなくなります。メールはそのままです。`,
  removeSharedHint: (name) => `「${name}」が全員の一覧からなくなります。メールはそのままです。`,
  sharedMark: "全員用",
  wrongName: (most) => `${most} 文字以内の名前を付けてください。`,
  noWords: "先に何かを検索してください。",
};
