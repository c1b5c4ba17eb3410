// Applies retention rules: each round looks at some folders, and deletes or archives a bounded batch of each that is due.
import { type Instant, nowInstant } from "../../src/lib/clock.ts";
import { Failure, messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { firstPlacements } from "../../src/store/mailbox/placements.ts";
import { type DueFolder, dueFolders } from "../../src/store/mailbox/retention.ts";
import { protectionOf } from "../account/reviews/protection.ts";
import { folderById, folderOfRole } from "../identity/mailbox/folders.ts";
import { legalHoldSince } from "../identity/mailbox/legal-hold.ts";
import { movePlacements, removePlacements, turnPlacements } from "../identity/mailbox/placements.ts";
import type { Round } from "../runtime/clock-actor.ts";
import type { Turn } from "../runtime/turn.ts";
import type { RoundDeps } from "./round-deps.ts";

/** Between two walks over all folders. */
const pauseMs = 15 * 60_000;

export class Retention {
  readonly #deps: RoundDeps & { log: Log };
  /** The last folder that was looked at; null: a walk begins. */
  #after: string | null = null;
  #fromMs = 0;

  constructor(deps: RoundDeps & { log: Log }) {
    this.#deps = deps;
  }

  async round(): Promise<Round> {
    const { database, clock, log } = this.#deps;
    if (this.#after === null && clock.now() < this.#fromMs) return { done: 0, more: false };
    const { due, seen, last } = await dueFolders(database, { now: nowInstant(clock), after: this.#after });
    let isMore = false;
    const failed: { folder_id: string; error: string }[] = [];
    for (const folder of due) {
      try {
        isMore = (await this.#apply(folder)) || isMore;
      } catch (error) {
        // The next walk tries it again; the folders behind it do not wait.
        failed.push({ folder_id: folder.folderId, error: messageOf(error) });
      }
    }
    // The rest of these folders comes first.
    if (isMore) return { done: seen, more: true };
    for (const each of failed) log.warn("a folder could not be kept by its retention rule", each);
    this.#after = last;
    if (last === null) this.#fromMs = clock.now() + pauseMs;
    return { done: seen, more: last !== null };
  }

  async #apply(due: DueFolder): Promise<boolean> {
    try {
      return await this.#deps.actors
        .identity(due.accountId, due.identityId)
        .run((turn) => retainStep(turn, due));
    } catch (error) {
      // The address or its folder was deleted meanwhile.
      if (error instanceof Failure && error.code === "not_found") return false;
      throw error;
    }
  }
}

/** Deletes or archives what came into a folder before that instant, one step. @returns whether more is due */
async function retainStep(
  turn: Turn,
  { folderId, action, before }: { folderId: string; action: DueFolder["action"]; before: Instant },
): Promise<boolean> {
  if (legalHoldSince(turn) !== null) return false;
  folderById(turn, folderId);
  const exceptWatched = action === "delete" && protectionOf(turn) !== null;
  const wanted = { folderId, count: turnPlacements, exceptWatched };
  const first = await firstPlacements(turn, turn.owner, wanted);
  const rows = first.filter(({ createdAt }) => createdAt < before);
  if (rows.length === 0) return false;
  const archive = folderOfRole(turn, "archive");
  if (action === "delete") await removePlacements(turn, rows);
  else if (archive) movePlacements(turn, rows, archive);
  return rows.length === turnPlacements && (action === "delete" || archive !== undefined);
}
