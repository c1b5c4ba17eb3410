// Long: everybody and everything that a step draws is made here, so that one seed makes one world.
// Who and what is in the walk's world: the server, its addresses, everybody who acts, and the mails that there are, as the steps
// (walk-steps.ts, walk-settings.ts) find, draw and make them. What must come of a step the model says (walk-model.ts).
import { newId } from "../../src/lib/ids.ts";
import type { Answer } from "../support/app/api.ts";
import { eventually } from "../support/app/app.ts";
import { pick, type Random, seeded } from "../support/app/random.ts";
import type { ChildHost } from "./host.ts";
import type { Outcome } from "./model.ts";
import { arriveAt, comeTo, idOf, programOf, signedIn } from "./place.ts";
import { type Actor, isAlive, type Level, type Mail, Model, type Thread } from "./walk-model.ts";
import type { AnyStep } from "./walk-step.ts";

export const levels: readonly Level[] = ["read", "draft", "send", "approve"];
const forever = Number.POSITIVE_INFINITY;
/** SQL of the mark in a subject. */
export const marked = "substring(m.subject from 'w[0-9]+z')";

/** A mail that somebody is about to write. */
export interface Wish {
  address: number;
  to: string;
  mark: string;
}

interface Desk {
  id: string;
  email: string;
}

interface Rule {
  address: number;
  name: string;
  to: string;
  by: Actor;
}

/** Received mail that nobody has answered. */
interface Unanswered {
  id: string;
  thread: Thread;
  mark: string;
  from: string;
}

export class WalkWorld {
  next: Random;
  desks: Desk[] = [];
  model!: Model;
  /** All of them, by name. */
  steps: Record<string, AnyStep> = {};
  /** Everybody, the dead among them. */
  actors: Actor[] = [];
  rules: Rule[] = [];
  /** Names from which an address writes by somebody's rule. */
  aliases: { address: number; email: string; by: Actor }[] = [];
  /** Addresses of calendar feeds, and who made them. */
  feeds: { address: number; path: string; by: Actor }[] = [];
  /** Addresses of the other account, of which its keys read the mail. */
  others: string[] = [];
  /** Words of a mail that no reader of HTML is shown. */
  readonly unseen = new Map<Mail, string>();
  /** Calls of tools that were refused, as they were made. */
  refused: (Wish & { who: Actor })[] = [];
  letters: Unanswered[] = [];
  /** Received mail that waits for a person. */
  arrivals: { mark: string; review: string; message: string }[] = [];
  hasAskedForLink = false;
  podId: string | null = null;
  otherPodId: string | null = null;
  readonly podKeys = new Set<Actor>();
  /** Webhooks of one address each. */
  listening = 0;
  /** When somebody asked to sign up. */
  readonly signUps: number[] = [];
  /** Lets time pass until then, and what falls due meanwhile. */
  passes: (until: number) => Promise<void> = async () => {};
  /** The newest answer of a step's call. */
  answer: Answer | null = null;
  pool: string[] = [];
  #marks = 0;
  #names = 0;
  /** What was done, newest last. */
  readonly log: string[] = [];

  /** @param isBent mostly at one address, with few recipients */
  constructor(
    readonly host: ChildHost,
    readonly seed: number,
    readonly isBent: boolean,
  ) {
    this.next = seeded(seed);
  }

