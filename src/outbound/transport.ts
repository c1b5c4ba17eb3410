// One SMTP attempt for one mail to recipients that share a route: chooses hosts and TLS, reuses or opens a session, and
// returns the outcome of each recipient. Stores nothing, and does not throw for errors of a mail or a server.

import { isAscii } from "node:buffer";
import { passingId } from "../lib/ids.ts";
import { type Log, type LogFields, silentLog } from "../lib/log.ts";
import { must } from "../lib/must.ts";
import { nameToAscii, parseUrl } from "../lib/urls.ts";
import { needsSmtpUtf8 } from "../mail/compose/compose.ts";
import type { DsnRequest } from "../mail/report/dsn-request.ts";
import { openSession, type SessionOptions } from "./connection.ts";
import { tlsObservation } from "./observe-tls.ts";
import {
  acceptsNoMail,
  ownVerdict,
  type RecipientResult,
  rcptVerdict,
  type SmtpVerdict,
  verdictOf,
  verdictsOfError,
} from "./outcome.ts";
import { providerOf } from "./pace.ts";
import { defaultLimits, type PoolLimits, SessionPool } from "./pool.ts";
import type { SmtpSession } from "./session.ts";
import { SmtpError } from "./smtp-error.ts";
import { defaultTimeouts, type SmtpTarget, type Timeouts } from "./target.ts";
import { type OutboundRoute, planTargets, routeKey, type TargetOptions } from "./targets.ts";

export type { RecipientResult } from "./outcome.ts";
export {
  domainOf,
  type OutboundRoute,
  type RelaySettings,
  routeKey,
  routeOf,
} from "./targets.ts";

export interface SendAttempt {
  /** Envelope sender; "" for the null sender. */
  readonly from: string;
  readonly recipients: readonly string[];
  readonly raw: Uint8Array;
  readonly route: OutboundRoute;
  /** By default determined from the addresses and the header. */
  readonly smtpUtf8?: boolean;
  /** The DSN request for each recipient, in their order. */
  readonly dsn?: readonly (DsnRequest | null)[];
  /** Aborts the wait for a slot, and the attempt. */
  readonly signal?: AbortSignal;
  /** Asked before the server gets the end of the mail: false ends the attempt without it. */
  readonly mayEnd?: () => boolean;
  /** For the log lines of its connections: message_id. */
  readonly logFields?: LogFields;
}

export interface TransportOptions extends TargetOptions {
  /** The name in EHLO. */
  readonly hostname: string;
  readonly limits?: Partial<PoolLimits>;
  readonly timeouts?: Partial<Timeouts>;
  /** Additional certificate authorities, PEM. */
  readonly ca?: string;
  readonly log?: Log;
}

export interface Transport {
  /** Exactly one result for each recipient, in their order. */
  sendOnce(attempt: SendAttempt): Promise<RecipientResult[]>;
  /** The registrable domain of the servers of a route; null: it cannot be said now. */
  providerOf(route: OutboundRoute): Promise<string | null>;
  /** How many more attempts may start on the route without waiting. */
  free(route: OutboundRoute): number;
  close(): void;
}

/** An attempt ends after this time, however slowly the server answers. */
const attemptMs = 30 * 60_000;
const maxTargets = 8;
/** How long an outcome waits for the reply to RSET, after which the session could take the next mail. */
const resetMs = 1000;

export function createTransport(options: TransportOptions): Transport {
  const context: TransportContext = {
    options,
    pool: new SessionPool({ ...defaultLimits, ...options.limits }),
    timeouts: { ...defaultTimeouts, ...options.timeouts },
  };
  return {
    async sendOnce(attempt) {
      let release: () => void;
      try {
        release = await context.pool.slot(routeKey(attempt.route), attempt.signal);
      } catch {
        return allRecipients(
          attempt,
          ownVerdict("deferred", "4.3.2", "Not tried: the service is stopping."),
          noHost,
        );
      }
      try {
        return await deliverSendable(attempt, context);
      } finally {
        release();
      }
    },
    async providerOf(route) {
      if (route.kind === "relay") {
        const url = parseUrl(route.url);
        return url && providerOf(url.hostname.replace(/^\[|\]$/g, ""));
      }
      const mx = await options.mx.route(route.domain);
      const host = mx.kind === "hosts" ? mx.hosts[0] : undefined;
      return host ? providerOf(host.name) : null;
    },
    free: (route) => context.pool.free(routeKey(route)),
    close: () => context.pool.close(),
  };
}

