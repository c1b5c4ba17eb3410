// The mark: a letter that goes into a slot. In the head of pages, and as their icon.
import { Html } from "../../lib/html.ts";

const shapes = `<rect width="32" height="32" rx="7" fill="#0b62c4"/><rect x="7" y="5" width="18" height="13" rx="1.5" fill="#fff"/><path d="m8 7 8 6 8-6" fill="none" stroke="#0b62c4" stroke-width="1.8" stroke-linejoin="round"/><path d="M5 18h22v3H5z" fill="#0b62c4"/><path d="M5 21h22M10 26h12" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>`;

/** Served at iconPath. */
export const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${shapes}</svg>`;
export const iconPath = "/favicon.svg";

/** The icon while something waits for a person. */
export const waitingIconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${shapes}<circle cx="25" cy="7" r="7" fill="#d92d20" stroke="#fff" stroke-width="2"/></svg>`;

/** The word beside it names it. */
export const mark = new Html(
  `<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">${shapes}</svg>`,
);
