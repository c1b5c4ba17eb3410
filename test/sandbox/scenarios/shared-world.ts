// One sandbox for many scenarios: each has an address and residents of its own in it, and time goes on. Starting a sandbox costs more
// than most scenarios.
import { inhabit, standing } from "../../../src/sandbox/scenarios/open-sandbox.ts";
import type { WorldOpener } from "../../../src/sandbox/scenarios/outcome.ts";

export async function sharedWorld(): Promise<{ openWorld: WorldOpener; stop: () => Promise<void> }> {
  const sandbox = await standing(1);
  let count = 0;
  return {
    openWorld(setup) {
      sandbox.world.reset();
      const localPart = `${setup.agent.localPart}${++count}`;
      return inhabit(sandbox, { ...setup, agent: { ...setup.agent, localPart } }, async () => {});
    },
    stop: () => sandbox.stop(),
  };
}
