// Words of the pages: what every page has: navigation, people, times, refusals. In Japanese, made without a native speaker's review.
import type * as english from "../frame.ts";
import { numberIn } from "../plural.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("ja");

export const session: Translated<typeof english.session> = {
  ended: "セッションが終了しました。もう一度サインインしてください。",
  role: {
    owner: "これはこのアカウントの所有者だけが行えます。",
    member:
      "確認者は、待っているものについて決定できます。それ以外は、メンバーにしてもらうよう所有者に依頼してください。",
    reviewer: "サインインしてください。",
  },
  foreignForm:
    "このフォームはあなたのセッションのものではないか、セッションが終了しています。ページを開き直して、もう一度行ってください。",
};

export const people: Translated<typeof english.people> = {
  operator: "運営者",
  byAgentsLink: "エージェントのリンクから",
  operatorAccount: "運営者のアカウント",
  emptyAccount: "アドレスのないアカウント",
  nobody: "なし",
  you: "あなた",
  someone: "他の人",
  nobodyNamed: "(なし)",
  others: (count) => `ほか ${number(count)} 人`,
  to: "宛先:",
};

export const roles: Translated<typeof english.roles> = {
  owner: "所有者",
  member: "メンバー",
  reviewer: "確認者",
};

export const roleNames: Translated<typeof english.roleNames> = {
  owner: "所有者",
  member: "メンバー",
  reviewer: "確認者",
};

export const copying: Translated<typeof english.copying> = {
  copy: "コピー",
  copied: "コピーしました",
  byHand: "Ctrl+C を押してください",
};

export const failure: Translated<typeof english.failure> = {
  title: "うまくいきませんでした",
  formTooLong: "フォームが長すぎます。",
  formHasNul: "フォームに NUL 文字が含まれています。取り除いてください。",
  notFound: "このページはありません。",
  home: "メールへ",
  useForm: "ページのフォームを使ってください。",
  onlyForms: "このアドレスはフォームの送信専用です。フォームのあるページを開いて、そこから送信してください。",
};

export const offline: Translated<typeof english.offline> = {
  title: "ネットワークがありません",
  text: "このブラウザーにメールは保存されていません。ネットワークが戻れば、また表示されます。書きかけの内容は、そのページと一緒に戻ります。",
  again: "もう一度試す",
};

export const nav: Translated<typeof english.nav> = {
  label: "Postroom",
  skip: "本文へ移動",
  write: "作成",
  calendar: "カレンダー",
  settings: "設定",
  addresses: "アドレス",
  allAddresses: "すべてのアドレス",
  moreAddresses: "その他…",
  signOut: "サインアウト",
  account: "アカウント",
  change: "切り替え",
  look: "配色",
  waiting: (count) => `${number(count)} 件が待っています`,
  unread: (count) => `未読 ${number(count)} 件`,
  folders: "フォルダ",
  labels: "ラベル",
  back: "戻る",
  menu: "メニュー",
};

export const density: Translated<typeof english.density> = {
  title: "リストの行",
  lead: "メールのリストの行の高さ (この端末での設定)。",
  usual: "2 行",
  compact: "1 行",
  comfortable: "4 行",
};

export const look: Translated<typeof english.look> = {
  auto: "自動: 端末に合わせる",
  autoShort: "自動",
  light: "ライト",
  dark: "ダーク",
};

export const times: Translated<typeof english.times> = {
  now: "たった今",
  soon: "まもなく",
  minutes: (count) => `${number(count)} 分`,
  hours: (count) => `${number(count)} 時間`,
  inMinutes: (count) => `${number(count)} 分後`,
  inHours: (count) => `${number(count)} 時間後`,
  yesterday: "昨日",
  sinceYesterday: "昨日",
  ago: (time) => `${time}前`,
  on: (day) => `${day}`,
};
