// The fold's promises (properties), its traps, and its edges. The figures over the data are in data.test.ts.
import { describe, expect, test } from "bun:test";
import { sanitise, textToHtml } from "../../../src/mail/html/sanitize.ts";
import { foldHtml, foldText } from "../../../src/mail/reply/fold.ts";
import { brokenText } from "./promises.ts";

const attribution = "On 3 May 2024 at 10:00, Bob Smith <bob@example.com> wrote:";

const block =
  "From: Bob Smith <bob@example.com>\nSent: Friday, May 3, 2024 10:00 AM\nTo: Ann Lee\nSubject: Plan";

/** What stays of a text, "whole" when nothing is folded. */
function kept(text: string): string {
  const { reply, quoted } = foldText(text);
  return quoted === null ? "whole" : reply;
}

describe("text", () => {
  test("the reply is cut from the history, which stays as it is", () => {
    const history = `${attribution}\r\n\r\n> Shall I?  \r\n> Bob\r\n\r\n`;
    expect(foldText(`Yes.\r\n\r\n${history}`)).toEqual({ reply: "Yes.", quoted: history });
  });

  test("nothing to fold", () => {
    expect(foldText("Yes.\n\nAnn\n\n")).toEqual({ reply: "Yes.\n\nAnn", quoted: null });
    expect(foldText("")).toEqual({ reply: "", quoted: null });
    expect(foldText("\n \n")).toEqual({ reply: "", quoted: null });
  });

  test("a signature stays with the reply", () => {
    expect(kept(`Yes.\n\n-- \nAnn Lee\nExample Ltd\n\n${attribution}\n> Shall I?`)).toBe(
      "Yes.\n\n-- \nAnn Lee\nExample Ltd",
    );
    expect(kept(`Yes.\n\nSent from my iPhone\n\n${attribution}\n> Shall I?`)).toBe(
      "Yes.\n\nSent from my iPhone",
    );
  });

  test("what a program appends below the history does not keep it open", () => {
    const tails = [
      "-- \nAnn Lee\nExample Ltd",
      "Regards,\nAnn",
      "Sent from my iPhone",
      "Mit freundlichen Grüßen\nAnn Lee",
      "_______________________________________________\nriders mailing list\nriders@lists.example.com\nhttps://lists.example.com/listinfo/riders",
      "This e-mail and any files are confidential and intended solely for the addressee.",
      "https://lists.example.com/mailman/listinfo/riders",
      "You received this message because you are subscribed to the Google Groups group. To unsubscribe, write to x@example.com.",
    ];
    for (const tail of tails) expect(kept(`Yes.\n\n${attribution}\n> Shall I?\n\n${tail}\n`)).toBe("Yes.");
  });

  test("answers below a quote are the reply, answers between quotes keep them", () => {
    expect(kept(`${attribution}\n> Shall I?\n\nYes.`)).toBe("Yes.");
    expect(kept(`Hi,\n\n${attribution}\n> First?\n\nYes.\n\n> Second?\n\nNo.`)).toBe("whole");
    expect(kept(`Hi,\n\n${attribution}\n> First?\nYes.\n> Second?\nNo.\n`)).toBe("whole");
    // The rest of the quote is a signature.
    expect(kept(`${attribution}\n> First?\n\nYes.\n\n>\n> -- \n> Bob\n`)).toBe("Yes.");
    // An answer that begins with "Thanks" is an answer.
    expect(kept(`Hi,\n\n${attribution}\n> Shall I?\n\nThanks, but no: it is too early.`)).toBe(
      "Hi,\n\nThanks, but no: it is too early.",
    );
  });

  test("history above and below an answer is folded in its order", () => {
    const above = `${attribution}\n> Shall I?\n\n`;
    const below = `-----Original Message-----\n${block}\n\nOlder`;
    expect(foldText(`${above}Yes.\n\n${below}`)).toEqual({ reply: "Yes.", quoted: above + below });
    const html =
      "<div><p>Bob wrote:</p><blockquote>a</blockquote><p>Yes.</p><p>-----Original Message-----</p>b</div>";
    expect(foldHtml(html)).toEqual({
      reply: "<div><p>Yes.</p></div>",
      quoted:
        "<div><p>Bob wrote:</p><blockquote>a</blockquote></div><div><p>-----Original Message-----</p>b</div>",
    });
  });

  test("answers announced inside unmarked history keep it open", () => {
    expect(kept(`My answers are inline.\n\n${block}\n\nFirst? Yes.`)).toBe("whole");
    expect(kept(`See my comments below in red.\n\n${block}\n\nFirst? Yes.`)).toBe("whole");
    expect(kept(`Yes.\n\n${block}\n\nFirst?`)).toBe("Yes.");
  });

  test("a forward is not a reply", () => {
    expect(kept(`FYI\n\n---------- Forwarded message ---------\n${block}\n\nHello`)).toBe("whole");
    expect(kept(`Begin forwarded message:\n\n> ${block.replaceAll("\n", "\n> ")}\n>\n> Hello`)).toBe("whole");
    expect(kept(`${block}\n\nHello\n\n${block}\n\nOlder`)).toBe("whole");
    expect(kept(`-----Original Message-----\n${block}\n\nHello`)).toBe("whole");
    expect(kept(`-- \nAnn Lee\n\n${block}\n\nHello`)).toBe("whole");
    // Outlook's forwards look like its replies: the subject knows.
    const outlook = `Can you take this?\n\n${block}\n\nHello`;
    expect(kept(outlook)).toBe("Can you take this?");
    expect(foldText(outlook, { forwarded: true }).quoted).toBeNull();
    expect(foldText(`Yes.\n\n${attribution}\n> Shall I?`, { forwarded: true }).reply).toBe("Yes.");
  });

  test("a forward inside the history is history", () => {
    expect(kept(`Yes.\n\n-----Original Message-----\n\nFYI\n\n---- Forwarded message ----\n${block}`)).toBe(
      "Yes.",
    );
  });

  test("wrapped attributions", () => {
    expect(
      kept(
        "Yes.\n\nOn Tue, May 3, 2024 at 10:00 AM, Bob Smith from the Office of Plans\n<bob@example.com> wrote:\n\n> Shall I?",
      ),
    ).toBe("Yes.");
    expect(kept("Yes.\n\nOn Tue, May 3, 2024 at 10:00 AM Bob <\nbob@example.com> wrote:\n\nShall I?")).toBe(
      "Yes.",
    );
    expect(kept("Yes.\n\nOn Tue, May 3, 2024 at 10:00 AM Bob\n<\nbob@example.com\n> wrote:\nShall I?")).toBe(
      "Yes.",
    );
    expect(kept("Yes.\n\nBob Smith\n<bob@example.com> wrote:\n\n> Shall I?")).toBe("Yes.");
    expect(kept("Yes. On Tue, May 3, 2024 at 10:00 AM, bob@example.com wrote:\n> Shall I?")).toBe("Yes.");
  });

  test("quoted lines that a program broke on the way are still quoted", () => {
    const quote =
      "> The plan that I would send to everybody tomorrow has three parts, of which\nthe first is short.\n> Shall I?\n";
    expect(kept(`Yes.\n\n${attribution}\n${quote}`)).toBe("Yes.");
    expect(kept(`Yes.\n\n${attribution}\n> See https://example.com/a/long/\npath?to=1\n> Shall I?\n`)).toBe(
      "Yes.",
    );
  });

  test("a header that its sender shows, set in, is no history", () => {
    const shown = "    From: MAILER-DAEMON@mx.example\n    To: bob@example.com\n    Subject: Undelivered";
    expect(kept(`It says this?\n\n${shown}\n\nFriday is fine.\n\n${attribution}\n> Shall I?\n`)).toBe(
      `It says this?\n\n${shown}\n\nFriday is fine.`,
    );
    expect(kept(`Yes.\n\n${block.replaceAll(/^/gm, "    ")}\n\n    Shall I?`)).toBe("Yes.");
  });

  test("separators and blocks with their rules", () => {
    expect(kept(`Yes.\n\n________________________________\n${block}\n\nShall I?`)).toBe("Yes.");
    expect(
      kept(
        `Yes.\n\n  *From:* Bob [mailto:\n  bob@example.com]\n  *Sent:* Friday\n  *Subject:* Plan\n\nShall I?`,
      ),
    ).toBe("Yes.");
    expect(kept(`Yes.\n\n----- Xyz zyx -----\n${block}\n\nShall I?`)).toBe("Yes.");
    expect(kept("Yes.\n\n>>> Bob Smith <bob@example.com> 5/3/2024 10:00 AM >>>\nShall I?")).toBe("Yes.");
    expect(kept("Yes.\n\n##- Please type your reply above this line -##\n\nTicket 5 was updated.")).toBe(
      "Yes.",
    );
    expect(kept("From: Bob <bob@example.com>\n\nis who wrote to me.\n\nTo: be or not.")).toBe("whole");
  });

  test("invisible characters do not hide history", () => {
    expect(kept(`Yes.\n\n\u200e-----Ori\u200bginal Message-----\n\nShall I?`)).toBe("Yes.");
    expect(
      kept(`Yes.\n\nOn 3 May 2024 at 10:00\u202fAM, Bob Smith <bob@example.com>\u00a0wrote:\n\nShall I?`),
    ).toBe("Yes.");
  });
});

