// The certificates of all listeners: from files, which are read again when they change; from the database, where ACME stores one
// for each host name; or self-signed and kept in DATA_DIR from the first start. A listener looks one up at every handshake that
// names a host, and is notified when the default one changes: nothing needs a restart.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { SecureContext } from "node:tls";
import { type Config, ConfigError, dataPath } from "../config/config.ts";
import type { Clock } from "../lib/clock.ts";
import { messageOf } from "../lib/failure.ts";
import type { Log } from "../lib/log.ts";
import { type Certificate, selfSignedCertificate } from "../lib/self-signed.ts";
import type { Database } from "../store/database/database.ts";
import { findCertificate } from "../store/domains/certificates.ts";
import { createHostContexts, type HostContexts } from "./host-contexts.ts";
import { contextOf, tlsOptions } from "./options.ts";

export interface CertificateStoreDeps {
  config: Config;
  database: Database;
  clock: Clock;
  log: Log;
}

/** Whether the certificate is not self-signed. */
export function isTrusted({ tls, acme }: Pick<Config, "tls" | "acme">): boolean {
  return tls !== null || acme !== null;
}

export class Certificates {
  readonly #deps: CertificateStoreDeps;
  readonly #hosts: HostContexts | null;
  readonly #listeners: ((certificate: Certificate) => void)[] = [];
  #current: Certificate;
  #context: SecureContext;
  /** Inode, size and time of the files that were read last. */
  #stamp = "";
  #lastError = "";

  /** @throws ConfigError when the named files cannot be used */
  constructor(deps: CertificateStoreDeps) {
    this.#deps = deps;
    const { tls, acme } = deps.config;
    if (tls) {
      this.#stamp = stampOf(tls);
      this.#current = readFiles(tls);
      this.#context = usable(this.#current);
    } else {
      this.#current = selfSigned(deps);
      this.#context = contextOf(this.#current);
    }
    this.#hosts = tls === null && acme !== null ? createHostContexts(deps) : null;
  }

  /** The default certificate: for clients that name no host, or a host without its own. */
  get current(): Certificate {
    return this.#current;
  }

  get context(): SecureContext {
    return this.#context;
  }

  /** The SNICallback of node:tls. RFC 6066 3 */
  readonly sni = (host: string, done: (error: Error | null, context?: SecureContext) => void): void => {
    const useDefault = () => done(null, this.#context);
    if (!this.#hosts) useDefault();
    else this.#hosts.of(host).then((context) => done(null, context ?? this.#context), useDefault);
  };

  /** Options for a listener of node:tls or smtp-server; `onChange` reports later certificates. */
  get options() {
    return { ...this.#current, ...tlsOptions, SNICallback: this.sni };
  }

  onChange(listener: (certificate: Certificate) => void): void {
    this.#listeners.push(listener);
  }

  /** Looks for a newer certificate. One that cannot be used is logged once, and the old one stays. */
  async refresh(): Promise<void> {
    const { config, database, log } = this.#deps;
    try {
      const found = config.tls
        ? this.#changedFiles(config.tls)
        : this.#hosts && (await findCertificate(database, config.mailHostname));
      this.#lastError = "";
      if (!found || found.cert === this.#current.cert) return;
      this.#context = usable(found);
      this.#current = { cert: found.cert, key: found.key };
      for (const listener of this.#listeners) listener(this.#current);
      log.info("there is a new certificate", { host: config.mailHostname });
    } catch (error) {
      const message = messageOf(error);
      if (message !== this.#lastError)
        log.warn("a certificate cannot be used; the old one stays", { error: message });
      this.#lastError = message;
    }
  }

  /** While only one of the two files is replaced the pair is invalid: the stamp stays, so that both are read again. */
  #changedFiles(tls: NonNullable<Config["tls"]>): Certificate | null {
    const stamp = stampOf(tls);
    if (stamp === this.#stamp) return null;
    const found = readFiles(tls);
    usable(found);
    this.#stamp = stamp;
    return found;
  }
}

/** Why a start, or the next reading, would refuse the files of TLS_CERT_FILE and TLS_KEY_FILE, and what to do; null: it would not. */
export function whyFilesUnusable(tls: NonNullable<Config["tls"]>): string | null {
  try {
    usable(readFiles(tls));
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** @throws ConfigError when they are not a certificate and its key */
function usable(certificate: Certificate): SecureContext {
  try {
    return contextOf(certificate);
  } catch (error) {
    throw new ConfigError(whyUnusable(certificate, messageOf(error)));
  }
}

function whyUnusable({ cert, key }: Certificate, reason: string): string {
  const isKey = (text: string) => /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text);
  if (!cert.includes("-----BEGIN CERTIFICATE-----"))
    return `TLS_CERT_FILE holds ${isKey(cert) ? "a private key" : "no certificate in PEM"}. Name the certificate there, with its chain below it (fullchain.pem).`;
  if (!isKey(key))
    return "TLS_KEY_FILE holds no private key in PEM. Name the key there with which the certificate was ordered (privkey.pem).";
  if (/DECRYPT|PASSWORD|ENCRYPTED/i.test(reason) || /ENCRYPTED/.test(key))
    return "The key in TLS_KEY_FILE has a pass phrase, which a service cannot type. Write it without one: openssl pkey -in KEY -out NEW, and chmod 600 NEW.";
  if (reason.includes("KEY_VALUES_MISMATCH"))
    return "The key in TLS_KEY_FILE is not the one of the certificate in TLS_CERT_FILE. Name the two that belong together: openssl x509 -noout -pubkey -in CERT and openssl pkey -pubout -in KEY print the same.";
  return `TLS_CERT_FILE and TLS_KEY_FILE are no certificate and its key (${reason}). Name a chain and its private key, both PEM.`;
}

function readFiles({ certFile, keyFile }: NonNullable<Config["tls"]>): Certificate {
  return { cert: readSetting("TLS_CERT_FILE", certFile), key: readSetting("TLS_KEY_FILE", keyFile) };
}

function readSetting(name: "TLS_CERT_FILE" | "TLS_KEY_FILE", path: string): string {
  const example = name === "TLS_CERT_FILE" ? "/etc/ssl/mail.pem" : "/etc/ssl/mail.key";
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigError(
      `${name}=${path} cannot be read: ${messageOf(error)}. Name a file that is there and that this user may read. Example: ${name}=${example}`,
    );
  }
}

function stampOf({ certFile, keyFile }: NonNullable<Config["tls"]>): string {
  return [certFile, keyFile]
    .map((path) => {
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : "none";
    })
    .join(", ");
}

/** The self-signed certificate in DATA_DIR, or a new one when there is none or a crash left half of it. */
function selfSigned({ config, clock, log }: CertificateStoreDeps): Certificate {
  const certFile = dataPath(config, "tls-cert.pem");
  const keyFile = dataPath(config, "tls-key.pem");
  if (existsSync(certFile) && existsSync(keyFile)) {
    const kept = { cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8") };
    try {
      contextOf(kept);
      return kept;
    } catch (error) {
      log.warn("the self-signed certificate cannot be used; a new one is made", {
        file: certFile,
        error: messageOf(error),
      });
    }
  }
  const made = selfSignedCertificate(config.mailHostname, clock.now());
  writeFileSync(keyFile, made.key, { mode: 0o600 });
  writeFileSync(certFile, made.cert);
  return made;
}
