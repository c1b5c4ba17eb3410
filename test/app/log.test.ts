// The log: one mail is followed by its id through SMTP, turn, webhook, sending and IMAP; protocol lines have no password
// and no text of a mail.
import { expect, test } from "bun:test";
import { ImapTrace } from "../../src/imap/trace.ts";
import { createLog, type LogFields } from "../../src/lib/log.ts";
import { eachApp } from "../support/app/app.ts";
import { startReceiver } from "../support/fakes/receivers.ts";
import { ImapTalk, mailbox } from "../support/imap/client.ts";
import { dialogue } from "../support/smtp/client.ts";

type Line = LogFields & { level: string; message: string };

const lines: Line[] = [];
const log = createLog({ level: "trace", format: "json", write: (line) => lines.push(JSON.parse(line)) });
const env = { IMAP_PORT: "0", SUBMISSION_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" };

/** Resolves once such a line was written. */
async function written(wanted: (line: Line) => boolean): Promise<Line> {
  for (;;) {
    const found = lines.find(wanted);
    if (found) return found;
    await Bun.sleep(5);
  }
}

eachApp(
  "log",
  (t) => {
    test("a mail is followed by one id through SMTP, turn, webhook, sending and IMAP", async () => {
      const [from, to] = [await mailbox(t), await mailbox(t)];
      const receiver = startReceiver();
      try {
        await t.api.must(
          201,
          t.api.post("/webhooks", { url: receiver.url, event_types: ["message.received"] }),
        );
        await t.mail({
          to: to.email,
          from: "somebody@elsewhere.example",
          subject: "quince",
          text: "marmalade",
        });
        const received = await written(
          (line) => line.message === "a mail was received" && line.to === to.email,
        );
        const id = received.message_id;
        const ofConnection = lines.filter((line) => line.connection_id === received.connection_id);
        expect(ofConnection.map(({ message }) => message)).toContain("an SMTP connection");
        expect(ofConnection.filter(({ message }) => message === "an SMTP command").length).toBeGreaterThan(2);
        await written((line) => line.message === "an event was committed" && line.message_id === id);
        const called = await written(
          (line) => line.message === "a webhook was called" && line.message_id === id,
        );
        expect(called).toMatchObject({ status: expect.any(Number), event_id: expect.any(String) });
        const talk = await ImapTalk.logIn(t.app.ports.imap!, to);
        await talk.say("SELECT INBOX");
        await talk.say("FETCH 1 (BODY[] ENVELOPE)");
        const fetched = await written(
          (line) => line.message === "a message was fetched" && line.message_id === id,
        );
        const login = await written((line) => line.message === "a login" && line.identity_id === to.id);
        expect(login.connection_id).toBe(fetched.connection_id);
        await talk.say("LOGOUT");
        // What is sent has its own id, which its copy at the recipient's names.
        const { id: sentId } = await t.api.must<{ id: string }>(
          201,
          t.api.post(
            "/messages",
            { from: from.email, to: [to.email], subject: "medlar", text: "marmalade" },
            {
              "X-Request-Id": "agent-7:call-3",
              traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            },
          ),
        );
        const queued = await written(
          (line) => line.message === "a message was queued" && line.message_id === sentId,
        );
        const request = await written(
          (line) => line.message === "a request" && line.request_id === queued.request_id,
        );
        const named = {
          client_request_id: "agent-7:call-3",
          trace_id: "0af7651916cd43dd8448eb211c80319c",
        };
        expect(request).toMatchObject({ method: "POST", path: "/api/v1/messages", status: 201, ...named });
        expect(queued).toMatchObject(named);
        await written((line) => line.message === "a mail was sent" && line.message_id === sentId);
        const copy = await written((line) => line.sent_message_id === sentId);
        expect(copy).toMatchObject({ message: "a mail was received", source: "internal", to: to.email });
        expect(JSON.stringify(lines)).not.toMatch(/quince|medlar|marmalade/);
        expect(JSON.stringify(lines)).not.toContain(to.password);
      } finally {
        receiver.stop();
      }
    });

    test("what is refused leaves a line: a key, a recipient, a login", async () => {
      const wrong = await fetch(`http://127.0.0.1:${t.app.ports.http}/api/v1/threads`, {
        headers: { authorization: "Bearer pr_nothing" },
      });
      const requestId = wrong.headers.get("x-request-id");
      await wrong.text();
      expect(await written((line) => line.request_id === requestId)).toMatchObject({
        message: "a request",
        path: "/api/v1/threads",
        status: 401,
      });
      // A link is a secret, whatever its query says.
      const link = await fetch(`${t.api.base}/unsubscribe/a-secret-of-a-link?next=/api/`);
      await link.text();
      const linked = await written((line) => line.request_id === link.headers.get("x-request-id"));
      expect(JSON.stringify(linked)).not.toContain("a-secret-of-a-link");
      const talk = await dialogue(t.smtpPort);
      await talk.say("MAIL FROM:<a@elsewhere.example>");
      await talk.say("RCPT TO:<nobody-at-all@agents.example>");
      await talk.say("QUIT");
      expect(await written((line) => line.to === "nobody-at-all@agents.example")).toMatchObject({
        level: "info",
        message: "a recipient was refused",
        code: 550,
      });
      const box = await mailbox(t);
      const imap = await ImapTalk.open(t.app.ports.imap!);
      await imap.say(`LOGIN ${box.email} guessed-wrongly`);
      expect(await written((line) => line.username === box.email)).toMatchObject({
        level: "info",
        message: "a login was refused",
        protocol: "imap",
      });
      await imap.say("LOGOUT");
    });

    test("SMTP: AUTH is masked, and so is what is no command", async () => {
      const box = await mailbox(t);
      const secret = Buffer.from(`\0${box.email}\0${box.password}`).toString("base64");
      const start = lines.length;
      const talk = await dialogue(t.app.ports.submission!);
      expect(await talk.say(`AUTH PLAIN ${secret}`)).toStartWith("235");
      await talk.say("QUIT");
      const second = await dialogue(t.app.ports.submission!);
      await second.say("AUTH LOGIN");
      await second.say(Buffer.from(box.email).toString("base64"));
      await second.say(Buffer.from(box.password).toString("base64"));
      await second.say("DATA");
      await second.say("Subject: persimmon");
      await second.say("QUIT");
      const third = await dialogue(t.app.ports.submission!);
      await third.say(`AUTH PLAIN ${secret}`);
      await third.say(`MAIL FROM:<${box.email}>`);
      await third.say(`RCPT TO:<${box.email}>`);
      await third.say("DATA");
      await third.say(`From: ${box.email}\r\nSubject: persimmon\r\n\r\npersimmon\r\n.`);
      await third.say("QUIT");
      const submitted = await written(
        (line) => line.message === "a mail was submitted" && line.identity_id === box.id,
      );
      expect(submitted.level).toBe("info");
      const queued = await written(
        (line) => line.message === "a message was queued" && line.connection_id === submitted.connection_id,
      );
      expect(queued.message_id).toBe(submitted.message_id!);
      const traced = lines.slice(start).filter(({ level }) => level === "trace");
      const text = JSON.stringify(traced);
      expect(text).toContain("C: AUTH PLAIN (masked)");
      expect(text).toContain("C: AUTH LOGIN");
      expect(text).toContain("S: 235");
      for (const word of [secret, box.password, "persimmon", Buffer.from(box.password).toString("base64")])
        expect(text).not.toContain(word);
    });
  },
  { env, deps: { log }, checkOnce: true },
);

test("IMAP: passwords, literals and quoted mail text are masked, whatever pieces they come in", () => {
  const client = [
    "a1 LOGIN bob sesame\r\n",
    "a2 LOGIN {3}\r\nbob {6+}\r\nsesame\r\n",
    "a3 AUTHENTICATE PLAIN\r\n",
    "x NOOP sesame\r\n",
    'a4 SEARCH SUBJECT "sesame" FROM sesame\r\n',
    "a5 APPEND INBOX {20}\r\n",
    "a6 APPEND INBOX {14+}\r\nx noop sesame\n\r\n",
    'a7 SELECT "open folder"\r\n',
    "sesame\r\n",
  ].join("");
  const answers = new Map([
    ["a3", "+ \r\n"],
    ["x", "a3 OK Logged in\r\n"],
    ["a5", "a5 NO Too large\r\n"],
  ]);
  const server = [
    '* 1 FETCH (ENVELOPE ("x" "sesame \\"sesame" NIL) BODY[] {9}\r\nsesame)\r\n',
    ' PREVIEW "sesame")\r\n',
    '* LIST () "/" "open folder"\r\n',
    `* 2 FETCH (ENVELOPE ("${"sesame ".repeat(500)}"))\r\n`,
  ].join("");
  for (const size of [1, 7, 100_000]) {
    const seen: string[] = [];
    const trace = new ImapTrace(() =>
      createLog({ level: "trace", format: "text", write: (line) => seen.push(line.slice(19)) }),
    );
    for (const piece of client.split(/(?<=\r\n)/)) {
      const bytes = Buffer.from(piece);
      for (let at = 0; at < bytes.length; at += size) trace.heard(bytes.subarray(at, at + size));
      const answer = answers.get(piece.split(" ")[0]!);
      if (answer) trace.said(Buffer.from(answer));
    }
    const bytes = Buffer.from(server);
    for (let at = 0; at < bytes.length; at += size) trace.said(bytes.subarray(at, at + size));
    expect(seen.filter((line) => line.includes("sesame"))).toEqual([]);
    expect(seen).toContain("C: a1 LOGIN (masked)");
    expect(seen).toContain('C: a7 SELECT "open folder"');
    expect(seen).toContain('S: * LIST () "/" "open folder"');
    expect(seen).toContain("S: a5 NO Too large");
  }
});

test("text and JSON: one line an entry, whatever a field holds", () => {
  const seen: string[] = [];
  const write = (line: string) => void seen.push(line);
  const text = createLog({ level: "info", format: "text", write }).with({ connection_id: "c1" });
  text.warn("odd", { error: "two\nlines and=more", empty: "", left: undefined, n: 1 });
  text.info("S: \u001b[31m 220 red");
  text.debug("below the level");
  createLog({ level: "info", format: "json", write }).info("plain", { to: "a@b.example" });
  expect(seen[0]!.slice(13)).toBe(
    String.raw`warn  odd connection_id=c1 error="two\nlines and=more" empty="" n=1`,
  );
  expect(seen[1]).toContain(String.raw`info  S: \x1b[31m 220 red connection_id=c1`);
  expect(JSON.parse(seen[2]!)).toMatchObject({ level: "info", message: "plain", to: "a@b.example" });
  expect(seen.length).toBe(3);
});