describe("traps", () => {
  // biome-ignore format: a list of mails
  const traps: Record<string, string> = {
    "prose that quotes": "Hello,\n\nOn Monday I wrote:\n\nplease wait for the plan.\n\nNothing came.",
    "prose with a date": "Hello,\n\nOn 3 May 2024 I wrote to bob@example.com:\n\nplease wait for the plan.",
    "prose in the third person": "Hello,\n\nOn 3 May 2024 the committee wrote:\n\nno plan is needed.\n\nSo we wait.",
    "prose with an inner verb": "On 3 May 2024 Bob wrote to me about the plan:\n\nit is late.",
    "prose over two lines": "We met\non 3 May 2024 with bob@example.com and he sent\nus the plan. It is late.",
    "as somebody wrote": "As Bob wrote on 3 May 2024:\n\nthe plan is late.",
    "an itinerary": "Your trip:\n\nFrom: London\nTo: Paris\nDate: 3 May 2024\n\nHave a good journey.",
    "an appointment": "The meeting:\n\nDate: Friday 3 May 2024\nTime: 10:00\nPlace: Room 5\n\nBring the plan.",
    "a contact card": "Ask him:\n\nName: Bob Smith\nMail: bob@example.com\nPhone: 555 1234\n\nHe knows.",
    "a program's session": "This is what I get:\n\n>>> print(1)\n>>> print(2)",
    "a shell": "Run this:\n\n> npm install\n> npm start",
    "a difference": "The change:\n\n3c3\n< old\n---\n> new",
    "a comparison": "The limit holds for us\n\n> 5 items and no more",
    "an arrow in a text": "Go to Settings >\nMail > Accounts and turn it off.",
    "a link in brackets": "Visit us\n>>> >>>  http://www.example.com <<<\nwhich is new",
    "from the desk": "Here it is.\n\nSent from my desk, which is better than my phone.\n\nMore tomorrow.",
    "a dashed line": "Part one\n\n---------------\n\nPart two",
    "a line about feedback": "Please write.\n\n------- Enter Feedback Below -------\n\nIt was good.",
    "a list of dates": "Deadlines:\n\n2024-05-03 10:00: first draft\n2024-05-04 10:00: second draft",
    "an mbox escape": "Hello,\n\n>From here on it is easy.",
    "the word subject": "Subject: the plan\nDate: 3 May 2024\n\nDear all,\n\nit is late.",
  };
  for (const [name, mail] of Object.entries(traps)) {
    test(name, () => expect(kept(mail)).toBe("whole"));
    test(`${name}, in HTML`, () => expect(foldHtml(sanitise(textToHtml(mail))).quoted).toBeNull());
  }
});

