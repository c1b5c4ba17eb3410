// The machine's name and addresses in DNS: forward, reverse, DNSSEC, and block lists. What large receivers look at first.
import ipaddr from "ipaddr.js";
import { DnsError, type Resolve } from "../../lib/dns/cache.ts";
import { reverseName } from "../../lib/dns/look-up.ts";
import { messageOf } from "../../lib/failure.ts";
import { isPublicAddress } from "../../lib/networks.ts";
import { zoneLine } from "../../outbound/domain-records.ts";
import { addressesOf } from "../../outbound/record-check.ts";
import { listedBy } from "../../screening/blocklists.ts";
import { type DoctorContext, publicDomains } from "../context.ts";
import { type CheckResult, failing, fine, skipped, warning } from "../finding.ts";

function hasPublicHost(context: DoctorContext): boolean {
  return publicDomains(context).length > 0 && context.config.hasMailHostname;
}

/** Whether DNS answers at all: without it nothing is sent. */
export async function checkResolver({ lookUp, config }: DoctorContext): Promise<CheckResult[]> {
  const servers = config.dnsServers?.join(", ") ?? "the system's servers";
  try {
    await lookUp({ name: config.mailHostname, type: "A" });
    return [fine(`DNS answers (${servers}).`)];
  } catch (error) {
    return [
      failing("no_answer", `DNS does not answer: ${messageOf(error)}.`, {
        subject: servers,
        remedy:
          "Without DNS no mail is sent and no sender is proved. Name a resolver that works, best one on this machine, such as unbound.",
        record: "DNS_SERVERS=127.0.0.1",
      }),
    ];
  }
}

export async function checkHost(context: DoctorContext): Promise<CheckResult[]> {
  if (!hasPublicHost(context)) return [];
  const { lookUp, config } = context;
  const name = config.mailHostname;
  const [alias] = (await lookUp({ name, type: "CNAME" })).records;
  if (alias !== undefined)
    return [
      failing("alias", `${name} is an alias (CNAME) of ${alias}: a host of an MX record may not be one.`, {
        subject: name,
        remedy: "Give it A and AAAA records of its own. RFC 2181 10.3",
      }),
    ];
  const addresses = await addressesOf(lookUp, name);
  if (addresses.length === 0)
    return [
      failing("no_address", `${name} has no address: nobody finds this machine.`, {
        subject: name,
        remedy: "Publish the machine's public address (203.0.113.1 stands for it).",
        record: zoneLine({ type: "A", name, value: "203.0.113.1" }),
      }),
    ];
  const inner = addresses.filter((address) => !isPublicAddress(address));
  if (inner.length > 0)
    return inner.map((address) =>
      failing("private_address", `${name} has the address ${address}, which leads nowhere from outside.`, {
        subject: name,
        remedy: "Publish the public address instead.",
      }),
    );
  return [fine(`${name} has ${addresses.join(", ")}.`)];
}

/** The PTR record of each address leads to MAIL_HOSTNAME, which leads back. RFC 1912 2.1 */
export async function checkReverse(context: DoctorContext): Promise<CheckResult[]> {
  if (!hasPublicHost(context)) return [];
  const { lookUp, config } = context;
  const name = config.mailHostname;
  const found: CheckResult[] = [];
  const addresses = (await addressesOf(lookUp, name)).filter(isPublicAddress);
  for (const address of addresses) {
    const reverse = reverseName(ipaddr.parse(address).toByteArray());
    const { records } = await lookUp({ name: reverse, type: "PTR" });
    if (records.includes(name)) continue;
    const remedy =
      "Set it where the address comes from (the provider's panel: reverse DNS), not in your own zone.";
    const record = zoneLine({ type: "PTR", name: reverse, value: name });
    found.push(
      records.length === 0
        ? failing("missing", `${address} has no PTR record: large receivers refuse its mail.`, {
            subject: address,
            remedy,
            record,
          })
        : failing("other_name", `The PTR record of ${address} is ${records.join(", ")}, not ${name}.`, {
            subject: address,
            remedy,
            record,
          }),
    );
  }
  return addresses.length === 0 || found.length > 0
    ? found
    : [fine(`${addresses.join(", ")} lead${addresses.length === 1 ? "s" : ""} back to ${name}.`)];
}

