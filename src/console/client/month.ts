// The days of a month: an event is carried to another day, its times stay.
import { keep, placeOf } from "./calendar.ts";
import { afterPress, carryIn, followPointer, whenHeld } from "./carry.ts";
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
  const cancel = () => {
    line.classList.remove("moving");
    home!.insertBefore(line, next);
  };
  const up = () => {
    if (day === from.day) cancel();
    else afterPress(link, () => keep(link, { ...from, day }));
  };
  followPointer({ move, up, cancel });
}
