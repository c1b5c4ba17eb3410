// The fold's promises over mutated real mails: 100,000 with FUZZ=100 (percent), a hundredth of it by default. Seeded.

import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sanitise, textToHtml } from "../../src/mail/html/sanitize.ts";
import { brokenHtml, brokenText } from "../mail/reply/promises.ts";
import { seeded } from "../support/app/random.ts";

const data = process.env.POSTROOM_TEST_DATA;
if (!data) process.stderr.write("fuzz/reply: POSTROOM_TEST_DATA is not set, skipped\n");
const runs = Math.max(1, Math.round((100_000 * Number(process.env.FUZZ ?? "1")) / 100));

/** Mails longer than this are cut before they are mutated: what matters lies at borders, not in length. */
const CAP = 4_000;

// biome-ignore format: a table
const textPieces = [
  "\n", "\n\n", "> ", ">", "\r\n", "On 3 May 2024 at 10:00, Bob <b@example.com> wrote:\n", "-----Original Message-----\n", "Bob wrote:\n",
  "From: Bob <b@example.com>\nSent: 3 May 2024 10:00\nTo: a@example.com\nSubject: x\n", "-- \n", "Sent from my iPhone\n\n", "____________\n",
  "---------- Forwarded message ---------\n", "https://example.com/a", "\u200b", "：", "ok\n", "Regards,\nBob\n", "\ud83d", "\u0000", "see inline\n",
];
// biome-ignore format: a table
const htmlPieces = [
  "<br>", "<div>", "</div>", "<blockquote>", "</blockquote>", '<blockquote type="cite">', '<div class="gmail_quote">', "&gt; ", "<hr>", "-- <br>",
  "<p>On 3 May 2024 at 10:00, Bob &lt;b@example.com&gt; wrote:</p>", "<p>&nbsp;</p>", '<div class="gmail_signature">--<br>Bob</div>', "<!--", "<td>",
  '<div id="divRplyFwdMsg">From: Bob &lt;b@example.com&gt;<br>Sent: 3 May 2024 10:00<br>To: a@example.com<br>Subject: x</div>', "<table><tr><td>",
  "Sent from my iPhone<br><br>", "</td></tr></table>", "<pre>a\n\n> b\n</pre>", '<div class="moz-cite-prefix">', '<div class="yahoo_quoted">', "<",
];

function mutate(mail: string, pieces: readonly string[], random: (limit: number) => number): string {
  let text = mail.slice(0, CAP);
  for (let left = random(4) + 1; left > 0; left -= 1) {
    const at = random(text.length + 1);
    const to = Math.min(text.length, at + random(300));
    const kind = random(4);
    if (kind === 0) text = text.slice(0, at) + pieces[random(pieces.length)]! + text.slice(at);
    else if (kind === 1) text = text.slice(0, at) + text.slice(to);
    else if (kind === 2) text = text.slice(0, to) + text.slice(at, to) + text.slice(to);
    else {
      const lines = text.split("\n");
      const line = (random(2) === 0 ? "> " : "") + lines[random(lines.length)]!;
      lines.splice(random(lines.length), 0, line);
      text = lines.join("\n");
    }
  }
  return text;
}

/** Real mails as they stand (a body is a body), and the collected cases. */
function seeds(): { texts: string[]; htmls: string[] } {
  const texts: string[] = [];
  const htmls: string[] = [];
  for (const kind of ["ham", "spam"]) {
    const folder = join(data!, "mailbox", kind);
    for (const name of readdirSync(folder).sort()) {
      const raw = readFileSync(join(folder, name), "latin1");
      const body = raw.slice(raw.indexOf("\n\n") + 2);
      if (/<(?:html|body|table)\b/i.test(body)) htmls.push(body.slice(0, CAP));
      else texts.push(body);
    }
  }
  const cases = readFileSync(join(data!, "reply", "cases.jsonl"), "utf8")
    .trim()
    .split("\n");
  for (const line of cases) {
    const one = JSON.parse(line) as { format: string; input: string };
    (one.format === "html" ? htmls : texts).push(one.input);
  }
  return { texts, htmls };
}

describe.skipIf(!data)("mutated mails", () => {
  const { texts, htmls } = data ? seeds() : { texts: [], htmls: [] };

  test(`${runs} of text`, () => {
    const random = seeded(1);
    for (let run = 0; run < runs; run += 1) {
      const mail = mutate(texts[random(texts.length)]!, textPieces, random);
      const broken = brokenText(mail, { forwarded: random(5) === 0 });
      if (broken !== null) expect(broken).toBe("");
      if (run % 10 === 0) {
        const shown = brokenHtml(sanitise(textToHtml(mail)));
        if (shown !== null) expect(shown).toBe("");
      }
    }
  }, 3_600_000);

  test(`${Math.ceil(runs / 2)} of HTML`, () => {
    const random = seeded(2);
    for (let run = 0; run < runs / 2; run += 1) {
      const html = sanitise(mutate(htmls[random(htmls.length)]!, htmlPieces, random));
      const broken = brokenHtml(html);
      if (broken !== null) expect(broken).toBe("");
    }
  }, 3_600_000);
});
