// Words of the pages: addresses. In Japanese, made without a native speaker's review.
import type * as english from "../addresses.ts";
import { numberIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("ja");

export const addresses: Translated<typeof english.addresses> = {
  title: "アドレス",
  of: "アドレス",
  show: "表示",
  search: "アドレスを検索",
  find: "検索",
  showAll: "すべて表示",
  none: "アドレスはまだありません",
  noneHas: (text) => `「${text}」を含むアドレスはありません`,
  noneText: "アドレスに届いたメールはスレッドになり、あなたとエージェントが読んで返信します。",
  newest: (count) => `最新の ${number(count)} 件を表示しています。`,
  since: "開始:",
  mail: "メール",
  devices: "メールソフト",
  protection: "保護",
  newTitle: "アドレスを作成",
  name: "名前",
  domain: "ドメイン",
  displayName: "受信者に表示される名前",
  type: "使う人",
  typeChoices: {
    agent: "エージェント: API で読んで返信します。あなたは中を見られます",
    human: "人: このページかメールソフトで返信します",
    team: "チーム: 人とエージェントが一緒に使います",
  },
  types: { agent: "エージェント", human: "人", team: "チーム" },
  make: "アドレスを作成",
};
