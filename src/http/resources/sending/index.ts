// The calls of the room `sending` that stand by themselves, in the order in which the OpenAPI document shows them.
import * as sendQueue from "../../../schema/sending/send-queue.ts";
import type { CallRoom } from "../../call.ts";
import { queueCalls } from "./send-queue.ts";

export const queueRoom: CallRoom = {
  tag: "Queue",
  description: "What waits to leave, over all addresses of the service: for who runs it.",
  schemas: [sendQueue],
  calls: queueCalls,
};
