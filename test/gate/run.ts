// Cells against a server: all of them are begun, acted, and what reached the servers of the recipients is compared with the
// model. Then somebody tries to let each held mail leave, and it is compared once more. Between two steps a server may be
// killed, or another one take its place.

import { Browser } from "../console/browser.ts";
import type { Api } from "../support/app/api.ts";
import { eventually } from "../support/app/app.ts";
import { type Decider, deciders } from "./deciders.ts";
import { type Cell, type Door, type DoorName, doors, makerAt } from "./doors.ts";
import { gapOf } from "./gaps.ts";
import type { Host } from "./host.ts";
import { leavesBy, type Outcome, outcomeOf } from "./model.ts";
import {
  expiresAfter,
  formerMember,
  idOf,
  makePlace,
  type Place,
  programOf,
  protect,
  signedIn,
} from "./place.ts";
import type { Relay } from "./relay.ts";
import { earlier, nameOf, type State } from "./states.ts";

const atOnce = 6;

export interface Planned {
  name: string;
  door: Door;
  doorName: DoorName;
  state: State;
  /** The state that counts, where it is not the one that was made: a backup of before is restored. */
  counts?: State;
  expected: Outcome;
  gap: boolean;
}

export interface Tried extends Planned {
  cell: Cell;
}

/** Each door in each state, each maker of a door in a state once. */
export function cellsOf(states: readonly State[]): Planned[] {
  const seen = new Set<string>();
  return states.flatMap((state) =>
    (Object.entries(doors) as [DoorName, Door][]).flatMap(([doorName, door]) => {
      if (door.outside && state.list.startsWith("own domain")) return [];
      const maker = makerAt(door, state);
      const name = `${doorName}; ${nameOf({ ...state, maker: maker as State["maker"] })}`;
      if (seen.has(name)) return [];
      seen.add(name);
      const expected = outcomeOf(door, state, maker);
      return [{ name, door, doorName, state, expected, gap: gapOf(doorName, state, maker) }];
    }),
  );
}

/** The same cells, of which all that came after their makers began is undone by a backup. */
export function asBefore(cells: readonly Planned[]): Planned[] {
  return cells.map((one) => {
    const counts = earlier(one.state);
    return { ...one, counts, expected: outcomeOf(one.door, counts, makerAt(one.door, counts)) };
  });
}

/** The steps of a course; what is done between two of them is the course's own. */
export type Step = "made" | "begun" | "led" | "ended" | "acting" | "acted" | "deciding" | "decided";
export type Course = (step: Step) => Promise<void>;
const straight: Course = async () => {};

/** How often each recipient was reached, outside and here. */
async function arrivals({ values }: Host, relay: Relay): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const count = (email: string) => counts.set(email, (counts.get(email) ?? 0) + 1);
  for (const { to } of relay.mails) for (const email of to) count(email);
  const rows = await values(
    "select delivered_to from messages where direction = 'inbound' and delivered_to like 'c%-%'",
  );
  for (const [email] of rows) count(email as string);
  return counts;
}

async function waiting({ values }: Host): Promise<Map<string, { id: string; draft: string }[]>> {
  const rows = await values(
    "select id, message_id, envelope from reviews where status = 'pending' and direction = 'outbound'",
  );
  const found = new Map<string, { id: string; draft: string }[]>();
  for (const [id, draft, envelope] of rows as [string, string, { recipients: string[] }][])
    for (const to of envelope.recipients) found.set(to, [...(found.get(to) ?? []), { id, draft }]);
  return found;
}

/** @returns the cells with what was made of them, and those that came out otherwise than the model says, in words */
export async function tryCells(
  { host, relay }: { host: Host; relay: Relay },
  cells: readonly Planned[],
  course = straight,
): Promise<{ tried: Tried[]; wrong: string[] }> {
  const stranger = (await host.otherAccount()).api;
  const byState = [...Map.groupBy(cells, ({ state }) => state)];
  const groups: { place: Place; own: Tried[] }[] = [];
  await each(byState, async ([state, planned], number) => {
    const place = await makePlace(host, state, stranger);
    const own = planned.map((one, n): Tried => {
      const to = place.recipient(String(n));
      const cell = { place, to, mark: `m${number}-${n}`, api: place.maker, begun: "", clock: host.clock };
      return { ...one, cell };
    });
    await place.ready(own.map(({ cell }) => cell.to));
    groups.push({ place, own });
  });
  const of = ({ own }: (typeof groups)[number], act: "begin" | "lead" | "act") =>
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
  const set = async ({ place, own }: (typeof groups)[number], when: State["when"]) => {
    if (place.state.when !== when) return;
    await protect(
      place,
      own.map(({ cell }) => cell.to),
    );
  };
  await course("made");
  await each(groups, async (group) => {
    await set(group, "before");
    await of(group, "begin");
  });
  await course("begun");
  await each(groups, (group) => of(group, "lead"));
  await course("led");
  await each(groups, async (group) => {
    await set(group, "after");
    await group.place.end();
  });
  await course("ended");
  await course("acting");
  await each(groups, (group) => of(group, "act"));
  await course("acted");
  await host.advance(5 * 60_000);
  await host.rest();
  const [reached, held] = [await arrivals(host, relay), await waiting(host)];
  const tried = groups.flatMap(({ own }) => own);
  const wrong = tried.flatMap(({ cell, expected, name, gap }) => {
    const [times, reviews] = [reached.get(cell.to) ?? 0, held.get(cell.to)?.length ?? 0];
    const found = times > 0 ? "allowed" : reviews > 0 ? "held" : "refused";
    const isRight = found === expected && times <= 1 && reviews <= 1 && times + reviews <= 1;
    return isRight || gap
      ? []
      : [`${name}: expected ${expected}, found ${found} (${times} arrived, ${reviews} wait)`];
  });
  return { tried, wrong };
}

