// Whole mails: the header says whether a mail answers, forwards, or does neither, and the fold keeps to it.

import { describe, expect, test } from "bun:test";
import { readMail } from "../../../src/mail/parse/read-mail.ts";

const answering = "In-Reply-To: <first@example.net>\r\nReferences: <first@example.net>\r\n";

function read(subject: string, body: string, { more = "", type = "text/plain" } = {}) {
  const head = `From: Grace Hopper <grace@example.com>\r\nTo: Ada Lovelace <ada@example.net>\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: ${type}; charset=utf-8\r\n${more}\r\n`;
  return readMail(new TextEncoder().encode(head + body.replaceAll("\n", "\r\n")));
}

const replyOf = (...given: Parameters<typeof read>) => read(...given).replyText;

const block = (from: string, sent: string, to: string, subject: string) =>
  `${from}: Bob Smith <bob@example.net>\n${sent}: 3 May 2024 10:00\n${to}: Grace Hopper <grace@example.com>\n${subject}: Invoice\n\nPlease pay by Friday.`;
const english = block("From", "Sent", "To", "Subject");

describe("a mail that answers none", () => {
  test("keeps the mails of a digest", () => {
    const one = (n: number) =>
      `------------------------------\n\nFrom: Person ${n} <p${n}@example.org>\nTo: list@example.org\nDate: Tue, 3 May 2024 10:0${n}:00 +0000\nSubject: Topic ${n}\n\nWords of mail ${n}.\n\nOn Mon, 2 May 2024 at 09:00, Ann <ann@example.org> wrote:\n> A question of ${n}?\n\nAn answer of ${n}.\n`;
    const digest = `Today's topics:\n  1. Topic 1\n  2. Topic 2\n\n${one(1)}\n${one(2)}\nEnd of digest\n`;
    expect(replyOf("list Digest, Vol 3", digest)).toBe(digest.trimEnd());
  });

  test("keeps what looks like history without quote marks", () => {
    for (const history of [
      english,
      `-----Original Message-----\n${english}`,
      "On 3 May 2024 at 10:00, Bob <bob@example.net> wrote:\n\nWe met.",
    ]) {
      const mail = `A letter in two parts.\n\n${history}`;
      expect(replyOf("A letter", mail)).toBe(mail);
      expect(replyOf("Re: A letter", mail)).toBe("A letter in two parts.");
      expect(replyOf("A letter", mail, { more: answering })).toBe("A letter in two parts.");
    }
  });

  test("folds a quote behind marks, with its attribution", () => {
    const mail = "Yes, please.\n\nOn 3 May 2024 at 10:00, Ada <ada@example.net> wrote:\n> Shall we?";
    expect(replyOf("Lunch", mail)).toBe("Yes, please.");
  });

  test("keeps a saying behind marks", () => {
    const mail =
      "Our thought of the week.\n\n> The best way to predict the future is to invent it.\n> Think of that on Monday.";
    expect(replyOf("Weekly letter", mail)).toBe(mail);
  });
});

describe("a label above something that its sender indents", () => {
  const html = (body: string) => replyOf("Re: Roof", body, { more: answering, type: "text/html" });
  const history = (quote: string) =>
    `<div class="gmail_quote"><div class="gmail_attr">On Tue, Nov 24, 2026 at 4:12 PM Rob &lt;rob@example.net&gt; wrote:</div>${quote}</div>`;

  test("is no name where the history stands below", () => {
    const own =
      "<div>Tools:</div><blockquote><p>One long ladder and two ropes.</p></blockquote><p>Bring both.</p>";
    const reply = html(`${own}${history('<blockquote class="gmail_quote">Tools?</blockquote>')}`);
    for (const words of ["Tools:", "One long ladder", "Bring both."]) expect(reply).toContain(words);
    expect(reply).not.toContain("Tools?");
  });

  test("is no name above a blockquote without a border", () => {
    const own =
      '<div>Steps:</div><blockquote style="margin:0 0 0 40px;border:none"><p>Open the valve slowly.</p></blockquote><p>Then wait.</p>';
    for (const words of ["Steps:", "Open the valve", "Then wait."]) expect(html(own)).toContain(words);
  });
});

test("an answer under a new subject is an answer", () => {
  expect(replyOf("Dinner (was: Lunch)", `Better so.\n\n${english}`)).toBe("Better so.");
});

