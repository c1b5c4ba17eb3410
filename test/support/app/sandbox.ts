// A sandbox in this process, for tests of its world: the service on free ports, its clock standing.

import { silentLog } from "../../../src/lib/log.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox/sandbox.ts";
import type { SandboxOptions } from "../../../src/sandbox/sandbox-settings.ts";
import { type Api, apiClient } from "./api.ts";

export interface TestSandbox extends Sandbox {
  api: Api;
  /** An address of the service's own domain. */
  own(localPart: string): string;
  /** A call of the world's control. */
  control<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>;
}

const sandboxOptions: SandboxOptions = {
  dir: null,
  port: 0,
  freePorts: true,
  allow: [],
  seed: "7",
  isSeeded: true,
  speed: 0,
  postgres: null,
  logLevel: "silent",
};

export async function startTestSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const sandbox = await startSandbox({ ...sandboxOptions, ...options }, silentLog);
  const base = `http://127.0.0.1:${sandbox.app.ports.http}`;
  return {
    ...sandbox,
    api: apiClient(base, sandbox.app.operator.token ?? ""),
    own: (localPart) => `${localPart}@${sandbox.app.operator.domain}`,
    async control(method, path, body) {
      const response = await fetch(`${base}/sandbox/${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as { error?: { message: string } };
      if (!response.ok) throw new Error(`${response.status} ${answer.error?.message}`);
      return answer as never;
    },
  };
}
