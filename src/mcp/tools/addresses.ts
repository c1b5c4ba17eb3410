// Which address is meant: tools take email addresses where the API takes ids.
import type { Identity, Postroom } from "../../sdk/typescript/index.ts";
import { packCursor, pageAnswer, ToolRefusal, unpackCursor } from "../answer.ts";
import { cursor, next, rows, tool } from "../tool.ts";

/** @throws ToolRefusal when it is none of the caller's, or more than one could be meant */
export async function addressOf(client: Postroom, email: string | undefined): Promise<Identity> {
  if (email !== undefined) {
    const found = await client.identities.list({ email, limit: 1 });
    if (found.data[0]) return found.data[0];
    throw new ToolRefusal(`${email} is not an address of yours. Call list_addresses to see them.`);
  }
  const { data: all } = await client.identities.list({ limit: 3 });
  // Every domain has a postmaster, which nobody means.
  const data = all.filter(({ local_part }) => local_part !== "postmaster");
  if (data.length === 1) return data[0]!;
  if (data.length === 0)
    throw new ToolRefusal("You have no address yet. A person makes one in the console, or by the API.");
  throw new ToolRefusal(
    "You have several addresses: say which one as `address`. Call list_addresses to see them.",
  );
}

export const listAddresses = tool<{ cursor?: string }>({
  name: "list_addresses",
  title: "Addresses",
  description: "Your email addresses; other tools take one as address.",
  input: { cursor },
  output: { addresses: rows, next_cursor: next },
  level: "read",
  async run(client, { cursor }) {
    const [from = null, skip = 0] = unpackCursor(cursor) as [string | null, number];
    const page = await client.identities.list({ limit: 100, ...(from === null ? {} : { cursor: from }) });
    const items = page.data.slice(skip).map(({ email, display_name, status, send_policy, metadata }) => ({
      head: `${email} (${status}, may send: ${send_policy})${metadata ? ` ${JSON.stringify(metadata)}` : ""}`,
      mail: null,
      fields: { address: email, display_name, status, send_policy, ...(metadata ? { metadata } : {}) },
    }));
    return pageAnswer(items, {
      name: "addresses",
      none: "You have no address yet.",
      cursorAt: (index) => packCursor([from, skip + index]),
      next: page.next_cursor === null ? null : packCursor([page.next_cursor, 0]),
    });
  },
});
