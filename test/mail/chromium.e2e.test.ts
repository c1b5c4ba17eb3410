// What HTML mail can do in a real browser: nothing. The vectors of public XSS collections and public HTML mails are received
// over SMTP, read by REST and shown as a page of an agent's owner would show them. No script runs, no request leaves the
// page, nothing covers what stands around the mail. By default 40 of the mails, and ten vectors a mail; FUZZ=100 takes 500
// mails, and a mail for each vector (some minutes).
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { eachApp, type SuiteApp, type TestAddress } from "../support/app/app.ts";
import { jsonLines, mailFiles, skipWithoutData } from "../support/app/mail-data.ts";
import { launchChromium, noChromium } from "../support/clients/programs.ts";
import { dialogue, openData } from "../support/smtp/client.ts";

const full = process.env.FUZZ === "100";
const mailCount = full ? 500 : 40;

interface Message {
  id: string;
  subject: string | null;
  html: string;
  reply_html: string;
  quoted_html: string | null;
  attachments: { id: string; filename: string }[];
}

/** Our own tries to leave the box, to load and to run, beside the public ones. */
const own = [
  '<div style="position:fixed;top:0;left:0;width:100%;height:100%;background:red">x</div>',
  '<div style="position:absolute;top:-500px;left:-500px;width:4000px;height:4000px;background:red;z-index:99999">x</div>',
  '<div style="margin:-400px;width:3000px;height:900px;background:red">x</div>',
  '<div style="margin:0 0 0 -400px;padding:400px;background:red">x</div>',
  '<p style="letter-spacing:-900px;text-indent:-4000px;background:red">far away</p>',
  '<div style="transform:translate(-500px,-500px) scale(9);background:red">x</div>',
  '<div style="float:left;width:3000px;height:3000px;background:red">x</div>',
  '<table style="position:sticky;top:0"><tr><td style="height:2000px;background:red">x</td></tr></table>',
  '<div style="outline:999px solid red;box-shadow:0 0 0 999px red;filter:drop-shadow(-300px -300px red)">x</div>',
  '<style>*{position:fixed}#above{display:none}</style><link rel=stylesheet href="http://tracker.example/s.css">',
  '<div style="background:url(http://tracker.example/a.png);list-style:url(//tracker.example/b.png)">x</div>',
  "<div style=\"background-image:image-set('http://tracker.example/a.png' 1x);content:url(http://tracker.example/c)\">x</div>",
  '<img src="http://tracker.example/p.gif"><img srcset="http://tracker.example/q.gif 1x"><input type=image src=http://tracker.example/r>',
  "<video poster=http://tracker.example/v src=http://tracker.example/w autoplay></video><iframe src=http://tracker.example/></iframe>",
  '<body background=http://tracker.example/b><table background="http://tracker.example/t"><tr><td>x</td></tr></table>',
  '<meta http-equiv=refresh content="0;url=http://tracker.example/"><base href="http://tracker.example/"><a href=x>y</a>',
  "<form action=http://tracker.example/ id=above><input name=q><button autofocus onfocus=alert(1)>x</button></form>",
  '<svg><image href="http://tracker.example/i"/><script>alert(1)</script></svg><math><mtext><img src=x onerror=alert(1)>',
  '</div></div></body></html><div style="position:fixed;inset:0;background:red">x</div>',
  '<a name=above id=above class=sentinel style="position:fixed">x</a><p class="sentinel">y</p>',
];

if (noChromium !== null) test.skip(`HTML mail in a browser: ${noChromium}`, () => {});
else suite();

