// The console over HTTP: links, sessions, forms, keys. The e2e tests beside this file show it in a browser.
import { afterAll, expect, test } from "bun:test";
import { announcePorts } from "../../src/app/ports.ts";
import { consoleLink } from "../../src/cli/console-link.ts";
import { unwatched } from "../../src/cli/context.ts";
import type { PageOf, Refusal } from "../support/app/api.ts";
import { eachApp, eventually, ShiftedClock } from "../support/app/app.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { Browser } from "./browser.ts";
import { mint, owned, signedIn } from "./signed-in.ts";

const clock = new ShiftedClock();
const peer = await startSink();
afterAll(() => peer.stop());
let counter = 0;

eachApp(
  "the console",
  (t) => {
    test("a link shows a button; pressing it signs in, once", async () => {
      const { link } = await owned(t, "once@remote.example");
      const browser = new Browser(t.api.base);
      await browser.get(link);
      await browser.get(link);
      expect([browser.status, browser.text.includes("Sign in</button>")]).toEqual([200, true]);
      const other = new Browser(t.api.base);
      await other.get(link);
      await browser.submit("/console/sign-in");
      expect([browser.at, browser.status]).toEqual(["/console/settings/keys", 200]);
      await other.submit("/console/sign-in");
      expect([other.status, other.text.includes("was used already")]).toEqual([410, true]);
      await other.get(link);
      expect(other.status).toBe(410);
      await other.get("/console/settings/keys");
      expect(other.at).toBe("/console/login");
    });

    test("a page is there by GET and HEAD, with one slash too many too; other methods are refused with those that are", async () => {
      const ask = (path: string, method: string) =>
        fetch(t.api.base + path, { method, redirect: "manual", headers: { accept: "text/html" } });
      const found = ["/console/login", "/console/login/"].flatMap((path) =>
        ["GET", "HEAD"].map((method) => ask(path, method)),
      );
      expect((await Promise.all(found)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const wrong = await ask("/console/login", "PUT");
      expect([wrong.status, wrong.headers.get("allow"), wrong.headers.get("content-type")]).toEqual([
        405,
        "GET, POST",
        "text/html; charset=utf-8",
      ]);
      for (const path of ["/console/nowhere", "/console/threads/a/b/c", "/console/mail/"])
        expect([path, (await ask(path, "GET")).status]).toEqual([path, 404]);
    });

    test("a link pressed twice at once makes one session", async () => {
      const { link } = await owned(t, "race@remote.example");
      const browsers = [1, 2, 3, 4].map(() => new Browser(t.api.base));
      await Promise.all(browsers.map((browser) => browser.get(link)));
      await Promise.all(browsers.map((browser) => browser.submit("/console/sign-in")));
      expect(browsers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
    });

    // DECISIONS Agent signup and console: Sessions last 7 days
    test("links end after 15 minutes, sessions after seven days or at sign-out", async () => {
      const { link } = await owned(t, "late@remote.example");
      // An account's instants may be a little ahead of the clock.
      clock.advance(15 * 60_000 + 1000);
      const late = new Browser(t.api.base);
      await late.get(link);
      expect(late.status).toBe(410);
      const { browser } = await signedIn(t);
      clock.advance(7 * 24 * 3_600_000 - 60_000);
      await browser.get("/console/settings/keys");
      expect(browser.at).toBe("/console/settings/keys");
      clock.advance(120_000);
      await browser.get("/console/settings/keys");
      expect(browser.at).toBe("/console/login");
      const again = await signedIn(t);
      const kept = again.browser.cookies.get("postroom_session")!;
      await again.browser.submit("/console/sign-out");
      expect([again.browser.at, again.browser.cookies.has("postroom_session")]).toEqual([
        "/console/login",
        false,
      ]);
      again.browser.cookies.set("postroom_session", kept);
      await again.browser.get("/console/settings/keys");
      expect(again.browser.at).toBe("/console/login");
    });

    test("cookies are HttpOnly, SameSite and of /console; tokens are stored as hashes", async () => {
      const { browser, link } = await signedIn(t);
      const set = browser.setCookies.find((cookie) => cookie.startsWith("postroom_session="))!;
      expect(set).toMatch(
        /^postroom_session=[0-9A-Za-z]{43}; Path=\/console; Max-Age=604800; HttpOnly; SameSite=Lax$/,
      );
      const stored = JSON.stringify(
        await t.app.core.database.rows(
          "select row_to_json(s)::text from console_sessions s union all select row_to_json(l)::text from sign_in_links l",
        ),
      );
      expect(stored).not.toContain(browser.cookies.get("postroom_session")!);
      expect(stored).not.toContain(link.split("=")[1]!);
    });

    test("pages are strict: no script of their own, nothing from elsewhere, not stored, not framed", async () => {
      const { browser } = await signedIn(t);
      for (const path of [
        "/console/mail/open",
        "/console/settings/keys",
        "/console/login",
        "/console/nowhere",
        "/console/sign-in?token=x",
      ]) {
        await browser.get(path);
        expect(browser.headers.get("content-security-policy")).toBe(
          "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; manifest-src 'self'; worker-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        );
        expect(browser.headers.get("cache-control")).toBe("no-store");
        const head = [
          '<link rel="icon" type="image/svg+xml" href="/favicon.svg">',
          '<link rel="manifest" href="/console/manifest.webmanifest">',
          '<link rel="expect" href="#side" blocking="render">',
          /<link rel="stylesheet" href="\/console\/assets\/[0-9a-f]{12}\.css">/,
          /<script defer src="\/console\/assets\/[0-9a-f]{12}\.en\.js"><\/script>/,
          /<script type="module" src="\/console\/assets\/[0-9a-f]{12}\.js"><\/script>/,
        ];
        const own = head.reduce<string>((text, part) => text.replace(part, ""), browser.text);
        expect(own.length).toBeLessThan(browser.text.length - 150);
        expect(own).not.toMatch(
          /<script|<link|<img|<iframe|\ssrc=|\son\w+=|\sstyle=|https?:\/\/(?!localhost)/,
        );
      }
    });

    // DECISIONS Agent signup and console: The human sees addresses, mints and revokes keys
    test("a key is minted and shown once, works, and is revoked", async () => {
      const { browser } = await signedIn(t);
      const key = await mint(browser, { name: "agent <one>", reach: "all" });
      expect(browser.text).toContain("agent &lt;one&gt;");
      const api = t.api.as(key);
      const address = await api.must<{ id: string; email: string }>(
        201,
        api.post("/identities", { domain_id: t.domainId, local_part: `mine${++counter}` }),
      );
      await browser.get("/console/settings/keys");
      expect(browser.text).not.toContain(key!);
      expect(browser.text).toContain(key!.slice(0, 11));
      expect(browser.text).toContain(address.email);
      const limited = await mint(browser, { name: "limited", reach: "some", identity: [address.id] });
      const seen = (await t.api.as(limited).get<PageOf<{ id: string }>>("/identities")).json;
      expect(seen.data.map(({ id }) => id)).toEqual([address.id]);
      expect((await t.api.as(limited).post("/pods", { name: "x" })).status).toBe(403);
      await browser.submit(
        "/console/keys/revoke",
        {},
        (fields) => fields.get("id") === keyId(browser, "limited"),
      );
      expect((await t.api.as(limited).get("/identities")).status).toBe(401);
      expect((await api.get("/identities")).status).toBe(200);
    });

    test("a form sent twice mints once; a wrong one says what is missing", async () => {
      const { browser } = await signedIn(t);
      const form = browser.form("/console/keys");
      form.set("name", "twice");
      const first = await browser.post("/console/keys", form);
      expect(first.status).toBe(200);
      const second = await browser.post("/console/keys", form);
      expect([second.status, (await second.text()).includes("was sent already")]).toEqual([409, true]);
      await browser.get("/console/settings/keys");
      await mint(browser, { name: " ", reach: "all" });
      expect([browser.status, browser.text.includes("Give the key a name")]).toEqual([400, true]);
      await mint(browser, { name: "none", reach: "some" });
      expect([browser.status, browser.text.includes("Tick at least one")]).toEqual([400, true]);
      const foreign = await t.address();
      await mint(browser, { name: "foreign", reach: "some", identity: [foreign.id] });
      expect(browser.status).toBe(403);
    });

    test("a form without its token, of another session or of another site does nothing", async () => {
      const { browser } = await signedIn(t);
      const thief = await signedIn(t);
      const form = browser.form("/console/keys");
      form.set("name", "stolen");
      const without = new URLSearchParams(form);
      without.delete("csrf");
      const others = new URLSearchParams(form);
      others.set("csrf", thief.browser.form("/console/keys").get("csrf")!);
      for (const [body, headers] of [
        [without, {}],
        [others, {}],
        [form, { "sec-fetch-site": "cross-site" }],
      ] as const) {
        expect((await browser.post("/console/keys", body, headers)).status).toBe(403);
      }
      expect((await browser.post("/console/keys", form, { "content-type": "text/plain" })).status).toBe(415);
      await browser.get("/console/settings/keys");
      expect(browser.text).not.toContain("stolen");
    });

    test("one account's session does not reach another's keys or addresses", async () => {
      const { browser } = await signedIn(t);
      const other = await signedIn(t);
      await mint(other.browser, { name: "theirs", reach: "all" });
      await other.browser.get("/console/settings/keys");
      const id = keyId(other.browser, "theirs");
      await browser.get(`/console?account=${other.accountId}`);
      expect(browser.status).toBe(404);
      await browser.get("/console/settings/keys");
      const csrf = browser.form("/console/keys").get("csrf")!;
      const own = browser.form("/console/keys").get("account")!;
      for (const account of [other.accountId, own]) {
        const answer = await browser.post("/console/keys/revoke", new URLSearchParams({ csrf, account, id }));
        expect(answer.status).toBe(404);
      }
      await other.browser.get("/console/settings/keys");
      expect(other.browser.text).toContain("theirs");
    });

    test("a session is nothing under /api, and a key is nothing at the console", async () => {
      const { browser } = await signedIn(t);
      const cookie = `postroom_session=${browser.cookies.get("postroom_session")}`;
      const refused = await t.api.as(null).get<Refusal>("/identities", { cookie });
      expect([refused.status, refused.json.error.code]).toEqual([401, "unauthorized"]);
      expect(refused.headers.get("access-control-allow-origin")).toBeNull();
      const page = await fetch(`${t.api.base}/console`, {
        headers: { authorization: `Bearer ${t.api.key}` },
        redirect: "manual",
      });
      expect([page.status, page.headers.get("location")]).toEqual([303, "/console/login"]);
    });

    // DECISIONS Agent signup and console: /console/login: a one-time link by mail (15 min), the same answer for unknown emails
    test("/console/login mails a link to the owner, with all accounts; others get the same answer and no mail", async () => {
      const human = { email: "human-of-two@remote.example" };
      const [first, second] = [await owned(t, human.email), await owned(t, human.email)];
      const before = peer.mails.length;
      const browser = new Browser(t.api.base);
      await browser.get("/console/login");
      await browser.submit("/console/login", { email: human.email.toUpperCase() });
      const answered = browser.text.replaceAll(human.email.toUpperCase(), "X");
      await browser.get("/console/login");
      await browser.submit("/console/login", { email: "nobody@remote.example" });
      expect(browser.text.replaceAll("nobody@remote.example", "X")).toBe(answered);
      const link = await eventually(() => newestLink(human.email, 1, before));
      await browser.get(link);
      await browser.submit("/console/sign-in");
      expect(browser.at).toBe("/console/settings/keys");
      for (const { accountId } of [first, second]) {
        await browser.get(`/console?account=${accountId}`);
        expect(browser.status).toBe(200);
      }
      await browser.get("/console/login");
      await browser.submit("/console/login", { email: "not an address" });
      expect([browser.status, browser.text.includes("not an email address")]).toEqual([400, true]);
    });

    test("one human is mailed three links an hour; one IP address asks for ten", async () => {
      const human = { email: "often@remote.example" };
      const before = peer.mails.length;
      await owned(t, human.email);
      const ask = async (email: string, ip: string) => {
        const browser = new Browser(t.api.base, { "x-forwarded-for": ip });
        await browser.get("/console/login");
        await browser.submit("/console/login", { email });
        return browser.status;
      };
      for (let n = 0; n < 5; n++) expect(await ask(human.email, `192.0.2.${n}`)).toBe(200);
      await eventually(() => newestLink(human.email, 3, before));
      await t.app.core.actors.idle();
      const { rows } = {
        rows: await t.app.core.database.rows("select 1 from human_mails where email = $1::text", [
          human.email,
        ]),
      };
      expect(rows).toHaveLength(3);
      const statuses = [];
      for (let n = 0; n < 11; n++) statuses.push(await ask(`n${n}@remote.example`, "192.0.2.200"));
      expect(statuses).toEqual([...Array(10).fill(200), 429]);
    });

    // DECISIONS Agent signup and console: postroom console-link EMAIL for operators
    test("postroom console-link opens the owner's accounts, or the operator's", async () => {
      const human = await owned(t, "linked@remote.example");
      announcePorts(t.app.core.config, t.app.ports);
      const run = async (email: string) => {
        const { stdout, stderr } = await consoleLink.run(
          t.app.core,
          { positionals: [email], options: {} },
          unwatched,
        );
        const url = new URL(stdout.trim());
        expect(url.origin).toBe(`http://localhost:${t.app.ports.http}`);
        const browser = new Browser(t.api.base);
        await browser.get(url.pathname + url.search);
        await browser.submit("/console/sign-in");
        await browser.get("/console/settings/keys");
        return { browser, stderr };
      };
      const mine = await run("Linked@remote.example");
      expect(mine.browser.form("/console/keys").get("account")).toBe(human.accountId);
      expect(mine.stderr).toBeUndefined();
      const operators = await run("nobody@remote.example");
      expect(operators.browser.text).toContain("Operator&#39;s account");
      expect(operators.stderr).toContain("has no account");
      expect(operators.browser.form("/console/keys").get("account")).toBe(t.accountId);
    });
  },
  { clock, env: { TRUSTED_PROXIES: "127.0.0.0/8", MAIL_DOMAIN: "agents.test", SMTP_RELAY_URL: peer.url } },
);

eachApp(
  "the console behind https",
  (t) => {
    test("its cookies are Secure", async () => {
      const browser = new Browser(t.api.base);
      await browser.get("/console/login");
      expect(browser.setCookies[0]).toEndWith("; HttpOnly; SameSite=Lax; Secure");
    });
  },
  { env: { BASE_URL: "https://mail.example.com" } },
);

/** The id in the form that revokes the key of this name. */
function keyId(browser: Browser, name: string): string {
  const card = browser.text.slice(browser.text.indexOf(`<strong>${name}</strong>`));
  return /name="id" value="([^"]+)"/.exec(card)![1]!;
}

/** Path and query of the newest link that was mailed to this person, once there are `count`. */
/** `since`: where the mails of this database begin, since both send to one peer. */
function newestLink(email: string, count: number, since = 0): string | null {
  const mails = peer.mails.slice(since).filter(({ to }) => to.includes(email));
  if (mails.length < count) return null;
  const text = mails.at(-1)!.raw.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  return /http:\/\/[^/]+(\/console\/sign-in\?token=\w+)/.exec(text)![1]!;
}
