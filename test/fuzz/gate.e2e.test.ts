// Every door of test/gate by every state, against a running server: what reaches the servers of the recipients is compared
// with the model. Then somebody tries to let each held mail leave, and the relay is compared once more. All cells with FUZZ=100
// (percent), a hundredth of them in a normal run, seeded: FUZZ_SEED takes another one, FUZZ_ONLY cells whose name has this text.
// Some states also against a server that is killed between two steps, which is to change nothing, and against one that a backup of
// before was restored into: what that has counts, and nothing leaves twice or by itself. In a normal run one server goes through both.
import { afterAll, expect, test } from "bun:test";
import { childHost, hostOf } from "../gate/host.ts";
import { startRelay } from "../gate/relay.ts";
import { backupOf, newFolder, restoredFrom } from "../gate/restored.ts";
import { asBefore, cellsOf, decideHeld, type Planned, type Step, type Tried, tryCells } from "../gate/run.ts";
import { type State, statesOf } from "../gate/states.ts";
import { eachApp, ShiftedClock } from "../support/app/app.ts";
import { storeKinds, tempStore } from "../support/app/database.ts";
import { seeded } from "../support/app/random.ts";

const percent = Number(process.env.FUZZ ?? 1);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const only = process.env.FUZZ_ONLY ?? "";
const share = Math.min(1, percent / 100);

/** Cells of these states: all of them, or a seeded part. */
function chosen(states: readonly State[], part: number, at: number): Planned[] {
  const next = seeded(seed * 31 + at);
  const all = cellsOf(states).filter(({ name }) => name.includes(only));
  return only !== "" || part === 1 ? all : all.filter(() => next(1_000) < part * 1_000);
}

/** A slice is of few states, since each takes its time to be made. */
function some(states: readonly State[], one: number, at: number): State[] {
  const next = seeded(seed * 37 + at);
  return states.filter(() => next(one) === 0);
}

const states = statesOf(seed);
const cells = chosen(
  share === 1 || only !== "" ? states : some(states, 10, 7),
  share === 1 ? 1 : share * 10,
  7,
);
const relay = await startRelay();
const settings = {
  SMTP_RELAY_URL: relay.url,
  SUBMISSION_PORT: "0",
  ALLOW_PLAINTEXT_AUTH: "loopback",
  // A name of this machine alone: people may sign up on it.
  MAIL_DOMAIN: "company.test",
  SIGNUP_MAX_ADDRESSES: "1000",
};
afterAll(() => relay.stop());

const clock = new ShiftedClock();
eachApp(
  `the gate, ${cells.length} cells`,
  (t) => {
    let tried: Tried[] = [];

    test("what leaves is what the model says", async () => {
      const found = await tryCells({ host: hostOf(t, clock), relay }, cells);
      tried = found.tried;
      expect(found.wrong).toEqual([]);
      expect(tried.length).toBe(cells.length);
    }, 3_600_000);

    test("what was held leaves by a decision of who may decide, once, and by nothing else", async () => {
      // Without the test before it there is nothing to decide.
      expect(tried.length).toBe(cells.length);
      expect(await decideHeld({ host: hostOf(t, clock), relay, seed }, tried)).toEqual([]);
    }, 3_600_000);
  },
  { clock, checkOnce: true, env: settings },
);

/** Tries cells on a server of its own that goes through a course, and what is decided there. */
async function expectHeld(
  host: Awaited<ReturnType<typeof childHost>>,
  cells: Parameters<typeof tryCells>[1],
  course: (step: Step) => Promise<void>,
): Promise<void> {
  const { tried, wrong } = await tryCells({ host, relay }, cells, course);
  expect(wrong).toEqual([]);
  expect(await decideHeld({ host, relay, seed }, tried, course)).toEqual([]);
  expect(await host.faults()).toEqual([]);
}

/** With mail held, scheduled, on its way, or decided. */
const kills: readonly Step[] = ["made", "begun", "led", "ended", "acted", "decided"];
/** A start takes two seconds of processor time: in a normal run those that are restored are killed too. */
const isWhole = share === 1 || only !== "";
const killed = isWhole ? chosen(some(states, 4, 11), 1, 11) : [];

for (const kind of isWhole ? storeKinds : []) {
  const absent = kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined;
  test.skipIf(absent || killed.length === 0)(
    `${killed.length} cells, of a server that is killed between two steps, ${kind}`,
    async () => {
      const store = await tempStore(kind);
      const host = await childHost(store, settings);
      // What is on its way when it is killed was not taken by anybody.
      const course = async (step: Step) => {
        if (step === "acting" || step === "deciding") return relay.shut();
        if (kills.includes(step)) await host.restart();
        relay.reopen();
      };
      try {
        await expectHeld(host, killed, course);
      } finally {
        relay.reopen();
        await host.end();
        await store.dispose();
      }
    },
    3_600_000,
  );
}

const restored = asBefore(chosen(some(states, isWhole ? 4 : 30, 13), isWhole ? 1 : 0.15, 13));

for (const kind of storeKinds) {
  const absent = kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined;
  test.skipIf(absent || restored.length === 0)(
    `${restored.length} cells, of a server that older backups are restored into, ${kind}`,
    async () => {
      const stores = [await tempStore(kind)];
      const host = await childHost(stores[0]!, settings);
      let folder = "";
      const backup = async (into = newFolder()) => {
        folder = into;
        if (!isWhole) return host.backup(folder);
        return host.restart(async () => {
          await backupOf(stores.at(-1)!, folder);
          return undefined;
        });
      };
      const restore = () =>
        host.restart(async () => {
          const store = await restoredFrom(folder, kind);
          stores.push(store);
          return store;
        });
      // With mail held or decided, too; what is on its way then was not taken by anybody.
      const later: readonly Step[] = ["acted", "decided"];
      const course = async (step: Step) => {
        if (step === "acting" || step === "deciding") relay.shut();
        // What is restored is then an increment of it.
        if (step === "begun" && isWhole) await backup();
        if (step === "led") await backup(isWhole ? folder : newFolder());
        if (later.includes(step) && isWhole) await backup();
        if (step === "ended" || (later.includes(step) && isWhole)) await restore();
        else if (later.includes(step)) await host.restart();
        if (later.includes(step)) relay.reopen();
      };
      try {
        await expectHeld(host, restored, course);
      } finally {
        relay.reopen();
        await host.end();
        for (const store of stores) await store.dispose();
      }
    },
    3_600_000,
  );
}
