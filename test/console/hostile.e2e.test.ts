// Mail that attacks who reads it, in the pages as a person opens them: lists, threads with the mails' own markup, files, search,
// reviews, calendar, settings. Nothing runs, nobody else is asked for anything, nothing leads away. It is opened twice: under
// the pages' policy, which must have nothing to forbid, and without it, so that what the policy would catch is found. The
// vectors are our own on one database and the public ones on the other; in a full run both on both.
import { afterAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually, type SuiteApp, type TestAddress } from "../support/app/app.ts";
import { jsonLines, skipWithoutData } from "../support/app/mail-data.ts";
import { startReceiver, startSink } from "../support/fakes/receivers.ts";
import { calendarObject } from "../support/smtp/calendar-mail.ts";
import { inChromium, openPage, shareOf, signInPage } from "./chromium.ts";
import { files, vectors } from "./vectors.ts";

const sets = ["our own", "public"] as const;
/** Messages that the page of a thread shows at once. */
const shownAtOnce = 20;
/** The public vectors stand in few mails: each part is sanitised on its own. */
const partsOfMail = 6;

await inChromium("hostile mail in a browser", suite);

async function suite(browser: () => Browser): Promise<void> {
  const [peer, receiver] = [await startSink(), startReceiver()];
  afterAll(() => Promise.all([peer.stop(), receiver.stop()]));

  eachApp(
    "hostile mail",
    (t) => {
      /** Opens the pages under their policy and without it. @param frames that there must be at least */
      const harmless = async (paths: readonly string[], frames: number, ways = [true, false]) => {
        for (const isBare of ways) {
          const shown = await openShown(browser(), t, isBare);
          for (const path of paths) await shown.show(path);
          expect(await shown.end()).toEqual([]);
          expect(shown.frames()).toBeGreaterThanOrEqual(frames);
        }
      };

      test("a page that shows what attacks is found out", async () => {
        const shown = await openShown(browser(), t, true);
        await shown.page.setContent(vectors.slice(1, 4).join(""));
        await shown.page.setContent("<svg onload=alert(1)></svg><a href=javascript:x onclick=y>x</a>");
        const found = await shown.end();
        expect(found.some((text) => text.startsWith("dialog"))).toBe(true);
        const guarded = await openShown(browser(), t, false);
        await guarded.page.evaluate(`document.body.innerHTML = ${JSON.stringify(vectors.join(""))}`);
        await eventually(() => guarded.problems.some((text) => /Security Policy/.test(text)));
        await guarded.look("here");
        expect(
          (await guarded.end()).filter((text) => /link to|onerror=|<\w+> in/.test(text)).length,
        ).toBeGreaterThan(2);
      });

      test("our own tries do nothing in lists, threads, frames, files and searches", async () => {
        if (!shareOf(t.kind, sets).includes("our own")) return;
        const desk = await t.address({ display_name: vectors.at(-1)!.slice(0, 180) });
        const mails = vectors.map((vector, index) => () => hostileMail(t, { to: desk, vector, index }));
        const threads = await threadsOf(t, desk, mails);
        const lists = ["open", "all", "needs"].map((list) => `/console/mail/${list}?address=${desk.id}`);
        const searches = vectors.map((vector) => `/console/search?q=${encodeURIComponent(vector)}`);
        const paths = [...lists, ...threads, ...searches.slice(-3), searches[1]!];
        await harmless(paths, mails.length);
        const attached = await fileIds(t, desk);
        expect(attached).toHaveLength(files.length);
        await harmless(
          attached.map((id) => `/console/files/${id}`),
          0,
          [true],
        );
      }, 300_000);

      test("names, comments, notes, events and answers of webhooks are text everywhere", async () => {
        if (!shareOf(t.kind, sets).includes("public")) return;
        const paths = await hostileAccount(t, receiver);
        await harmless(paths, 0);
      }, 300_000);

      test("the public vectors do nothing in threads and their frames", async () => {
        if (!shareOf(t.kind, sets).includes("public") || skipWithoutData()) return;
        const payloads = jsonLines<{ payload: string }>("xss/payloads.jsonl").map(({ payload }) => payload);
        expect(payloads.length).toBeGreaterThan(200);
        const desk = await t.address();
        const parts = Array.from({ length: Math.ceil(payloads.length / partsOfMail) }, (_, at) =>
          payloads.slice(at * partsOfMail, (at + 1) * partsOfMail),
        );
        const mails = parts.map((some, index) => () => {
          const [first = ""] = some;
          const thread = threadHeaders(`public${t.kind}`, index);
          const bodies = some.map((html) => ({
            contentType: "text/html",
            content: `<h3>x</h3>${html}`,
            contentDisposition: "inline" as const,
            filename: false as const,
          }));
          return t.mail({
            ...thread,
            from: { name: first.slice(0, 300), address: "a@remote.example" },
            to: desk.email,
            subject: first.replace(/\s+/g, " ").slice(0, 500) || "x",
            html: "<h3>x</h3>",
            attachments: [
              ...bodies,
              { contentType: "text/plain", filename: first.slice(0, 80), content: first },
            ],
          });
        });
        const threads = await threadsOf(t, desk, mails);
        await harmless([`/console/mail/open?address=${desk.id}`, ...threads], mails.length);
      }, 300_000);
    },
    { env: { SMTP_RELAY_URL: peer.url }, checkOnce: true },
  );
}

