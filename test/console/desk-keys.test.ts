// The keys of the decision desk in the worst hands: seeded random presses at random moments. A decision is by accident where its
// card was not the one that was shown whole for a moment, where the key was held down, or where it was typed into a field.
import { expect, test } from "bun:test";
import { deskAction, deskKeys, settleMs } from "../../src/console/client/desk-keys.ts";
import { keyTable } from "../../src/console/frame/key-table.ts";
import { seeded } from "../support/app/random.ts";

const keys = [...keyTable.desk, ...keyTable.everywhere].map(({ key }) => (key === "Space" ? " " : key));

test("the desk's keys stand in the table", () => {
  const rows = keyTable.desk.map(({ key }) => key).filter((key) => key !== "Ctrl+Enter");
  expect(rows.toSorted()).toEqual([...deskKeys].toSorted());
});

// DECISIONS Agent signup and console: Its keys (y, e, r, n, t, space) act on that card alone
test("of a thousand random presses none decides by accident, in twenty rounds", () => {
  let decisions = 0;
  const accidents: unknown[] = [];
  for (let seed = 1; seed <= 20; seed++) {
    const below = seeded(seed);
    let now = 0;
    /** When the card is whole in the page; the one before stays in sight until then, left. */
    let wholeAt = 0;
    let isLeft = false;
    let focus: "page" | "field" | "button" = "page";
    let sheet: string | null = null;
    let held = "";
    for (let press = 0; press < 1000; press++) {
      now += below(4) === 0 ? below(1500) : below(200);
      if (isLeft && now >= wholeAt) [isLeft, focus, sheet] = [false, "page", null];
      const isRepeated = below(8) === 0 && held !== "";
      const key = isRepeated ? held : keys[below(keys.length)]!;
      held = key;
      const isModified = below(12) === 0;
      const state = {
        seenSince: now >= wholeAt ? wholeAt : null,
        isLeft,
        isTyping: focus === "field",
        isOnButton: focus === "button",
        hasSheet: sheet !== null,
      };
      const action = deskAction({ key, isRepeated, isModified }, state, now);
      const leaves = action === "y" || action === "Space";
      if (key === "Escape") [focus, sheet] = focus === "field" ? ["page", sheet] : ["page", null];
      if (action === null || action === "wait") continue;
      const seenFor = isLeft ? -1 : now - wholeAt;
      if (seenFor < settleMs || focus === "field" || isRepeated || isModified || (leaves && sheet !== null))
        accidents.push({ seed, press, key, action, seenFor, focus, isRepeated, isModified, sheet });
      if (leaves) {
        decisions++;
        [isLeft, wholeAt] = [true, now + below(900)];
      } else {
        sheet = sheet === action ? null : action;
        focus = sheet === null ? "page" : sheet === "t" ? "button" : "field";
      }
    }
  }
  expect(accidents).toEqual([]);
  expect(decisions).toBeGreaterThan(100);
});
