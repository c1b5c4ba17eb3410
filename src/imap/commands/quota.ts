// GETQUOTA, GETQUOTAROOT, SETQUOTA. RFC 9208. One quota root, "", for the storage of an account.
import { storageOf } from "../../store/mailbox/imap.ts";
import { no, ok } from "../replies.ts";
import type { ImapSession } from "../session.ts";
import { writeQuota, writeQuotaRoot } from "../wire/encode.ts";
import { type CommandHandler, loginOf } from "./handler.ts";
import { folderCalled } from "./mailboxes.ts";

export const getQuota: CommandHandler<"GETQUOTA"> = {
  when: "authenticated",
  async run(session, { root }) {
    if (root !== "") return no("There is no such quota root", "NONEXISTENT");
    await reportQuota(session);
    return ok("Done");
  },
};

export const getQuotaRoot: CommandHandler<"GETQUOTAROOT"> = {
  when: "authenticated",
  async run(session, { mailbox }) {
    const folder = await folderCalled(session, mailbox);
    writeQuotaRoot(session.writer, folder.name, [""]);
    await reportQuota(session);
    return ok("Done");
  },
};

export const setQuota: CommandHandler<"SETQUOTA"> = {
  when: "authenticated",
  run: () => no("The plan sets the quota", "NOPERM"),
};

/** STORAGE counts units of 1024 octets; an account without a limit lists no resource. */
async function reportQuota(session: ImapSession): Promise<void> {
  const { database, plans } = session.deps;
  const storage = await storageOf(database, loginOf(session));
  const limit = storage ? plans[storage.plan].storageBytes : null;
  writeQuota(
    session.writer,
    "",
    storage && limit !== null
      ? [
          {
            resource: "STORAGE",
            usage: Math.ceil(storage.bytes / 1024),
            limit: Math.floor(limit / 1024),
          },
        ]
      : [],
  );
}
