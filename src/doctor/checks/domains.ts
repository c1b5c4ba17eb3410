// The records of each domain: those that the zone file lists, compared with what DNS answers.
import { isPublicName } from "../../mail/domain-name.ts";
import { dkimRecordMatches } from "../../outbound/dkim.ts";
import { type ExpectedDnsRecord, recordsFor, zoneLine } from "../../outbound/domain-records.ts";
import { differenceOf, nearestOf, type RecordState, stateOf } from "../../outbound/record-check.ts";
import {
  configuredService,
  type ServiceRecord,
  serviceOptions,
  serviceRecords,
} from "../../outbound/service-records.ts";
import type { FullDomain } from "../../store/domains/domains.ts";
import type { DoctorContext } from "../context.ts";
import { type CheckResult, type FindingDetails, failing, fine, skipped, warning } from "../finding.ts";
import { relayWithoutSpf } from "./host.ts";
import { spfTerms } from "./spf-terms.ts";

export async function checkDomains(context: DoctorContext): Promise<CheckResult[]> {
  const { store, config } = context;
  if (!store) return [];
  const found: CheckResult[] = [];
  for (const domain of store.domains) {
    const { domain: name } = domain.row;
    if (!isPublicName(name)) continue;
    const records = recordsFor(domain, config.mailHostname);
    const problems = [
      ...(await checkRecords(context, name, records)),
      ...(await checkServices(context, domain)),
    ];
    found.push(...(problems.length > 0 ? problems : [fine("All records are published.", { subject: name })]));
  }
  if (store.operator && found.length === 0) return [skipped("none", "No domain has a public name.")];
  return found;
}

/** Names the problems alone. */
async function checkRecords(
  { lookUp, config }: DoctorContext,
  domain: string,
  records: readonly ExpectedDnsRecord[],
): Promise<CheckResult[]> {
  const found = await Promise.all(
    records.map(async (record): Promise<(CheckResult | null)[]> => {
      const { records: there } = await lookUp({ name: record.name, type: record.type });
      switch (record.purpose) {
        case "receiving":
          return [mxProblem(record, there)];
        case "spf":
          return [await spfProblem(record, there, lookUp), relayProblem(config, there, domain)];
        case "dkim":
          return [dkimProblem(record, there)];
        case "dmarc":
          return [dmarcProblem(record, there)];
        default:
          // The operator's own domains work without the proof of ownership.
          return [];
      }
    }),
  );
  return found.flat().flatMap((problem) => (problem ? [{ ...problem, subject: domain }] : []));
}

/** The record to paste, and what stands in its place. */
function beside(record: ExpectedDnsRecord, there: readonly string[]): FindingDetails {
  if (there.length === 0) return { record: zoneLine(record) };
  return {
    record: zoneLine(record),
    published: there,
    difference: differenceOf(record.value, nearestOf(record.value, there)),
  };
}

function mxProblem(record: ExpectedDnsRecord, there: readonly string[]): CheckResult | null {
  const host = record.value.split(" ")[1]!;
  const told = beside(record, there);
  if (there.length === 0)
    return failing("mx_missing", "There is no MX record: mail does not come here.", {
      ...told,
      remedy: "Publish it.",
    });
  const hosts = there.map((text) => text.split(" ")[1] ?? "");
  if (hosts.every((each) => each === ""))
    return failing("mx_null", "The MX record says that the domain takes no mail. RFC 7505", {
      ...told,
      remedy: "Replace it.",
    });
  if (!hosts.includes(host))
    return failing("mx_elsewhere", `The MX records lead to ${hosts.join(", ")}, not to ${host}.`, {
      ...told,
      remedy: "Replace them; mail goes to the hosts that stand there.",
    });
  const first = there.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))[0]!;
  if (first.split(" ")[1] !== host)
    return warning(
      "mx_not_first",
      `Mail goes to ${first.split(" ")[1]} first, to ${host} only when that is down.`,
      {
        ...told,
        remedy: "Give this host the smallest number, unless the other one forwards mail here.",
      },
    );
  return null;
}

async function spfProblem(
  record: ExpectedDnsRecord,
  there: readonly string[],
  lookUp: DoctorContext["lookUp"],
): Promise<CheckResult | null> {
  const found = there.filter((text) => /^v=spf1( |$)/i.test(text));
  const told = beside(record, found);
  if (found.length === 0)
    return failing(
      "spf_missing",
      "There is no SPF record: receivers cannot tell who may send for the domain.",
      {
        ...told,
        remedy: "Publish it.",
      },
    );
  if (found.length > 1)
    return failing(
      "spf_several",
      `There are ${found.length} SPF records, which counts as an error. RFC 7208 4.5`,
      {
        ...told,
        remedy: "Join them into one.",
      },
    );
  const terms = found[0]!.toLowerCase().split(/\s+/);
  if (terms.some((term) => term === "all" || term === "+all"))
    return failing("spf_open", "The SPF record lets everybody send for the domain (+all).", {
      ...told,
      remedy: "End it with -all.",
    });
  if (!terms.some((term) => term === "mx" || term === "+mx"))
    return failing("spf_excludes", `The SPF record does not name this machine: ${found[0]}`, {
      record: zoneLine({ ...record, value: found[0]!.replace(/^v=spf1/i, "v=spf1 mx") }),
      remedy: "Add mx to it.",
    });
  return spfTerms(record, found[0]!, lookUp);
}

