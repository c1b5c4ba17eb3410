// Answers of the console: pages, redirects, failures as pages, and the account that a session opens.
import { type HttpDeps, stateOf } from "../http/context.ts";
import { failures, internalError } from "../http/errors.ts";
import { pageResponse } from "../http/pages/page.ts";
import { pageScriptPath } from "../http/pages/page-script.ts";
import { Failure, notFound } from "../lib/failure.ts";
import type { Html } from "../lib/html.ts";
import { accountsOfOwner, type OwnedAccount, ownedAccount } from "../store/accounts/console.ts";
import { failurePage } from "./pages.ts";
import { type PageCall, type Visit, visitOf } from "./session.ts";

export type Handler = (call: PageCall) => Response | Promise<Response>;

export async function answer(
  deps: HttpDeps,
  { request, body }: Omit<PageCall, "visit">,
  handler: Handler,
): Promise<Response> {
  try {
    return await handler({ request, body, visit: await visitOf(deps, request) });
  } catch (error) {
    const failure = error instanceof Failure ? error : unexpected(deps, request, error);
    const headers: [string, string][] = [["cache-control", "no-store"]];
    if (failure.retryAfterSeconds !== undefined)
      headers.push(["retry-after", String(failure.retryAfterSeconds)]);
    const message = failure.code === "not_found" ? "There is no such page." : failure.message;
    return pageResponse(failurePage(message), {
      title: "Postroom",
      home: "/console",
      status: failures[failure.code].status,
      headers,
    });
  }
}

function unexpected({ log }: HttpDeps, request: Request, error: unknown): Failure {
  const { requestId } = stateOf(request);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error("a page failed", { request_id: requestId, method: request.method, error: text });
  return internalError(requestId);
}

export function show(body: Html, title: string, { cookies }: Pick<Visit, "cookies">, status = 200): Response {
  return pageResponse(body, {
    title: `${title} · Postroom`,
    home: "/console",
    script: pageScriptPath,
    status,
    headers: pageHeaders(cookies),
  });
}

export function redirect(location: string, { cookies }: Pick<Visit, "cookies">): Response {
  return new Response(null, { status: 303, headers: [["location", location], ...pageHeaders(cookies)] });
}

function pageHeaders(cookies: readonly string[]): [string, string][] {
  return [
    ["cache-control", "no-store"],
    ...cookies.map((cookie): [string, string] => ["set-cookie", cookie]),
  ];
}

/** The account of this id among those that the session opens; without an id its own. @throws Failure unauthorized, not_found */
export async function chosenAccount(
  { database }: HttpDeps,
  { session }: Visit,
  wanted: string | null,
): Promise<{ account: OwnedAccount; accounts: OwnedAccount[] }> {
  if (!session) throw new Failure("unauthorized", "Your session has ended. Sign in again.");
  const own = await ownedAccount(database, session.accountId);
  const accounts = session.ownerEmail
    ? await accountsOfOwner(database, session.ownerEmail)
    : own
      ? [own]
      : [];
  const account = accounts.find(({ accountId }) => accountId === (wanted ?? session.accountId));
  if (!account) throw notFound();
  return { account, accounts };
}
