// Exim as a peer, with its whole life in a temporary folder.

import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programPath } from "../clients/programs.ts";
import type { TestCertificate } from "./certificate.ts";
import { isRoot, type Mta, maildir, untilOpen, writeCertificate } from "./mta.ts";

/** Exim cannot be installed beside Postfix: POSTROOM_TEST_EXIM names an unpacked one. */
const eximBinary = programPath("exim4", "POSTROOM_TEST_EXIM");

export function eximMissing(): string | null {
  if (!eximBinary || !existsSync(eximBinary))
    return "exim4 is neither installed nor named by POSTROOM_TEST_EXIM";
  return isRoot ? null : "Exim starts as root only";
}

export interface EximOptions {
  readonly address: string;
  readonly port: number;
  readonly domain: string;
  readonly certificate: TestCertificate;
  /** TLS is offered and every handshake fails */
  readonly brokenTls?: boolean;
}

export async function startExim(options: EximOptions): Promise<Mta> {
  const root = mkdtempSync(join(tmpdir(), "postroom-exim-"));
  chmodSync(root, 0o755);
  writeCertificate(root, options.certificate);
  mkdirSync(join(root, "spool"));
  for (const name of [".", "spool", "cert.pem", "key.pem"]) chownSync(join(root, name), 65534, 65534);
  const conf = join(root, "exim.conf");
  writeFileSync(conf, eximConf({ ...options, root }));
  const child = Bun.spawn([eximBinary ?? "exim4", "-C", conf, "-bdf", "-oP", join(root, "pid")], {
    stdout: "ignore",
    stderr: "ignore",
    stdin: "ignore",
  });
  const log = () => (existsSync(join(root, "mainlog")) ? readFileSync(join(root, "mainlog"), "utf8") : "");
  await untilOpen(options.address, options.port, log);
  return {
    address: options.address,
    port: options.port,
    inbox: () => maildir(join(root, "inbox/new")),
    log,
    async stop() {
      child.kill();
      await child.exited;
      // sessions and deliveries have processes of their own, which may still write
      for (let i = 0; i < 50 && existsSync(root); i++) {
        rmSync(root, { recursive: true, force: true });
        await Bun.sleep(20);
      }
    },
  };
}

function eximConf(options: EximOptions & { root: string }): string {
  const { root, domain } = options;
  return `exim_user = nobody
exim_group = nogroup
exim_path = ${eximBinary}
keep_environment =
spool_directory = ${root}/spool
log_file_path = ${root}/%slog
primary_hostname = mx.${domain}
qualify_domain = ${domain}
domainlist local_domains = ${domain}
never_users =
local_interfaces = ${options.address}
daemon_smtp_ports = ${options.port}
acl_smtp_mail = acl_mail
acl_smtp_rcpt = acl_rcpt
acl_smtp_data = acl_data
tls_advertise_hosts = *
tls_certificate = ${root}/cert.pem
tls_privatekey = ${root}/key.pem
${options.brokenTls ? "tls_require_ciphers = NONE:+VERS-TLS1.2:+RSA:+NULL:+MD5:+SIGN-ALL:+COMP-NULL" : ""}
smtputf8_advertise_hosts = *
host_lookup =
rfc1413_query_timeout = 0s
dkim_verify_signers =
message_size_limit = 20M
begin acl
acl_mail:
  accept senders = slow@near.example
         delay = 1s
  accept
acl_rcpt:
  warn local_parts = slow
       delay = 2s
  defer local_parts = grey
        message = 4.7.1 Greylisted, come back later
  deny !local_parts = b : c : slow
       domains = +local_domains
       message = 5.1.1 No such user here
  accept domains = +local_domains
  deny message = 5.7.1 Relay not permitted
acl_data:
  deny condition = \${if match{$h_subject:}{refuse at data}}
       message = 5.7.1 Content refused
  accept
begin routers
inbox:
  driver = accept
  domains = +local_domains
  transport = inbox
begin transports
inbox:
  driver = appendfile
  directory = ${root}/inbox
  maildir_format
  create_directory
  user = nobody
  group = nogroup
begin retry
* * F,2h,15m
`;
}
