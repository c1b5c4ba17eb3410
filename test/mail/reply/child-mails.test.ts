// Forwarded mails and those of digests, each with its author, date and text, as spans of the mail that holds them.
import { describe, expect, test } from "bun:test";
import { readMail } from "../../../src/mail/parse/read-mail.ts";
import { cutsOf, spansOf, type TextSpan } from "../../../src/mail/reply/spans.ts";

function forwardsOf(subject: string, body: string): TextSpan[] {
  const head = `From: Ned Oram <ned@parish.example>\r\nTo: lou@parish.example\r\nSubject: ${subject}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n`;
  const { text, replyText } = readMail(new TextEncoder().encode(head + body.replaceAll("\n", "\r\n")));
  expect(replyText).toBe(body.trimEnd());
  return spansOf(text ?? "", cutsOf(text ?? "", replyText) ?? []).filter(({ kind }) => kind === "forward");
}

const when = "Wed, 7 Jan 2026 14:14:09 +0100";
const person = (n: number) => `Person ${n} <p${n}@hall.example>`;
const rule = "-".repeat(30);

describe("a digest", () => {
  test.each([
    [
      "Mailman's",
      `Today's Topics:\n\n   1. Topic 1\n\n${"-".repeat(70)}\n\n`,
      (n: number) =>
        `${rule}\n\nMessage: ${n}\nDate: ${when}\nFrom: ${person(n)}\nSubject: [hall] Topic ${n}\nTo: hall@hall.example\n\nWords ${n}.\n\n`,
    ],
    [
      "Mailman's, with more fields",
      `Today's Topics:\n\n   1. Topic 1\n\n${"-".repeat(70)}\n\n`,
      (n: number) =>
        `${rule}\n\nMessage: ${n}\nDate: ${when}\nFrom: ${person(n)}\nTo: hall@hall.example\nSubject: [hall] Topic ${n}\nMessage-ID: <${n}@x.example>\nContent-Type: text/plain; charset=us-ascii\n\nWords ${n}.\n\n`,
    ],
    [
      "in German, announced",
      "Heute in der Halle:\n\n",
      (n: number) =>
        `${rule}\n\nVon: ${person(n)}\nDatum: 07.01.2026 14:14\nBetreff: Topic ${n}\n\nWords ${n}.\n\n`,
    ],
    [
      "with a rule below each header block",
      "Daily\n\n",
      (n: number) =>
        `${"=".repeat(30)}\nFrom: ${person(n)}\nDate: ${when}\nSubject: Topic ${n}\n${"=".repeat(30)}\n\nWords ${n}.\n\n`,
    ],
  ])("%s", (_, top, item) => {
    const found = forwardsOf("hall Digest, Vol 2", `${top}${[1, 2, 3].map(item).join("")}End of digest\n`);
    expect(
      found.map(({ mail }) => [
        mail?.from?.email,
        mail?.subject?.endsWith(`Topic ${mail.text.charAt(6)}`),
        mail?.text.slice(0, 6),
      ]),
    ).toEqual([1, 2, 3].map((n) => [`p${n}@hall.example`, true, "Words "]));
    expect(found.every(({ mail }) => mail?.date != null)).toBe(true);
  });
});

test("a separator below the header block, too, begins no mail of its own", () => {
  const line = "============ Forwarded message ============";
  const block = `${line}\nFrom: ${person(1)}\nTo: <ned@parish.example>\nDate: ${when}\nSubject: Scaffold\n${line}\n\nThe scaffold is down.\n`;
  const found = forwardsOf("Fwd: Scaffold", `Look.\n\n${block}`);
  expect(found.map(({ mail }) => mail?.text)).toEqual(["The scaffold is down."]);
});

test.each([
  "-------- Forwarded Message --------\nSubject: \tScaffold\nDate: \tWed, 7 Jan 2026 14:14:09 +0100\nFrom: \tPerson 1 <p1@hall.example>\nTo: \tned@parish.example",
  "-------- İletilmiş İleti --------\nKonu: \tScaffold\nTarih: \tWed, 7 Jan 2026 14:14:09 +0100\nKimden: \tPerson 1 <p1@hall.example>\nKime: \tned@parish.example",
  "İletilen iletinin başlangıcı:\n\nKimden: Person 1 <p1@hall.example>\nKonu: Scaffold\nTarih: 7 Ocak 2026 14:14\nKime: ned@parish.example",
])("fields behind tabs, and Turkish programs: %s", (block) => {
  const [found, ...more] = forwardsOf("Fwd: Scaffold", `Look.\n\n${block}\n\nThe scaffold is down.\n`);
  expect(more).toEqual([]);
  expect(found?.mail).toMatchObject({
    subject: "Scaffold",
    from: { email: "p1@hall.example" },
    text: "The scaffold is down.",
  });
});
