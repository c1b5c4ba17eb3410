// What was acknowledged is there, once, whatever becomes of the process. `kill -9` in the middle of intake: twice, 20
// times with KILLS=20. SIGTERM: what is under way is finished first.
import { expect, test } from "bun:test";
import { connect } from "node:net";
import { apiClient } from "../support/app/api.ts";
import { eventually } from "../support/app/app.ts";
import { type Kind, storeKinds, type TempStore, tempStore } from "../support/app/database.ts";
import { runCommand, type Server, startServer } from "../support/app/server.ts";
import { dialogue, openData } from "../support/smtp/client.ts";

const kills = Number(process.env.KILLS ?? 2);
const sessions = 8;

/** A mail that is told from all others by its number. Every seventh is too large for a row of the database. */
function mailOf(number: number): string {
  const large = number % 7 === 0 ? noise(number) : "";
  return `Message-ID: <k${number}@killer.example>\r\nSubject: k${number}\r\n\r\nbody ${number}\r\n${large}`;
}

/** 150 kB that do not compress well. */
function noise(seed: number): string {
  const lines: string[] = [];
  let state = seed + 1;
  for (let n = 0; n < 2000; n++) {
    let line = "";
    for (let m = 0; m < 9; m++) {
      state = (state * 1103515245 + 12345) % 2147483648;
      line += state.toString(36);
    }
    lines.push(line);
  }
  return `${lines.join("\r\n")}\r\n`;
}

/** Sends mails one after the other until the connection ends; says which one was accepted. */
function session(
  port: number,
  addresses: readonly string[],
  { next, accepted }: { next: () => number | null; accepted: (number: number) => void },
): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    let under: number | null = null;
    let data = false;
    const begin = () => {
      under = next();
      if (under === null) {
        socket.end("QUIT\r\n");
        return;
      }
      const to = addresses[under % addresses.length]!;
      data = false;
      socket.write(`MAIL FROM:<a@killer.example>\r\nRCPT TO:<${to}>\r\nDATA\r\n`);
    };
    const hear = (line: string) => {
      if (line.startsWith("220")) socket.write("EHLO killer.example\r\n");
      else if (line.startsWith("354")) {
        data = true;
        socket.write(`${mailOf(under!)}\r\n.\r\n`);
      } else if (line.startsWith("250 SIZE")) begin();
      else if (data && line.startsWith("250 ")) {
        accepted(under!);
        begin();
      }
    };
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const lines = text.split("\r\n");
      text = lines.pop()!;
      for (const line of lines) hear(line);
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve());
  });
}

/** A server with ten addresses. */
async function prepare(store: TempStore): Promise<{ server: Server; addresses: string[] }> {
  const init = await runCommand(store, ["init", "--json"]);
  const { api_key, domain_id } = JSON.parse(init.stdout) as { api_key: string; domain_id: string };
  const server = await startServer(store);
  const api = apiClient(`http://127.0.0.1:${server.ports.http}`, api_key);
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      api.must<{ email: string }>(201, api.post("/identities", { domain_id, local_part: `k${n}` })),
    ),
  );
  return { server, addresses: made.map(({ email }) => email) };
}

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
      timeout: 60_000 + kills * 30_000,
    },
  );
  run(`SIGTERM finishes what is under way, ${kind}`, () => draining(kind), { timeout: 60_000 });
}
