// SELECT, EXAMINE, CLOSE, UNSELECT. RFC 9051 6.3.2, 6.3.3, 6.4.1, 6.4.2; RFC 7162 3.1.8, 3.2.5 (CONDSTORE, QRESYNC)

import { ok, type TaggedReply } from "../replies.ts";
import type { ImapSession } from "../session.ts";
import { nameKeywords, writeKeywords } from "../state/known-keywords.ts";
import { mailboxIdCode, numberCode } from "../wire/codes.ts";
import type { Qresync } from "../wire/commands.ts";
import { writeExists, writeList, writeRecent, writeUntagged } from "../wire/encode.ts";
import { bad, WireFailure } from "../wire/failure.ts";
import { expungeDeleted } from "./expunge.ts";
import type { CommandHandler, CommandOf } from "./handler.ts";
import { writeChangedSince, writeVanishedSince } from "./resync.ts";

export const select: CommandHandler<"SELECT"> = {
  when: "authenticated",
  run: (session, command) => open(session, command, false),
};

export const examine: CommandHandler<"EXAMINE"> = {
  when: "authenticated",
  run: (session, command) => open(session, command, true),
};

export const unselect: CommandHandler<"UNSELECT"> = {
  when: "selected",
  run(session) {
    session.deselect();
    return ok("Done");
  },
};

export const close: CommandHandler<"CLOSE"> = {
  when: "selected",
  async run(session) {
    if (!session.opened.readOnly) await expungeDeleted(session, null);
    session.deselect();
    return ok("Done");
  },
};

async function open(
  session: ImapSession,
  { mailbox, condstore, qresync }: CommandOf<"SELECT"> | CommandOf<"EXAMINE">,
  readOnly: boolean,
): Promise<TaggedReply> {
  if (qresync && !session.enabled.qresync) throw bad("QRESYNC has to be enabled first");
  if (session.selected) {
    session.deselect();
    // RFC 9051 7.1: what follows is about the new mailbox.
    if (session.mode.rev2 || session.enabled.qresync)
      writeUntagged(session.writer, "OK", { code: "CLOSED", text: "The mailbox before is closed" });
  }
  if (condstore) session.enabled.condstore = true;
  const feed = session.ownFeed;
  await feed.refresh();
  const folder = await feed.folderNamed(mailbox);
  const view = folder && (await feed.open(folder.id, readOnly));
  if (!view) throw new WireFailure("There is no such mailbox", { status: "NO", code: "NONEXISTENT" });
  const { id, uidValidity } = folder;
  session.selected = {
    folderId: id,
    uidValidity,
    uidNext: view.tracker.uidNext,
    readOnly,
    view,
    keywords: new Map(),
    contexts: [],
    unread: { untold: new Set(), logged: new Set() },
  };
  feed.keepRecent(id);
  describe(session, mailbox);
  if (qresync) await resync(session, qresync);
  return readOnly ? ok("Opened to read", "READ-ONLY") : ok("Opened", "READ-WRITE");
}

function describe(session: ImapSession, name: string): void {
  const { writer, mode } = session;
  const { view, folderId, uidValidity, uidNext } = session.opened;
  const { states } = view.tracker;
  const unseen = mode.rev2 ? 0 : (states?.firstUnseen() ?? 0);
  const note = (code: string, text: string) => writeUntagged(writer, "OK", { code, text });
  nameKeywords(session, states?.keywords() ?? []);
  if (session.opened.keywords.size === 0) writeKeywords(session);
  writeExists(writer, view.exists);
  if (!mode.rev2) writeRecent(writer, view.recent);
  const first = unseen === 0 ? 0 : view.sequenceOf(unseen);
  if (first > 0) note(numberCode("UNSEEN", first), "First unseen");
  note(numberCode("UIDVALIDITY", uidValidity), "UIDs are valid");
  note(numberCode("UIDNEXT", uidNext), "Next UID");
  note(numberCode("HIGHESTMODSEQ", Math.max(1, view.highestModseq)), "Highest");
  note(mailboxIdCode(folderId), "Its id");
  if (mode.rev2) writeList(writer, { name, attributes: [] });
}

/** RFC 7162 3.2.5.1 */
async function resync(session: ImapSession, { uidValidity, modseq, knownUids }: Qresync): Promise<void> {
  if (uidValidity !== session.opened.uidValidity) return;
  await writeVanishedSince(session, modseq, knownUids);
  await writeChangedSince(session, modseq, knownUids);
}