  /** Addresses, and somebody of each kind. */
  async begin(): Promise<void> {
    const { api, domainId, domain } = this.host;
    // The last one waits for people with what strangers write to it.
    for (const local_part of ["sales", "help", "books", "door"])
      this.desks.push(
        await api.must<Desk>(
          201,
          api.post("/identities", { domain_id: domainId, local_part, mode: "hybrid" }),
        ),
      );
    this.model = new Model(
      this.desks.map(({ email }) => email),
      domain,
    );
    this.model.now = this.host.clock.now();
    // A step costs the same after thousands of others.
    await this.host.values(`create index walk_marks on messages ((${marked.replace("m.", "")}))`);
    const owner = this.actor("the owner's key", "key", { api, id: await idOf(api) });
    const inbound = { outbound: "off", approver: "key", inbound: "new_senders" } as const;
    await api.must(200, api.call("PUT", `/identities/${this.desks[this.door]!.id}/protection`, inbound));
    this.model.set(this.door, owner, { outbound: "off", approver: "key" });
    await api.must(201, api.post("/retention-rules", { folder: "inbox", action: "delete", after_days: 1 }));
    // Of all folders: what waits is not cleared away.
    await api.must(201, api.post("/retention-rules", { action: "delete", after_days: 2 }));
    await this.signsUp();
    const other = await this.host.otherAccount();
    this.actor("another account's key", "outsider", { api: other.api });
    const desk = { domain_id: other.domainId, local_part: "desk" };
    this.others.push((await other.api.must<Desk>(201, other.api.post("/identities", desk))).email);
    const operator = this.actor("the owner", "person", { role: "owner" });
    operator.browser = await signedIn(this.host, this.host.accountId);
    for (const role of ["member", "reviewer"] as const) await this.joins(role);
    for (const level of levels) await this.letsIn(level);
    for (let n = 0; n < 3; n++) await this.mintsKey(owner, this.someOf([0, 1, 2]));
    for (let n = 0; n < 3; n++) await this.mintsPassword(owner, this.address());
    await this.mintsWholeKey();
    // Somebody of the account whose mail every key reads.
    await this.host.addMember(this.host.accountId, {
      id: newId(),
      email: this.desks[0]!.email,
      role: "reviewer",
    });
    this.pool = [
      ...["ann", "bob", "cyd", "dan", "ann+x"].map((name) => `${name}@peer.example`),
      ...["eve", "flo"].map((name) => `${name}@friends.example`),
      this.desks[0]!.email,
      this.outsiders[0]!.name,
    ];
    if (!this.isBent) return;
    // Somebody outside is among them.
    const [first, ...others] = this.pool;
    this.pool = [first!, ...others.filter(() => this.next(3) === 0)];
  }

  readonly door = 3;

  actor(name: string, kind: Actor["kind"], more: Partial<Actor> = {}): Actor {
    const actor: Actor = {
      ...{ name, kind, id: "", level: null, reach: null, alive: true, parent: null, until: forever },
      ...{ role: null, api: this.host.api.as(null), browser: null, password: "" },
      ...more,
    };
    this.actors.push(actor);
    // Of the dead some are remembered.
    const dead = this.actors.filter((one) => !isAlive(one));
    if (dead.length > 8) this.actors = this.actors.filter((one) => one !== dead[0]);
    return actor;
  }

  some(kind: Actor["kind"]): Actor[] {
    return this.actors.filter((one) => one.kind === kind);
  }
  get outsiders(): Actor[] {
    return this.some("outsider");
  }
  get keys(): Actor[] {
    return this.some("key");
  }
  /** Whoever calls the API. */
  get callers(): Actor[] {
    return [...this.keys, ...this.outsiders];
  }
  get people(): Actor[] {
    return this.some("person");
  }
  get passwords(): Actor[] {
    return this.some("password");
  }
  get ownersKey(): Actor {
    return this.actors[0]!;
  }
  get owner(): Actor {
    return this.people[0]!;
  }

  /** Who tries a step: seven times of ten somebody who may, else somebody whom the model refuses. */
  draws(all: readonly Actor[], able: readonly Actor[]): Actor {
    const others = all.filter((one) => !able.includes(one));
    if (able.length > 0 && (others.length === 0 || this.next(10) < 7)) {
      // The owner's key tries to go round what people hold back as the others do.
      return able.includes(this.ownersKey) && this.next(4) === 0 ? this.ownersKey : pick(able, this.next);
    }
    // A level or an address short of it, more than a stranger; programs of each level as often as all keys.
    const near = others.filter((one) => isAlive(one) && one.kind !== "outsider");
    if (near.length === 0 || this.next(3) === 0) return pick(others, this.next);
    const level = pick([...new Set(near.map((one) => one.level))], this.next);
    return pick(
      near.filter((one) => one.level === level),
      this.next,
    );
  }

