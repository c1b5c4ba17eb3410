// A bucket that does not answer, or does not have a mail, is a refusal that asks to try again; what needs no blob goes on.
// DECISIONS Errors.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { instantOf } from "../../src/lib/clock.ts";
import { openS3Blobs } from "../../src/store/blobs/s3.ts";
import type { Refusal } from "../support/app/api.ts";
import { eachApp, eventually, ShiftedClock } from "../support/app/app.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { startS3 } from "../support/fakes/s3.ts";
import { connectFlow } from "../support/imap/flow.ts";

const root = mkdtempSync(join(tmpdir(), "postroom-test-"));
let s3 = await startS3(root);
let isOpen = true;
const sink = await startSink({
  onMailFrom(_address, _session, callback) {
    callback(isOpen ? null : Object.assign(new Error("4.2.0 not yet"), { responseCode: 451 }));
  },
});
const clock = new ShiftedClock();
const { bucket, endpoint, accessKeyId, secretAccessKey } = s3.settings;
const place = openS3Blobs(s3.settings);
afterAll(async () => {
  await Promise.all([s3.stop(), sink.stop()]);
  rmSync(root, { recursive: true, force: true });
});

const large = () => Array.from({ length: 50_000 }, () => crypto.randomUUID()).join("\n");

/** Takes all blobs out of the bucket. @returns what puts them back */
async function emptied(): Promise<() => Promise<void>> {
  const kept: [string, Uint8Array][] = [];
  for (const { key } of await place.list(null)) {
    kept.push([key, (await place.get(key))!]);
    await place.delete(key, Number.POSITIVE_INFINITY);
  }
  expect(kept).not.toEqual([]);
  return async () => {
    for (const [key, bytes] of kept) await place.put(key, bytes);
  };
}

eachApp(
  "blobs that are away",
  (t) => {
    // The next database begins with an empty bucket of nobody.
    afterAll(async () => {
      for (const { key } of await place.list(null)) await place.delete(key, Number.POSITIVE_INFINITY);
      await place.writeMark("");
    });
    const codeOf = (error: { serverResponseCode?: string }) => error.serverResponseCode;
    const said = (part: string) => t.trouble.some(({ fields }) => String(fields.error).includes(part));

    test("a mail that the bucket does not have: 503 before any byte, NO [UNAVAILABLE], and it comes back", async () => {
      t.expectTrouble();
      const to = await t.address();
      await t.mail({ from: "ada@remote.example", to: to.email, subject: "s", text: large() });
      const [message] = await t.api.must<{ id: string }[]>(
        200,
        t.api.get("/messages?from=ada%40remote.example&limit=1"),
      );
      const url = `/messages/${message!.id}/raw`;
      await t.mail({ from: "ada@remote.example", to: to.email, subject: "behind it", text: "small" });
      const imap = await connectFlow(t, to);
      await imap.mailboxOpen("INBOX");
      const back = await emptied();
      const refused = await t.api.get<Refusal>(url);
      expect([refused.status, refused.json.error.code]).toEqual([503, "unavailable"]);
      expect(refused.headers.get("retry-after")).toBe("60");
      const answer = await imap
        .fetchOne("1", { source: true })
        .catch((error: { responseText?: string }) => error.responseText);
      expect(answer).toBe(
        "The bytes of UID 1 are not here just now, all others were sent. Try again in a moment.",
      );
      const got: number[] = [];
      const ended = await (async () => {
        for await (const { uid } of imap.fetch("1:2", { source: true })) got.push(uid);
        return "OK";
      })().catch(() => "refused");
      expect([got, ended]).toEqual([[2], "refused"]);
      expect(said("S3_BUCKET")).toBe(true);
      await back();
      expect((await t.api.get(url)).status).toBe(200);
      await imap.logout();
    });

    test("an outgoing mail waits for its bytes", async () => {
      t.expectTrouble();
      const from = await t.address();
      isOpen = false;
      const mail = { from: from.email, to: "bob@far.example", subject: "waiting", text: large() };
      const { id } = await t.api.must<{ id: string }>(201, t.api.post("/messages", mail));
      const deferred = async (reply: string) => {
        const [row] = await t.app.core.database.values(
          "select status, response from outbound where message_id = $1::uuid",
          [id],
        );
        return row![0] === "deferred" && String(row![1]).includes(reply);
      };
      const later = () => {
        clock.advance(43_200_000);
        t.app.core.actors.feed.pokeAll();
      };
      await eventually(() => deferred("not yet"));
      const back = await emptied();
      later();
      await eventually(() => deferred("the bytes of the message are not here"));
      await back();
      isOpen = true;
      later();
      await sink.taken.find(({ raw }) => raw.includes("waiting"));
    });

    test("a scheduled draft waits for its bytes", async () => {
      t.expectTrouble();
      const from = await t.address();
      const content = Buffer.from(large()).toString("base64");
      const { id } = await t.api.must<{ id: string }>(
        201,
        t.api.post("/drafts", {
          identity_id: from.id,
          to: ["bob@far.example"],
          subject: "later",
          attachments: [{ filename: "a.txt", content_type: "text/plain", content }],
        }),
      );
      await t.api.must(
        200,
        t.api.post(`/drafts/${id}/schedule`, { send_at: instantOf(clock.now() + 600_000) }),
      );
      const back = await emptied();
      clock.advance(700_000);
      t.app.core.actors.feed.pokeAll();
      await eventually(() => t.trouble.some(({ message }) => message.includes("scheduled draft")));
      expect(await t.api.must<object>(200, t.api.get(`/drafts/${id}`))).toMatchObject({
        status: "sending",
        failed_reason: null,
      });
      await back();
      clock.advance(700_000);
      t.app.core.actors.feed.pokeAll();
      await sink.taken.find(({ raw }) => raw.includes("later"));
    });

    // DECISIONS Errors: 503 unavailable, 451 4.3.0 and NO [UNAVAILABLE] for what is large, while the blob store is away
    test("a bucket that does not answer: 451, 503, NO [UNAVAILABLE] for what is large; the log names it", async () => {
      t.expectTrouble();
      const to = await t.address();
      const imap = await connectFlow(t, to);
      await s3.stop();
      const mail = { from: "ada@remote.example", to: to.email, subject: "s" };
      const refused = await t.mail({ ...mail, text: large() }).catch((error) => error.response);
      expect(refused).toStartWith("451 4.3.0 Large mails cannot be stored");
      const posted = await t.api.post<Refusal>("/messages", { from: to.email, to: to.email, text: large() });
      expect([posted.status, posted.json.error.code]).toEqual([503, "unavailable"]);
      expect(await imap.append("INBOX", `Subject: s\r\n\r\n${large()}\r\n`).catch(codeOf)).toBe(
        "UNAVAILABLE",
      );
      await imap.logout();
      s3 = await startS3(root, s3.port);
      for (const part of [bucket, endpoint!, "S3_ENDPOINT"]) expect(said(part)).toBe(true);
      await t.mail({ ...mail, text: "small" });
    });
  },
  {
    clock,
    env: {
      IMAPS_PORT: "0",
      SMTP_RELAY_URL: sink.url,
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint!,
      S3_REGION: "us-east-1",
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  },
);
