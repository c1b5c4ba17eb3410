// Two versions of a field side by side, what differs marked in each.
import { type Html, html } from "../../lib/html.ts";
import { type DiffPiece, differenceOf } from "./diff.ts";

interface Side {
  name: string;
  text: string;
}

export function sidesView(field: string, before: Side, after: Side): Html {
  const pieces = differenceOf(before.text, after.text);
  return html`<p class="eyebrow">${field}</p><div class="sides">${sideView(before.name, pieces, "removed")}
${sideView(after.name, pieces, "added")}</div>`;
}

function sideView(name: string, pieces: readonly DiffPiece[], own: "removed" | "added"): Html {
  const marked = (text: string) => (own === "removed" ? html`<del>${text}</del>` : html`<ins>${text}</ins>`);
  return html`<div><p class="side-name">${name}</p><div class="text">${pieces.map(({ kind, text }) => (kind === "same" ? text : kind === own && marked(text)))}</div></div>`;
}
