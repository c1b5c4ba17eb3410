// One node of a cluster is away: what its accounts ask is refused until it is back, and the others read, write, send and get mail,
// also where the operator's account, whose domains all accounts use, lies on it. Parts of one PostgreSQL stand for nodes.
import { afterAll, expect, test } from "bun:test";
import { prepareCluster } from "../../src/store/cluster/prepare.ts";
import { check } from "../../src/store/maintenance/check.ts";
import type { PageOf } from "../support/app/api.ts";
import { accountOf, eventually, startTestApp, type TestApp } from "../support/app/app.ts";
import { isCluster, tempStore } from "../support/app/database.ts";
import { signupAccount } from "../support/app/keys.ts";
import { partsAway } from "../support/cluster/away.ts";
import { pretendCitus } from "../support/cluster/pretended.ts";
import { startReceiver, startSink } from "../support/fakes/receivers.ts";
import { ImapTalk, passwordFor, smallMail } from "../support/imap/client.ts";
import { sendMail } from "../support/smtp/client.ts";

const hasServer = process.env.POSTROOM_TEST_DATABASE_URL !== undefined;
// A pooler before a spread database is refused; a real cluster has nodes of its own.
const isOther = isCluster || process.env.POSTROOM_TEST_POOLER_URL !== undefined;
const [receiver, peer] = [startReceiver(), await startSink()];
afterAll(() => {
  partsAway();
  return Promise.all([receiver.stop(), peer.stop()]);
});

/** An account with an address, a webhook and a password. */
async function resident(t: TestApp, account: { accountId: string; api: TestApp["api"] }, email: string) {
  const { api, accountId } = account;
  const { id } = await api.must<{ id: string }>(201, api.post("/identities", { email }));
  await api.must(201, api.post("/webhooks", { url: receiver.url, event_types: ["message.received"] }));
  const mailbox = await passwordFor({ app: t.app, accountId }, { id, email });
  return { api, mailbox, part: t.app.core.database.partOf?.(accountId) ?? 0 };
}

type Resident = Awaited<ReturnType<typeof resident>>;

/** As another process's write does: nothing that memory has of an account is right. It goes past what is away. */
async function forget({ database }: TestApp["app"]["core"]): Promise<void> {
  for (const part of database.parts?.keys() ?? [])
    await database.values(`update part_${part}.accounts set modseq = modseq + 1 returning 1`);
}

let n = 0;
/**
 * Mail in with its webhook, a draft, a message, IMAP.
 * @returns the recipient outside, to whom the message goes
 */
async function works(t: TestApp, { api, mailbox }: Resident): Promise<string> {
  const word = `word${++n}`;
  const { id, email: from } = mailbox;
  const { smtp, imap } = t.app.ports as Record<"smtp" | "imap", number>;
  await forget(t.app.core);
  await sendMail(smtp, { from: "ada@far.example", to: from, subject: `in ${word}`, text: word });
  const { data } = (await api.get<PageOf<{ subject: string }>>(`/messages?identity_id=${id}`)).json;
  expect(data.map(({ subject }) => subject)).toContain(`in ${word}`);
  await receiver.calls.find(({ body }) => body.includes(`in ${word}`));
  const to = `${word}@far.example`;
  await forget(t.app.core);
  await api.must(201, api.post("/drafts", { from, to, subject: word, text: word }));
  await forget(t.app.core);
  await api.must(201, api.post("/messages", { from, to, subject: word, text: word }));
  const talk = await ImapTalk.logIn(imap, mailbox);
  await forget(t.app.core);
  const mail = smallMail(`append ${word}`);
  talk.write(`x APPEND INBOX {${mail.length}+}\r\n${mail}\r\n`);
  expect((await talk.until("x")).at(-1)).toContain("x OK");
  talk.close();
  return to;
}

const leaves = (to: string) => peer.taken.find((taken) => taken.to.includes(to));

/** All that is asked is refused, and nothing is lost of what was there. */
async function waits(t: TestApp, { api, mailbox }: Resident): Promise<void> {
  const { email: from } = mailbox;
  const { smtp, imap } = t.app.ports as Record<"smtp" | "imap", number>;
  await forget(t.app.core);
  expect((await api.get("/messages")).status).toBe(503);
  expect((await api.post("/drafts", { from, to: ["x@far.example"], subject: "no" })).status).toBe(503);
  const mail = { from: "ada@far.example", to: from, subject: "in" };
  const refused = await sendMail(smtp, mail).catch((error: { responseCode: number }) => error.responseCode);
  expect(refused).toBe(451);
  const talk = await ImapTalk.open(imap);
  const [reply] = (await talk.say(`LOGIN ${from} ${mailbox.password}`)).slice(-1);
  expect(reply).toContain("NO [UNAVAILABLE]");
  talk.close();
}

test.skipIf(!hasServer || isOther)(
  "accounts of other parts go on while one part's node is away (POSTROOM_TEST_DATABASE_URL)",
  async () => {
    const store = await tempStore("postgres");
    const database = await store.open();
    await pretendCitus(database);
    await prepareCluster(database, 2);
    // A name of this machine alone: addresses of sign-ups are on the domain that all accounts use.
    const env = {
      MAIL_DOMAIN: "agents.test",
      IMAP_PORT: "0",
      ALLOW_PLAINTEXT_AUTH: "loopback",
      SMTP_RELAY_URL: peer.url,
    };
    const t = await startTestApp(store, { env });
    try {
      const operators = t.app.core.database.partOf?.(t.accountId) ?? 0;
      const residents: Resident[] = [];
      const isThere = (part: number) => residents.some((one) => one.part === part);
      for (let tries = 0; !(isThere(0) && isThere(1)) && tries < 40; tries++)
        residents.push(
          await resident(t, await accountOf(t, `own${tries}.example`), `me@own${tries}.example`),
        );
      // On the operator's domain, in the other part.
      for (let tries = 0; tries < 40; tries++) {
        const account = await signupAccount(t);
        if (t.app.core.database.partOf?.(account.accountId) === operators) continue;
        residents.push(await resident(t, account, "guest@agents.test"));
        break;
      }
      residents.push(await resident(t, t, "op@agents.test"));
      const waiting: string[] = [];
      for (const part of [operators, 1 - operators]) {
        partsAway(part);
        for (const one of residents)
          if (one.part === part) await waits(t, one);
          else {
            const to = await works(t, one);
            // What signs for a domain lies with its account: mail from the operator's waits for that.
            if (part === operators && one.mailbox.email.endsWith("@agents.test")) waiting.push(to);
            else await leaves(to);
          }
        partsAway();
      }
      for (const one of residents) await leaves(await works(t, one));
      for (const to of waiting) await leaves(to);
      expect(waiting).toHaveLength(1);
      await eventually(async () => (await check(t.app.core)).length === 0);
      const others = t.trouble.filter(({ fields }) => !String(fields.error).endsWith("is away"));
      expect(others).toEqual([]);
    } finally {
      partsAway();
      await t.stop(500);
      await store.dispose();
    }
  },
);
