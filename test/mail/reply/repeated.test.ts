// What an answer repeats of a mail that the mailbox holds, found by comparing.
import { describe, expect, test } from "bun:test";
import { must } from "../../../src/lib/must.ts";
import { visibleText } from "../../../src/mail/html/visible-text.ts";
import { readMail } from "../../../src/mail/parse/read-mail.ts";
import { cutHtml, cutText } from "../../../src/mail/reply/fold.ts";
import { htmlCuts, repeatedLines, textCuts } from "../../../src/mail/reply/repeated.ts";

function mail(body: string, { type = "text/plain", more = "" } = {}) {
  const head = `From: Ada <ada@example.com>\r\nTo: Bob Smith <bob@example.net>\r\nSubject: Re: Plan\r\n${more}MIME-Version: 1.0\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n`;
  return readMail(new TextEncoder().encode(head + body.replaceAll("\n", "\r\n")));
}

const answering = { more: "In-Reply-To: <1@x>\r\n" };

function replyTo(origin: string, answer: string, { html = false } = {}): string | null {
  const held = mail(origin, html ? { type: "text/html" } : {});
  const given = mail(answer, { ...answering, ...(html ? { type: "text/html" } : {}) });
  const one = { id: "1", digest: must(held.digest, "the mail has words") };
  const compared = must(given.compared, "the mail answers");
  if (html) {
    const lines = must(compared.html, "the mail has HTML");
    const found = repeatedLines(lines, [one]);
    return found && visibleText(must(cutHtml(given.html, htmlCuts(lines, found)), "not deep").reply);
  }
  const lines = must(compared.text, "the mail has text");
  const found = repeatedLines(lines, [one]);
  return found && cutText(given.text ?? "", textCuts(lines, found)).reply;
}

const plan =
  "Dear Ada,\n\nwe would like to meet on Friday at ten in the small room on the second floor.\nPlease bring the drawings of the bridge and the list of what is still open,\nso that we can decide about the order of the works.\n\nBob";

