// The frame of every page: the session, the account and role that it acts in, checks of forms, and failures
// as pages.

import { type HttpDeps, stateOf } from "../../http/context.ts";
import { failures, internalError } from "../../http/errors.ts";
import { requestFields } from "../../http/trace.ts";
import { Failure } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { chosenLanguage, speak } from "../../lib/languages.ts";
import type { UploadedFile } from "../../schema/drafts.ts";
import type { Role } from "../../store/tables/index.ts";
import { loadWords, phrases } from "../phrases.ts";
import { accountsOf, may, openedAccount, ownerPersonId } from "../session/accounts.ts";
import { accountCookieOf, type PageCall, readEntries, type Visit, visitOf } from "../session/session.ts";
import { failurePage } from "./failure-page.ts";
import { formAgain } from "./form-again.ts";
import { notice } from "./forms.ts";
import { type Here, setCookies } from "./here.ts";
import { sentWords } from "./kept-words.ts";
import { plainPage } from "./page.ts";
import { refusalText } from "./refusals.ts";
import { type PageResponse, type Routed, Router } from "./router.ts";
import { SettingsMoved } from "./seen-state.ts";
import { widePage } from "./shell.ts";

export type { Here } from "./here.ts";

/** A form that was sent, with the page's own checks passed. */
export interface SentForm extends Here {
  form: URLSearchParams;
  files: readonly UploadedFile[];
}

/** The person of every decision that is made on a page. */
export const person = { kind: "person" } as const;

/** A page for everybody, signed in or not. */
export function openPage(deps: HttpDeps, handler: (call: PageCall) => PageResponse) {
  return (call: Routed) =>
    answered(deps, call, async () => {
      const { request, body } = call;
      const visit = await visitOf(deps, request);
      if (visit.session) await speakAs(await accountsOf(deps.database, visit.session));
      return handler({ request, body, visit });
    });
}

/** A page of an account: somebody without a session is led to sign in. @param least the role that it takes */
export function page(deps: HttpDeps, least: Role, handler: (here: Here) => PageResponse) {
  return ({ request }: Routed) =>
    answered(deps, { request, body: null }, async () => {
      const visit = await visitOf(deps, request);
      if (!visit.session) {
        // The page to sign in at is never framed.
        if (isForFrame(request)) throw new Failure("unauthorized", phrases.session.ended);
        return redirect("/console/login", visit);
      }
      const url = new URL(request.url);
      return handler(
        await hereOf(deps, { request, visit, url, least, wanted: url.searchParams.get("account") }),
      );
    });
}

/** An action of an account: a form of a page. @param least the role that it takes */
export function action(deps: HttpDeps, least: Role, handler: (sent: SentForm) => PageResponse) {
  return (call: Routed) =>
    answered(deps, call, async () => {
      const { request, body } = call;
      const visit = await visitOf(deps, request);
      const { form, files } = readEntries({ request, body, visit });
      const url = new URL(request.url);
      const here = await hereOf(deps, { request, visit, url, least, wanted: form.get("account") });
      return handler({ ...here, form, files });
    });
}

async function hereOf(
  deps: HttpDeps,
  asked: { request: Request; visit: Visit; url: URL; least: Role; wanted: string | null },
): Promise<Here> {
  const { request, visit, url, least, wanted } = asked;
  const { account, accounts } = await openedAccount(deps, visit, wanted || null);
  await speakAs([account, ...accounts]);
  if (!may(account, least)) throw new Failure("forbidden", phrases.session.role[least]);
  const { accountId, memberId } = account;
  const cookies =
    wanted && visit.accountId !== accountId
      ? [...visit.cookies, accountCookieOf(deps, request, accountId)]
      : visit.cookies;
  const email = visit.session?.ownerEmail ?? null;
  const { ip } = stateOf(request);
  return {
    deps,
    request,
    url,
    visit: { ...visit, cookies },
    csrf: visit.csrf,
    account,
    accounts,
    role: account.role,
    personId: memberId ?? ownerPersonId(accountId),
    email,
    scope: { accountId, identityIds: null },
    auth: {
      accountId,
      identityIds: null,
      level: null,
      keyId: memberId ?? ownerPersonId(accountId),
      tokenHash: visit.session?.tokenHash ?? new Uint8Array(),
      plan: account.plan,
    },
    origin: { kind: "person", id: email ?? "operator", ip: ip === "" ? null : ip },
    now: deps.clock.now(),
  };
}

