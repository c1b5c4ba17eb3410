// SEARCH, SORT and THREAD while another session adds messages: the result has every message that the client knows of when
// the reply comes. RFC 9051 6.4.4
import { afterEach, expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { smallMail, withMails } from "../support/imap/client.ts";

let restore: (() => void) | null = null;

afterEach(() => {
  restore?.();
  restore = null;
});

/** Message numbers that the lines of a command announce, one response after the other. */
function announced(lines: readonly string[], before: number): number {
  return lines.reduce((count, line) => Number(/^\* (\d+) EXISTS$/.exec(line)?.[1] ?? count), before);
}

eachApp(
  "SEARCH beside another session's APPEND",
  (t) => {
    /** What comes in, as another session adds it, once the database has answered the next search. */
    function whenSearched(run: () => Promise<unknown>): void {
      const { database } = t.app.core;
      const rows = database.rows.bind(database);
      let once = false;
      restore = () => Object.assign(database, { rows });
      const raced = async (text: string, params?: Parameters<typeof rows>[1]): ReturnType<typeof rows> => {
        const found = await rows(text, params);
        if (once || !text.includes("from placements p") || !/ limit \d+$/.test(text)) return found;
        once = true;
        await run();
        return found;
      };
      Object.assign(database, { rows: raced });
    }

    for (const [command, numbers] of [
      ["SEARCH BEFORE 1-Jan-2100", /\d+/g],
      ["UID SEARCH LARGER 1", /\d+/g],
      ["SEARCH RETURN (COUNT) BEFORE 1-Jan-2100", null],
      ["SORT (ARRIVAL) UTF-8 LARGER 1", /\d+/g],
      ["THREAD ORDEREDSUBJECT UTF-8 LARGER 1", /\d+/g],
    ] as const) {
      test(`${command} leaves out none that was announced`, async () => {
        const { talk, another } = await withMails(t, 2);
        const writer = await another();
        await talk.ok("SELECT INBOX");
        // Committed before the command, and not announced yet.
        await writer.append("INBOX", smallMail("before"));
        whenSearched(() => writer.append("INBOX", smallMail("meanwhile")));
        const lines = await talk.ok(command);
        const known = announced(lines, 2);
        const result = lines.find((line) => /^\* (E?SEARCH|SORT|THREAD)\b/.test(line))!;
        const found = numbers ? result.match(numbers)!.length : Number(/COUNT (\d+)/.exec(result)![1]);
        expect({ lines, found }).toEqual({ lines, found: known });
        expect(known).toBe(3);
        expect(lines.findIndex((line) => line.endsWith("EXISTS"))).toBeLessThan(lines.indexOf(result));
        expect(announced(await talk.ok("NOOP"), known)).toBe(4);
        talk.close();
        writer.close();
      });
    }

    test("a message that is expunged meanwhile is reported in its turn", async () => {
      const { talk, another } = await withMails(t, 3);
      const writer = await another();
      await talk.ok("SELECT INBOX");
      await writer.ok("SELECT INBOX");
      whenSearched(async () => {
        await writer.ok("STORE 1 +FLAGS.SILENT (\\Deleted)");
        await writer.ok("EXPUNGE");
        await writer.append("INBOX", smallMail("meanwhile"));
      });
      const lines = await talk.ok("UID SEARCH LARGER 1");
      expect(lines).toEqual(["* SEARCH 1 2 3"]);
      expect(await talk.ok("NOOP")).toEqual(["* 1 EXPUNGE", "* 3 EXISTS", "* 2 RECENT"]);
      talk.close();
      writer.close();
    });
  },
  { env: { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" } },
);