export async function checkBlocklists(context: DoctorContext): Promise<CheckResult[]> {
  if (!hasPublicHost(context)) return [];
  const { lookUp, config } = context;
  const zones = config.dnsBlocklists;
  if (zones.length === 0)
    return [
      skipped("none", "DNS_BLOCKLISTS is not set: no list is asked about this machine.", {
        remedy:
          "Lists want a resolver of your own (DNS_SERVERS), not a public one. Ask by hand, or set DNS_BLOCKLISTS=zen.spamhaus.org",
      }),
    ];
  const addresses = (await addressesOf(lookUp, config.mailHostname)).filter(isPublicAddress);
  const resolve: Resolve = async (name, type) => {
    const { records } = await lookUp({ name, type });
    if (records.length === 0) throw new DnsError("ENOTFOUND", name);
    return records;
  };
  const listed = await Promise.all(
    addresses.map(async (address) =>
      (await listedBy(address, zones, resolve)).map((zone) =>
        failing("listed", `${zone} lists ${address}: receivers that use it refuse its mail.`, {
          subject: address,
          remedy: `Look the address up at the site of ${zone}, mend the cause it names, ask for removal. Until then send by SMTP_RELAY_URL.`,
        }),
      ),
    ),
  );
  const found = listed.flat();
  return found.length > 0 ? found : [fine(`No list names this machine (${zones.join(", ")}).`)];
}

/** Wrong signatures make a domain vanish for everybody whose resolver validates; without any, DANE is not possible. RFC 4035 */
export async function checkDnssec(context: DoctorContext): Promise<CheckResult[]> {
  const { lookUp, config } = context;
  const names = [
    ...new Set([...publicDomains(context), ...(hasPublicHost(context) ? [config.mailHostname] : [])]),
  ];
  const found = await Promise.all(
    names.map(async (name): Promise<CheckResult> => {
      const type = name === config.mailHostname ? "A" : "MX";
      const { failed, isSigned, isValidated } = await lookUp({ name, type, dnssec: "ask" });
      if (failed) {
        const anyway = await lookUp({ name, type, dnssec: "unchecked" });
        if (anyway.failed)
          return failing("no_answer", `The name servers of ${name} do not answer.`, {
            subject: name,
            remedy: "Look at the NS records at the registrar, and whether those servers run.",
          });
        return failing(
          "wrong",
          `The DNSSEC signatures of ${name} are wrong: to many resolvers it does not exist.`,
          {
            subject: name,
            remedy: "Sign the zone anew, or take the DS record out at the registrar.",
          },
        );
      }
      if (isValidated) return fine(`${name} is signed, and the resolver validates it.`, { subject: name });
      if (isSigned)
        return skipped("not_validated", `${name} is signed; the resolver does not validate.`, {
          subject: name,
          remedy: "A validating resolver on this machine (unbound) lets DANE protect mail that goes out.",
        });
      return skipped("unsigned", `${name} is not signed with DNSSEC.`, {
        subject: name,
        remedy: "It is optional: with it, senders may require TLS by DANE.",
      });
    }),
  );
  return found;
}

export function relayWithoutSpf(spf: string, relayUrl: string, domain: string): CheckResult | null {
  const terms = spf.toLowerCase().split(/\s+/).slice(1);
  const others = terms.filter((term) => /^[+?~]?(include:|a\b|ip4:|ip6:|exists:|redirect=|ptr)/.test(term));
  if (others.length > 0) return null;
  const { hostname } = new URL(relayUrl);
  return warning(
    "spf_without_relay",
    `Mail leaves by ${hostname}, which the SPF record of ${domain} does not name.`,
    {
      subject: domain,
      remedy: `Add the include that the relay's documentation says, before "all".`,
      record: zoneLine({
        type: "TXT",
        name: domain,
        value: spf.replace(/(?<!\s)\s+([-~?+]?all)\b/i, ` include:${hostname} $1`),
      }),
    },
  );
}
