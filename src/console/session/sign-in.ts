// Signing in and out, and what a browser keeps of a person's choices. Whether an address has an account shows nowhere.
import { linkUsed, signIn, signOut } from "../../../actors/account/access/console.ts";
import { signInByPasskey } from "../../../actors/account/access/passkeys.ts";
import { type HttpDeps, stateOf } from "../../http/context.ts";
import { authorizePath } from "../../http/oauth/metadata.ts";
import { nowInstant } from "../../lib/clock.ts";
import { Failure, invalid, notFound } from "../../lib/failure.ts";
import { clientNetwork } from "../../lib/networks.ts";
import { randomBase62, sha256 } from "../../lib/secrets.ts";
import { SharedBuckets } from "../../lib/shared-limits.ts";
import { canonicalAddress } from "../../mail/address.ts";
import { findLink, ownedAccount, type SignInLinkRow } from "../../store/access/console.ts";
import { findMember } from "../../store/access/members.ts";
import { findPasskey } from "../../store/access/passkeys.ts";
import type { Role } from "../../store/tables/index.ts";
import { backOf, openPage, redirect, routes, show } from "../frame/answers.ts";
import { accountName } from "../frame/navigation.ts";
import { phrases } from "../phrases.ts";
import { opensAny } from "./accounts.ts";
import type { LinkMailer } from "./login.ts";
import {
  densities,
  densityCookieOf,
  endedCookies,
  type PageCall,
  readForm,
  sessionCookieOf,
  themeCookieOf,
  themes,
  type Visit,
  waitingCookieOf,
  waitingQuery,
} from "./session.ts";
import { invitationPage, type LoginView, linkSentPage, loginPage, signInPage } from "./sign-in-pages.ts";
import { credentialOf, isAtSite, readSignIn, requestOptions } from "./webauthn.ts";

/** Links that one IP address may ask for in an hour. */
const loginsAnHour = 10;
/** Answers of authenticators that are looked at. */
const passkeysAnHour = 120;
const words = phrases.login;

export function signInPages(deps: HttpDeps, mailer: LinkMailer) {
  const { clock, sharedLimits: limits } = deps;
  const rate = loginsAnHour / 3600;
  const buckets = new SharedBuckets("sign-in links", {
    rate,
    burst: loginsAnHour,
    clock,
    limits,
    isExact: true,
  });
  const passkeyBuckets = new SharedBuckets("passkeys", {
    rate: passkeysAnHour / 3600,
    burst: passkeysAnHour,
    clock,
    limits,
    isExact: true,
  });
  return routes()
    .get(
      "/console/login",
      openPage(deps, ({ request, visit }) =>
        show(loginPage(loginView(deps, { request, visit })), words.title, visit),
      ),
    )
    .post(
      "/console/login",
      openPage(deps, async (call) => {
        const { request, visit } = call;
        const form = readForm(call);
        const given = (form.get("email") ?? "").trim();
        const email = canonicalAddress(given);
        if (email === null) {
          const error = words.notAnAddress;
          const view = { ...loginView(deps, call), error, email: given };
          return show(loginPage(view), words.title, visit, 400);
        }
        const network = clientNetwork(stateOf(request).ip);
        const bucket = await buckets.take(network);
        if (!bucket.allowed) throw new Failure("rate_limited", words.tooMany, bucket.retryAfter);
        mailer.send(email, network);
        return show(linkSentPage(given), words.sentTitle, visit);
      }),
    )
    .get(
      "/console/sign-in",
      openPage(deps, async ({ request, visit }) => {
        const token = new URL(request.url).searchParams.get("token") ?? "";
        const link = await findLink(deps.database, sha256(token), nowInstant(deps.clock));
        if (!link) throw linkUsed();
        const invited = await invitationOf(deps, link);
        const view = { csrf: visit.csrf, token };
        if (invited)
          return show(invitationPage({ ...view, ...invited }), phrases.members.invitation.title, visit);
        return show(signInPage(view), words.title, visit);
      }),
    )
    .post(
      "/console/sign-in",
      openPage(deps, (call) => useLink(deps, call)),
    )
    .post(
      "/console/passkey",
      openPage(deps, async (call) => {
        const { allowed, retryAfter } = await passkeyBuckets.take(clientNetwork(stateOf(call.request).ip));
        if (!allowed) throw new Failure("rate_limited", words.tooMany, retryAfter);
        return usePasskey(deps, call);
      }),
    )
    .post(
      "/console/sign-out",
      openPage(deps, async (call) => {
        readForm(call);
        const { request, visit } = call;
        const { session } = visit;
        if (session) {
          const { accountId, tokenHash } = session;
          await deps.actors.account(accountId).run((turn) => signOut(turn, tokenHash), { quiet: true });
        }
        return redirect("/console/login", { cookies: endedCookies(deps, request) });
      }),
    )
    .post(
      "/console/look",
      openPage(deps, (call) => {
        const form = readForm(call);
        const cookies = [...call.visit.cookies, lookCookieOf(deps, call.request, form)];
        return redirect(backOf(form, "/console"), { cookies });
      }),
    );
}

