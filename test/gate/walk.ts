// People, agents, programs of each level, mail programs and attackers on one server, who do whatever they may or may not, in any
// order. A step is a row (walk-steps.ts, walk-settings.ts): its object is drawn or made, then who tries it, mostly somebody who
// may; what came of it is held to the model (walk-model.ts) at once, and the world whenever the server is at rest.
import { pick, seeded } from "../support/app/random.ts";
import type { ChildHost } from "./host.ts";
import type { Relay } from "./relay.ts";
import { beyondSteps } from "./walk-beyond.ts";
import type { Mail } from "./walk-model.ts";
import { outlivingSteps } from "./walk-outliving.ts";
import { seamSteps } from "./walk-seams.ts";
import { settingSteps } from "./walk-settings.ts";
import { type AnyStep, take } from "./walk-step.ts";
import { mailSteps } from "./walk-steps.ts";
import { marked, WalkWorld } from "./walk-world.ts";

/** The servers of the recipients, as the walk looks at them. */
export type Recipients = Pick<Relay, "shut" | "reopen"> & {
  readonly mails: readonly Pick<Relay["mails"][number], "raw" | "to">[];
};

const hourMs = 3_600_000;
const markOf = (text: string) => /\bw\d+z\b/.exec(text)?.[0];
/** Rows of messages, as the states of the model. */
const storedAs: Partial<Record<Mail["state"], string>> = {
  draft: "draft",
  scheduled: "scheduled",
  waits: "pending_review",
  approved: "pending_review",
};

