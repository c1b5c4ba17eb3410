// Journeys of people who build on Postroom, by REST and webhooks, with the built executable, and the calls that each takes. What
// stands before `counted` is set up once and for all; what happens by itself (webhooks, mail) is no call. Those of an agent alone
// are in by-door.test.ts.
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
}

interface Delivery {
  id: string;
  webhook_id: string;
  status: string;
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
  });
}