  /** An address, mostly one that something is held back at. */
  address(): number {
    if (this.isBent && this.next(2) === 0) return 0;
    const held = [0, 1, 2].filter((one) => (this.model.protection(one)?.outbound ?? "off") !== "off");
    return held.length > 0 && this.next(2) === 0 ? pick(held, this.next) : this.next(3);
  }
  /** A recipient: now and then somebody about whom something is said, with a tag or without. */
  recipient(address: number): string {
    const { entries, threads, suppressed, allowed } = this.model;
    const listed = (list: string) =>
      entries
        .filter((one) => one.list === list && (one.of === null || one.of === address))
        .flatMap(({ entry }) => this.meantBy(entry));
    const by = [
      listed("block"),
      listed("allow"),
      threads.flatMap((one) =>
        one.underReview && one.address === address ? [...one.from, ...one.taken] : [],
      ),
      [...suppressed],
      [...allowed].flatMap(([where, leave]) => {
        const [at, email] = where.split(" ");
        return leave.by.kind !== "person" && at === String(address) ? [email!] : [];
      }),
    ].filter(({ length }) => length > 0);
    if (by.length === 0 || this.next(2) === 0) return pick(this.pool, this.next);
    const email = pick(pick(by, this.next), this.next);
    const isTagged = email.includes("+") || email.endsWith(`@${this.host.domain}`);
    return this.next(2) === 0 || isTagged ? email : email.replace("@", "+y@");
  }
  /** Somebody whom an entry names, or seems to name. */
  meantBy(entry: string): string[] {
    if (entry === this.host.domain) return [this.outsiders[0]!.name];
    if (entry === "friends.example") return ["eve@friends.example"];
    return /@(?:peer|friends)/.test(entry) ? [entry] : [];
  }
  get outside(): string[] {
    return this.pool.filter((email) => /@(?:peer|friends)/.test(email));
  }
  /** What somebody may want to write. */
  wish(): Wish {
    const address = this.address();
    return { address, to: this.recipient(address), mark: this.mark() };
  }
  mark(): string {
    return `w${++this.#marks}z`;
  }
  name(): number {
    return ++this.#names;
  }
  /** One or more of them. */
  someOf<T>(all: readonly T[]): T[] {
    const some = all.filter(() => this.next(2) === 0);
    return some.length > 0 ? some : [pick(all, this.next)];
  }
  note(text: string): void {
    if (this.log.length > 0) this.log[this.log.length - 1] += `: ${text}`;
  }

  mail({ mark, address, to }: Wish, more: Partial<Mail> = {}): Mail {
    const mail: Mail = {
      ...{ mark, address, to, state: "draft", plain: true, by: null, due: forever, id: "", as: null },
      ...more,
    };
    this.model.mails.set(mark, mail);
    return mail;
  }

  /** One of the latest mails in one of these states; each state counts alike. */
  mailIn(states: readonly Mail["state"][], wanted: (mail: Mail) => boolean = () => true): Mail | null {
    const all = [...this.model.mails.values()].filter(({ address }) => address >= 0).filter(wanted);
    const found = states
      .map((state) => all.filter((mail) => mail.state === state).slice(-8))
      .filter(({ length }) => length > 0);
    return found.length === 0 ? null : pick(pick(found, this.next), this.next);
  }

  async find({
    mark,
  }: Pick<Mail, "mark">): Promise<{ id: string; threadId: string; reviewId: string | null }> {
    const [row] = await this.host.values(
      `select m.id, m.thread_id, (select r.id from reviews r where r.message_id = m.id and r.status = 'pending')
       from messages m where ${marked} = $1::text and m.direction = 'outbound' order by m.created_at desc limit 1`,
      [mark],
    );
    if (!row) throw new Error(`${mark} is not there`);
    return { id: row[0] as string, threadId: row[1] as string, reviewId: row[2] as string | null };
  }

  /** A mail that left or waits, and its thread. */
  async settle(mail: Mail, verdict: Outcome): Promise<void> {
    if (verdict === "allowed") this.model.leave(mail, null);
    else mail.state = "waits";
    await this.inThread(mail);
  }

  /** A mail begins a thread. */
  async inThread(mail: Mail): Promise<Thread> {
    const { threadId } = await this.find(mail);
    const known = this.model.threads.find(({ id }) => id === threadId);
    if (known) {
      if (!known.mails.includes(mail)) known.mails.push(mail);
      return known;
    }
    const thread = {
      id: threadId,
      address: mail.address,
      underReview: false,
      from: [],
      taken: [],
      mails: [mail],
    };
    this.model.threads.push(thread);
    return thread;
  }

  /** What becomes of a mail that somebody asks to leave by a call. */
  sends(who: Actor, address: number, to: string): Outcome {
    return this.model.mayCall(who, address, "send") ? this.model.verdict(who, address, to) : "refused";
  }

  // Who comes.

