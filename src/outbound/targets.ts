// Where a mail goes: the hosts and addresses to try in order, each with its TLS rule, or why there is none.
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { messageOf } from "../lib/failure.ts";
import type { MtaSts } from "./mta-sts.ts";
import type { MxResolver } from "./mx.ts";
import { ownVerdict, type Verdict } from "./outcome.ts";
import type { Target } from "./target.ts";

/** A relay is `smtp://…` or `smtps://user:password@host:port` (percent-encoded). */
export type Destination =
  | { readonly kind: "mx"; readonly domain: string }
  | { readonly kind: "relay"; readonly url: string };

/** How mail leaves: by a relay, or (null) by the MX of its recipients. */
export interface RelaySettings {
  readonly smtpRelayUrl: string | null;
  /** Mail from these domains goes another way. */
  readonly smtpRelayDomains: ReadonlyMap<string, string | null>;
}

/** @param mail `from` names an address of the sender's domain */
export function destinationOf(ways: RelaySettings, mail: { from: string; recipient: string }): Destination {
  const own = ways.smtpRelayDomains.get(domainOf(mail.from));
  const url = own === undefined ? ways.smtpRelayUrl : own;
  return url === null ? { kind: "mx", domain: domainOf(mail.recipient) } : { kind: "relay", url };
}

/** In lower case. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}

export interface TargetOptions {
  readonly mx: MxResolver;
  /** Null: no MTA-STS */
  readonly sts: MtaSts | null;
  /** Port of MX hosts: 25 unless a test says otherwise */
  readonly port?: number;
  /** Addresses that MX hosts may have; all when left out */
  readonly allowAddress?: (address: string) => boolean;
}

/** What attempts share: mails with the same key may go in one transaction. Holds no password. */
export function destinationKey(destination: Destination): string {
  if (destination.kind === "mx") return `mx ${destination.domain.toLowerCase()}`;
  const url = URL.canParse(destination.url) ? new URL(destination.url) : null;
  return url ? `relay ${url.protocol}//${url.username}@${url.host}` : "relay ?";
}

/** Never throws for a destination's sake. */
export async function planTargets(
  destination: Destination,
  options: TargetOptions,
): Promise<{ targets: Target[] } | Verdict> {
  if (destination.kind === "relay") return relayTargets(destination.url);
  const route = await options.mx.route(destination.domain);
  if (route.kind !== "hosts")
    return ownVerdict(route.kind === "refused" ? "failed" : "deferred", route.enhanced, route.text);
  const policy = (await options.sts?.policyFor(destination.domain)) ?? null;
  const enforced = policy?.mode === "enforce";
  const hosts = enforced ? route.hosts.filter((host) => policy.allows(host.name)) : route.hosts;
  if (hosts.length === 0) {
    return ownVerdict(
      "deferred",
      "4.7.5",
      `No mail server of ${destination.domain} is in its MTA-STS policy.`,
    );
  }
  const targets = hosts.flatMap((host) =>
    host.addresses
      .filter((address) => options.allowAddress?.(address) ?? true)
      .map((address): Target => {
        return {
          name: host.name,
          address,
          port: options.port ?? 25,
          tls: enforced ? "verified" : "opportunistic",
          auth: null,
        };
      }),
  );
  if (targets.length > 0) return { targets };
  return ownVerdict(
    "failed",
    "5.4.4",
    `The mail servers of ${destination.domain} have only addresses that mail may not go to.`,
  );
}

async function relayTargets(text: string): Promise<{ targets: Target[] } | Verdict> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== "smtp:" && url.protocol !== "smtps:") || url.hostname === "") {
    return ownVerdict(
      "deferred",
      "4.3.5",
      "The relay's URL cannot be used. Write smtps://user:password@host:465.",
    );
  }
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const auth =
    url.username === ""
      ? null
      : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  const implicit = url.protocol === "smtps:";
  const port = url.port === "" ? (implicit ? 465 : auth ? 587 : 25) : Number(url.port);
  try {
    const addresses = isIP(name) ? [name] : (await lookup(name, { all: true })).map((entry) => entry.address);
    return {
      targets: addresses.map((address) => ({
        name,
        address,
        port,
        auth,
        tls: relayTls(address, { implicit, auth: auth !== null }),
      })),
    };
  } catch (error) {
    return ownVerdict("deferred", "4.4.3", `The relay ${name} was not found: ${messageOf(error)}`);
  }
}

/** Passwords go only to a server that proves its name; on this machine any certificate will do, or none. */
function relayTls(address: string, relay: { implicit: boolean; auth: boolean }): Target["tls"] {
  const loopback = address.startsWith("127.") || address === "::1";
  if (relay.implicit) return loopback ? "implicit-encrypted" : "implicit-verified";
  if (!relay.auth || loopback) return "opportunistic";
  return "verified";
}
