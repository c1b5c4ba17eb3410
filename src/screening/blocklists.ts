// DNS block lists: which of them name a client. RFC 5782
import ipaddr from "ipaddr.js";
import type { Resolve } from "../lib/dns/cache.ts";

/**
 * The lists that have an entry for this client; a list that does not answer is ignored.
 * @param zones such as `zen.spamhaus.org`
 */
export async function listedBy(ip: string, zones: readonly string[], resolve: Resolve): Promise<string[]> {
  if (zones.length === 0 || !ipaddr.isValid(ip)) return [];
  const reversed = reversedName(ip);
  const answers = await Promise.all(zones.map((zone) => resolve(`${reversed}.${zone}`, "A").catch(() => [])));
  return zones.filter((_, index) => answers[index]!.some((address) => isListing(String(address))));
}

/** Entries are in 127.0.0.0/8 (RFC 5782 2.1); 127.255.255.x means that the query was refused. */
function isListing(address: string): boolean {
  return address.startsWith("127.") && !address.startsWith("127.255.255.");
}

/** RFC 5782 2.1, 2.4 */
function reversedName(ip: string): string {
  const address = ipaddr.process(ip);
  if (address.kind() === "ipv4") return address.toString().split(".").reverse().join(".");
  return [
    ...address
      .toNormalizedString()
      .split(":")
      .map((group) => group.padStart(4, "0"))
      .join(""),
  ]
    .reverse()
    .join(".");
}
