// The settings while a server runs: `.env` is read again at SIGHUP, and what can change without a restart does.
import { type Config, environment, readConfig } from "./config.ts";
import { readEnvFile } from "./env-file.ts";
import { reloadableSettings, settings } from "./settings.ts";
import type { Env } from "./values.ts";

export interface Reloaded {
  /** Names of settings that hold now. */
  reloaded: string[];
  /** Names of those that hold from the next start on. */
  needRestart: string[];
}

export interface LiveSettings {
  /** Changes in place. */
  readonly config: Config;
  /** @throws ConfigError when the file is invalid: then nothing has changed */
  reload(): Reloaded;
}

/** @param config of this environment */
export function liveSettings(config: Config): LiveSettings {
  const live = { ...config };
  const started = environment();
  // Values that the runtime took from the file belong to the file; all others were given to the process, and
  // win.
  const fromFile = new Set(
    readEnvFile()
      .filter(({ name, value }) => started[name] === value)
      .map(({ name }) => name),
  );
  const given = Object.fromEntries(Object.entries(started).filter(([name]) => !fromFile.has(name)));
  let before: Env = started;
  return {
    config: live,
    reload() {
      const file = Object.fromEntries(readEnvFile().map(({ name, value }) => [name, value]));
      const after: Env = { ...file, ...given };
      const next = readConfig(after);
      const changed = reloadableSettings.filter(({ name }) => before[name] !== after[name]);
      for (const { field } of changed) Object.assign(live, { [field]: next[field as keyof Config] });
      const needRestart = settings
        .filter(({ name, isReloadable }) => !isReloadable && started[name] !== after[name])
        .map(({ name }) => name);
      before = after;
      return { reloaded: changed.map(({ name }) => name), needRestart };
    },
  };
}
