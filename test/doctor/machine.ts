// A healthy machine: a server, its zone in DNS, a relay that brings mail back to it, a spam scanner and a clock. Tests break one
// thing at a time.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Core } from "../../src/app/core.ts";
import { announcePorts, type Ports } from "../../src/app/ports.ts";
import { backupNote, type LastBackup } from "../../src/config/backup-note.ts";
import { type Config, dataPath } from "../../src/config/config.ts";
import {
  contextOf,
  type DoctorContext,
  type DoctorLimits,
  type DoctorOptions,
} from "../../src/doctor/context.ts";
import { examine } from "../../src/doctor/examine.ts";
import type { Finding } from "../../src/doctor/finding.ts";
import { type Clock, nowInstant, systemClock } from "../../src/lib/clock.ts";
import { manifestEnding } from "../../src/store/blobs/blobs.ts";
import type { Database } from "../../src/store/database/database.ts";
import type { SuiteApp } from "../support/app/app.ts";
import { runOnStore } from "../support/app/commands.ts";
import { freePort } from "../support/app/ports.ts";
import { makeCertificate, type TestCertificate } from "../support/fakes/certificate.ts";
import { startDns, type TestDns, type ZoneEntry } from "../support/fakes/dns.ts";
import { type MxServer, smtpError, startMxServer } from "../support/fakes/mx-server.ts";
import { sendRaw } from "../support/smtp/client.ts";

export const host = "mx.agents.example";
export const domain = "agents.example";
/** In DNS alone: nothing connects to it. */
export const address = "8.8.4.4";
export const reverse = "4.4.8.8.in-addr.arpa";
export const blocklist = "bl.example";

/** A folder with a backup, as far as its name tells. */
export function backupPlace(): string {
  const place = mkdtempSync(join(tmpdir(), "place-"));
  mkdirSync(join(place, "backups"));
  writeFileSync(join(place, "backups", `now${manifestEnding}`), "");
  return place;
}