function suite(): void {
  let browser: Browser | null = null;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  eachApp(
    "HTML mail in a browser",
    (t) => {
      test("the tries are seen where nothing is sanitised", async () => {
        const viewer = await openViewer(browser!);
        const found = await viewer.show(own.filter((html) => !html.includes("refresh")));
        expect(found.requests.length).toBeGreaterThan(5);
        expect(found.covered.length).toBeGreaterThan(0);
        expect((await viewer.show(["<img src=x onerror=alert(1)>"])).ran).not.toEqual([]);
        await viewer.close();
      });

      test("our own tries do nothing", async () => {
        const messages = await receiveAll(
          t,
          own.map((html) => htmlMail(html)),
        );
        await expectHarmless(
          browser!,
          messages.map(({ html }) => html),
          1,
        );
      });

      test("a picture of the mail itself is loaded from its attachment, and from nowhere else", async () => {
        const gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
        const html =
          '<p>see <img src="cid:pic%40x" alt=a> <img src="cid:missing"> <img src="http://tracker.example/p.gif"></p>';
        const raw =
          "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n" +
          `${html}\r\n--b\r\nContent-Type: image/gif; name=p.gif\r\nContent-ID: <pic@x>\r\nContent-Transfer-Encoding: base64\r\n\r\n${gif}\r\n--b--\r\n`;
        const [message] = await receiveAll(t, [`From: a@remote.example\r\nSubject: picture\r\n${raw}`]);
        const address = `http://localhost:${t.app.ports.http}/api/v1/attachments/${message!.attachments[0]!.id}`;
        expect(message!.html).toContain(`<img alt="a" src="${address}" />`);
        expect(message!.reply_html).toContain(address);
        expect(message!.html).toContain('data-cid="missing"');
        expect(message!.html).toContain('data-remote-src="http://tracker.example/p.gif"');
        const viewer = await openViewer(browser!);
        expect((await viewer.show([message!.html])).requests).toEqual([address]);
        await viewer.close();
      });

      test("the public vectors do nothing", async () => {
        if (skipWithoutData()) return;
        const payloads = jsonLines<{ payload: string }>("xss/payloads.jsonl").map(({ payload }) => payload);
        expect(payloads.length).toBeGreaterThan(200);
        // Each HTML part is sanitised on its own; in full each vector has a mail of its own.
        const perMail = full ? 1 : 10;
        const mails = Array.from({ length: Math.ceil(payloads.length / perMail) }, (_, n) =>
          htmlMail(...payloads.slice(n * perMail, (n + 1) * perMail)),
        );
        const messages = await receiveAll(t, mails);
        // All parts are shown.
        expect(messages.flatMap(({ attachments }) => attachments)).toEqual([]);
        await expectHarmless(
          browser!,
          messages.map(({ html }) => html),
          full ? 20 : 4,
        );
      });

      test(`${mailCount} public mails do nothing`, async () => {
        if (skipWithoutData()) return;
        const mails = publicMails(mailCount);
        expect(mails).toHaveLength(mailCount);
        const messages = await receiveAll(t, mails);
        const own = `http://localhost:${t.app.ports.http}/api/v1/attachments/`;
        const shown = messages.flatMap(({ html, reply_html, quoted_html }) =>
          [html, ...(full ? [reply_html, quoted_html ?? ""] : [])].filter((part) => part !== ""),
        );
        await expectHarmless(browser!, shown, 1, own);
      }, 600_000);
    },
    { checkOnce: true },
  );
}

function htmlMail(...parts: string[]): string {
  const bodies = parts.map((html) => {
    const body = Buffer.from(html)
      .toString("base64")
      .replace(/.{1,76}/g, "$&\r\n");
    return `Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}`;
  });
  const head = "From: a@remote.example\r\nSubject: vector\r\nMIME-Version: 1.0\r\n";
  if (bodies.length === 1) return `${head}${bodies[0]}`;
  const mixed = bodies.map((body) => `--b\r\n${body}\r\n`).join("");
  return `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${mixed}--b--\r\n`;
}

/** Mails of the data, spread over its sources: first all that have HTML (some 230), then those whose text is shown as HTML. */
function publicMails(count: number): string[] {
  const all = ["mailbox", "mime"]
    .flatMap((folder) => mailFiles(folder, /^(?!.*\.json$)/))
    .map(({ raw }) =>
      raw
        .toString("latin1")
        .replace(/\r?\n/g, "\r\n")
        .replace(/\r(?!\n)/g, ""),
    )
    .filter((raw) => raw.length < 1_000_000);
  const [html, text] = [true, false].map((wanted) =>
    all.filter((raw) => /content-type:\s*text\/html/i.test(raw) === wanted),
  ) as [string[], string[]];
  const step = Math.max(1, Math.floor(html.length / count));
  return [...html.filter((_, index) => index % step === 0), ...text].slice(0, count);
}

/** Sends mails over one connection and reads them by REST, in their order. */
async function receiveAll(t: SuiteApp, mails: readonly string[]): Promise<Message[]> {
  const talk = await dialogue(t.smtpPort);
  const to: TestAddress = await t.address();
  const ids: string[] = [];
  for (const mail of mails) {
    const replies = await openData(talk, "a@remote.example", to.email);
    expect(replies.at(-1)).toStartWith("354");
    const stuffed = mail.replace(/^\./gm, "..");
    const reply = await talk.say(`X-N: ${ids.length}\r\n${stuffed}\r\n.`);
    ids.push(/Stored as (\S+)/.exec(reply)?.[1] ?? reply);
  }
  talk.close();
  return Promise.all(ids.map((id) => t.api.must<Message>(200, t.api.get(`/messages/${id}`))));
}

