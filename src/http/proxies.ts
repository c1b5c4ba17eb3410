// The client of a request, by the HTTPS listener and the proxies of TRUSTED_PROXIES. Where one is set up by half, limits take all
// its clients for one; nothing fails, so the log says it, once.
import { inNetworks, isPublicAddress } from "../lib/networks.ts";
import type { HttpDeps, RequestState } from "./context.ts";

export type RequestClient = Pick<RequestState, "ip" | "secure">;

export function clientOf(
  deps: HttpDeps,
  request: Request,
  peer: { address: string; port: number },
): RequestClient {
  const overHttps = deps.httpsClient(peer);
  return { ip: forwardedFor(deps, request, overHttps ?? peer.address), secure: overHttps !== null };
}

function forwardedFor(deps: HttpDeps, request: Request, peer: string): string {
  const { trustedProxies } = deps.config;
  const forwarded = request.headers.get("x-forwarded-for");
  const isTrusted = inNetworks(peer, trustedProxies);
  if (isTrusted ? !forwarded : forwarded) noteHalf(deps, request, { peer, isTrusted });
  if (!forwarded || !isTrusted) return peer;
  // The last address that no trusted proxy has added.
  const hops = forwarded.split(",").map((hop) => hop.trim());
  return hops.findLast((hop) => !inNetworks(hop, trustedProxies)) ?? hops[0] ?? peer;
}

const told = new WeakMap<HttpDeps["config"], Set<string>>();

/** A field of a public address is a stranger's; what comes for the machine's own name came by no proxy. */
function noteHalf(
  { config, log }: HttpDeps,
  request: Request,
  { peer, isTrusted }: { peer: string; isTrusted: boolean },
): void {
  const isHalf = isTrusted
    ? config.baseUrl !== null && request.headers.get("host") === URL.parse(config.baseUrl)?.host
    : !isPublicAddress(peer);
  if (!isHalf) return;
  const said = isTrusted
    ? "a proxy of TRUSTED_PROXIES names no client: limits take all its clients for one; let it set X-Forwarded-For"
    : "a proxy names its clients, and TRUSTED_PROXIES does not name the proxy: limits take all its clients for one; add its address";
  const before = told.get(config) ?? new Set();
  told.set(config, before);
  if (before.has(said)) return;
  before.add(said);
  log.warn(said, { proxy: peer });
}
