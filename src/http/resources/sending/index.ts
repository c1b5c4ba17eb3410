// The calls of the room `sending` that stand by themselves, in the order in which the OpenAPI document shows them.
import * as queue from "../../../schema/sending/queue.ts";
import type { CallRoom } from "../../call.ts";
import { queueCalls } from "./queue.ts";

export const queueRoom: CallRoom = {
  tag: "Queue",
  description: "What waits to leave, over all addresses of the service: for who runs it.",
  schemas: [queue],
  calls: queueCalls,
};
