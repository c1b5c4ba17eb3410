// Requests for any call of the OpenAPI document: mostly as documented, often with one thing wrong, sometimes hostile from
// the ground up (bodies that are no JSON, wrong media types, repeated parameters, made-up headers).
import type { Document, Parameter } from "../../src/http/openapi/types.ts";
import { pick } from "../support/app/random.ts";
import { type Call, kindOf, resolve } from "./api-calls.ts";
import { hostile, hostileText, type ValueSource, valid } from "./api-values.ts";

export interface Request_ {
  call: Call;
  method: string;
  /** The ids in the path, in its order. */
  ids: string[];
  /** From /api/v1 on, with its query. */
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | FormData | undefined;
}

interface Plan {
  path: Record<string, unknown>;
  query: [name: string, value: unknown][];
  body: unknown;
  headers: Record<string, string>;
}

type Source = ValueSource;

/** @param trouble percent of requests that have something wrong; 0: the plainest request */
export function makeRequest(source: Source, call: Call, trouble = 40): Request_ {
  const { random } = source;
  const plan = planOf(source, call, trouble === 0);
  const luck = random(100) - 100 + trouble;
  if (luck >= 0 && luck < 0.7 * trouble) spoil(source, call, plan);
  const request = written(source, call, plan);
  if (luck >= 0.7 * trouble) pick(attacks, random)(source, request);
  return request;
}

function parametersOf(document: Document, { operation }: Call): Parameter[] {
  return (operation.parameters ?? []).map((given) =>
    "$ref" in given
      ? document.components.parameters[given.$ref.slice(given.$ref.lastIndexOf("/") + 1)]!
      : given,
  );
}

function bodySchema({ operation }: Call) {
  return operation.requestBody?.content["application/json"]?.schema;
}

function planOf(source: Source, call: Call, plainest: boolean): Plan {
  const { random, document, pool } = source;
  const { template } = call;
  const plan: Plan = { path: {}, query: [], body: undefined, headers: {} };
  for (const { name, in: place, required, schema } of parametersOf(document, call)) {
    const at = { template, name };
    if (place === "path") plan.path[name] = valid(source, { ...schema, format: "uuid" }, at);
    else if (place === "query" && (required || (plainest ? name === "thread_id" : random(10) < 3)))
      plan.query.push([name, valid(source, schema, at)]);
    else if (name === "Idempotency-Key" && random(10) === 0)
      plan.headers["idempotency-key"] = `key ${random(12)}`;
    else if (name === "If-Match" && random(3) === 0)
      plan.headers["if-match"] = pool.pick("etags") ?? '"none"';
  }
  // Mostly an event of that very address, a note of that very thread.
  const [, inner] = Object.values(plan.path);
  const holder = pool.holderOf(String(inner), kindOf(document, template, "id") ?? "");
  if (holder !== null && random(5)) plan.path.id = holder;
  const body = bodySchema(call);
  if (body && (call.operation.requestBody?.required || random(2)))
    plan.body = valid(source, body, { template, name: "" });
  const fields = plan.body as Record<string, unknown> | undefined;
  const code = pool.codeOf(String(fields?.signup_id));
  if (fields?.code && code !== null && random(3)) fields.code = code;
  return plan;
}

/** Puts one thing wrong. */
function spoil(source: Source, call: Call, plan: Plan): void {
  const { random, document } = source;
  const parameters = parametersOf(document, call).filter(({ in: place }) => place !== "header");
  const { body: given } = plan;
  // A made-up body may be no object.
  const body = typeof given === "object" ? (given as Record<string, unknown> | null) : null;
  if (body && random(3)) {
    const schema = resolve(document, bodySchema(call)!);
    const names = Object.keys(schema.properties ?? {});
    const name = names.length === 0 ? "unknown" : pick(names, random);
    const at = { template: call.template, name };
    if (random(12) === 0)
      body[pick(["unknown", "__proto__x", "", "ID", "identity"], random)] = hostileText(random);
    else if (random(8) === 0) delete body[name];
    else if (random(3) === 0) plan.body = spoiltDeep(source, body);
    else body[name] = hostile(source, schema.properties?.[name] ?? {}, at);
    return;
  }
  if (parameters.length === 0) return;
  const { name, in: place, schema } = pick(parameters, random);
  const value = hostile(source, schema, { template: call.template, name });
  if (place === "path") plan.path[name] = value;
  else {
    plan.query = plan.query.filter(([other]) => other !== name);
    if (random(5)) plan.query.push([name, value]);
  }
}

/** The value with something inside it replaced. */
function spoiltDeep(source: Source, value: unknown): unknown {
  const { random } = source;
  if (value === null || typeof value !== "object" || random(4) === 0)
    return hostile(source, {}, { template: "", name: "" });
  if (Array.isArray(value)) {
    if (value.length === 0) return [hostileText(random)];
    const at = random(value.length);
    return value.map((item, index) => (index === at ? spoiltDeep(source, item) : item));
  }
  const names = Object.keys(value);
  if (names.length === 0) return { [hostileText(random)]: hostileText(random) };
  const name = pick(names, random);
  return { ...value, [name]: spoiltDeep(source, (value as Record<string, unknown>)[name]) };
}

function written(source: Source, call: Call, plan: Plan): Request_ {
  const { random } = source;
  const path = call.template.replace(/\{(\w+)\}/g, (_, name: string) => segment(plan.path[name]));
  const query = plan.query.map(([name, value]) => `${encoded(name)}=${encoded(text(value))}`).join("&");
  const multipart =
    call.operation.requestBody?.content["multipart/form-data"] !== undefined && random(2) === 0;
  const headers = { ...plan.headers };
  // Signups are counted by where they come from.
  if (random(2)) headers["x-forwarded-for"] = `203.0.113.${random(250)}`;
  let body: Request_["body"];
  if (plan.body !== undefined) {
    if (multipart) body = formOf(source, plan.body);
    else {
      body = JSON.stringify(plan.body);
      headers["content-type"] = "application/json";
    }
  }
  const ids = Object.values(plan.path).map(String);
  return { call, method: call.method, ids, path: query ? `${path}?${query}` : path, headers, body };
}

