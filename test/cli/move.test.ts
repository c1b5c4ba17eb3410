// Export and import of an address: all formats there and back, files of other programs, and what a person may ask for.
// Long: one export, and each format and each wrong file that it is compared with.
import { expect, spyOn, test } from "bun:test";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unwatched } from "../../src/cli/context.ts";
import { readInput } from "../../src/cli/index.ts";
import { movedAddress } from "../../src/cli/move/address.ts";
import { importCommand } from "../../src/cli/move/import.ts";
import type { MailLine } from "../../src/cli/move/lines.ts";
import { MailStore } from "../../src/cli/move/storing.ts";
import { runCommand } from "../../src/cli/run-command.ts";
import { Failure } from "../../src/lib/failure.ts";
import * as objects from "../../src/reading/calendar-objects.ts";
import { eachApp, eventually, type SuiteApp } from "../support/app/app.ts";
import { runOnStore } from "../support/app/commands.ts";
import { eventsShown } from "../support/app/events.ts";
import { startImapSource } from "../support/fakes/imap-source.ts";
import { ImapTalk, type Mailbox, mailbox } from "../support/imap/client.ts";

const raws = [
  "From: Ada <ada@x.example>\r\nTo: me\r\nMessage-ID: <1@x>\r\nSubject: One\r\n\r\nFrom the start\r\n>From quoted\r\n\r\n",
  "From: bob@x.example\r\nMessage-ID: <2@x>\r\nIn-Reply-To: <1@x>\r\nSubject: Re: One\r\n\r\nno end of line",
  `From: bob@x.example\r\nSubject: large\r\n\r\n${Array.from({ length: 9000 }, (_, n) => (n * 7919 * 7919) % 1e9).join(" ")}\r\n`,
  "From: bob@x.example\r\nSubject: lone\n\nLF and \r alone, \xff\r\n",
];

const temp = () => mkdtempSync(join(tmpdir(), "move-"));

async function appendAll(t: SuiteApp, box: Mailbox): Promise<void> {
  const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
  for (const name of ["Work", "Work/Te.st", "Größe &c"]) await talk.say(`CREATE "${utf7[name] ?? name}"`);
  const put = (folder: string, flags: string, date: string, raw: string) =>
    talk.append(`"${folder}"`, raw, `(${flags}) "${date}"`);
  await put("INBOX", "\\Seen Urgent $Forwarded", "04-Mar-2019 05:06:07 +0100", raws[0]!);
  await put("INBOX", "\\Answered \\Flagged", "05-Mar-2019 05:06:07 +0000", raws[1]!);
  await put("Work/Te.st", "urgent \\Deleted", "06-Mar-2019 05:06:07 +0000", raws[2]!);
  await put("Work/Te.st", "\\Seen", "06-Mar-2019 05:06:07 +0000", raws[2]!);
  await put(utf7["Größe &c"]!, "other", "07-Mar-2019 05:06:07 +0000", raws[3]!);
  await put("Drafts", "\\Seen", "08-Mar-2019 05:06:07 +0000", raws[1]!);
  await put("Sent", "\\Seen", "09-Mar-2019 05:06:07 +0000", raws[0]!);
  talk.close();
}
const utf7: Record<string, string> = { "Größe &c": "Gr&APYA3w-e &-c" };

/** What an export in JSON has below its head. */
function linesOf(file: string): MailLine[] {
  const [, ...lines] = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as MailLine);
}

/** The mails of an export in JSON, without what differs from place to place. */
function mailsOf(file: string): string[] {
  return linesOf(file)
    .filter((line) => line.folder !== undefined)
    .map(({ folder, internal_date, flags, labels, sha256, raw_base64 }) => {
      const lower = flags.map((flag) => flag.toLowerCase()).sort();
      return JSON.stringify([folder, internal_date, lower, labels, sha256, raw_base64?.length]);
    })
    .sort();
}

