// Actions on more threads than one request does: they go on without the page, once each, as long as their person may ask for them.
import { expect, test } from "bun:test";
import { removeMember } from "../../actors/account/access/members.ts";
import { beginBulkWork, takeBulkWork } from "../../actors/account/mailbox/bulk-works.ts";
import { bulkStep } from "../../src/console/mailbox/bulk-round.ts";
import { newId } from "../../src/lib/ids.ts";
import { type BulkWorkKey, getBulkWork, maxRunningWorks } from "../../src/store/mailbox/bulk-works.ts";
import { eachApp, eventually, ShiftedClock, type SuiteApp } from "../support/app/app.ts";
import { colleague } from "./colleagues.ts";

const clock = new ShiftedClock();
const many = 120;
const day = 86_400_000;

eachApp(
  "many threads",
  (t) => {
    // DECISIONS Agent signup and console: Many threads at once go on without the page and through a restart, and are taken back
    test("go on without the page, and back", async () => {
      const { id, browser } = await filled(t);
      await browser.get(`/console/mail/open?address=${id}&select=all`);
      await browser.submit("/console/bulk", { action: "spam" });
      // The page has done its part, and goes nowhere.
      expect(browser.form("/console/bulk/on").get("work")).toBeTruthy();
      expect(browser.text).toContain("A page need not be open for it.");
      const work = browser.form("/console/bulk/on").get("work")!;
      const phase = async () =>
        (await getBulkWork(t.app.core.database, { accountId: t.accountId, id: work }))?.phase;
      while (browser.text.includes("data-continue")) await browser.submit("/console/bulk/on");
      expect(browser.text).toContain(`${many} threads are in Spam.`);
      expect([await folders(t, id), await phase()]).toEqual([{ spam: many }, "done"]);
      await browser.submit("/console/bulk/undo");
      expect(await phase()).toBe("undoing");
      // Nobody sends the page's form again: the worker goes on.
      clock.advance(11_000);
      await eventually(async () => (await phase()) === "undone");
      expect(await folders(t, id)).toEqual({ inbox: many });
      // All of it is gone a day later.
      clock.advance(day + 1000);
      await eventually(async () => (await phase()) === undefined);
      const steps = "select count(*)::int from bulk_steps where account_id = $1::uuid";
      expect(await t.app.core.database.values(steps, [t.accountId])).toEqual([[0]]);
    });

    test("are the worker's where the page is closed at once, and shown to who asked alone", async () => {
      const { id, browser } = await filled(t);
      const other = await colleague(t, "member");
      await browser.get(`/console/mail/open?address=${id}&select=all`);
      await browser.submit("/console/bulk", { action: "resolved" });
      const form = browser.form("/console/bulk/on");
      const list = `/console/mail/open?address=${id}`;
      await browser.get(list);
      expect(browser.text).toContain("threads so far");
      await other.browser.get(list);
      expect(other.browser.text).not.toContain("threads so far");
      const theirs = new URLSearchParams({ work: form.get("work")! });
      theirs.set("csrf", other.browser.form("/console/look").get("csrf")!);
      for (const path of ["/console/bulk/on", "/console/bulk/undo"])
        expect((await other.browser.post(path, theirs)).status).toBe(404);
      clock.advance(11_000);
      await eventually(async () => (await statuses(t, id)).resolved === many);
      // The last threads are done in a turn before the work's end.
      await eventually(async () => {
        await browser.get(list);
        return browser.status === 200 && !browser.text.includes("threads so far");
      });
    });

    // DECISIONS Agent signup and console: One process makes a step of many threads; the work ends with the access of who asked
    test("are taken by one of several processes, again where it died, and end with their person's access", async () => {
      const { id, email, member } = await filled(t);
      const asked = { list: "all", addressId: id, of: null, action: "read", to: "", ids: null };
      const account = t.app.core.actors.account(t.accountId);
      const key = await account.run((turn) =>
        beginBulkWork(turn, { id: newId(), personId: member, email, ip: null, asked, cursor: null }),
      );
      const { core } = t.app;
      const all = await Promise.all(
        Array.from({ length: 5 }, () =>
          core.actors.account(t.accountId).run((turn) => takeBulkWork(turn, key.id)),
        ),
      );
      expect(all.filter((one) => one !== null)).toHaveLength(1);
      // The one that has it is gone: nobody else takes it for a minute.
      expect(await bulkStep(core, key, { isPage: true })).toBe(false);
      await core.actors.account(t.accountId).run((turn) => removeMember(turn, member, { maySignIn: true }));
      clock.advance(61_000);
      await eventually(async () => (await getBulkWork(core.database, key))?.phase === "ended");
      const unread = await t.api.must<unknown[]>(200, t.api.get(`/messages?identity_id=${id}&is_read=false`));
      expect(unread.length).toBeGreaterThan(0);
    });

    // DECISIONS Agent signup and console: A step of many threads that dies in its middle is repeated on the same threads, and taken back whole
    test("are taken back whole, where a process died in the middle of a step", async () => {
      const { id, email, member, browser } = await filled(t);
      const { core } = t.app;
      const before = [await folders(t, id), await statuses(t, id)];
      const asked = { list: "all", addressId: id, of: null, action: "archive", to: "", ids: null };
      const begun = core.actors
        .account(t.accountId)
        .run((turn) =>
          beginBulkWork(turn, { id: newId(), personId: member, email, ip: null, asked, cursor: null }),
        );
      const key = await begun;
      const row = async () => (await getBulkWork(core.database, key))!;
      let left = 7;
      const identity: typeof core.actors.identity = (...of) => {
        const actor = core.actors.identity(...of);
        const run: typeof actor.run = (work, options) =>
          left-- > 0 ? actor.run(work, options) : Promise.reject(new Error("the process died"));
        return new Proxy(actor, { get: (it, name) => (name === "run" ? run : Reflect.get(it, name, it)) });
      };
      const actors = new Proxy(core.actors, {
        get: (it, name) => {
          const value: unknown = name === "identity" ? identity : Reflect.get(it, name, it);
          return typeof value === "function" ? value.bind(it) : value;
        },
      });
      const dying = bulkStep({ ...core, actors }, key, { isPage: true });
      expect(await dying.catch((error: Error) => error.message)).toBe("the process died");
      await eventually(async () => ((await folders(t, id)).archive ?? 0) > 0);
      expect((await row()).did).toBe(0);
      clock.advance(61_000);
      await eventually(async () => (await row()).phase === "done");
      expect([await folders(t, id), (await row()).did]).toEqual([{ archive: many }, many]);
      await browser.get(`/console/mail/open?address=${id}`);
      const csrf = browser.form("/console/look").get("csrf")!;
      await browser.post("/console/bulk/undo", new URLSearchParams({ work: key.id, csrf }));
      clock.advance(11_000);
      await eventually(async () => (await row()).phase === "undone");
      expect([await folders(t, id), await statuses(t, id)]).toEqual(before);
    });

    // DECISIONS Agent signup and console: A work on many threads ends with the folder or label that it is about
    test("end with their label", async () => {
      const { id, email, member, browser } = await filled(t);
      const label = await t.api.must<{ id: string }>(
        201,
        t.api.post("/labels", { identity_id: id, name: "Soon gone", colour: "#6b7280" }),
      );
      const { core } = t.app;
      const asked = { list: "label", addressId: id, of: label.id, action: "read", to: "", ids: null };
      const begin = () =>
        core.actors
          .account(t.accountId)
          .run((turn) =>
            beginBulkWork(turn, { id: newId(), personId: member, email, ip: null, asked, cursor: null }),
          );
      const phase = async (key: BulkWorkKey) => (await getBulkWork(core.database, key))?.phase;
      const [one, two] = [await begin(), await begin()];
      await t.api.must(200, t.api.delete(`/labels/${label.id}`));
      expect(await bulkStep(core, one, { isPage: false })).toBe(true);
      expect(await phase(one)).toBe("ended");
      await browser.get("/console/mail/open");
      const csrf = browser.form("/console/look").get("csrf")!;
      const gone = await browser.post("/console/bulk/on", new URLSearchParams({ work: two.id, csrf }));
      expect([gone.status, await phase(two)]).toEqual([200, "ended"]);
      expect(await gone.text()).toContain("its folder or label is gone");
    });

    // DECISIONS Agent signup and console: Ten works on many threads go on at a time, each for a week at most
    test("are few at a time, and given up after a week", async () => {
      const { accountId } = t;
      const account = t.app.core.actors.account(accountId);
      const asked = { list: "open", addressId: null, of: null, action: "read", to: "", ids: [newId()] };
      const begin = () =>
        account.run((turn) =>
          beginBulkWork(turn, {
            id: newId(),
            personId: newId(),
            email: "a@b.example",
            ip: null,
            asked,
            cursor: null,
          }),
        );
      const begun: Awaited<ReturnType<typeof begin>>[] = [];
      for (let n = 0; n < maxRunningWorks; n++) begun.push(await begin());
      const refused = await begin().catch((error: Error) => error.message);
      expect(refused).toContain("At most 10");
      clock.advance(8 * day);
      await eventually(async () => {
        const phases = await Promise.all(begun.map((work) => getBulkWork(t.app.core.database, work)));
        return phases.every((work) => work === null || work.phase === "ended");
      });
      expect(await begin()).toMatchObject({ phase: "doing" });
    });
  },
  { deps: { clock }, checkOnce: true },
);