interface TransportContext {
  readonly options: TransportOptions;
  readonly pool: SessionPool;
  readonly timeouts: Timeouts;
}

interface HostInfo {
  readonly mx: string | null;
  readonly tls: RecipientResult["tls"];
  readonly tlsFallback: string | null;
  readonly dsn: boolean;
}

const noHost: HostInfo = { mx: null, tls: null, tlsFallback: null, dsn: false };

/** nodemailer refuses a whole mail for one recipient whose quoted local part has one of these. */
const unsendable = /[\r\n<>]/;

/** Sends to all recipients but `unsendable` ones, which fail alone. */
async function deliverSendable(attempt: SendAttempt, context: TransportContext): Promise<RecipientResult[]> {
  const { recipients, dsn } = attempt;
  if (!recipients.some((recipient) => unsendable.test(recipient))) return deliver(attempt, context);
  const isSendable = (at: number) => !unsendable.test(recipients[at]!);
  const sendable = recipients.filter((_, at) => isSendable(at));
  const some = { ...attempt, recipients: sendable, dsn: dsn?.filter((_, at) => isSendable(at)) };
  const results = sendable.length === 0 ? [] : await deliver(some, context);
  const verdict = ownVerdict(
    "failed",
    "5.1.3",
    "An address with < or > in its quoted local part cannot be sent to.",
  );
  return recipients.map((recipient, at) =>
    isSendable(at)
      ? must(results.shift(), "each mail that could be sent has a result")
      : { recipient, ...verdict, ...noHost },
  );
}

async function deliver(attempt: SendAttempt, context: TransportContext): Promise<RecipientResult[]> {
  const plan = await planTargets(attempt.route, context.options);
  if ("kind" in plan) return allRecipients(attempt, plan, noHost);
  const errors: SmtpError[] = [];
  let last: RecipientResult[] = [];
  for (const target of plan.targets.slice(0, maxTargets)) {
    const tried = await tryTarget(target, attempt, context);
    observe(target, { attempt, tried, context });
    if (!(tried.error && mayTryNext(tried.error))) return tried.results;
    errors.push(tried.error);
    last = tried.results;
    if (attempt.signal?.aborted) break;
  }
  if (errors.every(acceptsNoMail)) return last;
  return last.map((result) => ({ ...result, kind: "deferred" }));
}

function observe(
  target: SmtpTarget,
  { attempt, tried, context }: { attempt: SendAttempt; tried: TargetAttempt; context: TransportContext },
): void {
  const { route } = attempt;
  if (!context.options.observe || route.kind !== "mx") return;
  const seen = tlsObservation(target, tried);
  if (seen) context.options.observe(route.domain.toLowerCase(), seen);
}

/** Whether another host may be tried: this one has not judged the mail. RFC 5321 5.1 */
function mayTryNext(error: SmtpError): boolean {
  return error.stage === "connect" || (error.stage === "mail" && (error.response ?? "").startsWith("421"));
}

interface TargetAttempt {
  readonly results: RecipientResult[];
  readonly error: SmtpError | null;
}

async function tryTarget(
  target: SmtpTarget,
  attempt: SendAttempt,
  context: TransportContext,
): Promise<TargetAttempt> {
  const { log = silentLog } = context.options;
  const host = { host: target.name, address: target.address, port: target.port };
  const waiting = context.pool.takeIdle(target);
  if (waiting) {
    log.debug("an open SMTP connection is used again", {
      ...attempt.logFields,
      connection_id: waiting.id,
      ...host,
    });
    const tried = await sendThrough(waiting, attempt, { context, tlsFallback: null });
    // The server closed the idle session before it saw the mail: a new session is opened.
    if (!(tried.error && sessionWasClosed(tried.error))) return tried;
  }
  let tlsFallback: string | null = null;
  try {
    let session: SmtpSession;
    const id = passingId();
    log.debug("connecting to an SMTP server", { ...attempt.logFields, connection_id: id, ...host });
    try {
      session = await openSession(target, sessionOptions(context, id));
    } catch (error) {
      if (!(error instanceof SmtpError && error.details.duringTls && target.tls === "opportunistic"))
        throw error;
      // Opportunistic TLS falls back to plain text. RFC 7435 3
      tlsFallback = error.message;
      session = await openSession({ ...target, tls: "none" }, sessionOptions(context, id));
    }
    if (target.tls === "opportunistic" && session.tlsRefused) tlsFallback = "The server refused STARTTLS.";
    return await sendThrough(session, attempt, { context, tlsFallback });
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error;
    const host = { mx: target.name, tls: null, tlsFallback, dsn: false };
    return {
      results: recipientResults(attempt, verdictsOfError(error, attempt.recipients), host),
      error,
    };
  }
}

