// IMAP lines in the log at level trace, in both directions. Masked: passwords, every literal (RFC 9051 4.3), and in what
// may hold mail text (answers to FETCH, searches) every quoted string.
import type { Log } from "../lib/log.ts";

const lf = 0x0a;
const maxLineCharacters = 2000;
/** A literal's header at the end of a line. */
const literalAtEnd = /~?\{(\d{1,12})\+?\}$/;
/** Also one that the cut of a long line has left open. */
const quoted = /"(?:[^"\\]|\\.)*(?:"|\\?$)/gs;

/** One direction of a connection. */
class LineSplitter {
  #held = "";
  #literal = 0;

  /** @param onLine takes a line without its end, whose literals are left out */
  constructor(private readonly onLine: (line: string, goesOn: boolean) => void) {}

  /** The announced literal is not sent. */
  dropLiteral(): void {
    this.#literal = 0;
  }

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#literal > 0) {
        const skipped = Math.min(this.#literal, bytes.length - at);
        this.#literal -= skipped;
        at += skipped;
        continue;
      }
      const end = bytes.indexOf(lf, at);
      const part = Buffer.from(bytes.subarray(at, end === -1 ? bytes.length : end)).toString("latin1");
      // A line is cut, but its end is kept: a literal may be announced there.
      this.#held =
        this.#held.length > maxLineCharacters
          ? this.#held.slice(0, maxLineCharacters) + part.slice(-40)
          : this.#held + part;
      at = end === -1 ? bytes.length : end + 1;
      if (end === -1) return;
      const line = this.#held.replace(/\r$/, "");
      this.#held = "";
      this.#literal = Number(literalAtEnd.exec(line)?.[1] ?? 0);
      this.onLine(line.slice(0, maxLineCharacters), literalAtEnd.test(line));
    }
  }
}

/** Traces one connection in both directions. */
export class ImapTrace {
  readonly #log: () => Log;
  /** Whether the client's next line goes on with a command, and with which. */
  #command = "";
  #goesOn = false;
  /** The tag of the command whose literal waits for `+`; null when none does. */
  #askingTag: string | null = null;
  /** The tag of an AUTHENTICATE in progress: the client's lines are the password. */
  #saslTag: string | null = null;
  #tag = "";
  /** Whether a FETCH response continues after a literal. */
  #answer = "";
  #answerGoesOn = false;
  readonly #heard = new LineSplitter((line, goesOn) => this.#hear(line, goesOn));
  readonly #said = new LineSplitter((line, goesOn) => this.#say(line, goesOn));

  /** @param log the session's, which learns of its identity at login */
  constructor(log: () => Log) {
    this.#log = log;
  }

  heard(bytes: Uint8Array): void {
    this.#heard.push(bytes);
  }

  said(bytes: Uint8Array): void {
    this.#said.push(bytes);
  }

  #hear(line: string, goesOn: boolean): void {
    const begins = !this.#goesOn;
    this.#goesOn = goesOn;
    if (this.#saslTag !== null) {
      this.#log().trace(`C: (${line.length} octets, masked)`);
      return;
    }
    const head = begins ? /^([^ ]{1,100}) +(?:UID +)?([a-z]+)/i.exec(line) : null;
    // A line without a command is an answer to `+`: a password, or DONE.
    if (begins) this.#command = head?.[2]?.toUpperCase() ?? (/^DONE$/i.test(line) ? "DONE" : "");
    if (head) this.#tag = head[1]!;
    if (this.#command === "AUTHENTICATE") this.#saslTag = this.#tag;
    if (goesOn && !line.endsWith("+}")) this.#askingTag = this.#tag;
    this.#log().trace(`C: ${this.#maskedCommand(line, head?.[0] ?? null)}`);
  }

  #maskedCommand(line: string, head: string | null): string {
    if (this.#command === "DONE" || plainCommands.has(this.#command)) return line;
    if (searches.has(this.#command)) return `${head ?? ""} (masked)`.trimStart();
    if (commands.has(this.#command)) return masked(line);
    return head !== null && secrets.has(this.#command)
      ? `${head} (masked)`
      : `(${line.length} octets, masked)`;
  }

  #say(line: string, goesOn: boolean): void {
    if (!this.#answerGoesOn) this.#note(line.slice(0, Math.max(0, line.indexOf(" "))));
    if (!this.#answerGoesOn) this.#answer = /^\* (?:\d+ )?([A-Z]+)/.exec(line)?.[1] ?? "";
    const isFirst = !this.#answerGoesOn;
    this.#answerGoesOn = goesOn;
    // Names of folders may be quoted; the rest of what is quoted may come from a mail.
    this.#log().trace(`S: ${isFirst && named.has(this.#answer) ? line : masked(line)}`);
  }

  /** @param first the first word of a response: its tag, "*" or "+" */
  #note(first: string): void {
    if (first === "+") this.#askingTag = null;
    if (first === this.#saslTag) this.#saslTag = null;
    if (first !== this.#askingTag) return;
    this.#askingTag = null;
    this.#goesOn = false;
    this.#heard.dropLiteral();
  }
}

/** Commands whose arguments are neither secret nor mail text. */
const plainCommands = new Set(
  "CAPABILITY NOOP LOGOUT STARTTLS IDLE NAMESPACE CHECK CLOSE UNSELECT ENABLE COMPRESS SELECT EXAMINE CREATE DELETE SUBSCRIBE UNSUBSCRIBE RENAME LIST LSUB STATUS EXPUNGE COPY MOVE STORE FETCH GETQUOTA GETQUOTAROOT ID".split(
    " ",
  ),
);
const searches = new Set(["SEARCH", "SORT", "THREAD"]);
/** Commands whose quoted strings are masked. */
const commands = new Set("APPEND REPLACE NOTIFY CANCELUPDATE SETQUOTA".split(" "));
/** Commands with passwords. */
const secrets = new Set(["LOGIN", "AUTHENTICATE"]);
const named = new Set(["LIST", "LSUB", "STATUS", "NAMESPACE", "QUOTAROOT", "ID"]);

function masked(line: string): string {
  return line.replace(quoted, '"(masked)"');
}
