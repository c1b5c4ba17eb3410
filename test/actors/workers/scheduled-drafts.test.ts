// Scheduled sending: on time, once, in order, and given back when it is refused. SPEC Drafts
import { expect, test } from "bun:test";
import { ScheduledDrafts } from "../../../actors/workers/scheduled-drafts.ts";
import { instantOf, ManualClock, systemClock } from "../../../src/lib/clock.ts";
import { claimDrafts } from "../../../src/store/drafts.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, startTestApp, type TestApp } from "../../support/app/app.ts";
import { tempStore } from "../../support/app/database.ts";

interface Draft {
  id: string;
  status: string;
  send_at: string | null;
  failed_reason: string | null;
}

async function address({ api, domainId }: TestApp, name: string): Promise<{ id: string; email: string }> {
  return api.must(201, api.post("/identities", { domain_id: domainId, local_part: name }));
}

async function scheduled({ api }: TestApp, body: object, sendAt: string): Promise<string> {
  const { id } = await api.must<Draft>(201, api.post("/drafts", body));
  await api.must(200, api.post(`/drafts/${id}/schedule`, { send_at: sendAt }));
  return id;
}

const isSent = async ({ api }: TestApp, id: string) => (await api.get(`/messages/${id}`)).status === 200;

/** What was received, by subject, oldest first. */
async function received({ api }: TestApp, identityId: string): Promise<(string | null)[]> {
  const { data } = (
    await api.get<PageOf<{ subject: string | null; last_message_at: string }>>(
      `/threads?identity_id=${identityId}`,
    )
  ).json;
  return data.map((thread) => thread.subject).reverse();
}

const clock = new ManualClock(systemClock.now());

