// The calls of the room `mailbox`, in the order in which the OpenAPI document shows them. A new file of calls adds its line.

import * as folders from "../../../schema/mailbox/folders.ts";
import * as labels from "../../../schema/mailbox/labels.ts";
import * as notes from "../../../schema/mailbox/notes.ts";
import * as threads from "../../../schema/mailbox/threads.ts";
import type { CallRoom } from "../../call.ts";
import { folderCalls } from "./folders.ts";
import { labelCalls } from "./labels.ts";
import { threadNoteCalls } from "./thread-notes.ts";
import { threadCalls } from "./threads.ts";

export const mailboxRoom: CallRoom = {
  tag: "Threads",
  description:
    "Conversations, with a status and an owner, notes and labels; folders show one address as a mail client does.",
  schemas: [threads, notes, labels, folders],
  calls: [...threadCalls, ...threadNoteCalls, ...labelCalls, ...folderCalls],
};
