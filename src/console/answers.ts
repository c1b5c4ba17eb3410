// Answers of the console: pages, redirects, failures as pages, and the account that a session opens.
import { type HttpDeps, stateOf } from "../http/context.ts";
import { failures, internalError } from "../http/errors.ts";
import { pageResponse } from "../http/pages/page.ts";
import { pageScriptPath } from "../http/pages/page-script.ts";
import { Failure, notFound } from "../lib/failure.ts";
import type { Html } from "../lib/html.ts";
import { accountsOfOwner, type OwnedAccount, ownedAccount } from "../store/accounts/console.ts";
import type { Origin } from "../store/tables/index.ts";
import { failurePage } from "./pages.ts";
import { type PageCall, type Visit, visitOf } from "./session.ts";

type Handler = (call: PageCall) => Response | Promise<Response>;

/** Who acts in a session or by a reviewer's link: a person, never a key. */
export const person = { kind: "person" } as const;

/** Who acts in the session of this call, as the audit trail names them. */
export function personOrigin({ request, visit }: Pick<PageCall, "request" | "visit">): Origin {
  return { ...person, id: visit.session?.ownerEmail ?? "operator", ip: stateOf(request).ip };
}

/** Makes routes of handlers: each gets the visit of its request, and what it throws is answered as a page. */
export function pagesOf(deps: HttpDeps) {
  return (handler: Handler) =>
    async ({ request, body }: Omit<PageCall, "visit">): Promise<Response> => {
      try {
        return await handler({ request, body, visit: await visitOf(deps, request) });
      } catch (error) {
        return showFailure(error instanceof Failure ? error : unexpected(deps, request, error));
      }
    };
}

function showFailure(failure: Failure): Response {
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
