// A world around the service: who lives in it, which mail comes to whom and what follows from it, by the world's clock. Mail of the
// service comes by SMTP to the world's mail server, and mail of the world goes to the service's listener. What arrives is read
// when all work rests, in an order that no port or thread decides, so that one seed gives one course of events.
import { seededNumbers } from "../lib/chance.ts";
import { type Instant, nowInstant } from "../lib/clock.ts";
import { messageOf } from "../lib/failure.ts";
import type { Log } from "../lib/log.ts";
import { domainOf } from "../mail/domain-name.ts";
import { readHeader } from "../mail/parse/parse.ts";
import { signMail, wireForm } from "../outbound/dkim.ts";
import { LoopGuard } from "./loop-guard.ts";
import type { Act, Refusal, Resident, World, WorldMail } from "./resident.ts";
import type { WorldClock } from "./world-clock.ts";
import { WorldDomains } from "./world-domains.ts";
import { WorldLog } from "./world-log.ts";
import { readWorldMail } from "./world-mail.ts";
import type { ArrivedMail } from "./world-mail-server.ts";
import { postToService } from "./world-post.ts";

export interface StandingMail {
  /** In the order of arrival. */
  n: number;
  at: Instant;
  mail: WorldMail;
}

export interface WorldOptions {
  seed: string;
  clock: WorldClock;
  log: Log;
  /** The domains among these that are the service's. */
  hosted(domains: readonly string[]): Promise<ReadonlySet<string>>;
}

type ActReason = "begun" | "answer" | "answer to an answer";

/** The service asks for another try of 4xx after these times, as a sender's queue does. RFC 5321 4.5.4.1 */
const retriesMs = [10 * 60_000, 60 * 60_000, 6 * 60 * 60_000, 24 * 60 * 60_000];
/** Kept in inboxes, all together. */
const maxKept = 20_000;
const maxKeptBytes = 256 * 1024 * 1024;
export const maxResidents = 10_000;

export class InhabitedWorld {
  readonly domains: WorldDomains;
  readonly events = new WorldLog();
  readonly loops = new LoopGuard();
  readonly #options: WorldOptions;
  readonly #residents = new Map<string, Resident>();
  readonly #random: (below: number) => number;
  /** Counts resets: what was planned before one is not done. */
  #life = 0;
  /** Arrived, and not read yet. */
  #arrived: ArrivedMail[] = [];
  #inbox: StandingMail[] = [];
  #inboxBytes = 0;
  #count = 0;
  readonly #attempts = new Map<string, number>();
  /** The service's port for mail of the world. */
  servicePort = 0;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.domains = new WorldDomains(options.seed);
    this.#random = seededNumbers(`world ${options.seed}`);
    options.clock.leaps.onRest(() => this.#readArrived(), "step");
    this.events.note(this.now, { kind: "began", text: options.seed });
  }

