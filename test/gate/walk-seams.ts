// Two features that meet at one mail: what lists, decisions and suppressions say, and an address beside the one that they name; a leave,
// and the end of who gave it. The walk comes to such a place by chance alone too seldom: a step here makes its place, by steps that
// are each held to the model.
import { pick } from "../support/app/random.ts";
import { type Actor, isAlive } from "./walk-model.ts";
import { type AnyStep, outcomeIf, type Step, step, take } from "./walk-step.ts";
import type { WalkWorld, Wish } from "./walk-world.ts";

const hourMs = 3_600_000;

/** Numbers of the addresses at which a list of those whom it allows decides. */
const choosing = (w: WalkWorld) =>
  [0, 1, 2].filter((address) => w.model.protection(address)?.outbound === "new_recipients");

/** New recipients are held back at an address, from now on where they are not, mostly where keys may decide. */
async function holdsNew(w: WalkWorld, address: number): Promise<void> {
  const { outbound, approver } = w.model.protection(address) ?? {};
  if (outbound === "new_recipients" && (approver === "key" || w.next(4) === 0)) return;
  const input = { outbound: "new_recipients", approver: w.next(8) === 0 ? "human" : "key" } as const;
  const able = [w.owner, ...w.keys.filter((one) => w.model.maySet(one, address))];
  await take(w, w.steps.protects!, pick(able, w.next), { address, input });
}

/** Whom keys and programs let an address write to: with who did. */
function leavesAt(w: WalkWorld, address: number): { address: number; to: string; by: Actor }[] {
  const listed = w.model.entries
    .filter(({ of, list }) => list === "allow" && (of === null || of === address))
    .flatMap(({ entry, by }) => w.meantBy(entry).map((to) => ({ address, to, by })));
  const decided = [...w.model.allowed]
    .filter(([where]) => where.startsWith(`${address} `))
    .map(([where, { by }]) => ({ address, to: where.slice(where.indexOf(" ") + 1), by }));
  return [...listed, ...decided].filter(({ to, by }) => by.kind === "key" && !w.model.isBlocked(address, to));
}

/** Somebody gives leave by an entry of a list, or by a decision, and mostly ends then. */
async function makesLeave(w: WalkWorld): Promise<void> {
  const address = w.address();
  await holdsNew(w, address);
  const decides = (one: Actor) => one !== w.ownersKey && w.model.mayDecide(one, address);
  if (!w.keys.some(decides)) await (w.next(2) === 0 ? w.mintsWholeKey() : w.letsIn("approve"));
  const able = w.keys.filter(decides);
  const open = w.outside.filter((to) => !w.model.isBlocked(address, to) && !w.model.isAllowed(address, to));
  if (able.length === 0 || open.length === 0) return;
  // Programs are fewer than keys, and end in another way.
  const programs = able.filter(({ level }) => level !== null);
  const by = pick(programs.length > 0 && w.next(2) === 0 ? programs : able, w.next);
  const to = pick(open, w.next);
  if (by.level === null && w.next(2) === 0)
    await take(w, w.steps.lists!, by, { of: address, list: "allow", entry: to });
  else {
    const wish = { address, to, mark: w.mark(), how: "POST", isHidden: false };
    if (w.sends(w.ownersKey, address, to) !== "held") return;
    await take(w, w.steps.writes!, w.ownersKey, wish);
    const mail = w.model.mails.get(wish.mark)!;
    await take(w, w.steps.decides!, by, { mail, decision: "approve" });
  }
  if (w.next(4) > 0) await ends(w, by);
}

/** A key or program is revoked, or nobody comes for a new token of a program until its grant is over. */
async function ends(w: WalkWorld, one: Actor): Promise<void> {
  if (one.level === null || w.next(2) === 0) return take(w, w.steps.revokes!, w.ownersKey, one);
  await w.passes(Math.max(w.model.now, one.until) + hourMs / 60);
  await take(w, w.steps.grantEnds!, w.owner, one);
}

