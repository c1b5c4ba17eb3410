// COPY and MOVE. RFC 9051 6.4.7, 6.4.8; RFC 4315 3 (COPYUID)
import { copyMessages, moveMessages } from "../../../actors/identity/mailbox/imap.ts";
import { turnPlacements } from "../../../actors/identity/mailbox/placements.ts";
import { no, ok, type TaggedReply } from "../replies.ts";
import type { ImapSession } from "../session.ts";
import { copyUidCode } from "../wire/codes.ts";
import { writeUntagged } from "../wire/encode.ts";
import { bad } from "../wire/failure.ts";
import { chunksOf } from "./chunks.ts";
import { type CommandHandler, type CommandOf, selectedOf } from "./handler.ts";
import { actorOf, targetCalled } from "./mailboxes.ts";

export const copy: CommandHandler<"COPY"> = {
  when: "selected",
  async run(session, command) {
    const code = await transfer(session, command);
    return ok("Done", code);
  },
};

export const move: CommandHandler<"MOVE"> = {
  when: "selected",
  async run(session, command): Promise<TaggedReply> {
    if (session.opened.readOnly) return no("The mailbox is open to read only", "READ-ONLY");
    const code = await transfer(session, command);
    // RFC 6851 4.3: COPYUID is sent before EXPUNGE.
    if (code !== null) writeUntagged(session.writer, "OK", { code, text: "Moved" });
    return ok("Done");
  },
};

async function transfer(
  session: ImapSession,
  { name, set, uid, mailbox }: CommandOf<"COPY"> | CommandOf<"MOVE">,
): Promise<string | null> {
  const { accountId, folderId, view } = selectedOf(session);
  const sequences = view.sequences(set, uid);
  if (!sequences) throw bad("A message number is not there");
  const target = await targetCalled(session, mailbox);
  const turnOf = name === "COPY" ? copyMessages : moveMessages;
  const from: number[] = [];
  const to: number[] = [];
  for (const { uids } of chunksOf(view, sequences, () => turnPlacements)) {
    const done = await actorOf(session).run((turn) => turnOf(turn, { folderId, targetId: target.id, uids }));
    const { isSpam } = done;
    if (isSpam !== null)
      session.deps.screening.spamTrainer.train(
        done.messageIds.map((messageId) => ({ accountId, messageId, isSpam })),
      );
    from.push(...done.uids);
    to.push(...done.made);
  }
  return copyUidCode(target.uidValidity, from, to);
}
