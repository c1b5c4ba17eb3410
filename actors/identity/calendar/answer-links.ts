// Links by which a guest answers an invitation without a calendar of their own. What one says is signed, not secret: an event, one
// guest of it, and the times that were mailed; so it ends when the event moves, is cancelled or is over. DECISIONS Calendar.
import { addMs, type Clock, type Instant, msOf, nowInstant } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { hash52 } from "../../../src/lib/hash.ts";
import { uuidBytes, uuidOf } from "../../../src/lib/ids.ts";
import { constantTimeEqual, hmacSha256, sha256 } from "../../../src/lib/secrets.ts";
import { identitiesByIds } from "../../../src/store/addresses/identities.ts";
import {
  type CalendarEventRow,
  eventsOfUid,
  getEventRow,
} from "../../../src/store/calendar/calendar-events.ts";
import type { Executor } from "../../../src/store/database/database.ts";
import { isOpen } from "../../runtime/actor.ts";
import type { Turn } from "../../runtime/turn.ts";
import { judgeAuthor } from "../gate/judge.ts";
import { KnownRows } from "./received-calendar.ts";

export const linkAnswers = ["accepted", "tentative", "declined"] as const;
export type LinkAnswer = (typeof linkAnswers)[number];

/** Guests of one change whose mails have such links: each is composed by itself. */
export const maxLinkedGuests = 50;
const maxAgeMs = 366 * 86_400_000;
const idBytes = 16;
const markBytes = 8;
const timeBytes = 6;
const fixedBytes = 3 * idBytes + 2 * markBytes + timeBytes;
const signatureBytes = 16;
const maxIdBytes = 80;

interface AnswerLink {
  accountId: string;
  identityId: string;
  eventId: string;
  /** Marks of the guest, of the event's times, and of its title and place, as they were mailed. */
  guest: string;
  times: string;
  words: string;
}

const mark = (said: unknown, bytes: number) => sha256(JSON.stringify(said)).toString("hex", 0, bytes);
const markOfGuest = (email: string) => mark(email.toLowerCase(), idBytes);
const markOfTimes = ({ startAt, endAt, allDay, recurrence }: CalendarEventRow) =>
  mark([msOf(startAt), msOf(endAt), allDay, recurrence?.rule ?? ""], markBytes);
const markOfWords = ({ title, location }: CalendarEventRow) => mark([title, location], markBytes);

/** The token of a guest's link. */
export function answerToken(
  secret: Uint8Array,
  row: CalendarEventRow,
  { email, now }: { email: string; now: Instant },
): string {
  const over = row.kind === "series" ? (row.untilAt ?? row.endAt) : row.endAt;
  const said = Buffer.concat([
    uuidBytes(row.accountId),
    uuidBytes(row.identityId),
    Buffer.from(markOfGuest(email), "hex"),
    Buffer.from(markOfTimes(row), "hex"),
    Buffer.from(markOfWords(row), "hex"),
    Buffer.alloc(timeBytes),
    Buffer.from(row.id),
  ]);
  const until = Math.min(msOf(over), msOf(addMs(now, maxAgeMs)));
  said.writeUIntBE(Math.max(0, until), fixedBytes - timeBytes, timeBytes);
  return Buffer.concat([said, signatureOf(secret, said)]).toString("base64url");
}

/** @returns null: it is none of ours, or over */
function readAnswerToken(secret: Uint8Array, clock: Clock, token: string): AnswerLink | null {
  const bytes = Buffer.from(token, "base64url");
  const said = bytes.subarray(0, -signatureBytes);
  if (said.length <= fixedBytes || said.length > fixedBytes + maxIdBytes) return null;
  if (bytes.toString("base64url") !== token) return null;
  if (!constantTimeEqual(signatureOf(secret, said), bytes.subarray(-signatureBytes))) return null;
  if (said.readUIntBE(fixedBytes - timeBytes, timeBytes) <= clock.now()) return null;
  const hexAt = (at: number, length: number) => said.toString("hex", at, at + length);
  return {
    accountId: uuidOf(said),
    identityId: uuidOf(said.subarray(idBytes)),
    guest: hexAt(2 * idBytes, idBytes),
    times: hexAt(3 * idBytes, markBytes),
    words: hexAt(3 * idBytes + markBytes, markBytes),
    eventId: said.toString("utf8", fixedBytes),
  };
}

const signatureOf = (secret: Uint8Array, said: Uint8Array) =>
  hmacSha256(secret, `answer to an invitation ${Buffer.from(said).toString("base64url")}`).subarray(
    0,
    signatureBytes,
  );

export interface LinkedEvent {
  link: AnswerLink;
  row: CalendarEventRow;
  /** Whether title and place are as they were mailed: others are not the guest's to see. */
  isAsMailed: boolean;
  status: string;
}

/** The event of a guest's link. @throws Failure code_expired */
export async function linkedEvent(
  { database, clock, bounceSecret }: { database: Executor; clock: Clock; bounceSecret: Uint8Array },
  token: string,
): Promise<LinkedEvent> {
  const link = readAnswerToken(bounceSecret, clock, token);
  if (!link) throw linkOver();
  const { row, guest } = await guestOf(database, link, nowInstant(clock));
  return { link, row, isAsMailed: markOfWords(row) === link.words, status: guest.status };
}

/**
 * Answers as the guest of a link, as their REPLY by mail would.
 * @throws Failure code_expired; forbidden: their REPLY would wait for a person
 */
export async function answerByLink(turn: Turn, link: AnswerLink, status: LinkAnswer): Promise<void> {
  const { row, guest } = await guestOf(turn, link, turn.now());
  if ((await judgeAuthor(turn, guest.email)) !== null)
    throw new Failure("forbidden", "Answers to this organiser come by mail. Send yours by mail.");
  if (guest.status === status) return;
  const { uid, originalStart } = row;
  const rows = await eventsOfUid(turn, turn.owner, [{ uid, hash: hash52(uid) }]);
  const known = new KnownRows(turn, row.originMessageId ?? row.id, rows);
  const place =
    row.kind === "instance" && originalStart !== null
      ? { value: originalStart, timezone: row.timezone, at: row.originalAt, this_and_future: false }
      : null;
  const reply = { email: guest.email, status, responded_at: turn.instant(), comment: null };
  known.apply({
    uid,
    recurrence_id: place,
    action: "reply",
    reply,
    reason: "An attendee answered by a link.",
  });
  known.finish();
}

/** @throws Failure code_expired */
async function guestOf(db: Executor, { accountId, identityId, eventId, ...marks }: AnswerLink, now: Instant) {
  const scope = { accountId, identityIds: [identityId] };
  // An address that takes no mail takes no REPLY either.
  const [identity] = await identitiesByIds(db, scope, [identityId]);
  if (!identity || !isOpen(identity, now)) throw linkOver();
  const row = await getEventRow(db, scope, { identityId, id: eventId });
  const guest = row?.attendees.find(({ email }) => markOfGuest(email) === marks.guest);
  if (!row || !guest || row.status === "cancelled" || markOfTimes(row) !== marks.times) throw linkOver();
  return { row, guest };
}

function linkOver(): Failure {
  return new Failure(
    "code_expired",
    "This link no longer answers anything: the event has moved, is cancelled or over, or the link is not whole.",
  );
}
