// NOTIFY. RFC 5465 3

import { ok } from "../replies.ts";
import { Notifier } from "../state/notifier.ts";
import type { Handler } from "./handler.ts";

export const notify: Handler<"NOTIFY"> = {
  when: "authenticated",
  async run(session, { status, groups }) {
    const notifier = groups && new Notifier(session, groups);
    await notifier?.begin(status);
    session.notifier = notifier;
    return ok("Done");
  },
};
