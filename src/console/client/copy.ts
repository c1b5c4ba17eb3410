// A button beside each block of text that is worth copying.
import { within } from "./parts.ts";

export function copyButtons(part: ParentNode): void {
  for (const block of within(part, "pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button plain small copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      const text = block.firstChild?.textContent ?? "";
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
      } catch {
        getSelection()?.selectAllChildren(block);
        button.textContent = "Press Ctrl+C";
      }
      setTimeout(() => {
        button.textContent = "Copy";
      }, 3000);
    });
    block.append(button);
  }
}
