// The calls of the room `events`, in the order in which the OpenAPI document shows them. A new file of calls adds its line.

import * as deliveries from "../../../schema/events/deliveries.ts";
import * as events from "../../../schema/events/events.ts";
import * as handedMessage from "../../../schema/events/handed-message.ts";
import * as next from "../../../schema/events/next.ts";
import * as webhooks from "../../../schema/events/webhooks.ts";
import type { CallRoom } from "../../call.ts";
import { deliveryCalls } from "./deliveries.ts";
import { eventCalls } from "./events.ts";
import { nextCalls } from "./next.ts";
import { webhookCalls } from "./webhooks.ts";

export const eventsRoom: CallRoom = {
  tag: "Events",
  description: "What happened: pushed to your endpoint by webhooks, signed, or read and followed.",
  schemas: [webhooks, deliveries, events, next, handedMessage],
  calls: [...nextCalls, ...eventCalls, ...webhookCalls, ...deliveryCalls],
};
