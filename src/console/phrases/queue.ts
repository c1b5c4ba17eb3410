// Words of the pages: the queue over all addresses, for the operator.
import { plural } from "./plural.ts";

export const queue = {
  lead: "What waits to leave, over all addresses of this service, oldest first. What waits for a person's review is not here.",
  domain: "Domain of the recipient",
  error: "Words of the last answer",
  state: "State",
  anyState: "Any state",
  states: { active: "under way", due: "due", deferred: "tried again later", paced: "paced", held: "held" },
  find: "Find",
  none: "Nothing waits here",
  noneText: "What was sent has left, or nothing fits what you look for.",
  more: "Newer entries",
  tries: (count: number) => plural(count, "try", "tries"),
  why: "Why",
  retry: "Try now",
  hold: "Hold",
  release: "Let go",
  drop: "Give up",
  dropHint: "The sender is told as of any failure.",
  dropSure: "Give this recipient up",
  left: {
    active: "It may be on its way just now: hold it first.",
    held: "It is held: let it go first.",
    not_held: "It was not held.",
    ramp: "Its new domain may send no more today.",
    settled: "It waits no more.",
  },
};
