// Which certificate a listener shows, on every kind of port.
import { connect, type Socket } from "node:net";
import { connect as connectTls, type PeerCertificate } from "node:tls";

export interface Shown {
  serial: string;
  /** DNS names. */
  names: string[];
  /** Signed by who was trusted, and for the name that was asked for. */
  trusted: boolean;
  protocol: string | null;
}

export interface Looking {
  port: number;
  /** What the client names; null: nothing. */
  host: string | null;
  /** Trusted root, PEM. */
  ca: string;
  /** What is said before the handshake. */
  start?: "smtp" | "imap";
}

/** Makes a handshake, and ends the connection. @throws Error when there is none */
export async function shownBy({ port, host, ca, start }: Looking): Promise<Shown> {
  const plain = connect(port, "127.0.0.1");
  try {
    if (start === "smtp") await talk(plain, ["EHLO client.example", "STARTTLS"], /^220 |\n220 /);
    if (start === "imap") await talk(plain, ["a STARTTLS"], /^a OK/m);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    plain.once("error", reject);
    plain.once("close", () => reject(new Error("the connection was closed")));
    const secure = connectTls(
      { socket: plain, ca, rejectUnauthorized: false, ...(host === null ? {} : { servername: host }) },
      resolve,
    );
    secure.once("error", reject);
    await promise;
    const certificate: PeerCertificate = secure.getPeerCertificate();
    const shown = {
      serial: certificate.serialNumber,
      names: (certificate.subjectaltname ?? "").split(", ").map((name) => name.replace("DNS:", "")),
      trusted: secure.authorized,
      protocol: secure.getProtocol(),
    };
    secure.destroy();
    return shown;
  } finally {
    plain.destroy();
  }
}

/** Reads a greeting, says each line when the one before was answered, and waits for the last answer. */
async function talk(socket: Socket, lines: readonly string[], last: RegExp): Promise<void> {
  let text = "";
  let wake = () => {};
  const hear = (chunk: Buffer) => {
    text += chunk.toString("latin1");
    wake();
  };
  let ended = false;
  const end = () => {
    ended = true;
    wake();
  };
  socket.on("data", hear);
  socket.once("close", end);
  const until = async (pattern: RegExp) => {
    while (!pattern.test(text)) {
      if (ended) throw new Error(`the connection was closed after: ${text}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    text = "";
  };
  await until(/\n$/);
  for (const line of lines) {
    socket.write(`${line}\r\n`);
    await until(line === lines.at(-1) ? last : /^\d{3} [^\n]*\n$/m);
  }
  socket.removeListener("data", hear);
  socket.removeListener("close", end);
  socket.removeAllListeners("data");
  socket.pause();
}
