// Words of the pages: the choice of a language. In Japanese, made without a native speaker's review.
import type * as english from "../language.ts";
import type { Translated } from "../translated.ts";

export const language: Translated<typeof english.language> = {
  title: "言語",
  lead: "このページと、このサービスからあなたへのメールの言語です。",
  auto: "ブラウザの設定に従う",
  label: "言語",
  save: "保存",
  unreviewed: "ドイツ語、フランス語、スペイン語、日本語は、母語話者による確認を受けていません。",
  docs: "ドキュメント、API とそのエラーは英語です。",
};
