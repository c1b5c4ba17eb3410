// The reader of an identity's changes, where its questions to the database overlap.
import { expect, test } from "bun:test";
import type { Poke } from "../../actors/runtime/feed.ts";
import type { Actors } from "../../actors/runtime/registry.ts";
import { IdentityFeed } from "../../src/imap/state/identity-feed.ts";
import { silentLog } from "../../src/lib/log.ts";
import type { Database } from "../../src/store/database/database.ts";
import { folderNamed, identityModseq } from "../../src/store/mailbox/imap.ts";
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

/** Actors whose feed says of each commit that it was made elsewhere: the log has to be read. */
function ofAnotherProcess(actors: Actors): Actors {
  const { feed } = actors;
  const elsewhere = {
    isAlone: true,
    onIdentity: (id: string, poke: Poke) => feed.onIdentity(id, (together) => poke(together, "elsewhere")),
  };
  return { feed: elsewhere, identity: actors.identity.bind(actors) } as unknown as Actors;
}

/** Actors whose feed pokes for commits of this process alone, not for the tick of 30 s or hints of other processes. */
function ofThisProcess(actors: Actors): Actors {
  const { feed } = actors;
  const here = {
    isAlone: true,
    onIdentity: (id: string, poke: Poke) =>
      feed.onIdentity(id, (together, source, commit) => {
        if (source === "here") poke(together, source, commit);
      }),
  };
  return { feed: here, identity: actors.identity.bind(actors) } as unknown as Actors;
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
      const actors = ofAnotherProcess(core.actors);
      const deps = { database, clock: core.clock, actors, log };
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

    test("of this process are known without asking the database, and as the log has them", async () => {
      const box = await mailbox(t);
      const { core } = t.app;
      const { database } = core;
      const owner = { accountId: t.accountId, identityId: box.id };
      let asked = 0;
      const counting = new Proxy(database, {
        get: (whole, name) => {
          const value: unknown = Reflect.get(whole, name);
          if (typeof value !== "function") return value;
          return (text: unknown, ...rest: unknown[]) => {
            if (typeof text === "string" && text.includes("from changes")) asked++;
            return value.call(whole, text, ...rest);
          };
        },
      });
      const feeds = [
        new IdentityFeed(
          { ...core, database: counting, actors: ofThisProcess(core.actors) },
          owner,
          (await identityModseq(database, owner))!,
        ),
        new IdentityFeed(
          { ...core, actors: ofAnotherProcess(core.actors) },
          owner,
          (await identityModseq(database, owner))!,
        ),
      ];
      const { id } = (await folderNamed(database, owner, "INBOX"))!;
      const views = await Promise.all(
        feeds.map(async (feed) => {
          feed.listen({ changed() {}, touched() {}, gone() {} });
          return (await feed.open(id, true))!;
        }),
      );
      asked = 0;
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      await talk.append("INBOX", smallMail("one"));
      await talk.append("INBOX", smallMail("two"));
      await talk.append("INBOX", smallMail("three"));
      await talk.ok("SELECT INBOX");
      await talk.ok("STORE 1:2 +FLAGS (\\Flagged first)");
      await talk.ok("STORE 2 FLAGS (\\Deleted)");
      await talk.ok("COPY 1 INBOX");
      await talk.ok("EXPUNGE");
      for (const feed of feeds) await feed.sync();
      const [known, read] = views.map(({ tracker }) => ({
        modseq: tracker.modseq,
        uids: [...tracker.map.above(0)],
        flags: [...tracker.map.above(0)].map((uid) => tracker.states!.reader()(uid)?.flags),
        changed: [...tracker.flags.after(0)],
      }));
      expect(known!.uids).toEqual([1, 3, 4]);
      expect(known).toEqual(read!);
      expect(asked).toBe(0);
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
