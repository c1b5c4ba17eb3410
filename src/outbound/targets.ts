// Plans where a mail is sent: the hosts and addresses to try in order, each with its TLS rule, or why there is none.

import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { messageOf } from "../lib/failure.ts";
import { must } from "../lib/must.ts";
import { parseUrl } from "../lib/urls.ts";
import type { TlsFailure, TlsObservation, TlsPolicy } from "../mail/report/tls-report.ts";
import type { Dane, DaneAnswer } from "./dane.ts";
import type { MtaSts, StsPolicy } from "./mta-sts.ts";
import type { MxResolver } from "./mx.ts";
import { noPolicy, reasonText } from "./observe-tls.ts";
import { ownVerdict, type SmtpVerdict } from "./outcome.ts";
import type { SmtpTarget } from "./target.ts";

/** A relay is `smtp://…` or `smtps://user:password@host:port` (percent-encoded). */
export type OutboundRoute =
  | { readonly kind: "mx"; readonly domain: string }
  | { readonly kind: "relay"; readonly url: string };

/** Whether mail is sent through a relay, or (null) to the MX of its recipients. */
export interface RelaySettings {
  readonly smtpRelayUrl: string | null;
  /** Relays, or null, for mail from these domains. */
  readonly smtpRelayDomains: ReadonlyMap<string, string | null>;
}

/** The way of a mail to one recipient: to the MX of its domain, or through a relay. @param mail `from`: an address of the sender's domain */
export function routeOf(settings: RelaySettings, mail: { from: string; recipient: string }): OutboundRoute {
  const own = settings.smtpRelayDomains.get(domainOf(mail.from));
  const url = own === undefined ? settings.smtpRelayUrl : own;
  return url === null ? { kind: "mx", domain: domainOf(mail.recipient) } : { kind: "relay", url };
}

/** The domain of an address, in lower case. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}

export interface TargetOptions {
  readonly mx: MxResolver;
  /** Null: MTA-STS is not used. */
  readonly sts: MtaSts | null;
  /** Absent or null: DANE is not used. */
  readonly dane?: Dane | null;
  /** Told how sessions with the mail servers of a domain went; absent: nobody asks. */
  readonly observe?: (domain: string, seen: TlsObservation) => void;
  /** Addresses of the relay; absent: where the system's resolver leads. */
  readonly relayAddresses?: readonly string[] | null;
  /** Port of MX hosts; 25 by default, tests set another. */
  readonly port?: number;
  /** Whether an MX host may have this address; all by default. */
  readonly allowAddress?: (address: string) => boolean;
}

/** Mails with the same key may share slots and a transaction. Holds no password. */
export function routeKey(route: OutboundRoute): string {
  if (route.kind === "mx") return `mx ${route.domain.toLowerCase()}`;
  const url = parseUrl(route.url);
  return url ? `relay ${url.protocol}//${url.username}@${url.host}` : "relay ?";
}

/** The targets, or the verdict when there is none. Does not throw for errors of a domain or relay. */
export async function planTargets(
  route: OutboundRoute,
  options: TargetOptions,
): Promise<{ targets: SmtpTarget[] } | SmtpVerdict> {
  if (route.kind === "relay") return relayTargets(route.url, options.relayAddresses ?? null);
  const mx = await options.mx.route(route.domain);
  if (mx.kind !== "hosts")
    return ownVerdict(mx.kind === "refused" ? "failed" : "deferred", mx.enhanced, mx.text);
  const policy = (await options.sts?.policyFor(route.domain)) ?? null;
  const enforced = policy?.mode === "enforce";
  const names = mx.hosts.map(({ name }) => name);
  const answers = (await options.dane?.answersFor(route.domain, names)) ?? [];
  const answerOf = new Map(
    names.map((name, n): [string, DaneAnswer] => [name, answers[n] ?? { kind: "none" }]),
  );
  const answer = (host: string) => must(answerOf.get(host), "every host of the domain was asked");
  const [failed] = answers.flatMap((answer) => (answer.kind === "trouble" ? [answer.text] : []));
  const known = mx.hosts.filter(({ name }) => answer(name).kind !== "trouble");
  const unreached = (type: TlsPolicy["type"], failure: TlsFailure, reason: string) => {
    const seen = { policy: { ...noPolicy, ...(type === "sts" ? stsOf(policy) : { type }) }, failure, reason };
    options.observe?.(route.domain.toLowerCase(), { ...seen, host: null, ip: null });
  };
  if (known.length === 0 && failed !== undefined) {
    unreached("tlsa", "dnssec-invalid", reasonText(failed));
    return ownVerdict("deferred", "4.7.5", `Whether DANE is demanded cannot be known now. ${failed}`);
  }
  // DANE takes precedence over MTA-STS. RFC 8461 2
  const hosts = enforced
    ? known.filter(({ name }) => answer(name).kind === "tls" || policy.allows(name))
    : known;
  if (hosts.length === 0) {
    unreached("sts", "validation-failure", "no mail server is in the policy");
    return ownVerdict("deferred", "4.7.5", `No mail server of ${route.domain} is in its MTA-STS policy.`);
  }
  const targets = hosts.flatMap((host) =>
    host.addresses
      .filter((address) => options.allowAddress?.(address) ?? true)
      .map((address): SmtpTarget => {
        return {
          name: host.name,
          address,
          port: options.port ?? 25,
          auth: null,
          ...tlsOf(answer(host.name), enforced),
          ...(options.observe &&
            policyOfHost(host.name, {
              answer: answer(host.name),
              policy,
            })),
        };
      }),
  );
  if (targets.length > 0) return { targets };
  return ownVerdict(
    "failed",
    "5.4.4",
    `The mail servers of ${route.domain} have only addresses that mail may not go to.`,
  );
}

/** Return a host's TLS policy, as a report names it. */
function policyOfHost(
  host: string,
  { answer, policy }: { answer: DaneAnswer; policy: StsPolicy | null },
): Pick<SmtpTarget, "policy" | "allowed"> {
  if (answer.kind === "tls") {
    const strings = (answer.policy?.records ?? []).map(
      ({ usage, selector, matchingType, certificate }) =>
        `${usage} ${selector} ${matchingType} ${certificate.toString("hex")}`,
    );
    return { policy: { type: "tlsa", strings, hosts: [] } };
  }
  if (!policy) return { policy: noPolicy };
  return { policy: stsOf(policy), allowed: policy.allows(host) };
}

function stsOf(policy: StsPolicy | null): TlsPolicy {
  return { type: "sts", strings: policy?.lines ?? [], hosts: policy?.hosts ?? [] };
}

function tlsOf(answer: DaneAnswer, enforced: boolean): Pick<SmtpTarget, "tls" | "dane"> {
  if (answer.kind === "tls") return { tls: "encrypted", ...(answer.policy && { dane: answer.policy }) };
  return { tls: enforced ? "verified" : "opportunistic" };
}

async function relayTargets(
  text: string,
  known: readonly string[] | null,
): Promise<{ targets: SmtpTarget[] } | SmtpVerdict> {
  const url = parseUrl(text);
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
    const addresses =
      known ?? (isIP(name) ? [name] : (await lookup(name, { all: true })).map((entry) => entry.address));
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

/** Passwords are sent only to a server with a valid certificate; on this machine TLS may be unverified or absent. */
function relayTls(address: string, relay: { implicit: boolean; auth: boolean }): SmtpTarget["tls"] {
  const loopback = address.startsWith("127.") || address === "::1";
  if (relay.implicit) return loopback ? "implicit-encrypted" : "implicit-verified";
  if (!relay.auth || loopback) return "opportunistic";
  return "verified";
}
