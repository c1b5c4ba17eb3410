// A signature that a call was to have, as the lines that it may be: no signature of a mail is kept under a name here.
import { isUuid } from "./ids.ts";

/** Names of what is kept elsewhere, and answers to whether there is to be one. */
const names = /^(?:default|auto|none|work|personal|true|false|yes|no|on|off)$/i;

/** Whether a value is the text of a signature: no id, name or path of one that is kept elsewhere, no placeholder, and no markup. */
export function isSignature(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const text = value.trim();
  const isName = /^[\da-z_-]*$/.test(text) || names.test(text) || isUuid(text.toLowerCase());
  const isPath = !/\s/.test(text) && /[/\\.~]/.test(text);
  return !isName && !isPath && !/[{}<>[\]]/.test(text);
}
