// Readers of settings' texts: a number, a port, an address, a URL. Each refuses what it cannot read.
import { existsSync } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";
import { spanSeconds } from "../lib/clock.ts";
import { readKeep } from "../lib/keep.ts";
import { type Network, parseNetwork } from "../lib/networks.ts";
import { usualSchedule } from "./plans.ts";

export type Env = Record<string, string | undefined>;

/** A port number; 0: any free port; null: off. */
export type Port = number | null;

/** Reads the text of a setting, which is trimmed and not empty. */
export type Reader<T> = (value: string, refuse: RefuseValue) => T;

/** Throws. `shown` stands for a value that may contain a secret, or for the wrong part of a list. */
type RefuseValue = (problem: string, shown?: string) => never;

/** An invalid setting; the message names it, says what is wrong and gives an example. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export const text = (value: string): string => value;

export function integerFrom(least: number): Reader<number> {
  return (value, refuse) => {
    const number = Number(value);
    return Number.isSafeInteger(number) && number >= least
      ? number
      : refuse(`must be a whole number from ${least}`);
  };
}

/** Timers of the runtime take no more: a longer one would end at once. */
const maxTimerMs = 2 ** 31 - 1;

export function milliseconds(least: number): Reader<number> {
  return (value, refuse) => {
    const number = integerFrom(least)(value, refuse);
    return number <= maxTimerMs ? number : refuse(`must be a whole number from ${least} to ${maxTimerMs}`);
  };
}

/** A number, or null for "none". */
export function integerOrNone(value: string, refuse: RefuseValue): number | null {
  return value.toLowerCase() === "none" ? null : integerFrom(0)(value, refuse);
}

export function port(value: string, refuse: RefuseValue): Port {
  if (value === "off") return null;
  const number = Number(value);
  return /^\d+$/.test(value) && number <= 65535 ? number : refuse("must be a port from 0 to 65535, or off");
}

export function httpPort(value: string, refuse: RefuseValue): number {
  return port(value, refuse) ?? refuse("must be a number: the API cannot be off");
}

export function oneOf<const T extends string>(...choices: T[]): Reader<T> {
  return (value, refuse) =>
    choices.find((choice) => choice === value.toLowerCase()) ??
    refuse(`must be one of ${choices.join(", ")}`);
}

export function onOff(value: string, refuse: RefuseValue): boolean {
  return oneOf("on", "off")(value, refuse) === "on";
}

export function address(value: string, refuse: RefuseValue): string {
  return value === "localhost" || ipaddr.isValid(value) ? value : refuse("must be an IP address");
}

const domainLabel = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?$/;

export function domain(value: string, refuse: RefuseValue): string {
  const ascii = domainToASCII(value.toLowerCase());
  if (isIP(ascii) !== 0) refuse("must be a domain name, not an address", value);
  return ascii.length <= 253 && ascii.split(".").every((label) => domainLabel.test(label))
    ? ascii
    : refuse("must be a domain name", value);
}

export function domains(value: string, refuse: RefuseValue): readonly string[] {
  return listed(value).map((part) => domain(part, refuse));
}

export function email(value: string, refuse: RefuseValue): string {
  return /^[^@\s]+@[^@\s]+$/.test(value) ? value : refuse("must be an email address");
}

export function emailOrOff(value: string, refuse: RefuseValue): string | null {
  return value.toLowerCase() === "off" ? null : email(value, refuse);
}

export function urlOf(...protocols: string[]): Reader<string> {
  return (value, refuse) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol)
      ? value
      : // The value may contain a password: the message leaves it out.
        refuse(`must be a URL that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`, "…");
}

/** The URL of a server with its user and password, in which signs of a URL's own are percent-encoded. RFC 3986 3.2.1 */
export function loginUrlOf(...protocols: string[]): Reader<string> {
  const asUrl = urlOf(...protocols);
  return (value, refuse) =>
    hasPlainSigns(value, protocols) ? refusePlainSigns(refuse) : asUrl(value, refuse);
}

