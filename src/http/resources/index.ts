// The rooms of the interface, in the order in which the OpenAPI document shows them.
import type { CallRoom } from "../call.ts";
import { accessRoom } from "./access/index.ts";
import { addressesRoom } from "./addresses/index.ts";
import { calendarRoom } from "./calendar/index.ts";
import { domainsRoom } from "./domains-room.ts";
import { draftsRoom } from "./drafts-room.ts";
import { eventsRoom } from "./events/index.ts";
import { mailboxRoom } from "./mailbox/index.ts";
import { messageRoom } from "./message/index.ts";
import { reviewsRoom } from "./reviews/index.ts";
import { queueRoom } from "./sending/index.ts";

export const rooms: readonly CallRoom[] = [
  addressesRoom,
  mailboxRoom,
  messageRoom,
  reviewsRoom,
  draftsRoom,
  eventsRoom,
  domainsRoom,
  calendarRoom,
  accessRoom,
  queueRoom,
];
