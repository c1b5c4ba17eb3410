// The calendar: events are made, moved and lengthened by dragging and by keys, and the server learns the zone of the browser.
// Whatever is moved is sent as the form of the page; where guests are told, or other dates are meant, the event's page asks.
import { afterPress, carryIn, followPointer, whenHeld } from "./carry.ts";
import { within } from "./parts.ts";

const slotMinutes = 15;
const dayMinutes = 1440;
/** So far a press becomes a drag. */
const dragPx = 5;
/** The end of an event by which it is lengthened. */
const edgePx = 8;

/** Tells the server the zone of the browser; the calendar is shown in it at once. */
export function browserZone(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const cookie = `postroom_zone=${timeZone}`;
  if (document.cookie.split("; ").includes(cookie)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: The Cookie Store API is not in every browser.
  document.cookie = `${cookie}; Path=/console; Max-Age=31536000; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
  const shown = document.querySelector<HTMLElement>("[data-zone]")?.dataset.zone;
  const isKept = document.cookie.split("; ").includes(cookie);
  if (isKept && shown !== undefined && shown !== timeZone) location.reload();
}

interface Place {
  day: string;
  from: number;
  to: number;
}

export function calendarGrid(part: ParentNode): void {
  const [grid] = within(part, ".hours");
  if (!grid) return;
  carryIn(grid);
  grid.addEventListener("pointerdown", (event) => press(grid, event));
  grid.addEventListener("keydown", (event) => moveKey(grid, event));
  grid.addEventListener("focusout", () => moving && putBack());
}

const columnsOf = (grid: HTMLElement) => [...grid.querySelectorAll<HTMLElement>(".slots")];
const hoursOf = (grid: HTMLElement) => grid.dataset.hours!.split(" ").map(Number) as [number, number];

/** Where a pointer is: the column's day, and the minute. */
function pointAt(grid: HTMLElement, { clientX, clientY }: PointerEvent): { day: string; minute: number } {
  const [first, last] = hoursOf(grid);
  const columns = columnsOf(grid);
  const column = columns.find((one) => clientX < one.getBoundingClientRect().right) ?? columns.at(-1)!;
  const { top, height } = column.getBoundingClientRect();
  const minute = first * 60 + ((clientY - top) / height) * (last - first) * 60;
  return { day: column.dataset.day!, minute: Math.min(Math.max(minute, 0), dayMinutes) };
}

const snapped = (minute: number) => Math.round(minute / slotMinutes) * slotMinutes;

/** Puts the line of an event at a place of the grid. */
function place(grid: HTMLElement, line: HTMLElement, { day, from, to }: Place): void {
  const [first, last] = hoursOf(grid);
  const column = columnsOf(grid).find((one) => one.dataset.day === day);
  if (column && line.parentElement !== column) column.append(line);
  const rows = Math.max(2, Math.ceil((to - from) / slotMinutes));
  // Among the hours that are shown: rows behind them would stretch the grid.
  const lowest = ((last - first) * 60) / slotMinutes - rows;
  const at = Math.max(0, Math.min(Math.floor((from - first * 60) / slotMinutes), lowest));
  line.className = `moving at-${at} for-${rows} lane-1-0`;
}

function press(grid: HTMLElement, down: PointerEvent): void {
  if (down.button !== 0 || getComputedStyle(grid).display !== "grid") return;
  const target = down.target as HTMLElement;
  const link = target.closest<HTMLElement>("a[data-etag]");
  const isMaking = target.matches(".slots") && document.getElementById("new") !== null;
  if (link || isMaking) whenHeld(down, () => carry(grid, down, link));
}

function carry(grid: HTMLElement, down: PointerEvent, link: HTMLElement | null): void {
  link?.focus();
  const begun = pointAt(grid, down);
  const was = link && placeOf(link);
  const line = link ? link.parentElement! : document.createElement("li");
  const isLonger = link !== null && link.getBoundingClientRect().bottom - down.clientY < edgePx;
  let now: Place | null = null;
  const home = link && keepHome(line);
  const move = (event: PointerEvent) => {
    if (!now && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < dragPx) return;
    const { day, minute } = pointAt(grid, event);
    now = was ? dragged(was, { begun: begun.minute, day, minute, isLonger }) : drawn(begun, minute);
    place(grid, line, now);
  };
  const cancel = () => {
    if (home) home();
    else line.remove();
  };
  const up = () => {
    if (link && now) afterPress(link, () => keep(link, now!));
    else if (!link) {
      const hour = Math.floor(begun.minute / 30) * 30;
      make(now ?? { day: begun.day, from: hour, to: Math.min(hour + 60, dayMinutes) });
    }
  };
  followPointer({ move, up, cancel });
}

interface Drag {
  begun: number;
  day: string;
  minute: number;
  isLonger: boolean;
}

function dragged(was: Place, { begun, day, minute, isLonger }: Drag): Place {
  const by = snapped(minute - begun);
  if (isLonger) return { ...was, to: Math.min(Math.max(was.to + by, was.from + slotMinutes), dayMinutes) };
  const length = was.to - was.from;
  const from = Math.min(Math.max(was.from + by, 0), dayMinutes - length);
  return { day, from, to: from + length };
}

function drawn({ day, minute }: { day: string; minute: number }, until: number): Place {
  const from = Math.min(snapped(Math.min(minute, until)), dayMinutes - slotMinutes);
  return { day, from, to: Math.max(from + slotMinutes, snapped(Math.max(minute, until))) };
}

export function placeOf(link: HTMLElement): Place {
  const { from, to } = link.dataset;
  const day = link.closest<HTMLElement>("[data-day]")!.dataset.day!;
  return { day, from: Number(from), to: Number(to) };
}

/** @returns what puts the line back where it is now */
function keepHome(line: HTMLElement): () => void {
  const { className, parentElement, nextElementSibling } = line;
  return () => {
    line.className = className;
    parentElement!.insertBefore(line, nextElementSibling);
  };
}

const two = (value: number) => String(value).padStart(2, "0");
const clock = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** The fields of a time, as the server takes them: midnight is the next day's. */
function fieldsOf({ day, from, to }: Place): Record<string, string> {
  const isNext = to === dayMinutes;
  return {
    date: day,
    from: clock(from),
    until: isNext ? nextDay(day) : day,
    to: isNext ? "00:00" : clock(to),
  };
}

/** Keeps an event at its new place. */
export function keep(link: HTMLElement, now: Place): void {
  const form = document.getElementById("move") as HTMLFormElement;
  const fields = fieldsOf(now);
  const [action, place] = link.getAttribute("href")!.split("?") as [string, string?];
  const input = (name: string) => form.querySelector<HTMLInputElement>(`[name="${name}"]`)!;
  if (link.dataset.asks !== undefined) {
    const kept = Object.fromEntries(new URLSearchParams(place));
    location.href = `${action}?${new URLSearchParams({ ...kept, ...fields, zone: input("zone").value })}#change`;
    return;
  }
  for (const [name, value] of Object.entries({ ...fields, etag: link.dataset.etag! }))
    input(name).value = value;
  form.setAttribute("action", action);
  form.requestSubmit();
}

