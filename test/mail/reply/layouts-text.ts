// Text mails in layouts that programs, gateways, lists and people make of an answer, with the reply that a careful reader
// would name. Written for these tests. `reply` null: nothing is history, the mail stays whole.

import type { FreshSample } from "./fresh-text.ts";

const said = "The pump in hall four leaks again.\nCan you come before Thursday?\n\nRegards\nIngrid Moe";
const marked = (text: string, mark = "> ") =>
  text
    .split("\n")
    .map((line) => `${mark}${line}`.trimEnd())
    .join("\n");
const quote = marked(said);
const on = "On Tue, Mar 4, 2025 at 9:12 AM Ingrid Moe <i.moe@plant.example> wrote:";
const head =
  "From: Ingrid Moe <i.moe@plant.example>\nSent: Tuesday, March 4, 2025 9:12 AM\nTo: Ola Vik <ola@pumps.example>\nSubject: Hall four";
const whole = (name: string, mail: string): FreshSample => ({ name, mail, reply: null });
const own = (name: string, reply: string, mail: string): FreshSample => ({ name, mail, reply });
const yes = "Wednesday at eight, I bring a new seal.";

// biome-ignore format: one mail a line
export const layoutTexts: FreshSample[] = [
  // Attributions.
  own("an attribution over three lines", yes, `${yes}\n\nOn Tue, Mar 4, 2025 at 9:12 AM Ingrid Moe, Head of\nMaintenance and Operations (North) <\ni.moe@plant.example> wrote:\n\n${quote}`),
  own("a name with a comma and a department", yes, `${yes}\n\nOn 04.03.2025 09:12, Moe, Ingrid (MNT-4) wrote:\n${quote}`),
  own("a quoted name and a title", yes, `${yes}\n\nOn Tue, 4 Mar 2025, "Dr. Ingrid Moe, M.Sc." <i.moe@plant.example> wrote:\n\n${quote}`),
  own("two addresses", yes, `${yes}\n\nOn Mar 4, 2025, at 9:12, Ingrid Moe via Tickets <tickets@plant.example> (reply to i.moe@plant.example) wrote:\n\n${quote}`),
  own("an attribution directly below the answer", yes, `${yes}\n${on}\n${quote}`),
  own("an attribution on the answer's line", "Wednesday.", `Wednesday. ${on}\n${quote}`),
  own("an attribution without marks below", yes, `${yes}\n\n${on}\n\n${said}`),
  own("an attribution behind a mark, marks below", yes, `${yes}\n\n> ${on}\n> \n${quote}`),
  own("an attribution behind a rule", yes, `${yes}\n\n-----\n${on}\n${quote}`),
  own("a day and a name", yes, `${yes}\n\nOn Tuesday, Ingrid Moe wrote:\n\n${quote}`),
  own("the date last", yes, `${yes}\n\nIngrid Moe <i.moe@plant.example> wrote on 04/03/2025 09:12:\n\n${quote}`),
  own("a date of ISO in brackets", yes, `${yes}\n\n* Ingrid Moe <i.moe@plant.example> [2025-03-04 09:12]:\n${quote}`),
  own("an attribution with a message id", yes, `${yes}\n\nIn article <abc@plant.example>, Ingrid Moe wrote:\n${quote}`),
  own("a typed name", yes, `${yes}\n\nIngrid wrote:\n${quote}`),
  own("stars around it", yes, `${yes}\n\n*On Tue, 4 Mar 2025 09:12, Ingrid Moe <i.moe@plant.example> wrote:*\n\n${quote}`),
  own("underscored links in it", yes, `${yes}\n\nOn Tue, Mar 4, 2025 at 9:12 AM Ingrid Moe <i.moe@plant.example\n<mailto:i.moe@plant.example>> wrote:\n\n${quote}`),
  own("German, verb first", yes, `${yes}\n\nSchrieb Ingrid Moe am 4. März 2025 um 09:12:\n\n${quote}`),
  own("German, a weekday in front", yes, `${yes}\n\nAm Di., 4. März 2025 um 09:12 Uhr schrieb Ingrid Moe <\ni.moe@plant.example>:\n\n${quote}`),
  own("French, on a phone", "Mercredi.", `Mercredi.\n\nEnvoyé de mon iPhone\n\n> Le 4 mars 2025 à 09:12, Ingrid Moe <i.moe@plant.example> a écrit :\n> \n> ﻿${said.replaceAll("\n", "\n> ")}`.replace("Mercredi.\n\nEnvoyé de mon iPhone", "Mercredi.")),
  own("Italian, wrapped", "Mercoledì.", `Mercoledì.\n\nIl giorno mar 4 mar 2025 alle ore 09:12 Ingrid Moe <\ni.moe@plant.example> ha scritto:\n\n${quote}`),
  own("Portuguese, wrapped", "Quarta.", `Quarta.\n\nEm ter., 4 de mar. de 2025 às 09:12, Ingrid Moe\n<i.moe@plant.example> escreveu:\n\n${quote}`),
  own("Chinese, wrapped", "星期三。", `星期三。\n\nIngrid Moe <i.moe@plant.example> 于2025年3月4日周二\n09:12写道：\n\n${quote}`),
  own("a language without a verb that is known", "Arbain insha Allah.", `Arbain insha Allah.\n\nRanar 4 Maris 2025 09:12, Ingrid Moe <i.moe@plant.example> ya rubuta:\n\n${quote}`),
  own("a known date, no colon", yes, `${yes}\n\n4 Mar 2025 09:12, Ingrid Moe <i.moe@plant.example>\n${quote}`),
  own("a name and an address, colon", yes, `${yes}\n\nIngrid Moe <i.moe@plant.example>:\n${quote}`),
  // Header blocks.
  own("stars around labels", yes, `${yes}\n\n*From:* Ingrid Moe <i.moe@plant.example>\n*Sent:* Tuesday, March 4, 2025 9:12 AM\n*To:* Ola Vik <ola@pumps.example>\n*Subject:* Hall four\n\n${said}`),
  own("stars around labels, importance", yes, `${yes}\n\n*From:* Ingrid Moe <i.moe@plant.example>\n*Sent:* Tuesday, March 4, 2025 9:12 AM\n*To:* Ola Vik\n*Cc:* Board\n*Subject:* Hall four\n*Importance:* High\n\n${said}`),
  own("a blank line between labels", yes, `${yes}\n\nFrom: Ingrid Moe <i.moe@plant.example>\n\nSent: Tuesday, March 4, 2025 9:12 AM\n\nTo: Ola Vik <ola@pumps.example>\n\nSubject: Hall four\n\n${said}`),
  own("a space before colons", yes, `${yes}\n\nFrom : Ingrid Moe <i.moe@plant.example>\nTo : Ola Vik <ola@pumps.example>\nDate : Tue, 04 Mar 2025 09:12:00 +0100\nSubject : Hall four\n\n${said}`),
  own("tabs behind labels", yes, `${yes}\n\nFrom:\tIngrid Moe <i.moe@plant.example>\nTo:\tOla Vik <ola@pumps.example>\nDate:\t04.03.2025 09:12\nSubject:\tHall four\n\n${said}`),
  own("many recipients over lines", yes, `${yes}\n\nFrom: Ingrid Moe <i.moe@plant.example>\nSent: Tuesday, March 4, 2025 9:12 AM\nTo: Ola Vik <ola@pumps.example>; Per Dahl <per@pumps.example>;\n Kari Lie <kari@pumps.example>; Jon Aas\n <jon@pumps.example>\nCc: Board <board@plant.example>\nSubject: Hall four\n\n${said}`),
  own("labels of a security product beside", yes, `${yes}\n\n${head.replace("Subject:", "Subject: [EXTERNAL]")}\nSensitivity: Confidential\n\n${said}`),
  own("German, Anlagen and Wichtigkeit", yes, `${yes}\n\nVon: Ingrid Moe <i.moe@plant.example> \nGesendet: Dienstag, 4. März 2025 09:12\nAn: Ola Vik <ola@pumps.example>\nCc: Per Dahl\nBetreff: Halle vier\nAnlagen: plan.pdf; liste.xlsx\nWichtigkeit: Hoch\n\n${said}`),
  own("French, pièces jointes and importance", yes, `${yes}\n\nDe : Ingrid Moe <i.moe@plant.example> \nEnvoyé : mardi 4 mars 2025 09:12\nÀ : Ola Vik <ola@pumps.example>\nObjet : Hall quatre\nPièces jointes : plan.pdf\nImportance : Haute\n\n${said}`),
  own("Spanish, datos adjuntos and importancia", yes, `${yes}\n\nDe: Ingrid Moe <i.moe@plant.example>\nEnviado el: martes, 4 de marzo de 2025 9:12\nPara: Ola Vik <ola@pumps.example>\nCC: Per Dahl\nAsunto: Nave cuatro\nDatos adjuntos: plano.pdf\nImportancia: Alta\n\n${said}`),
  own("Dutch, urgentie and bijlagen", yes, `${yes}\n\nVan: Ingrid Moe <i.moe@plant.example>\nVerzonden: dinsdag 4 maart 2025 09:12\nAan: Ola Vik <ola@pumps.example>\nOnderwerp: Hal vier\nBijlagen: plan.pdf\nUrgentie: Hoog\n\n${said}`),
  own("Swedish, prioritet", yes, `${yes}\n\nFrån: Ingrid Moe <i.moe@plant.example>\nSkickat: den 4 mars 2025 09:12\nTill: Ola Vik <ola@pumps.example>\nÄmne: Hall fyra\nBifogade filer: plan.pdf\nPrioritet: Hög\n\n${said}`),
  own("Italian, allegati and priorità", yes, `${yes}\n\nDa: Ingrid Moe <i.moe@plant.example>\nInviato: martedì 4 marzo 2025 09:12\nA: Ola Vik <ola@pumps.example>\nOggetto: Capannone quattro\nAllegati: piano.pdf\nPriorità: Alta\n\n${said}`),
  own("Polish, ważność", yes, `${yes}\n\nFrom: Ingrid Moe <i.moe@plant.example>\nSent: Tuesday, March 4, 2025 9:12 AM\nTo: Ola Vik <ola@pumps.example>\nSubject: Hala cztery\nAttachments: plan.pdf\nImportance: High\nSensitivity: Confidential\n\n${said}`),
  own("organisation and reply-to", yes, `${yes}\n\n-------- Original Message --------\nSubject: Hall four\nDate: Tue, 4 Mar 2025 09:12:00 +0100\nFrom: Ingrid Moe <i.moe@plant.example>\nReply-To: desk@plant.example\nOrganization: The Plant\nTo: Ola Vik <ola@pumps.example>\nCC: Per Dahl <per@pumps.example>\n\n${said}`),
  own("a flag and categories", yes, `${yes}\n\n${head}\nFollow Up Flag: Follow up\nFlag Status: Flagged\n\n${said}`),
  own("without an address anywhere", yes, `${yes}\n\nFrom: Ingrid Moe\nSent: 04 March 2025 09:12\nTo: Ola Vik\nSubject: Hall four\n\n${said}`),
  own("all labels on one line", yes, `${yes}\n\nFrom: Ingrid Moe <i.moe@plant.example> Sent: Tuesday, March 4, 2025 9:12 AM To: Ola Vik <ola@pumps.example> Subject: Hall four\n\n${said}`),
  own("a rule of dashes above labels", yes, `${yes}\n\n-----------------------------------------------\nFrom: Ingrid Moe <i.moe@plant.example>\nDate: 4 March 2025 at 09:12\nTo: Ola Vik <ola@pumps.example>\nSubject: Hall four\n\n${said}`),
  own("the sender and the date alone below a rule", yes, `${yes}\n\n________________________________\nFrom: Ingrid Moe <i.moe@plant.example>\nSent: Tuesday, March 4, 2025 9:12:00 AM\n\n${said}`),
  own("a marked block", yes, `${yes}\n\n${marked(`-----Original Message-----\n${head}\n\n${said}`)}`),
  own("a marked block without a separator", yes, `${yes}\n\n${marked(`${head}\n\n${said}`, ">")}`),
  own("an unusual separator", yes, `${yes}\n\n===== Original message from Ingrid Moe =====\n${said}`),
  own("a separator with a name and a date", yes, `${yes}\n\n----- Message from Ingrid Moe <i.moe@plant.example> on Tue, 4 Mar 2025 09:12:00 +0100 -----\n\n${said}`),
  own("French separator", "Mercredi.", `Mercredi.\n\n---------- Message d'origine ----------\nDe : Ingrid Moe <i.moe@plant.example>\nDate : mar. 4 mars 2025 à 09:12\n\n${said}`),
  own("Russian separator and labels", "В среду.", `В среду.\n\n-----Исходное сообщение-----\nОт: Ингрид Му <i.moe@plant.example>\nОтправлено: вторник, 4 марта 2025 г. 9:12\nКому: Ола Вик\nТема: Цех четыре\n\n${said}`),
  own("Japanese separator and labels", "水曜日に伺います。", `水曜日に伺います。\n\n-----Original Message-----\n差出人: Ingrid Moe <i.moe@plant.example>\n送信日時: 2025年3月4日火曜日 9:12\n宛先: Ola Vik\n件名: 第四棟\n\n${said}`),
  own("Japanese full-width colons", "水曜日に伺います。", `水曜日に伺います。\n\n差出人： Ingrid Moe <i.moe@plant.example>\n日時： 2025年3月4日 9:12\n宛先： Ola Vik <ola@pumps.example>\n件名： 第四棟\n\n${said}`),
  own("Hungarian separator", "Szerdán.", `Szerdán.\n\n-----Eredeti üzenet-----\nFeladó: Ingrid Moe <i.moe@plant.example>\nKüldve: 2025. március 4., kedd 9:12\nCímzett: Ola Vik\nTárgy: Négyes csarnok\n\n${said}`),
  // Quotes.
  own("levels with spaces", yes, `${yes}\n\n${on}\n> > On Mon, Mar 3, 2025 Ola Vik wrote:\n> > > Which hall?\n> > Four.\n> The one with the pump.`),
  own("a quote without an introduction", yes, `${yes}\n\n${quote}`),
  own("a quote that a gateway wrapped", yes, `${yes}\n\n${on}\n> The pump in hall four leaks again and the floor below it is wet all the\ntime now.\n> Can you come before Thursday, or shall we ask somebody else to look at\nit?`),
  own("a quote with a blank line inside", yes, `${yes}\n\n${on}\n\n> The pump leaks.\n\n> Can you come?\n\n> Ingrid`),
  own("a shortened quote", yes, `${yes}\n\n${on}\n> The pump in hall four leaks again.\n> [...]`),
  own("a quote with an introduction inside, marks of two kinds", yes, `${yes}\n\n${on}\n| The pump in hall four leaks again.\n| Can you come before Thursday?`),
  own("marks without spaces", yes, `${yes}\n\n${on}\n${marked(said, ">")}`),
  own("marks of supercite", yes, `${yes}\n\n>>>>> "Ingrid" == Ingrid Moe <i.moe@plant.example> writes:\n\n    Ingrid> The pump in hall four leaks again.\n    Ingrid> Can you come before Thursday?`),
  own("indented marks", yes, `${yes}\n\n${on}\n${marked(said, "  > ")}`),
  own("a list footer below the quote", yes, `${yes}\n\n${on}\n${quote}\n_______________________________________________\nPumps mailing list -- pumps@lists.example\nTo unsubscribe send an email to pumps-leave@lists.example`),
  own("the footer of a group below the quote", yes, `${yes}\n\n${on}\n\n${quote}\n\n-- \nYou received this message because you are subscribed to the Google Groups "pumps" group.\nTo unsubscribe from this group and stop receiving emails from it, send an email to pumps+unsubscribe@groups.example.`),
  own("a disclaimer below the quote", yes, `${yes}\n\n${on}\n${quote}\n\nThis e-mail and any attachments are confidential and intended solely for the addressee. If you have received it in error, please notify the sender and delete it.`),
  own("a scanner's line below the quote", yes, `${yes}\n\n${on}\n${quote}\n\n--\nThis email has been checked for viruses by Avast antivirus software.\nwww.avast.com`),
  // Answers below.
  own("below, greeting and signature", `Dear Ingrid,\n\n${yes}\n\nKind regards\nOla`, `${on}\n${quote}\n\nDear Ingrid,\n\n${yes}\n\nKind regards\nOla`),
  own("below, a list's footer", `${yes}\n\n_______________________________________________\nPumps mailing list\nPumps@lists.example\nhttps://lists.example/pumps`, `${on}\n${quote}\n\n${yes}\n\n_______________________________________________\nPumps mailing list\nPumps@lists.example\nhttps://lists.example/pumps`),
  own("below, without an introduction", yes, `${quote}\n\n${yes}`),
  own("below, a question of one line", "Yes.", `${on}\n> Will you come?\n\nYes.`),
  own("below, several levels", yes, `${on}\n> On Mon, Mar 3, 2025 Ola Vik wrote:\n>> Which hall?\n>\n> Four.\n\n${yes}`),
  own("below, greeting above the attribution", `Hi Ingrid,\n\n${yes}\n\nOla`, `Hi Ingrid,\n\n${on}\n> Can you come before Thursday?\n\n${yes}\n\nOla`),
  own("below, paragraphs of several kinds", `1. Wednesday at eight.\n2. The seal costs 40 EUR.\n\nPlease keep the hall open.\n\nOla`, `${on}\n${quote}\n\n1. Wednesday at eight.\n2. The seal costs 40 EUR.\n\nPlease keep the hall open.\n\nOla`),
  own("below, blank lines as a phone writes", yes, `\n\n${on}\n\n${quote}\n\n\n\n${yes}\n\n\n`),
  own("below, French", "Mercredi à huit heures.\n\nOla", `Le mar. 4 mars 2025 à 09:12, Ingrid Moe <i.moe@plant.example> a écrit :\n\n${quote}\n\nMercredi à huit heures.\n\nOla`),
  own("below, Korean", "수요일에 가겠습니다.", `2025년 3월 4일 (화) 오전 9:12, Ingrid Moe <i.moe@plant.example>님이 작성:\n\n${quote}\n\n수요일에 가겠습니다.`),
  // Between.
  whole("between, without blank lines", `${on}\n> The pump in hall four leaks again.\nSince when?\n> Can you come before Thursday?\nYes.`),
  whole("between, an opening above", `Hi Ingrid,\nsee below.\n\n${on}\n> The pump in hall four leaks again.\n\nSince when?\n\n> Can you come before Thursday?\n\nYes.\n\nOla`),
  own("between, the rest of the quote falls", `Hi,\n\n${on}\n> The pump leaks.\n\nSince when?\n\n> Can you come?\n\nYes.\n\nOla`, `Hi,\n\n${on}\n> The pump leaks.\n\nSince when?\n\n> Can you come?\n\nYes.\n\nOla\n\n> Regards\n> Ingrid Moe`),
  whole("between, with arrows", `Hi Ingrid, my answers behind the arrows.\n\n> The pump leaks.\n--> Since when?\n> Can you come?\n--> Yes.`),
  whole("between, code cited", `${on}\n> It fails with E42.\n\nRun this:\n\n    pump --reset\n\n> And then?\n\nCall me.`),
  whole("between, three levels", `On Mon, Ola wrote:\n>> Which hall?\n> Four.\n\nThe new one?\n\n>> And when?\n> Before Thursday.\n\nI see.`),
  // Own words that only look like history.
  whole("a citation of a law", "Dear Ingrid,\n\nthe rule says:\n\n> Pumps are looked at once a year.\n\nYours was not. Shall I write an offer?\n\nOla"),
  whole("a shell's prompt", "Try this:\n\n> pump status\npump: leaking\n> pump reset\npump: ok\n\nOla"),
  whole("a travel plan", "Here is my trip:\n\nFrom: Oslo\nTo: Bergen\nDate: 5 March 2025\nTrain: 09:25\n\nSee you at the station."),
  whole("an order form", "Order\n\nName: Ola Vik\nEmail: ola@pumps.example\nDate: 4 March 2025\nSubject: Seal\nMessage: two pieces please"),
  whole("a wish with on and wrote", "On Monday I called the maker, and on Tuesday they wrote: no seals before June.\n\nWhat now?"),
  whole("a minute of talks", "Notes of our call:\n\nIngrid: pump leaks since Monday\nOla: comes on Wednesday\nIngrid: opens the hall at eight\n\nPlease tell me if I forgot something."),
  whole("a changelog", "Released 2.1.\n\n--- Changes ---\n- new seal\n- quieter\n\n--- Thanks ---\nTo Ingrid for the report."),
  whole("a diff", "This is the change:\n\n--- a/pump.c\n+++ b/pump.c\n@@ -1,2 +1,2 @@\n-old\n+new\n\nIt works here."),
  whole("a header that is discussed", "The header of your mail is wrong:\n\nFrom: Ingrid Moe <i.moe@plant.example>\nTo: undisclosed recipients\nDate: Tue, 4 Mar 2025 09:12:00 +0100\n\nThe To line should name me. Can you look at your program?"),
  whole("a note with a dashed name", "Please sign here:\n\n--- Ingrid Moe ---\n\nand send it back until Friday."),
  whole("a price list", "> 10 pieces: 4.00\n> 100 pieces: 3.50\n\nmeans more than ten and more than a hundred."),
  whole("a quotation and its author", "To end with a nice word:\n\n\"Water wears away the stone.\"\n\nIngrid Moe wrote that in her book, and I like it.\n\nOla"),
  whole("a line of Cc people", "Ola,\n\nplease send it to:\n\nTo: Ingrid Moe <i.moe@plant.example>\nCc: Per Dahl <per@pumps.example>\n\nThanks!"),
  // Phones and signatures.
  own("a phone's footer between", `${yes}\n\nSent from my Pixel`, `${yes}\n\nSent from my Pixel\n\n${on}\n${quote}`),
  own("a confidentiality notice between", `${yes}\n\nOla Vik\nPumps Ltd\n\nCONFIDENTIAL: this message is for the addressee only.`, `${yes}\n\nOla Vik\nPumps Ltd\n\nCONFIDENTIAL: this message is for the addressee only.\n\n${head}\n\n${said}`),
  own("a signature with a mail address and a telephone", `${yes}\n\nOla Vik | Service\nT: +47 22 00 00 00\nE: ola@pumps.example\nW: www.pumps.example`, `${yes}\n\nOla Vik | Service\nT: +47 22 00 00 00\nE: ola@pumps.example\nW: www.pumps.example\n\n${head}\n\n${said}`),
  own("a signature drawn with rules", `${yes}\n\n=====================\nOla Vik\nPumps Ltd`, `${yes}\n\n=====================\nOla Vik\nPumps Ltd\n=====================\n\n${on}\n${quote}`),
  own("a signature behind the delimiter, then history", `${yes}\n\n-- \nOla Vik\nPumps Ltd`, `${yes}\n\n-- \nOla Vik\nPumps Ltd\n\n${on}\n${quote}`),
  own("Outlook, text of three mails", `${yes}`, `${yes}\n\n${head}\n\nCan you come?\n\nFrom: Ola Vik <ola@pumps.example>\nSent: Monday, March 3, 2025 4:00 PM\nTo: Ingrid Moe <i.moe@plant.example>\nSubject: Re: Hall four\n\nWhich hall?\n\nFrom: Ingrid Moe <i.moe@plant.example>\nSent: Monday, March 3, 2025 3:00 PM\nTo: Ola Vik\nSubject: Hall four\n\nIt leaks.`),
  own("Outlook's answer and Gmail's history", `${yes}`, `${yes}\n\n${head}\n\nCan you come?\n\nOn Mon, Mar 3, 2025 at 4:00 PM Ola Vik <ola@pumps.example> wrote:\n\n> Which hall?`),
  own("Gmail's answer and Outlook's history", yes, `${yes}\n\n${on}\n\n> Can you come?\n>\n> From: Ola Vik <ola@pumps.example>\n> Sent: Monday, March 3, 2025 4:00 PM\n> To: Ingrid Moe\n> Subject: Re: Hall four\n>\n> Which hall?`),
  own("an automatic answer with history", "I am away until 10 March. Per Dahl (per@pumps.example) looks after urgent things.", `I am away until 10 March. Per Dahl (per@pumps.example) looks after urgent things.\n\n-----Original Message-----\n${head}\n\n${said}`),
  own("one word", "ok", `ok\n\n${on}\n${quote}`),
  own("a sign of agreement", "👍", `👍\n\n${on}\n${quote}`),
  own("a plus one", "+1", `+1\n\n${on}\n${quote}`),
  own("a link alone", "https://pumps.example/seal", `https://pumps.example/seal\n\n${on}\n${quote}`),
  own("a number alone", "40", `40\n\n${on}\n> How many?`),
  own("an answer that ends with a colon", "My price:\n\n40 EUR", `My price:\n\n40 EUR\n\n${on}\n${quote}`),
  own("an answer with a table of bars", "| seal | 40 |\n| work | 90 |", `| seal | 40 |\n| work | 90 |\n\n${on}\n${quote}`),
  own("an answer with a cited sentence and history", "You wrote:\n\n> Can you come before Thursday?\n\nYes, on Wednesday.", `You wrote:\n\n> Can you come before Thursday?\n\nYes, on Wednesday.\n\n-----Original Message-----\n${head}\n\n${said}`),
  own("an answer with a list of bold labels, then history", "Time: Wednesday\nPlace: hall four\nPrice: 40 EUR", `Time: Wednesday\nPlace: hall four\nPrice: 40 EUR\n\n${head}\n\n${said}`),
  own("an answer with a date as its last line", "The next dates are:\n4 March 2025\n11 March 2025", `The next dates are:\n4 March 2025\n11 March 2025\n\n${on}\n${quote}`),
  own("a postscript below the name", `${yes}\n\nOla\n\nPS: the seal is the blue one.`, `${yes}\n\nOla\n\nPS: the seal is the blue one.\n\n${on}\n${quote}`),
  own("text of a notice that a gateway puts first", `CAUTION: This email originated from outside of the organization.\n\n${yes}`, `CAUTION: This email originated from outside of the organization.\n\n${yes}\n\n${head}\n\n${said}`),
  own("Teams-like reply header", yes, `${yes}\n\n[Tuesday 09:12] Ingrid Moe\n${quote}`),
  own("Slack-like reply header", yes, `${yes}\n\nIngrid Moe  9:12 AM\n${quote}`),
  own("WhatsApp-like stamp", yes, `${yes}\n\n[04.03.25, 09:12:33] Ingrid Moe:\n${quote}`),
];
