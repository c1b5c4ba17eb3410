import type { Refusal } from "../support/app/api.ts";
import type { SuiteApp } from "../support/app/app.ts";

export type Bytes = string | Uint8Array;

/** A request as it is, past the client that knows the contract. */
export async function send(
  t: SuiteApp,
  method: string,
  path: string,
  rest: { body?: Bytes | FormData; headers?: Record<string, string>; key?: string | null } = {},
): Promise<{ status: number; headers: Headers; text: string; code: string; message: string }> {
  const key = rest.key === undefined ? t.api.key : rest.key;
  const response = await fetch(t.api.base + path, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(typeof rest.body === "string" ? { "content-type": "application/json" } : {}),
      ...rest.headers,
    },
    body: rest.body as string | undefined,
    redirect: "manual",
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const error = isJson && text !== "" ? (JSON.parse(text) as Partial<Refusal>).error : undefined;
  return {
    status: response.status,
    headers: response.headers,
    text,
    code: error?.code ?? "",
    message: error?.message ?? "",
  };
}

export const identities = "/api/v1/identities";
