// What FETCH has written once is answered from memory: the same octets, whatever was kept, and no more than the limit.
import { expect, test } from "bun:test";
import { type KeptFolder, KeptItems, mayKeep } from "../../../src/imap/fetch/kept-items.ts";
import { KeptLinks } from "../../../src/imap/search/kept-links.ts";
import { eachApp, ShiftedClock, type SuiteApp } from "../../support/app/app.ts";
import { ImapTalk, mailbox } from "../../support/imap/client.ts";
import { nested, sample } from "./sample-mails.ts";

const asked = [
  "ENVELOPE",
  "BODY",
  "BODYSTRUCTURE",
  "FLAGS",
  "UID",
  "INTERNALDATE",
  "RFC822.SIZE",
  "EMAILID",
  "SAVEDATE",
  "BODY.PEEK[HEADER.FIELDS (FROM Subject)]",
  "BODY.PEEK[HEADER.FIELDS.NOT (Received)]",
  "BODY.PEEK[]",
  "BODY.PEEK[]<5.20>",
  "BODY.PEEK[9]",
  "BODY.PEEK[TEXT]",
  "BODY.PEEK[2.MIME]",
  "RFC822.HEADER",
];
const wide = "Subject: Grüße\r\nFrom: Jörg <j@example.org>\r\n\r\nGrüße\r\n";

const suite = (t: SuiteApp) => {
  async function filled() {
    const box = await mailbox(t);
    const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
    for (const raw of [sample, nested]) {
      await talk.append("INBOX", Buffer.from(raw).toString("latin1"), "(\\Seen)");
    }
    await talk.append("INBOX", wide, "(\\Seen)");
    await talk.ok("SELECT INBOX");
    return { box, talk };
  }

  test("answers the same again, item by item and together, before and after ENABLE", async () => {
    const { box, talk } = await filled();
    for (const enabled of ["", "ENABLE UTF8=ACCEPT", "ENABLE IMAP4rev2"]) {
      if (enabled) await talk.ok(enabled);
      const first = await talk.ok(`FETCH 1:* (${asked.join(" ")})`);
      expect(await talk.ok(`FETCH 1:* (${asked.join(" ")})`)).toEqual(first);
      for (const item of asked) {
        const alone = await talk.ok(`FETCH 1:* (${item})`);
        expect(await talk.ok(`FETCH 1:* (${item})`)).toEqual(alone);
      }
    }
    // What one session has not asked for, another finds: rows and memory together are the folder.
    const other = await ImapTalk.logIn(t.app.ports.imap!, box);
    await other.ok("SELECT INBOX");
    await other.ok("FETCH 2 (BODY.PEEK[HEADER.FIELDS (DATE)])");
    const lines = await other.ok("FETCH 1:* (UID BODY.PEEK[HEADER.FIELDS (DATE)])");
    expect(lines.map((line) => Number(/^\* (\d+) FETCH \(UID \1 /.exec(line)?.[1])).sort()).toEqual([
      1, 2, 3,
    ]);
    for (const each of [talk, other]) each.close();
  });

  test("flags are those of now, and BODY[] sets \\Seen though its octets are kept", async () => {
    const { talk } = await filled();
    await talk.ok("FETCH 1:* (FLAGS BODY.PEEK[TEXT])");
    await talk.ok("STORE 2 FLAGS.SILENT (\\Flagged later)");
    const [, second] = await talk.ok("FETCH 1:* (FLAGS BODY.PEEK[TEXT])");
    expect(second).toStartWith("* 2 FETCH (FLAGS (\\Flagged later \\Recent) BODY[TEXT] ");
    const [line] = await talk.ok("FETCH 2 (BODY[TEXT])");
    expect(line).toContain("FLAGS (\\Flagged \\Seen later \\Recent)");
    talk.close();
  });

  test("an expunged message is forgotten", async () => {
    const { talk } = await filled();
    const first = await talk.ok("FETCH 1:* (UID BODY.PEEK[])");
    await talk.ok("STORE 1 +FLAGS.SILENT (\\Deleted)");
    await talk.ok("EXPUNGE");
    expect(await talk.ok("FETCH 1:* (UID BODY.PEEK[])")).toEqual(
      first.slice(1).map((line, index) => line.replace(/^\* \d+/, `* ${index + 1}`)),
    );
    expect(await talk.ok("UID FETCH 1 (BODY.PEEK[])")).toEqual([]);
    await talk.append("INBOX", "Subject: new\r\n\r\nnew\r\n");
    expect((await talk.ok("UID FETCH 4 (UID BODY.PEEK[TEXT])")).join()).toContain("new");
    talk.close();
  });
};
eachApp("FETCH from memory", suite, { env: { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" } });

test("the oldest unused columns give way, none that is in use, and all in time", () => {
  const clock = new ShiftedClock();
  const kept = new KeptItems(clock);
  const folder: KeptFolder = new Map();
  const octets = "x".repeat(8000);
  const old = kept.column(folder, "old");
  kept.keep(old, 1, octets);
  clock.advance(60_000);
  const used = kept.column(folder, "used");
  kept.keep(used, 1, octets);
  const filling = kept.column(folder, "filling");
  let held = 0;
  for (let uid = 1; uid <= 10_000; uid++) {
    kept.keep(filling, uid, octets);
    held = filling.octets.size;
  }
  expect(kept.bytes).toBeLessThanOrEqual(32 * 1024 * 1024);
  expect(held).toBeGreaterThan(4000);
  // A command that is reading it goes on with what it has.
  expect(old.octets.size).toBe(1);
  expect(folder.has("old")).toBe(false);
  expect(used.octets.size).toBe(1);
  filling.remove(1);
  expect(filling.octets.has(1)).toBe(false);
  clock.advance(11 * 60_000);
  kept.column(folder, "used");
  kept.forgetUnused();
  expect([...folder.keys()]).toEqual(["used"]);
  expect(kept.bytes).toBe(8000 + 64);
  for (let n = 0; n < 5000; n++) kept.column(folder, `other ${n}`);
  expect(folder.size).toBe(2000);
  expect([mayKeep(8192), mayKeep(8193)]).toEqual([true, false]);
});

test("ids that give way while THREAD reads them stay those of its messages", () => {
  const kept = new KeptItems(new ShiftedClock());
  const folder: KeptFolder = new Map();
  const links = kept.entry(folder, "links", KeptLinks);
  links.set(1, "a@x", []);
  links.settle();
  for (let n = 0; n < 2000; n++) kept.column(new Map(), "other");
  expect([folder.size, kept.bytes]).toEqual([0, 0]);
  links.set(2, "b@x", ["a@x"]);
  links.settle();
  expect(links.of(2)?.references).toEqual([links.of(1)!.messageId!]);
  expect(kept.bytes).toBe(0);
});
