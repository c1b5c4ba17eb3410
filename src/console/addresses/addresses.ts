// Addresses: those of the account, and new ones. SPEC Addresses.

import { createIdentity, domainIdOf, emailOf } from "../../../actors/account/addresses/identities.ts";
import type { HttpDeps } from "../../http/context.ts";
import { Failure } from "../../lib/failure.ts";
import { newId } from "../../lib/ids.ts";
import { isMachineName } from "../../mail/domain-name.ts";
import { localPart } from "../../mail/local-part.ts";
import { listIdentities } from "../../store/addresses/identities.ts";
import { type FullDomain, listDomains } from "../../store/domains/domains.ts";
import { action, type Here, page, redirect, routes, type SentForm } from "../frame/answers.ts";
import { refusalText } from "../frame/refusals.ts";
import { widePage } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { type AddressesView, addressesPage, addressTypes } from "./addresses-page.ts";

const words = phrases.addresses;
const path = "/console/settings/addresses";
const shown = 200;
const longestName = 200;
/** Failures that a person can mend in the form. */
const mendable = new Set(["validation_error", "conflict", "address_taken", "forbidden", "domain_unverified"]);

export function addressPages(deps: HttpDeps) {
  return routes()
    .get(
      path,
      page(deps, "owner", (here) => showAddresses(here)),
    )
    .post("/console/addresses", action(deps, "owner", make));
}

async function make(sent: SentForm): Promise<Response> {
  const { form, deps, account, origin, visit } = sent;
  const typed = {
    name: (form.get("local_part") ?? "").trim(),
    domain: form.get("domain") ?? "",
    shown: (form.get("display_name") ?? "").trim().slice(0, longestName),
  };
  const type = addressTypes.find((one) => one === form.get("type")) ?? "agent";
  try {
    const input = {
      id: newId(),
      localPart: localPart(typed.name),
      displayName: typed.shown || null,
      type,
      mode: type === "human" ? ("human" as const) : ("automated" as const),
      sendPolicy: "open" as const,
      expiresAt: null,
      tenantId: null,
      podId: null,
    };
    const work = deps.actors.account(account.accountId);
    const row = await work.run(
      async (turn) =>
        createIdentity(turn, { ...input, domainId: await domainIdOf(turn, { name: typed.domain }) }),
      { origin },
    );
    return redirect(`${path}?done=address-made#${row.id}`, visit);
  } catch (error) {
    if (error instanceof Failure && mendable.has(error.code))
      return showAddresses(sent, { error: refusalText(error.message), typed });
    throw error;
  }
}

async function showAddresses(
  here: Here,
  more: Partial<Pick<AddressesView, "error" | "typed">> = {},
): Promise<Response> {
  const { deps, scope, url } = here;
  const search = (url.searchParams.get("q") ?? "").replaceAll("\0", "").trim().slice(0, 100);
  const filter = search === "" ? {} : { text: search };
  const [addresses, domains] = await Promise.all([
    listIdentities(deps.database, scope, { filter, cursor: null, count: shown + 1 }),
    listDomains(deps.database, scope, { cursor: null, count: shown }),
  ]);
  const view: AddressesView = {
    addresses: addresses.slice(0, shown).map((row) => ({ row, email: emailOf(row) })),
    hasMore: addresses.length > shown,
    domains: usableFor(here, domains),
    search,
    typed: { name: "", domain: "", shown: "" },
    ...more,
  };
  const options = { title: words.title, place: "settings" as const, status: more.error ? 400 : 200 };
  return widePage(here, options, addressesPage(here, view));
}

/**
 * Return the domains on which the account's addresses can be made: sign-ups and all others share none, but
 * for names of this machine.
 */
function usableFor({ account, scope }: Here, domains: readonly FullDomain[]): string[] {
  const isSignup = account.plan === "signup";
  const has = domains.some(({ row }) => row.forSignups);
  return domains
    .filter(({ row }) => {
      if (!isSignup) return !row.forSignups;
      if (row.accountId === scope.accountId || row.forSignups) return true;
      return !has && isMachineName(row.domain);
    })
    .map(({ row }) => row.domain);
}
