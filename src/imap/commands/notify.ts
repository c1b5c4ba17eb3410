// NOTIFY. RFC 5465 3

import { ok } from "../replies.ts";
import { Notifier } from "../state/notifier.ts";
import type { CommandHandler } from "./handler.ts";

export const notify: CommandHandler<"NOTIFY"> = {
  when: "authenticated",
  async run(session, { status, groups }) {
    const notifier = groups && new Notifier(session, groups);
    await notifier?.begin(status);
    session.notifier = notifier;
    return ok("Done");
  },
};
