// `domains add|list|verify|check|zone|rotate-dkim`: the operator's domains.
import { commandLine } from "../../actors/account/access/account-audit.ts";
import { rotateDkim, verifyDomain } from "../../actors/account/domains/domain-verification.ts";
import { createDomain, newDomainKeys, prepareDomain } from "../../actors/account/domains/domains.ts";
import type { Core } from "../app/core.ts";
import { hostnameWarning } from "../app/hostname.ts";
import { createLookUp } from "../lib/dns/look-up.ts";
import { domainName } from "../mail/domain-name.ts";
import {
  lookUpRecords,
  recordsFor,
  recordsWithStatus,
  zoneFile,
  zoneLine,
} from "../outbound/domain-records.ts";
import {
  type CheckedRecord,
  checkRecords,
  publishedLines,
  type WantedRecord,
  wantedRecords,
} from "../outbound/record-check.ts";
import { configuredService } from "../outbound/service-records.ts";
import { type FullDomain, findDomain, listDomains } from "../store/domains/domains.ts";
import { asJson, type CliCommand, CommandError, type Input, type Output, ok, table } from "./context.ts";
import { operatorOf } from "./operator.ts";

export const domainsAdd: CliCommand = {
  name: "domains add",
  usage: "DOMAIN",
  summary: "add a domain to the operator's account; then publish what `domains zone` prints of it",
  options: [],
  positionals: ["DOMAIN"],
  async run(core, { positionals: [name = ""] }) {
    const { accountId } = await operatorOf(core);
    const input = await prepareDomain(domainName(name));
    const { row } = await core.actors
      .account(accountId)
      .run((turn) => createDomain(turn, input), { origin: commandLine });
    return warned(core, row.domain, ok(`${row.domain} ${row.id}`));
  },
};

export const domainsList: CliCommand = {
  name: "domains list",
  usage: "[--json]",
  summary: "list the operator's domains",
  options: [asJson],
  positionals: [],
  async run(core, { options }) {
    const { accountId } = await operatorOf(core);
    const found = await listDomains(
      core.database,
      { accountId, identityIds: null },
      { cursor: null, count: 1000 },
    );
    const rows = found.map(({ row }) => row);
    if (options.json)
      return ok(JSON.stringify(rows.map(({ id, domain, status }) => ({ id, domain, status }))));
    return ok(
      table(
        ["ID", "DOMAIN", "STATUS"],
        rows.map((row) => [row.id, row.domain, row.status]),
      ),
    );
  },
};

export const domainsVerify: CliCommand = {
  name: "domains verify",
  usage: "DOMAIN [--json]",
  summary: "look up a domain's records in DNS; new DKIM keys that are published begin to sign",
  options: [asJson],
  positionals: ["DOMAIN"],
  async run(core, input) {
    const { mailHostname } = core.config;
    const domain = await namedDomain(core, input);
    const { accountId, id } = domain.row;
    const evidence = await lookUpRecords(core.config.dnsServers, recordsFor(domain, mailHostname));
    const verified = await core.actors
      .account(accountId)
      .run((turn) => verifyDomain(turn, { id, evidence, mailHostname }));
    return ok(formatDomain(core, verified, input));
  },
};

export const domainsCheck: CliCommand = {
  name: "domains check",
  usage: "DOMAIN [--json]",
  summary:
    "compare a domain's records with those in DNS, character by character; exit 1: one is not as it should be",
  options: [asJson],
  positionals: ["DOMAIN"],
  async run(core, input) {
    const domain = await namedDomain(core, input);
    const { dnsServers, mailHostname: host } = core.config;
    const records = allRecords(core, domain);
    const checked = await checkRecords(createLookUp(dnsServers), {
      domain: domain.row.domain,
      host,
      records,
    });
    const { stdout } = ok(
      input.options.json ? JSON.stringify(checked) : checked.flatMap(checkLines).join("\n"),
    );
    return { stdout, exitCode: checked.every(({ state }) => state === "same") ? 0 : 1 };
  },
};

/** The state of a record, and for one that is not as it should be what to paste and what stands there. */
function checkLines({ record, state, published, difference, remedy }: CheckedRecord): string[] {
  const head = `${state.padEnd(10)}  ${record.purpose}: ${record.type} ${record.name}`;
  if (state === "same") return [head];
  return [
    head,
    ...(remedy === null ? [] : [`      ${remedy}`]),
    `        ${zoneLine(record)}`,
    ...publishedLines(published, difference),
  ];
}

export const domainsZone: CliCommand = {
  name: "domains zone",
  usage: "DOMAIN [--json]",
  summary: "print a domain's DNS records as a zone file",
  options: [asJson],
  positionals: ["DOMAIN"],
  async run(core, input) {
    const domain = await namedDomain(core, input);
    const { domain: name } = domain.row;
    const records = allRecords(core, domain);
    if (input.options.json) return ok(JSON.stringify(records));
    return warned(core, name, ok(zoneFile(name, records)));
  },
};

export const domainsRotateDkim: CliCommand = {
  name: "domains rotate-dkim",
  usage: "DOMAIN [--json]",
  summary: "make new DKIM keys; the old ones sign until `domains verify` sees the new records",
  options: [asJson],
  positionals: ["DOMAIN"],
  async run(core, input) {
    const { row } = await namedDomain(core, input);
    const keys = await newDomainKeys(row.domain);
    const rotated = await core.actors
      .account(row.accountId)
      .run((turn) => rotateDkim(turn, row.id, keys), { origin: commandLine });
    return ok(formatDomain(core, rotated, input));
  },
};

function allRecords({ config }: Core, domain: FullDomain): WantedRecord[] {
  return wantedRecords(domain, config, configuredService(config));
}

/** The output, with what the operator should know before the records are published. */
function warned({ config }: Core, domain: string, output: Output): Output {
  const stderr = hostnameWarning(config, domain);
  return stderr === null ? output : { ...output, stderr };
}

async function namedDomain(core: Core, { positionals: [name = ""] }: Input): Promise<FullDomain> {
  const { accountId } = await operatorOf(core);
  const found = await findDomain(core.database, accountId, domainName(name));
  if (!found)
    throw new CommandError(`${name} is not a domain of yours. List them with: postroom domains list`);
  return found;
}

function formatDomain({ config }: Core, domain: FullDomain, { options }: Input): string {
  const { id, domain: name, status } = domain.row;
  const records = recordsWithStatus(domain, config.mailHostname);
  if (options.json) return JSON.stringify({ id, domain: name, status, records });
  const rows = records.map((record) => [
    record.status,
    record.purpose,
    record.type,
    record.name,
    record.value,
  ]);
  return table(["STATUS", "PURPOSE", "TYPE", "NAME", "VALUE"], rows);
}
