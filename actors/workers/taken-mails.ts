// Mails that a server took from a process of this DATA_DIR that was killed before it stored so: their outcome is stored at the next
// start, before anything is sent.
import { Failure, messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { leftTaken, type TakenMail } from "../../src/outbound/taken-log.ts";
import { recordAttempt, sentPreload } from "../identity/sending/outcomes.ts";
import type { Actors } from "../runtime/registry.ts";

/**
 * Rows that another process has claimed or settled since are its own: their number of attempts differs. A file whose mails cannot be
 * stored now is left to the next start.
 */
export async function recordTaken({ actors, log }: { actors: Actors; log: Log }, dir: string): Promise<void> {
  for (const { mails, forget } of leftTaken(dir)) {
    try {
      const recorded = await Promise.all(mails.map((mail) => record(actors, mail)));
      forget();
      const recipients = recorded.reduce((sum, each) => sum + each, 0);
      if (recipients > 0)
        log.info(
          "mails that had been taken before a process of this DATA_DIR was killed are noted as delivered",
          {
            recipients,
          },
        );
    } catch (error) {
      log.error(
        "mails that had been taken before a process was killed cannot be noted: they are sent again",
        {
          error: messageOf(error),
        },
      );
    }
  }
}

/** @returns the number of recipients whose outcome is new */
async function record(actors: Actors, mail: TakenMail): Promise<number> {
  const { accountId, identityId } = mail;
  const attempted = { ...mail, random: 0 };
  try {
    const recorded = await actors
      .identity(accountId, identityId)
      .runWith(sentPreload, attempted, (turn, sent) => recordAttempt(turn, attempted, sent));
    return recorded.size;
  } catch (error) {
    // The sender was deleted: nobody is told.
    if (error instanceof Failure && error.code === "not_found") return 0;
    throw error;
  }
}
