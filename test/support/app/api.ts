// The REST API as a test's client sees it: a key, a base URL, JSON in and out, and nothing hidden. Every answer is held to
// the OpenAPI document.
import { checkContract } from "./contract.ts";

export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** The body as text, byte for byte. */
  readonly text: string;
  /** The parsed body; null when there is none. */
  readonly json: T;
}

export interface Single<T> {
  data: T;
}

export interface PageOf<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

export interface Refusal {
  error: { code: string; message: string };
}

type Headers_ = Record<string, string>;

export interface Api {
  readonly base: string;
  readonly key: string | null;
  /** `path` begins after /api/v1, or is a whole path when it begins with "//". */
  call<T = unknown>(method: string, path: string, body?: unknown, headers?: Headers_): Promise<Answer<T>>;
  get<T = unknown>(path: string, headers?: Headers_): Promise<Answer<T>>;
  post<T = unknown>(path: string, body?: unknown, headers?: Headers_): Promise<Answer<T>>;
  patch<T = unknown>(path: string, body?: unknown, headers?: Headers_): Promise<Answer<T>>;
  delete<T = unknown>(path: string, headers?: Headers_): Promise<Answer<T>>;
  /** The `data` of an answer that must have this status. */
  must<T = Record<string, unknown>>(status: number, answer: Promise<Answer>): Promise<T>;
  /** Raw bytes of a GET that must be 200. */
  bytes(path: string): Promise<Uint8Array>;
  /** The same server with another key; null: none. */
  as(key: string | null): Api;
}

/** @param base `http://127.0.0.1:port` */
export function apiClient(base: string, key: string | null): Api {
  const request = (method: string, path: string, body?: unknown, headers: Headers_ = {}) =>
    fetch(path.startsWith("//") ? base + path.slice(1) : `${base}/api/v1${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
      redirect: "manual",
    });
  const call = async <T>(method: string, path: string, body?: unknown, headers?: Headers_) => {
    const response = await request(method, path, body, headers);
    const text = await response.text();
    const { status } = response;
    const full = path.startsWith("//") ? path.slice(1) : `/api/v1${path}`;
    await checkContract(base, { method, path: full, status, headers: response.headers, text });
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    const json = (text !== "" && isJson ? JSON.parse(text) : null) as T;
    return { status, headers: response.headers, text, json };
  };
  return {
    base,
    key,
    call,
    get: (path, headers) => call("GET", path, undefined, headers),
    post: (path, body, headers) => call("POST", path, body, headers),
    patch: (path, body, headers) => call("PATCH", path, body, headers),
    delete: (path, headers) => call("DELETE", path, undefined, headers),
    async must<T>(status: number, answer: Promise<Answer>): Promise<T> {
      const got = await answer;
      if (got.status !== status) throw new Error(`expected ${status}, got ${got.status}: ${got.text}`);
      return (got.json as Single<T> | null)?.data as T;
    },
    async bytes(path) {
      const response = await request("GET", path);
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return new Uint8Array(await response.arrayBuffer());
    },
    as: (other) => apiClient(base, other),
  };
}
