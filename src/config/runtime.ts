// Settings of the JavaScript runtime. It reads them from the environment when its process begins, so a server that finds
// them missing begins anew, in the same process, with them. Whatever the operator has set stays as it is.

type RuntimeSettings = Readonly<Record<string, string>>;

/**
 * Measured on a server that receives mail: a third of its CPU time.
 * - Bun's allocator looks for free parts of used pages whenever the process waits, by default every 100 ms. The freed pages
 *   are needed again for the next mail. Every 10 s, memory goes back to the system almost as soon.
 * - JavaScriptCore's last compiler (FTL) spends more on code that is soon compiled again than that code saves. With these
 *   thresholds it compiles what stays hot.
 * WebAssembly's last compiler (OMG) keeps its own threshold. At ten times that, a later start took 1,490 ms of processor time in
 * place of 2,190, but a mail that was taken cost the threads beside the main one 24 % more (2,500 mails) and 17 % (5,000), in one
 * run each on a busy machine, where equal runs of 1,500 differed by as much.
 */
export const runtimeSettings: RuntimeSettings = {
  MIMALLOC_PURGE_HOLES_MIN_INTERVAL: "10000",
  BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: "512000",
  BUN_JSC_thresholdForFTLOptimizeSoon: "8000",
};

/**
 * Settings of a sandbox, which lives for minutes: about a quarter of the processor time of a month with 1,000 mails. The last compilers of
 * JavaScript and of WebAssembly, in which the embedded database is, do not pay for themselves in that time, nor does a
 * collection of garbage each second beside those that are needed.
 */
export const sandboxRuntimeSettings: RuntimeSettings = {
  MIMALLOC_PURGE_HOLES_MIN_INTERVAL: "10000",
  BUN_JSC_useFTLJIT: "0",
  BUN_JSC_useOMGJIT: "0",
  BUN_GC_TIMER_DISABLE: "1",
};

/** Begins the process anew where a setting is missing: it does not return then. execve(2) */
export function applyRuntimeSettings(settings: RuntimeSettings): void {
  const { argv, env, execArgv, execPath, execve } = process;
  if (!execve || Object.keys(settings).every((name) => env[name] !== undefined)) return;
  // Sources are named by their file. The executable's own program has no file outside of it, and takes the runtime's
  // options from BUN_OPTIONS alone: as arguments they would be commands.
  const program = Bun.main.startsWith("/$bunfs/") ? [] : [...execArgv, Bun.main];
  const { emitWarning } = process;
  // Bun warns that execve is experimental.
  process.emitWarning = () => {};
  try {
    execve.call(process, execPath, [execPath, ...program, ...argv.slice(2)], {
      ...settings,
      ...env,
    });
  } catch {
    // The executable's file is gone: the server runs without them.
    process.emitWarning = emitWarning;
  }
}

/** The executable, or Bun with the sources. */
export function ownProgram(): string[] {
  return Bun.main.startsWith("/$bunfs/") ? [process.execPath] : [process.execPath, Bun.main];
}
