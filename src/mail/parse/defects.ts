// Defects of a parsed mail, as the texts that are stored with it.

/** The mail has more markup than is sanitised. */
export const markupDefect = "markup taken away";
/** The time was over; the mail is read again. */
export const partDefect = "not read whole yet";
/** The mail was read again as often as allowed, without success. */
export const lostDefect = "not read whole";
/** Only a summary of the bodies was asked for. Not stored. */
export const summaryDefect = "cut for a summary";
/** Levels and parts beyond what is looked at. */
const deepDefect = "parts nested too deep";
const manyDefect = "too many parts";
const encrypted = "encrypted";
const unreadable = "not readable";

/** The stored text is not what was stored. Not stored itself. */
export const damagedDefect = `${unreadable}: the stored text is damaged`;

/** Whether parts of the mail are beyond what is looked at. */
export function leavesParts(defects: readonly string[]): boolean {
  return defects.includes(deepDefect) || defects.includes(manyDefect);
}

export function unreadableDefect(error: unknown): string {
  return `${unreadable}: ${error instanceof Error ? error.message : String(error)}`;
}

export function encryptedDefect(by: "S/MIME" | "OpenPGP"): string {
  return `${encrypted} by ${by}: its text needs a key that is not here`;
}

/** Return the defects that hide part of the mail. */
export function losses(defects: readonly string[]): string[] {
  return defects.filter(
    (defect) =>
      [markupDefect, partDefect, lostDefect, deepDefect, manyDefect].includes(defect) ||
      defect.startsWith(unreadable) ||
      defect.startsWith(encrypted),
  );
}
