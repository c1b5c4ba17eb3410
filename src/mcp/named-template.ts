// A template of the account, by its name or id, filled for one letter: for tools and commands that write.
import { NotFoundError, type Postroom, type Template } from "../sdk/typescript/index.ts";

/** Templates that a refusal names. */
const maxNamed = 20;

export interface FilledLetter {
  subject: string | null;
  text: string;
  /** Fields that nothing is known for: they stand in the texts. */
  unfilled: readonly string[];
}

/** What is known of the letter that a template is filled for. */
export interface FilledFor {
  from?: string | undefined;
  to?: string | undefined;
  /** The message that it answers. */
  message?: string | undefined;
  markdown?: boolean | undefined;
}

/** No template has this name; `names` are some of those that there are. */
export class NoTemplate extends Error {
  constructor(readonly names: readonly string[]) {
    super("no template has this name");
  }
}

/** @throws NoTemplate */
export async function filledLetter(
  client: Postroom,
  named: string,
  letter: FilledFor,
): Promise<FilledLetter> {
  const found = await templateNamed(client, named.trim());
  if (!found)
    throw new NoTemplate((await client.templates.list({ limit: maxNamed })).data.map(({ name }) => name));
  const { from, to, message, markdown = false } = letter;
  return client.templates.fill(found.id, {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(message === undefined ? {} : { in_reply_to: message }),
    ...(markdown ? { markdown } : {}),
  });
}

async function templateNamed(client: Postroom, named: string): Promise<Template | null> {
  if (named === "" || named.length > 100) return null;
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(named))
    return client.templates.get(named).catch((error: unknown) => {
      if (error instanceof NotFoundError) return null;
      throw error;
    });
  return (await client.templates.list({ name: named, limit: 1 })).data[0] ?? null;
}
