// One attempt for recipients of one message: a receive turn for each address of this service, signed SMTP for all others.
// Returns the outcome of each recipient and writes nothing of the sender.
import { type BatchLoader, createBatchLoader } from "../../src/lib/batch-loader.ts";
import { type Clock, nowInstant } from "../../src/lib/clock.ts";
import { facts } from "../../src/lib/facts.ts";
import { Failure, messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { isTracing, rootOf, type TimedStep } from "../../src/lib/spans.ts";
import { latin1 } from "../../src/mail/mime/charset.ts";
import { blankBytesOf } from "../../src/mail/mime/headers.ts";
import { wireForm, withSignatures } from "../../src/outbound/dkim.ts";
import { arcSet, forwardable, forwardTrace, loopOf } from "../../src/outbound/forward.ts";
import type { RecipientResult } from "../../src/outbound/outcome.ts";
import { Signing } from "../../src/outbound/signing.ts";
import { domainOf, type OutboundRoute, routeKey, type Transport } from "../../src/outbound/transport.ts";
import { serverTimeouts } from "../../src/reading/mails.ts";
import type { Destination, Routing } from "../../src/routing/resolve.ts";
import { type OwnDelivery, type ScreeningDeps, screenOwn } from "../../src/screening/screen.ts";
import { findEmail } from "../../src/store/addresses/addresses.ts";
import { type BlobStore, unlessAway } from "../../src/store/blobs/blobs.ts";
import type { Database } from "../../src/store/database/database.ts";
import { type SigningKey, signingKeys } from "../../src/store/domains/domains.ts";
import { isWithheld, type StoredRaw, storedRaws, unpackRaw } from "../../src/store/message/messages.ts";
import { forwardedMail } from "../../src/store/sending/forwards.ts";
import { localLane, type OutboundRow } from "../../src/store/sending/outbound.ts";
import type { Forward } from "../../src/store/tables/index.ts";
import { sendsAs } from "../identity/gate/authors.ts";
import { prepareMail, type Screen } from "../identity/message/prepare-mail.ts";
import { acceptMail, receivedFields } from "../identity/receiving/accept-mail.ts";
import { noteReceived } from "../identity/receiving/received-span.ts";
import { readReport } from "../identity/receiving/reports.ts";
import type { Actors } from "../runtime/registry.ts";
import { noteAttempt, noteWait } from "./attempt-span.ts";

export interface MailCarrierDeps {
  database: Database;
  actors: Actors;
  blobs: BlobStore;
  clock: Clock;
  log: Log;
  routing: Routing;
  transport: Transport;
  screening: Pick<ScreeningDeps, "mailHostname" | "clock">;
}

export interface CarryOptions {
  /** The route to a recipient outside this service. */
  route(row: OutboundRow): OutboundRoute;
  signal: AbortSignal;
  /** Whether the rows are still this process's to send. */
  mayEnd(): boolean;
  /** Called once the transport has the mails, or is not needed. */
  handedOver(): void;
  /** Called with the result of each recipient that a server has just taken or refused. */
  answered(rows: readonly OutboundRow[], results: readonly RecipientResult[]): void;
}

/** The mail and the place of each recipient, which an attempt needs. */
export interface AttemptMail {
  /** Null: the message is gone. */
  stored: StoredRaw | null;
  /** The place of each recipient, in their order. */
  places: readonly Destination[];
}

/** Signature fields, and the keys that made them. */
type Signed = Pick<OwnDelivery, "signatures" | "signers">;
const unsigned: Signed = { signatures: "", signers: [] };

const keysCachedMs = 10_000;
const maxCachedDomains = 1000;

export class MailCarrier {
  readonly #deps: MailCarrierDeps;
  readonly #signing = new Signing();
  readonly #keys = new Map<string, { keys: Promise<SigningKey[]>; until: number }>();
  readonly #raws: BatchLoader<{ accountId: string; id: string }, StoredRaw | null>;

  constructor(deps: MailCarrierDeps) {
    this.#deps = deps;
    this.#raws = createBatchLoader((asked) => storedRaws(deps.database, asked), { most: 64, parallel: 4 });
  }

  /** Reads what an attempt needs; mails that are read together are read in one statement. @param rows of one message */
  async read(rows: readonly OutboundRow[]): Promise<AttemptMail> {
    const { accountId, messageId: id } = rows[0]!;
    const [stored, ...places] = await Promise.all([
      this.#raws.load({ accountId, id }),
      ...rows.map((row) => this.#deps.routing.resolve(row.recipient)),
    ]);
    return { stored, places };
  }

  /** @param rows of one message @returns one result for each recipient, in their order */
  async carry(
    rows: readonly OutboundRow[],
    mail: AttemptMail,
    options: CarryOptions,
  ): Promise<RecipientResult[]> {
    const { places } = mail;
    noteWait(rows[0]!);
    if (!mail.stored) return rows.map((row) => ownResult(row, "failed", "5.3.0 the message is gone"));
    const raw = await unpackRaw(this.#deps.blobs, mail.stored).catch(unlessAway);
    // Another process has them, or they come back: the mail is not given up for that. The store has logged it.
    if (!raw || raw === "away")
      return rows.map((row) => ownResult(row, "deferred", "4.3.0 the bytes of the message are not here"));
    const outside = rows.filter((_, index) => places[index]!.kind === "foreign");
    const here = rows.filter((_, index) => places[index]!.kind !== "foreign");
    const barred = new Set(await this.#barred(here));
    const inside = here.filter((row) => !barred.has(row));
    const { forward } = rows[0]!;
    if (forward) return this.#forward(outside, { rows, raw: forwardable(raw), forward }, options);
    const signed =
      inside.length === 0 ? unsigned : await this.#signatures(raw, domainOf(rows[0]!.envelopeFrom));
    const [sent, stored] = await Promise.all([
      this.#send(outside, { raw }, options),
      Promise.all(inside.map((row) => this.#store(row, { raw, signed }))),
    ]);
    const refused = [...barred].map((row) =>
      ownResult(row, "failed", "5.7.1 the address is at this service now, whose keys read its mail"),
    );
    const results = new Map([...stored, ...sent, ...refused].map((result) => [result.recipient, result]));
    return rows.map((row) => results.get(row.recipient) ?? ownResult(row, "deferred", "4.3.0 no result"));
  }

  stop(): void {
    this.#signing.stop();
  }

  /**
   * Recipients of mail of the service that were elsewhere when it was written, and are here now: what signs somebody in does not
   * go where keys read it. @param here of one message
   */
  async #barred(here: readonly OutboundRow[]): Promise<OutboundRow[]> {
    const moved = here.filter(({ lane }) => lane !== localLane);
    return moved.length > 0 && (await isWithheld(this.#deps.database, moved[0]!)) ? moved : [];
  }

  /** Sends a received mail on, unless it came round. */
  async #forward(
    outside: readonly OutboundRow[],
    { rows, raw, forward }: { rows: readonly OutboundRow[]; raw: Uint8Array; forward: Forward },
    options: CarryOptions,
  ): Promise<RecipientResult[]> {
    const loop = loopOf(raw, { recipient: forward.recipient, ruleId: forward.rule_id });
    const sent = await this.#send(loop === null ? outside : [], { raw, forward }, options);
    const results = new Map(sent.map((result) => [result.recipient, result]));
    const why = loop ?? "the address is at this service now: route it by a rule of its own";
    return rows.map(
      (row) => results.get(row.recipient) ?? ownResult(row, "failed", `5.4.6 not forwarded: ${why}`),
    );
  }

  /** Sends by SMTP, in one transaction for each route. */
  async #send(
    rows: readonly OutboundRow[],
    { raw, forward }: { raw: Uint8Array; forward?: Forward },
    options: CarryOptions,
  ): Promise<RecipientResult[]> {
    if (rows.length === 0) {
      options.handedOver();
      return [];
    }
    const { transport } = this.#deps;
    const { envelopeFrom } = rows[0]!;
    const domain = domainOf(envelopeFrom);
    const signed = forward
      ? await this.#sealed(wireForm(raw), { row: rows[0]!, forward, domain })
      : await this.#sign(wireForm(raw), domain);
    const routes = Map.groupBy(rows, (row) => routeKey(options.route(row)));
    const sending = [...routes.values()].map(async (group) => {
      const startMs = performance.now();
      const results = await transport.sendOnce({
        from: returnPath(group[0]!),
        recipients: group.map((row) => row.recipient),
        dsn: group.map((row) => row.dsn),
        raw: signed,
        route: options.route(group[0]!),
        signal: options.signal,
        mayEnd: options.mayEnd,
        logFields: { message_id: group[0]!.messageId },
      });
      options.answered(group, results);
      noteAttempt(group[0]!, results, startMs);
      return results;
    });
    options.handedOver();
    return (await Promise.all(sending)).flat();
  }

  /** The mail below what is added to it on its way; what was written here is signed as if it had left at once. */
  async #sealed(
    raw: Uint8Array,
    { row, forward, domain }: { row: OutboundRow; forward: Forward; domain: string },
  ): Promise<Uint8Array> {
    const { database, clock, screening } = this.#deps;
    const { accountId, messageId } = row;
    const mail = await forwardedMail(database, { accountId, messageId });
    const at = nowInstant(clock);
    const { rule_id: ruleId, recipient, internal } = forward;
    const hostname = screening.mailHostname;
    const trace = Buffer.from(forwardTrace({ hostname, messageId, ruleId, recipient, at }));
    const signed = internal && mail ? await this.#sign(raw, domainOf(mail.fromEmail)) : raw;
    const traced = Buffer.concat([trace, signed]);
    const key = (await this.#keysOf(domain)).find(({ algorithm }) => algorithm === "rsa");
    if (!key || !mail) return traced;
    const set = await arcSet(traced, {
      signer: { ...key, domain },
      at,
      authservId: hostname,
      authentication: mail.authentication,
      from: mail.fromEmail,
      nullSender: mail.envelopeFrom === "",
    });
    return withSignatures(traced, set);
  }

  async #sign(raw: Uint8Array, domain: string): Promise<Uint8Array> {
    const { clock } = this.#deps;
    const keys = await this.#keysOf(domain);
    return this.#signing.sign(
      raw,
      keys.map((key) => ({ ...key, domain })),
      nowInstant(clock),
    );
  }

  /** Signature fields for a mail that stays inside; none where its bytes would change on their way out. */
  async #signatures(raw: Uint8Array, domain: string): Promise<Signed> {
    const keys = await this.#keysOf(domain);
    if (wireForm(raw) !== raw || blankBytesOf(raw) > 0) return unsigned;
    const signed = await this.#sign(raw, domain);
    const signatures = latin1(signed.subarray(0, signed.length - raw.length));
    return { signatures, signers: keys };
  }

  /** Cached for 10 seconds: a replaced key stays valid for longer. */
  #keysOf(domain: string): Promise<SigningKey[]> {
    const now = this.#deps.clock.now();
    const known = this.#keys.get(domain);
    if (known && known.until > now) return known.keys;
    const keys = signingKeys(this.#deps.database, domain);
    if (this.#keys.size >= maxCachedDomains) this.#keys.clear();
    this.#keys.set(domain, { keys, until: now + keysCachedMs });
    keys.catch(() => this.#keys.delete(domain));
    return keys;
  }

  /** Whether a mail's author is an address of the account that sent it: being sent here proves nothing else. */
  async #isOwnAuthor({ accountId, identityId: id }: OutboundRow, author: string): Promise<boolean> {
    const { database, clock } = this.#deps;
    const address = await findEmail(database, author);
    if (address?.identityId) return address.accountId === accountId;
    return sendsAs(database, { accountId, id }, { email: author.toLowerCase(), atMs: clock.now() });
  }

  /**
   * Stores the mail by the same receive turn as mail from outside. The bytes and the envelope sender, which names the message,
   * are the same at every try, so a mail that was stored before a crash is recognised.
   */
  async #store(
    row: OutboundRow,
    { raw, signed }: { raw: Uint8Array; signed: Signed },
  ): Promise<RecipientResult> {
    let destination: Destination;
    try {
      destination = await this.#deps.routing.resolve(row.recipient);
    } catch (error) {
      // Others of this attempt may be taken by servers meanwhile: theirs are outcomes of their own.
      return ownResult(row, "deferred", `4.3.0 ${messageOf(error)}`);
    }
    switch (destination.kind) {
      case "foreign":
        return ownResult(row, "deferred", "4.3.0 the domain has just left this service");
      case "paused":
        return ownResult(row, "deferred", "4.2.1 what takes this address's mail is switched off");
      case "full":
        return ownResult(row, "deferred", "4.2.2 this mailbox is full");
      case "suspended":
        return ownResult(row, "failed", "5.2.1 this address does not accept mail now");
      case "unknown":
        return ownResult(row, "failed", "5.1.1 no such address here");
    }
    try {
      const { messageId, envelopeFrom, recipient } = row;
      const delivery = {
        ...signed,
        messageId,
        recipient,
        from: returnPath(row),
        domain: domainOf(envelopeFrom),
      };
      const screen: Screen = (arrived) => screenOwn(this.#deps.screening, arrived, delivery);
      const envelope = { from: returnPath(row), isSpam: false, screen };
      const steps: TimedStep[] = [];
      const onStep = isTracing() ? (step: TimedStep) => steps.push(step) : undefined;
      const options = { source: row.accountId, timeouts: serverTimeouts, onStep };
      const mail = await prepareMail(this.#deps, raw, envelope, options);
      const report = await readReport({ raw, mail, always: destination.kind === "bounce" }, options);
      const within = "accountId" in destination && destination.accountId === row.accountId;
      const ownAuthor = within || (await this.#isOwnAuthor(row, mail.parsed.from.email));
      const input = { mail, report, internal: true, ownAuthor };
      const storeMs = performance.now();
      const taken = await acceptMail(this.#deps, input, { ...destination, recipient: row.recipient });
      noteReceived(taken, {
        source: "internal",
        steps: [...steps, { name: "store", startMs: storeMs, endMs: performance.now() }],
        attributes: { "messaging.message.body.size": raw.length },
        sent: rootOf(messageId),
      });
      facts.mailReceived.note(this.#deps.log, {
        source: "internal",
        ...receivedFields(taken, { destination, recipient: row.recipient }),
        sent_message_id: row.messageId,
        bytes: raw.length,
      });
      return ownResult(row, "delivered", "2.1.5 stored");
    } catch (error) {
      if (!(error instanceof Failure)) return ownResult(row, "deferred", `4.3.0 ${messageOf(error)}`);
      if (error.code === "identity_suspended")
        return ownResult(row, "failed", "5.2.1 this address does not accept mail now");
      // The address was deleted a moment ago too: the next attempt finds who takes its mail now.
      return ownResult(row, "deferred", `4.3.0 ${error.message}`);
    }
  }
}

/** The address for reports about the mail; "" for a mail submitted with the null sender. RFC 5321 4.5.5 */
function returnPath({ nullSender, envelopeFrom }: OutboundRow): string {
  return nullSender ? "" : envelopeFrom;
}

/** A result that comes from this service, not from a mail server. */
export function ownResult(
  { recipient }: Pick<OutboundRow, "recipient">,
  kind: RecipientResult["kind"],
  response: string,
): RecipientResult {
  const [enhanced] = response.split(" ");
  return {
    recipient,
    kind,
    code: null,
    enhanced: enhanced!,
    response,
    refusedAt: null,
    mx: null,
    tls: null,
    tlsFallback: null,
    dsn: false,
  };
}
