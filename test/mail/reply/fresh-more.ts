// A second set of mails with the reply that a careful reader would name, written after the first was met. `reply` null:
// the mail stays whole.

import type { FreshSample } from "./fresh-text.ts";

const on = "On 12 Mar 2023, at 18:45, Carla Gomez <carla@example.org> wrote:";
const quote = "> Would you look at the draft?\n> The second page is new.\n>\n> Carla";

export const moreTexts: FreshSample[] = [
  {
    name: "mutt, bottom posted, signed with a delimiter",
    mail: `On Sun, Mar 12, 2023 at 06:45:10PM +0100, Carla Gomez wrote:\n${quote}\n\nLooked at it, it reads well.\n\n-- \nDan\n"A motto that nobody reads, but everybody sees."`,
    reply: 'Looked at it, it reads well.\n\n-- \nDan\n"A motto that nobody reads, but everybody sees."',
  },
  {
    name: "alpine, bottom posted",
    mail: `On Sun, 12 Mar 2023, Carla Gomez wrote:\n\n${quote}\n\nI did. Merge it.\n`,
    reply: "I did. Merge it.",
  },
  {
    name: "gnus, bottom posted",
    mail: `Carla Gomez <carla@example.org> writes:\n\n${quote}\n\nDone, see 3 notes in the margin.\n`,
    reply: "Done, see 3 notes in the margin.",
  },
  {
    name: "gnus, several attributions, bottom posted",
    mail: `>>>>> "Carla" == Carla Gomez <carla@example.org> writes:\n\n> Would you look at the draft?\n\nI would.`,
    reply: "I would.",
  },
  {
    name: "K-9, bottom posted in Dutch",
    mail: `Op 12 maart 2023 18:45:10 CET schreef Carla Gomez <carla@example.org>:\n>Wil je er naar kijken?\n>Carla\n\nDat doe ik morgen.`,
    reply: "Dat doe ik morgen.",
  },
  {
    name: "Italian, bottom posted",
    mail: `Il giorno dom 12 mar 2023 alle ore 18:45 Carla Gomez <carla@example.org>\nha scritto:\n\n> Puoi guardare la bozza?\n\nCerto, domani mattina.`,
    reply: "Certo, domani mattina.",
  },
  {
    name: "Russian, bottom posted",
    mail: "12 марта 2023 г., 18:45, Карла <carla@example.org> написал(а):\n> Посмотришь черновик?\n\nДа, завтра.",
    reply: "Да, завтра.",
  },
  {
    name: "Polish, signature of a company below the quote",
    mail: `Zgadzam się.\n\nW dniu 12.03.2023 o 18:45, Carla Gomez pisze:\n> Czy mogę wysłać?\n\nPozdrawiam,\nAnna Nowak\nSpecjalista\nPrzykład Sp. z o.o.\nul. Długa 1\n00-001 Warszawa\ntel. +48 22 555 12 34\nanna@example.pl`,
    reply: "Zgadzam się.",
  },
  {
    name: "an answer below the quote that begins with a name",
    mail: `${on}\n${quote}\n\nCarla, the second page is the best of all.`,
    reply: "Carla, the second page is the best of all.",
  },
  {
    name: "a list in the answer below",
    mail: `${on}\n${quote}\n\nThree remarks:\n\n- the title is too long\n- page 2 lacks a number\n- "which" should be "that"\n\nDan`,
    reply:
      'Three remarks:\n\n- the title is too long\n- page 2 lacks a number\n- "which" should be "that"\n\nDan',
  },
  {
    name: "one word above, a disclaimer below",
    mail: `OK\n\n${on}\n${quote}\n\nThis message is confidential and intended only for its addressee. If you are not the intended recipient, delete it.`,
    reply: "OK",
  },
  {
    name: "own words that mention a mailing list below the quote",
    mail: `Fine with me.\n\n${on}\n${quote}\n\nPlease take me off the mailing list.`,
    reply: "Fine with me.\n\nPlease take me off the mailing list.",
  },
  {
    name: "own words with the word virus below the quote",
    mail: `${on}\n${quote}\n\nThe file has a virus, I did not open it.`,
    reply: "The file has a virus, I did not open it.",
  },
  {
    name: "thanks and a wish below the quote",
    mail: `Yes.\n\n${on}\n${quote}\n\nThanks, please call me`,
    reply: "Yes.\n\nThanks, please call me",
  },
  {
    name: "a footer with a link, then words",
    mail: "Will do.\n\nSent from Yahoo Mail for iPhone<https://mail.example.com/x>\n\nForgot: the key is under the mat.",
    reply: null,
  },
  {
    name: "a footer, a bare date line and history without marks",
    mail: `Will do.\n\nSent from my phone\n\n-------- Original message --------\nFrom: Carla <carla@example.org>\nDate: 12/03/2023 18:45 (GMT+01:00)\nTo: Dan <dan@example.org>\nSubject: Draft\n\nWould you?`,
    reply: "Will do.\n\nSent from my phone",
  },
  {
    name: "a ticket's notice",
    mail: "Ticket 4711 was created.\n\nSubject: Printer\nFrom: carla@example.org\nTo: help@example.org\nDate: 12 Mar 2023 18:45\nPriority: high\nStatus: open\n\nDescription: it does not print.",
    reply: null,
  },
  {
    name: "a voice mail's notice",
    mail: "You have a new voice message:\n\nFrom: +1 555 1234\nDate: 2023-03-12 18:45:10\nLength: 00:42\nTo: 100@pbx.example.org",
    reply: null,
  },
  {
    name: "a fax's notice in French",
    mail: "Vous avez reçu une télécopie.\n\nDe : 0155512345\nDate : 12/03/2023 18:45\nObjet : Facture\nPages : 3",
    reply: null,
  },
  {
    name: "a bounce that shows headers",
    mail: "Your message could not be delivered. These are its headers:\n\nFrom: dan@example.org\nTo: carla@example.org\nSubject: Draft\nDate: Sun, 12 Mar 2023 18:45:10 +0100",
    reply: null,
  },
  {
    name: "a flight",
    mail: "Hi Dan,\n\nhere is what I booked.\n\nFrom: Vienna (VIE)\nTo: Oslo (OSL)\nDate: Sunday, 12 March 2023\nSubject to change\n\nCarla",
    reply: null,
  },
  {
    name: "commands with answers of the computer",
    mail: "This is what happens here.\n\n> bun install\nerror: lockfile had changes\n> bun install --force\nok",
    reply: null,
  },
  {
    name: "a build's log",
    mail: "CI says\n\n> tsc --noEmit\n> biome check .\n\nsrc/a.ts(3,1): error TS2322\n\nCan you look?",
    reply: null,
  },
  {
    name: "a Python session",
    mail: "Try it yourself:\n\n>>> import mail\n>>> mail.open('x')\n\nIt raises an error.",
    reply: null,
  },
  {
    name: "a poem behind marks with words below",
    mail: "I liked these lines:\n\n> Two roads diverged in a wood, and I,\n> I took the one less traveled by.\n\nDon't you?",
    reply: null,
  },
  {
    name: "a reply with a time directly above the attribution",
    mail: `At 10:30, room 5\n${on}\n${quote}`,
    reply: "At 10:30, room 5",
  },
  {
    name: "a reply with a price directly above a Spanish attribution",
    mail: "Son 45 euros\nEl dom, 12 mar 2023 a las 18:45, Carla Gomez (<carla@example.org>) escribió:\n\n> ¿Cuánto es?",
    reply: "Son 45 euros",
  },
  {
    name: "a phone number directly above an original message",
    mail: "+43 1 555 1234\n-----Original Message-----\nFrom: Carla\nSent: Sunday, 12 March 2023\nTo: Dan\nSubject: Number\n\nYours?",
    reply: "+43 1 555 1234",
  },
  {
    name: "bars with a nested bar",
    mail: `Merge it.\n\n${on}\n| Would you look?\n| | Page 2 is new.\n`,
    reply: "Merge it.",
  },
  {
    name: "initials as marks",
    mail: `Carla Gomez wrote:\nCG> Would you look?\nCG> Page 2 is new.\n\nI have, it is fine.`,
    reply: "I have, it is fine.",
  },
  {
    name: "wrapped at 60 by a server",
    mail: `No.\n\n${on}\n> Would you be so kind and look at the draft that I have sent\nto you and to\n> everybody else in the office of plans before the meeting of\nMonday next?\n> Carla`,
    reply: "No.",
  },
  {
    name: "a short answer under each long line is no wrapped rest",
    mail: `${on}\n> Would you be so kind and look at the draft that I have sent to you?\nYes.\n> And may I count on you for the meeting on Monday with the whole board?\nNo.`,
    reply: null,
  },
  {
    name: "an escaped From at the beginning",
    mail: `>>From what I read, the rest of it looks quite good, so that\nthe statement is odd.\n\nDan\n\n${on}\n${quote}`,
    reply: ">>From what I read, the rest of it looks quite good, so that\nthe statement is odd.\n\nDan",
  },
  {
    name: "supercite, interleaved",
    mail: '>>>>> "C" == Carla Gomez <carla@example.org> writes:\n\n    C> Would you look?\n    C> It is new.\n\nI did.\n\n    C> And page 2?\n\nThat, too.',
    reply: null,
  },
  {
    name: "a smiley is no colon",
    mail: `I am off to New Orleans.  Le sigh.  (:\n\n${on}\n${quote}\n\n-- \n"I take no stock in it" --Finn`,
    reply: "I am off to New Orleans.  Le sigh.  (:",
  },
  {
    name: "an answer of a paragraph inside a long quote",
    mail: `${on}\n> The build fails.\n> It says that a file lacks.\n\nThe file comes with the sources of the kernel.\nInstall them, then try once more,\nand tell me what it says.\n\n> I have moved some files, too,\n> which did not help at all.\n> What else may I try now?`,
    reply:
      "The file comes with the sources of the kernel.\nInstall them, then try once more,\nand tell me what it says.",
  },
  {
    name: "a list's advertisement below the quote of a name",
    mail: `Great minds think alike.\n\nCarla Gomez wrote:\n${quote}\n\n-------------------------------------------------------\nThis mail is sponsored by: Example - Tired of that same old\ncell phone?  Get a new one here for FREE!\nhttps://www.example.com/r.asp\n_______________________________________________\nDevel mailing list\nDevel@lists.example.com\nhttps://lists.example.com/lists/listinfo/devel`,
    reply: "Great minds think alike.",
  },
  {
    name: "bars without an introduction",
    mail: "Yes, do.\n\n| Shall I send it tomorrow?\n| Carla",
    reply: "Yes, do.",
  },
  {
    name: "bars around an introduction, the answer below",
    mail: "| On 12 Mar 2023, Carla <carla@example.org> wrote:\n|\n| Shall I?\n\nYes, do.",
    reply: "Yes, do.",
  },
  {
    name: "a bare date with a blank line",
    mail: `Sounds good.\n\nSunday, March 12, 2023 6:45 PM\n\n${quote}`,
    reply: "Sounds good.",
  },
  {
    name: "a bare date with a zone",
    mail: `Sounds good.\n\nSun, 12 Mar 2023 18:45:10 +0100 (CET)\n${quote}`,
    reply: "Sounds good.",
  },
  { name: "a bare date of ISO 8601", mail: `Good.\n\n2023-03-12T18:45:10Z\n${quote}`, reply: "Good." },
  {
    name: "an error that the sender shows",
    mail: "See the error.\n\n> Error: Cannot find module 'x'\n> at require (internal.js:12)",
    reply: null,
  },
  {
    name: "a bare date, Japanese",
    mail: "承知しました。\n\n2023年3月12日(日) 18:45\n> 原稿を見てもらえますか。",
    reply: "承知しました。",
  },
  {
    name: "history above and below",
    mail: `${on}\n${quote}\n\nDone.\n\nDan\n\n________________________________\nFrom: Eve <eve@example.org>\nSent: Saturday, March 11, 2023 9:00 AM\nTo: Carla <carla@example.org>\nSubject: Draft\n\nWho looks at it?`,
    reply: "Done.\n\nDan",
  },
  {
    name: "Outlook, interleaved in unmarked text, said so",
    mail: "Hi Carla, please find my comments in line below.\n\nFrom: Carla <carla@example.org>\nSent: Sunday, March 12, 2023 6:45 PM\nTo: Dan\nSubject: Draft\n\nWho pays?\nWe do.",
    reply: null,
  },
  {
    name: "Lotus Notes in German",
    mail: "Einverstanden.\n\nVon: Carla Gomez/Beispiel\nAn: Dan/Beispiel@Beispiel\nDatum: 12.03.2023 18:45\nBetreff: Entwurf\n________________________________\n\nSchaust du?",
    reply: "Einverstanden.",
  },
  {
    name: "Korean Gmail, bottom posted",
    mail: "2023년 3월 12일 (일) 오후 6:45, Carla <carla@example.org>님이 작성:\n\n> 초안을 봐 주시겠어요?\n\n네, 내일 보겠습니다.",
    reply: "네, 내일 보겠습니다.",
  },
];

