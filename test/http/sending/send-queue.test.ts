// The operator's queue: what waits to leave over all addresses, listed, explained, tried, held, released and dropped, by REST and
// the command line. DECISIONS Drafts and sending.
import { afterAll, expect, test } from "bun:test";
import { checkQueues } from "../../../src/doctor/checks/queues.ts";
import { contextOf } from "../../../src/doctor/context.ts";
import { nowInstant } from "../../../src/lib/clock.ts";
import { newId } from "../../../src/lib/ids.ts";
import { freeClaims } from "../../../src/store/sending/outbound.ts";
import { enter } from "../../console/colleagues.ts";
import { signedIn } from "../../console/signed-in.ts";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock, type SuiteApp, startTestApp } from "../../support/app/app.ts";
import { runOnStore } from "../../support/app/commands.ts";
import { eventsShown } from "../../support/app/events.ts";
import { restrictedKey, signupAccount } from "../../support/app/keys.ts";
import { freePort } from "../../support/app/ports.ts";
import { startDns } from "../../support/fakes/dns.ts";
import { smtpError, startMxServer } from "../../support/fakes/mx-server.ts";

interface Entry {
  id: string;
  account_id: string;
  identity_id: string;
  message_id: string;
  from: string;
  recipient: string;
  state: string;
  attempts: number;
  response: string | null;
  next_attempt_at: string | null;
  waits_for: string | null;
  explanation: string;
}

interface Changed {
  changed: number;
  left: { id: string; reason: string }[];
  next_cursor: string | null;
}

const clock = new ShiftedClock();
const at = "127.0.0.7";
const mxPort = await freePort(at);
const dns = await startDns({
  "slow.example": { MX: ["10 mx.slow.example"] },
  "other.example": { MX: ["10 mx.slow.example"] },
  "mx.slow.example": { A: [at] },
});

const env = { DNS_SERVERS: dns.server };

/** Whether the server refuses for now, and a mail that it keeps in hand until it is let go. */
let isBusy = true;
let inHand: (() => void)[] | null = null;
const mx = await startMxServer(
  {
    disabledCommands: ["STARTTLS"],
    onRcptTo(_address, _session, done) {
      const answer = () => done(isBusy ? smtpError(451, "4.3.2 Come back later, please") : undefined);
      if (inHand) inHand.push(answer);
      else answer();
    },
  },
  { address: at, port: mxPort },
);
afterAll(() => Promise.all([dns.stop(), mx.stop()]));

