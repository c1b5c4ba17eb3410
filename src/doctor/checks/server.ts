// The server of this machine: it runs, can work, and answers at each of its ports with the name that the settings say.
import { get } from "node:http";
import { nearHost, type Ports } from "../../app/ports.ts";
import { peerMessage } from "../../lib/peer-trouble.ts";
import { findLocks } from "../../store/maintenance/vitals.ts";
import { converse, open } from "../connect.ts";
import type { DoctorContext } from "../context.ts";
import { type CheckResult, failing, fine } from "../finding.ts";

const settingOf: Record<keyof Ports, string> = {
  http: "PORT",
  https: "HTTPS_PORT",
  smtp: "SMTP_PORT",
  submission: "SUBMISSION_PORT",
  submissions: "SUBMISSIONS_PORT",
  imap: "IMAP_PORT",
  imaps: "IMAPS_PORT",
  metrics: "METRICS_PORT",
};

const startIt = "Start it: postroom serve, or its systemd unit (postroom service prints one).";

export async function checkServer({ ports, config, limits }: DoctorContext): Promise<CheckResult[]> {
  if (ports === null)
    return [
      failing("not_running", `No server has announced itself in ${config.dataDir}.`, { remedy: startIt }),
    ];
  const host = nearHost(config.host);
  const ready = await readyAnswer(host, ports.http, limits.connectMs).catch((error: unknown) =>
    peerMessage(error),
  );
  if (typeof ready === "string")
    return [
      failing("not_running", `The server does not answer at port ${ports.http}: ${ready}.`, {
        remedy: startIt,
      }),
    ];
  if (ready.status !== 200)
    return [
      failing("not_ready", `The server answers ${ready.status} at /readyz: ${ready.why}.`, {
        ...(ready.why === locked
          ? { remedy: "Find the transaction that holds the lock, and end it.", record: findLocks }
          : {
              remedy:
                notReady.find(([why]) => why === ready.why)?.[1] ??
                "Look at its log and at the findings of the database below.",
            }),
      }),
    ];
  return [fine(`The server runs, and is ready at port ${ports.http}.`)];
}

const locked = "database tables are locked";

/** Remedies, by what /readyz says. */
const notReady: readonly (readonly [why: string, remedy: string])[] = [
  [
    "disk full",
    "Make room on the disk of DATA_DIR or of the database, or enlarge it: mail is refused until then.",
  ],
  ["database is read only", "Let DATABASE_URL name the primary; target_session_attrs=read-write finds it."],
  [
    "database unavailable",
    "Start the database, and look at its log and at the server's: it is asked on and on.",
  ],
  [
    "data directory is gone",
    "Mount it again and restart the server. If it was deleted: stop the server, and restore the last backup.",
  ],
  ["shutting down", "It ends: wait for the next one."],
];

/** Characters of the answer. */
const maxReason = 1000;

/** /readyz. Not by fetch, which would use a proxy of the environment. */
function readyAnswer(host: string, port: number, timeout: number): Promise<{ status: number; why: string }> {
  return new Promise((resolve, reject) => {
    const request = get({ host, port, path: "/readyz", timeout }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text = `${text}${chunk}`.slice(0, maxReason);
      });
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, why: reasonIn(text) }));
    });
    request.on("timeout", () => request.destroy(new Error("no answer in time")));
    request.on("error", reject);
  });
}

function reasonIn(text: string): string {
  try {
    const { status } = JSON.parse(text) as { status?: unknown };
    if (typeof status === "string") return status;
  } catch {
    // A proxy's page, or nothing.
  }
  return "it cannot work";
}

/** From this machine: a firewall before it is not seen, but by --peer and --relay. */
export async function checkPorts({ ports, config, limits }: DoctorContext): Promise<CheckResult[]> {
  if (ports === null) return [];
  const host = config.host === "localhost" ? "127.0.0.1" : nearHost(config.host);
  const names = Object.keys(settingOf) as (keyof Ports)[];
  const found = await Promise.all(
    names.map(async (name): Promise<CheckResult[]> => {
      const port = ports[name];
      if (port === null || name === "http") return [];
      try {
        const at = name === "metrics" ? "127.0.0.1" : host;
        (await open({ host: at, port, timeoutMs: limits.connectMs })).destroy();
        return [];
      } catch (error) {
        return [
          failing("closed", `Nothing answers at port ${port} (${settingOf[name]}): ${peerMessage(error)}.`, {
            subject: settingOf[name],
            remedy: "Restart the server; its log says why it cannot listen there.",
          }),
        ];
      }
    }),
  );
  const closed = found.flat();
  if (config.smtpPort === null)
    closed.push(
      failing("smtp_off", "SMTP_PORT=off: no mail comes in.", {
        subject: "SMTP_PORT",
        remedy: "Set it, and let port 25 of the machine's public address lead there.",
        record: "SMTP_PORT=25",
      }),
    );
  if (closed.length > 0) return closed;
  const open_ = names.filter((name) => ports[name] !== null);
  return [fine(`Open on this machine: ${open_.map((name) => `${name} ${ports[name]}`).join(", ")}.`)];
}

/** Others compare the name in the greeting with the PTR record, and want STARTTLS. RFC 5321 4.3.1 */
export async function checkGreeting({ ports, config, limits }: DoctorContext): Promise<CheckResult[]> {
  if (ports?.smtp == null) return [];
  const subject = `port ${ports.smtp}`;
  let greeting: string;
  let answer: string;
  try {
    const at = { host: nearHost(config.host), port: ports.smtp, timeoutMs: limits.connectMs };
    const socket = await open(at);
    try {
      greeting = await converse(socket, []);
      socket.destroy();
      const again = await open(at);
      answer = await converse(again, ["EHLO localhost"]);
      again.destroy();
    } finally {
      socket.destroy();
    }
  } catch (error) {
    return [
      failing("no_greeting", `SMTP gives no greeting: ${peerMessage(error)}.`, {
        subject,
        remedy: "Look at the server's log; another program may have the port.",
      }),
    ];
  }
  const name = /^220[ -](\S+)/.exec(greeting)?.[1]?.toLowerCase();
  if (name !== config.mailHostname)
    return [
      failing("other_name", `SMTP greets as ${name ?? greeting.trim()}, not as ${config.mailHostname}.`, {
        subject,
        remedy: "MAIL_HOSTNAME was changed since the start, or another program answers: restart the server.",
      }),
    ];
  if (!/^250[ -]STARTTLS\b/m.test(answer))
    return [
      failing("no_starttls", "SMTP does not offer STARTTLS: mail would come in unencrypted.", {
        subject,
        remedy: "Something between rewrites SMTP (a firewall's SMTP inspection): turn that off.",
      }),
    ];
  return [fine(`SMTP greets as ${name} and offers STARTTLS.`)];
}
