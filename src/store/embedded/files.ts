// The engine's files. Their imports make them part of the compiled executable.
import dataFile from "../../../node_modules/@electric-sql/pglite/dist/pglite.data" with { type: "file" };
import wasmFile from "../../../node_modules/@electric-sql/pglite/dist/pglite.wasm" with { type: "file" };

let compiled: Promise<WebAssembly.Module> | null = null;

/** The engine's code, compiled once in a process and shared by all its workers. */
export function compileEngine(): Promise<WebAssembly.Module> {
  compiled ??= Bun.file(wasmFile)
    .arrayBuffer()
    .then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

/** Options for PGlite. initdb is an empty module, which would fail: the data directory always exists. */
export function engineFiles(engine: WebAssembly.Module) {
  const emptyModule = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
  return { pgliteWasmModule: engine, initdbWasmModule: emptyModule, fsBundle: Bun.file(dataFile) };
}
