// Ten journeys of an agent at each door: REST, both SDKs, MCP and the command line, of the built executable. A journey is written
// once, and the calls that it takes are the same at every door, but where the table says otherwise.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { eventually } from "../../support/app/app.ts";
import { storeKinds } from "../../support/app/database.ts";
import { runCommand } from "../../support/app/server.ts";
import { mcpClient } from "../../support/clients/mcp.ts";
import { noClients } from "../../support/clients/others.ts";
import { mcpDoor, shellDoor } from "./doors/agents.ts";
import type { Door, Outgoing } from "./doors/door.ts";
import { restDoor } from "./doors/rest.ts";
import { pythonDoor, typescriptDoor } from "./doors/sdks.ts";
import { startWorld, type World } from "./world.ts";

/** Addresses of one agent, each for one kind of journey. */
const names = ["desk", "login", "office", "host", "away", "archive", "asks"] as const;

interface Agent {
  door: Door;
  /** Email by name. */
  own: Record<(typeof names)[number], string>;
  guest: { id: string; email: string };
  world: World;
  /** Its mail to somebody outside, once it is there. */
  sentTo(email: string): Promise<{ text: string; files: string[] }>;
}

interface Journey {
  name: string;
  calls: number;
  run(agent: Agent): Promise<void>;
}

const from = "Ada <ada@far.example>";
const day = { after: "2031-05-05T09:00:00Z", before: "2031-05-05T17:00:00Z" };

const journeys: readonly Journey[] = [
  {
    name: "support desk: take what came, answer it, say that it is done",
    calls: 3,
    async run({ door, own, world, sentTo }) {
      await world.mail({ from, to: own.desk, subject: "Order 4711", text: "Where is my order?" });
      const item = await door.next(own.desk);
      expect(item).toMatchObject({ kind: "mail", text: "Where is my order?" });
      await door.reply(item!.message!, `You asked ${own.desk}: ${item!.text}`);
      expect(await door.next(own.desk, item!.ack)).toBeNull();
      await sentTo(`You asked ${own.desk}`);
    },
  },
  {
    name: "a code: take the mail, read the code",
    calls: 2,
    async run({ door, own, world }) {
      await world.mail({ from, to: own.login, subject: "Your code", text: "Your code is 042042." });
      const item = await door.next(own.login);
      expect(await door.codes(item!.message!)).toEqual(["042042"]);
    },
  },
  {
    name: "a file that leaves",
    calls: 1,
    async run({ door, own, sentTo }) {
      const file = { name: "report.csv", text: "a,b\n1,2\n" };
      expect(await door.send({ ...mailOf(own.office), file })).toBe("sent");
      expect((await sentTo(`From ${own.office}`)).files).toEqual(["report.csv: a,b\n1,2\n"]);
    },
  },
  {
    name: "a file that comes: take the mail, read it",
    calls: 2,
    async run({ door, own, world }) {
      const attachments = [{ filename: "signed.txt", content: "Signed by Ada." }];
      await world.mail({ from, to: own.office, subject: "Signed", text: "Here.", attachments });
      const item = await door.next(own.office);
      expect((await door.fileText(item!.files[0]!)).trim()).toBe("Signed by Ada.");
    },
  },
  {
    name: "scheduling: find a time, invite, hear who comes",
    calls: 3,
    async run({ door, own, world, guest }) {
      const busy = {
        title: "Busy",
        start: "2031-05-05T09:00:00",
        end: "2031-05-05T10:00:00",
        timezone: "UTC",
      };
      await world.api.must(201, world.api.post(`/identities/${own.host}/calendar/events`, busy));
      const start = await door.freeHour(own.host, day);
      expect(start.slice(0, 16)).toBe("2031-05-05T10:00");
      const end = "2031-05-05T11:00:00";
      await door.invite(own.host, { title: `Plan of ${own.host}`, start, end, guest: guest.email });
      const { id } = await eventOf(world, guest.id, `Plan of ${own.host}`);
      const path = `/identities/${guest.id}/calendar/events/${id}/respond`;
      await world.api.must(200, world.api.post(path, { status: "accepted" }));
      expect((await door.next(own.host))!.kind).toBe("invitation");
    },
  },
  {
    name: "a meeting that is moved, and its guest told",
    calls: 1,
    async run({ door, own, world, guest }) {
      const title = `Talk of ${own.host}`;
      const made = {
        title,
        start: "2031-05-06T10:00:00",
        end: "2031-05-06T11:00:00",
        timezone: "UTC",
        attendees: [{ email: guest.email }],
        send_invites: true,
      };
      const { id } = await world.api.must<{ id: string }>(
        201,
        world.api.post(`/identities/${own.host}/calendar/events`, made),
      );
      await eventOf(world, guest.id, title);
      const to = { start: "2031-05-06T14:00:00", end: "2031-05-06T15:00:00" };
      await door.move(own.host, id, to);
      await eventually(async () => (await eventOf(world, guest.id, title)).start === to.start);
    },
  },
  {
    name: "what happened while it was away",
    calls: 1,
    async run({ door, own, world }) {
      for (const subject of ["First", "Second"])
        await world.mail({ from, to: own.away, subject, text: "Hi" });
      expect(await door.unread(own.away)).toEqual(["Second", "First"]);
    },
  },
  {
    name: "find some mails, mark them as read",
    calls: 2,
    async run({ door, own, world }) {
      for (const n of [1, 2, 3])
        await world.mail({ from, to: own.archive, subject: `Rechnung ${n}`, text: "Zahlbar" });
      const path = `/messages/search?q=rechnung&identity_id=${own.archive}`;
      // The index follows the commits.
      await eventually(async () => (await world.api.get<{ data: unknown[] }>(path)).json.data.length === 3);
      const found = await door.find(own.archive, "rechnung");
      expect(found.length).toBe(3);
      await door.markRead(found);
      expect((await world.api.get<{ data: [] }>(`${path}&is_read=false`)).json.data).toEqual([]);
    },
  },
  {
    name: "a mail of tomorrow",
    calls: 1,
    async run({ door, own }) {
      const at = new Date(Date.now() + 86_400_000).toISOString();
      expect(await door.sendLater(mailOf(own.office), at)).toBe("scheduled");
    },
  },
  {
    name: "a mail that waits for a person, and what they decide",
    calls: 2,
    async run({ door, own, world }) {
      expect(await door.send(mailOf(own.asks))).toBe("held");
      const { data } = (
        await world.api.get<{ data: { id: string }[] }>(`/reviews?identity_id=${own.asks}&status=pending`)
      ).json;
      await world.api.must(200, world.api.post(`/reviews/${data[0]!.id}/reject`, { reason: "Not yet." }));
      expect((await door.next(own.asks))!.kind).toBe("review");
    },
  },
];

