// Faults of DNS: what is missing, wrong or elsewhere in the zone of a healthy machine.
import type { ZoneEntry } from "../support/fakes/dns.ts";
import { blocklist, type Change, domain, entry, host, type Machine, reverse } from "./machine.ts";

export interface Fault {
  /** Of the finding. */
  code: string;
  /** What stands in its remedy. */
  remedy: RegExp;
  /** What stands in its message. */
  message?: RegExp;
  /** What stands in the record to paste. */
  record?: RegExp;
  /** Findings that follow from it. */
  also?: readonly string[];
  /** Why it cannot be made here; null: it can. */
  missing?(): string | null;
  make(machine: Machine): Made | Promise<Made>;
}

export interface Made extends Change {
  undo?(): unknown;
}

/** The zone's entry of a name is changed, and put back. */
function zone(name: string, change: (found: ZoneEntry) => ZoneEntry | "silence" | null) {
  return ({ around }: Machine): Made => {
    const before = around.dns.zone[name];
    const after = change(structuredClone(entry(around.dns, name)));
    if (after === null) delete around.dns.zone[name];
    else around.dns.zone[name] = after;
    const undo = () => {
      if (before === undefined) delete around.dns.zone[name];
      else around.dns.zone[name] = before;
    };
    return { undo };
  };
}

/** The DKIM record of this kind. */
function dkim(kind: "rsa" | "ed25519", change: (found: ZoneEntry) => ZoneEntry | null) {
  return (machine: Machine): Made => {
    const [name] = Object.entries(machine.around.dns.zone).find(
      ([, found]) => typeof found === "object" && found.TXT?.some((text) => text.includes(`k=${kind}`)),
    )!;
    return zone(name, change)(machine);
  };
}

