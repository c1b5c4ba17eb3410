// A session's browser in words, from its unverified User-Agent header. RFC 9110 10.1.5
import { phrases } from "../phrases.ts";

/** In the order in which they are looked for: most browsers also name those that they are like. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** @param header as it was sent; null: none was */
export function browserName(header: string | null): string {
  const named = (list: readonly [RegExp, string][]) =>
    list.find(([pattern]) => pattern.test(header ?? ""))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  const { unknown, on } = phrases.you.device;
  if (browser === undefined) return header?.split(/[\s/(]/, 1)[0]?.slice(0, 40) || unknown;
  return system === undefined ? browser : on(browser, system);
}
