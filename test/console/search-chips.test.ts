// Chips of a search: each takes a part of it out or narrows it, by links alone; and drafts that name their last writer.
import { expect, test } from "bun:test";
import { partsOf, searchChips } from "../../src/console/mailbox/search-chips.ts";
import { askedTerms, excerptOf, markedText } from "../../src/console/mailbox/search-why.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { eventsShown } from "../support/app/events.ts";
import { colleague } from "./colleagues.ts";

test("a text in quotes is one part", () => {
  expect(partsOf('  from:ada  subject:"the new offer" -"not this" x')).toEqual([
    "from:ada",
    'subject:"the new offer"',
    '-"not this"',
    "x",
  ]);
  expect(partsOf('subject:"open end')).toEqual(['subject:"open end']);
});

// DECISIONS Agent signup and console: A search with alternatives, NOT or groups has no chips
test("a search whose parts hang together has no chips", () => {
  for (const q of [
    "from:ada or from:bob",
    "from:ada | from:bob",
    "a AND from:ada",
    "NOT from:ada",
    "(from:ada from:bob)",
    "from:(ada bob) x",
    '-("a b" is:read)',
  ])
    expect([q, searchChips(q, [])]).toEqual([q, false]);
  for (const q of ['subject:"one or two (b)"', "offers and bills", "not from:ada"])
    expect([q, searchChips(q, []) !== false]).toEqual([q, true]);
});

test("what was asked for is marked as a text has it", () => {
  const now = Date.parse("2026-11-28T00:00:00Z");
  for (const [q, text, marked] of [
    ["zurich", "Nach Zürich, dann ZURICH", "Nach <mark>Zürich</mark>, dann <mark>ZURICH</mark>"],
    ["invoice", "Your invoices <3", "Your <mark>invoice</mark>s &lt;3"],
    ["running", "He runs", "He runs"],
    ["ada -bob", "ada and bob", "<mark>ada</mark> and bob"],
    ["aba bab", "xababx", "x<mark>aba</mark><mark>b</mark>x"],
    ['"a  b"', "a b, ab", "<mark>a b</mark>, ab"],
    ["subject:offer", "The offer", "The <mark>offer</mark>"],
    ["is:unread", "unread", "unread"],
  ] as const)
    expect([q, markedText(text, askedTerms(q, now, false)).text]).toEqual([q, marked]);
});

test("a snippet begins shortly before what was asked for, whole words", () => {
  const terms = askedTerms("heron", Date.now(), false);
  const long = "Hello all, thank you for the many answers; the grey heron is back.";
  for (const [text, shown] of [
    [long, "… the grey heron is back."],
    [
      "A heron came by. Nothing else to say of this long day.",
      "A heron came by. Nothing else to say of this long day.",
    ],
    [`${"x".repeat(60)}heron`, "… heron"],
    ["Nothing of it, ".repeat(5), "Nothing of it, ".repeat(5)],
  ] as const)
    expect(excerptOf(text, terms)).toBe(shown);
});

