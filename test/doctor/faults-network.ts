// Faults of certificates, ports, clock, relay and spam scanner.
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer as createHttp } from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTls } from "node:tls";
import { systemClock } from "../../src/lib/clock.ts";
import { freePort } from "../support/app/ports.ts";
import { issuedCertificate, makeCertificate } from "../support/fakes/certificate.ts";
import { smtpError, startMxServer } from "../support/fakes/mx-server.ts";
import type { Fault, Made } from "./faults-dns.ts";
import { domain, host } from "./machine.ts";

/** A port whose listener shows another certificate. */
async function showing(names: string[]): Promise<Made> {
  const server = createTls(issuedCertificate(...names), (socket) => socket.on("error", () => {}));
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ports: { imaps: (server.address() as AddressInfo).port, smtp: null, https: null, submissions: null },
    undo: () => server.close(),
  };
}

/** A server on this machine that answers so. */
async function answering(status: number, body = ""): Promise<{ port: number; undo: () => unknown }> {
  const server = createHttp((_request, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, undo: () => server.close() };
}

function notReady(why: string): Fault["make"] {
  return async () => {
    const { port, undo } = await answering(503, JSON.stringify({ status: why }));
    return { ports: { http: port }, undo };
  };
}

function collector(status: number): Fault["make"] {
  return async () => {
    const { port, undo } = await answering(status);
    return { config: { otlpEndpoint: `http://127.0.0.1:${port}` }, undo };
  };
}

const years = (count: number) => ({ now: () => systemClock.now() + count * 365.25 * 86_400_000 });

export const networkFaults: readonly Fault[] = [
  {
    code: "certificate.self_signed",
    remedy: /authority has signed/,
    make: () => ({ options: { ca: null } }),
  },
  { code: "certificate.expired", remedy: /TLS_CERT_FILE/, make: () => ({ clock: years(11) }) },
  { code: "certificate.expires_soon", remedy: /TLS_CERT_FILE/, make: () => ({ clock: years(9.97) }) },
  { code: "certificate.not_yet_valid", remedy: /clock/, make: () => ({ clock: years(-2) }) },
  { code: "certificate.other_name", remedy: /mx\.agents\.example/, make: () => showing(["old.example"]) },
  { code: "certificate.untrusted", remedy: /whole chain/, make: () => showing([host]) },
  {
    code: "certificate.no_tls",
    remedy: /log/,
    make: async () => ({ ports: { imaps: await freePort(), smtp: null, https: null, submissions: null } }),
  },
  { code: "clock.off", remedy: /NTP/, make: ({ around }) => behind(around.web, 3600) },
  {
    code: "clock.no_answer",
    remedy: /HTTPS/,
    make: async () => ({ options: { clockUrl: `http://127.0.0.1:${await freePort()}` } }),
  },
  { code: "server.not_running", remedy: /postroom serve/, make: () => ({ ports: null }) },
  {
    code: "server.not_ready",
    remedy: /log/,
    async make() {
      const { port, undo } = await answering(503);
      return { ports: { http: port }, undo };
    },
  },
  {
    code: "server.not_ready",
    remedy: /holds the lock/,
    record: /pg_locks/,
    make: notReady("database tables are locked"),
  },
  { code: "server.not_ready", remedy: /Make room/, make: notReady("disk full") },
  { code: "server.not_ready", remedy: /restore the last backup/, make: notReady("data directory is gone") },
  { code: "server.not_ready", remedy: /primary/, make: notReady("database is read only") },
  {
    code: "telemetry.unreachable",
    remedy: /4318/,
    make: async () => ({ config: { otlpEndpoint: `http://127.0.0.1:${await freePort()}` } }),
  },
  {
    code: "telemetry.unreachable",
    remedy: /of a network that you trust\. .*port 4318/,
    make: ({ around }) => ({ config: { otlpEndpoint: `https://127.0.0.1:${around.relay.port}` } }),
  },
  { code: "telemetry.refused", remedy: /OTEL_EXPORTER_OTLP_HEADERS/, make: collector(401) },
  { code: "telemetry.refused", remedy: /without .v1.traces/, make: collector(404) },
  {
    code: "base_url.elsewhere",
    remedy: /lead here/,
    record: /^BASE_URL=https:/,
    async make({ around: { certificate } }) {
      const { cert, key } = certificate;
      const server = createHttps({ cert, key }, (_request, response) => response.end("Welcome to nginx!"));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      return {
        options: { policyServer: { address: "127.0.0.1", port } },
        undo: () => server.close(),
      };
    },
  },
  {
    code: "base_url.unreachable",
    remedy: /DNS records/,
    make: async () => ({ options: { policyServer: { address: "127.0.0.1", port: await freePort() } } }),
  },
  {
    code: "sign_in.unreachable",
    remedy: /of a network that you trust\. .*openid-configuration/,
    make: ({ around }) => ({
      config: { oidcIssuer: `https://127.0.0.1:${around.relay.port}`, oidcClientId: "x" },
    }),
  },
  {
    code: "sign_in.unreachable",
    remedy: /openid-configuration/,
    make: async () => ({ config: { oidcIssuer: `http://127.0.0.1:${await freePort()}`, oidcClientId: "x" } }),
  },
  {
    code: "sign_in.unreachable",
    remedy: /letter for letter/,
    async make() {
      const server = createHttp((_request, response) => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ issuer: "https://other.example" }));
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      return {
        config: { oidcIssuer: `http://127.0.0.1:${port}`, oidcClientId: "x" },
        undo: () => server.close(),
      };
    },
  },
  ...[{}, { "www-authenticate": "Basic" }].map((challenge) => ({
    code: "sign_in.client_refused",
    remedy: /secret has expired/,
    async make() {
      const server = createHttp((request, response) => {
        const issuer = `http://${request.headers.host}`;
        const isToken = request.url === "/token";
        response.writeHead(isToken ? 401 : 200, {
          "content-type": "application/json",
          ...(isToken ? challenge : {}),
        });
        response.end(
          JSON.stringify(
            isToken
              ? { error: "invalid_client", error_description: "The client secret has expired" }
              : { issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` },
          ),
        );
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      return {
        config: { oidcIssuer: `http://127.0.0.1:${port}`, oidcClientId: "x", oidcClientSecret: "old" },
        undo: () => server.close(),
      };
    },
  })),
  {
    code: "certificate.files_unusable",
    remedy: /user may read/,
    make: () => ({ config: { tls: { certFile: "/nowhere/cert.pem", keyFile: "/nowhere/key.pem" } } }),
  },
  {
    code: "certificate.files_unusable",
    remedy: /Name the two that belong together/,
    make() {
      const folder = mkdtempSync(join(tmpdir(), "tls-"));
      const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
      writeFileSync(certFile, makeCertificate("one.example").cert);
      writeFileSync(keyFile, makeCertificate("other.example").key);
      return { config: { tls: { certFile, keyFile } } };
    },
  },
  { code: "ports.closed", remedy: /Restart/, make: async () => ({ ports: { imaps: await freePort() } }) },
  {
    code: "ports.smtp_off",
    remedy: /port 25/,
    record: /SMTP_PORT=25/,
    make: () => ({ config: { smtpPort: null }, ports: { smtp: null } }),
  },
  {
    code: "greeting.other_name",
    remedy: /restart/,
    async make() {
      const server = await startMxServer({ name: "proxy.example" });
      return { ports: { smtp: server.port }, undo: server.stop };
    },
  },
  {
    code: "greeting.no_starttls",
    remedy: /inspection/,
    async make() {
      const server = await startMxServer({ name: host, disabledCommands: ["STARTTLS"] });
      return { ports: { smtp: server.port }, undo: server.stop };
    },
  },
  { code: "greeting.no_greeting", remedy: /log/, make: async () => ({ ports: { smtp: await freePort() } }) },
  {
    code: "relay.unreachable",
    remedy: /^Start it, or correct its host and port\. No mail goes out until then\.$/,
    make: async () => ({ config: { smtpRelayUrl: `smtp://127.0.0.1:${await freePort()}` } }),
  },
  {
    code: "relay.unreachable",
    remedy: /^Name the port at which TLS begins at once.* smtps:/,
    make: ({ around }) => ({ config: { smtpRelayUrl: `smtps://127.0.0.1:${around.relay.port}` } }),
  },
  {
    code: "relay.login_refused",
    remedy: /percent-encoded/,
    make: ({ around }) => ({ config: { smtpRelayUrl: `smtp://u:wrong@127.0.0.1:${around.relay.port}` } }),
  },
  // Relays refuse a sender that they do not know at MAIL or at RCPT.
  ...(["onMailFrom", "onRcptTo"] as const).map((at) => ({
    code: "relay.sender_refused",
    remedy: /verified there.*add agents\.example=mx to SMTP_RELAY_DOMAINS/,
    async make() {
      const refuse = (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
        done(smtpError(553, "5.7.1 not owned by user"));
      const server = await startMxServer({ name: host, [at]: refuse });
      return {
        config: { smtpRelayUrl: `smtp://127.0.0.1:${server.port}` },
        options: { relay: false },
        undo: () => server.stop(),
      };
    },
  })),
  {
    code: "relay.not_arrived",
    remedy: /port 25/,
    make({ around }) {
      const before = around.relayTakes.deliver;
      around.relayTakes.deliver = null;
      return { limits: { arrivalSeconds: 0.2 }, undo: () => (around.relayTakes.deliver = before) };
    },
  },
  {
    code: "mail.refused",
    remedy: /log/,
    async make() {
      const onRcptTo = (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
        done(smtpError(550, "5.7.1 no"));
      const server = await startMxServer({ name: host, onRcptTo });
      return { ports: { smtp: server.port }, undo: server.stop };
    },
  },
  {
    code: "mail.not_stored",
    remedy: /another database/,
    async make() {
      const server = await startMxServer({ name: host });
      return { ports: { smtp: server.port }, undo: server.stop };
    },
  },
  {
    code: "mail.no_recipient",
    remedy: /identities create/,
    make: () => ({ options: { recipient: `nobody@${domain}` } }),
  },
  {
    code: "rspamd.no_answer",
    remedy: /RSPAMD_URL/,
    make: async ({ t }) => ({
      config: { rspamd: { ...t.config.rspamd!, url: `http://127.0.0.1:${await freePort()}` } },
    }),
  },
  {
    code: "rspamd.no_answer",
    remedy: /of a network that you trust\. .*RSPAMD_URL/,
    make: ({ t, around }) => ({
      config: { rspamd: { ...t.config.rspamd!, url: `https://127.0.0.1:${around.relay.port}` } },
    }),
  },
  {
    code: "rspamd.password",
    remedy: /RSPAMD_PASSWORD/,
    make: ({ t }) => ({ config: { rspamd: { ...t.config.rspamd!, password: "old" } } }),
  },
  {
    code: "rspamd.no_controller",
    remedy: /RSPAMD_CONTROLLER_URL/,
    make: async ({ t }) => ({
      config: { rspamd: { ...t.config.rspamd!, controllerUrl: `http://127.0.0.1:${await freePort()}` } },
    }),
  },
];

function behind(web: { secondsBehind: number }, seconds: number): Made {
  web.secondsBehind = seconds;
  return { undo: () => (web.secondsBehind = 0) };
}
