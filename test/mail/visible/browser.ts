// What a browser shows of HTML: each text node is judged by where it is laid out, what a pointer meets there, and how its colour
// stands against what lies behind it.
import { launchChromium } from "../../support/clients/programs.ts";

export interface ShownText {
  text: string;
  isVisible: boolean;
  /** Why it is not visible, and the element around it. */
  why: string;
}

export interface Judge {
  /** The text nodes of a document in order. */
  texts(html: string): Promise<ShownText[]>;
  close(): Promise<void>;
}

export async function openJudge(): Promise<Judge> {
  const browser = await launchChromium();
  const context = await browser.newContext({
    viewport: { width: 1000, height: 4000 },
    javaScriptEnabled: false,
    offline: true,
  });
  await context.route("**/*", (route) => route.abort());
  const page = await context.newPage();
  return {
    async texts(html) {
      // A document that is written anew keeps the link colours of the one before.
      await page.goto("about:blank");
      await page.setContent(html.replace(/<meta[^>]*http-equiv[^>]*>|<base[^>]*>/gi, ""), {
        waitUntil: "domcontentloaded",
      });
      return (await page.evaluate(judgeAll)) as ShownText[];
    },
    close: () => browser.close(),
  };
}

// In the browser, where this file's types are not: as text.
const judgeAll = `(() => {
  const silent = new Set("SCRIPT STYLE TITLE TEXTAREA SELECT OPTION TEMPLATE IFRAME SVG NOEMBED NOFRAMES AUDIO VIDEO DATALIST HEAD".split(" "));
  const paper = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parse = (given) => {
    let colour = given;
    if (!given.startsWith("rgb")) {
      paper.clearRect(0, 0, 1, 1);
      paper.fillStyle = given;
      paper.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = paper.getImageData(0, 0, 1, 1).data;
      colour = "rgba(" + [r, g, b, a / 255] + ")";
    }
    const [r, g, b, a = 1] = (colour.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    return { r, g, b, a };
  };
  const over = (top, below) => ({ r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a), b: top.b * top.a + below.b * (1 - top.a), a: 1 });
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z + 0.05;
  };
  /** What lies behind an element: a colour, or null for a picture. */
  const groundOf = (element) => {
    const layers = [];
    let ground = { r: 255, g: 255, b: 255, a: 1 };
    for (let up = element; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.backgroundImage !== "none") return null;
      const colour = parse(style.backgroundColor);
      if (colour.a > 0) layers.unshift(colour);
      if (colour.a === 1) break;
    }
    for (const layer of layers) ground = over(layer, ground);
    return ground;
  };
  const faintness = (element) => {
    let opacity = 1;
    for (let up = element; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      opacity *= Number(style.opacity) * Number(/opacity\\(([\\d.]+)\\)/.exec(style.filter)?.[1] ?? 1);
    }
    return opacity;
  };
  const judge = (node) => {
    const element = node.parentElement;
    const style = getComputedStyle(element);
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return "not displayed";
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 0.5 && rect.height > 3);
    if (rects.length === 0 || Number.parseFloat(style.fontSize) < 3.5) return "no size";
    const opacity = faintness(element);
    if (opacity < 0.07) return "opacity " + opacity;
    let hit = false;
    let met = "";
    let onPicture = false;
    for (const rect of rects.slice(0, 5)) {
      const y = rect.top + scrollY;
      if (rect.top < 0 || rect.bottom > innerHeight) scrollTo(0, Math.max(0, y - 500));
      if (rect.left < 0 || rect.right > innerWidth) scrollTo(Math.max(0, rect.left + scrollX - 50), scrollY);
      const now = range.getClientRects();
      for (const box of [...now].slice(0, 5)) {
        for (const share of [0.1, 0.5, 0.9]) {
          const found = document.elementsFromPoint(box.left + box.width * share, box.top + box.height / 2);
          // A picture or box that does not cover with a colour of its own does not hide the text below.
          const at = found.findIndex((one) => one === element || element.contains(one));
          if (at >= 0 && found.slice(0, at).every((one) => groundOf(one) === null || one.contains(element) || parse(getComputedStyle(one).backgroundColor).a < 1)) {
            hit = true;
            if (found.slice(at + 1).some((one) => one.tagName === "IMG")) onPicture = true;
          } else met = found[0]?.tagName ?? "nothing";
        }
        if (hit) break;
      }
      if (hit) break;
    }
    scrollTo(0, 0);
    if (!hit) return "the pointer meets " + met;
    const ground = groundOf(element);
    if (ground !== null && !onPicture && style.textShadow === "none") {
      const colour = parse(style.webkitTextFillColor || style.color);
      const seen = over({ ...colour, a: colour.a * opacity }, ground);
      const [a, b] = [light(seen), light(ground)];
      const distance = Math.hypot(seen.r - ground.r, seen.g - ground.g, seen.b - ground.b);
      if (distance < 40 && Math.max(a, b) / Math.min(a, b) < 1.2) return "colour " + style.color;
    }
    return "";
  };
  const out = [];
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && out.length < 5000; node = walker.nextNode()) {
    if (!/\\S/.test(node.data) || !node.parentElement) continue;
    let skip = false;
    for (let up = node.parentElement; up; up = up.parentElement) if (silent.has(up.tagName.toUpperCase())) skip = true;
    if (skip) continue;
    const why = judge(node);
    out.push({ text: node.data, isVisible: why === "", why: why + " in " + node.parentElement.outerHTML.slice(0, 150) });
  }
  return out;
})()`;
