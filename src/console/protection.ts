// Setting what waits for a person, in a session: the one way to change it where a person alone decides.
import { Elysia } from "elysia";
import { emailOf } from "../../actors/account/identities.ts";
import {
  addEntries,
  effectiveProtection,
  noProtection,
  removeEntry,
  setDefaultProtection,
  setProtection,
} from "../../actors/account/protection.ts";
import type { HttpDeps } from "../http/context.ts";
import { entryOf, toSettings } from "../http/resources/reviews/protection.ts";
import { invalid, notFound } from "../lib/failure.ts";
import { isUuid } from "../lib/ids.ts";
import { type ProtectionInput, ProtectionInput as ProtectionInputSchema } from "../schema/reviews/reviews.ts";
import { getIdentity, listIdentities } from "../store/accounts/identities.ts";
import type { EntryRow } from "../store/reviews/protection.ts";
import { listEntries, readProtection } from "../store/reviews/protection.ts";
import { chosenAccount, pagesOf, person, personOrigin, redirect, show } from "./answers.ts";
import { protectionPage } from "./protection-page.ts";
import { type PageCall, readForm, type Visit } from "./session.ts";

const shown = 200;

export function protectionPages(deps: HttpDeps) {
  const page = pagesOf(deps);
  return new Elysia({ normalize: false })
    .get(
      "/console/protection",
      page(async ({ request, visit }) => {
        if (!visit.session) return redirect("/console/login", visit);
        const { searchParams } = new URL(request.url);
        return showProtection(deps, visit, {
          account: searchParams.get("account"),
          identity: searchParams.get("identity"),
        });
      }),
    )
    .post(
      "/console/protection",
      page(async (call) => {
        const { form, actor, origin, identityId, back } = await target(deps, call);
        const input = toSettings(settingsOf(form));
        await actor.run(
          (turn) =>
            identityId === null
              ? setDefaultProtection(turn, input, person)
              : setProtection(turn, input, person),
          { origin },
        );
        return redirect(back, call.visit);
      }),
    )
    .post(
      "/console/protection/entries",
      page(async (call) => {
        const { form, actor, origin, back } = await target(deps, call);
        const [direction = "", list = ""] = (form.get("rule") ?? "").split(" ");
        if (!/^(send|receive) (allow|block)$/.test(`${direction} ${list}`))
          throw invalid("Use the form on the page.");
        const rule = { direction, list } as Pick<EntryRow, "direction" | "list">;
        const entries = [entryOf((form.get("entry") ?? "").trim())];
        await actor.run((turn) => addEntries(turn, { ...rule, entries }, person), { origin });
        return redirect(`${back}#lists`, call.visit);
      }),
    )
    .post(
      "/console/protection/entries/remove",
      page(async (call) => {
        const { form, actor, origin, back } = await target(deps, call);
        const id = form.get("id") ?? "";
        if (!isUuid(id)) throw notFound();
        await actor.run((turn) => removeEntry(turn, id, person), { origin });
        return redirect(`${back}#lists`, call.visit);
      }),
    );
}

/** What a form is about. @throws Failure unauthorized, not_found, forbidden */
async function target(deps: HttpDeps, call: PageCall) {
  const { visit } = call;
  const form = readForm(call);
  const { account } = await chosenAccount(deps, visit, form.get("account"));
  const { accountId } = account;
  const identityId = form.get("identity") || null;
  if (identityId !== null) await ownIdentity(deps, accountId, identityId);
  const origin = personOrigin(call);
  const actor =
    identityId === null ? deps.actors.account(accountId) : deps.actors.identity(accountId, identityId);
  const back = `/console/protection?account=${accountId}${identityId === null ? "" : `&identity=${identityId}`}`;
  return { form, actor, origin, identityId, back };
}

async function ownIdentity({ database }: HttpDeps, accountId: string, id: string) {
  const identity = isUuid(id) ? await getIdentity(database, { accountId, identityIds: null }, id) : null;
  if (!identity) throw notFound();
  return identity;
}

/** The settings of the form. @throws Failure validation_error */
function settingsOf(form: URLSearchParams): ProtectionInput {
  const number = (name: "expires_after" | "first_contacts_a_day" | "untrusted_contacts_a_day") => {
    const text = (form.get(name) ?? "").trim();
    if (text === "") return null;
    const { minimum, maximum } = ProtectionInputSchema.properties[name].anyOf[0];
    const value = Number(text);
    if (!/^\d{1,9}$/.test(text) || value < minimum! || value > maximum!)
      throw invalid(`${name.replaceAll("_", " ")}: write a whole number from ${minimum} to ${maximum}.`);
    return value;
  };
  const one = <const T extends readonly string[]>(name: string, values: T): T[number] => {
    const value = form.get(name) ?? "";
    if (!values.includes(value)) throw invalid("Use the form on the page.");
    return value;
  };
  const reviewers = (form.get("reviewers") ?? "")
    .split(",")
    .map((email) => email.trim())
    .filter((email) => email !== "");
  if (reviewers.length > 20) throw invalid("Name at most 20 reviewers.");
  return {
    outbound: one("outbound", ["off", "new_recipients", "all"]),
    inbound: one("inbound", ["off", "new_senders", "review"]),
    approver: one("approver", ["key", "human"]),
    submission: one("submission", ["hold", "refuse"]),
    notify: one("notify", ["each", "digest", "off"]),
    on_expiry: one("on_expiry", ["reject", "keep"]),
    reviewers,
    expires_after: number("expires_after"),
    first_contacts_a_day: number("first_contacts_a_day"),
    untrusted_contacts_a_day: number("untrusted_contacts_a_day"),
  };
}

async function showProtection(
  deps: HttpDeps,
  visit: Visit,
  wanted: { account: string | null; identity: string | null },
): Promise<Response> {
  const { database } = deps;
  const { account } = await chosenAccount(deps, visit, wanted.account);
  const { accountId } = account;
  const identity = wanted.identity === null ? null : await ownIdentity(deps, accountId, wanted.identity);
  const scope = { accountId, identityIds: null };
  const ownerId = identity?.id ?? accountId;
  const [addresses, { own, byDefault }, entries] = await Promise.all([
    listIdentities(database, scope, { filter: {}, cursor: null, count: shown }),
    readProtection(database, { accountId, identityId: identity?.id ?? null }),
    listEntries(database, { accountId, ownerId }, { cursor: null, count: shown }),
  ]);
  const view = {
    csrf: visit.csrf,
    account: accountId,
    identity: identity?.id ?? null,
    name: identity ? emailOf(identity) : "all addresses",
    addresses: addresses.map((one) => ({ id: one.id, email: emailOf(one) })),
    settings: effectiveProtection(own, byDefault) ?? noProtection,
    entries,
  };
  return show(protectionPage(view), "Protection", visit);
}
