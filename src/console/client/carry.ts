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
