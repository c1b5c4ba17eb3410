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
