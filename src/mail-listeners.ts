// Wires the listeners that mail programs use: IMAP and submission. Part of the composition root.
import type { AddressInfo, Server } from "node:net";
import { createAppLogins } from "../actors/account/app-logins.ts";
import type { Core, Ports } from "./app.ts";
import { inNetworks, type Port } from "./config.ts";
import { createImap } from "./imap/server.ts";
import { loadCertificate } from "./tls/certificates.ts";

/** Takes a port; what goes wrong names the setting. */
export type Take = (setting: string, port: number, take: () => Promise<void>) => Promise<void>;

/** Starts the listeners that the settings ask for, and notes their ports. @returns what stops them */
export async function startMailListeners(
  core: Core,
  ports: Ports,
  take: Take,
): Promise<(graceMs: number) => Promise<void>> {
  const { config, clock } = core;
  const { imapPort, imapsPort, trustedNetworks } = config;
  if (imapPort === null && imapsPort === null) return async () => {};
  const logins = createAppLogins({ ...core, mailDomain: config.mailDomain });
  const certificate = loadCertificate(config, clock);
  const imap = createImap({
    ...core,
    certificate,
    trustedNetworks,
    mailHostname: config.mailHostname,
    allowPlaintextAuth: config.allowPlaintextAuth,
    signupBytes: config.signupPlan.storageMb * 1024 * 1024,
    authenticate: (credentials) =>
      logins.logIn({
        ...credentials,
        protocol: "imap",
        trusted: inNetworks(credentials.remoteAddress, trustedNetworks),
      }),
    isValid: logins.isValid,
  });
  const open = async (setting: string, port: Port, server: Server) => {
    if (port === null) return null;
    await take(setting, port, () => listening(server, { port, host: config.host }));
    return (server.address() as AddressInfo).port;
  };
  ports.imap = await open("IMAP_PORT", imapPort, imap.plain);
  ports.imaps = await open("IMAPS_PORT", imapsPort, imap.secure);
  return async (graceMs) => {
    await imap.stop(graceMs);
    await logins.stop();
  };
}

function listening(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, host, resolve);
  return promise;
}