eachApp(
  "export and import",
  (t) => {
    const run = (...words: string[]) => runOnStore(t.app.core, words);
    const exported = async (email: string) => {
      const file = join(temp(), "mail.jsonl");
      expect(await run("export", email, file)).toMatchObject({ exitCode: 0 });
      return file;
    };
    const events = async (identityId: string) => {
      await eventsShown(t.app.core.database);
      const { json } = await t.api.get<{ data: { type: string }[] }>(
        `/events?limit=200&identity_id=${identityId}`,
      );
      return json.data.map(({ type }) => type);
    };

    // DECISIONS Export, import, retention: Every format, there and back
    test("every format, there and back: bytes, flags, keywords, labels, dates and folders; run again it takes nothing twice", async () => {
      const from = await mailbox(t);
      await t.api.must(
        201,
        t.api.post("/labels", { identity_id: from.id, name: "urgent", colour: "#123456" }),
      );
      await t.api.must(
        201,
        t.api.post("/labels", { identity_id: from.id, name: "Très bien", colour: "#abcdef" }),
      );
      await appendAll(t, from);
      const event = {
        title: "Lunch",
        start: "2027-03-01T12:00:00",
        end: "2027-03-01T13:00:00",
        timezone: "Europe/Vienna",
      };
      const guests = { attendees: [{ email: "ada@x.example" }] };
      for (const more of [{}, { ...guests, recurrence: { rule: "FREQ=WEEKLY;COUNT=3" } }])
        await t.api.must(201, t.api.post(`/identities/${from.id}/calendar/events`, { ...event, ...more }));
      const wanted = mailsOf(await exported(from.email));
      expect(wanted).toHaveLength(7);
      const outbound = () => t.app.core.database.values("select count(*)::int from outbound");
      const before = await outbound();
      for (const format of ["json", "eml", "maildir", "mbox"]) {
        const place = join(temp(), "out");
        expect(await run("export", from.email, place, "--format", format)).toMatchObject({
          exitCode: 0,
          stdout: `7 mails and 2 calendar entries written to ${place}.\n`,
        });
        const again = await run("export", from.email, place, "--format", format);
        expect(again).toMatchObject({ exitCode: 1, stdout: "" });
        const to = await t.address();
        expect(await run("import", to.email, place)).toEqual({
          exitCode: 0,
          stdout: `7 mails stored in ${to.email}, 2 calendar entries stored.\n`,
        });
        const found = mailsOf(await exported(to.email));
        // mbox knows seconds of a date alone; labels of mbox and Maildir are made of keywords, and have their spelling
        const isOurs = format === "json" || format === "eml";
        const lower = (lines: string[]) => (isOurs ? lines : lines.map((line) => line.toLowerCase()));
        const labelled = isOurs
          ? wanted
          : wanted.map((line) => (line.includes('"other"') ? line.replace("[]", '["other"]') : line));
        expect(lower(found)).toEqual(lower(labelled).sort());
        expect(await run("import", to.email, place)).toMatchObject({
          stdout: `0 mails stored in ${to.email}, 7 were there already.\n`,
        });
        expect(new Set((await events(to.id)).filter((type) => /message|thread/.test(type)))).toEqual(
          new Set(),
        );
        const { json } = await t.api.get<{ data: { title: string }[] }>(
          `/identities/${to.id}/calendar/events?expand=true&after=2027-03-01T00:00:00Z&before=2027-03-31T00:00:00Z`,
        );
        expect(json.data.map(({ title }) => title)).toEqual(Array(4).fill("Lunch"));
      }
      // guests of what was scheduled elsewhere get no mail
      expect(await outbound()).toEqual(before);
    });

    // DECISIONS Export, import, retention: Old mail stands at its own time, in threads as arriving mail
    test("threads are built as for arriving mail, and stand at their own time", async () => {
      const dir = temp();
      const mail = (n: number, more: string, date: string) =>
        `From: ada@x.example\r\nMessage-ID: <t${n}@x>\r\n${more}Date: ${date}\r\nSubject: Trip\r\n\r\nn ${n}\r\n`;
      // Both answers name the first mail, and one of them comes before it.
      writeFileSync(
        join(dir, "1.eml"),
        mail(2, "In-Reply-To: <t1@x>\r\n", "Tue, 03 Feb 2015 10:00:00 +0000"),
      );
      writeFileSync(join(dir, "2.eml"), mail(1, "", "Mon, 02 Feb 2015 10:00:00 +0000"));
      writeFileSync(
        join(dir, "3.eml"),
        mail(3, "In-Reply-To: <t1@x>\r\n", "Wed, 04 Feb 2015 10:00:00 +0000"),
      );
      const to = await t.address();
      await run("import", to.email, dir);
      const { json } = await t.api.get<{ data: { message_count: number; last_message_at: string }[] }>(
        `/threads?identity_id=${to.id}`,
      );
      expect(json.data.map((row) => row.message_count)).toEqual([3]);
      expect(json.data[0]!.last_message_at).toStartWith("2015-02-04T10:00");
      await eventually(
        async () =>
          (await t.api.get<{ data: object[] }>(`/messages/search?identity_id=${to.id}&q=trip`)).json.data
            ?.length === 3,
      );
    });

    // DECISIONS Export, import, retention: Files of other programs
    test("files of other programs", async () => {
      const dir = temp();
      const mbox = (subject: string) =>
        `From - Thu Jan  1 10:00:00 2026\nSubject: ${subject}\n\n>From body\n\n`;
      mkdirSync(join(dir, "Inbox.sbd"));
      writeFileSync(join(dir, "Inbox"), mbox("thunderbird"));
      writeFileSync(join(dir, "Inbox.msf"), "// index");
      writeFileSync(join(dir, "Inbox.sbd/Trips"), mbox("below"));
      writeFileSync(join(dir, "Sent Items.mbox"), mbox("sent"));
      mkdirSync(join(dir, "Apple.mbox"));
      writeFileSync(join(dir, "Apple.mbox/mbox"), mbox("apple"));
      writeFileSync(join(dir, "notes.txt"), "no mail");
      const to = await t.address();
      expect(await run("import", to.email, dir)).toMatchObject({
        exitCode: 0,
        stdout: `4 mails stored in ${to.email}.\n`,
      });
      const file = await exported(to.email);
      const lines = linesOf(file);
      expect(lines.map(({ folder, subject }) => `${folder}: ${subject}`).sort()).toEqual([
        "Apple: apple",
        "INBOX/Trips: below",
        "INBOX: thunderbird",
        "Sent: sent",
      ]);
      expect(Buffer.from(lines[0]!.raw_base64!, "base64").toString()).toEndWith("\r\n\r\nFrom body\r\n");
      // one file into a folder of choice
      expect(
        await run("import", to.email, join(dir, "Apple.mbox/mbox"), "--folder", "Old/Mac"),
      ).toMatchObject({ exitCode: 0 });
      expect(mailsOf(await exported(to.email)).filter((line) => line.includes('"Old/Mac"'))).toHaveLength(1);
    });

    // DECISIONS Export, import, retention: import stores what SMTP and APPEND refuse
    test("a mail with a header of more than 1 MB keeps each octet, and those beside it come too", async () => {
      const fields = `X-Filler: ${"x".repeat(988)}\r\n`.repeat(1200);
      const long = `From: ada@x.example\r\nSubject: long\r\n${fields}\r\nIts body\r\n`;
      const file = join(temp(), "Inbox.mbox");
      const line = "From - Thu Jan  1 10:00:00 2026\r\n";
      writeFileSync(file, `${line}${long}\r\n${line}${raws[1]}\r\n\r\n`);
      const to = await mailbox(t);
      expect(await run("import", to.email, file)).toEqual({
        exitCode: 0,
        stdout: `2 mails stored in ${to.email}.\n`,
      });
      const lines = linesOf(await exported(to.email));
      const stored = lines.find(({ subject }) => subject === "long")!;
      expect(Buffer.from(stored.raw_base64!, "base64").equals(Buffer.from(long))).toBe(true);
      // What is not imported is refused.
      const talk = await ImapTalk.logIn(t.app.ports.imap!, to);
      expect((await talk.append("INBOX", long)).join("")).toContain("NO [TOOBIG]");
      talk.close();
    });

    test("Maildirs below a folder, beside other files; a single mail", async () => {
      const dir = temp();
      const mail = (subject: string) => `From: a@x.example\nSubject: ${subject}\n\nbody\n`;
      for (const [folder, subject] of [
        ["work", "top"],
        ["work/.Trips.2026", "below"],
        ["home", "other"],
      ] as const) {
        mkdirSync(join(dir, folder, "cur"), { recursive: true });
        writeFileSync(join(dir, folder, "cur/1.a.b:2,S"), mail(subject));
      }
      writeFileSync(join(dir, "work/dovecot-uidlist"), "3 V1 N2\n");
      writeFileSync(join(dir, "Old.mbox"), `From - Thu Jan  1 10:00:00 2026\n${mail("mbox")}\n`);
      mkdirSync(join(dir, "one"));
      writeFileSync(join(dir, "one/single.eml"), mail("eml"));
      const to = await t.address();
      expect(await run("import", to.email, dir)).toMatchObject({
        stdout: `5 mails stored in ${to.email}.\n`,
        exitCode: 0,
      });
      expect(await run("import", to.email, join(dir, "one/single.eml"))).toMatchObject({
        stdout: `1 mail stored in ${to.email}.\n`,
      });
      const lines = linesOf(await exported(to.email));
      expect(lines.map(({ folder, subject }) => `${folder}: ${subject}`).sort()).toEqual([
        "INBOX: eml",
        "Old: mbox",
        "home: other",
        "one: eml",
        "work/Trips/2026: below",
        "work: top",
      ]);
    });

    // DECISIONS Export, import, retention: Calendars; nobody gets mail about them
    test("a calendar of another program; what is not kept is named", async () => {
      const event = (uid: string, day: number) =>
        `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:202704${day}T100000Z\r\nDTEND:202704${day}T110000Z\r\nSUMMARY:${uid}\r\nORGANIZER:mailto:boss@x.example\r\nATTENDEE:mailto:ada@x.example\r\nEND:VEVENT\r\n`;
      const file = join(temp(), "work.ics");
      const broken = "BEGIN:VEVENT\r\nUID:broken\r\nDTSTART:tomorrow\r\nEND:VEVENT\r\n";
      writeFileSync(
        file,
        `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n${event("a", 10)}${event("b", 11)}${broken}END:VCALENDAR\r\n`,
      );
      const to = await t.address();
      const first = await run("import", to.email, file);
      expect(first).toMatchObject({
        exitCode: 1,
        stdout: `0 mails stored in ${to.email}, 2 calendar entries stored, 1 left out.\n`,
      });
      expect(first.stderr).toContain("calendar/");
      expect((await run("import", to.email, file)).stdout).toBe(
        `0 mails stored in ${to.email}, 1 left out.\n`,
      );

      // One that takes too long to read is not read again and again, and the next one is.
      const isBusy = new Failure("unavailable", "The server is too busy for a text this large.", 30);
      const reading = spyOn(objects, "readCalendarObject").mockRejectedValueOnce(isBusy);
      try {
        const busy = await run("import", to.email, file);
        expect(busy.stdout).toBe(`0 mails stored in ${to.email}, 2 left out.\n`);
        expect(busy.stderr).toContain("too busy for a text this large");
      } finally {
        reading.mockRestore();
      }
    });

    test("a Maildir with nested folders; its times are the mails', and what was read or put away is done", async () => {
      const dir = temp();
      for (const folder of ["", ".Work", ".Work.Deep"])
        for (const part of ["cur", "new", "tmp"]) mkdirSync(join(dir, folder, part), { recursive: true });
      writeFileSync(join(dir, ".Work.Deep/cur/1.a:2,FS"), "Subject: x\n\nbody\n");
      utimesSync(join(dir, ".Work.Deep/cur/1.a:2,FS"), 1_500_000_000, 1_500_000_000);
      writeFileSync(join(dir, "new/2.b"), "Subject: y\n\nbody\n");
      writeFileSync(join(dir, "cur/3.c:2,S"), "Subject: z\n\nbody\n");
      writeFileSync(join(dir, ".Work/new/4.d"), "Subject: filed\n\nbody\n");
      // A conversation of which the last mail was not read.
      writeFileSync(join(dir, "cur/5.e:2,S"), "Subject: w\nMessage-ID: <w@x.example>\n\nbody\n");
      writeFileSync(join(dir, "new/6.f"), "Subject: Re: w\nIn-Reply-To: <w@x.example>\n\nbody\n");
      const to = await t.address();
      await run("import", to.email, dir);
      const found = mailsOf(await exported(to.email));
      expect(found.some((line) => line.startsWith('["INBOX"') && line.includes("[],[]"))).toBe(true);
      expect(
        found.some((line) =>
          line.startsWith('["Work/Deep","2017-07-14T02:40:00.000000Z",["\\\\flagged","\\\\seen"]'),
        ),
      ).toBe(true);
      const threads = await t.api.must<{ subject: string; status: string }[]>(
        200,
        t.api.get(`/threads?identity_id=${to.id}`),
      );
      expect(threads.map(({ subject, status }) => `${subject} ${status}`).toSorted()).toEqual([
        "filed resolved",
        "w open",
        "x resolved",
        "y open",
        "z resolved",
      ]);
    });

    test("a link that leads out of the folder is named and not read, wherever it stands", async () => {
      const outside = temp();
      writeFileSync(join(outside, "secret"), "Subject: secret\n\nroot:x:0:0\n");
      writeFileSync(join(outside, "secret.eml"), "Subject: secret\n\nroot:x:0:0\n");
      writeFileSync(join(outside, "secret.ics"), "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n");
      const dir = temp();
      for (const part of ["cur", "tmp"]) mkdirSync(join(dir, part));
      writeFileSync(join(dir, "cur/1.a:2,S"), "Subject: kept\n\nbody\n");
      symlinkSync("1.a:2,S", join(dir, "cur/2.inside:2,S"));
      symlinkSync(join(outside, "secret"), join(dir, "cur/3.out:2,S"));
      symlinkSync("../../nowhere", join(dir, "cur/4.lost:2,S"));
      symlinkSync(outside, join(dir, "new"));
      mkdirSync(join(dir, "calendars"));
      symlinkSync(join(outside, "secret.ics"), join(dir, "calendars/x.ics"));
      const to = await t.address();
      const done = await run("import", to.email, dir);
      expect([done.exitCode, done.stdout]).toEqual([1, expect.stringContaining("2 mails stored")]);
      for (const name of ["3.out:2,S", "4.lost:2,S", "new", "x.ics"])
        expect(done.stderr).toContain(`/${name}: it is a link`);

      const plain = temp();
      writeFileSync(join(plain, "kept.eml"), "Subject: kept too\n\nbody\n");
      symlinkSync(join(outside, "secret.eml"), join(plain, "out.eml"));
      const second = await run("import", to.email, plain);
      expect([second.exitCode, second.stderr]).toEqual([1, expect.stringContaining("out.eml: it is a link")]);

      const lines = temp();
      await run("export", to.email, lines, "--format", "eml");
      const index = join(lines, "index.jsonl");
      const [first] = readFileSync(index, "utf8").match(/"file":"[^"]+/)!;
      const file = join(lines, first.slice('"file":"'.length));
      rmSync(file);
      symlinkSync(join(outside, "secret"), file);
      const third = await run("import", (await t.address()).email, lines);
      expect([third.exitCode, third.stderr]).toEqual([1, expect.stringContaining("leads out of its folder")]);

      // A folder that is given by a link is the folder.
      const link = join(temp(), "link");
      symlinkSync(plain, link);
      expect((await run("import", (await t.address()).email, link)).stdout).toContain("1 mail stored");
      const kept = linesOf(await exported(to.email)).map(({ subject }) => subject);
      expect(kept.sort()).toEqual(["kept", "kept", "kept too"]);
    });

    // DECISIONS Export, import, retention: What fails for the moment
    test("what fails for the moment is tried again with fewer mails a turn, and a commit that nobody knows of stores nothing twice", async () => {
      for (const isOfServer of [true, false]) {
        const to = await t.address();
        const faults = ["before", "after", "none", "before", "after"];
        const sizes: number[] = [];
        const { core } = t.app;
        const actorOf = core.actors.identity.bind(core.actors);
        const identity: typeof actorOf = (accountId, id) => {
          const actor = actorOf(accountId, id);
          return {
            ...actor,
            async runWith(preload, input, work) {
              sizes.push((input as { appended: unknown[] }).appended.length);
              const fault = faults.shift();
              if (fault === "before") throw new Failure("unavailable", "The database is away.", 2);
              const result = await actor.runWith(preload, input, work);
              if (fault === "after") throw new Failure("unavailable", "The database is away.", 2);
              return result;
            },
          };
        };
        const actors: typeof core.actors = Object.create(core.actors, { identity: { value: identity } });
        const owner = await movedAddress(core, to.email);
        const store = new MailStore({ ...core, actors }, owner, unwatched);
        const place = { source: "ada@old.example:993", folder: "INBOX", uidValidity: 1 };
        for (let n = 1; n <= 60; n++) {
          const raw = Buffer.from(`Message-ID: <${n}@of-the-moment>\r\nSubject: ${n}\r\n\r\n`);
          const origin = isOfServer ? { copy: null, progress: { ...place, lastUid: n } } : { copy: 1 };
          await store.add({ folder: "INBOX", raw, flags: [], internalDate: null, ...origin });
        }
        await store.flush();
        // Fewer each time that it fails, more again when it is quick.
        expect(sizes.slice(0, 5)).toEqual([50, 25, 12, 17, 8]);
        // Its second turn stored 25, which nobody was told.
        expect(store.counts).toMatchObject({ stored: 60, there: 0 });
        const subjects = mailsOf(await exported(to.email)).map((line) => JSON.parse(line)[4] as string);
        expect(new Set(subjects).size).toBe(60);
        expect(subjects).toHaveLength(60);
      }
    });

    // DECISIONS Export, import, retention: After a change of UIDVALIDITY
    test("another IMAP server in any order of its answers, and with a new UIDVALIDITY, stopped in the middle", async () => {
      const source = await startImapSource();
      try {
        const to = await t.address();
        source.mails = Array.from({ length: 60 }, (_, n) => {
          const raw = `Message-ID: <${n % 50}@in-order>\r\nSubject: ${n % 50}\r\n\r\n`;
          return { uid: n + 1, raw };
        });
        // The first comes last, and one is gone that was found.
        source.order = (a, b) => b.uid - a.uid;
        source.goneUid = 3;
        const words = [to.email, `imap://ada@127.0.0.1:${source.port}`, "--no-tls", "--password-stdin"];
        const take = (job = unwatched) =>
          runCommand(t.app.core, importCommand, { ...readInput(importCommand, words), stdin: "any" }, job);
        expect(await take()).toMatchObject({ exitCode: 0, stdout: `59 mails stored in ${to.email}.\n` });
        expect(await take()).toMatchObject({ exitCode: 0, stdout: `0 mails stored in ${to.email}.\n` });
        source.uidValidity = 2;
        source.goneUid += 1000;
        source.mails = source.mails.map(({ uid, raw }) => ({ uid: uid + 1000, raw }));
        source.mails.push({ uid: 2000, raw: "Message-ID: <new@in-order>\r\nSubject: new\r\n\r\n" });
        const stop = new AbortController();
        const progress = (text: string) => void (text.includes(": 55 of") && stop.abort());
        expect(await take({ progress, signal: stop.signal })).toMatchObject({ exitCode: 1 });
        const all = "1 mail stored in";
        expect(await take()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(all) });
        expect(await take()).toMatchObject({ exitCode: 0, stdout: `0 mails stored in ${to.email}.\n` });
        expect(mailsOf(await exported(to.email))).toHaveLength(60);
      } finally {
        source.stop();
      }
    });

    test("what is asked for wrongly is said", async () => {
      const to = await t.address();
      const says = async (...words: string[]) => {
        const { exitCode, stderr } = await run(...words);
        expect(exitCode).toBe(1);
        return stderr ?? "";
      };
      expect(await says("export", "nobody@agents.example", join(temp(), "x"))).toContain(
        "is not an address here",
      );
      expect(await says("export", to.email, join(temp(), "x"), "--format", "pst")).toContain(
        "--format must be one of",
      );
      expect(await says("import", to.email, join(temp(), "nothing"))).toContain("is not there");
      expect(await says("import", to.email, temp())).toContain("holds no mbox");
      const strange = join(temp(), "strange.mbox");
      writeFileSync(strange, "From ada@x.example 2017-07-14\nSubject: lost\n\nbody\n");
      expect(await says("import", to.email, strange)).toContain("does not begin as an mbox does");
      expect(await says("import", to.email, "imap://ada:secret@127.0.0.1")).toContain("Passwords in URLs");
      expect(await says("import", to.email, "imap://127.0.0.1")).toContain("names no user");
      expect(await says("import", to.email, "imap://ada@127.0.0.1")).toContain("--password-stdin");
      const dir = temp();
      writeFileSync(join(dir, "a.jsonl"), '{"postroom_export":9,"labels":[]}\n');
      expect(await says("import", to.email, join(dir, "a.jsonl"))).toContain("version 9");
      const outside = {
        folder: "INBOX",
        internal_date: "2020-01-01T00:00:00Z",
        flags: [],
        file: "../../etc/passwd",
      };
      writeFileSync(join(dir, "b.jsonl"), `{"postroom_export":1,"labels":[]}\n${JSON.stringify(outside)}\n`);
      expect(await says("import", to.email, join(dir, "b.jsonl"))).toContain("outside its folder");
      const file = await exported(to.email);
      cpSync(file, join(dir, "c.jsonl"));
      writeFileSync(join(dir, "c.jsonl"), '{"folder":"INBOX"', { flag: "a" });
      expect(await says("import", to.email, join(dir, "c.jsonl"))).toContain("damaged");
      expect(statSync(file).mode & 0o777).toBe(0o600);
    });

    // DECISIONS Export, import, retention: export --person
    test("a person asks: all mail from or to the address in the account, calendar, recipients and lists, and nobody else's", async () => {
      const [one, two] = [await t.address(), await t.address()];
      const person = "asking@person.example";
      await t.mail({ from: person, to: one.email, subject: "from the person" });
      await t.mail({ from: "other@x.example", to: one.email, subject: "from another" });
      await t.api.must(
        201,
        t.api.post("/messages", { from: two.email, to: [person], subject: "to the person", text: "x" }),
      );
      const times = { start: "2027-03-01T12:00:00", end: "2027-03-01T13:00:00", timezone: "UTC" };
      const path = `/identities/${two.id}/calendar/events`;
      await t.api.must(201, t.api.post(path, { ...times, title: "meets", attendees: [{ email: person }] }));
      await t.api.must(201, t.api.post(path, { ...times, title: "does not" }));
      await t.api.must(201, t.api.post("/suppressions", { email: person, reason: "asked" }));
      const file = join(temp(), "person.jsonl");
      expect(await run("export", "--person", person.toUpperCase(), file)).toMatchObject({ exitCode: 0 });
      const text = readFileSync(file, "utf8");
      const lines = text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      const subjects = lines.flatMap(({ subject }) => (subject === undefined ? [] : [subject]));
      expect(subjects.sort().slice(-2)).toEqual(["from the person", "to the person"]);
      expect(subjects).not.toContain("from another");
      expect(lines.flatMap(({ ics }) => /SUMMARY:(.*)\r/.exec((ics as string) ?? "")?.[1] ?? [])).toEqual([
        "meets",
      ]);
      expect(new Set(lines.flatMap(({ kind }) => (kind === undefined ? [] : [kind])))).toEqual(
        new Set(["recipient", "suppression"]),
      );
      expect(readdirSync(join(file, ".."))).toEqual(["person.jsonl"]);
    });
  },
  { env: { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" }, checkOnce: true },
);
