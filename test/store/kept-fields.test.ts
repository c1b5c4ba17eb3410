// Header fields of mails that are older than the column for them are kept by a worker, and then it rests.

import { describe, expect, test } from "bun:test";
import { keepFieldsRound } from "../../actors/workers/kept-fields.ts";
import { migrations } from "../../migrations/index.ts";
import { areListed } from "../../src/mail/mime/header-fields.ts";
import { unpack } from "../../src/store/blobs/blobs.ts";
import type { Database } from "../../src/store/database/database.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { eachApp } from "../support/app/app.ts";
import { storeKinds } from "../support/app/database.ts";
import { programPath } from "../support/clients/programs.ts";
import { ImapTalk, mailbox, smallMail } from "../support/imap/client.ts";
import { loadedStore } from "../support/upgraded-store.ts";

/** The listed fields of a mail, read in another way: by a pattern for a field with its folded lines. */
function expected(mail: Uint8Array): string {
  const [header = ""] = Buffer.from(mail)
    .toString("latin1")
    .split(/\r?\n\r?\n/);
  const fields = `${header}\r\n`.match(/^[!-9;-~]+[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*\n/gm) ?? [];
  const listed = fields.filter((field) => areListed(new Set([field.split(/[ \t]*:/)[0]!.toLowerCase()])));
  return `${listed.join("")}\r\n`;
}

/** Rounds until one finds nothing. @returns how many mails they looked at */
async function allRounds(database: Database): Promise<number> {
  for (let done = 0; ; ) {
    const round = await keepFieldsRound({ database });
    done += round.done;
    if (!round.more) {
      expect(round).toEqual({ done: 0, more: false, next: null });
      return done;
    }
  }
}

describe("mails of an older release", () => {
  for (const kind of storeKinds) {
    const isThere =
      kind === "embedded" || (process.env.POSTROOM_TEST_DATABASE_URL && programPath("psql") !== null);
    (isThere ? test : test.skip)(`get their fields once, ${kind}`, async () => {
      const store = await loadedStore("0024_event_order", kind);
      try {
        const database = await store.open();
        await migrate(database, migrations);
        const rows = () =>
          database.rows<{
            id: string;
            raw: Uint8Array | null;
            head: Uint8Array | null;
            fields: Uint8Array | null;
            out: boolean | null;
            at: string;
          }>(
            "select message_id as id, raw, head, fields, fields_left_out as out, xmin::text as at from bodies order by message_id",
          );
        const before = await rows();
        expect(before.length).toBeGreaterThan(2);
        expect(before.filter(({ fields, out }) => fields !== null || out !== null)).toEqual([]);
        expect(await allRounds(database)).toBe(before.length);
        const after = await rows();
        for (const { id, raw, head, fields, out } of after) {
          const packed = head ?? raw;
          if (packed === null) expect([id, fields, out]).toEqual([id, null, true]);
          else
            expect([id, Buffer.from(fields!).toString("latin1"), out]).toEqual([
              id,
              expected(await unpack(packed)),
              null,
            ]);
        }
        // at rest: nothing is written again
        expect(await allRounds(database)).toBe(0);
        expect((await rows()).map(({ at }) => at)).toEqual(after.map(({ at }) => at));
      } finally {
        await store.dispose();
      }
    });
  }
});

eachApp(
  "fields of new mails",
  (t) => {
    test("are there at once, and an older mail's answer a list as they do", async () => {
      const box = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      const long = ["X-Kind: long", `References: ${"<a.reference@remote.example> ".repeat(200)}`];
      await talk.append("INBOX", smallMail("short", ["X-Label: a\r\n\tfolded"]));
      await talk.append("INBOX", smallMail("large", ["List-Id: <l>"]) + "the quick brown fox ".repeat(3000));
      await talk.append("INBOX", smallMail("long", long));
      const { database } = t.app.core;
      const stored = () =>
        database.values(
          "select m.subject, encode(b.fields, 'escape'), b.fields_left_out from bodies b join messages m on m.account_id = b.account_id and m.id = b.message_id order by m.subject",
        );
      const asReceived = await stored();
      expect(asReceived.map(([subject, , out]) => [subject, out])).toEqual([
        ["large", null],
        ["long", true],
        ["short", null],
      ]);
      expect(await keepFieldsRound({ database })).toEqual({ done: 0, more: false, next: null });
      await talk.ok("SELECT INBOX");
      const fetch = "UID FETCH 1:3 (BODY.PEEK[HEADER.FIELDS (SUBJECT X-Label List-Id References)])";
      const answered = await talk.ok(fetch);
      await database.values("update bodies set fields = null, fields_left_out = null");
      expect(await talk.ok(fetch)).toEqual(answered);
      expect(await keepFieldsRound({ database })).toEqual({ done: 3, more: true });
      expect(await stored()).toEqual(asReceived);
      expect(await talk.ok(fetch)).toEqual(answered);
      talk.close();
    });
  },
  { env: { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" } },
);