/** @returns what left, or did not, otherwise than the model says, in words */
export async function decideHeld(
  { host, relay, seed }: { host: Host; relay: Relay; seed: number },
  tried: readonly Tried[],
  course = straight,
): Promise<string[]> {
  const stranger = (await host.otherAccount()).api;
  const held = await waiting(host);
  const before = await arrivals(host, relay);
  const tries = tried.flatMap((one, n) => {
    const [review] = held.get(one.cell.to) ?? [];
    const decider = deciders[(n * 7 + seed) % deciders.length]!;
    return review && one.expected === "held" && !one.gap ? [{ ...one, review, decider }] : [];
  });
  await course("deciding");
  const byPlace = [...Map.groupBy(tries, ({ cell }) => cell.place)];
  await each(byPlace, async ([place, all]) => {
    const known = new Map<string, Promise<string>>();
    const program = async (level: string) => {
      const token = known.get(level) ?? programOf(host, place.accountId, level);
      known.set(level, token);
      return place.owner.as(await token);
    };
    for (const { decider, review } of all) await decide({ place, stranger, program }, decider, review);
  });
  await course("decided");
  // What a person lets go of can be taken back for ten seconds.
  await host.advance(5 * 60_000);
  await host.rest();
  await decideTooLate(host, tries);
  const after = await arrivals(host, relay);
  const wrong = tries.flatMap(({ name, cell, decider, state, counts = state }) => {
    const times = after.get(cell.to) ?? 0;
    const expected = leavesBy(decider, counts) ? 1 : 0;
    return times === expected
      ? []
      : [`${name}; decided by ${decider}: expected ${expected}, ${times} arrived`];
  });
  const decided = new Set(tries.map(({ cell }) => cell.to));
  const moved = [...after].filter(([to, times]) => !decided.has(to) && times !== (before.get(to) ?? 0));
  return [...wrong, ...moved.map(([to, times]) => `${to}: nobody decided, ${times} arrived`)];
}

/** Lets the time of all reviews run out, and somebody who might have decided come then. */
async function decideTooLate(
  host: Host,
  tries: readonly (Tried & { decider: Decider; review: { id: string } })[],
): Promise<void> {
  const late = tries.filter(({ decider }) => decider === "person, too late");
  if (late.length === 0) return;
  await host.advance(expiresAfter * 1000 + 60_000);
  await host.rest();
  await eventually(async () => {
    const [row] = await host.values(
      "select count(*)::int from reviews where status = 'pending' and expires_at <= $1::timestamptz",
      [new Date(host.clock.now()).toISOString()],
    );
    return row![0] === 0;
  });
  // Sessions that nobody used are over by then.
  await each([...Map.groupBy(late, ({ cell }) => cell.place)], async ([{ t, accountId }, all]) => {
    const browser = await signedIn(t, accountId);
    for (const { review } of all) await approveInConsole(browser, review.id);
  });
  await host.advance(5 * 60_000);
  await host.rest();
}

async function approveInConsole(browser: Place["browser"], id: string): Promise<void> {
  await browser.get(`/console/reviews/${id}`);
  const isApproval = (fields: URLSearchParams) => fields.get("decision") === "approve";
  if (browser.text.includes('action="/console/reviews"'))
    await browser.submit("/console/reviews", {}, isApproval);
}

/** Opens the link of a reviewer's mail, and approves there. */
async function approveByLink(token: string, t: Host): Promise<void> {
  const browser = new Browser(t.api.base);
  await browser.get(`/console/review?token=${token}`);
  const isApproval = (fields: URLSearchParams) => fields.get("decision") === "approve";
  if (browser.text.includes('action="/console/review"'))
    await browser.submit("/console/review", {}, isApproval);
}

async function decide(
  { place, stranger, program }: { place: Place; stranger: Api; program: (level: string) => Promise<Api> },
  decider: Decider,
  review: { id: string; draft: string },
): Promise<void> {
  const { owner, restricted, t, accountId } = place;
  const approve = (api: Api) => api.post(`/reviews/${review.id}/approve`, {});
  const inConsole = (browser: Place["browser"]) => approveInConsole(browser, review.id);
  // After all others: the clock is theirs too.
  if (decider === "person, too late") return;
  if (decider === "owner's key") await approve(owner);
  else if (decider === "restricted key") await approve(restricted);
  else if (decider === "another account's key") await approve(stranger);
  else if (decider === "person") await inConsole(place.browser);
  else if (decider === "removed member") await inConsole(await formerMember(place));
  else if (decider === "link of no reviewer") {
    const ids = { accountId, identityId: place.id };
    await approveByLink(await t.reviewLink(ids, { reviewId: review.id, email: "former@people.example" }), t);
  } else if (decider === "operator's queue") {
    await t.api.must(200, t.api.post("/queue/release", { ids: [review.id, review.draft] }));
    for (const call of ["release", "retry"])
      await t.api.must(200, t.api.post(`/queue/${call}`, { message_id: review.draft }));
  } else if (decider === "owner's key, withdrawn") {
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
    const token = await programOf(t, accountId, "approve");
    const program = owner.as(token);
    await owner.must(200, owner.delete(`/oauth-grants/${await idOf(program)}`));
    await approve(program);
  } else await approve(await program(decider));
}

async function each<T>(items: readonly T[], work: (item: T, n: number) => Promise<void>, width = atOnce) {
  let next = 0;
  const one = async () => {
    for (let n = next++; n < items.length; n = next++) await work(items[n]!, n);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, one));
}