export class Walk {
  readonly #host: ChildHost;
  readonly #relay: Recipients;
  readonly #seed: number;
  readonly #world: WalkWorld;
  readonly #steps: Record<string, AnyStep | { weight: number; run(): Promise<void> }> = {
    ...mailSteps,
    ...settingSteps,
    ...outlivingSteps,
    ...seamSteps,
    ...beyondSteps,
    strangerWrites: { weight: 2, run: () => this.#strangerWrites() },
    waits: { weight: 8, run: () => this.#waits() },
    killed: { weight: 1, run: () => this.#killed() },
  };
  readonly #weights: (readonly [string, number])[];
  /** Recipients that each mark has reached, as far as was looked. */
  readonly #arrived = new Map<string, string[]>();
  readonly #looked = { relay: 0, at: 0 };
  readonly #seen = new Set<string>();
  readonly counts = new Map<string, number>();

  /**
   * @param given.isBent it does some things often, some never, and mostly at one address, with few recipients
   * @param given.acts it takes these steps alone
   */
  constructor(
    host: ChildHost,
    relay: Recipients,
    { seed, isBent = false, acts }: { seed: number; isBent?: boolean; acts?: readonly string[] | undefined },
  ) {
    this.#host = host;
    this.#relay = relay;
    this.#seed = seed;
    this.#world = new WalkWorld(host, seed, isBent);
    this.#world.steps = { ...mailSteps, ...settingSteps, ...outlivingSteps, ...seamSteps, ...beyondSteps };
    this.#world.passes = (until) => this.#until(until);
    this.#weights = Object.entries(this.#steps).map(([name, { weight }]) => {
      // Features meet sooner where each walk has a few of them (swarm testing: Groce et al., ISSTA 2012). Time passes in each.
      const often = isBent && name !== "waits" ? pick([0, 1, 1, 4], this.#world.next) : 1;
      if (acts) return [name, acts.includes(name) ? weight : 0] as const;
      return [name, weight * often] as const;
    });
  }

  /** What was done, newest last. */
  get steps(): string[] {
    return this.#world.log;
  }

  begin(): Promise<void> {
    return this.#world.begin();
  }

  /**
   * The n-th step, which others may be left out before. Throws where an answer is not what the model says.
   * @param named it is this one, instead of one that the seed draws
   */
  async step(n: number, named?: string): Promise<void> {
    const w = this.#world;
    w.next = seeded(this.#seed * 1_000_003 + n);
    await this.#host.advance(1);
    w.model.now = this.#host.clock.now();
    const name = named ?? this.#drawn();
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    w.log.push(`${n} ${name}`);
    if (w.log.length > 60) w.log.shift();
    try {
      await this.#until(w.model.now);
      const row = this.#steps[name]!;
      if ("run" in row) await row.run();
      else await this.#takes(row);
    } catch (error) {
      throw new Error(`step ${n}, ${name}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  }

  #drawn(): string {
    let at = this.#world.next(this.#weights.reduce((sum, [, weight]) => sum + weight, 0));
    for (const [name, weight] of this.#weights) {
      at -= weight;
      if (at < 0) return name;
    }
    return "waits";
  }

  async #takes(row: AnyStep): Promise<void> {
    const w = this.#world;
    let on = row.needs(w);
    if (on === null) {
      await row.make?.(w);
      await this.#until(w.model.now);
      on = row.needs(w);
    }
    if (on === null) return w.note("there is nothing");
    const all = row.by(w, on);
    if (all.length === 0) return w.note("there is nobody");
    const able = all.filter((one) => row.expect(w, one, on) !== "refused");
    const who = w.draws(all, able.length > 0 ? able : all.filter((one) => row.may?.(w, one, on) ?? true));
    await take(w, row, who, on);
  }

  async #strangerWrites(): Promise<void> {
    const w = this.#world;
    const who = pick(
      w.outsiders.filter(({ name }) => name.includes("@")),
      w.next,
    );
    const [to, mark] = [pick(w.outside, w.next), w.mark()];
    w.note(`${who.name} to ${to} ${mark}`);
    await who.api.must(
      201,
      who.api.post("/messages", { from: who.name, to: [to], subject: mark, text: mark }),
    );
    w.mail({ mark, address: -1, to }, { state: "left" });
    if (w.outsiders.length < 4) await w.signsUp();
  }

  /** Time goes on, from one thing that falls due to the next: now and then until programs have to ask for a new token. */
  async #waits(): Promise<void> {
    const w = this.#world;
    await this.#until(w.model.now + (w.next(8) === 0 ? hourMs : w.next(40_000)));
    await this.compare();
  }

  async #until(end: number): Promise<void> {
    const { model, note } = { model: this.#world.model, note: (text: string) => this.#world.note(text) };
    for (;;) {
      const due = [...model.mails.values()]
        .filter(({ state, due }) => (state === "scheduled" || state === "approved") && due < end)
        .sort((a, b) => a.due - b.due)[0];
      // An address's own time is some microseconds ahead.
      const at = Math.max(model.now, due ? due.due + 1 : end);
      if (at > model.now) await this.#host.advance(at - model.now);
      model.now = at;
      if (!due) return;
      note(`${due.mark} falls due`);
      await this.#host.rest();
      model.fallDue(due);
    }
  }

  /** The server is killed while mail is on its way, which nobody has taken, and while calls are made. */
  async #killed(): Promise<void> {
    const w = this.#world;
    await this.compare();
    this.#relay.shut();
    for (let n = w.next(4); n > 0; n--) await this.#takes(mailSteps.writes!);
    const calls = Array.from({ length: 4 }, () => {
      const wish = { ...w.wish(), to: pick(w.pool, w.next) };
      const able = w.callers.filter((one) => w.sends(one, wish.address, wish.to) !== "refused");
      const who = w.draws(w.callers, able);
      const { to, mark } = wish;
      const letter = { from: w.desks[wish.address]!.email, to: [to], subject: mark, text: mark };
      const call = () => who.api.post("/messages", letter, { "idempotency-key": mark });
      return { who, wish, verdict: w.sends(who, wish.address, to), call };
    });
    const [first, ...others] = calls;
    const made = others.map(({ call }) => call().catch(() => null));
    await first!.call();
    await this.#host.restart();
    await Promise.all(made);
    for (const { who, wish, verdict, call } of calls) {
      const { status } = await call();
      const got = status === 201 ? "allowed" : status === 202 ? "held" : "refused";
      w.note(`${who.name} again ${wish.mark} to ${wish.to}: ${verdict}`);
      if (got !== verdict) throw new Error(`${wish.mark}: the model says ${verdict}, the answer ${got}`);
      if (verdict !== "refused") await w.settle(w.mail(wish), verdict);
    }
    this.#relay.reopen();
    // A call of a webhook that the kill cut off is made again after 30 s; what fell due meanwhile leaves then.
    await this.#host.advance(31_000);
    w.model.now += 31_000;
    await this.#until(w.model.now);
    await this.compare();
  }

  /** What the servers of the recipients have, what waits, and what is set, is what the model says. */
  async compare(): Promise<void> {
    await this.#host.rest();
    const wrong = [
      ...(await this.#wrongArrivals()),
      ...(await this.#wrongStates()),
      ...(await this.#wrongSettings()),
      ...(await this.#wrongDeliveries()),
      ...(await this.#toldOfWaiting()),
    ];
    if (wrong.length > 0) throw new Error(wrong.join("\n"));
  }

  async #wrongArrivals(): Promise<string[]> {
    const w = this.#world;
    const arrived = this.#arrived;
    for (const { raw, to } of this.#relay.mails.slice(this.#looked.relay)) {
      const mark = markOf(/^Subject: (?:.*\r\n(?:[ \t].*\r\n)*)/m.exec(raw)?.[0] ?? "");
      if (mark) arrived.set(mark, [...(arrived.get(mark) ?? []), ...to]);
    }
    this.#looked.relay = this.#relay.mails.length;
    const inside = [
      ...w.pool,
      ...w.outsiders.map(({ name }) => name),
      ...w.desks.map(({ email }) => email),
    ].filter((email) => email.endsWith(`@${this.#host.domain}`));
    const rows = await this.#host.values(
      `select id, subject, delivered_to from messages
       where direction = 'inbound' and delivered_to = any($1::text[]) and created_at > $2::timestamptz`,
      [[...new Set(inside)], new Date(this.#looked.at - 60_000).toISOString()],
    );
    this.#looked.at = this.#host.clock.now();
    for (const [id, subject, to] of rows as [string, string, string][]) {
      if (this.#seen.has(id)) continue;
      this.#seen.add(id);
      const mark = markOf(subject);
      if (mark && w.model.mails.get(mark)?.to === to) arrived.set(mark, [...(arrived.get(mark) ?? []), to]);
    }
    const wrong = [...w.model.mails.values()].flatMap(({ mark, to, state }) => {
      const expected = state === "left" ? to : "";
      const found = (arrived.get(mark) ?? []).join();
      return found === expected
        ? []
        : [`${mark} (${state}): the model says "${expected}", it reached "${found}"`];
    });
    const unknown = [...arrived.keys()].filter((mark) => !w.model.mails.has(mark));
    return [...wrong, ...unknown.map((mark) => `${mark} reached somebody, and nobody wrote it`)];
  }

  /** Mails that have not left, each in its state and with its time; and what waits. */
  async #wrongStates(): Promise<string[]> {
    const w = this.#world;
    const open = [...w.model.mails.values()].filter(({ state }) => storedAs[state] !== undefined);
    const rows = await this.#host.values(
      `select ${marked}, m.state, extract(epoch from m.send_due)::float8 * 1000 from messages m
       where ${marked} = any($1::text[]) and m.direction = 'outbound'`,
      [open.map(({ mark }) => mark)],
    );
    const stored = new Map(rows.map(([mark, state, due]) => [mark as string, { state, due: due as number }]));
    const wrong = open.flatMap(({ mark, state, due }) => {
      const found = stored.get(mark);
      if (found?.state !== storedAs[state])
        return [`${mark}: the model says ${state}, it is ${found?.state}`];
      const isOnTime = state !== "scheduled" || Math.abs(found!.due - due) < 1000;
      return isOnTime ? [] : [`${mark}: the model says it leaves at ${due}, it does at ${found!.due}`];
    });
    const pending = await this.#host.values(
      "select m.subject from reviews r join messages m on m.id = r.message_id where r.status = 'pending'",
    );
    const waits = pending.map(([subject]) => markOf(subject as string)!).sort();
    const expected = [...open.filter(({ state }) => state === "waits" || state === "approved"), ...w.arrivals]
      .map(({ mark }) => mark)
      .sort();
    return waits.join() === expected.join() ? wrong : [...wrong, `waiting: ${differing(waits, expected)}`];
  }

  async #wrongSettings(): Promise<string[]> {
    const { model, desks } = this.#world;
    const rows = await this.#host.values(
      `select id, protection->>'outbound' || ' ' || (protection->>'approver') from identities where id = any($1::uuid[])
       union all select account_id, protection->>'outbound' || ' ' || (protection->>'approver') from accounts where account_id = $2::uuid`,
      [desks.map(({ id }) => id), this.#host.accountId],
    );
    const stored = new Map(rows as [string, string | null][]);
    const said = (id: string, settings: { outbound: string; approver: string } | null | undefined) => {
      const expected = settings ? `${settings.outbound} ${settings.approver}` : null;
      const found = stored.get(id) ?? null;
      return found === expected ? [] : [`protection of ${id}: the model says ${expected}, it is ${found}`];
    };
    const lists = await this.#host.values(
      "select id from protection_entries where account_id = $1::uuid and owner_id = any($2::uuid[])",
      [this.#host.accountId, [this.#host.accountId, ...desks.map(({ id }) => id)]],
    );
    const [found, expected] = [lists.map(([id]) => id as string), model.entries.map(({ id }) => id)];
    const differ = differing(found, expected);
    return [
      ...desks.flatMap(({ id }, n) => said(id, model.own[n])),
      ...said(this.#host.accountId, model.byDefault),
      ...(found.sort().join() === expected.sort().join() ? [] : [`lists: ${differ}`]),
    ];
  }

  /** A webhook of an address is told of that address alone. */
  async #wrongDeliveries(): Promise<string[]> {
    if (this.#world.listening === 0) return [];
    const rows = await this.#host.values(
      `select e.type from deliveries d join webhooks w on w.account_id = d.account_id and w.id = d.webhook_id
       join events e on e.account_id = d.account_id and e.id = d.event_id
       where d.account_id = $1::uuid and w.identity_id is not null and e.identity_id is distinct from w.identity_id`,
      [this.#host.accountId],
    );
    return rows.map(([type]) => `a webhook of one address is told of another: ${type}`);
  }

  /** What mail says that waits for a person stands in no event, which webhooks and streams carry to whoever listens. */
  async #toldOfWaiting(): Promise<string[]> {
    const { arrivals } = this.#world;
    if (arrivals.length === 0) return [];
    const rows = await this.#host.values(
      `select e.type, a.mark from unnest($2::text[]) as a(mark)
       join events e on e.account_id = $1::uuid and e.data::text like '%secret of ' || a.mark || '%'`,
      [this.#host.accountId, arrivals.map(({ mark }) => mark)],
    );
    return rows.map(([type, mark]) => `${type} tells what ${mark} says, which waits`);
  }

  /** Somebody watches a thread of a protected address, of mail that came. */
  async #watches(): Promise<void> {
    const w = this.#world;
    const [address = null] = [0, 1, 2].filter((one) => w.model.protection(one) !== null);
    if (address === null) return;
    const thread = await w.arrives(address, pick(w.outside, w.next));
    if (!thread.underReview)
      await take(w, settingSteps.reviewsThread!, w.ownersKey, { thread, status: "human_review" });
  }

  /** Everything falls due; then days pass, in which what people watch or what waits for them is not cleared away. */
  async end(): Promise<void> {
    const w = this.#world;
    // Also what was scheduled for later than that: mail that came while days pass is cleared away before anybody looks.
    const due = [...w.model.mails.values()].flatMap((one) => (one.state === "scheduled" ? [one.due] : []));
    await this.#until(Math.max(w.model.now + hourMs, ...due.map((at) => at + 1_000)));
    await this.compare();
    await this.#watches();
    const watched = w.letters.filter(
      ({ thread }) => thread.underReview && w.model.protection(thread.address) !== null,
    );
    // A walk over the folders begins up to two days after mail is a day old.
    for (let day = 0; day < 4; day++) await this.#until(w.model.now + 25 * hourMs);
    await this.compare();
    const there = await this.#host.values(
      "select p.message_id from placements p where p.message_id = any($1::uuid[])",
      [watched.map(({ id }) => id)],
    );
    const left = watched.filter(({ id }) => !there.some(([found]) => found === id));
    if (left.length > 0) throw new Error(`watched, and gone: ${left.map(({ mark }) => mark).join(" ")}`);
  }
}

function differing(found: readonly string[], expected: readonly string[]): string {
  const only = (a: readonly string[], b: readonly string[]) => a.filter((one) => !b.includes(one)).join(" ");
  return `the server alone ${only(found, expected)}; the model alone ${only(expected, found)}`;
}
