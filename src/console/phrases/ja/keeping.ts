// Words of the pages: what becomes of words that were typed and not taken. In Japanese, made without a native speaker's review.
import type * as english from "../keeping.ts";
import type { Translated } from "../translated.ts";

export const keeping: Translated<typeof english.keeping> = {
  written: "入力した内容",
  filesAgain: "ファイルと画像は残っていません。もう一度添付してください。",
  signedOut:
    "サインアウトされています。入力した内容はここに残っています。別のタブでサインインしてから、もう一度ボタンを押してください。",
  other:
    "このブラウザーで別の人がサインインしました。入力した内容はここに残り、その人の名前では送信されません。必要な部分をコピーしてください。",
  unknown:
    "応答がなかったため、実行されたかどうかは分かりません。入力した内容はここに残っています。ネットワークが戻ったら、もう一度ボタンを押してください。",
  notTaken: "実行されませんでした:",
  again: "以前ここに入力した内容です。送信も保存もされていない可能性があります。",
  before: "以前ここに入力し、保存しなかった内容です。ここの内容はその後変更されています:",
  sending: "送信中…",
  decided: "決定の前に書いた内容です。送信されていません：",
  forget: "破棄する",
  offline: "ネットワークがありません。書いた内容は、戻るまでこのブラウザーに残ります。",
  unanswered: "応答がなかったため、実行されたかどうかわかりません。ネットワークが戻ると一覧に表示されます。",
  held: "実行されていません。ネットワークがありません。戻ってからもう一度押してください。",
};