function mailOf(own: string): Outgoing {
  return { from: own, to: "ada@far.example", subject: `From ${own}`, text: `From ${own}` };
}

/** An event of a calendar by its title, once it is there. */
function eventOf(world: World, identity: string, title: string) {
  const path = `/identities/${identity}/calendar/events?after=2031-05-01T00:00:00Z&before=2031-06-01T00:00:00Z&limit=100`;
  return eventually(async () => {
    const { data } = (await world.api.get<{ data: { id: string; title: string; start: string }[] }>(path))
      .json;
    return data.find((event) => event.title === title);
  });
}

const doors: Record<string, (world: World, key: string) => Promise<Door>> = {
  REST: async ({ api }, key) => restDoor(api.as(key)),
  "TypeScript SDK": async ({ api }, key) => typescriptDoor({ url: api.base, key }),
  "Python SDK": async ({ api }, key) => pythonDoor({ url: api.base, key }),
  MCP: async ({ api }, key) => mcpDoor(await mcpClient(api.base, key)),
  "command line": async ({ api, store }, key) =>
    shellDoor({
      run: (words) =>
        runCommand({ dataDir: store.dataDir, databaseUrl: null }, words, {
          settings: { POSTROOM_URL: api.base, POSTROOM_KEY: key },
        }),
      keep: (name, text) => writeFileSync(join(store.dataDir, name), text),
    }),
};

for (const kind of storeKinds) {
  if (kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined) {
    test.skip("journeys by door on Postgres: POSTROOM_TEST_DATABASE_URL is not set", () => {});
    continue;
  }
  describe(`journeys by door, ${kind}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await startWorld(kind);
    });
    afterAll(() => world.stop());

    for (const [name, open] of Object.entries(doors)) {
      const isSkipped = name === "Python SDK" && noClients !== null;
      test.skipIf(isSkipped)(name, async () => {
        const agent = await agentOf(world, name, open);
        try {
          for (const journey of journeys) {
            const before = agent.door.calls();
            await journey.run(agent);
            const calls = agent.door.calls() - before;
            expect([name, journey.name, calls]).toEqual([name, journey.name, journey.calls]);
          }
        } finally {
          await agent.door.close();
        }
      });
    }
  });
}

/** An agent with a key for its own addresses alone. */
async function agentOf(
  world: World,
  name: string,
  open: (world: World, key: string) => Promise<Door>,
): Promise<Agent> {
  const { api } = world;
  const suffix = name.toLowerCase().replaceAll(" ", "-");
  const boxes = await Promise.all(names.map((one) => world.address(`${one}-${suffix}`)));
  const guest = await world.address(`guest-${suffix}`);
  const asks = boxes[names.indexOf("asks")]!;
  const protection = { outbound: "all", approver: "key" };
  await api.must(200, api.call("PUT", `/identities/${asks.id}/protection`, protection));
  const { token } = await api.must<{ token: string }>(
    201,
    api.post("/api-keys", { name, identity_ids: boxes.map(({ id }) => id) }),
  );
  const own = Object.fromEntries(names.map((one, n) => [one, boxes[n]!.email])) as Agent["own"];
  return {
    door: await open(world, token),
    own,
    guest,
    world,
    async sentTo(words) {
      const { raw } = await world.relay.taken.find(({ raw }) => String(raw).includes(words));
      const mail = await simpleParser(raw);
      return {
        text: mail.text ?? "",
        files: mail.attachments.map(({ filename, content }) => `${filename}: ${content}`),
      };
    },
  };
}
