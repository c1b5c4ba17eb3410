// Options, fields and paths as programs give them to the client, taken as they were meant where that is plain. The rest is refused here,
// in words of the client.

/** Options under the names of other clients. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  baseUrl: ["baseURL", "base_url", "url", "host", "endpoint"],
  apiKey: ["api_key", "apikey", "key", "token"],
};

interface GivenConnection {
  baseUrl: string;
  apiKey: string | null;
}

/** @throws TypeError */
export function connectionOf(options: unknown): GivenConnection {
  if (typeof options !== "object" || options === null)
    throw new TypeError("new Postroom takes an object: { baseUrl, apiKey }");
  const given = options as Record<string, unknown>;
  const apiKey =
    given.apiKey === null
      ? null
      : textOf(given, "apiKey", "pr_…")
          .trim()
          .replace(/^Bearer /i, "");
  const baseUrl = textOf(given, "baseUrl", "https://mail.example.com").trim();
  if (!/^https?:\/\//i.test(baseUrl))
    throw new TypeError(`baseUrl is ${shown(baseUrl)}: begin it with http:// or https://`);
  return { apiKey, baseUrl: baseUrl.replace(/(?<!\/)\/+$/, "").replace(/\/api\/v1$/, "") };
}

function textOf(given: Record<string, unknown>, name: string, example: string): string {
  const value = given[name];
  if (typeof value === "string" && value.trim() !== "") return value;
  const other = otherNames[name]!.find((one) => given[one] !== undefined);
  const instead = other === undefined ? "" : `, not ${other}`;
  throw new TypeError(`${name} is missing: new Postroom({ ${name}: "${example}" })${instead}`);
}

/** A value in a refusal; a key that stands in the wrong place is not repeated. */
function shown(value: string): string {
  return /^(?:bearer )?p[a-z]_/i.test(value) ? "a key" : JSON.stringify(value);
}

/** A path below /api/v1, of one that may be whole. */
export function belowApi(baseUrl: string, path: string): string {
  const own = path.startsWith(baseUrl) ? path.slice(baseUrl.length) : path;
  const below = own.replace(/^\/?api\/v1(?=\/)/, "");
  return below.startsWith("/") ? below : `/${below}`;
}

/** Fields that calls are mostly made with, as a refusal shows them; where it is one, the value that stood alone is its. */
const fieldsShown: Readonly<Record<string, string>> = {
  "client.messages.send": "from, to, subject, text",
  "client.messages.wait": "from, identity_id, timeout",
  "client.labels.create": "identity_id, name",
  "client.labels.list": "identity_id",
  "client.drafts.list": "identity_id",
  "client.pods.create": "name",
  "client.domains.create": "domain",
  "client.suppressions.create": "email",
  "client.templates.create": "name, subject, text",
  "client.threads.createNote": "text",
  "client.messages.list": "thread_id",
  "client.messages.search": "q",
  "client.messages.reply": "text",
  "client.messages.replyAll": "text",
  "client.messages.forward": "to",
  "client.messages.update": "is_read",
  "client.threads.list": "identity_id",
  "client.threads.update": "status",
  "client.drafts.create": "from, to, subject, text",
  "client.drafts.schedule": "send_at",
  "client.identities.create": "email",
  "client.webhooks.create": "url, event_types",
  "client.calendar.createEvent": "title, start, end",
};

/** Seconds that a call waits. @throws TypeError */
export function secondsToWait(timeout: unknown): number {
  if (typeof timeout === "number" && !Number.isNaN(timeout)) return Math.max(0, timeout);
  throw new TypeError(`timeout is ${JSON.stringify(timeout)}: give seconds as a number, such as 60`);
}

/** Names of the time that a call waits, in seconds, or in milliseconds where they end in `ms`. */
const spans = /^(?:timeout|wait|max_?wait|seconds)?_?(?:ms|millis|milliseconds|s|secs|seconds)$/i;

/** The fields of a call that waits. @throws TypeError: its time has another name, under which it would be none */
export function timed<T extends object>(call: string, fields: T): T {
  const name = Object.keys(fields ?? {}).find((one) => spans.test(snake(one)));
  if (name === undefined) return fields;
  const { [name as keyof T]: value, ...others } = fields;
  const seconds = /m(?:s|illis|illiseconds)$/i.test(name) ? Number(value) / 1000 : Number(value);
  const right = Number.isFinite(seconds)
    ? ` Right: ${call}(${JSON.stringify({ ...others, timeout: seconds })})`
    : "";
  throw new TypeError(`${call} takes timeout, in seconds, and no ${name}.${right}`);
}

const snake = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();

/** Fields of a query or a body. @param ids that stand before them. @throws TypeError: it is a text, a number or a list */
export function fieldsOf<T>(call: string, fields: T, ids = 0): T {
  if (fields === undefined || fields === null) return fields;
  if (fields instanceof Date) return fieldsOf(call, fields.toISOString() as T, ids);
  if (typeof fields === "object" && !Array.isArray(fields)) return fields;
  const given = Array.isArray(fields) ? "a list" : (JSON.stringify(fields)?.slice(0, 80) ?? typeof fields);
  const names = fieldsShown[call] ?? "name: value";
  const only = typeof fields === "string" && fields.length < 80 && !/[,:]/.test(names);
  const isTime = typeof fields === "number" && call.endsWith(".wait");
  // An address is no thread.
  const isOfAddress = only && names === "thread_id" && fields.includes("@");
  const field = isOfAddress ? "identity_id" : names;
  const form = `${call}(${"id, ".repeat(ids)}{ ${isTime ? `timeout: ${fields}` : only ? `${field}: ${shown(fields)}` : names} })`;
  throw new TypeError(`${call} takes its fields in one object, ${form}, not ${given}`);
}

/** Options of a call; those under other names would be passed over, and what was meant would not be so. */
const callOptions = ["timeoutMs", "retries", "signal", "headers", "idempotencyKey", "ifMatch"];
const otherOptions: Readonly<Record<string, string>> = {
  timeout: "timeoutMs",
  etag: "ifMatch",
  maxRetries: "retries",
};
const partsOfRequest = ["path", "query", "body", "accept"];

/** The option of a call that a name means; null: none. */
export function optionMeant(name: string): string | null {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[_-]/g, "");
  return otherOptions[name] ?? callOptions.find((one) => plain(one) === plain(name)) ?? null;
}

