// The engine's files. Their imports make them part of the compiled executable.
import { readFileSync } from "node:fs";
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

/** Bytes of the file that holds the engine's own files. */
export const dataSize = Bun.file(dataFile).size;

let held: WeakRef<Uint8Array<ArrayBuffer>> | null = null;

/** A part of it, read again once nobody uses what was read before. */
export function readData(from: number, length: number): Uint8Array<ArrayBuffer> {
  let whole = held?.deref();
  if (!whole) {
    whole = new Uint8Array(readFileSync(dataFile));
    held = new WeakRef(whole);
  }
  return whole.subarray(from, from + length);
}