  /** The owner makes a key without restriction, on the page, which may end as others do. */
  async mintsWholeKey(): Promise<void> {
    const browser = this.owner.browser!;
    await browser.get("/console/settings/keys");
    await browser.submit("/console/keys", { name: "k", reach: "all" });
    const [token] = /\bpr_[A-Za-z0-9]{20,}/.exec(browser.text)!;
    const api = this.host.api.as(token);
    const name = `key ${this.name()} of all`;
    this.actor(name, "key", { id: await idOf(api), api });
    this.note(name);
  }

  async mintsKey(by: Actor, reach: number[]): Promise<void> {
    const body = { name: "k", identity_ids: reach.map((n) => this.desks[n]!.id) };
    const { id, token } = await by.api.must<{ id: string; token: string }>(
      201,
      by.api.post("/api-keys", body),
    );
    this.knowsKey(by, { id, token, reach });
  }

  knowsKey(by: Actor, { id, token, reach }: { id: string; token: string; reach: number[] }): void {
    const name = `key ${this.name()} of ${reach}`;
    this.actor(name, "key", { id, api: by.api.as(token), reach, parent: by });
    this.note(name);
  }

  async mintsPassword(by: Actor, address: number): Promise<void> {
    const body = { identity_id: this.desks[address]!.id, name: "p" };
    const made = await by.api.must<{ id: string; password: string }>(
      201,
      by.api.post("/app-passwords", body),
    );
    this.knowsPassword(by, { ...made, address });
  }

  knowsPassword(by: Actor, made: { id: string; password: string; address: number }): void {
    const { id, password, address } = made;
    const name = `password ${this.name()} of ${address}`;
    this.actor(name, "password", { id, password, reach: [address], parent: by });
    this.note(name);
  }

  async letsIn(level: Level): Promise<void> {
    const reach = this.next(2) === 0 ? null : [this.address()];
    const ids = reach?.map((n) => this.desks[n]!.id) ?? null;
    const api = this.host.api.as(await programOf(this.host, this.host.accountId, level, ids));
    const name = `${level} program ${this.name()} of ${reach ?? "all"}`;
    // Its token lives for an hour.
    const until = this.host.clock.now() + 3_600_000;
    this.actor(name, "key", { id: await idOf(api), api, level, reach, until });
    this.note(name);
  }

  async joins(role: "member" | "reviewer"): Promise<void> {
    const name = `${role}${this.name()}`;
    const [id, email] = [newId(), `${name}@people.example`];
    await this.host.addMember(this.host.accountId, { id, email, role });
    const browser = await signedIn(this.host, this.host.accountId, email);
    this.actor(name, "person", { id, role, browser });
    this.note(name);
  }

  /** Somebody signs up on the domain, as at a time when sign-ups had none of their own. */
  async signsUp(): Promise<void> {
    const api = await this.host.signupAccount();
    const email = `scout${this.name()}@${this.host.domain}`;
    await api.must(201, api.post("/identities", { email }));
    this.actor(email, "outsider", { api });
  }

  /** A stranger's mail comes to an address. */
  async arrives(address: number, from: string): Promise<Thread> {
    const mark = this.mark();
    const { id, email } = this.desks[address]!;
    const at = { t: this.host, owner: this.host.api, id, email };
    const { id: message, threadId } = await arriveAt(at, { from, mark });
    const known = this.model.threads.find((one) => one.id === threadId);
    const thread = known ?? { id: threadId, address, underReview: false, from: [], taken: [], mails: [] };
    if (!known) this.model.threads.push(thread);
    thread.from.push(from);
    this.letters.push({ id: message, thread, mark, from });
    if (this.letters.length > 12) this.letters.shift();
    return thread;
  }

  /** A stranger's mail that waits for a person before anybody reads it. */
  async waitsAtDoor(): Promise<void> {
    const [mark, { email }] = [this.mark(), this.desks[this.door]!];
    const secret = `The secret of ${mark}`;
    const body = [
      ...["MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=between", "", "--between", ""],
      ...[`${secret}.`, "--between", 'Content-Disposition: attachment; filename="plan.txt"', ""],
      ...[`${secret}, in a file.`, "--between--"],
    ];
    await comeTo(this.host, { from: `${mark}@peer.example`, to: email, mark, subject: secret, body });
    const found = await eventually(async () => {
      const [row] = await this.host.values(
        `select r.id, r.message_id from reviews r join messages m on m.id = r.message_id
         where ${marked} = $1::text and r.status = 'pending'`,
        [mark],
      );
      return row;
    });
    this.arrivals.push({ mark, review: found[0] as string, message: found[1] as string });
  }
}
