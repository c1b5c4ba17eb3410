// Postroom's client for TypeScript and JavaScript: Node 20, Bun, Deno, and browsers where CORS allows.
export { type ClientOptions, Postroom, type WaitFilter } from "./client.ts";
export * from "./errors.ts";
export * from "./generated/errors.ts";
export type * from "./generated/types.ts";
export {
  type CallOptions,
  type Page,
  PageRequest,
  PendingAnswer,
  type RawAnswer,
  type RawRequest,
  type StreamOptions,
} from "./requests.ts";
export { type UnwrapOptions, unwrapWebhook } from "./webhooks.ts";
