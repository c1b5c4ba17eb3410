// The style sheet and the script: texts of the executable, served under a name that changes with them.
import { type ServedText, servedText } from "../../http/answers/served-text.ts";
import { iconPath, waitingIconSvg } from "../../http/pages/mark.ts";
import { notFound } from "../../lib/failure.ts";
import { languageNow, spokenLanguages } from "../../lib/languages.ts";
import { sha256 } from "../../lib/secrets.ts";
import { laneRules } from "../calendar/lanes.ts";
import { inWords } from "../phrases.ts";
import base from "../style/base.css" with { type: "text" };
import calendar from "../style/calendar.css" with { type: "text" };
import controls from "../style/controls.css" with { type: "text" };
import desk from "../style/desk.css" with { type: "text" };
import frame from "../style/frame.css" with { type: "text" };
import help from "../style/help.css" with { type: "text" };
import lists from "../style/lists.css" with { type: "text" };
import settings from "../style/settings.css" with { type: "text" };
import threads from "../style/threads.css" with { type: "text" };
import tokens from "../style/tokens.css" with { type: "text" };
import touch from "../style/touch.css" with { type: "text" };
import { clientScript } from "./client-build.ts" with { type: "macro" };
import { keepingWords } from "./kept-words.ts";
import { Router } from "./router.ts";

/** In the order in which they apply. */
const style = [tokens, base, controls, frame, lists, help, threads, desk, calendar, settings, touch]
  .map(squeezed)
  .concat(laneRules())
  .join("");
const script = clientScript("main");
export const workerScript = clientScript("worker");

/** Comments and indentation are for people who change them. */
function squeezed(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\n\s*/g, "\n");
}

const version = (text: string) => sha256(text).toString("hex").slice(0, 12);
const folder = "/console/assets";
const scriptHeaders = { "content-type": "text/javascript; charset=utf-8" };

export const stylePath = `${folder}/${version(style)}.css`;
export const waitingIconPath = `${folder}/${version(waitingIconSvg)}.svg`;
export const manifestPath = "/console/manifest.webmanifest";
/** With what it keeps: a new style is a new worker. */
export const workerPath = `/console/worker.js?keep=${stylePath}&keep=${iconPath}`;
export const scriptPath = `${folder}/${version(script)}.js`;

/** The words of the script, by language: a text of their own, which pages share. */
const spoken = new Map<string, { path: string; text: ServedText }>();

function wordsNow(): { path: string; text: ServedText } {
  const language = languageNow();
  let known = spoken.get(language);
  if (!known) {
    const text = `globalThis.postroomWords=${JSON.stringify(keepingWords())}`;
    known = { path: `${folder}/${version(text)}.${language}.js`, text: servedText(text, scriptHeaders) };
    spoken.set(language, known);
  }
  return known;
}

export const wordsPath = () => wordsNow().path;

/** The words at this path; null: another version's, or no language of ours. */
async function wordsAtPath(path: string): Promise<ServedText | null> {
  const [, language] = /\.([a-z]{2})\.js$/.exec(path) ?? [];
  if (language === undefined || !spokenLanguages.has(language)) return null;
  const { path: own, text } = await inWords(language, wordsNow);
  return own === path ? text : null;
}

export function assetRoutes() {
  const texts = new Map<string, ServedText>([
    [stylePath, servedText(style, { "content-type": "text/css; charset=utf-8" })],
    [waitingIconPath, servedText(waitingIconSvg, { "content-type": "image/svg+xml" })],
    [scriptPath, servedText(script, scriptHeaders)],
  ]);
  return new Router().get(`${folder}/:name`, async ({ request }) => {
    const { pathname } = new URL(request.url);
    const text = texts.get(pathname) ?? (await wordsAtPath(pathname));
    if (!text) throw notFound();
    const answer = text.answer(request);
    answer.headers.set("cache-control", "public, max-age=31536000, immutable");
    answer.headers.set("x-content-type-options", "nosniff");
    return answer;
  });
}
