// The states of an address that a mail may meet, as a table: all values of each side, of which enough are combined that every
// two values of two sides meet. Each state has an account of its own.
import { pick, seeded } from "../support/app/random.ts";

const sides = {
  outbound: ["off", "new_recipients", "all"],
  approver: ["key", "human"],
  /**
   * Where it is set. "loosened": by a restricted key on the address, below a stricter default; "older": by the owner, before a
   * stricter default; "besieged": by a person, whereupon the owner's key allows everybody, and sets a default of its own; "made
   * again": by a person, before the owner's key made the address anew.
   */
  set: ["nowhere", "own", "default", "loosened", "older", "besieged", "made again"],
  /** When it is set: before the maker began, or between its beginning and its end (a schedule, a rule, an event). */
  when: ["before", "after"],
  /** Whom the lists name. "by a rule": a name of the own domain that a routing rule leads; "a sign-up's": of who signed up there before sign-ups had a domain of theirs. */
  list: [
    "none",
    "address",
    "domain",
    "own domain",
    "own domain, by a rule",
    "own domain, a sign-up's",
    "the account's",
    "subaddress",
    "by the restricted key",
    "blocked",
    "blocked domain",
    "blocked subaddress",
  ],
  thread: ["open", "human_review"],
  submission: ["hold", "refuse"],
  maker: [
    "owner's key",
    "restricted key",
    "read",
    "draft",
    "send",
    "approve",
    "revoked key",
    "expired token",
    "revoked program",
    "another account's key",
  ],
} as const;

export type State = { -readonly [S in keyof typeof sides]: (typeof sides)[S][number] };
/** Who makes a mail leave, as its door knows them; nobody: the mail of a stranger goes on by a rule. */
export type Maker = State["maker"] | "app password" | "revoked app password" | "person" | "nobody";

/** Whether a state can be: what nobody has set holds nothing; a list by a restricted key needs an address of its own settings. */
function canBe(state: State): boolean {
  if (
    state.set === "nowhere" &&
    (state.outbound !== "off" || state.approver !== "key" || state.submission !== "hold")
  )
    return false;
  // The domain on which people have signed up is the operator's: one account, whose default other states are not to meet.
  if (state.list === "own domain, a sign-up's" && state.set !== "own") return false;
  // No key changes what a person set, where people alone decide.
  if (state.set === "besieged" && (state.approver !== "human" || !/none|^blocked/.test(state.list)))
    return false;
  if (
    state.set === "made again" &&
    (state.approver !== "human" || state.list !== "none" || state.when !== "before")
  )
    return false;
  return !(state.list === "by the restricted key" && (state.set !== "loosened" || state.outbound === "off"));
}

/** States in which every two values that can be together are, but for who asks and whom the lists name; seeded. */
export function statesOf(seed: number): State[] {
  const next = seeded(seed);
  const names = Object.keys(sides) as (keyof State)[];
  const random = () =>
    Object.fromEntries(
      names.map((name) => [name, pick(sides[name] as readonly string[], next)]),
    ) as unknown as State;
  const met = new Set<string>();
  const pairs = (state: State) =>
    names.flatMap((one, n) =>
      names
        .slice(n + 1)
        .filter((other) => !(one === "list" && other === "maker" && state.list !== "own domain, a sign-up's"))
        .map((other) => `${one}=${state[one]} ${other}=${state[other]}`),
    );
  const found: State[] = [];
  for (let dry = 0; dry < 40; ) {
    const candidates = Array.from({ length: 400 }, random).filter(canBe);
    const gain = (state: State) => pairs(state).filter((pair) => !met.has(pair)).length;
    const best = candidates.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    if (gain(best) === 0) {
      dry++;
      continue;
    }
    found.push(best);
    for (const pair of pairs(best)) met.add(pair);
  }
  return found;
}

/** The state that a backup has which is older than all that came after the maker began. */
export function earlier(state: State): State {
  const maker = {
    "revoked key": "restricted key",
    "revoked program": "send",
    "expired token": "send",
  } as const;
  const before = { ...state, maker: maker[state.maker as keyof typeof maker] ?? state.maker };
  if (state.when === "before") return before;
  return { ...before, outbound: "off", approver: "key", set: "nowhere", list: "none", submission: "hold" };
}

export function nameOf(state: State): string {
  return Object.values(state).join(", ");
}
