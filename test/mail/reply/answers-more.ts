// Further answers with the mail that each answers: programs that mark nothing, rewrap, translate or shorten what they repeat, and
// people who answer inside it.

import type { AnswerCase } from "./answers.ts";

const sv =
  "Hej Lisbet,\n\nhär kommer ritningarna till bryggan vid Stora Lund, med mått på stolparna.\nKan du fråga snickaren om han hinner före midsommar?\nBetalningen delar vi som förra gången.\n\nHälsningar\nBirger";
const tr =
  "Merhaba Deniz,\n\nGalata'daki atölyenin kira sözleşmesini ve anahtar teslim tutanağını gönderiyorum.\nLütfen imza sayfalarını kontrol edip perşembeye kadar geri yollar mısın?\nDepozito geçen hafta yatırıldı.\n\nSevgiler\nKerem";
const ko =
  "박 선생님께,\n\n지난주에 말씀드린 창고 임대 계약서 초안을 보내 드립니다.\n보증금과 열쇠 인수 날짜를 꼭 확인해 주시기 바랍니다.\n다음 주 수요일까지 답장을 주시면 감사하겠습니다.\n\n김민수 드림";
const zh =
  "林小姐：\n\n附上仓库改造的报价单和施工图纸，请重点核对大门的尺寸。\n如果可以，我们希望在下个月十五日之前完工。\n押金已经在上周五支付，请查收收据。\n\n王伟";
const fr =
  "Bonjour Solange,\n\nvoici le devis du couvreur pour la grange de Meursault et les photos du faîtage.\nPeux-tu demander à la mairie si l'échafaudage doit être déclaré ?\nLes tuiles anciennes restent dans la cour jusqu'en septembre.\n\nAmitiés\nGaspard";
const en =
  "Hello Moira,\n\nthe ferry company has moved our freight to the evening boat on Thursday.\nWould you ask the crane driver whether he can stay until nine o'clock?\nThe papers for the customs office lie in the blue folder upstairs.\n\nBest\nFergus";
const he =
  "שלום נועה,\n\nאני שולח את תוכניות הספרייה החדשה ואת רשימת המדפים שעוד חסרים לנו.\nאפשר לבדוק עם הנגר אם הוא מסיים לפני החגים או אחריהם?\nהמפתחות נמצאים אצל השכנה בקומה השלישית.\n\nתודה\nאורי";

const marked = (text: string, mark = "> ") =>
  text
    .split("\n")
    .map((line) => `${mark}${line}`.trimEnd())
    .join("\n");
const paragraphs = (text: string) =>
  text
    .split("\n\n")
    .map((part) => `<p>${part.replaceAll("\n", "<br>")}</p>`)
    .join("");
const [, , , svTwo, svThree] = sv.split("\n");
const [, , zhOne, zhTwo, zhThree] = zh.split("\n");
const [, , trOne, trTwo] = tr.split("\n");
const outlook =
  "From: Fergus Reid <fergus@reid.example>\nSent: Monday, 3 March 2025 08:12\nTo: Moira <m@boat.example>\nSubject: Freight";

