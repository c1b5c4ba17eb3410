// Colours as CSS and old HTML write them, and whether text of one can be seen on another. CSS Color 4; HTML 2.4.6

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export interface Colour {
  r: number;
  g: number;
  b: number;
  a: number;
}

export const white: Colour = { r: 255, g: 255, b: 255, a: 1 };
export const black: Colour = { r: 0, g: 0, b: 0, a: 1 };
const transparent: Colour = { r: 0, g: 0, b: 0, a: 0 };

/** CSS Color 4 6.1, in hexadecimal. */
// biome-ignore format: a table
const names = new Map(
  (
  "aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black 000000 " +
  "blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 " +
  "chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b " +
  "darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b " +
  "darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a " +
  "darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1 " +
  "darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff " +
  "firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 " +
  "goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 " +
  "indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 " +
  "lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 " +
  "lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa " +
  "lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 " +
  "linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 " +
  "mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc " +
  "mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead " +
  "navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 " +
  "palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 " +
  "peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f " +
  "royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d " +
  "silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f " +
  "steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 " +
  "white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32 " +
  // System colours, as on a light page. CSS Color 4 6.2
  "canvas ffffff canvastext 000000 window ffffff windowtext 000000 field ffffff fieldtext 000000 linktext 0000ee " +
  "buttonface f0f0f0 buttontext 000000 infobackground ffffff infotext 000000 menu ffffff menutext 000000"
).match(/(?<!\S)\S+ \S+/g)!.map((pair) => pair.split(" ") as [string, string]),
);

function ofHex(hex: string): Colour {
  const wide = hex.length < 6 ? [...hex].map((digit) => digit + digit).join("") : hex;
  const [r, g, b, a] = [0, 2, 4, 6].map((at) => Number.parseInt(wide.slice(at, at + 2), 16));
  return { r: r!, g: g!, b: b!, a: Number.isNaN(a!) ? 1 : a! / 255 };
}

/**
 * A CSS colour in lower case.
 * @returns "current" for currentcolor; "unknown" for one that is valid and not computed here; null where it is no colour
 */
