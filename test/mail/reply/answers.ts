// Answers of many programs and languages, with the mail that each answers: what their sender wrote, and words that must not be in it.

export interface AnswerCase {
  name: string;
  /** The mail that is answered. */
  origin: string;
  answer: string;
  html?: boolean;
  /** What the sender wrote, white space aside. */
  own: string;
}

const de =
  "Guten Tag Frau Kühn,\n\nanbei sende ich Ihnen den Entwurf für die neue Werkstatt in Kassel.\nBitte prüfen Sie vor allem die Maße der Tore und die Lage der Grube.\nKönnen wir am Dienstag um halb neun telefonieren?\n\nMit freundlichen Grüßen\nJens Albers";
const ja =
  "森田様\n\nお世話になっております。先日ご相談した倉庫の件で、見積書をお送りします。\n納期は来月の十五日を予定しておりますが、変更の可能性がございます。\nご確認のほど、よろしくお願いいたします。\n\n高橋";
const ar =
  "السيد كريم المحترم،\n\nأرسل إليكم مخطط المكتبة الجديدة في الإسكندرية مع قائمة الكتب.\nنرجو مراجعة عدد الرفوف وموعد التسليم قبل نهاية الأسبوع القادم.\n\nمع التحية\nليلى";
const pt =
  "Olá Marta,\n\nsegue a proposta para a reforma do telhado da escola de Évora.\nPrecisamos de saber se a obra pode começar antes das chuvas de outubro\ne quem fica com as chaves do portão durante as férias.\n\nUm abraço\nRui";
const pl =
  "Dzień dobry pani Zofio,\n\nprzesyłam plan wycieczki do Gniezna wraz z kosztami autokaru.\nProszę o potwierdzenie liczby uczniów do środy oraz listę opiekunów.\nCzy obiad ma być o trzynastej czy później?\n\nPozdrawiam\nTomasz";
const en =
  "Hi Nora,\n\nthe boiler in the chapel makes that knocking noise again, mostly at night.\nCould somebody look at the valve before the concert on the nineteenth?\nThe spare key hangs behind the organ.\n\nThanks\nPiet";

const marked = (text: string, mark = "> ") =>
  text
    .split("\n")
    .map((line) => `${mark}${line}`.trimEnd())
    .join("\n");
const block = (text: string) =>
  text
    .split("\n")
    .map((line) => `<div>${line === "" ? "<br>" : line}</div>`)
    .join("");
const lines = (text: string) => text.split("\n").join("<br>\n");
const [, , deOne, deTwo, deThree] = de.split("\n");
const [, , , plTwo, plThree] = pl.split("\n");
const [, , enOne, enTwo, enThree] = en.split("\n");

