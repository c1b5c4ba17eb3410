// The enhancement script as one text. Called as a macro: Bun runs it while it translates the file that imports it, so an
// executable has the result in it.
import { join } from "node:path";

/** The files of src/console/client that one of them imports, and itself, as one module for browsers. */
export function clientScript(name: string): string {
  const entry = join(import.meta.dir, "../client", `${name}.ts`);
  const built = Bun.spawnSync([process.execPath, "build", entry, "--minify", "--target=browser"]);
  if (!built.success) throw new Error(`the page's script was not built: ${built.stderr.toString()}`);
  return built.stdout.toString();
}
