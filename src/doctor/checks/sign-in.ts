// OIDC_ISSUER: it answers, is the issuer that it says, takes this client, and can do what a sign-in needs.
import { peerMessage, peerRemedy } from "../../lib/peer-trouble.ts";
import { callbackPath, clientRefusal, discover, IssuerUnavailable } from "../../openid/issuer.ts";
import { type DoctorContext, publicDomains } from "../context.ts";
import { type CheckResult, failing, fine, warning } from "../finding.ts";

export async function checkSignIn(context: DoctorContext): Promise<CheckResult[]> {
  const { config } = context;
  const { oidcIssuer, baseUrl } = config;
  if (oidcIssuer === null) return [];
  const subject = "OIDC_ISSUER";
  try {
    const found = await discover({ ...config, oidcIssuer });
    const refusal = await clientRefusal(found, `${baseUrl ?? "http://localhost"}${callbackPath}`);
    if (refusal !== null)
      return [
        failing("client_refused", `${oidcIssuer} does not take this client: ${refusal}.`, {
          subject: "OIDC_CLIENT_SECRET",
          remedy:
            "Nobody signs in by it until then. Look there whether the client still stands and its secret has expired, make a new secret, and put both into OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. Links and passkeys work meanwhile.",
        }),
      ];
    const metadata = found.serverMetadata();
    if (metadata.code_challenge_methods_supported && !metadata.supportsPKCE())
      return [
        warning("no_pkce", `${oidcIssuer} does not say that it supports PKCE with S256.`, {
          subject,
          remedy: "Turn it on there: a code that leaks is worth nothing then. RFC 7636",
        }),
      ];
  } catch (error) {
    if (!(error instanceof IssuerUnavailable)) throw error;
    return [
      failing("unreachable", `${oidcIssuer} cannot be asked: ${peerMessage(error)}.`, {
        subject,
        remedy: peerRemedy(
          error,
          `Nobody signs in by it until ${oidcIssuer.replace(/\/$/, "")}/.well-known/openid-configuration answers here and names this issuer, letter for letter. Links and passkeys work meanwhile.`,
        ),
      }),
    ];
  }
  if (publicDomains(context).length > 0 && baseUrl === null)
    return [
      warning("no_base_url", "People are sent back to localhost after they signed in: BASE_URL is not set.", {
        subject,
        remedy: `Set BASE_URL, and register BASE_URL${callbackPath} at the issuer.`,
      }),
    ];
  return [
    fine(`${oidcIssuer} answers. It has to send people back to ${baseUrl ?? "BASE_URL"}${callbackPath}.`),
  ];
}
