// What the walk knows of its world: who is there and what they may do, what is protected and how, which mails wait. What
// becomes of a mail is decided in a few lines (`verdict`); all else here keeps what those lines ask. Written from DECISIONS
// Protection and reviews, without the program's own code.

import type { Browser } from "../console/browser.ts";
import type { Api } from "../support/app/api.ts";
import type { Outcome } from "./model.ts";

const levels = ["read", "draft", "send", "approve"] as const;
export type Level = (typeof levels)[number];

/** Somebody who tries things. */
export interface Actor {
  name: string;
  /** What ends it: a key, a program's grant, an app password. */
  id: string;
  kind: "key" | "password" | "person" | "outsider";
  /** Of a program. */
  level: Level | null;
  /** Numbers of the addresses that it reaches; null: all. */
  reach: number[] | null;
  alive: boolean;
  /** It ends with this one. */
  parent: Actor | null;
  /** Until when its token is taken; its grant goes on. Milliseconds. */
  until: number;
  role: "owner" | "member" | "reviewer" | null;
  api: Api;
  browser: Browser | null;
  password: string;
}

export interface Settings {
  outbound: "off" | "new_recipients" | "all";
  approver: "key" | "human";
  reach: number[] | null;
  byPerson: boolean;
  since: number;
  /** Lists alone were set. */
  inherits: boolean;
}

export interface Entry {
  id: string;
  /** null: of the account. */
  of: number | null;
  list: "allow" | "block";
  entry: string;
  by: Actor;
  at: number;
}

/** Somebody's leave to write to an address. */
interface Leave {
  by: Actor;
  /** When anybody first gave it. */
  at: number;
}

export interface Mail {
  mark: string;
  address: number;
  to: string;
  state: "draft" | "scheduled" | "waits" | "approved" | "left" | "gone";
  /** It can be written again: it is none of the calendar's or of a mail program's. */
  plain: boolean;
  /** Who scheduled or approved it, and when that comes into force. */
  by: Actor | null;
  due: number;
  id: string;
  /** By whose leave it has another name in From than its address; null: it has none. */
  as: { by: Actor } | null;
}

export interface Thread {
  id: string;
  address: number;
  underReview: boolean;
  from: string[];
  /** Those to whom a send was that somebody took over. */
  taken: string[];
  mails: Mail[];
}

const strictness = { off: 0, new_recipients: 1, all: 2, key: 0, human: 1 };
const untagged = (email: string) => email.replace(/\+[^@]*@/, "@");
const domainOf = (email: string) => email.slice(email.indexOf("@") + 1);

export class Model {
  now = 0;
  byDefault: Settings | null = null;
  readonly own: (Settings | null)[];
  entries: Entry[] = [];
  /** Who let mail to somebody leave, by `${address} ${email}`. */
  readonly allowed = new Map<string, Leave>();
  threads: Thread[] = [];
  /** People whom the account does not write to at all. */
  readonly suppressed = new Set<string>();
  readonly mails = new Map<string, Mail>();

  /** @param addresses of the account @param domain theirs */
  constructor(
    readonly addresses: readonly string[],
    readonly domain: string,
  ) {
    this.own = addresses.map(() => null);
  }

  /** What becomes of a mail that somebody makes leave now. */
  verdict(who: Actor, address: number, to: string): Outcome {
    if (!this.may(who, address, "send") || this.isBlocked(address, to)) return "refused";
    const protection = this.protection(address);
    if (who.kind === "person" || protection === null) return "allowed";
    if (this.isUnderReview(address, to) || protection.outbound === "all") return "held";
    return protection.outbound === "new_recipients" && !this.isAllowed(address, to) ? "held" : "allowed";
  }

  isBlocked(address: number, to: string): boolean {
    return this.suppressed.has(to) || this.#isListed("block", address, to).length > 0;
  }

  /** Whether a mail that somebody decides can leave. */
  isFree({ address, to, as }: Mail): boolean {
    return !this.isBlocked(address, to) && (as === null || this.may(as.by, address, "send"));
  }

