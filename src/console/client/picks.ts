// Lines of a list that are chosen: by boxes, with shift for all between two, and by the keyboard.
const boxes = () => [...document.querySelectorAll<HTMLInputElement>(".lines .pick input:enabled")];
/** The box that was changed last: a range begins at it. */
let last: string | null = null;

export function picks(): void {
  document.addEventListener(
    "click",
    (event) => {
      const target = event.target as Element;
      const word = target.closest<HTMLElement>("[data-pick]")?.dataset.pick;
      if (word && boxes().length > 0) {
        event.preventDefault();
        return set(boxes(), word === "page");
      }
      const line = target.closest(".line");
      const box = line?.querySelector<HTMLInputElement>(".pick input:enabled");
      const isBox = target === box;
      if (!box || !(isBox || (event.shiftKey && target.closest("a")))) return;
      if (event.shiftKey) {
        const on = isBox ? box.checked : true;
        if (!isBox) event.preventDefault();
        set(between(box), on);
        getSelection()?.removeAllRanges();
      }
      last = box.value;
      tell();
    },
    true,
  );
  // Enter in a sheet's field means the sheet's own button.
  document.addEventListener("keydown", (event) => {
    const field = (event.target as Element).closest("#bulk .sheet :is(input, select)");
    if (!field || event.key !== "Enter") return;
    event.preventDefault();
    field.closest(".sheet")?.querySelector<HTMLElement>(".primary")?.click();
  });
}

/** Nothing is chosen. */
export function unpick(): void {
  set(boxes(), false);
}

/** x chooses the line where one is; shift and up or down choose on. @returns whether the key was one of these */
export function pickKey({ key, shiftKey }: KeyboardEvent): boolean {
  const all = boxes();
  if (all.length === 0) return false;
  const here = current(all);
  if (key === "x") {
    const box = all[Math.max(here, 0)]!;
    set([box], !box.checked);
    last = box.value;
    focusOn(box);
    return true;
  }
  const step = shiftKey && { ArrowDown: 1, J: 1, ArrowUp: -1, K: -1 }[key];
  if (!step) return false;
  const next = all[Math.min(Math.max(here + step, 0), all.length - 1)]!;
  set([all[Math.max(here, 0)]!, next], true);
  last = next.value;
  focusOn(next);
  return true;
}

/** The line that has the focus, else the one that is read; -1: none. */
function current(all: readonly HTMLInputElement[]): number {
  const focused = all.findIndex((box) => box.closest(".line")!.contains(document.activeElement));
  return focused >= 0 ? focused : all.findIndex((box) => box.closest(".line.here"));
}

function focusOn(box: HTMLInputElement): void {
  box.closest(".line")?.querySelector<HTMLElement>("a")?.focus();
}

function between(box: HTMLInputElement): HTMLInputElement[] {
  const all = boxes();
  const [from, to] = [all.findIndex(({ value }) => value === last), all.indexOf(box)];
  return from < 0 ? [box] : all.slice(Math.min(from, to), Math.max(from, to) + 1);
}

function set(some: readonly HTMLInputElement[], on: boolean): void {
  for (const box of some) box.checked = on;
  tell();
}

/** How many are chosen. */
export function tell(): void {
  const count = document.querySelector("[data-picked]");
  const picked = boxes().filter(({ checked }) => checked).length;
  if (count && count.textContent !== String(picked)) count.textContent = String(picked);
}
