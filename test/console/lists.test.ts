// What the console's page has beside its forms: the icon, the script, the search, and forms that keep what was typed.
import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { eachApp, eventually } from "../support/app/app.ts";
import { colleague } from "./colleagues.ts";
import { mint, signedIn } from "./signed-in.ts";

let counter = 0;

eachApp(
  "the console's lists and forms",
  (t) => {
    test("the icon and the script come from this server", async () => {
      const [icon, script] = await Promise.all(
        ["/favicon.svg", "/page.js"].map((path) => fetch(t.api.base + path)),
      );
      expect([icon!.status, icon!.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
      expect(await icon!.text()).toStartWith("<svg ");
      expect([script!.status, script!.headers.get("content-type")]).toEqual([
        200,
        "text/javascript; charset=utf-8",
      ]);
      const { browser } = await signedIn(t);
      const [, own] = /src="(\/console\/assets\/[0-9a-f]+\.js)"/.exec(browser.text)!;
      const enhancing = await fetch(t.api.base + own!);
      expect(enhancing.headers.get("cache-control")).toContain("immutable");
      expect(gzipSync(await enhancing.bytes()).length).toBeLessThan(30_000);
      expect((await fetch(`${t.api.base}/console/assets/000000000000.js`)).status).toBe(404);
    });

    test("a form that is too large is answered with a page", async () => {
      const { browser } = await signedIn(t);
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await fetch(`${t.api.base}/console/write`, {
        method: "POST",
        headers: { cookie, "content-type": "multipart/form-data; boundary=b" },
        body: new Uint8Array(37 * 1024 * 1024),
      });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([413, "text/html; charset=utf-8"]);
      expect(await answer.text()).toContain("larger than 36 MB");
    });

    test("whoever has another's address for a name stands there by the own one", async () => {
      const mine = await t.address();
      const { browser } = await colleague(t, "member");
      const names = [
        "ceo@bank.example",
        "The CEO (ceo@bank.example)",
        "ceo\uff20bank.example",
        "a@far.example.bank",
      ];
      const own = ["Ada, a@far.example", "A@FAR.example"];
      for (const [n, name] of [...names, ...own].entries())
        await t.raw({
          from: "a@far.example",
          to: [mine.email],
          raw: [
            `From: =?utf-8?B?${Buffer.from(name).toString("base64")}?= <a@far.example>`,
            `To: ${mine.email}`,
            `Subject: Transfer ${n}`,
            `Message-ID: <claim${n}@far.example>`,
            "",
            "Please.",
          ].join("\r\n"),
        });
      const all = await eventually(async () => {
        const found = await t.api.must<{ thread_id: string; subject: string }[]>(
          200,
          t.api.get(`/messages?identity_id=${mine.id}`),
        );
        return found.length === names.length + own.length && found;
      });
      const shown = (text: string, pattern: RegExp) =>
        [...text.matchAll(pattern)].map(([, name]) => name!.replaceAll(/<[^>]+>/g, "")).toSorted();
      const wanted = ["A@FAR.example", "Ada, a@far.example", ...names.map(() => "a@far.example")].toSorted();
      await browser.get(`/console/mail/open?address=${mine.id}`);
      expect(shown(browser.text, /<span class="who">.*?<bdi>(.*?)<\/bdi>/gs)).toEqual(wanted);
      await eventually(async () => {
        await browser.get(`/console/search?q=Transfer&address=${mine.id}`);
        return browser.text.match(/<li class="line">/g)?.length === all.length;
      });
      expect(shown(browser.text, /<span class="who">(.*?)<\/span>/gs)).toEqual(wanted);
      const first = all.find(({ subject }) => subject === "Transfer 0")!;
      await browser.get(`/console/threads/${first.thread_id}`);
      expect(browser.text).toContain("<h2>a@far.example</h2>");
      expect(browser.text).toContain("calls itself “ceo@bank.example”");
    });

    test("a search shows the addresses and keys that have its text", async () => {
      const { browser } = await signedIn(t);
      const key = await mint(browser, { name: "Billing agent", reach: "all" });
      const api = t.api.as(key);
      const local_part = `Needle${++counter}`.toLowerCase();
      const display_name = "Grace <Hopper>";
      await api.must(201, api.post("/identities", { domain_id: t.domainId, local_part, display_name }));
      const shown = async (q: string) => {
        const found = async (page: string, text: string) => {
          await browser.get(`/console/settings/${page}?q=${encodeURIComponent(q)}`);
          expect(browser.text).toContain(`value="${q.replaceAll("<", "&lt;")}"`);
          return browser.text.includes(text);
        };
        return [
          await found("addresses", `<strong>${local_part}@`),
          await found("keys", "<strong>Billing agent"),
        ];
      };
      expect(await shown("NEEDLE")).toEqual([true, false]);
      expect(await shown("hopper")).toEqual([true, false]);
      expect(await shown("billing")).toEqual([false, true]);
      expect(await shown("100%_<")).toEqual([false, false]);
      expect(browser.text).toContain("None has “100%_&lt;” in its name.");
      await browser.get("/console/settings/addresses");
      expect(browser.text).toContain(`<strong>${local_part}@`);
    });

    test("a refused form keeps what was typed", async () => {
      const { browser } = await signedIn(t);
      const long = `<${"x".repeat(100)}>`;
      const api = t.api.as(await mint(browser, { name: "first", reach: "all" }));
      const local_part = `kept${++counter}`;
      const { id: known } = await api.must<{ id: string }>(
        201,
        api.post("/identities", { domain_id: t.domainId, local_part }),
      );
      await browser.get("/console/settings/keys");
      await browser.submit("/console/keys", { name: long, reach: "some", identity: [known] });
      expect(browser.status).toBe(400);
      const form = browser.form("/console/keys");
      expect([form.get("name"), form.get("reach"), form.getAll("identity")]).toEqual([long, "some", [known]]);
      await browser.submit("/console/keys", { name: "short enough" });
      expect(browser.text).toContain("New key “short enough”");
    });
  },
  { env: { MAIL_DOMAIN: "agents.test" } },
);
