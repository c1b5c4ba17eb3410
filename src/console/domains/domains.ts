// Domains of an account and the DNS records they want. DECISIONS Domains, pods, routing rules.

import { verifyDomain } from "../../../actors/account/domains/domain-verification.ts";
import { createDomain, deleteDomain, prepareDomain } from "../../../actors/account/domains/domains.ts";
import type { HttpDeps } from "../../http/context.ts";
import { Failure, notFound } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import { domainName } from "../../mail/domain-name.ts";
import { lookUpRecords, recordsFor, recordsWithStatus, zoneFile } from "../../outbound/domain-records.ts";
import { wantedRecords } from "../../outbound/record-check.ts";
import { type FullDomain, getDomain, listDomains } from "../../store/domains/domains.ts";
import { action, type Here, page, redirect, routes, type SentForm } from "../frame/answers.ts";
import { refusalText } from "../frame/refusals.ts";
import { widePage } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { domainPage, domainsPage } from "./domains-page.ts";

const words = phrases.domains;
const path = "/console/settings/domains";
const shown = 200;

export function domainPages(deps: HttpDeps) {
  return routes()
    .get(
      path,
      page(deps, "owner", (here) => showDomains(here)),
    )
    .get(
      `${path}/:id`,
      page(deps, "owner", (here) => showDomain(here, { id: here.url.pathname.slice(path.length + 1) })),
    )
    .post("/console/domains", action(deps, "owner", claim))
    .post("/console/domains/verify", action(deps, "owner", verify))
    .post("/console/domains/delete", action(deps, "owner", remove));
}

async function claim(sent: SentForm): Promise<Response> {
  const { form, deps, account, origin, visit } = sent;
  const typed = (form.get("domain") ?? "").trim();
  try {
    const input = await prepareDomain(domainName(typed), {});
    await deps.actors.account(account.accountId).run((turn) => createDomain(turn, input), { origin });
    return redirect(`${path}/${input.id}?done=saved`, visit);
  } catch (error) {
    const isTheirs = error instanceof Failure && ["validation_error", "conflict"].includes(error.code);
    if (isTheirs) return showDomains(sent, { error: refusalText(error.message), typed });
    throw error;
  }
}

/** A domain of this account, not the shared one. @throws Failure not_found */
async function ownDomain({ deps, scope, account }: Here, id: string): Promise<FullDomain> {
  const domain = isUuid(id) ? await getDomain(deps.database, scope, id) : null;
  if (domain?.row.accountId !== account.accountId) throw notFound();
  return domain;
}

async function verify(sent: SentForm): Promise<Response> {
  const { form, deps, account, origin, visit } = sent;
  const domain = await ownDomain(sent, form.get("id") ?? "");
  const { mailHostname, config, actors } = deps;
  const evidence = await lookUpRecords(config.dnsServers, recordsFor(domain, mailHostname));
  const look = { id: domain.row.id, evidence, mailHostname };
  try {
    await actors.account(account.accountId).run((turn) => verifyDomain(turn, look), { origin });
  } catch (error) {
    if (error instanceof Failure)
      return showDomain(sent, { id: domain.row.id, error: refusalText(error.message) });
    throw error;
  }
  return redirect(`${path}/${domain.row.id}?done=looked-up`, visit);
}

async function remove(sent: SentForm): Promise<Response> {
  const { deps, account, origin, visit, form } = sent;
  const { row } = await ownDomain(sent, form.get("id") ?? "");
  await deps.actors.account(account.accountId).run((turn) => deleteDomain(turn, row.id), { origin });
  return redirect(`${path}?done=domain-deleted`, visit);
}

async function showDomains(here: Here, more: { error?: string; typed?: string } = {}): Promise<Response> {
  const { deps, scope } = here;
  const domains = await listDomains(deps.database, scope, { cursor: null, count: shown });
  const options = { title: words.title, place: "settings" as const, status: more.error ? 400 : 200 };
  return widePage(here, options, domainsPage(here, { domains, typed: "", ...more }));
}

/** @param error why something that was asked of it did not work */
async function showDomain(here: Here, { id, error }: { id: string; error?: string }): Promise<Response> {
  const { deps } = here;
  const domain = await ownDomain(here, id);
  const { mailHostname, config } = deps;
  const { domain: name } = domain.row;
  const zone = zoneFile(name, wantedRecords(domain, config, deps.mailService()));
  const records = recordsWithStatus(domain, mailHostname);
  const options = { title: name, place: "settings" as const, status: error === undefined ? 200 : 409 };
  return widePage(here, options, domainPage(here, { domain, records, zone, error }));
}
