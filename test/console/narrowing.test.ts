// Lists and searches narrowed to an address, a pod and a label, alone and together; and what narrows them gone meanwhile.
import { expect, test } from "bun:test";
import { createFolder } from "../../actors/identity/mailbox/folders.ts";
import { keptListName, placeOf } from "../../src/console/mailbox/places.ts";
import { newId } from "../../src/lib/ids.ts";
import { getBulkWork } from "../../src/store/mailbox/bulk-works.ts";
import { eachApp, eventually, ShiftedClock, type SuiteApp } from "../support/app/app.ts";
import type { Browser } from "./browser.ts";
import { colleague } from "./colleagues.ts";
import { signedIn } from "./signed-in.ts";

const clock = new ShiftedClock();
const day = 86_400_000;

// DECISIONS Agent signup and console: a list that a pod or label narrows has a name of its own for what acts on all of it
test("a server that knows no pods and labels refuses the name of a narrowed list", () => {
  const [pod, label] = [newId(), newId()];
  const place = placeOf("open", new URLSearchParams({ pod }));
  const name = keptListName(place);
  expect(name).not.toBe("open");
  expect(placeOf(name, new URLSearchParams({ pod }))).toEqual(place);
  expect(() => placeOf(name, new URLSearchParams())).toThrow();
  expect(keptListName(placeOf("open", new URLSearchParams({ label })))).toBe(name);
  expect(keptListName(placeOf("open", new URLSearchParams({ address: newId() })))).toBe("open");
  for (const query of ["pod=1", "label=x", "address="])
    expect(() => placeOf("open", new URLSearchParams(query))).toThrow();
});

/** Subjects of the lines that are shown. */
async function subjects(browser: Browser, path: string): Promise<string[]> {
  await browser.get(path);
  expect([path, browser.status]).toEqual([path, 200]);
  return [...browser.text.matchAll(/<span class="subject">(?:<bdi>)?((?:<mark>|<\/mark>|[^<])*)/g)].map(
    ([, text]) => text!.replaceAll(/<\/?mark>/g, ""),
  );
}

const escaped = (path: string) => path.replaceAll("&", "&amp;");

async function labelled(t: SuiteApp, identity_id: string, name: string, threads: readonly string[]) {
  const { id } = await t.api.must<{ id: string }>(
    201,
    t.api.post("/labels", { identity_id, name, colour: "#00aa00" }),
  );
  for (const thread of threads) await t.api.call("PUT", `/threads/${thread}/labels/${id}`);
  return id;
}

/** A mail that came in. @returns its thread and id */
async function received(t: SuiteApp, to: { id: string; email: string }, subject: string) {
  await t.mail({ from: "far@remote.example", to: to.email, subject, text: `About ${subject}` });
  return eventually(async () => {
    const all = await t.api.must<{ id: string; subject: string; thread_id: string }[]>(
      200,
      t.api.get(`/messages?identity_id=${to.id}&limit=100`),
    );
    return all.find((one) => one.subject === subject);
  });
}

