// Beside a send that is edited stands what the agent wrote, with the difference.
import { differenceOf } from "../reviews/diff.ts";
import { within } from "./parts.ts";

export function differences(part: ParentNode): void {
  for (const original of within(part, "[data-original]")) {
    const field = document.getElementById(original.dataset.original ?? "");
    if (!(field instanceof HTMLTextAreaElement)) continue;
    const before = field.defaultValue;
    field.addEventListener("input", () => {
      original.replaceChildren(
        ...differenceOf(before, field.value).map(({ kind, text }) => {
          if (kind === "same") return document.createTextNode(text);
          const mark = document.createElement(kind === "removed" ? "del" : "ins");
          mark.textContent = text;
          return mark;
        }),
      );
    });
  }
}
