// `export` where the bytes of a mail are not in their place.
import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eachApp } from "../support/app/app.ts";
import { runOnStore } from "../support/app/commands.ts";
import { ImapTalk, mailbox } from "../support/imap/client.ts";

eachApp(
  "an export that lacks bytes",
  (t) => {
    test("a mail whose bytes are lost is named, and all others are written", async () => {
      const box = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      const large = Array.from({ length: 20_000 }, () => crypto.randomUUID()).join("\r\n");
      await talk.append("INBOX", `Subject: lost\r\n\r\n${large}\r\n`);
      await talk.append("INBOX", "Subject: behind it\r\n\r\nsmall\r\n");
      talk.close();
      const { database, blobs } = t.app.core;
      const [[key]] = (await database.values(
        "select raw_blob from bodies b join messages m using (account_id) where b.message_id = m.id and m.identity_id = $1::uuid and raw_blob is not null",
        [box.id],
      )) as [[string]];
      const bytes = await blobs.read(key);
      await blobs.delete(key, Number.POSITIVE_INFINITY);
      const file = join(mkdtempSync(join(tmpdir(), "move-")), "mail.jsonl");
      const { exitCode, stdout, stderr } = await runOnStore(t.app.core, ["export", box.email, file]);
      await blobs.put(key, bytes);
      const [, ...lines] = readFileSync(file, "utf8").trim().split("\n");
      expect([exitCode, lines.length]).toEqual([1, 1]);
      expect(stdout).toStartWith("1 mail written to");
      expect(stderr).toMatch(/^Left out, .*: message [0-9a-f-]{36} in INBOX\. Everything else is written\.$/);
    });
  },
  { env: { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" } },
);
