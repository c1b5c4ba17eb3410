// IDLE: changes are reported as they come, until DONE. RFC 9051 6.3.13
import { bad, ok } from "../replies.ts";
import { writeGoAhead } from "../wire/encode.ts";
import type { CommandHandler } from "./handler.ts";

/** Within this time a client ends it and asks anew. RFC 9051 6.3.13 */
const idleMs = 29 * 60_000;

export const idle: CommandHandler<"IDLE"> = {
  when: "authenticated",
  async run(session) {
    const { connection } = session;
    writeGoAhead(session.writer, "idling");
    session.listening = true;
    session.busy = false;
    // A clock that stands moves on for it once: to what it reports first.
    const cancel = session.deps.clock.leaps?.after(idleMs, () => undefined, "awaited");
    try {
      for (;;) {
        await session.report(true);
        await session.notifier?.report();
        await session.flush();
        const line = connection.reader.nextLine();
        if (line) {
          const isDone =
            line.kind === "line" &&
            Buffer.from(line.bytes).toString("latin1").trim().toUpperCase() === "DONE";
          return isDone ? ok("Done") : bad("IDLE ends with DONE");
        }
        if (connection.isClosed || session.ended) return ok("Ended");
        await connection.more();
        cancel?.();
      }
    } finally {
      cancel?.();
      session.listening = false;
      session.busy = true;
      session.lastInputMs = performance.now();
    }
  },
};
