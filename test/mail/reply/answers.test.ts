// Answers of answers.ts and answers-more.ts, each with the mail that it answers in the mailbox.
import { expect, test } from "bun:test";
import { must } from "../../../src/lib/must.ts";
import { textOfReply } from "../../../src/mail/html/visible-text.ts";
import { readMail } from "../../../src/mail/parse/read-mail.ts";
import { cutHtml, cutText } from "../../../src/mail/reply/fold.ts";
import { htmlCuts, repeatedLines, textCuts } from "../../../src/mail/reply/repeated.ts";
import { type AnswerCase, answerCases } from "./answers.ts";
import { moreAnswers } from "./answers-more.ts";
import { collapse } from "./judge.ts";

const read = (body: string, type: string, more = "") =>
  readMail(
    new TextEncoder().encode(
      `From: A <a@example.com>\r\nTo: Piet <piet@chapel.example>\r\nSubject: Re: x\r\n${more}MIME-Version: 1.0\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body.replaceAll("\n", "\r\n")}`,
    ),
  );

function replies({ origin, answer, html = false }: AnswerCase): { byRules: string; byComparing: string } {
  const { digest } = read(origin, "text/plain");
  const mail = read(answer, html ? "text/html" : "text/plain", "In-Reply-To: <1@x>\r\n");
  const known = [{ id: "1", digest: must(digest, "it has words") }];
  const { text, html: markup } = must(mail.compared, "it answers");
  const byRules = mail.replyText;
  if (html) {
    const lines = must(markup, "it has HTML");
    const found = repeatedLines(lines, known);
    if (found === null) return { byRules, byComparing: byRules };
    return {
      byRules,
      byComparing: textOfReply(must(cutHtml(mail.html, htmlCuts(lines, found)), "it is flat").reply).text,
    };
  }
  const lines = must(text, "it has text");
  const found = repeatedLines(lines, known);
  return {
    byRules,
    byComparing: found === null ? byRules : cutText(mail.text ?? "", textCuts(lines, found)).reply,
  };
}

const all = [...answerCases, ...moreAnswers];

test.each(all.map((one) => [one.name, one] as const))("%s", (_, one) => {
  expect(collapse(replies(one).byComparing)).toBe(collapse(one.own));
});

test("how many the rules alone get right", () => {
  const right = all.filter((one) => collapse(replies(one).byRules) === collapse(one.own));
  process.stdout.write(`answers: ${right.length} of ${all.length} by rules alone\n`);
  expect(right.length).toBeLessThan(all.length);
});
