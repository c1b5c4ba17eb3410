// Documents at well-known paths: answers to an authority's challenge (RFC 8555 8.3), a domain's MTA-STS
// policy (RFC 8461 3.2), and the settings of mail programs. No key; a domain that is not served here is not
// found.
import { Elysia } from "elysia";
import { notFound } from "../lib/failure.ts";
import { domainOf, parseAddress } from "../mail/address.ts";
import { autoconfigXml, autodiscoverXml } from "../mail/client-settings.ts";
import { mtaStsPolicy } from "../outbound/service-records.ts";
import { findChallenge } from "../store/domains/certificates.ts";
import { isServedDomain } from "../store/domains/domains.ts";
import { isTrusted } from "../tls/certificates.ts";
import { autodiscoverPaths } from "./body.ts";
import type { HttpDeps } from "./context.ts";

const xml = { headers: { "content-type": "application/xml; charset=utf-8" } };

export function wellKnownRoutes(deps: HttpDeps) {
  const { config, database, mailService } = deps;

  /** @throws Failure not_found */
  async function served(given: string): Promise<string> {
    const domain = domainOf(given);
    if (domain === null || !(await isServedDomain(database, domain))) throw notFound();
    return domain;
  }

  const autoconfig = async ({ request }: { request: Request }) => {
    const { hostname, searchParams } = new URL(request.url);
    const email = searchParams.get("emailaddress");
    const given =
      email === null ? hostname.replace(/^autoconfig\./, "") : email.slice(email.lastIndexOf("@") + 1);
    return new Response(autoconfigXml(await served(given), mailService()), xml);
  };
  const autodiscover = async ({ body }: { body: unknown }) => {
    const given =
      typeof body === "string" ? /<EMailAddress>\s*([^<\s]{1,320})\s*<\//i.exec(body)?.[1] : undefined;
    const address = parseAddress(given ?? "");
    if (!address) throw notFound();
    const domain = await served(address.domain);
    return new Response(autodiscoverXml(`${address.localPart}@${domain}`, mailService()), xml);
  };

  const routes = new Elysia({ normalize: false })
    .get("/.well-known/acme-challenge/:token", async ({ params: { token } }) => {
      const answer = /^[\w-]{1,200}$/.test(token) ? await findChallenge(database, "http-01", token) : null;
      if (answer === null) throw notFound();
      return new Response(answer, { headers: { "content-type": "application/octet-stream" } });
    })
    .get("/.well-known/mta-sts.txt", async ({ request }) => {
      const { hostname } = new URL(request.url);
      // Without a certificate that others trust, a policy would keep their mail away.
      if (!hostname.startsWith("mta-sts.") || !isTrusted(config)) throw notFound();
      await served(hostname.slice("mta-sts.".length));
      return new Response(mtaStsPolicy(config.mailHostname), {
        headers: { "content-type": "text/plain; charset=utf-8" },
      });
    })
    .get("/mail/config-v1.1.xml", autoconfig)
    .get("/.well-known/autoconfig/mail/config-v1.1.xml", autoconfig);
  for (const path of autodiscoverPaths) routes.post(path, autodiscover);
  return routes;
}
