// A mail whose reading has no end stops nobody: it is stored and marked, its neighbours are stored whole, and the server answers
// meanwhile. It is made by the jobs themselves (support/app/costly-jobs.ts), so that this holds whatever is slow.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { rereadRound } from "../../actors/workers/rereading.ts";
import { nowInstant } from "../../src/lib/clock.ts";
import { jobCpu } from "../../src/reading/call.ts";
import { readMail } from "../../src/reading/mails.ts";
import { readerOptions } from "../../src/reading/reader.ts";
import { endIdleReaders } from "../../src/reading/reader-pool.ts";
import { connected, mailOf } from "../smtp/inbound-mail.ts";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { cpuMs as cpuOfThis } from "../support/app/cpu.ts";
import { countTurns } from "../support/app/event-loop.ts";
import { ImapTalk, mailbox } from "../support/imap/client.ts";
import { openData } from "../support/smtp/client.ts";

const preload = `--preload=${join(import.meta.dir, "../support/app/costly-jobs.ts")}`;

const { leastMs } = jobCpu;

// Processes that tests before it used know nothing of these jobs, and none of them is left to tests after it. A third of the
// processor time is many times what these small mails need, too.
beforeAll(() => {
  readerOptions.push(preload);
  endIdleReaders();
  jobCpu.leastMs = leastMs / 3;
});
afterAll(() => {
  jobCpu.leastMs = leastMs;
  readerOptions.splice(readerOptions.indexOf(preload), 1);
  endIdleReaders();
});

const mail = (subject: string, costly = "") =>
  `From: Ann <ann@x.example>\r\nSubject: ${subject}\r\n${costly === "" ? "" : `X-Costly: ${costly}\r\n`}Content-Type: text/html\r\n\r\n<p>words of <b>${subject}</b></p>\r\n`;

describe("readMail", () => {
  for (const [way, cpuMs] of [
    ["loop", 300],
    ["expression", 300],
    // Its memory ends it, long before its time.
    ["memory", 50_000],
  ] as const) {
    test(`an endless ${way} keeps its words, and its neighbours in the batch are read whole`, async () => {
      const subjects = Array.from({ length: 12 }, (_, n) => `n${n}`);
      let spent = 0;
      const onSpent = () => spent++;
      const before = cpuOfThis();
      const { result: all, turns } = await countTurns(() =>
        Promise.all(
          subjects.map((subject, n) =>
            readMail(
              { raw: Buffer.from(mail(subject, n === 5 ? way : "")), options: {} },
              { source: `s${n}`, cpuMs, onSpent },
            ),
          ),
        ),
      );
      expect(all.map(({ facts }) => facts.subject)).toEqual(subjects);
      expect(all.map(({ isPartial }) => isPartial)).toEqual(subjects.map((_, n) => n === 5));
      expect(all[5]!.facts.defects).toContain("not read whole yet");
      expect(all[5]!.facts.preview).toBe("words of n5");
      expect(spent).toBe(1);
      // The event loop turned all the while: this process read none of it.
      expect(turns).toBeGreaterThan(100);
      expect(cpuOfThis() - before).toBeGreaterThan(0);
    });
  }

  test("what a process holds of the mails before is not counted against the next one", async () => {
    let spent = 0;
    const options = { source: "heavy", cpuMs: 50_000, onSpent: () => spent++ };
    const read = (way: string) => readMail({ raw: Buffer.from(mail(way, way)), options: {} }, options);
    for (let n = 0; n < 2; n++) expect((await read("heavy")).isPartial).toBe(false);
    expect(spent).toBe(0);
  });

  test("one that can be read in no way is refused for now, whoever waits behind it", async () => {
    const options = { source: "t", cpuMs: 100 };
    const read = (raw: string) => readMail({ raw: Buffer.from(raw), options: {} }, options);
    const [endless, other] = await Promise.allSettled([
      read(mail("a", "expression always")),
      read(mail("b")),
    ]);
    expect(endless).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
    expect(other).toMatchObject({ status: "fulfilled", value: { isPartial: false } });
  });
});

