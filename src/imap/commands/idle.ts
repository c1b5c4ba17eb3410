// IDLE: changes are reported as they come, until DONE. RFC 9051 6.3.13
import { bad, ok } from "../replies.ts";
import { writeGoAhead } from "../wire/encode.ts";
import type { CommandHandler } from "./handler.ts";

export const idle: CommandHandler<"IDLE"> = {
  when: "authenticated",
  async run(session) {
    const { connection } = session;
    writeGoAhead(session.writer, "idling");
    session.listening = true;
    session.busy = false;
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
      }
    } finally {
      session.listening = false;
      session.busy = true;
      session.lastInputMs = session.deps.clock.now();
    }
  },
};
