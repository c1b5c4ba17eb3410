// Latencies: from an accepted mail to its webhook call, and of REST lists and reads in mailboxes of two sizes.
import { intake, textMails } from "./intake.ts";
import { type Quantiles, quantiles } from "./quantiles.ts";
import { type BenchServer, call, createAddresses } from "./server.ts";

/** Milliseconds from the event's created_at (inside the turn, before the 250) to the call's arrival, at 100 mails a second. */
export async function webhookLatency(server: BenchServer, seconds: number): Promise<Quantiles> {
  const [address] = await createAddresses(server, "hooked", 1);
  const latencies: number[] = [];
  const receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const now = performance.timeOrigin + performance.now();
      const event = (await request.json()) as { type: string; created_at: string };
      if (event.type === "message.received") latencies.push(now - Date.parse(event.created_at));
      return new Response("ok");
    },
  });
  await call(server, "/webhooks", {
    url: `http://127.0.0.1:${receiver.port}/hook`,
    identity_id: address!.id,
    event_types: ["message.received"],
  });
  const total = seconds * 100;
  for (let sent = 0; sent < total; sent += 10) {
    const begun = performance.now();
    await intake(server, {
      total: 10,
      sessions: 2,
      recipients: [address!.email],
      mails: textMails.map((mail) => mail.replace("@ID@", `hook-${sent}-@ID@`)),
    });
    await Bun.sleep(Math.max(0, 100 - (performance.now() - begun)));
  }
  for (let waited = 0; latencies.length < total && waited < 10_000; waited += 50) await Bun.sleep(50);
  await receiver.stop(true);
  return quantiles(latencies);
}

export interface Reading {
  size: number;
  list: Quantiles;
  read: Quantiles;
}

/** Fills one mailbox to `size` messages and times GET /threads (50 rows) and GET /messages/{id}. */
export async function readingLatency(server: BenchServer, size: number): Promise<Reading> {
  const [address] = await createAddresses(server, `read${size}x`, 1);
  const filled = await intake(server, { total: size, recipients: [address!.email], mails: textMails });
  if (filled.accepted !== size) throw new Error(`only ${filled.accepted} of ${size} mails were accepted`);
  const list: number[] = [];
  const read: number[] = [];
  let threads: { id: string }[] = [];
  for (let round = 0; round < 220; round++) {
    const begun = performance.now();
    threads = await call<{ id: string }[]>(server, `/threads?identity_id=${address!.id}&limit=50`);
    if (round >= 20) list.push(performance.now() - begun);
  }
  for (let round = 0; round < 220; round++) {
    const [message] = await call<{ id: string }[]>(
      server,
      `/messages?thread_id=${threads[round % threads.length]!.id}`,
    );
    const begun = performance.now();
    await call(server, `/messages/${message!.id}`);
    if (round >= 20) read.push(performance.now() - begun);
  }
  return { size, list: quantiles(list), read: quantiles(read) };
}