eachApp("searches and drafts", (t) => {
  // DECISIONS Agent signup and console: A result marks what was asked for, and names the place of what its line does not show
  test("results say why they are found, and searches are kept for their person alone", async () => {
    const { email } = await t.address();
    await t.mail({
      from: "ada@why.example",
      to: email,
      subject: "Quarterly figures",
      text: `Kestrel first.\n${"Filler words stand here. ".repeat(30)}\nWalrus last.`,
    });
    await eventsShown(t.app.core.database);
    const { browser } = await colleague(t, "reviewer");
    const search = (q: string) => browser.get(`/console/search?q=${encodeURIComponent(q)}`);
    await eventually(async () => {
      await search("kestrel walrus");
      return browser.text.includes("<mark>Kestrel</mark>");
    });
    expect(browser.text).toContain("“walrus” further on in the text");
    await search("why.example figures");
    expect(browser.text).toContain("Quarterly <mark>figures</mark>");
    expect(browser.text).toContain("ada@<mark>why.example</mark>");
    await search(email.split("@")[0]!);
    expect(browser.text).toContain(`recipient: ${email}`);
    const recent = async (one: typeof browser) => {
      await one.get("/console/search");
      return [...one.text.matchAll(/#i-history"\/><\/svg><bdi>([^<]+)<\/bdi>/g)].map(([, q]) => q);
    };
    // DECISIONS Agent signup and console: The last eight searches are kept
    for (let n = 0; n < 9; n++) await search(`figures ${n}`);
    await search("figures 5");
    // What is refused, or goes on with a search, is none of its own.
    await search("before:nonsense");
    const kept = [5, 8, 7, 6, 4, 3, 2, 1].map((n) => `figures ${n}`);
    expect(await recent(browser)).toEqual(kept);
    const other = await colleague(t, "reviewer");
    // The same browser, which the one before left without signing out.
    other.browser.cookies.set("postroom_recent", browser.cookies.get("postroom_recent")!);
    expect(await recent(other.browser)).toEqual([]);
    await browser.submit("/console/search/forget");
    expect(await recent(browser)).toEqual([]);
    await search("figures OR nowhere");
    expect(browser.text).not.toContain("“nowhere”");
    expect(browser.cookies.has("postroom_recent")).toBe(true);
    await browser.submit("/console/sign-out");
    expect(browser.cookies.has("postroom_recent")).toBe(false);
  });

  // DECISIONS Agent signup and console: Parts of a search are chips that take them out, beside those that narrow it
  test("a search is narrowed and widened by its chips", async () => {
    const { email } = await t.address();
    for (const [from, subject] of [
      ["ada@chips.example", "Offer <one>"],
      ["bob@chips.example", "Offer two"],
    ] as const)
      await t.mail({ from, to: email, subject, text: "chips" });
    await eventsShown(t.app.core.database);
    const { browser } = await colleague(t, "reviewer");
    const links = () =>
      [...browser.text.matchAll(/class="chip(?: is-set)?" href="([^"]+)"/g)].map(([, href]) =>
        new URL(href!.replaceAll("&amp;", "&"), "http://x").searchParams.get("q"),
      );
    // Mails are found a moment after they came.
    await eventually(async () => {
      await browser.get(`/console/search?q=${encodeURIComponent('subject:"Offer"')}`);
      const from = ["ada", "bob"].map((name) => `subject:"Offer" from:${name}@chips.example`);
      return from.every((q) => links().includes(q));
    });
    expect(links()[0]).toBe("");
    await browser.get(`/console/search?q=${encodeURIComponent('subject:"Offer" from:ada@chips.example')}`);
    expect(browser.text).toContain("<mark>Offer</mark> &lt;one&gt;");
    expect(browser.text).not.toContain("</mark> two");
    expect(links().slice(0, 2)).toEqual(["from:ada@chips.example", 'subject:"Offer"']);
    // What is set already is not offered again.
    expect(links().filter((q) => q?.includes("bob@"))).toEqual([]);
    await browser.get(`/console/search?q=${encodeURIComponent('x:"><script>')}`);
    expect(browser.text).not.toContain('"><script>');
  });

  // DECISIONS Agent signup and console: A line of the list of drafts names its last writer, where that is somebody else
  test("the list of drafts names who wrote there last", async () => {
    const { id } = await t.address();
    const [one, other] = [await colleague(t, "member"), await colleague(t, "member")];
    const draft = { identity_id: id, to: ["a@far.example"], subject: "By a program", text: "x" };
    await t.api.must(201, t.api.post("/drafts", draft));
    await one.browser.get("/console/write");
    await one.browser.submit("/console/write", {
      from: id,
      to: "b@far.example",
      subject: "By a person",
      do: "save",
    });
    const writers = async ({ browser }: typeof one) => {
      await browser.get(`/console/mail/drafts?address=${id}`);
      return [...browser.text.matchAll(/#i-draft"\/><\/svg><bdi>([^<]+)<\/bdi><\/span>/g)].map(
        ([, name]) => name,
      );
    };
    const mine = await writers(one);
    expect(mine).toHaveLength(1);
    const theirs = await writers(other);
    expect(theirs).toHaveLength(2);
    expect(theirs).toContain(mine[0]!);
  });
});
