// The engine's own files. Imported as files, they are part of the compiled executable.
import dataFile from "../../../node_modules/@electric-sql/pglite/dist/pglite.data" with { type: "file" };
import wasmFile from "../../../node_modules/@electric-sql/pglite/dist/pglite.wasm" with { type: "file" };

let compiled: Promise<WebAssembly.Module> | null = null;

/** The engine's code, compiled once in a process: a worker that starts again gets the same. */
export function compileEngine(): Promise<WebAssembly.Module> {
  compiled ??= Bun.file(wasmFile)
    .arrayBuffer()
    .then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

/** For PGlite's options. A data directory exists always: initdb is made of nothing, and would fail. */
export function engineFiles(engine: WebAssembly.Module) {
  const nothing = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
  return { pgliteWasmModule: engine, initdbWasmModule: nothing, fsBundle: Bun.file(dataFile) };
}