/** A person's own choice of a language, made in whichever account, goes before what the browser asks for. */
async function speakAs(accounts: readonly { language: string | null }[]): Promise<void> {
  const chosen = chosenLanguage(accounts);
  if (chosen === null) return;
  await loadWords(chosen);
  speak(chosen);
}

/** Return the work's response; an error becomes a page. */
export async function answered(
  deps: HttpDeps,
  call: Routed,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const { request, body } = call;
    const failure = error instanceof Failure ? error : unexpected(deps, request, error);
    const { code, message } = failure;
    const { status } = failures[code];
    const refused = { message: refusalText(message), status, hasMoved: error instanceof SettingsMoved };
    const again = status < 500 ? await formAgain(call, refused).catch(() => null) : null;
    return again ?? failureAnswer(deps, request, failure, sentWords(request, body));
  }
}

/**
 * A failure as a page: beside the navigation where somebody is signed in.
 * @param words that the refused form had
 */
export async function failureAnswer(
  deps: HttpDeps,
  request: Request,
  failure: Failure,
  words: Html | null = null,
): Promise<Response> {
  const headers: [string, string][] =
    failure.retryAfterSeconds === undefined ? [] : [["retry-after", String(failure.retryAfterSeconds)]];
  // A cursor that is none leads to no page: the remedy in its message is for callers of the API.
  const isNowhere = failure.code === "not_found" || failure.code === "invalid_cursor";
  const message = isNowhere ? phrases.failure.notFound : refusalText(failure.message);
  const { status } = failures[failure.code];
  const { title } = phrases.failure;
  const isFramed = isForFrame(request);
  const visit = await visitOf(deps, request).catch(() => null);
  const here = status < 500 && isVisited(request) ? await anyHere(deps, request, visit) : null;
  const wide =
    here &&
    (await widePage(
      here,
      { title, place: null, status, headers, toast: html`` },
      failurePage(message, true, words),
    ).catch(() => null));
  if (wide) return wide;
  return plainPage(isFramed ? notice(message, "bad") : failurePage(message, false, words), {
    title,
    theme: visit?.theme ?? null,
    status,
    headers,
    isFramed,
  });
}

/** The request in an account that its person has; null: there is none. */
async function anyHere(deps: HttpDeps, request: Request, visit: Visit | null): Promise<Here | null> {
  if (!visit?.session) return null;
  const url = URL.parse(request.url);
  return url && hereOf(deps, { request, visit, url, least: "reviewer", wanted: null }).catch(() => null);
}

const destinationOf = (request: Request) => request.headers.get("sec-fetch-dest");
/** Whether the answer is shown inside a page: a mail's own markup is. Fetch Metadata 2.1 */
const isForFrame = (request: Request) => destinationOf(request) === "iframe";
/** Whether the browser goes to the page, as far as it says: pictures and what the script asks for need no navigation. */
const isVisited = (request: Request) => [null, "document"].includes(destinationOf(request));

function unexpected({ log }: HttpDeps, request: Request, error: unknown): Failure {
  const { requestId } = stateOf(request);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error("a page failed", { ...requestFields(request), method: request.method, error: text });
  return internalError(requestId);
}

/** A page of somebody who is not signed in. */
export function show(body: Html, title: string, { cookies, theme }: Visit, status = 200): Response {
  return plainPage(body, { title, theme, status, headers: setCookies(cookies) });
}

/** A page for browsers: after a form, so that a reload does not send it again. */
export function redirect(location: string, { cookies }: Pick<Visit, "cookies">): Response {
  return new Response(null, {
    status: 303,
    headers: [["location", location], ["cache-control", "no-store"], ...setCookies(cookies)],
  });
}

/** Return the page to which a form leads back: one of the console, or the given one. */
export function backOf(form: URLSearchParams, otherwise: string): string {
  const back = form.get("back") ?? "";
  return /^\/console(?:\/[\w/.-]*)?(?:\?[\w=&%.:+~-]*)?$/.test(back) ? back : otherwise;
}

export const routes = () => new Router();
