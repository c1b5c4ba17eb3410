// Every change to the library smtp-server and every use of its private members, here and in smtp-server-commands.ts, for
// one version of it: these members are not its interface, and may change with any release. What is changed, and why:
// - Command lines: a line must end in CRLF and hold no other CR or LF, or the sender and this server could see different
//   commands in the same bytes. The library takes a bare LF.
// - DATA: dots are unstuffed in one pass over each chunk. The library takes a step of the event loop for each line that
//   begins with a dot.
// - Replies: the enhanced code of our own text is sent, and replies to pipelined commands leave in one packet.
// - EHLO: AUTH is announced only where a password may travel. MAIL and RCPT: DSN parameters are checked.
// - Greeting: it is sent as soon as onConnect allows it. The library waits 100 ms before it asks, also for trusted networks.
// - Commands and replies: they are shown to a watcher, for the log.
// - STARTTLS: no more is read of a connection while enough of it waits.
// - Sessions: who has been silent longest, and a 421 that can be sent at any time.
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { SMTPServer } from "smtp-server";
import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import { SMTPStream } from "smtp-server/lib/smtp-stream.js";
import { version } from "smtp-server/package.json" with { type: "json" };
import { holdReads } from "../tls/held-reads.ts";
import { checkDsnParameters, hideAuthInClear } from "./smtp-server-commands.ts";

const patchedVersion = "3.21.6";
if (version !== patchedVersion) {
  throw new Error(
    `smtp-server is ${version}, but src/smtp/smtp-server-patches.ts was written for ${patchedVersion}. ` +
      "Read what changed in smtp-connection.js, smtp-stream.js and smtp-server.js, correct the patches, run the tests of test/smtp, then change patchedVersion.",
  );
}

let patched = false;

/** Changes the library's classes, once for the process; every listener calls this before it makes a server. */
export function patchSmtpServer(): void {
  if (patched) return;
  patched = true;
  greetAtOnce();
  patchReading();
  patchReplies();
  patchCommands();
  holdReadsOfTls();
  hideAuthInClear();
  checkDsnParameters();
}

const cr = 13;
const lf = 10;
const dot = 46;
/** The library's limit for commands that it does not know. */
const maxBadLines = 10;

/** Let onConnect decide who is greeted late, and how late. */
function greetAtOnce(): void {
  SMTPConnection.prototype.init = function () {
    this._setListeners(() => this.connectionReady());
  };
}

const connectionOfParser = new WeakMap<SMTPStream, SMTPConnection>();
const connectionOfSession = new WeakMap<object, SMTPConnection>();
/** For each session, the number of the last chunk that came from its client; chunks of all sessions are counted together. */
const lastChunk = new WeakMap<object, number>();
let chunks = 0;
/** Connections with another whole command line behind the one that is being answered. RFC 2920 */
const pipelining = new WeakSet<SMTPConnection>();

/** A number that grows with each chunk any client sends: the lower, the longer this session's client has been silent. */
export function lastHeard(session: object): number {
  return lastChunk.get(session) ?? 0;
}

/**
 * Sends 421 and closes, in any state of the session. RFC 5321 3.8
 * @param text begins with an enhanced status code
 */
export function endSession(session: object, text: string): void {
  connectionOfSession.get(session)?.send(421, text);
}

/** Sends 421 to every connection and closes the server; waits at most a second for clients to go. */
export async function closeServer(server: SMTPServer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  for (const connection of server.connections) connection.send(421, "4.3.2 Shutting down");
  await Promise.race([promise, Bun.sleep(1000)]);
}

/** Whether the TLS handshake of this connection has not ended yet. */
export function isHandshaking(server: SMTPServer, socket: Socket): boolean {
  return server._pendingSockets.has(socket);
}

/** The connection that a watcher gets. */
export interface WatchedConnection {
  id: string;
  /** The line goes on with AUTH, and is no command. RFC 4954 4 */
  isSasl: boolean;
}

export interface CommandWatcher {
  /** @returns what is called once the server takes the next command; null: nothing */
  command(connection: WatchedConnection, line: string): (() => void) | null;
  /** @param data text, or one text a line; null: replies are not watched */
  reply: ((connection: WatchedConnection, code: number, data: unknown) => void) | null;
}