eachApp(
  "narrowed lists",
  (t) => {
    async function world() {
      const pods = await Promise.all(
        ["North", "South"].map((name) =>
          t.api.must<{ id: string }>(201, t.api.post("/pods", { name: `${name} ${newId()}` })),
        ),
      );
      const [north, south] = pods as [{ id: string }, { id: string }];
      const [a, b, c] = await Promise.all([
        t.address({ pod_id: north.id }),
        t.address({ pod_id: north.id }),
        t.address({ pod_id: south.id }),
      ]);
      return { north: north.id, south: south.id, a, b, c };
    }

    // DECISIONS Agent signup and console: An address, a pod and a label narrow every list, alone and together
    test("an address, a pod and a label narrow each list, and stay through thread, next and undo", async () => {
      const { north, south, a, b, c } = await world();
      const one = await received(t, a, "Kite");
      const two = await received(t, a, "Lamp");
      await received(t, b, "Moss");
      const other = await received(t, c, "Nail");
      const gone = await received(t, a, "Oven");
      const junk = await received(t, a, "Pipe");
      const red = await labelled(t, a.id, "Red", [one.thread_id, gone.thread_id, junk.thread_id]);
      const blue = await labelled(t, a.id, "Blue", [one.thread_id, two.thread_id]);
      const far = await labelled(t, c.id, "Red", [other.thread_id]);
      await t.api.must(200, t.api.patch(`/messages/${gone.id}`, { folder: "trash" }));
      await t.api.must(200, t.api.patch(`/messages/${junk.id}`, { is_spam: true }));
      const { browser } = await colleague(t, "member");
      const list = (name: string, query: string) => subjects(browser, `/console/mail/${name}?${query}`);
      expect(await list("open", `pod=${north}`)).toEqual(["Oven", "Moss", "Lamp", "Kite"]);
      expect(await list("open", `pod=${south}`)).toEqual(["Nail"]);
      expect(await list("open", `label=${red}`)).toEqual(["Oven", "Kite"]);
      expect(await list("open", `address=${a.id}&label=${blue}`)).toEqual(["Lamp", "Kite"]);
      expect(await list("open", `pod=${north}&label=${blue}`)).toEqual(["Lamp", "Kite"]);
      expect(await list("open", `pod=${north}&address=${b.id}`)).toEqual(["Moss"]);
      expect(await list("all", `pod=${north}&label=${red}`)).toEqual(["Pipe", "Oven", "Kite"]);
      expect(await list("trash", `label=${red}`)).toEqual(["Oven"]);
      expect(await list("trash", `label=${blue}`)).toEqual([]);
      expect(browser.text).toContain("Nothing in this list is of what it is narrowed to.");
      expect(await list("spam", `pod=${north}&label=${red}`)).toEqual(["Pipe"]);
      expect(await list("spam", `pod=${south}`)).toEqual([]);
      expect(await list("label", `address=${a.id}&of=${red}&label=${blue}`)).toEqual(["Kite"]);
      const folder = await t.app.core.actors
        .identity(t.accountId, a.id)
        .run((turn) => createFolder(turn, "Bills"));
      await t.api.must(200, t.api.patch(`/messages/${two.id}`, { folder: "Bills" }));
      const bills = `address=${a.id}&of=${folder.id}`;
      expect(await list("folder", bills)).toEqual(["Lamp"]);
      expect(await list("folder", `${bills}&label=${blue}`)).toEqual(["Lamp"]);
      expect(await list("folder", `${bills}&label=${red}`)).toEqual([]);
      // Searches find the last one.
      await eventually(async () => (await subjects(browser, "/console/search?q=pipe")).includes("Pipe"));
      const search = (query: string) => subjects(browser, `/console/search?q=about&${query}`);
      expect((await search(`pod=${north}`)).toSorted()).toEqual(["Kite", "Lamp", "Moss", "Oven", "Pipe"]);
      expect((await search(`label=${blue}`)).toSorted()).toEqual(["Kite", "Lamp"]);
      expect(await search(`pod=${south}&label=${far}`)).toEqual(["Nail"]);
      expect(await search(`address=${b.id}`)).toEqual(["Moss"]);

      // The thread's page keeps what narrows: its way back, what follows, and what undoes.
      const query = `address=${a.id}&pod=${north}&label=${blue}`;
      await browser.get(`/console/threads/${two.thread_id}?list=open&${query}`);
      expect(browser.text).toContain(`class="back" href="${escaped(`/console/mail/open?${query}`)}"`);
      expect(browser.text).toContain(
        `href="${escaped(`/console/threads/${one.thread_id}?list=open&${query}`)}"`,
      );
      await browser.submit(
        `/console/threads/${two.thread_id}/status`,
        {},
        (form) => form.get("status") === "resolved",
      );
      expect(browser.at).toContain(`/console/threads/${one.thread_id}?list=open&${query}`);
      expect(await list("done", `label=${blue}`)).toEqual(["Lamp"]);
      await browser.get(
        `/console/threads/${one.thread_id}?list=open&${query}&done=resolved&undo=${two.thread_id}&was=open`,
      );
      const undo = browser.form(
        `/console/threads/${two.thread_id}/status`,
        (form) => form.get("status") === "open",
      );
      expect(undo.get("back")).toBe(`/console/threads/${two.thread_id}?list=open&${query}`);
    });

    test("what narrows is the account's and is there, else a page says so and shows nobody's mail", async () => {
      const { north, south, a, b, c } = await world();
      await received(t, a, "Secret");
      const label = await labelled(t, a.id, "Odd", []);
      const far = await labelled(t, c.id, "Odd", []);
      const stranger = await signedIn(t);
      const { browser } = await colleague(t, "member");
      const gone = async (path: string, who = browser) => {
        await who.get(path);
        expect([path, who.status]).toEqual([path, 404]);
        expect(who.text).toContain("This list is not there any more");
        expect(who.text).not.toContain("Secret");
      };
      for (const query of [
        `pod=${newId()}`,
        `label=${newId()}`,
        `address=${newId()}`,
        `pod=${south}&address=${a.id}`,
        `pod=${south}&label=${label}`,
        `address=${b.id}&label=${label}`,
        `address=${a.id}&label=${far}`,
      ])
        for (const list of ["open", "sent", "needs", "drafts", "snoozed"])
          await gone(`/console/mail/${list}?${query}`);
      await gone(`/console/search?q=secret&pod=${newId()}`);
      for (const query of [`pod=${north}`, `label=${label}`, `address=${a.id}`])
        await gone(`/console/mail/open?${query}`, stranger.browser);
      // Beside a thread, too.
      const { thread_id } = await received(t, b, "Beside");
      await browser.get(`/console/threads/${thread_id}?list=open&label=${newId()}`);
      expect(browser.status).toBe(200);
      expect(browser.text).toContain("This list is not there any more");
      expect(browser.text).not.toContain("Secret");

      // Gone while the list is open.
      const open = `/console/mail/open?pod=${north}&label=${label}`;
      await browser.get(open);
      expect(browser.status).toBe(200);
      await t.api.must(200, t.api.call("DELETE", `/labels/${label}`));
      await gone(open);
      const empty = await t.api.must<{ id: string }>(201, t.api.post("/pods", { name: `Empty ${newId()}` }));
      await browser.get(`/console/mail/open?pod=${empty.id}`);
      expect(browser.status).toBe(200);
      expect(browser.text).toContain("No address is in this pod");
      await t.api.must(200, t.api.call("DELETE", `/pods/${empty.id}`));
      await gone(`/console/mail/open?pod=${empty.id}`);
      await gone(`/console/mail/sent?pod=${empty.id}`);
    });

    test("choosing what narrows keeps what goes with it", async () => {
      const { north, a, b } = await world();
      const label = await labelled(t, a.id, "Green <i>", []);
      const { browser } = await colleague(t, "reviewer");
      await browser.get(`/console/narrow?list=waiting&pod=${north}`);
      expect(browser.text).toContain(
        `href="${escaped(`/console/mail/waiting?pod=${north}&label=${label}`)}"`,
      );
      expect(browser.text).toContain(
        `href="${escaped(`/console/mail/waiting?address=${b.id}&pod=${north}`)}"`,
      );
      expect(browser.text).toContain("Green &lt;i&gt;");
      await browser.get(`/console/narrow?list=search&q=from%3Aada&address=${a.id}`);
      expect(browser.text).toContain(
        `href="${escaped(`/console/search?q=from%3Aada&address=${a.id}&label=${label}`)}"`,
      );
      await browser.get(`/console/mail/open?address=${a.id}&label=${label}`);
      // Each part is taken out by a link, the lists beside keep both, and so does a search.
      expect(browser.text).toContain(
        `href="${escaped(`/console/mail/open?label=${label}`)}" aria-label="Without the address`,
      );
      expect(browser.text).toContain(
        `href="${escaped(`/console/mail/done?address=${a.id}&label=${label}`)}"`,
      );
      expect(browser.form("/console/search").get("label")).toBe(label);
      await browser.get("/console/palette?q=North");
      expect(browser.text).toContain(`/console/mail/open?pod=${north}`);
    });

    // DECISIONS Agent signup and console: all of a narrowed list stays narrowed, also through a restart
    test("all of a narrowed list is what the label has, by the page and by the worker", async () => {
      const many = 90;
      const mine = await t.address();
      for (let n = 0; n < many + 3; n += 31)
        await Promise.all(
          Array.from({ length: 31 }, (_, m) =>
            t.mail({ from: "far@remote.example", to: mine.email, subject: `Number ${n + m}`, text: "one" }),
          ),
        );
      const threads = await eventually(async () => {
        const rows = await t.app.core.database.values(
          "select id from threads where account_id = $1::uuid and identity_id = $2::uuid and message_count > 0",
          [t.accountId, mine.id],
        );
        return rows.length === many + 3 ? rows.map(([id]) => id as string) : undefined;
      });
      const label = await labelled(t, mine.id, "Batch", threads.slice(3));
      const { browser } = await colleague(t, "member");
      const statuses = async () =>
        Object.fromEntries(
          await t.app.core.database.values(
            "select status, count(*)::int from threads where account_id = $1::uuid and identity_id = $2::uuid group by 1",
            [t.accountId, mine.id],
          ),
        );
      await browser.get(`/console/mail/open?label=${label}&select=all`);
      await browser.submit("/console/bulk", { action: "resolved" });
      const work = browser.form("/console/bulk/on").get("work")!;
      const key = { accountId: t.accountId, id: work };
      // The page is closed: the worker goes on.
      clock.advance(11_000);
      await eventually(async () => (await getBulkWork(t.app.core.database, key))?.phase === "done");
      expect(await statuses()).toEqual({ open: 3, resolved: many });
      await browser.get(`/console/mail/open?label=${label}`);
      expect(browser.text).not.toContain("threads so far");
      // A few are done at once, and taken back.
      for (const thread of threads.slice(10))
        await t.api.call("DELETE", `/threads/${thread}/labels/${label}`);
      await browser.get(`/console/mail/done?label=${label}&select=all`);
      await browser.submit("/console/bulk", { action: "open" });
      expect(await statuses()).toEqual({ open: 10, resolved: many - 7 });
      await browser.submit("/console/bulk/undo");
      expect(await statuses()).toEqual({ open: 3, resolved: many });
      // A label that is gone ends the work, and acts on nothing else.
      clock.advance(2 * day);
      await browser.get(`/console/mail/done?label=${label}&select=all`);
      const form = browser.form("/console/bulk");
      await t.api.must(200, t.api.call("DELETE", `/labels/${label}`));
      form.set("action", "open");
      expect((await browser.post("/console/bulk", form)).status).toBe(404);
      expect(await statuses()).toEqual({ open: 3, resolved: many });
    });
  },
  { deps: { clock }, checkOnce: true },
);