/** The first of each `shownAtOnce` begins a thread that the others answer. */
function threadHeaders(name: string, index: number) {
  const root = `<${name}-${index - (index % shownAtOnce)}@remote.example>`;
  return index % shownAtOnce === 0 ? { messageId: root } : { inReplyTo: root, references: root };
}

function hostileMail(
  t: SuiteApp,
  { to, vector, index }: { to: TestAddress; vector: string; index: number },
): Promise<string> {
  const line = vector.replace(/[\r\n]+/g, " ");
  const escaped = line.replace(/[\\;,]/g, "\\$&").replaceAll('"', "'");
  const event = calendarObject("REQUEST", [
    `UID:hostile${index}@remote.example`,
    `SUMMARY:${escaped}`,
    `LOCATION:${escaped}`,
    `DESCRIPTION:${escaped}`,
    "DTSTART:20270301T090000Z",
    "DTEND:20270301T100000Z",
    `ORGANIZER;CN="${line.replaceAll('"', "'")}":mailto:a@remote.example`,
    `ATTENDEE;CN="${line.replaceAll('"', "'")}";RSVP=TRUE:mailto:${to.email}`,
  ]);
  const file = files[index % files.length]!;
  return t.mail({
    ...threadHeaders(`own${t.kind}`, index),
    from: { name: line, address: "a@remote.example" },
    to: { name: line, address: to.email },
    subject: line,
    text: vector,
    html: `<h3>x</h3>${vector}<blockquote>${vector}</blockquote>`,
    ...(index % 5 === 0 ? { icalEvent: { method: "REQUEST", content: event } } : {}),
    attachments: [file, { contentType: "text/plain", filename: line.slice(0, 150), content: vector }],
  });
}

/** Hands the mails over one after the other; the pages of their threads. */
async function threadsOf(
  t: SuiteApp,
  to: TestAddress,
  mails: readonly (() => Promise<unknown>)[],
): Promise<string[]> {
  for (const mail of mails) await mail();
  const { data } = (
    await t.api.get<PageOf<{ id: string; message_count: number }>>(`/threads?identity_id=${to.id}`)
  ).json;
  expect(data.map(({ message_count: count }) => count).reduce((a, b) => a + b, 0)).toBe(mails.length);
  expect(data).toHaveLength(Math.ceil(mails.length / shownAtOnce));
  return data.map(({ id }) => `/console/threads/${id}?list=all`);
}

async function fileIds(t: SuiteApp, { id }: TestAddress): Promise<string[]> {
  const path = `/messages?identity_id=${id}&has_attachments=true&limit=50`;
  const { json } = await t.api.get<PageOf<{ attachments: { id: string; filename: string }[] }>>(path);
  const all = json.data.flatMap(({ attachments }) => attachments);
  return files.flatMap(({ filename }) => all.find((one) => one.filename === filename)?.id ?? []);
}

