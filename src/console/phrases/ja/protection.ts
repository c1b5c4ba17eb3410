// Words of the pages: what waits for a person, and who may be written to. In Japanese, made without a native speaker's review.

import { numberIn } from "../plural.ts";
import type * as english from "../protection.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("ja");

export const protection: Translated<typeof english.protection> = {
  title: "保護",
  of: "アドレス",
  allAddresses: "すべてのアドレス",
  show: "表示",
  waits: "確認を待つもの",
  decides: "決定する人",
  limits: "上限",
  save: "保存",
  lists: "許可とブロック",
  noEntries: "まだありません。アドレスか、すべてのアドレスを含むドメインを追加してください。",
  remove: "削除",
  removeNamed: (entry) => `${entry} を削除`,
  entry: "アドレスまたはドメイン",
  rule: "適用する内容",
  add: "追加",
  wholeNumber: (name, least, most) => `${name}: ${number(least)}～${number(most)} の整数を入力してください。`,
  tooManyReviewers: "確認者は 20 人までです。",
  choices: {
    outbound: {
      label: "送信",
      values: {
        off: "確認なし",
        new_recipients: "許可されていない宛先へのもの",
        all: "すべて確認する",
      },
    },
    inbound: {
      label: "受信メール",
      values: {
        off: "確認なし",
        new_senders: "許可も証明もされていない差出人からのもの",
        review: "もう一度見る必要のあるもの",
      },
    },
    approver: {
      label: "決定できる人",
      values: { key: "人、またはアカウント全体を対象とするキー", human: "人のみ" },
    },
    submission: {
      label: "メールソフトが送る、確認が必要なもの",
      values: { hold: "受け付けて確認を待つ", refuse: "拒否する" },
    },
    notify: {
      label: "通知の方法",
      values: { each: "すぐに", digest: "1 時間ごと", off: "通知しない" },
    },
    on_expiry: {
      label: "その後の扱い",
      values: { keep: "そのまま待つ", reject: "下書きに戻す" },
    },
  },
  texts: {
    reviewers: {
      label: "メールで通知する人",
      hint: "メールアドレスをコンマで区切ってください。メンバーでない人には、最初に一度メールで確認します。このサーバーのアドレスの人はメンバーである必要があります。",
    },
    expires_after: { label: "未決定とみなすまでの秒数", hint: "空欄: なし。" },
    first_contacts_a_day: { label: "確認なしで送れる新しい宛先 (1 日あたり)", hint: "空欄: 無制限。" },
    untrusted_contacts_a_day: { label: "うち、受信メールから得たもの", hint: "空欄: 無制限。" },
  },
  rules: {
    "send allow": "送信を許可",
    "send block": "送信を禁止",
    "receive allow": "受信を許可",
    "receive block": "受信を禁止",
  },
};
