// Cli: requests to a DNS provider's API: JSON or text, bounded in time, with the provider's own words where it refuses.
import { messageOf } from "../../lib/failure.ts";
import { CommandError } from "../context.ts";
import { zoneCandidates } from "./zone-writer.ts";

export interface ProviderAccess {
  /** The API's address; another one in tests. */
  base: string;
  token: string;
}

/** A refusal, with the status of the answer. */
class ProviderRefusal extends CommandError {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

const timeoutMs = 30_000;
const maxReason = 300;

/** @returns null: a question for what is not there (404). @throws CommandError with what the provider answered */
export async function callProvider(
  place: string,
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
): Promise<string | null> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs), redirect: "error" });
    const text = await response.text();
    if (response.status === 404 && init.method === "GET") return null;
    if (response.ok) return text;
    const reason = `${place} refuses it: ${response.status} ${text.slice(0, maxReason)}`;
    throw new ProviderRefusal(reason, response.status);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${place} does not answer: ${messageOf(error)}`);
  }
}

/** A call with a bearer token and JSON both ways. */
export function jsonCalls(place: string, { base, token }: ProviderAccess) {
  return async <T>(method: string, path: string, body?: unknown): Promise<T | null> => {
    const text = await callProvider(place, `${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return text === null ? null : (readJson(place, text) as T);
  };
}

function readJson(place: string, text: string): unknown {
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    throw new CommandError(`${place} answers with no JSON: ${text.slice(0, maxReason)}`);
  }
}

/**
 * The longest name that is a zone. Some say of a name that is none that it is forbidden: the next is tried then.
 * @throws CommandError: there is none, or of all it was forbidden
 */
export async function firstZone(
  place: string,
  name: string,
  isZone: (zone: string) => Promise<boolean>,
): Promise<string> {
  let refusal: ProviderRefusal | null = null;
  for (const zone of zoneCandidates(name))
    try {
      if (await isZone(zone)) return zone;
    } catch (error) {
      if (!(error instanceof ProviderRefusal && error.status === 403)) throw error;
      refusal ??= error;
    }
  throw refusal ?? noZone(place, name);
}

function noZone(place: string, name: string): CommandError {
  return new CommandError(`${place} has no zone of ${name} that this token may change.`);
}
