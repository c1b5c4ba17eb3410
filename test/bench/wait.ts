// `bun test/bench/wait.ts`: how long after the 250 a waiting call is answered, on the server of the bench.
import { optionsOf } from "../support/options.ts";
import { dialogue } from "../support/smtp/client.ts";
import { benchDatabase } from "./database.ts";
import { quantiles } from "./quantiles.ts";
import { createAddresses, startServer } from "./server.ts";

const {
  store,
  rounds,
  waiting: others,
} = optionsOf({
  call: "bun test/bench/wait.ts",
  about: `
Measures how long after the 250 of a mail a call is answered that waits for it (POST /messages/wait), on the built executable: half a
minute. Other calls wait beside it for mail that does not come.`,
  options: {
    store: {
      value: "DATABASE",
      among: ["embedded", "postgres"],
      default: "embedded",
      about: "one of embedded, postgres",
    },
    rounds: { value: "N", number: true, default: 300, about: "mails" },
    waiting: { value: "N", number: true, default: 15, about: "other calls" },
  },
});

const database = store === "postgres" ? await benchDatabase() : null;
const server = await startServer(store, database?.url ?? null);
try {
  const [mine, other] = await createAddresses(server, "wait", 2);
  const wait = async (identity_id: string, after: string) => {
    const response = await fetch(`${server.api}/messages/wait`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
      body: JSON.stringify({ identity_id, after, wait: 60 }),
    });
    const { data } = (await response.json()) as { data: { created_at: string }[] };
    return { at: performance.now(), data };
  };
  const idle = Array.from({ length: others }, () =>
    wait(other!.id, "2099-01-01T00:00:00Z").catch(() => null),
  );
  const smtp = await dialogue(server.smtpPort);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const waiting = wait(mine!.id, new Date().toISOString());
    await Bun.sleep(30);
    await smtp.say("MAIL FROM:<ann@far.example>");
    await smtp.say(`RCPT TO:<${mine!.email}>`);
    await smtp.say("DATA");
    const reply = await smtp.say(
      `From: ann@far.example\r\nTo: ${mine!.email}\r\nSubject: ${round}\r\n\r\nThe code is 123456.\r\n.`,
    );
    if (!reply.startsWith("250")) throw new Error(reply);
    const accepted = performance.now();
    times.push((await waiting).at - accepted);
  }
  smtp.close();
  const { p50, p99 } = quantiles(times);
  process.stdout.write(
    `${store}, ${rounds} rounds, ${others} others waiting: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms\n`,
  );
  void idle;
} finally {
  await server.stop();
  await database?.stop();
}
