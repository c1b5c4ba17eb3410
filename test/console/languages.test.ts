// The language of pages and of mails of the service to people: what the browser asks for, what the person chose, and that no page has
// English words in another language. DECISIONS Agent signup and console.
import { afterAll, expect, test } from "bun:test";
import * as cheerio from "cheerio";
import { createLink } from "../../actors/account/access/console.ts";
import { loadWords, phraseSets } from "../../src/console/phrases.ts";
import { languages } from "../../src/lib/languages.ts";
import { eachApp, eventually, ShiftedClock } from "../support/app/app.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { Browser } from "./browser.ts";
import { colleague } from "./colleagues.ts";
import { signedIn } from "./signed-in.ts";

await Promise.all(languages.map(loadWords));
const clock = new ShiftedClock();
const peer = await startSink();
afterAll(() => peer.stop());
const page = "/console/settings/you";

const asking = (base: string, header: string) => new Browser(base, { "accept-language": header });
const langOf = ({ text }: Browser) => /<html lang="([^"]*)" dir="([^"]*)"/.exec(text)?.slice(1);

/** English texts with at least two words that the language says otherwise. */
function englishOf(language: string): string[] {
  const found: string[] = [];
  const walk = (english: unknown, other: unknown): void => {
    if (typeof english === "string") {
      if (/[a-z]{2} [a-z]/.test(english) && english !== other) found.push(english);
    } else if (typeof english === "object" && english !== null)
      for (const [name, value] of Object.entries(english))
        walk(value, (other as Record<string, unknown>)[name]);
  };
  walk(phraseSets.get("en"), phraseSets.get(language));
  return found;
}

/** What a page shows and says, without what is there to be copied. */
function wordsOf(markup: string): string {
  const $ = cheerio.load(markup);
  $("script, style, code, pre, svg, [lang=en]").remove();
  const said = $("[aria-label], [title], [placeholder]")
    .toArray()
    .flatMap((one) => ["aria-label", "title", "placeholder"].map((name) => $(one).attr(name) ?? ""));
  return `${$("title").text()}\n${$("body").text()}\n${said.join("\n")}`.replace(/[\u00a0\u202f]/g, " ");
}

eachApp(
  "languages of the pages",
  (t) => {
    test("before anybody signs in, a page is in the language that the browser asks for", async () => {
      for (const [header, language, words] of [
        ["de-AT, en;q=0.5", "de", "Bei Postroom anmelden"],
        ["fr;q=0.3, ja;q=0.9", "ja", "Postroom にサインイン"],
        ["es-MX", "es", "Iniciar sesión en Postroom"],
        ["fr", "fr", "Se connecter à Postroom"],
        ["pt", "en", "Sign in to Postroom"],
      ] as const) {
        const browser = asking(t.api.base, header);
        await browser.get("/console/login");
        expect(langOf(browser)).toEqual([language, "ltr"]);
        expect(browser.text).toContain(words);
        expect(browser.headers.get("content-language")).toBe(language);
        expect(browser.headers.get("vary") ?? "").toContain("accept-language");
        await browser.get("/console/nowhere");
        expect(langOf(browser)?.[0]).toBe(language);
      }
      const unsubscribe = asking(t.api.base, "ja");
      await unsubscribe.get("/unsubscribe/nothing");
      expect(unsubscribe.text).toContain('<html lang="ja" dir="ltr">');
      expect(unsubscribe.text).toContain("ここには何もありません");
      expect(unsubscribe.headers.get("vary") ?? "").toContain("accept-language");
    });

    test("a person's choice goes before the browser's, in every account and session; taken back, the browser's counts", async () => {
      const { email, browser } = await colleague(t, "reviewer");
      await browser.get(page);
      expect(langOf(browser)?.[0]).toBe("en");
      await browser.submit("/console/you/language", { language: "de" });
      await browser.get(page);
      expect(langOf(browser)?.[0]).toBe("de");
      expect(browser.text).toContain("Ihre Seite");
      expect(browser.text).toContain('<option value="de" lang="de" selected>Deutsch</option>');
      await browser.get("/console/mail/open");
      expect(browser.text).toContain("Offen");
      await browser.get(page);
      const form = browser.form("/console/you/language");
      form.set("language", "tlh");
      const wrong = await browser.post("/console/you/language", form);
      expect(wrong.status).toBe(400);
      // A mail of the service to them is in their language, whoever asks and in whichever language.
      const stranger = asking(t.api.base, "fr");
      await stranger.get("/console/login");
      await stranger.submit("/console/login", { email });
      const mail = await eventually(() => peer.mails.find(({ to }) => to.includes(email)));
      expect(mail.raw).toContain("Subject: Ihr Anmeldelink");
      await browser.get(page);
      await browser.submit("/console/you/language", { language: "" });
      expect(langOf(browser)?.[0]).toBe("en");
    });

    test("pages at once are each in their own language", async () => {
      const { browser } = await signedIn(t);
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const answers = await Promise.all(
        Array.from({ length: 40 }, async (_, n) => {
          const language = languages[n % languages.length]!;
          const answer = await fetch(`${t.api.base}/console/mail/open`, {
            headers: { cookie, "accept-language": language },
          });
          return { language, text: await answer.text() };
        }),
      );
      for (const { language, text } of answers) {
        const names = phraseSets.get(language)!;
        expect(text).toContain(`<html lang="${language}"`);
        expect(text).toContain(names.lists.drafts.name);
        expect(text).toContain(names.nav.signOut);
        expect(text).toContain(names.lists.noAddressText.slice(0, 10));
      }
    });

    for (const language of ["de", "ja"])
      test(`no page has English words in ${language}`, async () => {
        const { id } = await t.address();
        const browser = asking(t.api.base, language);
        const token = await createLink(t.app.core.actors, { accountId: t.accountId, ownerEmail: null });
        const english = englishOf(language);
        const found: string[] = [];
        const look = () => {
          const words = wordsOf(browser.text);
          expect(langOf(browser)?.[0]).toBe(language);
          for (const text of english) if (words.includes(text)) found.push(`${browser.at}: ${text}`);
        };
        await browser.get(`/console/sign-in?token=${token}`);
        look();
        await browser.submit("/console/sign-in");
        look();
        const lists = [
          "needs",
          "open",
          "waiting",
          "snoozed",
          "done",
          "all",
          "drafts",
          "sent",
          "spam",
          "trash",
        ];
        const settings = [
          "keys",
          "programs",
          "members",
          "addresses",
          "templates",
          "devices",
          "webhooks",
          "domains",
          "queue",
          "protection",
          "you",
        ];
        for (const path of [
          ...lists.map((list) => `/console/mail/${list}`),
          "/console/settings",
          ...settings.map((name) => `/console/settings/${name}`),
          `/console/settings/protection?identity=${id}`,
          "/console/desk",
          "/console/keys",
          "/console/palette",
          `/console/write?address=${id}`,
          "/console/search",
          "/console/search?q=nothing",
          "/console/search?q=larger:x",
          ...["day", "week", "month", "agenda"].map((view) => `/console/calendar?address=${id}&view=${view}`),
          "/console/calendar?new=1",
          "/console/login",
          "/console/nowhere",
          "/console/authorize?client_id=nobody",
        ]) {
          await browser.get(path);
          look();
        }
        // A template is put into a letter, which is shown before it leaves; a field is left unfilled.
        await browser.get("/console/settings/templates");
        const text = "Hallo {{recipient_name}}, {{nummer}}";
        await browser.submit("/console/templates", { name: "Hallo", text });
        look();
        await browser.get(`/console/write?address=${id}`);
        const template = cheerio.load(browser.text)('button[name="template"]').attr("value") ?? "";
        await browser.submit("/console/write", { template, to: "ada@far.example", subject: "Hallo" });
        look();
        await browser.submit("/console/write", { do: "preview" });
        expect(cheerio.load(browser.text)("#preview").length).toBe(1);
        look();
        await browser.submit("/console/write", { do: "send" });
        expect([browser.status, wordsOf(browser.text).includes("nummer")]).toEqual([400, true]);
        look();
        await browser.get("/console/settings/templates");
        await browser.submit("/console/templates/delete");
        look();
        expect(found).toEqual([]);
      });
  },
  { clock, env: { SMTP_RELAY_URL: peer.url } },
);
