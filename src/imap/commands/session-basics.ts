// CAPABILITY, NOOP, CHECK, LOGOUT, ID, ENABLE, NAMESPACE. RFC 9051 6.1, 6.3.1; RFC 2971; RFC 5161; RFC 2342
import { capabilitiesOf } from "../capabilities.ts";
import { ok } from "../replies.ts";
import { writeCapability, writeEnabled, writeId, writeNamespace, writeUntagged } from "../wire/encode.ts";
import type { CommandHandler } from "./handler.ts";

export const capability: CommandHandler<"CAPABILITY"> = {
  when: "any",
  run(session) {
    writeCapability(session.writer, capabilitiesOf(session));
    return ok("Done");
  },
};

export const noop: CommandHandler<"NOOP"> = { when: "any", run: () => ok("Done") };

export const check: CommandHandler<"CHECK"> = { when: "selected", run: () => ok("Done") };

export const logout: CommandHandler<"LOGOUT"> = {
  when: "any",
  run(session) {
    writeUntagged(session.writer, "BYE", { text: "Until next time" });
    session.deselect();
    session.ended = true;
    return ok("Done");
  },
};

export const id: CommandHandler<"ID"> = {
  when: "any",
  run(session) {
    writeId(session.writer, { name: "Postroom" });
    return ok("Done");
  },
};

export const namespace: CommandHandler<"NAMESPACE"> = {
  when: "authenticated",
  run(session) {
    writeNamespace(session.writer);
    return ok("Done");
  },
};

export const enable: CommandHandler<"ENABLE"> = {
  when: "authenticated",
  run(session, { capabilities }) {
    const enabled = capabilities.filter((name) => turnOn(session, name));
    writeEnabled(session.writer, [...new Set(enabled)]);
    return ok("Done");
  },
};

type Session = Parameters<typeof enable.run>[0];

/** @returns false for an unknown capability, which ENABLE ignores. RFC 5161 3.1 */
function turnOn(session: Session, name: string): boolean {
  const { mode, enabled } = session;
  switch (name) {
    case "IMAP4REV2":
      mode.rev2 = true;
      return true;
    case "UTF8=ACCEPT":
      mode.utf8Accept = true;
      return true;
    case "CONDSTORE":
      session.enableCondstore();
      return true;
    case "QRESYNC":
      session.enableCondstore();
      enabled.qresync = true;
      return true;
    case "UIDONLY":
      enabled.uidOnly = true;
      return true;
    default:
      return false;
  }
}
