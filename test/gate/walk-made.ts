// What a step of the walk is done to, made where there is none: by steps, each held to the model as any other.
import { pick } from "../support/app/random.ts";
import { type Actor, isAlive, type Mail } from "./walk-model.ts";
import { take } from "./walk-step.ts";
import type { WalkWorld } from "./walk-world.ts";

export async function makesDraft(w: WalkWorld): Promise<Mail> {
  const wish = w.wish();
  await take(w, w.steps.drafts!, w.ownersKey, wish);
  return w.model.mails.get(wish.mark)!;
}

/** Mostly by a key or program that may end before it is due. */
export async function makesScheduled(w: WalkWorld): Promise<void> {
  const mail = await makesDraft(w);
  const may = (who: Actor) => w.model.mayCall(who, mail.address, "send");
  const others = w.keys.filter((who) => who !== w.ownersKey && may(who));
  const who = others.length > 0 ? pick(others, w.next) : w.ownersKey;
  await take(w, w.steps.schedules!, who, { mail, due: w.model.now + 61_000 + w.next(30_000) });
}

/** A mail that waits: where nothing is held back, something is from now on. */
export async function makesWaiting(w: WalkWorld): Promise<void> {
  const { address, mark } = w.wish();
  const open = w.pool.filter((to) => !w.model.isBlocked(address, to));
  if (open.length === 0) return;
  const to = pick(open, w.next);
  if (w.model.verdict(w.ownersKey, address, to) !== "held") {
    const input = { outbound: "all", approver: pick(["key", "key", "human"] as const, w.next) } as const;
    await take(w, w.steps.protects!, w.owner, { address, input });
  }
  const wish = { address, to, mark, how: "POST", isHidden: w.next(2) === 0 };
  await take(w, w.steps.writes!, w.ownersKey, wish);
}

/** A mail that a person has approved a moment ago, mostly somebody who may leave. */
export async function makesApproved(w: WalkWorld): Promise<void> {
  await makesWaiting(w);
  const mail = w.mailIn(["waits"]);
  const able = w.people.filter((who) => isAlive(who) && who !== w.owner);
  if (mail) await take(w, w.steps.personApproves!, able.length > 0 ? pick(able, w.next) : w.owner, mail);
}
