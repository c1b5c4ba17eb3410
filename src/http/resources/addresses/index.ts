// The calls of the room `addresses`, in the order in which the OpenAPI document shows them. A new file of calls adds its line.
import * as identities from "../../../schema/addresses/identities.ts";
import * as pods from "../../../schema/addresses/pods.ts";
import * as identityCounts from "../../../schema/mailbox/identity-counts.ts";
import * as retention from "../../../schema/mailbox/retention.ts";
import * as sendLists from "../../../schema/sending/send-lists.ts";
import * as suppressions from "../../../schema/sending/suppressions.ts";
import * as unsubscribes from "../../../schema/sending/unsubscribes.ts";
import type { CallRoom } from "../../call.ts";
import { identityCountCalls } from "../mailbox/identity-counts.ts";
import { retentionCalls } from "../mailbox/retention.ts";
import { sendListCalls } from "../sending/send-lists.ts";
import { suppressionCalls } from "../sending/suppressions.ts";
import { unsubscribeCalls } from "../sending/unsubscribes.ts";
import { identityCalls } from "./identities.ts";
import { podCalls } from "./pods.ts";

export const addressesRoom: CallRoom = {
  tag: "Addresses",
  description:
    "An address (identity) receives mail into an inbox and sends mail; pods group addresses and domains. Whom it may write to, and how long its mail stays.",
  schemas: [identities, sendLists, unsubscribes, identityCounts, pods, suppressions, retention],
  calls: [
    ...identityCalls,
    ...identityCountCalls,
    ...sendListCalls,
    ...unsubscribeCalls,
    ...podCalls,
    ...suppressionCalls,
    ...retentionCalls,
  ],
};
