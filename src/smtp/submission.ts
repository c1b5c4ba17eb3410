// Submission (ports 587 and 465): mail programs log in with an app password and send as their address. RFC 6409, RFC 4954,
// RFC 8314. Passwords are accepted under TLS only, or from this machine where ALLOW_PLAINTEXT_AUTH permits it.

import { createServer, type Server } from "node:net";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import type { AppLogin, AppLogins } from "../../actors/account/access/app-logins.ts";
import { isWithin, sendsAs } from "../../actors/identity/gate/authors.ts";
import { maxSubmittedBytes, type SubmitDeps, submit } from "../../actors/identity/sending/submitting.ts";
import type { Actors } from "../../actors/runtime/registry.ts";
import { ConnectionLimits } from "../lib/connection-limits.ts";
import { counts, facts, msSince } from "../lib/facts.ts";
import { Failure, messageOf } from "../lib/failure.ts";
import type { Log } from "../lib/log.ts";
import { inNetworks, isLoopback, type Network } from "../lib/networks.ts";
import type { SpillSet } from "../lib/spill.ts";
import { parseAddress } from "../mail/address.ts";
import type { Certificates } from "../tls/certificates.ts";
import { readBody } from "./body.ts";
import { logCommands } from "./command-log.ts";
import { boundHandshakes } from "./handshakes.ts";
import { replyTo, SmtpReply, tooManyConnections } from "./replies.ts";
import {
  closeServer,
  endSession,
  isHandshaking,
  lastHeard,
  patchSmtpServer,
  watchCommands,
} from "./smtp-server-patches.ts";
import { dsnOf } from "./submission-dsn.ts";

export interface SubmissionDeps extends SubmitDeps {
  actors: Actors;
  log: Log;
  logins: AppLogins;
  spills: SpillSet;
  certificates: Certificates;
  trustedNetworks: readonly Network[];
  allowPlaintextAuth: "never" | "loopback";
  /** Seconds within which a client must log in. */
  firstMailSeconds: number;
}

const maxRecipients = 100;
const maxRefusals = 20;
const connectionLimits = { inAll: 1000, perNetwork: 50, perSecond: 10 };
const idleMs = 5 * 60_000;
/** Wrong passwords in one connection. */
const maxFailures = 3;

export interface SubmissionServer {
  /** STARTTLS. */
  plain: Server;
  /** TLS from the first octet. RFC 8314 3.3 */
  secure: Server;
  /** Open ones, without those that were refused and those in a TLS handshake. */
  readonly connections: number;
  /** Accepts no new connection; mails that are being received finish within `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

export function createSubmission(deps: SubmissionDeps): SubmissionServer {
  patchSmtpServer();
  const state = new Transactions(deps);
  const make = (options: SMTPServerOptions) => {
    const server = new SMTPServer({ ...state.options(), ...options });
    deps.certificates.onChange((certificate) => server.updateSecureContext({ ...certificate }));
    watchCommands(server, logCommands(deps.log, "submission"));
    server.on("error", (error) => deps.log.debug("a submission connection failed", { error: error.message }));
    return server;
  };
  const tlsOnly = make({});
  const plainAuth = make({ allowInsecureAuth: true });
  const secure = make({ secure: true });
  const plain = createServer((socket) => {
    const isLocal = deps.allowPlaintextAuth === "loopback" && isLoopback(socket.remoteAddress ?? "");
    (isLocal ? plainAuth : tlsOnly).server.emit("connection", socket);
  });
  const secureFront = boundHandshakes(
    {
      limits: connectionLimits,
      clock: deps.clock,
      isTrusted: (ip) => inNetworks(ip, deps.trustedNetworks),
      isPending: (socket) => isHandshaking(secure, socket),
    },
    (socket) => void secure.server.emit("connection", socket),
  );
  return {
    plain,
    secure: secureFront,
    get connections() {
      return state.connections;
    },
    async stop(graceMs) {
      plain.close();
      secureFront.close();
      await state.drain(graceMs);
      await Promise.all([tlsOnly, plainAuth, secure].map(closeServer));
    },
  };
}

interface SubmissionTransaction {
  login: AppLogin | null;
  refusals: number;
  /** Ends a session that does not log in in time. */
  silence: Timer | null;
}

