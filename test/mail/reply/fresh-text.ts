// Text mails as many programs and people write them, with the reply that a careful reader would name. Written for these
// tests. `reply` null: nothing is history, the mail stays whole.

export type FreshSample = { name: string; mail: string; reply: string | null };

const on = "On Tue, May 3, 2024 at 10:00 AM Bob Smith <bob@example.com> wrote:";
const outlook =
  "From: Bob Smith <bob@example.com>\nSent: Friday, May 3, 2024 10:00 AM\nTo: Ann Lee <ann@example.com>\nSubject: Plan";
const interleaved = `Hello Bob,\n\n${on}\n> Who pays?\n\nWe do.\n\n> When do we start?\n\nIn June.`;

export const freshTexts: FreshSample[] = [
  // Answers below the quote.
  { name: "bottom posted", mail: `${on}\n> a\n> b\n\nMy answer`, reply: "My answer" },
  { name: "bottom posted, no blank line", mail: `${on}\n> Are you there?\nYes, I am.`, reply: "Yes, I am." },
  {
    name: "bottom posted, German, signed",
    mail: "Am 03.05.24 um 10:00 schrieb Bob Smith:\n> Kommst du morgen?\n>\n> Bob\n\nJa, gegen zehn.\n\n-- \nAnn Lee\nBeispiel GmbH",
    reply: "Ja, gegen zehn.\n\n-- \nAnn Lee\nBeispiel GmbH",
  },
  {
    name: "bottom posted, two levels of history",
    mail: `${on}\n> On Mon, 2 May 2024, Ann Lee wrote:\n>> Shall we?\n>\n> I would.\n\nThen let us begin.\n\nAnn`,
    reply: "Then let us begin.\n\nAnn",
  },
  {
    name: "bottom posted, name alone introduces",
    mail: "Bob Smith wrote:\n> The build is broken.\n\nFixed in the last commit.",
    reply: "Fixed in the last commit.",
  },
  {
    name: "bottom posted, French, wrapped introduction",
    mail: "Le mar. 3 mai 2024 à 10:00, Bob Smith\n<bob@example.com> a écrit :\n\n> On se voit demain ?\n\nOui, à midi.",
    reply: "Oui, à midi.",
  },
  {
    name: "bottom posted, several paragraphs",
    mail: `${on}\n\n> What is the state?\n\nFirst: the plan is done.\n\nSecond: the budget is not. Call 555-1234.\n`,
    reply: "First: the plan is done.\n\nSecond: the budget is not. Call 555-1234.",
  },
  {
    name: "a greeting above, the answer below",
    mail: `Hello Bob,\n\n${on}\n> Are you coming?\n> Bob\n\nI am, with two friends.`,
    reply: "Hello Bob,\n\nI am, with two friends.",
  },
  {
    name: "bottom posted, the rest of the quote is its signature",
    mail: `${on}\n> Are you coming?\n\nYes.\n\n> -- \n> Bob Smith\n> Example Ltd`,
    reply: "Yes.",
  },
  {
    name: "bottom posted, quote of prose without an introduction",
    mail: "> Can we move the meeting to Thursday?\n> I am away on Wednesday.\n\nThursday is fine.",
    reply: "Thursday is fine.",
  },
  // Answers between quotes.
  { name: "interleaved", mail: interleaved, reply: null },
  { name: "interleaved, the rest goes", mail: `${interleaved}\n\n> Kind regards\n> Bob`, reply: interleaved },
  {
    name: "interleaved without a greeting",
    mail: `${on}\n> Who?\nMe.\n> Where?\nHere.\n> When?\nNow.`,
    reply: null,
  },
  {
    name: "one answer, questions below it",
    mail: `${on}\n> Are you coming on Friday?\n\nYes, I am.\n\n> And will you bring the cake?`,
    reply: null,
  },
  {
    name: "two mails answered",
    mail: `${on}\n> Red?\n\nNo, blue.\n\nOn 4 May 2024, Eve <eve@example.com> wrote:\n> Large?\n\nSmall.`,
    reply: null,
  },
  {
    name: "a citation between words",
    mail: "I looked at the contract. As Bob wrote:\n> Two weeks of notice.\n\nI think that is too short.",
    reply: null,
  },
  {
    name: "a sentence that introduces a citation",
    mail: "Here is what the manual wrote:\n> Turn it off and on again.\n\nThat did not help.",
    reply: null,
  },
  // Signatures below the quote.
  {
    name: "a name below the quote",
    mail: `Yes, do it.\n\n${on}\n> Shall I?\n\nAnn`,
    reply: "Yes, do it.\n\nAnn",
  },
  {
    name: "a long signature below the quote",
    mail: `Yes, do it.\n\n${on}\n> Shall I?\n\nBest regards,\n\nAnn Lee\nHead of Plans\nExample Ltd\n12 Long Street\nSpringfield 12345\nPhone: +1 555 1234\nMobile: +1 555 1235\nFax: +1 555 1236\nann@example.com\nwww.example.com\nRegister: HRB 1234`,
    reply: "Yes, do it.",
  },
  {
    name: "a signature of thirty lines below the quote",
    mail: `Yes, do it.\n\n${on}\n> Shall I?\n\n-- \nAnn Lee\n${"Example office, 12 Long Street\n".repeat(29)}`,
    reply: "Yes, do it.",
  },
  {
    name: "a signature without a closing below the quote",
    mail: `Yes, do it.\n\n${on}\n> Shall I?\n\nAnn Lee | Head of Plans\nExample Ltd | www.example.com\nT +1 555 1234`,
    reply: "Yes, do it.\n\nAnn Lee | Head of Plans\nExample Ltd | www.example.com\nT +1 555 1234",
  },
  {
    name: "words below the signature below the quote",
    mail: `Yes, do it.\n\n${on}\n> Shall I?\n\nRegards,\nAnn\n\nP.S. Please cancel the order of Monday, it is too large.`,
    reply: "Yes, do it.\n\nRegards,\nAnn\n\nP.S. Please cancel the order of Monday, it is too large.",
  },
  {
    name: "words below a phone's footer below the quote",
    mail: `Yes.\n\n${on}\n> Shall I?\n\nSent from my iPhone\nP.S. Bring the keys, please.`,
    reply: "Yes.\n\nSent from my iPhone\nP.S. Bring the keys, please.",
  },
  // Words below a footer.
  {
    name: "words below Outlook's footer",
    mail: "Agreed.\n\nGet Outlook for iOS\n\nOne more thing: cancel the order.",
    reply: null,
  },
  {
    name: "words below a linked footer",
    mail: "Agreed.\n\nGet Outlook for Android<https://aka.ms/AAb9ysg>\n\nAnd please tell Eve.\n\nAnn",
    reply: null,
  },
  {
    name: "a postscript under a phone's footer",
    mail: "On my way.\n\nSent from my iPhone\nP.S. The door code is 1234.",
    reply: null,
  },
  {
    name: "a German postscript under a phone's footer",
    mail: "Bin unterwegs.\n\nVon meinem iPhone gesendet\n\nPS: Der Schlüssel liegt bei Eva.",
    reply: null,
  },
  {
    name: "a footer and history",
    mail: `Agreed.\n\nGet Outlook for iOS\n________________________________\n${outlook}\n\nDo we agree?`,
    reply: "Agreed.\n\nGet Outlook for iOS",
  },
  {
    name: "words below a footer, then history",
    mail: `Agreed.\n\nSent from my iPhone\n\nAnd cancel the order.\n\n${on}\n> Do we agree?`,
    reply: "Agreed.\n\nSent from my iPhone\n\nAnd cancel the order.",
  },
  // Notifications.
  {
    name: "a lead form",
    mail: "You have a new inquiry.\n\nFrom: Jane Doe <jane@example.com>\nDate: 3 May 2024 10:00\nSubject: Prices\nPhone: 555 1234\nMessage: How much is it?",
    reply: null,
  },
  {
    name: "a lead form, the message below a blank line",
    mail: "New message from your website:\n\nName: Jane Doe\nFrom: jane@example.com\nSubject: Prices\nDate: 2024-05-03\n\nHow much is the large one?",
    reply: null,
  },
  {
    name: "a quarantine notice",
    mail: "The following message was held:\n\nFrom: eve@example.com\nTo: ann@example.com\nSubject: You won\nDate: 3 May 2024 10:00\n\nTo release it, sign in.",
    reply: null,
  },
  {
    name: "an itinerary with the passenger's address",
    mail: "Your booking is confirmed.\n\nFrom: London\nTo: Paris\nDate: 3 May 2024 10:00\nPassenger: ann@example.com\nSeat: 12A\n\nHave a good trip.",
    reply: null,
  },
  {
    name: "a contact form with subject first",
    mail: "Contact form submission\n\nSubject: Complaint\nFrom: Jane Doe\nDate: 03/05/2024\n\nThe parcel is broken.",
    reply: null,
  },
  {
    name: "a German form",
    mail: "Neue Anfrage über das Formular:\n\nVon: Jana Muster <jana@example.com>\nDatum: 03.05.2024\nBetreff: Preise\nNachricht: Was kostet das?",
    reply: null,
  },
  {
    name: "an appointment request",
    mail: "Appointment request\n\nFrom: 3 May 2024 10:00\nTo: 3 May 2024 11:00\nSubject: Check-up\nPatient: jane@example.com\n\nPlease confirm.",
    reply: null,
  },
  // What looks like a quote.
  { name: "a command", mail: "Please run\n\n> npm install", reply: null },
  {
    name: "commands below a sentence",
    mail: "Run these two commands.\n\n> npm install --save left-pad\n> npm start",
    reply: null,
  },
  {
    name: "a command, words below",
    mail: "Please run\n\n> npm install\n\nand tell me what it says.",
    reply: null,
  },
  { name: "a command first", mail: "> git push origin main\n\nfails with exit code 128.", reply: null },
  { name: "a database's prompt", mail: "I typed this.\n\n> select * from users;\n> exit", reply: null },
  {
    name: "a bare quote of prose",
    mail: "That works for me.\n\n> Can we meet on Thursday instead?\n> Bob",
    reply: "That works for me.",
  },
  // Other introductions and marks.
  {
    name: "directly below a reply with a number",
    mail: `Call me at 555 1234\n${on}\n> What is your number?`,
    reply: "Call me at 555 1234",
  },
  {
    name: "directly below a reply with an address",
    mail: `It is ann@example.com\n${on}\n> What is your address?`,
    reply: "It is ann@example.com",
  },
  {
    name: "directly below a reply with a date",
    mail: "3 May 2024 suits me\nAm 02.05.2024 um 09:00 schrieb Bob Smith <bob@example.com>:\n> Wann passt es?",
    reply: "3 May 2024 suits me",
  },
  {
    name: "directly below a reply with an address, wrapped",
    mail: "Write to ann@example.com\nOn Tue, May 3, 2024 at 10:00 AM Bob Smith\n<bob@example.com> wrote:\n\n> Where to?",
    reply: "Write to ann@example.com",
  },
  {
    name: "bars as marks",
    mail: `Yes, both.\n\n${on}\n| Shall I send the plan?\n|\n| And the budget?`,
    reply: "Yes, both.",
  },
  {
    name: "bars as marks, the answer below",
    mail: `${on}\n\n| Shall I send the plan?\n| Bob\n\nPlease do.`,
    reply: "Please do.",
  },
  {
    name: "a table is no quote",
    mail: "The prices:\n\n| item | price |\n| ---- | ----- |\n| tea  | 2     |",
    reply: null,
  },
  {
    name: "wrapped by a server",
    mail: `Yes, do it.\n\n${on}\n> The plan that I would send to everybody tomorrow has three parts, of which\nthe first is short, while the\n> second and the third are rather long and should be read with great care by\nall of us.`,
    reply: "Yes, do it.",
  },
  {
    name: "wrapped by a server, every line",
    mail: `Fine.\n\n${on}\n> I have talked to the people from the office of plans about the budget, and\nthey say\n> that we may spend what we like as long as it is not more than a thousand a\nmonth. Is\n> that enough for you, or shall I go back to them and ask for a bit more than\nthat?`,
    reply: "Fine.",
  },
  {
    name: "a bare date",
    mail: "Sounds good, thank you.\n\nFriday, May 3, 2024 10:00 AM\n> Shall we meet?\n> Bob",
    reply: "Sounds good, thank you.",
  },
  {
    name: "a bare date in numbers",
    mail: "Einverstanden.\n\n03.05.2024 10:00\n> Treffen wir uns?",
    reply: "Einverstanden.",
  },
  {
    name: "a date as the answer",
    mail: "Let us take this one:\n\nFriday, May 3, 2024 10:00 AM\n\n> When shall we meet?",
    reply: "Let us take this one:\n\nFriday, May 3, 2024 10:00 AM",
  },
  {
    name: "elements in the text",
    mail: "Yes, do it.\n\nSent from my Galaxy\n\n<div>-------- Original message --------</div><div>From: Bob Smith <bob@example.com> </div><div>Date: 03/05/2024  10:00  (GMT+01:00) </div><div>To: ann@example.com </div><div>Subject: Plan </div><div>\n</div>Shall I?",
    reply: "Yes, do it.\n\nSent from my Galaxy",
  },
  {
    name: "elements in the text, a line each",
    mail: "Ja.\n\n<div>-------- Ursprüngliche Nachricht --------</div>\n<div>Von: Bob <bob@example.com></div>\n<div>Datum: 03.05.2024 10:00</div>\n\nSoll ich?",
    reply: "Ja.",
  },
  // Forwards and the rest.
  {
    name: "a forward with a comment",
    mail: `Please handle this.\n\n---------- Forwarded message ---------\nFrom: Bob <bob@example.com>\nDate: Fri, May 3, 2024\nSubject: Plan\nTo: <ann@example.com>\n\nHello`,
    reply: null,
  },
  {
    name: "Outlook for Windows",
    mail: `Yes, do it.\n\nAnn\n\n${outlook}\n\nShall I?`,
    reply: "Yes, do it.\n\nAnn",
  },
  {
    name: "Outlook for Mac",
    mail: "Yes, do it.\n\nFrom: Bob Smith <bob@example.com>\nDate: Friday, 3 May 2024 at 10:00\nTo: Ann Lee <ann@example.com>\nSubject: Plan\n\nShall I?",
    reply: "Yes, do it.",
  },
  {
    name: "Spanish, Outlook, importance",
    mail: "De acuerdo.\n\nDe: Bob Smith <bob@example.com>\nEnviado: viernes, 3 de mayo de 2024 10:00\nPara: Ann Lee <ann@example.com>\nAsunto: Plan\nImportancia: Alta\n\n¿Lo envío?",
    reply: "De acuerdo.",
  },
  {
    name: "Japanese",
    mail: "了解しました。\n\n2024年5月3日(金) 10:00 Bob Smith <bob@example.com>:\n\n> 送ってもいいですか。",
    reply: "了解しました。",
  },
  {
    name: "Japanese, bottom posted",
    mail: "2024年5月3日(金) 10:00 Bob Smith <bob@example.com>:\n\n> 送ってもいいですか。\n\nはい、お願いします。",
    reply: "はい、お願いします。",
  },
  {
    name: "Notes, labels without colons",
    mail: "The audit is moved to April.\n\n\n\nBob Smith <bob@example.com>\n03-05-2024 10:00\n\nTo\nAnn Lee <ann@example.com>\ncc\n\nSubject\nAudit\n\n\nWhen is the audit?",
    reply: "The audit is moved to April.",
  },
  {
    name: "a time and labels without colons that are the sender's",
    mail: "The desk\n03-05-2024 10:00\n\nSend it to Ann, not to Bob.\nSubject matters are for Carla.",
    reply: null,
  },
];
