// What can be wrong with how a mail was read, in the words that are stored with it.

/** There was more markup than is sanitised. */
export const markupDefect = "markup taken away";
/** The time was over; it is read again. */
export const partDefect = "not read whole yet";
/** It was read again, as often as is tried. */
export const lostDefect = "not read whole";
const unreadable = "not readable";

export function unreadableDefect(error: unknown): string {
  return `${unreadable}: ${error instanceof Error ? error.message : String(error)}`;
}

/** Of all defects, those for which less is shown than was sent. */
export function losses(defects: readonly string[]): string[] {
  return defects.filter(
    (defect) => [markupDefect, partDefect, lostDefect].includes(defect) || defect.startsWith(unreadable),
  );
}