function sessionWasClosed(error: SmtpError): boolean {
  if (error.details.begun || error.details.local) return false;
  return error.response === null || error.response.startsWith("421");
}

async function sendThrough(
  session: SmtpSession,
  attempt: SendAttempt,
  how: { context: TransportContext; tlsFallback: string | null },
): Promise<TargetAttempt> {
  const host = {
    mx: session.target.name,
    tls: session.tls,
    tlsFallback: how.tlsFallback,
    dsn: session.supports("DSN"),
  };
  const smtpUtf8 = attempt.smtpUtf8 ?? needsSmtpUtf8(attempt.raw, [attempt.from, ...attempt.recipients]);
  if (smtpUtf8 && !session.supports("SMTPUTF8")) {
    how.context.pool.giveBack(session);
    const verdict = ownVerdict(
      "failed",
      "5.6.7",
      `${session.target.name} does not take internationalized mail (SMTPUTF8).`,
    );
    return { results: allRecipients(attempt, verdict, host), error: null };
  }
  const recipients = attempt.recipients.map((recipient) => wireAddress(recipient, smtpUtf8));
  const cancelTimeout = closeOnTimeout(session, attempt.signal);
  try {
    const sent = await session.send(
      {
        from: wireAddress(attempt.from, smtpUtf8),
        recipients,
        smtpUtf8,
        eightBit: !isAscii(attempt.raw),
        dsn: attempt.dsn,
      },
      attempt.raw,
      attempt.mayEnd,
    );
    const verdicts = recipients.map((recipient) => {
      const refusal = sent.refused.get(recipient);
      return refusal === undefined ? verdictOf(sent.response, "data") : rcptVerdict(refusal, true);
    });
    how.context.pool.giveBack(session);
    return { results: recipientResults(attempt, verdicts, host), error: null };
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error;
    if (error.response === null) session.close();
    else await Promise.race([giveBackReset(session, how.context.pool), Bun.sleep(resetMs)]);
    return { results: recipientResults(attempt, verdictsOfError(error, recipients), host), error };
  } finally {
    cancelTimeout();
  }
}

async function giveBackReset(session: SmtpSession, pool: SessionPool): Promise<void> {
  if (await session.reset()) pool.giveBack(session);
  else session.close();
}

/** Closes the session when the attempt takes too long or is aborted. @returns a function that cancels this */
function closeOnTimeout(session: SmtpSession, signal: AbortSignal | undefined): () => void {
  const timer = setTimeout(() => session.close("The attempt took too long."), attemptMs);
  const onAbort = () => session.close("Cut short: the service is stopping.");
  signal?.addEventListener("abort", onAbort, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  };
}

function sessionOptions({ options, timeouts }: TransportContext, id: string): SessionOptions {
  const { hostname, ca, log = silentLog } = options;
  return { hostname, timeouts, ca, log, id };
}

/** Domains are sent as A-labels unless the mail is sent with SMTPUTF8. RFC 6531 3.2 */
function wireAddress(address: string, smtpUtf8: boolean): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  if (at < 0 || smtpUtf8 || /^[\u0000-\u007f]*$/.test(domain)) return address;
  return `${address.slice(0, at)}@${nameToAscii(domain) || domain}`;
}

function allRecipients(attempt: SendAttempt, verdict: SmtpVerdict, host: HostInfo): RecipientResult[] {
  return attempt.recipients.map((recipient) => ({ recipient, ...verdict, ...host }));
}

function recipientResults(
  attempt: SendAttempt,
  verdicts: readonly SmtpVerdict[],
  host: HostInfo,
): RecipientResult[] {
  return attempt.recipients.map((recipient, i) => {
    const verdict = verdicts[i] ?? ownVerdict("deferred", "4.3.0", "No answer for this recipient.");
    return { recipient, ...verdict, ...host };
  });
}