eachApp(
  "scheduled drafts",
  (t) => {
    // SPEC States and transitions: Draft: when send_at is reached it becomes a sent message
    test("go out when they are due, oldest first, each once", async () => {
      const from = await t.address();
      const to = await t.address();
      const ids: string[] = [];
      for (const n of [3, 1, 2]) {
        const at = instantOf(clock.now() + n * 120_000);
        ids.push(await scheduled(t, { identity_id: from.id, to: [to.email], subject: `s${n}` }, at));
      }
      const first = (await t.api.get<{ data: Draft }>(`/drafts/${ids[1]}`)).json.data;
      expect(first.status).toBe("scheduled");
      // As after an hour of downtime: all at once, in their order.
      clock.advance(3_600_000);
      for (const id of ids) await eventually(() => isSent(t, id));
      // The queue's instants stand a little after a clock that stands still.
      clock.advance(1000);
      await eventually(async () => (await received(t, to.id)).length === 3);
      const sent = (await t.api.get<PageOf<{ subject: string }>>(`/threads?identity_id=${from.id}`)).json
        .data;
      expect(sent.map(({ subject }) => subject)).toEqual(["s3", "s2", "s1"]);
    });

    // SPEC Other records: A draft carries failed_reason after a refused scheduled send
    // SPEC States and transitions: Draft: a refused scheduled send makes it a draft with failed_reason, without endless retry
    // DECISIONS Events, webhooks, deliveries: draft.send_failed comes when a scheduled draft is refused
    test("refused, a draft is an ordinary one again and says why", async () => {
      const from = await t.address();
      const id = await scheduled(
        t,
        { identity_id: from.id, to: [`nobody@${t.domain}`] },
        instantOf(clock.now() + 61_000),
      );
      clock.advance(62_000);
      const draft = await eventually(async () => {
        const { data } = (await t.api.get<{ data: Draft }>(`/drafts/${id}`)).json;
        return data.failed_reason !== null && data;
      });
      expect(draft).toMatchObject({ status: "draft", send_at: null });
      expect(draft.failed_reason).toContain("unknown_local_recipient");
      const rows = await t.app.core.database.rows<{ data: { draft_id: string } }>(
        "select data from events where type = 'draft.send_failed'",
      );
      expect(rows.map(({ data }) => data.draft_id)).toEqual([id]);
      const again = await t.api.post<{ data: Draft }>(`/drafts/${id}/schedule`, {
        send_at: instantOf(clock.now() + 61_000),
      });
      expect(again.json.data.failed_reason).toBeNull();
      await t.api.must(200, t.api.delete(`/drafts/${id}/schedule`));
    });

    test("an address that is deleted while its draft is on its way holds up no other, and is no error", async () => {
      const [gone, from, to] = [await t.address(), await t.address(), await t.address()];
      const at = instantOf(clock.now() + 61_000);
      const ids: string[] = [];
      for (const [n, { id }] of [gone, gone, from].entries())
        ids.push(await scheduled(t, { identity_id: id, to: [to.email], subject: `beside ${n}` }, at));
      const { core } = t.app;
      let deleted: Promise<unknown> | null = null;
      const identity: typeof core.actors.identity = (accountId, id) => {
        const actor = core.actors.identity(accountId, id);
        if (id !== gone.id) return actor;
        const run: typeof actor.run = async (work, options) => {
          deleted ??= t.api.must(204, t.api.delete(`/identities/${id}`));
          await deleted;
          return actor.run(work, options);
        };
        return { ...actor, run };
      };
      const errors: unknown[] = [];
      const log = { ...core.log, error: (...said: unknown[]) => void errors.push(said) };
      const its = new ManualClock(clock.now() + 62_000);
      const actors = Object.assign(Object.create(core.actors), { identity });
      const deps = { ...core, actors, log, clock: its, mailHostname: "m.example", baseUrl: () => "" };
      expect(await new ScheduledDrafts(deps).round()).toMatchObject({ done: 3, more: true });
      expect(deleted).not.toBeNull();
      expect(errors).toEqual([]);
      expect(await isSent(t, ids[2]!)).toBe(true);
    });

    test("a draft whose claim ended is sent once, by another process", async () => {
      const from = await t.address();
      const to = await t.address();
      const at = instantOf(clock.now() + 61_000);
      const id = await scheduled(t, { identity_id: from.id, to: [to.email], subject: "once" }, at);
      // The claim of a process that dies at once.
      const claimed = await claimDrafts(t.app.core.database, instantOf(clock.now() + 62_000), 10);
      expect(claimed.map((draft) => draft.id)).toEqual([id]);
      expect(await claimDrafts(t.app.core.database, instantOf(clock.now() + 62_000), 10)).toEqual([]);
      clock.advance(200_000);
      await eventually(() => isSent(t, id));
      await eventually(async () => (await received(t, to.id)).length > 0);
      expect(await received(t, to.id)).toEqual(["once"]);
    });
  },
  { clock },
);

const noServer = process.env.POSTROOM_TEST_DATABASE_URL === undefined;
test.skipIf(noServer)(
  "scheduled drafts: two processes send each draft once (needs POSTROOM_TEST_DATABASE_URL)",
  async () => {
    const store = await tempStore("postgres");
    const other = await tempStore("embedded");
    const clock = new ManualClock(systemClock.now());
    const one = await startTestApp(store, { clock });
    const two = await startTestApp({ ...store, dataDir: other.dataDir }, { clock });
    try {
      const to = await address(one, "to");
      const ids: string[] = [];
      for (let n = 0; n < 12; n++) {
        const from = await address(one, `from${n}`);
        const at = instantOf(clock.now() + 61_000);
        ids.push(await scheduled(one, { identity_id: from.id, to: [to.email], subject: `n${n}` }, at));
      }
      clock.advance(62_000);
      for (const id of ids) await eventually(() => isSent(two, id));
      const [[count]] = (await one.app.core.database.values("select count(*)::int from outbound")) as [
        [number],
      ];
      expect(count).toBe(12);
      await one.app.core.actors.idle();
      await two.app.core.actors.idle();
    } finally {
      await two.stop();
      await one.stop();
      await other.dispose();
      await store.dispose();
    }
  },
);
