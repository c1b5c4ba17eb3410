// Words of the pages: the settings' first page and its tabs. In Japanese, made without a native speaker's review.
import type * as english from "../settings.ts";
import type { Translated } from "../translated.ts";

export const settings: Translated<typeof english.settings> = {
  title: "設定",
  lead: "このアカウントにあるものと、誰が何をできるか。",
  pages: {
    keys: { name: "キー", about: "エージェントのサインインに使うものと、その対象" },
    programs: { name: "プログラム", about: "許可したプログラムと、できること" },
    members: { name: "メンバー", about: "メールを扱う人と、それぞれができること" },
    addresses: { name: "アドレス", about: "ここでメールを受け取るアドレスと、その作成" },
    templates: { name: "テンプレート", about: "メールの書き出しに使う文と、末尾に付ける署名" },
    devices: { name: "メールソフト", about: "メールソフト、電話、カレンダー用のパスワード" },
    webhooks: { name: "Webhook", about: "イベントの送り先と、その結果" },
    domains: { name: "ドメイン", about: "自分のドメインと DNS レコード" },
    queue: { name: "送信待ち", about: "サービスの全アドレスの送信待ちのもの" },
    protection: { name: "保護", about: "人の確認を待つものと、送信できる相手" },
    audit: { name: "監査記録", about: "役割、キー、設定を変更した人" },
    you: { name: "あなたのページ", about: "パスキー、サインイン中の場所、キーボード" },
  },
  allMail: "状態にかかわらず、すべてのスレッド",
  drafts: "書きかけのもの",
  ownerOnly: "これらの設定を変更できるのは所有者だけです。",
  changedMeanwhile: "その間に変更されたため、何も保存されていません。今の内容を見てから決めてください。",
};
