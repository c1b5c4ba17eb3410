// The ports that listeners take. Part of the composition root.
import { renameSync, writeFileSync } from "node:fs";
import type { Server } from "node:net";
import { type Config, dataPath } from "../config/config.ts";

/** Ports that were taken; null: off. DECISIONS Settings and command line: ports.json */
export interface Ports {
  http: number;
  https: number | null;
  smtp: number | null;
  submission: number | null;
  submissions: number | null;
  imap: number | null;
  imaps: number | null;
}

/** With free ports asked for, says in DATA_DIR which ones were taken: the sign that everything is ready. */
export function announcePorts(config: Config, ports: Ports): void {
  if (!Object.values(portSettings(config)).includes(0)) return;
  const file = dataPath(config, "ports.json");
  // Whole or not at all: whoever waits for the file reads it at once.
  writeFileSync(`${file}.new`, `${JSON.stringify(ports)}\n`);
  renameSync(`${file}.new`, file);
}

function portSettings({
  port,
  httpsPort,
  smtpPort,
  submissionPort,
  submissionsPort,
  imapPort,
  imapsPort,
}: Config) {
  return { port, httpsPort, smtpPort, submissionPort, submissionsPort, imapPort, imapsPort };
}

/** Takes a port; what goes wrong names the setting. @param hint what may help where it is taken */
export async function takePort(
  setting: string,
  port: number,
  take: () => Promise<void> | void,
  hint = "",
): Promise<void> {
  try {
    await take();
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "EADDRNOTAVAIL") {
      throw new Error(
        "HOST is no address of this machine. Name one of its own, such as HOST=127.0.0.1, or HOST=0.0.0.0 for all.",
      );
    }
    const reason =
      code === "EADDRINUSE"
        ? "is taken by another program"
        : code === "EACCES"
          ? "needs more rights"
          : String(error);
    throw new Error(
      `${setting}=${port} ${reason}. Choose another one, such as ${setting}=${port + 10000 < 65536 ? port + 10000 : 0}.${code === "EADDRINUSE" ? hint : ""}`,
    );
  }
}

/** Where this machine reaches what listens at `host`: what listens on every address is reached on its own. */
export function nearHost(host: string): string {
  return host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
}

/** Resolves when the server listens. */
export function listening(server: Server, port: number, host: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, host, resolve);
  return promise;
}
