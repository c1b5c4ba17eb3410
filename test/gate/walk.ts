// Long: every step of the walk is a row here, as somebody takes it, with what the model then knows.
// People, agents, programs of each level, mail programs and attackers on one server, who do whatever they may or may not, in any
// order. Each answer is held to the model (walk-model.ts) at once, and what reached the servers of the recipients whenever
// the server is at rest.
import { newId } from "../../src/lib/ids.ts";
import type { Answer } from "../support/app/api.ts";
import { pick, type Random, seeded } from "../support/app/random.ts";
import { submitMail } from "../support/smtp/client.ts";
import { callTool } from "./doors.ts";
import type { ChildHost } from "./host.ts";
import type { Outcome } from "./model.ts";
import { arriveAt, idOf, programOf, signedIn } from "./place.ts";
import type { Relay } from "./relay.ts";
import {
  type Actor,
  isAlive,
  type Level,
  type Mail,
  Model,
  type Settings,
  type Thread,
} from "./walk-model.ts";

const levels: readonly Level[] = ["read", "draft", "send", "approve"];
const forever = Number.POSITIVE_INFINITY;
/** SQL of the mark in a subject. */
const marked = "substring(m.subject from 'w[0-9]+z')";

interface Rule {
  address: number;
  name: string;
  to: string;
  by: Actor;
}

interface Desk {
  id: string;
  email: string;
}

/** The servers of the recipients, as the walk looks at them. */
export type Recipients = Pick<Relay, "shut" | "reopen"> & {
  readonly mails: readonly Pick<Relay["mails"][number], "raw" | "to">[];
};

export class Walk {
  readonly #host: ChildHost;
  readonly #relay: Recipients;
  readonly #seed: number;
  readonly #isBent: boolean;
  readonly #weights: (readonly [string, number])[];
  readonly #total: number;
  #next: Random;
  readonly #desks: Desk[] = [];
  #model!: Model;
  /** Everybody, the dead among them. */
  #actors: Actor[] = [];
  #rules: Rule[] = [];
  /** Names from which an address writes by a rule of the owner's key. */
  #aliases: { address: number; email: string }[] = [];
  /** Words of a mail that no reader of HTML is shown. */
  readonly #unseen = new Map<Mail, string>();
  /** Calls of tools that were refused, as they were made. */
  #refused: { who: Actor; mail: Mail }[] = [];
  /** Received mail that nobody has answered. */
  #letters: { id: string; thread: Thread; mark: string; from: string }[] = [];
  #pool: string[] = [];
  #marks = 0;
  #names = 0;
  /** Recipients that each mark has reached, as far as was looked. */
  readonly #arrived = new Map<string, string[]>();
  readonly #looked = { relay: 0, at: 0 };
  readonly #seen = new Set<string>();
  /** What was done, newest last. */
  readonly steps: string[] = [];
  readonly counts = new Map<string, number>();

