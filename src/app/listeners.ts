// The listeners: HTTP and HTTPS, inbound SMTP, submission, IMAP, metrics. Each returns its port and registers what
// stops it. Part of the composition root.

import type { AddressInfo, Server } from "node:net";
import { type AppLogins, createAppLogins } from "../../actors/account/access/app-logins.ts";
import { startKeyUse } from "../../actors/workers/key-use.ts";
import type { Config, Port } from "../config/config.ts";
import { createConsole, failureAnswer } from "../console/routes.ts";
import { isSignedIn } from "../console/session/session.ts";
import { createDav } from "../dav/server.ts";
import type { HttpDeps } from "../http/context.ts";
import { createHttp } from "../http/server.ts";
import { createImap } from "../imap/server.ts";
import { addressesOf } from "../lib/dns/dns.ts";
import type { Log } from "../lib/log.ts";
import { inNetworks } from "../lib/networks.ts";
import { mailService } from "../mail/client-settings.ts";
import { createInbound } from "../smtp/inbound.ts";
import { createSubmission } from "../smtp/submission.ts";
import type { Stop } from "./core.ts";
import { type MetricsPage, startMetricsListener } from "./metrics.ts";
import { baseUrlOf, listening, noPorts, type Ports, takeHttpPort, takePort } from "./ports.ts";
import { behindProxies } from "./proxy-protocol.ts";
import { httpsFront, type Listening } from "./tls.ts";

/**
 * Starts every listener that the settings ask for.
 * @param stops receives a function for each listener as soon as it runs, so that a failed start leaves none running
 * @throws Error for the operator, naming the setting of a port that cannot be taken
 */
export async function listen(core: Measured, stops: Stop[]): Promise<Ports> {
  const { config } = core;
  const logins = createAppLogins({ ...core, mailDomain: config.mailDomain });
  // Sessions end before the store of logins.
  const ends: Stop[] = [];
  stops.push(async (graceMs) => {
    await Promise.all(ends.map((end) => end(graceMs)));
    await logins.stop();
  });
  return listenAll({ ...core, logins }, ends);
}

async function listenAll(core: WithLogins, stops: Stop[]): Promise<Ports> {
  const { config } = core;
  let ports = noPorts;
  const { port: http, front } = await listenHttp(core, { stops, ports: () => ports });
  ports = { ...ports, http };
  const https = await open("HTTPS_PORT", config.httpsPort, { ...core, server: front.server });
  if (https !== null) stops.push(() => front.stop());
  ports = { ...ports, https, smtp: await listenSmtp(core, stops) };
  if (core.world) core.world.inbound(await listenToWorld(core, stops));
  ports = { ...ports, ...(await listenForPrograms(core, stops)) };
  ports = { ...ports, metrics: await startMetricsListener(core.config, { page: core.metrics, stops }) };
  return ports;
}

/** @returns the port that was taken; null: it is off */
async function open(
  setting: string,
  port: Port,
  { server, config, log }: { server: Server; config: Config; log: Log },
): Promise<number | null> {
  if (port === null) return null;
  if (config.proxyProtocol)
    behindProxies(server, { isProxy: (ip) => inNetworks(ip, config.trustedProxies), log });
  await takePort(setting, port, () => listening(server, port, config.host));
  return (server.address() as AddressInfo).port;
}

type Measured = Listening & { metrics: MetricsPage };
type WithLogins = Measured & { logins: AppLogins };

async function listenHttp(core: WithLogins, { stops, ports }: { stops: Stop[]; ports: () => Ports }) {
  const { config, metrics } = core;
  const keyUse = startKeyUse(core);
  stops.push(() => keyUse.stop());
  const stopping = new AbortController();
  const front = httpsFront(core, () => ports().http);
  const baseUrl = () => baseUrlOf(config, ports());
  const fetching = {
    resolve: config.dnsServers ? (host: string) => addressesOf(core.dns, host) : undefined,
    ca: core.extraCa,
  };
  const dav = createDav({ ...core, baseUrl, keyUsed: keyUse.used, mailHostname: config.mailHostname });
  const deps: HttpDeps = {
    ...core,
    mailHostname: config.mailHostname,
    baseUrl,
    keyUsed: keyUse.used,
    httpsClient: front.clientOf,
    mailService: () => mailService(config.mailHostname, ports()),
    metrics: () => metrics.text(),
    stopping: stopping.signal,
    clientDocuments: fetching,
    remotePictures: { ...fetching, allowed: core.pictureNetworks },
    handOver: (request: Request, client: { ip: string }) =>
      core.world?.handOver(request, client) ?? dav(request, client),
    failurePage: (request, failure) => failureAnswer(deps, request, failure),
    isSignedIn: (request: Request) => isSignedIn({ ...core, baseUrl }, request),
  };
  const pages = createConsole(deps);
  const http = createHttp(deps);
  http.use(pages.routes);
  stops.push(() => pages.idle());
  await takeHttpPort(core, (shared) => {
    // By default Elysia shares its port with every process that sets SO_REUSEPORT.
    http.listen({ hostname: config.host, port: config.port, reusePort: shared });
  });
  stops.push(async (graceMs) => {
    stopping.abort();
    await Promise.race([http.server!.stop(false), Bun.sleep(graceMs)]);
    await http.server!.stop(true);
  });
  return { port: http.server!.port!, front };
}

