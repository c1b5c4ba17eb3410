// Words of the pages: invitations in mails. In Japanese, made without a native speaker's review.
import type * as english from "../invitation.ts";
import type { Translated } from "../translated.ts";

export const invitation: Translated<typeof english.invitation> = {
  title: "招待",
  cancelled: "中止",
  reply: "招待への返信",
  counter: "別の時間の提案",
  where: "場所",
  organiser: "主催者",
  attendees: "参加者",
  repeats: "繰り返し",
  accept: "承諾",
  tentative: "未定",
  decline: "辞退",
  answered: {
    accepted: "承諾しました",
    declined: "辞退しました",
    tentative: "未定と回答しました",
    "needs-action": "まだ回答していません",
    delegated: "代理に依頼しました",
  },
  allDay: "終日",
  unproven: "差出人が証明されていません。承諾する前に確認してください。",
  apply: "カレンダーに追加",
  applied: "カレンダーにあります。",
  untitled: "(タイトルなし)",
  carries: "回答には、ここに表示されている内容と予定の ID が含まれます:",
  moved:
    "ページを開いた後に予定が変更されました。何も送信されていません。今の内容を確認してから回答してください。",
  byLink: {
    title: "招待",
    lead: "この予定に招待されています。どう返答しますか。",
    event: "予定",
    yes: "はい、参加します",
    maybe: "未定",
    no: "いいえ",
    once: "選んだ返答は主催者に伝わります。予定が変更されるか終わるまで、選び直せます。",
    so: "これまでの返答：",
    many: "このリンクでの返答はしばらくできません。1時間後にもう一度お試しください。",
    over: "このリンクではもう返答できません。予定が変更、中止、終了したか、リンクが不完全です。",
    byMail: "この主催者への返事はメールで受け付けています。メールソフトで招待に返信してください。",
    done: {
      accepted: "参加すると返答しました。主催者に伝わっています。",
      tentative: "未定と返答しました。主催者に伝わっています。",
      declined: "参加しないと返答しました。主催者に伝わっています。",
    },
  },
};
