// Searches that are saved under a name: whose they are, how they change, and that each opening searches anew.
import { expect, test } from "bun:test";
import { newId } from "../../src/lib/ids.ts";
import { maxOwnSearches } from "../../src/store/mailbox/saved-searches.ts";
import { check } from "../../src/store/maintenance/check.ts";
import { eachApp, eventually, type SuiteApp } from "../support/app/app.ts";
import { isCluster } from "../support/app/database.ts";
import type { Browser } from "./browser.ts";
import { colleague, enter } from "./colleagues.ts";
import { signedIn } from "./signed-in.ts";

const save = "/console/search/save";

/** Saves the search of a page. @returns the saved search's page */
async function keep(browser: Browser, query: string, fields: Record<string, string>): Promise<string> {
  await browser.get(`/console/search?${query}`);
  await browser.submit(save, fields);
  return browser.at.split("&done", 1)[0]!;
}

const beside = (browser: Browser) =>
  [...browser.text.matchAll(/<a href="\/console\/search\?saved=[0-9a-f-]+"[^>]* title="([^"]*)"/g)].map(
    ([, name]) => name,
  );
const found = (browser: Browser) =>
  [...browser.text.matchAll(/<span class="subject">((?:<mark>|<\/mark>|[^<])*)/g)].map(([, text]) =>
    text!.replaceAll(/<\/?mark>/g, ""),
  );

async function come(t: SuiteApp, to: { id: string; email: string }, from: string, subject: string) {
  await t.mail({ from, to: to.email, subject, text: "The text." });
  // Searches find it.
  await eventually(async () => {
    const all = await t.api.must<{ subject: string }[]>(200, t.api.get(`/messages/search?q=${subject}`));
    return all.some((one) => one.subject === subject);
  });
}

