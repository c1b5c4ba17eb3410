// The engine's own files. Imported as files, they are part of the compiled executable.
import dataFile from "../../node_modules/@electric-sql/pglite/dist/pglite.data" with { type: "file" };
import wasmFile from "../../node_modules/@electric-sql/pglite/dist/pglite.wasm" with { type: "file" };

/** For PGlite's options. A data directory exists always: initdb is made of nothing, and would fail. */
export async function readEngineFiles() {
  const nothing = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
  return {
    pgliteWasmModule: await WebAssembly.compile(await Bun.file(wasmFile).arrayBuffer()),
    initdbWasmModule: nothing,
    fsBundle: Bun.file(dataFile),
  };
}