function formOf({ random }: Source, body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as object))
    if (name !== "content_base64") form.append(name.replace(/[\0\r\n]/g, ""), text(value).toWellFormed());
  const files = pick([0, 1, 1, 1, 1, 1, 1, 2], random);
  for (let n = 0; n < files; n++)
    form.append(
      "file",
      new File(["x".repeat(random(3000))], hostileText(random).slice(0, 200).toWellFormed()),
    );
  if (random(20) === 0) form.append("file", "no file");
  return form;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function encoded(value: string): string {
  return encodeURIComponent(value.slice(0, 1200).toWellFormed());
}

/** A part of a path; never one that would make another path of it, nor one that no server reads (431). */
function segment(value: unknown): string {
  const part = encoded(text(value).slice(0, 500));
  return /^(|\.|\.\.)$/.test(part) ? "-" : part;
}

type Attack = (source: Source, request: Request_) => void;

const json = { "content-type": "application/json" };

const hostileBodies: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  "",
  " ",
  "null",
  "true",
  "1",
  "1e999",
  '"x"',
  "[]",
  "[{}]",
  "{",
  "{}",
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{}}}',
  "\ufeff{}",
  '{"name":"\\u0000"}',
  '{"name":"\\ud800"}',
  '{"\\u0000":1}',
  "[".repeat(100_000),
  '{"a":'.repeat(5000),
  `{"a":${"[".repeat(70)}${"]".repeat(70)}}`,
  new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  `{"text":"${"x".repeat(1_000_000)}"}`,
  "a=1&b=2",
];

const mediaTypes: readonly string[] = [
  "text/plain",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  "APPLICATION/JSON",
  "application/json, text/plain",
  "application/problem+json",
  "x",
  ";",
];

const attacks: readonly Attack[] = [
  ({ random }, request) => {
    if (request.method === "GET") return;
    request.body = pick(hostileBodies, random);
    Object.assign(request.headers, json);
  },
  ({ random }, request) => {
    if (typeof request.body === "string")
      request.body = request.body.slice(0, random(request.body.length + 1));
  },
  ({ random }, request) => {
    if (request.method !== "GET") {
      request.body ??= "{}";
      request.headers["content-type"] = pick(mediaTypes, random);
    }
  },
  ({ random }, request) => {
    const [, name = "limit"] = /[?&](\w+)=/.exec(request.path) ?? [];
    request.path += `${request.path.includes("?") ? "&" : "?"}${name}=${encoded(hostileText(random))}`;
  },
  ({ random }, request) => {
    const strange = [
      "limit=%zz",
      "cursor=%00",
      "cursor[]=x",
      "&&&=",
      "limit",
      "limit=",
      "%F0%28%8C%28=1",
      "a=1;b=2",
      "cursor=%ff",
    ];
    request.path += `${request.path.includes("?") ? "&" : "?"}${pick(strange, random)}`;
  },
  ({ random }, request) => {
    const cursors = [
      "",
      "x",
      "e30",
      "W10",
      Buffer.from('["a","b"]').toString("base64url"),
      "9".repeat(40),
      "2026-01-01T00:00:00Z",
    ];
    cursors.push(
      Buffer.from(JSON.stringify(["9".repeat(19), "00000000-0000-0000-0000-000000000000"])).toString(
        "base64url",
      ),
    );
    cursors.push(Buffer.from(JSON.stringify(["\0", "\ud800", "1"])).toString("base64url"));
    request.path += `${request.path.includes("?") ? "&" : "?"}cursor=${encoded(pick(cursors, random))}`;
  },
  ({ random }, request) => {
    const values = [
      "",
      "Bearer",
      "Bearer ",
      "Basic eDp5",
      `Bearer pr_${"a".repeat(46)}`,
      "Bearer \xff",
      `Bearer ${"x".repeat(4000)}`,
    ];
    request.headers.authorization = pick(values, random);
  },
  ({ random }, request) => {
    request.headers[pick(["origin", "sec-fetch-site", "sec-fetch-dest"], random)] = "x";
  },
  ({ random }, request) => {
    const keys = ["", "k".repeat(256), "k".repeat(257), "\xe9\xff", " spaced ", "key 1"];
    request.headers["idempotency-key"] = pick(keys, random);
  },
  ({ random }, request) => {
    request.headers["if-match"] = pick(["*", '"x"', 'W/"x"', "x".repeat(5000), '"a", "b"', ""], random);
  },
  ({ random }, request) => {
    request.method = pick(["PUT", "PATCH", "DELETE", "OPTIONS", "POST", "GET"], random);
    if (request.method === "GET") request.body = undefined;
  },
  ({ random }, request) => {
    request.headers["x-forwarded-for"] = pick(
      ["garbage", "", "::ffff:1.2.3.4", "1.2.3.4, x", ",", "fe80::1%eth0", "999.1.1.1"],
      random,
    );
  },
  ({ random }, request) => {
    request.headers["last-event-id"] = pick(
      ["x", "0", "\xff", "00000000-0000-0000-0000-000000000000"],
      random,
    );
  },
  ({ random }, request) => {
    if (request.method === "GET" || random(12)) return;
    request.body = `{"text":"${"x".repeat(37 * 1024 * 1024)}"}`;
    Object.assign(request.headers, json);
  },
];
