// Debian's Dovecot as a private instance without rights: another server that mail is taken from. Any password is right.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selfSignedCertificate } from "../../../src/lib/self-signed.ts";
import { freePort } from "../app/ports.ts";

export interface PrivateDovecot {
  /** Without TLS, and with TLS from the start. */
  ports: { plain: number; tls: number };
  /** The Maildir of a user. */
  maildir(user: string): string;
  /** Gives what was written there to the server's user. */
  own(): void;
  stop(): Promise<void>;
}

const program = "/usr/sbin/dovecot";

export const hasDovecot = existsSync(program) && existsSync("/usr/lib/dovecot/imap");

/** The user of the server: this one, or nobody for root, whom Dovecot does not let have mail. */
function serverUser(): { name: string; group: string; uid: number; gid: number } {
  const uid = process.getuid!();
  const find = (file: string, id: number) =>
    readFileSync(file, "utf8")
      .split("\n")
      .map((line) => line.split(":"))
      .find((fields) => Number(fields[2]) === id && fields[2] !== "")?.[0];
  if (uid !== 0)
    return {
      name: find("/etc/passwd", uid)!,
      group: find("/etc/group", process.getgid!())!,
      uid,
      gid: process.getgid!(),
    };
  const [name, , nobody, group] = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((line) => line.startsWith("nobody:"))!
    .split(":");
  return { name: name!, group: find("/etc/group", Number(group))!, uid: Number(nobody), gid: Number(group) };
}

export async function startPrivateDovecot(): Promise<PrivateDovecot> {
  const dir = mkdtempSync(join(tmpdir(), "dovecot-"));
  chmodSync(dir, 0o755);
  const user = serverUser();
  const [plain, tls] = [await freePort(), await freePort()];
  for (const name of ["run", "state", "home"]) mkdirSync(join(dir, name));
  const { cert, key } = selfSignedCertificate("localhost", Date.now());
  writeFileSync(join(dir, "cert.pem"), cert);
  writeFileSync(join(dir, "key.pem"), key);
  writeFileSync(join(dir, "dovecot.conf"), configuration(dir, { plain, tls, ...user }));
  const own = () => {
    if (process.getuid!() === 0) Bun.spawnSync(["chown", "-R", `${user.uid}:${user.gid}`, dir]);
  };
  own();
  const as =
    process.getuid!() === 0
      ? ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups", "--"]
      : [];
  const child = Bun.spawn([...as, program, "-F", "-c", join(dir, "dovecot.conf")], {
    stdout: "ignore",
    stderr: "ignore",
  });
  const ended = child.exited.then(() => {
    throw new Error(`Dovecot ended: ${readFileSync(join(dir, "log"), "utf8")}`);
  });
  ended.catch(() => undefined);
  await Promise.race([greeting(plain), ended]);
  return {
    ports: { plain, tls },
    maildir: (name) => join(dir, "home", name, "Maildir"),
    own,
    async stop() {
      child.kill("SIGTERM");
      await child.exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Resolves once the server greets. */
async function greeting(port: number): Promise<void> {
  for (;;) {
    const greeted = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("data", (data) => {
        resolve(data.toString().includes("OK"));
        socket.destroy();
      });
      socket.once("error", () => resolve(false));
    });
    if (greeted) return;
    await Bun.sleep(20);
  }
}

function configuration(
  dir: string,
  {
    plain,
    tls,
    name,
    group,
    uid,
    gid,
  }: { plain: number; tls: number; name: string; group: string; uid: number; gid: number },
): string {
  return `base_dir = ${dir}/run
state_dir = ${dir}/state
log_path = ${dir}/log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${dir}/cert.pem
ssl_key = <${dir}/key.pem
disable_plaintext_auth = no
default_internal_user = ${name}
default_internal_group = ${group}
default_login_user = ${name}
mail_location = maildir:~/Maildir
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
  mailbox Gesendet {
    special_use = \\Sent
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${plain}
  }
  inet_listener imaps {
    port = ${tls}
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`;
}
