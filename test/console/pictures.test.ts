// Remote pictures of mails: fetched by the server when a person asks to see them, and by nobody else.
import { afterAll, expect, test } from "bun:test";
import * as cheerio from "cheerio";
import { withoutPictures } from "../../src/console/mailbox/pictures.ts";
import { parseNetworks } from "../../src/lib/networks.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { photo } from "../support/demo/mails.ts";
import { Browser } from "./browser.ts";
import { colleague } from "./colleagues.ts";

/** What a mail's pictures are fetched from. */
const calls: { path: string; headers: Headers }[] = [];
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    const { pathname, search } = new URL(request.url);
    calls.push({ path: pathname + search, headers: request.headers });
    return answers[pathname]!();
  },
});
afterAll(() => server.stop(true));
const base = `http://127.0.0.1:${server.port}`;
const bytes = photo;

const answers: Record<string, () => Response> = {
  "/photo": () =>
    new Response(bytes, { headers: { "content-type": "image/jpeg; charset=x", "set-cookie": "a=b" } }),
  "/moved": () => Response.redirect(`${base}/photo?a=1&b=%22`, 302),
  "/inside": () => Response.redirect("http://10.1.2.3/photo", 302),
  "/round": () => Response.redirect(`${base}/round`, 302),
  "/svg": () =>
    new Response("<svg xmlns='http://www.w3.org/2000/svg'/>", {
      headers: { "content-type": "image/svg+xml" },
    }),
  "/page": () => new Response("<script>alert(1)</script>", { headers: { "content-type": "text/html" } }),
  "/huge": () => new Response(new Uint8Array(9 * 1024 * 1024), { headers: { "content-type": "image/png" } }),
  "/gone": () => new Response("no", { status: 410 }),
};

/** What stands in the place of a picture that nobody has asked for. */
const placeholder = expect.stringMatching(/^data:image\/svg\+xml,%3Csvg/);

test("in a picture's place stand its words, as text", () => {
  const mail = `<img src="data:image/gif;base64,x"><img alt="A &amp; B &quot;'&lt;script&gt;%\ud800" width="600" height="20px" data-remote-src="https://far.example/a">`;
  const shown = cheerio.load(withoutPictures(mail))("img");
  expect(shown.eq(0).attr("src")).toBe("data:image/gif;base64,x");
  const [head, svg] = shown.eq(1).attr("src")!.split(",", 2);
  expect([head, /["'<>\s]/.test(svg!)]).toEqual(["data:image/svg+xml", false]);
  const picture = cheerio.load(decodeURIComponent(svg!), { xml: true });
  expect(picture("text").text()).toBe(`A & B "'<script>%\ufffd`);
  expect([picture("svg").attr("width"), picture("svg").attr("height")]).toEqual(["600", "20"]);
});

eachApp(
  "remote pictures",
  (t) => {
    const mailWith = async (urls: readonly string[]) => {
      const { id, email } = await t.address();
      const html = `<p>Look</p>${urls.map((url) => `<img src="${url.replaceAll("&", "&amp;")}" alt="">`).join("")}<p style="background:url(${base}/css)">x</p>`;
      await t.raw({
        from: "guest@far.example",
        to: email,
        raw: `From: guest@far.example\r\nTo: ${email}\r\nSubject: Pictures\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n`,
      });
      const thread = await eventually(
        async () => (await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${id}`)).json.data[0],
      );
      const { json } = await t.api.get<PageOf<{ id: string }>>(`/messages?thread_id=${thread.id}`);
      return `/console/messages/${json.data[0]!.id}/frame`;
    };
    const sourcesOf = ({ text }: Browser) => {
      const $ = cheerio.load(text);
      return $("img")
        .toArray()
        .map((image) => $(image).attr("src"));
    };
    const fetched = (browser: Browser, path: string) => {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      return fetch(browser.base + path, { headers: { cookie, referer: browser.base }, redirect: "manual" });
    };

    // DECISIONS Agent signup and console: Remote pictures are fetched only when somebody asks for them, by this server
    test("nothing is fetched before somebody asks; then by the server, which says nothing of the person", async () => {
      const frame = await mailWith([`${base}/photo?a=1&b=2`, `${base}/moved`]);
      const { browser } = await colleague(t, "reviewer");
      await browser.get(frame);
      expect(sourcesOf(browser)).toEqual([placeholder, placeholder]);
      const before = calls.length;
      await browser.get(`${frame}?pictures=1`);
      expect(browser.headers.get("content-security-policy")).toContain("img-src data: 'self';");
      expect(browser.text).not.toContain(`src="${base}`);
      expect(browser.text).not.toContain("/css");
      const sources = sourcesOf(browser);
      expect(sources.length).toBe(2);
      for (const source of sources) {
        expect(source).toStartWith("/console/pictures?");
        const answer = await fetched(browser, source!);
        expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
        expect(answer.headers.get("cache-control")).toBe("private, max-age=3600");
        expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
        expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
        expect(answer.headers.get("set-cookie")).toBeNull();
        expect(await answer.bytes()).toEqual(new Uint8Array(bytes));
      }
      const made = calls.slice(before);
      expect(made.map(({ path }) => path)).toEqual(["/photo?a=1&b=2", "/moved", "/photo?a=1&b=%22"]);
      for (const { headers } of made) {
        expect(headers.get("user-agent")).toBe("Postroom");
        for (const name of ["cookie", "referer", "x-forwarded-for", "accept-language"])
          expect(headers.get(name)).toBeNull();
      }
    });

    // DECISIONS Agent signup and console: No private networks, 8 MB, formats without scripts
    test("what is no picture, too large, gone, inside a network or without an end is not passed on", async () => {
      const wrong = ["/svg", "/page", "/huge", "/gone", "/inside", "/round"].map((path) => base + path);
      const frame = await mailWith([
        ...wrong,
        "http://10.0.0.1/photo",
        "http://[::1]:1/photo",
        "http://169.254.169.254/",
      ]);
      const { browser } = await colleague(t, "member");
      await browser.get(`${frame}?pictures=1`);
      const sources = sourcesOf(browser);
      expect(sources.length).toBe(9);
      const answers = await Promise.all(sources.map((source) => fetched(browser, source!)));
      expect(answers.map(({ status }) => status)).toEqual(sources.map(() => 404));
      for (const answer of answers) expect((await answer.bytes()).length).toBe(0);
    });

    test("a URL without its proof, or with another session's, is not fetched", async () => {
      const frame = await mailWith([`${base}/photo?secret`]);
      const { browser } = await colleague(t, "member");
      const { browser: other } = await colleague(t, "member");
      await browser.get(`${frame}?pictures=1`);
      const [source] = sourcesOf(browser) as [string];
      const before = calls.length;
      expect((await fetched(other, source)).status).toBe(404);
      expect((await fetched(browser, source.replace("secret", "another"))).status).toBe(404);
      expect((await fetched(browser, source.replace(/proof=.*/, ""))).status).toBe(404);
      const stranger = await fetched(new Browser(t.api.base), source);
      expect([stranger.status, stranger.headers.get("location")]).toEqual([303, "/console/login"]);
      expect(calls.length).toBe(before);
    });
  },
  { deps: { pictureNetworks: parseNetworks("127.0.0.0/8") }, checkOnce: true },
);
