// The programs that have access, each with a button that ends it. DECISIONS OAuth

import { revokeKey } from "../../../actors/account/access/minted.ts";
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import type { HttpDeps } from "../../http/context.ts";
import { destinationOf } from "../../http/oauth/redirects.ts";
import { notFound } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { isUuid } from "../../lib/ids.ts";
import { type Grant, getGrant, listGrants } from "../../store/access/oauth-grants.ts";
import { listIdentities } from "../../store/addresses/identities.ts";
import { action, type Here, page, redirect, routes, type SentForm } from "../frame/answers.ts";
import { sureForm } from "../frame/forms.ts";
import { settingsHead } from "../frame/settings-head.ts";
import { widePage } from "../frame/shell.ts";
import { agoTag, dayTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";

const shown = 200;
const words = phrases.programs;

export function programPages(deps: HttpDeps) {
  return routes()
    .get("/console/settings/programs", page(deps, "owner", showPrograms))
    .post("/console/programs/end", action(deps, "owner", end));
}

async function showPrograms(here: Here): Promise<Response> {
  const { deps, scope, account } = here;
  const [grants, addresses] = await Promise.all([
    listGrants(deps.database, account.accountId, { cursor: null, count: shown }),
    listIdentities(deps.database, scope, { filter: {}, cursor: null, count: shown }),
  ]);
  const emails = new Map(addresses.map((address) => [address.id, emailOf(address)]));
  return widePage(here, { title: words.title, place: "settings" }, programsView(here, grants, emails));
}

async function end({ form, deps, account, origin, visit }: SentForm): Promise<Response> {
  const { accountId } = account;
  const id = form.get("id") ?? "";
  if (!isUuid(id) || !(await getGrant(deps.database, accountId, id))) throw notFound();
  await revokeKey(deps.actors.account(accountId), { id, callerId: null, origin });
  return redirect("/console/settings/programs", visit);
}

function programsView(here: Here, grants: readonly Grant[], emails: ReadonlyMap<string, string>): Html {
  const reach = ({ identityIds }: Grant) =>
    identityIds === null
      ? words.everyAddress
      : identityIds.map((id) => emails.get(id) ?? phrases.keys.anotherAddress).join(", ");
  return html`${settingsHead(here, "programs")}
<p class="soft">${words.lead} <code>${here.deps.baseUrl()}/mcp</code></p>
${grants.length === 0 && html`<p class="soft">${words.none}</p>`}
<ul class="cards">${grants.map(
    (
      grant,
    ) => html`<li class="card-row"><div class="grow"><strong>${grant.clientName}</strong><p class="small">${words.may[grant.level]}: ${reach(grant)}</p>
<p class="soft small">${words.answersTo} ${destinationOf(grant.redirectUri).name}, ${phrases.addresses.since} ${dayTag(grant.createdAt, here.now)}, ${grant.lastUsedAt ? html`${phrases.keys.lastUsed} ${agoTag(grant.lastUsedAt, here.now)}` : phrases.keys.neverUsed}</p></div>
${sureForm(here, { open: words.end, hint: words.endHint, action: "/console/programs/end", fields: { id: grant.id }, sure: words.endNamed(grant.clientName) })}</li>`,
  )}</ul>`;
}
