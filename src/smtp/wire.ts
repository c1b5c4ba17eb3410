// How smtp-server reads bytes, made strict and cheap. A command line must end in CRLF and hold no other CR or LF, or a
// sender and this server could see different commands in the same bytes; the library takes a bare LF. The dots of DATA
// are undone in one pass over each chunk; the library makes a step of the event loop for each line that begins with one.
// Changes the library's classes, once for the process.
import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import { SMTPStream } from "smtp-server/lib/smtp-stream.js";

type Next = (error?: Error | null) => void;

const cr = 13;
const lf = 10;
const dot = 46;
/** As the library has it for all commands that it does not know. */
const maxBadLines = 10;

const connections = new WeakMap<SMTPStream, SMTPConnection>();
/** Connections whose next command has been read already. */
const ahead = new WeakSet<object>();
const places = new WeakMap<SMTPStream, Place>();
/** By session. */
const bySession = new WeakMap<object, SMTPConnection>();
/** When each session's client was last heard, as a number that rises with every chunk of any of them. */
const heard = new WeakMap<object, number>();
let chunks = 0;
let strict = false;

/** The lower, the longer the client of this session has been silent. */
export function lastHeard(session: object): number {
  return heard.get(session) ?? 0;
}

/** Says goodbye in these words, whatever the session is at, and closes. RFC 5321 3.8 */
export function endSession(session: object, text: string): void {
  bySession.get(session)?.send(421, text);
}

/** Whether the client has sent another command behind the one that is being answered. RFC 2920 */
export function hasNextCommand(connection: object): boolean {
  return ahead.has(connection);
}

export function readStrictly(): void {
  if (strict) return;
  strict = true;
  const { _createParser: create } = SMTPConnection.prototype;
  SMTPConnection.prototype._createParser = function () {
    const parser = create.call(this);
    connections.set(parser, this);
    bySession.set(this.session, this);
    heard.set(this.session, ++chunks);
    return parser;
  };
  const { _write: write, startDataMode: start } = SMTPStream.prototype;
  SMTPStream.prototype._write = function (chunk, encoding, next) {
    const connection = connections.get(this);
    if (connection) heard.set(connection.session, ++chunks);
    if (this._dataMode || this.isClosed || chunk.length === 0) write.call(this, chunk, encoding, next);
    else feedLines(this, chunk, { write, next });
  };
  SMTPStream.prototype.startDataMode = function (maxBytes) {
    places.set(this, "line start");
    return start.call(this, maxBytes);
  };
  SMTPStream.prototype._feedDataStream = function (chunk, done) {
    feedData(this, chunk, done);
  };
}

/** Hands over one command line at a time: what follows may be data, or belong to a TLS handshake. */
function feedLines(
  stream: SMTPStream,
  chunk: Buffer,
  { write, next }: { write: SMTPStream["_write"]; next: Next },
): void {
  let at = 0;
  let fed = 0;
  const feed = () => {
    for (;;) {
      const end = chunk.indexOf(lf, at) + 1;
      if (end === 0 || stream._dataMode || stream.isClosed) {
        noteNext(stream, false);
        write.call(stream, chunk.subarray(at), "buffer", next);
        return;
      }
      const line = chunk.subarray(at, end);
      at = end;
      noteNext(stream, chunk.indexOf(lf, end) !== -1);
      if (!endsInCrlf(stream, line)) refuse(stream);
      else if (!writeNow(line)) return;
      // many short commands in one chunk leave others their turn
      if (++fed % 100 === 0) {
        setImmediate(feed);
        return;
      }
    }
  };
  /** @returns false when the command is not done yet: `feed` goes on then */
  const writeNow = (line: Buffer): boolean => {
    let done = false;
    let waiting = false;
    write.call(stream, line, "buffer", (error?: Error | null) => {
      if (error) next(error);
      else if (waiting) feed();
      else done = true;
    });
    waiting = true;
    return done;
  };
  feed();
}

function noteNext(stream: SMTPStream, more: boolean): void {
  const connection = connections.get(stream);
  if (!connection) return;
  if (more) ahead.add(connection);
  else ahead.delete(connection);
}

/** `line` ends in LF; what the stream keeps from before is the line's beginning. RFC 5321 2.3.8 */
function endsInCrlf(stream: SMTPStream, line: Buffer): boolean {
  const begun = stream._remainder;
  if (line.length === 1) return begun.indexOf("\r") === begun.length - 1 && begun !== "";
  return line.indexOf(cr) === line.length - 2 && !begun.includes("\r");
}

function refuse(stream: SMTPStream): void {
  stream._remainder = "";
  const connection = connections.get(stream);
  if (!connection) return;
  if (++connection._unrecognizedCommands >= maxBadLines) connection.send(421, "4.7.0 Too many broken lines");
  else connection.send(500, "5.5.2 A line must end in CRLF and have no other CR or LF");
}

/** Where the next byte of DATA stands. The dot of "lone dot", and the CR behind it, are held back. RFC 5321 4.5.2 */
type Place = "in line" | "after CR" | "line start" | "lone dot" | "lone dot CR";

function feedData(stream: SMTPStream, chunk: Buffer, done: Next): void {
  const out = Buffer.allocUnsafe(chunk.length + 1);
  let place = places.get(stream) ?? "line start";
  let length = 0;
  let at = 0;
  let spans = 0;
  while (at < chunk.length) {
    // mails with few dots, which is nearly all of them: whole spans at once
    if (place === "in line" && spans < 16) {
      spans++;
      const next = chunk.indexOf("\r\n.", at);
      const end = next === -1 ? chunk.length : next + 2;
      chunk.copy(out, length, at, end);
      length += end - at;
      at = end;
      place = placeAfter(chunk, end);
      continue;
    }
    const byte = chunk[at++]!;
    if (place === "line start" && byte === dot) place = "lone dot";
    else if (place === "lone dot" && byte === cr) place = "lone dot CR";
    else if (place === "lone dot CR" && byte === lf) {
      endData(stream, out.subarray(0, length), { rest: chunk.subarray(at), done });
      return;
    } else {
      // a line that only begins with a dot loses it
      if (place === "lone dot CR") out[length++] = cr;
      const ended = byte === lf && place === "after CR";
      out[length++] = byte;
      place = byte === cr ? "after CR" : ended ? "line start" : "in line";
    }
  }
  places.set(stream, place);
  pass(stream, out.subarray(0, length), done);
}

/** The place behind bytes that were passed on as they are, of which the first is not a LF that ends a line. */
function placeAfter(chunk: Buffer, end: number): Place {
  const last = chunk[end - 1];
  if (last === cr) return "after CR";
  return last === lf && chunk[end - 2] === cr && end >= 2 ? "line start" : "in line";
}

function endData(stream: SMTPStream, bytes: Buffer, { rest, done }: { rest: Buffer; done: Next }): void {
  places.delete(stream);
  stream._countDataBytes(bytes.length);
  stream._endDataMode(bytes, rest, done);
}

/** Waits for the reader when it is behind. */
function pass(stream: SMTPStream, bytes: Buffer, done: Next): void {
  const data = stream._dataStream;
  stream._countDataBytes(bytes.length);
  if (!data?.writable || bytes.length === 0 || data.write(bytes) || data.destroyed) {
    done();
    return;
  }
  const goOn = () => {
    data.removeListener("drain", goOn);
    data.removeListener("close", goOn);
    done();
  };
  data.once("drain", goOn);
  data.once("close", goOn);
}
