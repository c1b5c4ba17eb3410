// The executable: the runtime's settings first, then the program.
import { lowLimits, namesDatabase, processLimits } from "./config/process-limits.ts";
import { applyRuntimeSettings, runtimeSettings, sandboxRuntimeSettings } from "./config/runtime.ts";

const args = process.argv.slice(2);
// A process that a server starts for itself.
if (args[0] === "read-mails" && process.send) {
  await import("./reading/reader-process.ts");
} else {
  if (args[0] === "serve") {
    // Before the program is loaded, which would break where memory is short.
    const tooLow = lowLimits(processLimits()).find(({ isTooLow }) => isTooLow);
    if (tooLow) {
      process.stderr.write(`postroom: ${tooLow.message} ${tooLow.remedy}\n`);
      process.exit(2);
    }
    applyRuntimeSettings(runtimeSettings);
  }
  if (args[0] === "sandbox") applyRuntimeSettings(sandboxRuntimeSettings);
  if (args.length === 1 && args[0] === "serve" && !namesDatabase()) {
    // Compiled by other threads while this one loads the program.
    const { compileEngine } = await import("./store/embedded/files.ts");
    compileEngine().catch(() => "the database's start fails with it");
  }
  // Loaded only now: a process that begins anew does not load the program twice.
  const { runProgram } = await import("./cli/main.ts");
  await runProgram(args);
}
