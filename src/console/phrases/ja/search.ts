// Words of the pages: searching. In Japanese, made without a native speaker's review.
import type * as english from "../search.ts";
import type { Translated } from "../translated.ts";

export const search: Translated<typeof english.search> = {
  title: "検索",
  of: (q) => `検索: ${q}`,
  begin: "すべてのメールを検索",
  beginText: "件名、名前、アドレス、本文の語句。",
  refused: "この内容では検索できません",
  none: "見つかりませんでした",
  noneText: "語句を減らすか、語句の一部で試してください。",
  operators: "絞り込み",
  without: (part: string) => `${part} を外す`,
  narrowTo: (part: string) => `${part} で絞り込む`,
  recent: "最近の検索",
  forget: "履歴を消す",
  similar: "この書き方のものは見つかりません。似た語句を含むものです。",
  inSender: (email) => `差出人: ${email}`,
  inRecipient: (who) => `宛先: ${who}`,
  inText: (text) => `「${text}」は本文の先にあります`,
  inTextOrFile: (text) => `「${text}」は本文の先か添付ファイルにあります`,
  examples: [
    ["from:ada@example.com", "差出人またはドメイン"],
    ["to:…", "宛先"],
    ['subject:"the offer"', "件名の語句"],
    ["label:Urgent", "ラベル"],
    ["is:unread", "または is:read, is:starred, is:sent, is:open"],
    ["in:inbox", "フォルダ"],
    ["has:attachment", "添付ファイルあり"],
    ["filename:pdf", "ファイル名の一部"],
    ["larger:5M", "および smaller:…"],
    ["after:2026-01-31", "および before:…"],
    ["ada or bob -draft", "いずれかを含み、ある語を含まない"],
  ],
};
