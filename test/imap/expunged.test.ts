// What a session shows of messages that others have expunged, until it is told: the same octets, for an hour at most; for
// everybody else they are gone at once.
import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { Janitor } from "../../actors/workers/janitor.ts";
import { eachApp, ShiftedClock, type SuiteApp, startTestApp } from "../support/app/app.ts";
import { ImapTalk, mailbox, smallMail } from "../support/imap/client.ts";

const env = { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" };
const clock = new ShiftedClock();
const everything =
  "FETCH 1:* (UID INTERNALDATE RFC822.SIZE ENVELOPE BODYSTRUCTURE EMAILID THREADID SAVEDATE PREVIEW MODSEQ BODY.PEEK[] BODY.PEEK[HEADER] BODY.PEEK[1]<2.5> BINARY.PEEK[1] BINARY.SIZE[1])";
const octets = "FETCH 1 (UID RFC822.SIZE BODY.PEEK[])";
const minuteMs = 60_000;

async function putAway(t: SuiteApp, laterMs = 0): Promise<void> {
  clock.advance(laterMs);
  const janitor = new Janitor(t.app.core);
  for (let idle = 0; idle < 3; ) idle = (await janitor.round()).more ? 0 : idle + 1;
}

/** What FETCH says of the messages, but for their modseq: it is that of the last change of flags. */
async function shown(talk: ImapTalk, command = everything): Promise<string[]> {
  const lines = await talk.ok(command);
  return lines.filter((line) => /^\* \d+ FETCH/.test(line)).map((line) => line.replace(/MODSEQ \(\d+\)/, ""));
}

/** Random letters: they do not fit into a row however they are packed. */
function largeMail(): string {
  const letters = randomBytes(150_000).toString("base64").replace(/.{76}/g, "$&\r\n");
  return smallMail("large", ["Content-Transfer-Encoding: base64"]).replace("This is large.", letters);
}

/** Two sessions that have two mails open, one of them large; the mails came so much earlier. */
async function twoSessions(t: SuiteApp, earlierMs = 0) {
  const box = await mailbox(t);
  const writer = await ImapTalk.logIn(t.app.ports.imap!, box);
  await writer.append("INBOX", smallMail("small"), "(kept)");
  await writer.append("INBOX", largeMail());
  writer.close();
  clock.advance(earlierMs);
  const [one, two] = [
    await ImapTalk.logIn(t.app.ports.imap!, box),
    await ImapTalk.logIn(t.app.ports.imap!, box),
  ];
  for (const talk of [one, two]) await talk.ok("SELECT INBOX");
  return { box, one, two, close: () => [one, two].map((talk) => talk.close()) };
}

/** As twoSessions, and one of another process that has the same folder open. */
async function sessionElsewhere(t: SuiteApp) {
  const other = await startTestApp(t.store, { env, clock });
  const { box, one, close } = await twoSessions(t);
  const far = await ImapTalk.logIn(other.app.ports.imap!, box);
  await far.ok("SELECT INBOX");
  const end = async () => {
    far.close();
    close();
    await other.stop(500);
  };
  return { one, far, end };
}

eachApp(
  "expunged messages",
  (t) => {
    const rows = async (table: string, id: string) =>
      (await t.app.core.database.values(`select 1 from ${table} where identity_id = $1::uuid`, [id])).length;

    // DECISIONS IMAP: A message that another session expunged answers as before until the client is told
    test("are fetched until the session reports EXPUNGE, and nowhere else", async () => {
      const { box, one, two, close } = await twoSessions(t);
      const before = await shown(two);
      const id = /EMAILID \((.*?)\)/.exec(before[0]!)![1]!;
      expect((await t.api.get(`/messages/${id}`)).status).toBe(200);
      await one.ok("STORE 1:2 +FLAGS.SILENT (\\Deleted)");
      await one.ok("EXPUNGE");
      expect((await t.api.get(`/messages/${id}`)).status).toBe(404);
      expect((await t.api.get(`/messages/${id}/raw`)).status).toBe(404);
      const [bytes] = await t.app.core.database.values(
        "select storage_bytes from identities where id = $1::uuid",
        [box.id],
      );
      expect(bytes).toEqual([0]);
      expect(await shown(two)).toEqual(before);
      expect(await two.ok("FETCH 1 (FLAGS BODY[HEADER.FIELDS (SUBJECT)])")).toEqual([
        "* 1 FETCH (FLAGS (\\Deleted kept) BODY[HEADER.FIELDS (SUBJECT)] {18}\r\nSubject: small\r\n\r\n)",
      ]);
      expect(await two.ok("NOOP")).toEqual(["* 1 EXPUNGE", "* 1 EXPUNGE"]);
      expect(await two.reply("FETCH 1 BODY.PEEK[]")).toStartWith("BAD");
      close();
    });

    test("a draft's version before stays as it was under its uid", async () => {
      const box = await mailbox(t);
      const fields = { identity_id: box.id, to: ["ann@remote.example"], subject: "first", text: "one" };
      const draft = await t.api.must<{ id: string }>(201, t.api.post("/drafts", fields));
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      await talk.ok("SELECT Drafts");
      const before = await shown(talk, octets);
      for (const text of ["two", "three"])
        await t.api.must(200, t.api.patch(`/drafts/${draft.id}`, { subject: text, text }));
      expect(await shown(talk, octets)).toEqual(before);
      expect(await talk.ok("NOOP")).toContain("* 1 EXPUNGE");
      expect((await talk.ok("FETCH 1 BODY.PEEK[HEADER.FIELDS (SUBJECT)]"))[0]).toContain("Subject: three");
      talk.close();
    });

    test("go with their address", async () => {
      const { box, one, close } = await twoSessions(t);
      await one.ok("MOVE 1 Archive");
      await one.ok("STORE 1 +FLAGS (\\Deleted)");
      await one.ok("EXPUNGE");
      expect([await rows("expunged", box.id), await rows("expunged_mails", box.id)]).toEqual([2, 1]);
      close();
      await t.api.must(204, t.api.delete(`/identities/${box.id}`));
      await putAway(t);
      expect([await rows("expunged", box.id), await rows("expunged_mails", box.id)]).toEqual([0, 0]);
    });

    test.skipIf(t.kind === "embedded")("are fetched through another process too", async () => {
      const { one, far, end } = await sessionElsewhere(t);
      const before = await shown(far);
      await one.ok("STORE 1:* +FLAGS.SILENT (\\Deleted)");
      await one.ok("EXPUNGE");
      // The flags may have become known in between. RFC 9051 7.5.2
      const isFlags = (line: string) => /^\* \d+ FETCH \( ?FLAGS \([^)]*\)\)$/.test(line);
      expect((await shown(far)).filter((line) => !isFlags(line))).toEqual(before);
      await end();
    });

    test.skipIf(t.kind === "embedded")(
      "take what a session stores that has not heard of it from another process",
      async () => {
        const { one, far, end } = await sessionElsewhere(t);
        await far.ok("STORE 1 +FLAGS.SILENT (own)");
        await one.ok("NOOP");
        await one.ok("STORE 1 +FLAGS.SILENT (\\Deleted)");
        await one.ok("EXPUNGE");
        await far.ok("STORE 1 -FLAGS.SILENT (own)");
        const [line] = (await far.ok("FETCH 1 (FLAGS)")).filter((each) => each.startsWith("* 1 FETCH"));
        const flags = /^\* 1 FETCH \(FLAGS \((.*)\)\)$/.exec(line!)![1]!.split(" ");
        // Whether the session has heard of \Deleted, and whether the mails are \Recent in it, depends on who was first.
        expect(flags.filter((flag) => flag !== "\\Deleted" && flag !== "\\Recent")).toEqual(["kept"]);
        await end();
      },
    );

    // The last: files have the machine's time, so once the clock is ahead a janitor takes a blob that is being written for old.
    // DECISIONS IMAP: for an hour at most
    test("outlast the janitor for an hour, and its sweep of blobs", async () => {
      // A blob that nobody refers to is swept once it is a day old.
      const { box, one, two, close } = await twoSessions(t, 48 * 60 * minuteMs);
      const before = await shown(two);
      await one.ok("MOVE 1:2 Trash");
      expect(await shown(two)).toEqual(before);
      await one.ok("SELECT Trash");
      await one.ok("STORE 1:* +FLAGS (\\Deleted)");
      await one.ok("CLOSE");
      // In two steps: a session that is silent for half an hour may end.
      for (const minutes of [29, 29]) {
        await putAway(t, minutes * minuteMs);
        expect(await shown(two)).toEqual(before);
      }
      expect(await rows("expunged_mails", box.id)).toBe(2);
      await putAway(t, 3 * minuteMs);
      expect(await rows("expunged", box.id)).toBe(0);
      expect(await rows("expunged_mails", box.id)).toBe(0);
      expect(await two.reply("FETCH 1 BODY.PEEK[]")).toStartWith("NO [EXPUNGEISSUED]");
      close();
    });
  },
  { env, clock },
);
