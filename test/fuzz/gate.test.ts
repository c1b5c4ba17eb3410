// Every door of test/gate by every state, against a running server: what reaches the servers of the recipients is compared
// with the model. Then somebody tries to let each held mail leave, and the sink is compared once more. All cells with FUZZ=100
// (percent), a fiftieth of them in a normal run, seeded: FUZZ_SEED takes another one, FUZZ_ONLY cells whose name has this text.
import { afterAll, expect, test } from "bun:test";
import { deciders } from "../gate/deciders.ts";
import { type Cell, type Door, type DoorName, doors, makerAt } from "../gate/doors.ts";
import { gapOf } from "../gate/gaps.ts";
import { leavesBy, type Outcome, outcomeOf } from "../gate/model.ts";
import { formerMember, makePlace, type Place, programOf, protect } from "../gate/place.ts";
import { nameOf, type State, statesOf } from "../gate/states.ts";
import { eachApp, eventually, ShiftedClock } from "../support/app/app.ts";
import { atRest } from "../support/app/fixtures.ts";
import { seeded } from "../support/app/random.ts";
import { startSink } from "../support/fakes/receivers.ts";

const percent = Number(process.env.FUZZ ?? 1);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const only = process.env.FUZZ_ONLY ?? "";
const share = Math.min(1, percent / 50);
const atOnce = 6;

interface Planned {
  name: string;
  door: Door;
  doorName: DoorName;
  state: State;
  expected: Outcome;
  gap: boolean;
}

/** All cells, each maker of a door in a state once. */
function planned(): Planned[] {
  const next = seeded(seed * 31 + 7);
  const seen = new Set<string>();
  // A slice is of few states, since each takes its time to be made.
  const states = statesOf(seed).filter(() => only !== "" || share === 1 || next(10) === 0);
  return states.flatMap((state) =>
    (Object.entries(doors) as [DoorName, Door][]).flatMap(([doorName, door]) => {
      if (door.outside && state.list === "own domain") return [];
      const maker = makerAt(door, state);
      const name = `${doorName}; ${nameOf({ ...state, maker: maker as State["maker"] })}`;
      if (seen.has(name) || !name.includes(only)) return [];
      seen.add(name);
      if (only === "" && share < 1 && next(1_000) >= share * 10_000) return [];
      const expected = outcomeOf(door, state, maker);
      return [{ name, door, doorName, state, expected, gap: gapOf(doorName, state, maker) }];
    }),
  );
}

const cells = planned();
const clock = new ShiftedClock();
const sink = await startSink();
afterAll(() => sink.stop());

async function each<T>(items: readonly T[], work: (item: T, n: number) => Promise<void>, width = atOnce) {
  let next = 0;
  const one = async () => {
    for (let n = next++; n < items.length; n = next++) await work(items[n]!, n);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, one));
}

