// How people and addresses are shown: a name, and a disc with initials in a colour that stays theirs.
import { hash52 } from "../../lib/hash.ts";
import { type Html, html } from "../../lib/html.ts";

/** Colours of discs in the style sheet. */
const hues = 8;

export interface Named {
  email: string;
  name: string | null;
}

/** The name; where there is none, or one that claims to be another address, the address. */
export function nameOf(named: Named): string {
  const trimmed = named.name?.trim() ?? "";
  return trimmed === "" || claimsAddress(named) ? named.email : trimmed;
}

/** Also full-width or small. */
const atSign = /[@\uff20\ufe6b]/;

/** Whether a name would stand for another address than the one that it is of. */
export function claimsAddress({ email, name }: Named): boolean {
  if (name === null || !atSign.test(name)) return false;
  const own = email.toLowerCase();
  return name.split(/[\s<>()[\]"',;:]/).some((word) => atSign.test(word) && word.toLowerCase() !== own);
}

/** Without the surname, where there is one: for lines that name several people. */
export function shortName(named: Named): string {
  const name = nameOf(named);
  if (name.includes("@")) return name.slice(0, name.indexOf("@"));
  return name.split(/[\s,]+/, 1)[0] ?? name;
}

export function avatar(named: Named, size: "small" | "large" = "large"): Html {
  const hue = hash52(named.email.toLowerCase()) % hues;
  return html`<span class="avatar hue-${hue} ${size}" aria-hidden="true">${initialsOf(named)}</span>`;
}

function initialsOf(named: Named): string {
  const words = nameOf(named)
    .replace(/@.*$/s, "")
    .split(/[\s._-]+/)
    .map((word) => [...word].find((char) => /[\p{L}\p{N}]/u.test(char)) ?? "")
    .filter((char) => char !== "");
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.join("").toUpperCase() || "?";
}
