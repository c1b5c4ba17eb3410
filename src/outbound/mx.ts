// The hosts that receive mail for a domain (RFC 5321 5.1, RFC 7505): MX by preference, in random order among equals; the domain
// itself without MX; none for a null MX; only hosts preferred to this server. Answers are cached for a short time.

import { isIP } from "node:net";
import { randomShare } from "../lib/chance.ts";
import type { Clock } from "../lib/clock.ts";
import { addressesOf, type Dns, DnsTrouble, type MxRecord } from "../lib/dns/dns.ts";
import { nameToAscii } from "../lib/urls.ts";

export interface MxHost {
  /** Lower-case A-labels. */
  readonly name: string;
  readonly preference: number;
  /** IPv4 first, each family in random order. */
  readonly addresses: readonly string[];
}

export type MxRoute =
  | { readonly kind: "hosts"; readonly hosts: readonly MxHost[] }
  /** No mail can be sent there. */
  | { readonly kind: "refused"; readonly enhanced: string; readonly text: string }
  /** DNS did not answer. */
  | { readonly kind: "deferred"; readonly enhanced: string; readonly text: string };

export interface MxOptions {
  readonly dns: Dns;
  readonly clock: Clock;
  /** This server's name: a host of that name is this server. */
  readonly hostname: string;
  /** Addresses on which this server listens on the port that mail is sent to. */
  readonly ownAddresses?: readonly string[];
  /** From 0 up to 1; by chance of `lib/chance` by default. */
  readonly random?: () => number;
}

export interface MxResolver {
  /** Never throws. @param domain U-labels or A-labels */
  route(domain: string): Promise<MxRoute>;
}

const maxHosts = 10;
const maxAddressesOfHost = 8;
const maxCached = 5000;
const routeTtlMs = 5 * 60_000;
const refusalTtlMs = 60_000;

export function createMxResolver(options: MxOptions): MxResolver {
  const cache = new Map<string, { route: MxRoute; until: number }>();
  const pending = new Map<string, Promise<MxRoute>>();
  return {
    async route(domain) {
      const name = asciiDomain(domain);
      if (name === null) return refused("5.1.2", `${domain} is not a domain that mail can be sent to.`);
      const known = cache.get(name);
      if (known && known.until > options.clock.now()) return shuffled(known.route, options.random);
      let query = pending.get(name);
      if (!query) {
        query = findRoute(name, options).finally(() => pending.delete(name));
        pending.set(name, query);
      }
      const route = await query;
      if (route.kind !== "deferred") {
        const until = options.clock.now() + (route.kind === "hosts" ? routeTtlMs : refusalTtlMs);
        cache.delete(name);
        cache.set(name, { route, until });
        if (cache.size > maxCached) cache.delete(cache.keys().next().value ?? "");
      }
      return shuffled(route, options.random);
    },
  };
}

/** Lower-case A-labels; null for address literals, which no domain's policy covers, and for invalid names. */
function asciiDomain(domain: string): string | null {
  const bare = (domain.endsWith(".") ? domain.slice(0, -1) : domain).toLowerCase();
  if (bare.startsWith("[") || isIP(bare)) return null;
  const name = /^[\u0000-\u007f]*$/.test(bare) ? bare : nameToAscii(bare);
  const good = name.length <= 253 && name.split(".").every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
  return good ? name : null;
}

async function findRoute(name: string, options: MxOptions): Promise<MxRoute> {
  try {
    const records = await options.dns.mx(name);
    // A null MX has the root as exchange. RFC 7505 3
    if (records.length > 0 && records.every((record) => record.exchange === "")) {
      return refused("5.1.10", `${name} takes no mail (null MX).`);
    }
    if (records.length > 0) return await routeByMx(name, records, options);
    const addresses = await addressesOf(options.dns, name);
    if (addresses.length === 0) return refused("5.1.2", `${name} does not exist or has no mail server.`);
    if (isOurself(name, addresses, options)) return loop(name);
    return { kind: "hosts", hosts: [{ name, preference: 0, addresses }] };
  } catch (error) {
    if (!(error instanceof DnsTrouble)) throw error;
    return {
      kind: "deferred",
      enhanced: "4.4.3",
      text: `The mail servers of ${name} could not be looked up: ${error.message}`,
    };
  }
}

async function routeByMx(name: string, records: readonly MxRecord[], options: MxOptions): Promise<MxRoute> {
  // An exchange must be a name; addresses are ignored. RFC 5321 5.1
  const usable = records.filter((record) => record.exchange !== "" && !isIP(record.exchange));
  const best = usable.toSorted((a, b) => a.preference - b.preference).slice(0, maxHosts);
  let trouble: DnsTrouble | null = null;
  const hosts = await Promise.all(
    best.map(async ({ exchange, preference }): Promise<MxHost> => {
      try {
        return { name: exchange, preference, addresses: await addressesOf(options.dns, exchange) };
      } catch (error) {
        if (!(error instanceof DnsTrouble)) throw error;
        trouble = error;
        return { name: exchange, preference, addresses: [] };
      }
    }),
  );
  const own = hosts.filter((host) => isOurself(host.name, host.addresses, options));
  const limit = Math.min(...own.map((host) => host.preference));
  const before = hosts.filter((host) => host.preference < limit);
  if (before.length === 0 && own.length > 0) return loop(name);
  const reachable = before.filter((host) => host.addresses.length > 0);
  if (reachable.length > 0) return { kind: "hosts", hosts: reachable };
  if (trouble) throw trouble;
  return refused("5.4.4", `None of the mail servers of ${name} has an address.`);
}

function isOurself(name: string, addresses: readonly string[], options: MxOptions): boolean {
  return (
    name === options.hostname.toLowerCase() ||
    addresses.some((address) => options.ownAddresses?.includes(address))
  );
}

function loop(name: string): MxRoute {
  return refused(
    "5.4.6",
    `Mail for ${name} would come back to this server: its best mail server is this one.`,
  );
}

function refused(enhanced: string, text: string): MxRoute {
  return { kind: "refused", enhanced, text };
}

/** Hosts of equal preference in a new random order. RFC 5321 5.1 */
function shuffled(route: MxRoute, random: () => number = randomShare): MxRoute {
  if (route.kind !== "hosts") return route;
  const hosts = shuffle(route.hosts, random).toSorted((a, b) => a.preference - b.preference);
  return {
    kind: "hosts",
    hosts: hosts.map((host) => ({ ...host, addresses: addressOrder(host.addresses, random) })),
  };
}

/** IPv4 first: its reverse names and reputation are more often in order. */
function addressOrder(addresses: readonly string[], random: () => number): string[] {
  const family = (wanted: number) =>
    shuffle(
      addresses.filter((address) => isIP(address) === wanted),
      random,
    );
  return [...family(4), ...family(6)].slice(0, maxAddressesOfHost);
}

function shuffle<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map((entry) => entry.item);
}
