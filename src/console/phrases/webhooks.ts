// Words of the pages: webhooks and their deliveries.
import { plural } from "./plural.ts";

export const webhooks = {
  title: "Webhooks",
  lead: "Your programs are told of events by signed calls, as Standard Webhooks says.",
  none: "No webhook yet",
  noneText: "Add the address of your program below. It is called for each event until it answers with 2xx.",
  wholeAccount: "the whole account",
  oneAddress: "one address",
  allKinds: "all events",
  someKinds: (count: number) => plural(count, "kind of event", "kinds of events"),
  status: { active: "Active", failing: "Failing", disabled: "Disabled" },
  meaning: {
    active: "Events are delivered.",
    failing: "Its newest delivery ran out of tries; later events are still tried.",
    disabled: "Nothing is delivered until you enable it.",
  },
  noneArrived: (count: number) =>
    count === 1
      ? "The last delivery has not arrived yet: see below what it answered."
      : `None of the last ${count} deliveries has arrived: see below what it answered.`,
  newTitle: "Add a webhook",
  url: "URL",
  urlMissing: "Give a URL that begins with https:// or http://.",
  of: "Events of",
  kinds: "Only some kinds of events",
  kindsHint: "None ticked: all, those of later versions too.",
  make: "Add webhook",
  made: (url: string) => `Signing secret of ${url}.`,
  copyNow: "Copy it now: it is shown this once.",
  back: "All webhooks",
  test: "Send a test event",
  enable: "Enable",
  disable: "Disable",
  delete: "Delete",
  deleteHint: "Routing rules that lead to it end too.",
  deleteSure: "Delete this webhook",
  deliveries: "Deliveries",
  noDeliveries: "Nothing was delivered yet.",
  deliveryStatus: {
    queued: "waits",
    delivering: "under way",
    retrying: "tried again later",
    delivered: "delivered",
    failed: "failed",
  },
  tries: (count: number) => plural(count, "try", "tries"),
  next: "next",
  answer: "What it answered",
  replay: "Deliver again",
};