/** @throws Failure validation_error */
function lookCookieOf(deps: HttpDeps, request: Request, form: URLSearchParams): string {
  const [look, height] = [form.get("theme"), form.get("density")];
  const theme = themes.find((one) => one === look) ?? null;
  if (theme !== null || look === "auto") return themeCookieOf(deps, request, theme);
  const density = densities.find((one) => one === height) ?? null;
  if (density === null && height !== "usual") throw invalid(phrases.failure.useForm);
  return densityCookieOf(deps, request, density);
}

/** Return the account and role that a link invites to; null: it only signs in. */
async function invitationOf(
  { database }: HttpDeps,
  { accountId, ownerEmail }: SignInLinkRow,
): Promise<{ account: string; role: Role } | null> {
  if (ownerEmail === null) return null;
  const member = await findMember(database, accountId, ownerEmail);
  const account = member?.joinedAt === null ? await ownedAccount(database, accountId) : null;
  return member && account ? { account: accountName(account), role: member.role } : null;
}

async function useLink(deps: HttpDeps, call: PageCall): Promise<Response> {
  const { request } = call;
  const form = readForm(call);
  const linkHash = sha256(form.get("token") ?? "");
  const link = await findLink(deps.database, linkHash, nowInstant(deps.clock));
  if (!link) throw linkUsed();
  const token = randomBase62(43);
  const input = { linkHash, sessionHash: sha256(token), userAgent: request.headers.get("user-agent") };
  await deps.actors.account(link.accountId).run((turn) => signIn(turn, input), { quiet: true });
  return enter(deps, request, token);
}

/** To the page, or to the program that waits. */
export function enter(
  deps: HttpDeps,
  request: Request,
  token: string,
  also: readonly string[] = [],
): Response {
  const session = [sessionCookieOf(deps, request, token), ...also];
  const waiting = waitingQuery(request);
  if (waiting === null) return redirect("/console", { cookies: session });
  const cookies = [...session, waitingCookieOf(deps, request, "")];
  return redirect(`${authorizePath}?${new URLSearchParams(waiting)}`, { cookies });
}

/** Return the data of the sign-in page. */
export function loginView(
  deps: HttpDeps,
  { request, visit }: { request: Request; visit: Pick<Visit, "csrf"> },
): LoginView {
  const { csrf } = visit;
  const { oidcIssuer, oidcName } = deps.config;
  return {
    csrf,
    issuer: oidcIssuer === null ? null : oidcName,
    passkey: isAtSite(deps, request) ? requestOptions(deps, { csrf }) : null,
  };
}

/** Every refusal says the same: whose a passkey is shows nowhere. */
async function usePasskey(deps: HttpDeps, call: PageCall): Promise<Response> {
  const { request, visit } = call;
  const form = readForm(call);
  const answer = { csrf: visit.csrf, text: form.get("response") ?? "" };
  const credentialId = credentialOf(answer.text);
  const row = credentialId && (await findPasskey(deps.database, credentialId));
  const read = row && (await readSignIn(deps, { ...answer, row }));
  const token = randomBase62(43);
  const session = { sessionHash: sha256(token), userAgent: request.headers.get("user-agent") };
  try {
    if (!row || !read || !(await opensAny(deps, row))) throw notFound();
    const { counter, backedUp, ...challenge } = read;
    const use = { credentialId: row.credentialId, counter, backedUp, session };
    await deps.actors
      .account(row.accountId)
      .run((turn) => signInByPasskey(turn, challenge, use), { quiet: true });
  } catch (failure) {
    if (!(failure instanceof Failure) || failure.code === "unavailable") throw failure;
    const view = { ...loginView(deps, call), error: words.passkeyRefused };
    return show(loginPage(view), words.title, visit, 400);
  }
  return enter(deps, request, token);
}