export function cssColour(text: string): Colour | "current" | "unknown" | null {
  if (text === "transparent") return transparent;
  if (text === "currentcolor") return "current";
  const named = names.get(text);
  if (named !== undefined) return ofHex(named);
  if (/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(text)) return ofHex(text.slice(1));
  const made = madeOfOthers(text);
  if (made !== undefined) return made;
  const from = ofAnother(text);
  if (from !== undefined) return from;
  const call = /^([a-z-]{2,12})\(([^()]{1,200})\)$/.exec(text);
  if (call) return ofFunction(call[1]!, call[2]!);
  return /^(?:color-mix|color|light-dark|rgba?|hsla?|device-cmyk)\(/.test(text) ? "unknown" : null;
}

/** A colour of a light page, or a mixture; undefined where the text is neither. CSS Color 5 2 and 7 */
function madeOfOthers(text: string): ReturnType<typeof cssColour> | undefined {
  if (text.length > 300) return undefined;
  const [, name, inside = ""] = /^(light-dark|color-mix)\((.*)\)$/.exec(text) ?? [];
  if (name === undefined) return undefined;
  const parts = words(inside, ",");
  if (name === "light-dark") return parts.length === 2 ? cssColour(parts[0]!) : null;
  const mixed = parts.slice(-2).map((part) => {
    const given = words(part, " ");
    const share = given.find((one) => /^[\d.]+%$/.test(one));
    const colour = cssColour(given.filter((one) => one !== share).join(" "));
    return { colour, share: share === undefined ? null : Number.parseFloat(share) / 100 };
  });
  const [one, two] = mixed;
  if (one === undefined || two === undefined || one.colour === null || two.colour === null) return null;
  if (typeof one.colour === "string" || typeof two.colour === "string") return "unknown";
  const first = one.share ?? (two.share === null ? 0.5 : 1 - two.share);
  const second = two.share ?? 1 - first;
  const sum = first + second;
  if (sum <= 0) return null;
  const [a, b] = [one.colour, two.colour];
  const alpha = (a.a * first + b.a * second) / sum;
  const mix = (x: number, y: number) =>
    alpha === 0 ? 0 : (x * a.a * first + y * b.a * second) / (alpha * sum);
  return { r: mix(a.r, b.r), g: mix(a.g, b.g), b: mix(a.b, b.b), a: alpha * Math.min(1, sum) };
}

/** A colour made from the channels of another: the same where all stay. CSS Color 5 4 */
function ofAnother(text: string): ReturnType<typeof cssColour> | undefined {
  const [, name = "", inside = ""] = /^([a-z-]{2,12})\(from (.{1,300})\)$/.exec(text) ?? [];
  if (name === "") return undefined;
  const [origin = "", ...channels] = words(inside.replaceAll("/", " / "), " ");
  const colour = cssColour(origin);
  const names = /^rgba?$/.test(name) ? "rgb" : /^hsla?$/.test(name) ? "hsl" : name.replace(/^ok/, "");
  const isSame = channels.slice(0, 3).join("") === names;
  if (colour === null || typeof colour === "string" || !isSame) return colour === null ? null : "unknown";
  if (channels.length === 3) return colour;
  const alpha = channels[4] === "alpha" ? colour.a : Number.parseFloat(channels[4] ?? "");
  return Number.isNaN(alpha) ? "unknown" : { ...colour, a: channels[4]!.endsWith("%") ? alpha / 100 : alpha };
}

/** The parts of a value outside of brackets. */
export function words(text: string, separator = " "): string[] {
  const parts = [""];
  let depth = 0;
  for (const char of text) {
    if (char === "(") depth++;
    else if (char === ")") depth--;
    if (char === separator && depth === 0) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Colour spaces whose primaries are close to those of sRGB. CSS Color 4 10 */
const nearSpaces = /^(?:srgb|display-p3|a98-rgb|rec2020|prophoto-rgb)\s/;

function ofFunction(name: string, given: string): Colour | "unknown" | null {
  if (name === "color" && nearSpaces.test(given)) {
    const [, ...channels] = given.split(/[\s/]+/);
    const shares = channels.slice(0, 3).map((one) => {
      const share = Number.parseFloat(one) || 0;
      return one.endsWith("%") ? `${share}%` : `${share * 100}%`;
    });
    return ofFunction("rgb", [...shares, ...channels.slice(3)].join(" "));
  }
  const parts = given.split(/[\s,/]+/).filter((part) => part !== "");
  const share = (part: string | undefined, whole: number): number => {
    if (part === undefined || part === "none") return 0;
    const value = Number.parseFloat(part);
    return part.endsWith("%") ? (value / 100) * whole : value;
  };
  const alpha = parts[3] === undefined ? 1 : Math.min(1, Math.max(0, share(parts[3], 1)));
  if (parts.length < 3 || parts.length > 4 || Number.isNaN(alpha)) return name === "color" ? "unknown" : null;
  const numbers = parts.slice(0, 3);
  if (numbers.some((part) => part !== "none" && Number.isNaN(Number.parseFloat(part)))) return "unknown";
  if (name === "rgb" || name === "rgba") {
    const [r, g, b] = numbers.map((part) => clamp(share(part, 255)));
    return { r: r!, g: g!, b: b!, a: alpha };
  }
  const degrees =
    share(numbers[0], 360) * (/turn$/.test(numbers[0]!) ? 360 : /(?<!g)rad$/.test(numbers[0]!) ? 57.3 : 1);
  if (name === "hsl" || name === "hsla") {
    return { ...ofHsl(degrees, percent(numbers[1]!), percent(numbers[2]!)), a: alpha };
  }
  if (name === "hwb") {
    const [light, dark] = [percent(numbers[1]!), percent(numbers[2]!)];
    const scale = light + dark > 1 ? 1 / (light + dark) : 1;
    const { r, g, b } = ofHsl(degrees, 1, 0.5);
    const mix = (part: number) =>
      clamp((part / 255) * (1 - (light + dark) * scale) * 255 + light * scale * 255);
    return { r: mix(r), g: mix(g), b: mix(b), a: alpha };
  }
  return ofLightness(name, numbers, alpha);
}

/** CSS Color 4 9.2, with its sample code */
function ofOklab(lightness: number, a: number, b: number): Omit<Colour, "a"> {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channel = (light: number) =>
    clamp(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055));
  return {
    r: channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    g: channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    b: channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  };
}

/** The perceptual spaces: all colours of the newer ones, the greys of the others. */
function ofLightness(
  name: string,
  [first = "", second = "", third = ""]: string[],
  a: number,
): Colour | "unknown" | null {
  const isOk = name.startsWith("ok");
  if (!/^(?:ok)?(?:lab|lch)$/.test(name)) return name === "color" ? "unknown" : null;
  const lightness = first.endsWith("%")
    ? Number.parseFloat(first) / 100
    : Number.parseFloat(first) / (isOk ? 1 : 100);
  const chroma = name.endsWith("lch")
    ? Math.abs(Number.parseFloat(second))
    : Math.hypot(Number.parseFloat(second), Number.parseFloat(third));
  if (lightness < 0.999 && lightness > 0.001 && chroma > (isOk ? 0.02 : 5)) {
    if (!isOk || [second, third].some((part) => part.endsWith("%"))) return "unknown";
    const [x, y] = [Number.parseFloat(second), Number.parseFloat(third)];
    if (name !== "oklch") return { ...ofOklab(lightness, x, y), a };
    if (/[a-z]$/.test(third) && !third.endsWith("deg")) return "unknown";
    const angle = (y * Math.PI) / 180;
    return { ...ofOklab(lightness, x * Math.cos(angle), x * Math.sin(angle)), a };
  }
  const y = isOk ? lightness ** 3 : lightness > 0.08 ? ((lightness + 0.16) / 1.16) ** 3 : lightness / 9.033;
  const grey = clamp(255 * (y <= 0.0031308 ? y * 12.92 : 1.055 * y ** (1 / 2.4) - 0.055));
  return { r: grey, g: grey, b: grey, a };
}

function clamp(value: number): number {
  return Math.min(255, Math.max(0, value || 0));
}

function percent(part: string): number {
  return Math.min(1, Math.max(0, (Number.parseFloat(part) || 0) / 100));
}

/** CSS Color 4 7.1 */
function ofHsl(hue: number, saturation: number, lightness: number): Colour {
  const channel = (n: number) => {
    const k = (((n + hue / 30) % 12) + 12) % 12;
    return (
      255 *
      (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
    );
  };
  return { r: channel(0), g: channel(8), b: channel(4), a: 1 };
}

/** A colour of an HTML attribute: any text is one. HTML 2.4.6, rules for parsing a legacy colour value. */
export function legacyColour(value: string): Colour | null {
  const text = value.trim().toLowerCase();
  if (text === "" || text === "transparent") return null;
  const named = names.get(text);
  if (named !== undefined) return ofHex(named);
  if (/^#[0-9a-f]{3}$/.test(text)) return ofHex(text.slice(1));
  let hex = text
    .slice(0, 128)
    .replace(/^#/, "")
    .replace(/[^0-9a-f]/g, "0");
  while (hex.length === 0 || hex.length % 3 !== 0) hex += "0";
  let length = hex.length / 3;
  let thirds = [0, 1, 2].map((n) => hex.slice(n * length, (n + 1) * length));
  if (length > 8) thirds = thirds.map((third) => third.slice(-8));
  length = Math.min(length, 8);
  while (length > 2 && thirds.every((third) => third.startsWith("0"))) {
    thirds = thirds.map((third) => third.slice(1));
    length--;
  }
  const [r, g, b] = thirds.map((third) => Number.parseInt(third.slice(0, 2), 16));
  return { r: r!, g: g!, b: b!, a: 1 };
}

/** The colour that is seen where one lies over another. */
export function over(top: Colour, ground: Colour): Colour {
  if (top.a >= 1) return top;
  const mix = (a: number, b: number) => a * top.a + b * (1 - top.a);
  return { r: mix(top.r, ground.r), g: mix(top.g, ground.g), b: mix(top.b, ground.b), a: 1 };
}

/** WCAG 2.2, relative luminance. */
function luminance({ r, g, b }: Colour): number {
  const [x, y, z] = [r, g, b].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * x! + 0.7152 * y! + 0.0722 * z!;
}

/** WCAG 2.2, contrast ratio of two colours that let nothing through. */
export function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return Math.max(a, b) / Math.min(a, b);
}

/** Below both, nobody reads the text: #eee on white has 1.16 and 29. */
const leastContrast = 1.2;
const leastDistance = 40;

/** Whether text of a colour cannot be seen on a ground of another. */
export function isSame(text: Colour, ground: Colour): boolean {
  const seen = over(text, ground);
  if (Math.hypot(seen.r - ground.r, seen.g - ground.g, seen.b - ground.b) >= leastDistance) return false;
  return contrast(seen, ground) < leastContrast;
}

/** A colour without its hash, as old pages write it, with the hash. Quirks 3.1 */
export function hashless(value: string): string {
  if (/^\d[\da-f]{0,5}$/.test(value)) return `#${value.padStart(6, "0")}`;
  return /^[a-f](?:[\da-f]{2}|[\da-f]{5})$/.test(value) ? `#${value}` : value;
}
