// Many large mails at once: they wait on the disk and not in memory, are stored as they came, and leave nothing behind.
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually, type SuiteApp } from "../support/app/app.ts";
import { type Dialogue, dialogue, openData } from "../support/smtp/client.ts";

const megabyte = 1024 * 1024;

/** Bytes that mails on their way take now: in memory, read back, on the disk. */
function heldBy(t: SuiteApp): number[] {
  const { arriving, whole, onDisk } = t.app.core.spills.mail;
  return [arriving.held, whole.held, onDisk.held];
}

function largeMail(n: number, bytes: number): string {
  const head = `From: a@sender.example\r\nTo: b@agents.example\r\nSubject: large ${n}\r\n\r\n`;
  const line = `${Buffer.from(crypto.getRandomValues(new Uint8Array(54))).toString("base64")}\r\n`;
  return head + `${n}${line}`.repeat(Math.ceil((bytes - head.length) / (line.length + 1)));
}

eachApp("floods of mail", (t) => {
  const begun = async (to: string): Promise<Dialogue> => {
    const talk = await dialogue(t.smtpPort);
    expect((await openData(talk, "a@sender.example", to)).at(-1)).toStartWith("354");
    return talk;
  };

  test("partly received mails are in unnamed files, and are stored byte for byte", async () => {
    const to = await t.address();
    const mails = Array.from({ length: 10 }, (_, n) => largeMail(n, 3 * megabyte));
    const talks = await Promise.all(mails.map(() => begun(to.email)));
    const half = 2 * megabyte;
    await Promise.all(talks.map((talk, n) => talk.write(mails[n]!.slice(0, half))));
    await eventually(() => heldBy(t)[2] === half * mails.length);
    const { dir } = t.app.core.spills.mail;
    expect([heldBy(t).slice(0, 2), readdirSync(dir)]).toEqual([[0, 0], []]);
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, heldBy(t)[0]! + heldBy(t)[1]!);
    }, 1);
    const replies = await Promise.all(talks.map((talk, n) => talk.say(`${mails[n]!.slice(half)}.`)));
    clearInterval(watch);
    for (const reply of replies) expect(reply).toStartWith("250 2.6.0");
    expect(most).toBeLessThanOrEqual(128 * megabyte);
    await eventually(() => heldBy(t).every((held) => held === 0));
    for (const talk of talks) talk.close();
    const ids = replies.map((reply) => reply.split(" ").at(-1)!);
    for (const [n, id] of ids.entries()) {
      const raw = Buffer.from(await t.api.bytes(`/messages/${id}/raw`)).toString("latin1");
      expect(raw.endsWith(mails[n]!)).toBe(true);
    }
    const threads = await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${to.id}`);
    expect(threads.json.data).toHaveLength(mails.length);
  });

  test("a disconnect or an oversized mail leaves no bytes behind", async () => {
    const to = await t.address();
    const [gone, small, long] = await Promise.all([begun(to.email), begun(to.email), begun(to.email)]);
    await gone!.write(largeMail(1, 2 * megabyte));
    await small!.write("Subject: x\r\n");
    await eventually(() => heldBy(t)[0]! > 0 && heldBy(t)[2]! > megabyte);
    gone!.close();
    small!.close();
    const line = `${"x".repeat(998)}\r\n`.repeat(1024);
    for (let n = 0; n < 36; n++) await long!.write(line);
    expect(await long!.say(".")).toStartWith("552 5.3.4");
    await eventually(() => heldBy(t).every((held) => held === 0));
    expect(await long!.say("NOOP")).toStartWith("250");
    long!.close();
  });

  test("with a full disk a large mail gets a temporary refusal, and a small one is accepted", async () => {
    const to = await t.address();
    const { mail } = t.app.core.spills;
    const others = mail.onDisk.hold();
    expect(others.take(mail.limits.onDisk - megabyte)).toBe(true);
    const talk = await begun(to.email);
    expect(await talk.say(`${largeMail(2, 2 * megabyte)}.`)).toStartWith("452 4.3.1");
    await openData(talk, "a@sender.example", to.email);
    expect(await talk.say("Subject: small\r\n\r\nx\r\n.")).toStartWith("250");
    others.release();
    await openData(talk, "a@sender.example", to.email);
    expect(await talk.say(`${largeMail(3, 2 * megabyte)}.`)).toStartWith("250");
    talk.close();
  });
});
