// A browser is the judge of what is visible: no text that it shows is lost, in the cases of these tests and in public mails.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sanitise } from "../../../src/mail/html/sanitize.ts";
import { visibleText } from "../../../src/mail/html/visible-text.ts";
import { partText } from "../../../src/mail/mime/part-text.ts";
import { scanStructure } from "../../../src/mail/mime/structure.ts";
import { bodiesOf, isHtml } from "../../../src/mail/parse/bodies.ts";
import { Findings } from "../../../src/mail/visible/findings.ts";
import { withoutInvisible } from "../../../src/mail/visible/invisible-characters.ts";
import { visibleMarkup } from "../../../src/mail/visible/visible-markup.ts";
import { jsonLines, mailFiles, skipWithoutData } from "../../support/app/mail-data.ts";
import { noChromium } from "../../support/clients/programs.ts";
import { type Judge, openJudge } from "./browser.ts";
import { techniques, variants } from "./hiding-html.ts";
import { newerHiding, newerStaying } from "./more-markup.ts";
import { stateHiding, stateStaying } from "./states-markup.ts";
import { staying } from "./staying.ts";
import { unlikeHiding, unlikeStaying } from "./unlike-markup.ts";

const full = process.env.FUZZ === "100";

/** Written to hide, and not hidden for this judge: in Outlook alone, below 6 px, behind a picture, shadow or edge, out of the window, blended. */
const shownByBrowsers = new Set([
  "mso-hide",
  "mso-hide in a rule",
  "zero cell",
  "font-size in em of em",
  "gradient of one colour",
  "mask",
  "behind a background",
  "blend mode screen",
  "blend mode lighten",
  "far right",
  "a shadow within the box",
  "one colour in image-set()",
  "a mask of no size, in one word",
  "a picture of no size behind letters",
  "filters of opacity that add up",
  "a thick edge of the colour behind",
  "a thick edge on a dark ground",
  "a shadow of the colour behind",
  "a far shadow",
]);
/** A reader opens one, and sees one now and then; a pointer passes the text of others, which is painted outside of a box, or has none. */
const beyondPointers = new Set([
  "details can be opened",
  "height 0 without overflow",
  "a mask without a box",
  "blend mode difference",
  "a legend on the edge of its box",
  "an animation that blinks",
  "white on a shadow within",
  "an edge of another colour",
  "an edge in the colour of clear letters",
  "an edge in that colour, by name",
  "a shadow in the colour of clear letters",
  "an edge whose colour stands around",
]);

const squashed = (text: string) => withoutInvisible(text).replace(/[\s\u00a0*]+/g, "");

interface Compared {
  nodes: number;
  /** Visible texts that are not in ours. */
  lost: string[];
  /** Hidden texts of some length that are in ours. */
  kept: string[];
}

async function compare(judge: Judge, html: string): Promise<Compared> {
  const ours = squashed(visibleText(sanitise(visibleMarkup(html, new Findings()))));
  const texts = (await judge.texts(html)).filter(({ text }) => squashed(text).length > 1);
  const has = (text: string) => ours.includes(squashed(text));
  return {
    nodes: texts.length,
    lost: texts.filter(({ isVisible, text }) => isVisible && !has(text)).map(({ text }) => text),
    kept: texts
      .filter(({ isVisible, text }) => !isVisible && squashed(text).length > 8 && has(text))
      .map(({ text, why }) => `${text}: ${why}`),
  };
}

if (noChromium !== null) test.skip(`visible text as a browser judges it: ${noChromium}`, () => {});
else suite();

function suite(): void {
  let judge: Judge;
  beforeAll(async () => {
    judge = await openJudge();
  });
  afterAll(() => judge?.close());

  describe("the cases, as a browser judges them", () => {
    test("hidden ones are hidden", async () => {
      const seen: string[] = [];
      for (const [name, html] of Object.entries({
        ...techniques,
        ...variants,
        ...newerHiding,
        ...unlikeHiding,
        ...stateHiding,
      })) {
        const shown = (await judge.texts(html)).filter(({ isVisible }) => isVisible);
        if (shown.some(({ text }) => text.includes("whisper"))) seen.push(name);
        expect({ name, spoken: shown.some(({ text }) => text.includes("spoken")) }).toEqual({
          name,
          spoken: true,
        });
      }
      expect(seen.sort()).toEqual([...shownByBrowsers].sort());
    });

    test("staying ones are seen", async () => {
      for (const [name, html] of Object.entries({
        ...staying,
        ...newerStaying,
        ...unlikeStaying,
        ...stateStaying,
      })) {
        if (beyondPointers.has(name)) continue;
        const hidden = (await judge.texts(html)).filter(
          ({ text, isVisible }) => text.includes("spoken") && !isVisible,
        );
        expect({ name, hidden }).toEqual({ name, hidden: [] });
      }
    });
  });

  // DECISIONS Visible text: A browser judges: no visible text of public mails is lost
  test("public mails and reply cases lose no visible text", async () => {
    if (skipWithoutData()) return;
    const documents: { name: string; html: string }[] = [];
    for (const { name, raw } of [...mailFiles("mailbox"), ...mailFiles("mime")]) {
      const { binary, root } = scanStructure(raw);
      for (const part of bodiesOf(root).html)
        if (isHtml(part)) documents.push({ name, html: partText(binary, part, null) });
    }
    for (const { id, format, input } of jsonLines<{ id: string; format: string; input: string }>(
      "reply/cases.jsonl",
    )) {
      if (format === "html") documents.push({ name: id, html: input });
    }
    expect(documents.length).toBeGreaterThan(200);
    const taken = full ? documents : documents.filter((_one, at) => at % 10 === 0);
    let nodes = 0;
    const wrong: object[] = [];
    for (const { name, html } of taken) {
      const { lost, kept, nodes: some } = await compare(judge, html);
      nodes += some;
      if (lost.length + kept.length > 0) wrong.push({ name, lost, kept });
    }
    expect(wrong).toEqual([]);
    process.stderr.write(
      `${nodes} texts of ${taken.length} public HTML parts judged by a browser: none lost, no hidden one kept\n`,
    );
  }, 600_000);
}
