// The fold over the collected cases of other projects (POSTROOM_TEST_DATA/reply), judged as judge.ts says. Prints
// both figures; a case that is missed and not listed below with its reason fails.

import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sanitise } from "../../../src/mail/html/sanitize.ts";
import { foldHtml, foldText } from "../../../src/mail/reply/fold.ts";
import { agrees, collapse, htmlText } from "./judge.ts";
import { brokenHtml, brokenText } from "./promises.ts";

type Case = { id: string; format: "text" | "html"; input: string; expected: string; quoted?: string };

const FORWARD =
  "a forward, which the source folds away; another source keeps it, and a forward is not a reply";
const EMPTY = "nothing stands above the history: the reply would be empty";

/** Every case that is not met, with its reason. */
const missed: Record<string, string> = {
  "github_erp/email_1_2": "the source keeps the quote above the only answer",
  "talon/test_blockquote_disclaimer#73":
    "words of the sender stand below a quote without attribution: words keep their order",
  "quotequail/test_quote#3": FORWARD,
  "quotequail/test_quote#4": FORWARD,
  "quotequail/test_quote#5": FORWARD,
  "quotequail/test_quote_html#1": `${FORWARD}; ${EMPTY}`,
  "quotequail/test_quote_html#5": EMPTY,
};

const data = process.env.POSTROOM_TEST_DATA;
if (!data)
  process.stderr.write("reply-data: POSTROOM_TEST_DATA is not set, the collected cases are skipped\n");

describe.skipIf(!data)("the collected cases", () => {
  const cases: Case[] = data
    ? readFileSync(join(data, "reply", "cases.jsonl"), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Case)
    : [];

  function verdict(one: Case): "exact" | "signature" | null {
    if (one.format === "text") return agrees(foldText(one.input).reply, one.expected);
    return agrees(htmlText(foldHtml(sanitise(one.input)).reply), htmlText(one.expected));
  }

  for (const [format, floor] of [
    ["text", 0.96],
    ["html", 0.91],
  ] as const) {
    test(`${format}: as many as before`, () => {
      const all = cases.filter((one) => one.format === format);
      const verdicts = all.map(verdict);
      const exact = verdicts.filter((one) => one === "exact").length;
      const met = verdicts.filter((one) => one !== null).length;
      const share = (count: number): string => `${((count / all.length) * 100).toFixed(1)} %`;
      process.stdout.write(
        `reply ${format}: ${met} of ${all.length} (${share(met)}), ${exact} (${share(exact)}) of them as they are\n`,
      );
      expect(met / all.length).toBeGreaterThanOrEqual(floor);
    });
  }

  for (const one of cases) {
    test(one.id, () => {
      expect(verdict(one) === null).toBe(one.id in missed);
      const broken = one.format === "text" ? brokenText(one.input) : brokenHtml(sanitise(one.input));
      expect(broken).toBeNull();
    });
  }

  test("where the source gives the history, it is ours", () => {
    const given = cases.filter(
      (one) => one.format === "text" && one.quoted !== undefined && !(one.id in missed),
    );
    for (const one of given) expect(collapse(foldText(one.input).quoted ?? "")).toBe(collapse(one.quoted!));
  });
});
