// Faults of settings, disk, database, queues and blobs.
// Long: a table.
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { messageOf } from "../../src/lib/failure.ts";
import { newId } from "../../src/lib/ids.ts";
import { silentLog } from "../../src/lib/log.ts";
import { parseNetworks } from "../../src/lib/networks.ts";
import { openSession } from "../../src/outbound/connection.ts";
import { defaultTimeouts } from "../../src/outbound/target.ts";
import { type BlobStore, manifestEnding } from "../../src/store/blobs/blobs.ts";
import type { OwnedBlobs } from "../../src/store/blobs/owned.ts";
import type { Database } from "../../src/store/database/database.ts";
import { runOnStore } from "../support/app/commands.ts";
import { freePort } from "../support/app/ports.ts";
import type { Fault } from "./faults-dns.ts";
import { backupPlace, type Machine, withVitals } from "./machine.ts";

const isRoot = process.getuid?.() === 0;

/** A disk of its own in memory. @param options of mount(8) */
function disk(options: string, then?: (folder: string) => void): Pick<Fault, "make" | "missing"> {
  return {
    missing: () =>
      isRoot && Bun.spawnSync(["unshare", "-m", "true"]).exitCode === 0 ? null : "only root mounts a disk",
    make() {
      const folder = mkdtempSync(join(tmpdir(), "disk-"));
      const mounted = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder]);
      if (mounted.exitCode !== 0) throw new Error(mounted.stderr.toString());
      then?.(folder);
      return { config: { dataDir: folder }, undo: () => Bun.spawnSync(["umount", folder]) };
    },
  };
}

/** The answers about the database itself have these values; what is asked of the embedded one is its own. */
function vitals(change: Record<string, unknown>): Fault["make"] {
  return ({ t }) => ({
    core: { database: { ...withVitals(t.app.core.database, change), kind: "postgres" } },
  });
}

/** Statements wait this long. */
function slow({ t }: Machine, ms: (text: string) => number): Database {
  const { database } = t.app.core;
  return {
    ...database,
    load: database.load,
    async values(text, params) {
      await Bun.sleep(ms(text));
      return database.values(text, params);
    },
  };
}

function blobs({ t }: Machine, change: Partial<BlobStore>): { core: { blobs: OwnedBlobs } } {
  return { core: { blobs: { ...t.app.core.blobs, ...change } } };
}

/** Rows that stand there while a check asks, and are gone afterwards. */
function meanwhile({ t }: Machine, script: string): Database {
  const { database } = t.app.core;
  class Undone extends Error {
    constructor(readonly found: object[]) {
      super();
    }
  }
  return {
    ...database,
    load: database.load,
    async rows<T extends object>(text: string, params?: Parameters<Database["rows"]>[1]) {
      try {
        return await database.transaction(async (tx) => {
          for (const statement of script.split(";")) await tx.values(statement);
          throw new Undone(await tx.rows(text, params));
        });
      } catch (error) {
        if (error instanceof Undone) return error.found as T[];
        throw error;
      }
    },
  };
}

/** Runs in a directory with this .env. */
function directory(text: string, mode = 0o600): Fault["make"] {
  return () => {
    const before = process.cwd();
    const folder = mkdtempSync(join(tmpdir(), "env-"));
    writeFileSync(join(folder, ".env"), text, { mode });
    chmodSync(join(folder, ".env"), mode);
    process.chdir(folder);
    return { undo: () => process.chdir(before) };
  };
}

/** How an attempt ends at a port that refuses. */
async function refusedConnection(): Promise<string> {
  const target = {
    name: "mx",
    address: "127.0.0.1",
    port: await freePort(),
    tls: "none",
    auth: null,
  } as const;
  const options = { hostname: "x", timeouts: defaultTimeouts, id: newId(), log: silentLog };
  return openSession(target, options).then(() => "connected", messageOf);
}

const due = "update outbound set next_attempt_at = now() - interval '5 hours', status = 'deferred'";

