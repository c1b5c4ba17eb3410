// Eight journeys of people who build on Postroom, with the built executable, and the calls that each takes. What stands
// before `counted` is set up once and for all; what happens by itself (webhooks, mail) is no call.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { simpleParser } from "mailparser";
import type { Api, PageOf } from "../../support/app/api.ts";
import { eventually } from "../../support/app/app.ts";
import { storeKinds } from "../../support/app/database.ts";
import { counted, rowsOf, startWorld, type World } from "./world.ts";

interface Message {
  id: string;
  thread_id: string;
  subject: string;
  reply_text: string;
  is_read: boolean;
  attachments: { id: string; filename: string }[];
}

interface Delivery {
  id: string;
  webhook_id: string;
  status: string;
}

interface CalendarEvent {
  id: string;
  attendees: { email: string; status: string }[];
  start: string;
}

for (const kind of storeKinds) {
  if (kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined) {
    test.skip("journeys on Postgres: POSTROOM_TEST_DATABASE_URL is not set", () => {});
    continue;
  }
  describe(`journeys, ${kind}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await startWorld(kind);
    });
    afterAll(() => world.stop());
    const sentTo = (email: string) => world.relay.taken.find(({ to }) => to.includes(email));

    test("support desk: three calls a mail", async () => {
      const desk = await world.address("desk");
      const hook = await world.hook(desk.id);
      const { api } = world;
      for (const [n, text] of ["Where is my order?", "Thank you. And the invoice?"].entries()) {
        const earlier = n === 0 ? undefined : await simpleParser((await sentTo("ada@far.example")).raw);
        await world.mail({
          from: "Ada <ada@far.example>",
          to: desk.email,
          subject: n === 0 ? "Order 4711" : "Re: Order 4711",
          text,
          inReplyTo: earlier?.messageId,
          references: earlier?.messageId,
        });
        const told = await hook.next("message.received");
        // Read what was said, answer it, note whose turn it is.
        const agent = counted(api);
        const message = await agent.must<Message>(200, agent.get(`/messages/${told.message_id}`));
        expect(message.reply_text).toBe(text);
        const answer = { text: `You asked: ${message.reply_text}` };
        const headers = { "idempotency-key": `answer-${message.id}` };
        await agent.must(201, agent.post(`/messages/${message.id}/reply`, answer, headers));
        await agent.must(200, agent.patch(`/threads/${message.thread_id}`, { status: "waiting" }));
        expect(agent.calls()).toBe(3);
      }
      const answers = await world.relay.taken.count(2, ({ to }) => to.includes("ada@far.example"));
      const read = await Promise.all(answers.map(({ raw }) => simpleParser(raw)));
      expect(read.map(({ subject }) => subject)).toEqual(["Re: Order 4711", "Re: Order 4711"]);
      expect(read[1]!.text).toContain("You asked: Thank you. And the invoice?");
      // One conversation, and the second mail had opened it again.
      const threads = await rowsOf<{ message_count: number }>(api, `/threads?identity_id=${desk.id}`, 1);
      expect(threads.map(({ message_count }) => message_count)).toEqual([4]);
    });

    test("outreach: a call a recipient, one for what became of all, one to let somebody go", async () => {
      const sales = await world.address("sales");
      const people = ["bea", "cem", "dan", "eve", "flo"].map((name) => `${name}@far.example`);
      const agent = counted(world.api);
      for (const to of people) {
        const mail = { from: sales.email, to, subject: `Hello ${to.split("@")[0]}`, text: "Shall we talk?" };
        const headers = { "List-Unsubscribe": "<https://example.com/stop>" };
        await agent.must(201, agent.post("/messages", { ...mail, headers }));
      }
      expect(agent.calls()).toBe(people.length);
      await world.relay.taken.count(people.length, ({ from }) => from.includes("bounces+"));
      const [first] = await Promise.all(people.map(sentTo));
      expect(String(first!.raw)).toContain("List-Unsubscribe: <https://example.com/stop>");
      const delivered = `/events?identity_id=${sales.id}&type=message.delivered`;
      await rowsOf(world.api, delivered, people.length);
      const { json } = await agent.get<PageOf<{ data: { recipient: string } }>>(delivered);
      expect(json.data.map(({ data }) => data.recipient).sort()).toEqual(people);
      await agent.must(201, agent.post("/suppressions", { email: people[1], reason: "asked us to stop" }));
      expect(agent.calls()).toBe(people.length + 2);
      // From now on the service itself refuses to write there.
      const again = { from: sales.email, to: people[1], text: "Once more?" };
      expect((await world.api.post("/messages", again)).json).toMatchObject({
        error: { code: "recipient_refused" },
      });
    });

    test("scheduling: one call each to invite, to see who comes and to move; two for a mail of tomorrow", async () => {
      const host = await world.address("host");
      const guest = await world.address("guest");
      const guestHook = await world.hook(guest.id);
      const events = `/identities/${host.id}/calendar/events`;
      const meeting = {
        title: "Plan",
        start: "2027-03-30T09:00:00",
        end: "2027-03-30T09:30:00",
        timezone: "Europe/Berlin",
        attendees: [{ email: guest.email }],
      };
      const agent = counted(world.api);
      const made = await agent.must<CalendarEvent>(
        201,
        agent.post(events, { ...meeting, send_invites: true }),
      );
      // The guest's side: the invitation is in its calendar, and it answers.
      const { message_id } = await guestHook.next("message.received");
      const invited = await world.api.must<{ calendar_event_id: string }>(
        200,
        world.api.get(`/messages/${message_id}`),
      );
      const path = `/identities/${guest.id}/calendar/events/${invited.calendar_event_id}`;
      await world.api.must(200, world.api.post(`${path}/respond`, { status: "accepted" }));
      await rowsOf(world.api, `/events?identity_id=${host.id}&type=calendar.event.responded`, 1);
      const seen = await agent.must<CalendarEvent>(200, agent.get(`${events}/${made.id}`));
      expect(seen.attendees).toMatchObject([{ email: guest.email, status: "accepted" }]);
      const later = { start: "2027-03-30T14:00:00", end: "2027-03-30T14:30:00", send_invites: true };
      await agent.must(200, agent.patch(`${events}/${made.id}`, later));
      expect(agent.calls()).toBe(3);
      await guestHook.next("message.received");
      expect(await world.api.must<CalendarEvent>(200, world.api.get(path))).toMatchObject({
        start: later.start,
      });

      const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
      const mail = { identity_id: host.id, to: ["ada@far.example"], subject: "Tomorrow", text: "Today!" };
      const draft = await agent.must<Message>(201, agent.post("/drafts", mail));
      const planned = await agent.must<{ status: string }>(
        200,
        agent.post(`/drafts/${draft.id}/schedule`, { send_at: tomorrow }),
      );
      expect([planned.status, agent.calls()]).toEqual(["scheduled", 3 + 2]);
    });

    test("multi-tenant: three calls to take a customer on, who then sees only what is its own", async () => {
      const keys: Api[] = [];
      const boxes: { id: string; email: string }[] = [];
      for (const name of ["acme", "umbrella"]) {
        const platform = counted(world.api);
        const pod = await platform.must<{ id: string }>(
          201,
          platform.post("/pods", { name, client_id: `crm-${name}` }),
        );
        const box = await platform.must<{ id: string; email: string }>(
          201,
          platform.post("/identities", {
            email: `${name}@agents.example`,
            pod_id: pod.id,
            tenant_id: `crm-${name}`,
          }),
        );
        const key = { name, identity_ids: [box.id] };
        const { token } = await platform.must<{ token: string }>(201, platform.post("/api-keys", key));
        expect(platform.calls()).toBe(3);
        keys.push(world.api.as(token));
        boxes.push(box);
      }
      await world.mail({ from: "ada@far.example", to: boxes[0]!.email, subject: "For Acme", text: "Hi" });
      const [acme, umbrella] = keys as [Api, Api];
      const [thread] = await rowsOf<{ id: string }>(acme, "/threads", 1);
      // One call shows a customer all that it has.
      const customer = counted(umbrella);
      expect((await customer.get<PageOf<{ id: string }>>("/identities")).json.data).toMatchObject([
        boxes[1]!,
      ]);
      expect(customer.calls()).toBe(1);
      const foreign = await umbrella.get(`/threads/${thread!.id}`);
      expect([foreign.status, (await umbrella.get<PageOf<object>>("/threads")).json.data]).toEqual([404, []]);
      const asAcme = { from: boxes[0]!.email, to: "bea@far.example", text: "I am not Acme" };
      expect((await umbrella.post("/messages", asAcme)).status).toBe(404);
    });

    test("one-time codes: two calls, with a fresh address or one that is there", async () => {
      const send = (to: string, code: string) =>
        world.mail({ from: "login@far.example", to, subject: "Your code", text: `Your code is ${code}.` });
      const codeIn = ({ reply_text }: Message) => /\b\d{6}\b/.exec(reply_text)?.[0];
      // One webhook for all addresses says when it has come: make the address, read the mail.
      const everywhere = { url: `${world.receiver.url}/codes`, event_types: ["message.received"] };
      await world.api.must(201, world.api.post("/webhooks", everywhere));
      const agent = counted(world.api);
      const soon = new Date(Date.now() + 3_600_000).toISOString();
      const fresh = await agent.must<{ id: string; email: string }>(
        201,
        agent.post("/identities", { email: "signup-1@agents.example", expires_at: soon }),
      );
      await send(fresh.email, "042042");
      const { event } = await world.receiver.calls.find(
        ({ path, event }) => path.endsWith("/codes") && event.data.identity_id === fresh.id,
      );
      const read = await agent.must<Message>(200, agent.get(`/messages/${event.data.message_id}`));
      expect([codeIn(read), agent.calls()]).toEqual(["042042", 2]);
      // Without a public URL: wait for the next event of the address, read the mail. Who waits again and again has the
      // cursor of the wait before.
      const waiting = counted(world.api);
      // A webhook tells an event at once, lists show it once no older transaction of the PostgreSQL server runs.
      const listed = `/events?identity_id=${fresh.id}&type=message.received`;
      await rowsOf<object>(world.api, listed, 1);
      const { next_cursor } = (
        await world.api.get<PageOf<object>>(`/events?identity_id=${fresh.id}&cursor=now`)
      ).json;
      const wait = `/events?identity_id=${fresh.id}&type=message.received&wait=60&cursor=${next_cursor}`;
      const [{ json }] = await Promise.all([
        waiting.get<PageOf<{ data: { message_id: string } }>>(wait),
        send(fresh.email, "171717"),
      ]);
      const second = await waiting.must<Message>(
        200,
        waiting.get(`/messages/${json.data[0]!.data.message_id}`),
      );
      expect([codeIn(second), waiting.calls()]).toEqual(["171717", 2]);
    });

    test("files: one call to send one, two to get one", async () => {
      const office = await world.address("office");
      const hook = await world.hook(office.id);
      const bytes = Buffer.from("%PDF-1.7\n%âãÏÓ\n", "latin1");
      const agent = counted(world.api);
      const file = {
        filename: "invoice.pdf",
        content_type: "application/pdf",
        content: bytes.toString("base64"),
      };
      const mail = { from: office.email, to: "files@far.example", subject: "Invoice", text: "Here it is." };
      await agent.must(201, agent.post("/messages", { ...mail, attachments: [file] }));
      expect(agent.calls()).toBe(1);
      const sent = await simpleParser((await sentTo("files@far.example")).raw);
      expect(sent.attachments.map(({ filename, content }) => [filename, content.equals(bytes)])).toEqual([
        ["invoice.pdf", true],
      ]);

      const attachments = [{ filename: "signed.pdf", content: bytes, contentType: "application/pdf" }];
      await world.mail({ from: "ada@far.example", to: office.email, subject: "Signed", attachments });
      const told = await hook.next("message.received");
      expect(told.has_attachments as unknown).toBe(true);
      const reader = counted(world.api);
      const message = await reader.must<Message>(200, reader.get(`/messages/${told.message_id}`));
      const got = await reader.bytes(`/attachments/${message.attachments[0]!.id}`);
      expect([Buffer.from(got).equals(bytes), reader.calls()]).toEqual([true, 2]);
    });

    test("fan-out: one call to write to many, none for each agent that is told, two to repeat what was lost", async () => {
      const news = await world.address("news");
      const many = Array.from({ length: 20 }, (_, n) => `reader${n}@far.example`);
      const agent = counted(world.api);
      const letter = { from: news.email, to: news.email, bcc: many, subject: "News", text: "All is well." };
      const sent = await agent.must<Message>(201, agent.post("/messages", letter));
      await rowsOf(world.api, `/events?identity_id=${news.id}&type=message.delivered`, many.length + 1);
      const { json } = await agent.get<PageOf<{ status: string }>>(`/messages/${sent.id}/recipients`);
      expect(new Set(json.data.map(({ status }) => status))).toEqual(new Set(["delivered"]));
      expect([json.data.length, agent.calls()]).toEqual([many.length + 1, 2]);

      // Three agents listen to one address; one call fails.
      const team = await world.address("team");
      const hooks = await Promise.all([world.hook(team.id), world.hook(team.id), world.hook(team.id)]);
      const refused: string[] = [];
      world.receiver.answer((call) => {
        if (!call.path.endsWith(team.id) || refused.length > 0) return new Response("ok");
        refused.push(call.event.id);
        return new Response("down", { status: 500 });
      });
      await world.mail({ from: "ada@far.example", to: team.email, subject: "To all", text: "Hi" });
      await world.receiver.calls.count(3, ({ path }) => path.endsWith(team.id));
      const failed = await eventually(async () => {
        const lists = await Promise.all(
          hooks.map(({ id }) => world.api.get<PageOf<Delivery>>(`/deliveries?webhook_id=${id}`)),
        );
        return lists.flatMap(({ json }) => json.data).find(({ status }) => status === "retrying");
      });
      const repair = counted(world.api);
      await repair.must(200, repair.get(`/deliveries?webhook_id=${failed.webhook_id}`));
      await repair.must(200, repair.post(`/deliveries/${failed.id}/replay`));
      const calls = await world.receiver.calls.count(4, ({ path }) => path.endsWith(team.id));
      expect(new Set(calls.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
      expect(repair.calls()).toBe(2);
    });

    test("search: one call to find, one to mark fifty as read", async () => {
      const box = await world.address("archive");
      const subjects = Array.from({ length: 50 }, (_, n) => `Rechnung ${n}`);
      await Promise.all(
        subjects.map((subject) =>
          world.mail({
            from: "billing@far.example",
            to: box.email,
            subject,
            text: "Zahlbar in 14 Tagen, Straße 1",
          }),
        ),
      );
      await world.mail({
        from: "ada@far.example",
        to: box.email,
        subject: "Lunch?",
        text: "At the Rechnungshof",
      });
      const found = `/messages/search?q=rechnung&from=far.example&is_read=false&identity_id=${box.id}&limit=200`;
      // The index follows the commits.
      await rowsOf(world.api, found, 51);
      const agent = counted(world.api);
      const only = found.replace("from=far.example", "from=billing@far.example");
      const { data } = (await agent.get<PageOf<Message>>(only)).json;
      expect(data.length).toBe(50);
      const marked = await agent.must<{ count: number }>(
        200,
        agent.patch("/messages", { ids: data.map(({ id }) => id), is_read: true }),
      );
      expect([marked.count, agent.calls()]).toEqual([50, 2]);
      const left = (await world.api.get<PageOf<Message>>(found)).json.data;
      expect(left.map(({ subject }) => subject)).toEqual(["Lunch?"]);
    });
  });
}
