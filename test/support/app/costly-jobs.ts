// Loaded before the jobs of a reading process (`readerOptions`): a mail that says so is never read whole, as if the code that reads
// it, or a library, had no end. The header field X-Costly says how: `loop`, `expression`, which no runtime ends from outside, or
// `memory`, which takes more and more of it. One that says `heavy` is read whole, for some time and with memory that its process keeps.
import { jobs } from "../../../src/reading/jobs.ts";

const { read, report, holds } = jobs;
const kept: Uint8Array[] = [];

function spin(raw: Uint8Array, effort: string): void {
  const [, way, efforts] = /^X-Costly: (\w+)(?: (\w+))?\r$/m.exec(Buffer.from(raw).toString("latin1")) ?? [];
  if (way === undefined || (effort !== "whole" && efforts !== "always")) return;
  if (way === "heavy") {
    for (let n = 0; n < 36; n++) kept.push(new Uint8Array(16 * 1024 * 1024).fill(1));
    const { user } = process.cpuUsage();
    while (process.cpuUsage().user - user < 300_000);
    return;
  }
  const held: Uint8Array[] = [];
  while (way === "memory") if (held.length < 200) held.push(new Uint8Array(16 * 1024 * 1024).fill(1));
  // One such search alone ends after some seconds, when the engine gives it up.
  while (
    way === "loop" ||
    /^(?:[a-z][a-z0-9-]*\([^{}]*\)\s*)+$/.test(`${"a()".repeat(400)}!`) ||
    way === "expression"
  );
}

jobs.read = (input) => {
  spin(input.raw, input.options.effort ?? "whole");
  return read(input);
};
jobs.report = (input) => {
  spin(input.raw, "bare");
  return report(input);
};
/** SEARCH looks through it without an end. */
jobs.holds = (input) => {
  while (input.isWhole && Buffer.from(input.raw).includes("\nX-Costly-Search: loop\r\n"));
  return holds(input);
};
