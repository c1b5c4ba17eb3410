// Long: each place in what leaves that a page might not show is a test here, made as an agent makes it.
// What a person lets leave is what a page showed them: no id, letter or event in it says what others wrote and nobody saw.
// DECISIONS Protection and reviews.
import { afterAll, expect, test } from "bun:test";
import { simpleParser } from "mailparser";
import { eachApp, eventually, ShiftedClock, type TestAddress } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { clientOf, eventText } from "../support/clients/dav.ts";
import { signIn } from "../support/clients/oauth.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { connectFlow } from "../support/imap/flow.ts";
import { dialogue, submitMail } from "../support/smtp/client.ts";
import { hostOf } from "./host.ts";
import { arriveAt } from "./place.ts";

const clock = new ShiftedClock();
/** What the server of the recipients is told beside mails. */
const told: unknown[] = [];
const peer = await startSink({
  hideDSN: false,
  onMailFrom({ args }, _session, done) {
    told.push(args);
    done();
  },
  onRcptTo({ args }, _session, done) {
    told.push(args);
    done();
  },
});
afterAll(() => peer.stop());
let people = 0;
/** Somebody elsewhere, unlike anybody before: the databases share the server of the recipients. */
const far = () => `unseen${++people}@peer.example`;
/** Tags, which no program shows. */
const unseen = (text: string) =>
  [...text].map((one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join("");

eachApp(
  "what a person does not see",
  (t) => {
    const place = async (outbound = "all") => {
      const address = await t.address({ mode: "hybrid" });
      await t.api.must(200, t.api.call("PUT", `/identities/${address.id}/protection`, { outbound }));
      const agent = await restrictedKey(t.api, [address.id]);
      return { ...address, agent, at: { t: hostOf(t, clock), owner: t.api, ...address } };
    };
    const left = async (to: string): Promise<string> => {
      clock.advance(60_000);
      t.app.core.actors.feed.pokeAll();
      const { raw } = await peer.taken.find((mail) => mail.to.includes(to));
      return raw;
    };
    const field = (raw: string, name: string) =>
      new RegExp(`^${name}:((?:.*\\r\\n[ \\t])*.*)\\r$`, "m").exec(raw)?.[1]?.replace(/\s+/g, " ").trim();
    /** By an app password, as a key may make one. */
    const put = async (address: TestAddress, folder: string, lines: readonly string[]) => {
      const phone = await connectFlow(t, address);
      try {
        await phone.append(folder, `${lines.join("\r\n")}\r\n`);
      } finally {
        await phone.logout();
      }
    };
    const newest = async ({ id }: TestAddress, subject: string) => {
      const path = `/messages?identity_id=${id}&subject=${encodeURIComponent(subject)}`;
      const found = await t.api.must<{ id: string; thread_id: string }[]>(200, t.api.get(path));
      return found[0]!;
    };
    const answers = async (message: string, kind = "reply", more: Record<string, string> = {}) => {
      const browser = await signIn(t);
      await browser.get(`/console/write?parent=${message}&kind=${kind}`);
      await browser.submit("/console/write", { text: "Yes.", ...more });
      expect(browser.status).toBe(200);
    };

    test("an answer names no Message-ID that a mail program here chose", async () => {
      const desk = await place();
      const to = far();
      const lines = (id: string) => [
        ...[`From: ${to}`, `To: ${desk.email}`, "Subject: planted", `Message-ID: <${id}@peer.example>`],
        ...["References: <the-secret-2@peer.example> <the-secret-3@peer.example>", "", "Please answer"],
      ];
      await put(desk, "INBOX", lines("the-secret-1"));
      const { id } = await newest(desk, "planted");
      await answers(id);
      const raw = await left(to);
      expect(raw).toContain("Subject: Re: planted");
      expect(raw).not.toContain("secret");
      const other = far();
      await answers(id, "forward", { to: other });
      expect(await left(other)).not.toContain("the-secret");
      // Without protection, mail that was moved here by IMAP is answered as ever.
      await t.api.must(200, t.api.call("PUT", `/identities/${desk.id}/protection`, { outbound: "off" }));
      await put(desk, "INBOX", lines("the-secret-4").with(0, `From: ${far()}`).with(2, "Subject: moved"));
      const moved = await newest(desk, "moved");
      const third = far();
      await answers(moved.id, "reply", { to: third });
      expect(field(await left(third), "In-Reply-To")).toBe("<the-secret-4@peer.example>");
    });

    test("a draft that a mail program stored names none either", async () => {
      const desk = await place();
      const to = far();
      await put(desk, "Drafts", [
        ...[`From: ${desk.email}`, `To: ${to}`, "Subject: stored", "Message-ID: <the-secret-1@x.example>"],
        ...["In-Reply-To: <the-secret-2@x.example>", "References: <the-secret-2@x.example>", "", "Hello"],
      ]);
      const [draft] = await t.api.must<{ id: string }[]>(200, t.api.get(`/drafts?identity_id=${desk.id}`));
      const browser = await signIn(t);
      await browser.get(`/console/drafts/${draft!.id}`);
      await browser.submit("/console/write");
      const raw = await left(to);
      expect(raw).toContain("Hello");
      expect(raw).not.toContain("the-secret");
    });

    test("an answer to who wrote from elsewhere names their ids, and those of this server", async () => {
      const desk = await place("new_recipients");
      const from = far();
      const body = ["References: <first@peer.example>", "", "Hello"];
      const mail = await arriveAt(desk.at, { from, mark: `asks-${people}`, body });
      await answers(mail.id);
      const first = await left(from);
      expect(field(first, "In-Reply-To")).toBe(`<asks-${people}@peer.example>`);
      expect(field(first, "References")).toBe(`<first@peer.example> <asks-${people}@peer.example>`);
      const own = field(first, "Message-ID")!;
      const second = await arriveAt(desk.at, {
        ...{ from, mark: `again-${people}` },
        body: [`In-Reply-To: ${own}`, `References: <asks-${people}@peer.example> ${own}`, "", "Hello"],
      });
      expect(second.threadId).toBe(mail.threadId);
      const other = far();
      await answers(second.id, "reply", { to: other });
      expect(field(await left(other), "References")).toBe(
        `<asks-${people - 1}@peer.example> ${own} <again-${people - 1}@peer.example>`,
      );
    });

    test("an answer to a colleague on this server names ids of this server alone", async () => {
      const [desk, colleague] = [await place("new_recipients"), await t.address()];
      const { password } = await t.api.must<{ password: string }>(
        201,
        t.api.post("/app-passwords", { identity_id: colleague.id, name: "x" }),
      );
      const reply = far();
      await submitMail(
        t.app.ports.submission!,
        { email: colleague.email, password },
        {
          ...{ from: colleague.email, to: desk.email, subject: "inside", text: "Hello", replyTo: reply },
          messageId: "<the-secret@x.example>",
        },
      );
      clock.advance(1000);
      t.app.core.actors.feed.pokeAll();
      const message = await eventually(() => newest(desk, "inside"));
      await answers(message.id);
      expect(await left(reply)).not.toContain("the-secret");
      const sent = await t.api.must<{ id: string }>(
        201,
        t.api.post("/messages", { from: colleague.email, to: desk.email, subject: "by REST", text: "x" }),
      );
      const rest = await eventually(() => newest(desk, "by REST"));
      await answers(rest.id, "reply", { to: far() });
      expect(field(await left(`unseen${people}@peer.example`), "In-Reply-To")).toContain(sent.id);
    });

    test("pictures of a mail that somebody here wrote or put in are asked for by nobody", async () => {
      const desk = await place();
      const html = '<p>Look</p><img src="https://pictures.example/the-secret.png">';
      const lines = (from: string, subject: string) => [
        ...[`From: ${from}`, `To: ${desk.email}`, `Subject: ${subject}`, "MIME-Version: 1.0"],
        ...["Content-Type: text/html", "", html],
      ];
      await put(desk, "INBOX", lines(far(), "put in"));
      const came = far();
      await t.raw({ from: came, to: desk.email, raw: `${lines(came, "came").join("\r\n")}\r\n` });
      const letter = { from: (await t.address()).email, to: [desk.email], subject: "inside", html };
      await t.api.must(201, t.api.post("/messages", letter));
      const browser = await signIn(t);
      const links = async (subject: string) => {
        const { id } = await eventually(() => newest(desk, subject));
        await browser.get(`/console/messages/${id}/frame?pictures=1`);
        return browser.text.includes("/console/pictures?");
      };
      expect([await links("put in"), await links("inside"), await links("came")]).toEqual([
        false,
        false,
        true,
      ]);
      await t.api.must(200, t.api.call("PUT", `/identities/${desk.id}/protection`, { outbound: "off" }));
      expect([await links("put in"), await links("inside"), await links("came")]).toEqual([true, true, true]);
    });

    test("mail that a program put in makes no stranger known, nor their mail an answer", async () => {
      const desk = await place();
      const from = far();
      const id = `planted-${people}@x.example`;
      await put(desk, "INBOX", [`From: ${from}`, `To: ${desk.email}`, "Subject: old", "", "Hello"]);
      const sent = [
        `From: ${desk.email}`,
        `To: ${from}`,
        "Subject: ours",
        `Message-ID: <${id}>`,
        "",
        "Hello",
      ];
      await put(desk, "Sent", sent);
      const { id: mail } = await arriveAt(desk.at, {
        ...{ from, mark: `known-${people}` },
        body: [`In-Reply-To: <${id}>`, "", "As we said"],
      });
      const safety = await t.api.must<{ sender: object }>(200, t.api.get(`/messages/${mail}/safety`));
      expect(safety.sender).toMatchObject({ first_contact: true, in_reply_to_ours: false });
      await answers(mail);
      const own = field(await left(from), "Message-ID")!;
      const again = await arriveAt(desk.at, {
        ...{ from, mark: `again-known-${people}` },
        body: [`In-Reply-To: ${own}`, "", "Thanks"],
      });
      const later = await t.api.must<{ sender: object }>(200, t.api.get(`/messages/${again.id}/safety`));
      expect(later.sender).toMatchObject({ first_contact: false, in_reply_to_ours: true });
    });

    test("what a mail program tells servers beside the mail does not leave by a decision", async () => {
      const desk = await place();
      const { password } = await t.api.must<{ password: string }>(
        201,
        t.api.post("/app-passwords", { identity_id: desk.id, name: "x" }),
      );
      const to = far();
      const talk = await dialogue(t.app.ports.submission!);
      const plain = Buffer.from(`\0${desk.email}\0${password}`).toString("base64");
      for (const line of [
        `AUTH PLAIN ${plain}`,
        `MAIL FROM:<${desk.email}> RET=HDRS ENVID=the-secret-1`,
        `RCPT TO:<${to}> NOTIFY=SUCCESS ORCPT=rfc822;the-secret-2@x.example`,
      ])
        expect(await talk.say(line)).toMatch(/^2/);
      await talk.say("DATA");
      expect(await talk.say(`From: ${desk.email}\r\nTo: ${to}\r\nSubject: S\r\n\r\nHello\r\n.`)).toMatch(
        /^250/,
      );
      talk.close();
      const [review] = await t.api.must<{ id: string }[]>(200, t.api.get(`/reviews?identity_id=${desk.id}`));
      await t.api.must(200, t.api.post(`/reviews/${review!.id}/approve`, {}));
      await left(to);
      expect(JSON.stringify(told)).toContain("SUCCESS");
      expect(JSON.stringify(told)).not.toContain("the-secret");
    });

    test("letters that no program shows leave by no form, and a reviewer is told of them", async () => {
      const desk = await place();
      const to = far();
      const letter = {
        to: [`Ann${unseen("secret name")} <${to}>`],
        subject: `Hello${unseen("secret subject")}`,
        text: `Hello${unseen("secret text")} Zoë 👩‍👩‍👧`,
      };
      const draft = await desk.agent.must<{ id: string }>(
        201,
        desk.agent.post("/drafts", { identity_id: desk.id, ...letter, to: [to] }),
      );
      const browser = await signIn(t);
      await browser.get(`/console/drafts/${draft.id}`);
      await browser.submit("/console/write");
      const raw = await left(to);
      const mail = await simpleParser(raw);
      expect(mail.text).toContain("Zoë 👩‍👩‍👧");
      expect(`${mail.text}${mail.subject}`).not.toMatch(/[\u{e0000}-\u{e007f}]/u);
      const { review_id } = await desk.agent.must<{ review_id: string }>(
        202,
        desk.agent.post("/messages", { from: desk.email, ...letter, to: [to] }),
      );
      await browser.get(`/console/reviews/${review_id}`);
      expect(browser.text).toContain("secret subject");
      expect(browser.text).toContain("letters that no program shows");
      const named = await desk.agent.must<{ data?: unknown; id: string }>(
        202,
        desk.agent.post("/messages", {
          ...{ from: desk.email, to: [to], subject: "S", text: "S" },
          attachments: [{ filename: `a${unseen("secret")}.txt`, content: btoa("x") }],
        }),
      );
      const { json } = await t.api.get<{ data: { attachments: { filename: string }[] } }>(
        `/drafts/${named.id}`,
      );
      expect(json.data.attachments.map(({ filename }) => filename)).toEqual(["a.txt"]);
    });

    // Calendars.
    const times = ["DTSTART:20310330T090000Z", "DTEND:20310330T100000Z"];
    const invitation = (uid: string, organizer: string, email: string, method = "REQUEST") => [
      ...["MIME-Version: 1.0", `Content-Type: text/calendar; method=${method}`, ""],
      ...eventText(uid, [
        ...[...times, "SUMMARY:Lunch", "LOCATION:Room 1", `ORGANIZER:mailto:${organizer}`],
        `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${email}`,
      ])
        .replace("VERSION:2.0", `VERSION:2.0\r\nMETHOD:${method}`)
        .trimEnd()
        .split("\r\n"),
    ];

    test("an answer to an invitation carries the event that its card showed", async () => {
      const desk = await place();
      const organizer = far();
      const mark = `lunch-${people}`;
      const mail = await arriveAt(desk.at, {
        ...{ from: organizer, mark },
        body: invitation(`${mark}@peer.example`, organizer, desk.email),
      });
      const { calendar_event_id: id } = await t.api.must<{ calendar_event_id: string | null }>(
        200,
        t.api.get(`/messages/${mail.id}`),
      );
      if (id === null) await t.api.must(200, t.api.post(`/messages/${mail.id}/invitation/apply`, {}));
      const browser = await signIn(t);
      await browser.get(`/console/threads/${mail.threadId}`);
      expect(browser.text).toContain(`${mark}@peer.example`);
      // A mail program puts another invitation to the same event in, and its key has it done.
      const other = invitation(`${mark}@peer.example`, organizer, desk.email).map((line) =>
        line
          .replace("SUMMARY:Lunch", "SEQUENCE:3\r\nSUMMARY:the-secret title")
          .replace("Room 1", "the-secret place"),
      );
      await put(desk, "INBOX", [`From: ${organizer}`, `To: ${desk.email}`, "Subject: other", ...other]);
      const { id: planted } = await newest(desk, "other");
      await desk.agent.must(200, desk.agent.post(`/messages/${planted}/invitation/apply`, {}));
      await browser.submit(`/console/messages/${mail.id}/answer`, { status: "accepted" });
      expect([browser.status, browser.text.includes("Nothing was sent")]).toEqual([409, true]);
      await browser.get(`/console/threads/${mail.threadId}`);
      for (const words of ["the-secret title", "the-secret place"])
        expect([words, browser.text.includes(words)]).toEqual([words, true]);
      await browser.submit(`/console/messages/${mail.id}/answer`, { status: "accepted" });
      expect(await left(organizer)).toContain("PARTSTAT=ACCEPTED");
    });

    test("an event that a calendar program brought along shows whom its answer goes to, and its id", async () => {
      const desk = await place();
      const organizer = far();
      const phone = await clientOf(t, desk as unknown as TestAddress);
      const uid = `the-secret-${people}`;
      const people_ = [
        `ORGANIZER;CN=Your boss:mailto:${organizer}`,
        `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${desk.email}`,
      ];
      await phone.put(
        "planted.ics",
        eventText(uid, [...times, `SUMMARY:Lunch${unseen("a secret")}`, ...people_]),
      );
      const [event] = await t.api.must<{ id: string }[]>(
        200,
        t.api.get(
          `/identities/${desk.id}/calendar/events?after=2031-03-29T00:00:00Z&before=2031-04-01T00:00:00Z`,
        ),
      );
      const browser = await signIn(t);
      const path = `/console/calendar/${desk.id}/${event!.id}`;
      await browser.get(path);
      expect(browser.text).toContain(`Your boss &lt;${organizer}&gt;`);
      expect(browser.text).toContain(uid);
      await browser.submit(path, { status: "accepted" }, (form) => form.get("do") === "answer");
      const raw = await left(organizer);
      const { text, attachments } = await simpleParser(raw);
      const ics = attachments.map(({ content }) => content.toString()).join("");
      expect(ics).toContain("SUMMARY:Lunch");
      expect(`${text}${ics}${field(raw, "Subject")}`).not.toMatch(/[\u{e0000}-\u{e007f}]/u);
    });

    test("what others wrote into an event is shown before a person's change of it leaves", async () => {
      const desk = await place();
      const guest = far();
      const events = `/identities/${desk.id}/calendar/events`;
      const series = await desk.agent.must<{ id: string }>(
        201,
        desk.agent.post(events, {
          ...{ title: "Weekly", start: "2031-03-30T09:00:00", end: "2031-03-30T10:00:00", timezone: "UTC" },
          recurrence: { rule: "FREQ=WEEKLY;COUNT=3" },
          attendees: [{ email: guest }],
        }),
      );
      await desk.agent.must(
        200,
        desk.agent.patch(`${events}/${series.id}_20310406T090000Z`, { description: "the-secret words" }),
      );
      const browser = await signIn(t);
      const path = `/console/calendar/${desk.id}/${series.id}`;
      await browser.get(path);
      const isChange = (form: URLSearchParams) => form.get("do") === "save";
      await browser.submit(path, { location: "Room 2" }, isChange);
      expect(browser.text).toContain("Nothing has left yet");
      expect(browser.text).toContain("the-secret words");
      // Changed since: it is shown again.
      await desk.agent.must(
        200,
        desk.agent.patch(`${events}/${series.id}_20310413T090000Z`, { description: "another secret" }),
      );
      await browser.submit(path, {}, isChange);
      expect(browser.text).toContain("another secret");
      expect(browser.text).toContain("Nothing has left yet");
      await browser.submit(path, {}, isChange);
      expect(browser.text).not.toContain("Nothing has left yet");
      expect(field(await left(guest), "Subject")).toContain("Weekly");
      // An event of the console's own has nothing that its page does not show.
      const other = far();
      const plain = await t.api.must<{ id: string }>(
        201,
        t.api.post(events, {
          ...{ title: "Plain", start: "2031-05-30T09:00:00", end: "2031-05-30T10:00:00", timezone: "UTC" },
          attendees: [{ email: other }],
        }),
      );
      const own = `/console/calendar/${desk.id}/${plain.id}`;
      await browser.get(own);
      await browser.submit(own, { location: "Room 3" }, isChange);
      expect(field(await left(other), "Subject")).toContain("Plain");
    });

    test("a mail that asks for an event has it sent once a person has seen what it says", async () => {
      const desk = await place();
      const guest = far();
      const events = `/identities/${desk.id}/calendar/events`;
      const event = await desk.agent.must<{ uid: string }>(
        201,
        desk.agent.post(events, {
          ...{ title: "Plan", start: "2031-03-30T09:00:00", end: "2031-03-30T10:00:00", timezone: "UTC" },
          ...{ description: "the-secret words", attendees: [{ email: guest }] },
        }),
      );
      const asked = eventText(event.uid, [
        ...[...times, "SUMMARY:Plan", `ORGANIZER:mailto:${desk.email}`, `ATTENDEE:mailto:${guest}`],
      ]).replace("VERSION:2.0", "VERSION:2.0\r\nMETHOD:REFRESH");
      await put(desk, "INBOX", [
        ...[`From: ${guest}`, `To: ${desk.email}`, "Subject: asks", "MIME-Version: 1.0"],
        ...["Content-Type: text/calendar; method=REFRESH", "", ...asked.trimEnd().split("\r\n")],
      ]);
      const mail = await newest(desk, "asks");
      const browser = await signIn(t);
      await browser.get(`/console/threads/${mail.thread_id}`);
      const form = `/console/messages/${mail.id}/apply`;
      await browser.submit(form);
      expect(browser.text).toContain("Nothing has left yet");
      expect(browser.text).toContain("the-secret words");
      await browser.submit(form);
      expect(browser.status).toBe(200);
      expect(field(await left(guest), "Subject")).toContain("Plan");
    });
  },
  {
    clock,
    env: {
      SMTP_RELAY_URL: peer.url,
      SUBMISSION_PORT: "0",
      IMAPS_PORT: "0",
      ALLOW_PLAINTEXT_AUTH: "loopback",
    },
  },
);
