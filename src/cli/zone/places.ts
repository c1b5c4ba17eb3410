// Cli: the places at which `setup --dns` writes a zone, with credentials from the environment, and the link by which a provider that
// knows Domain Connect does it itself.
import { dnsAccess } from "../../config/client.ts";
import type { Clock } from "../../lib/clock.ts";
import type { LookUp } from "../../lib/dns/look-up.ts";
import { CommandError } from "../context.ts";
import { cloudflareWriter } from "./cloudflare.ts";
import { digitalOceanWriter } from "./digitalocean.ts";
import { gandiWriter } from "./gandi.ts";
import { hetznerWriter } from "./hetzner.ts";
import type { ProviderAccess } from "./provider.ts";
import { rfc2136Writer } from "./rfc2136.ts";
import { route53Writer } from "./route53.ts";
import type { ZoneWriter } from "./zone-writer.ts";
import { zoneCandidates } from "./zone-writer.ts";

const providers: Record<
  string,
  { base: string; make: (access: ProviderAccess, clock: Clock) => ZoneWriter }
> = {
  cloudflare: { base: "https://api.cloudflare.com/client/v4", make: cloudflareWriter },
  route53: {
    base: "https://route53.amazonaws.com",
    make: (access, clock) => route53Writer(access, () => clock.now()),
  },
  digitalocean: { base: "https://api.digitalocean.com/v2", make: digitalOceanWriter },
  hetzner: { base: "https://api.hetzner.cloud/v1", make: hetznerWriter },
  gandi: { base: "https://api.gandi.net/v5", make: gandiWriter },
};

export const zonePlaces = ["rfc2136", ...Object.keys(providers)];

/** @throws CommandError that says which variable is missing */
export function zoneWriter(place: string, clock: Clock): ZoneWriter {
  const { server, key, token, url } = dnsAccess();
  if (place === "rfc2136") {
    if (server === undefined)
      throw new CommandError("Set POSTROOM_DNS_SERVER to the zone's primary name server, host or host:port.");
    return rfc2136Writer(server, key, () => Math.floor(clock.now() / 1000));
  }
  const provider = providers[place];
  if (provider === undefined) throw new CommandError(`--dns takes one of ${zonePlaces.join(", ")}.`);
  if (token === undefined)
    throw new CommandError(`Set POSTROOM_DNS_TOKEN to a token of ${place} that may change the zone.`);
  return provider.make({ base: (url ?? provider.base).replace(/\/$/, ""), token }, clock);
}

/** The page at which the domain's provider asks its owner whether the template may be applied; null: it knows no Domain Connect. Domain Connect 3.1 */
export async function domainConnectLink(
  domain: string,
  { lookUp, variables }: { lookUp: LookUp; variables: Record<string, string> },
): Promise<string | null> {
  for (const zone of zoneCandidates(domain)) {
    const found = await lookUp({ name: `_domainconnect.${zone}`, type: "TXT" }).catch(() => null);
    const host = found?.records[0];
    if (host === undefined || !/^[a-z0-9.-]+(?:\/[\w./-]*)?$/i.test(host)) continue;
    const settings = await fetch(`https://${host}/v2/${zone}/settings`, {
      signal: AbortSignal.timeout(10_000),
      redirect: "error",
    })
      .then((response) => (response.ok ? (response.json() as Promise<{ urlSyncUX?: unknown }>) : null))
      .catch(() => null);
    const page = settings?.urlSyncUX;
    if (typeof page !== "string" || !page.startsWith("https://")) continue;
    const below: Record<string, string> = domain === zone ? {} : { host: domain.slice(0, -zone.length - 1) };
    const query = new URLSearchParams({ domain: zone, ...below, ...variables });
    return `${page.replace(/\/$/, "")}/v2/domainTemplates/providers/postroom/services/mail/apply?${query}`;
  }
  return null;
}
