// A door as a journey sees it: each function is one call of REST, an SDK, a tool or the command line, and is counted. Times are local
// to UTC.

export interface Item {
  kind: string;
  /** Of the mail; null: it is none. */
  message: string | null;
  text: string;
  /** Ids of its files. */
  files: string[];
  ack: string;
}

export interface Outgoing {
  from: string;
  to: string;
  subject: string;
  text: string;
  file?: { name: string; text: string };
}

export interface Meeting {
  title: string;
  start: string;
  end: string;
  guest: string;
}

export interface Span {
  after: string;
  before: string;
}

export interface Door {
  /** What is next for the address; null: nothing is there. */
  next(address: string, ack?: string): Promise<Item | null>;
  reply(message: string, text: string): Promise<void>;
  codes(message: string): Promise<string[]>;
  /** Whether it left, or waits for a person. */
  send(mail: Outgoing): Promise<"sent" | "held">;
  /** A mail of tomorrow; returns its state. */
  sendLater(mail: Outgoing, at: string): Promise<string>;
  fileText(file: string): Promise<string>;
  /** The first hour that is free. */
  freeHour(address: string, span: Span): Promise<string>;
  /** The id of the event. */
  invite(address: string, meeting: Meeting): Promise<string>;
  move(address: string, event: string, to: { start: string; end: string }): Promise<void>;
  /** Subjects of what came and is unread, newest first. */
  unread(address: string): Promise<string[]>;
  find(address: string, words: string): Promise<string[]>;
  markRead(messages: readonly string[]): Promise<void>;
  /** Calls that were made. */
  calls(): number;
  close(): Promise<void>;
}

/** The first whole hour of a span that touches nothing that is busy. */
export function firstFree(
  busy: readonly { start_at: string; end_at: string }[],
  { after, before }: Span,
): string {
  const hour = 3_600_000;
  for (let at = Date.parse(after); at < Date.parse(before); at += hour)
    if (!busy.some(({ start_at, end_at }) => Date.parse(start_at) < at + hour && Date.parse(end_at) > at))
      return new Date(at).toISOString().slice(0, 19);
  throw new Error("no hour is free");
}