export const moreAnswers: AnswerCase[] = [
  {
    name: "sv, Outlook, text",
    origin: sv,
    own: "Han hinner, säger han.\n\nLisbet",
    answer: `Han hinner, säger han.\n\nLisbet\n\nFrån: Birger <b@lund.example>\nSkickat: den 3 mars 2025 08:12\nTill: Lisbet\nÄmne: Bryggan\n\n${sv}`,
  },
  {
    name: "sv, below",
    origin: sv,
    own: "Han hinner.",
    answer: `Den mån 3 mars 2025 kl 08:12 skrev Birger <b@lund.example>:\n${marked(sv)}\n\nHan hinner.`,
  },
  {
    name: "sv, between with the rest cut",
    origin: sv,
    own: `> ${svTwo}\nHan hinner.\n\n> ${svThree}\nBra.\n\nLisbet`,
    answer: `> ${svTwo}\nHan hinner.\n\n> ${svThree}\nBra.\n\nLisbet`,
  },
  {
    name: "sv, only one sentence is cited, below",
    origin: sv,
    own: "Ja, det gör vi.",
    answer: `> ${svThree}\n\nJa, det gör vi.`,
  },
  {
    name: "tr, Gmail",
    origin: tr,
    own: "İmzaladım, yarın yolluyorum.",
    answer: `İmzaladım, yarın yolluyorum.\n\nKerem <k@galata.example>, 3 Mar 2025 Pzt, 08:12 tarihinde şunu yazdı:\n\n${marked(tr)}`,
  },
  {
    name: "tr, phone, nothing marked",
    origin: tr,
    own: "Tamam, perşembe.",
    answer: `Tamam, perşembe.\n\nPiet 3 Mart 08:12\n\n${tr}`,
  },
  {
    name: "tr, rewrapped by a gateway, no marks",
    origin: tr,
    own: "Tamam.",
    answer: `Tamam.\n\n-----Özgün İleti-----\n${tr.replaceAll("\n", " ").replace(/(.{50,60}) /g, "$1\n")}`,
  },
  {
    name: "ko, Naver",
    origin: ko,
    own: "수요일까지 보내겠습니다.",
    answer: `수요일까지 보내겠습니다.\n\n-----Original Message-----\nFrom: "김민수"<kim@store.example>\nTo: <park@hall.example>;\nSent: 2025-03-03 (월) 08:12:00 (GMT+09:00)\nSubject: 계약서\n\n${ko}`,
  },
  {
    name: "ko, below",
    origin: ko,
    own: "수요일까지 보내겠습니다.",
    answer: `${marked(ko)}\n\n수요일까지 보내겠습니다.`,
  },
  {
    name: "ko, HTML without marks",
    origin: ko,
    html: true,
    own: "확인했습니다.",
    answer: `<div>확인했습니다.</div><br><div>${ko.replaceAll("\n", "<br>")}</div>`,
  },
  {
    name: "zh, QQ, HTML",
    origin: zh,
    html: true,
    own: "尺寸没问题，下周开工。",
    answer: `<div>尺寸没问题，下周开工。</div><div><br></div><div>------------------&nbsp;原始邮件&nbsp;------------------</div><div style="background:#efefef"><div><b>发件人:</b>&nbsp;"王伟"&lt;w@store.example&gt;;</div><div><b>发送时间:</b>&nbsp;2025年3月3日(星期一) 上午8:12</div></div>${paragraphs(zh)}`,
  },
  { name: "zh, phone, no introduction", origin: zh, own: "收到，谢谢。", answer: `收到，谢谢。\n\n${zh}` },
  {
    name: "zh, between",
    origin: zh,
    own: `> ${zhOne}\n尺寸没问题。\n> ${zhTwo}\n可以。\n> ${zhThree}\n收到了。`,
    answer: `> ${zhOne}\n尺寸没问题。\n> ${zhTwo}\n可以。\n> ${zhThree}\n收到了。`,
  },
  {
    name: "zh, below, marks of full width",
    origin: zh,
    own: "可以，下周开工。",
    answer: `${marked(zh, "＞ ")}\n\n可以，下周开工。`,
  },
  {
    name: "fr, Orange",
    origin: fr,
    own: "La mairie dit oui.",
    answer: `La mairie dit oui.\n\n> Message du 03/03/25 08:12\n> De : "Gaspard" <g@grange.example>\n> A : solange@port.example\n> Objet : Devis\n> \n${marked(fr)}`,
  },
  {
    name: "fr, apostrophes and spaces changed",
    origin: fr,
    own: "C'est bon pour moi.",
    answer: `C'est bon pour moi.\n\nLe lun. 3 mars 2025 à 08:12, Gaspard a écrit :\n${marked(fr.replaceAll("'", "’").replace(" ?", " ?"))}`,
  },
  {
    name: "en, below without marks and introduction",
    origin: en,
    own: "He can stay, I asked him.",
    answer: `${en}\n\nHe can stay, I asked him.`,
  },
  {
    name: "en, HTML, below in a plain division",
    origin: en,
    html: true,
    own: "He can stay, I asked him.",
    answer: `<div>On Mon, 3 Mar 2025, Fergus wrote:</div><blockquote>${paragraphs(en)}</blockquote><div>He can stay, I asked him.</div>`,
  },
  {
    name: "en, HTML, quote shortened by the program",
    origin: en,
    html: true,
    own: "He can stay.",
    answer: `<div>He can stay.</div><div>Fergus Reid &lt;fergus@reid.example&gt;:</div><div>Hello Moira, the ferry company has moved our freight to the evening boat on Thursday. Would you ask the crane driver whether he can stay until nine...</div>`,
  },
  {
    name: "en, HTML, table of a desk",
    origin: en,
    html: true,
    own: "He can stay.",
    answer: `<p>He can stay.</p><table><tr><td>Piet Reid, Mar 3, 8:12</td></tr><tr><td>${paragraphs(en)}</td></tr></table>`,
  },
  {
    name: "en, tracker, newest first",
    origin: en,
    own: "He can stay.",
    answer: `He can stay.\n\nPiet Reid, 3 March 2025, 08:12\n${en}`,
  },
  {
    name: "en, a new question in own words about the mail",
    origin: en,
    own: "Which folder did you mean, the blue one upstairs? And does the crane driver know about the evening boat?",
    answer: `Which folder did you mean, the blue one upstairs? And does the crane driver know about the evening boat?\n\nOn Mon, 3 Mar 2025 at 08:12, Fergus Reid <fergus@reid.example> wrote:\n${marked(en)}`,
  },
  {
    name: "en, cites one sentence in its own",
    origin: en,
    own: 'You wrote "The papers for the customs office lie in the blue folder upstairs." They do not.',
    answer: `You wrote "The papers for the customs office lie in the blue folder upstairs." They do not.\n\n${outlook}\n\n${en}`,
  },
  {
    name: "en, wrapped at 40 with marks",
    origin: en,
    own: "He can.",
    answer: `He can.\n\nOn Mon, 3 Mar 2025, Fergus wrote:\n${marked(en.replace(/(.{30,40}) /g, "$1\n"))}`,
  },
  {
    name: "en, uppercase link texts added by a gateway",
    origin: en,
    own: "He can.",
    answer: `He can.\n\n${outlook}\n\nCAUTION: This email came from outside your organization.\n\n${en}`,
  },
  {
    name: "en, answer above and below",
    origin: en,
    own: "Short: yes.\n\nLonger: he stays until ten, but wants to be paid for it.",
    answer: `Short: yes.\n\nOn Mon, 3 Mar 2025, Fergus wrote:\n${marked(en)}\n\nLonger: he stays until ten, but wants to be paid for it.`,
  },
  {
    name: "en, signature with a motto below the quote",
    origin: en,
    own: "He can.\n\n-- \nMoira\nBoats leave on time.",
    answer: `On Mon, 3 Mar 2025, Fergus wrote:\n${marked(en)}\n\nHe can.\n\n-- \nMoira\nBoats leave on time.`,
  },
  { name: "en, nothing but a plus one", origin: en, own: "+1", answer: `+1\n\n${en}` },
  {
    name: "en, an own list that looks like the mail's end",
    origin: en,
    own: "To do:\n- crane driver\n- customs office\n- blue folder",
    answer: `To do:\n- crane driver\n- customs office\n- blue folder\n\nOn Mon, 3 Mar 2025, Fergus wrote:\n${marked(en)}`,
  },
  {
    name: "he, Gmail",
    origin: he,
    own: "הנגר מסיים אחרי החגים.",
    answer: `הנגר מסיים אחרי החגים.\n\n‫בתאריך יום ב׳, 3 במרץ 2025 ב-8:12 מאת ‪Uri‬‏ <‪uri@lib.example‬‏>:‬\n\n${marked(he)}`,
  },
  {
    name: "he, Outlook, HTML",
    origin: he,
    html: true,
    own: "אחרי החגים.",
    answer: `<div dir="rtl"><p>אחרי החגים.</p><div style="border-top:solid #E1E1E1 1.0pt"><p><b>מאת:</b> אורי &lt;uri@lib.example&gt;<br><b>נשלח:</b> יום שני 03 מרץ 2025 08:12<br><b>אל:</b> נועה<br><b>נושא:</b> תוכניות</p></div>${paragraphs(he)}</div>`,
  },
  { name: "he, below", origin: he, own: "אחרי החגים.", answer: `${marked(he)}\n\nאחרי החגים.` },
  {
    name: "an unknown language's introduction, HTML, in a division",
    origin: tr,
    html: true,
    own: "Ndi bho.",
    answer: `<div>Ndi bho.</div><div>Kha ḽa 3 Ṱhafamuhwe 2025, Kerem o ṅwala:</div><div style="margin-left:20px">${paragraphs(tr)}</div>`,
  },
  {
    name: "a postscript below unmarked history",
    origin: sv,
    own: "Han hinner.\n\nPS: Jag ringer på söndag om det där med nycklarna till båthuset.",
    answer: `Han hinner.\n\nFrån: Birger <b@lund.example>\nSkickat: den 3 mars 2025 08:12\nTill: Lisbet\nÄmne: Bryggan\n\n${sv}\n\nPS: Jag ringer på söndag om det där med nycklarna till båthuset.`,
  },
  {
    name: "tr, two sentences answered, marks of a bar",
    origin: tr,
    own: `| ${trOne}\nAldım.\n| ${trTwo}\nOlur.`,
    answer: `| ${trOne}\nAldım.\n| ${trTwo}\nOlur.`,
  },
];