/** To somebody whom a key or program once allowed, mostly one that has ended. */
const writesByLeave: Step<Wish> = {
  weight: 5,
  by: (w) => w.callers,
  needs(w) {
    const all = choosing(w).flatMap((address) => leavesAt(w, address));
    const ended = all.filter(({ by }) => !isAlive(by));
    const from = ended.length > 0 ? ended : w.next(3) === 0 ? all : [];
    return from.length === 0 ? null : { ...pick(from, w.next), mark: w.mark() };
  },
  make: makesLeave,
  may: (w, who, { address }) => w.model.mayCall(who, address, "send"),
  expect: (w, who, { address, to }) => w.sends(who, address, to),
  act: (w, who, { address, to, mark }) =>
    who.api.post("/messages", { from: w.desks[address]!.email, to: [to], subject: mark, text: mark }),
  learn: (w, _who, on, verdict) => w.settle(w.mail(on), verdict),
  says: (w, { address, to, mark }) => `as somebody allowed it: ${w.desks[address]!.email} ${to} ${mark}`,
};

/** Addresses beside those that an entry names: with a tag, of another house, of a stranger on the same domain. */
function beside(w: WalkWorld, entry: string): string[] {
  if (entry === w.host.domain)
    return [...w.outsiders.map(({ name }) => name).filter((name) => name.includes("@")), w.desks[1]!.email];
  if (!entry.includes("@")) return [`eve@${entry}`, `eve@sub.${entry}`, `eve@not${entry}`];
  if (entry.endsWith(`@${w.host.domain}`)) return [entry];
  const bare = entry.replace(/\+[^@]*@/, "@");
  return [bare, entry, bare.replace("@", "+y@"), bare.replace("@", "+x+y@"), bare.replace("@", "@sub.")];
}

/** To somebody beside whom a list names, where that list decides. */
const writesBeside: Step<Wish> = {
  weight: 5,
  by: (w) => w.callers,
  needs(w) {
    const at = choosing(w);
    const all = w.model.entries.flatMap(({ of, list, entry }) =>
      (of === null ? [0, 1, 2] : [of])
        .filter((address) => list === "block" || at.includes(address))
        .map((address) => ({ address, entry })),
    );
    if (all.length === 0) return null;
    const { address, entry } = pick(all, w.next);
    const to = pick(beside(w, entry), w.next);
    // Who asks themselves is asked nothing.
    return to === w.desks[address]!.email ? null : { address, to, mark: w.mark() };
  },
  async make(w) {
    const address = w.address();
    await holdsNew(w, address);
    const able = w.keys.filter((one) => w.model.maySet(one, address) && one.level === null);
    if (able.length === 0) return;
    const entry = pick([...w.pool, "friends.example", w.host.domain, w.host.domain], w.next);
    const list = w.next(2) === 0 ? "block" : "allow";
    await take(w, w.steps.lists!, pick(able, w.next), { of: address, list, entry });
  },
  may: (w, who, { address }) => w.model.mayCall(who, address, "send"),
  expect: (w, who, { address, to }) => w.sends(who, address, to),
  act: writesByLeave.act,
  learn: (w, _who, on, verdict) => w.settle(w.mail(on), verdict),
  says: (w, { address, to, mark }) => `beside a list: ${w.desks[address]!.email} ${to} ${mark}`,
};

