// Icons: strokes on a grid of 20, in the colour of the text. A page carries the symbols that it uses, once.
import { Html, html } from "../../lib/html.ts";

const shapes = {
  inbox: `<path d="M3 11.5 5.2 4.6A1.5 1.5 0 0 1 6.6 3.5h6.8a1.5 1.5 0 0 1 1.4 1.1L17 11.5V15a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15z"/><path d="M3 11.5h3.6l1.2 2h4.4l1.2-2H17"/>`,
  hand: `<circle cx="10" cy="6.5" r="3"/><path d="M4 17c.3-3.4 2.7-5.5 6-5.5s5.7 2.1 6 5.5"/>`,
  clock: `<circle cx="10" cy="10" r="6.8"/><path d="M10 6v4.2l2.8 1.7"/>`,
  check: `<path d="m4 10.6 4 4 8-9"/>`,
  done: `<circle cx="10" cy="10" r="6.8"/><path d="m6.9 10.3 2.2 2.2 4-4.6"/>`,
  all: `<path d="M3.5 5h13M3.5 10h13M3.5 15h13"/>`,
  draft: `<path d="m12.7 4 3.3 3.3L7.3 16H4v-3.3z"/><path d="m11 5.7 3.3 3.3"/>`,
  calendar: `<rect x="3" y="4.5" width="14" height="12.5" rx="2"/><path d="M3 8.5h14M6.8 2.8v3M13.2 2.8v3"/>`,
  settings: `<path d="M3 6h7.5M14.5 6H17M3 14h2.5M9.5 14H17"/><circle cx="12.5" cy="6" r="2"/><circle cx="7.5" cy="14" r="2"/>`,
  search: `<circle cx="8.8" cy="8.8" r="5.3"/><path d="m12.8 12.8 4 4"/>`,
  write: `<path d="M10 4v12M4 10h12"/>`,
  reply: `<path d="M8.5 5 4 9.5 8.5 14M4 9.5h7.5c3 0 4.5 1.8 4.5 5.5"/>`,
  "reply-all": `<path d="M7 5 2.5 9.5 7 14M11.5 5 7 9.5l4.5 4.5M7 9.5h6c2.6 0 4 1.7 4 5"/>`,
  forward: `<path d="M11.5 5 16 9.5 11.5 14M16 9.5H8.5C5.5 9.5 4 11.3 4 15"/>`,
  clip: `<path d="m15.5 9.6-5.9 5.9a3.6 3.6 0 0 1-5.1-5.1l6.4-6.4a2.4 2.4 0 0 1 3.4 3.4l-6.3 6.3a1.2 1.2 0 0 1-1.7-1.7l5.6-5.6"/>`,
  shield: `<path d="M10 2.8 16 5v4.7c0 3.6-2.4 6.1-6 7.5-3.6-1.4-6-3.9-6-7.5V5z"/><path d="m7.4 9.9 1.9 1.9 3.4-3.7"/>`,
  alert: `<path d="M10 3.2 17.6 16.5H2.4z"/><path d="M10 8v4M10 14.2v.1"/>`,
  bounce: `<path d="M16.5 15.5 10 9M10 14V9h5"/><path d="M3.5 4.5h13"/>`,
  back: `<path d="M12 4.5 6.5 10l5.5 5.5"/>`,
  next: `<path d="m8 4.5 5.5 5.5L8 15.5"/>`,
  close: `<path d="m5 5 10 10M15 5 5 15"/>`,
  more: `<path d="M4.5 10h.1M10 10h.1M15.5 10h.1" stroke-width="2.6"/>`,
  person: `<circle cx="10" cy="7" r="3.2"/><path d="M3.8 17c.5-3.2 2.9-5 6.2-5s5.7 1.8 6.2 5"/>`,
  label: `<path d="M3.5 4.5h6.3l6.7 6.7-5.3 5.3-6.7-6.7z"/><path d="M6.9 7.9h.1" stroke-width="2.2"/>`,
  note: `<path d="M4 3.5h12v9l-4 4H4z"/><path d="M16 12.5h-4v4M7 7.5h6M7 10.5h3"/>`,
  key: `<circle cx="7" cy="13" r="3.5"/><path d="m9.6 10.4 6.9-6.9M13.5 6.5l2.5 2.5"/>`,
  image: `<rect x="3" y="4" width="14" height="12" rx="2"/><circle cx="7.3" cy="8.2" r="1.3"/><path d="m4 14.5 4-3.7 2.7 2.4 2.5-2.2 2.8 2.6"/>`,
  flag: `<path d="M5 17V3.5h9.5l-2 3.5 2 3.5H5"/>`,
  moon: `<path d="M15.8 12.3A6.6 6.6 0 0 1 7.7 4.2a6.6 6.6 0 1 0 8.1 8.1z"/>`,
  sun: `<circle cx="10" cy="10" r="3.4"/><path d="M10 2.5v1.8M10 15.7v1.8M2.5 10h1.8M15.7 10h1.8M4.7 4.7 6 6M14 14l1.3 1.3M4.7 15.3 6 14M14 6l1.3-1.3"/>`,
  leave: `<path d="M8 3.5H4.5A1.5 1.5 0 0 0 3 5v10a1.5 1.5 0 0 0 1.5 1.5H8M12.5 6.5 16 10l-3.5 3.5M16 10H7.5"/>`,
  menu: `<path d="M3.5 6h13M3.5 10h13M3.5 14h13"/>`,
  link: `<path d="M8.5 11.5a3 3 0 0 0 4.2 0l2.7-2.7a3 3 0 0 0-4.2-4.2l-1 1M11.5 8.5a3 3 0 0 0-4.2 0l-2.7 2.7a3 3 0 0 0 4.2 4.2l1-1"/>`,
  globe: `<circle cx="10" cy="10" r="6.8"/><path d="M3.2 10h13.6M10 3.2c-4.4 4.4-4.4 9.2 0 13.6 4.4-4.4 4.4-9.2 0-13.6z"/>`,
  bolt: `<path d="M11 2.8 4.5 11.5h4.7L9 17.2l6.5-8.7h-4.7z"/>`,
  team: `<circle cx="7.5" cy="7.3" r="2.8"/><path d="M2.5 16c.3-2.9 2.2-4.5 5-4.5s4.7 1.6 5 4.5M12.5 4.8a2.6 2.6 0 0 1 0 5M14.3 11.8c1.9.5 3 2 3.2 4.2"/>`,
  trash: `<path d="M3.5 5.5h13M8 5.5V3.5h4v2M5.2 5.5l.8 11h8l.8-11M8.3 8.5v5M11.7 8.5v5"/>`,
  folder: `<path d="M3 5.5A1.5 1.5 0 0 1 4.5 4H8l1.8 2h5.7A1.5 1.5 0 0 1 17 7.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14.5z"/>`,
  mail: `<rect x="3" y="4.5" width="14" height="11" rx="1.5"/><path d="m3.5 6 6.5 5 6.5-5"/>`,
  history: `<path d="M3.5 4v3.8h3.8"/><path d="M3.9 7.6a6.6 6.6 0 1 1-.6 3.6"/><path d="M10 6.6v3.7l2.6 1.5"/>`,
} as const;

export type IconName = keyof typeof shapes;

/** Icons that point along the line, and the other way where it runs from right to left. */
const mirrored = new Set<IconName>(["reply", "reply-all", "forward", "back", "next", "leave", "draft"]);

/** Decoration: the words beside it, or the label of its button, say what it means. */
export function icon(name: IconName): Html {
  return html`<svg class="icon${mirrored.has(name) && " mirrored"}" aria-hidden="true"><use href="#i-${name}"/></svg>`;
}

/** The symbols that a page uses. */
export function spriteOf(markup: string): Html {
  const names = new Set(
    [...markup.matchAll(/<use href="#i-([a-z-]+)"\/>/g)].map(([, name]) => name as IconName),
  );
  const symbols = [...names].map(
    (name) => `<symbol id="i-${name}" viewBox="0 0 20 20">${shapes[name]}</symbol>`,
  );
  return new Html(`<svg class="sprite" aria-hidden="true">${symbols.join("")}</svg>`);
}