  /** @param given.isBent it does some things often, some never, and mostly at one address, with few recipients */
  constructor(
    host: ChildHost,
    relay: Recipients,
    { seed, isBent = false }: { seed: number; isBent?: boolean },
  ) {
    this.#host = host;
    this.#relay = relay;
    this.#seed = seed;
    this.#next = seeded(seed);
    this.#isBent = isBent;
    this.#weights = Object.entries(this.#all).map(([name, [weight]]) => {
      // Features meet sooner where each walk has a few of them (swarm testing: Groce et al., ISSTA 2012). Time passes in each.
      const often = isBent && name !== "waits" ? pick([0, 1, 1, 4], this.#next) : 1;
      return [name, weight * often] as const;
    });
    this.#total = this.#weights.reduce((sum, [, weight]) => sum + weight, 0);
  }

  async begin(): Promise<void> {
    const { api, domainId, domain } = this.#host;
    for (const local_part of ["sales", "help", "books"])
      this.#desks.push(
        await api.must<Desk>(
          201,
          api.post("/identities", { domain_id: domainId, local_part, mode: "hybrid" }),
        ),
      );
    this.#model = new Model(
      this.#desks.map(({ email }) => email),
      domain,
    );
    this.#model.now = this.#host.clock.now();
    // A step costs the same after thousands of others.
    await this.#host.values(`create index walk_marks on messages ((${marked.replace("m.", "")}))`);
    const owner = this.#actor("the owner's key", "key", { api, id: await idOf(api) });
    await this.#signsUp();
    const other = await this.#host.otherAccount();
    this.#actor("another account's key", "outsider", { api: other.api });
    const operator = this.#actor("the owner", "person", { role: "owner" });
    operator.browser = await signedIn(this.#host, this.#host.accountId);
    for (const role of ["member", "reviewer"] as const) await this.#joins(role);
    for (const level of levels) await this.#letsIn(level);
    for (let n = 0; n < 3; n++) await this.#mintsKey(owner);
    for (let n = 0; n < 3; n++) await this.#mintsPassword(owner);
    this.#pool = [
      ...["ann", "bob", "cyd", "dan", "ann+x"].map((name) => `${name}@peer.example`),
      ...["eve", "flo"].map((name) => `${name}@friends.example`),
      this.#desks[0]!.email,
      this.#outsiders()[0]!.name,
    ];
    if (!this.#isBent) return;
    // Somebody outside is among them.
    const [first, ...others] = this.#pool;
    this.#pool = [first!, ...others.filter(() => this.#next(3) === 0)];
  }

  /** The n-th step, which others may be left out before. Throws where an answer is not what the model says. */
  async step(n: number): Promise<void> {
    this.#next = seeded(this.#seed * 1_000_003 + n);
    await this.#host.advance(1);
    this.#model.now = this.#host.clock.now();
    const at = this.#next(this.#total);
    let sum = 0;
    for (const [name, weight] of this.#weights) {
      sum += weight;
      if (at >= sum) continue;
      this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
      this.steps.push(`${n} ${name}`);
      if (this.steps.length > 60) this.steps.shift();
      try {
        await this.#dueNow();
        return await this.#all[name]![1].call(this);
      } catch (error) {
        throw new Error(`step ${n}, ${name}: ${error instanceof Error ? error.message : error}`, {
          cause: error,
        });
      }
    }
  }

  readonly #all: Record<string, [number, () => Promise<void>]> = {
    writes: [22, this.#writes],
    drafts: [14, this.#drafts],
    changes: [8, this.#changes],
    sendsDraft: [10, this.#sendsDraft],
    callsAgain: [3, this.#callsAgain],
    schedules: [9, this.#schedules],
    withdraws: [2, this.#withdraws],
    answers: [6, this.#answers],
    isWrittenTo: [4, this.#isWrittenTo],
    reviewsThread: [3, this.#reviewsThread],
    personWrites: [6, this.#personWrites],
    sendsSeen: [6, this.#sendsSeen],
    decides: [14, this.#decides],
    personApproves: [11, this.#personApproves],
    takesBack: [4, this.#takesBack],
    protects: [10, this.#protects],
    lists: [9, this.#lists],
    strikes: [3, this.#strikes],
    rules: [2, this.#makesRule],
    byRule: [4, this.#byRule],
    writesAs: [3, this.#writesAs],
    remakes: [1, this.#remakes],
    revokes: [4, this.#revokes],
    mints: [4, this.#mints],
    joins: [1, this.#joinsOrLeaves],
    signsUp: [1, this.#signsUp],
    strangerWrites: [2, this.#strangerWrites],
    waits: [9, this.#waits],
    killed: [1, this.#killed],
  };

  // Who and what.

  #actor(name: string, kind: Actor["kind"], more: Partial<Actor> = {}): Actor {
    const actor: Actor = {
      ...{ name, kind, id: "", level: null, reach: null, alive: true, parent: null, until: forever },
      ...{ role: null, api: this.#host.api.as(null), browser: null, password: "" },
      ...more,
    };
    this.#actors.push(actor);
    // Of the dead some are remembered.
    const dead = this.#actors.filter((one) => !isAlive(one));
    if (dead.length > 8) this.#actors = this.#actors.filter((one) => one !== dead[0]);
    return actor;
  }

  #some(kind: Actor["kind"]): Actor[] {
    return this.#actors.filter((one) => one.kind === kind);
  }
  #outsiders(): Actor[] {
    return this.#some("outsider");
  }
  /** Who calls the API: mostly somebody who may. */
  #caller(): Actor {
    const all = [...this.#some("key"), ...this.#outsiders()];
    const able = all.filter((one) => isAlive(one) && one.kind === "key" && (one.level ?? "send") >= "read");
    const from = this.#next(5);
    // The owner's key tries to go round what people hold back as the others do.
    return from === 0 ? pick(all, this.#next) : from === 1 ? all[0]! : pick(able, this.#next);
  }
  #address(): number {
    if (this.#isBent && this.#next(2) === 0) return 0;
    return this.#next(this.#desks.length);
  }
  /** A recipient: now and then somebody whom a list names, with a tag or without. */
  #recipient(): string {
    const named = this.#model.entries.filter(({ entry }) => /@(?:peer|friends)/.test(entry));
    if (named.length === 0 || this.#next(4) > 0) return pick(this.#pool, this.#next);
    const { entry } = pick(named, this.#next);
    return this.#next(2) === 0 || entry.includes("+") ? entry : entry.replace("@", "+y@");
  }
  #outside(): string[] {
    return this.#pool.filter((email) => /@(?:peer|friends)/.test(email));
  }
  #mark(): string {
    return `w${++this.#marks}z`;
  }
  #note(text: string): void {
    this.steps[this.steps.length - 1] += `: ${text}`;
  }

  #mail(mark: string, address: number, to: string, more: Partial<Mail> = {}): Mail {
    const mail: Mail = {
      ...{ mark, address, to, state: "draft", plain: true, by: null, due: forever, id: "" },
      ...more,
    };
    this.#model.mails.set(mark, mail);
    return mail;
  }

  /** A mail that the model does not know yet, in one of these states. */
  #pickMail(...states: Mail["state"][]): Mail | null {
    const found = [...this.#model.mails.values()].filter(({ state }) => states.includes(state)).slice(-12);
    return found.length === 0 ? null : pick(found, this.#next);
  }

  async #find({ mark }: Mail): Promise<{ id: string; threadId: string; reviewId: string | null }> {
    const [row] = await this.#host.values(
      `select m.id, m.thread_id, (select r.id from reviews r where r.message_id = m.id and r.status = 'pending')
       from messages m where ${marked} = $1::text and m.direction = 'outbound' order by m.created_at desc limit 1`,
      [mark],
    );
    if (!row) throw new Error(`${mark} is not there`);
    return { id: row[0] as string, threadId: row[1] as string, reviewId: row[2] as string | null };
  }

  // What is expected.

  /** An answer of a send. */
  #hold(got: Outcome | Answer, expected: Outcome, what: string): void {
    const answer = typeof got === "string" ? got : this.#outcome(got);
    const said = typeof got === "string" ? "" : ` (${got.status}: ${got.text.slice(0, 400)})`;
    this.#note(`${what}: ${expected}`);
    if (answer !== expected)
      throw new Error(`${what}: the model says ${expected}, the answer ${answer}${said}`);
  }
  #must(got: boolean | { status: number; text: string }, expected: boolean, what: string): void {
    const done = typeof got === "boolean" ? got : got.status < 300;
    const said = typeof got === "boolean" ? "" : ` (${got.status}: ${got.text.slice(0, 400)})`;
    this.#note(`${what}: ${expected ? "done" : "refused"}`);
    if (done !== expected)
      throw new Error(
        `${what}: the model says ${expected ? "done" : "refused"}, it was ${done ? "done" : "refused"}${said}`,
      );
  }
  #outcome({ status, json }: Answer): Outcome {
    if (status >= 400) return "refused";
    const { data } = json as { data: { review_id?: string; held?: { review_id: string }[] } };
    return data.review_id || (data.held?.length ?? 0) > 0 ? "held" : "allowed";
  }
  #settle(mail: Mail, verdict: Outcome): void {
    if (verdict === "allowed") this.#model.leave(mail, null);
    else if (verdict === "held") mail.state = "waits";
    else mail.state = "gone";
  }

  // Steps.

  async #writes(): Promise<void> {
    const [who, address, to, mark] = [this.#caller(), this.#address(), this.#recipient(), this.#mark()];
    const { email, id } = this.#desks[address]!;
    const how = pick(["POST", "POST", "tool", "calendar", "invite", "submission"] as const, this.#next);
    if (how === "submission") return this.#submits(address, to, mark);
    const allowed = this.#model.mayCall(who, address, "send");
    const verdict = allowed ? this.#model.verdict(who, address, to) : "refused";
    const what = `${who.name} ${how} ${email} ${to} ${mark}`;
    const mail = this.#mail(mark, address, to, { plain: how === "POST" || how === "tool" });
    if (how === "POST") {
      const letter = { from: email, to: [to], subject: mark, text: mark };
      const unseen = this.#next(2) === 0 ? `below ${mark}h` : null;
      const html = unseen === null ? {} : { html: `<p>${mark}</p><p style="display:none">${unseen}</p>` };
      this.#hold(await who.api.post("/messages", { ...letter, ...html }), verdict, what);
      if (unseen !== null) this.#unseen.set(mail, unseen);
    } else if (how === "tool") await this.#callsToSend(who, mail, verdict);
    else {
      // Who asks themselves is asked nothing.
      if (to === email) {
        mail.state = "gone";
        return;
      }
      const times = { start: "2031-03-30T09:00:00", end: "2031-03-30T09:30:00", timezone: "UTC" };
      this.#note(what);
      const answer =
        how === "calendar"
          ? await who.api.post(`/identities/${id}/calendar/events`, {
              ...{ title: mark, ...times, attendees: [{ email: to }], send_invites: true },
            })
          : await this.#invites(who, { address: email, title: mark, ...times, attendees: [to] });
      // What is refused of an invitation stands in the event.
      if (verdict !== "refused" || !allowed) this.#hold(answer, verdict, what);
    }
    this.#settle(mail, verdict);
    if (verdict !== "refused") await this.#inThread(mail);
  }

  /** The tool for appointments, as it says what became of the invitation. */
  async #invites(who: Actor, args: object): Promise<Outcome> {
    const { status } = await callTool(who.api, "create_event", args);
    return status === "held" ? "held" : status === "sent" ? "allowed" : "refused";
  }

  async #callsToSend(who: Actor, mail: Mail, verdict: Outcome): Promise<void> {
    const { mark, to } = mail;
    const { email } = this.#desks[mail.address]!;
    const args = { address: email, to: [to], subject: mark, text: mark };
    const said = await callTool(who.api, "send_mail", args);
    const answer = said.review_id
      ? "held"
      : said.message_id || said.id || said.status
        ? "allowed"
        : "refused";
    this.#hold(answer, verdict, `${who.name} tool ${email} ${to} ${mark} ${JSON.stringify(said)}`);
    if (verdict === "refused") this.#refused.push({ who, mail });
    if (this.#refused.length > 6) this.#refused.shift();
  }

  /** The same call that was refused: it is answered by what is so today. */
  async #callsAgain(): Promise<void> {
    // Mail that a block list refused may be allowed by now.
    const open = this.#refused.filter(({ who, mail }) => this.#model.mayCall(who, mail.address, "send"));
    if (open.length === 0) return;
    const again = pick(open, this.#next);
    const { who, mail } = again;
    this.#refused.splice(this.#refused.indexOf(again), 1);
    const verdict = this.#model.verdict(who, mail.address, mail.to);
    await this.#callsToSend(who, mail, verdict);
    this.#settle(mail, verdict);
    if (verdict !== "refused") await this.#inThread(mail);
  }

  async #submits(address: number, to: string, mark: string): Promise<void> {
    const own = this.#some("password").filter(({ reach }) => reach![0] === address);
    if (own.length === 0) return;
    const who = pick(own, this.#next);
    const { email } = this.#desks[address]!;
    const verdict = this.#model.verdict(who, address, to);
    const login = { email, password: who.password };
    const said = await submitMail(this.#host.ports.submission, login, {
      ...{ from: email, to, subject: mark, text: mark },
    }).catch((error) => `refused ${error}`);
    const answer = said.includes("Waiting for review")
      ? "held"
      : /^(2|Queued|250)/.test(said)
        ? "allowed"
        : "refused";
    this.#hold(answer, verdict, `${who.name} submits ${email} ${to} ${mark} (${said})`);
    const mail = this.#mail(mark, address, to, { plain: false });
    this.#settle(mail, verdict);
    if (verdict !== "refused") await this.#inThread(mail);
  }

  /** A mail begins a thread. */
  async #inThread(mail: Mail): Promise<Thread> {
    const { threadId } = await this.#find(mail);
    const known = this.#model.threads.find(({ id }) => id === threadId);
    if (known) {
      known.mails.push(mail);
      return known;
    }
    const thread = { id: threadId, address: mail.address, underReview: false, from: [], mails: [mail] };
    this.#model.threads.push(thread);
    return thread;
  }

  async #drafts(): Promise<void> {
    const [who, address, to, mark] = [
      this.#caller(),
      this.#address(),
      pick(this.#pool, this.#next),
      this.#mark(),
    ];
    const body = { identity_id: this.#desks[address]!.id, to: [to], subject: mark, text: mark };
    const answer = await who.api.post<{ data: { id: string } }>("/drafts", body);
    const may = this.#model.mayCall(who, address, "draft");
    this.#must(answer, may, `${who.name} drafts ${mark} to ${to}`);
    if (may) await this.#inThread(this.#mail(mark, address, to, { id: answer.json.data.id }));
  }

  async #changes(): Promise<void> {
    const mail = this.#pickMail("draft", "draft", "scheduled", "waits");
    if (!mail?.plain) return;
    const [who, to, mark] = [this.#caller(), pick(this.#pool, this.#next), this.#mark()];
    const { id } = await this.#find(mail);
    const level = mail.state === "scheduled" ? "send" : "draft";
    const may = this.#model.mayCall(who, mail.address, level) && mail.state !== "waits";
    if (may) return this.#rewrites(who, mail, { id, to, mark });
    const answer = await who.api.patch(`/drafts/${id}`, { to: [to], subject: mark });
    this.#must(answer, false, `${who.name} changes ${mail.mark} (${mail.state}) to ${mark} ${to}`);
  }

  /** Somebody who may changes a draft. */
  async #rewrites(
    who: Actor,
    mail: Mail,
    { id, to, mark }: { id: string; to: string; mark: string },
  ): Promise<void> {
    const answer = await who.api.patch(`/drafts/${id}`, { to: [to], subject: mark });
    this.#must(answer, true, `${who.name} changes ${mail.mark} (${mail.state}) to ${mark} ${to}`);
    // What had this name does not leave.
    const before = { ...mail, state: "gone" as const };
    this.#model.mails.delete(mail.mark);
    this.#model.mails.set(before.mark, before);
    Object.assign(mail, { mark, to, ...(mail.state === "scheduled" && { by: who }) });
    this.#model.mails.set(mark, mail);
  }

  async #sendsDraft(): Promise<void> {
    const mail = this.#pickMail("draft", "draft", "draft", "scheduled", "waits");
    if (!mail?.plain) return;
    const who = this.#caller();
    const { id } = await this.#find(mail);
    const may = this.#model.mayCall(who, mail.address, "send") && mail.state !== "waits";
    const verdict = may ? this.#model.verdict(who, mail.address, mail.to) : "refused";
    const answer = await who.api.post(`/drafts/${id}/send`);
    this.#hold(answer, verdict, `${who.name} sends the draft ${mail.mark} (${mail.state}) to ${mail.to}`);
    if (verdict !== "refused") this.#settle(mail, verdict);
  }

  async #schedules(): Promise<void> {
    const mail = this.#pickMail("draft", "draft", "scheduled", "waits");
    if (!mail?.plain) return;
    const who = this.#caller();
    const { id } = await this.#find(mail);
    const may = this.#model.mayCall(who, mail.address, "send") && mail.state !== "waits";
    const due = this.#model.now + 61_000 + this.#next(60_000);
    const answer = await who.api.post(`/drafts/${id}/schedule`, { send_at: new Date(due).toISOString() });
    this.#must(answer, may, `${who.name} schedules ${mail.mark} (${mail.state})`);
    if (may) Object.assign(mail, { state: "scheduled", by: who, due });
  }

  async #withdraws(): Promise<void> {
    const mail = this.#pickMail("draft", "scheduled", "waits", "approved");
    if (!mail) return;
    const who = this.#caller();
    const { id } = await this.#find(mail);
    const may = this.#model.mayCall(who, mail.address, "draft");
    const answer = await who.api.delete(`/drafts/${id}`);
    this.#must(answer, may, `${who.name} deletes ${mail.mark} (${mail.state})`);
    if (may) mail.state = "gone";
  }

  async #isWrittenTo(): Promise<void> {
    const [address, mark] = [this.#address(), this.#mark()];
    const from = pick(this.#outside(), this.#next);
    const { id, email } = this.#desks[address]!;
    const { id: message, threadId } = await arriveAt(
      { t: this.#host, owner: this.#host.api, id, email },
      { from, mark },
    );
    const known = this.#model.threads.find((one) => one.id === threadId);
    const thread = known ?? { id: threadId, address, underReview: false, from: [], mails: [] };
    if (!known) this.#model.threads.push(thread);
    thread.from.push(from);
    this.#letters.push({ id: message, thread, mark, from });
    if (this.#letters.length > 12) this.#letters.shift();
  }

  async #answers(): Promise<void> {
    if (this.#letters.length === 0) return this.#isWrittenTo();
    const letter = pick(this.#letters, this.#next);
    const { thread, mark, from } = letter;
    const who = this.#caller();
    const may = this.#model.mayCall(who, thread.address, "send");
    const verdict = may ? this.#model.verdict(who, thread.address, from) : "refused";
    const answer = await who.api.post(`/messages/${letter.id}/reply`, { text: "An answer." });
    this.#hold(answer, verdict, `${who.name} answers ${mark} of ${from}`);
    if (verdict === "refused") return;
    this.#letters.splice(this.#letters.indexOf(letter), 1);
    const mail = this.#mail(mark, thread.address, from);
    this.#settle(mail, verdict);
    await this.#inThread(mail);
  }

  async #reviewsThread(): Promise<void> {
    const threads = this.#model.threads.slice(-15);
    const under = this.#model.threads.filter(({ underReview }) => underReview);
    const thread = this.#next(2) === 0 && under.length > 0 ? pick(under, this.#next) : threads.at(-1);
    if (!thread || (thread.from.length === 0 && !thread.underReview)) return;
    const who = this.#caller();
    const { address, underReview } = thread;
    const status = underReview ? pick(["open", "resolved"], this.#next) : "human_review";
    const answer = await who.api.patch(`/threads/${thread.id}`, { status });
    const isProtected = this.#model.protection(address) !== null;
    const may =
      underReview && isProtected
        ? this.#model.mayDecide(who, address)
        : this.#model.mayCall(who, address, underReview ? "approve" : "draft");
    this.#must(answer, may, `${who.name} puts the thread of ${thread.from[0]} to ${status}`);
    if (may) thread.underReview = !underReview;
  }

  async #personWrites(): Promise<void> {
    const [who, address, to, mark] = [
      pick(this.#some("person"), this.#next),
      this.#address(),
      pick(this.#pool, this.#next),
      this.#mark(),
    ];
    const browser = who.browser!;
    const done = await trying(async () => {
      await browser.get(`/console/write?address=${this.#desks[address]!.id}`);
      await browser.submit("/console/write", {
        from: this.#desks[address]!.id,
        to,
        subject: mark,
        text: mark,
      });
    });
    const may = isAlive(who) && who.role !== "reviewer";
    this.#must(done, may, `${who.name} writes ${mark} to ${to}`);
    if (!may) return;
    const mail = this.#mail(mark, address, to, {
      state: "scheduled",
      by: who,
      due: this.#model.now + 10_000,
    });
    await this.#inThread(mail);
  }

  /** A person sends a draft as a page showed it, which somebody may have changed since. */
  async #sendsSeen(): Promise<void> {
    const mail = this.#pickMail("draft");
    if (!mail?.plain) return;
    const [who, other] = [pick(this.#some("person"), this.#next), this.#caller()];
    const { id } = await this.#find(mail);
    const [to, mark] = [pick(this.#pool, this.#next), this.#mark()];
    const isChanged = this.#next(2) === 0 && this.#model.mayCall(other, mail.address, "draft");
    const browser = who.browser!;
    await trying(async () => {
      await browser.get(`/console/drafts/${id}`);
      if (isChanged) await this.#rewrites(other, mail, { id, to, mark });
      await browser.submit("/console/write");
    });
    const [row] = await this.#host.values(
      "select send_at > $2::timestamptz from messages where id = $1::uuid",
      [id, new Date(this.#model.now).toISOString()],
    );
    const may = isAlive(who) && who.role !== "reviewer" && !isChanged;
    const changed = isChanged ? `, which ${other.name} changed to ${mark} ${to}` : "";
    this.#must(row?.[0] === true, may, `${who.name} sends the draft ${mail.mark} as seen${changed}`);
    if (may) Object.assign(mail, { state: "scheduled", by: who, due: this.#model.now + 10_000 });
  }

  async #decides(): Promise<void> {
    const mail = this.#pickMail("waits", "approved");
    if (!mail) return;
    const who = this.#caller();
    const { reviewId } = await this.#find(mail);
    if (reviewId === null) throw new Error(`${mail.mark} waits, and has no review`);
    const decision = pick(
      ["approve", "approve", "approve", "reject", "return", "take_over"] as const,
      this.#next,
    );
    const body = { reject: { reason: "No." }, return: { comment: "No." }, approve: {}, take_over: {} }[
      decision
    ];
    const answer = await who.api.post(`/reviews/${reviewId}/${decision}`, body);
    let may = this.#model.mayDecide(who, mail.address) && mail.state === "waits";
    if (decision === "approve") may &&= !this.#model.isBlocked(mail.address, mail.to);
    this.#must(answer, may, `${who.name} decides ${mail.mark} (${mail.state}) to ${mail.to}: ${decision}`);
    if (!may) return;
    if (decision === "approve") return this.#model.leave(mail, who);
    mail.state = "draft";
    if (decision !== "take_over") return;
    for (const thread of this.#model.threads) if (thread.mails.includes(mail)) thread.underReview = true;
  }

  async #personApproves(): Promise<void> {
    const mail = this.#pickMail("waits", "approved");
    if (!mail) return;
    const who = pick(this.#some("person"), this.#next);
    const { reviewId } = await this.#find(mail);
    const browser = who.browser!;
    const may = isAlive(who) && mail.state === "waits";
    const done = await trying(async () => {
      await browser.get(`/console/reviews/${reviewId}`);
      const unseen = this.#unseen.get(mail);
      if (may && unseen !== undefined && !browser.text.includes(`<mark>${unseen}</mark>`))
        throw new Error(`${mail.mark} leaves with "${unseen}", which its page does not tell`);
      await browser.submit("/console/reviews", {}, (fields) => fields.get("decision") === "approve");
    });
    this.#must(done, may, `${who.name} approves ${mail.mark} (${mail.state}) to ${mail.to}`);
    if (may) Object.assign(mail, { state: "approved", by: who, due: this.#model.now + 10_000 });
  }

  async #takesBack(): Promise<void> {
    const mail = this.#pickMail("approved");
    if (!mail) return;
    const who = pick(this.#some("person"), this.#next);
    const { reviewId } = await this.#find(mail);
    const browser = who.browser!;
    const done = await trying(async () => {
      await browser.get(`/console/reviews/${reviewId}`);
      await browser.submit("/console/reviews/undo");
    });
    this.#must(done, isAlive(who), `${who.name} takes the approval of ${mail.mark} back`);
    if (isAlive(who)) mail.state = "waits";
  }

  async #protects(): Promise<void> {
    const outbound = pick(["off", "new_recipients", "new_recipients", "all"] as const, this.#next);
    const approver = pick(["key", "key", "human"] as const, this.#next);
    const address = this.#next(3) === 0 ? null : this.#address();
    const at = address === null ? null : this.#desks[address]!;
    const input: Pick<Settings, "outbound" | "approver"> = { outbound, approver };
    const what = `sets ${at?.email ?? "the default"} to ${outbound}, ${approver}`;
    if (this.#next(3) === 0) {
      const who = pick(this.#some("person"), this.#next);
      const browser = who.browser!;
      const done = await trying(async () => {
        await browser.get(`/console/settings/protection?identity=${at?.id ?? ""}`);
        await browser.submit("/console/protection", { ...input });
      });
      const may = isAlive(who) && who.role === "owner";
      this.#must(done, may, `${who.name} ${what}`);
      if (may) this.#model.set(address, who, input);
      return;
    }
    const who = this.#caller();
    // Others have a default of their own.
    if (!at && who.kind === "outsider") return;
    const path = at ? `/identities/${at.id}/protection` : "/protection";
    const answer = await who.api.call("PUT", path, input);
    const may = at
      ? this.#model.maySet(who, address!)
      : who.reach === null && this.#model.maySet(who, 0, this.#model.byDefault);
    this.#must(answer, may, `${who.name} ${what}`);
    if (may) this.#model.set(address, who, input);
  }

  async #lists(): Promise<void> {
    const address = this.#next(4) === 0 ? null : this.#address();
    const list = this.#next(3) === 0 ? ("block" as const) : ("allow" as const);
    const { domain } = this.#host;
    const entry = pick([...this.#pool, "friends.example", domain], this.#next);
    const who = this.#caller();
    if (address === null && who.kind === "outsider") return;
    const path =
      address === null ? "/protection/lists" : `/identities/${this.#desks[address]!.id}/protection/lists`;
    const answer = await who.api.post<{ data: { id: string }[] }>(path, {
      direction: "send",
      list,
      entries: [entry],
    });
    const may = this.#mayList(who, address);
    this.#must(answer, may, `${who.name} puts ${entry} on the ${list} list of ${address}`);
    const at = this.#model.now;
    if (may) this.#model.addEntry({ id: answer.json.data[0]!.id, of: address, list, entry, by: who, at });
  }

  #mayList(who: Actor, address: number | null): boolean {
    const nothing: Settings = {
      ...{ outbound: "off", approver: "key", reach: null, byPerson: false, since: 0, inherits: false },
    };
    if (address === null)
      return who.reach === null && this.#model.maySet(who, 0, this.#model.byDefault ?? nothing);
    return this.#model.maySet(who, address, this.#model.protection(address) ?? nothing);
  }

  async #strikes(): Promise<void> {
    const { entries } = this.#model;
    if (entries.length === 0) return;
    const one = pick(entries, this.#next);
    const who = this.#caller();
    const path =
      one.of === null ? "/protection/lists" : `/identities/${this.#desks[one.of]!.id}/protection/lists`;
    const answer = await who.api.delete(`${path}/${one.id}`);
    const may = this.#mayList(who, one.of);
    this.#must(answer, may, `${who.name} takes ${one.entry} off the ${one.list} list of ${one.of}`);
    if (may) this.#model.entries = entries.filter((each) => each !== one);
  }

  async #makesRule(): Promise<void> {
    const [who, address] = [this.#caller(), this.#address()];
    const name = `role${++this.#names}`;
    const to = pick(this.#outside(), this.#next);
    const { domainId } = this.#host;
    const body = {
      domain_id: domainId,
      local_part: name,
      identity_id: this.#desks[address]!.id,
      forward_to: [to],
    };
    const { status } = await who.api.post("/routing-rules", body);
    const may = this.#model.mayCall(who, address, "send");
    if (status === 201 && !may) throw new Error(`${who.name} makes a rule`);
    this.#note(`${who.name} ${name} ${status}`);
    if (status !== 201) return;
    this.#rules.push({ address, name, to, by: who });
    if (this.#rules.length > 6) this.#rules.shift();
  }

  async #byRule(): Promise<void> {
    if (this.#rules.length === 0) return this.#makesRule();
    const ended = this.#rules.filter(({ by }) => !isAlive(by));
    const rules = ended.length > 0 && this.#next(2) === 0 ? ended : this.#rules;
    const { address, name, to, by } = pick(rules, this.#next);
    const mark = this.#mark();
    const { id, email } = this.#desks[address]!;
    const verdict = this.#model.verdict(by, address, to);
    this.#note(`${mark} to ${name} of ${by.name}, which leads to ${to}: ${verdict}`);
    const at = { t: this.#host, owner: this.#host.api, id, email };
    await arriveAt(at, { from: "news@peer.example", mark, to: `${name}@${this.#host.domain}` });
    this.#mail(mark, address, to, { state: verdict === "allowed" ? "left" : "gone" });
  }

  async #writesAs(): Promise<void> {
    const { api, domain, domainId } = this.#host;
    if (this.#aliases.length < 3) {
      const [address, local_part] = [this.#address(), `alias${++this.#names}`];
      const { id: identity_id } = this.#desks[address]!;
      const rule = { domain_id: domainId, local_part, identity_id, send_as: true };
      await api.must(201, api.post("/routing-rules", rule));
      this.#aliases.push({ address, email: `${local_part}@${domain}` });
    }
    const { address, email } = pick(this.#aliases, this.#next);
    const [who, to, mark] = [this.#caller(), pick(this.#pool, this.#next), this.#mark()];
    const verdict = this.#model.mayCall(who, address, "send")
      ? this.#model.verdict(who, address, to)
      : "refused";
    const letter = { from: email, to: [to], subject: mark, text: mark };
    this.#hold(await who.api.post("/messages", letter), verdict, `${who.name} as ${email} ${to} ${mark}`);
    const mail = this.#mail(mark, address, to);
    this.#settle(mail, verdict);
    if (verdict !== "refused") await this.#inThread(mail);
  }

  /** An address is deleted, and the owner's key makes one of its name. */
  async #remakes(): Promise<void> {
    const address = this.#address();
    const { id, email } = this.#desks[address]!;
    const who = pick(
      this.#some("key").filter((one) => isAlive(one) && one.level === null),
      this.#next,
    );
    // What is on its way to or from it would go with it.
    await this.#host.rest();
    await this.compare();
    const reaches = who.reach === null || who.reach.includes(address);
    const decides = this.#model.mayDecide(who, address);
    const isWatched = this.#model.threads.some((one) => one.address === address && one.underReview);
    const may = reaches && (decides || !isWatched);
    this.#must(await who.api.delete(`/identities/${id}`), may, `${who.name} deletes ${email}`);
    if (!may) return;
    const { api } = this.#host;
    const name = `${email.slice(0, email.indexOf("@"))}`;
    this.#desks[address] = await api.must<Desk>(
      201,
      api.post("/identities", { domain_id: this.#host.domainId, local_part: name, mode: "hybrid" }),
    );
    this.#model.remake(address, { stays: !decides, gone: 1000 + ++this.#names, all: this.#actors });
    this.#rules = this.#rules.filter((one) => one.address !== address);
    this.#aliases = this.#aliases.filter((one) => one.address !== address);
    this.#letters = this.#letters.filter(({ thread }) => thread.address !== address);
  }

  /** Numbers of addresses that somebody reaches. */
  #reachOf(by: Actor): number[] {
    const all = this.#desks.map((_, n) => n);
    return by.reach === null ? all : by.reach.filter((one) => all.includes(one));
  }

  async #revokes(): Promise<void> {
    const able = this.#actors.filter(
      (one) =>
        isAlive(one) && (one.kind === "key" || one.kind === "password") && one.name !== "the owner's key",
    );
    if (able.length < 6) return;
    // Work that somebody began outlives them only where it may.
    const began = [...this.#model.mails.values()].filter(({ state }) => state === "scheduled");
    const makers = able.filter((one) => [...began, ...this.#rules].some(({ by }) => by === one));
    const one = pick(makers.length > 0 && this.#next(2) === 0 ? makers : able, this.#next);
    const { api } = this.#host;
    const path = one.kind === "password" ? "app-passwords" : one.level ? "oauth-grants" : "api-keys";
    this.#note(one.name);
    await api.must(200, api.delete(`/${path}/${one.id}`));
    one.alive = false;
  }

  async #mints(): Promise<void> {
    const keys = this.#some("key").filter(
      (one) => isAlive(one) && one.level === null && this.#reachOf(one).length > 0,
    );
    if (this.#some("key").filter(isAlive).length > 14) return;
    const what = this.#next(3);
    if (what === 0) await this.#mintsKey(pick(keys, this.#next));
    else if (what === 1) await this.#mintsPassword(pick(keys, this.#next));
    else await this.#letsIn(pick(levels, this.#next));
  }

  async #mintsKey(by: Actor): Promise<void> {
    const own = this.#reachOf(by);
    const reach = own.filter(() => this.#next(2) === 0);
    if (reach.length === 0) reach.push(pick(own, this.#next));
    const body = { name: "k", identity_ids: reach.map((n) => this.#desks[n]!.id) };
    const { id, token } = await by.api.must<{ id: string; token: string }>(
      201,
      by.api.post("/api-keys", body),
    );
    const name = `key ${++this.#names} of ${reach}`;
    const parent = by.reach === null ? null : by;
    this.#actor(name, "key", { id, api: by.api.as(token), reach, parent });
    if (this.steps.length > 0) this.#note(name);
  }

  async #mintsPassword(by: Actor): Promise<void> {
    const address = pick(this.#reachOf(by), this.#next);
    const body = { identity_id: this.#desks[address]!.id, name: "p" };
    const made = await by.api.must<{ id: string; password: string }>(
      201,
      by.api.post("/app-passwords", body),
    );
    const parent = by.reach === null ? null : by;
    const name = `password ${++this.#names} of ${address}`;
    this.#actor(name, "password", { id: made.id, password: made.password, reach: [address], parent });
    if (this.steps.length > 0) this.#note(name);
  }

  async #letsIn(level: Level): Promise<void> {
    const reach = this.#next(2) === 0 ? null : [this.#address()];
    const ids = reach?.map((n) => this.#desks[n]!.id) ?? null;
    const api = this.#host.api.as(await programOf(this.#host, this.#host.accountId, level, ids));
    const name = `${level} program ${++this.#names} of ${reach ?? "all"}`;
    // Its token lives for an hour.
    const until = this.#host.clock.now() + 3_600_000;
    this.#actor(name, "key", { id: await idOf(api), api, level, reach, until });
    if (this.steps.length > 0) this.#note(name);
  }

  async #joins(role: "member" | "reviewer"): Promise<void> {
    const name = `${role}${++this.#names}`;
    const [id, email] = [newId(), `${name}@people.example`];
    await this.#host.addMember(this.#host.accountId, { id, email, role });
    const browser = await signedIn(this.#host, this.#host.accountId, email);
    this.#actor(name, "person", { id, role, browser });
  }

  async #joinsOrLeaves(): Promise<void> {
    const members = this.#some("person").filter((one) => isAlive(one) && one.role !== "owner");
    if (members.length < 3) return this.#joins(this.#next(2) === 0 ? "member" : "reviewer");
    const one = pick(members, this.#next);
    this.#note(`${one.name} leaves`);
    await this.#host.removeMember(this.#host.accountId, one.id);
    one.alive = false;
  }

  /** Somebody signs up on the domain, as at a time when sign-ups had none of their own. */
  async #signsUp(): Promise<void> {
    if (this.#outsiders().length > 4) return;
    const api = await this.#host.signupAccount();
    const email = `scout${++this.#names}@${this.#host.domain}`;
    await api.must(201, api.post("/identities", { email }));
    this.#actor(email, "outsider", { api });
  }

  async #strangerWrites(): Promise<void> {
    const who = pick(
      this.#outsiders().filter(({ name }) => name.includes("@")),
      this.#next,
    );
    const [to, mark] = [pick(this.#outside(), this.#next), this.#mark()];
    const letter = { from: who.name, to: [to], subject: mark, text: mark };
    this.#hold(await who.api.post("/messages", letter), "allowed", `${who.name} to ${to} ${mark}`);
    this.#mail(mark, -1, to, { state: "left" });
  }

  /** Time goes on, from one thing that falls due to the next. */
  async #waits(): Promise<void> {
    await this.#until(this.#model.now + this.#next(40_000));
    await this.compare();
  }

  async #until(end: number): Promise<void> {
    for (;;) {
      const due = [...this.#model.mails.values()]
        .filter(({ state, due }) => (state === "scheduled" || state === "approved") && due < end)
        .sort((a, b) => a.due - b.due)[0];
      // An address's own time is some microseconds ahead.
      const at = Math.max(this.#model.now, due ? due.due + 1 : end);
      if (at > this.#model.now) await this.#host.advance(at - this.#model.now);
      this.#model.now = at;
      if (!due) return;
      this.#note(`${due.mark} falls due`);
      await this.#host.rest();
      this.#model.fallDue(due);
    }
  }

  #dueNow(): Promise<void> {
    return this.#until(this.#model.now);
  }

  /** The server is killed while mail is on its way, which nobody has taken, and while calls are made. */
  async #killed(): Promise<void> {
    await this.#host.rest();
    await this.compare();
    this.#relay.shut();
    for (let n = this.#next(4); n > 0; n--) await this.#writes();
    const calls = Array.from({ length: 4 }, () => {
      const [who, address, to, mark] = [
        this.#caller(),
        this.#address(),
        pick(this.#pool, this.#next),
        this.#mark(),
      ];
      const may = this.#model.mayCall(who, address, "send");
      const verdict = may ? this.#model.verdict(who, address, to) : "refused";
      const letter = { from: this.#desks[address]!.email, to: [to], subject: mark, text: mark };
      const call = () => who.api.post("/messages", letter, { "idempotency-key": mark });
      return { who, address, to, mark, verdict, call };
    });
    const [first, ...others] = calls;
    const made = others.map(({ call }) => call().catch(() => null));
    await first!.call();
    await this.#host.restart();
    await Promise.all(made);
    for (const { who, address, to, mark, verdict, call } of calls) {
      this.#hold(await call(), verdict, `${who.name} again ${mark} to ${to}`);
      const mail = this.#mail(mark, address, to);
      this.#settle(mail, verdict);
      if (verdict !== "refused") await this.#inThread(mail);
    }
    this.#relay.reopen();
    await this.compare();
  }

  /** What the servers of the recipients have, and what waits, is what the model says. */
  async compare(): Promise<void> {
    await this.#host.rest();
    const markOf = (text: string) => /\bw\d+z\b/.exec(text)?.[0];
    const arrived = this.#arrived;
    for (const { raw, to } of this.#relay.mails.slice(this.#looked.relay)) {
      const mark = markOf(/^Subject: (?:.*\r\n(?:[ \t].*\r\n)*)/m.exec(raw)?.[0] ?? "");
      if (mark) arrived.set(mark, [...(arrived.get(mark) ?? []), ...to]);
    }
    this.#looked.relay = this.#relay.mails.length;
    const inside = new Set(this.#pool.filter((email) => email.endsWith(`@${this.#host.domain}`)));
    const rows = await this.#host.values(
      `select id, subject, delivered_to from messages
       where direction = 'inbound' and delivered_to = any($1::text[]) and created_at > $2::timestamptz`,
      [[...inside], new Date(this.#looked.at - 60_000).toISOString()],
    );
    this.#looked.at = this.#host.clock.now();
    for (const [id, subject, to] of rows as [string, string, string][]) {
      if (this.#seen.has(id)) continue;
      this.#seen.add(id);
      const mark = markOf(subject);
      if (mark && this.#model.mails.get(mark)?.to === to)
        arrived.set(mark, [...(arrived.get(mark) ?? []), to]);
    }
    const wrong = [...this.#model.mails.values()].flatMap(({ mark, to, state }) => {
      const expected = state === "left" ? to : "";
      const found = (arrived.get(mark) ?? []).join();
      return found === expected
        ? []
        : [`${mark} (${state}): the model says "${expected}", it reached "${found}"`];
    });
    const unknown = [...arrived.keys()].filter((mark) => !this.#model.mails.has(mark));
    const pending = await this.#host.values(
      "select m.subject from reviews r join messages m on m.id = r.message_id where r.status = 'pending'",
    );
    const waits = pending.map(([subject]) => markOf(subject as string)).sort();
    const expected = [...this.#model.mails.values()]
      .filter(({ state }) => state === "waits" || state === "approved")
      .map(({ mark }) => mark)
      .sort();
    const differ =
      waits.join() === expected.join() ? [] : [`waiting: ${differing(waits as string[], expected)}`];
    if (wrong.length + unknown.length + differ.length > 0)
      throw new Error([...wrong, ...unknown, ...differ].join("\n"));
  }

  /** Everything falls due. */
  async end(): Promise<void> {
    await this.#until(this.#model.now + 3_600_000);
    await this.compare();
  }
}

function differing(found: string[], expected: string[]): string {
  const only = (a: string[], b: string[]) => a.filter((one) => !b.includes(one)).join(" ");
  return `the server alone ${only(found, expected)}; the model alone ${only(expected, found)}`;
}

/** Whether something in the browser can be done: a page without its form is for somebody else. */
async function trying(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (String(error).includes("no form for")) return false;
    throw error;
  }
}
