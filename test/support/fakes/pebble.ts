// Pebble, the test authority of Let's Encrypt (Debian: pebble): it validates for real, and refuses some good nonces.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../app/ports.ts";
import { programPath } from "../clients/programs.ts";
import { makeCertificate } from "./certificate.ts";

export interface Pebble {
  /** Settings of a server that is to ask it. */
  readonly env: Record<string, string>;
  /** What its certificates are verified by, PEM. */
  readonly root: string;
  /** What it has said so far. */
  readonly log: () => string;
  stop(): Promise<void>;
}

export const hasPebble = programPath("pebble") !== null;

/** @param options ports at which it looks for answers, and whom it asks for addresses */
export async function startPebble(options: {
  httpPort: number;
  tlsPort: number;
  dnsServer: string;
}): Promise<Pebble> {
  const dir = mkdtempSync(join(tmpdir(), "postroom-pebble-"));
  const { key, cert } = makeCertificate("127.0.0.1", "localhost");
  const file = (name: string, text: string) => {
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };
  const [port, managementPort] = [await freePort(), await freePort()];
  const caFile = file("cert.pem", cert);
  const config = file(
    "config.json",
    JSON.stringify({
      pebble: {
        listenAddress: `127.0.0.1:${port}`,
        managementListenAddress: `127.0.0.1:${managementPort}`,
        certificate: caFile,
        privateKey: file("key.pem", key),
        httpPort: options.httpPort,
        tlsPort: options.tlsPort,
      },
    }),
  );
  const child = Bun.spawn(["pebble", "-strict", "-config", config, "-dnsserver", options.dnsServer], {
    env: {
      PATH: process.env.PATH,
      PEBBLE_VA_NOSLEEP: "1",
      PEBBLE_WFE_NONCEREJECT: "20",
      PEBBLE_AUTHZREUSE: "0",
    },
    stdin: "ignore",
    stdout: Bun.file(join(dir, "log")),
    stderr: Bun.file(join(dir, "errors")),
  });
  let root: string | null = null;
  while (root === null) {
    if (child.exitCode !== null) {
      const errors = await Bun.file(join(dir, "errors")).text();
      rmSync(dir, { recursive: true, force: true });
      // Somebody else took the free port first.
      if (errors.includes("address already in use")) return startPebble(options);
      throw new Error(`pebble ended: ${errors}`);
    }
    root = await fetch(`https://127.0.0.1:${managementPort}/roots/0`, { tls: { ca: cert } }).then(
      (response) => response.text(),
      () => null,
    );
    if (root === null) await Bun.sleep(20);
  }
  return {
    env: {
      ACME_EMAIL: "admin@agents.example",
      ACME_DIRECTORY_URL: `https://127.0.0.1:${port}/dir`,
      ACME_CA_FILE: caFile,
    },
    root,
    log: () => readFileSync(join(dir, "log"), "utf8"),
    async stop() {
      child.kill("SIGKILL");
      await child.exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
