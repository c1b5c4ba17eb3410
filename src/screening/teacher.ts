// Teaches the spam scanner what people say of mail: behind the answer that they get, one mail at a time, and best effort.
// What is in memory when the process ends is forgotten.
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { RareWarning } from "../lib/rare-warning.ts";
import type { BlobStore } from "../store/blobs/blobs.ts";
import type { Executor } from "../store/database/database.ts";
import { readRaw } from "../store/mail/messages.ts";
import type { Rspamd } from "./rspamd.ts";

export interface Lesson {
  accountId: string;
  messageId: string;
  isSpam: boolean;
}

export interface TeacherDeps {
  rspamd: Rspamd | null;
  database: Executor;
  blobs: BlobStore;
  clock: Clock;
  log: Log;
}

const maxWaiting = 1000;

export class Teacher {
  readonly #deps: TeacherDeps;
  readonly #waiting: Lesson[] = [];
  #teaching = false;
  readonly #trouble: RareWarning;

  constructor(deps: TeacherDeps) {
    this.#deps = deps;
    const { log, clock } = deps;
    this.#trouble = new RareWarning(log, "the spam scanner was not taught", () => clock.now());
  }

  /** Without a scanner nothing is done; of too many lessons at once the last are left out. */
  teach(lessons: readonly Lesson[]): void {
    const { rspamd } = this.#deps;
    if (!rspamd) return;
    this.#waiting.push(...lessons.slice(0, maxWaiting - this.#waiting.length));
    if (!this.#teaching) void this.#teachAll(rspamd);
  }

  async #teachAll(rspamd: Rspamd): Promise<void> {
    this.#teaching = true;
    for (let lesson = this.#waiting.shift(); lesson; lesson = this.#waiting.shift()) {
      try {
        await this.#teachOne(rspamd, lesson);
      } catch (error) {
        this.#trouble.write(error);
      }
    }
    this.#teaching = false;
  }

  async #teachOne(rspamd: Rspamd, { accountId, messageId: id, isSpam }: Lesson): Promise<void> {
    const { database, blobs } = this.#deps;
    const raw = await readRaw(database, blobs, { scope: { accountId, identityIds: null }, id });
    if (raw) await rspamd.learn(raw, isSpam ? "spam" : "ham");
  }
}
