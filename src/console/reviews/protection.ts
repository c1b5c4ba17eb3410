// Setting what waits for a person, in a session: the one way to change it where a person alone decides.
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import {
  addEntries,
  effectiveProtection,
  noProtection,
  removeEntry,
  setDefaultProtection,
  setProtection,
} from "../../../actors/account/reviews/protection.ts";
import type { HttpDeps } from "../../http/context.ts";
import { entryOf, toSettings } from "../../http/resources/reviews/protection.ts";
import { invalid, notFound } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import { ProtectionInput } from "../../schema/reviews.ts";
import { getIdentity, listIdentities } from "../../store/addresses/identities.ts";
import type { Executor } from "../../store/database/sql.ts";
import { type EntryRow, listEntries, readProtection } from "../../store/reviews/protection.ts";
import { action, type Here, page, person, redirect, routes, type SentForm } from "../frame/answers.ts";
import { checkSeen } from "../frame/seen-state.ts";
import { widePage } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { protectionPage, setByForm } from "./protection-page.ts";

const shown = 200;
const here = "/console/settings/protection";

export function protectionPages(deps: HttpDeps) {
  return routes()
    .get(
      "/console/protection",
      page(deps, "owner", ({ url, visit }) => redirect(`${here}${url.search}`, visit)),
    )
    .get(here, page(deps, "owner", showProtection))
    .post(
      "/console/protection",
      action(deps, "owner", async (sent) => {
        const { actor, identityId, back } = await target(sent);
        const input = toSettings(settingsOf(sent.form));
        await actor.run(
          async (turn) => {
            const now = await settingsNow(turn, { accountId: turn.accountId, identityId });
            checkSeen(sent.form, { now: setByForm(now), wanted: input });
            return identityId === null
              ? setDefaultProtection(turn, input, person)
              : setProtection(turn, input, person);
          },
          { origin: sent.origin },
        );
        return redirect(back, sent.visit);
      }),
    )
    .post(
      "/console/protection/entries",
      action(deps, "owner", async (sent) => {
        const { form, origin } = sent;
        const { actor, back } = await target(sent);
        const [direction = "", list = ""] = (form.get("rule") ?? "").split(" ");
        if (!/^(send|receive) (allow|block)$/.test(`${direction} ${list}`))
          throw invalid(phrases.failure.useForm);
        const rule = { direction, list } as Pick<EntryRow, "direction" | "list">;
        const entries = [entryOf((form.get("entry") ?? "").trim())];
        await actor.run((turn) => addEntries(turn, { ...rule, entries }, person), { origin });
        return redirect(`${back}#lists`, sent.visit);
      }),
    )
    .post(
      "/console/protection/entries/remove",
      action(deps, "owner", async (sent) => {
        const { actor, back } = await target(sent);
        const id = sent.form.get("id") ?? "";
        if (!isUuid(id)) throw notFound();
        await actor.run((turn) => removeEntry(turn, id, person), { origin: sent.origin });
        return redirect(`${back}#lists`, sent.visit);
      }),
    );
}

/**
 * Return the owner of the settings that a form changes: an address, or the account. @throws Failure not_found
 */
async function target(sent: SentForm) {
  const { deps, form, account } = sent;
  const { accountId } = account;
  const identityId = form.get("identity") || null;
  if (identityId !== null) await ownIdentity(sent, identityId);
  const actor =
    identityId === null ? deps.actors.account(accountId) : deps.actors.identity(accountId, identityId);
  const back = identityId === null ? here : `${here}?identity=${identityId}`;
  return { actor, identityId, back };
}

async function ownIdentity({ deps, scope }: Here, id: string) {
  const identity = isUuid(id) ? await getIdentity(deps.database, scope, id) : null;
  if (!identity) throw notFound();
  return identity;
}

/** The settings of the form. @throws Failure validation_error */
function settingsOf(form: URLSearchParams): ProtectionInput {
  const number = (name: "expires_after" | "first_contacts_a_day" | "untrusted_contacts_a_day") => {
    const text = (form.get(name) ?? "").trim();
    if (text === "") return null;
    const { minimum, maximum } = ProtectionInput.properties[name].anyOf[0];
    const value = Number(text);
    if (!/^\d{1,9}$/.test(text) || value < minimum! || value > maximum!)
      throw invalid(phrases.protection.wholeNumber(name.replaceAll("_", " "), minimum!, maximum!));
    return value;
  };
  const one = <const T extends readonly string[]>(name: string, values: T): T[number] => {
    const value = form.get(name) ?? "";
    if (!values.includes(value)) throw invalid(phrases.failure.useForm);
    return value;
  };
  const reviewers = (form.get("reviewers") ?? "")
    .split(",")
    .map((email) => email.trim())
    .filter((email) => email !== "");
  if (reviewers.length > 20) throw invalid(phrases.protection.tooManyReviewers);
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

/** The settings of an address, or of the account where it has none of its own. */
async function settingsNow(db: Executor, owner: Parameters<typeof readProtection>[1]) {
  const { own, byDefault } = await readProtection(db, owner);
  return effectiveProtection(own, byDefault) ?? noProtection;
}

async function showProtection(here: Here): Promise<Response> {
  const { deps, scope, account, url } = here;
  const { database } = deps;
  const { accountId } = account;
  const wanted = url.searchParams.get("identity") || null;
  const identity = wanted === null ? null : await ownIdentity(here, wanted);
  const ownerId = identity?.id ?? accountId;
  const [addresses, settings, entries] = await Promise.all([
    listIdentities(database, scope, { filter: {}, cursor: null, count: shown }),
    settingsNow(database, { accountId, identityId: identity?.id ?? null }),
    listEntries(database, { accountId, ownerId }, { cursor: null, count: shown }),
  ]);
  const view = {
    identity: identity?.id ?? null,
    addresses: addresses.map((one) => ({ id: one.id, email: emailOf(one) })),
    settings,
    entries,
  };
  const title = phrases.protection.title;
  return widePage(here, { title, place: "settings" }, protectionPage(here, view));
}