const filledBy = new Map<SuiteApp, Promise<string>>();

/** An address with many threads, and a member who looks at them. */
async function filled(t: SuiteApp) {
  const of = filledBy.get(t) ?? fill(t);
  filledBy.set(t, of);
  const { browser, email, id: member } = await colleague(t, "member");
  return { id: await of, browser, email, member };
}

async function fill(t: SuiteApp): Promise<string> {
  const { id, email } = await t.address();
  for (let n = 0; n < many; n += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, m) =>
        t.mail({ from: "far@remote.example", to: email, subject: `Number ${n + m}`, text: "one" }),
      ),
    );
  await eventually(async () => (await folders(t, id)).inbox === many);
  return id;
}

async function folders(t: SuiteApp, id: string): Promise<Record<string, number>> {
  const counts = await t.api.must<{ folders: { role: string | null; total: number }[] }>(
    200,
    t.api.get(`/identities/${id}/counts`),
  );
  return Object.fromEntries(
    counts.folders.flatMap(({ role, total }) => (total > 0 ? [[role ?? "own", total]] : [])),
  );
}

async function statuses(t: SuiteApp, identityId: string): Promise<Record<string, number>> {
  const rows = await t.app.core.database.values(
    "select status, count(*)::int from threads where account_id = $1::uuid and identity_id = $2::uuid group by status",
    [t.accountId, identityId],
  );
  return Object.fromEntries(rows) as Record<string, number>;
}