function send(t: SuiteApp, to: string, raw: string): Promise<string> {
  return connected(t, async (smtp) => {
    await openData(smtp, "ann@x.example", to);
    await smtp.write(`${raw}\r\n.\r\n`);
    return smtp.reply();
  });
}

eachApp("a server", (t) => {
  test("stores a mail that cannot be read, answers meanwhile, and gives up reading it again", async () => {
    const to = await t.address();
    let isOver = false;
    const costly = send(t, to.email, mail("costly", "expression")).finally(() => {
      isOver = true;
    });
    let answers = 0;
    const answering = (async () => {
      while (!isOver) {
        expect((await fetch(`http://127.0.0.1:${t.app.ports.http}/healthz`)).status).toBe(200);
        expect((await t.api.get("/identities?limit=1")).status).toBe(200);
        if (!isOver) answers++;
      }
    })();
    const beside = await Promise.all(
      Array.from({ length: 8 }, (_, n) => send(t, to.email, mail(`beside ${n}`))),
    );
    expect(beside.filter((reply) => reply.startsWith("250 "))).toHaveLength(8);
    await answering;
    expect(answers).toBeGreaterThan(0);
    expect(await costly).toStartWith("250 ");
    const stored = (await mailOf(t, to.id)) as unknown as {
      subject: string;
      id: string;
      defects?: string[];
    }[];
    expect(stored).toHaveLength(9);
    const marked = stored.filter(({ defects }) => defects);
    expect(marked.map(({ subject, defects }) => [subject, defects])).toEqual([
      ["costly", ["not read whole yet", "markup taken away"]],
    ]);
    // Its time to be read again is there: it uses up its budget once more, and is left alone from then on.
    const { database, blobs, actors, log, clock } = t.app.core;
    await database.values("update partly_read set due_at = $1::timestamptz returning 1", [nowInstant(clock)]);
    const budget = { cpuMs: 300, wallMs: 600_000 };
    expect(await rereadRound({ database, blobs, actors, log, clock, budget })).toMatchObject({ done: 1 });
    const { json } = await t.api.get<{ defects: string[] }>(`/messages/${marked[0]!.id}`);
    expect((json as unknown as { data?: { defects: string[] } }).data?.defects ?? json.defects).toEqual([
      "not read whole",
      "markup taken away",
    ]);
    expect(await rereadRound({ database, blobs, actors, log, clock, budget })).toMatchObject({ done: 0 });
  });
});

eachApp(
  "IMAP's SEARCH",
  (t) => {
    // DECISIONS IMAP: A mail that SEARCH cannot look through
    test("says neither that such a mail holds a text nor that it does not", async () => {
      const talk = await ImapTalk.logIn(t.app.ports.imap!, await mailbox(t));
      const body = "word word word\r\n".repeat(6000);
      await talk.append("INBOX", `From: a@x.example\r\nX-Costly-Search: loop\r\n\r\n${body}`);
      await talk.append("INBOX", `From: b@x.example\r\n\r\n${body}`);
      await talk.ok("SELECT INBOX");
      // Both hold the text, so that the search index, however far it is, leaves the answer to the mails.
      expect(await talk.ok(`SEARCH OR BODY "d wor" NOT BODY "d wor"`)).toEqual(["* SEARCH 2"]);
      talk.close();
    });
  },
  { env: { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" } },
);

eachApp(
  "a network",
  (t) => {
    test("that sends one costly mail after the other waits with the next", async () => {
      const to = await t.address();
      const all = await Promise.all([0, 1, 2].map((n) => send(t, to.email, mail(`c${n}`, "loop"))));
      expect(all.filter((reply) => reply.startsWith("250 "))).toHaveLength(3);
      await connected(t, async (smtp) => {
        await smtp.say("EHLO x.example");
        expect(await smtp.say("MAIL FROM:<ann@x.example>")).toStartWith("451 4.7.1 ");
      });
      const told = t.trouble.filter(({ message }) => message === "a mail took too long to read");
      expect(told).toHaveLength(3);
    });
  },
  { env: { TRUSTED_NETWORKS: "192.0.2.0/24", SMTP_GREETING_MS: "0" } },
);
