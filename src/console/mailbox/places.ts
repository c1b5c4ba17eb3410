// Where the pages of mail are: a list, narrowed to an address, at a place in it; and a thread beside that list.
import { parseInstant } from "../../lib/clock.ts";
import { notFound } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import { type ListName, listIcons } from "../frame/navigation.ts";

/** A list as the address of a page has it. */
export interface ListAddress {
  list: ListName;
  addressId: string | null;
  /** The folder or label that the list is of. */
  of: string | null;
  /** null: from the newest on. */
  cursor: string | null;
}

const lists: readonly string[] = Object.keys(listIcons);

function isListName(text: string): text is ListAddress["list"] {
  return lists.includes(text);
}

/** Read the list from a page's address. @throws Failure not_found */
export function placeOf(list: string, query: URLSearchParams): ListAddress {
  if (!isListName(list)) throw notFound();
  const address = query.get("address");
  if (address !== null && !isUuid(address)) throw notFound();
  const of = list === "folder" || list === "label" ? query.get("of") : null;
  if ((list === "folder" || list === "label") && (address === null || !isUuid(of ?? ""))) throw notFound();
  const cursor = query.get("cursor");
  if (cursor !== null && !parseInstant(cursor)) throw notFound();
  return { list, addressId: address, of, cursor };
}

function queryOf(parts: Record<string, string | null>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value !== null) query.set(name, value);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** @param more further parts of the query */
export function listPath(
  { list, addressId, of, cursor }: ListAddress,
  more: Record<string, string | null> = {},
): string {
  return `/console/mail/${list}${queryOf({ address: addressId, of, cursor, ...more })}`;
}

/** @param more further parts of the query */
export function threadPath(
  id: string,
  { list, addressId, of, cursor }: ListAddress,
  more: Record<string, string | null> = {},
): string {
  return `/console/threads/${id}${queryOf({ list, address: addressId, of, cursor, ...more })}`;
}
