// The days of a month: an event is carried to another day, its times stay.
import { keep, placeOf } from "./calendar.ts";
import { carryIn, whenHeld } from "./carry.ts";
import { within } from "./parts.ts";

export function monthGrid(part: ParentNode): void {
  const [month] = within(part, ".month");
  if (!month) return;
  carryIn(month);
  month.addEventListener("pointerdown", (down) => {
    const link = (down.target as Element).closest<HTMLElement>("a[data-etag]");
    if (link && down.button === 0) whenHeld(down, () => carry(link));
  });
}

function carry(link: HTMLElement): void {
  link.focus();
  const line = link.parentElement!;
  const { parentElement: home, nextElementSibling: next } = line;
  const from = placeOf(link);
  let day = from.day;
  line.classList.add("moving");
  const move = ({ clientX, clientY }: PointerEvent) => {
    const field = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-day]");
    if (!field || field.dataset.day === day) return;
    day = field.dataset.day!;
    if (day === from.day) home!.insertBefore(line, next);
    else field.querySelector("ul")!.append(line);
  };
  const stop = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", cancel);
    removeEventListener("keydown", onEscape, true);
  };
  const cancel = () => {
    stop();
    line.classList.remove("moving");
    home!.insertBefore(line, next);
  };
  const onEscape = (event: KeyboardEvent) => event.key === "Escape" && cancel();
  const up = () => {
    if (day === from.day) return cancel();
    stop();
    // The press ends on the link, which it would follow.
    link.addEventListener("click", (event) => event.preventDefault(), { once: true, capture: true });
    setTimeout(() => keep(link, { ...from, day }), 0);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", cancel);
  addEventListener("keydown", onEscape, true);
}
