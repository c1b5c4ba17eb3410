// Backups that the server makes by itself: BACKUP_TO, BACKUP_EVERY, BACKUP_KEEP. Each is `postroom backup` in a process of its own,
// then `postroom backup prune`, so that the server's own time is what the command line costs it.
import type { Round } from "../../actors/runtime/clock-actor.ts";
import { readBackupNote } from "../config/backup-note.ts";
import type { Config } from "../config/config.ts";
import { ownProgram } from "../config/runtime.ts";
import { type Clock, instantOf } from "../lib/clock.ts";
import { messageOf } from "../lib/failure.ts";
import type { Log } from "../lib/log.ts";

/** After a backup that failed the next one is tried so soon. */
const retryMs = 60_000;
/** From the start on: the command reaches the server by its control socket, which opens last. */
const firstAfterMs = 5000;
/** Characters of what the command says. */
const maxSaid = 500;

export class Backups {
  readonly #deps: { config: Config; clock: Clock; log: Log };
  #child: Bun.Subprocess | null = null;
  #failedMs = Number.NEGATIVE_INFINITY;
  #isRunning = false;
  #isStopped = false;
  readonly #firstMs: number;

  constructor(deps: { config: Config; clock: Clock; log: Log }) {
    this.#deps = deps;
    this.#firstMs = deps.clock.now() + firstAfterMs;
  }

  /** Begins a backup that is due; it goes on beside the rounds, so that a stop need not wait for it. */
  async round(): Promise<Round> {
    const { config, clock } = this.#deps;
    const { backupTo, backupEverySeconds, backupKeep } = config;
    if (backupTo === null) return { done: 0, more: false, next: null };
    const last = readBackupNote(config);
    const nextMs = last ? Date.parse(last.takenAt) + backupEverySeconds * 1000 : Number.NEGATIVE_INFINITY;
    const dueMs = Math.max(this.#firstMs, nextMs, this.#failedMs + retryMs);
    if (!this.#isRunning && dueMs <= clock.now()) void this.#backUp(backupTo, backupKeep);
    return { done: 0, more: false, next: instantOf(Math.max(dueMs, clock.now() + retryMs / 2)) };
  }

  /** Ends what runs: the place holds no half backup. */
  stop(): void {
    this.#isStopped = true;
    this.#child?.kill();
  }

  async #backUp(place: string, keep: string): Promise<void> {
    const { clock, log } = this.#deps;
    this.#isRunning = true;
    try {
      const made = await this.#run("backup", place);
      log.info("a backup was made", { place, made, pruned: await this.#prune(place, keep) });
    } catch (error) {
      if (this.#isStopped) return;
      this.#failedMs = clock.now();
      log.error("a backup failed", { place, error: messageOf(error) });
    } finally {
      this.#isRunning = false;
    }
  }

  /** The backup was made, also where older ones cannot be forgotten. @returns what was said */
  async #prune(place: string, keep: string): Promise<string | null> {
    try {
      return await this.#run("backup", "prune", place, "--keep", keep);
    } catch (error) {
      if (!this.#isStopped)
        this.#deps.log.error("old backups cannot be deleted", { place, error: messageOf(error) });
      return null;
    }
  }

  /** @returns what it printed @throws Error with what it said */
  async #run(...words: string[]): Promise<string> {
    if (this.#isStopped) throw new Error("the server stops");
    const child = Bun.spawn([...ownProgram(), ...words], { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
    this.#child = child;
    const [stdout, stderr, status] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    this.#child = null;
    if (status !== 0) throw new Error((stderr || stdout).trim().slice(0, maxSaid));
    return stdout.trim().slice(0, maxSaid);
  }
}
