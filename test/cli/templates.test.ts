// A template by the command line: `send --template` and `reply --template`. DECISIONS Drafts and sending
import { afterAll, expect, test } from "bun:test";
import { findCommand, readInput } from "../../src/cli/index.ts";
import { messageOf } from "../../src/lib/failure.ts";
import { eachApp } from "../support/app/app.ts";
import { received } from "../support/smtp/received.ts";

async function run(words: string[]): Promise<{ exitCode: number; text: string }> {
  try {
    const { command, rest } = findCommand(words)!;
    if (!("runClient" in command)) throw new Error(`${command.name} is no command of a client`);
    const input = { ...readInput(command, rest), cwd: import.meta.dir };
    const { exitCode, stdout, stderr = "" } = await command.runClient(input, () => undefined);
    return { exitCode, text: `${stdout}${stderr}` };
  } catch (error) {
    return { exitCode: 2, text: messageOf(error) };
  }
}

const before = { ...process.env };
afterAll(() => {
  for (const name of ["POSTROOM_URL", "POSTROOM_KEY"])
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
});

eachApp("templates of commands", (t) => {
  test("send and reply take one by its name, and send none of which a field is left", async () => {
    Object.assign(process.env, { POSTROOM_URL: t.api.base, POSTROOM_KEY: t.api.key! });
    const [own, friend] = [await t.address(), await t.address()];
    const made = (body: object) => t.api.must(201, t.api.post("/templates", body));
    await made({ name: "Thanks", subject: "Thank you", text: "Dear {{recipient_address}}" });
    await made({ name: "Order", text: "About {{order}}" });
    const send = (...more: string[]) => run(["send", "--to", friend.email, "--from", own.email, ...more]);
    const sent = await send("--template", "thanks");
    expect([sent.exitCode, sent.text]).toEqual([0, expect.stringContaining("Sent from")]);
    const id = /message ([0-9a-f-]{36})/.exec(sent.text)![1]!;
    const mail = await t.api.must<{ subject: string; text: string }>(200, t.api.get(`/messages/${id}`));
    expect([mail.subject, mail.text.trim()]).toEqual(["Thank you", `Dear ${friend.email}`]);
    for (const [more, says] of [
      [["--template", "Order", "--subject", "x"], "order"],
      [["--template", "Nothing"], '"Thanks"'],
      [["--template", "thanks", "--text", "y"], "not by both"],
      [["--text", "y"], "--subject TEXT is missing"],
    ] as const)
      expect(await send(...more)).toEqual({ exitCode: 2, text: expect.stringContaining(says) });
    await t.raw({
      from: "grace@far.example",
      to: own.email,
      raw: `From: grace@far.example\r\nTo: ${own.email}\r\nSubject: Plan\r\n\r\nHi\r\n`,
    });
    const { id: asked } = await received(t, own);
    const answered = await run(["reply", asked, "--template", "Thanks"]);
    const answer = /message ([0-9a-f-]{36})/.exec(answered.text)![1]!;
    const { text } = await t.api.must<{ text: string }>(200, t.api.get(`/messages/${answer}`));
    expect(text.trim()).toBe("Dear grace@far.example");
  });

  test("send --draft and reply --draft write what does not leave, to the people of the mail", async () => {
    Object.assign(process.env, { POSTROOM_URL: t.api.base, POSTROOM_KEY: t.api.key! });
    const [own, friend] = [await t.address(), await t.address()];
    await t.mail({ from: friend.email, to: own.email, subject: "Order", text: "When?" });
    const list = `/messages?identity_id=${own.id}&wait=30`;
    const [mail] = await t.api.must<{ id: string }[]>(200, t.api.get(list));
    const letter = ["--from", own.email, "--text", "Soon.", "--draft"];
    const written = [
      await run(["send", "--to", "ada@far.example", "--subject", "x", "--bcc", "bea@far.example", ...letter]),
      await run(["reply", `msg_${mail!.id}`, ...letter]),
      await run(["reply", mail!.id, "--all", ...letter]),
    ];
    const drafts = await t.api.must<{ id: string; to: string[]; bcc: string[]; text: string }[]>(
      200,
      t.api.get(`/drafts?identity_id=${own.id}`),
    );
    const people = [["ada@far.example"], [friend.email], [friend.email]];
    for (const [at, { exitCode, text }] of written.entries()) {
      const draft = drafts.find(({ id }) => text.includes(`Draft ${id} to `));
      expect([exitCode, draft?.to, draft?.text.trim()]).toEqual([0, people[at], "Soon."]);
    }
    expect(drafts.find(({ to }) => to[0] === "ada@far.example")?.bcc).toEqual(["bea@far.example"]);
    const queued = await t.api.must<{ identity_id: string }[]>(200, t.api.get("/queue"));
    expect(queued.filter(({ identity_id }) => identity_id === own.id)).toEqual([]);
    const timed = ["send", "--to", "ada@far.example", "--subject", "x", "--at", "tomorrow 9:00", ...letter];
    expect((await run(timed)).text).toContain("--draft does not leave");
  });
});
