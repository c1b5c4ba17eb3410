// Words of the pages: signing in. In Japanese, made without a native speaker's review.
import type * as english from "../login.ts";
import type { Translated } from "../translated.ts";

export const login: Translated<typeof english.login> = {
  title: "サインイン",
  heading: "Postroom にサインイン",
  signIn: "サインイン",
  lead: "メールアドレスを入力してください。一度だけ使えるサインイン用のリンクをお送りします。",
  email: "メールアドレス",
  send: "リンクを送信",
  notAnAddress: "メールアドレスではありません。ada@example.com のように入力してください。",
  tooMany: "リンクの要求が多すぎます。しばらくお待ちください。",
  sentTitle: "メールをご確認ください",
  sent: (email) => [
    "アカウントが ",
    email,
    " のものであれば、サインイン用のリンクをお送りしました。15 分間、一度だけ使えます。",
  ],
  nothing: "届かない場合は、迷惑メールフォルダを確認し、数分待ってから",
  again: "もう一度要求してください",
  limit: "。リンクの送信は 1 時間に 3 通までです。",
  here: "このサーバー自身のアドレスにはリンクを送りません。キーやメールソフトが読めるためです。パスキーでサインインするか、サーバーの運営者にリンクを依頼してください (postroom console-link)。",
  passkey: "パスキーでサインイン",
  passkeyFailed: "端末からパスキーを取得できませんでした。もう一度試すか、リンクを要求してください。",
  passkeyMissing: "このブラウザはパスキーに対応していません。リンクを要求してください。",
  passkeyRefused:
    "このパスキーではサインインできません。削除されたか、時間が経ちすぎました。もう一度試すか、リンクを要求してください。",
  issuer: (name) => `${name} でサインイン`,
  issuerAway: (name) =>
    `${name} が現在応答していません。少し待ってもう一度試すか、リンクかパスキーでサインインしてください。`,
  issuerAgain: "サインインに時間がかかりすぎたか、別のブラウザで始められました。もう一度始めてください。",
  issuerRefused: (name) =>
    `${name} でサインインできませんでした。もう一度始めるか、その運営者に問い合わせてください。`,
  issuerNobody: {
    unproven:
      "あなたが誰かを証明するアドレスがありません。確認されていないか、キーやソフトがメールを読むこのサーバーのアドレスです。パスキーでサインインするか、サーバーの運営者にリンクを依頼してください (postroom console-link)。",
    taken:
      "このアドレスではすでに別の人がサインインしています。その人を外してあなたを招待するよう、アカウントの所有者に依頼してください。",
    nothing:
      "ここにあなたのアカウントはありません。招待してもらうか、所属グループに役割を与えてもらうよう、所有者に依頼してください。",
  },
  or: "または",
  once: "このリンクは一度だけ使えます。使うにはボタンを押してください。",
  program: (name) => [
    name,
    " がメールへのアクセスを求めています。このブラウザでサインインすると、許可する内容を選べます。",
  ],
  mails: {
    link: {
      subject: "サインイン用のリンク",
      text: (url) => `次のリンクで Postroom にサインインできます。15 分以内に一度だけ使えます。

${url}

心当たりがない場合は、何もしないでください。
`,
    },
    here: {
      subject: "サインイン",
      text: (
        email,
      ) => `${email} で Postroom にサインインするリンクが要求されました。このサーバーのアドレスにはリンクを送りません。
キーやメールソフトが届いたものを読むためです。パスキーでサインインするか、サーバーの運営者にリンクを依頼してください。
リンクは次のコマンドで作成できます。

postroom console-link ${email}

心当たりがない場合は、何もしないでください。
`,
    },
  },
};
