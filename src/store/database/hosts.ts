// A DATABASE_URL as what the driver needs for each of its hosts. Several hosts stand in one URL, as libpq writes it:
// postgres://user@a.example.com:5432,b.example.com/postroom. PostgreSQL 34.1.1.2
import { readFileSync } from "node:fs";
import type { ConnectionTarget } from "./connection.ts";
import { forSession, forTransaction, statementMs } from "./session-settings.ts";

export interface HostOptions {
  /** Sessions are given out by the transaction: what a session is set to is set in each transaction. */
  isPooled?: boolean;
  /** Whether the pooler keeps prepared statements. */
  prepares?: boolean;
}

/** With several hosts the next one is tried sooner, and one that is silent is doubted sooner. */
const connectSeconds = 10;
const connectSecondsOfSeveral = 3;
const watchMs = 5_000;
const watchMsOfSeveral = 2_000;
const answerMs = 2_000;

/** How to reach each host of a URL, in their order. @throws TypeError for what is no URL */
export function hostsOf(text: string, options: HostOptions = {}): ConnectionTarget[] {
  const urls = urlsOf(text);
  return urls.map((url) => reachOf(url, { ...options, isOneOf: urls.length }));
}

/** Whether something takes connections there. A slow statement is no reason to doubt it, an unreachable machine is. */
async function answersAt(url: URL): Promise<boolean> {
  const opened = Bun.connect({
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || 5432),
    socket: { data() {} },
  });
  // In two halves: after a time in which this process stood still, what came meanwhile is heard first.
  const late = Bun.sleep(answerMs / 2).then(() => Bun.sleep(answerMs / 2).then(() => null));
  const socket = await Promise.race([opened.catch(() => null), late]);
  socket?.end();
  if (!socket) void opened.then((tardy) => tardy.end()).catch(() => {});
  return socket !== null;
}

/** All connections to a host that ask at a time share the answer. */
function sharedAnswer(url: URL): () => Promise<boolean> {
  let asked: Promise<boolean> | null = null;
  return () => {
    asked ??= answersAt(url).finally(() => {
      asked = null;
    });
    return asked;
  };
}

/** One URL a host. */
function urlsOf(text: string): URL[] {
  const [, before = "", hosts = "", after = ""] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(text) ?? [];
  if (!hosts.includes(",")) return [new URL(text)];
  return hosts.split(",").map((host) => new URL(`${before}${host}${after}`));
}

function reachOf(
  url: URL,
  { isPooled = false, prepares = false, isOneOf }: HostOptions & { isOneOf: number },
): ConnectionTarget {
  // libpq's words that the driver does not know: it would send them to the server as settings
  const host = url.searchParams.get("host");
  url.searchParams.delete("host");
  // only a host that takes writes is used, whatever it says
  url.searchParams.delete("target_session_attrs");
  const rootFile = url.searchParams.get("sslrootcert");
  const ownRoot = rootFile !== null && rootFile !== "system";
  if (ownRoot) url.searchParams.delete("sslrootcert");
  const anyName =
    url.searchParams.get("sslmode") === "verify-ca" ? { checkServerIdentity: () => undefined } : {};
  const options = {
    connect_timeout: isOneOf > 1 ? connectSecondsOfSeveral : connectSeconds,
    keep_alive: 30,
    ...(host === null ? {} : { host }),
    ...(ownRoot ? { ssl: { ca: readFileSync(rootFile), rejectUnauthorized: true, ...anyName } } : {}),
    // what every pooler lets through; the rest is set once connected
    connection: { application_name: "postroom", TimeZone: "UTC", DateStyle: "ISO" },
  };
  return {
    url: url.href,
    options,
    setup: isPooled ? "" : forSession,
    eachTransaction: isPooled ? forTransaction : "",
    prepares: !isPooled || prepares,
    silenceMs: statementMs + 15_000,
    setupMs: 2_000 * options.connect_timeout,
    isReachable: host === null ? sharedAnswer(url) : null,
    watchMs: isOneOf > 1 ? watchMsOfSeveral : watchMs,
  };
}
