// A full disk stores nothing and says so in each protocol's words; afterwards all goes on. DECISIONS Errors.
import { expect, test } from "bun:test";
import type { PageOf, Refusal } from "../support/app/api.ts";
import { eachApp } from "../support/app/app.ts";
import { connectFlow } from "../support/imap/flow.ts";

/** What PostgreSQL reports when it cannot extend a file. Appendix A: disk_full */
const full = `create function disk_is_full() returns trigger language plpgsql as $$
  begin raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$`;

eachApp(
  "full disk",
  (t) => {
    const letter = async () => ({ from: "ada@remote.example", to: (await t.address()).email, subject: "s" });
    const sendError = (text: string, mail: Awaited<ReturnType<typeof letter>>) =>
      t.mail({ ...mail, text }).then(
        () => null,
        (error: { responseCode: number; response: string }) => [
          error.responseCode,
          error.response.slice(0, 9),
        ],
      );
    /** APPEND to INBOX. @returns OK, or the refusal's code and text */
    const append = async (email: string, id: string, text: string) => {
      const client = await connectFlow(t, { email, id });
      const said = await client.append("INBOX", `Subject: s\r\n\r\n${text}\r\n`).then(
        () => "OK",
        (error: { serverResponseCode?: string; responseText?: string }) =>
          `${error.serverResponseCode} ${error.responseText}`,
      );
      await client.logout();
      return said;
    };

    // DECISIONS Errors: 503 storage_full, 452 4.3.1 and NO [LIMIT] while a disk is full
    test("of the database: 452 4.3.1, 503 and NO [LIMIT]", async () => {
      t.expectTrouble();
      const mail = await letter();
      const mine = await t.address();
      const { database } = t.app.core;
      await database.exec(full);
      await database.exec(
        "create trigger full_disk before insert on messages execute function disk_is_full()",
      );
      expect(await sendError("hello", mail)).toEqual([452, "452 4.3.1"]);
      const refused = await t.api.post<Refusal>("/messages", { from: mine.email, to: mail.to, text: "x" });
      expect([refused.status, refused.json.error.code]).toEqual([503, "storage_full"]);
      expect(refused.headers.get("retry-after")).toBe("60");
      expect(await append(mine.email, mine.id, "x")).toStartWith("LIMIT The server's disk is full");
      const ready = async () => (await fetch(`${t.api.base}/readyz`)).status;
      expect(await ready()).toBe(503);
      await database.exec("drop trigger full_disk on messages; drop function disk_is_full()");
      expect(await sendError("hello", mail)).toBeNull();
      expect(await ready()).toBe(200);
    });

    test("of the blobs: the same for what is large, and small mail goes on", async () => {
      t.expectTrouble();
      const mail = await letter();
      const { blobs } = t.app.core;
      const put = blobs.put;
      blobs.put = () => Promise.reject(Object.assign(new Error("write"), { code: "ENOSPC" }));
      try {
        const large = Array.from({ length: 6000 }, () => crypto.randomUUID()).join("\n");
        expect(await sendError(large, mail)).toEqual([452, "452 4.3.1"]);
        const mine = await t.address();
        expect(await append(mine.email, mine.id, large)).toStartWith("LIMIT The server's disk is full");
        const sent = await t.api.post<Refusal>("/messages", { from: mine.email, to: mail.to, text: large });
        expect([sent.status, sent.json.error.code]).toEqual([503, "storage_full"]);
        expect(await sendError("small", mail)).toBeNull();
      } finally {
        blobs.put = put;
      }
      const stored = await t.api.get<PageOf<object>>("/messages?from=remote.example&limit=200");
      expect(stored.json.data.length).toBe(2);
    });
  },
  { env: { IMAPS_PORT: "0" } },
);
