// Debian's own mail servers as peers for tests of sending: Postfix and Exim, each with its whole life in a temporary
// folder and on an address of the loopback network. Both need root to start; neither touches the system's installation.

import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programPath } from "../clients/programs.ts";
import type { TestCertificate } from "./certificate.ts";

export interface Mta {
  readonly address: string;
  readonly port: number;
  /** every mail in the inbox of `b@`, as it was stored */
  inbox(): string[];
  log(): string;
  stop(): Promise<void>;
}

export const isRoot = process.getuid?.() === 0;

/** Why there can be no Postfix here, or null. */
export function postfixMissing(): string | null {
  if (programPath("postfix") === null) return "Debian's postfix package is not installed";
  return isRoot ? null : "Postfix starts as root only";
}

export interface PostfixOptions {
  readonly address: string;
  readonly port: number;
  /** a second port that wants a login and relays everything into nothing */
  readonly submissionPort?: number;
  readonly domain: string;
  readonly certificate: TestCertificate;
  /** `address:port` of a policy server, and of a Dovecot authentication server */
  readonly policy: string;
  readonly sasl: string;
  /** where its mail to a domain goes: `address:port` by domain */
  readonly routes?: Readonly<Record<string, string>>;
}

export async function startPostfix(options: PostfixOptions): Promise<Mta> {
  const root = mkdtempSync(join(tmpdir(), "postroom-postfix-"));
  chmodSync(root, 0o755);
  const [conf, spool, data, mail] = ["conf", "spool", "data", "mail"].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const dir of [conf, spool, data, mail]) mkdirSync(dir);
  chownSync(data, idOf("postfix"), 0);
  chownSync(mail, 65534, 65534);
  cpSync("/etc/postfix/postfix-files", join(conf, "postfix-files"));
  writeCertificate(conf, options.certificate);
  writeFileSync(
    join(conf, "mailboxes"),
    `b@${options.domain} b/\ngrey@${options.domain} b/\nc@${options.domain} c/\n`,
  );
  writeFileSync(join(conf, "headers"), "/^Subject: refuse at data/ REJECT 5.7.1 content refused\n");
  writeFileSync(join(conf, "main.cf"), postfixMain({ ...options, root }));
  writeFileSync(join(conf, "master.cf"), postfixMaster(options));
  const child = Bun.spawn(["postfix", "-c", conf, "start-fg"], {
    stdout: "ignore",
    stderr: "ignore",
    stdin: "ignore",
  });
  const log = () => (existsSync(join(root, "log")) ? readFileSync(join(root, "log"), "utf8") : "");
  await untilOpen(options.address, options.port, log);
  return {
    address: options.address,
    port: options.port,
    inbox: () => maildir(join(mail, "b/new")),
    log,
    async stop() {
      await Bun.spawn(["postfix", "-c", conf, "stop"], { stdout: "ignore", stderr: "ignore" }).exited;
      await child.exited;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function postfixMain(options: PostfixOptions & { root: string }): string {
  const { root, domain, routes = {} } = options;
  const ways = Object.entries(routes).map(([to, at]) => `{ ${to} = smtp:[${at.replace(":", "]:")} }`);
  return `compatibility_level = 3.6
queue_directory = ${root}/spool
data_directory = ${root}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = ${root}/log
maillog_file_prefixes = ${root}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.${domain}
mydestination =
mynetworks =
alias_maps =
alias_database =
virtual_mailbox_domains = ${domain}
virtual_mailbox_maps = texthash:${root}/conf/mailboxes
virtual_mailbox_base = ${root}/mail
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
virtual_minimum_uid = 100
transport_maps = inline:{ { elsewhere.example = discard: } ${ways.join(" ")} }
header_checks = regexp:${root}/conf/headers
smtpd_tls_cert_file = ${root}/conf/cert.pem
smtpd_tls_key_file = ${root}/conf/key.pem
smtpd_tls_security_level = may
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_recipient_restrictions = permit_sasl_authenticated, reject_unlisted_recipient, check_policy_service inet:${options.policy}
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:${options.sasl}
smtpd_tls_auth_only = yes
message_size_limit = 20000000
`;
}

function postfixMaster(options: PostfixOptions): string {
  const submission =
    options.submissionPort === undefined
      ? ""
      : `${options.address}:${options.submissionPort} inet n - n - - smtpd -o smtpd_sasl_auth_enable=yes -o smtpd_client_restrictions=permit_sasl_authenticated,reject\n`;
  return `${options.address}:${options.port} inet n - n - - smtpd
${submission}pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;
}

/** Postfix's policy protocol: the first try of a mail to `grey@` is put off. */
export async function startPolicyServer(): Promise<{ at: string; stop(): void }> {
  const seen = new Set<string>();
  const server = createServer((socket) => {
    let pending = "";
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => {
      pending += chunk.toString();
      while (pending.includes("\n\n")) {
        const request = pending.slice(0, pending.indexOf("\n\n"));
        pending = pending.slice(request.length + 2);
        const sender = /^sender=(.*)$/m.exec(request)?.[1] ?? "";
        const grey = /^recipient=grey@/m.test(request) && !seen.has(sender);
        if (grey) seen.add(sender);
        socket.write(grey ? "action=defer_if_permit 4.2.0 Greylisted\n\n" : "action=dunno\n\n");
      }
    });
  });
  return { at: await listening(server), stop: () => void server.close() };
}

/** As much of Dovecot's authentication protocol as Postfix needs for PLAIN. */
export async function startSaslServer(user: string, password: string): Promise<{ at: string; stop(): void }> {
  const server = createServer((socket) => {
    let pending = "";
    socket.on("error", () => socket.destroy());
    socket.write(
      "VERSION\t1\t1\nMECH\tPLAIN\tplaintext\nSPID\t1\nCUID\t1\nCOOKIE\t0123456789abcdef0123456789abcdef\nDONE\n",
    );
    socket.on("data", (chunk) => {
      const lines = (pending + chunk.toString()).split("\n");
      pending = lines.pop() ?? "";
      for (const line of lines) {
        const [word, id, , ...rest] = line.split("\t");
        if (word !== "AUTH") continue;
        const given = rest.find((item) => item.startsWith("resp="))?.slice(5) ?? "";
        const [, name, secret] = Buffer.from(given, "base64").toString().split("\0");
        socket.write(
          name === user && secret === password ? `OK\t${id}\tuser=${user}\n` : `FAIL\t${id}\tuser=${name}\n`,
        );
      }
    });
  });
  return { at: await listening(server), stop: () => void server.close() };
}

export async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address ? `127.0.0.1:${address.port}` : "";
}

export async function untilOpen(address: string, port: number, log: () => string): Promise<void> {
  for (let i = 0; i < 2400; i++) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, address, () => {
        socket.destroy();
        resolve(true);
      });
      socket.once("error", () => resolve(false));
    });
    if (open) return;
    await Bun.sleep(50);
  }
  throw new Error(`no mail server at ${address}:${port}\n${log()}`);
}

export function maildir(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir).map((name) => readFileSync(join(dir, name), "latin1"));
}

export function writeCertificate(dir: string, certificate: TestCertificate): void {
  writeFileSync(join(dir, "cert.pem"), certificate.cert);
  writeFileSync(join(dir, "key.pem"), certificate.key, { mode: 0o600 });
}

export function idOf(user: string): number {
  return Number(Bun.spawnSync(["id", "-u", user]).stdout.toString());
}
