// The request that the documentation shows for a call. test/http/examples.test.ts makes each of them.
import type { Document, OperationObject, Parameter, Reference } from "./types.ts";

export interface ExampleRequest {
  /** From /api/v1 on, with the query. */
  url: string;
  /** Undefined: none is needed. */
  body: unknown;
}

/** @param path as the document writes it */
export function exampleRequest(
  document: Document,
  { path, operation }: { path: string; operation: OperationObject },
): ExampleRequest {
  const parameters = (operation.parameters ?? []).map((one) => resolved(document, one));
  const filled = path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const found = parameters.find((one) => one.name === name);
    return String(found?.schema.examples?.[0] ?? name);
  });
  const query = parameters
    .filter((one) => one.in === "query" && (one.required || one.example !== undefined))
    .map((one) => `${one.name}=${encodeURIComponent(one.example ?? String(one.schema.examples?.[0]))}`)
    .join("&");
  return {
    url: query === "" ? filled : `${filled}?${query}`,
    body: operation.requestBody?.content["application/json"]?.example,
  };
}

export function resolved(document: Document, parameter: Parameter | Reference): Parameter {
  if (!("$ref" in parameter)) return parameter;
  return document.components.parameters[parameter.$ref.slice(parameter.$ref.lastIndexOf("/") + 1)]!;
}
