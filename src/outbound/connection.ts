// Opens SMTP sessions under a TLS rule. nodemailer's SMTPConnection speaks the protocol; sockets and timeouts are our own, so
// that the chosen address is used and every step is bounded.
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { systemClock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { peerMessage } from "../lib/peer-trouble.ts";
import { type DaneMismatch, type DanePolicy, daneMismatch } from "./dane.ts";
import { onCommand, SmtpSession } from "./session.ts";
import { codeOf, responseOf, SmtpError } from "./smtp-error.ts";
import type { SmtpTarget, Timeouts } from "./target.ts";
import { traceOptions } from "./trace.ts";

export interface SessionOptions {
  /** The name in EHLO. */
  readonly hostname: string;
  readonly timeouts: Timeouts;
  /** Additional certificate authorities, PEM. */
  readonly ca?: string;
  /** The connection's id in the log. */
  readonly id: string;
  readonly log: Log;
}

/** Opens a session, including TLS and login. @throws SmtpError of stage `connect` or `auth` */
export async function openSession(target: SmtpTarget, options: SessionOptions): Promise<SmtpSession> {
  const { timeouts } = options;
  const socket = await openSocket(target, timeouts.connect);
  const implicit = target.tls.startsWith("implicit");
  const verified = target.tls.endsWith("verified");
  const connection = new SMTPConnection({
    connection: socket,
    host: target.address,
    port: target.port,
    // An address is no server name (RFC 6066 3): it is compared with the addresses in the certificate.
    ...(isIP(target.name) ? {} : { servername: target.dane?.base ?? target.name }),
    name: options.hostname,
    secure: implicit,
    ignoreTLS: target.tls === "none",
    requireTLS: target.tls === "encrypted" || target.tls === "verified",
    opportunisticTLS: target.tls === "opportunistic",
    connectionTimeout: timeouts.greeting,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.command,
    maxResponseSize: 65_536,
    ...traceOptions(options.log.with({ connection_id: options.id })),
    tls: { rejectUnauthorized: verified, ...(options.ca ? { ca: options.ca } : {}) },
  });
  let sentStartTls = false;
  onCommand(connection, (line) => {
    if (line === "STARTTLS") sentStartTls = true;
    return line;
  });
  await new Promise<void>((resolve, reject) => {
    // Never removed: an error of an idle session must not be uncaught.
    connection.on("error", (error: Error) => reject(connectError(error, connection)));
    connection.connect((error) => (error ? reject(connectError(error, connection)) : resolve()));
  });
  if (target.dane) checkDane(connection, target.dane);
  if (target.auth) await login(connection, target.auth);
  return new SmtpSession(connection, target, { timeouts, sentStartTls, id: options.id });
}

function openSocket(target: SmtpTarget, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host: target.address, port: target.port });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new SmtpError("connect", `No connection within ${timeoutMs / 1000} seconds.`, null));
    }, timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(new SmtpError("connect", peerMessage(error), null, { cause: error }));
    };
    socket.once("error", fail);
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.removeListener("error", fail);
      resolve(socket);
    });
  });
}

const noCertificate: DaneMismatch = {
  text: "the server sent no certificate",
  failure: "validation-failure",
};

/** @throws SmtpError of stage `connect` */
function checkDane(connection: SMTPConnection, policy: DanePolicy): void {
  const socket = connection._socket;
  const leaf = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  const mismatch = leaf ? daneMismatch(leaf, policy, systemClock.now()) : noCertificate;
  if (mismatch === null) return;
  connection.close();
  const details = { duringTls: true, tlsFailure: mismatch.failure };
  throw new SmtpError("connect", `DANE: ${mismatch.text}.`, null, details);
}

async function login(connection: SMTPConnection, auth: { user: string; pass: string }): Promise<void> {
  try {
    if (!connection.allowsAuth) throw new SmtpError("auth", "The relay offers no authentication here.", null);
    await new Promise<void>((resolve, reject) => {
      connection.once("error", reject);
      connection.login({ credentials: { user: auth.user, pass: auth.pass } }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  } catch (error) {
    connection.close();
    if (error instanceof SmtpError) throw error;
    throw new SmtpError("auth", String(error instanceof Error ? error.message : error), responseOf(error));
  }
}

function connectError(error: Error, connection: SMTPConnection): SmtpError {
  const duringTls = connection.upgrading === true || codeOf(error) === "ETLS";
  const response = responseOf(error);
  const message = response === null ? peerMessage(error) : error.message;
  return new SmtpError("connect", message, response, { duringTls, cause: error });
}
