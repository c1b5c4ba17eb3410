// Pages: no row lost or repeated while rows are added, and rows that tie stay together. DECISIONS Conventions: timestamps.
import { expect, test } from "bun:test";
import { ManualClock } from "../../src/lib/clock.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, type TestAddress } from "../support/app/app.ts";
import { dialogue, openData } from "../support/smtp/client.ts";

interface Thread {
  id: string;
  last_message_at: string;
}

/** Stands still between steps, so that what different addresses do at once has one instant. */
const clock = new ManualClock(Date.UTC(2026, 3, 1));

eachApp(
  "pages",
  (t) => {
    /** A mail to each of these addresses, all at one instant. */
    async function mailAll(addresses: readonly TestAddress[], subject: string): Promise<void> {
      clock.advance(1000);
      const smtp = await dialogue(t.smtpPort);
      for (const { email } of addresses) {
        await openData(smtp, "a@x.example", email);
        await smtp.write(`Subject: ${subject}\r\n\r\nx\r\n.\r\n`);
        expect(await smtp.reply()).toStartWith("250 ");
      }
      smtp.close();
    }

    const page = async (limit: number, cursor: string | null) =>
      (await t.api.get<PageOf<Thread>>(`/threads?limit=${limit}${cursor ? `&cursor=${cursor}` : ""}`)).json;

    // DECISIONS Conventions: A list over many actors that ties carries the whole tie in one page
    test("rows of many addresses that tie come in one page, and rows that are added change no later page", async () => {
      const addresses = await Promise.all(Array.from({ length: 7 }, () => t.address()));
      for (let n = 0; n < 4; n++) await mailAll(addresses, `tie ${n}`);
      const all = (await page(200, null)).data;
      expect(all).toHaveLength(28);
      expect(new Set(all.map((thread) => thread.last_message_at)).size).toBe(4);

      const seen: string[] = [];
      let cursor: string | null = null;
      for (let n = 0; n < 4; n++) {
        const found: PageOf<Thread> = await page(3, cursor);
        expect(found.data).toHaveLength(7);
        seen.push(...found.data.map(({ id }) => id));
        expect(found.has_more).toBe(n < 3);
        expect(found.next_cursor).toBe(n < 3 ? found.data.at(-1)!.last_message_at : null);
        cursor = found.next_cursor;
        // newer rows while the client turns the page
        await mailAll(addresses.slice(0, 2), `added ${n}`);
      }
      expect(seen.sort()).toEqual(all.map(({ id }) => id).sort());
      expect((await page(200, null)).data).toHaveLength(28 + 8);
    });

    test("a limit that ends with a tie, before it, and behind it", async () => {
      const rows = (await page(200, null)).data.length;
      for (const limit of [1, 2, 6, 7, 8, 13, 14, 15, rows - 1, rows]) {
        const ids: string[] = [];
        let cursor: string | null = null;
        do {
          const found: PageOf<Thread> = await page(limit, cursor);
          expect(found.data.length).toBeGreaterThanOrEqual(Math.min(limit, rows - ids.length));
          ids.push(...found.data.map(({ id }) => id));
          cursor = found.next_cursor;
        } while (cursor !== null);
        expect(ids).toHaveLength(rows);
        expect(new Set(ids).size).toBe(rows);
      }
    });

    test("messages of a thread, oldest first, while more arrive", async () => {
      const to = await t.address();
      const smtp = await dialogue(t.smtpPort);
      let count = 0;
      const reply = async () => {
        clock.advance(7);
        await openData(smtp, "a@x.example", to.email);
        const reference = count === 0 ? "" : "In-Reply-To: <m0@x.example>\r\n";
        await smtp.write(
          `Message-ID: <m${count}@x.example>\r\n${reference}Subject: m${count++}\r\n\r\nx\r\n.\r\n`,
        );
        expect(await smtp.reply()).toStartWith("250 ");
      };
      for (let n = 0; n < 10; n++) await reply();
      const [thread] = (await t.api.get<PageOf<Thread>>(`/threads?identity_id=${to.id}`)).json.data;
      const subjects: string[] = [];
      let cursor: string | null = null;
      do {
        const query: string = `thread_id=${thread!.id}&limit=3${cursor ? `&cursor=${cursor}` : ""}`;
        const found = (await t.api.get<PageOf<{ subject: string }>>(`/messages?${query}`)).json;
        subjects.push(...found.data.map(({ subject }) => subject));
        cursor = found.next_cursor;
        if (count < 15) await reply();
      } while (cursor !== null);
      expect(subjects).toEqual(Array.from({ length: subjects.length }, (_, n) => `m${n}`));
      expect(subjects.length).toBeGreaterThanOrEqual(14);
      smtp.close();
    });

    // DECISIONS Conventions: A page never loses or repeats a row while rows are added
    test("one list, requested concurrently while it grows", async () => {
      const seen = await Promise.all(
        Array.from({ length: 4 }, async (_, reader) => {
          const ids: string[] = [];
          let cursor: string | null = null;
          do {
            const found: PageOf<{ id: string }> = (
              await t.api.get<PageOf<{ id: string }>>(
                `/identities?limit=${reader + 2}${cursor ? `&cursor=${cursor}` : ""}`,
              )
            ).json;
            ids.push(...found.data.map(({ id }) => id));
            cursor = found.next_cursor;
            if (reader === 0) await t.address();
          } while (cursor !== null);
          return ids;
        }),
      );
      for (const ids of seen) expect(new Set(ids).size).toBe(ids.length);
      const [first] = seen;
      for (const ids of seen.slice(1)) expect(ids.slice(-8)).toEqual(first!.slice(-8));
    });
  },
  {
    get clock() {
      return clock;
    },
  },
);
