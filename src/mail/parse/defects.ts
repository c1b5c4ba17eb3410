// Defects of a parsed mail, as the texts that are stored with it.

/** The mail has more markup than is sanitised. */
export const markupDefect = "markup taken away";
/** The time was over; the mail is read again. */
export const partDefect = "not read whole yet";
/** The mail was read again as often as allowed, without success. */
export const lostDefect = "not read whole";
/** Only a summary of the bodies was asked for. Not stored. */
export const summaryDefect = "cut for a summary";
const unreadable = "not readable";

export function unreadableDefect(error: unknown): string {
  return `${unreadable}: ${error instanceof Error ? error.message : String(error)}`;
}

/** Return the defects that hide part of the mail. */
export function losses(defects: readonly string[]): string[] {
  return defects.filter(
    (defect) => [markupDefect, partDefect, lostDefect].includes(defect) || defect.startsWith(unreadable),
  );
}
