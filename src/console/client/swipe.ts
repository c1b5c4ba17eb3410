// A line of a list that a finger pushes aside: its thread is done, by the button of the bar that does so, and the notice takes it back.
const beginsAt = 14;
/** Share of the line's width behind which letting go means it. */
const meant = 0.35;

export function swipes(): void {
  let push: { line: HTMLElement; x: number; y: number; by: number } | null = null;
  const end = () => {
    push?.line.classList.remove("swiped", "meant");
    push?.line.style.removeProperty("translate");
    push = null;
  };
  document.addEventListener("pointerdown", ({ target, pointerType, isPrimary, clientX: x, clientY: y }) => {
    end();
    const line = (target as Element).closest<HTMLElement>(".lines .line");
    if (pointerType !== "touch" || !isPrimary || !line || !boxOf(line) || !button()) return;
    push = { line, x, y, by: 0 };
  });
  document.addEventListener("pointermove", (event) => {
    if (!push || event.pointerType !== "touch") return;
    const [by, down] = [event.clientX - push.x, Math.abs(event.clientY - push.y)];
    if (push.by === 0 && (Math.abs(by) < beginsAt || down > Math.abs(by) / 2)) return;
    push.by = by;
    push.line.style.translate = `${by}px`;
    push.line.classList.add("swiped");
    push.line.classList.toggle("meant", isMeant(push));
  });
  document.addEventListener("pointerup", () => {
    if (!push) return;
    const { line } = push;
    const isDone = push.by !== 0 && isMeant(push);
    end();
    if (!isDone) return;
    for (const box of document.querySelectorAll<HTMLInputElement>(".lines .pick input")) box.checked = false;
    boxOf(line)!.checked = true;
    button()?.click();
  });
  // The browser scrolls, or takes the finger's way for itself.
  document.addEventListener("pointercancel", end);
}

const isMeant = ({ line, by }: { line: HTMLElement; by: number }) => Math.abs(by) > meant * line.clientWidth;
const boxOf = (line: HTMLElement) => line.querySelector<HTMLInputElement>(".pick input:enabled");
const button = () => document.querySelector<HTMLElement>('#bulk [name="action"][value="resolved"]');
