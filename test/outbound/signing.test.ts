// Mails that follow each other closely are signed in a thread: with the same signatures, and none is lost with it.
import { afterAll, expect, test } from "bun:test";
import { generateDkimKeys, signMail } from "../../src/outbound/dkim.ts";
import { Signing } from "../../src/outbound/signing.ts";

const keys = await generateDkimKeys();
const signers = [
  { domain: "sender.example", selector: "rsa", privateKey: keys.rsa.privateKey },
  { domain: "sender.example", selector: "ed", privateKey: keys.ed25519.privateKey },
];
const at = "2026-03-03T10:11:12.000000Z";
const letter = (n: number, body = `Letter ${n}.`) =>
  Buffer.from(
    `From: Ann <ann@sender.example>\r\nTo: bob@example.net\r\nSubject: ${n}\r\nDate: Tue, 3 Mar 2026 10:11:12 +0000\r\n` +
      `Message-ID: <${n}@sender.example>\r\n\r\n${body}\r\n`,
  );
const signing = new Signing();
afterAll(() => signing.stop());

/** Signs some mails at once until the thread has taken part. */
async function signMany(own: Signing, count: number): Promise<void> {
  const mails = Array.from({ length: count }, (_, n) => letter(n));
  const signed = await Promise.all(mails.map((raw) => own.sign(raw, signers, at)));
  for (const [n, raw] of mails.entries()) {
    expect(Buffer.from(signed[n]!).equals(await signMail(raw, signers, at))).toBe(true);
  }
}

async function startThread(own: Signing): Promise<void> {
  for (; !own.hasThread; await new Promise((resolve) => setImmediate(resolve))) await signMany(own, 5);
}

test("one mail, and many at once, have the signatures of signMail", async () => {
  const raw = letter(0);
  expect(await signing.sign(raw, [], at)).toBe(raw);
  expect(Buffer.from(await signing.sign(raw, signers, at)).equals(await signMail(raw, signers, at))).toBe(
    true,
  );
  expect(signing.hasThread).toBe(false);
  await startThread(signing);
  await signMany(signing, 40);
  const large = letter(1, "x".repeat(70).concat("\r\n").repeat(10_000));
  expect(Buffer.from(await signing.sign(large, signers, at)).equals(await signMail(large, signers, at))).toBe(
    true,
  );
});

test("a key that cannot sign is an error there too, and others go on", async () => {
  await startThread(signing);
  const broken = [{ ...signers[0]!, privateKey: "no key" }];
  const [failed, good] = await Promise.allSettled([
    signing.sign(letter(2), broken, at),
    signing.sign(letter(3), signers, at),
  ]);
  expect(failed.status).toBe("rejected");
  expect(String((failed as PromiseRejectedResult).reason)).toContain("DKIM signing with rsa failed");
  expect(good.status).toBe("fulfilled");
});

test("what waits when the thread ends is signed all the same", async () => {
  const own = new Signing();
  await startThread(own);
  const waiting = signMany(own, 30);
  own.stop();
  expect(own.hasThread).toBe(false);
  await waiting;
  await signMany(own, 5);
  expect(own.hasThread).toBe(false);
});