/** The sessions of all submission listeners, and the limits that they share. */
class Transactions {
  readonly #deps: SubmissionDeps;
  readonly #sessions = new WeakMap<SMTPServerSession, SubmissionTransaction>();
  readonly #limits: ConnectionLimits;
  #running = 0;
  #draining = false;

  constructor(deps: SubmissionDeps) {
    this.#deps = deps;
    this.#limits = new ConnectionLimits(connectionLimits, deps.clock);
  }

  get connections(): number {
    return this.#limits.admitted;
  }

  async drain(graceMs: number): Promise<void> {
    this.#draining = true;
    for (let waited = 0; this.#running > 0 && waited < graceMs; waited += 20) await Bun.sleep(20);
  }

  #of(session: SMTPServerSession): SubmissionTransaction {
    const known = this.#sessions.get(session) ?? { login: null, refusals: 0, silence: null };
    this.#sessions.set(session, known);
    return known;
  }

  options(): SMTPServerOptions {
    const { mailHostname, certificates, trustedNetworks } = this.#deps;
    return {
      name: mailHostname,
      banner: "Postroom",
      ...certificates.options,
      size: maxSubmittedBytes,
      authMethods: ["PLAIN", "LOGIN"],
      disabledCommands: ["WIZ", "SHELL", "KILL", "VRFY"],
      hideENHANCEDSTATUSCODES: false,
      hideDSN: false,
      disableReverseLookup: true,
      socketTimeout: idleMs,
      closeTimeout: 30_000,
      logger: false,
      onConnect: (session, done) => {
        const trusted = inNetworks(session.remoteAddress, trustedNetworks);
        const own = this.#of(session);
        const refusal = this.#limits.open(
          session,
          { ip: session.remoteAddress, trusted },
          {
            // A session that has logged in is never ended for another.
            idleSince: () => (own.login ? null : lastHeard(session)),
            end: () => endSession(session, "4.7.0 Others are waiting, try again later"),
          },
        );
        own.silence = setTimeout(
          () => endSession(session, "4.4.2 You did not log in in time"),
          this.#deps.firstMailSeconds * 1000,
        );
        counts.smtpConnections.add(["submission", refusal ?? "accepted"]);
        this.#deps.log.debug("a submission connection", {
          connection_id: session.id,
          ip: session.remoteAddress,
          refused: refusal ?? undefined,
        });
        done(refusal && tooManyConnections[refusal]);
      },
      onClose: (session, done) => {
        this.#limits.close(session);
        clearTimeout(this.#of(session).silence ?? undefined);
        done?.();
      },
      onAuth: (auth, session, done) => {
        this.#logIn(session, auth).then(
          (login) => done(null, { user: login.email }),
          (error) => done(replyTo(error)),
        );
      },
      onMailFrom: (address, session, done) => {
        this.#begin(session, address.address).then(
          () => done(),
          (error) => done(this.#logged(session, error)),
        );
      },
      onRcptTo: (address, session, done) => {
        this.#accept(session, address.address).then(
          () => done(),
          (error) => {
            const reply = this.#logged(session, error);
            facts.recipientRefused.note(this.#deps.log, {
              protocol: "submission",
              connection_id: session.id,
              to: address.address,
              code: reply.responseCode,
              response: reply.message,
            });
            done(reply);
          },
        );
      },
      onData: (stream, session, done) => {
        this.#running++;
        this.#store(stream, session)
          .then(
            (text) => done(null, text),
            (error) => {
              const reply = this.#logged(session, error);
              facts.mailRefused.note(this.#deps.log, {
                protocol: "submission",
                connection_id: session.id,
                code: reply.responseCode,
                response: reply.message,
              });
              done(reply);
            },
          )
          .finally(() => this.#running--);
      },
    };
  }

  async #logIn(
    session: SMTPServerSession,
    given: { username?: string | null; password?: string | null },
  ): Promise<AppLogin> {
    const { remoteAddress } = session;
    const trusted = inNetworks(remoteAddress, this.#deps.trustedNetworks);
    const login = await this.#deps.logins.logIn({
      username: given.username ?? "",
      password: given.password ?? "",
      remoteAddress,
      protocol: "smtp",
      trusted,
      connectionId: session.id,
    });
    if (login === null || login === "blocked") {
      if (++this.#of(session).refusals >= maxFailures)
        throw new SmtpReply(421, "4.7.0 Too many wrong passwords, try again later");
      // RFC 4954 6: temporary, so the client keeps its password.
      if (login)
        throw new SmtpReply(454, "4.7.0 Too many wrong passwords came before this one, try again later");
      throw new SmtpReply(535, "5.7.8 The address or the app password is wrong");
    }
    const own = this.#of(session);
    own.login = login;
    clearTimeout(own.silence ?? undefined);
    return login;
  }

  #loginOf(session: SMTPServerSession): AppLogin {
    const { login } = this.#of(session);
    if (!login) throw new SmtpReply(530, "5.7.0 Log in first");
    return login;
  }

  async #begin(session: SMTPServerSession, from: string): Promise<void> {
    if (this.#draining) throw new SmtpReply(421, "4.3.2 Shutting down");
    const login = this.#loginOf(session);
    if (from !== "" && !(await this.#isOwn(login, from.toLowerCase())))
      throw new SmtpReply(550, `5.7.1 The sender has to be ${login.email}`);
    if (!(await this.#deps.logins.isValid(login))) throw new SmtpReply(421, "4.7.0 The password was revoked");
  }

  async #isOwn({ accountId, identityId: id, email: own }: AppLogin, email: string): Promise<boolean> {
    const { database, clock } = this.#deps;
    return isWithin(email, own) || sendsAs(database, { accountId, id }, { email, atMs: clock.now() });
  }

  async #accept(session: SMTPServerSession, recipient: string): Promise<void> {
    const transaction = this.#of(session);
    if (session.envelope.rcptTo.length >= maxRecipients)
      throw new SmtpReply(
        452,
        `4.5.3 At most ${maxRecipients} recipients a message; send the rest in another`,
      );
    if (transaction.refusals >= maxRefusals) throw new SmtpReply(421, "4.7.0 Too many refused recipients");
    const refusal = await this.#refusal(recipient);
    if (!refusal) return;
    transaction.refusals++;
    throw refusal;
  }

  async #refusal(recipient: string): Promise<SmtpReply | null> {
    if (!parseAddress(recipient)) return new SmtpReply(553, "5.1.3 That is not an address");
    const { kind } = await this.#deps.routing.resolve(recipient);
    if (kind === "unknown") return new SmtpReply(550, "5.1.1 No such address here");
    return kind === "suspended" ? new SmtpReply(550, "5.2.1 This address does not accept mail now") : null;
  }

  async #store(stream: Parameters<typeof readBody>[0], session: SMTPServerSession): Promise<string> {
    const spill = this.#deps.spills.clients.open();
    try {
      const raw = await readBody(stream, maxSubmittedBytes, spill);
      const startMs = performance.now();
      counts.receivedBytes.add(["submission"], raw.length);
      const recipients = [
        ...new Map(session.envelope.rcptTo.map(({ address }) => [address.toLowerCase(), address])).values(),
      ];
      const { mailFrom } = session.envelope;
      const nullSender = !mailFrom || mailFrom.address === "";
      const given = {
        recipients,
        nullSender,
        dsn: dsnOf(session),
        connectionId: session.id,
        ip: session.remoteAddress,
      };
      const login = this.#loginOf(session);
      const sent = await submit(this.#deps, { ...login, ...given, raw });
      facts.mailSubmitted.note(this.#deps.log, {
        connection_id: session.id,
        account_id: login.accountId,
        identity_id: login.identityId,
        message_id: sent.id,
        bytes: raw.length,
        ms: msSince(startMs),
      });
      return sent.status === "pending_review"
        ? `2.0.0 Waiting for review as ${sent.id}`
        : `2.0.0 Queued as ${sent.id}`;
    } finally {
      await spill.release();
    }
  }

  #logged(session: SMTPServerSession, error: unknown): SmtpReply {
    const isOurs = !(error instanceof SmtpReply) && !(error instanceof Failure);
    if (isOurs && (error as { code?: string }).code !== "ECONNECTION")
      this.#deps.log.error("a mail could not be submitted", {
        connection_id: session.id,
        error: error instanceof Error ? (error.stack ?? error.message) : messageOf(error),
      });
    return replyTo(error);
  }
}