eachApp(
  "the queue",
  (t) => {
    const list = async (query = "") => (await t.api.get<PageOf<Entry>>(`/queue${query}`)).json;
    const change = (action: string, body: object) =>
      t.api.must<Changed>(200, t.api.post(`/queue/${action}`, body));
    const statusOf = async (api: SuiteApp["api"], id: string) =>
      (await api.get<PageOf<{ status: string; response: string }>>(`/messages/${id}/recipients`)).json
        .data[0]!;

    async function queue(from: string, to: string, api = t.api): Promise<Entry> {
      const { id } = await api.must<{ id: string }>(201, api.post("/messages", { from, to, text: "Hi" }));
      return eventually(async () => {
        const [entry] = (await list(`?message_id=${id}`)).data;
        return entry?.state === "deferred" && entry;
      });
    }

    // DECISIONS Drafts and sending: The queue over all addresses is the operator's
    test("it is listed by filters, in pages, over all accounts, and says why", async () => {
      isBusy = true;
      const theirs = await t.otherAccount();
      const { email } = await t.address();
      const foreign = await theirs.api.must<{ id: string; email: string }>(
        201,
        theirs.api.post("/identities", { domain_id: theirs.domainId, local_part: "a" }),
      );
      const one = await queue(email, "r1@slow.example");
      const two = await queue(email, "r2@other.example");
      const three = await queue(foreign.email, "r3@slow.example", theirs.api);
      expect(three).toMatchObject({
        account_id: theirs.accountId,
        from: foreign.email,
        attempts: 1,
        waits_for: null,
      });
      expect(three.explanation).toContain("451 4.3.2 Come back later");
      expect((await list()).data.map(({ id }) => id)).toEqual([one.id, two.id, three.id]);
      const idsBy = async (query: string) => (await list(query)).data.map(({ id }) => id);
      expect(await idsBy("?domain=SLOW.example")).toEqual([one.id, three.id]);
      expect(await idsBy("?domain=low.example")).toEqual([]);
      expect(await idsBy(`?account_id=${theirs.accountId}`)).toEqual([three.id]);
      expect(await idsBy(`?identity_id=${one.identity_id}`)).toEqual([one.id, two.id]);
      expect(await idsBy("?error=COME%20BACK&state=deferred")).toHaveLength(3);
      expect(await idsBy("?error=%25")).toEqual([]);
      expect(await idsBy("?state=held")).toEqual([]);
      expect(await idsBy("?before=2020-01-01T00:00:00Z")).toEqual([]);
      const first = await list("?limit=2");
      expect([first.data.length, first.has_more]).toEqual([2, true]);
      expect((await list(`?limit=2&cursor=${first.next_cursor}`)).data).toEqual([three]);
      expect((await t.api.get(`/queue/${two.id}`)).json).toEqual({ data: two });
      expect((await t.api.get(`/queue/${newId()}`)).status).toBe(404);
      for (const query of ["?state=stuck", "?domain=a..b", "?before=someday", "?cursor=x", "?limit=0"])
        expect([query, (await t.api.get(`/queue${query}`)).status]).toEqual([query, 400]);
      // Nobody else has it: not a restricted key, another account, nor a signup.
      const restricted = await restrictedKey(t.api, [one.identity_id]);
      const signup = await signupAccount(t);
      for (const api of [restricted, theirs.api, signup.api]) {
        expect((await api.get<Refusal>("/queue")).status).toBe(403);
        expect((await api.get<Refusal>(`/queue/${three.id}`)).status).toBe(403);
        expect((await api.post<Refusal>("/queue/drop", { all: true })).status).toBe(403);
      }
      expect((await list()).data).toHaveLength(3);
      expect((await t.api.post("/queue/drop", {})).status).toBe(400);
      expect(await change("drop", { all: true })).toEqual({ changed: 3, left: [], next_cursor: null });
    });

    // DECISIONS Drafts and sending: A held recipient is sent to by no process until it is released
    test("retry makes it due now; a held one stays held over a restart and another process, until it is released", async () => {
      isBusy = true;
      const { email } = await t.address();
      const [moved, kept] = [await queue(email, "r4@slow.example"), await queue(email, "r5@slow.example")];
      const once = { "idempotency-key": newId() };
      const hold = () => t.api.must<Changed>(200, t.api.post("/queue/hold", { ids: [kept.id] }, once));
      const [first, again] = [await hold(), await hold()];
      expect([first.changed, again]).toEqual([1, first]);
      expect((await change("hold", { ids: [kept.id] })).left).toMatchObject([
        { id: kept.id, reason: "held" },
      ]);
      isBusy = false;
      expect(await change("retry", { domain: "slow.example" })).toMatchObject({
        changed: 1,
        left: [{ id: kept.id, reason: "held" }],
      });
      await eventually(async () => (await statusOf(t.api, moved.message_id)).status === "delivered");
      // Nothing that frees, claims or looks again lets it go.
      const { database } = t.app.core;
      await freeClaims(database, nowInstant(clock), { allBut: newId() });
      clock.advance(40 * 86_400_000);
      t.app.core.actors.feed.pokeAll();
      if (t.kind === "postgres") {
        const second = await startTestApp(
          { ...t.store, dataDir: `${t.store.dataDir}-second` },
          { env: { ...env, DATA_DIR: `${t.store.dataDir}-second` }, clock, deps: { mxPort } },
        );
        const sent = await queueAndDeliver(second);
        expect(sent).toBe("delivered");
        await second.stop();
      }
      const later = await t.api.must<{ id: string }>(
        201,
        t.api.post("/messages", { from: email, to: "r6@slow.example", text: "Hi" }),
      );
      await eventually(async () => (await statusOf(t.api, later.id)).status === "delivered");
      const entry = (await list(`?state=held`)).data;
      expect(entry).toMatchObject([
        { id: kept.id, state: "held", next_attempt_at: null, waits_for: "operator" },
      ]);
      expect(await contextOf(t.app.core, { config: t.config, clock }).then(checkQueues)).toContainEqual(
        expect.objectContaining({ code: "queue_held", severity: "warn" }),
      );
      expect((await change("release", { state: "held" })).changed).toBe(1);
      await eventually(async () => (await statusOf(t.api, kept.message_id)).status === "delivered");
      expect((await change("release", { ids: [kept.id] })).changed).toBe(0);

      async function queueAndDeliver(app: Pick<SuiteApp, "api">): Promise<string> {
        const { id } = await app.api.must<{ id: string }>(
          201,
          app.api.post("/messages", { from: email, to: "r7@slow.example", text: "Hi" }),
        );
        return eventually(async () => {
          const { status } = await statusOf(app.api, id);
          return status === "delivered" && status;
        });
      }
    });

    // DECISIONS Drafts and sending: an attempt that has begun goes on, and counts if the server took the mail
    test("one that is under way keeps its hold when it is deferred, and is delivered when it was taken", async () => {
      const { email } = await t.address();
      for (const busy of [true, false]) {
        isBusy = busy;
        inHand = [];
        const { id } = await t.api.must<{ id: string }>(
          201,
          t.api.post("/messages", { from: email, to: "r8@slow.example", text: "Hi" }),
        );
        await eventually(() => inHand!.length > 0);
        const [entry] = (await list(`?message_id=${id}`)).data;
        expect(entry).toMatchObject({ state: "active" });
        const ids = [entry!.id];
        expect((await change("drop", { ids })).left).toMatchObject([{ reason: "active" }]);
        expect((await change("retry", { ids })).left).toMatchObject([{ reason: "active" }]);
        expect((await change("hold", { ids })).changed).toBe(1);
        for (const answer of inHand.splice(0)) answer();
        inHand = null;
        const said = await eventually(async () => {
          const recipient = await statusOf(t.api, id);
          return recipient.status !== "queued" && recipient;
        });
        expect(said.status).toBe(busy ? "deferred" : "delivered");
        const left = (await list(`?message_id=${id}`)).data;
        expect(left.map(({ state }) => state)).toEqual(busy ? ["held"] : []);
        if (busy) expect((await change("drop", { ids })).changed).toBe(1);
      }
    });

    // DECISIONS Drafts and sending: drop ends as any failure does; what was done is in the thread's audit trail; a mail that waits for a person is in no queue
    test("drop ends as a failure does, and each step is in the audit trail; a mail that waits for a person is in no queue", async () => {
      isBusy = true;
      const { email } = await t.address();
      const entry = await queue(email, "r9@slow.example");
      await change("hold", { message_id: entry.message_id });
      await change("drop", { message_id: entry.message_id });
      const { status, response } = await statusOf(t.api, entry.message_id);
      expect([status, response]).toEqual([
        "bounced",
        "5.7.0 dropped from the queue by the operator of this service",
      ]);
      await eventsShown(t.app.core.database);
      const events = (
        await t.api.get<PageOf<{ type: string; data: { message_id?: string; hard?: boolean } }>>(
          "/events?limit=200",
        )
      ).json.data;
      const told = events.filter(({ data }) => data.message_id === entry.message_id);
      expect(told.map(({ type }) => type)).toEqual([
        "message.sent",
        "message.deferred",
        "message.bounced",
        "message.failed",
      ]);
      expect(told[2]!.data.hard).toBe(false);
      expect((await t.api.get<PageOf<unknown>>("/suppressions?email=r9@slow.example")).json.data).toEqual([]);
      const { thread_id } = (
        await t.api.get<{ data: { thread_id: string } }>(`/messages/${entry.message_id}`)
      ).json.data;
      const trail = (
        await t.api.get<PageOf<{ action: string; actor: { kind: string }; detail: object }>>(
          `/threads/${thread_id}/audit`,
        )
      ).json.data;
      expect(trail.map(({ action }) => action).filter((action) => action.startsWith("queue_"))).toEqual([
        "queue_held",
        "queue_dropped",
      ]);
      expect(trail.at(-1)).toMatchObject({
        actor: { kind: "key" },
        detail: { recipients: ["r9@slow.example"] },
      });
      const held = await t.address();
      await t.api.must(200, t.api.call("PUT", `/identities/${held.id}/protection`, { outbound: "all" }));
      const waiting = await t.api.post<{ data: { status: string } }>("/messages", {
        from: held.email,
        to: "r10@slow.example",
        text: "Hi",
      });
      expect([waiting.status, waiting.json.data.status]).toEqual([202, "pending_review"]);
      expect((await list(`?identity_id=${held.id}`)).data).toEqual([]);
      for (const action of ["retry", "hold", "release", "drop"])
        expect((await change(action, { identity_id: held.id })).changed).toBe(0);
    });

    test("the operator's page shows it, and changes one entry; to an owner of another account there is none", async () => {
      isBusy = true;
      const { email } = await t.address();
      const entry = await queue(email, "r12@slow.example");
      const page = "/console/settings/queue";
      const browser = await enter(t);
      await browser.get(`${page}?domain=Slow.example&error=back&state=deferred`);
      expect([browser.status, browser.text.includes(entry.recipient)]).toEqual([200, true]);
      expect(browser.text).toContain("451 4.3.2");
      const press = (what: string) =>
        browser.submit(
          "/console/queue",
          {},
          (form) => form.get("do") === what && form.get("id") === entry.id,
        );
      await press("hold");
      expect(browser.at).toContain("domain=Slow.example");
      await browser.get(`${page}?state=held`);
      expect(browser.text).toContain("Held by the operator");
      await press("drop");
      expect((await statusOf(t.api, entry.message_id)).status).toBe("bounced");
      await browser.get(`${page}?domain=nothing.example`);
      expect(browser.text).toContain("Nothing waits here");
      const { browser: other } = await signedIn(t);
      await other.get("/console/settings");
      expect(other.text).not.toContain(page);
      await other.get(page);
      expect(other.status).toBe(404);
      const form = browser.form("/console/sign-out");
      expect((await other.post("/console/queue", form)).status).toBeGreaterThanOrEqual(400);
    });

    test("the command line does the same", async () => {
      isBusy = true;
      const { email } = await t.address();
      const entry = await queue(email, "r11@slow.example");
      const run = (...words: string[]) => runOnStore(t.app.core, ["queue", ...words]);
      expect((await run("list", "--domain", "slow.example")).stdout).toContain(entry.id);
      expect(JSON.parse((await run("list", "--from", email, "--json")).stdout)).toMatchObject([
        { id: entry.id },
      ]);
      expect((await run("list", "--older", "2d")).stdout).toContain("Nothing fits");
      expect((await run("show", entry.id)).stdout).toContain("451 4.3.2");
      expect((await run("hold", "--id", entry.id)).stdout).toBe("1 recipient is held.\n");
      expect((await run("retry", "--all")).stdout).toContain("1 left as they are: they are held");
      expect((await run("release", "--all")).stdout).toContain("1 recipient is released.");
      await eventually(async () => (await list(`?message_id=${entry.message_id}`)).data[0]?.attempts === 2);
      await eventually(async () =>
        (await run("drop", "--from", email)).stdout.startsWith("1 recipient is dropped."),
      );
      for (const words of [
        ["drop"],
        ["list", "--state", "stuck"],
        ["list", "--older", "soon"],
        ["show", "x"],
        ["show", entry.id],
        ["list", "--from", "nobody@x.example"],
        ["hold", "--account", "x"],
      ]) {
        const { exitCode, stderr } = await run(...words);
        expect([words, exitCode, stderr !== undefined]).toEqual([words, 1, true]);
      }
    });
  },
  { env, clock, deps: { mxPort } },
);
