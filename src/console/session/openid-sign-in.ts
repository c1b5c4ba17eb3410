// The pages of a sign-in by OIDC_ISSUER. Who an address of this server is proves nothing here: keys read its mail, so an issuer that
// mailed it a code was answered by the holder of one. DECISIONS Agent signup and console.

import { type SignedIn, signInBySubject } from "../../../actors/account/access/issuer-subjects.ts";
import { fencedBy } from "../../../actors/account/access/members.ts";
import { findOperator } from "../../../actors/account/accounts/operator.ts";
import { isReadHere } from "../../../actors/account/sending/human-mails.ts";
import { type HttpDeps, stateOf } from "../../http/context.ts";
import { Failure } from "../../lib/failure.ts";
import { clientNetwork } from "../../lib/networks.ts";
import { randomBase62, sha256 } from "../../lib/secrets.ts";
import { SharedBuckets } from "../../lib/shared-limits.ts";
import type { OpenIdPerson } from "../../openid/claims.ts";
import { callbackPath, createOpenId, IssuerUnavailable, SignInRefused } from "../../openid/issuer.ts";
import { findSubject } from "../../store/access/issuer-subjects.ts";
import { findMember } from "../../store/access/members.ts";
import { openPage, redirect, routes, show } from "../frame/answers.ts";
import { phrases } from "../phrases.ts";
import { groupMemberId } from "./accounts.ts";
import { type PageCall, startedCookieOf, startedIn } from "./session.ts";
import { enter, loginView } from "./sign-in.ts";
import { loginPage } from "./sign-in-pages.ts";

/** Starts and callbacks of one network: many people may be behind one address. */
const callsAnHour = 600;
const words = phrases.login;

export function openIdPages(deps: HttpDeps) {
  const { clock, config, log, sharedLimits: limits } = deps;
  const openId = createOpenId(config, () => clock.now());
  if (!openId) return routes();
  const buckets = new SharedBuckets("openid", {
    rate: callsAnHour / 3600,
    burst: callsAnHour,
    clock,
    limits,
    isExact: true,
  });
  const redirectUri = () => `${deps.baseUrl()}${callbackPath}`;
  /** Every way through ends what the browser kept. */
  const refuse = (call: PageCall, error: string, status: number) => {
    const cookies = [...call.visit.cookies, startedCookieOf(deps, call.request, null)];
    return show(
      loginPage({ ...loginView(deps, call), error }),
      words.title,
      { ...call.visit, cookies },
      status,
    );
  };
  const limited = async (call: PageCall, work: () => Promise<Response>): Promise<Response> => {
    const { allowed, retryAfter } = await buckets.take(clientNetwork(stateOf(call.request).ip));
    if (!allowed) throw new Failure("rate_limited", words.tooMany, retryAfter);
    try {
      return await work();
    } catch (error) {
      const { oidcIssuer: issuer, oidcName: name } = config;
      if (error instanceof SignInRefused) {
        log.info("OIDC_ISSUER signed nobody in", { issuer, error: error.message });
        return refuse(call, words.issuerRefused(name), 400);
      }
      if (!(error instanceof IssuerUnavailable)) throw error;
      log.warn("OIDC_ISSUER could not be asked", { issuer, error: error.message });
      return refuse(call, words.issuerAway(name), 503);
    }
  };
  return routes()
    .get(
      "/console/openid",
      openPage(deps, (call) =>
        limited(call, async () => {
          const { url, start } = await openId.begin(redirectUri());
          return redirect(url.href, { cookies: [startedCookieOf(deps, call.request, start)] });
        }),
      ),
    )
    .get(
      callbackPath,
      openPage(deps, (call) =>
        limited(call, async () => {
          const { request } = call;
          const start = startedIn(deps, request);
          if (!start) return refuse(call, words.issuerAgain, 400);
          const url = new URL(redirectUri());
          url.search = new URL(request.url).search;
          const person = await openId.finish(url, start);
          const { issuer, subject } = person;
          const token = randomBase62(43);
          const signedIn = await signInPerson(deps, request, { person, token });
          log.info("somebody came from OIDC_ISSUER", { issuer, subject, ...signedIn });
          if (signedIn.result !== "in") return refuse(call, words.issuerNobody[signedIn.result], 403);
          return enter(deps, request, token, [startedCookieOf(deps, request, null)]);
        }),
      ),
    );
}

async function signInPerson(
  deps: HttpDeps,
  request: Request,
  { person, token }: { person: OpenIdPerson; token: string },
): Promise<SignedIn> {
  const { database, actors } = deps;
  const operator = await findOperator(database);
  if (!operator) return { result: "unproven" };
  const { accountId } = operator;
  const isHere = person.email !== null && (await isReadHere(deps, person.email));
  const email = isHere ? null : person.email;
  const bound = await findSubject(database, accountId, person);
  const known = bound?.email ?? email;
  const member = known === null ? null : await findMember(database, accountId, known);
  const also = member ? await fencedBy(database, accountId, member.id) : [];
  const given = {
    ...person,
    email,
    sessionHash: sha256(token),
    userAgent: request.headers.get("user-agent"),
    memberId: (address: string) => groupMemberId(accountId, address),
  };
  return actors.account(accountId).run((turn) => signInBySubject(turn, given), { also });
}