function relayProblem(
  config: DoctorContext["config"],
  there: readonly string[],
  domain: string,
): CheckResult | null {
  const own = config.smtpRelayDomains.get(domain);
  const url = own === undefined ? config.smtpRelayUrl : own;
  const spf = there.find((text) => /^v=spf1 /i.test(text));
  return url === null || spf === undefined ? null : relayWithoutSpf(spf, url, domain);
}

function dkimProblem(record: ExpectedDnsRecord, there: readonly string[]): CheckResult | null {
  const kind = record.value.includes("k=ed25519") ? "ed25519" : "rsa";
  const told = { ...beside(record, there), remedy: "Publish this one, whole: some panels cut long texts." };
  if (there.length === 0)
    return failing(`dkim_${kind}_missing`, `The ${kind} DKIM key is not published at ${record.name}.`, told);
  if (dkimRecordMatches(there, record.value)) return null;
  if (there.some((text) => /(^|;)\s*p=\s*(;|$)/.test(text)))
    return failing(
      `dkim_${kind}_revoked`,
      `The ${kind} DKIM key at ${record.name} is revoked (p= is empty).`,
      told,
    );
  return failing(
    `dkim_${kind}_wrong`,
    `Another key stands at ${record.name}: signatures of the ${kind} key fail.`,
    told,
  );
}

function dmarcProblem(record: ExpectedDnsRecord, there: readonly string[]): CheckResult | null {
  const found = there.filter((text) => /^v=DMARC1\s*(;|$)/.test(text));
  const told = beside(record, found);
  if (found.length === 0)
    return failing("dmarc_missing", "There is no DMARC record: large receivers want one.", {
      ...told,
      remedy: "Publish it.",
    });
  if (found.length > 1)
    return failing(
      "dmarc_several",
      `There are ${found.length} DMARC records, so none counts. RFC 7489 6.6.3`,
      {
        ...told,
        remedy: "Keep one.",
      },
    );
  if (!/;\s*p\s*=\s*(none|quarantine|reject)\s*(;|$)/i.test(found[0]!))
    return failing("dmarc_invalid", `The DMARC record has no valid policy: ${found[0]}`, {
      ...told,
      remedy: "p is none, quarantine or reject.",
    });
  return null;
}

async function checkServices({ lookUp, config }: DoctorContext, { row }: FullDomain): Promise<CheckResult[]> {
  const records = serviceRecords(row.domain, serviceOptions(config, configuredService(config)));
  const found = await Promise.all(
    records.map(async (record): Promise<{ record: ServiceRecord; state: RecordState; there: string[] }> => {
      const { state, published } = await stateOf(lookUp, record, config.mailHostname);
      return { record, state, there: published };
    }),
  );
  const of = (purpose: ServiceRecord["purpose"], state: RecordState) =>
    found.filter((each) => each.record.purpose === purpose && each.state === state);
  const lines = (some: typeof found) => some.map(({ record }) => zoneLine(record)).join("\n");
  const thereOf = (some: typeof found) => some.flatMap(({ there }) => there);
  const problems: CheckResult[] = [];
  const subject = row.domain;
  const add = (code: string, message: string, told: { some: typeof found; remedy: string }) => {
    if (told.some.length > 0)
      problems.push(
        warning(code, message, {
          subject,
          remedy: told.remedy,
          record: lines(told.some),
          published: thereOf(told.some),
        }),
      );
  };
  add("mta_sts_missing", "MTA-STS is not published: senders may be made to send unencrypted. RFC 8461", {
    some: of("mta-sts", "missing"),
    remedy: "Publish the records; the policy is served by this server.",
  });
  const otherSts = of("mta-sts", "other");
  add(
    "mta_sts_id",
    "The id of the MTA-STS record is not the one of the policy: senders keep the old policy.",
    {
      some: otherSts.filter(({ record }) => record.type === "TXT"),
      remedy: "Replace it.",
    },
  );
  add("mta_sts_elsewhere", `mta-sts.${subject} does not lead to this server: senders find no policy.`, {
    some: otherSts.filter(({ record }) => record.type !== "TXT"),
    remedy: "Replace it.",
  });
  add("tls_rpt_missing", "Nobody reports failed TLS to you (RFC 8460).", {
    some: of("tls reports", "missing"),
    remedy: "Publish the record.",
  });
  add("programs_missing", "Mail programs do not find the server by themselves. RFC 6186", {
    some: of("mail programs", "missing"),
    remedy: "Publish the records.",
  });
  add("programs_elsewhere", "Mail programs are led elsewhere.", {
    some: of("mail programs", "other"),
    remedy: "Replace the records.",
  });
  return problems;
}