/** A key without restriction takes over what another one made, before its end or after: what slept goes on. */
const takesOver: Step<Actor> = {
  weight: 3,
  by: (w) => w.callers,
  needs(w) {
    const all = w.keys.filter((one) => one.level === null && one !== w.ownersKey);
    const made = [...w.model.entries, ...w.model.allowed.values(), ...w.rules, ...w.aliases];
    const makers = all.filter((one) => made.some(({ by }) => by === one));
    const ended = makers.filter((one) => !isAlive(one));
    const from = ended.length > 0 && w.next(3) > 0 ? ended : makers;
    return from.length === 0 ? null : pick(from, w.next);
  },
  make: makesLeave,
  may: (w, who) => w.model.mayMint(who, null),
  expect: (w, who, from) => outcomeIf(w.model.mayMint(who, null) && who !== from),
  act: (_w, who, { id }) => who.api.post(`/api-keys/${id}/take-over`),
  learn(w, who, from) {
    const theirs = (one: Actor | null): boolean =>
      one !== null && (one === from || (!isAlive(from) && theirs(one.parent)));
    // Where people alone decide, no key takes what one with less reach allowed.
    const stays = (address: number | null) =>
      from.reach !== null &&
      [w.model.byDefault, address === null ? null : w.model.own[address]].some(
        (one) => one?.approver === "human",
      );
    for (const one of w.model.entries)
      if (one.list === "allow" && theirs(one.by) && !stays(one.of)) one.by = who;
    for (const [where, leave] of w.model.allowed)
      if (theirs(leave.by) && !stays(Number(where.slice(0, where.indexOf(" "))))) leave.by = who;
    const goesOn = [...w.rules, ...w.aliases, ...(isAlive(from) ? w.feeds : [])];
    for (const one of goesOn) if (theirs(one.by)) one.by = who;
    for (const mail of w.model.mails.values())
      if (mail.state === "scheduled" && theirs(mail.by)) mail.by = who;
    for (const one of w.actors) if (isAlive(one) && one.parent === from) one.parent = who;
  },
  says: (_w, { name }) => `takes over what ${name} made`,
};

/** Those whom a send that somebody took over was to, and whom its draft names no more, where nothing else holds mail to them. */
function formerPeople(w: WalkWorld): { address: number; to: string }[] {
  return w.model.threads.flatMap(({ address, underReview, from, taken, mails }) => {
    const settings = w.model.protection(address);
    if (!underReview || settings === null || settings.outbound === "all") return [];
    const named = [...from, ...mails.filter(({ state }) => state !== "gone").map((mail) => mail.to)];
    return taken
      .filter((to) => !named.includes(to) && !w.model.isBlocked(address, to))
      .filter((to) => settings.outbound === "off" || w.model.isAllowed(address, to))
      .map((to) => ({ address, to }));
  });
}

/** To somebody to whom a person took a send over, whose draft was deleted since. */
const writesToFormer: Step<Wish> = {
  weight: 4,
  by: (w) => w.callers,
  needs(w) {
    const all = formerPeople(w);
    return all.length === 0 ? null : { ...pick(all, w.next), mark: w.mark() };
  },
  async make(w) {
    const address = w.address();
    const open = w.outside.filter((to) => !w.model.isBlocked(address, to));
    if (open.length === 0) return;
    const sets = (outbound: "all" | "off") =>
      take(w, w.steps.protects!, w.owner, { address, input: { outbound, approver: "key" } });
    await sets("all");
    const wish = { address, to: pick(open, w.next), mark: w.mark(), how: "POST", isHidden: false };
    await take(w, w.steps.writes!, w.ownersKey, wish);
    const mail = w.model.mails.get(wish.mark)!;
    await take(w, w.steps.decides!, w.ownersKey, { mail, decision: "take_over" });
    await take(w, w.steps.withdraws!, w.ownersKey, mail);
    await sets("off");
  },
  may: (w, who, { address }) => w.model.mayCall(who, address, "send"),
  expect: (w, who, { address, to }) => w.sends(who, address, to),
  act: writesByLeave.act,
  learn: (w, _who, on, verdict) => w.settle(w.mail(on), verdict),
  says: (w, { address, to, mark }) => `as before the take-over: ${w.desks[address]!.email} ${to} ${mark}`,
};

export const seamSteps: Record<string, AnyStep> = {
  writesToFormer: step(writesToFormer),
  writesByLeave: step(writesByLeave),
  writesBeside: step(writesBeside),
  takesOver: step(takesOver),
};
