// Where the program finds its server and key when it is a client: from the environment, else from a file that `login` wrote
// and that its owner alone may read.
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { ConfigError } from "./config.ts";

export interface ClientSettings {
  /** Without /api/v1. */
  url: string;
  key: string;
}

const ownerOnly = 0o600;

/** The file of `postroom login`. */
function credentialsFile(): string {
  const { XDG_CONFIG_HOME } = clientEnvironment();
  return join(XDG_CONFIG_HOME ?? join(homedir(), ".config"), "postroom/credentials.json");
}

/** @throws ConfigError that says what to do when there is no key, or others may read it */
export function readClientSettings(): ClientSettings {
  const { POSTROOM_URL, POSTROOM_KEY } = clientEnvironment();
  const stored = POSTROOM_URL && POSTROOM_KEY ? null : storedSettings();
  const url = POSTROOM_URL ?? stored?.url ?? "http://localhost:3000";
  const key = POSTROOM_KEY ?? stored?.key;
  if (!key) throw new ConfigError("There is no API key. Set POSTROOM_KEY, or run: postroom login URL");
  return { url, key };
}

/** Return POSTROOM_KEY without reading the key file. */
export function givenKey(): string | undefined {
  return clientEnvironment().POSTROOM_KEY;
}

/** The key of another Postroom that `doctor --peer` asks. */
export function peerKey(): string | undefined {
  return clientEnvironment().POSTROOM_PEER_KEY;
}

/** Credentials by which `setup --dns` writes a zone. */
export function dnsAccess(): Partial<Record<"server" | "key" | "token" | "url", string>> {
  const { POSTROOM_DNS_SERVER, POSTROOM_DNS_KEY, POSTROOM_DNS_TOKEN, POSTROOM_DNS_URL } = process.env;
  const given = {
    server: POSTROOM_DNS_SERVER,
    key: POSTROOM_DNS_KEY,
    token: POSTROOM_DNS_TOKEN,
    url: POSTROOM_DNS_URL,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value));
}

function clientEnvironment(): {
  POSTROOM_URL?: string;
  POSTROOM_KEY?: string;
  POSTROOM_PEER_KEY?: string;
  XDG_CONFIG_HOME?: string;
} {
  const { POSTROOM_URL, POSTROOM_KEY, POSTROOM_PEER_KEY, XDG_CONFIG_HOME } = process.env;
  return Object.fromEntries(
    Object.entries({ POSTROOM_URL, POSTROOM_KEY, POSTROOM_PEER_KEY, XDG_CONFIG_HOME }).filter(
      ([, value]) => value,
    ),
  );
}

function storedSettings(): ClientSettings | null {
  const file = credentialsFile();
  if (!existsSync(file)) return null;
  if ((statSync(file).mode & 0o077) !== 0)
    throw new ConfigError(`Others may read ${file}. Run: chmod 600 ${file}`);
  try {
    return JSON.parse(readFileSync(file, "utf8")) as ClientSettings;
  } catch {
    throw new ConfigError(`${file} cannot be read. Run again: postroom login URL`);
  }
}

export function storeClientSettings(settings: ClientSettings): string {
  const file = credentialsFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(settings)}\n`, { mode: ownerOnly });
  chmodSync(file, ownerOnly);
  return file;
}
