// Remedies of the operator for an error of the store or the system, by its code, or by the words of an engine that gives none. Faults
// of the way to the database are told apart in peer-trouble.ts.
import { messageOf } from "../../lib/failure.ts";
import { type PeerFault, peerTrouble } from "../../lib/peer-trouble.ts";
import { DatabaseUnavailable, SqlError } from "./sql.ts";

interface Cure {
  /** SQLSTATE (PostgreSQL Appendix A), or a system call's code (errno(3)). */
  codes?: RegExp;
  /** Words of the message; read where no code is known. */
  words?: RegExp;
  /** Codes and words are of a connection to the database: other errors with them are of files, or of other servers. */
  ofConnection?: true;
  remedy: string;
}

const notThere = "Start PostgreSQL there, or put its host and port into DATABASE_URL";
const noTls =
  "What answers there offers no TLS: set ssl = on with a certificate in postgresql.conf; where it is on this machine, take sslmode out of DATABASE_URL";
const lookThere =
  "Look whether it is PostgreSQL that listens at host and port of DATABASE_URL, at its log, and at firewalls and poolers between";
const compareClock = "Compare the clocks of both machines: date -u";

/** For a server of DATABASE_URL that is not reached. */
const onTheWay: Record<PeerFault, string> = {
  no_tls: noTls,
  unknown_authority:
    "Name who has signed the database's certificate in DATABASE_URL: ?sslmode=verify-full&sslrootcert=/path/to/root.pem",
  other_name: "Write the host in DATABASE_URL as the database's certificate names it",
  expired: `The database's certificate has expired: put a new one where ssl_cert_file of postgresql.conf names it, and let it be read: select pg_reload_conf(). ${compareClock}`,
  not_yet_valid: `The database's certificate is not valid yet. ${compareClock}`,
  refused: notThere,
  no_name: "Write the host in DATABASE_URL as DNS or /etc/hosts has it",
  no_dns:
    "DNS does not answer: look at /etc/resolv.conf, and at the way to the resolver that it names; or write the database's address into DATABASE_URL",
  no_route:
    "No way leads from this machine to the host of DATABASE_URL: look at its address, at this machine's routes (ip route get ADDRESS), and at IPv6 where the address is one",
  silent: lookThere,
  cut: lookThere,
};

