// The rules of check.ts for bytes: raw mail, what is stored beside it (content, outline, head), and files of their own.
import { createHash } from "node:crypto";
import { messageOf } from "../../lib/failure.ts";
import { type BlobStore, unpack } from "../blobs/blobs.ts";
import { stateOfBlob } from "../blobs/lost.ts";
import { by, merged } from "../cluster/together.ts";
import type { Database } from "../database/database.ts";
import { DamagedContent, unpackContent, unpackOutline, wholeContent } from "../message/content.ts";
import { type Disagreement, maxProblems } from "./disagreement.ts";

const step = 50;
const first = "00000000-0000-0000-0000-000000000000";

/**
 * All rows, those of all parts in one order, in small steps.
 * @param sql reads account and id, and the rows behind ($1, $2)
 */
async function* inSteps<R extends { account_id: string; id: string }>(
  database: Database,
  sql: string,
): AsyncGenerator<R[]> {
  for (let last = [first, first]; ; ) {
    const rows = merged(
      await database.rows<R>(`${sql} limit ${step}`, last),
      by(
        ({ account_id }) => account_id,
        ({ id }) => id,
      ),
      step,
    );
    yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < step) return;
    last = [end.account_id, end.id];
  }
}

export const bytesRule = "raw bytes are those that were received";
const storedRule = "what is stored of a mail beside its bytes can be read";

interface MailRow {
  account_id: string;
  id: string;
  size: number;
  raw_sha256: Uint8Array;
  raw: Uint8Array | null;
  raw_blob: string | null;
  content: Uint8Array;
  /** Null: in the content. */
  outline: Uint8Array | null;
  head: Uint8Array | null;
  /** The blob is known to be lost. */
  is_lost: boolean;
}

/** Reads all mail in small steps: size and SHA-256 of the raw bytes, and whether the rest can be unpacked. */
export async function checkMails(database: Database, blobs: BlobStore): Promise<Disagreement[]> {
  const lines: Record<string, string[]> = { [bytesRule]: [], [storedRule]: [] };
  const mails = inSteps<MailRow>(
    database,
    `select m.account_id, m.id, m.size, m.raw_sha256, b.raw, b.raw_blob, b.content, b.outline, b.head, l.lost_at is not null as is_lost
     from messages m join bodies b on b.account_id = m.account_id and b.message_id = m.id
     left join blobs l on l.account_id = b.account_id and l.key = b.raw_blob
     where (m.account_id, m.id) > ($1::uuid, $2::uuid) order by m.account_id, m.id`,
  );
  for await (const rows of mails) {
    for (const row of rows) {
      const raw = row.is_lost ? null : await rawOf(row, blobs);
      if (typeof raw === "string") lines[bytesRule]!.push(`message ${row.id}: ${raw}`);
      const stored = await storedProblems(row, typeof raw === "string" ? null : raw);
      lines[storedRule]!.push(...stored.map((problem) => `message ${row.id}: ${problem}`));
    }
    if (Object.values(lines).every(({ length }) => length >= maxProblems)) break;
  }
  return Object.entries(lines).flatMap(([rule, details]) =>
    details.slice(0, maxProblems).map((detail) => ({ rule, detail })),
  );
}

/** The raw bytes, or what is wrong with them. */
async function rawOf(row: MailRow, blobs: BlobStore): Promise<Uint8Array | string> {
  try {
    const packed = row.raw ?? (row.raw_blob === null ? null : await blobs.get(row.raw_blob));
    if (!packed) return `its bytes are gone (${row.raw_blob ?? "no blob"})`;
    const raw = await unpack(packed);
    if (raw.length !== row.size) return `${raw.length} bytes, not ${row.size}`;
    const sha256 = createHash("sha256").update(raw).digest();
    return sha256.equals(row.raw_sha256) ? raw : "another SHA-256";
  } catch (error) {
    return `cannot be read: ${messageOf(error)}`;
  }
}

/** @param raw null: lost or damaged, which another line says */
async function storedProblems(row: MailRow, raw: Uint8Array | null): Promise<string[]> {
  const problems: string[] = [];
  const problemOf = (column: string, read: () => Promise<string | null>) =>
    read()
      .catch((error) => messageOf(error instanceof DamagedContent ? error.cause : error))
      .then((problem) => problem !== null && problems.push(`its ${column} is damaged: ${problem}`));
  // A text that stands in damaged raw bytes is no damage of the content.
  if (raw || !row.raw) await problemOf("content", async () => contentProblem(row));
  if (row.outline) await problemOf("outline", async () => outlineProblem(row, row.outline!));
  if (row.head) await problemOf("head", () => headProblem(row.head!, raw));
  return problems;
}

function contentProblem(row: MailRow): string | null {
  unpackContent(wholeContent(row.content, row.raw));
  return row.outline ? null : outlineProblem(row, row.content);
}

/** @param packed an older content may have none */
function outlineProblem({ outline, size }: MailRow, packed: Uint8Array): string | null {
  const structure = unpackOutline(packed)?.structure;
  if (!structure) return outline ? "it has no structure" : null;
  return structure.end === size ? null : `it is that of ${structure.end} bytes, not ${size}`;
}

async function headProblem(packed: Uint8Array, raw: Uint8Array | null): Promise<string | null> {
  const head = await unpack(packed);
  return raw && Buffer.compare(head, raw.subarray(0, head.length)) !== 0
    ? "it is not the header of the raw bytes"
    : null;
}

export const fileRule = "files in blobs are those that were stored";

/** Reads files that are no part of a raw mail, such as those of drafts, in small steps; what is known to be lost is left out. */
export async function checkFiles(database: Database, blobs: BlobStore): Promise<Disagreement[]> {
  const found: Disagreement[] = [];
  const files = inSteps<{ account_id: string; id: string; message_id: string; blob: string }>(
    database,
    `select a.account_id, a.id, a.message_id, a.blob from attachments a
     left join blobs l on l.account_id = a.account_id and l.key = a.blob
     where (a.account_id, a.id) > ($1::uuid, $2::uuid) and a.blob is not null and l.lost_at is null
     order by a.account_id, a.id`,
  );
  for await (const rows of files) {
    for (const row of rows) {
      const state = await stateOfBlob(blobs, row.blob);
      if (state !== "whole")
        found.push({
          rule: fileRule,
          detail: `attachment ${row.id} of ${row.message_id}: its bytes are ${state} (${row.blob})`,
        });
    }
    if (found.length >= maxProblems) break;
  }
  return found;
}
