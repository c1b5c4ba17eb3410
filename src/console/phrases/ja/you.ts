// Words of the pages: what is a person's own: the keyboard, passkeys, sessions. In Japanese, made without a native speaker's review.

import type { Translated } from "../translated.ts";
import type * as english from "../you.ts";

const factsOf = ({
  name,
  email,
  when,
  ip,
}: Parameters<typeof english.you.passkeys.notice.added.text>[0]) => `パスキー: ${name}
サインイン: ${email}
日時: ${when}${ip === null ? "" : `\n接続元: ${ip}`}`;

export const you: Translated<typeof english.you> = {
  title: "あなたのページ",
  lead: (who) => `${who} としてサインインしています。ここにあるものはあなただけのものです。`,
  leadUnproven:
    "エージェントから受け取ったリンクでサインインしています。ここにあるものはあなただけのものです。",
  notices: {
    title: "このブラウザーの通知",
    lead: "ページが背後で開いている間、待っている件数と、近づいた予定をその件名とともにブラウザーが知らせます。メールの内容は表示しません。",
    allow: "通知を許可",
  },
  shortcuts: {
    title: "キーボード",
    lead: "1 つのキーでページ上の操作ができます。音声入力やスクリーンリーダーの妨げになる場合はオフにしてください。",
    on: "オンです。",
    off: "オフです。Ctrl+Enter と Escape は引き続き使えます。",
    turnOn: "1 つのキーの操作をオンにする",
    turnOff: "1 つのキーの操作をオフにする",
    all: "ショートカット一覧を表示",
  },
  sessions: {
    title: "サインイン中の場所",
    lead: "心当たりのないものは終了してください。セッションは開始から 7 日後に自動的に終了します。",
    this: "この端末",
    began: "開始",
    used: "最終使用",
    end: "サインアウト",
    endHint: "次のクリックでサインインページが表示されます。",
    endNamed: (name) => `${name} をサインアウト`,
    endOthers: "他をすべてサインアウト",
  },
  passkeys: {
    title: "パスキー",
    lead: "パスキーでは、指紋、顔、PIN など端末のロックでサインインします。メールのリンクも引き続き使えます。",
    none: "まだありません。",
    made: "作成",
    used: "最終使用",
    neverUsed: "未使用",
    synced: "複数の端末",
    oneDevice: "1 台の端末",
    name: "パスキーの名前",
    add: "パスキーを追加",
    rename: "名前を変更",
    renameNamed: (name) => `${name} の名前`,
    remove: "削除",
    removeHint: "今後サインインに使えなくなります。これで始めたセッションは続くので、下で終了してください。",
    removeNamed: (name) => `${name} を削除`,
    elsewhere: (base) => `パスキーは、ページを ${base} として開いたときに使えます。`,
    nowhere: "パスキーにはホスト名のあるページが必要です。このサーバーは IP アドレスです。",
    unproven:
      "先にメールのリンクでサインインしてください。このセッションはエージェントの登録によるもので、アドレスの証明になりません。",
    noScript: "追加には JavaScript が必要です。",
    failed: "端末でパスキーを作成できませんでした。もう一度試してください。",
    missing: "このブラウザはパスキーに対応していません。",
    wrongName: "パスキーの名前は 1～100 文字です。",
    refused: "端末の応答が正しくないか、遅すぎました。もう一度試してください。",
    notice: {
      added: {
        subject: "サインインにパスキーが追加されました",
        text: (change) => `今後、次のパスキーで Postroom にサインインできます。

${factsOf(change)}

心当たりがない場合は、パスキーを削除し、他をすべてサインアウトしてください。

${change.url}
`,
      },
      removed: {
        subject: "サインインからパスキーが削除されました",
        text: (
          change,
        ) => `次のパスキーでは Postroom にサインインできなくなりました。メールのリンクは引き続き使えます。

${factsOf(change)}

心当たりがない場合は、パスキーを確認し、他をすべてサインアウトしてください。

${change.url}
`,
      },
    },
  },
  device: {
    unknown: "不明なブラウザ",
    on: (browser, system) => `${system} の ${browser}`,
  },
};