export interface Surroundings {
  dns: TestDns;
  relay: MxServer;
  /** What the relay does with a mail. */
  relayTakes: { deliver: ((raw: string, to: string[]) => Promise<void>) | null; password: string };
  /** A spam scanner, its controller and a clock. */
  web: { url: string; password: string; secondsBehind: number; status: number };
  certificate: TestCertificate;
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** What stands around the server; `env` are the settings by which it finds them. */
export async function startSurroundings(): Promise<Surroundings> {
  const dns = await startDns({});
  const relayTakes: Surroundings["relayTakes"] = { deliver: null, password: "secret" };
  const relay: MxServer = await startMxServer({
    onAuth: ({ password }, _session, done) =>
      password === relayTakes.password ? done(null, { user: "u" }) : done(smtpError(535, "no")),
    onData(_stream, _session, done) {
      done();
      const { raw, to } = relay.mails.at(-1)!;
      if (to.every((recipient) => recipient.endsWith(`@${domain}`))) void relayTakes.deliver?.(raw, to);
    },
    authOptional: false,
  });
  const { web, server } = await startWeb();
  const certificate = makeCertificate(host, "localhost", `mta-sts.${domain}`);
  const folder = mkdtempSync(join(tmpdir(), "doctor-"));
  const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  writeFileSync(certFile, certificate.cert);
  writeFileSync(keyFile, certificate.key);
  return {
    dns,
    relay,
    relayTakes,
    web,
    certificate,
    env: {
      // What is apart from the rest is in signups.test.ts.
      AGENT_SIGNUP: "off",
      DNS_SERVERS: dns.server,
      HOST: "0.0.0.0",
      BASE_URL: `https://${host}`,
      HTTPS_PORT: String(await freePort()),
      IMAPS_PORT: String(await freePort()),
      SUBMISSIONS_PORT: String(await freePort()),
      SMTP_GREETING_MS: "0",
      TLS_CERT_FILE: certFile,
      TLS_KEY_FILE: keyFile,
      SMTP_RELAY_URL: `smtp://u:secret@127.0.0.1:${relay.port}`,
      RSPAMD_URL: web.url,
      RSPAMD_CONTROLLER_URL: web.url,
      RSPAMD_PASSWORD: "spam",
      DNS_BLOCKLISTS: blocklist,
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await relay.stop();
      await dns.stop();
    },
  };
}

async function startWeb(): Promise<{ web: Surroundings["web"]; server: Server }> {
  const web = { url: "", password: "spam", secondsBehind: 0, status: 200 };
  const server = createServer((request, response) => {
    response.sendDate = false;
    response.setHeader("date", new Date(systemClock.now() - web.secondsBehind * 1000).toUTCString());
    if (request.url === "/stat" && request.headers.password !== web.password) response.statusCode = 401;
    else response.statusCode = request.url === "/checkv2" ? 500 : web.status;
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  web.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { web, server };
}

/** A busy machine is not a fault. */
const unhurried: Partial<DoctorLimits> = {
  statementMs: { warn: 60_000, fail: 120_000 },
  commitMs: { warn: 60_000, fail: 120_000 },
  blobMs: 60_000,
};

/** What a check sees otherwise than it is. */
export interface Change {
  config?: Partial<Config>;
  options?: Partial<DoctorOptions>;
  limits?: Partial<DoctorLimits>;
  ports?: Partial<Ports> | null;
  clock?: Clock;
  core?: Partial<Core>;
}

export interface Machine {
  t: SuiteApp;
  around: Surroundings;
  /** Findings of these checks, of all where none is named. */
  examine(only: readonly string[] | null, change?: Change): Promise<Finding[]>;
}

/** Publishes what the server's own zone file lists, and looks. */
export async function healthyMachine(t: SuiteApp, around: Surroundings): Promise<Machine> {
  announcePorts(t.config, t.app.ports);
  const backup: LastBackup = { takenAt: nowInstant(systemClock), place: backupPlace() };
  writeFileSync(dataPath(t.config, backupNote), JSON.stringify(backup));
  for (const name of Object.keys(around.dns.zone)) delete around.dns.zone[name];
  Object.assign(around.dns.zone, { [host]: { A: [address] }, [reverse]: { PTR: [host] } });
  const { stdout } = await runOnStore(t.app.core, ["domains", "zone", domain]);
  publishZone(around.dns, stdout);
  entry(around.dns, domain).TXT = ["v=spf1 mx include:relay.example -all"];
  entry(around.dns, "relay.example").TXT = ["v=spf1 ip4:198.51.100.0/24 -all"];
  for (const name of [domain, host]) entry(around.dns, name).dnssec = "validated";
  around.relayTakes.deliver = async (raw, to) =>
    void (await sendRaw(t.smtpPort, { from: "", to, raw: Buffer.from(raw, "latin1") }));
  return {
    t,
    around,
    async examine(only, change = {}) {
      const database = withVitals(t.app.core.database, {});
      const core = { ...t.app.core, database, ...change.core };
      const context: DoctorContext = await contextOf(core, {
        config: { ...t.config, ...change.config },
        clock: change.clock ?? t.app.core.clock,
        options: {
          ca: around.certificate.cert,
          clockUrl: around.web.url,
          relay: true,
          policyServer: { address: "127.0.0.1", port: t.app.ports.https! },
          only,
          ...change.options,
        },
        // All at once on a busy machine; what a test makes silent is asked alone.
        limits: { connectMs: only === null ? 20_000 : 3000, ...unhurried, ...change.limits },
      });
      if (change.ports !== undefined)
        context.ports = change.ports === null ? null : { ...t.app.ports, ...change.ports };
      return examine(context);
    },
  };
}

export function entry(dns: TestDns, name: string): ZoneEntry {
  const found = dns.zone[name];
  if (typeof found === "object") return found;
  const made: ZoneEntry = {};
  dns.zone[name] = made;
  return made;
}

/** Reads a zone file as `domains zone` prints it. */
export function publishZone(dns: TestDns, text: string): void {
  for (const line of text.split("\n")) {
    const [, name, type, value] = /^(\S+)\. 3600 IN (\S+) (.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    const at = entry(dns, name);
    const bare = value!.replace(/\.$/, "");
    if (type === "CNAME") at.CNAME = bare;
    else if (type === "TXT")
      at.TXT = [...(at.TXT ?? []), [...value!.matchAll(/"([^"]*)"/g)].map(([, part]) => part).join("")];
    else if (type === "MX" || type === "SRV" || type === "A" || type === "PTR")
      at[type] = [...(at[type] ?? []), bare];
  }
}

/** A server for tests may be set to lose what it has written; a healthy one is not. @param change of Vitals */
export function withVitals(database: Database, change: Record<string, unknown>): Database {
  const healthy = { fsync: "on", synchronousCommit: "on", fullPageWrites: "on", freeConnections: 50 };
  return {
    ...database,
    load: database.load,
    async rows<T extends object>(text: string, params?: Parameters<Database["rows"]>[1]) {
      const found = await database.rows<T>(text, params);
      return text.includes("synchronous_commit")
        ? found.map((row) => ({ ...row, longestTransaction: 0, ...healthy, ...change }))
        : found;
    },
  };
}