eachApp("saved searches", (t) => {
  // DECISIONS Agent signup and console: A person keeps the search on screen under a name
  test("are kept with what narrows them, counted, renamed, changed and removed by their person", async () => {
    const [mine, other] = [await t.address(), await t.address()];
    await come(t, mine, "grace@ships.example", "Anchor");
    await come(t, other, "grace@ships.example", "Buoy");
    const { browser } = await colleague(t, "reviewer");
    const colleagueOfTheirs = await colleague(t, "member");
    const at = await keep(browser, `q=from%3Agrace%40ships.example&address=${mine.id}`, {
      name: "  Ships\n<b> ",
    });
    expect(browser.text).toContain("The search is saved.");
    expect(beside(browser)).toEqual(["Ships &lt;b&gt;"]);
    expect(browser.text).toContain("<h1><bdi>Ships &lt;b&gt;</bdi></h1>");
    expect(found(browser)).toEqual(["Anchor"]);
    // What is unread is known without reading texts.
    expect(browser.text).toContain(
      '<bdi>Ships &lt;b&gt;</bdi></span><span class="count quiet" aria-label="1 unread">1</span>',
    );
    await come(t, mine, "grace@ships.example", "Cable");
    await browser.get(at);
    expect(found(browser).toSorted()).toEqual(["Anchor", "Cable"]);
    await browser.get("/console/palette?q=ships");
    expect(browser.text).toContain(`href="${at}"`);
    await browser.get("/console/search");
    expect(browser.text).toContain("Saved searches");

    // Another search in it takes its place, under another name; the pages keep what it is.
    await browser.get(`${at}&q=buoy`);
    expect(found(browser)).toEqual(["Buoy"]);
    expect(browser.form("/console/search").get("saved")).toBe(at.split("=")[1]!);
    await browser.submit(save, { name: "Buoys" });
    expect(beside(browser)).toEqual(["Buoys"]);
    await browser.get(at);
    expect(found(browser)).toEqual(["Buoy"]);

    // It is theirs alone.
    await colleagueOfTheirs.browser.get(at);
    expect(colleagueOfTheirs.browser.status).toBe(404);
    await colleagueOfTheirs.browser.get("/console/mail/open");
    expect(beside(colleagueOfTheirs.browser)).toEqual([]);
    const form = colleagueOfTheirs.browser.form("/console/look");
    form.set("id", at.split("=")[1]!);
    expect((await colleagueOfTheirs.browser.post("/console/search/remove", form)).status).toBe(404);
    form.set("name", "Mine now");
    form.set("q", "anchor");
    expect((await colleagueOfTheirs.browser.post(save, form)).status).toBe(404);

    // An id that another person's has is refused as one that is not there.
    form.set("new", form.get("id")!);
    form.delete("id");
    expect((await colleagueOfTheirs.browser.post(save, form)).status).toBe(404);

    await browser.get(at);
    await browser.submit("/console/search/remove");
    expect(browser.text).toContain("The saved search is gone.");
    expect(beside(browser)).toEqual([]);
    await browser.get(at);
    expect(browser.status).toBe(404);
  });

  test("say so when they are opened where their label is gone, and break no other page", async () => {
    const mine = await t.address();
    const { id } = await t.api.must<{ id: string }>(
      201,
      t.api.post("/labels", { identity_id: mine.id, name: "Sails" }),
    );
    await come(t, mine, "grace@ships.example", "Dinghy");
    const { browser } = await colleague(t, "reviewer");
    const at = await keep(browser, "q=label%3Asails", { name: "Sailing" });
    await t.api.must(200, t.api.delete(`/labels/${id}`));
    for (const path of ["/console/mail/open", "/console/search", at]) {
      await browser.get(path);
      expect([path, browser.status, beside(browser)]).toEqual([path, 200, ["Sailing"]]);
    }
    expect(browser.text).toContain("label:sails&quot;, and there is no such label here.");
  });

  test("are refused in the words of the search, with what was typed; a name is given once, and so many", async () => {
    const { browser } = await colleague(t, "member");
    await t.address();
    const refused = async (query: string, fields: Record<string, string>) => {
      await browser.get(`/console/search?${query}`);
      const shown = /<p class="title">([^<]*)<\/p><p>([^<]*)<\/p>/.exec(browser.text)?.[2];
      await browser.submit(save, fields);
      expect([query, browser.status]).toEqual([query, 400]);
      return { shown, error: /role="alert">([^<]*)</.exec(browser.text)?.[1] };
    };
    for (const q of ["is:nothing", "before:never", "larger:x"]) {
      const { shown, error } = await refused(`q=${encodeURIComponent(q)}`, { name: "Bad" });
      expect(shown).toBeTruthy();
      expect(error).toBe(shown!);
      expect(browser.form(save).get("name")).toBe("Bad");
      expect(browser.form(save).get("q")).toBe(q);
    }
    expect((await refused("q=anchor", { name: " " })).error).toContain("at most 80");
    expect((await refused("q=anchor", { name: "x".repeat(81) })).error).toContain("at most 80");
    await keep(browser, "q=anchor", { name: "Twice" });
    expect((await refused("q=buoy", { name: "tWICE" })).error).toContain("Choose another name");
    const pod = await t.api.must<{ id: string }>(201, t.api.post("/pods", { name: `Pod ${newId()}` }));
    await browser.get(`/console/search?q=anchor&pod=${pod.id}`);
    await t.api.must(200, t.api.call("DELETE", `/pods/${pod.id}`));
    await browser.submit(save, { name: "Of a pod" });
    expect([browser.status, browser.form(save).get("name")]).toEqual([400, "Of a pod"]);
    expect(browser.text).toContain("This list is not there any more");
    // A form that is sent twice makes one.
    await browser.get("/console/search?q=cable");
    const form = browser.form(save);
    form.set("name", "Once");
    await Promise.all([browser.post(save, form), browser.post(save, form)]);
    await browser.get("/console/search");
    expect(beside(browser)).toEqual(["Once", "Twice"]);
    for (let n = 2; n < maxOwnSearches; n++) await keep(browser, "q=anchor", { name: `Search ${n}` });
    expect((await refused("q=anchor", { name: "Too many" })).error).toContain(`at most ${maxOwnSearches}`);
    expect(beside(browser)).toHaveLength(20);
  });

  test("of owners are for everybody, outlive them, and are changed by owners alone", async () => {
    const mine = await t.address();
    await come(t, mine, "ada@engines.example", "Engine");
    const [first, owner, member] = [
      await enter(t),
      await colleague(t, "owner"),
      await colleague(t, "member"),
    ];
    const at = await keep(owner.browser, `q=engine&address=${mine.id}`, { name: "Engines", shared: "yes" });
    const own = await keep(owner.browser, "q=engine", { name: "Private" });
    await member.browser.get(at);
    expect(found(member.browser)).toEqual(["Engine"]);
    expect(() => member.browser.form(save)).toThrow();
    // Nobody else shares.
    await member.browser.get("/console/search?q=engine");
    const form = member.browser.form(save);
    form.set("name", "For all");
    form.set("shared", "yes");
    expect((await member.browser.post(save, form)).status).toBe(403);
    const change = new URLSearchParams({ csrf: form.get("csrf")!, id: at.split("=")[1]! });
    expect((await member.browser.post("/console/search/remove", change)).status).toBe(403);

    await first.get("/console/settings/members");
    await first.submit("/console/members/remove", {}, (one) => one.get("id") === owner.id);
    const rows = () =>
      t.app.core.database.values(
        "select name, is_shared from saved_searches where account_id = $1::uuid and id = any($2::uuid[]) order by name",
        [t.accountId, [at, own].map((one) => one.split("=")[1]!)],
      );
    expect(await rows()).toEqual([["Engines", true]]);
    await member.browser.get(at);
    expect(found(member.browser)).toEqual(["Engine"]);
    // What narrowed it is gone: it says so, and finds nothing elsewhere.
    await t.api.must(204, t.api.call("DELETE", `/identities/${mine.id}`));
    await member.browser.get(at);
    expect(member.browser.status).toBe(404);
    expect(member.browser.text).toContain("This list is not there any more");
    // Taken back by another owner it is their own.
    await first.get(at);
    const taken = first.form(save);
    taken.delete("shared");
    taken.delete("address");
    expect((await first.post(save, taken)).status).toBe(303);
    await member.browser.get(at);
    expect(member.browser.status).toBe(404);
    await first.get(at);
    expect(first.status).toBe(200);
    const stranger = await signedIn(t);
    await stranger.browser.get(at);
    expect(stranger.browser.status).toBe(404);
  });

  test.skipIf(isCluster)("check names one whose member is gone", async () => {
    const member = await colleague(t, "member");
    await keep(member.browser, "q=orphan", { name: "Orphan" });
    const { core } = t.app;
    const replica = (statement: string, values: string[]) =>
      core.database.transaction(async (tx) => {
        await tx.values("set local session_replication_role = replica");
        await tx.values(statement, values);
      });
    const stray = newId();
    const where = "where account_id = $1::uuid and member_id =";
    await replica(`update saved_searches set member_id = $3::uuid ${where} $2::uuid returning 1`, [
      t.accountId,
      member.id,
      stray,
    ]);
    const misfits = await check(core);
    await replica(`update saved_searches set member_id = $2::uuid ${where} $3::uuid returning 1`, [
      t.accountId,
      member.id,
      stray,
    ]);
    expect(misfits.map(({ detail }) => detail)).toEqual([
      `saved_searches: ${stray} names a row of members that is gone`,
    ]);
    expect(await check(core)).toEqual([]);
  });
});
