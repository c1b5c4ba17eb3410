// COPY and MOVE. RFC 9051 6.4.7, 6.4.8; RFC 4315 3 (COPYUID)
import { folderById } from "../../../actors/identity/mailbox/folders.ts";
import {
  copyPlacements,
  movePlacements,
  placementsAt,
  turnPlacements,
} from "../../../actors/identity/mailbox/placements.ts";
import { Failure } from "../../lib/failure.ts";
import { no, ok, type Reply } from "../replies.ts";
import type { Session } from "../session.ts";
import { copyUidCode } from "../wire/codes.ts";
import { writeUntagged } from "../wire/encode.ts";
import { bad } from "../wire/failure.ts";
import { chunksOf } from "./chunks.ts";
import { type CommandOf, type Handler, selectedOf } from "./handler.ts";
import { actorOf, targetCalled } from "./mailboxes.ts";

export const copy: Handler<"COPY"> = {
  when: "selected",
  async run(session, command) {
    const code = await transfer(session, command);
    return ok("Done", code);
  },
};

export const move: Handler<"MOVE"> = {
  when: "selected",
  async run(session, command): Promise<Reply> {
    if (session.selected!.readOnly) return no("The mailbox is open to read only", "READ-ONLY");
    const code = await transfer(session, command);
    // RFC 6851 4.3: told before the messages vanish.
    if (code !== null) writeUntagged(session.writer, "OK", { code, text: "Moved" });
    return ok("Done");
  },
};

/** What a move says of a mail: spam, or none after all; null: nothing. */
function judgement({ from, to }: { from: string | null; to: string | null }): boolean | null {
  if (from === to || to === "trash") return null;
  return to === "spam" ? true : from === "spam" ? false : null;
}

async function transfer(
  session: Session,
  { name, set, uid, mailbox }: CommandOf<"COPY"> | CommandOf<"MOVE">,
): Promise<string | null> {
  const { accountId, folderId, view } = selectedOf(session);
  const sequences = view.sequences(set, uid);
  if (!sequences) throw bad("A message number is not there");
  const target = await targetCalled(session, mailbox);
  const from: number[] = [];
  const to: number[] = [];
  for (const { uids } of chunksOf(view, sequences, turnPlacements)) {
    const done = await actorOf(session).run(async (turn) => {
      const rows = await placementsAt(turn, folderId, uids);
      const into = folderById(turn, target.id);
      if (folderById(turn, folderId).role === "scheduled")
        throw new Failure(
          "draft_state",
          "A scheduled draft stays here until it is sent, unscheduled or deleted.",
        );
      const made = name === "COPY" ? copyPlacements(turn, rows, into) : movePlacements(turn, rows, into);
      const isSpam = judgement({ from: folderById(turn, folderId).role, to: into.role });
      const lessons = isSpam === null ? [] : rows.map(({ messageId }) => ({ accountId, messageId, isSpam }));
      return { uids: rows.map((row) => row.uid), made, lessons };
    });
    session.deps.screening.spamTrainer.train(done.lessons);
    from.push(...done.uids);
    to.push(...done.made);
  }
  return copyUidCode(target.uidValidity, from, to);
}
