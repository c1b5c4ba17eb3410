// What the IMAP server bounds: wrong passwords, how much a client may have it hold, and how sessions end at a stop.
import { expect, test } from "bun:test";
import { startTestApp } from "../support/app/app.ts";
import { tempStore } from "../support/app/database.ts";
import { ImapTalk, passwordFor, smallMail } from "../support/imap/client.ts";

const env = { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" };

async function running() {
  const store = await tempStore("embedded");
  const t = await startTestApp(store, { env });
  const address = { domain_id: t.domainId, local_part: "bounded" };
  const { id, email } = await t.api.must<{ id: string; email: string }>(
    201,
    t.api.post("/identities", address),
  );
  const box = await passwordFor(t, { id, email });
  return { store, t, box, port: t.app.ports.imap! };
}

test("bounds and the end", async () => {
  const { store, t, box, port } = await running();
  // Wrong passwords end the connection.
  const guesser = await ImapTalk.open(port);
  for (let n = 0; n < 3; n++) expect(await guesser.reply(`LOGIN ${box.email} wrong${n}`)).toMatch(/^NO/);
  await guesser.closed();
  // Who has not logged in may not send much.
  const stranger = await ImapTalk.open(port);
  stranger.write(`a LOGIN {100000+}\r\n${"x".repeat(100_000)} y\r\n`);
  await stranger.closed();
  // A client that asks for much and reads nothing holds up nobody, and little memory.
  const slow = await ImapTalk.logIn(port, box);
  await slow.append("INBOX", `${smallMail("large")}${"0123456789abcdef".repeat(64)}\r\n`.repeat(2000));
  await slow.ok("SELECT INBOX");
  slow.pause();
  slow.write("f FETCH 1 (BODY.PEEK[] BODY.PEEK[TEXT])\r\n".repeat(20));
  const quick = await ImapTalk.logIn(port, box);
  expect(await quick.ok("STATUS INBOX (MESSAGES)")).toEqual(['* STATUS "INBOX" (MESSAGES 1)']);
  slow.close();
  // A large mail leaves piece by piece, and is what came.
  const lines = Array.from({ length: 45_000 }, () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString("base64"),
  );
  const large = `${smallMail("larger")}${lines.join("\r\n")}\r\n`;
  await quick.append("Archive", large);
  const blobs = await t.app.core.database.rows("select from bodies where raw_blob is not null");
  expect(blobs.length).toBeGreaterThan(0);
  await quick.ok("SELECT Archive");
  const [whole] = await quick.ok("FETCH 1 (BODY.PEEK[])");
  expect(whole === `* 1 FETCH (BODY[] {${large.length}}\r\n${large})`).toBe(true);
  const [part] = await quick.ok("FETCH 1 (BODY.PEEK[TEXT]<1000000.1500000> BODY.PEEK[TEXT]<7.5>)");
  const text = large.slice(large.indexOf("\r\n\r\n") + 4);
  const wanted = `BODY[TEXT]<1000000> {1500000}\r\n${text.slice(1_000_000, 2_500_000)} BODY[TEXT]<7> {5}\r\n${text.slice(7, 12)}`;
  expect(part === `* 1 FETCH (${wanted})`).toBe(true);
  const head = "X-A: b\r\n".repeat(160_000);
  for (const long of [`${head}\r\nhello\r\n`, head, head.replaceAll("\r", "")]) {
    quick.write(`l APPEND Archive {${long.length}+}\r\n${long}\r\n`);
    expect(await quick.until("l")).toEqual(["l NO [TOOBIG] The header is larger than 1 MB"]);
  }
  // A stop says BYE to those who idle, and lets a command finish.
  await quick.ok("SELECT INBOX");
  const other = await ImapTalk.logIn(port, box);
  other.write("i IDLE\r\n");
  await other.until("+");
  const mail = smallMail("at the end");
  quick.write(`a APPEND INBOX {${mail.length}}\r\n`);
  await quick.until("+");
  const stopped = t.stop(10_000);
  quick.write(`${mail}\r\n`);
  expect((await quick.until("a")).at(-1)).toMatch(/^a OK \[APPENDUID/);
  expect((await other.until("*")).join("\n")).toContain("BYE");
  await stopped;
  expect(t.trouble.filter(({ level }) => level === "error")).toEqual([]);
  await store.dispose();
}, 300_000);
