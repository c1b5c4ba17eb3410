// Detects mail that a program wrote, which must never be answered automatically. RFC 3834 2

import { binaryText } from "../mime/charset.ts";
import { firstField, type HeaderField } from "../mime/headers.ts";
import type { PartStructure } from "../mime/structure.ts";

export interface Automation {
  automated: boolean;
  /** The Auto-Submitted field's keyword, lower case. */
  autoSubmitted: string | null;
  /** The List-Id field's identifier, without brackets. */
  listId: string | null;
}

export function automationOf(fields: HeaderField[], root: PartStructure): Automation {
  const autoSubmitted = keyword(fields, "auto-submitted");
  const precedence = keyword(fields, "precedence");
  const list = firstField(fields, "list-id");
  const listId =
    list === null
      ? null
      : (/<([^<>]{1,255})>/.exec(list)?.[1] ?? binaryText(list).slice(0, 255)).trim() || null;
  const returnPath = firstField(fields, "return-path");
  const isReport =
    root.subtype === "report" ||
    root.params["report-type"] !== undefined ||
    returnPath?.replace(/\s/g, "") === "<>";
  const automated =
    (autoSubmitted !== null && autoSubmitted !== "no") ||
    (precedence !== null && /^(?:bulk|list|junk|auto_reply)$/.test(precedence)) ||
    listId !== null ||
    firstField(fields, "x-auto-response-suppress") !== null ||
    firstField(fields, "x-autoreply") !== null ||
    firstField(fields, "x-autorespond") !== null ||
    isReport;
  return { automated, autoSubmitted, listId };
}

/** The first word of a field, lower case; comments and parameters dropped. RFC 3834 5 */
function keyword(fields: HeaderField[], key: string): string | null {
  const value = firstField(fields, key);
  return value === null ? null : (/[\w-]+/.exec(value.toLowerCase())?.[0] ?? null);
}
