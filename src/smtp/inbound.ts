// Inbound SMTP (port 25): RCPT is resolved by routing; DATA is read within its limit, parsed once and stored by one receive
// turn for each recipient; 250 is sent after all of them are committed. RFC 5321.

import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { prepareMail, type Screen } from "../../actors/identity/message/prepare-mail.ts";
import {
  type AcceptDeps,
  type AcceptingRecipient,
  acceptMail,
  receivedFields,
  recipientKey,
} from "../../actors/identity/receiving/accept-mail.ts";
import { noteReceived } from "../../actors/identity/receiving/received-span.ts";
import { readReport } from "../../actors/identity/receiving/reports.ts";
import type { Clock } from "../lib/clock.ts";
import { collectAfter } from "../lib/collect.ts";
import { ConnectionLimits } from "../lib/connection-limits.ts";
import { counts, facts, msSince, secondsSince, times } from "../lib/facts.ts";
import { Failure, type FailureCode } from "../lib/failure.ts";
import type { Log } from "../lib/log.ts";
import { clientNetwork, inNetworks, type Network } from "../lib/networks.ts";
import type { SharedLimits } from "../lib/shared-limits.ts";
import { isTracing, type TimedStep } from "../lib/spans.ts";
import type { Spill, SpillSet } from "../lib/spill.ts";
import { serverTimeouts } from "../reading/mails.ts";
import type { Routing } from "../routing/resolve.ts";
import type { SmtpClient } from "../screening/authenticate.ts";
import { type ScreeningDeps, screenMail } from "../screening/screen.ts";
import type { Certificates } from "../tls/certificates.ts";
import { readBody } from "./body.ts";
import { logCommands } from "./command-log.ts";
import { CostlyMails } from "./costly-mails.ts";
import { type Delays, GreetingDelay } from "./greeting-delay.ts";
import { acceptRecipient, type Recipients } from "./recipients.ts";
import { replyTo, SmtpReply, tooManyConnections } from "./replies.ts";
import { closeServer, endSession, lastHeard, patchSmtpServer, watchCommands } from "./smtp-server-patches.ts";

export interface InboundDeps extends AcceptDeps {
  routing: Routing;
  clock: Clock;
  sharedLimits: SharedLimits;
  log: Log;
  certificates: Certificates;
  mailHostname: string;
  trustedNetworks: readonly Network[];
  delays: Delays;
  /** Connections at the same time. */
  maxConnections: number;
  /** Seconds within which a client must send its first MAIL. */
  firstMailSeconds: number;
  screening: ScreeningDeps;
  spills: SpillSet;
}

/** DECISIONS Drafts and sending: inbound SMTP. */
const maxBytes = 35 * 1024 * 1024;
const idleMs = 5 * 60_000;

interface InboundTransaction extends Recipients {
  /** All of its DATA has come, and is being stored. */
  storing: boolean;
  /** Ends a session that sends no MAIL in time. */
  silence: Timer | null;
}

