// What was acknowledged is there, once, whatever becomes of the process. `kill -9` in the middle of intake: twice, 20
// times with KILLS=20. SIGTERM: what is under way is finished first.
import { expect, test } from "bun:test";
import { connect } from "node:net";
import { eventually } from "../../support/app/app.ts";
import { type Kind, storeKinds, tempStore } from "../../support/app/database.ts";
import { runCommand, startServer } from "../../support/app/server.ts";
import { dialogue, openData } from "../../support/smtp/client.ts";
import { prepare, session } from "../numbered-mail.ts";

const kills = Number(process.env.KILLS ?? 2);
const sessions = 8;

async function killing(kind: Kind): Promise<void> {
  const store = await tempStore(kind);
  const { server: first, addresses } = await prepare(store);
  const accepted: number[] = [];
  const unsure = new Set<number>();
  let last = 0;
  for (let round = 0; round < kills; round++) {
    const server = round === 0 ? first : await startServer(store);
    // what was under way at the last kill is sent again, byte for byte, before anything else
    const again = [...unsure];
    const goal = accepted.length + again.length + 20 + ((round * 37) % 90);
    const killed = Promise.withResolvers<void>();
    const talk = {
      next() {
        const number = again.shift() ?? ++last;
        unsure.add(number);
        return number;
      },
      accepted(number: number) {
        accepted.push(number);
        unsure.delete(number);
        if (accepted.length === goal) killed.resolve(server.kill());
      },
    };
    await Promise.all([
      killed.promise,
      ...Array.from({ length: sessions }, () => session(server.ports.smtp, addresses, talk)),
    ]);
  }
  const server = await startServer(store);
  const again = [...unsure];
  await session(server.ports.smtp, addresses, {
    next: () => again.shift() ?? null,
    accepted: (number) => void accepted.push(number),
  });
  expect(await runCommand(store, ["check"])).toMatchObject({ exitCode: 0, stdout: "Everything agrees.\n" });
  expect((await server.stop()).exitCode).toBe(0);

  const database = await store.open();
  const rows = await database.values(
    "select substr(subject, 2)::int4 as n, count(*)::int4 from messages group by subject order by n",
  );
  const wanted = Array.from({ length: last }, (_, n) => n + 1);
  expect([...accepted].sort((a, b) => a - b)).toEqual(wanted);
  expect(rows).toEqual(wanted.map((n) => [n, 1]));
  await store.dispose();
}

async function draining(kind: Kind): Promise<void> {
  const store = await tempStore(kind);
  const { server, addresses } = await prepare(store);
  const [to] = addresses;
  const [busy, idle, between] = await Promise.all([1, 2, 3].map(() => dialogue(server.ports.smtp)));
  expect((await openData(busy!, "a@x.example", to!)).at(-1)).toStartWith("354 ");
  await busy!.write("Subject: under way\r\n\r\nfirst half\r\n");
  await between!.say("MAIL FROM:<a@x.example>");
  const stopped = server.stop();
  await server.said("shutting down");
  // nobody new is let in
  await eventually(async () => (await refused(server.ports.smtp)) && (await refused(server.ports.http)));
  await busy!.write("second half\r\n.\r\n");
  expect(await busy!.reply()).toStartWith("250 2.6.0 ");
  expect(await busy!.reply()).toStartWith("421 4.3.2 ");
  expect(await idle!.reply()).toStartWith("421 4.3.2 ");
  expect(await between!.reply()).toStartWith("421 4.3.2 ");
  const { exitCode, stderr } = await stopped;
  expect(exitCode).toBe(0);
  expect(stderr).not.toContain('"level":"error"');
  const database = await store.open();
  expect(await database.values("select subject from messages")).toEqual([["under way"]]);
  await store.dispose();
}

function refused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.on("error", () => resolve(true));
  });
}

for (const kind of storeKinds) {
  const run = kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined ? test.skip : test;
  run(
    `${kills} kills in the middle of intake lose nothing and store nothing twice, ${kind}`,
    () => killing(kind),
    {
      timeout: 300_000 + kills * 60_000,
    },
  );
  run(`SIGTERM finishes what is under way, ${kind}`, () => draining(kind), { timeout: 300_000 });
}
