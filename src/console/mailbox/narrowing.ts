// The parts that narrow a list or a search, found within what its person reaches: an address, a pod's addresses, a label of one address. A part
// that is gone, or that they do not reach, is not there, and then neither is the list. DECISIONS Agent signup and console
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import { narrowed } from "../../http/owner-filter.ts";
import { Failure, notFound } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { getIdentity } from "../../store/addresses/identities.ts";
import { getPod } from "../../store/addresses/pods.ts";
import { getLabel, keywordKeys } from "../../store/mailbox/labels.ts";
import type { Scope } from "../../store/scope.ts";
import { emptyState } from "../frame/forms.ts";
import type { Here } from "../frame/here.ts";
import { icon } from "../frame/icons.ts";
import { phrases } from "../phrases.ts";
import { type Narrowing, narrowingParts, queryOf } from "./places.ts";

const words = phrases.narrow;

/** The reader of a list, on a page or not. */
export interface ListReader extends Pick<Here, "scope"> {
  deps: Pick<Here["deps"], "database">;
}

/** Parts that narrow, found. */
export interface Narrowed {
  /** The pod's addresses, else all that the reader reaches. */
  scope: Scope;
  /** The address, or the label's. */
  identityId: string | undefined;
  labelKeys: readonly string[] | undefined;
  /** Names; null: that does not narrow. */
  names: { address: string | null; pod: string | null; label: string | null };
}

/** @throws Failure not_found, validation_error (a pod of too many addresses) */
export async function narrowedTo(
  { deps: { database }, scope: reach }: ListReader,
  { addressId, podId, labelId }: Narrowing,
): Promise<Narrowed> {
  const scope = podId === null ? reach : await narrowed(database, reach, { pod_id: podId });
  const [pod, label, address] = await Promise.all([
    podId === null ? null : getPod(database, reach, podId),
    labelId === null ? null : getLabel(database, scope, labelId),
    addressId === null ? null : getIdentity(database, scope, addressId),
  ]);
  if ((labelId !== null && !label) || (addressId !== null && !address)) throw notFound();
  // A label is of one address.
  if (label && address && label.identityId !== address.id) throw notFound();
  return {
    scope,
    identityId: address?.id ?? label?.identityId,
    labelKeys: label ? keywordKeys(label) : undefined,
    names: {
      address: address ? emailOf(address) : null,
      pod: pod?.name ?? null,
      label: label?.name ?? null,
    },
  };
}

/** The names of what narrows, for a title; null: nothing does. */
export function narrowedTitle({ names: { label, pod, address } }: Narrowed): string | null {
  const named = [label, pod, address].filter((name) => name !== null);
  return named.length === 0 ? null : named.join(" · ");
}

/** A list's or search's narrowing as a page shows it. */
export interface NarrowingView {
  narrowing: Narrowing;
  names: Narrowed["names"];
  /** The page as another narrowing has it. */
  path(narrowing: Narrowing): string;
  /** The query of the page that chooses among them. */
  choices: Record<string, string | null>;
}

/** The word that leads to the page that narrows. */
export function narrowLink({ narrowing, choices }: NarrowingView): Html {
  const href = `/console/narrow${queryOf({ ...choices, ...narrowingParts(narrowing) })}`;
  return html`<a class="button ghost small" href="${href}" data-dialog data-key="f">${words.open}</a>`;
}

const kinds = [
  { kind: "label", part: "labelId", icon: "label" },
  { kind: "pod", part: "podId", icon: "team" },
  { kind: "address", part: "addressId", icon: "inbox" },
] as const;

/** The parts that narrow, each a link that takes it out; false: there are none. */
export function narrowChips({ narrowing, names, path }: NarrowingView): Html | false {
  const set = kinds.filter(({ part }) => narrowing[part] !== null);
  if (set.length === 0) return false;
  return html`<ul class="search-chips" aria-label="${words.narrowed}">${set.map(
    ({ kind, part, icon: name }) => {
      const text = names[kind] ?? "";
      return html`<li><a class="chip is-set" href="${path({ ...narrowing, [part]: null })}" aria-label="${words.without(words.kinds[kind], text)}">${icon(name)}<span><bdi>${text}</bdi></span>${icon("close")}</a></li>`;
    },
  )}</ul>`;
}

/** For `catch`: null where the list or what narrows it is gone. */
export function ifGone(error: unknown): null {
  if (error instanceof Failure && error.code === "not_found") return null;
  throw error;
}

/** Tells that a list, or what narrows it, is gone. @param about.wider the same without what narrows it, with its name */
export function goneView({ wider, text, level }: { wider: string; text: string; level: 1 | 2 }): Html {
  const title = level === 1 ? html`<h1>${words.gone}</h1>` : html`<h2>${words.gone}</h2>`;
  return html`<div class="list-head"><div class="titles">${title}</div></div>
${emptyState("search", { title: words.goneTitle, text: words.goneText, action: html`<a class="button" href="${wider}">${text}</a>` })}`;
}
