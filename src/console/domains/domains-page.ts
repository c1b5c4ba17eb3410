// Domains and the DNS records they want: plain functions of what they show.
import { type Html, html } from "../../lib/html.ts";
import { recordsWithStatus } from "../../outbound/domain-records.ts";
import type { FullDomain } from "../../store/domains/domains.ts";
import type { Here } from "../frame/answers.ts";
import { buttonForm, buttonOf, field, notice, postForm, sureForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { settingsHead } from "../frame/settings-head.ts";
import { dayTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";

const words = phrases.domains;

type Record = ReturnType<typeof recordsWithStatus>[number];

export function domainsPage(
  here: Here,
  { domains, error, typed }: { domains: readonly FullDomain[]; error?: string; typed: string },
): Html {
  return html`${settingsHead(here, "domains")}
<p class="soft">${words.lead}</p>
${error && notice(error, "bad")}
<ul class="cards spaced">${domains.map((domain) => {
    const { row } = domain;
    const name = html`<strong>${row.domain}</strong>`;
    return row.accountId === here.account.accountId
      ? html`<li><a class="card-row card-link" href="/console/settings/domains/${row.id}"><span class="grow">${name}</span>${readyChip(missingOf(here, domain))}${icon("next")}</a></li>`
      : html`<li class="card-row"><span class="grow">${name}<br><span class="soft small">${words.shared}</span></span></li>`;
  })}</ul>
<h2 id="new">${words.newTitle}</h2>
${postForm(
  here,
  { action: "/console/domains", class: "in-row one" },
  html`${field("domain", words.name, html`<input id="domain" name="domain" type="text" required maxlength="255" value="${typed}" placeholder="agents.example.com" autocomplete="off" autocapitalize="none" spellcheck="false">`)}
${buttonOf({ text: words.add, class: "button primary" })}`,
)}`;
}

/** Records that the last look did not find, or that nobody has looked up. */
function missingOf({ deps }: Here, domain: FullDomain): number {
  return recordsWithStatus(domain, deps.mailHostname).filter(({ status }) => status !== "verified").length;
}

function readyChip(missing: number): Html {
  return missing === 0
    ? html`<span class="chip good">${words.ready}</span>`
    : html`<span class="chip warn">${words.toDo(missing)}</span>`;
}

const looks: { [status in Record["status"]]?: string } = { verified: "good", failed: "bad" };

function statusChip(status: Record["status"]): Html {
  return html`<span class="chip ${looks[status] ?? "warn"}">${words.status[status] ?? status}</span>`;
}

export function domainPage(
  here: Here,
  view: { domain: FullDomain; records: readonly Record[]; zone: string; error?: string },
): Html {
  const { domain, records, zone, error } = view;
  const { id, domain: name, verifiedAt } = domain.row;
  const missing = missingOf(here, domain);
  return html`${settingsHead(here, "domains")}
${error && notice(error, "bad")}
<p><a href="/console/settings/domains">${words.back}</a></p>
<header class="section-head"><h2>${name}</h2>${readyChip(missing)}</header>
<p class="soft">${missing === 0 ? words.allThere : words.missing(missing)}${verifiedAt && html` ${words.since} ${dayTag(verifiedAt, here.now)}.`}</p>
<div class="actions">${buttonForm(here, { action: "/console/domains/verify", fields: { id } }, { text: words.verify, class: "button primary" })}
${sureForm(here, { open: words.delete, hint: words.deleteHint, action: "/console/domains/delete", fields: { id }, sure: words.deleteNamed(name) })}</div>
<h2 id="records">${words.records}</h2>
<ul class="cards">${records.map(
    (
      record,
    ) => html`<li class="card-row"><div class="grow"><strong>${words.purposes[record.purpose]}</strong> ${statusChip(record.status)}
<dl class="facts"><div><dt>${words.type}</dt><dd>${record.type}</dd></div><div><dt>${words.host}</dt><dd><code>${record.name}</code></dd></div><div><dt>${words.value}</dt><dd><code>${record.value}</code></dd></div></dl></div></li>`,
  )}</ul>
<details class="zone"><summary>${words.zone}</summary><p class="small">${words.zoneHint}</p><pre tabindex="0">${zone}</pre></details>`;
}
