// The way from the HTTP server to the pages for people. They are loaded when the first of them is asked for: a server that only
// programs use does without their memory.
import { Elysia } from "elysia";
import type { HttpDeps } from "../http/context.ts";
import type { Failure } from "../lib/failure.ts";
import { acceptedLanguage, defaultLanguage } from "../lib/languages.ts";
import type { Pages } from "./pages.ts";

export function createConsole(deps: HttpDeps) {
  let pages: Promise<Pages> | null = null;
  const load = () => {
    pages ??= import("./pages.ts").then(({ createPages }) => createPages(deps));
    return pages;
  };
  const answer = async ({ request, body }: { request: Request; body: unknown }) =>
    (await load()).answer({ request, body });
  return {
    routes: new Elysia({ normalize: false }).all("/console", answer).all("/console/*", answer),
    idle: async () => (await pages)?.idle(),
  };
}

/** A failure as a page. */
export async function failureAnswer(deps: HttpDeps, request: Request, failure: Failure): Promise<Response> {
  const [answers, { inWords }] = await Promise.all([import("./frame/answers.ts"), import("./phrases.ts")]);
  const language = acceptedLanguage(request.headers.get("accept-language")) ?? defaultLanguage;
  return inWords(language, () => answers.failureAnswer(deps, request, failure));
}