async function listenSmtp(core: Measured, stops: Stop[]): Promise<number | null> {
  const { config } = core;
  if (config.smtpPort === null) return null;
  const smtp = createInbound({
    ...core,
    mailHostname: config.mailHostname,
    trustedNetworks: config.trustedNetworks,
    delays: { greetingMs: config.smtpGreetingMs, tarpitMs: config.smtpTarpitMs },
    maxConnections: config.smtpMaxConnections,
    firstMailSeconds: config.smtpFirstMailSeconds,
  });
  const port = await open("SMTP_PORT", config.smtpPort, { ...core, server: smtp.server.server });
  stops.push((graceMs) => smtp.stop(graceMs));
  core.metrics.watchConnections("smtp", () => smtp.connections);
  return port;
}

/** Starts the inbound server once more, for mail of a world whose clients say in a PROXY header whom they are. */
async function listenToWorld(core: Measured, stops: Stop[]): Promise<number> {
  const { config, log } = core;
  const smtp = createInbound({
    ...core,
    mailHostname: config.mailHostname,
    trustedNetworks: [],
    delays: { greetingMs: 0, tarpitMs: 0 },
    maxConnections: config.smtpMaxConnections,
    firstMailSeconds: config.smtpFirstMailSeconds,
  });
  const { server } = smtp.server;
  behindProxies(server, { isProxy: () => true, log });
  await listening(server, 0, "127.0.0.1");
  stops.push((graceMs) => smtp.stop(graceMs));
  return (server.address() as AddressInfo).port;
}

/** Starts IMAP and submission, where mail programs log in with app passwords. */
async function listenForPrograms(core: WithLogins, stops: Stop[]): Promise<Partial<Ports>> {
  const { imapPort, imapsPort, submissionPort, submissionsPort } = core.config;
  const hasImap = imapPort !== null || imapsPort !== null;
  const hasSubmission = submissionPort !== null || submissionsPort !== null;
  if (!hasImap && !hasSubmission) return {};
  const ends: Stop[] = [];
  stops.push(async (graceMs) => void (await Promise.all(ends.map((end) => end(graceMs)))));
  const deps = { ...core, ...core.config };
  const imap = hasImap ? await listenImap(deps, ends) : {};
  return hasSubmission ? { ...imap, ...(await listenSubmission(deps, ends)) } : imap;
}

type ProgramDeps = Measured & Config & { logins: AppLogins };

async function listenImap(deps: ProgramDeps, ends: Stop[]): Promise<Partial<Ports>> {
  const { logins, trustedNetworks, config, metrics } = deps;
  const imap = createImap({
    ...deps,
    behindProxies: config.proxyProtocol,
    authenticate: (credentials) =>
      logins.logIn({
        ...credentials,
        protocol: "imap",
        trusted: inNetworks(credentials.remoteAddress, trustedNetworks),
      }),
    isValid: logins.isValid,
  });
  ends.push((graceMs) => imap.stop(graceMs));
  metrics.watchConnections("imap", () => imap.connections);
  return {
    imap: await open("IMAP_PORT", config.imapPort, { ...deps, server: imap.plain }),
    imaps: await open("IMAPS_PORT", config.imapsPort, { ...deps, server: imap.secure }),
  };
}

async function listenSubmission(deps: ProgramDeps, ends: Stop[]): Promise<Partial<Ports>> {
  const { config, metrics } = deps;
  const submission = createSubmission({ ...deps, firstMailSeconds: config.smtpFirstMailSeconds });
  ends.push((graceMs) => submission.stop(graceMs));
  metrics.watchConnections("submission", () => submission.connections);
  return {
    submission: await open("SUBMISSION_PORT", config.submissionPort, { ...deps, server: submission.plain }),
    submissions: await open("SUBMISSIONS_PORT", config.submissionsPort, {
      ...deps,
      server: submission.secure,
    }),
  };
}
