// Keeps header fields beside older mails (src/store/maintenance/kept-fields.ts), until none is left.
import type { Database } from "../../src/store/database/database.ts";
import { keepFields } from "../../src/store/maintenance/kept-fields.ts";
import type { Round } from "../runtime/clock-actor.ts";

const mailsAtOnce = 50;

export async function keepFieldsRound({ database }: { database: Database }): Promise<Round> {
  const done = await keepFields(database, mailsAtOnce);
  return done === 0 ? { done, more: false, next: null } : { done, more: true };
}
