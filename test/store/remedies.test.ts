// Faults that the store and the system refuse: each is told with what to do.
import { expect, test } from "bun:test";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, unlinkSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import postgres from "postgres";
import { migrations } from "../../migrations/index.ts";
import { lowLimits, processLimits } from "../../src/config/process-limits.ts";
import { messageOf } from "../../src/lib/failure.ts";
import { tablesOf } from "../../src/store/backup/dump.ts";
import { openBlobStore } from "../../src/store/blobs/open.ts";
import { DatabaseUnavailable, openDatabase, SqlError } from "../../src/store/database/database.ts";
import { refuseRightless, refuseUnfit } from "../../src/store/database/fitness.ts";
import { migrate, refuseOldSchema } from "../../src/store/database/migrate.ts";
import { knownRemedy, withRemedy } from "../../src/store/database/remedies.ts";
import { shareDataDir } from "../../src/store/embedded/data-dir.ts";
import { openEmbedded } from "../../src/store/embedded/embedded.ts";
import { eachStore, isCluster } from "../support/app/database.ts";
import { freePort } from "../support/app/ports.ts";
import { issuedCertificate } from "../support/fakes/certificate.ts";

/** Why this does not open; "opened" where it does. */
async function refusal(opening: Promise<{ close(): Promise<void> }>): Promise<string> {
  return opening.then(
    (database) => database.close().then(() => "opened"),
    (error: unknown) => withRemedy(error),
  );
}

const restoreIt = "bring the last backup back into a new one: DATA_DIR=NEW postroom restore PLACE.";

