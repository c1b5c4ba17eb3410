// Holds every answer that a test gets to the OpenAPI document that the server itself serves: status, media type, body,
// codes and headers. What is not in the document fails the test, so the two cannot drift apart.
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import type {
  Document,
  OperationObject,
  Reference,
  ResponseObject,
} from "../../../src/http/openapi/types.ts";

export interface Exchange {
  method: string;
  /** From /api/v1 on, with its query. */
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

const always = ["x-request-id", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];
/** Headers that are part of the contract where they appear. */
const spoken = [...always, "retry-after", "idempotency-replayed", "etag"];

export class Contract {
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();
  /** Paths by how many parts they have; a name beats a parameter. */
  readonly #templates: Map<number, { template: string; parts: string[] }[]>;

  constructor(readonly document: Document) {
    const templates = Object.keys(document.paths).map((template) => ({
      template,
      parts: template.split("/"),
    }));
    templates.sort((a, b) => a.template.split("{").length - b.template.split("{").length);
    this.#templates = Map.groupBy(templates, ({ parts }) => parts.length);
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    // Tests hold answers to the words of today.
    this.#ajv.addKeyword({ keyword: "x-extensible-enum", macro: (words) => ({ enum: words }) });
    addFormats(this.#ajv);
    this.#ajv.addFormat("idn-email", /^[^@\s]+@[^@\s]+$/);
    this.#ajv.addSchema(document, "openapi.json");
  }

  /** The call that a path is, with its template: one that has this method, if there is any. */
  find(path: string, method: "get"): { template: string } | null {
    const given = path.split("?", 1)[0]!.split("/");
    const candidates = (this.#templates.get(given.length) ?? []).filter(({ parts }) =>
      parts.every((part, i) => part.startsWith("{") || part === given[i]),
    );
    return candidates.find(({ template }) => this.document.paths[template]![method]) ?? candidates[0] ?? null;
  }

  /** What of an answer is not as documented; empty: nothing. */
  violations(exchange: Exchange): string[] {
    if (!exchange.path.startsWith("/api/")) return [];
    const missing = always.filter((name) => !exchange.headers.has(name)).map((name) => `no ${name}`);
    if (exchange.status === 429 && !exchange.headers.has("retry-after")) missing.push("no retry-after");
    const method = exchange.method.toLowerCase() as "get";
    const found = this.find(exchange.path, method);
    const operation = found && this.document.paths[found.template]?.[method];
    if (!operation) return [...missing, ...this.#outside(exchange, found !== null)];
    const given = operation.responses[String(exchange.status)];
    if (!given) {
      return [
        `${exchange.status} ${exchange.text.slice(0, 200)} is not among the answers of ${operation.operationId}`,
      ];
    }
    const { response, pointer } = this.response(given, pointerTo(found.template, method, exchange.status));
    return [...missing, ...undocumented(exchange, response), ...this.#body(exchange, response, pointer)];
  }

  /** A response that may be a reference, and where it stands. */
  response(
    given: ResponseObject | Reference,
    pointer: string,
  ): { response: ResponseObject; pointer: string } {
    if (!("$ref" in given)) return { response: given, pointer };
    const name = given.$ref.slice(given.$ref.lastIndexOf("/") + 1);
    return { response: this.document.components.responses[name]!, pointer: given.$ref };
  }

  /** A body that does not fit its schema, for documents' own examples. */
  mismatch(pointer: string, value: unknown): string | null {
    const validate = this.#validator(pointer);
    return validate(value) ? null : this.#ajv.errorsText(validate.errors);
  }

  /** What no call of the document answers: unknown paths and methods. */
  #outside({ status, text }: Exchange, pathIsKnown: boolean): string[] {
    const code = (parsed(text) as { error?: { code?: string } } | null)?.error?.code;
    const allowed: Record<number, string> = {
      401: "unauthorized",
      429: "rate_limited",
      ...(pathIsKnown ? { 405: "method_not_allowed" } : { 404: "not_found", 405: "method_not_allowed" }),
    };
    return code !== undefined && allowed[status] === code
      ? []
      : [`${status} ${text.slice(0, 200)} from what the document does not know`];
  }

  #body({ headers, text }: Exchange, response: ResponseObject, pointer: string): string[] {
    const types = Object.keys(response.content ?? {});
    if (types.length === 0)
      return text === "" ? [] : [`a body where none is documented: ${text.slice(0, 200)}`];
    const type = (headers.get("content-type") ?? "").split(";", 1)[0]!.trim();
    const documented = types.find((one) => one === type) ?? types.find((one) => one === "*/*");
    if (documented === undefined) return [`content-type ${type}, documented: ${types.join(", ")}`];
    if (documented !== "application/json") return [];
    const body = parsed(text);
    const mismatch = this.mismatch(`${pointer}/content/application~1json/schema`, body);
    if (mismatch !== null) return [`${mismatch} in ${text.slice(0, 500)}`];
    // Failures have one schema; the examples of a response are the codes that it may carry.
    const { examples } = response.content![documented]!;
    const code = (body as { error?: { code: string } }).error?.code;
    return code === undefined || examples?.[code] ? [] : [`code ${code} is not documented`];
  }

  #validator(pointer: string): ValidateFunction {
    let validate = this.#compiled.get(pointer);
    if (!validate) {
      validate = this.#ajv.compile({ $ref: `openapi.json${pointer}` });
      this.#compiled.set(pointer, validate);
    }
    return validate;
  }
}

function undocumented({ headers }: Exchange, response: ResponseObject): string[] {
  const known = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase());
  return spoken
    .filter((name) => headers.has(name) && !known.includes(name))
    .map((name) => `header ${name} is not documented`);
}

export function pointerTo(template: string, method: string, status: number | string): string {
  return `#/paths/${escaped(template)}/${method}/responses/${status}`;
}

export function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let shared: Promise<Contract> | null = null;

/** The contract of this code, read from the first server that a test starts. */
export function contractOf(base: string): Promise<Contract> {
  shared ??= fetch(`${base}/openapi.json`).then(
    async (response) => new Contract((await response.json()) as Document),
  );
  return shared;
}

/** @throws Error naming the call and everything that is not as documented */
export async function checkContract(base: string, exchange: Exchange): Promise<void> {
  const violations = (await contractOf(base)).violations(exchange);
  if (violations.length === 0) return;
  throw new Error(
    `${exchange.method} ${exchange.path} is not as documented (src/http/openapi): ${violations.join("; ")}`,
  );
}

/** Every call of a document. */
export function callsOf(document: Document): { method: string; path: string; operation: OperationObject }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation: operation! })),
  );
}
