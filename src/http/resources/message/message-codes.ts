// One-time codes and links of a message: found when they are asked for, so that a later release finds more in old mail.
// DECISIONS Codes and links.
import { isFromHere, provenDomain } from "../../../mail/trust/authentication.ts";
import { readCodes } from "../../../reading/mails.ts";
import { IdParams } from "../../../schema/common.ts";
import { Single } from "../../../schema/envelope.ts";
import { MessageCodes } from "../../../schema/message/message-codes.ts";
import { getMessage, type MessageRow } from "../../../store/message/messages.ts";
import { type Call, call } from "../../call.ts";
import { operation } from "../../openapi/operation.ts";
import { foundMessage } from "../../other-kind.ts";
import { pathId } from "../../params.ts";

export const messageCodeCalls: readonly Call[] = [
  call(
    "GET /messages/{id}/codes",
    {
      params: IdParams,
      answer: Single(MessageCodes),
      doc: operation("getMessageCodes", "Find the one-time codes and confirmation links of a message", {
        description:
          "Codes to type, and links that confirm an address, sign in or set a new password. `authenticated` says whether the sender is proved. The kinds of mail that a program waits for are known in some thirty languages; what the mail does not call a code is none.",
      }),
    },
    async ({ database }, { auth, params }) => {
      const id = pathId(params.id);
      const { row, packed } = await foundMessage({ database }, auth, {
        id,
        row: getMessage(database, auth, id),
      });
      const { codes, links } = await readCodes({ subject: row.subject, packed }, { source: auth.accountId });
      const domain = alignedDomain(row);
      const sender = {
        authenticated: domain !== null,
        authenticated_here: isFromHere(row.direction, row.authentication),
        aligned_domain: domain,
      };
      return { data: { message_id: row.id, ...sender, codes, links } };
    },
  ),
];

/** The proved domain of From; our own for a message that was sent. */
function alignedDomain({ direction, authentication, fromEmail }: MessageRow): string | null {
  return provenDomain(direction === "outbound" ? "own" : authentication, fromEmail);
}
