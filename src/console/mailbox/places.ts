// Where the pages of mail are: a list or a search, narrowed to an address, a pod and a label, at a place in it; and a thread beside
// that list.
import { parseInstant } from "../../lib/clock.ts";
import { notFound } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import { type ListName, listIcons } from "../frame/list-names.ts";

/** Ids of what narrows a list or a search; null: that does not. */
export interface Narrowing {
  addressId: string | null;
  podId: string | null;
  labelId: string | null;
}

/** A list as the address of a page has it. */
export interface ListAddress extends Narrowing {
  list: ListName;
  /** The folder or label that the list is of. */
  of: string | null;
  /** null: from the newest on. */
  cursor: string | null;
}

/** A search as the address of a page has it. */
export interface SearchAddress extends Narrowing {
  q: string;
  /** The saved search that was opened; null: none. */
  saved: string | null;
  cursor: string | null;
}

export const widest: Narrowing = { addressId: null, podId: null, labelId: null };

const lists: readonly string[] = Object.keys(listIcons);

function isListName(text: string): text is ListAddress["list"] {
  return lists.includes(text);
}

/** @throws Failure not_found */
export function narrowingOf(query: URLSearchParams): Narrowing {
  const id = (name: string) => {
    const text = query.get(name);
    if (text !== null && !isUuid(text)) throw notFound();
    return text;
  };
  return { addressId: id("address"), podId: id("pod"), labelId: id("label") };
}

export const narrows = ({ addressId, podId, labelId }: Narrowing) =>
  addressId !== null || podId !== null || labelId !== null;

export const narrowingParts = ({ addressId, podId, labelId }: Narrowing): Record<string, string | null> => ({
  address: addressId,
  pod: podId,
  label: labelId,
});

/** Stands before the name of a list where it is kept or sent to be acted on, if a pod or label narrows it. */
const narrowedMark = "narrowed:";

/**
 * The name of a list for what acts on all of it. A server of 0.2.0 knows neither pods nor labels: it refuses this name, and does not act
 * on all that the list has without them.
 */
export const keptListName = ({ list, podId, labelId }: ListAddress) =>
  podId === null && labelId === null ? list : `${narrowedMark}${list}`;

/** Read the list from a page's address. @param name also as `keptListName` gives it @throws Failure not_found */
export function placeOf(name: string, query: URLSearchParams): ListAddress {
  const list = name.startsWith(narrowedMark) ? name.slice(narrowedMark.length) : name;
  if (!isListName(list)) throw notFound();
  const narrowing = narrowingOf(query);
  const { addressId, podId, labelId } = narrowing;
  if (list !== name && podId === null && labelId === null) throw notFound();
  const of = list === "folder" || list === "label" ? query.get("of") : null;
  if ((list === "folder" || list === "label") && (addressId === null || !isUuid(of ?? ""))) throw notFound();
  const cursor = query.get("cursor");
  if (cursor !== null && !parseInstant(cursor)) throw notFound();
  return { list, ...narrowing, of, cursor };
}

/** A query of those parts that there are. */
export function partsQuery(parts: Record<string, string | null>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value !== null) query.set(name, value);
  return query;
}

export function queryOf(parts: Record<string, string | null>): string {
  const text = partsQuery(parts).toString();
  return text === "" ? "" : `?${text}`;
}

/** The first page of a list with another narrowing; in place of a folder or label of one address Open, where that address goes. */
export function renarrowed(place: ListAddress, narrowing: Narrowing): ListAddress {
  const isOther = place.of !== null && narrowing.addressId !== place.addressId;
  const at = isOther ? { list: "open" as const, of: null } : {};
  return { ...place, ...narrowing, ...at, cursor: null };
}

/** @param more further parts of the query */
export function listPath(place: ListAddress, more: Record<string, string | null> = {}): string {
  const { list, of, cursor } = place;
  return `/console/mail/${list}${queryOf({ ...narrowingParts(place), of, cursor, ...more })}`;
}

/** @param more further parts of the query */
export function threadPath(id: string, place: ListAddress, more: Record<string, string | null> = {}): string {
  const { list, of, cursor } = place;
  return `/console/threads/${id}${queryOf({ list, ...narrowingParts(place), of, cursor, ...more })}`;
}

export function searchPath({ q, saved, cursor, ...narrowing }: SearchAddress): string {
  return `/console/search${queryOf({ saved, q, ...narrowingParts(narrowing), cursor })}`;
}
