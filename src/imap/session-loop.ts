// One client's session: the loop that reads a command, runs it and answers. Commands run one after the other.
// RFC 9051 3, 5.5

import { counts, msSince, secondsSince, times } from "../lib/facts.ts";
import { messageOf } from "../lib/failure.ts";
import type { Log } from "../lib/log.ts";
import { must } from "../lib/must.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { fetchNew } from "./commands/fetch.ts";
import { dispatch, dispatchAppend } from "./commands/index.ts";
import type { ImapConnection } from "./connection.ts";
import type { ImapDeps, Login } from "./deps.ts";
import { no, replyTo, type TaggedReply } from "./replies.ts";
import { reportChanged, reportRemoved } from "./search/contexts.ts";
import type { CommandEnd, ImapSession, Selected, SessionNotifier } from "./session.ts";
import type { IdentityFeed } from "./state/identity-feed.ts";
import { nameKeywords } from "./state/known-keywords.ts";
import type { Update } from "./state/session-view.ts";
import { type UpdateForm, writeUpdates } from "./state/write-updates.ts";
import { ImapTrace } from "./trace.ts";
import { capabilityCode, numberCode } from "./wire/codes.ts";
import type { WireEvent } from "./wire/command-reader.ts";
import { writeGoAhead, writeTagged, writeUntagged } from "./wire/encode.ts";
import { WireFailure } from "./wire/failure.ts";
import type { ParseMode } from "./wire/limits.ts";
import { ResponseWriter } from "./wire/writer.ts";

/** Octets of responses that are gathered before a flush. */
const flushBytes = 32 * 1024;
/** Limit of consecutive commands that are not understood. */
const maxBad = { greeting: 5, authenticated: 100 };

export class ClientSession implements ImapSession {
  readonly mode: ParseMode = { rev2: false, utf8Accept: false };
  readonly writer = new ResponseWriter(this.mode);
  readonly enabled = { condstore: false, qresync: false, uidOnly: false };
  login: Login | null = null;
  feed: IdentityFeed | null = null;
  selected: Selected | null = null;
  failedLogins = 0;
  /** In IDLE: changes are reported as they come. */
  listening = false;
  /** The notifier of NOTIFY. */
  notifier: SessionNotifier | null = null;
  /** Known once the account's plan was looked up, which never changes. */
  hasNoQuota = false;
  /** Set by LOGOUT, and when the session has to end: nothing is read any more. */
  ended = false;
  /** The action after the reply: STARTTLS and COMPRESS change the octets from there on. */
  afterReply: (() => void) | null = null;
  /** Milliseconds since the epoch when the client last sent something. */
  lastInputMs: number;
  /** Milliseconds since the epoch when the connection came. */
  readonly openedMs: number;
  /** A command runs. */
  busy = false;
  #stopListening: (() => void) | null = null;
  #badCommands = 0;
  #byeText: string | null = null;
  /** UIDs that search contexts have still to check. */
  #changed = new Set<number>();

  /** Names the connection in every line. */
  log: Log;

  constructor(
    readonly deps: ImapDeps,
    readonly connection: ImapConnection,
  ) {
    this.log = deps.log.with({ connection_id: connection.id });
    if (this.log.isOn("trace")) connection.trace = new ImapTrace(() => this.log);
    this.lastInputMs = performance.now();
    this.openedMs = this.lastInputMs;
  }

  /** Greets, and serves until the connection ends. Never throws. */
  async run(): Promise<void> {
    try {
      writeUntagged(this.writer, "OK", {
        code: capabilityCode(capabilitiesOf(this)),
        text: "Postroom is ready",
      });
      await this.#serve();
    } catch (error) {
      this.log.error("an IMAP session failed", { error: stackOf(error) });
    } finally {
      this.#leave();
    }
  }