interface Seen {
  /** Addresses that were asked for. */
  requests: string[];
  /** Scripts that ran, and dialogs. */
  ran: string[];
  /** What around the mail cannot be reached. */
  covered: string[];
}

interface Viewer {
  show(parts: readonly string[]): Promise<Seen>;
  close(): Promise<void>;
}

async function openViewer(browser: Browser): Promise<Viewer> {
  const context = await browser.newContext({ viewport: { width: 900, height: 700 } });
  const page: Page = await context.newPage();
  let requests: string[] = [];
  let ran: string[] = [];
  await context.route("**/*", (route) => {
    requests.push(route.request().url());
    return route.abort();
  });
  page.on("dialog", (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss().catch(() => {});
  });
  await page.exposeFunction("vectorRan", (what: string) => void ran.push(what));
  await page.addInitScript(() => {
    const told = globalThis as unknown as Record<string, (what: string) => void>;
    for (const name of ["alert", "confirm", "prompt", "print", "eval", "open"])
      told[name] = () => told.vectorRan!(name);
  });
  return {
    async show(parts) {
      requests = [];
      ran = [];
      await page.setContent(pageOf(parts), { waitUntil: "load" });
      // Whatever waits for a pointer or for focus gets it.
      await page.evaluate(touchAll);
      return { covered: (await page.evaluate(findCovered)) as string[], requests, ran };
    },
    close: () => context.close(),
  };
}

const frame = 40;

/** Each part in a box that scrolls, with text of the page above and below it, and beside it. */
function pageOf(parts: readonly string[]): string {
  const boxes = parts.map(
    (part) =>
      `<div class="sentinel bar">above</div><div class="row"><div class="sentinel side">left</div><div class="mail">${part}</div><div class="sentinel side">right</div></div><div class="sentinel bar">below</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Mail</title><style>
    body { margin: 0 } .bar { height: ${frame}px } .row { display: flex; height: 300px } .side { width: ${frame}px; flex: none }
    .mail { flex: 1; min-width: 0; overflow: auto }</style><body>${boxes.join("")}</body>`;
}

// In the browser, where this file's types are not: as text.
const touchAll = `
  for (const element of document.querySelectorAll(".mail *"))
    for (const type of ["mouseover", "mousedown", "click", "focus", "toggle", "animationend", "load", "error"])
      element.dispatchEvent(new Event(type, { bubbles: false, cancelable: true }));`;

/** Sentinels that a pointer does not reach, and what covers them. */
const findCovered = `(() => {
  const covered = [];
  const expected = document.querySelectorAll(".mail").length * 4;
  const sentinels = [...document.querySelectorAll("body > .sentinel, body > .row > .sentinel")];
  if (sentinels.length !== expected) covered.push(sentinels.length + " of " + expected + " sentinels are there");
  for (const sentinel of sentinels) {
    sentinel.scrollIntoView({ block: "center" });
    const { left, top, width, height } = sentinel.getBoundingClientRect();
    const points = [[width / 2, height / 2], [1, 1], [width - 2, height - 2]].map(([x, y]) => [left + x, top + y]);
    for (const [x, y] of points) {
      const hit = document.elementFromPoint(Math.round(x), Math.round(y));
      if (hit !== sentinel) covered.push(sentinel.textContent + " by " + (hit && hit.outerHTML.slice(0, 200)));
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) covered.push("the page is wider than its window");
  return covered;
})()`;

/** Shows everything, some parts a page, and expects nothing of it. */
async function expectHarmless(
  browser: Browser,
  parts: readonly string[],
  atOnce: number,
  allowed = "none:",
): Promise<void> {
  const viewer = await openViewer(browser);
  for (let at = 0; at < parts.length; at += atOnce) {
    const seen = await viewer.show(parts.slice(at, at + atOnce));
    const requests = seen.requests.filter((url) => !url.startsWith(allowed));
    const where = `parts from ${at}: ${parts[at]!.slice(0, 300)}`;
    expect({ where, ...seen, requests }).toEqual({ where, requests: [], ran: [], covered: [] });
  }
  await viewer.close();
}
