// All generated files of the SDKs.
import type { Document } from "../../../src/http/openapi/types.ts";
import { pythonFiles } from "./python.ts";
import { typescriptFiles } from "./typescript.ts";
import { withWholeSchemas } from "./whole-schemas.ts";

/** Texts by their path in the repository. */
export function generatedFiles(given: Document): Record<string, string> {
  const document = withWholeSchemas(given);
  const below = (folder: string, files: Record<string, string>) =>
    Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]);
  return Object.fromEntries([
    ...below("src/sdk/typescript/generated", typescriptFiles(document)),
    ...below("src/sdk/python/postroom/generated", pythonFiles(document)),
  ]);
}
