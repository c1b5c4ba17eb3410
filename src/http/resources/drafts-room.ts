// The calls of the room `drafts`, in the order in which the OpenAPI document shows them. A new file of calls adds its line.
import * as drafts from "../../schema/drafts.ts";
import * as attachmentLink from "../../schema/message/attachment-link.ts";
import * as attachmentText from "../../schema/message/attachment-text.ts";
import type { CallRoom } from "../call.ts";
import { draftCalls } from "./drafts.ts";
import { attachmentLinkCalls } from "./message/attachment-link.ts";
import { attachmentTextCalls } from "./message/attachment-text.ts";
import { attachmentCalls } from "./message/attachments.ts";

export const draftsRoom: CallRoom = {
  tag: "Drafts",
  description: "Messages in the making, their files, and scheduled sending.",
  schemas: [drafts, attachmentText, attachmentLink],
  calls: [...draftCalls, ...attachmentCalls, ...attachmentTextCalls, ...attachmentLinkCalls],
};
