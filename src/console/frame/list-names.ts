// The lists of mail that the pages have, each with its icon.
import type { IconName } from "./icons.ts";

export type ListName =
  | "needs"
  | "open"
  | "waiting"
  | "snoozed"
  | "done"
  | "all"
  | "drafts"
  | "sent"
  | "spam"
  | "trash"
  | "folder"
  | "label";
export const listIcons: Record<ListName, IconName> = {
  needs: "hand",
  open: "inbox",
  waiting: "clock",
  snoozed: "moon",
  done: "done",
  all: "all",
  drafts: "draft",
  sent: "forward",
  spam: "alert",
  trash: "trash",
  folder: "folder",
  label: "label",
};
