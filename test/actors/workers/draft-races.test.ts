// A scheduled draft comes due while somebody edits, deletes or unschedules it: one of them wins, the other is told.
import { expect, test } from "bun:test";
import { instantOf } from "../../../src/lib/clock.ts";
import type { Refusal } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock, type TestAddress } from "../../support/app/app.ts";

const clock = new ShiftedClock();
const rounds = Number(process.env.RACES ?? 4);

eachApp(
  "drafts that come due while they change",
  (t) => {
    interface Due {
      id: string;
      to: TestAddress;
      subject: string;
      /** Milliseconds. */
      sendAt: number;
    }

    let number = 0;

    /** One that comes due in some milliseconds. */
    async function dueSoon(from: TestAddress, to: TestAddress): Promise<Due> {
      const subject = `race ${t.kind} ${number++}`;
      const { id } = await t.api.must<{ id: string }>(
        201,
        t.api.post("/drafts", { identity_id: from.id, to: [to.email], subject, text: "as it was" }),
      );
      const sendAt = clock.now() + 90_000;
      await t.api.must(200, t.api.post(`/drafts/${id}/schedule`, { send_at: instantOf(sendAt) }));
      clock.advance(sendAt - 50 - clock.now());
      return { id, to, subject, sendAt };
    }

    const isSent = async (id: string) => (await t.api.get(`/messages/${id}`)).status === 200;
    const arrived = async ({ to, subject }: Due) =>
      (
        await t.app.core.database.rows<{ preview: string }>(
          "select preview from messages where identity_id = $1::uuid and subject = $2::text and direction = 'inbound'",
          [to.id, subject],
        )
      ).map(({ preview }) => preview);

    /** Tries at a random moment around the sending. @returns true when the change won */
    async function race(act: () => ReturnType<typeof t.api.get<Refusal>>): Promise<boolean> {
      // Time: a moment before, during or after the sending.
      await Bun.sleep(Math.random() * 120);
      const { status, json } = await act();
      if (status === 200) return true;
      const outcome = [status, json.error.code].join(" ");
      // 404: it was sent before it was asked for.
      expect(["409 draft_state", "404 not_found"]).toContain(outcome);
      return false;
    }

    test("an edit: what was written last goes out, or the edit is refused", async () => {
      const [from, to] = [await t.address(), await t.address()];
      for (let n = 0; n < rounds; n++) {
        const due = await dueSoon(from, to);
        const won = await race(() => t.api.patch<Refusal>(`/drafts/${due.id}`, { text: "as it is now" }));
        await eventually(() => isSent(due.id));
        await eventually(async () => (await arrived(due)).length > 0);
        expect(await arrived(due)).toEqual([won ? "as it is now" : "as it was"]);
      }
    });

    test("a deletion: nothing goes out, or the deletion is refused", async () => {
      const [from, to] = [await t.address(), await t.address()];
      for (let n = 0; n < rounds; n++) {
        const due = await dueSoon(from, to);
        const won = await race(() => t.api.delete<Refusal>(`/drafts/${due.id}`));
        if (!won) await eventually(() => isSent(due.id));
        clock.advance(1000);
        await t.app.core.actors.idle();
        expect(await isSent(due.id)).toBe(!won);
        if (won) expect(await arrived(due)).toEqual([]);
      }
    });

    test("taking the schedule back: it stays a draft, or that is refused", async () => {
      const [from, to] = [await t.address(), await t.address()];
      for (let n = 0; n < rounds; n++) {
        const due = await dueSoon(from, to);
        const won = await race(() => t.api.delete<Refusal>(`/drafts/${due.id}/schedule`));
        if (!won) await eventually(() => isSent(due.id));
        const draft = await t.api.get<{ data: { status: string } }>(`/drafts/${due.id}`);
        expect(won ? draft.json.data.status : draft.status).toBe(won ? "draft" : 404);
      }
    });

    test("a due draft is sent at once, not before", async () => {
      const [from, to] = [await t.address(), await t.address()];
      const { id, sendAt } = await dueSoon(from, to);
      const [row] = await eventually(async () => {
        const rows = await t.app.core.database.rows<{ at: number }>(
          "select extract(epoch from created_at)::float8 * 1000 as at from outbound where message_id = $1::uuid",
          [id],
        );
        return rows.length > 0 && rows;
      });
      expect(row!.at).toBeGreaterThanOrEqual(sendAt);
      // It is looked for every second; a busy machine takes longer.
      expect(row!.at - sendAt).toBeLessThan(45_000);
    });
  },
  { clock },
);
