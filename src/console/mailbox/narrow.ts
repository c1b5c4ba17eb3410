// The page that narrows a list or a search: the addresses, pods and labels to choose among, each a link. The script shows it in a
// dialog. What is chosen keeps what goes with it: a label is of one address, an address of one pod.
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import type { HttpDeps } from "../../http/context.ts";
import { type Html, html } from "../../lib/html.ts";
import { listIdentities } from "../../store/addresses/identities.ts";
import { someNamedPods } from "../../store/addresses/pods.ts";
import { listLabels } from "../../store/mailbox/labels.ts";
import { accountLabels, type NamedPlace } from "../../store/mailbox/places.ts";
import { type Here, page, routes } from "../frame/answers.ts";
import { emptyState } from "../frame/forms.ts";
import { type IconName, icon } from "../frame/icons.ts";
import { widePage } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { ifGone, type Narrowed, narrowChips, narrowedTo } from "./narrowing.ts";
import { listPath, type Narrowing, narrowingOf, placeOf, renarrowed, searchPath, widest } from "./places.ts";

const words = phrases.narrow;
/** Choices of each kind that the page has. */
const maxChoices = 200;

export function narrowPages(deps: HttpDeps) {
  return routes().get("/console/narrow", page(deps, "reviewer", showNarrow));
}

/** A page that is narrowed. */
interface NarrowedPage {
  name: string;
  path(narrowing: Narrowing): string;
  /** True: no other address has its list. */
  isOfOne: boolean;
}

/** @throws Failure not_found */
function pageOf(query: URLSearchParams): NarrowedPage {
  if (query.get("list") === "search") {
    const place = { q: query.get("q") ?? "", saved: query.get("saved"), cursor: null };
    return {
      name: phrases.search.title,
      path: (narrowing) => searchPath({ ...place, ...narrowing }),
      isOfOne: false,
    };
  }
  const place = placeOf(query.get("list") ?? "", query);
  return {
    name: phrases.lists[place.list].name,
    path: (narrowing) => listPath(renarrowed(place, narrowing)),
    isOfOne: place.of !== null,
  };
}

async function showNarrow(here: Here): Promise<Response> {
  const { deps, scope, url } = here;
  const { database } = deps;
  const { name, path, isOfOne } = pageOf(url.searchParams);
  const asked = narrowingOf(url.searchParams);
  const found = await narrowedTo(here, asked).catch(ifGone);
  const now = found ? asked : widest;
  const by = found ?? (await narrowedTo(here, widest));
  const [addresses, pods] = await Promise.all([
    listIdentities(database, by.scope, { filter: {}, cursor: null, count: maxChoices + 1 }),
    someNamedPods(database, scope, maxChoices + 1),
  ]);
  const labels = await labelsIn(here, by, addresses.length === 1 ? addresses[0]!.id : undefined);
  const emails = new Map(addresses.map((one) => [one.id, emailOf(one)]));
  const choices = (title: string, links: Html[]) =>
    links.length > 0 &&
    html`<section><h2>${title}</h2><ul class="palette-rows">${links.slice(0, maxChoices)}</ul>${links.length > maxChoices && html`<p class="soft small">${words.tooMany(maxChoices)}</p>`}</section>`;
  const link = (
    narrowing: Narrowing,
    { text, of, icon: shape }: { text: string; of?: string; icon: IconName },
  ) => {
    const isSet = path(narrowing) === path(now);
    return html`<li><a href="${path(narrowing)}"${isSet && html` aria-current="true"`}>${icon(shape)}<span class="grow"><bdi>${text}</bdi></span>${of && html`<span class="soft small">${of}</span>`}${isSet && icon("check")}</a></li>`;
  };
  const labelLinks = labels.map(({ id, identityId, name: text }) =>
    link(
      { ...now, labelId: id },
      { text, icon: "label", ...(emails.size > 1 && { of: emails.get(identityId) ?? "" }) },
    ),
  );
  const podLinks = pods.map((one) => link({ ...widest, podId: one.id }, { text: one.name, icon: "team" }));
  const addressLinks = addresses.map((one) =>
    link({ ...now, addressId: one.id, labelId: null }, { text: emailOf(one), icon: "inbox" }),
  );
  const body = html`<header class="page-head"><h1>${words.title(name)}</h1></header>
${narrowChips({ narrowing: now, names: by.names, path, choices: {} })}
${labels.length + addresses.length === 0 && emptyState("search", { title: words.nothing, text: words.nothingText })}
${choices(phrases.nav.labels, labelLinks)}
${choices(words.pods, pods.length > 1 && !isOfOne ? podLinks : [])}
${choices(phrases.nav.addresses, addresses.length > 1 ? addressLinks : [])}`;
  return widePage(here, { title: words.title(name), place: null }, body);
}

/** Labels of the address that narrows, or of the only one; else those of all that are in reach, by name. */
async function labelsIn(
  { deps: { database } }: Here,
  { scope, identityId }: Narrowed,
  only: string | undefined,
): Promise<NamedPlace[]> {
  const of = identityId ?? only;
  if (of === undefined) return accountLabels(database, scope, maxChoices + 1);
  const labels = await listLabels(database, scope, of);
  return labels.sort((a, b) => a.name.localeCompare(b.name));
}
