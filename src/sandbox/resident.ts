// The contract between the world and who lives in it: a resident reads the mails that reach it, and says what it does and when. It
// is pure: all randomness and time come from the world, so one seed gives one course of events.

/** A mail that somebody in the world receives: read once, with its octets. */
export interface WorldMail {
  envelopeFrom: string;
  recipient: string;
  from: string;
  to: string[];
  cc: string[];
  subject: string;
  text: string;
  html: string | null;
  messageId: string;
  references: string[];
  headers: ReadonlyMap<string, string>;
  raw: Uint8Array;
  calendar: string | null;
}

/** A thing a resident does later: octets that it sends, `afterMs` of the world's time from now. */
export interface Act {
  afterMs: number;
  envelopeFrom: string;
  recipients: string[];
  raw: Uint8Array;
}

/** The answer of the resident's mail system at RCPT or the end of DATA. null: it takes the mail. */
export interface Refusal {
  at: "rcpt" | "data";
  code: number;
  text: string;
  delayMs?: number;
}

export interface World {
  nowMs: number;
  random(below: number): number;
}

export interface Resident {
  address: string;
  name: string;
  kind: "person" | "service" | "system" | "attacker";
  /** Asked for each recipient and attempt (1 is the first). */
  refuse?(
    mail: { recipient: string; envelopeFrom: string; size: number },
    attempt: number,
    world: World,
  ): Refusal | null;
  react(mail: WorldMail, world: World): Act[];
  /** Acts of its own, when the world begins or when told to (scenario or POST /sandbox/residents/{address}/acts). */
  begin?(target: { address: string }, world: World): Act[];
}