  async #serve(): Promise<void> {
    while (!this.ended && !this.connection.isClosed) {
      const event = this.connection.reader.next(this.mode);
      if (event) {
        this.lastInputMs = performance.now();
        this.busy = true;
        await this.#take(event);
        this.busy = false;
        if (this.writer.length > flushBytes) await this.flush();
      } else {
        await this.flush();
        await this.connection.more();
        if (this.notifier) await this.#notify(this.notifier);
      }
    }
    if (this.#byeText) writeUntagged(this.writer, "BYE", { text: this.#byeText });
    await this.flush();
    this.connection.close();
  }

  /** Reports changes while no command runs. RFC 5465 5 */
  async #notify(notifier: SessionNotifier): Promise<void> {
    const { selected } = notifier;
    if (selected) await this.report(selected.expunge);
    await notifier.report();
  }

  #leave(): void {
    this.deselect();
    this.#stopListening?.();
    if (this.feed) this.deps.feeds.release(this.feed);
    this.connection.close();
  }

  async #take(event: WireEvent): Promise<void> {
    switch (event.kind) {
      case "go-ahead":
        writeGoAhead(this.writer, "OK");
        await this.flush();
        return;
      case "command":
        this.#badCommands = 0;
        await this.#answer(event, () => dispatch(this, event.command, event.tag));
        return;
      case "append":
        this.#badCommands = 0;
        await this.#answer(event, () => dispatchAppend(this, event.target));
        return;
      case "failure": {
        const reply = must(replyTo(event.failure), "a failure of the reader has a reply");
        if (event.failure.clearsSaved) this.selected?.view.save([]);
        this.#write(event.tag, reply);
        const most = this.login ? maxBad.authenticated : maxBad.greeting;
        if (event.fatal || ++this.#badCommands >= most) this.end("Too many commands were not understood");
        return;
      }
      default:
        // The rest of an APPEND that is answered already.
        return;
    }
  }

  async #answer(
    event: Extract<WireEvent, { kind: "command" | "append" }>,
    run: () => Promise<CommandEnd>,
  ): Promise<void> {
    const { tag } = event;
    const startMs = performance.now();
    if (this.deps.clock.leaps) await this.deps.clock.leaps.settled();
    const { reply, expunge, added } = await this.#guarded(run);
    await this.report(expunge, added);
    // Events committed before the command are reported before its tagged response, those of other mailboxes too.
    if (this.notifier) {
      await this.ownFeed.sync();
      await this.notifier.report();
    }
    if (this.connection.isClosed) return;
    this.#write(tag, reply);
    const command = event.kind === "command" ? event.command.name : event.target.name;
    counts.imapCommands.add([command, reply.status]);
    if (command !== "IDLE") times.imapCommands.observe(secondsSince(startMs));
    this.log.debug("an IMAP command", { command, status: reply.status, ms: msSince(startMs) });
    const then = this.afterReply;
    this.afterReply = null;
    if (then) {
      await this.flush();
      then();
    }
  }

  async #guarded(run: () => Promise<CommandEnd>): Promise<CommandEnd> {
    try {
      return await run();
    } catch (error) {
      const known = replyTo(error);
      if (error instanceof WireFailure && error.clearsSaved) this.selected?.view.save([]);
      if (!known) this.log.error("an IMAP command failed", { error: stackOf(error) });
      return {
        reply: known ?? no("Something went wrong here, try again later", "SERVERBUG"),
        expunge: false,
        added: true,
      };
    }
  }

  #write(tag: string | null, reply: TaggedReply): void {
    if (tag !== null) writeTagged(this.writer, tag, reply);
    else writeUntagged(this.writer, reply.status, reply);
  }

  /** Sends what has been written; waits while the client is far behind. */
  async flush(): Promise<void> {
    if (this.writer.length > 0) await this.connection.write(this.writer.take());
  }

  /** Flushes once `flushBytes` are written. */
  async flushSome(): Promise<void> {
    if (this.writer.length > flushBytes) await this.flush();
  }

  /** As `Session` says. */
  async report(expunge: boolean, mayAdd = true): Promise<void> {
    if (!this.selected || !this.feed) return;
    await this.feed.sync();
    const { view, contexts } = this.selected;
    const items = this.notifier?.selected?.items ?? [];
    const added: number[] = [];
    const take = () => view.take(expunge, mayAdd);
    for (let updates = take(); updates.length > 0; updates = take()) {
      if (contexts.length > 0) this.#noteUpdates(updates);
      nameKeywords(
        this,
        updates.flatMap((each) => (each.kind === "flags" ? each.flags : [])),
      );
      writeUpdates(this.writer, view, { updates, form: this.updateForm });
      if (items.length > 0)
        added.push(...updates.flatMap((each) => (each.kind === "exists" ? [...each.uids] : [])));
      await this.flushSome();
    }
    if (added.length > 0) await fetchNew(this, added, items);
    const changed = this.#changed;
    this.#changed = new Set();
    if (changed.size > 0) await reportChanged(this, changed);
  }

  #noteUpdates(updates: readonly Update[]): void {
    for (const update of updates) {
      if (update.kind === "expunge") reportRemoved(this, update);
      if (update.kind === "flags") this.#changed.add(update.uid);
      if (update.kind !== "exists") continue;
      for (let i = 0; i < update.uids.length; i += 2)
        for (let uid = update.uids[i]!; uid <= update.uids[i + 1]!; uid++) this.#changed.add(uid);
    }
  }

  /** Notes that the client knows a change that its own command made. See SessionView.acknowledge */
  acknowledge(uid: number, modseq: number, previous: number | null): void {
    const { view, contexts } = this.opened;
    view.acknowledge(uid, modseq, previous);
    if (contexts.length > 0) this.#changed.add(uid);
  }

  get opened(): Selected {
    return must(this.selected, "the command runs in the selected state");
  }

  get ownFeed(): IdentityFeed {
    return must(this.feed, "the command runs after the login");
  }

  get updateForm(): UpdateForm {
    const { condstore, qresync, uidOnly } = this.enabled;
    return { vanished: qresync, uid: this.mode.rev2 || qresync, modseq: condstore, uidOnly };
  }

  /** Starts the session of a login. @returns a refusal, or null */
  async authenticated(login: Login): Promise<TaggedReply | null> {
    const feed = await this.deps.feeds.of(login);
    if (!feed) return no("This address is gone", "AUTHENTICATIONFAILED");
    if (!this.deps.admit(login)) return no("Too many sessions of this address are open", "LIMIT");
    this.login = login;
    this.log = this.log.with({ identity_id: login.identityId });
    this.feed = feed;
    this.#stopListening = feed.listen({
      changed: (changes) => {
        this.notifier?.note(changes);
        if (this.listening || this.notifier) this.connection.wake();
      },
      touched: () => void this.#checkPassword(login),
      gone: () => this.end("This address is gone"),
    });
    return null;
  }

  /** A revoked password ends its sessions. */
  async #checkPassword(login: Login): Promise<void> {
    const isValid = await this.deps.isValid(login).catch(() => true);
    if (!isValid) this.end("The password was revoked");
  }

  /** Ends the session with BYE, after the command that runs. */
  end(text: string): void {
    if (this.ended) return;
    this.#byeText = text;
    this.ended = true;
    this.connection.wake();
  }

  deselect(): void {
    if (!this.selected || !this.feed) return;
    const { folderId, view } = this.selected;
    this.selected = null;
    this.#changed = new Set();
    this.feed.release(folderId, view);
  }

  /** Sends HIGHESTMODSEQ at the first use of CONDSTORE. RFC 7162 3.1 */
  enableCondstore(): void {
    if (this.enabled.condstore) return;
    this.enabled.condstore = true;
    if (!this.selected) return;
    const code = numberCode("HIGHESTMODSEQ", Math.max(1, this.selected.view.highestModseq));
    writeUntagged(this.writer, "OK", { code, text: "CONDSTORE is on" });
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
}
