// A search whose results are kept up to date while the folder is selected. RFC 5267 4.3

import type { SearchFilter } from "../../mail/search/filter.ts";
import type { SortCriterion } from "../wire/commands.ts";

export interface SavedSearch {
  tag: string;
  /** Results are named by UID. */
  uid: boolean;
  filter: SearchFilter;
  /** null: in mailbox order, without positions. */
  criteria: readonly SortCriterion[] | null;
  /** UIDs of the results, in their order. */
  results: number[];
}

/** Limits: contexts of one session, and results of one sorted context. */
export const maxContexts = 20;
export const maxSorted = 20_000;
