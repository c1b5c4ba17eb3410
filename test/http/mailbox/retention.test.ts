// Retention rules and legal hold. DECISIONS Export, import, retention.
import { expect, test } from "bun:test";
import { Retention } from "../../../actors/workers/retention.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock, type TestAddress } from "../../support/app/app.ts";
import { runOnStore } from "../../support/app/commands.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { ImapTalk, passwordFor } from "../../support/imap/client.ts";

interface Rule {
  id: string;
  identity_id: string | null;
  folder: string | null;
}

interface Folder {
  id: string;
  name: string;
  role: string | null;
  total: number;
}

const dayMs = 24 * 3_600_000;
const clock = new ShiftedClock();

eachApp(
  "retention and legal hold",
  (t) => {
    const rule = (body: object) => t.api.must<Rule>(201, t.api.post("/retention-rules", body));
    const counts = async ({ id }: TestAddress) => {
      const { json } = await t.api.get<PageOf<Folder>>(`/mailboxes?identity_id=${id}`);
      return Object.fromEntries(json.data.map((folder) => [folder.role ?? folder.name, folder.total]));
    };
    const mails = async (to: TestAddress, count: number) => {
      for (let n = 0; n < count; n++)
        await t.mail({ from: `a${n}@x.example`, to: to.email, subject: `number ${n}` });
      const { json } = await t.api.get<PageOf<{ id: string; thread_id: string }>>(
        `/messages?is_read=false&identity_id=${to.id}`,
      );
      return json.data;
    };
    /** A whole walk over the folders, and what it leaves to do. */
    const walk = async () => {
      const worker = new Retention(t.app.core);
      while ((await worker.round()).more);
    };

    test("rules are made, listed, read and deleted, by unrestricted keys alone", async () => {
      const one = await t.address();
      const made = await rule({ identity_id: one.id, folder: "Trash", action: "delete", after_days: 30 });
      expect(made).toEqual({
        id: expect.any(String),
        identity_id: one.id,
        folder: "trash",
        action: "delete",
        after_days: 30,
        created_at: expect.any(String),
      } as unknown as Rule);
      const wide = await rule({ action: "archive", after_days: 365 });
      expect(wide).toMatchObject({ identity_id: null, folder: null });
      const { json } = await t.api.get<PageOf<Rule>>("/retention-rules");
      expect(json.data).toEqual([wide, made]);
      expect((await t.api.get<{ data: Rule }>(`/retention-rules/${made.id}`)).json.data).toEqual(made);
      const other = await t.otherAccount();
      expect((await other.api.get(`/retention-rules/${made.id}`)).status).toBe(404);
      expect((await other.api.call("DELETE", `/retention-rules/${made.id}`)).status).toBe(404);
      expect(
        (await other.api.post("/retention-rules", { identity_id: one.id, action: "delete", after_days: 1 }))
          .status,
      ).toBe(404);
      const narrow = await restrictedKey(t.api, [one.id]);
      expect((await narrow.get("/retention-rules")).status).toBe(403);
      for (const wrong of [
        { action: "delete", after_days: 0 },
        { action: "shred", after_days: 1 },
        { folder: "drafts", action: "delete", after_days: 1 },
        { folder: "trash", action: "archive", after_days: 1 },
      ])
        expect((await t.api.post("/retention-rules", wrong)).status).toBe(400);
      for (const { id } of [made, wide])
        await t.api.must(200, t.api.call("DELETE", `/retention-rules/${id}`));
      expect((await t.api.get(`/retention-rules/${made.id}`)).status).toBe(404);
    });

    // DECISIONS Export, import, retention: Rules delete and archive what has been in a folder
    test("mail is deleted after its days in the folder, archived by another rule, and stays where none holds", async () => {
      const [deletes, archives, keeps] = [await t.address(), await t.address(), await t.address()];
      const rules = [
        await rule({ identity_id: deletes.id, folder: "inbox", action: "delete", after_days: 7 }),
        await rule({ identity_id: archives.id, action: "archive", after_days: 7 }),
      ];
      for (const to of [deletes, archives, keeps]) await mails(to, 2);
      await walk();
      for (const to of [deletes, archives, keeps]) expect((await counts(to)).inbox).toBe(2);
      clock.advance(5 * dayMs);
      for (const to of [deletes, archives, keeps]) await mails(to, 1);
      clock.advance(3 * dayMs);
      await walk();
      expect(await counts(deletes)).toMatchObject({ inbox: 1, trash: 0, archive: 0 });
      expect(await counts(archives)).toMatchObject({ inbox: 1, archive: 2 });
      expect(await counts(keeps)).toMatchObject({ inbox: 3 });
      clock.advance(30 * dayMs);
      await walk();
      // what was archived is not archived again
      expect(await counts(archives)).toMatchObject({ inbox: 0, archive: 3 });
      expect(await counts(deletes)).toMatchObject({ inbox: 0, trash: 0, archive: 0 });
      for (const { id } of rules) await t.api.must(200, t.api.call("DELETE", `/retention-rules/${id}`));
    });

    test("a folder that cannot be kept holds up none behind it", async () => {
      const both = [await t.address(), await t.address()];
      const { id } = await rule({ folder: "inbox", action: "delete", after_days: 1 });
      for (const to of both) await mails(to, 1);
      clock.advance(2 * dayMs);
      const { core } = t.app;
      let broken: string | null = null;
      const identity: typeof core.actors.identity = (accountId, identityId) => {
        // Whichever folder comes first.
        broken ??= identityId;
        const actor = core.actors.identity(accountId, identityId);
        if (identityId !== broken) return actor;
        return { ...actor, run: () => Promise.reject(new Error("the disk is broken")) };
      };
      const warnings: string[] = [];
      const log = { ...core.log, warn: (said: string) => void warnings.push(said) };
      const worker = new Retention({
        ...core,
        actors: Object.assign(Object.create(core.actors), { identity }),
        log,
      });
      while ((await worker.round()).more);
      expect(warnings).toEqual(["a folder could not be kept by its retention rule"]);
      const other = both.find((one) => one.id !== broken);
      expect(await counts(other!)).toMatchObject({ inbox: 0 });
      await walk();
      for (const to of both) expect(await counts(to)).toMatchObject({ inbox: 0 });
      await t.api.must(200, t.api.call("DELETE", `/retention-rules/${id}`));
    });

    test("more than a turn takes is deleted in successive ones", async () => {
      const to = await t.address();
      const talk = await ImapTalk.logIn(t.app.ports.imap!, await passwordFor(t, to));
      for (let n = 0; n < 450; n++) await talk.append("Trash", `Subject: ${n}\r\n\r\nx\r\n`);
      talk.close();
      const { id } = await rule({ identity_id: to.id, folder: "trash", action: "delete", after_days: 1 });
      clock.advance(2 * dayMs);
      await walk();
      expect(await counts(to)).toMatchObject({ trash: 0 });
      await t.api.must(200, t.api.call("DELETE", `/retention-rules/${id}`));
    });

    // DECISIONS Export, import, retention: Legal hold
    test("under legal hold nothing is deleted: by rules, the API, a mail program, or with the address", async () => {
      const to = await t.address();
      const { id } = await rule({ identity_id: to.id, action: "delete", after_days: 1 });
      const [first, second] = await mails(to, 3);
      const draft = await t.api.must<{ id: string }>(
        201,
        t.api.post("/drafts", { identity_id: to.id, subject: "x" }),
      );
      expect(await runOnStore(t.app.core, ["hold", "set", to.email])).toMatchObject({ exitCode: 0 });
      clock.advance(2 * dayMs);
      await walk();
      expect(await counts(to)).toMatchObject({ inbox: 3 });
      const refused = async (path: string) => {
        const { status, json } = await t.api.call<{ error: { code: string; message: string } }>(
          "DELETE",
          path,
        );
        expect([status, json.error.code]).toEqual([409, "legal_hold"]);
        expect(json.error.message).toContain("postroom hold lift");
      };
      // to the trash, and no further
      await t.api.must(200, t.api.call("DELETE", `/messages/${first!.id}`));
      await refused(`/messages/${first!.id}`);
      await t.api.must(200, t.api.call("DELETE", `/threads/${second!.thread_id}`));
      await refused(`/threads/${second!.thread_id}`);
      await refused(`/drafts/${draft.id}`);
      await refused(`/identities/${to.id}`);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, await passwordFor(t, to));
      await talk.say("SELECT INBOX");
      await talk.say("STORE 1:* +FLAGS (\\Deleted)");
      expect((await talk.say("EXPUNGE")).at(-1)).toContain("NO [NOPERM]");
      expect((await talk.say("CREATE Own")).at(-1)).toContain("OK");
      await talk.append("Own", "Subject: x\r\n\r\nx\r\n");
      expect((await talk.say("DELETE Own")).at(-1)).toContain("NO [NOPERM]");
      talk.close();
      expect(await counts(to)).toMatchObject({ inbox: 1, trash: 2, Own: 1 });
      // of the whole account
      expect(await runOnStore(t.app.core, ["hold", "set", t.accountId])).toMatchObject({ exitCode: 0 });
      expect(await runOnStore(t.app.core, ["hold", "lift", to.email])).toMatchObject({ exitCode: 0 });
      await refused(`/identities/${to.id}`);
      expect(await runOnStore(t.app.core, ["hold", "lift", t.accountId])).toMatchObject({ exitCode: 0 });
      await t.api.must(200, t.api.call("DELETE", `/messages/${first!.id}`));
      await walk();
      await eventually(async () => (await counts(to)).inbox === 0);
      await t.api.must(200, t.api.call("DELETE", `/retention-rules/${id}`));
      await t.api.must(204, t.api.call("DELETE", `/identities/${to.id}`));
      expect(await runOnStore(t.app.core, ["hold", "set", "nobody@agents.example"])).toMatchObject({
        exitCode: 1,
      });
    });
  },
  { clock, env: { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" }, checkOnce: true },
);
