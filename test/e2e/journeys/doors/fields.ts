// Items as the API has them, for doors that give its fields.
import type { Item } from "./door.ts";

export interface ApiItem {
  kind: string;
  ack: string;
  message: { id: string; reply_text: string; attachments: { id: string }[] } | null;
}

export function itemOf(item: ApiItem | null): Item | null {
  if (item === null) return null;
  const { kind, ack, message } = item;
  return {
    kind,
    ack,
    message: message?.id ?? null,
    text: message?.reply_text ?? "",
    files: message?.attachments.map(({ id }) => id) ?? [],
  };
}
