// Saved searches on the page of a search: those that a person may open, and the form that keeps the search on screen under a name.
import { notFound } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { isUuid, newId } from "../../lib/ids.ts";
import {
  getSavedSearch,
  listSavedSearches,
  type SavedSearchRow,
} from "../../store/mailbox/saved-searches.ts";
import type { Here } from "../frame/answers.ts";
import { buttonOf, postForm, sureForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { phrases } from "../phrases.ts";
import { may } from "../session/accounts.ts";
import { type Narrowing, narrowingParts, type SearchAddress } from "./places.ts";

const words = phrases.saved;
/** Characters of a name. */
export const maxSearchName = 80;

/** @throws Failure not_found */
export async function savedSearchOf(here: Here, id: string): Promise<SavedSearchRow> {
  const row = isUuid(id) ? await getSavedSearch(here.deps.database, here.account, id) : null;
  if (!row) throw notFound();
  return row;
}

export const savedNarrowing = ({ addressId, podId, labelId }: SavedSearchRow): Narrowing => ({
  addressId,
  podId,
  labelId,
});

/** A form that was refused. */
export interface SavedFormView {
  error: string;
  name: string;
  isShared: boolean;
}

/** Keeps the search that is shown, as a new one or as the next state of the saved one. */
export function savedForm(
  here: Here,
  {
    place,
    saved,
    ...refused
  }: { place: SearchAddress; saved: SavedSearchRow | null } & Partial<SavedFormView>,
): Html | false {
  const isOwner = may(here, "owner");
  if (saved?.isShared && !isOwner) return false;
  const fields = { ...narrowingParts(place), q: place.q, id: saved?.id ?? null, new: saved ? null : newId() };
  const name = refused.name ?? saved?.name ?? "";
  const isShared = refused.isShared ?? saved?.isShared ?? false;
  return html`<details class="menu save-search"${refused.error !== undefined && html` open`}><summary class="button plain small">${icon("flag")}<span>${saved ? words.change : words.save}</span></summary><div class="sheet stack">${postForm(
    here,
    { action: "/console/search/save", class: "stack", fields },
    html`<label for="saved-name">${words.name}</label><input id="saved-name" name="name" type="text" required maxlength="${maxSearchName}" value="${name}" autocomplete="off">
${isOwner && html`<label class="check"><input type="checkbox" name="shared" value="yes"${isShared && html` checked`}> ${words.shared}</label>`}
${saved && html`<p class="soft small">${words.changeHint}</p>`}
${buttonOf({ text: words.keep, class: "button primary" })}`,
  )}${
    saved &&
    sureForm(here, {
      action: "/console/search/remove",
      fields: { id: saved.id },
      open: words.remove,
      hint: saved.isShared ? words.removeSharedHint(saved.name) : words.removeHint(saved.name),
      sure: words.remove,
    })
  }</div></details>`;
}

/** All that the person may open; false: there are none. */
export async function savedView(here: Here): Promise<Html | false> {
  const rows = await listSavedSearches(here.deps.database, here.account);
  if (rows.length === 0) return false;
  return html`<section class="recent"><h2 class="eyebrow" id="saved-title">${words.title}</h2><ul aria-labelledby="saved-title">${rows.map(({ id, name, isShared }) => html`<li><a href="/console/search?saved=${id}">${icon("search")}<bdi>${name}</bdi>${isShared && html`<span class="soft small">${words.sharedMark}</span>`}</a></li>`)}</ul></section>`;
}
