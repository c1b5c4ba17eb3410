// Forms that are refused, of every page, without the script: each stands again on its page, with all that was typed and chosen in it.
import { expect, test } from "bun:test";
import * as cheerio from "cheerio";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { received } from "../support/smtp/received.ts";
import type { Browser } from "./browser.ts";
import { enter } from "./colleagues.ts";
import { protectedAddress } from "./protected.ts";

const odd = `"Odd" & 'words' <b>&lt;`;
const typedValues: Readonly<Record<string, string>> = {
  email: "odd@person.example",
  url: "https://far.example/?a=1&b=%22",
  number: "7",
  date: "2031-02-03",
  time: "03:04",
  "datetime-local": "2031-02-03T04:05",
};
const hidden = '[type="hidden"], [type="file"], [type="search"], [type="submit"]';

interface Filled {
  action: string;
  fields: URLSearchParams;
  typed: URLSearchParams;
}

/** Forms in which somebody types or chooses, filled in with other values than the page gave. Letters have a way of their own. */
function filledForms(page: string): Filled[] {
  const $ = cheerio.load(page);
  return $('form[method="post"]:not(.write-form)')
    .toArray()
    .flatMap((element) => {
      const form = $(element);
      const inputs = form.find("input, textarea").not(hidden);
      inputs.filter('[type="checkbox"], [type="radio"]').each((_, box) => {
        const radios = inputs.filter(`[type="radio"][name="${$(box).attr("name")}"]`);
        if ($(box).attr("type") === "checkbox") $(box).prop("checked", !$(box).prop("checked"));
        else radios.each((at, one) => void $(one).prop("checked", at === radios.length - 1));
      });
      inputs.not('[type="checkbox"], [type="radio"]').each((_, one) => {
        const value = typedValues[$(one).attr("type") ?? "text"] ?? odd;
        if (one.tagName === "textarea") $(one).text(`${value}\nand more`);
        else $(one).attr("value", value);
      });
      form
        .find("select")
        .each((_, one) => void $(one).find("option").removeAttr("selected").last().attr("selected", ""));
      const typed = new URLSearchParams();
      const all = new URLSearchParams();
      for (const { name, value } of form.serializeArray()) {
        all.append(name, value);
        if (form.find(`[name="${name}"]`).not('[type="hidden"]').length > 0) typed.append(name, value);
      }
      return typed.size === 0 ? [] : [{ action: form.attr("action")!, fields: all, typed }];
    });
}

/** What a form of this action has in its fields; of several, the one that says why it was refused. */
function shownIn(page: string, action: string): URLSearchParams | null {
  const $ = cheerio.load(page);
  const form = $(`form[action="${action}"]:has(> [role="alert"])`).first();
  if (form.length === 0 || form.closest("details:not([open])").length > 0) return null;
  return new URLSearchParams(form.serializeArray().map(({ name, value }): [string, string] => [name, value]));
}

const sorted = (fields: URLSearchParams, names: Iterable<string>) =>
  [...new Set(names)]
    .sort()
    .map((name) => [name, fields.getAll(name).map((value) => value.replaceAll("\r\n", "\n"))]);

