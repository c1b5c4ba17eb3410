// What a person sees of a mail, by its pixels: a browser paints it twice, the second time with clear letters, and a word whose
// place changes was seen.
import { launchChromium } from "../../support/clients/programs.ts";

/** Pixels of a page that are looked at. */
const [maxWidth, maxHeight] = [2200, 4000];

/** "seen" and "unseen" are certain; a word that is partly or faintly seen is neither. */
export type Sight = "seen" | "unseen" | "unsure";

export interface PaintedWord {
  word: string;
  sight: Sight;
  /** How far right of the word before it begins on the same line; null where it is on another. */
  gap: number | null;
}

export interface PixelJudge {
  /** The words of a document in the order of their source. */
  words(html: string): Promise<PaintedWord[]>;
  close(): Promise<void>;
}

export async function openPixelJudge(): Promise<PixelJudge> {
  const browser = await launchChromium();
  const context = await browser.newContext({
    viewport: { width: 1000, height: 800 },
    javaScriptEnabled: false,
    offline: true,
  });
  await context.route("**/*", (route) => route.abort());
  const page = await context.newPage();
  const reader = await (await browser.newContext()).newPage();
  await reader.setContent("<canvas></canvas>");
  return {
    async words(html) {
      await page.goto("about:blank");
      await page.setContent(html, { waitUntil: "domcontentloaded" });
      const places = (await page.evaluate(mark)) as Place[];
      const [width, height] = (await page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]",
      )) as [number, number];
      const clip = { x: 0, y: 0, width: Math.min(width, maxWidth), height: Math.min(height, maxHeight) };
      const take = () => page.screenshot({ type: "png", fullPage: true, animations: "allow", clip });
      const whole = await take();
      const found = new Map<number, number>();
      // Words that lie on each other are cleared one after the other.
      for (const group of apart(places)) {
        await page.evaluate(`(${clear})(${JSON.stringify(group)})`);
        const without = await take();
        const shown = (await reader.evaluate(
          `(${compare})(${JSON.stringify([whole.toString("base64"), without.toString("base64"), group.map((at) => places[at]!.boxes)])})`,
        )) as number[];
        for (const [n, at] of group.entries()) found.set(at, shown[n]!);
      }
      return places.map(({ word, size, isSettled, boxes }, at) => {
        const before = places[at - 1]?.boxes.at(-1);
        const box = boxes[0];
        const isLine =
          before && box && Math.min(before[1] + before[3], box[1] + box[3]) > Math.max(before[1], box[1]) + 2;
        return {
          word,
          sight: sightOf(found.get(at) ?? 0, { size, isSettled }),
          gap: isLine ? box[0] - before[0] - before[2] : null,
        };
      });
    },
    close: () => browser.close(),
  };
}

interface Place {
  word: string;
  /** Left, top, width, height on the page. */
  boxes: [number, number, number, number][];
  /** Height of its letters in pixels. */
  size: number;
  /** False: a reader may scroll or open it. */
  isSettled: boolean;
}

/** @param share of the letters' usual ink whose colour changes clearly; negative: faintly */
function sightOf(share: number, { size, isSettled }: { size: number; isSettled: boolean }): Sight {
  if (!isSettled) return "unsure";
  if (size < 3) return "unseen";
  if (share > -0.001 && share < 0.02) return "unseen";
  return size > 7 && share > 0.5 ? "seen" : "unsure";
}

function apart(places: readonly Place[]): number[][] {
  const groups: number[][] = [];
  for (const [at, { boxes }] of places.entries()) {
    if (boxes.length === 0) continue;
    const free = groups.find((group) => group.every((other) => !meet(boxes, places[other]!.boxes)));
    if (free) free.push(at);
    else groups.push([at]);
  }
  return groups;
}

function meet(some: Place["boxes"], others: Place["boxes"]): boolean {
  return some.some(([x, y, w, h]) =>
    others.some(([a, b, c, d]) => x - 12 < a + c && a - 12 < x + w && y - 4 < b + d && b - 4 < y + h),
  );
}