describe("text", () => {
  test.each([
    ["Ada Lund\nDockside Rentals", "Ada Lund\nDockside Rentals"],
    ["Ada Lund\n\nSent from my iPhone", "Ada Lund\n\nSent from my iPhone"],
  ])("a signature below the quote is its sender's: %s", (signature, kept) => {
    const quote = plan.replaceAll(/^/gm, "> ");
    const answer = `I will be there.\n\nOn Mon, 23 Nov 2026 at 14:02, Bob Smith <bob@example.net> wrote:\n${quote}\n\n-- \n${signature}`;
    expect(replyTo(plan, answer)).toBe(`I will be there.\n\n${kept}`);
  });

  test("the footer of a list below the quote is not", () => {
    const quote = plan.replaceAll(/^/gm, "> ");
    const footer = "-- \nPlans mailing list\nTo unsubscribe: https://lists.example/mailman/options/plans";
    expect(replyTo(plan, `I will be there.\n\n${quote}\n\n${footer}`)).toBe("I will be there.");
  });

  test.each([
    [
      "a quote below, in a language that no rule knows",
      `Ndikubwera, zikomo.\n\nPa 3 Meyi 2024 10:00 Bob Smith <bob@example.net> adalemba kuti:\n\n${plan}`,
      "Ndikubwera, zikomo.",
    ],
    [
      "a quote with marks, wrapped anew",
      `I will be there.\n\nBob Smith:\n${plan
        .replace("second floor.\n", "second\n> floor. ")
        .split("\n")
        .map((line) => `> ${line}`.replace("> > ", "> "))
        .join("\n")}`,
      "I will be there.",
    ],
    [
      "character references in the quote",
      `Agreed.\n\n> ${plan.replaceAll("\n", "\n> ").replace("the bridge and", "the &quot;bridge&quot; and")}`,
      "Agreed.",
    ],
    [
      "a line of the quote that its sender corrected",
      `My correction:\n\n> ${plan.replaceAll("\n", "\n> ").replace("Friday at", "Monday around")}`,
      "My correction:\n\n> we would like to meet on Monday around ten in the small room on the second floor.",
    ],
    [
      "marks lost where a program wrapped the lines",
      `I will be there.\n\n> ${plan.replaceAll("\n", "\n> ").replace("on the second", "on\nthe second").replace("what is still", "what is\nstill").replace("the order of", "the\norder of")}`,
      "I will be there.",
    ],
    ["initials as marks", `I will be there.\n\n${plan.replace(/^/gm, "BS> ")}`, "I will be there."],
    [
      "a name and a colon, in no paragraph of the sender",
      `I will be there.\n\nBob S.:\n\n> ${plan.replaceAll("\n", "\n> ")}`,
      "I will be there.",
    ],
    [
      "dashes around a day and a name",
      `I will be there.\n-- 3.5.2024 Bob --\n> ${plan.replaceAll("\n", "\n> ")}`,
      "I will be there.",
    ],
    [
      "a name, a day, a time and words of an unknown language",
      `I will be there.\n\nBob Smith kọ̀wé ní 3/5/2024 10:00:\n> ${plan.replaceAll("\n", "\n> ")}`,
      "I will be there.",
    ],
    ["a quote above", `> ${plan.replaceAll("\n", "\n> ")}\n\nI will be there.`, "I will be there."],
    [
      "no introduction at all",
      `I will be there, with the drawings.\n\n${plan}`,
      "I will be there, with the drawings.",
    ],
    [
      "words of the sender inside the history",
      `See below.\n\n-----Original Message-----\nFrom: Bob Smith <bob@example.net>\nSent: 3 May 2024 10:00\nTo: Ada\nSubject: Plan\n\n${plan.replace("second floor.\n", "second floor.\nThat room is taken, let us use the large one.\n")}`,
      "See below.\n\nThat room is taken, let us use the large one.",
    ],
  ])("%s", (_, answer, expected) => {
    expect(replyTo(plan, answer)?.replace(/\n{2,}/g, "\n\n")).toBe(expected);
  });

  test("all of a short mail below the answer, without marks, is history; a part of it is not", () => {
    const short = "Hello,\n\nthe boat lies at the pier and is ready for the winter. Shall I cover it now?";
    expect(replyTo(short, `Yes, please.\n\n\n${short}\n`)).toBe("Yes, please.");
    const part = "Shall I cover it now? Yes, please, cover it now with the green one.";
    expect(replyTo(short, part) ?? part).toBe(part);
  });

  test("a sentence that is typed again is the sender's", () => {
    const typed =
      "You wrote that we can decide about the order of the works.\n\nWe cannot.\n\nPlease bring the drawings of the bridge and the list of what is still open,\n\nAda";
    expect(replyTo(plan, typed)).toBeNull();
  });

  test.each([
    [
      "answers of one word that the other mail has next",
      "> Is it tea or coffee for the guests of Friday evening?\nTea",
      "Is it tea or coffee for the guests of Friday evening? Tea is cheaper by far.",
    ],
    [
      "a form filled in as it was before",
      "> Meal on Saturday\nfish\n> Drink on Saturday\nwine",
      "Meal on Saturday\nfish\nDrink on Saturday\nwine\nThanks",
    ],
    ["a word to whom the mail goes", `Bob, the large one:\n\n> ${plan.replaceAll("\n", "\n> ")}`, plan],
    [
      "a name that goes on",
      `The stone of the founder says\n-- Bob 1924 --\n> ${plan.replaceAll("\n", "\n> ")}`,
      plan,
    ],
    [
      "a prompt below a quote of a long mail",
      `> ${plan.replaceAll("\n", "\n> ")}\n\nsql> select the name\nsql> from rooms\n\nWhy does this give none?`,
      `${plan} ${"another word ".repeat(5000)}`,
    ],
    ["a name and an amount of a year", `Bob, budget 2026:\n> ${plan.replaceAll("\n", "\n> ")}`, plan],
    ["orders with numbers", `Bob: approve 10 reject 12 2024:\n> ${plan.replaceAll("\n", "\n> ")}`, plan],
    ["where a meeting went", `Bob Smith moved to 3/5/2024 10:00:\n> ${plan.replaceAll("\n", "\n> ")}`, plan],
    ["a prompt", "sql> select the name of the room\nsql> from the list of rooms\n\ngives none.", plan],
  ])("words of the sender stay: %s", (_, answer, origin) => {
    const own = answer.split("\n").filter((line) => line !== "" && !line.startsWith(">"));
    const reply = replyTo(origin, answer) ?? mail(answer, answering).replyText;
    for (const line of own) expect(reply).toContain(line);
  });

  test("words put into a long line stay, in Chinese too", () => {
    const line =
      "我们希望星期五上午十点在二楼的小房间里见面，请带上桥梁的图纸和还没有解决的问题清单，这样我们可以决定工程的顺序和时间安排。";
    const changed = line.replace("见面，", "见面，（那个房间已经被订了）");
    expect(replyTo(line, `答复如下。\n\n> ${changed}`) ?? changed).toContain("那个房间已经被订了");
  });

  test("what stands behind the first 600 characters of a line is read", () => {
    const long = Array.from({ length: 120 }, (_, n) => `word${n}`).join(" ");
    const marked = `See there.\n\n> so\u00ad ${long} That room is taken.`;
    expect(replyTo(`so ${long}`, marked) ?? marked).toContain("That room is taken.");
    const html = `<p>See there.</p><blockquote><p>${long} <b>That room is taken.</b></p></blockquote>`;
    expect(replyTo(`<p>${long}</p>`, html, { html: true }) ?? html).toContain("That room is taken.");
  });

  test("what is not held is new, whatever marks it has", () => {
    const answer = `Yes.\n\nOn 3 May 2024 at 10:00, Bob Smith <bob@example.net> wrote:\n> ${plan.replaceAll("\n", "\n> ")}\n> The lease of the barn ends in June as everybody knows.`;
    expect(replyTo(plan, answer)).toContain("The lease of the barn ends in June");
    expect(replyTo(plan, answer)).not.toContain("drawings");
  });

  test("answers at the margin keep the quotes", () => {
    const lines = plan.split("\n").filter((line) => line !== "");
    const answer = `> ${lines[1]}\nFriday is fine.\n> ${lines[2]}\n> ${lines[3]}\nI will.\n> ${lines[4] ?? lines[3]}\nGood.`;
    expect(replyTo(plan, answer)).toBe(answer);
  });

  test("a quote of something else above the sender's words is cited", () => {
    const verse = "> Row, row, row your boat\n> gently down the stream\n\nis what the children sing.";
    expect(replyTo(plan, verse)).toBe(verse);
    // A program says of whom it is.
    expect(replyTo(plan, `Bob Smith wrote:\n${verse}`)).toBeNull();
  });

  test("an introduction that ends with its verb", () => {
    expect(replyTo(plan, `好。\n\n鲍勃 2024/05/03 写道\n${plan}`)).toBe("好。");
  });

  test("a quote of something else leaves the rules alone", () => {
    expect(replyTo(plan, "Yes.\n\n> The barn is to let.\n> It has a new roof.")).toBeNull();
  });
});