/** An account in which everything that has a name has a hostile one; the pages that show it. */
async function hostileAccount(t: SuiteApp, receiver: ReturnType<typeof startReceiver>): Promise<string[]> {
  const [script, attribute] = [vectors[1]!, vectors.at(-1)!.replace(/[\u2028\u2029]/g, "")];
  const { api } = t;
  const desk = await t.address({ display_name: attribute.slice(0, 190) });
  const hook = await api.must<{ id: string }>(
    201,
    api.post("/webhooks", { url: `${receiver.url}?x=${encodeURIComponent(script)}` }),
  );
  receiver.answer(() => new Response(script + attribute, { status: 410 }));
  await api.must(201, api.post("/api-keys", { name: script.slice(0, 100), identity_ids: [desk.id] }));
  const label = await api.must<{ id: string }>(
    201,
    api.post("/labels", { identity_id: desk.id, name: script.slice(0, 60) }),
  );
  await t.mail({ from: "a@remote.example", to: desk.email, subject: "Named", text: "x" });
  const [thread] = (await api.get<PageOf<{ id: string }>>(`/threads?identity_id=${desk.id}`)).json.data;
  await api.call("PUT", `/threads/${thread!.id}/labels/${label.id}`, {});
  await api.must(201, api.post(`/threads/${thread!.id}/notes`, { text: script + attribute }));
  const event = await api.must<{ id: string }>(
    201,
    api.post(`/identities/${desk.id}/calendar/events`, {
      title: script,
      location: attribute,
      description: script + attribute,
      start: "2027-03-03T09:00:00",
      end: "2027-03-03T10:00:00",
      timezone: "UTC",
    }),
  );
  await api.must(
    200,
    api.call("PUT", `/identities/${desk.id}/protection`, { outbound: "all", approver: "human" }),
  );
  const held = await api.must<{ review_id: string; thread_id: string }>(
    202,
    api.post("/messages", {
      from: desk.email,
      to: [{ email: "b@remote.example", name: attribute.slice(0, 90) }],
      subject: script,
      text: attribute,
      html: `${script}${attribute}`,
    }),
  );
  await eventually(async () => {
    const { json } = await api.get<PageOf<{ response_body: string | null }>>(
      `/deliveries?webhook_id=${hook.id}`,
    );
    return json.data.some(({ response_body: body }) => body?.includes("onerror"));
  });
  const given = encodeURIComponent(attribute);
  return [
    `/console/threads/${thread!.id}?list=all`,
    `/console/threads/${thread!.id}/history`,
    `/console/threads/${held.thread_id}?list=needs`,
    "/console/mail/needs",
    `/console/calendar?address=${desk.id}&week=2027-03-03`,
    `/console/calendar/${desk.id}/${event.id}`,
    `/console/calendar?week=${given}`,
    ...["keys", "addresses", "webhooks", "domains", "programs"].map(
      (name) => `/console/settings/${name}?q=${given}`,
    ),
    `/console/settings/webhooks/${hook.id}`,
    `/console/settings/devices?identity=${desk.id}`,
    `/console/settings/protection?identity=${desk.id}`,
    `/console/write?address=${desk.id}&to=${given}`,
    `/console/mail/open?done=${given}&draft=${given}&account=${t.accountId}`,
    `/console/write?back=${encodeURIComponent("javascript:alert(1)")}`,
  ];
}

interface Shown {
  page: Page;
  problems: string[];
  show(path: string): Promise<void>;
  /** Frames with a mail's own markup so far. */
  frames(): number;
  /** Notes what does not belong there. @returns how many frames there are */
  look(where: string): Promise<number>;
  /** Closes the page. @returns what went wrong */
  end(): Promise<string[]>;
}

/** @param isBare without the pages' policy */
async function openShown(browser: Browser, t: SuiteApp, isBare: boolean): Promise<Shown> {
  const { page, problems, close } = await openPage(browser, t, {
    bypassCSP: isBare,
    viewport: { width: 1280, height: 2000 },
    usual: /status of 40[04]|net::ERR_ABORTED/,
  });
  let where = "the sign-in";
  let frames = 0;
  page.on("dialog", (dialog) => {
    problems.push(`dialog at ${where}`);
    void dialog.dismiss().catch(() => {});
  });
  page.context().on("page", (popup) => problems.push(`opened ${popup.url()} at ${where}`));
  page.on("framenavigated", (frame) => {
    const path = frame.url().replace(t.api.base, "");
    if (frame === page.mainFrame() && !path.startsWith("/console/") && path !== "about:blank")
      problems.push(`went to ${path} from ${where}`);
  });
  await signInPage(t, page);
  const look = async (at: string) => {
    const { found, frames } = (await page.evaluate(lookAround)) as { found: string[]; frames: number };
    for (const one of found) problems.push(`${at}: ${one}`);
    return frames;
  };
  return {
    page,
    problems,
    look,
    async show(path) {
      where = path;
      try {
        await page.goto(path);
      } catch (error) {
        // It is saved, not shown.
        if (/Download is starting|ERR_ABORTED/.test(String(error))) return;
        throw error;
      }
      // What shows files is the browser's own page.
      if (!path.startsWith("/console/files/")) frames += await look(path);
    },
    frames: () => frames,
    async end() {
      await close();
      return problems;
    },
  };
}

