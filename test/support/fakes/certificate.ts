// Self-signed certificates for tests, made once a run with openssl.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

/** @param names DNS names, or IP addresses, that the certificate is for */
export function makeCertificate(...names: string[]): TestCertificate {
  return make(names, null);
}

/** Issued by an authority that nobody knows. @param names as above */
export function issuedCertificate(...names: string[]): TestCertificate {
  return make(names, makeCertificate("authority.example"));
}

/** Issued by this authority; the server sends both. */
export function issuedBy(authority: TestCertificate, ...names: string[]): TestCertificate {
  const { key, cert } = make(names, authority);
  return { key, cert: cert + authority.cert };
}

function make(names: readonly string[], authority: TestCertificate | null): TestCertificate {
  const dir = mkdtempSync(join(tmpdir(), "postroom-cert-"));
  try {
    const alternatives = names
      .map((name) => (/^[\d.]+$|:/.test(name) ? `IP:${name}` : `DNS:${name}`))
      .join(",");
    if (authority) {
      writeFileSync(join(dir, "ca.pem"), authority.cert);
      writeFileSync(join(dir, "ca-key.pem"), authority.key);
    }
    const issuer = authority ? ["-CA", join(dir, "ca.pem"), "-CAkey", join(dir, "ca-key.pem")] : [];
    const made = Bun.spawnSync([
      ...["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
      ...["-keyout", join(dir, "key.pem"), "-out", join(dir, "cert.pem"), "-days", "3650"],
      ...issuer,
      ...["-subj", `/CN=${authority ? "issued" : "test"}`, "-addext", `subjectAltName=${alternatives}`],
    ]);
    if (made.exitCode !== 0) throw new Error(`openssl: ${made.stderr.toString()}`);
    return {
      key: readFileSync(join(dir, "key.pem"), "utf8"),
      cert: readFileSync(join(dir, "cert.pem"), "utf8"),
    };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
