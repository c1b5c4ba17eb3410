// The settings of an account, as a browser without scripts uses them.
import { afterAll, expect, test } from "bun:test";
import * as cheerio from "cheerio";
import { createLink } from "../../actors/account/access/console.ts";
import { phoneCode } from "../../src/console/access/devices-page.ts";
import { eachApp } from "../support/app/app.ts";
import { startDns } from "../support/fakes/dns.ts";
import { startReceiver } from "../support/fakes/receivers.ts";
import { ImapTalk } from "../support/imap/client.ts";
import { Browser } from "./browser.ts";
import { enter } from "./colleagues.ts";
import { signedIn } from "./signed-in.ts";

const receiver = startReceiver();
const dns = await startDns({});
afterAll(() => Promise.all([receiver.stop(), dns.stop()]));

const alertOf = (browser: Browser) => cheerio.load(browser.text)('[role="alert"]').text();

const service = { host: "mail.example.com", imap: 143, submission: 587, submissions: 465, https: 443 };

test("the code for a phone is what Thunderbird reads", () => {
  const code = (imaps: number | null) =>
    phoneCode({ ...service, imaps }, { email: "ada@example.com", name: "Ada", password: "p w" });
  const smtp = [
    [
      [0, "mail.example.com", 465, 3, 1, "ada@example.com", "p w"],
      ["ada@example.com", "Ada"],
    ],
  ];
  const imap = (port: number, security: number) => [
    0,
    "mail.example.com",
    port,
    security,
    1,
    "ada@example.com",
    "",
    "p w",
  ];
  expect(JSON.parse(code(993)!)).toEqual([1, [1, 1], imap(993, 3), smtp]);
  expect(JSON.parse(code(null)!)).toEqual([1, [1, 1], imap(143, 2), smtp]);
  expect(
    phoneCode({ ...service, imap: null, imaps: null }, { email: "a@b.c", name: null, password: "p" }),
  ).toBe(null);
});

