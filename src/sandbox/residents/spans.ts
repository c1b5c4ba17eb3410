// Spans of time as data writes them, and words drawn from the world's chance.
import { spanSeconds } from "../../lib/clock.ts";
import { must } from "../../lib/must.ts";
import type { World } from "../resident.ts";

/** Milliseconds of `30m`, `4h` or `2d`; 0 without one. */
export function spanMs(text: string | undefined): number {
  return text === undefined ? 0 : must(spanSeconds(text), "the schema takes spans alone") * 1000;
}

export function token(world: World, length: number): string {
  return Array.from({ length }, () => world.random(36).toString(36)).join("");
}
