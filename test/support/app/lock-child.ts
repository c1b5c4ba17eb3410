// A process that holds a data directory until it is killed; used by data-dir.test.ts.
import { lockDataDir } from "../../../src/store/embedded/data-dir.ts";

const [dir = "", mode] = process.argv.slice(2);
try {
  await lockDataDir(dir);
  const child = mode === "with-child" ? Bun.spawn(["sleep", "600"]) : null;
  process.stdout.write(child ? `held, child ${child.pid}` : "held");
  await new Promise(() => setInterval(() => {}, 1_000_000));
} catch (error) {
  process.stdout.write((error as Error).message);
}