const watchers = new WeakMap<object, CommandWatcher>();

/** Shows the watcher every command and reply of this server, before a password is masked. */
export function watchCommands(server: SMTPServer, watcher: CommandWatcher): void {
  watchers.set(server, watcher);
}

function watched({ id, _nextHandler }: SMTPConnection): WatchedConnection {
  return { id, isSasl: Boolean(_nextHandler) };
}

function patchCommands(): void {
  const { _onCommand: onCommand, send } = SMTPConnection.prototype;
  SMTPConnection.prototype._onCommand = function (command, callback) {
    const ended = watchers.get(this._server)?.command(watched(this), String(command ?? ""));
    if (!ended) onCommand.call(this, command, callback);
    else
      onCommand.call(this, command, () => {
        ended();
        return callback?.();
      });
  };
  SMTPConnection.prototype.send = function (code, data, context) {
    watchers.get(this._server)?.reply?.(watched(this), code, data);
    send.call(this, code, data, context);
  };
}

function holdReadsOfTls(): void {
  const { upgrade } = SMTPConnection.prototype;
  SMTPConnection.prototype.upgrade = function (callback, secured) {
    const plain = this._socket;
    upgrade.call(this, callback, () => {
      holdReads(this._socket as TLSSocket, plain);
      secured?.();
    });
  };
}

type Next = (error?: Error | null) => void;

function patchReading(): void {
  const { _createParser: createParser } = SMTPConnection.prototype;
  SMTPConnection.prototype._createParser = function () {
    const parser = createParser.call(this);
    connectionOfParser.set(parser, this);
    connectionOfSession.set(this.session, this);
    lastChunk.set(this.session, ++chunks);
    return parser;
  };
  const { _write: write, startDataMode } = SMTPStream.prototype;
  SMTPStream.prototype._write = function (chunk, encoding, next) {
    const connection = connectionOfParser.get(this);
    if (connection) lastChunk.set(connection.session, ++chunks);
    if (this._dataMode || this.isClosed || chunk.length === 0) write.call(this, chunk, encoding, next);
    else feedLines(this, chunk, { write, next });
  };
  SMTPStream.prototype.startDataMode = function (maxBytes) {
    dataStates.set(this, "line start");
    return startDataMode.call(this, maxBytes);
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
        notePipelining(stream, false);
        write.call(stream, chunk.subarray(at), "buffer", next);
        return;
      }
      const line = chunk.subarray(at, end);
      at = end;
      notePipelining(stream, chunk.indexOf(lf, end) !== -1);
      if (!endsInCrlf(stream, line)) refuseLine(stream);
      else if (!writeNow(line)) return;
      // Between many short commands of one chunk, other connections get their turn.
      if (++fed % 100 === 0) {
        setImmediate(feed);
        return;
      }
    }
  };
  /** @returns false when the command is not done yet: `feed` continues when it is */
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

function notePipelining(stream: SMTPStream, hasNextLine: boolean): void {
  const connection = connectionOfParser.get(stream);
  if (!connection) return;
  if (hasNextLine) pipelining.add(connection);
  else pipelining.delete(connection);
}

/** `line` ends in LF; the stream's remainder is what came of this line in earlier chunks. RFC 5321 2.3.8 */
function endsInCrlf(stream: SMTPStream, line: Buffer): boolean {
  const begun = stream._remainder;
  if (line.length === 1) return begun.indexOf("\r") === begun.length - 1 && begun !== "";
  return line.indexOf(cr) === line.length - 2 && !begun.includes("\r");
}

function refuseLine(stream: SMTPStream): void {
  stream._remainder = "";
  const connection = connectionOfParser.get(stream);
  if (!connection) return;
  if (++connection._unrecognizedCommands >= maxBadLines) connection.send(421, "4.7.0 Too many broken lines");
  else connection.send(500, "5.5.2 A line must end in CRLF and have no other CR or LF");
}

/**
 * The state before the next byte of DATA. The dot of "lone dot", and the CR behind it, are held back. RFC
 * 5321 4.5.2
 */
type DataState = "in line" | "after CR" | "line start" | "lone dot" | "lone dot CR";