// In the browser, where this file's types are not: as text. Loads the frames, gives each element what it may wait for, and
// tells of elements and attributes that no page of ours has.
const lookAround = `(async () => {
  // In the place of a picture that nobody asked for stands a drawn one, of a box and its words alone.
  const isPlace = (value) => /^data:image\\/svg\\+xml,%3Csvg/.test(value) && /^<svg xmlns="http:\\/\\/www\\.w3\\.org\\/2000\\/svg" width="\\d+" height="\\d+"><rect [^<>]*\\/><text [^<>]*>[^<>]*<\\/text><\\/svg>$/.test(decodeURIComponent(value.slice(19)));
  const found = [];
  for (const details of document.querySelectorAll("details")) details.open = true;
  const frames = [...document.querySelectorAll("iframe.mail-frame")];
  await Promise.all(frames.map((frame) => new Promise((done) => {
    const isThere = () => frame.contentDocument && frame.contentDocument.URL !== "about:blank" && frame.contentDocument.readyState === "complete";
    if (isThere()) return done();
    frame.addEventListener("load", done, { once: true });
    frame.loading = "eager";
  })));
  const documents = [document, ...frames.map((frame) => frame.contentDocument).filter(Boolean)];
  for (const one of documents) {
    const isMail = one !== document;
    for (const element of one.querySelectorAll("*")) {
      const name = element.localName;
      const isHead = element.parentElement === one.head;
      const own = isMail
        ? isHead && ["meta", "title", "base", "style"].includes(name)
        : (name === "script" && isHead && element.src.includes("/console/assets/")) || (name === "iframe" && element.className === "mail-frame") ||
          (isHead && ["meta", "link"].includes(name)) || ["form", "input", "button", "select", "option", "textarea", "svg", "use", "symbol"].includes(name) || element.closest("symbol, .brand, .qr-code");
      const never = /^(?:script|iframe|frame|frameset|object|embed|applet|form|input|button|select|textarea|link|meta|base|style|svg|math|video|audio|source|picture|template|portal|noscript|marquee|animate|foreignobject)$/;
      if (never.test(name) && !own) found.push("<" + name + "> in " + one.URL);
      if (isMail && isHead && one.head.children.length !== 5) found.push("a head of " + one.head.children.length + " in " + one.URL);
      for (const { name: attribute, value } of element.attributes) {
        if (/^on/i.test(attribute) || ["srcset", "ping", "background", "formaction", "srcdoc", "poster", "lowsrc", "dynsrc"].includes(attribute)) found.push(attribute + "=" + value + " in " + one.URL);
        if (attribute === "style" && name !== "iframe" && (!isMail || /url|expression|image-set|@import/i.test(value))) found.push("style " + value + " in " + one.URL);
        if (/^(?:xlink:)?href$|^action$/.test(attribute) && !/^(?:https?:|mailto:|tel:|sms:|xmpp:|callto:|\\/(?!\\/)|#)/i.test(value)) found.push("a link to " + value + " in " + one.URL);
        if (attribute === "src" && !/^\\/(?!\\/)|^data:image\\/(?:png|jpe?g|gif|webp|bmp|x-icon);/.test(value) && !isPlace(value)) found.push("src " + value + " in " + one.URL);
        if (attribute === "target" && value !== "_blank") found.push("target " + value + " in " + one.URL);
        if (isMail && (attribute === "id" || attribute === "name") && document.getElementById(value)) found.push(attribute + " " + value + " in " + one.URL);
      }
      for (const type of ["mouseover", "mousedown", "focus", "blur", "toggle", "animationstart", "animationend", "load", "error", "wheel", "paste"])
        if (isMail || element.closest(".message, .review, .invitation, .lines")) element.dispatchEvent(new Event(type, { cancelable: true }));
    }
  }
  await new Promise((done) => setTimeout(done, 0));
  return { found: [...new Set(found)].slice(0, 20), frames: frames.filter((frame) => frame.contentDocument?.body?.children.length > 0).length };
})()`;