  get now(): Instant {
    return nowInstant(this.#options.clock);
  }

  get residents(): Resident[] {
    return [...this.#residents.values()];
  }

  residentAt(address: string): Resident | null {
    return this.#residents.get(address.toLowerCase()) ?? null;
  }

  /** Takes the place of who lived there. */
  join(resident: Resident): void {
    this.#residents.set(resident.address.toLowerCase(), resident);
    this.events.note(this.now, { kind: "joined", from: resident.address });
  }

  /** @returns whether somebody lived there */
  leave(address: string): boolean {
    return this.#residents.delete(address.toLowerCase());
  }

  /** Mails that came to an address, the oldest first. */
  inbox(address: string): StandingMail[] {
    const wanted = address.toLowerCase();
    return this.#inbox.filter(({ mail }) => mail.recipient === wanted);
  }

  /** All mails that came to the world. */
  get mails(): readonly StandingMail[] {
    return this.#inbox;
  }

  /** Everybody goes, and nothing is remembered; the clock and the service stay. */
  reset(): void {
    this.#life++;
    this.#residents.clear();
    this.#arrived = [];
    this.#inbox = [];
    this.#inboxBytes = 0;
    this.#attempts.clear();
    this.loops.clear();
    this.events.clear();
    this.events.note(this.now, { kind: "began", text: this.#options.seed });
  }

  /** The world as its residents see it. */
  get view(): World {
    return { nowMs: this.#options.clock.now(), random: this.#random };
  }

  /** Asked by the mail server. */
  refuse(mail: { recipient: string; envelopeFrom: string; size: number }, at: Refusal["at"]): Refusal | null {
    const resident = this.residentAt(mail.recipient);
    if (!resident?.refuse) return null;
    const key = `${at} ${mail.recipient} ${mail.envelopeFrom}`;
    const attempt = (this.#attempts.get(key) ?? 0) + 1;
    this.#attempts.set(key, attempt);
    const refusal = resident.refuse(mail, attempt, this.view);
    if (refusal?.at !== at) return null;
    const { code, text } = refusal;
    this.events.note(this.now, { kind: "refused", to: mail.recipient, code, text });
    return refusal;
  }

  /** A mail that the world's mail server has taken. */
  arrived(mail: ArrivedMail): void {
    this.#arrived.push(mail);
    // A clock that no one moves reads it too.
    void this.#options.clock.moveTo(0).catch(() => undefined);
  }

  /**
   * Does these acts, each when its time has come.
   * @param why answers are counted: without an end they are a loop
   */
  plan(resident: Resident, acts: readonly Act[], why: ActReason = "begun"): void {
    const life = this.#life;
    for (const act of acts)
      this.#options.clock.leaps.after(
        act.afterMs,
        () => life === this.#life && this.#begin(resident, act, why),
        "due",
      );
  }

  #readArrived(): boolean {
    const arrived = this.#arrived.splice(0);
    const read = arrived.flatMap(({ envelopeFrom, recipients, raw }) =>
      recipients.map((recipient) => readWorldMail(raw, { envelopeFrom, recipient })),
    );
    read.sort((a, b) => compare(a.messageId, b.messageId) || compare(a.recipient, b.recipient));
    for (const mail of read) this.#take(mail, "left");
    return arrived.length > 0;
  }

  #take(mail: WorldMail, kind: "left" | "passed"): void {
    const { from, recipient, subject, messageId, references, headers } = mail;
    const isAnswer = references.length > 0 || headers.has("in-reply-to");
    this.events.note(this.now, { kind, from, to: recipient, subject, message_id: messageId });
    this.loops.passed(from, recipient, this.#options.clock.now());
    this.#inbox.push({ n: ++this.#count, at: this.now, mail });
    this.#inboxBytes += mail.raw.length;
    while (this.#inbox.length > maxKept || this.#inboxBytes > maxKeptBytes)
      this.#inboxBytes -= this.#inbox.shift()?.mail.raw.length ?? 0;
    const resident = this.residentAt(recipient);
    if (!resident) return;
    try {
      this.plan(resident, resident.react(mail, this.view), isAnswer ? "answer to an answer" : "answer");
    } catch (error) {
      this.#options.log.error("somebody in the world failed", {
        address: recipient,
        error: messageOf(error),
      });
    }
  }

  #begin(resident: Resident, act: Act, why: ActReason): void {
    void this.#options.clock.leaps.during(this.#do(resident, act, why)).catch((error) =>
      this.#options.log.error("a mail of the world was lost", {
        address: resident.address,
        error: messageOf(error),
      }),
    );
  }

  async #do(resident: Resident, act: Act, why: ActReason): Promise<void> {
    const recipients = act.recipients.filter(
      (recipient) => why === "begun" || this.#mayAnswer(resident, recipient, why),
    );
    const names = [...new Set(recipients.map(domainName))];
    const hosted = await this.#options.hosted(names);
    const raw = await this.#signed(resident, act.raw);
    const outside = recipients.filter((recipient) => !hosted.has(domainName(recipient)));
    for (const recipient of outside) {
      const address = recipient.toLowerCase();
      this.#take(readWorldMail(raw, { envelopeFrom: act.envelopeFrom, recipient: address }), "passed");
    }
    const inside = recipients.filter((recipient) => hosted.has(domainName(recipient)));
    if (inside.length > 0) await this.#post(resident, { ...act, recipients: inside, raw }, 0);
  }

  async #post(resident: Resident, act: Act, tries: number): Promise<void> {
    const { ip, name } = this.domains.domain(domainName(resident.address));
    const replies = await postToService(this.servicePort, { ...act, ip, helo: `mx.${name}` });
    const { subject, messageId } = readHeader(headOf(act.raw));
    const again: string[] = [];
    for (const { recipient, code, text } of replies) {
      const isLate = code >= 400 && code < 500 && tries < retriesMs.length;
      if (isLate) again.push(recipient);
      const named = { subject: subject ?? "", message_id: messageId ?? "" };
      const fields = { from: resident.address, to: recipient, ...named, code };
      if (code < 300) this.loops.passed(resident.address, recipient, this.#options.clock.now());
      this.events.note(this.now, { kind: "came", ...fields, ...(code < 300 ? {} : { text }) });
    }
    if (again.length === 0) return;
    const later = { ...act, recipients: again };
    const life = this.#life;
    const { leaps } = this.#options.clock;
    const retry = () => {
      if (life !== this.#life) return;
      void leaps.during(this.#post(resident, later, tries + 1)).catch(() => undefined);
    };
    leaps.after(retriesMs[tries]!, retry, "due");
  }

  /** Each domain signs its own mail, also where From names another one. RFC 6376 */
  async #signed(resident: Resident, raw: Uint8Array): Promise<Uint8Array> {
    const { signer } = this.domains.domain(domainName(resident.address));
    return signMail(wireForm(raw), [signer], this.now);
  }

  #mayAnswer(resident: Resident, recipient: string, why: ActReason): boolean {
    const counted = { nowMs: this.#options.clock.now(), isOfAnswer: why === "answer to an answer" };
    const text = this.loops.refuse(resident.address, recipient, counted);
    if (text !== null)
      this.events.note(this.now, { kind: "dropped", from: resident.address, to: recipient, text });
    return text === null;
  }
}

/** The header with its empty line. */
function headOf(raw: Uint8Array): Uint8Array {
  const end = Buffer.from(raw.buffer, raw.byteOffset, raw.length).indexOf("\r\n\r\n");
  return end < 0 ? raw : raw.subarray(0, end + 4);
}

function domainName(address: string): string {
  return domainOf(address.slice(address.lastIndexOf("@") + 1)) ?? "";
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
