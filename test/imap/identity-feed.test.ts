// The reader of an identity's changes, where its questions to the database overlap.
import { expect, test } from "bun:test";
import { IdentityFeed } from "../../src/imap/state/identity-feed.ts";
import { silentLog } from "../../src/lib/log.ts";
import type { Database } from "../../src/store/database/database.ts";
import { identityModseq } from "../../src/store/mail/imap.ts";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { ImapTalk, mailbox, smallMail } from "../support/imap/client.ts";

const env = { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" };

interface Held {
  database: Database;
  /** Holds back the answer to the next query that has these words. @returns once it is there, what hands it out */
  hold(words: string): Promise<() => void>;
}

/** The database, whose answers can be held back. */
function holding({ app }: SuiteApp): Held {
  const { database } = app.core;
  const waiting = new Map<string, (release: () => void) => void>();
  const rows: Database["rows"] = async <T extends object>(text: string, params?: never) => {
    const found = await database.rows<T>(text, params);
    const words = [...waiting.keys()].find((each) => text.includes(each));
    if (words !== undefined) {
      const there = waiting.get(words)!;
      waiting.delete(words);
      await new Promise<void>((release) => there(release));
    }
    return found;
  };
  const held = new Proxy(database, {
    get: (whole, name) => {
      if (name === "rows") return rows;
      const value: unknown = Reflect.get(whole, name);
      return typeof value === "function" ? value.bind(whole) : value;
    },
  });
  return { database: held, hold: (words) => new Promise((there) => waiting.set(words, there)) };
}

/** The database, whose snapshots of folders have so many messages. @returns `read`: how many were asked for */
function withLargeFolders({ app }: SuiteApp, messages: number): { database: Database; read(): number } {
  const { database } = app.core;
  const placed = new Uint8Array(messages * 8);
  const view = new DataView(placed.buffer);
  for (let n = 0; n < messages; n++) view.setUint32(n * 8 + 2, n + 1);
  let read = 0;
  const rows: Database["rows"] = async <T extends object>(text: string, params?: never) => {
    const found = await database.rows<T>(text, params);
    if (!text.includes("string_agg")) return found;
    read++;
    return found.map((row) => ({ ...row, placed }));
  };
  const large = new Proxy(database, {
    get: (whole, name) => {
      const value: unknown = name === "rows" ? rows : Reflect.get(whole, name);
      return typeof value === "function" && name !== "rows" ? value.bind(whole) : value;
    },
  });
  return { database: large, read: () => read };
}

eachApp(
  "an identity's changes",
  (t) => {
    test("reach a folder that was loaded from before them, while later ones are being read", async () => {
      const box = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      await talk.append("INBOX", smallMail("one"));
      await talk.append("INBOX", smallMail("two"));
      await talk.ok("SELECT INBOX");
      const { core } = t.app;
      const owner = { accountId: t.accountId, identityId: box.id };
      const { database, hold } = holding(t);
      const log = silentLog;
      const deps = { database, clock: core.clock, actors: core.actors, log };
      const feed = new IdentityFeed(deps, owner, (await identityModseq(core.database, owner))!);
      feed.listen({ changed() {}, touched() {}, gone() {} });
      const inbox = (await feed.folderNamed("INBOX"))!;

      const snapshot = hold("string_agg");
      const opening = feed.open(inbox.id, false);
      const handSnapshot = await snapshot;
      await talk.ok("STORE 1 +FLAGS (first)");
      await talk.ok("COPY 2 INBOX");
      await feed.sync();
      const changes = hold("from identities i");
      await talk.ok("STORE 2 +FLAGS (second)");
      const handChanges = await changes;
      handSnapshot();
      await new Promise((resolve) => setImmediate(resolve));
      handChanges();

      const view = (await opening)!;
      expect(view.tracker.states!.keywords()).toEqual(["first", "second"]);
      expect(view.tracker.map.size).toBe(3);
      talk.close();
    });

    test("are kept of the folder that was left last, however large, and of no second one as large", async () => {
      const box = await mailbox(t);
      const { core } = t.app;
      const owner = { accountId: t.accountId, identityId: box.id };
      const { database, read } = withLargeFolders(t, 1_000_001);
      const deps = { database, clock: core.clock, actors: core.actors, log: silentLog };
      const feed = new IdentityFeed(deps, owner, (await identityModseq(core.database, owner))!);
      const use = async (name: string) => {
        const { id } = (await feed.folderNamed(name))!;
        const view = (await feed.open(id, true))!;
        expect(view.tracker.map.size).toBe(1_000_001);
        feed.release(id, view);
        return read();
      };
      expect(await use("INBOX")).toBe(1);
      expect(await use("INBOX")).toBe(1);
      expect(await use("Sent")).toBe(2);
      expect(await use("Sent")).toBe(2);
      expect(await use("INBOX")).toBe(3);
    });

    test("name a keyword before it is used, of hundreds", async () => {
      const box = await mailbox(t);
      const [one, two] = [
        await ImapTalk.logIn(t.app.ports.imap!, box),
        await ImapTalk.logIn(t.app.ports.imap!, box),
      ];
      await one.append("INBOX", smallMail("one"));
      for (const talk of [one, two]) await talk.ok("SELECT INBOX");
      for (let n = 0; n < 300; n += 100) {
        const keywords = Array.from({ length: 100 }, (_, k) => `key${n + k}`);
        await one.ok(`STORE 1 FLAGS (${keywords.join(" ")})`);
        const told = await two.ok("NOOP");
        const at = (start: string) => told.findIndex((line) => line.startsWith(start));
        expect(at("* FLAGS")).toBeGreaterThanOrEqual(0);
        expect(at("* OK [PERMANENTFLAGS")).toBeLessThan(at("* 1 FETCH"));
        for (const keyword of keywords) expect(told[at("* FLAGS")]).toMatch(new RegExp(`\\b${keyword}\\b`));
      }
      for (const talk of [one, two]) talk.close();
    });
  },
  { env },
);