// In the browser, where this file's types are not: as text.
const mark = `(() => {
  // Otherwise it is laid out when it is painted.
  for (const element of document.querySelectorAll("*"))
    if (getComputedStyle(element).contentVisibility === "auto") element.style.setProperty("content-visibility", "visible", "important");
  const sheet = new CSSStyleSheet();
  // Lines of text are no letters.
  sheet.replaceSync("*{text-decoration:none !important}::highlight(gone){color:transparent !important;-webkit-text-fill-color:transparent;-webkit-text-stroke-color:transparent;text-shadow:none;text-decoration-color:transparent}");
  document.adoptedStyleSheets = [sheet];
  globalThis.ranges = [];
  const out = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest("style,script,title")) continue;
    for (const match of node.data.matchAll(/[a-z]{8}/g)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + 8);
      let isSettled = ["webkitTextSecurity", "textShadow"].every((name) => getComputedStyle(node.parentElement)[name] === "none");
      for (let up = node.parentElement; up; up = up.parentElement) {
        const style = getComputedStyle(up);
        if (up !== document.documentElement && up !== document.body && /auto|scroll/.test(style.overflowX + style.overflowY)) isSettled = false;
        // What follows a box that is pulled out of the page, and what is pages away to the right.
        const { left, top } = range.getBoundingClientRect();
        if (left > 2000 || top > 3800) isSettled = false;
        // What stands above a line, and what floats in a column that is left out, is painted beyond its box.
        if (up.tagName === "RT" || (style.float !== "none" && up.closest("table"))) isSettled = false;
        if (up.tagName === "DETAILS" && !up.open) isSettled = false;
        // Letters that run the other way, or lie on each other.
        if (/override/.test(style.unicodeBidi) && style.direction === "rtl") isSettled = false;
        if (Number.parseFloat(style.letterSpacing) < -0.35 * Number.parseFloat(style.fontSize)) isSettled = false;
      }
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0).map(({ left, top, width, height }) => [left + scrollX, top + scrollY, width, height]);
      const size = Math.min(Number.parseFloat(getComputedStyle(node.parentElement).fontSize), boxes[0]?.[3] ?? 0);
      globalThis.ranges.push(range);
      out.push({ word: match[0], boxes, size, isSettled });
    }
  }
  return out;
})()`;

const clear = `(group) => {
  CSS.highlights.set("gone", new Highlight(...group.map((at) => globalThis.ranges[at])));
}`;

/** Returns for each word how much of its place changed, in units of the ink that letters have. */
const compare = `async ([one, other, words]) => {
  const read = async (data) => {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const paper = canvas.getContext("2d", { willReadFrequently: true });
    paper.drawImage(bitmap, 0, 0);
    return { width: bitmap.width, height: bitmap.height, data: paper.getImageData(0, 0, bitmap.width, bitmap.height).data };
  };
  const [a, b] = [await read(one), await read(other)];
  return words.map((boxes) => {
    let strong = 0, faint = 0, area = 0;
    for (const [left, top, width, height] of boxes) {
      area += width * height;
      for (let y = Math.max(0, Math.floor(top - 2)); y < Math.min(a.height, b.height, top + height + 2); y++)
        for (let x = Math.max(0, Math.floor(left - 8)); x < Math.min(a.width, b.width, left + width + 8); x++) {
          const at = (y * a.width + x) * 4, to = (y * b.width + x) * 4;
          const change = Math.max(Math.abs(a.data[at] - b.data[to]), Math.abs(a.data[at + 1] - b.data[to + 1]), Math.abs(a.data[at + 2] - b.data[to + 2]));
          if (change >= 60) strong++;
          else if (change >= 14) faint++;
        }
    }
    const ink = Math.max(1, area * 0.12);
    return strong / ink >= 0.02 ? strong / ink : faint / ink >= 0.1 ? -1 : strong / ink;
  });
}`;
