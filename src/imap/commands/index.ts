// The table of commands, and the check of the state in which each may be used. RFC 9051 3
import { bad, type TaggedReply } from "../replies.ts";
import { tellUnread } from "../search/unread.ts";
import type { CommandEnd, ImapSession } from "../session.ts";
import type { AppendTarget } from "../wire/append.ts";
import type { ImapCommand } from "../wire/commands.ts";
import { searchLeaves } from "../wire/search-keys.ts";
import { runAppend } from "./append.ts";
import { copy, move } from "./copy.ts";
import { expunge } from "./expunge.ts";
import { fetch } from "./fetch.ts";
import { create, remove, rename, subscribeTo, unsubscribe } from "./folders.ts";
import type { CommandHandler, CommandOf, When } from "./handler.ts";
import { idle } from "./idle.ts";
import { list, lsub } from "./list.ts";
import { authenticate, login } from "./login.ts";
import { notify } from "./notify.ts";
import { getQuota, getQuotaRoot, setQuota } from "./quota.ts";
import { cancelUpdate, search } from "./search.ts";
import { close, examine, select, unselect } from "./select.ts";
import { capability, check, enable, id, logout, namespace, noop } from "./session-basics.ts";
import { sort } from "./sort.ts";
import { status } from "./status.ts";
import { store } from "./store.ts";
import { thread } from "./thread.ts";
import { compress, starttls } from "./transport.ts";

const handlers: { [N in ImapCommand["name"]]: CommandHandler<N> } = {
  CAPABILITY: capability,
  NOOP: noop,
  LOGOUT: logout,
  STARTTLS: starttls,
  IDLE: idle,
  NAMESPACE: namespace,
  CHECK: check,
  CLOSE: close,
  UNSELECT: unselect,
  LOGIN: login,
  AUTHENTICATE: authenticate,
  ID: id,
  ENABLE: enable,
  COMPRESS: compress,
  SELECT: select,
  EXAMINE: examine,
  CREATE: create,
  DELETE: remove,
  SUBSCRIBE: subscribeTo,
  UNSUBSCRIBE: unsubscribe,
  RENAME: rename,
  LIST: list,
  LSUB: lsub,
  STATUS: status,
  EXPUNGE: expunge,
  COPY: copy,
  MOVE: move,
  STORE: store,
  FETCH: fetch,
  SEARCH: search,
  SORT: sort,
  THREAD: thread,
  GETQUOTA: getQuota,
  GETQUOTAROOT: getQuotaRoot,
  SETQUOTA: setQuota,
  CANCELUPDATE: cancelUpdate,
  NOTIFY: notify,
};

/** Runs a command. @throws WireFailure, Failure: the reply */
export async function dispatch(session: ImapSession, command: ImapCommand, tag: string): Promise<CommandEnd> {
  const handler = handlers[command.name] as CommandHandler<ImapCommand["name"]>;
  const wrong = wrongState(session, handler.when);
  if (wrong) return refused(bad(wrong));
  if (session.enabled.uidOnly && usesNumbers(command))
    return refused(bad("Message numbers are not used in this session", "UIDREQUIRED"));
  const given = command as CommandOf<ImapCommand["name"]>;
  const expunge = !(handler.holdsNumbers?.(given) ?? false);
  if (handler.findsAll) await session.report(false);
  const reply = await handler.run(session, given, tag);
  if (handler.findsAll) tellUnread(session);
  return { reply, expunge, added: !handler.findsAll };
}

export async function dispatchAppend(session: ImapSession, target: AppendTarget): Promise<CommandEnd> {
  const isNumbered = session.enabled.uidOnly && target.name === "REPLACE" && !target.uid;
  const wrong = wrongState(session, target.name === "REPLACE" ? "selected" : "authenticated");
  if (!wrong && !isNumbered) return { reply: await runAppend(session, target), expunge: true, added: true };
  session.connection.reader.refuse();
  return refused(wrong ? bad(wrong) : bad("Message numbers are not used in this session", "UIDREQUIRED"));
}

function refused(reply: TaggedReply): CommandEnd {
  return { reply, expunge: false, added: true };
}

/** RFC 9586 3: with UIDONLY no command uses message numbers. */
function usesNumbers(command: ImapCommand): boolean {
  if ("uid" in command && !command.uid) return true;
  if ((command.name === "SELECT" || command.name === "EXAMINE") && command.qresync?.match) return true;
  if (!("key" in command)) return false;
  return [...searchLeaves(command.key)].some(({ kind }) => kind === "sequence");
}

function wrongState(session: ImapSession, when: When): string | null {
  if (when === "any") return null;
  if (when === "greeting") return session.login ? "You have logged in already" : null;
  if (!session.login) return "Log in first";
  return when === "selected" && !session.selected ? "Select a mailbox first" : null;
}