eachApp(
  `the gate, ${cells.length} cells`,
  (t) => {
    interface Tried extends Planned {
      cell: Cell;
    }
    const tried: Tried[] = [];

    /** What was made due has left, come in, or been given up. */
    const rest = async () => {
      await eventually(async () => {
        t.app.core.actors.feed.pokeAll();
        const [row] = await t.app.core.database.values(
          `select (select count(*)::int from messages where state = 'sending' or (state = 'scheduled' and send_due <= $1::timestamptz))
             + (select count(*)::int from reviews where approve_at is not null)`,
          [new Date(clock.now()).toISOString()],
        );
        return row![0] === 0;
      });
      await atRest(t.app.core.database);
    };
    /** How often each recipient was reached, outside and here. */
    const arrivals = async () => {
      const counts = new Map<string, number>();
      const count = (email: string) => counts.set(email, (counts.get(email) ?? 0) + 1);
      for (const { to } of sink.mails) for (const email of to) count(email);
      const rows = await t.app.core.database.values(
        "select delivered_to from messages where direction = 'inbound' and delivered_to like 'c%-%'",
      );
      for (const [email] of rows) count(email as string);
      return counts;
    };
    const waiting = async () => {
      const rows = await t.app.core.database.values(
        "select id, message_id, envelope from reviews where status = 'pending' and direction = 'outbound'",
      );
      const found = new Map<string, { id: string; draft: string }[]>();
      for (const [id, draft, envelope] of rows as [string, string, { recipients: string[] }][])
        for (const to of envelope.recipients) found.set(to, [...(found.get(to) ?? []), { id, draft }]);
      return found;
    };

    test("what leaves is what the model says", async () => {
      const stranger = (await t.otherAccount()).api;
      const byState = [...Map.groupBy(cells, ({ state }) => state)];
      await each(byState, async ([state, planned], number) => {
        const place = await makePlace(t, state, stranger);
        const own = planned.map((one, n): Tried => {
          const cell = {
            place,
            to: place.recipient(String(n)),
            mark: `m${number}-${n}`,
            api: place.maker,
            begun: "",
            clock,
          };
          return { ...one, cell };
        });
        const of = (act: "begin" | "lead" | "act") =>
          each(
            own.filter(({ door }) => door[act]),
            async ({ door, cell, name }) => {
              try {
                const got = await door[act]!(cell);
                if (act !== "act") cell.begun = got as string;
              } catch (error) {
                throw new Error(`${name}: ${act}: ${error instanceof Error ? error.stack : String(error)}`);
              }
            },
            3,
          );
        const recipients = own.map(({ cell }) => cell.to);
        if (state.when === "before") await protect(place, recipients);
        await of("begin");
        await of("lead");
        if (state.when === "after") await protect(place, recipients);
        await place.end();
        await of("act");
        tried.push(...own);
      });
      clock.advance(5 * 60_000);
      await rest();
      const [reached, held] = [await arrivals(), await waiting()];
      const wrong: string[] = [];
      for (const { cell, expected, name, gap } of tried) {
        const [times, reviews] = [reached.get(cell.to) ?? 0, held.get(cell.to)?.length ?? 0];
        const found = times > 0 ? "allowed" : reviews > 0 ? "held" : "refused";
        const isRight = found === expected && times <= 1 && reviews <= 1 && times + reviews <= 1;
        if (!isRight && !gap)
          wrong.push(`${name}: expected ${expected}, found ${found} (${times} arrived, ${reviews} wait)`);
      }
      expect(wrong).toEqual([]);
      expect(tried.length).toBe(cells.length);
    }, 3_600_000);

    test("what was held leaves by a decision of who may decide, once, and by nothing else", async () => {
      const stranger = (await t.otherAccount()).api;
      const held = await waiting();
      const before = await arrivals();
      const tries = tried.flatMap((one, n) => {
        const [review] = held.get(one.cell.to) ?? [];
        const decider = deciders[(n * 7 + seed) % deciders.length]!;
        return review && one.expected === "held" && !one.gap ? [{ ...one, review, decider }] : [];
      });
      const byPlace = [...Map.groupBy(tries, ({ cell }) => cell.place)];
      await each(byPlace, async ([place, all]) => {
        const { owner, restricted } = place;
        const known = new Map<string, Promise<string>>();
        const program = (level: string) => {
          const token = known.get(level) ?? programOf(t, place.accountId, level);
          known.set(level, token);
          return token.then((key) => owner.as(key));
        };
        const inConsole = async (browser: Place["browser"], id: string) => {
          await browser.get(`/console/reviews/${id}`);
          const isApproval = (fields: URLSearchParams) => fields.get("decision") === "approve";
          if (browser.text.includes('action="/console/reviews"'))
            await browser.submit("/console/reviews", {}, isApproval);
        };
        for (const { decider, review } of all) {
          const approve = (api: typeof owner) => api.post(`/reviews/${review.id}/approve`, {});
          if (decider === "owner's key") await approve(owner);
          else if (decider === "restricted key") await approve(restricted);
          else if (decider === "another account's key") await approve(stranger);
          else if (decider === "person") await inConsole(place.browser, review.id);
          else if (decider === "removed member") await inConsole(await formerMember(place), review.id);
          else if (decider === "owner's key, withdrawn") {
            await owner.delete(`/drafts/${review.draft}`);
            await approve(owner);
          } else if (decider === "revoked key") {
            const key = await owner.must<{ id: string; token: string }>(
              201,
              owner.post("/api-keys", { name: "r", identity_ids: [place.id] }),
            );
            await owner.must(200, owner.delete(`/api-keys/${key.id}`));
            await approve(owner.as(key.token));
          } else if (decider === "revoked approve") {
            const token = await programOf(t, place.accountId, "approve");
            const [grant] = await owner.must<{ id: string }[]>(200, owner.get("/oauth-grants"));
            await owner.must(200, owner.delete(`/oauth-grants/${grant!.id}`));
            await approve(owner.as(token));
          } else await approve(await program(decider));
        }
      });
      // What a person lets go of can be taken back for ten seconds.
      clock.advance(60_000);
      await rest();
      const after = await arrivals();
      const wrong = tries.flatMap(({ name, cell, decider, state }) => {
        const times = after.get(cell.to) ?? 0;
        const expected = leavesBy(decider, state) ? 1 : 0;
        return times === expected
          ? []
          : [`${name}; decided by ${decider}: expected ${expected}, ${times} arrived`];
      });
      expect(wrong).toEqual([]);
      // Nothing else has moved.
      const decided = new Set(tries.map(({ cell }) => cell.to));
      expect([...after].filter(([to, times]) => !decided.has(to) && times !== (before.get(to) ?? 0))).toEqual(
        [],
      );
    }, 3_600_000);
  },
  {
    clock,
    checkOnce: true,
    env: { SMTP_RELAY_URL: sink.url, SUBMISSION_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" },
  },
);
