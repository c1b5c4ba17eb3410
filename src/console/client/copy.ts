// A button beside each block of text that is worth copying.
import { within } from "./parts.ts";

export function copyButtons(part: ParentNode): void {
  const { copy, copied, byHand } = document.body.dataset;
  for (const block of within(part, "pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button plain small copy";
    button.textContent = copy!;
    button.addEventListener("click", async () => {
      const text = block.firstChild?.textContent ?? "";
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = copied!;
      } catch {
        getSelection()?.selectAllChildren(block);
        button.textContent = byHand!;
      }
      setTimeout(() => {
        button.textContent = copy!;
      }, 3000);
    });
    block.append(button);
  }
}
