// Folders as other programs call them, and what is meant by one that is not there. DECISIONS MCP
import { nearest } from "../lib/nearest.ts";
import { ApiError, type Postroom } from "../sdk/typescript/index.ts";
import type { GivenArguments } from "./heard-times.ts";
import type { RightCall } from "./right-call.ts";

/** The folders that every address has, and into which mail is moved. */
export const folders = ["inbox", "archive", "spam", "trash"];

const kinds = "(?: (?:items|mails?|messages?|e mails?|folder))?";
/** Names of folders elsewhere, whole: what is not to be deleted is not for the trash. */
const folderNames: Readonly<Record<string, RegExp>> = {
  archive: new RegExp(`^(?:archived?|archives|archiv|archve)${kinds}$`),
  trash: new RegExp(`^(?:trash|trashed|bin|recycle bin|rubbish bin|deleted?|deletion)${kinds}$`),
  spam: new RegExp(`^(?:spam|junk|junk e? ?mail|bulk)${kinds}$`),
  inbox: /^(?:not? ?|un ?)(?:spam|junk|archived?|trash)$/,
};

/** The folder that a word for it means; null: it is none that every address has. */
function folderNamed(folder: string): string | null {
  const word = folder
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, " ")
    .trim();
  return Object.entries(folderNames).find(([, names]) => names.test(word))?.[0] ?? null;
}

/** Mail of a folder that is not there gets a label of its name, which keeps it where it is. */
export function folderMeant(folder: string): RightCall {
  const meant = folderNamed(folder);
  return meant === null
    ? { arguments: { label: folder }, without: ["folder"] }
    : { arguments: { folder: meant } };
}

const listedFolders = [...folders, "sent", "drafts", "scheduled"];

/** Threads of a label, of the folder whose name is near, or with these words, in place of those of a folder that is not there. */
export async function labelled(
  client: Postroom,
  { query, address }: GivenArguments,
  folder: string,
): Promise<RightCall> {
  const sent = /^(?:\[?g(?:oogle)?mail\]?\W)?sent(?:\W(?:items|mails?|messages?|folder))?$/i.test(folder);
  const near = folderNamed(folder) ?? (sent ? "sent" : nearest(folder, listedFolders));
  if (near !== null) return { arguments: { folder: near } };
  const name = `"${folder.replaceAll('"', "").slice(0, 100)}"`;
  const word = (await isLabel(client, name, address)) ? `label:${name}` : name;
  return {
    arguments: { query: typeof query === "string" ? `${query} ${word}` : word },
    without: ["folder"],
  };
}

/** A search refuses a label that is none. */
async function isLabel(client: Postroom, name: string, address: unknown): Promise<boolean> {
  const of = typeof address === "string" ? { identity_id: address } : {};
  try {
    await client.threads.list({ q: `label:${name}`, limit: 1, ...of });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
