// Signing in and out, and what a browser keeps of a person's choices. Whether an address has an account shows nowhere.
import { linkUsed, signIn, signOut } from "../../../actors/account/console.ts";
import { type HttpDeps, stateOf } from "../../http/context.ts";
import { authorizePath } from "../../http/oauth/metadata.ts";
import { nowInstant } from "../../lib/clock.ts";
import { Failure, invalid } from "../../lib/failure.ts";
import { clientNetwork } from "../../lib/networks.ts";
import { randomBase62, sha256 } from "../../lib/secrets.ts";
import { TokenBuckets } from "../../lib/token-bucket.ts";
import { canonicalAddress } from "../../mail/address.ts";
import { findLink, ownedAccount, type SignInLinkRow } from "../../store/accounts/console.ts";
import { findMember } from "../../store/accounts/members.ts";
import type { Role } from "../../store/tables/index.ts";
import { backOf, openPage, redirect, routes, show } from "../frame/answers.ts";
import { accountName } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import type { LinkMailer } from "./login.ts";
import {
  endedCookie,
  type PageCall,
  readForm,
  sessionCookieOf,
  themeCookieOf,
  themes,
  waitingCookieOf,
  waitingQuery,
} from "./session.ts";
import { invitationPage, linkSentPage, loginPage, signInPage } from "./sign-in-pages.ts";

/** Links that one IP address may ask for in an hour. */
const loginsAnHour = 10;
const words = phrases.login;

export function signInPages(deps: HttpDeps, mailer: LinkMailer) {
  const buckets = new TokenBuckets(loginsAnHour / 3600, loginsAnHour, deps.clock);
  return routes()
    .get(
      "/console/login",
      openPage(deps, ({ visit }) => show(loginPage(visit), words.title, visit)),
    )
    .post(
      "/console/login",
      openPage(deps, (call) => {
        const { request, visit } = call;
        const form = readForm(call);
        const given = (form.get("email") ?? "").trim();
        const email = canonicalAddress(given);
        if (email === null) {
          const error = words.notAnAddress;
          return show(loginPage({ csrf: visit.csrf, error, email: given }), words.title, visit, 400);
        }
        const bucket = buckets.take(clientNetwork(stateOf(request).ip));
        if (!bucket.allowed) throw new Failure("rate_limited", words.tooMany, bucket.retryAfter);
        mailer.send(email);
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
      "/console/sign-out",
      openPage(deps, async (call) => {
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
      "/console/look",
      openPage(deps, (call) => {
        const form = readForm(call);
        const given = form.get("theme");
        const theme = themes.find((one) => one === given) ?? null;
        if (theme === null && given !== "auto") throw invalid(phrases.failure.useForm);
        const cookies = [...call.visit.cookies, themeCookieOf(deps, call.request, theme)];
        return redirect(backOf(form, "/console"), { cookies });
      }),
    );
}

/** What a link invites to; null: it signs in and nothing else. */
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
  const session = sessionCookieOf(deps, request, token);
  const waiting = waitingQuery(request);
  if (waiting === null) return redirect("/console", { cookies: [session] });
  const cookies = [session, waitingCookieOf(deps, request, "")];
  return redirect(`${authorizePath}?${new URLSearchParams(waiting)}`, { cookies });
}
