// Whom a limit "for one IP" counts as one.
import ipaddr from "ipaddr.js";

/** An IPv4 address as it is; of an IPv6 address its /64, which is what one customer has. Other text stays. */
export function clientNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === "ipv4") return address.toString();
  const groups = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${groups.join(":")}::/64`;
}
