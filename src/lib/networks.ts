// IP addresses and networks: lists of CIDRs from settings, which addresses are public or loopback, and which addresses a
// limit counts as one client. ipaddr.js parses. An IPv6 address that embeds an IPv4 address is judged by both.
import ipaddr from "ipaddr.js";

export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Reads a comma-separated list of CIDRs or single addresses.
 *
 * @throws Error naming the entry that is not a network
 */
export function parseNetworks(list: string): Network[] {
  return list
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(parseNetwork);
}

/** @throws Error naming the entry */
export function parseNetwork(entry: string): Network {
  try {
    if (entry.includes("/")) {
      const [address, bits] = ipaddr.parseCIDR(entry);
      return [address, bits];
    }
    const address = ipaddr.parse(entry);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  } catch {
    throw new Error(`not an IP address or CIDR network: ${entry}`);
  }
}

/** True when the address, or the IPv4 address mapped into it, is in one of the networks. False for text that is not an address. */
export function inNetworks(address: string, networks: readonly Network[]): boolean {
  const ip = parseAddress(address);
  if (!ip) return false;
  const plain =
    ip.kind() === "ipv6" && (ip as ipaddr.IPv6).isIPv4MappedAddress()
      ? (ip as ipaddr.IPv6).toIPv4Address()
      : ip;
  return networks.some(([base, bits]) => plain.kind() === base.kind() && plain.match(base, bits));
}

/** Where unicast addresses of IPv6 are given out. RFC 4291 2.4, the registry of IANA */
const globalUnicast = parseNetwork("2000::/3");

/** The share, from 0 to 1, that networks take in together of all IPv4 addresses or of all global ones of IPv6: the larger one. */
export function shareOfInternet(networks: readonly Network[]): number {
  const within = (inner: Network, outer: Network) =>
    inner[0].kind() === outer[0].kind() && inner[1] >= outer[1] && inner[0].match(outer[0], outer[1]);
  const apart = networks.filter(
    (one, at) =>
      !networks.some(
        (other, place) => place !== at && within(one, other) && (other[1] < one[1] || place < at),
      ),
  );
  let [four, six] = [0, 0];
  for (const one of apart) {
    const [base, bits] = one;
    if (base.kind() === "ipv4") four += 2 ** -bits;
    else if (within(globalUnicast, one)) six = 1;
    else if (within(one, globalUnicast)) six += 2 ** (globalUnicast[1] - bits);
  }
  return Math.min(1, Math.max(four, six));
}

/** Addresses that a closed network leads to; null: it is open. */
let open: ((address: string) => boolean) | null = null;

/** Closes the network of this process, as a sandbox does: no public address may be connected to but those. @returns what opens it */
export function closeNetwork(isOpen: (address: string) => boolean): () => void {
  open = isOpen;
  return () => (open = null);
}

/** Whether a URL or mail server that somebody else named may lead to this address. */
export function mayConnectTo(address: string): boolean {
  return isPublicAddress(address) && (open?.(address) ?? true);
}

/**
 * True only for ordinary unicast addresses of the public internet: every range of the IANA special-purpose registries
 * is out, in both families, and so is an IPv6 address that embeds a non-public IPv4 one (mapped, NAT64, 6to4).
 */
export function isPublicAddress(address: string): boolean {
  const ip = parseAddress(address);
  if (!ip) return false;
  return ip.kind() === "ipv4" ? isPublicIpv4(ip as ipaddr.IPv4) : isPublicIpv6(ip as ipaddr.IPv6);
}

/** RFC 6890 and its registry, for addresses that ipaddr.js calls unicast. */
const specialIpv4 = parseNetworks(
  "192.0.0.0/24,192.31.196.0/24,192.52.193.0/24,192.88.99.0/24,192.175.48.0/24",
);

function isPublicIpv4(ip: ipaddr.IPv4): boolean {
  return ip.range() === "unicast" && !specialIpv4.some(([base, bits]) => ip.match(base as ipaddr.IPv4, bits));
}

/** Only 2000::/3 is assigned as global unicast. RFC 4291 2.4 */
const globalIpv6 = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];
const nat64 = ipaddr.parseCIDR("64:ff9b::/96") as [ipaddr.IPv6, number];
const specialIpv6 = parseNetworks("2001::/23,2001:db8::/32,2002::/16,2620:4f:8000::/48,3ffe::/16,3fff::/20");

function isPublicIpv6(ip: ipaddr.IPv6): boolean {
  if (ip.zoneId) return false;
  if (ip.isIPv4MappedAddress()) return isPublicIpv4(ip.toIPv4Address());
  // A NAT64 address leads to the IPv4 address in its last 32 bits, the only route of an IPv6-only host. RFC 6052 2.1
  if (ip.match(nat64[0], nat64[1])) return isPublicIpv4(new ipaddr.IPv4(ip.toByteArray().slice(12)));
  return (
    ip.match(globalIpv6[0], globalIpv6[1]) &&
    !specialIpv6.some(([base, bits]) => ip.match(base as ipaddr.IPv6, bits))
  );
}

/** Addresses whose reading is kept. */
const maxKept = 1000;

/** A client is asked about at each of its mails: what was read of the last addresses is kept. */
function kept<T>(read: (address: string) => T): (address: string) => T {
  const known = new Map<string, T>();
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    const found = read(address);
    if (known.size >= maxKept) known.clear();
    known.set(address, found);
    return found;
  };
}

const parseAddress = kept((address): ipaddr.IPv4 | ipaddr.IPv6 | null => {
  // IPv4 in four decimal parts only: "127.1" and "0x7f.1" are names here, never addresses
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  return address.includes(":") && ipaddr.IPv6.isValid(address) ? ipaddr.IPv6.parse(address) : null;
});

/** Whether an IP address is a loopback address, also as an IPv4 address embedded in IPv6. */
export function isLoopback(address: string): boolean {
  return address === "::1" || /^(?:::ffff:)?127\./.test(address);
}

/** An IPv4 address itself, or the /64 of an IPv6 address, which one customer holds. Returns other text unchanged. */
export const clientNetwork = kept((ip: string): string => {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === "ipv4") return address.toString();
  const groups = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${groups.join(":")}::/64`;
});
