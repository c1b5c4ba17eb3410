// The calls of the room `drafts`, in the order in which the OpenAPI document shows them. A new file of calls adds its line.
import * as drafts from "../../schema/drafts.ts";
import * as attachmentLink from "../../schema/message/attachment-link.ts";
import * as attachmentText from "../../schema/message/attachment-text.ts";
import * as templates from "../../schema/sending/templates.ts";
import type { CallRoom } from "../call.ts";
import { draftCalls } from "./drafts.ts";
import { attachmentLinkCalls } from "./message/attachment-link.ts";
import { attachmentTextCalls } from "./message/attachment-text.ts";
import { attachmentCalls } from "./message/attachments.ts";
import { templateCalls } from "./sending/templates.ts";

export const draftsRoom: CallRoom = {
  tag: "Drafts",
  description: "Messages in the making, their files, templates with which they begin, and scheduled sending.",
  schemas: [drafts, attachmentText, attachmentLink, templates],
  calls: [
    ...draftCalls,
    ...attachmentCalls,
    ...attachmentTextCalls,
    ...attachmentLinkCalls,
    ...templateCalls,
  ],
};
