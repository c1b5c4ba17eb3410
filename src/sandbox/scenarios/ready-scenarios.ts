// Scenarios that ship. Each has a trap of its own, marked among its checks, and names the kind of agent that falls into it.
import { memoryFamilies } from "./families/memory.ts";
import { orderFamilies } from "./families/orders.ts";
import { readingFamilies } from "./families/reading.ts";
import type { Scenario } from "./scenario.ts";

export function readyScenarios(): readonly Scenario[] {
  return [...readingFamilies, ...orderFamilies, ...memoryFamilies];
}
