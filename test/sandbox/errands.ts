// Long: each errand is a row here, with what the model then knows.
// Workers who take mail in turn, schedules, notices of a calendar, retention and people who answer, in a world: each step does
// something in an account of its own, and each answer is held to a model of a few lines. Beside the walk of test/gate, which is
// about what may leave. Steps are drawn by their number, so that others can be left out before one.
import type { WorldHost } from "../gate/world-host.ts";
import type { Api } from "../support/app/api.ts";
import { pick, type Random, seeded } from "../support/app/random.ts";

interface Item {
  id: string;
  ack: string;
  attempt: number;
  leased_until: string;
  message: { subject: string } | null;
}
interface NextMail {
  item: Item | null;
  acknowledged: boolean | null;
}
/** A mail that workers take in turn. */
interface Job {
  /** The item's, once it was given. */
  id: string;
  comesMs: number;
  attempts: number;
  ack: string | null;
  /** Tokens of before. */
  stale: string[];
  leasedUntilMs: number;
  isDone: boolean;
}
interface Later {
  id: string;
  dueMs: number;
  isCancelled: boolean;
}
interface Notice {
  event: string;
  /** The times at which it is told, the next one last. */
  dueMs: number[];
  isOver: boolean;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** Days that mail is kept. */
const keptDays = 7;
/** A walk over the folders begins within this time. */
const retentionLagMs = 2 * day;

export class Errands {
  readonly #host: WorldHost;
  readonly #seed: number;
  #next: Random;
  #api!: Api;
  #domain = "";
  #worker!: Api;
  /** Another key's worker: what the first was handed out is none of its business. */
  #stranger!: Api;
  readonly #ids: Record<string, string> = {};
  #count = 0;
  #restarts = 0;
  readonly #jobs = new Map<string, Job>();
  readonly #later = new Map<string, Later>();
  readonly #notices = new Map<string, Notice>();
  /** Of each event that told of a beginning, which beginning it was. */
  readonly #starting = new Map<string, string>();
  readonly #kept = new Map<string, number>();
  /** Mails to Ada, who answers each two hours later: when, and the id of what she answers. */
  readonly #asked = new Map<string, number>();
  readonly steps: string[] = [];

  constructor(host: WorldHost, seed: number) {
    this.#host = host;
    this.#seed = seed;
    this.#next = seeded(seed);
  }