/** The answer to the last order of a certificate. */
function ordered(answer: string, remedy: RegExp): Fault {
  return {
    code: "renewal.failing",
    remedy,
    make: (m) => ({
      config: {
        acme: { email: "a@b.example", directoryUrl: "https://ca.example/", caFile: null },
        tls: null,
      },
      core: {
        database: meanwhile(
          m,
          `insert into certificates (host, due_at, failures, last_error) values ('mx.agents.example', now(), 3, '${answer}')`,
        ),
      },
    }),
  };
}

const acmeError = "urn:ietf:params:acme:error:";

export const machineFaults: readonly Fault[] = [
  ordered(`Timeout during connect (${acmeError}connection)`, /port 443 or 80 of mx\.agents\.example/),
  ordered(`This account may not order (${acmeError}unauthorized)`, /lets this account order/),
  ordered(`too many certificates (${acmeError}rateLimited)`, /gives more in some hours/),
  ordered(`CAA record forbids it (${acmeError}caa)`, /CAA record of mx\.agents\.example/),
  ordered("DNS does not know the name (getaddrinfo ENOTFOUND ca.example)", /ACME_DIRECTORY_URL/),
  {
    code: "settings.hostname_missing",
    remedy: /PTR/,
    record: /^MAIL_HOSTNAME=/,
    make: () => ({ config: { hasMailHostname: false } }),
  },
  {
    code: "settings.hostname_private",
    remedy: /public name/,
    record: /^MAIL_HOSTNAME=/,
    make: () => ({ config: { mailHostname: "mail.internal" } }),
  },
  {
    code: "settings.host_loopback",
    remedy: /0\.0\.0\.0/,
    record: /^HOST=0\.0\.0\.0$/,
    make: () => ({ config: { host: "127.0.0.1" } }),
  },
  {
    code: "settings.base_url",
    remedy: /HTTPS/,
    record: /^BASE_URL=https:/,
    make: () => ({ config: { baseUrl: null } }),
  },
  {
    code: "settings.trusts_everybody",
    remedy: /your own networks/,
    make: () => ({ config: { trustedNetworks: parseNetworks("10.0.0.0/8,::/0") } }),
  },
  {
    code: "settings.trusts_everybody",
    remedy: /your own networks/,
    make: () => ({
      config: { trustedProxies: parseNetworks("10.0.0.0/8,0.0.0.0/4,16.0.0.0/4,32.0.0.0/3,1.0.0.0/8") },
    }),
  },
  {
    code: "settings.trusts_everybody",
    remedy: /your own networks/,
    make: () => ({ config: { trustedNetworks: parseNetworks("2000::/3") } }),
  },
  { code: "settings.misspelt", remedy: /sets nothing/, make: directory("MAIL_HOSTNAM=mail.example.com\n") },
  { code: "settings.misspelt", remedy: /sets nothing/, make: directory("Settings of the mail\n") },
  {
    code: "settings.misspelt",
    remedy: /sets nothing/,
    make() {
      process.env.TRUSTED_PROXYS = "10.0.0.1";
      return { undo: () => delete process.env.TRUSTED_PROXYS };
    },
  },
  { code: "settings.env_readable", remedy: /chmod 600/, make: directory("HOST=0.0.0.0\n", 0o644) },
  {
    code: "settings.data_dir_writable",
    remedy: /chmod 700/,
    make() {
      const folder = mkdtempSync(join(tmpdir(), "open-"));
      chmodSync(folder, 0o777);
      return { config: { dataDir: folder } };
    },
  },
  {
    code: "settings.key_readable",
    remedy: /chmod o=/,
    make({ t }) {
      const { keyFile } = t.app.core.config.tls!;
      // the key may be read by all; only its folder is closed
      const folder = dirname(keyFile);
      chmodSync(folder, 0o711);
      return { undo: () => chmodSync(folder, 0o700) };
    },
  },
  // A folder that is gone, and one that is an empty mount point.
  ...["unmounted", ""].map((place) => ({
    code: "backup.place_gone",
    remedy: /Mount it/,
    make() {
      const folder = mkdtempSync(join(tmpdir(), "backed-"));
      const note = { takenAt: "2020-01-01T00:00:00.000Z", place: join(folder, place) };
      writeFileSync(join(folder, "last-backup.json"), JSON.stringify(note));
      return { config: { dataDir: folder } };
    },
  })),
  {
    code: "backup.none_yet",
    remedy: /a backup failed/,
    make() {
      const folder = mkdtempSync(join(tmpdir(), "backed-"));
      return { config: { dataDir: folder, backupTo: join(folder, "place") } };
    },
  },
  {
    code: "backup.late",
    remedy: /a backup failed/,
    make() {
      const folder = mkdtempSync(join(tmpdir(), "backed-"));
      const takenAt = new Date(Date.now() - 4 * 3_600_000).toISOString();
      writeFileSync(join(folder, "last-backup.json"), JSON.stringify({ takenAt, place: backupPlace() }));
      return { config: { dataDir: folder, backupTo: folder, backupEverySeconds: 3600 } };
    },
  },
  {
    code: "backup.inside",
    remedy: /another machine/,
    make() {
      const folder = mkdtempSync(join(tmpdir(), "backed-"));
      const place = join(folder, "kept");
      mkdirSync(join(place, "backups"), { recursive: true });
      writeFileSync(join(place, "backups", `x${manifestEnding}`), "");
      const takenAt = new Date().toISOString();
      writeFileSync(join(folder, "last-backup.json"), JSON.stringify({ takenAt, place }));
      return { config: { dataDir: folder } };
    },
  },
  {
    code: "backup.old",
    remedy: /each day/,
    make() {
      const folder = mkdtempSync(join(tmpdir(), "backed-"));
      const note = { takenAt: "2020-01-01T00:00:00.000Z", place: backupPlace() };
      writeFileSync(join(folder, "last-backup.json"), JSON.stringify(note));
      return { config: { dataDir: folder } };
    },
  },
  {
    code: "reports.no_sender",
    remedy: /identities create reports@nowhere\.example/,
    make: () => ({ config: { dmarcReports: "reports@nowhere.example" } }),
  },
  {
    code: "reports.no_sender",
    remedy: /TLS_REPORTS=off/,
    make: () => ({ config: { tlsReports: "reports@nowhere.example" } }),
  },
  {
    code: "mta_sts.other",
    remedy: /MAIL_HOSTNAME has changed/,
    make: () => ({ config: { mailHostname: "mx.elsewhere.example" } }),
  },
  {
    code: "mta_sts.unreachable",
    remedy: /certificate for that name/,
    make: () => ({ options: { ca: null } }),
  },
  { code: "disk.low", remedy: /Make room/, ...disk("size=64m") },
  {
    code: "disk.inodes",
    remedy: /inodes/,
    ...disk("size=2g,nr_inodes=100", (folder) => {
      for (let n = 0; n < 97; n++) mkdirSync(join(folder, String(n)));
    }),
  },
  { code: "disk.unwritable", remedy: /mount/, ...disk("size=2g,ro") },
  {
    code: "disk.missing",
    remedy: /Start the server/,
    make: () => ({ config: { dataDir: "/nowhere/data" } }),
  },
  {
    code: "database.version",
    remedy: /pg_upgrade/,
    make: vitals({ versionNumber: 130_004, version: "13.4" }),
  },
  {
    code: "database.encoding",
    remedy: /UTF8/,
    record: /create database/,
    make: vitals({ encoding: "SQL_ASCII" }),
  },
  { code: "database.read_only", remedy: /primary/, make: vitals({ isReadOnly: true }) },
  { code: "database.fsync_off", remedy: /on/, record: /set fsync = on/, make: vitals({ fsync: "off" }) },
  {
    code: "database.synchronous_commit_off",
    remedy: /on/,
    record: /synchronous_commit = on/,
    make: vitals({ synchronousCommit: "off" }),
  },
  {
    code: "database.full_page_writes_off",
    remedy: /on/,
    record: /full_page_writes = on/,
    make: vitals({ fullPageWrites: "off" }),
  },
  {
    code: "database.connections",
    remedy: /max_connections/,
    record: /max_connections = 40/,
    make: vitals({ freeConnections: 2, maxConnections: 20 }),
  },
  {
    code: "database.connections",
    remedy: /its limit/,
    record: /alter role "mail-role" connection limit 20/,
    make: vitals({ freeConnections: 1, maxConnections: 7, connectionLimit: 'role "mail-role"' }),
  },
  {
    code: "database.standby_foreign",
    remedy: /follows it by streaming/,
    make: ({ t }) => {
      // The first of several hosts is silent.
      let silentTimes = 3;
      const standby = async () => {
        if (silentTimes-- > 0) throw new Error("it has answered no connection for 1 s");
        return "foreign" as const;
      };
      return {
        core: { database: { ...t.app.core.database, load: t.app.core.database.load, standby } },
      };
    },
  },
  {
    code: "database.standby_away",
    remedy: /Start PostgreSQL there/,
    make: ({ t }) => ({
      core: {
        database: {
          ...t.app.core.database,
          load: t.app.core.database.load,
          standby: () => Promise.reject(new Error("nothing listens there")),
        },
      },
    }),
  },
  {
    code: "database.long_transaction",
    remedy: /end it/,
    record: /pg_stat_activity/,
    make: vitals({ longestTransaction: 4000 }),
  },
  {
    code: "database.index_missing",
    remedy: /postroom repair/,
    record: /^create (unique )?index (concurrently )?messages_with_files on /m,
    async make({ t }) {
      const { database } = t.app.core;
      await database.values(`drop index messages_with_files`);
      return { undo: async () => void (await runOnStore(t.app.core, ["repair"])) };
    },
  },
  {
    code: "database.node_down",
    remedy: /cluster status/,
    make({ t }) {
      const { database } = t.app.core;
      const rows = async <R>() => [{ host: "w1.internal", port: 5432 }] as R[];
      const alone: Database["alone"] = (work) => work({ rows, values: database.values });
      return { core: { database: { ...database, load: database.load, parts: [], alone } } };
    },
  },
  { code: "database.ids_low", remedy: /vacuum/, record: /vacuum/, make: vitals({ idsLeft: 5_000_000 }) },
  { code: "database_clock.off", remedy: /NTP/, make: vitals({ nowMs: 1_600_000_000_000 }) },
  {
    code: "database_speed.slow",
    remedy: /near this machine/,
    make: (m) => ({
      limits: { statementMs: { warn: 25, fail: 60_000 } },
      core: { database: slow(m, () => 30) },
    }),
  },
  {
    code: "database_speed.slow_commit",
    remedy: /write-ahead log/,
    make: (m) => ({
      limits: { commitMs: { warn: 50, fail: 60_000 } },
      core: { database: slow(m, (text) => (text === "select 1" ? 0 : 60)) },
    }),
  },
  {
    code: "stored_mail.broken",
    remedy: /postroom repair --from/,
    make: (m) => ({
      core: {
        database: meanwhile(
          m,
          "insert into blobs (account_id, key, refs) select account_id, 'ab/' || repeat('ab', 32), 1 from accounts limit 1",
        ),
      },
    }),
  },
  {
    code: "webhooks.failing",
    remedy: /console/,
    message: /hooks\.example\.com of account \S+: its certificate has expired/,
    make(m) {
      const id = newId();
      const at = "now() - interval '20 minutes'";
      return {
        core: {
          database: meanwhile(
            m,
            `insert into webhooks (account_id, id, url, event_types, status, secret, consecutive_failures, first_failed_at, created_at)
               select account_id, '${id}', 'https://hooks.example.com/secret', '{}', 'active', 's', 4, ${at}, ${at} from accounts limit 1;
             insert into deliveries (account_id, id, webhook_id, event_id, event_type, status, attempt_count, error, next_attempt_at, last_attempt_at, created_at)
               select account_id, '${newId()}', '${id}', '${newId()}', 'message.sent', 'retrying', 4, 'its certificate has expired (CERT_HAS_EXPIRED)', now(), ${at}, ${at} from webhooks where id = '${id}';
             insert into deliveries (account_id, id, webhook_id, event_id, event_type, status, attempt_count, response_status, last_attempt_at, delivered_at, created_at)
               select account_id, '${newId()}', '${id}', '${newId()}', 'message.sent', 'delivered', 1, 200, ${at}, ${at}, now() from webhooks where id = '${id}'`,
          ),
        },
      };
    },
  },
  {
    code: "webhooks.failing",
    remedy: /console/,
    make: (m) => ({
      core: {
        database: meanwhile(
          m,
          `insert into webhooks (account_id, id, url, event_types, status, secret, consecutive_failures, created_at)
             select account_id, '${newId()}', 'https://hooks.example.com/secret', '{}', 'failing', 's', 9, '2026-01-01' from accounts limit 1`,
        ),
      },
    }),
  },
  {
    code: "queues.queue_held",
    remedy: /postroom queue release/,
    make: (m) => ({
      core: {
        database: meanwhile(
          m,
          "update outbound set next_attempt_at = '9999-12-31', held_by = 'operator', status = 'deferred'",
        ),
      },
    }),
  },
  {
    code: "blobs.failed",
    remedy: /owner and mount/,
    make: (m) => blobs(m, { put: () => Promise.reject(new Error("ENOSPC: no space left on device")) }),
  },
  { code: "blobs.differs", remedy: /smartctl/, make: (m) => blobs(m, { get: async () => null }) },
  {
    code: "blobs.not_deleted",
    remedy: /owner and mount/,
    make: (m) =>
      blobs(m, { delete: async (key) => !(await m.t.app.core.blobs.delete(key, Number.POSITIVE_INFINITY)) }),
  },
  {
    code: "blobs.of_another",
    remedy: /S3_BUCKET/,
    make: (m) => blobs(m, { readMark: async () => `postroom ${"0".repeat(32)} ${newId()}\n` }),
  },
  {
    code: "blobs.unmarked",
    remedy: /of its own/,
    make: (m) => blobs(m, { readMark: async () => null }),
  },
  {
    code: "blobs.elsewhere",
    remedy: /same S3_BUCKET/,
    make: (m) => ({
      core: {
        database: meanwhile(
          m,
          `insert into processes (id, beats, beat_at, settings) values (gen_random_uuid(), 1, now(), '{"S3_BUCKET":"x"}')`,
        ),
      },
    }),
  },
  { code: "blobs.slow", remedy: /faster disk/, make: () => ({ limits: { blobMs: -1 } }) },
  {
    code: "queues.outbound_late",
    remedy: /postroom queue list/,
    make: (m) => ({ core: { database: meanwhile(m, due) } }),
  },
  {
    code: "queues.search_index_long",
    remedy: /log/,
    make: (m) => ({
      limits: { queueEntries: 0 },
      core: {
        database: meanwhile(
          m,
          "insert into search_queue (account_id, message_id) select account_id, id from messages limit 1",
        ),
      },
    }),
  },
  // A firewall drops what is sent there, or refuses it.
  ...[async () => "No connection within 30 seconds.", refusedConnection].map((response) => ({
    code: "way_out.port_25_closed",
    remedy: /relay/,
    record: /^SMTP_RELAY_URL=/,
    make: async (m: Machine) => ({
      config: { smtpRelayUrl: null },
      core: { database: meanwhile(m, `${due}, response = '${await response()}'`) },
    }),
  })),
  ...[null, "smtp://relay.example.com"].map((smtpRelayUrl) => ({
    code: "way_out.all_refused",
    remedy: smtpRelayUrl === null ? /blocklist/ : /relay's provider/,
    make: (m: Machine) => ({
      config: { smtpRelayUrl },
      core: {
        database: meanwhile(
          m,
          "update outbound set lane = 'x', attempts = 1, status = 'bounced', updated_at = now(), response = '550 5.7.1 Sender not allowed'",
        ),
      },
    }),
  })),
];