  may(who: Actor, address: number, level: Level): boolean {
    if (!isAlive(who) || who.kind === "outsider" || who.role === "reviewer") return false;
    const reaches = who.reach === null || who.reach.includes(address);
    return reaches && (who.level === null || levels.indexOf(who.level) >= levels.indexOf(level));
  }

  /** The same of a call: its token is asked too. */
  mayCall(who: Actor, address: number, level: Level): boolean {
    return this.may(who, address, level) && this.now < who.until;
  }

  protection(address: number): Settings | null {
    const [own, byDefault] = [this.own[address]!, this.byDefault];
    if (!own || !byDefault || own.inherits) return own && !own.inherits ? own : (byDefault ?? own);
    if (own.reach === null && own.since >= byDefault.since) return own;
    // No key's default takes from people what people alone decide.
    const staysHuman = own.approver === "human" && !byDefault.byPerson;
    const decides = staysHuman || strictness[own.approver] > strictness[byDefault.approver] ? own : byDefault;
    const outbound = strictness[own.outbound] > strictness[byDefault.outbound] ? own : byDefault;
    const { approver, byPerson, since } = decides;
    return { ...byDefault, outbound: outbound.outbound, approver, byPerson, since };
  }

  /** Whether somebody may decide what an address holds, and set what it holds. */
  mayDecide(who: Actor, address: number, protection = this.protection(address)): boolean {
    if (who.kind === "person") return isAlive(who);
    if (!this.mayCall(who, address, "approve")) return false;
    return protection === null || this.#reviews(who, protection);
  }

  /** Whether somebody may make a key, a password or a rule for these addresses. */
  mayMint(who: Actor, reach: readonly number[] | null): boolean {
    if (!isAlive(who) || who.kind !== "key" || who.level !== null) return false;
    return who.reach === null || (reach?.every((one) => who.reach!.includes(one)) ?? false);
  }

  /** Programs set nothing. */
  maySet(who: Actor, address: number, protection = this.protection(address)): boolean {
    return who.level === null && this.mayDecide(who, address, protection);
  }

