// Words of the pages: programs that ask for access, and those that have it. In Japanese, made without a native speaker's review.
import type * as english from "../programs.ts";
import type { Translated } from "../translated.ts";

export const programs: Translated<typeof english.programs> = {
  title: "プログラム",
  lead: "MCP に対応したプログラムにこのアドレスを渡すと、プログラムが自分でアクセスを求めます:",
  none: "アクセスできるプログラムはまだありません。このアドレスを渡すと、ここに案内され、許可する内容を選べます。",
  everyAddress: "すべてのアドレス",
  may: {
    read: "読み取り",
    draft: "読み取りと下書き",
    send: "読み取り、下書き、送信",
    approve: "読み取り、下書き、送信、承認",
  },
  answersTo: "回答の送り先:",
  end: "終了",
  endHint: "すぐにサインアウトされます。",
  endNamed: (name) => `${name} のアクセスを終了`,
};

export const authorize: Translated<typeof english.authorize> = {
  title: "プログラムのアクセス",
  heading: (name) => `${name} にメールの利用を許可しますか?`,
  notVerified: "はプログラムが名乗っている名前です。確認されていません。",
  describedAt: "説明:",
  destination: {
    web: ["回答の送り先: ", "。"],
    machine: [
      "回答はこのコンピューター上のプログラムに送られます (",
      ")。どのプログラムもこう名乗れます。たった今これを起動した場合にだけ続けてください。",
    ],
    app: [
      "回答はこの端末で次のスキームのリンクを開くアプリに送られます: ",
      "。たった今起動した場合にだけ続けてください。",
    ],
  },
  accounts: "あなたのアカウント",
  addresses: "対象のアドレス",
  noAddress: "このアカウントにはまだアドレスがありません。",
  every: "このアカウントのすべてのアドレス (今後のものも含む)",
  levels: "許可する内容",
  level: {
    read: "読み取り: メール、ファイル、カレンダー",
    draft: "下書き: さらに、下書きの作成、メールの移動とラベル付け",
    send: "送信: さらに、メールの送信と削除、カレンダーの変更。保護されたものは引き続きあなたの確認を待ちます",
    approve:
      "承認: さらに、アドレスがプログラムによる決定を認める場合、保留中のメールの決定。自分で使うプログラム向けで、エージェントには許可しないでください",
  },
  takeBack: "設定の「プログラム」でいつでも取り消せます。",
  allow: "許可",
  refuse: "拒否",
  tickOne: "アドレスを 1 つ以上選択してください。",
  refusedTitle: "不正な要求",
  refusedHeading: "このプログラムの要求は正しくありません",
  refusedLead: "何も許可されていません。プログラムの作者が修正する必要があります。",
  tellProgram: "プログラムに知らせる",
};
