// DECISIONS: Settings and command line.
import { expect } from "bun:test";
import { many, one, refused } from "../../answers.ts";
import { held, type Table } from "../rows.ts";

export const settings: Table = {
  "DECISIONS Settings and command line": {
    "With BACKUP_TO the server makes a backup every BACKUP_EVERY, in a process of its own": held(
      "e2e/backup.test.ts",
      "the server makes backups by itself",
    ),
    "and keeps what BACKUP_KEEP says: so many, or the newest of each of so many hours, days and weeks that have one":
      held("lib/keep.test.ts", "the newest of each hour, day and week that has one"),
    "repair reads all blobs again, brings back with --from PLACE what a backup has whole, and marks with --mark what stays lost":
      held(
        "store/blobs/repair.test.ts",
        "brings back what is missing or damaged from a backup, marks the rest, and finds again what returns",
      ),
    "Settings come from the environment, or .env; all are listed": held(
      "config.test.ts",
      "the list of settings is the one that they make: bun test/support/settings-list.ts writes it",
    ),
    "Defaults are those of the table": held("config.test.ts", "defaults are those of the description"),
    "Two servers do not share PORT by accident": held(
      "e2e/shared-port.test.ts",
      "is refused to another one, by name",
    ),
    "SHARE_PORT=on in both, on one DATABASE_URL: they share it": held(
      "e2e/shared-port.test.ts",
      "is shared on one database, where both ask for it",
    ),
    "A wrong setting is refused by name": held(
      "e2e/command-line.test.ts",
      "with its name, what is wrong and an example",
    ),
    "TLS_CERT_FILE and its like: halves of a pair name each other": held(
      "config.test.ts",
      "one half of a pair names the other",
    ),
    "ALLOW_PLAINTEXT_AUTH is never, or loopback": held(
      "smtp/submission.test.ts",
      "replies in the thread, and accepts a password only where the settings allow it",
    ),
    "TRUSTED_NETWORKS: from there no limits per IP address": held(
      "smtp/inbound.test.ts",
      "at most 50 connections from one untrusted address; an early disconnect is not counted twice",
    ),
    "TRUSTED_PROXIES: whose X-Forwarded-For is believed": async (f) => {
      const here = f.somewhere();
      const signUp = (from: Record<string, string>) =>
        f.open.post("/agent/signup", { username: f.next("scout") }, from);
      for (let n = 0; n < 5; n++) await one(signUp(here), 201, "AgentSignup");
      await refused(signUp(here), 429, "rate_limited");
      await one(signUp(f.somewhere()), 201, "AgentSignup");
    },
    "WEBHOOK_ALLOW_NETWORKS: private networks that webhooks may reach": held(
      "webhooks/guard.test.ts",
      "networks that the operator opened pass at save, others still do not",
    ),
    "RATE_LIMIT_PER_SECOND 0 turns the limit off": async (f) => {
      const answers = await Promise.all(Array.from({ length: 250 }, () => f.open.get("/pods")));
      expect(answers.filter(({ status }) => status === 429)).toEqual([]);
    },
    "AGENT_SIGNUP is on or off": held(
      "http/access/agent-signup.test.ts",
      "every call of it is 403 and says why",
    ),
    "The commands": held("e2e/command-line.test.ts", "names every command, and each takes --help"),
    "init makes operator, pod, domain, postmaster and one unrestricted key, once": async (f) => {
      const [postmaster] = await many(f.get(`/identities?email=postmaster@${f.t.domain}`), "Address");
      expect(postmaster!.status).toBe("active");
      expect((await many(f.get("/pods"), "Pod"))[0]!.is_default).toBe(true);
      await one(f.get(`/domains/${f.t.domainId}`), 200, "Domain");
    },
    "init --json prints account_id, domain_id, domain and api_key; again the same without api_key": held(
      "e2e/command-line.test.ts",
      "init prints its JSON again, without the key",
    ),
    "keys create --name N --json prints the key and its id": held(
      "http/access/minted.test.ts",
      "of the command line names its id, by which it is revoked",
    ),
    "Processes compare what they should share, and name what differs once": held(
      "actors/runtime/heartbeat.test.ts",
      "settings that differ are named once, on both sides, and those of an older version are not",
    ),
    "app-passwords create prints a new password; with --password-stdin it takes one of at least 16 characters":
      held("http/access/app-passwords.test.ts", "are made, listed and revoked on the command line"),
    "While a server holds the embedded database, commands go through its control socket": held(
      "e2e/command-line.test.ts",
      "commands work while the server runs",
    ),
    "One process holds a data directory, by the kernel, and a kill leaves nothing behind": held(
      "store/data-dir.test.ts",
      "kill -9 releases it, though a child of the killed process lives on",
    ),
    "healthz and readyz need no key; they say that the database is away": held(
      "e2e/trouble.test.ts",
      "while it is away: 451, 503 with the time to wait",
    ),
    "from SIGTERM on readyz is 503, and the process serves for DRAIN_SECONDS": held(
      "e2e/rolling-restart.test.ts",
      "SIGTERM says so at /readyz, and requests are answered until the listeners close",
    ),
    "doctor exits 0, 1 or 2, and deletes the mail that it sends to itself": held(
      "e2e/doctor-command.test.ts",
      "with a server it makes a mail's whole way, and exits 0",
    ),
    "doctor warns of an old backup, and of an MTA-STS policy that is not served": held(
      "doctor/doctor.test.ts",
      "names nothing on a healthy machine",
    ),
    "doctor names a newer schema and changes none": held(
      "e2e/doctor-command.test.ts",
      "a newer schema is named, and so does serve refuse it",
    ),
    "From outside only mail tells: a peer sends one": held(
      "doctor/peer.test.ts",
      "whose mail comes in proves the way",
    ),
    "At SIGHUP settings and certificates are read again, and no connection ends": held(
      "e2e/service.test.ts",
      "settings and certificates are new, and no connection ends",
    ),
    "healthcheck asks at the port of ports.json, then at PORT": held(
      "e2e/command-line.test.ts",
      "commands work while the server runs",
    ),
    "serve waits for a Postgres that is not up yet": held(
      "store/transaction.test.ts",
      "a database that comes up while a start waits is used",
    ),
    "cluster prepare runs each step once; CockroachDB and YugabyteDB end the start": held(
      "store/engines.test.ts",
      "CockroachDB is named, what it lacks, and the setting",
    ),
    "Blobs belong to one database; others do not start there, and delete nothing": held(
      "store/blobs/owner.test.ts",
      "belongs to the database that comes first, whose servers all see one place",
    ),
    "serve writes the ports it took to DATA_DIR/ports.json": held(
      "e2e/command-line.test.ts",
      "the first start prints the key and three commands that work as they stand",
    ),
  },
};
