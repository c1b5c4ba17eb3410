// A program asks for access (OAuth's authorization endpoint): the person signs in, reads who asks, chooses addresses and a
// level, and is led back to it. Nobody is led anywhere before that: a request that is not in order is answered with a page.
// RFC 6749 4.1, RFC 9700 4.11.2. DECISIONS OAuth
import { storeCode } from "../../../actors/account/access/oauth-grants.ts";
import type { HttpDeps } from "../../http/context.ts";
import {
  type AuthorizationRequest,
  answerUrl,
  RequestRefused,
  readAuthorization,
} from "../../http/oauth/authorization.ts";
import { Clients } from "../../http/oauth/clients.ts";
import { limitByNetwork } from "../../http/oauth/endpoints.ts";
import { OauthError } from "../../http/oauth/errors.ts";
import { authorizePath, ownBase } from "../../http/oauth/metadata.ts";
import { formSource } from "../../http/oauth/redirects.ts";
import { invalid } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import { includesLevel, levels } from "../../lib/levels.ts";
import { randomBase62, sha256 } from "../../lib/secrets.ts";
import { listIdentities } from "../../store/addresses/identities.ts";
import {
  action,
  type Here,
  openPage,
  page,
  redirect,
  routes,
  type SentForm,
  show,
} from "../frame/answers.ts";
import { setCookies } from "../frame/here.ts";
import { plainPage } from "../frame/page.ts";
import { phrases } from "../phrases.ts";
import { type Visit, waitingCookieOf } from "../session/session.ts";
import { loginView } from "../session/sign-in.ts";
import { loginPage } from "../session/sign-in-pages.ts";
import { authorizePage, refusedPage } from "./authorize-page.ts";

const listedAddresses = 200;
const words = phrases.authorize;

interface PendingAuthorization {
  /** The request, as it came. */
  query: string;
  asked: AuthorizationRequest;
}

export function authorizePages(deps: HttpDeps) {
  const { oauthSecret: secret, clock, config, clientDocuments } = deps;
  const clients = new Clients({
    secret,
    clock,
    get: { allowed: config.webhookAllowNetworks, ...clientDocuments },
  });
  const requests = limitByNetwork("authorizations", deps, { perHour: 720, burst: 60 });
  const documents = limitByNetwork("client documents", deps, { perHour: 120, burst: 20 });

  /** Reads a request, or answers that it is not in order. */
  async function read(
    { request, visit }: { request: Request; visit: Visit },
    query: string,
    go: (asked: PendingAuthorization) => Response | Promise<Response>,
  ): Promise<Response> {
    await requests(request);
    const bases = [deps.baseUrl(), ownBase(deps, request)];
    const refuse = (message: string, back: string | null) =>
      show(refusedPage({ message, back }), words.refusedTitle, visit, 400);
    try {
      const mayFetch = () => documents(request);
      return await go({ query, asked: await readAuthorization(query, { clients, mayFetch, bases }) });
    } catch (error) {
      if (error instanceof OauthError) return refuse(error.message, null);
      if (!(error instanceof RequestRefused)) throw error;
      const answer = { error: error.code, error_description: error.message };
      return refuse(error.message, answerUrl(error.request, ownBase(deps, request), answer));
    }
  }

  const decide = page(deps, "owner", (here) =>
    read(here, here.url.search.slice(1), (asked) => ask(here, asked)),
  );
  return routes()
    .get(
      authorizePath,
      openPage(deps, (call) => {
        const { request, visit } = call;
        if (visit.session) return decide(call);
        const query = new URL(request.url).search.slice(1);
        return read(call, query, ({ asked }) => {
          const cookies = [...visit.cookies, waitingCookieOf(deps, request, query)];
          const view = { ...loginView(deps, call), program: asked.client.name };
          return show(loginPage(view), phrases.login.title, { ...visit, cookies });
        });
      }),
    )
    .post(
      authorizePath,
      action(deps, "owner", (sent) =>
        read(sent, sent.form.get("request") ?? "", (asked) => answer(sent, asked)),
      ),
    );
}

/** The page on which the person decides. */
async function ask(here: Here, { query, asked }: PendingAuthorization, error?: string): Promise<Response> {
  const { deps, scope, visit } = here;
  const addresses = await listIdentities(deps.database, scope, {
    filter: {},
    cursor: null,
    count: listedAddresses + 1,
  });
  const params = new URLSearchParams(query);
  params.delete("account");
  const body = authorizePage(here, {
    query: params.toString(),
    client: asked.client,
    redirectUri: asked.redirectUri,
    level: asked.level,
    addresses: addresses.slice(0, listedAddresses),
    moreAddresses: addresses.length > listedAddresses,
    error,
  });
  return plainPage(body, {
    title: words.title,
    theme: visit.theme,
    status: error === undefined ? 200 : 400,
    headers: setCookies(visit.cookies),
    formTarget: formSource(asked.redirectUri),
  });
}

/** Redirect to the program with the person's decision. */
async function answer(sent: SentForm, { query, asked }: PendingAuthorization): Promise<Response> {
  const { deps, form, request, visit, account, origin } = sent;
  const issuer = ownBase(deps, request);
  if (form.get("answer") === "refuse") {
    const refused = { error: "access_denied", error_description: "The person refused." } as const;
    return redirect(answerUrl(asked, issuer, refused), visit);
  }
  const level = levels.find((one) => one === form.get("level"));
  const identityIds = form.get("every") === "yes" ? null : [...new Set(form.getAll("identity"))];
  const isOurs = form.get("answer") === "allow" && (identityIds ?? []).every(isUuid);
  if (!isOurs || !level || !includesLevel(asked.level, level)) throw invalid(phrases.failure.useForm);
  if (identityIds?.length === 0) return ask(sent, { query, asked }, words.tickOne);
  const code = randomBase62(43);
  const { client, redirectUri, codeChallenge } = asked;
  const input = {
    codeHash: sha256(code),
    clientId: client.id,
    clientName: client.name,
    redirectUri,
    codeChallenge,
    level,
    identityIds,
  };
  await deps.actors.account(account.accountId).run((turn) => storeCode(turn, input), { quiet: true, origin });
  return redirect(answerUrl(asked, issuer, { code }), visit);
}
