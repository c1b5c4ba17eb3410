// Turns over templates: texts of an account with which letters begin. DECISIONS Drafts and sending.
import { Failure, notFound } from "../../../src/lib/failure.ts";
import {
  findTemplateByName,
  getTemplate,
  hasMaxTemplates,
  maxTemplates,
  type TemplateRow,
} from "../../../src/store/sending/templates.ts";
import { templates } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { podOf } from "../addresses/pods.ts";

type TemplateInput = Pick<TemplateRow, "id" | "name" | "subject" | "text" | "podId">;

/** @throws Failure conflict (the name is taken, or too many), not_found (the pod) */
export async function createTemplate(turn: Turn, input: TemplateInput): Promise<TemplateRow> {
  const { accountId } = turn;
  if (await hasMaxTemplates(turn, accountId))
    throw new Failure("conflict", `An account holds at most ${maxTemplates} templates. Delete one first.`);
  await checkTemplate(turn, input);
  const createdAt = turn.instant();
  const row: TemplateRow = { accountId, ...input, createdAt, updatedAt: createdAt };
  turn.insert(templates, row);
  return row;
}

/** @throws Failure not_found, conflict (the name is taken) */
export async function changeTemplate(
  turn: Turn,
  { id, ...change }: Partial<TemplateInput> & { id: string },
): Promise<TemplateRow> {
  const { accountId } = turn;
  const before = await getTemplate(turn, { accountId, identityIds: null }, id);
  if (!before) throw notFound();
  const after = { ...before, ...change, updatedAt: turn.instant() };
  await checkTemplate(turn, after);
  turn.update(templates, { accountId, id, ...change, updatedAt: after.updatedAt }, before);
  return after;
}

/** @throws Failure not_found */
export async function deleteTemplate(turn: Turn, id: string): Promise<void> {
  const row = await getTemplate(turn, { accountId: turn.accountId, identityIds: null }, id);
  if (!row) throw notFound();
  turn.remove(templates, row);
}

async function checkTemplate(turn: Turn, { id, name, podId }: TemplateInput): Promise<void> {
  const other = await findTemplateByName(turn, turn.accountId, name);
  if (other && other.id !== id)
    throw new Failure(
      "conflict",
      `Template ${other.id} has this name. Change that one, or choose another name.`,
    );
  if (podId !== null) await podOf(turn, podId);
}
