// Trains the spam scanner with what people file as spam or as wanted: in the background, one mail at a time. Samples that
// wait when the process ends are lost.
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { RareWarning } from "../lib/rare-warning.ts";
import type { BlobStore } from "../store/blobs/blobs.ts";
import type { Executor } from "../store/database/database.ts";
import { readRaw } from "../store/message/messages.ts";
import type { Rspamd } from "./rspamd.ts";

export interface TrainingSample {
  accountId: string;
  messageId: string;
  isSpam: boolean;
}

export interface SpamTrainerDeps {
  rspamd: Rspamd | null;
  database: Executor;
  blobs: BlobStore;
  clock: Clock;
  log: Log;
}

const maxWaiting = 1000;

export class SpamTrainer {
  readonly #deps: SpamTrainerDeps;
  readonly #waiting: TrainingSample[] = [];
  #training = false;
  readonly #warning: RareWarning;

  constructor(deps: SpamTrainerDeps) {
    this.#deps = deps;
    const { log, clock } = deps;
    this.#warning = new RareWarning(log, "the spam scanner was not taught", () => clock.now());
  }

  /** Queues the samples. Does nothing without a scanner; samples beyond 1,000 that wait are dropped. */
  train(samples: readonly TrainingSample[]): void {
    const { rspamd } = this.#deps;
    if (!rspamd) return;
    this.#waiting.push(...samples.slice(0, maxWaiting - this.#waiting.length));
    if (!this.#training) void this.#trainAll(rspamd);
  }

  async #trainAll(rspamd: Rspamd): Promise<void> {
    this.#training = true;
    for (let sample = this.#waiting.shift(); sample; sample = this.#waiting.shift()) {
      try {
        await this.#trainOne(rspamd, sample);
      } catch (error) {
        this.#warning.write(error);
      }
    }
    this.#training = false;
  }

  async #trainOne(rspamd: Rspamd, { accountId, messageId: id, isSpam }: TrainingSample): Promise<void> {
    const { database, blobs } = this.#deps;
    const raw = await readRaw(database, blobs, { scope: { accountId, identityIds: null }, id });
    if (raw) await rspamd.learn(raw, isSpam ? "spam" : "ham");
  }
}
