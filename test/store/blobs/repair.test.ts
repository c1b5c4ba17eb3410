// Large mails and files whose bytes are gone or damaged: check and doctor name them, a backup goes on and says what it is without,
// repair brings back what a backup has, and marks the rest.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkStoredMail } from "../../../src/doctor/checks/stored-mail.ts";
import { contextOf } from "../../../src/doctor/context.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { makeBackup, openSource } from "../../../src/store/backup/backup.ts";
import { openPlace } from "../../../src/store/backup/places.ts";
import { packHead } from "../../../src/store/blobs/blobs.ts";
import { check } from "../../../src/store/maintenance/check.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { runOnStore } from "../../support/app/commands.ts";
import { atRest } from "../../support/app/fixtures.ts";
import { ImapTalk, mailbox } from "../../support/imap/client.ts";

const folder = mkdtempSync(join(tmpdir(), "backups-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Text that does not fit into a row, however compressed. */
const large = () =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString("base64") +
  Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString("base64");

eachApp(
  "repair",
  (t) => {
    const run = (...words: string[]) => runOnStore(t.app.core, ["repair", ...words]);
    const doctor = async () =>
      checkStoredMail(await contextOf(t.app.core, { config: t.config, clock: systemClock }));
    const codes = async () => (await doctor()).map(({ code }) => code);
    const back = mkdtempSync(join(folder, "place-"));

    async function backup() {
      const place = openPlace(back, null, { make: true });
      try {
        const { database, blobs } = t.app.core;
        return await makeBackup(openSource({ database, blobs }), {
          place,
          key: null,
          version: "0.0.0",
          clock: systemClock,
          progress: () => undefined,
        });
      } finally {
        place.close();
      }
    }

    // DECISIONS Settings and command line: repair reads all blobs again, brings back with --from PLACE what a backup has whole, and marks with --mark what stays lost
    test("brings back what is missing or damaged from a backup, marks the rest, and finds again what returns", async () => {
      t.expectTrouble();
      const { database } = t.app.core;
      const to = await t.address();
      for (const subject of ["one", "two"])
        await t.mail({ from: "ada@remote.example", to: to.email, subject, text: large() });
      const file = { filename: "a.bin", content: Buffer.from(large()).toString("base64") };
      await t.api.must(201, t.api.post("/drafts", { identity_id: to.id, attachments: [file] }));
      const keys = (await database.values("select key from blobs where refs > 0 order by key")).map(([key]) =>
        String(key),
      );
      expect(keys.length).toBeGreaterThanOrEqual(3);
      const files = keys.map((key) => join(t.config.dataDir, "blobs", key));
      const whole = files.map((path) => readFileSync(path));
      expect(await codes()).toEqual(["ok"]);
      expect((await run()).exitCode).toBe(0);
      expect((await backup()).missing).toEqual([]);

      // One is gone, one has other bytes of the same length, one is cut short.
      const spoil = () => {
        rmSync(files[0]!);
        const turned = Buffer.from(whole[1]!);
        turned.fill(0, 100, 200);
        writeFileSync(files[1]!, turned);
        for (const path of files.slice(2)) writeFileSync(path, readFileSync(path).subarray(0, 50));
      };
      spoil();
      expect(await codes()).toEqual(["broken"]);
      const named = await check(t.app.core);
      expect(named.length).toBe(keys.length);
      expect(new Set(named.map(({ rule }) => rule))).toEqual(
        new Set(["raw bytes are those that were received", "files in blobs are those that were stored"]),
      );
      const lost = await run();
      expect([
        lost.exitCode,
        lost.stdout.includes(`${keys[0]}: missing`),
        lost.stdout.includes(`${keys[1]}: damaged`),
      ]).toEqual([1, true, true]);

      const mended = await run("--from", back);
      expect([mended.exitCode, mended.stdout]).toEqual([
        0,
        `${keys.length} large mails and files were read: ${keys.length} brought back, 0 found again, 0 lost.\n`,
      ]);
      expect(files.map((path) => readFileSync(path))).toEqual(whole);
      expect(await check(t.app.core)).toEqual([]);

      spoil();
      const marked = await run("--mark");
      expect([marked.exitCode, marked.stdout.includes(`${keys[1]}: damaged, marked`)]).toEqual([0, true]);
      expect(await codes()).toEqual(["lost"]);
      expect(await check(t.app.core)).toEqual([]);
      const empty = mkdtempSync(join(folder, "empty-"));
      expect((await run("--from", empty)).stderr).toContain("holds no backups");
      const place = openPlace(empty, null, { make: true });
      const { database: source, blobs } = t.app.core;
      const made = await makeBackup(openSource({ database: source, blobs }), {
        place,
        key: null,
        version: "0.0.0",
        clock: systemClock,
        progress: () => undefined,
      });
      place.close();
      expect([made.missing, made.lost]).toEqual([[], keys.length]);
      // A backup that has none of them brings nothing back.
      expect((await run("--from", empty)).stdout).toContain("0 brought back");

      for (const [n, path] of files.entries()) writeFileSync(path, whole[n]!);
      expect((await run()).stdout).toContain(`${keys.length} found again`);
      expect(await codes()).toEqual(["ok"]);
      expect((await t.api.get<PageOf<object>>(`/messages?identity_id=${to.id}`)).json.data).toHaveLength(2);
    });

    // DECISIONS IMAP: One that turns out damaged after octets of it have gone out ends the connection
    test("a large mail with one wrong octet breaks off once; then what lies behind it is given", async () => {
      t.expectTrouble();
      const box = await mailbox(t);
      const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(1_500_000))).toString("base64");
      const text = bytes.replace(/.{76}/g, "$&\r\n");
      await t.mail({ from: "ada@remote.example", to: box.email, subject: "large", text });
      await t.mail({ from: "ada@remote.example", to: box.email, subject: "behind", text: "here" });
      const [[key, id] = []] = await t.app.core.database.values(
        `select b.raw_blob, b.message_id from bodies b join messages m on m.id = b.message_id
       where m.identity_id = $1::uuid and b.raw_blob is not null`,
        [box.id],
      );
      const path = join(t.config.dataDir, "blobs", String(key));
      const whole = readFileSync(path);
      const wrong = Buffer.from(whole);
      wrong[1_000_000]! ^= 1;
      writeFileSync(path, wrong);

      const fetched = async () => {
        const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
        await talk.say("SELECT INBOX");
        const lines = await talk.say("FETCH 1:* (UID BODY.PEEK[])").catch(() => ["broken off"]);
        talk.close();
        return lines;
      };
      expect((await fetched()).at(-1)).toBe("broken off");
      const second = await fetched();
      expect(second.at(-1)).toContain("NO [UNAVAILABLE] The bytes of UID 1 are not here");
      expect(second.some((line) => line.includes("Subject: behind"))).toBe(true);
      const raw = () => t.api.get(`/messages/${id}/raw`);
      expect((await raw()).status).toBe(503);

      // It is given again once it was brought back.
      writeFileSync(path, whole);
      expect((await fetched()).at(-1)).toContain(" OK ");
      expect((await raw()).status).toBe(200);
    });

    // DECISIONS Settings and command line: Bytes of one mail that are not in their place, or damaged, hold up no other
    test("one damaged mail holds up no list, search or thread of others, by IMAP and REST", async () => {
      t.expectTrouble();
      const { database } = t.app.core;
      const box = await mailbox(t);
      const texts = { one: "needle", two: `needle ${"and words ".repeat(300)}`, three: `needle ${large()}` };
      for (const [subject, text] of Object.entries(texts))
        await t.mail({ from: "ada@remote.example", to: box.email, subject, text });
      await atRest(database);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      const warning = (uid: number) => `* NO [UNAVAILABLE] The bytes of UID ${uid} are not here`;
      /** What a new session answers, without its tag; whether it warns of that UID. */
      const answers = async (uid: number) => {
        // Answers and fields are kept for the folder: another one has the same mails without any.
        await talk.ok(`CREATE Copy${++copies}`);
        await talk.ok("SELECT INBOX");
        await talk.ok(`COPY 1:* Copy${copies}`);
        await talk.ok(`SELECT Copy${copies}`);
        const told: [string, string | undefined, boolean, string][] = [];
        for (const command of commands) {
          const lines = await talk.say(command);
          const [found] = lines;
          const warned = lines.some((line) => line.startsWith(warning(uid)));
          told.push([command, found, warned, lines.at(-1)!.split(" ")[1]!]);
        }
        return told;
      };
      let copies = 0;
      const commands = [
        "SEARCH TEXT needle",
        "SEARCH NOT BODY needle",
        "SEARCH OR BODY needle SUBJECT two",
        "SEARCH HEADER X-Other a",
        "SORT (DATE) UTF-8 BODY needle",
        "SORT (SUBJECT) UTF-8 ALL",
        "THREAD REFERENCES UTF-8 ALL",
      ];
      const lists = async () => {
        const found: [number, (string | null)[]][] = [];
        const paths = ["/messages?", "/messages?view=text&", "/messages/search?q=needle&"];
        for (const path of paths) {
          const { status, json } = await t.api.get<PageOf<{ subject: string; defects?: string[] }>>(
            `${path}identity_id=${box.id}`,
          );
          const shown = json.data.map(({ subject, defects = [] }) =>
            defects.includes("not readable: the stored text is damaged") ? `${subject} damaged` : subject,
          );
          found.push([status, shown.sort()]);
        }
        return found;
      };
      const all = ["one", "three", "two"];
      expect(await lists()).toEqual(Array(3).fill([200, all]));
      const healthy = await answers(2);
      expect(healthy.map(([, found]) => found)).toEqual([
        "* SEARCH 1 2 3",
        "* SEARCH",
        "* SEARCH 1 2 3",
        "* SEARCH",
        "* SORT 1 2 3",
        "* SORT 1 3 2",
        "* THREAD (1)(2)(3)",
      ]);
      expect(healthy.every(([, , warned, status]) => !warned && status === "OK")).toBe(true);

      const id = async (subject: string) =>
        (
          await database.values(
            "select id::text from messages where identity_id = $1::uuid and subject = $2::text",
            [box.id, subject],
          )
        )[0]![0] as string;
      const two = await id("two");
      /** Puts other octets into a column of the second mail while `work` runs. */
      const spoilt = async (
        column: "raw" | "outline" | "content" | "head",
        work: () => Promise<void>,
        { of = two, hex = "28b52ffd00112233" } = {},
      ) => {
        const [[before] = []] = await database.values(
          `select encode(${column}, 'hex') from bodies where message_id = $1::uuid`,
          [of],
        );
        const put = (hex: string) =>
          database.values(
            `update bodies set ${column} = decode($2::text, 'hex') where message_id = $1::uuid returning 1`,
            [of, hex],
          );
        await put(hex);
        await work();
        await put(before as string);
      };
      /** What the check names, for each message that has a line. */
      const named = async () => (await check(t.app.core)).map(({ detail }) => detail);
      const stored = async (column: string, of: string) => {
        const [row] = await database.values(
          `select encode(${column}, 'hex') from bodies where message_id = $1::uuid`,
          [of],
        );
        return row![0] as string;
      };

      for (const column of ["raw", "outline"] as const)
        await spoilt(column, async () => {
          expect((await answers(2)).map(([, ...rest]) => rest)).toEqual([
            ["* SEARCH 1 3", true, "OK"],
            ["* SEARCH", true, "OK"],
            ["* SEARCH 1 3", true, "OK"],
            ["* SEARCH", true, "OK"],
            ["* SORT 1 3", true, "OK"],
            ["* SORT 1 3 2", false, "OK"],
            ["* THREAD (1)(2)(3)", false, "OK"],
          ]);
          const fetched = await talk.say("FETCH 1:* (UID BODY.PEEK[TEXT])");
          expect(fetched.filter((line) => line.includes(" FETCH ")).length).toBe(2);
          expect(fetched.at(-1)).toContain("NO [UNAVAILABLE] The bytes of UID 2 are not here");
          expect(await named()).toEqual([expect.stringContaining(`message ${two}: `)]);
        });
      await spoilt("content", async () => {
        expect(await named()).toEqual([
          `message ${two}: its content is damaged: the stored content of a mail cannot be decompressed`,
        ]);
        expect(await lists()).toEqual(Array(3).fill([200, ["one", "three", "two damaged"]]));
        const opened = await t.api.get<{ data: { text: string | null; defects: string[] } }>(
          `/messages/${two}`,
        );
        expect([opened.status, opened.json.data.defects]).toEqual([
          200,
          ["not readable: the stored text is damaged"],
        ]);
        // A reading process refuses it as this one does.
        for (const what of ["parts", "codes"])
          expect((await t.api.get(`/messages/${two}/${what}`)).status).toBe(503);
      });

      // Each is whole by itself, and another mail's.
      const three = await id("three");
      const others = [
        [
          two,
          "outline",
          await stored("outline", three),
          /its outline is damaged: it is that of \d+ bytes, not/,
        ],
        [two, "outline", Buffer.from("{}").toString("hex"), /its outline is damaged: it has no structure/],
        [two, "content", Buffer.from('{"text":').toString("hex"), /its content is damaged: .* is not JSON/],
        [
          three,
          "head",
          packHead(Buffer.from("Subject: four\r\n\r\n")).toHex(),
          /its head is damaged: it is not/,
        ],
        [three, "head", "28b52ffd00112233", /its head is damaged: /],
      ] as const;
      for (const [of, column, hex, line] of others)
        await spoilt(
          column,
          async () => {
            const lines = await named();
            expect(lines).toEqual([expect.stringMatching(line)]);
            expect(lines[0]).toContain(of);
          },
          { of, hex },
        );
      expect(await named()).toEqual([]);

      // An older mail in the blob store, whose header fields stand nowhere else.
      const [[key, head, fields] = []] = await database.values(
        "select raw_blob, encode(head, 'hex'), encode(fields, 'hex') from bodies where message_id = $1::uuid",
        [three],
      );
      const path = join(t.config.dataDir, "blobs", String(key));
      const whole = readFileSync(path);
      rmSync(path);
      const older = (hexes: (string | null)[]) =>
        database.values(
          "update bodies set head = decode($2::text, 'hex'), fields = decode($3::text, 'hex') where message_id = $1::uuid returning 1",
          [three, ...hexes],
        );
      await older([null, null]);
      expect((await answers(3)).map(([, ...rest]) => rest)).toEqual([
        ["* SEARCH 1 2", true, "OK"],
        ["* SEARCH", true, "OK"],
        ["* SEARCH 1 2", true, "OK"],
        ["* SEARCH", true, "OK"],
        ["* SORT 1 2", true, "OK"],
        ["* SORT 3 1 2", true, "OK"],
        ["* THREAD (1)(2)(3)", true, "OK"],
      ]);
      expect(await lists()).toEqual(Array(3).fill([200, all]));
      writeFileSync(path, whole);
      await older([head as string | null, fields as string | null]);
      expect(await answers(3)).toEqual(healthy);
      talk.close();
    });
  },
  { env: { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" } },
);
