// Wires the listeners that mail programs use: IMAP and submission. Part of the composition root.
import type { AddressInfo, Server } from "node:net";
import { type AppLogins, createAppLogins } from "../../actors/account/app-logins.ts";
import { type Config, inNetworks, type Port } from "../config/config.ts";
import { createImap, type ImapServer } from "../imap/server.ts";
import { createSubmission } from "../smtp/submission.ts";
import { secret } from "../store/accounts/secrets.ts";
import { listening, type Ports, takePort } from "./ports.ts";
import type { Listening } from "./tls.ts";

/** Starts the listeners that the settings ask for, and notes their ports. @returns what stops them */
export async function startMailListeners(
  core: Listening,
  ports: Ports,
): Promise<(graceMs: number) => Promise<void>> {
  const { config, database } = core;
  const { imapPort, imapsPort, submissionPort, submissionsPort } = config;
  const stops: ((graceMs: number) => Promise<void>)[] = [];
  if ([imapPort, imapsPort, submissionPort, submissionsPort].every((port) => port === null))
    return async () => {};
  const logins = createAppLogins({ ...core, mailDomain: config.mailDomain });
  const shared: Shared = {
    ...core,
    logins,
    mailHostname: config.mailHostname,
    trustedNetworks: config.trustedNetworks,
    allowPlaintextAuth: config.allowPlaintextAuth,
  };
  const open = async (setting: string, port: Port, server: Server) => {
    if (port === null) return null;
    await takePort(setting, port, () => listening(server, port, config.host));
    return (server.address() as AddressInfo).port;
  };
  const stop = async (graceMs: number) => {
    await Promise.all(stops.map((end) => end(graceMs)));
    await logins.stop();
  };
  try {
    if (imapPort !== null || imapsPort !== null) {
      const imap = imapServer(shared);
      stops.push((graceMs) => imap.stop(graceMs));
      ports.imap = await open("IMAP_PORT", imapPort, imap.plain);
      ports.imaps = await open("IMAPS_PORT", imapsPort, imap.secure);
    }
    if (submissionPort !== null || submissionsPort !== null) {
      const submission = createSubmission({
        ...shared,
        bounceSecret: await secret(database, "bounce"),
        firstMailSeconds: config.smtpFirstMailSeconds,
      });
      stops.push((graceMs) => submission.stop(graceMs));
      ports.submission = await open("SUBMISSION_PORT", submissionPort, submission.plain);
      ports.submissions = await open("SUBMISSIONS_PORT", submissionsPort, submission.secure);
    }
  } catch (error) {
    await stop(0);
    throw error;
  }
  return stop;
}

/** What both protocols need. */
type Shared = Listening &
  Pick<Config, "mailHostname" | "trustedNetworks" | "allowPlaintextAuth"> & {
    logins: AppLogins;
  };

function imapServer(shared: Shared): ImapServer {
  const { logins, trustedNetworks, config } = shared;
  return createImap({
    ...shared,
    mailDomain: config.mailDomain,
    plans: config.plans,
    authenticate: (credentials) =>
      logins.logIn({
        ...credentials,
        protocol: "imap",
        trusted: inNetworks(credentials.remoteAddress, trustedNetworks),
      }),
    isValid: logins.isValid,
  });
}
