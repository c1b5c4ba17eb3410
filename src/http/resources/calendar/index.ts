// The calls of the room `calendar`, in the order in which the OpenAPI document shows them. A new file of calls adds its line.
import * as calendarEvents from "../../../schema/calendar/calendar-events.ts";
import * as calendarFeeds from "../../../schema/calendar/calendar-feeds.ts";
import type { CallRoom } from "../../call.ts";
import { calendarCalls } from "./calendar-events.ts";
import { calendarFeedCalls } from "./calendar-feeds.ts";

export const calendarRoom: CallRoom = {
  tag: "Calendar",
  description:
    "Events of an address and their invitations; feeds are secret addresses at which calendar programs read them.",
  schemas: [calendarEvents, calendarFeeds],
  calls: [...calendarCalls, ...calendarFeedCalls],
};
