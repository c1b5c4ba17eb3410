// What the gate has to say of each cell, in a few lines: no cell has an expectation of its own. DECISIONS Protection and reviews.
import type { Decider } from "./deciders.ts";
import type { Door } from "./doors.ts";
import type { Maker, State } from "./states.ts";

export type Outcome = "allowed" | "held" | "refused";

const able = new Set<Maker>([
  "owner's key",
  "restricted key",
  "send",
  "approve",
  "app password",
  "person",
  "nobody",
]);

/** Whom the lists of a state allow: "own domain" means the addresses that its owner has there, and a name with a tag is another address. */
const known = new Set<State["list"]>(["address", "domain", "own domain", "the account's"]);
const blocked = new Set<State["list"]>(["blocked", "blocked domain", "blocked subaddress"]);

export function outcomeOf(door: Door, state: State, maker: Maker): Outcome {
  // A token that is over takes nothing back that its program ordered; a revoked maker's orders sleep.
  if (!able.has(maker) && !(maker === "expired token" && door.lead)) return "refused";
  if (blocked.has(state.list)) return "refused";
  if (maker === "person") return "allowed";
  const isKnown = known.has(state.list);
  const underReview = door.inThread === true && state.thread === "human_review" && isProtected(state);
  const waits = underReview || state.outbound === "all" || (state.outbound === "new_recipients" && !isKnown);
  if (!waits) return "allowed";
  return door.stays || (door.submitted && state.submission === "refuse") ? "refused" : "held";
}

function isProtected({ set, list }: State): boolean {
  return set !== "nowhere" || list !== "none";
}

/** Whether a held mail leaves by a decision. */
export function leavesBy(decider: Decider, { approver, set }: State): boolean {
  // Where nobody has set how long a mail waits, it waits.
  if (decider === "person, too late") return set === "nowhere";
  if (decider === "person") return true;
  return approver === "key" && ["owner's key", "approve"].includes(decider);
}
