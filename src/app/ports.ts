// Binds the ports of the listeners. With SHARE_PORT, servers on the same Postgres share the HTTP port: the kernel spreads the
// connections over them, so all of them must serve the same database. Part of the composition root.
import { randomBytes } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { type Config, dataPath } from "../config/config.ts";
import { addMs, nowInstant } from "../lib/clock.ts";
import { dropChallenge, saveChallenge } from "../store/domains/certificates.ts";
import type { Core } from "./core.ts";

/** Bound ports; null: off. DECISIONS Settings and command line: ports.json */
export interface Ports {
  http: number;
  https: number | null;
  smtp: number | null;
  submission: number | null;
  submissions: number | null;
  imap: number | null;
  imaps: number | null;
  metrics: number | null;
}

/** Before any port is bound. */
export const noPorts: Ports = {
  http: 0,
  https: null,
  smtp: null,
  submission: null,
  submissions: null,
  imap: null,
  imaps: null,
  metrics: null,
};

/** Return the base of links in mails and pages: BASE_URL, or the HTTP port on this machine. */
export function baseUrlOf({ baseUrl }: Config, { http }: Ports): string {
  return baseUrl ?? `http://localhost:${http}`;
}

/** Says in DATA_DIR which ports were taken: the sign that everything is ready, and where `healthcheck` asks. */
export function announcePorts(config: Config, ports: Ports): void {
  const file = dataPath(config, "ports.json");
  // Renamed into place: a process that waits for the file reads it at once, so it must be complete.
  writeFileSync(`${file}.new`, `${JSON.stringify(ports)}\n`);
  renameSync(`${file}.new`, file);
}

/** capabilities(7) */
const lowPorts =
  "Ports below 1024 take AmbientCapabilities=CAP_NET_BIND_SERVICE in the systemd unit (postroom service prints one), or setcap cap_net_bind_service=+ep on the program. ";

/** ss(8). Mail from other servers comes to port 25 alone, which Debian's own mail server has where it was installed. */
const findHolder = (port: number) =>
  ` Or see which one has it (ss -ltnp 'sport = :${port}') and end it${port === 25 ? ", such as systemctl disable --now exim4 (or postfix): mail from other servers comes to 25 alone" : ""}.`;

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
      `${setting}=${port} ${reason}. ${code === "EACCES" ? lowPorts : ""}Choose another one, such as ${setting}=${port + 10000 < 65536 ? port + 10000 : 0}.${code === "EADDRINUSE" ? findHolder(port) + hint : ""}`,
    );
  }
}

/** The address at which this machine reaches a listener of `host`: loopback for one that listens on all addresses. */
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

type Holder = "nobody" | "a server of this database" | "another program";

/** Tries to reach a server that is still starting. */
const tries = 30;
const pauseMs = 100;
const answerMs = 2000;

/**
 * Binds the HTTP port, shared with other servers of the same database where SHARE_PORT is on.
 * @param listen throws EADDRINUSE when the port is in use; `shared` binds with SO_REUSEPORT
 * @throws Error for the operator, naming PORT
 */
export async function takeHttpPort(core: Core, listen: (shared: boolean) => void): Promise<void> {
  const { port, sharePort, databaseUrl } = core.config;
  if (!sharePort || port === 0) {
    const hint = " Servers on one DATABASE_URL may share it, with SHARE_PORT=on in each of them.";
    await takePort("PORT", port, () => listen(false), databaseUrl === null ? "" : hint);
    return;
  }
  if ((await holderOf(core)) === "another program")
    throw new Error(
      `PORT=${port} is taken by another program, or by a server on another database: only servers on one DATABASE_URL share a port. Choose another one, such as PORT=${port + 1}.`,
    );
  await takePort(
    "PORT",
    port,
    () => listen(true),
    " If a server on the same DATABASE_URL has it, set SHARE_PORT=on there too.",
  );
}

async function holderOf(core: Core): Promise<Holder> {
  for (let n = 0; n < tries; n++) {
    if (await isFree(core)) return "nobody";
    const proves = await provesDatabase(core);
    if (proves !== null) return proves ? "a server of this database" : "another program";
    // No answer yet: the holder may still be starting.
    await Bun.sleep(pauseMs);
  }
  return "another program";
}

async function isFree({ config: { port, host } }: Core): Promise<boolean> {
  const probe = createServer();
  try {
    await listening(probe, port, host);
  } catch (error) {
    if ((error as { code?: string }).code === "EADDRINUSE") return false;
    // Binding the port reports any other error.
    return true;
  }
  await new Promise((resolve) => probe.close(resolve));
  return true;
}

/** Whether the holder of the port answers with a value that this database holds; null: it does not answer. */
async function provesDatabase({ config: { port, host }, database, clock }: Core): Promise<boolean | null> {
  const name = randomBytes(32).toString("base64url");
  const answer = randomBytes(32).toString("base64url");
  await saveChallenge(database, {
    kind: "http-01",
    name,
    answer,
    expiresAt: addMs(nowInstant(clock), 10 * answerMs),
  });
  try {
    const near = nearHost(host);
    const at = near.includes(":") ? `[${near}]` : near;
    const response = await fetch(`http://${at}:${port}/.well-known/acme-challenge/${name}`, {
      redirect: "manual",
      signal: AbortSignal.timeout(answerMs),
    });
    return (await response.text()) === answer;
  } catch {
    return null;
  } finally {
    await dropChallenge(database, { kind: "http-01", name, before: nowInstant(clock) });
  }
}
