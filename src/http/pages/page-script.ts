// The script of pages: a button beside each block of text that is worth copying. Without it the page is whole.
export const pageScript = `"use strict";
for (const block of document.querySelectorAll("pre")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    const text = block.firstChild.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(block);
      button.textContent = "Press Ctrl+C";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 3000);
  });
  block.append(button);
}
`;
export const pageScriptPath = "/page.js";
