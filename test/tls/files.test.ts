// Files of TLS_CERT_FILE and TLS_KEY_FILE that cannot be used: the refusal names which of the two is wrong, and what to do.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../src/config/config.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { messageOf } from "../../src/lib/failure.ts";
import { silentLog } from "../../src/lib/log.ts";
import type { Database } from "../../src/store/database/database.ts";
import { Certificates } from "../../src/tls/certificates.ts";
import { makeCertificate } from "../support/fakes/certificate.ts";

const dir = mkdtempSync(join(tmpdir(), "postroom-pair-"));
afterAll(() => rmSync(dir, { recursive: true }));
const pair = makeCertificate("mx.agents.example");
const other = makeCertificate("other.example");

/** The refusal; "taken" where there is none. */
function said(cert: string, key: string): string {
  const files = { TLS_CERT_FILE: join(dir, "cert.pem"), TLS_KEY_FILE: join(dir, "key.pem") };
  writeFileSync(files.TLS_CERT_FILE, cert);
  writeFileSync(files.TLS_KEY_FILE, key);
  return opened(files);
}

function opened(files: Record<string, string>): string {
  try {
    const config = readConfig(files);
    // Certificates of files need no database.
    new Certificates({ config, clock: systemClock, log: silentLog, database: null as unknown as Database });
    return "taken";
  } catch (error) {
    return messageOf(error);
  }
}

test("a pair is taken, and each wrong one is told from the others", () => {
  const { stdout: locked } = Bun.spawnSync(["openssl", "pkey", "-aes256", "-passout", "pass:x"], {
    stdin: Buffer.from(pair.key),
  });
  expect(said(pair.cert, pair.key)).toBe("taken");
  expect(said(pair.cert, other.key)).toStartWith("The key in TLS_KEY_FILE is not the one of the certificate");
  expect(said(pair.cert, locked.toString())).toStartWith("The key in TLS_KEY_FILE has a pass phrase");
  expect(said(pair.key, pair.cert)).toStartWith("TLS_CERT_FILE holds a private key. Name the certificate");
  expect(said("hello", pair.key)).toStartWith("TLS_CERT_FILE holds no certificate in PEM.");
  expect(said(pair.cert, "hello")).toStartWith("TLS_KEY_FILE holds no private key in PEM.");
});

test("a file that is not there is named, with an example of its own setting", () => {
  writeFileSync(join(dir, "cert.pem"), pair.cert);
  const key = join(dir, "nothing.pem");
  expect(opened({ TLS_CERT_FILE: join(dir, "cert.pem"), TLS_KEY_FILE: key })).toMatch(
    /^TLS_KEY_FILE=\S+nothing\.pem cannot be read: .*Example: TLS_KEY_FILE=\/etc\/ssl\/mail\.key$/,
  );
});
