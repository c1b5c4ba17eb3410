// Words of the pages: domains and their records. In Japanese, made without a native speaker's review.
import type * as english from "../domains.ts";
import { numberIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("ja");

export const domains: Translated<typeof english.domains> = {
  title: "ドメイン",
  lead: "自分のドメインのアドレス: ドメインを追加し、レコードを公開して、確認します。",
  shared: "ここの全アカウントで共有。すぐに使えます",
  newTitle: "ドメインを追加",
  name: "ドメイン",
  add: "ドメインを追加",
  status: { verified: "確認済み", pending: "未確認", failed: "見つかりません" },
  ready: "準備完了",
  toDo: (count) => `不足しているレコード ${number(count)} 件`,
  back: "すべてのドメイン",
  allThere: "レコードはすべてそろっています。",
  missing: (count) =>
    `${number(count)} 件のレコードがまだ見つかりません。下の内容を DNS プロバイダーで公開し、もう一度確認してください。`,
  since: "所有の確認:",
  verify: "今すぐ確認",
  delete: "削除",
  deleteHint: "削除できるのはアドレスのないドメインだけです。",
  deleteNamed: (name) => `${name} を削除`,
  records: "レコード",
  type: "種類",
  host: "名前",
  value: "値",
  purposes: {
    ownership: "所有の証明",
    receiving: "メールの受信先",
    spf: "送信を許可するサーバー (SPF)",
    dkim: "署名 (DKIM)",
    dmarc: "両方に失敗した場合 (DMARC)",
  },
  zone: "ゾーンファイル",
  zoneHint: "メールソフトがサーバーを自動的に見つけるための内容も含みます。",
};
