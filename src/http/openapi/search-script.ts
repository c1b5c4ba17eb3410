// The script of /docs: hides the calls that do not have the words in the search field. Without it the page is whole.
export const searchScript = `"use strict";
{
const field = document.getElementById("search");
const calls = [...document.querySelectorAll("section details[id]")].map((call) => [call, call.textContent.toLowerCase()]);
field.parentElement.hidden = false;
field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const [call, text] of calls) call.hidden = !words.every((word) => text.includes(word));
  for (const part of document.querySelectorAll("section")) {
    const own = [...part.querySelectorAll("details[id]")];
    part.hidden = own.length > 0 && own.every((call) => call.hidden);
  }
});
const open = () => {
  const call = document.getElementById(location.hash.slice(1));
  if (call instanceof HTMLDetailsElement) call.open = true;
};
addEventListener("hashchange", open);
open();
}
`;
