// Addresses in arguments: tools take email addresses where the API takes ids.

import { nearestEmail } from "../../lib/near-email.ts";
import { type Identity, NotFoundError, type Postroom } from "../../sdk/typescript/index.ts";
import { type AnswerPart, packCursor, pageAnswer, unpackCursor } from "../answer.ts";
import { refusalWith, ToolRefusal } from "../right-call.ts";
import { cursor, rows, tool } from "../tool.ts";
import { ours, ownAddress, Theirs, word } from "../words.ts";

const shown = { tool: "list_addresses", arguments: {} };

/** Addresses that a refusal names. */
const maxNamed = 5;

function thereAre(some: readonly Identity[]): { there_are: string[] } {
  const active = some.filter(({ status, local_part }) => status === "active" && local_part !== "postmaster");
  return { there_are: active.slice(0, maxNamed).map(({ email }) => email) };
}

/** The refusal of an address, with the one of the caller's own that it is near to. */
async function notYours(client: Postroom, email: string): Promise<ToolRefusal> {
  const { data } = await client.identities.list({ limit: 200 });
  const near = nearestEmail(
    email,
    data.map((one) => one.email),
  );
  if (near !== null)
    return refusalWith(
      ours`This is not an address of yours, and one of yours is near to it. Nothing was done.`,
      {
        given: { address: email },
        right: { arguments: { address: near } },
      },
    );
  return refusalWith(ours`This is not an address of yours. Call list_addresses to see them.`, {
    given: { address: email, ...thereAre(data) },
    right: shown,
  });
}

/** @throws ToolRefusal when it is none of the caller's, or more than one could be meant */
export async function addressOf(client: Postroom, email: string | undefined): Promise<Identity> {
  if (email !== undefined) {
    const found = await client.identities.get(email).catch((error: unknown) => {
      if (error instanceof NotFoundError) return null;
      throw error;
    });
    if (found) return found;
    throw await notYours(client, email);
  }
  const { data: all } = await client.identities.list({ limit: maxNamed + 1 });
  // Every domain has a postmaster, which nobody means.
  const data = all.filter(({ local_part }) => local_part !== "postmaster");
  if (data.length === 1) return data[0]!;
  if (data.length === 0)
    throw new ToolRefusal(ours`You have no address yet. A person makes one in the console, or by the API.`);
  throw refusalWith(
    ours`You have several addresses: say which one as \`address\`. Call list_addresses to see them.`,
    { given: thereAre(data), right: shown },
  );
}

/** Addresses that an event is looked for at. */
const maxLookedAt = 20;

/** The address whose calendar has an event, where none was named. @throws ToolRefusal as addressOf does */
export async function addressOfEvent(
  client: Postroom,
  email: string | undefined,
  event: string,
): Promise<Identity> {
  try {
    return await addressOf(client, email);
  } catch (error) {
    if (email !== undefined || !(error instanceof ToolRefusal)) throw error;
    const { data } = await client.identities.list({ limit: maxLookedAt });
    for (const own of data) {
      const found = await client.calendar.getEvent(own.id, event).catch((failure: unknown) => {
        if (failure instanceof NotFoundError) return null;
        throw failure;
      });
      if (found !== null) return own;
    }
    throw error;
  }
}

/**
 * Writes from an address: a subaddress (`bot+tag@`), or that of a routing rule, stays as it is written.
 * @throws ToolRefusal
 */
export async function writingFrom<T>(
  client: Postroom,
  email: string | undefined,
  write: (from: string) => Promise<T>,
): Promise<T> {
  const known = await addressOf(client, email).catch((error: unknown) => {
    if (error instanceof ToolRefusal && email?.includes("@")) return null;
    throw error;
  });
  if (known) return write(known.email);
  return write(email!).catch(async (error: unknown) => {
    const isSender = error instanceof NotFoundError && error.message.includes('"from"');
    throw isSender ? await notYours(client, email!) : error;
  });
}

export const listAddresses = tool<{ cursor?: string }>({
  name: "list_addresses",
  title: "Addresses",
  description: "Your email addresses; other tools take one as address.",
  input: { cursor },
  output: { addresses: rows },
  level: "read",
  async run(client, { cursor }) {
    const [from = null, skip = 0] = unpackCursor(cursor) as [string | null, number];
    const page = await client.identities.list({ limit: 100, ...(from === null ? {} : { cursor: from }) });
    return pageAnswer(page.data.slice(skip).map(itemOf), {
      name: "addresses",
      none: ours`You have no address yet.`,
      cursorAt: (index) => packCursor([from, skip + index]),
      next: page.next_cursor === null ? null : packCursor([page.next_cursor, 0]),
    });
  },
});

/** Names and values that somebody gave the address are not ours. */
function itemOf(identity: Identity): AnswerPart {
  const { email, display_name, status, send_policy, metadata } = identity;
  const own = ownAddress(identity);
  const given = {
    ...(own === null ? { address: email } : {}),
    ...(display_name === null ? {} : { display_name }),
    ...(metadata ? { metadata } : {}),
  };
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return {
    head: ours`${own ?? ours`Address`} (${word(status)}, may send: ${word(send_policy)})`,
    fields: {
      ...(own === null ? {} : { address: own }),
      status: word(status),
      send_policy: word(send_policy),
    },
    mail: lines.length === 0 ? null : new Theirs(given, lines),
  };
}
