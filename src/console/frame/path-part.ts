// Parts of a page's path, whose route says how many it has.
import { must } from "../../lib/must.ts";

/** @param index from the end: -1 is the last part */
export function pathPart(path: string, index: number): string {
  return must(path.split("/").at(index), "the route has this part");
}