eachApp(
  "settings",
  (t) => {
    test("an address is created; one that is taken is said, and nothing typed is lost", async () => {
      const { browser } = await signedIn(t);
      await browser.get("/console/settings/addresses");
      const wanted = { local_part: "desk", display_name: "The <desk>", type: "team" };
      await browser.submit("/console/addresses", wanted);
      expect([browser.status, browser.text.includes(`desk@${t.domain}`)]).toEqual([200, true]);
      expect(browser.text).toContain("The &lt;desk&gt;");
      await browser.submit("/console/addresses", wanted);
      expect(browser.status).toBe(400);
      expect(browser.text).toContain('role="alert"');
      expect(browser.text).toContain('value="desk"');
      await browser.get("/console/settings/addresses?q=nobody");
      expect(browser.text).toContain("No address contains “nobody”");
    });

    test("what a key made is shown before its end and after, and an owner takes it over with one button", async () => {
      const token = await createLink(t.app.core.actors, { accountId: t.accountId, ownerEmail: null });
      const browser = new Browser(t.api.base);
      await browser.get(`/console/sign-in?token=${token}`);
      await browser.submit("/console/sign-in");
      const { api } = t;
      const box = await t.address();
      const made = await api.must<{ id: string; token: string }>(
        201,
        api.post("/api-keys", { name: "maker <one>", identity_ids: [box.id] }),
      );
      const agent = api.as(made.token);
      await agent.must(
        200,
        agent.call("PUT", `/identities/${box.id}/protection`, {
          outbound: "new_recipients",
          approver: "key",
        }),
      );
      const entries = Array.from({ length: 22 }, (_, n) => `friend${n}@peer.example`);
      await agent.must(
        201,
        agent.post(`/identities/${box.id}/protection/lists`, { direction: "send", list: "allow", entries }),
      );
      await browser.get("/console/settings/keys");
      expect(browser.text).toContain("22 things it made");
      expect(browser.text).toContain("Allowed: send friend");
      expect(browser.text).toContain("and 2 older");
      expect(browser.text).not.toContain("Keys that have ended");
      const ofKey = (fields: URLSearchParams) => fields.get("id") === made.id;
      await browser.submit("/console/keys/revoke", {}, ofKey);
      expect(browser.text).toContain("Keys that have ended");
      expect(browser.text).toContain("maker &lt;one&gt;");
      await browser.submit("/console/keys/take-over", {}, ofKey);
      expect([browser.status, browser.at]).toEqual([200, "/console/settings/keys"]);
      expect(browser.text).not.toContain("maker &lt;one&gt;");
      const left = await api.get<{ data: object[] }>(`/api-keys/${made.id}/made`);
      expect(left.json.data).toEqual([]);
    });

    test("a password logs a mail program in until it is revoked", async () => {
      const { browser } = await signedIn(t);
      await browser.get("/console/settings/devices");
      expect(browser.text).toContain("No address takes mail programs");
      await browser.get("/console/settings/addresses");
      await browser.submit("/console/addresses", { local_part: "phone" });
      await browser.get("/console/settings/devices");
      await browser.submit("/console/devices", { name: "Ada's phone" });
      const password = /id="new-password" tabindex="0">([^<]+)</.exec(browser.text)?.[1] ?? "";
      const logIn = async () => {
        const talk = await ImapTalk.open(t.app.ports.imap!);
        return (await talk.say(`LOGIN phone@${t.domain} "${password}"`)).at(-1)!;
      };
      expect(await logIn()).toContain(" OK ");
      await browser.get("/console/settings/devices");
      expect(browser.text).not.toContain(password);
      await browser.submit("/console/devices/revoke");
      expect(browser.text).toContain("Revoked.");
      expect(await logIn()).toContain(" NO ");
    });

    test("a webhook is added, tested, and a delivery that failed is delivered again", async () => {
      const { browser } = await signedIn(t);
      await browser.get("/console/settings/webhooks");
      await browser.submit("/console/webhooks", { url: "http://10.0.0.1/hook" });
      expect([browser.status, browser.text.includes("WEBHOOK_ALLOW_NETWORKS")]).toEqual([400, true]);
      await browser.submit("/console/webhooks", { url: receiver.url, event: ["message.received"] });
      expect(browser.text).toContain("whsec_");
      const page = /\/console\/settings\/webhooks\/[0-9a-f-]{36}/.exec(browser.text)![0];
      receiver.answer(() => new Response("not now", { status: 410 }));
      await browser.get(page);
      await browser.submit("/console/webhooks/change", {}, (form) => form.get("do") === "test");
      await receiver.calls.count(1);
      const until = async (text: string) => {
        while (!browser.text.includes(text)) {
          await Bun.sleep(20);
          await browser.get(page);
        }
      };
      await until("Disabled");
      await until("not now");
      receiver.answer(() => new Response("ok"));
      await browser.submit("/console/webhooks/change", {}, (form) => form.get("do") === "enable");
      // Enabled, and nothing has arrived.
      expect(browser.text).toContain("The last delivery has not arrived yet");
      await browser.submit("/console/webhooks/replay");
      await receiver.calls.count(2);
      await until("delivered,");
      await browser.submit("/console/webhooks/change", {}, (form) => form.get("do") === "delete");
      expect([browser.at, browser.text.includes("No webhook yet")]).toEqual([
        "/console/settings/webhooks?done=webhook-deleted",
        true,
      ]);
      await browser.get(page);
      expect(browser.status).toBe(404);
    });

    test("a domain is added, its records shown and looked up", async () => {
      const { browser } = await signedIn(t);
      await browser.get("/console/settings/domains");
      await browser.submit("/console/domains", { domain: "not a domain" });
      expect([browser.status, browser.text.includes('value="not a domain"')]).toEqual([400, true]);
      await browser.submit("/console/domains", { domain: "Desk.example" });
      for (const text of [
        "_postroom.desk.example",
        "v=spf1 mx -all",
        "_dmarc.desk.example",
        "Not looked up yet",
      ])
        expect(browser.text).toContain(text);
      await browser.submit("/console/domains/verify");
      expect(browser.text).toContain("Looked up in DNS.");
      expect(browser.text).toContain("Missing");
      await browser.submit("/console/domains/delete");
      expect(browser.text).not.toContain("desk.example");
    });

    test("what is another account's is not there", async () => {
      const [one, other] = [await signedIn(t), await signedIn(t)];
      await one.browser.get("/console/settings/webhooks");
      await one.browser.submit("/console/webhooks", { url: receiver.url });
      const hook = /\/console\/settings\/webhooks\/[0-9a-f-]{36}/.exec(one.browser.text)![0];
      await one.browser.get("/console/settings/domains");
      await one.browser.submit("/console/domains", { domain: "mine.example" });
      const domain = one.browser.at.split("?")[0]!;
      for (const path of [hook, domain]) {
        await other.browser.get(path);
        expect(other.browser.status).toBe(404);
      }
      const id = hook.split("/").at(-1)!;
      await other.browser.get("/console/settings/webhooks");
      const form = other.browser.form("/console/webhooks");
      for (const [action, fields] of [
        ["/console/webhooks/change", { id, do: "delete" }],
        ["/console/domains/delete", { id: domain.split("/").at(-1)! }],
      ] as const) {
        for (const [name, value] of Object.entries(fields)) form.set(name, value);
        expect((await other.browser.post(action, form)).status).toBe(404);
      }
      await one.browser.get(hook);
      expect(one.browser.status).toBe(200);
    });

    // DECISIONS Agent signup and console: A form that sets settings whole changes nothing where somebody else has changed them since
    test("a form of settings undoes no change that its page did not show", async () => {
      const { api } = t;
      const [browser, { id }] = [await enter(t), await t.address()];
      const protection = `/identities/${id}/protection`;
      const page = `/console/settings/protection?identity=${id}`;
      const read = async () => {
        const { outbound, inbound } = await api.must<Record<string, string>>(200, api.get(protection));
        return [outbound, inbound];
      };
      await browser.get(page);
      await api.must(200, api.call("PUT", protection, { outbound: "all" }));
      await browser.submit("/console/protection", { inbound: "review" });
      expect([browser.status, alertOf(browser)]).toEqual([
        409,
        expect.stringContaining("This was changed meanwhile"),
      ]);
      expect(await read()).toEqual(["all", "off"]);
      // The page shows what is there now; the same form twice is no change of somebody else.
      const form = browser.form("/console/protection");
      form.set("inbound", "review");
      for (const _ of [1, 2]) expect((await browser.post("/console/protection", form)).status).toBe(303);
      expect(await read()).toEqual(["all", "review"]);

      const template = { name: "Thanks", subject: "Thank you", text: "Hello" };
      const made = await api.must<{ id: string }>(201, api.post("/templates", template));
      const now = async () => {
        const { name, subject, text } = await api.must<Record<string, string>>(
          200,
          api.get(`/templates/${made.id}`),
        );
        return { name, subject, text };
      };
      await browser.get(`/console/settings/templates?edit=${made.id}`);
      await api.must(200, api.patch(`/templates/${made.id}`, { subject: "Many thanks" }));
      await browser.submit("/console/templates", { text: "Dear" });
      expect([browser.status, await now()]).toEqual([409, { ...template, subject: "Many thanks" }]);
      expect(alertOf(browser)).toContain("This was changed meanwhile");
      expect(browser.text).toContain("What stands there now");
      // What was typed stands there still, beside what it is now; the next press is for that.
      await browser.submit("/console/templates");
      expect(await now()).toEqual({ ...template, text: "Dear" });

      await browser.get(`/console/settings/templates?address=${id}`);
      const signature = browser.form("/console/templates/signature");
      signature.set("signature", "One");
      expect((await browser.post("/console/templates/signature", signature)).status).toBe(303);
      await browser.submit("/console/templates/signature", { signature: "Two" });
      expect(browser.status).toBe(409);
      // What was typed stands in the form, and beside it what is there.
      expect(cheerio.load(browser.text)("#signature-text").text()).toBe("Two");
      expect([...browser.text.matchAll(/class="side-name"/g)]).toHaveLength(2);
      await browser.submit("/console/templates/signature");
      await browser.get(`/console/settings/templates?address=${id}`);
      expect(browser.form("/console/templates/signature").get("signature")).toBe("Two");

      // A form that was refused for its own values has still not seen what changed before.
      await browser.get(`/console/settings/templates?edit=${made.id}`);
      await api.must(200, api.patch(`/templates/${made.id}`, { subject: "Unseen" }));
      await browser.submit("/console/templates", { text: " " });
      expect(browser.status).toBe(400);
      await browser.submit("/console/templates", { text: "Mine" });
      expect([browser.status, (await now()).subject]).toEqual([409, "Unseen"]);
      // A page of before an upgrade says nothing of what it showed.
      const old = browser.form("/console/templates");
      old.delete("seen");
      expect((await browser.post("/console/templates", old)).status).toBe(303);
    });
  },
  {
    env: {
      MAIL_DOMAIN: "agents.test",
      DNS_SERVERS: dns.server,
      IMAP_PORT: "0",
      ALLOW_PLAINTEXT_AUTH: "loopback",
    },
  },
);
