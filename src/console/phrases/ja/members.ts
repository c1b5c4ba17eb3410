// Words of the pages: who works on an account's mail. In Japanese, made without a native speaker's review.
import type * as english from "../members.ts";
import { numberIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("ja");

export const members: Translated<typeof english.members> = {
  title: "メンバー",
  lead: "このアカウントのメールを扱う人です。",
  you: "あなた",
  invited: "招待",
  notHere: "未参加",
  since: "参加:",
  inviteTitle: "人を招待",
  inviteHint: "リンクがメールで送られます。7 日間有効で、サインインできます。",
  email: "メールアドレス",
  name: "名前",
  namePlaceholder: "同僚に表示される名前",
  role: "役割",
  invite: "招待",
  again: "再送",
  change: "役割を変更",
  changeNamed: (name) => `${name} の役割`,
  remove: "外す",
  removeHint:
    "すぐにこのアカウントからサインアウトされ、その人が許可したプログラムと作成したパスワードは終了します。書いたものは残ります。作成した API キーと Webhook は、取り消すまで続きます。",
  removeNamed: (name) => `${name} を外す`,
  leave: "退出",
  leaveHint: "このアカウントが見えなくなります。所有者は再び招待できます。",
  leaveSure: "このアカウントから退出",
  rolesTitle: "役割ごとにできること",
  roles: {
    reviewer:
      "すべてのメールと履歴を読み、メモを残し、待っているものについて決定する (承認、編集、差し戻し、却下、引き継ぎ)。",
    member:
      "さらに、メールの作成と送信、スレッドの整理、ラベル付け、割り当て、招待への回答、カレンダーの管理。",
    owner:
      "さらに、アカウントの設定: キー、プログラム、アドレス、メールソフト、Webhook、ドメイン、保護、メンバー。",
  },
  ownerStays: "最初の所有者を外したり、別の役割にしたりすることはできません。",
  ownerOnly: "招待したり外したりできるのは所有者だけです。",
  notAnAddress: "メールアドレスではありません。ada@example.com のように入力してください。",
  longName: "名前は 100 文字までです。",
  tooMany: "1 時間以内に多くの人が招待されました。しばらくお待ちください。",
  notMailed: (email, why) => `${email} を追加しましたが、リンクを送信できませんでした: ${why}`,
  handOver: (email) =>
    `${email} はこのサーバーのアドレスで、キーやメールソフトがメールを読むため、リンクは送信されません。ご自身で渡してください。表示されるのは今回だけで、7 日間有効です。`,
  signsInBy: (email) =>
    `その後は、パスキー (設定、あなたのページ) か、サーバーの運営者が作成するリンクでサインインします: postroom console-link ${email}`,
  count: (count) => `${number(count)} 人`,
  invitation: {
    title: "招待",
    heading: (account) => `${account} のメールを一緒に扱いますか?`,
    lead: (role) => `${role}として招待されています。`,
    anAccount: "あるアカウント",
    accept: "承諾してサインイン",
    decline:
      "希望しない場合は、このページを閉じてください。承諾するまで、アカウントの誰にもあなたは見えません。",
    subject: (account) => `${account} のメールへの招待`,
    text: ({ inviter, account, role, does, url }) =>
      `${inviter} さんが、Postroom で ${account} のメールを扱う${role}としてあなたを招待しています。

${role}ができること:

${does}

次のリンクで、7 日以内に一度だけサインインできます。

${url}

希望しない場合は、何もしないでください。
`,
  },
};