export interface SmtpListener {
  server: SMTPServer;
  /** Open ones, without those that were refused. */
  readonly connections: number;
  /** Accepts no new connection; mails that are being received finish within `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

export function createInbound(deps: InboundDeps): SmtpListener {
  patchSmtpServer();
  const sessions = new WeakMap<SMTPServerSession, InboundTransaction>();
  const limits = new ConnectionLimits(
    { inAll: deps.maxConnections, perNetwork: 50, perSecond: 10 },
    deps.clock,
  );
  const greetingDelay = new GreetingDelay(deps.delays, deps);
  const costly = new CostlyMails(deps);
  let running = 0;
  let draining = false;
  const transaction = (session: SMTPServerSession): InboundTransaction => {
    const known = sessions.get(session) ?? { addressees: [], refusals: 0, storing: false, silence: null };
    sessions.set(session, known);
    return known;
  };

  const server = new SMTPServer({
    name: deps.mailHostname,
    banner: "Postroom",
    ...deps.certificates.options,
    size: maxBytes,
    disabledCommands: ["AUTH", "WIZ", "SHELL", "KILL"],
    authOptional: true,
    hideENHANCEDSTATUSCODES: false,
    hideDSN: true,
    disableReverseLookup: true,
    socketTimeout: idleMs,
    closeTimeout: 30_000,
    logger: false,
    onConnect(session, done) {
      const trusted = inNetworks(session.remoteAddress, deps.trustedNetworks);
      const own = transaction(session);
      const refusal = limits.open(
        session,
        { ip: session.remoteAddress, trusted },
        {
          idleSince: () => (own.storing ? null : lastHeard(session)),
          end: () => endSession(session, "4.7.0 Others are waiting, try again later"),
        },
      );
      counts.smtpConnections.add(["smtp", refusal ?? "accepted"]);
      deps.log.debug("an SMTP connection", {
        connection_id: session.id,
        ip: session.remoteAddress,
        refused: refusal ?? undefined,
      });
      if (refusal !== null) {
        done(tooManyConnections[refusal]);
        return;
      }
      own.silence = setTimeout(
        () => endSession(session, "4.4.2 No mail came in time"),
        deps.firstMailSeconds * 1000,
      );
      if (trusted) done(null);
      else void greetingDelay.beforeGreeting().then(() => done(null));
    },
    onClose(session, done) {
      limits.close(session);
      clearTimeout(transaction(session).silence ?? undefined);
      done?.();
    },
    onMailFrom(_address, session, done) {
      const own = transaction(session);
      own.addressees = [];
      clearTimeout(own.silence ?? undefined);
      if (draining) return done(new SmtpReply(421, "4.3.2 Shutting down"));
      try {
        if (!inNetworks(session.remoteAddress, deps.trustedNetworks))
          costly.check(clientNetwork(session.remoteAddress));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    onRcptTo(address, session, done) {
      const { remoteAddress: ip } = session;
      const own = transaction(session);
      const { refusals } = own;
      acceptRecipient(deps, own, address.address)
        .catch(async (error) => {
          const count = own.refusals;
          if (count > refusals && !inNetworks(ip, deps.trustedNetworks))
            await greetingDelay.beforeRefusal(ip, count);
          throw error;
        })
        .then(
          () => done(),
          (error) => {
            const reply = replyTo(error);
            facts.recipientRefused.note(deps.log, {
              protocol: "smtp",
              connection_id: session.id,
              ip,
              from: mailFromOf(session),
              to: address.address,
              code: reply.responseCode,
              response: reply.message,
            });
            done(reply);
          },
        );
    },
    onData(stream, session, done) {
      const beganMs = performance.now();
      running++;
      const spill = deps.spills.mail.open();
      const own = transaction(session);
      const { addressees } = own;
      stream.once("end", () => {
        own.storing = true;
      });
      const client = clientOf(session, deps.trustedNetworks);
      const log = deps.log.with({ connection_id: session.id, ip: client.ip, from: client.from });
      store({ ...deps, costly, log }, stream, { client, addressees, spill, beganMs })
        .then(
          (text) => done(null, text),
          (error) => done(logged(log, error)),
        )
        .finally(() => {
          running--;
          own.storing = false;
          void spill.release();
        });
    },
  });
  deps.certificates.onChange((certificate) => server.updateSecureContext({ ...certificate }));
  watchCommands(server, logCommands(deps.log, "smtp"));
  server.on("error", (error) => deps.log.debug("an SMTP connection failed", { error: error.message }));
  return {
    server,
    get connections() {
      return limits.admitted;
    },
    stop(graceMs) {
      draining = true;
      return drain(server, () => running, graceMs);
    },
  };
}

async function drain(server: SMTPServer, running: () => number, graceMs: number): Promise<void> {
  server.server.close();
  for (let waited = 0; running() > 0 && waited < graceMs; waited += 20) await Bun.sleep(20);
  await closeServer(server);
}

/** The envelope sender; "" for the null sender. */
function mailFromOf({ envelope: { mailFrom } }: SMTPServerSession): string {
  return mailFrom ? mailFrom.address : "";
}

function clientOf(session: SMTPServerSession, trustedNetworks: readonly Network[]): SmtpClient {
  return {
    ip: session.remoteAddress,
    helo: session.hostNameAppearsAs || "",
    from: mailFromOf(session),
    trusted: inNetworks(session.remoteAddress, trustedNetworks),
  };
}

type StoringDeps = InboundDeps & { costly: CostlyMails };

interface MailArriving {
  client: SmtpClient;
  addressees: readonly AcceptingRecipient[];
  spill: Spill;
  /** When DATA began. */
  beganMs: number;
}

/** Reads and prepares a whole mail. Its raw bytes are freed when this returns, before the prepared mail is stored. */
async function readArrived(
  deps: StoringDeps,
  stream: Parameters<typeof readBody>[0],
  { client, addressees, spill, beganMs }: MailArriving,
) {
  const raw = await readBody(stream, maxBytes, spill);
  const startMs = performance.now();
  const steps: TimedStep[] = [{ name: "smtp data", startMs: beganMs, endMs: startMs }];
  const bytes = raw.length;
  counts.receivedBytes.add(["smtp"], bytes);
  const recipients = addressees.map(({ recipient }) => recipient);
  const screen: Screen = (arrived) => screenMail(deps.screening, arrived, { client, recipients });
  const source = clientNetwork(client.ip);
  const onSpent = () => {
    facts.mailCostly.note(deps.log, { bytes });
    void deps.costly.note(source);
  };
  const onStep = isTracing() ? (step: TimedStep) => steps.push(step) : undefined;
  const options = { source, timeouts: serverTimeouts, onSpent, onStep };
  const deliveredTo = recipients.length === 1 ? recipients[0] : undefined;
  const mail = await prepareMail(
    deps,
    raw,
    { from: client.from, isSpam: false, screen, deliveredTo },
    options,
  );
  const returned = addressees.some(({ kind }) => kind === "bounce");
  const report = await readReport({ raw, mail, always: returned }, options);
  collectAfter(bytes);
  return { input: { mail, report }, bytes, startMs, steps };
}

async function store(
  deps: StoringDeps,
  stream: Parameters<typeof readBody>[0],
  envelope: MailArriving,
): Promise<string> {
  const { input, bytes, startMs, steps } = await readArrived(deps, stream, envelope);
  // A recipient that was named twice in the transaction gets one copy.
  const unique = [...new Map(envelope.addressees.toReversed().map((to) => [recipientKey(to), to])).values()];
  const storeMs = performance.now();
  const results = await Promise.allSettled(unique.map((to) => acceptMail(deps, input, to)));
  times.store.observe(secondsSince(startMs));
  for (const [n, result] of results.entries()) {
    if (result.status !== "fulfilled") continue;
    const to = unique[n]!;
    facts.mailReceived.note(deps.log, {
      source: "smtp",
      ...receivedFields(result.value, { destination: to, recipient: to.recipient }),
      spam: input.mail.isSpam || undefined,
      bytes,
      ms: msSince(startMs),
    });
    noteReceived(result.value, {
      source: "smtp",
      steps: [...steps, { name: "store", startMs: storeMs, endMs: performance.now() }],
      attributes: { "messaging.message.body.size": bytes, "postroom.spam": input.mail.isSpam },
    });
  }
  const refused = results
    .filter((result) => result.status === "rejected")
    .map((result) => result.reason as unknown);
  // Recipients that have stored the mail keep it: they recognise it when the sender repeats it for the others.
  const other = refused.find((reason) => !hasCode(reason, "identity_suspended", "not_found"));
  if (other !== undefined) throw other;
  if (refused.length === results.length && refused.every((reason) => hasCode(reason, "identity_suspended")))
    throw refused[0];
  // DATA has one reply for all recipients. When the sender repeats the mail, RCPT says who takes the mail of an address that is
  // gone: nobody, a rule, or its new owner.
  if (refused.length > 0) throw new SmtpReply(451, "4.3.0 An address has just been closed, try again");
  const stored = results.find((result) => result.status === "fulfilled");
  return `2.6.0 Stored as ${stored?.status === "fulfilled" ? stored.value.messageId : "before"}`;
}

function hasCode(reason: unknown, ...codes: FailureCode[]): boolean {
  return reason instanceof Failure && codes.includes(reason.code);
}

function logged(log: Log, error: unknown): SmtpReply {
  // The client has closed the connection.
  if ((error as { code?: string }).code === "ECONNECTION") return replyTo(error);
  if (!(error instanceof SmtpReply) && !(error instanceof Failure)) {
    log.error("a mail could not be stored", {
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
  const reply = replyTo(error);
  facts.mailRefused.note(log, { protocol: "smtp", code: reply.responseCode, response: reply.message });
  return reply;
}
