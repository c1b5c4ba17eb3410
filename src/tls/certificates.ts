// The certificate of all listeners: from files, or self-signed and kept in DATA_DIR from the first start.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type Config, ConfigError, dataPath } from "../config.ts";
import type { Clock } from "../lib/clock.ts";
import { messageOf } from "../lib/failure.ts";
import { type Certificate, selfSignedCertificate } from "../lib/self-signed.ts";

/** @throws ConfigError when a named file cannot be read */
export function loadCertificate(config: Config, clock: Clock): Certificate {
  if (config.tls) {
    return {
      cert: readSetting("TLS_CERT_FILE", config.tls.certFile),
      key: readSetting("TLS_KEY_FILE", config.tls.keyFile),
    };
  }
  const certFile = dataPath(config, "tls-cert.pem");
  const keyFile = dataPath(config, "tls-key.pem");
  if (existsSync(certFile) && existsSync(keyFile)) {
    return { cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8") };
  }
  const made = selfSignedCertificate(config.mailHostname, clock.now());
  writeFileSync(keyFile, made.key, { mode: 0o600 });
  writeFileSync(certFile, made.cert);
  return made;
}

function readSetting(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigError(
      `${name}=${path} cannot be read: ${messageOf(error)}. Example: ${name}=/etc/ssl/mail.pem`,
    );
  }
}