describe("HTML", () => {
  test("both parts are well formed, and cut from the source", () => {
    const html = `<div class="a"><p>Yes.</p><br /><p>${attribution.replace("<", "&lt;").replace(">", "&gt;")}</p><p>Shall I?</p></div>`;
    expect(foldHtml(html)).toEqual({
      reply: '<div class="a"><p>Yes.</p></div>',
      quoted:
        '<div class="a"><br /><p>On 3 May 2024 at 10:00, Bob Smith &lt;bob@example.com&gt; wrote:</p><p>Shall I?</p></div>',
    });
  });

  test("nothing to fold leaves the HTML as it is", () => {
    for (const html of ["", "<p>Yes.</p>", "<br />", "<p>a<b>c</p>", "<", "<p", "</div></div>x"]) {
      expect(foldHtml(html)).toEqual({ reply: html, quoted: null });
    }
  });

  test("history in a table's next row", () => {
    const { reply, quoted } = foldHtml(
      "<table><tbody><tr><td>Yes.</td></tr><tr><td><b>From:</b> bob@example.com<br /><b>Sent:</b> 3 May 2024<br /><b>Subject:</b> Plan</td></tr><tr><td>Shall I?</td></tr></tbody></table>",
    );
    expect(reply).toBe("<table><tbody><tr><td>Yes.</td></tr></tbody></table>");
    expect(quoted).toStartWith("<table><tbody><tr><td><b>From:</b>");
  });

  test("what is too deep, too long or too much is left whole", () => {
    const deep = `${"<div>".repeat(2_000)}<p>Yes.</p><p>-----Original Message-----</p><p>Shall I?</p>${"</div>".repeat(2_000)}`;
    expect(foldHtml(deep).quoted).toBeNull();
    const long = `${"<p>x</p>".repeat(320_000)}<p>-----Original Message-----</p><p>Shall I?</p>`;
    expect(foldHtml(long).quoted).toBeNull();
    expect(foldText(`Yes.\n${"x\n".repeat(25_000)}-----Original Message-----\nShall I?`).quoted).toBeNull();
    const quotes = foldText(`Yes.\n\n${attribution}\n${"> line\n".repeat(100_000)}`);
    expect(quotes.reply).toBe("Yes.");
  });
});