export const answerCases: AnswerCase[] = [
  // German
  {
    name: "de, Outlook, text",
    origin: de,
    own: "Die Tore sind zu schmal, sonst gut.\n\nGruß Kühn",
    answer: `Die Tore sind zu schmal, sonst gut.\n\nGruß Kühn\n\nVon: Jens Albers <jens@albers.example>\nGesendet: Montag, 3. März 2025 08:12\nAn: Kühn <k@werk.example>\nBetreff: Entwurf\n\n${de}`,
  },
  {
    name: "de, Thunderbird, below",
    origin: de,
    own: "Dienstag passt.",
    answer: `Am 03.03.25 um 08:12 schrieb Jens Albers:\n${marked(de)}\n\nDienstag passt.\n`,
  },
  {
    name: "de, Thunderbird, between",
    origin: de,
    own: `> ${deTwo}\nDie Maße stimmen.\n> ${deThree}\nJa, halb neun.`,
    answer: `> ${deTwo}\nDie Maße stimmen.\n> ${deThree}\nJa, halb neun.`,
  },
  {
    name: "de, phone without marks",
    origin: de,
    own: "Rufe gleich an!",
    answer: `Rufe gleich an!\n\nVon meinem Händi, Jens Albers <jens@albers.example>:\n\n${de}`,
  },
  {
    name: "de, Gmail, HTML",
    origin: de,
    html: true,
    own: "Passt so, danke.",
    answer: `<div dir="ltr">Passt so, danke.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Am Mo., 3. März 2025 um 08:12 Uhr schrieb Jens Albers &lt;<a href="mailto:jens@albers.example">jens@albers.example</a>&gt;:<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">${lines(de)}</blockquote></div>`,
  },
  {
    name: "de, answer inside a blockquote",
    origin: de,
    html: true,
    own: "Antworten unten.\nDie Grube muss nach links.",
    answer: `<p>Antworten unten.</p><blockquote type="cite"><p>Guten Tag Frau Kühn,</p><p>${deOne}</p><p>${deTwo}</p><p><font color="blue">Die Grube muss nach links.</font></p><p>${deThree}</p></blockquote>`,
  },
  {
    name: "de, rewrapped and deeper",
    origin: `Danke.\n\n${marked(de)}`,
    own: "Erledigt.",
    answer: `Erledigt.\n\nKühn, 4.3.2025 9:00\n${marked(`Danke.\n\n${marked(de)}`.replace("die neue Werkstatt in", "die neue\n> > Werkstatt in"))}`,
  },
  // Japanese
  {
    name: "ja, marks, no attribution",
    origin: ja,
    own: "承知しました。納期はそのままでお願いします。",
    answer: `承知しました。納期はそのままでお願いします。\n\n${marked(ja)}`,
  },
  {
    name: "ja, attribution of a phone",
    origin: ja,
    own: "ありがとうございます。",
    answer: `ありがとうございます。\n\n2025年3月3日(月) 8:12 高橋 <takahashi@souko.example>:\n\n${marked(ja)}`,
  },
  {
    name: "ja, full-width marks",
    origin: ja,
    own: "了解です。",
    answer: `了解です。\n\n${marked(ja, "＞")}`,
  },
  {
    name: "ja, HTML, unknown program",
    origin: ja,
    html: true,
    own: "確認いたしました。",
    answer: `<div>確認いたしました。</div><div>------ 高橋さんからのお便り takahashi@souko.example ------</div>${block(ja)}`,
  },
  { name: "ja, below", origin: ja, own: "来週お返事します。", answer: `${marked(ja)}\n\n来週お返事します。` },
  {
    name: "ja, between",
    origin: ja,
    own: "> 納期は来月の十五日を予定しておりますが、変更の可能性がございます。\n十五日で結構です。\n> ご確認のほど、よろしくお願いいたします。\n確認しました。",
    answer:
      "> 納期は来月の十五日を予定しておりますが、変更の可能性がございます。\n十五日で結構です。\n> ご確認のほど、よろしくお願いいたします。\n確認しました。",
  },
  // Arabic
  {
    name: "ar, Gmail, text",
    origin: ar,
    own: "شكرا، سأراجع القائمة غدا.",
    answer: `شكرا، سأراجع القائمة غدا.\n\n\u202bفي الاثنين، 3 مارس 2025 في 8:12 ص تمت كتابة ما يلي بواسطة ‪ليلى‬‏ <‪layla@maktaba.example‬‏>:\u202c\n\n${marked(ar)}`,
  },
  {
    name: "ar, Arabic digits, no marks",
    origin: ar,
    own: "وصلتني الرسالة.",
    answer: `وصلتني الرسالة.\n\nبتاريخ ٣ مارس ٢٠٢٥ أفادت ليلى <layla@maktaba.example> بما يلي:\n\n${ar}`,
  },
  {
    name: "ar, HTML right to left",
    origin: ar,
    html: true,
    own: "موافق على الموعد.",
    answer: `<div dir="rtl">موافق على الموعد.</div><div dir="rtl">ليلى &lt;layla@maktaba.example&gt;</div><div dir="rtl">${lines(ar)}</div>`,
  },
  { name: "ar, above", origin: ar, own: "عدد الرفوف صحيح.", answer: `${marked(ar)}\n\nعدد الرفوف صحيح.` },
  {
    name: "ar, Outlook",
    origin: ar,
    own: "تم.",
    answer: `تم.\n\n________________________________\nمن: ليلى <layla@maktaba.example>\nتم الإرسال: الاثنين، 3 مارس 2025 08:12 ص\nإلى: كريم\nالموضوع: المخطط\n\n${ar}`,
  },
  // Portuguese
  {
    name: "pt, Apple Mail",
    origin: pt,
    own: "Pode começar em setembro.",
    answer: `Pode começar em setembro.\n\n> Em 3 de mar. de 2025, à(s) 08:12, Rui <rui@telhas.example> escreveu:\n> \n${marked(pt)}`,
  },
  {
    name: "pt, phone, own signature kept",
    origin: pt,
    own: "As chaves ficam comigo.\n\nEnviado do meu iPhone",
    answer: `As chaves ficam comigo.\n\nEnviado do meu iPhone\n\n> No dia 03/03/2025, às 08:12, Rui <rui@telhas.example> escreveu:\n> \n${marked(pt)}`,
  },
  {
    name: "pt, Outlook, HTML, unmarked",
    origin: pt,
    html: true,
    own: "Falo com o diretor.",
    answer: `<div>Falo com o diretor.</div><hr><div><b>De:</b> Rui &lt;rui@telhas.example&gt;<br><b>Enviada em:</b> segunda-feira, 3 de março de 2025 08:12<br><b>Para:</b> Marta<br><b>Assunto:</b> Telhado</div>${block(pt)}`,
  },
  {
    name: "pt, what a gateway put in",
    origin: pt,
    own: "Combinado.",
    answer:
      `Combinado.\n\nDe: Rui <rui@telhas.example>\nEnviado: 3 de março de 2025 08:12\nPara: Marta\nAssunto: Telhado\n\nATENÇÃO: email externo, verifique o remetente.\nCAUTION: This email comes from outside of the organisation.\n\n${pt}`.replace(
        "ATENÇÃO: email externo, verifique o remetente.\n",
        "",
      ),
  },
  {
    name: "pt, a sentence typed again",
    origin: pt,
    own: "Quem fica com as chaves do portão durante as férias? Eu não. A obra pode começar antes das chuvas de outubro.",
    answer: `Quem fica com as chaves do portão durante as férias? Eu não. A obra pode começar antes das chuvas de outubro.\n\nEm 3/3/2025 08:12, Rui escreveu:\n${marked(pt)}`,
  },
  {
    name: "pt, no introduction, no marks",
    origin: pt,
    own: "Tudo bem por mim, avisa o Zé.",
    answer: `Tudo bem por mim, avisa o Zé.\n\n${pt}`,
  },
  // Polish
  {
    name: "pl, Thunderbird",
    origin: pl,
    own: "Będzie 41 uczniów.",
    answer: `Będzie 41 uczniów.\n\nW dniu 3.03.2025 o 08:12, Tomasz pisze:\n${marked(pl)}`,
  },
  {
    name: "pl, mutt, between",
    origin: pl,
    own: `> ${plTwo}\n\n41 uczniów, lista jutro.\n\n> ${plThree}\n\nPóźniej.`,
    answer: `> ${plTwo}\n\n41 uczniów, lista jutro.\n\n> ${plThree}\n\nPóźniej.`,
  },
  {
    name: "pl, web mail of its own kind",
    origin: pl,
    own: "Zgoda.",
    answer: `Zgoda.\n\nDnia 3 marca 2025 8:12 Tomasz <tomasz@szkola.example> napisał(a):\n\n${pl}`,
  },
  {
    name: "pl, HTML, blockquote without class",
    origin: pl,
    html: true,
    own: "Obiad o czternastej.",
    answer: `<p>Obiad o czternastej.</p><blockquote style="border-left:1px solid #ccc">${lines(pl)}</blockquote>`,
  },
  {
    name: "pl, below, HTML",
    origin: pl,
    html: true,
    own: "Potwierdzam.",
    answer: `<blockquote>${block(pl)}</blockquote><p>Potwierdzam.</p>`,
  },
  { name: "pl, letters without accents", origin: pl, own: "Dobrze.", answer: `Dobrze.\n\n${marked(pl)}` },
  // English
  {
    name: "en, mutt, below",
    origin: en,
    own: "The plumber comes on Monday.",
    answer: `* Piet <piet@chapel.example> [2025-03-03 08:12]:\n${marked(en)}\n\nThe plumber comes on Monday.`,
  },
  {
    name: "en, mutt, between",
    origin: en,
    own: `> ${enOne}\n\nI heard it too.\n\n> ${enTwo}\n\nMonday.\n\n> ${enThree}\n\nGood to know.`,
    answer: `> ${enOne}\n\nI heard it too.\n\n> ${enTwo}\n\nMonday.\n\n> ${enThree}\n\nGood to know.`,
  },
  { name: "en, no date", origin: en, own: "Will do.", answer: `Will do.\n\nPiet said:\n${marked(en)}` },
  { name: "en, name alone", origin: en, own: "On my way.", answer: `On my way.\n\nPiet:\n${marked(en)}` },
  {
    name: "en, help desk",
    origin: en,
    own: "We have sent somebody.",
    answer: `We have sent somebody.\n\n--------------------\nPiet, Mar 3, 08:12\n\n${en}`,
  },
  {
    name: "en, tracker",
    origin: en,
    own: "Closed as a duplicate.",
    answer: `Closed as a duplicate.\n\nOn 03/Mar/25 8:12 AM, Piet commented:\n${marked(en)}`,
  },
  {
    name: "en, new words within the quote",
    origin: en,
    own: "See inside.\nThe valve was changed in June.",
    answer: `See inside.\n\n-----Original Message-----\nFrom: Piet <piet@chapel.example>\nSent: Monday, March 3, 2025 8:12 AM\nTo: Nora\nSubject: Boiler\n\nHi Nora,\n\n${enOne}\nThe valve was changed in June.\n${enTwo}\n${enThree}\n\nThanks\nPiet`,
  },
  {
    name: "en, curly quotes and entities",
    origin: en.replace("the boiler", "the “boiler” & its pump - it's old -"),
    own: "Noted.",
    answer: `Noted.\n\n${marked(en.replace("the boiler", 'the "boiler" &amp; its pump -- it’s old --'))}`,
  },
  {
    name: "en, HTML, phone without attribution",
    origin: en,
    html: true,
    own: "Ok!",
    answer: `<div>Ok!</div><div id="x-spacer"></div>${block(en)}`,
  },
  {
    name: "en, list footer below",
    origin: en,
    own: "Thanks, Piet.",
    answer: `Thanks, Piet.\n\nOn Mon, 3 Mar 2025, Piet wrote:\n${marked(en)}\n\n_______________________________________________\nchapel mailing list\nhttps://lists.chapel.example/mailman/listinfo/chapel`,
  },
];
