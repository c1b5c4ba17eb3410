// The calls of the room `message`, in the order in which the OpenAPI document shows them. A new file of calls adds its line.

import * as messageBatch from "../../../schema/mailbox/message-batch.ts";
import * as search from "../../../schema/mailbox/search.ts";
import * as fileContent from "../../../schema/message/file-content.ts";
import * as messageCodes from "../../../schema/message/message-codes.ts";
import * as messageParts from "../../../schema/message/message-parts.ts";
import * as messageSafety from "../../../schema/message/message-safety.ts";
import * as messageSending from "../../../schema/message/message-sending.ts";
import * as messages from "../../../schema/message/messages.ts";
import * as listUnsubscribe from "../../../schema/sending/list-unsubscribe.ts";
import type { CallRoom } from "../../call.ts";
import { messageInvitationCalls } from "../calendar/message-invitations.ts";
import { messageBatchCalls } from "../mailbox/message-batch.ts";
import { searchCalls } from "../mailbox/search.ts";
import { messageCodeCalls } from "./message-codes.ts";
import { messageDraftCalls } from "./message-drafts.ts";
import { messageSafetyCalls } from "./message-safety.ts";
import { messageSendingCalls } from "./message-sending.ts";
import { messageWriteCalls } from "./message-writes.ts";
import { messageCalls } from "./messages.ts";

export const messageRoom: CallRoom = {
  tag: "Messages",
  description: "Reading, sending, answering, searching.",
  schemas: [
    messages,
    messageSending,
    fileContent,
    listUnsubscribe,
    messageParts,
    messageSafety,
    messageCodes,
    messageBatch,
    search,
  ],
  calls: [
    ...messageCalls,
    ...messageSendingCalls,
    ...messageBatchCalls,
    ...messageWriteCalls,
    ...messageDraftCalls,
    ...messageSafetyCalls,
    ...messageCodeCalls,
    ...messageInvitationCalls,
    ...searchCalls,
  ],
};
