// Parts that all commands of a client have: the server and key of `login`, whose address they act for, and how they print.
import { readClientSettings } from "../../config/client.ts";
import { idWithin, isUuid } from "../../lib/ids.ts";
import { nearestEmail } from "../../lib/near-email.ts";
import { type Identity, NotFoundError, Postroom } from "../../sdk/typescript/index.ts";
import {
  CommandError,
  type Input,
  type Option,
  OtherCommand,
  type Output,
  ok,
  optionOf,
  WrongWord,
} from "../context.ts";

export function connect(): Postroom {
  const { url, key } = readClientSettings();
  return new Postroom({ baseUrl: url, apiKey: key, refusals: "server" });
}

/** A client where there are settings of one; for what a refusal only adds. */
export function connectedOrNull(): Postroom | null {
  try {
    return connect();
  } catch {
    return null;
  }
}

export const json: Option = { name: "json", summary: "print the API's answer as JSON" };
export const address: Option = {
  name: "address",
  value: "EMAIL",
  summary: "which of your addresses (needed where the key reaches several)",
};
/** Beside 0, done; 1, refused or not reached; 2, a wrong command. */
export const exits = { nothingCame: 3, held: 4 };

/** Prints fields as the API has them, or text for people. */
export function shown(input: Input, value: unknown, text: () => string): Output {
  return ok(input.options.json ? JSON.stringify(value) : text());
}

/** No address was named, and several could be meant. */
export class SeveralAddresses extends CommandError {}

/** @throws CommandError when the address is not there, or several could be meant */
export async function addressOf(client: Postroom, input: Input): Promise<Identity> {
  const email = optionOf(input, "address");
  if (email !== undefined) {
    // An id, an email or a name, as everywhere.
    const named = await client.identities.get(email).catch((error: unknown) => {
      if (error instanceof NotFoundError) return null;
      throw error;
    });
    if (named !== null) return named;
    const { data: all } = await client.identities.list({ limit: 200 });
    const theirs = all.length === 0 ? "It reaches none." : `Yours are ${namesOf(all)}.`;
    const why = `${email} is not an address that this key reaches. ${theirs}`;
    const near = nearestEmail(
      email,
      all.map((one) => one.email),
    );
    throw near === null ? new CommandError(why) : new WrongWord(why, email, near);
  }
  const { data } = await client.identities.list({ limit: 20 });
  const own = data.filter(({ local_part }) => local_part !== "postmaster");
  if (own.length === 1) return own[0]!;
  if (own.length === 0)
    throw new CommandError(
      "This key reaches no address. Make one: POST /api/v1/identities with the body {}, or postroom identities create",
    );
  throw new SeveralAddresses(
    `This key reaches several addresses: say with --address EMAIL which one of ${namesOf(own)}.`,
  );
}

function namesOf(addresses: readonly Identity[]): string {
  const most = 8;
  const names = addresses.slice(0, most).map(({ email }) => email);
  return [...names, ...(addresses.length > most ? ["others"] : [])].join(", ");
}

/** The id in an argument. @throws CommandError: it is none, such as a subject */
export function idOf(text: string): string {
  const id = text.trim().toLowerCase();
  if (isUuid(id)) return id;
  const within = idWithin(id);
  if (within !== null) return within;
  const isEmail = /^[\w.+-]+@[\w.-]+$/.test(id);
  throw new OtherCommand(
    `${JSON.stringify(plain(text).slice(0, 80))} is no id. Find what you mean: postroom search ${isEmail ? `from:${id}` : "WORDS"}, or postroom inbox`,
    () => ["search", isEmail ? `from:${id}` : plain(text).trim()],
  );
}

/** Words of others on a terminal: without its control characters, on one line. */
export function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, " ");
}

/** The same with its lines. */
export function plainLines(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, " ");
}
