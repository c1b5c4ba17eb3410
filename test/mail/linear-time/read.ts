// Reads each shape the way a mail is read, and prints its name when it is done: a process that others end.
import { findCodes } from "../../../src/mail/codes/find-codes.ts";
import { htmlToMarkdown } from "../../../src/mail/html/markdown.ts";
import { parseNow } from "../../../src/mail/parse/parse.ts";
import { readSafety } from "../../../src/mail/parse/read-mail.ts";
import { classifyReport } from "../../../src/mail/report/classify.ts";
import { baseSubject, messageIds } from "../../../src/mail/threading.ts";
import { shapesOf } from "./shapes.ts";

for (const [name, make] of Object.entries(shapesOf(64_000))) {
  const text = make();
  const raw = Buffer.from(text.replace(/\r?\n/g, "\r\n"));
  const mail = parseNow(raw);
  readSafety(raw);
  classifyReport(raw, "");
  findCodes({ subject: mail.subject, text: mail.text, html: mail.html ?? "" });
  htmlToMarkdown(mail.html ?? "");
  baseSubject(mail.subject);
  messageIds(/^references:([^\n]*)/im.exec(text)?.[1] ?? null);
  process.stdout.write(`${name}\n`);
}
