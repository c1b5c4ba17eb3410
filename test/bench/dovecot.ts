// Debian's Dovecot as a private instance, with a configuration of its own: what the IMAP figures are held against.
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Dovecot {
  pid: number;
  port: number;
  /** Null where dovecot-lmtpd is not installed. */
  lmtpPort: number | null;
  /** Any password is right. */
  login(user: string): { user: string; password: string };
  /** Writes mails into a user's INBOX, read ones. */
  fill(user: string, count: number, mailOf: (n: number) => string): void;
  /** Memory of all processes that serve sessions, kilobytes; shared pages counted once. */
  sessionKilobytes(): number;
  stop(): Promise<void>;
}

const program = "/usr/sbin/dovecot";

/** Null where there is no Dovecot, or no right to run it: it wants root. */
export async function startDovecot(storage: "maildir" | "mdbox" = "maildir"): Promise<Dovecot | null> {
  if (!existsSync(program) || !existsSync("/usr/lib/dovecot/imap") || process.getuid?.() !== 0) return null;
  const dir = mkdtempSync(join(tmpdir(), "dovecot-bench-"));
  const owner = mailOwner();
  const port = freePort();
  const lmtpPort = existsSync("/usr/lib/dovecot/lmtp") ? freePort() : null;
  mkdirSync(join(dir, "home"), { mode: 0o777 });
  chownSync(join(dir, "home"), owner.uid, owner.gid);
  Bun.spawnSync(["chmod", "755", dir]);
  writeFileSync(join(dir, "dovecot.conf"), configuration(dir, { port, lmtpPort, storage }, owner));
  const child = Bun.spawn([program, "-F", "-c", join(dir, "dovecot.conf")], {
    stdout: "ignore",
    stderr: "inherit",
  });
  await answering(port);
  return {
    pid: child.pid,
    port,
    lmtpPort,
    login: (user) => ({ user, password: "any" }),
    fill(user, count, mailOf) {
      const mailbox = join(dir, "home", user, "Maildir");
      for (const name of ["", "cur", "new", "tmp"]) mkdirSync(join(mailbox, name), { recursive: true });
      for (let n = 1; n <= count; n++)
        writeFileSync(join(mailbox, "cur", `${1_700_000_000 + n}.M1P1Q${n}.bench:2,S`), mailOf(n));
      Bun.spawnSync(["chown", "-R", `${owner.uid}:${owner.gid}`, join(dir, "home", user)]);
    },
    sessionKilobytes: () => processesOf(child.pid).reduce((sum, pid) => sum + proportionalKilobytes(pid), 0),
    async stop() {
      child.kill("SIGTERM");
      await child.exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** One that nobody has now: Dovecot cannot say which it took by itself. */
function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

/** Whom the mail belongs to: `mail`, which every Debian has. */
function mailOwner(): { uid: number; gid: number } {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((each) => each.startsWith("mail:"));
  const [, , uid, gid] = (line ?? "mail:x:8:8").split(":");
  return { uid: Number(uid), gid: Number(gid) };
}

function configuration(
  dir: string,
  { port, lmtpPort, storage }: { port: number; lmtpPort: number | null; storage: "maildir" | "mdbox" },
  { uid, gid }: { uid: number; gid: number },
): string {
  return `${lmtpPort === null ? "" : lmtpService(lmtpPort)}base_dir = ${dir}/run
state_dir = ${dir}/state
log_path = ${dir}/log
protocols = imap${lmtpPort === null ? "" : " lmtp"}
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = ${storage === "mdbox" ? "mdbox:~/mdbox" : "maildir:~/Maildir"}
mail_fsync = always
first_valid_uid = 1
mail_max_userip_connections = 0
passdb {
  driver = static
  args = nopassword=y
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${dir}/home/%u
}
namespace inbox {
  inbox = yes
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
  process_limit = 300
}
service imap {
  process_limit = 300
}
service anvil {
  client_limit = 2000
}
service auth {
  client_limit = 2000
}
`;
}

/** A mail is on disk when LMTP says 250, as ours is: mail_fsync = always. */
function lmtpService(port: number): string {
  return `service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${port}
  }
  process_limit = 300
}
`;
}

async function answering(port: number): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    try {
      const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
      socket.end();
      return;
    } catch {
      await Bun.sleep(20);
    }
  }
  throw new Error("Dovecot did not answer");
}

/** All processes below one that are `imap` or `imap-login`. */
function processesOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
        const [, name, ppid] = /\((.*)\) \S+ (\d+)/.exec(stat) ?? [];
        return Number(ppid) === parent && (name === "imap" || name === "imap-login");
      } catch {
        return false;
      }
    });
}

function proportionalKilobytes(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