  #reviews({ reach }: Actor, protection: Settings): boolean {
    if (protection.approver === "human") return false;
    return reach === null || (protection.reach?.every((one) => reach.includes(one)) ?? false);
  }

  isAllowed(address: number, to: string): boolean {
    const leave = this.allowed.get(`${address} ${to}`);
    return [...this.#isListed("allow", address, to), ...(leave ? [leave] : [])].some((one) =>
      this.#holds(one, address),
    );
  }

  /** Whether what somebody allowed holds today. */
  #holds({ by: who, at }: Leave, address: number): boolean {
    if (who.kind === "person") return true;
    if (!this.may(who, address, "approve")) return false;
    const protection = this.protection(address)!;
    if (protection.approver === "human")
      return who.reach === null && who.level === null && !protection.byPerson && at <= protection.since;
    return this.#reviews(who, protection);
  }

  #isListed(list: Entry["list"], address: number, to: string): Entry[] {
    return this.entries
      .filter((one) => one.list === list && (one.of === null || one.of === address))
      .filter(({ entry }) => {
        if (entry.includes("@")) return entry === to || (list === "block" && entry === untagged(to));
        const isOwn = domainOf(to) === this.domain;
        return entry === domainOf(to) && (list === "block" || !isOwn || this.addresses.includes(to));
      });
  }

  isUnderReview(address: number, to: string): boolean {
    return this.threads.some(
      (thread) =>
        thread.underReview &&
        thread.address === address &&
        peopleOf(thread).some((email) => untagged(email) === untagged(to)),
    );
  }

  /** It leaves now. What a person sends or somebody approves, they allow. */
  leave(mail: Mail, allowedBy: Actor | null): void {
    mail.state = "left";
    if (!allowedBy) return;
    const where = `${mail.address} ${mail.to}`;
    const before = this.allowed.get(where);
    if (before?.by.kind === "person" && allowedBy.kind !== "person") return;
    this.allowed.set(where, { by: allowedBy, at: before?.at ?? this.now });
  }

  /** A mail that is scheduled or approved, at its time. */
  fallDue(mail: Mail): void {
    const who = mail.by!;
    if (mail.state === "approved") {
      const leaves = isAlive(who) && this.isFree(mail);
      if (leaves) this.leave(mail, who);
      else mail.state = "waits";
      return;
    }
    const verdict = this.verdict(who, mail.address, mail.to);
    const isProtected = this.protection(mail.address) !== null;
    if (verdict === "allowed") this.leave(mail, who.kind === "person" && isProtected ? who : null);
    else mail.state = verdict === "held" ? "waits" : "draft";
  }

  /** The settings of an address, or of all, as somebody who may makes them. */
  set(address: number | null, who: Actor, input: Pick<Settings, "outbound" | "approver">): void {
    const byPerson = who.kind === "person";
    const settings = { ...input, reach: who.reach, byPerson, since: this.now, inherits: false };
    if (address === null) {
      const before = this.byDefault;
      const isStricter =
        strictness[input.outbound] > strictness[before?.outbound ?? "off"] ||
        strictness[input.approver] > strictness[before?.approver ?? "key"];
      this.byDefault = { ...settings, reach: null, since: isStricter ? this.now : (before?.since ?? 0) };
      return;
    }
    const before = this.protection(address);
    this.own[address] = settings;
    if (!before || before.reach === null || who.reach !== null) return;
    const isLesser = (by: Actor) => by.kind !== "person" && (by.reach !== null || !isAlive(by));
    this.entries = this.entries.filter(
      ({ of, list, by }) => of !== address || list === "block" || !isLesser(by),
    );
    for (const [where, { by }] of this.allowed)
      if (where.startsWith(`${address} `) && isLesser(by)) this.allowed.delete(where);
  }

  addEntry(entry: Entry): void {
    const { of, by, at, list } = entry;
    const before = this.entries.find((one) => one.of === of && one.entry === entry.entry);
    const stays = before?.list === list && (before.by === by || before.by.kind === "person");
    if (!before) this.entries.push(entry);
    else if (!stays) Object.assign(before, { list, by, at });
    const nothing = { outbound: "off", approver: "key", reach: null, byPerson: false, since: 0 } as const;
    if (of === null) this.byDefault ??= { ...nothing, inherits: false };
    else this.own[of] ??= { ...nothing, inherits: true };
  }

  /**
   * An address is deleted and made again: what it permitted has ended, and what restricts stays where who deleted it may not
   * change that. Who reached it before reaches the number `gone`.
   */
  remake(
    address: number,
    { stays, gone, all }: { stays: boolean; gone: number; all: readonly Actor[] },
  ): void {
    const moved = (reach: number[] | null) => reach?.map((one) => (one === address ? gone : one)) ?? null;
    for (const mail of this.mails.values()) {
      if (mail.address !== address) continue;
      // What has left is nobody's to read any more.
      if (mail.state === "left") mail.address = -1;
      else mail.state = "gone";
    }
    this.threads = this.threads.filter((one) => one.address !== address);
    this.entries = this.entries.filter(({ of, list }) => of !== address || (stays && list === "block"));
    for (const where of this.allowed.keys()) if (where.startsWith(`${address} `)) this.allowed.delete(where);
    if (!stays) this.own[address] = null;
    for (const one of all) {
      if (one.kind === "password" && one.reach![0] === address) one.alive = false;
      one.reach = moved(one.reach);
    }
    for (const settings of this.own) if (settings) settings.reach = moved(settings.reach);
  }
}

/** Whoever wrote in a thread, and whoever mail in it is to, or was to that somebody took over. */
function peopleOf({ from, taken, mails }: Thread): string[] {
  return [...from, ...taken, ...mails.filter(({ state }) => state !== "gone").map((mail) => mail.to)];
}

export function isAlive({ alive, parent }: Actor): boolean {
  return alive && (parent === null || isAlive(parent));
}
