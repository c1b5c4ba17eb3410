// The identity feeds of this process: one for each identity that has sessions, or had one lately. A feed without sessions
// reads on when a session comes back.
import { identityModseq, type Owner } from "../../store/mailbox/imap.ts";
import { type FeedDeps, IdentityFeed } from "./identity-feed.ts";

/** Limits of feeds without sessions: how long each is kept, how many, and the messages of all but the last. */
const keptMs = 5 * 60_000;
const maxLeft = 200;
const maxMessages = 1_000_000;

export class Feeds {
  readonly #deps: FeedDeps;
  readonly #feeds = new Map<string, IdentityFeed>();
  /** Feeds without sessions, the longest left first, with the time in milliseconds since the epoch. */
  readonly #left = new Map<IdentityFeed, number>();

  constructor(deps: FeedDeps) {
    this.#deps = deps;
  }

  /** @returns null when the identity is deleted */
  async of(owner: Owner): Promise<IdentityFeed | null> {
    this.#forget();
    const modseq = await identityModseq(this.#deps.database, owner);
    if (modseq === null) return null;
    const known = this.#feeds.get(owner.identityId);
    if (known) return known;
    const feed = new IdentityFeed(this.#deps, owner, modseq);
    this.#feeds.set(owner.identityId, feed);
    return feed;
  }

  /** Call it when a session has stopped listening. */
  release(feed: IdentityFeed): void {
    if (feed.listeners > 0) return;
    this.#left.delete(feed);
    this.#left.set(feed, this.#deps.clock.now());
    this.#forget();
  }

  #forget(): void {
    const oldest = this.#deps.clock.now() - keptMs;
    let messages = 0;
    for (const [n, [feed, at]] of [...this.#left].reverse().entries()) {
      if (n > 0) messages += feed.messages;
      if (feed.listeners > 0) this.#left.delete(feed);
      else if (at < oldest || messages > maxMessages || this.#left.size > maxLeft) {
        this.#left.delete(feed);
        this.#feeds.delete(feed.owner.identityId);
      }
    }
  }
}
