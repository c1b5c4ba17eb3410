// Mails made from the grammar of HTML and CSS, as a browser paints them: what is not painted is not read, what is painted is not
// lost, and words that stand apart are not joined. Text and Markdown hold the same words. 5,000 with FUZZ=100 (percent), 20 where
// it is not set. Seeded.
import { expect, test } from "bun:test";
import { htmlToMarkdown } from "../../src/mail/html/markdown.ts";
import { sanitise } from "../../src/mail/html/sanitize.ts";
import { visibleText } from "../../src/mail/html/visible-text.ts";
import { Findings } from "../../src/mail/visible/findings.ts";
import { visibleMarkup } from "../../src/mail/visible/visible-markup.ts";
import { makeMail } from "../mail/visible/mail-maker.ts";
import { openPixelJudge, type PaintedWord } from "../mail/visible/pixels.ts";
import { seeded } from "../support/app/random.ts";
import { noChromium } from "../support/clients/programs.ts";

const { FUZZ, FUZZ_SEED = "20261126", FUZZ_ROUND } = process.env;
const rounds = FUZZ === undefined ? 20 : Math.max(1, Math.round(50 * Number(FUZZ)));
const first = Number(FUZZ_SEED);

/** @param text what is read of a mail. @returns what is wrong with it */
function wrongIn(painted: readonly PaintedWord[], text: string, isWhole: boolean): string[] {
  const wrong: string[] = [];
  for (const [at, { word, sight, gap }] of painted.entries()) {
    const isRead = text.includes(word);
    if (sight === "unseen" && isRead && isWhole) wrong.push(`read and not seen: ${word}`);
    if (sight === "seen" && !isRead) wrong.push(`seen and lost: ${word}`);
    const before = painted[at - 1];
    const isApart = sight === "seen" && before?.sight === "seen" && (gap === null || gap > 3);
    if (isApart && text.includes(before.word + word)) wrong.push(`joined: ${before.word}${word}`);
  }
  return wrong;
}

const wordsOf = (text: string) => text.match(/[a-z]{8}/g) ?? [];

test.skipIf(noChromium !== null)(
  `${rounds} mails are read as they are painted`,
  async () => {
    const judge = await openPixelJudge();
    const counts = { seen: 0, unseen: 0, unsure: 0, notJudged: 0 };
    const from = FUZZ_ROUND === undefined ? 0 : Number(FUZZ_ROUND);
    const to = FUZZ_ROUND === undefined ? rounds : from + 1;
    const failed: object[] = [];
    try {
      for (let round = from; round < to; round++) {
        const { html, done } = makeMail(seeded(first + round));
        const findings = new Findings();
        const markup = sanitise(visibleMarkup(html, findings));
        const text = visibleText(markup);
        const painted = await judge.words(html);
        const wrong = wrongIn(painted, text, findings.isWhole);
        if (wordsOf(htmlToMarkdown(markup)).join() !== wordsOf(text).join()) wrong.push("Markdown differs");
        const hidden = wordsOf(findings.hidden.map((one) => one.text).join(" "));
        wrong.push(...hidden.filter((word) => text.includes(word)).map((word) => `hidden and read: ${word}`));
        for (const { sight } of painted) counts[sight]++;
        if (!findings.isWhole) counts.notJudged++;
        if (wrong.length > 0) failed.push({ seed: first, round, wrong, done, html });
        if (failed.length >= 5) break;
      }
    } finally {
      await judge.close();
    }
    process.stderr.write(`${to - from} mails from seed ${first}: ${JSON.stringify(counts)}\n`);
    expect(failed).toEqual([]);
  },
  3_600_000,
);