function refusePlainSigns(refuse: RefuseValue): never {
  return refuse(
    "has a sign in its user or password that means something else in a URL: write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25",
    "…",
  );
}

/** The sign that ends the host stands before the @, so that a piece of the password is read as the host or its port. */
function hasPlainSigns(value: string, protocols: readonly string[]): boolean {
  const protocol = protocols.find((one) => value.toLowerCase().startsWith(`${one}//`));
  if (protocol === undefined) return false;
  const rest = value.slice(protocol.length + 2);
  const url = URL.parse(value);
  if (url === null) return /[/?#]/.test(rest.slice(0, Math.max(0, rest.lastIndexOf("@"))));
  const parts = [url.username, url.password];
  // with a user before the host, an @ behind it is a name's: of a database, or ?user=me@example
  const isBehind =
    parts.join("") === "" && (`${url.pathname}${url.hash}`.includes("@") || /^\?[^=@]*@/.test(url.search));
  return isBehind || parts.some((part) => !isEncoded(part));
}

function isEncoded(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** OpenID Connect Discovery 1.0, 3: https, without query or fragment; http for a program of this machine alone. */
export function issuerUrl(value: string, refuse: RefuseValue): string {
  const url = URL.parse(urlOf("https:", "http:")(value, refuse));
  if (url?.protocol === "http:" && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
    refuse("must begin with https://");
  return url === null || url.search !== "" || url.hash !== "" || url.username !== ""
    ? refuse("must be a URL without query, fragment and user")
    : value;
}

/** `GROUP=ROLE,…`, each group once. */
export function groupRoles(
  value: string,
  refuse: RefuseValue,
): ReadonlyMap<string, "owner" | "member" | "reviewer"> {
  const pairs = listed(value).map((part) => {
    const at = part.lastIndexOf("=");
    const group = part.slice(0, Math.max(0, at)).trim();
    if (group === "") refuse(`has "${part}", which is no GROUP=ROLE`);
    return [group, oneOf("owner", "member", "reviewer")(part.slice(at + 1).trim(), refuse)] as const;
  });
  const roles = new Map(pairs);
  return roles.size === pairs.length ? roles : refuse("names a group twice");
}

/** One URL may name several hosts: a.example.com:5432,b.example.com. PostgreSQL 34.1.1.2 */
export function databaseUrl(value: string, refuse: RefuseValue): string {
  const first = value.replace(/^(\w+:\/\/(?:[^@/?]*@)?[^,/?]+)(?:,[^,/?]+)+/, "$1");
  loginUrlOf("postgres:", "postgresql:")(first, refuse);
  return value;
}

export function networks(value: string, refuse: RefuseValue): readonly Network[] {
  return listed(value)
    .filter((part) => part !== "")
    .map((part) => {
      try {
        return parseNetwork(part);
      } catch {
        return refuse(`has "${part}", which is neither an address nor a network`);
      }
    });
}

export function dnsServers(value: string, refuse: RefuseValue): readonly string[] {
  const servers = listed(value);
  for (const server of servers) {
    const host = server.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
    if (!ipaddr.isValid(host) && !ipaddr.isValid(server)) refuse(`has "${server}", which is not an address`);
  }
  return servers;
}

export function backupKey(value: string, refuse: RefuseValue): Uint8Array {
  return /^[0-9a-f]{64}$/i.test(value)
    ? Buffer.from(value, "hex")
    : refuse("must be 64 hexadecimal digits, as openssl rand -hex 32 prints them", "…");
}

/** Refuses a path with ~, which only a shell expands, unless a folder of that name exists. */
export function dataFolder(value: string, refuse: RefuseValue): string {
  const folder = resolve(value);
  return /^~[\w.-]*(?:\/|$)/.test(value) && !existsSync(folder)
    ? refuse("must be the whole path: only a shell reads ~ as a home folder")
    : folder;
}

export function backupPlace(value: string, refuse: RefuseValue): string {
  if (value.startsWith("s3://")) return value;
  return value.startsWith("/") ? value : refuse("must be an absolute path, or s3://BUCKET/PREFIX");
}

/** Seconds of a time such as 1h. */
export function backupEvery(value: string, refuse: RefuseValue): number {
  const seconds = spanSeconds(value) ?? 0;
  return seconds >= minBackupSeconds ? seconds : refuse("must be 5m or more, in minutes, hours or days");
}
const minBackupSeconds = 300;

/** As `postroom backup prune --keep` takes it. */
export function backupKeep(value: string, refuse: RefuseValue): string {
  return readKeep(value)
    ? value
    : refuse("must be a number of backups, or hours, days and weeks to keep one of");
}

export function metricsToken(value: string, refuse: RefuseValue): string {
  return value.length >= 16 ? value : refuse("must have at least 16 characters", "…");
}

/** The relay by the sender's domain; null: by MX. */
export function relayDomains(value: string, refuse: RefuseValue): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>();
  for (const part of listed(value)) {
    if (part === "") continue;
    const [, from = "", relay = ""] = /^([^=]*)=(.*)$/.exec(part) ?? [];
    if (hasPlainSigns(relay, ["smtp:", "smtps:"])) refusePlainSigns(refuse);
    const protocol = URL.canParse(relay) ? new URL(relay).protocol : "";
    const sender = domainToASCII(from.trim().toLowerCase());
    // The value may contain passwords: the message leaves it out.
    if (sender === "" || (relay !== "mx" && protocol !== "smtp:" && protocol !== "smtps:"))
      refuse(
        "must be a list of domain=URL, with URLs that begin with smtp:// or smtps://, or domain=mx",
        "…",
      );
    found.set(sender, relay === "mx" ? null : relay);
  }
  return found;
}

/** Recipients a day by the age of a sending domain; null: no ramp. */
export function sendingRamp(value: string, refuse: RefuseValue): readonly number[] | null {
  const wanted = value.toLowerCase();
  if (wanted === "off") return null;
  if (wanted === "on") return usualSchedule;
  const days = listed(wanted);
  return days.length <= 365 && days.every((day) => /^[1-9]\d{0,7}$/.test(day))
    ? days.map(Number)
    : refuse("must be off, on, or recipients by day with commas between, at most 365");
}

/** How many traces are taken, and whether a caller's decision is followed. OpenTelemetry, Environment Variable Specification */
export interface Sampler {
  isParentBased: boolean;
  kind: "always_on" | "always_off" | "traceidratio";
}

export function sampler(value: string, refuse: RefuseValue): Sampler {
  const named = oneOf(
    "always_on",
    "always_off",
    "traceidratio",
    "parentbased_always_on",
    "parentbased_always_off",
    "parentbased_traceidratio",
  )(value, refuse);
  const isParentBased = named.startsWith("parentbased_");
  return { isParentBased, kind: named.replace("parentbased_", "") as Sampler["kind"] };
}

export function share(value: string, refuse: RefuseValue): number {
  const number = Number(value);
  return number >= 0 && number <= 1 ? number : refuse("must be a number from 0 to 1");
}

/** `name=value,…`, percent-encoded where a value has commas. OpenTelemetry, Environment Variable Specification; W3C Baggage */
export function namedValues(value: string, refuse: RefuseValue): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of listed(value)) {
    const at = part.indexOf("=");
    // The value may be a secret: the message leaves it out.
    if (at < 1) refuse("must be a list of name=value", "…");
    try {
      found.set(part.slice(0, at).trim(), decodeURIComponent(part.slice(at + 1).trim()));
    } catch {
      refuse("has a % that encodes nothing", "…");
    }
  }
  return found;
}

/** Named values that a request can carry. RFC 9110 5.1, 5.5 */
export function headerFields(value: string, refuse: RefuseValue): ReadonlyMap<string, string> {
  const fields = namedValues(value, refuse);
  for (const [name, text] of fields)
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\x20-\x7e]*$/.test(text))
      refuse("must be a list of name=value that header fields can hold", "…");
  return fields;
}

function listed(value: string): string[] {
  return value.split(",").map((part) => part.trim());
}
