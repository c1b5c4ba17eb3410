// Writes the updates of a view as untagged responses, in the form that the session has enabled.

import { FetchResponse } from "../fetch/response.ts";
import { writeExists, writeExpunge, writeRecent, writeVanished } from "../wire/encode.ts";
import type { ResponseWriter } from "../wire/writer.ts";
import type { SessionView, Update } from "./session-view.ts";

export interface UpdateForm {
  /** VANISHED for EXPUNGE. RFC 7162 3.2.10; also with UIDONLY, RFC 9586 3.4 */
  vanished: boolean;
  /** UID in FETCH: required by IMAP4rev2 and QRESYNC. RFC 9051 7.5.2, RFC 7162 3.2.4 */
  uid: boolean;
  /** MODSEQ in FETCH, once CONDSTORE is enabled. RFC 7162 3.2.4 */
  modseq: boolean;
  /** UIDFETCH. RFC 9586 3.3 */
  uidOnly: boolean;
}

export function writeUpdates(
  writer: ResponseWriter,
  view: SessionView,
  { updates, form }: { updates: readonly Update[]; form: UpdateForm },
): void {
  for (const update of updates) {
    switch (update.kind) {
      case "expunge":
        if (form.vanished || form.uidOnly) writeVanished(writer, update.uids);
        else for (const sequence of update.sequences) writeExpunge(writer, sequence);
        break;
      case "exists":
        writeExists(writer, update.count);
        break;
      case "recent":
        if (!writer.mode.rev2) writeRecent(writer, update.count);
        break;
      case "flags": {
        const response = new FetchResponse(writer, form.uidOnly ? update.uid : update.sequence, form.uidOnly);
        if (form.uid && !form.uidOnly) response.uid(update.uid);
        if (form.modseq) response.modseq(update.modseq);
        response.flags(sessionFlags(writer, view, update)).end();
        break;
      }
    }
  }
}

/** Adds \Recent, which depends on the session and is only in IMAP4rev1. */
function sessionFlags(
  writer: ResponseWriter,
  view: SessionView,
  { uid, flags }: { uid: number; flags: readonly string[] },
) {
  return !writer.mode.rev2 && view.isRecent(uid) ? [...flags, "\\Recent"] : flags;
}
