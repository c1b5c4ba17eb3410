// The console's routes: plain HTML, forms by POST, no external resources. API keys do not work here, and sessions do not
// work under /api.

import { Elysia } from "elysia";
import { mintKey } from "../../actors/account/api-keys.ts";
import { linkUsed, signIn, signOut } from "../../actors/account/console.ts";
import { revokeKey } from "../../actors/account/minted.ts";
import { type HttpDeps, stateOf } from "../http/context.ts";
import { nowInstant } from "../lib/clock.ts";
import { Failure, invalid, notFound } from "../lib/failure.ts";
import { isUuid, newId } from "../lib/ids.ts";
import { clientNetwork } from "../lib/networks.ts";
import { newApiToken, randomBase62, sha256 } from "../lib/secrets.ts";
import { TokenBuckets } from "../lib/token-bucket.ts";
import { canonicalAddress } from "../mail/address.ts";
import { type ApiKeyRow, keyStands, listAllKeys } from "../store/accounts/api-keys.ts";
import { findLink } from "../store/accounts/console.ts";
import { listIdentities } from "../store/accounts/identities.ts";
import { chosenAccount, pagesOf, redirect, show } from "./answers.ts";
import { createLinkMailer } from "./login.ts";
import { type AccountView, accountPage, linkSentPage, loginPage, signInPage } from "./pages.ts";
import { protectionPages } from "./protection.ts";
import { reviewPages } from "./reviews.ts";
import { endedCookie, type PageCall, readForm, sessionCookieOf, type Visit } from "./session.ts";

/** Links that one IP address may ask for in an hour. */
const loginsAnHour = 10;
const listedAddresses = 200;

export function createConsole(deps: HttpDeps) {
  const mailer = createLinkMailer(deps);
  const buckets = new TokenBuckets(loginsAnHour / 3600, loginsAnHour, deps.clock);
  const page = pagesOf(deps);
  const routes = new Elysia({ normalize: false })
    .use(reviewPages(deps))
    .use(protectionPages(deps))
    .get(
      "/console",
      page(async ({ request, visit }) => {
        if (!visit.session) return redirect("/console/login", visit);
        const query = new URL(request.url).searchParams;
        return showAccount(deps, visit, query.get("account"), { search: searchedFor(query.get("q")) });
      }),
    )
    .get(
      "/console/login",
      page(({ visit }) => show(loginPage(visit), "Sign in", visit)),
    )
    .post(
      "/console/login",
      page((call) => {
        const { request, visit } = call;
        const form = readForm(call);
        const given = (form.get("email") ?? "").trim();
        const email = canonicalAddress(given);
        if (email === null) {
          const error = "This is not an email address. Enter one such as ada@example.com.";
          return show(loginPage({ csrf: visit.csrf, error, email: given }), "Sign in", visit, 400);
        }
        const bucket = buckets.take(clientNetwork(stateOf(request).ip));
        if (!bucket.allowed) {
          throw new Failure(
            "rate_limited",
            "Too many links were asked for. Wait a while.",
            bucket.retryAfter,
          );
        }
        mailer.send(email);
        return show(linkSentPage(given), "Look into your mail", visit);
      }),
    )
    .get(
      "/console/sign-in",
      page(async ({ request, visit }) => {
        const token = new URL(request.url).searchParams.get("token") ?? "";
        if (!(await findLink(deps.database, sha256(token), nowInstant(deps.clock)))) throw linkUsed();
        return show(signInPage({ csrf: visit.csrf, token }), "Sign in", visit);
      }),
    )
    .post(
      "/console/sign-in",
      page((call) => useLink(deps, call)),
    )
    .post(
      "/console/sign-out",
      page(async (call) => {
        readForm(call);
        const { request, visit } = call;
        const { session } = visit;
        if (session) {
          const { accountId, tokenHash } = session;
          await deps.actors.account(accountId).run((turn) => signOut(turn, tokenHash), { quiet: true });
        }
        return redirect("/console/login", { cookies: [endedCookie(deps, request)] });
      }),
    )
    .post(
      "/console/keys",
      page((call) => mint(deps, call)),
    )
    .post(
      "/console/keys/revoke",
      page((call) => revoke(deps, call)),
    )
    .get(
      "/console/*",
      page(() => {
        throw notFound();
      }),
    );
  return { routes, idle: () => mailer.idle() };
}

