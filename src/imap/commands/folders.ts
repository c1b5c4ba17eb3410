// CREATE, DELETE, RENAME, SUBSCRIBE, UNSUBSCRIBE. RFC 9051 6.3.4 to 6.3.8; RFC 6154 3 (USE); RFC 8474 4.2 (MAILBOXID)
import {
  createFolder,
  deleteFolder,
  emptyStep,
  moveStep,
  refuseRole,
  renameFolder,
  subscribe,
} from "../../../actors/identity/mailbox/folders.ts";
import { ownFolders } from "../../store/mailbox/imap.ts";
import { no, ok, type Reply } from "../replies.ts";
import type { Session } from "../session.ts";
import { mailboxIdCode } from "../wire/codes.ts";
import { WireFailure } from "../wire/failure.ts";
import { type Handler, loginOf } from "./handler.ts";
import { actorOf, findFolder, folderCalled } from "./mailboxes.ts";

export const create: Handler<"CREATE"> = {
  when: "authenticated",
  async run(session, { mailbox, specialUse }) {
    // RFC 9051 6.3.4: a separator at the end says that names below will follow.
    const name = checkedName(mailbox.replace(/\/$/, ""));
    if (specialUse.length > 0)
      return no("The mailboxes for special uses are there from the start", "USEATTR");
    const folder = await actorOf(session).run((turn) => createFolder(turn, name));
    return ok("Created", mailboxIdCode(folder.id));
  },
};

/** @throws WireFailure CANNOT */
function checkedName(name: string): string {
  if (name === "" || name.startsWith("/") || name.endsWith("/") || name.includes("//"))
    throw new WireFailure("A mailbox name has text between its slashes", { status: "NO", code: "CANNOT" });
  if (/[*%]/.test(name))
    throw new WireFailure("A mailbox name has no * and no %", { status: "NO", code: "CANNOT" });
  return name;
}

export const remove: Handler<"DELETE"> = {
  when: "authenticated",
  async run(session, { mailbox }) {
    const folder = await findFolder(session, mailbox);
    if (!folder) return hasBelow(session, mailbox);
    refuseRole(folder);
    if (session.selected?.folderId === folder.id) session.deselect();
    const actor = actorOf(session);
    while (await actor.run((turn) => emptyStep(turn, folder.id)));
    await actor.run((turn) => deleteFolder(turn, folder.id));
    return ok("Deleted");
  },
};

/** The mailbox itself, or one below it. */
function isThere(folders: readonly { name: string }[], name: string): boolean {
  return folders.some((folder) => folder.name === name || folder.name.startsWith(`${name}/`));
}

async function hasBelow(session: Session, name: string): Promise<Reply> {
  const folders = await ownFolders(session.deps.database, loginOf(session));
  return isThere(folders, name)
    ? no("Delete the mailboxes below it instead", "HASCHILDREN")
    : no("There is no such mailbox", "NONEXISTENT");
}

export const rename: Handler<"RENAME"> = {
  when: "authenticated",
  async run(session, { from, to }) {
    const name = checkedName(to.replace(/\/$/, ""));
    const actor = actorOf(session);
    if (from === "INBOX") {
      // RENAME of INBOX moves its messages and keeps INBOX. RFC 9051 6.3.6
      const inbox = await folderCalled(session, "INBOX");
      const made = await actor.run((turn) => createFolder(turn, name));
      while (await actor.run((turn) => moveStep(turn, inbox.id, made.id)));
      return ok("Its messages were moved");
    }
    const renamed = await actor.run((turn) =>
      isThere(turn.folders(), from) ? renameFolder(turn, from, name) : null,
    );
    return renamed ? ok("Renamed") : no("There is no such mailbox", "NONEXISTENT");
  },
};

export const subscribeTo: Handler<"SUBSCRIBE"> = {
  when: "authenticated",
  async run(session, { mailbox }) {
    const found = await actorOf(session).run((turn) => subscribe(turn, mailbox, true));
    return found ? ok("Subscribed") : no("There is no such mailbox", "NONEXISTENT");
  },
};

export const unsubscribe: Handler<"UNSUBSCRIBE"> = {
  when: "authenticated",
  async run(session, { mailbox }) {
    await actorOf(session).run((turn) => subscribe(turn, mailbox, false));
    return ok("Unsubscribed");
  },
};