const cited = "<p>Would you look at the draft?</p><p>Carla</p>";
const onHtml = "On 12 Mar 2023, at 18:45, Carla Gomez &lt;carla@example.org&gt; wrote:";

export const moreHtml: FreshSample[] = [
  {
    name: "Evolution, bottom posted",
    mail: `<div>On Sun, 2023-03-12 at 18:45 +0100, Carla Gomez wrote:</div><blockquote type="cite" style="margin:0 0 0 .8ex; border-left:2px #729fcf solid;padding-left:1ex"><div>Would you look?</div></blockquote><div><br></div><div>I did, and it is fine.</div><div><span><pre>-- <br>Dan</pre></span></div>`,
    reply: "I did, and it is fine. -- Dan",
  },
  {
    name: "KMail, bottom posted",
    mail: `<p>Am Sonntag, 12. März 2023, 18:45:10 CET schrieb Carla Gomez:</p><blockquote style="border-left: 2px solid;">${cited}</blockquote><p>Mache ich.</p>`,
    reply: "Mache ich.",
  },
  {
    name: "SOGo, signature of a screen below",
    mail: `<p>Agreed.</p><p>${onHtml}</p><blockquote type="cite" cite="x@example.org">${cited}</blockquote><p>Kind regards</p><p>Dan Smith<br>Example Ltd<br>1 Street<br>2 Town<br>Phone 555 1234<br>Fax 555 1235<br>dan@example.org<br>www.example.org<br>Managing Director: Eve<br>VAT: X1234</p>`,
    reply: "Agreed.",
  },
  {
    name: "Apple Mail, an answer between two quotes and one above",
    mail: `<div>Hi Carla,</div><blockquote type="cite"><div>${onHtml}</div><div>First?</div></blockquote><div>One.</div><blockquote type="cite"><div>Second?</div></blockquote><div>Two.</div>`,
    reply: null,
  },
  {
    name: "Outlook for Mac, answer in a language with no known labels",
    mail: `<div>Iya.</div><span id="OLK_SRC_BODY_SECTION"><div style="BORDER-TOP: #b5c4df 1pt solid"><span>Xa: </span>Carla &lt;carla@example.org&gt;<br><span>Xb: </span>12/3/2023 18:45<br><span>Xc: </span>Dan<br></div>${cited}</span>`,
    reply: "Iya.",
  },
  {
    name: "a held mail in a table with borders",
    mail: `<p>One message was held for you:</p><table><tr><td>From</td><td>eve@example.org</td></tr><tr><td>Subject</td><td>Prize</td></tr><tr><td>Date</td><td>12 Mar 2023 18:45</td></tr></table><p>Release it</p>`,
    reply: null,
  },
  {
    name: "a contact form, ruled",
    mail: `<p>New entry from your website</p><hr><p><b>Name:</b> Carla<br><b>From:</b> carla@example.org<br><b>Date:</b> 12 Mar 2023 18:45<br><b>Subject:</b> Price<br><b>Message:</b> How much?</p>`,
    reply: null,
  },
  {
    name: "a lead form below a drawn line",
    mail: "<p>You have a new inquiry.</p><hr><p><b>From:</b> Jane &lt;jane@example.org&gt;<br><b>Date:</b> 12 Mar 2023 18:45<br><b>Subject:</b> Prices<br><b>Message:</b> How much?</p>",
    reply: null,
  },
  {
    name: "a held mail below a drawn line",
    mail: "<p>This message was held:</p><hr><p>From: eve@example.org<br>To: dan@example.org<br>Subject: Prize<br>Date: 12 Mar 2023 18:45</p><p>Release it</p>",
    reply: null,
  },
  {
    name: "words under Samsung's footer",
    mail: `<div dir="auto">Ok.</div><div id="composer_signature"><div>Sent from my Galaxy</div></div><div><br></div><div>PS: bring 2 chairs.</div>`,
    reply: null,
  },
  {
    name: "Gmail, bottom posted between two signatures",
    mail: `<div dir="ltr"><div class="gmail_quote"><div class="gmail_attr">${onHtml}<br></div><blockquote class="gmail_quote">${cited}</blockquote></div><div>Done at 10:00.</div><div><div dir="ltr" class="gmail_signature"><div>Dan</div></div></div></div>`,
    reply: "Done at 10:00. Dan",
  },
  {
    name: "a newsletter with a customer's words",
    mail: "<h2>What people say</h2><blockquote><p>The best tool of all.</p></blockquote><p>Carla, Example Ltd</p><p>Try it today.</p>",
    reply: null,
  },
];
