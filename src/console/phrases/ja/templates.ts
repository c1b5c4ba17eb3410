// Words of the pages: templates and signatures. In Japanese, made without a native speaker's review.
import { numberIn } from "../plural.ts";
import type * as english from "../templates.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("ja");

export const templates: Translated<typeof english.templates> = {
  title: "テンプレート",
  lead: "テンプレートはメールの書き出しに使う文です。ここで書く人は一度押すだけで入れられ、エージェントは名前で指定します。",
  none: "テンプレートはまだありません",
  noneText: "何度も書く文をここに保存してください。",
  ofPod: "1 つの Pod 用",
  newTitle: "新しいテンプレート",
  change: "変更",
  changeOne: (name) => `${name} を変更`,
  delete: "削除",
  deleteHint: (name) => `${name} は全員から削除されます。これを使って書いたメールは残ります。`,
  name: "名前",
  subject: "件名",
  subjectHint: "件名がまだないメールに使われます。空のままでもかまいません。",
  text: "本文",
  fieldsHint: "欄は本文に入れるときに埋まります。値が分からない欄はそのまま残り、送信前に表示されます:",
  theirs: "現在の内容",
  keep: "保存",
  cancel: "キャンセル",
  ownerOnly: "変更できるのは所有者だけです。",
  signatures: "署名",
  signaturesLead: "アドレスから送るメールの末尾の行です。人が書くときに入ります。",
  signatureOf: (email) => `${email} の署名`,
  noSignature: "ありません。",
  wrongName: (most) => `テンプレートの名前は ${number(most)} 文字以内です。`,
  wrongSubject: (most) => `件名は ${number(most)} 文字以内です。`,
  wrongText: (most) => `テンプレートの本文は ${number(most)} 文字以内です。`,
  wrongSignature: (most) => `署名は ${number(most)} 文字以内です。`,
};
