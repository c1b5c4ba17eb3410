// STATUS. RFC 9051 6.3.11; RFC 3501 (RECENT); RFC 7162 (HIGHESTMODSEQ); RFC 8438 (SIZE); RFC 9208 (DELETED)
import type { FolderRow } from "../../store/mailbox/folders.ts";
import { folderSums, identityModseq, recentCount } from "../../store/mailbox/imap.ts";
import { ok } from "../replies.ts";
import type { ImapSession } from "../session.ts";
import type { StatusItem } from "../wire/commands.ts";
import { writeStatus } from "../wire/encode.ts";
import { authenticatedLimits } from "../wire/limits.ts";
import { type CommandHandler, loginOf } from "./handler.ts";
import { folderCalled } from "./mailboxes.ts";

export const status: CommandHandler<"STATUS"> = {
  when: "authenticated",
  async run(session, { mailbox, items }) {
    if (items.includes("HIGHESTMODSEQ")) session.enableCondstore();
    const folder = await folderCalled(session, mailbox);
    const values = await statusOf(session, folder, items);
    writeStatus(session.writer, { mailbox: folder.name, values });
    return ok("Done");
  },
};

/** The requested values, in their order. */
export async function statusOf(
  session: ImapSession,
  folder: FolderRow,
  items: readonly StatusItem[],
): Promise<[StatusItem, number | string | null][]> {
  const { database } = session.deps;
  const owner = loginOf(session);
  const at = { ...owner, folderId: folder.id };
  const summed = items.some((item) => item === "SIZE" || item === "DELETED" || item === "DELETED-STORAGE");
  const sums = summed ? await folderSums(database, at) : { size: 0, deleted: 0, deletedSize: 0 };
  const values: [StatusItem, number | string | null][] = [];
  for (const item of new Set(items)) {
    switch (item) {
      case "MESSAGES":
        values.push([item, folder.total]);
        break;
      case "RECENT":
        values.push([item, await recentCount(database, at, session.ownFeed.recentFrom(folder.id))]);
        break;
      case "UIDNEXT":
        values.push([item, folder.uidNext]);
        break;
      case "UIDVALIDITY":
        values.push([item, folder.uidValidity]);
        break;
      case "UNSEEN":
        values.push([item, folder.unread]);
        break;
      case "SIZE":
        values.push([item, sums.size]);
        break;
      case "DELETED":
        values.push([item, sums.deleted]);
        break;
      case "DELETED-STORAGE":
        values.push([item, sums.deletedSize]);
        break;
      case "HIGHESTMODSEQ":
        values.push([item, Math.max(1, (await identityModseq(database, owner)) ?? 1)]);
        break;
      case "APPENDLIMIT":
        values.push([item, authenticatedLimits.message]);
        break;
      case "MAILBOXID":
        values.push([item, folder.id]);
        break;
    }
  }
  return values;
}