describe("a forward below a comment", () => {
  const comment = "Can you take this one?";
  test.each([
    ["RV: Factura", block("De", "Enviado", "Para", "Asunto")],
    ["VB: Faktura", block("Från", "Skickat", "Till", "Ämne")],
    ["VS: Faktura", block("Fra", "Sendt", "Til", "Emne")],
    ["İLT: Fatura", block("Kimden", "Gönderildi", "Kime", "Konu")],
    ["[Fwd: Invoice]", english],
    ["[team] Fwd: Invoice", english],
    ["[team] [Fwd: Invoice]", english],
    ["Invoice (fwd)", english],
    ["WG: Rechnung", block("Von", "Gesendet", "An", "Betreff")],
    ["TR: Facture", block("De", "Envoyé", "À", "Objet")],
    ["I: Fattura", block("Da", "Inviato", "A", "Oggetto")],
    ["FW: Invoice", `> ${english.replaceAll("\n", "\n> ")}`],
  ])("%s", (subject, history) => {
    const mail = `${comment}\n\n${history}`;
    expect(replyOf(subject, mail, { more: answering })).toBe(mail);
  });

  test("without any prefix", () => {
    expect(replyOf("Invoice", `${comment}\n\n${english}`)).toBe(`${comment}\n\n${english}`);
  });

  test("stays behind marks with an attribution too, unless the mail answers one", () => {
    const quote = "Am 03.05.24 um 10:00 schrieb Bob Smith:\n> Bitte bis Freitag zahlen.\n> Danke.";
    for (const subject of ["WG: Rechnung", "Fwd: Rechnung", "[Fwd: Rechnung]", "PD: Rechnung"]) {
      expect(replyOf(subject, `${comment}\n\n${quote}`)).toBe(`${comment}\n\n${quote}`);
      expect(replyOf(subject, `${comment}\n\n${quote}`, { more: answering })).toBe(comment);
    }
    const cited = `<p>${comment}</p><div>On 3 May 2024, at 10:00, Bob &lt;bob@example.net&gt; wrote:</div><blockquote type="cite">Pay by Friday.</blockquote>`;
    expect(replyOf("Fwd: Invoice", cited, { type: "text/html" })).toContain("Pay by Friday.");
  });

  test("is an answer where Finnish programs write VS", () => {
    const mail = `Kiitos!\n\n${block("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe")}`;
    expect(replyOf("VS: Lasku", mail, { more: answering })).toBe("Kiitos!");
  });

  test("that is answered is history", () => {
    const forward = "FYI\n\n---------- Forwarded message ---------\nFrom: Bob <bob@example.net>\n\nPay.";
    for (const quoted of [forward, forward.slice(5)]) {
      const quote = quoted.replaceAll(/^/gm, "> ");
      const mail = `Thanks, done.\n\nOn 3 May 2024 at 10:00, Ada <ada@example.net> wrote:\n${quote}`;
      expect(replyOf("Re: Fwd: Invoice", mail, { more: answering })).toBe("Thanks, done.");
    }
  });
});

describe("a name above a quote", () => {
  const quote = "> Shall we meet at noon, or is one o'clock better?";
  test.each([
    "Ada said:",
    "Ada wrote on 3 May:",
    "Ada wrote (3 May):",
    "Ada wrote at 10:14:",
    "Ada schrieb am Montag:",
    "Am 3. Mai schrieb Ada:",
    "Ada a écrit le 3 mai :",
    "Ada napisała 3 maja:",
    "كتبت آدا:",
    "Ada Lovelace asked:",
    "Ada:",
    "Ada Lovelace:",
    "Ada sagte:",
    "Ada a dit :",
    "ada@example.net said:",
    "Lovelace, Ada wrote;",
  ])("%s", (line) => {
    expect(replyOf("Re: Lunch", `${line}\n${quote}\n\nNoon is fine with me.`)).toBe("Noon is fine with me.");
    if (!line.endsWith(";"))
      expect(replyOf("Re: Lunch", `Noon is fine with me.\n\n${line}\n${quote}`)).toBe(
        "Noon is fine with me.",
      );
  });

  test.each([
    "Error message:",
    "The server said:",
    "Ada wrote on page 12:",
    "Ada wrote about Monday:",
    "Result:",
    "See what Ada said:",
    "Definitional nit to pick:",
  ])("but %s is the sender's", (line) => {
    const mail = `I tried it again.\n\n${line}\n> The file could not be found on this disk.`;
    expect(replyOf("Re: Disk", mail)).toBe(mail);
  });
});

describe("other programs", () => {
  test("a header block with a field for answers", () => {
    const history =
      "Da: Bob Smith <bob@example.net>\nRisposta: Bob Smith <bob@example.net>\nData: venerdì 3 maggio 2024 10:00\nA: Grace Hopper <grace@example.com>\nOggetto: Pranzo\n\nCi vediamo?";
    expect(replyOf("Re: Pranzo", `Volentieri.\n\n${history}`)).toBe("Volentieri.");
  });

  test("a body outside the element that holds its header block", () => {
    const html = `<div>Yes, on Friday.</div><span id="OLK_SRC_BODY_SECTION"><div><b>From: </b>Bob Smith &lt;bob@example.net&gt;<br><b>Date: </b>Friday, 3 May 2024 10:00<br><b>To: </b>Grace &lt;grace@example.com&gt;<br><b>Subject: </b>Pay<br></div></span><div>When will you pay?</div>`;
    const mail = read("Re: Pay", html, { type: "text/html" });
    expect(mail.replyText).toBe("Yes, on Friday.");
    expect(mail.quotedHtml).toContain("When will you pay?");
  });

  test.each([
    "##- Please type your reply above this line -##",
    "—-—-—-—\nReply above this line.",
    "--- Please reply above this line ---",
    "-- Reply ABOVE this line to respond --",
    "##- Bitte geben Sie Ihre Antwort oberhalb dieser Linie ein -##",
  ])("the separator %s", (line) => {
    const history = `${line}\n\nBob commented:\n\nIs it solved?`;
    expect(replyOf("Re: Ticket", `It is.\n\n${history}`)).toBe("It is.");
    expect(replyOf("Ticket", history)).toBe(history);
  });
});
