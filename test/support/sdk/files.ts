// All generated files of the SDKs.
import type { Document } from "../../../src/http/openapi/types.ts";
import { pythonFiles } from "./python.ts";
import { typescriptFiles } from "./typescript.ts";

/** Texts by their path in the repository. */
export function generatedFiles(document: Document): Record<string, string> {
  const below = (folder: string, files: Record<string, string>) =>
    Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]);
  return Object.fromEntries([
    ...below("src/sdk/typescript/generated", typescriptFiles(document)),
    ...below("src/sdk/python/postroom/generated", pythonFiles(document)),
  ]);
}
