// The mail servers of a world: one SMTP server on loopback, to which every domain outside leads. Who lives at an address decides
// whether a mail is taken; an address where nobody lives takes everything. RFC 5321
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { Log } from "../lib/log.ts";
import type { Refusal } from "./resident.ts";

export interface ArrivedMail {
  envelopeFrom: string;
  recipients: string[];
  raw: Buffer;
}

export interface MailServerOptions {
  refuse(mail: { recipient: string; envelopeFrom: string; size: number }, at: Refusal["at"]): Refusal | null;
  /** Called before the mail is acknowledged. */
  arrived(mail: ArrivedMail): void;
  log: Log;
}

export interface WorldMailServer {
  readonly port: number;
  stop(): Promise<void>;
}

const maxBytes = 64 * 1024 * 1024;
/** The longest real time for which a slow mail system makes its client wait. */
const maxDelayMs = 2_000;

export async function startMailServer(options: MailServerOptions): Promise<WorldMailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    size: maxBytes,
    banner: "a mail server of the world",
    logger: false,
    onRcptTo(address, session, done) {
      const size = sizeOf(session);
      const refusal = options.refuse(
        { recipient: address.address.toLowerCase(), envelopeFrom: senderOf(session), size },
        "rcpt",
      );
      late(refusal, () => done(refusal && replyOf(refusal)));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks);
        const envelopeFrom = senderOf(session);
        const recipients = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
        const [refusal = null] = recipients.flatMap(
          (recipient) => options.refuse({ recipient, envelopeFrom, size: raw.length }, "data") ?? [],
        );
        late(refusal, () => {
          if (refusal !== null) {
            done(replyOf(refusal));
            return;
          }
          options.arrived({ envelopeFrom, recipients, raw });
          done(null, "OK");
        });
      });
    },
  });
  server.on("error", (error) =>
    options.log.debug("a connection to the world failed", { error: error.message }),
  );
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function senderOf(session: SMTPServerSession): string {
  const { mailFrom } = session.envelope;
  return mailFrom === false ? "" : mailFrom.address;
}

/** The size that the client announced; 0: none. RFC 1870 */
function sizeOf({ envelope: { mailFrom } }: SMTPServerSession): number {
  const args = mailFrom === false ? null : (mailFrom.args as Record<string, string> | undefined);
  return Number(args?.SIZE ?? 0) || 0;
}

function replyOf({ code, text }: Refusal): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

function late(refusal: Refusal | null, go: () => void): void {
  const ms = Math.min(refusal?.delayMs ?? 0, maxDelayMs);
  if (ms > 0) setTimeout(go, ms);
  else go();
}
