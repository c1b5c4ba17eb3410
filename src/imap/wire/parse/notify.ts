// NOTIFY. RFC 5465 8, with the rules of its section 5 that are matters of syntax.

import type { ImapCommand, NotifyEvent, NotifyFilter, NotifyGroup } from "../commands.ts";
import { bad, WireFailure } from "../failure.ts";
import { readMailbox } from "../mailbox-name.ts";
import type { Scanner } from "../scanner.ts";
import { readFetchList } from "./section.ts";

/** The events that BADEVENT lists. Annotations and metadata are not kept here. RFC 5465 5 */
const notifyEvents = ["MessageNew", "MessageExpunge", "FlagChange", "MailboxName", "SubscriptionChange"];

export function parseNotify(scanner: Scanner): ImapCommand {
  scanner.space();
  if (scanner.acceptWord("NONE")) return { name: "NOTIFY", status: false, groups: null };
  if (!scanner.acceptWord("SET")) throw bad("NOTIFY takes SET or NONE");
  scanner.space();
  const status = scanner.acceptWord("STATUS");
  if (status) scanner.space();
  const groups = [readGroup(scanner)];
  while (scanner.acceptSpace()) {
    if (groups.length >= scanner.limits.listItems) throw bad("Too many event groups");
    groups.push(readGroup(scanner));
  }
  // RFC 5465 6.1: the selected mailbox has one specifier.
  if (groups.filter(({ filter }) => forSelected(filter)).length > 1) throw bad("SELECTED may be named once");
  return { name: "NOTIFY", status, groups };
}

function forSelected(filter: NotifyFilter): boolean {
  return filter.kind === "selected" || filter.kind === "selected-delayed";
}

function readGroup(scanner: Scanner): NotifyGroup {
  scanner.expect(0x28);
  const filter = readFilter(scanner);
  scanner.space();
  const events = scanner.acceptWord("NONE") ? [] : scanner.list(() => readEvent(scanner), 1);
  scanner.expect(0x29);
  check(filter, events);
  return { filter, events };
}

function readFilter(scanner: Scanner): NotifyFilter {
  const kind = scanner.word().toLowerCase();
  switch (kind) {
    case "selected":
    case "selected-delayed":
    case "inboxes":
    case "personal":
    case "subscribed":
      return { kind };
    case "subtree":
    case "mailboxes": {
      scanner.space();
      const names =
        scanner.peek() === 0x28 ? scanner.list(() => readMailbox(scanner), 1) : [readMailbox(scanner)];
      return { kind, names };
    }
    default:
      throw bad("A mailbox filter is not known");
  }
}

function readEvent(scanner: Scanner): NotifyEvent {
  const name = scanner.word().toLowerCase();
  const event = notifyEvents.find((each) => each.toLowerCase() === name);
  if (event === undefined) {
    throw new WireFailure("An event is not supported", {
      status: "NO",
      code: `BADEVENT (${notifyEvents.join(" ")})`,
    });
  }
  if (event !== "MessageNew") return { event: event as Exclude<NotifyEvent["event"], "MessageNew"> };
  const begin = scanner.at;
  if (scanner.acceptSpace() && scanner.peek() === 0x28) return { event, items: readFetchList(scanner) };
  scanner.at = begin;
  return { event, items: [] };
}

/** Rules that the grammar does not express: notes at `message-event` in RFC 5465 8, and 6.1. */
function check(filter: NotifyFilter, events: NotifyEvent[]): void {
  const has = (name: NotifyEvent["event"]) => events.some(({ event }) => event === name);
  if (has("MessageNew") !== has("MessageExpunge")) throw bad("MessageNew and MessageExpunge go together");
  if (has("FlagChange") && !has("MessageNew")) throw bad("FlagChange needs MessageNew and MessageExpunge");
  if (forSelected(filter)) {
    if (has("MailboxName") || has("SubscriptionChange")) throw bad("SELECTED takes message events only");
  } else if (events.some((event) => event.event === "MessageNew" && event.items.length > 0)) {
    throw bad("Only SELECTED takes FETCH items");
  }
}