eachStore("remedies", (store) => {
  if (store.kind === "embedded") {
    test("files of the embedded database that are damaged or gone", async () => {
      const damages: ((postgres: string) => void)[] = [
        (dir) => truncateSync(join(dir, "global/pg_control"), 100),
        (dir) => unlinkSync(join(dir, "PG_VERSION")),
      ];
      for (const damage of damages) {
        const dataDir = mkdtempSync(join(tmpdir(), "damaged-"));
        await (await openEmbedded({ dataDir, isCopy: true })).close();
        damage(join(dataDir, "postgres"));
        const said = await refusal(openEmbedded({ dataDir, isCopy: true }));
        expect(said).toEndWith(restoreIt);
        expect(said.split(restoreIt)).toHaveLength(2);
        rmSync(dataDir, { recursive: true });
      }
      // A start with a catalog, and a query of a table, whose file was cut.
      const catalog = "FATAL:  pg_attribute catalog is missing 1 attribute(s) for relation OID 2662";
      expect(withRemedy(new DatabaseUnavailable(catalog))).toEndWith(restoreIt);
      const block = 'could not read block 3 in file "base/5/16402": read only 0 of 8192 bytes';
      for (const [words, code] of [
        [block, "XX001"],
        ["missing chunk number 0 for toast value 1 in pg_toast_2619", "XX000"],
        ['index "messages_pkey" contains unexpected zero page at block 0', "XX002"],
      ] as const)
        expect(withRemedy(new SqlError(words, code, null))).toContain("postroom restore PLACE");
    });
    return;
  }

  test("a search_path that leads past the tables, or elsewhere first, begins no new service", async () => {
    const behind = (path: string, ...first: string[]) =>
      store.database.transaction(async (tx) => {
        for (const script of first) await tx.values(script);
        await tx.values(`set local search_path = ${path}`);
        await refuseUnfit(tx);
        throw new Error("fit");
      });
    const elsewhere = 'create schema "Else-where"';
    // What is new would be made there, and a backup takes what is there.
    for (const path of ['"Else-where"', '"Else-where", public'])
      await expect(behind(path, elsewhere)).rejects.toThrow(
        /schema public of the database .*, and search_path leads to Else-where/,
      );
    const strange = 'create table "Else-where".schema_migrations (version text)';
    await expect(behind('"Else-where", public', elsewhere, strange)).rejects.toThrow("leads to Else-where");
    const ours = 'create table "Else-where".schema_migrations (name text, checksum text)';
    for (const path of ['"Else-where"', '"Else-where", public', 'public, "Else-where"'])
      await expect(behind(path, elsewhere, ours)).rejects.toThrow(/^fit$/);
    // Parts of a spread service.
    await expect(behind("part_1, public", "create schema part_1")).rejects.toThrow(/^fit$/);
    await expect(
      behind("public", "alter table schema_migrations rename checksum to version"),
    ).rejects.toThrow(/Another program keeps its tables in the schema public/);
    await refuseUnfit(store.database);
    // A schema whose name is written in quotes is one as others are.
    const found = store.database.transaction(async (tx) => {
      await tx.values(elsewhere);
      await tx.values('set local search_path = "Else-where"');
      await tx.values("create table kept (id int primary key)");
      await refuseRightless(tx, ["kept"]);
      const names = (await tablesOf(tx)).map(({ name }) => name);
      throw new Error(`found: ${names}`);
    });
    await expect(found).rejects.toThrow(/^found: kept$/);
  });

  test("limits of the role or the database end nothing that only waits; another database is no standby", async () => {
    const { databaseUrl, dataDir } = store.temp;
    const name = new URL(databaseUrl!).pathname.slice(1);
    const limited = async (change: string) => store.database.exec(`alter database "${name}" ${change}`);
    await limited("set lock_timeout = 10");
    await limited("set idle_session_timeout = 2000");
    try {
      const database = await openDatabase({ databaseUrl, dataDir, databaseReadUrl: databaseUrl });
      const shown = "select current_setting('lock_timeout'), current_setting('idle_session_timeout')";
      expect(await database.values(shown)).toEqual([["0", "0"]]);
      expect(await database.aside.values(shown)).toEqual([["0", "0"]]);
      expect(await database.standby?.()).toBe("foreign");
      await database.close();
    } finally {
      await limited("reset all");
    }
  });

  test("ports that are not PostgreSQL's, or not as the URL says", async () => {
    const ends = async (answer: string) => {
      const server = createServer((socket) => {
        socket.on("error", () => {});
        socket.once("data", () => socket.end(answer));
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const databaseUrl = `postgres://u@127.0.0.1:${(server.address() as AddressInfo).port}/x?sslmode=require`;
      const said = await refusal(openDatabase({ databaseUrl, dataDir: store.temp.dataDir }));
      server.close();
      return said;
    };
    // N: no TLS here. PostgreSQL 55.2.11
    expect(await ends("N")).toContain("take sslmode out of DATABASE_URL");
    const { key, cert } = issuedCertificate("db.example");
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => {
        socket.write("S");
        const secure = new TLSSocket(socket, { isServer: true, key, cert });
        secure.on("error", () => {});
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const at = `postgres://u@localhost:${(server.address() as AddressInfo).port}/x?sslmode=verify-full`;
    const unknown = await refusal(openDatabase({ databaseUrl: at, dataDir: store.temp.dataDir }));
    server.close();
    expect(unknown).toContain("sslrootcert=/path/to/root.pem");
  });

  test("a database of another program", async () => {
    const name = `${new URL(store.temp.databaseUrl!).pathname.slice(1)}_other`;
    const sql = postgres(store.temp.databaseUrl!, { max: 1, onnotice: () => undefined });
    const url = new URL(store.temp.databaseUrl!);
    url.pathname = `/${name}`;
    try {
      await sql.unsafe(`create database ${name}`);
      const database = await openDatabase({ databaseUrl: url.href, dataDir: store.temp.dataDir });
      await database.values("create table accounts (id int)");
      const refused = await migrate(database, migrations).catch((error: unknown) => withRemedy(error));
      await database.close();
      expect(refused).toEndWith("(createdb postroom), and name it in DATABASE_URL.");
    } finally {
      await sql.unsafe(`drop database if exists ${name}`);
      await sql.end();
    }
  });

  test("a database that is set read-only, a role that may make nothing, connections that are all taken", async () => {
    const own = new URL(store.temp.databaseUrl!);
    const name = own.pathname.slice(1);
    const sql = postgres(own.href, { max: 1, onnotice: () => undefined });
    const role = `${name}_role`;
    const as = new URL(own.href);
    as.pathname = `/${name}_empty`;
    [as.username, as.password] = [role, "x"];
    const open = (url: URL) => openDatabase({ databaseUrl: url.href, dataDir: store.temp.dataDir });
    /** Why the migrations that wait would not run. */
    const waiting = async (url: URL) => {
      const database = await open(url);
      const found = await refuseOldSchema(database, migrations).catch((error: unknown) => error);
      await database.close();
      throw found;
    };
    try {
      await sql.unsafe(`create role ${role} login password 'x'`);
      await sql.unsafe(`create database ${name}_empty`);
      const theirs = new URL(as.href);
      [theirs.username, theirs.password] = [own.username, own.password];
      const database = await open(as);
      const refused = await migrate(database, migrations).catch((error: unknown) => withRemedy(error));
      await database.close();
      expect(refused).toEndWith("a migration makes tables and indexes.");
      const toBeMade = await refusal(waiting(as));
      expect(toBeMade).toStartWith(
        `The role ${role} may make no tables in the database ${name}_empty. Let it`,
      );

      const full = await open(theirs);
      // Tables of an extension, or of another program, are not in the way.
      await full.values("create table theirs ()");
      expect(await refusal(waiting(as))).toContain("may make no tables");
      await migrate(full, migrations.slice(0, 1));
      await full.values(`grant select on schema_migrations to ${role}`);
      await full.close();
      expect(await refusal(waiting(as))).toContain(`, and ${role} may not change them. Name `);
      expect(await refusal(waiting(as))).toContain("alter table ");

      // A spread database, of another role; one on a cluster is one already.
      if (!isCluster) await sql.unsafe("create schema part_0");
      const spread = new URL(own.href);
      [spread.username, spread.password] = [role, "x"];
      expect(await refusal(open(spread))).toContain("name the role that owns them in DATABASE_URL");
      if (!isCluster) await sql.unsafe("drop schema part_0");

      await sql.unsafe(`alter role ${role} connection limit 0`);
      expect(await refusal(open(as))).toContain("Raise max_connections of PostgreSQL");

      await sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
      const readOnly = await refusal(open(own));
      expect(readOnly).toEndWith("alter database NAME reset default_transaction_read_only.");
    } finally {
      await sql.unsafe(
        `set default_transaction_read_only = off; alter database ${name} reset default_transaction_read_only`,
      );
      await sql.unsafe(`drop database if exists ${name}_empty`);
      await sql.unsafe(`drop role if exists ${role}`);
      await sql.end();
    }
  });
});

// Citus 13, src/backend/distributed/metadata/node_metadata.c
test("a cluster's coordinator without a name, and one that a role may not change", () => {
  const unnamed = "cannot add a worker node when the coordinator hostname is set to localhost";
  expect(knownRemedy(new SqlError(unnamed, "XX000", null))).toContain("citus_set_coordinator_host(");
  const refused = new SqlError("permission denied for function citus_add_node", "42501", null);
  expect(knownRemedy(refused)).toStartWith("Name a superuser of the coordinator");
});

test("each fault on the way to the database has its remedy, by whichever code a library gives it", () => {
  const away = (code: string) =>
    knownRemedy(
      new DatabaseUnavailable("the database cannot be reached", {
        cause: Object.assign(new Error("no"), { code }),
      }),
    );
  expect(away("CERT_HAS_EXPIRED")).toContain("certificate has expired");
  expect(away("CERT_NOT_YET_VALID")).toContain("date -u");
  expect(away("CERT_UNTRUSTED")).toContain("sslrootcert=");
  expect(away("WRONG_VERSION_NUMBER")).toContain("offers no TLS");
  expect(away("EHOSTUNREACH")).toContain("ip route get");
  expect(away("DNS_ETIMEOUT")).toContain("/etc/resolv.conf");
  expect(away("ENOENT")).toContain("Start PostgreSQL there");
  // The same codes of another server say nothing of the database.
  expect(knownRemedy(Object.assign(new Error("no"), { code: "CERT_HAS_EXPIRED" }))).toBeNull();
});

test("files that belong to another user, or are no folder", () => {
  const coded = (code: string, message: string) => Object.assign(new Error(`${code}: ${message}`), { code });
  const env = coded("EACCES", "permission denied, open '/srv/postroom/.env'");
  expect(withRemedy(env)).toEndWith("or run the command as that user.");
  expect(() => shareDataDir("/etc/passwd")).toThrow("EEXIST");
  expect(knownRemedy(coded("EEXIST", "file already exists, mkdir '/etc/passwd'"))).toContain(
    "A file, or a link that leads nowhere, stands where",
  );
  // Words of the embedded engine, which has no code: a start as root left files behind, and nothing is damaged.
  for (const broken of [
    'could not open file "pg_logical/replorigin_checkpoint": Permission denied',
    'could not open file "global/pg_control": Permission denied',
    'could not open directory "pg_wal": Permission denied',
  ])
    expect(knownRemedy(new Error(`PANIC:  ${broken}`))).toContain("chown -R USER DATA_DIR");
  expect(knownRemedy(new Error('could not read file "base/5/1": I/O error'))).toContain("smartctl");
  expect(knownRemedy(new SqlError("no schema has been selected to create in", "3F000", null))).toContain(
    "reset search_path",
  );
  // A table that may not be read is no file.
  expect(knownRemedy(new Error("permission denied for table accounts"))).toContain(
    "alter table NAME owner to",
  );
  expect(knownRemedy(new Error("must be owner of database postroom"))).toBeNull();
});

test("a bucket's server that is not there, or does not speak TLS", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 mx.example ESMTP\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const said = async (port: number) => {
    const s3 = { bucket: "mail", endpoint: `https://localhost:${port}`, region: null };
    const blobs = openBlobStore({
      dataDir: "/nowhere",
      s3: { ...s3, accessKeyId: "a", secretAccessKey: "b" },
    });
    return blobs.get("a".repeat(64)).then(() => "taken", messageOf);
  };
  const plain = await said((server.address() as AddressInfo).port);
  server.close();
  expect(plain).toContain("what listens there does not speak TLS");
  expect(plain).toContain("of a network that you trust. Look at S3_ENDPOINT");
  expect(await said(await freePort())).toContain("nothing listens there");
});

test("a file that is not there is no database that is not there", () => {
  const missing = (() => {
    try {
      return closeSync(openSync("/nowhere/at/all", "r"));
    } catch (error) {
      return error;
    }
  })();
  expect(knownRemedy(missing)).toBeNull();
});

test("limits of the process that a server cannot work within", () => {
  const named = (
    openFiles: number | null,
    addressSpaceBytes: number | null,
    fileBytes: number | null = null,
  ) =>
    lowLimits({ openFiles, addressSpaceBytes, fileBytes }).map(({ name, isTooLow }) => `${name} ${isTooLow}`);
  expect(named(null, null)).toEqual([]);
  expect(named(65_536, 64e9)).toEqual([]);
  expect(named(1024, null)).toEqual(["ulimit -n false"]);
  expect(named(64, 2e9)).toEqual(["ulimit -n true", "ulimit -v true"]);
  expect(named(null, 8e9)).toEqual(["ulimit -v false"]);
  expect(named(null, null, 3e6)).toEqual(["ulimit -f true"]);
  expect(named(null, null, 512e6)).toEqual(["ulimit -f false"]);
  const isLinux = process.platform === "linux";
  const line = isLinux ? readFileSync("/proc/self/limits", "utf8").match(/Max open files +(\S+)/)![1]! : "";
  const openFiles = /^\d+$/.test(line) ? Number(line) : null;
  expect(processLimits().openFiles).toBe(openFiles);
});
