// Whom a person is dealing with, and whom a person has written to: by whatever name and field. DECISIONS Protection and reviews.
import { afterAll, expect, test } from "bun:test";
import { eachApp, ShiftedClock, type TestAddress } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { clientOf } from "../support/clients/dav.ts";
import { signIn } from "../support/clients/oauth.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { hostOf } from "./host.ts";
import { arriveAt } from "./place.ts";

const clock = new ShiftedClock();
let suites = 0;
const peer = await startSink();
afterAll(() => peer.stop());

eachApp(
  "people at the gate",
  (t) => {
    // The databases share the server of the recipients.
    const suite = ++suites;
    const far = (name: string) => `${name}${suite}@peer.example`;
    const place = async (outbound: string) => {
      const address = await t.address({ mode: "hybrid" });
      const set = (to: string) => t.api.call("PUT", `/identities/${address.id}/protection`, { outbound: to });
      await t.api.must(200, set(outbound));
      const agent = await restrictedKey(t.api, [address.id]);
      const send = async (more: object) =>
        (await agent.post("/messages", { from: address.email, subject: "S", text: "S", ...more })).status;
      return { ...address, set, agent, send };
    };
    const allow = (id: string, entries: string[]) =>
      t.api.must(
        201,
        t.api.post(`/identities/${id}/protection/lists`, { direction: "send", list: "allow", entries }),
      );

    test("human_review holds mail to its people with another tag, and to those who had a copy", async () => {
      const { id, email, send, agent } = await place("new_recipients");
      await allow(id, ["peer.example"]);
      const at = { t: hostOf(t, clock), owner: t.api, id, email };
      await arriveAt(at, { from: "ann+one@peer.example", mark: "tagged", thread: "human_review" });
      expect(await send({ to: ["ann@peer.example"] })).toBe(202);
      expect(await send({ to: ["Ann+two@peer.example"] })).toBe(202);
      expect(await send({ to: ["anna@peer.example"] })).toBe(201);
      const copies = { to: ["bob@peer.example"], cc: ["cyd+c@peer.example"], bcc: ["dan@peer.example"] };
      const letter = { from: email, subject: "S", text: "S", ...copies };
      const { thread_id } = await agent.must<{ thread_id: string }>(201, agent.post("/messages", letter));
      await t.api.must(200, t.api.patch(`/threads/${thread_id}`, { status: "human_review" }));
      for (const one of ["bob", "cyd", "dan"])
        expect([one, await send({ to: [`${one}@peer.example`] })]).toEqual([one, 202]);
    });

    // DECISIONS Protection and reviews: human_review holds mail to everybody whom received mail names
    test("human_review holds mail to everybody whom received mail names as one who reads along, or is answered", async () => {
      const { id, email, send } = await place("new_recipients");
      await allow(id, ["peer.example", email]);
      const [writer, lawyer, second, office] = ["wim", "lou", "sam", "off"].map(far);
      const body = [`Cc: Lou <${lawyer}>`, `Reply-To: ${office}`, "", "Hello"];
      const at = { t: hostOf(t, clock), owner: t.api, id, email };
      const to = { to: email, also: [second!] };
      await arriveAt(at, { from: writer!, mark: "along", thread: "human_review", ...to, body });
      for (const one of [writer, lawyer, second, office])
        expect([one, await send({ to: [one] })]).toEqual([one, 202]);
      expect(await send({ to: [far("noa")] })).toBe(201);
      // To itself it writes as ever.
      expect(await send({ to: [email] })).toBe(201);
    });

    // DECISIONS Protection and reviews: human_review holds mail to whoever a send named that a person took over
    test("human_review holds mail to the people of a send that a person took over, whatever became of its draft", async () => {
      const { id, email, set, agent, send } = await place("all");
      const [owen, pam, kit, lee, ned] = ["owen", "pam", "kit", "lee", "ned"].map(far);
      await allow(id, ["peer.example"]);
      type Held = { id: string; review_id: string; thread_id: string };
      const held = (more: object) =>
        agent.must<Held>(202, agent.post("/messages", { from: email, subject: "S", text: "S", ...more }));
      const takenOver = async (more: object) => {
        const one = await held(more);
        await t.api.must(200, t.api.post(`/reviews/${one.review_id}/take_over`, {}));
        return one;
      };
      const changed = await takenOver({ to: [owen], cc: [pam], bcc: [kit], reply_to: [lee] });
      const deleted = await takenOver({
        to: [`mo+one${suite}@peer.example`, `Jose\u0301${suite}@peer.example`],
      });
      // Nobody has taken this one over.
      const own = await held({ to: [ned] });
      await t.api.must(200, t.api.post(`/reviews/${own.review_id}/return`, { comment: "No." }));
      await t.api.must(200, set("new_recipients"));
      const watched = [owen, pam, kit, lee, `mo+two${suite}@peer.example`, `jos\u00e9${suite}@peer.example`];
      const answers = (wanted: number) => watched.map((one) => [one, wanted]);
      const sent = () => Promise.all(watched.map(async (one) => [one, await send({ to: [one] })]));
      expect(await sent()).toEqual(answers(202));
      const emptied = { to: [ned], cc: [], bcc: [] };
      await agent.must(200, agent.patch(`/drafts/${changed.id}`, emptied));
      await agent.must(200, agent.delete(`/drafts/${deleted.id}`));
      await agent.must(200, agent.delete(`/drafts/${own.id}`));
      expect(await sent()).toEqual(answers(202));
      // The draft as it is now counts too, while it is there.
      expect(await send({ to: [ned] })).toBe(202);
      await agent.must(200, agent.delete(`/drafts/${changed.id}`));
      expect(await send({ to: [ned] })).toBe(201);
      expect(await sent()).toEqual(answers(202));
      // A person finds such a thread, without any mail, among those that need one, and takes it out.
      const browser = await signIn(t);
      for (const { thread_id } of [changed, deleted]) {
        await browser.get("/console");
        expect(browser.text).toContain(`/console/threads/${thread_id}`);
        await browser.get(`/console/threads/${thread_id}`);
        await browser.submit(
          `/console/threads/${thread_id}/status`,
          {},
          (fields) => fields.get("status") === "open",
        );
      }
      expect(await sent()).toEqual(answers(201));
    });

    test("whom a person has written to is allowed, also where all mail was held then", async () => {
      const { id, set, send } = await place("all");
      const browser = await signIn(t);
      await browser.get(`/console/write?address=${id}`);
      await browser.submit("/console/write", { from: id, to: far("eve"), subject: "S", text: "S" });
      clock.advance(60_000);
      t.app.core.actors.feed.pokeAll();
      await peer.taken.find(({ to }) => to.includes(far("eve")));
      await t.api.must(200, set("new_recipients"));
      expect(await send({ to: [far("eve")] })).toBe(201);
      expect(await send({ to: [far("eva")] })).toBe(202);
    });

    test("the name in From is the one that a person saw, not the one that an agent gave the address since", async () => {
      const { id, set, agent, email } = await place("all");
      const rename = (display_name: string | null) =>
        agent.must(200, agent.patch(`/identities/${id}`, { display_name }));
      const left = async (to: string) => {
        clock.advance(60_000);
        t.app.core.actors.feed.pokeAll();
        const { raw } = await peer.taken.find((mail) => mail.to.includes(to));
        return /^From: (.*)\r$/m.exec(raw)?.[1];
      };
      await rename("Desk");
      const browser = await signIn(t);
      const write = async (to: string) => {
        await browser.get(`/console/write?address=${id}`);
        return { from: id, to, subject: "S", text: "S" };
      };
      // Within the ten seconds of undo.
      const first = await write(far("fay"));
      expect(browser.text).toContain(`Desk &lt;${email}&gt;`);
      await browser.submit("/console/write", first);
      await rename("the secret");
      expect(await left(far("fay"))).toBe(`Desk <${email}>`);
      // While the page was open: it is shown again, and sends what it shows then.
      const second = await write(far("gus"));
      await rename("another secret");
      await browser.submit("/console/write", second);
      expect([browser.status, browser.text.includes("It changed since you opened it")]).toEqual([409, true]);
      expect(browser.text).toContain(`another secret &lt;${email}&gt;`);
      await browser.submit("/console/write");
      expect(await left(far("gus"))).toBe(`another secret <${email}>`);
      // An approval with changes composes the mail again.
      await set("all");
      const letter = { from: email, to: [far("hal")], subject: "S", text: "S" };
      const { review_id } = await agent.must<{ review_id: string }>(202, agent.post("/messages", letter));
      await browser.get(`/console/reviews/${review_id}`);
      await browser.submit(
        "/console/reviews",
        { text: "changed" },
        (fields) => fields.get("decision") === "approve",
      );
      await rename("a third");
      expect(await left(far("hal"))).toBe(`another secret <${email}>`);
    });

    test("the page of a draft that an agent wrote shows all that leaves by Send: HTML with what it hides, fields, files", async () => {
      const { id, agent } = await place("all");
      const draft = await agent.must<{ id: string }>(
        201,
        agent.post("/drafts", {
          identity_id: id,
          to: [far("ola")],
          subject: "S",
          text: "Hello",
          html: '<p>Hello</p><p style="display:none">hidden-words</p><!-- comment-words --><img alt="alt-words" src="https://x.example/url-words">',
          list_unsubscribe: { url: "https://x.example/unsubscribe-words" },
          automatic: true,
          attachments: [{ filename: "a.txt", content_type: "text/plain", content: btoa("file-words") }],
        }),
      );
      const browser = await signIn(t);
      await browser.get(`/console/drafts/${draft.id}`);
      for (const words of ["hidden", "comment", "alt", "url", "unsubscribe"])
        expect([words, browser.text.includes(`${words}-words`)]).toEqual([words, true]);
      expect(browser.text).toContain("Auto-Submitted");
      expect(browser.text).toContain("<mark>hidden-words</mark>");
      const [, file] = /href="(\/console\/drafts\/[^"]*&amp;text=1)"/.exec(browser.text)!;
      const page = browser.text;
      await browser.get(file!.replaceAll("&amp;", "&"));
      expect(browser.text).toContain("file-words");
      // A letter of a person's own hides nothing, and its page says no more.
      await browser.get(`/console/write?address=${id}`);
      const own = browser.form("/console/write").get("id")!;
      await browser.submit("/console/write", { from: id, to: far("pia"), text: "Hi", do: "save" });
      await browser.get(`/console/drafts/${own}`);
      expect([page.includes('class="beyond"'), browser.text.includes('class="beyond"')]).toEqual([
        true,
        false,
      ]);
    });

    test("an answer below a thread shows the subject that it takes from another mail than the first", async () => {
      const { id, email } = await place("all");
      const at = { t: hostOf(t, clock), owner: t.api, id, email };
      const from = "ned@peer.example";
      const first = await arriveAt(at, { from, mark: "lunch" });
      const browser = await signIn(t);
      const folded = async () => {
        await browser.get(`/console/threads/${first.threadId}`);
        return /<details class="more-lines".*?<\/details>/s.exec(browser.text)![0].includes('name="subject"');
      };
      expect(await folded()).toBe(true);
      const body = ["References: <lunch@peer.example>", "", "Hello"];
      const second = await arriveAt(at, { from, mark: "the-secret", body });
      expect(second.threadId).toBe(first.threadId);
      expect(await folded()).toBe(false);
      expect(browser.form("/console/write").get("subject")).toBe("Re: the-secret");
    });

    test("a person's answer to an invitation has the name that the page showed, and nothing that a mail program wrote beside the address", async () => {
      const { id, agent, email } = await place("all");
      const organizer = far("mal");
      const invitation = [
        "MIME-Version: 1.0",
        "Content-Type: text/calendar; method=REQUEST",
        "",
        ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "METHOD:REQUEST", "BEGIN:VEVENT"],
        ...["UID:answer@peer.example", "DTSTAMP:20261126T100000Z", "SUMMARY:Meet"],
        ...["DTSTART:20310330T090000Z", "DTEND:20310330T100000Z"],
        `ORGANIZER:mailto:${organizer}`,
        `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${email}`,
        ...["END:VEVENT", "END:VCALENDAR"],
      ];
      const at = { t: hostOf(t, clock), owner: t.api, id, email };
      const mail = await arriveAt(at, { from: organizer, mark: "Meet", body: invitation });
      await t.api.must(200, t.api.post(`/messages/${mail.id}/invitation/apply`, {}));
      // By a mail program: the address's own line gets a name.
      const phone = await clientOf(t, { id, email } as TestAddress);
      const { responses } = await phone.multi("PROPFIND", phone.calendar, { headers: { depth: "1" } });
      const name = responses.map(({ href }) => href.split("/").at(-1)!).find((one) => one.endsWith(".ics"))!;
      const { text, headers } = await phone.get(name);
      const named = text.replace("ATTENDEE;", "ATTENDEE;CN=the secret;");
      expect((await phone.put(name, named, { "if-match": headers.get("etag")! })).status).toBe(204);
      expect((await phone.get(name)).text).toContain("the secret");
      const browser = await signIn(t);
      const card = `/console/messages/${mail.id}/answer`;
      await browser.get(`/console/threads/${mail.threadId}`);
      await agent.must(200, agent.patch(`/identities/${id}`, { display_name: "another secret" }));
      await browser.submit(card, { status: "accepted" });
      expect([browser.status, browser.text.includes("Nothing was sent")]).toEqual([409, true]);
      await browser.get(`/console/threads/${mail.threadId}`);
      expect(browser.text).toContain("another secret &lt;");
      await agent.must(200, agent.patch(`/identities/${id}`, { display_name: null }));
      await browser.get(`/console/threads/${mail.threadId}`);
      await browser.submit(card, { status: "accepted" });
      const { raw } = await peer.taken.find(({ to }) => to.includes(organizer));
      expect(raw).toContain("PARTSTAT=ACCEPTED");
      expect(raw).not.toContain("secret");
    });
  },
  { clock, env: { SMTP_RELAY_URL: peer.url, SUBMISSION_PORT: "0" } },
);
