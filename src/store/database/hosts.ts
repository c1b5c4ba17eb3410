// A DATABASE_URL as what the driver needs for each of its hosts. Several hosts stand in one URL, as libpq writes it:
// postgres://user@a.example.com:5432,b.example.com/postroom. PostgreSQL 34.1.1.2
import { readFileSync } from "node:fs";
import type { Reach } from "./connection.ts";
import { forSession, forTransaction, statementMs } from "./session-settings.ts";

export interface HostOptions {
  /** Sessions are given out by the transaction: what a session is set to is set in each transaction. */
  isPooled?: boolean;
  /** Whether the pooler keeps prepared statements. */
  prepares?: boolean;
}

/** With several hosts the next one is tried sooner. */
const connectSeconds = 10;
const connectSecondsOfSeveral = 3;

/** How to reach each host of a URL, in their order. @throws TypeError for what is no URL */
export function hostsOf(text: string, options: HostOptions = {}): Reach[] {
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
  const late = Bun.sleep(connectSecondsOfSeveral * 1000).then(() => null);
  const socket = await Promise.race([opened.catch(() => null), late]);
  socket?.end();
  if (!socket) void opened.then((tardy) => tardy.end()).catch(() => {});
  return socket !== null;
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
): Reach {
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
    isReachable: host === null ? () => answersAt(url) : null,
  };
}
