// Mixed use of a server, a round at a time: what agents, people and strangers do with it all day, a little of each.
import { Wire } from "../bench/imap-wire.ts";
import { mixedMails, textMails } from "../bench/intake.ts";
import { type BenchServer, call, createAddresses } from "../bench/server.ts";
import { sendRaw } from "../support/smtp/client.ts";
import { beginPrograms, type Programs } from "./programs.ts";

interface Address {
  id: string;
  email: string;
}

export interface Use {
  server: BenchServer;
  addresses: Address[];
  label: string;
  imap: Wire;
  programs: Programs;
  /** Calls that webhooks have made. */
  hooks: () => number;
  stop(): Promise<void>;
}

const addressCount = 20;
const mails = [...textMails.slice(0, 20), ...mixedMails.slice(0, 20)];

/** @param imapPort a server's with ALLOW_PLAINTEXT_AUTH=loopback */
export async function beginUse(server: BenchServer, imapPort: number): Promise<Use> {
  const addresses = await createAddresses(server, "soak", addressCount);
  const { id } = addresses[0]!;
  let calls = 0;
  const receiver = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response(null, { status: ++calls % 500 === 0 ? 500 : 200 }),
  });
  await call(server, "/webhooks", { url: `http://127.0.0.1:${receiver.port}/hook` });
  const label = await call<{ id: string }>(server, "/labels", { identity_id: id, name: "soak" });
  const login = await call<{ username: string; password: string }>(server, "/app-passwords", {
    identity_id: id,
    name: "soak",
  });
  const imap = await Wire.logIn(imapPort, login.username, login.password);
  await imap.command("SELECT INBOX");
  const programs = await beginPrograms(server, { address: addresses[0]!, label: label.id, imapPort });
  return {
    server,
    addresses,
    label: label.id,
    imap,
    programs,
    hooks: () => calls,
    async stop() {
      await programs.stop();
      await imap.command("LOGOUT").catch(() => undefined);
      await receiver.stop(true);
    },
  };
}

/** One round of everything. @throws Error when something is refused */
export async function useOnce(use: Use, n: number): Promise<void> {
  const { server, addresses } = use;
  const [one, other] = [addresses[n % addressCount]!, addresses[(n * 7 + 1) % addressCount]!];
  await Promise.all([receive(use, n), send(use, n), schedule(server, one, n), plan(server, one, n)]);
  await read(use, one);
  await lookInside(use);
  await use.programs.look(n);
  if (n % 20 === 0) await comeAndGo(server, n);
  await call(server, `/threads?identity_id=${other.id}&limit=50`);
}

async function receive({ server, addresses }: Use, n: number): Promise<void> {
  const sendOne = (k: number) => {
    const raw = mails[(n * 3 + k) % mails.length]!.replace("@ID@", `soak-${n}-${k}`);
    const to = k === 0 ? addresses[0]! : addresses[(n + k) % addressCount]!;
    return sendRaw(server.smtpPort, { from: "sender@bench.example", to: to.email, raw });
  };
  await Promise.all([0, 1, 2].map(sendOne));
}

async function send({ server, addresses }: Use, n: number): Promise<void> {
  const from = addresses[n % addressCount]!.email;
  const to = [addresses[(n + 3) % addressCount]!.email, `far${n}@sink.example`];
  await call(server, "/messages", { from, to, subject: `Soak ${n}`, text: `A letter, number ${n}.` });
}

async function schedule(server: BenchServer, { id }: Address, n: number): Promise<void> {
  const to = [`later${n}@sink.example`];
  const draft = await call<Address>(server, "/drafts", {
    identity_id: id,
    to,
    subject: "Later",
    text: "Yes.",
  });
  if (n % 2 === 0) await change(server, "DELETE", `/drafts/${draft.id}`);
  else {
    // Far enough ahead that it is in time on a busy machine too.
    const at = new Date(performance.timeOrigin + performance.now() + 90_000).toISOString();
    await call(server, `/drafts/${draft.id}/schedule`, { send_at: at });
  }
}

async function plan(server: BenchServer, { id }: Address, n: number): Promise<void> {
  const day = `2027-0${1 + (n % 9)}-1${n % 10}`;
  const path = `/identities/${id}/calendar/events`;
  const event = await call<Address>(server, path, {
    title: `Meeting ${n}`,
    start: `${day}T10:00:00`,
    end: `${day}T11:00:00`,
    timezone: "Europe/Berlin",
    ...(n % 5 === 0 ? { recurrence: { rule: "FREQ=WEEKLY;COUNT=10" } } : {}),
  });
  await change(server, "PATCH", `${path}/${event.id}`, { title: `Other ${n}` });
  if (n % 3 === 0) await change(server, "DELETE", `${path}/${event.id}`);
}

async function read({ server, label, addresses }: Use, { id }: Address): Promise<void> {
  const threads = await call<Address[]>(server, `/threads?identity_id=${id}&limit=20`);
  const [thread] = threads;
  if (thread) {
    const [message] = await call<Address[]>(server, `/messages?thread_id=${thread.id}`);
    if (message) await change(server, "PATCH", `/messages/${message.id}`, { is_read: true });
    if (id === addresses[0]!.id) await change(server, "PUT", `/threads/${thread.id}/labels/${label}`);
    await change(server, "PATCH", `/threads/${thread.id}`, { status: "resolved" });
  }
  await call(server, "/messages/search?q=letter&limit=10");
  await call(server, `/events?type=message.received&identity_id=${id}`);
  await call(server, `/mailboxes?identity_id=${id}`);
}

async function lookInside({ imap }: Use): Promise<void> {
  await imap.command("NOOP");
  await imap.command("FETCH * (FLAGS ENVELOPE BODY.PEEK[])");
  await imap.command("STORE 1 +FLAGS (\\Flagged $Work)");
  await imap.command("SEARCH TEXT lantern");
  await imap.command("STORE 1 +FLAGS (\\Deleted)");
  await imap.command("EXPUNGE");
}

/** An address that comes, is written to and goes: the janitor puts away what it leaves. */
async function comeAndGo(server: BenchServer, n: number): Promise<void> {
  const [address] = await createAddresses(server, `guest${n}x`, 1);
  const raw = textMails[n % textMails.length]!.replace("@ID@", `guest-${n}`);
  await sendRaw(server.smtpPort, { from: "sender@bench.example", to: address!.email, raw });
  await change(server, "DELETE", `/identities/${address!.id}`);
}

async function change(server: BenchServer, method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${server.api}${path}`, {
    method,
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  // A fresh mail may be another's by now.
  if (!response.ok && response.status !== 404)
    throw new Error(`${method} ${path}: ${response.status} ${text}`);
}