describe("HTML", () => {
  const html = `<p>Dear Ada,</p><p>we would like to meet on Friday at ten in the small room on the second floor. Please bring the drawings of the bridge &amp; the list of what is still open, so that we can decide about the order of the works.</p><p>Bob</p>`;
  test.each([
    [
      "below a line that no rule knows",
      `<div>Ndikubwera, zikomo.</div><div>Bob Smith &lt;bob@example.net&gt; adalemba:</div><div>${html}</div>`,
      "Ndikubwera, zikomo.",
    ],
    ["in a blockquote", `<div>I will be there.</div><blockquote>${html}</blockquote>`, "I will be there."],
    ["above", `<blockquote>${html}</blockquote><p>I will be there.</p>`, "I will be there."],
    [
      "with an answer inside",
      `<p>See below.</p><blockquote type="cite"><p>Dear Ada,</p><p>we would like to meet on Friday at ten in the small room on the second floor.</p><p style="color:red">That room is taken.</p><p>Please bring the drawings of the bridge &amp; the list of what is still open</p></blockquote>`,
      "See below.\nThat room is taken.",
    ],
  ])("%s", (_, answer, expected) => {
    expect(replyTo(html, answer, { html: true })?.replace(/\n{2,}/g, "\n")).toBe(expected);
  });
});
