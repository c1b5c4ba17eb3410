// Ways to hide text in a mail, one a technique. `spoken` is HTML that a person sees, `whisper` what none does.
interface Hiding {
  html(spoken: string, whisper: string): string;
  /** The plain part; without it the spoken text alone. */
  plain?(spoken: string, whisper: string): string;
}

const styled = (style: string): Hiding => ({ html: (s, w) => `${s}<div style="${style}">${w}</div>` });
const around = (before: string, after: string): Hiding => ({ html: (s, w) => s + before + w + after });
const ruled = (rule: string, attributes = "class=x"): Hiding => ({
  html: (s, w) => `<style>${rule}</style>${s}<div ${attributes}>${w}</div>`,
});
const spelled = (spell: (text: string) => string): Hiding => ({
  html: (s, w) => s.replace(/(<\/?[a-z]+>)?(\w)/, `$&${spell(w)}`),
  plain: (s, w) => s.replace(/\w/, `$&${spell(w)}`),
});
const points = (text: string, map: (code: number) => number): string =>
  [...Buffer.from(text)].map((byte) => String.fromCodePoint(map(byte))).join("");

const table = {
  display: styled("display:none"),
  visibility: styled("visibility:hidden"),
  attribute: around("<div hidden>", "</div>"),
  height: styled("height:0;overflow:hidden"),
  "max-height": styled("max-height:0px;overflow:hidden"),
  width: styled("width:0;overflow:hidden;white-space:nowrap"),
  opacity: styled("opacity:0"),
  "font-size": styled("font-size:0"),
  "one-pixel": styled("font-size:1px"),
  "white-on-white": styled("color:#ffffff;background-color:#ffffff"),
  white: styled("color:white"),
  "font-colour": around("<font color=white>", "</font>"),
  transparent: styled("color:transparent"),
  "cell-colour": {
    html: (s, w) =>
      `<table bgcolor="#336699"><tr><td><div style="color:#fff">${s}</div><p style="color:#336699">${w}</p></td></tr></table>`,
  },
  "off-screen": styled("position:absolute;left:-9999px"),
  indent: styled("text-indent:-9999px"),
  clip: styled("position:absolute;clip:rect(0,0,0,0)"),
  "clip-path": styled("clip-path:inset(100%)"),
  scale: styled("transform:scale(0)"),
  outlook: styled("mso-hide:all"),
  class: ruled(".x{display:none}"),
  "media-rule": ruled("@media screen{.x{display:none}}"),
  "important-rule": ruled(".x{display:none!important}", 'class=x style="display:block"'),
  "layered-rule": ruled("@layer a{p#x{display:block}}.x{display:none}"),
  variable: ruled(":root{--o:0}.x{opacity:var(--o)}"),
  "zero-cell": around(
    '<table><tr><td width=0 height=0 style="width:0;height:0;overflow:hidden">',
    "</td></tr></table>",
  ),
  "picture-text": {
    html: (s, w) => `${s}<img src="https://pictures.example/p.gif" width=1 height=1 alt="${w}">`,
  },
  tip: { html: (s, w) => s.replace(/^<div>/, `<div title="${w}">`) },
  comment: around("<!-- ", " -->"),
  conditional: around("<!--[if mso]><p>", "</p><![endif]-->"),
  template: around("<template><p>", "</p></template>"),
  dialog: around("<dialog>", "</dialog>"),
  title: { html: (s, w) => `<html><head><title>${w}</title></head><body>${s}</body></html>` },
  tags: spelled((text) => points(text, (byte) => 0xe0000 + (byte & 127))),
  selectors: spelled((text) => points(text, (byte) => (byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))),
  "zero-width": spelled((text) =>
    [...Buffer.from(text)]
      .map((byte) =>
        [...byte.toString(2).padStart(8, "0")].map((bit) => (bit === "1" ? "\u200b" : "\u200c")).join(""),
      )
      .join(""),
  ),
  "plain-part": { html: (s) => s, plain: (s, w) => `${s}\n\n${w}` },
} satisfies Record<string, Hiding>;

export type HidingName = keyof typeof table;
export const hidingNames = Object.keys(table) as HidingName[];

/** @param html what is shown, with its markup; @param plain the same as text */
export function hide(
  how: HidingName,
  shown: { html: string; plain: string },
  whisper: string,
): { html: string; text: string } {
  const hiding: Hiding = table[how];
  return {
    html: hiding.html(shown.html, whisper),
    text: hiding.plain?.(shown.plain, whisper) ?? shown.plain,
  };
}
