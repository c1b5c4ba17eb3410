// The form of a command handler: when the command may be used, and what it does.

import type { TaggedReply } from "../replies.ts";
import type { ImapSession, Selected } from "../session.ts";
import type { ImapCommand } from "../wire/commands.ts";

/** The Command of this name. */
export type CommandOf<N extends ImapCommand["name"], C = ImapCommand> = C extends { name: infer M }
  ? N extends M
    ? C & { name: N }
    : never
  : never;

/** In which states it may be used. RFC 9051 3 */
export type When = "any" | "greeting" | "authenticated" | "selected";

export interface CommandHandler<N extends ImapCommand["name"]> {
  when: When;
  /** True for a command during which EXPUNGE must not be sent. RFC 9051 7.5.1 */
  holdsNumbers?: (command: CommandOf<N>) => boolean;
  /**
   * True for a command whose result is about all messages: those that came before it are announced first, and those that come
   * while it runs with the next one, so that the result leaves out none that the client knows of. RFC 9051 6.4.4
   */
  findsAll?: true;
  /** @throws WireFailure, Failure: the reply */
  run(session: ImapSession, command: CommandOf<N>, tag: string): Promise<TaggedReply> | TaggedReply;
}

/** The selected folder and all that its queries need. */
export function selectedOf(session: ImapSession): Selected & { accountId: string; identityId: string } {
  const { selected, login } = session;
  if (!selected || !login) throw new Error("no folder is selected");
  return { ...selected, accountId: login.accountId, identityId: login.identityId };
}

export function loginOf(session: ImapSession): NonNullable<ImapSession["login"]> {
  if (!session.login) throw new Error("nobody has logged in");
  return session.login;
}