// What a minute of quadratic work would not finish; each of these takes some milliseconds.
describe("hostile input", () => {
  const units: Record<string, string> = {
    quotes: "> a\n",
    marks: ">",
    blanks: "\n",
    attributions: `${attribution}\n`,
    verbs: "Bob wrote:\n",
    labels: "From: a\n",
    blocks: `${block}\n\n`,
    interleaved: "> a\nb\n",
    footers: "Sent from my iPhone\n\n",
    rules: "-----\n",
    bars: "| a\nBob wrote:\n",
    initials: "aB> b\nBob wrote:\n",
    cells: ": b wrote:\n",
    datesAbove: "3 May 2024 10:00\n> a\n",
    fromLines: ">>From a\n",
    wrapped: "> a line that is as long as those which servers wrap at some width\nrest\n",
    supercite: '>>>>> "a" == b writes:\n\n',
    elements: "<div>a</div>\n",
    spaces: " ",
    colons: ":",
    mixed: `A\n\n> ${attribution}\n> b\n\n-- \nc\n\n`,
    dashes: "-",
    at: "a@",
    dates: "1.1.2024 ",
    on: "on 1 ",
  };
  for (const [name, unit] of Object.entries(units)) {
    test(name, () => expect(brokenText(unit.repeat(Math.ceil(400_000 / unit.length)))).toBeNull(), 20_000);
  }
  const elements: Record<string, string> = {
    divs: "<div>",
    pairs: "<div>x</div>",
    quotes: "<blockquote>x</blockquote>y",
    deep: "<blockquote>",
    breaks: "<br />",
    containers: '<div class="gmail_quote">x',
    closers: "</div>",
    mismatched: "<div></span>",
    entities: "&gt;&amp;",
    open: "<a ",
    attributes: "<p class=a id=b style=c>",
    comments: "<!--",
    pre: "<pre>\n",
  };
  for (const [name, unit] of Object.entries(elements)) {
    test(`HTML ${name}`, () => {
      const html = unit.repeat(Math.ceil(400_000 / unit.length));
      const { reply } = foldHtml(html);
      expect(foldHtml(reply)).toEqual({ reply, quoted: null });
    }, 20_000);
  }
});