const dataStates = new WeakMap<SMTPStream, DataState>();

function feedData(stream: SMTPStream, chunk: Buffer, done: Next): void {
  const out = Buffer.allocUnsafe(chunk.length + 1);
  let state = dataStates.get(stream) ?? "line start";
  let length = 0;
  let at = 0;
  let spans = 0;
  while (at < chunk.length) {
    // Nearly all mails have few lines that begin with a dot: whole spans are copied at once.
    if (state === "in line" && spans < 16) {
      spans++;
      const next = chunk.indexOf("\r\n.", at);
      const end = next === -1 ? chunk.length : next + 2;
      chunk.copy(out, length, at, end);
      length += end - at;
      at = end;
      state = stateAfter(chunk, end);
      continue;
    }
    const byte = chunk[at++]!;
    if (state === "line start" && byte === dot) state = "lone dot";
    else if (state === "lone dot" && byte === cr) state = "lone dot CR";
    else if (state === "lone dot CR" && byte === lf) {
      endData(stream, out.subarray(0, length), { rest: chunk.subarray(at), done });
      return;
    } else {
      // The line had more than its dot: the dot is dropped, the CR behind it is not.
      if (state === "lone dot CR") out[length++] = cr;
      const ended = byte === lf && state === "after CR";
      out[length++] = byte;
      state = byte === cr ? "after CR" : ended ? "line start" : "in line";
    }
  }
  dataStates.set(stream, state);
  passOn(stream, out.subarray(0, length), done);
}

/** The state after bytes that were copied unchanged. Their first is no LF that ends a line. */
function stateAfter(chunk: Buffer, end: number): DataState {
  const last = chunk[end - 1];
  if (last === cr) return "after CR";
  return last === lf && chunk[end - 2] === cr && end >= 2 ? "line start" : "in line";
}

function endData(stream: SMTPStream, bytes: Buffer, { rest, done }: { rest: Buffer; done: Next }): void {
  dataStates.delete(stream);
  stream._countDataBytes(bytes.length);
  stream._endDataMode(bytes, rest, done);
}

/** Writes to the data stream, and waits while its reader is behind. */
function passOn(stream: SMTPStream, bytes: Buffer, done: Next): void {
  const data = stream._dataStream;
  stream._countDataBytes(bytes.length);
  if (!data?.writable || bytes.length === 0 || data.write(bytes) || data.destroyed) {
    done();
    return;
  }
  const resume = () => {
    data.removeListener("drain", resume);
    data.removeListener("close", resume);
    done();
  };
  data.once("drain", resume);
  data.once("close", resume);
}

const enhancedAtStart = /^([245]\.\d{1,3}\.\d{1,3}) /;

/** The library sends one enhanced code for each basic code; where our text begins with its own, that one is sent. */
function patchReplies(): void {
  const { send, _getEnhancedStatusCode: libraryCode } = SMTPConnection.prototype;
  let ownCode: string | null = null;
  SMTPConnection.prototype._getEnhancedStatusCode = function (code, context) {
    return ownCode ?? libraryCode.call(this, code, context);
  };
  SMTPConnection.prototype.send = function (code, data, context) {
    const match = typeof data === "string" ? enhancedAtStart.exec(data) : null;
    ownCode = match?.[1] ?? null;
    gatherReplies(this, code !== 250 || !pipelining.has(this));
    try {
      send.call(this, code, match ? (data as string).slice(match[0].length) : data, context);
    } finally {
      ownCode = null;
    }
  };
}

/** Sockets whose replies are being gathered, and whether they are about to be sent. */
const corked = new WeakMap<Socket, boolean>();

/** Replies to commands that came together leave together: `isLast` sends those before it too. RFC 2920 3.2 */
function gatherReplies({ _socket: socket }: SMTPConnection, isLast: boolean): void {
  // A connection that is closed has no socket.
  if (!socket?.cork) return;
  if (!corked.has(socket)) {
    corked.set(socket, false);
    socket.cork();
  }
  if (!isLast || corked.get(socket)) return;
  corked.set(socket, true);
  setImmediate(() => {
    corked.delete(socket);
    socket.uncork();
  });
}
