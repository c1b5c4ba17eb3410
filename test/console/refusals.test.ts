// Refusals in the languages of the pages: each text that is translated is one that some call says, and no more of them may come that
// are not.
import { expect, test } from "bun:test";
import { Glob } from "bun";
import { refusalText } from "../../src/console/frame/refusals.ts";
import { refusals } from "../../src/console/phrases/refusals.ts";
import { inWords, phraseSets } from "../../src/console/phrases.ts";
import { languages } from "../../src/lib/languages.ts";
import { eachApp } from "../support/app/app.ts";
import { colleague } from "./colleagues.ts";

/** Rooms whose turns and calls the pages use. */
const rooms = [
  "actors/account/**/*.ts",
  "actors/identity/{drafts,gate,reviews,sending,calendar}/*.ts",
  "actors/identity/mailbox/{batch,folders,labels,messages,notes,snoozes,storage-limit,legal-hold}.ts",
  "actors/runtime/committer.ts",
  "src/http/resources/**/*.ts",
  "src/http/{auth,body,errors,message-search,paging,scheduled-time}.ts",
  "src/lib/failure.ts",
  "src/reading/{call,large-answers}.ts",
  "src/store/outage.ts",
  "src/calendar/**/*.ts",
  "src/mail/{compose,search}/*.ts",
  "src/mail/domain-name.ts",
  "src/webhooks/guard.ts",
];
/** Refusals of those rooms without a translation: most are of programs alone. A new one that people meet is translated. */
const maxRest = 119;

/** A text of the source as the table has it: what it names is a number. */
function templateOf(source: string): string {
  let count = 0;
  let text = "";
  let depth = 0;
  for (let at = 1; at < source.length - 1; at++) {
    if (depth === 0 && source.startsWith("${", at)) {
      text += `{${++count}}`;
      depth = 1;
      at++;
    } else if (depth > 0) depth += source[at] === "{" ? 1 : source[at] === "}" ? -1 : 0;
    else if (source[at] === "\\") text += source[++at];
    else text += source[at];
  }
  return text;
}

function textsIn(source: string): string[] {
  const begun =
    /(?:new Failure\(\s*"\w+",\s*|\binvalid\(\s*)("(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.|`[^`]*`)*?`(?=\s*[,)]))/g;
  return [...source.matchAll(begun)].map(([, text]) => templateOf(text!));
}

async function textsOf(): Promise<Set<string>> {
  const all = new Set<string>();
  for (const room of rooms)
    for await (const file of new Glob(room).scan("."))
      for (const text of textsIn(await Bun.file(file).text())) all.add(text);
  return all;
}

// DECISIONS Agent signup and console: Refusals that people meet are in the language of the page
test("each translated refusal is said by a call, and few that people meet are left", async () => {
  const said = await textsOf();
  const translated = Object.values(refusals);
  expect(translated.filter((text) => !said.has(text))).toEqual([]);
  expect(new Set(translated).size).toBe(translated.length);
  const rest = [...said].filter((text) => !translated.includes(text));
  expect(rest.length).toBeLessThanOrEqual(maxRest);
});

test("a refusal names in each language what it names in English", async () => {
  const english = { mostRecipients: "60 recipients are too many. Send to at most 50 at once." };
  expect(refusalText(english.mostRecipients)).toBe(english.mostRecipients);
  for (const language of languages.filter((one) => one !== "en"))
    await inWords(language, () => {
      const text = refusalText(english.mostRecipients);
      expect(text).not.toBe(english.mostRecipients);
      expect([text.includes("60"), text.includes("50"), text.includes("{")]).toEqual([true, true, false]);
      for (const [name, template] of Object.entries(refusals)) {
        const own = phraseSets.get(language)!.refusals[name as keyof typeof refusals];
        const named = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([one]) => one);
        expect([name, named(own).filter((one) => !named(template).includes(one))]).toEqual([name, []]);
        expect([name, own === template]).toEqual([name, false]);
        // A sentence of the caller's that leads a refusal says why.
        if (template.startsWith("{1} Nothing")) expect([name, named(own)]).toEqual([name, ["{1}"]]);
      }
      const busy = "Something else is away. Try again in a moment.";
      expect(refusalText(busy)).toBe(busy);
      // What a stranger wrote into it stays a text.
      expect(refusalText('"<b>" is not a domain name. Send one such as agents.example.com.')).toContain(
        "<b>",
      );
      expect(refusalText("Something else.")).toBe("Something else.");
    });
});

eachApp("refusals on pages", (t) => {
  test("are in the language of the browser", async () => {
    const { browser } = await colleague(t, "owner");
    browser.extra["accept-language"] = "de";
    await browser.get("/console/settings/domains");
    await browser.submit("/console/domains", { domain: "no name" });
    expect(browser.text).toContain("ist kein Domainname");
    await browser.get("/console/search?q=befor:2026-01-01");
    expect(browser.text).toContain("kennt die Suche nicht");
  });
});
