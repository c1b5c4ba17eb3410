// Saves, changes and removes a search under a name. Each opening of a saved search looks anew.
// DECISIONS Agent signup and console
import { removeSearch, saveSearch } from "../../../actors/account/mailbox/saved-searches.ts";
import type { HttpDeps } from "../../http/context.ts";
import { Failure, notFound } from "../../lib/failure.ts";
import { isUuid, newId } from "../../lib/ids.ts";
import { action, redirect, routes, type SentForm } from "../frame/answers.ts";
import { refusalText } from "../frame/refusals.ts";
import { phrases } from "../phrases.ts";
import { ifGone, narrowedTo } from "./narrowing.ts";
import { narrowingOf, partsQuery } from "./places.ts";
import { maxSearchName, savedSearchOf } from "./saved-searches.ts";
import { cleaned, find, searchAnswer } from "./search.ts";

const words = phrases.saved;

export function searchSavingPages(deps: HttpDeps) {
  return routes()
    .post("/console/search/save", action(deps, "reviewer", saveSent))
    .post("/console/search/remove", action(deps, "reviewer", removeSent));
}

async function saveSent(sent: SentForm): Promise<Response> {
  const { form, deps, account, origin, visit } = sent;
  const id = form.get("id") || null;
  const saved = id === null ? null : await savedSearchOf(sent, id);
  const name = (form.get("name") ?? "").replaceAll(/\s+/g, " ").trim();
  const isShared = form.get("shared") === "yes";
  const narrowing = narrowingOf(narrowingSent(form));
  const place = { ...narrowing, q: cleaned(form.get("q")), saved: id, cursor: null };
  const by = await narrowedTo(sent, narrowing).catch(ifGone);
  const refuse = (error: string) =>
    searchAnswer(sent, { place, by, saved }, { error, name: name.slice(0, maxSearchName), isShared });
  if (!by) return refuse(phrases.narrow.goneText);
  if (name === "" || name.length > maxSearchName) return refuse(words.wrongName(maxSearchName));
  if (place.q === "") return refuse(words.noWords);
  // The search itself says what it does not look for.
  const found = await find(sent, { place, by });
  if (typeof found === "string") return refuse(found);
  const given = form.get("new") ?? "";
  const row = { name, q: place.q, ...narrowing, isShared, id: id ?? (isUuid(given) ? given : newId()) };
  try {
    await deps.actors
      .account(account.accountId)
      .run((turn) => saveSearch(turn, account.memberId, { ...row, isNew: id === null }), { origin });
  } catch (error) {
    if (error instanceof Failure && error.code === "conflict") return refuse(refusalText(error.message));
    throw error;
  }
  return redirect(`/console/search?saved=${row.id}&done=search-saved`, visit);
}

function narrowingSent(form: URLSearchParams): URLSearchParams {
  const sent = (field: string) => form.get(field) || null;
  return partsQuery({ address: sent("address"), pod: sent("pod"), label: sent("label") });
}

async function removeSent({ form, deps, account, origin, visit }: SentForm): Promise<Response> {
  const id = form.get("id") ?? "";
  if (!isUuid(id)) throw notFound();
  await deps.actors
    .account(account.accountId)
    .run((turn) => removeSearch(turn, account.memberId, id), { origin });
  return redirect("/console/search?done=search-removed", visit);
}