export const dnsFaults: readonly Fault[] = [
  {
    code: "host.no_address",
    remedy: /public address/,
    record: /^mx\.agents\.example\. 3600 IN A /,
    make: zone(host, () => ({})),
  },
  { code: "host.private_address", remedy: /public address/, make: zone(host, () => ({ A: ["10.0.0.5"] })) },
  { code: "host.alias", remedy: /A and AAAA/, make: zone(host, () => ({ CNAME: "cloud.example" })) },
  {
    code: "ptr.missing",
    remedy: /provider's panel/,
    record: /^4\.4\.8\.8\.in-addr\.arpa\. 3600 IN PTR mx\.agents\.example\.$/,
    make: zone(reverse, () => null),
  },
  {
    code: "ptr.other_name",
    remedy: /provider's panel/,
    record: / IN PTR mx\.agents\.example\.$/,
    make: zone(reverse, () => ({ PTR: ["static-4-4.provider.example"] })),
  },
  {
    code: "resolver.no_answer",
    remedy: /resolver that works/,
    record: /^DNS_SERVERS=/,
    make: zone(host, () => "silence"),
  },
  {
    code: "domain.mx_missing",
    remedy: /Publish/,
    record: / IN MX 10 mx\.agents\.example\.$/,
    make: zone(domain, (found) => ({ ...found, MX: [] })),
  },
  {
    code: "domain.mx_elsewhere",
    remedy: /Replace/,
    record: / IN MX 10 mx/,
    make: zone(domain, (found) => ({ ...found, MX: ["10 old.example"] })),
  },
  {
    code: "domain.mx_null",
    remedy: /Replace/,
    record: / IN MX 10 mx/,
    make: zone(domain, (found) => ({ ...found, MX: ["0 ."] })),
  },
  {
    code: "domain.mx_not_first",
    remedy: /smallest number/,
    make: zone(domain, (found) => ({ ...found, MX: ["5 old.example", `10 ${host}`] })),
  },
  {
    code: "domain.spf_missing",
    remedy: /Publish/,
    record: /"v=spf1 mx -all"/,
    make: zone(domain, (found) => ({ ...found, TXT: ["something=else"] })),
  },
  {
    code: "domain.spf_several",
    remedy: /one/,
    make: zone(domain, (found) => ({
      ...found,
      TXT: ["v=spf1 mx include:relay.example -all", "v=spf1 -all"],
    })),
  },
  {
    code: "domain.spf_excludes",
    remedy: /Add mx/,
    record: /"v=spf1 mx include:relay.example -all"/,
    make: zone(domain, (found) => ({ ...found, TXT: ["v=spf1 include:relay.example -all"] })),
  },
  {
    code: "domain.spf_open",
    remedy: /-all/,
    make: zone(domain, (found) => ({ ...found, TXT: ["v=spf1 mx include:relay.example +all"] })),
  },
  // A word that is none, an address without its family, a blank behind a colon.
  ...["ip:8.8.4.4", "ip4:8.8.4.4/", "include", "spf.example"].map((term) => ({
    code: "domain.spf_invalid",
    remedy: /ip4:/,
    make: zone(domain, (found) => ({ ...found, TXT: [`v=spf1 mx ${term} include:relay.example -all`] })),
  })),
  {
    code: "domain.spf_behind_all",
    remedy: /to the end/,
    record: /"v=spf1 mx include:relay.example ~all"/,
    make: zone(domain, (found) => ({ ...found, TXT: ["v=spf1 ~all mx include:relay.example"] })),
  },
  {
    code: "domain.spf_look_ups",
    remedy: /includes/,
    make: zone(domain, (found) => ({
      ...found,
      // an include that leads back to its own record
      TXT: [`v=spf1 mx include:${domain} -all`],
    })),
  },
  {
    code: "domain.spf_leads_nowhere",
    remedy: /name/,
    message: /relay\.example/,
    make: zone("relay.example", () => ({ TXT: ["something=else"] })),
  },
  {
    code: "domain.spf_without_relay",
    remedy: /include/,
    record: /include:127\.0\.0\.1 -all/,
    make: zone(domain, (found) => ({ ...found, TXT: ["v=spf1 mx -all"] })),
  },
  {
    code: "domain.dkim_rsa_missing",
    remedy: /Publish this one/,
    record: /IN TXT "v=DKIM1; k=rsa; p=[^"]+" "/,
    make: dkim("rsa", () => null),
  },
  {
    code: "domain.dkim_ed25519_missing",
    remedy: /Publish this one/,
    record: /k=ed25519/,
    make: dkim("ed25519", () => null),
  },
  {
    code: "domain.dkim_rsa_wrong",
    remedy: /cut long texts/,
    record: /k=rsa/,
    make: dkim("rsa", ({ TXT }) => ({ TXT: [TXT![0]!.slice(0, 255)] })),
  },
  {
    code: "domain.dkim_ed25519_revoked",
    remedy: /Publish this one/,
    record: /k=ed25519/,
    make: dkim("ed25519", () => ({ TXT: ["v=DKIM1; k=ed25519; p="] })),
  },
  {
    code: "domain.dmarc_missing",
    remedy: /Publish/,
    record:
      /^_dmarc\.agents\.example\. 3600 IN TXT "v=DMARC1; p=quarantine; rua=mailto:postmaster@agents\.example"$/,
    make: zone(`_dmarc.${domain}`, () => null),
  },
  {
    code: "domain.dmarc_several",
    remedy: /one/,
    make: zone(`_dmarc.${domain}`, () => ({ TXT: ["v=DMARC1; p=none", "v=DMARC1; p=reject"] })),
  },
  {
    code: "domain.dmarc_invalid",
    remedy: /none, quarantine or reject/,
    make: zone(`_dmarc.${domain}`, () => ({ TXT: ["v=DMARC1; p=refuse"] })),
  },
  {
    code: "domain.mta_sts_missing",
    remedy: /Publish/,
    record: /^_mta-sts\./,
    make: zone(`_mta-sts.${domain}`, () => null),
  },
  {
    code: "domain.mta_sts_id",
    remedy: /Replace/,
    record: /v=STSv1; id=[0-9a-f]{32};/,
    make: zone(`_mta-sts.${domain}`, () => ({ TXT: ["v=STSv1; id=2020;"] })),
  },
  {
    code: "domain.mta_sts_elsewhere",
    remedy: /Replace/,
    record: /^mta-sts\./,
    make: zone(`mta-sts.${domain}`, () => ({ A: ["8.8.8.8"] })),
  },
  {
    code: "domain.tls_rpt_missing",
    remedy: /Publish/,
    record: /v=TLSRPTv1/,
    make: zone(`_smtp._tls.${domain}`, () => null),
  },
  {
    code: "domain.programs_missing",
    remedy: /Publish/,
    record: /^_imaps\._tcp\./,
    make: zone(`_imaps._tcp.${domain}`, () => null),
  },
  {
    code: "domain.programs_elsewhere",
    remedy: /Replace/,
    record: /^_imaps\._tcp\./,
    make: zone(`_imaps._tcp.${domain}`, () => ({ SRV: ["0 1 993 old.example"] })),
  },
  {
    code: "dnssec.wrong",
    remedy: /DS record/,
    also: ["domain.no_dns"],
    make: zone(domain, (found) => ({ ...found, dnssec: "bogus" })),
  },
  {
    code: "blocklist.listed",
    remedy: /removal/,
    make: zone(`4.4.8.8.${blocklist}`, () => ({ A: ["127.0.0.2"] })),
  },
];
