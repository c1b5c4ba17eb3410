// One truth: what REST, submission and IMAP change is seen by the others at once.
import { expect, test } from "bun:test";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { ImapTalk, mailbox, smallMail } from "../support/imap/client.ts";

const env = { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" };

interface Message {
  id: string;
  thread_id: string;
  is_read: boolean;
  is_spam: boolean;
}

/** An address with one mail in its inbox, a session that idles there, and the mail as REST shows it. */
async function idling(t: SuiteApp) {
  const box = await mailbox(t);
  await t.mail({ from: "ann@remote.example", to: box.email, subject: "one", text: "x" });
  const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
  await talk.ok("SELECT INBOX");
  talk.write("i IDLE\r\n");
  await talk.until("+");
  const done = async () => {
    talk.write("DONE\r\n");
    await talk.until("i");
  };
  return { box, talk, done, message: await newest(t, box.id) };
}

async function newest(t: SuiteApp, identityId: string): Promise<Message> {
  const threads = await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${identityId}`);
  const messages = await t.api.get<PageOf<Message>>(`/messages?thread_id=${threads.json.data[0]!.id}`);
  return messages.json.data.at(-1)!;
}

eachApp(
  "IMAP beside REST",
  (t) => {
    // DECISIONS Threads, messages, folders, labels: A message has one or more placements; REST shows it once
    test("REST's changes reach a session that idles", async () => {
      const { talk, message, done } = await idling(t);
      await t.api.must(200, t.api.patch(`/messages/${message.id}`, { is_read: true }));
      expect(await talk.line()).toBe("* 1 FETCH (FLAGS (\\Seen \\Recent))");
      await t.api.must(200, t.api.patch(`/messages/${message.id}`, { is_spam: true }));
      expect(await talk.line()).toBe("* 1 EXPUNGE");
      await done();
      await talk.ok("SELECT Junk");
      expect(await talk.ok("FETCH 1 (EMAILID THREADID)")).toEqual([
        `* 1 FETCH (EMAILID (${message.id}) THREADID (${message.thread_id}))`,
      ]);
      await talk.ok("MOVE 1 INBOX");
      expect((await t.api.must<Message>(200, t.api.get(`/messages/${message.id}`))).is_spam).toBe(false);
      talk.close();
    });

    test("mail that came while no client was connected is there at the next login", async () => {
      const box = await mailbox(t);
      const count = async () => {
        const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
        const opened = (await talk.ok("SELECT INBOX")).filter((line) => line.endsWith(" EXISTS"));
        const found = await talk.ok("SEARCH ALL");
        await talk.ok("LOGOUT");
        talk.close();
        return [...opened, ...found];
      };
      expect(await count()).toEqual(["* 0 EXISTS", "* SEARCH"]);
      for (const n of [1, 2]) {
        await t.mail({ from: "ann@remote.example", to: box.email, subject: `mail ${n}`, text: "x" });
        expect(await count()).toEqual([`* ${n} EXISTS`, `* SEARCH ${n === 1 ? "1" : "1 2"}`]);
      }
    });

    // DECISIONS Threads, messages, folders, labels: A thread has a label when any of its messages has its keyword
    test("a label appears as a keyword, and a flag as is_read", async () => {
      const { box, talk, message, done } = await idling(t);
      const label = { identity_id: box.id, name: "urgent", colour: "#ff0000" };
      const { id } = await t.api.must<{ id: string }>(201, t.api.post("/labels", label));
      await t.api.call("PUT", `/threads/${message.thread_id}/labels/${id}`);
      expect(await talk.line()).toBe("* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft urgent)");
      expect(await talk.line()).toMatch(/^\* OK \[PERMANENTFLAGS .*urgent \\\*\)\]/);
      expect(await talk.line()).toBe("* 1 FETCH (FLAGS (urgent \\Recent))");
      await done();
      await talk.ok("STORE 1 +FLAGS (\\Seen)");
      expect((await t.api.must<Message>(200, t.api.get(`/messages/${message.id}`))).is_read).toBe(true);
      await talk.ok("STORE 1 -FLAGS (urgent)");
      const thread = await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${box.id}&label_id=${id}`);
      expect(thread.json.data).toEqual([]);
      talk.close();
    });

    test("a mail that is expunged is gone, and its thread with it", async () => {
      const { box, talk, message, done } = await idling(t);
      await done();
      await talk.ok("COPY 1 Archive");
      await talk.ok("STORE 1 +FLAGS (\\Deleted)");
      await talk.ok("EXPUNGE");
      expect((await t.api.get(`/messages/${message.id}`)).status).toBe(200);
      await talk.ok("SELECT Archive");
      await talk.ok("STORE 1 +FLAGS (\\Deleted)");
      await talk.ok("CLOSE");
      expect((await t.api.get(`/messages/${message.id}`)).status).toBe(404);
      expect((await t.api.get<PageOf<unknown>>(`/threads?identity_id=${box.id}`)).json.data).toEqual([]);
      talk.close();
    });

    test("a message appended to Drafts is a draft, and a draft is in Drafts", async () => {
      const box = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      const to = await t.address();
      const mail = smallMail("drafted")
        .replace("bob@agents.example", to.email)
        .replace("ann@remote.example", box.email);
      await talk.append("Drafts", mail, "(\\Draft)");
      const drafts = () =>
        t.api
          .get<PageOf<{ id: string; subject: string }>>(`/drafts?identity_id=${box.id}`)
          .then(({ json }) => json.data);
      const [draft] = await drafts();
      expect(draft?.subject).toBe("drafted");
      await talk.ok("SELECT Drafts");
      await t.api.must(200, t.api.patch(`/drafts/${draft!.id}`, { subject: "edited" }));
      expect(await talk.ok("NOOP")).toEqual(["* 1 EXPUNGE", "* 1 EXISTS", "* 1 RECENT"]);
      expect((await talk.ok("FETCH 1 (BODY.PEEK[HEADER.FIELDS (SUBJECT)])"))[0]).toContain("Subject: edited");
      await t.api.must(202, t.api.post(`/drafts/${draft!.id}/send`));
      expect(await talk.ok("NOOP")).toContain("* 1 EXPUNGE");
      expect(await talk.ok("STATUS Sent (MESSAGES)")).toEqual(['* STATUS "Sent" (MESSAGES 1)']);
      talk.close();
    });

    test("a revoked password ends its sessions", async () => {
      const { box, talk } = await idling(t);
      const passwords = await t.api.get<PageOf<{ id: string }>>(`/app-passwords?identity_id=${box.id}`);
      await t.api.must(200, t.api.delete(`/app-passwords/${passwords.json.data[0]!.id}`));
      expect(await talk.line()).toMatch(/^i OK|^\* BYE/);
      await talk.closed();
    });
  },
  { env },
);