  async begin(): Promise<void> {
    const { api, domain } = await this.#host.otherAccount();
    this.#api = api;
    this.#domain = domain;
    for (const name of ["jobs", "kept", "plan"]) {
      const made = await api.must<{ id: string }>(201, api.post("/identities", { email: this.#own(name) }));
      this.#ids[name] = made.id;
    }
    const worker = async () => {
      const body = { name: "worker", identity_ids: [this.#ids.jobs] };
      return api.as((await api.must<{ token: string }>(201, api.post("/api-keys", body))).token);
    };
    this.#worker = await worker();
    this.#stranger = await worker();
    const rule = { identity_id: this.#ids.kept, folder: "inbox", action: "delete", after_days: keptDays };
    await api.must(201, api.post("/retention-rules", rule));
    await api.must(
      200,
      api.patch(`/identities/${this.#ids.plan}/calendar`, { starting_minutes: 15, timezone: "UTC" }),
    );
    await this.joins();
  }

  /** Nobody lives in a new world, and what was to be written in the one before is not. */
  async #restarted(): Promise<void> {
    const [firstMs] = this.#host.restarts.slice(this.#restarts);
    if (firstMs === undefined) return;
    this.#restarts = this.#host.restarts.length;
    for (const [subject, { comesMs }] of this.#jobs) if (comesMs > firstMs) this.#jobs.delete(subject);
    this.#asked.clear();
    await this.joins();
  }

  async joins(): Promise<void> {
    const rules = [{ text: "Yes, gladly.", after: "2h" }];
    await this.#world.control("POST", "residents", { address: "ada@shop.example", name: "Ada", rules });
  }

  /** @param mayLeap hours and days may pass */
  async step(n: number, mayLeap: boolean): Promise<void> {
    this.#next = seeded(this.#seed * 1_000_003 + n);
    const names = Object.entries(this.#all).flatMap(([name, [weight]]) => Array<string>(weight).fill(name));
    const name = pick(names, this.#next);
    await this.#restarted();
    this.steps.push(`${n} ${name}`);
    try {
      await this.#all[name]![1].call(this, mayLeap);
    } catch (error) {
      throw new Error(`errand ${n}, ${name}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  }

  readonly #all: Record<string, [number, (mayLeap: boolean) => Promise<void>]> = {
    mailComes: [6, this.#mailComes],
    takesNext: [8, this.#takesNext],
    race: [4, this.#race],
    acksOfAnother: [2, this.#acksOfAnother],
    waitsForNext: [3, this.#waitsForNext],
    plans: [3, this.#plans],
    cancels: [2, this.#cancels],
    meets: [3, this.#meets],
    moves: [2, this.#moves],
    keeps: [3, this.#keeps],
    asks: [2, this.#asks],
    timePasses: [5, this.#timePasses],
  };

  get #world() {
    return this.#host.world();
  }
  get #now(): number {
    return this.#host.clock.now();
  }
  #own(name: string): string {
    return `${name}@${this.#domain}`;
  }
  #name(kind: string): string {
    return `${kind}${++this.#count}`;
  }
  #note(text: string): void {
    this.steps[this.steps.length - 1] += `: ${text}`;
  }
  #instant(ms: number): string {
    return new Date(ms).toISOString();
  }

  async #writes(to: string, subject: string, afterMs: number): Promise<void> {
    const act = { to: this.#own(to), subject, text: subject, after: `${Math.round(afterMs / second)}s` };
    await this.#world.control("POST", `residents/${pick(["bo", "cy"], this.#next)}@peer.example/acts`, act);
  }

  async #mailComes(): Promise<void> {
    const subject = this.#name("job");
    const afterMs = pick([0, 0, 5 * second, minute, 10 * minute], this.#next);
    this.#note(`${subject} after ${afterMs / second} s`);
    this.#jobs.set(subject, {
      ...{
        id: "",
        comesMs: this.#now + afterMs,
        attempts: 0,
        ack: null,
        stale: [],
        leasedUntilMs: 0,
        isDone: false,
      },
    });
    await this.#writes("jobs", subject, afterMs);
  }

  async #ask(body: object): Promise<NextMail> {
    return this.#worker.must<NextMail>(
      200,
      this.#worker.post("/next", { wait: 0, kinds: ["mail"], ...body }),
    );
  }

  /** Holds what a worker was given to the model. */
  #given({ item }: NextMail, sinceMs: number): void {
    if (item === null) return;
    const subject = item.message?.subject ?? "";
    const job = this.#jobs.get(subject);
    this.#note(`${subject} at try ${item.attempt}`);
    if (!job) throw new Error(`"${subject}" is nobody's job`);
    if (job.isDone) throw new Error(`${subject} is done, and came again`);
    if (job.leasedUntilMs > this.#now)
      throw new Error(`${subject} is somebody's until ${this.#instant(job.leasedUntilMs)}, and was given`);
    if (item.attempt !== job.attempts + 1)
      throw new Error(`${subject} came at try ${item.attempt}, ${job.attempts} were before`);
    if (job.comesMs > this.#now) throw new Error(`${subject} comes later`);
    if (job.ack !== null) job.stale.push(job.ack);
    Object.assign(job, {
      id: item.id,
      attempts: item.attempt,
      ack: item.ack,
      leasedUntilMs: Date.parse(item.leased_until),
    });
    if (job.leasedUntilMs < sinceMs) throw new Error(`${subject} is leased until before it was given`);
  }

  /** Nothing is held back that could be given. */
  #missing(given: NextMail): void {
    if (given.item !== null) return;
    const free = [...this.#jobs].find(
      ([, { comesMs, isDone, leasedUntilMs }]) =>
        !isDone && comesMs + second < this.#now && leasedUntilMs + second < this.#now,
    );
    if (free) throw new Error(`${free[0]} waits, and nothing was given`);
  }

  async #takesNext(): Promise<void> {
    const held = [...this.#jobs.values()].filter(({ ack, isDone }) => ack !== null && !isDone);
    const job = held.length > 0 && this.#next(3) > 0 ? pick(held, this.#next) : null;
    const lease = pick([1, 30, 60, 600], this.#next);
    // A token of before counts for nothing once another call has the item.
    const stale = job && this.#next(3) === 0 ? job.stale.at(-1) : undefined;
    const sinceMs = this.#now;
    const given = await this.#ask({ lease, ...(job ? { ack: stale ?? job.ack } : {}) });
    if (job && given.acknowledged !== (stale === undefined))
      throw new Error(
        `the token of who ${stale ? "had" : "has"} the item: acknowledged ${given.acknowledged}`,
      );
    if (job) job.isDone = stale === undefined;
    this.#given(given, sinceMs);
    this.#missing(given);
  }

  async #race(): Promise<void> {
    const sinceMs = this.#now;
    const held = [...this.#jobs.values()].filter(({ ack, isDone }) => ack !== null && !isDone);
    const job = held.length > 0 ? pick(held, this.#next) : null;
    const isOver = job !== null && job.leasedUntilMs <= sinceMs;
    const calls = Array.from({ length: 2 + this.#next(4) }, (_, n) =>
      this.#ask({ lease: 60, ...(job && n < 2 ? { ack: job.ack } : {}) }),
    );
    const all = await Promise.all(calls);
    if (job) {
      const [first, second] = all.map(({ acknowledged }) => acknowledged);
      if (first !== second) throw new Error(`a token that was given twice: ${first} and ${second}`);
      // Once its lease is over, whoever asks may be faster than the token, and has the item then.
      const isTaken = isOver && all.some(({ item }) => item?.id === job.id);
      if (first === isTaken)
        throw new Error(`a token of an item that is ${isTaken ? "" : "not "}taken: ${first}`);
      job.isDone = !isTaken;
    }
    for (const given of all) this.#given(given, sinceMs);
  }

  /** The token of an item holds for the key alone that was handed it out: the item stays as it was, which later steps see. */
  async #acksOfAnother(): Promise<void> {
    const open = [...this.#jobs].filter(([, { ack, isDone }]) => ack !== null && !isDone);
    if (open.length === 0) return;
    const [subject, { ack }] = pick(open, this.#next);
    this.#note(subject);
    const { acknowledged } = await this.#stranger.must<NextMail>(
      200,
      this.#stranger.post("/next", { wait: 0, kinds: ["bounce"], ack }),
    );
    if (acknowledged !== false)
      throw new Error(`${subject}: another key's token: acknowledged ${acknowledged}`);
  }

  async #waitsForNext(): Promise<void> {
    const sinceMs = this.#now;
    const given = await this.#ask({ wait: 60, lease: 30 });
    this.#given(given, sinceMs);
    if (given.item === null && this.#now < sinceMs + 60 * second)
      throw new Error(`nothing came, after ${this.#now - sinceMs} ms of 60 s`);
    this.#missing(given);
  }

  async #plans(mayLeap: boolean): Promise<void> {
    const subject = this.#name("later");
    const dueMs = this.#now + (1 + this.#next(mayLeap ? 72 * 60 : 5)) * minute;
    const mail = { from: this.#own("plan"), to: [`${subject}@peer.example`], subject, text: subject };
    const { id } = await this.#api.must<{ id: string }>(
      202,
      this.#api.post("/messages", { ...mail, send_at: this.#instant(dueMs) }),
    );
    this.#note(`${subject} at ${this.#instant(dueMs)}`);
    this.#later.set(subject, { id, dueMs, isCancelled: false });
  }

  async #cancels(): Promise<void> {
    const open = [...this.#later].filter(
      ([, { dueMs, isCancelled }]) => !isCancelled && dueMs > this.#now + minute,
    );
    if (open.length === 0) return;
    const [subject, later] = pick(open, this.#next);
    await this.#api.must(200, this.#api.delete(`/drafts/${later.id}`));
    this.#note(subject);
    later.isCancelled = true;
  }

  async #meets(mayLeap: boolean): Promise<void> {
    const title = this.#name("meeting");
    const startMs =
      Math.ceil((this.#now + (17 + this.#next(mayLeap ? 3 * 1440 : 10)) * minute) / second) * second;
    const { id } = await this.#api.must<{ id: string }>(
      201,
      this.#api.post(`/identities/${this.#ids.plan}/calendar/events`, {
        ...{ title, timezone: "UTC", start: this.#local(startMs), end: this.#local(startMs + hour) },
      }),
    );
    this.#note(`${title} at ${this.#instant(startMs)}`);
    this.#notices.set(title, { event: id, dueMs: [startMs - 15 * minute], isOver: false });
  }

  async #moves(mayLeap: boolean): Promise<void> {
    const open = [...this.#notices].filter(([, { isOver }]) => !isOver);
    if (open.length === 0) return;
    const [title, notice] = pick(open, this.#next);
    const path = `/identities/${this.#ids.plan}/calendar/events/${notice.event}`;
    const due = notice.dueMs.at(-1)!;
    if (this.#next(3) === 0) {
      await this.#api.must(204, this.#api.delete(path));
      this.#note(`${title} is deleted`);
      notice.isOver = true;
      if (due > this.#now) notice.dueMs.pop();
      return;
    }
    const startMs =
      Math.ceil((this.#now + (17 + this.#next(mayLeap ? 3 * 1440 : 10)) * minute) / second) * second;
    const times = { start: this.#local(startMs), end: this.#local(startMs + hour) };
    await this.#api.must(200, this.#api.patch(path, times));
    this.#note(`${title} to ${this.#instant(startMs)}`);
    // What was told of its time before stays told.
    if (due > this.#now) notice.dueMs.pop();
    notice.dueMs.push(startMs - 15 * minute);
  }

  #local(ms: number): string {
    return this.#instant(ms).slice(0, 19);
  }

  async #keeps(): Promise<void> {
    const subject = this.#name("kept");
    this.#kept.set(subject, this.#now);
    await this.#writes("kept", subject, 0);
  }

  async #asks(): Promise<void> {
    const subject = this.#name("question");
    const mail = { from: this.#own("plan"), to: ["ada@shop.example"], subject, text: subject };
    await this.#api.must(201, this.#api.post("/messages", mail));
    this.#asked.set(subject, this.#now);
  }

  async #timePasses(mayLeap: boolean): Promise<void> {
    const span = mayLeap
      ? pick([minute, 20 * minute, 2 * hour, day, 3 * day, 9 * day], this.#next)
      : pick([second, 20 * second, 40 * second], this.#next);
    this.#note(`${span / second} s`);
    await this.#host.advance(span);
    await this.compare();
  }

  /** What happened until now is what the model says, once each. */
  async compare(): Promise<void> {
    await this.#host.rest();
    const now = this.#now;
    const times = (all: readonly string[]) => Map.groupBy(all, (one) => one);
    const left = times(this.#host.arrived().map(({ subject }) => subject));
    for (const [subject, { dueMs, isCancelled }] of this.#later) {
      const found = left.get(subject)?.length ?? 0;
      const [least, most] = isCancelled ? [0, 0] : [dueMs + minute < now ? 1 : 0, dueMs <= now ? 1 : 0];
      if (found < least || found > most)
        throw new Error(
          `${subject} is due at ${this.#instant(dueMs)}${isCancelled ? ", cancelled" : ""}: it left ${found} times until ${this.#instant(now)}`,
        );
    }
    const told = times(await this.#told());
    for (const [title, { event, dueMs }] of this.#notices) {
      const found = told.get(event)?.length ?? 0;
      const least = dueMs.filter((due) => due + minute < now).length;
      const most = dueMs.filter((due) => due <= now).length;
      if (found < least || found > most)
        throw new Error(
          `${title}: told ${found} times until ${this.#instant(now)}, due at ${dueMs.map((due) => this.#instant(due)).join(", ")}`,
        );
    }
    const kept = times(await this.#subjects("kept"));
    for (const [subject, sinceMs] of this.#kept) {
      const found = kept.get(subject)?.length ?? 0;
      const least = now < sinceMs + keptDays * day ? 1 : 0;
      const most = now > sinceMs + keptDays * day + retentionLagMs ? 0 : 1;
      if (found < least || found > most)
        throw new Error(
          `${subject} came at ${this.#instant(sinceMs)}: there are ${found} at ${this.#instant(now)}`,
        );
    }
    const answers = times(await this.#subjects("plan"));
    for (const [subject, sinceMs] of this.#asked) {
      const found = answers.get(`Re: ${subject}`)?.length ?? 0;
      const [least, most] = [sinceMs + 2 * hour + minute < now ? 1 : 0, sinceMs + 2 * hour <= now ? 1 : 0];
      if (found < least || found > most)
        throw new Error(
          `${subject} was asked at ${this.#instant(sinceMs)}: answered ${found} times until ${this.#instant(now)}`,
        );
    }
  }

  async #subjects(name: string): Promise<string[]> {
    const rows = await this.#host.values(
      `select m.subject from messages m join placements p on p.account_id = m.account_id and p.message_id = m.id
       where m.identity_id = $1::uuid and m.direction = 'inbound'`,
      [this.#ids[name]!],
    );
    return rows.map(([subject]) => subject as string);
  }

  /** Those of which events have told so far: events are kept for 30 days. */
  async #told(): Promise<string[]> {
    const rows = await this.#host.values(
      "select id, data->>'event_id' from events where identity_id = $1::uuid and type = 'calendar_event.starting'",
      [this.#ids.plan!],
    );
    for (const [id, event] of rows) this.#starting.set(String(id), event as string);
    return [...this.#starting.values()];
  }

  /** All that is due comes, and workers take what is left, each once. */
  async end(): Promise<void> {
    await this.#restarted();
    await this.#host.advance(10 * minute + second);
    for (let ack: string | null = null; ; ) {
      const given: NextMail = await this.#ask(ack === null ? {} : { ack });
      if (ack !== null) for (const job of this.#jobs.values()) if (job.ack === ack) job.isDone = true;
      this.#given(given, this.#now);
      if (given.item === null) break;
      ack = given.item.ack;
    }
    const left = [...this.#jobs].filter(([, { isDone }]) => !isDone);
    if (left.length > 0) throw new Error(`nobody was given ${left.map(([subject]) => subject).join(", ")}`);
    await this.#host.advance(12 * day);
    await this.compare();
  }
}