async function useLink(deps: HttpDeps, call: PageCall): Promise<Response> {
  const { request } = call;
  const form = readForm(call);
  const linkHash = sha256(form.get("token") ?? "");
  const link = await findLink(deps.database, linkHash, nowInstant(deps.clock));
  if (!link) throw linkUsed();
  const token = randomBase62(43);
  const input = { linkHash, sessionHash: sha256(token) };
  await deps.actors.account(link.accountId).run((turn) => signIn(turn, input), { quiet: true });
  return redirect("/console", { cookies: [sessionCookieOf(deps, request, token)] });
}

async function mint(deps: HttpDeps, call: PageCall): Promise<Response> {
  const { visit } = call;
  const form = readForm(call);
  const { account } = await chosenAccount(deps, visit, form.get("account"));
  const name = (form.get("name") ?? "").trim();
  const identityIds = form.get("reach") === "some" ? form.getAll("identity") : null;
  const id = form.get("id") ?? "";
  const problem =
    name === "" || name.length > 100
      ? "Give the key a name of 1 to 100 characters."
      : identityIds?.length === 0
        ? "Tick at least one address, or choose everything."
        : null;
  if (problem) {
    const typed = { name, isRestricted: identityIds !== null, identityIds: new Set(identityIds) };
    return showAccount(deps, visit, account.accountId, { error: problem, typed });
  }
  if (!isUuid(id) || !(identityIds ?? []).every(isUuid)) throw invalid("Use the form on the page.");
  const token = newApiToken();
  const key = { id, name, prefix: token.slice(0, 11), tokenHash: sha256(token), identityIds, parentId: null };
  await deps.actors.account(account.accountId).run(async (turn) => {
    if (await keyStands(turn, { accountId: turn.accountId, keyId: id })) {
      throw new Failure(
        "conflict",
        "This form was sent already, and the key was shown then. Open the console again to mint another one.",
      );
    }
    return mintKey(turn, key, null);
  });
  return showAccount(deps, visit, account.accountId, { newKey: { name, token } });
}

async function revoke(deps: HttpDeps, call: PageCall): Promise<Response> {
  const { visit } = call;
  const form = readForm(call);
  const { account } = await chosenAccount(deps, visit, form.get("account"));
  const id = form.get("id") ?? "";
  if (!isUuid(id)) throw notFound();
  await revokeKey(deps.actors.account(account.accountId), { id, callerId: null });
  return redirect(`/console?account=${account.accountId}#keys`, visit);
}

/** A search as it is used and shown again. */
function searchedFor(given: string | null): string {
  return (given ?? "").replaceAll("\0", "").trim().slice(0, 100);
}

const noneTyped: AccountView["typed"] = { name: "", isRestricted: false, identityIds: new Set() };

async function showAccount(
  deps: HttpDeps,
  visit: Visit,
  wanted: string | null,
  more: Partial<Pick<AccountView, "newKey" | "error" | "typed" | "search">> = {},
): Promise<Response> {
  const { account, accounts } = await chosenAccount(deps, visit, wanted);
  const scope = { accountId: account.accountId, identityIds: null };
  const { search = "" } = more;
  const [addresses, keys] = await Promise.all([
    listIdentities(deps.database, scope, {
      filter: search === "" ? {} : { text: search },
      cursor: null,
      count: listedAddresses + 1,
    }),
    listAllKeys(deps.database, account.accountId),
  ]);
  const isFound = ({ name, prefix }: ApiKeyRow) =>
    name.toLowerCase().includes(search.toLowerCase()) || prefix.startsWith(search);
  const view: AccountView = {
    csrf: visit.csrf,
    account,
    accounts,
    addresses: addresses.slice(0, listedAddresses),
    moreAddresses: addresses.length > listedAddresses,
    keys: keys.filter(isFound),
    search,
    typed: noneTyped,
    nextKeyId: newId(),
    baseUrl: deps.baseUrl(),
    ...more,
  };
  return show(accountPage(view), "Console", visit, more.error ? 400 : 200);
}
