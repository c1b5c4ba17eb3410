// The meaning of a key at the decision desk: pure, so that thousands of presses can be tried. A key acts on the card that is shown, once
// all of it is there and has been for a moment; nothing is decided twice, by a key that is held down, or while somebody writes.
export const settleMs = 350;

/** Elements that take what is typed. */
export const writable = "input:not([type=checkbox]), textarea, select, [contenteditable]";

export interface DeskState {
  /** Since when the card is whole and seen, in milliseconds; null: it is not. */
  seenSince: number | null;
  /** A decision was sent, or the next card was asked for. */
  isLeft: boolean;
  /** The focus is in a field. */
  isTyping: boolean;
  /** The focus is on what the space bar presses. */
  isOnButton: boolean;
  /** A sheet of the card is open: words for another decision may stand in it. */
  hasSheet: boolean;
}

export interface DeskPress {
  key: string;
  isRepeated: boolean;
  /** With Ctrl, Meta or Alt. */
  isModified: boolean;
}

/** Keys that end what is seen of a card. */
const ending = ["y", "Space"];
const sheets = ["e", "r", "n", "t"];

export const deskKeys: readonly string[] = [...ending, ...sheets];

/**
 * @returns the key of the part that is pressed; "wait": it is a key of the desk that does nothing now; null: it is none
 */
export function deskAction(press: DeskPress, state: DeskState, now: number): string | null {
  const key = press.key === " " ? "Space" : press.key;
  if (!deskKeys.includes(key) || press.isModified || state.isTyping) return null;
  if (key === "Space" && state.isOnButton) return null;
  const isSettled = state.seenSince !== null && now - state.seenSince >= settleMs;
  if (!isSettled || state.isLeft || press.isRepeated) return "wait";
  return ending.includes(key) && state.hasSheet ? "wait" : key;
}