/** @throws TypeError: an option that no call has */
export function checkOptions(given: object): void {
  for (const name of Object.keys(given)) {
    if (callOptions.includes(name) || partsOfRequest.includes(name)) continue;
    const meant = optionMeant(name);
    const instead = meant === null ? `A call has ${callOptions.join(", ")}` : `Did you mean ${meant}?`;
    throw new TypeError(`${name} is no option of a call. ${instead}`);
  }
}

/** The token of what `next` answered before; undefined: none, or nothing was answered. @throws TypeError */
export function tokenOf(ack: unknown): string | undefined {
  if (ack === undefined || ack === null || typeof ack === "string") return ack ?? undefined;
  const { item = ack, ack: own = item } = ack as { item?: unknown; ack?: unknown };
  if (typeof own === "string" || own === null) return own ?? undefined;
  const token = (own as { ack?: unknown }).ack;
  if (typeof token === "string") return token;
  throw new TypeError(
    `ack is ${JSON.stringify(ack)?.slice(0, 80) ?? typeof ack}: give the item that next answered, or its token`,
  );
}

/** A body as JSON. A body without bytes is written by the runtime alone, which takes a fifth of the time. */
export function bodyText(body: unknown): string {
  return hasBytes(body) ? JSON.stringify(body, bodyValue) : JSON.stringify(body);
}

/** @throws TypeError: it holds a file that was not read */
function hasBytes(value: unknown): boolean {
  if (value instanceof Uint8Array) return true;
  if (value instanceof Blob)
    throw new TypeError(
      "A file is read before it is sent: { filename: file.name, content: new Uint8Array(await file.arrayBuffer()) }",
    );
  return typeof value === "object" && value !== null && Object.values(value).some(hasBytes);
}

/** A value of a body as JSON has it: bytes, a Buffer too, in base64. */
function bodyValue(this: unknown, key: string, value: unknown): unknown {
  const given = (this as Record<string, unknown>)[key];
  if (!(given instanceof Uint8Array)) return value;
  let text = "";
  for (let at = 0; at < given.length; at += 32_768)
    text += String.fromCharCode(...given.subarray(at, at + 32_768));
  return btoa(text);
}

/** A value of a query as text; a time as the API writes it. */
export function queryValue(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
