// The calls of the room `reviews`, in the order in which the OpenAPI document shows them. A new file of calls adds its line.
import * as reviews from "../../../schema/reviews.ts";
import type { CallRoom } from "../../call.ts";
import { defaultProtectionCalls, protectionCalls } from "./protection.ts";
import { auditCalls, reviewCalls } from "./reviews.ts";

export const reviewsRoom: CallRoom = {
  tag: "Reviews",
  description: "Mail that waits for a person, and what may go without one.",
  schemas: [reviews],
  calls: [...protectionCalls, ...defaultProtectionCalls, ...reviewCalls, ...auditCalls],
};
