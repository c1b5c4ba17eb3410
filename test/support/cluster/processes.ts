// Several apps on one PostgreSQL, each with a memory and a data directory of its own, as processes of a service have them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apiClient } from "../app/api.ts";
import { startTestApp, type TestApp } from "../app/app.ts";
import { tempStore } from "../app/database.ts";

export interface Processes {
  /** Their `api` has the same key. */
  apps: readonly TestApp[];
  stop(): Promise<void>;
}

/** @param env settings on top of those that a test needs */
export async function startProcesses(count: number, env: Record<string, string> = {}): Promise<Processes> {
  const store = await tempStore("postgres");
  const dirs: string[] = [];
  const apps: TestApp[] = [];
  const stop = async () => {
    for (const app of apps) await app.stop();
    await store.dispose();
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
  };
  try {
    for (let n = 0; n < count; n++) {
      const dataDir = mkdtempSync(join(tmpdir(), "postroom-test-"));
      dirs.push(dataDir);
      const started = await startTestApp({ dataDir, databaseUrl: store.databaseUrl }, { env });
      const api = apiClient(`http://127.0.0.1:${started.app.ports.http}`, (apps[0] ?? started).api.key);
      apps.push({ ...started, api });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { apps, stop };
}