const cures: readonly Cure[] = [
  {
    codes: /^(EMFILE|ENFILE)$/,
    words: /\bEMFILE\b|too many open files/i,
    remedy:
      "Let this process open more files: ulimit -n 65536 in its shell, LimitNOFILE=65536 in its systemd unit, --ulimit nofile=65536 of docker run",
  },
  {
    codes: /^(ENOSPC|EDQUOT|53100)$/,
    words: /no space left on device|disk quota exceeded/i,
    remedy:
      "The disk is full: make room on the one that holds DATA_DIR (or the database), or enlarge it; then start again",
  },
  {
    codes: /^EROFS$/,
    words: /read-only file system/i,
    remedy:
      "The disk is mounted read-only, as after an error of it: look at dmesg, and mount it for writing (mount -o remount,rw)",
  },
  {
    codes: /^(ENOMEM|53200)$/,
    words: /cannot allocate memory|out of memory|requires the JIT/i,
    remedy:
      "Give this process more memory, and take off ulimit -v: MemoryMax= of systemd and --memory of docker run limit what is used, not what is set aside",
  },
  {
    words: /\b(EACCES|EPERM): |\bfile "[^"]*": Permission denied|\bdirectory "[^"]*": Permission denied/,
    remedy:
      "Let this user use that file: ls -l shows whose it is; chown it to the service's user (after a start as root all of them: chown -R USER DATA_DIR), or run the command as that user",
  },
  {
    codes: /^EIO$/,
    words: /\bEIO\b|Input\/output error|\bI\/O error/i,
    remedy:
      "The disk does not read or write: look at dmesg and its own health (smartctl -a), copy DATA_DIR to another one, and bring back with postroom restore or repair --from PLACE what cannot be copied",
  },
  {
    words:
      /could not (read|open|access|stat) (file|directory) "(global|base|pg_|PG_)|required WAL directory|could not locate a valid checkpoint|invalid (primary )?checkpoint|incorrect checksum in control file|has no PG_VERSION|is not a valid data directory|database files are incompatible|catalog is missing \d+ attribute/,
    remedy:
      "Files of DATA_DIR/postgres are damaged or missing. Keep the folder as it is, and bring the last backup back into a new one: DATA_DIR=NEW postroom restore PLACE",
  },
  {
    // data_corrupted, index_corrupted. PostgreSQL Appendix A
    codes: /^XX00[12]$/,
    words:
      /invalid page in block|could not read blocks? \d|unexpected zero page|missing chunk number|could not open file "base\//,
    remedy:
      "Files of the database are damaged, those of the embedded one in DATA_DIR/postgres: look at dmesg and at the disk. Keep them as they are, and bring the last backup back into a new DATA_DIR, or an empty database of DATABASE_URL: postroom restore PLACE",
  },
  {
    words: /is in use by another Postroom process\. Stop/,
    remedy:
      "A server answers commands by DATA_DIR/control.sock: one that is starting makes it in a moment, so ask again; where that file was deleted, restart the server",
  },
  // A server without TLS answers one letter, and the library ends the connection. PostgreSQL 55.2.11
  { words: /disconnected before secure TLS connection/, ofConnection: true, remedy: noTls },
  // A socket's file.
  { codes: /^ENOENT$/, ofConnection: true, remedy: notThere },
  { codes: /^3D000$/, remedy: "Make it with createdb, or name another one in DATABASE_URL" },
  {
    codes: /^(28P01|28000)$/,
    remedy: "Put a role that may log in, and its password, into DATABASE_URL",
  },
  {
    codes: /^53300$/,
    words: /too many (connections|clients)|remaining connection slots/,
    remedy:
      "Raise max_connections of PostgreSQL (or the role's CONNECTION LIMIT), or end programs that hold its connections; a server takes up to 10",
  },
  {
    words: /^The migration 0001\w* failed: relation "[^"]*" already exists/,
    remedy:
      "Tables of another program are in the database: make one for this program alone (createdb postroom), and name it in DATABASE_URL",
  },
  {
    words: /\b(EEXIST|ENOTDIR): /,
    remedy:
      "A file, or a link that leads nowhere, stands where a folder has to be: move it away, or name another folder",
  },
  {
    words: /^permission denied for function citus_/,
    remedy:
      "Name a superuser of the coordinator in DATABASE_URL for this command, or let the role: grant execute on function NAME to ROLE",
  },
  {
    words: /permission denied for (table|sequence|view) |must be owner of (table|sequence|view|index) /,
    remedy:
      "The tables belong to another role: name that one in DATABASE_URL, or give each of them away, in that database: alter table NAME owner to ROLE",
  },
  {
    codes: /^3F000$/,
    remedy:
      "search_path of the role leads to no schema that is there: alter role ROLE in database NAME reset search_path, or create schema",
  },
  {
    codes: /^42501$/,
    remedy:
      "Let the role of DATABASE_URL own the database: alter database NAME owner to ROLE; a migration makes tables and indexes",
  },
  {
    words: /^the node \S+ of the cluster does not answer: .*database "[^"]*" does not exist/,
    remedy:
      "Make the database there, under the coordinator's name for it, then in it: create extension citus",
  },
  {
    words:
      /^the node \S+ of the cluster does not answer: .*(authentication failed|pg_hba\.conf|role "[^"]*" )/,
    remedy:
      "Let the nodes log in to each other: the role on each, pg_hba.conf, and passwords in pg_dist_authinfo or .pgpass",
  },
  {
    words:
      /^the node \S+ of the cluster does not answer: .*(could not translate host name|expected authentication)/,
    remedy: "Name the host and port at which its PostgreSQL listens",
  },
  {
    words: /^the node \S+ of the cluster does not answer/,
    remedy:
      "Start PostgreSQL there, or look at the network between the coordinator and it (postroom cluster status); accounts on other nodes go on meanwhile",
  },
  {
    words: /^the node \S+ of the cluster refused/,
    remedy:
      "Look at its log: in its database of the coordinator's name has to be Citus of the same version (create extension citus), and nothing else",
  },
  {
    words: /coordinator hostname is set to localhost/,
    remedy:
      "Tell the coordinator under which name the nodes reach it: select citus_set_coordinator_host('HOST', 5432)",
  },
  {
    words: /takes no writes/,
    remedy:
      "Name the primary in DATABASE_URL (of several hosts, comma separated, the one that takes writes is used), or let it take writes: alter database NAME reset default_transaction_read_only",
  },
];

/** @returns null: nothing is known to say */
export function knownRemedy(error: unknown): string | null {
  const codes = codesOf(error);
  const isOfConnection = error instanceof DatabaseUnavailable;
  const text = messageOf(error);
  const cure = cures.find(
    ({ codes: known, words, ofConnection }) =>
      (isOfConnection || !ofConnection) && (codes.some((code) => known?.test(code)) || words?.test(text)),
  );
  if (cure) return cure.remedy;
  const fault = isOfConnection ? peerTrouble(error)?.fault : undefined;
  return fault === undefined ? null : onTheWay[fault];
}

/** The message of an error, and what to do about it, where that is known and not said yet. */
export function withRemedy(error: unknown): string {
  const message = messageOf(error);
  const remedy = knownRemedy(error);
  return remedy === null || message.includes(remedy) ? message : `${message.replace(/\.$/, "")}. ${remedy}.`;
}

function codesOf(error: unknown): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(codesOf);
  if (!(error instanceof Error)) return [];
  const own = error instanceof SqlError ? [error.sqlState] : "code" in error ? [String(error.code)] : [];
  return [...own, ...codesOf(error.cause)];
}
