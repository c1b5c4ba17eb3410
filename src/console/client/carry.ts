// A press that carries: with the mouse at once, with a finger once it has rested. Until then a finger scrolls.
const restMs = 350;
/** So far a finger moves that scrolls. */
const scrollPx = 8;

let isCarrying = false;

/** An area in which a finger that carries neither scrolls nor opens a menu. */
export function carryIn(area: HTMLElement): void {
  area.addEventListener("touchmove", (event) => isCarrying && event.preventDefault(), { passive: false });
  area.addEventListener("contextmenu", (event) => isCarrying && event.preventDefault());
}

interface CarryWays {
  move(event: PointerEvent): void;
  up(): void;
  /** Puts back the thing that is carried. */
  cancel(): void;
}

/** Follows the pointer until it is let go, or Escape takes all back. */
export function followPointer({ move, up, cancel }: CarryWays): void {
  const following = new AbortController();
  const ending = (end: () => void) => () => {
    following.abort();
    end();
  };
  const { signal } = following;
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", ending(up), { signal });
  addEventListener("pointercancel", ending(cancel), { signal });
  addEventListener("keydown", (event) => event.key === "Escape" && ending(cancel)(), {
    capture: true,
    signal,
  });
}

/** The press ends on its link, which it would follow. */
export function afterPress(link: HTMLElement, then: () => void): void {
  link.addEventListener("click", (event) => event.preventDefault(), { once: true, capture: true });
  setTimeout(then, 0);
}

/** Begins to carry, now or when the finger has rested; never, where it scrolls or goes before. */
export function whenHeld(down: PointerEvent, begin: () => void): void {
  if (down.pointerType !== "touch") {
    down.preventDefault();
    begin();
    return;
  }
  const stop = () => {
    clearTimeout(timer);
    isCarrying = false;
    removeEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) removeEventListener(name, stop);
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (!isCarrying && Math.hypot(clientX - down.clientX, clientY - down.clientY) > scrollPx) stop();
  };
  const timer = setTimeout(() => {
    isCarrying = true;
    begin();
  }, restMs);
  addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, stop);
}
