// This process's claims of the queue, by destination, and the mails among them that are read ahead.
import type { OutboundRow } from "../../src/store/sending/outbound.ts";
import type { AttemptMail } from "./mail-carrier.ts";

/** Age up to which mail that was read ahead is used. */
const freshMs = 1000;

/** Recipients of one message that go the same way. */
export type RecipientGroup = OutboundRow[];

/** Rows of the same text are a group. */
export function groupOf({ messageId, lane, forward }: OutboundRow): string {
  return `${messageId} ${lane} ${forward?.rule_id ?? ""}`;
}

/** A group without a place, and what was read of it ahead of that. */
export interface WaitingGroup {
  group: RecipientGroup;
  read: { atMs: number; mail: Promise<AttemptMail> } | null;
}

/** This process's claims for one destination. */
export interface Lane {
  waiting: WaitingGroup[];
  /** Attempts that began. */
  begun: number;
  /** Attempts among `begun` that have not called the transport yet. */
  preparing: number;
  /** The start of the last attempt. */
  begunMs: number;
  rows: number;
}

/** Whether there is nothing to read, or it was read a moment ago. */
export function isFresh(waiting: WaitingGroup | undefined): boolean {
  return waiting === undefined || (waiting.read !== null && performance.now() - waiting.read.atMs < freshMs);
}
