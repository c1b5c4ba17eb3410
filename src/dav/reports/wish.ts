// A report's wish: the properties and calendar data of each object.
import type { DataOptions } from "../../calendar/objects/object-view.ts";
import { type Wanted, wantedIn } from "../propfind.ts";
import type { Element } from "../xml-read.ts";
import { dataOptionsIn } from "./calendar-data.ts";

export interface Wish {
  wanted: Wanted;
  /** calendar-data; null: not asked for. */
  data: DataOptions | null;
}

/** @throws DavRefusal */
export function wishOf(root: Element): Wish {
  return { wanted: wantedIn(root), data: dataOptionsIn(root) };
}