/** The form of a new event with these times. */
function make({ day, from, to }: Place): void {
  const url = new URL(location.href);
  for (const name of ["week", "from", "done"]) url.searchParams.delete(name);
  const times = { on: day, at: clock(from), until: to === dayMinutes ? "23:59" : clock(to), new: "1" };
  for (const [name, value] of Object.entries(times)) url.searchParams.set(name, value);
  location.href = url.href;
}

/** The event that keys have moved and that is not kept yet. */
let moving: { link: HTMLElement; now: Place; home: () => void } | null = null;

function putBack(): void {
  const { home, link } = moving!;
  moving = null;
  home();
  if (document.activeElement === document.body) link.focus();
}

function moveKey(grid: HTMLElement, event: KeyboardEvent): void {
  const link = (event.target as Element).closest<HTMLElement>("a[data-etag]");
  if (!link || event.ctrlKey || event.metaKey || event.altKey || getComputedStyle(grid).display !== "grid")
    return;
  if (moving && (event.key === "Enter" || event.key === "Escape")) {
    event.preventDefault();
    event.stopPropagation();
    const { now } = moving;
    if (event.key === "Escape") putBack();
    else {
      moving = null;
      keep(link, now);
    }
    return;
  }
  const was = moving?.now ?? placeOf(link);
  const now = keyed(grid, event, was);
  if (!now) return;
  event.preventDefault();
  event.stopPropagation();
  const line = link.parentElement!;
  const home = moving?.home ?? keepHome(line);
  moving = null;
  place(grid, line, now);
  // Moving an element takes the focus from it.
  link.focus();
  moving = { link, now, home };
  const form = document.getElementById("move")!;
  document.getElementById("move-said")!.textContent =
    `${form.dataset.said} ${now.day}, ${clock(now.from)}–${clock(now.to)}. ${form.dataset.hint}`;
}

function keyed(grid: HTMLElement, { key, shiftKey }: KeyboardEvent, was: Place): Place | null {
  const shift = (by: number) => {
    const from = Math.min(Math.max(was.from + by, 0), dayMinutes - (was.to - was.from));
    return { ...was, from, to: from + was.to - was.from };
  };
  if (shiftKey && key === "ArrowUp") return shift(-slotMinutes);
  if (shiftKey && key === "ArrowDown") return shift(slotMinutes);
  if (shiftKey && (key === "ArrowLeft" || key === "ArrowRight")) {
    const days = columnsOf(grid).map((one) => one.dataset.day!);
    const day = days[days.indexOf(was.day) + (key === "ArrowLeft" ? -1 : 1)];
    return day === undefined ? was : { ...was, day };
  }
  if (key === "+") return { ...was, to: Math.min(was.to + slotMinutes, dayMinutes) };
  if (key === "-") return { ...was, to: Math.max(was.to - slotMinutes, was.from + slotMinutes) };
  return null;
}
