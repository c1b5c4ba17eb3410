// Words of closed lists by those of other APIs: what a value most likely means, among those that its field takes. DECISIONS Errors
import { knownElsewhere, nearest, type OtherNames, snakeName } from "../lib/nearest.ts";

/** Words that callers know from elsewhere, by the one that is meant. */
const otherValues: OtherNames = {
  resolved: ["closed", "done", "complete", "completed", "finished", "solved"],
  waiting: ["pending", "on_hold", "blocked"],
  open: ["new", "active", "reopened"],
  inbound: ["in", "incoming", "received", "receive"],
  outbound: ["out", "outgoing", "sent", "send"],
  accepted: ["yes", "accept", "confirm", "confirmed", "going"],
  declined: ["no", "decline", "reject", "rejected", "not_going"],
  tentative: ["maybe", "perhaps"],
  suspended: ["disabled", "paused", "inactive", "off"],
  active: ["enabled", "on"],
  disabled: ["inactive", "paused", "suspended", "off"],
  mail: ["message", "messages", "email", "message.received"],
  bounce: ["bounced", "message.bounced"],
  review: ["decision", "approval"],
  reply_only: ["reply", "replies"],
  summary: ["short", "compact", "minimal", "metadata"],
  "message.received": ["email.received", "mail.received", "new_message", "message.created", "message.new"],
  "message.sent": ["email.sent", "mail.sent"],
  "message.delivered": ["email.delivered", "mail.delivered"],
  "message.bounced": ["email.bounced", "mail.bounced", "bounce"],
  "message.complained": ["email.complained", "complaint"],
  desc: ["newest", "newest_first", "descending", "latest"],
  asc: ["oldest", "oldest_first", "ascending"],
};

/** Characters of a word that are looked at. */
const maxWord = 64;

/** The word that is meant; null: none is near. @param known words of the list */
export function meantValue(given: string, known: readonly string[]): string | null {
  const word = snakeName(given.slice(0, maxWord)).replaceAll(/[- ]/g, "_");
  if (known.includes(word)) return word;
  return knownElsewhere(word, known, otherValues) ?? nearest(given.slice(0, maxWord), known);
}