eachApp("a form that is refused", (t) => {
  // DECISIONS Agent signup and console: A form that is refused stands again on its page
  test("stands again on its page with all that was typed, whatever the page", async () => {
    const browser = await enter(t);
    const tried = new Set<string>();
    for (const path of await pagesOf(t)) {
      await browser.get(path);
      expect([path, browser.status]).toEqual([path, 200]);
      for (const { action, fields, typed } of filledForms(browser.text)) {
        // A token that is out of date, as after the sign-in of another tab.
        fields.set("csrf", "out of date");
        const answer = await post(browser, { path, action, fields });
        const shown = shownIn(answer.text, action);
        expect([path, action, answer.status, shown !== null]).toEqual([path, action, 403, true]);
        expect([path, action, sorted(shown!, typed.keys())]).toEqual([
          path,
          action,
          sorted(typed, typed.keys()),
        ]);
        expect(shown!.get("csrf")).not.toBe("out of date");
        tried.add(action.replaceAll(/[0-9a-f-]{36}/g, "ID"));
      }
    }
    expect([...tried].sort()).toEqual([
      "/console/addresses",
      "/console/bulk",
      "/console/calendar",
      "/console/calendar/ID/ID",
      "/console/calendar/reminders",
      "/console/devices",
      "/console/domains",
      "/console/keys",
      "/console/members",
      "/console/protection",
      "/console/protection/entries",
      "/console/reviews",
      "/console/search/save",
      "/console/templates",
      "/console/templates/signature",
      "/console/threads/ID/assign",
      "/console/threads/ID/labels",
      "/console/threads/ID/move",
      "/console/threads/ID/notes",
      "/console/threads/ID/snooze",
      "/console/webhooks",
      "/console/you/language",
    ]);
  }, 120_000);

  test("stands again for what it was about alone: words about one card never stand in the form of the next", async () => {
    const { email, agent } = await protectedAddress(t, {});
    const reviews: string[] = [];
    for (const to of ["one@far.example", "two@far.example"]) {
      const body = { from: email, to, subject: "Held", text: "Held" };
      reviews.push((await agent.must<{ review_id: string }>(202, agent.post("/messages", body))).review_id);
    }
    const [browser, colleague] = [await enter(t), await enter(t)];
    const path = "/console/desk";
    await browser.get(path);
    const card = reviews.find((id) => browser.text.includes(`data-desk="${id}"`))!;
    const next = reviews.find((id) => id !== card)!;
    const returned = browser.form("/console/reviews", (fields) => fields.get("decision") === "return");
    returned.set("comment", "Too dear");
    await colleague.get(`/console/reviews/${card}`);
    await colleague.submit(
      "/console/reviews",
      { comment: "No" },
      (fields) => fields.get("decision") === "reject",
    );
    await browser.get(path);
    expect(browser.text).toContain(`data-desk="${next}"`);
    const answer = await post(browser, { path, action: "/console/reviews", fields: returned });
    expect(answer.status).toBe(409);
    // The words stand by themselves, to be copied.
    expect(answer.text).toMatch(/<textarea readonly[^>]*>\s*Too dear/);
    expect(answer.text).not.toContain(next);
  });
});

async function post(
  browser: Browser,
  { path, action, fields }: { path: string; action: string; fields: URLSearchParams },
) {
  const response = await browser.post(action, fields, {
    referer: browser.base + path,
    "sec-fetch-dest": "document",
  });
  return { status: response.status, text: await response.text() };
}

async function pagesOf(t: SuiteApp): Promise<string[]> {
  const own = await t.address();
  await t.mail({ from: "grace@far.example", to: own.email, subject: "Plan", text: "Hi" });
  const mail = await received(t, own);
  const { thread_id: thread } = await t.api.must<{ thread_id: string }>(
    200,
    t.api.get(`/messages/${mail.id}`),
  );
  await t.api.must(201, t.api.post("/labels", { identity_id: own.id, name: "Urgent", colour: "#6b7280" }));
  const starts = "2031-01-01T10:00:00";
  const event = await t.api.must<{ id: string }>(
    201,
    t.api.post(`/identities/${own.id}/calendar/events`, {
      title: "Review",
      start: starts,
      end: "2031-01-01T11:00:00",
    }),
  );
  await t.api.must(
    200,
    t.api.call("PUT", `/identities/${own.id}/protection`, { outbound: "all", approver: "human" }),
  );
  const held = { from: own.email, to: ["x@far.example"], subject: "Held", text: "Held" };
  const { review_id: review } = await t.api.must<{ review_id: string }>(202, t.api.post("/messages", held));
  const template = await t.api.must<{ id: string }>(
    201,
    t.api.post("/templates", { name: "Thanks", subject: "Thank you", text: "Hello" }),
  );
  const settings = [
    "keys",
    "members",
    "addresses",
    "templates",
    "programs",
    "webhooks",
    "domains",
    "protection",
    "devices",
    "you",
  ];
  return [
    ...settings.map((name) => `/console/settings/${name}`),
    `/console/settings/protection?identity=${own.id}`,
    `/console/settings/templates?edit=${template.id}`,
    `/console/threads/${thread}?list=open`,
    `/console/mail/open?address=${own.id}`,
    `/console/reviews/${review}`,
    "/console/desk",
    `/console/calendar?address=${own.id}&new=1`,
    `/console/calendar/${own.id}/${event.id}`,
    `/console/search?q=plan`,
  ];
}
