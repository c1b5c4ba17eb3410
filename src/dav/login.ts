// Login of CalDAV: an address with one of its app passwords, or an API key, which reaches some addresses of
// its account. For a key the path names the address; otherwise the user name does, or it is the oldest. RFC
// 7617, RFC 6750
import type { CalendarOwner } from "../../actors/identity/calendar/calendar-content.ts";
import type { TurnAsker } from "../../actors/runtime/turn.ts";
import { nowInstant } from "../lib/clock.ts";
import { includesLevel } from "../lib/levels.ts";
import { clientNetwork, inNetworks } from "../lib/networks.ts";
import { looksLikeToken, sha256 } from "../lib/secrets.ts";
import { SharedBuckets } from "../lib/shared-limits.ts";
import { parseAddress } from "../mail/address.ts";
import { capabilitiesOf } from "../schema/addresses/capabilities.ts";
import { findKeyOwners } from "../store/access/api-keys.ts";
import { findIdentityByAddress, getIdentity } from "../store/addresses/identities.ts";
import { calendarOwners } from "../store/calendar/calendar-addresses.ts";
import type { Scope } from "../store/scope.ts";
import { type DavDeps, DavRefusal, notFound } from "./context.ts";
import type { DavPath } from "./paths.ts";
import { d } from "./xml-write.ts";

const readingMethods = new Set(["GET", "HEAD", "OPTIONS", "PROPFIND", "REPORT"]);

/** Addresses of a key that are listed. */
const maxOwners = 100;

/** The caller of a request, for the address in its path. */
export interface DavCaller {
  owner: CalendarOwner;
  /** False: the caller may read alone. */
  mayWrite: boolean;
  /** All addresses that the caller may see. */
  reached(): Promise<CalendarOwner[]>;
  /** The name under which requests are counted for limits. */
  bucket: string;
  /** The maker of the request's changes. */
  asker: TurnAsker;
}

interface DavLoginInput {
  request: Request;
  ip: string;
  place: DavPath | null;
}

/** @returns what tells who asks. @throws DavRefusal 401, 404, 429 */
export function createLogin(deps: DavDeps): (asked: DavLoginInput) => Promise<DavCaller> {
  const rate = deps.config.rateLimit.perSecond === 0 ? 0 : 0.1;
  const { clock, sharedLimits: limits } = deps;
  const wrongKeys = new SharedBuckets("wrong keys", { rate, burst: 30, clock, limits, isExact: true });
  return async (asked) => {
    const { token, username } = credentialsOf(asked.request);
    if (looksLikeToken(token, "pr", "pa")) return byKey(deps, { ...asked, token, username, wrongKeys });
    if (username === null || username === "") throw unauthorized();
    return byPassword(deps, { ...asked, username, password: token });
  };
}

/** `username` is null with Bearer. */
function credentialsOf({ headers }: Request): { token: string; username: string | null } {
  const header = headers.get("authorization")?.trim() ?? "";
  const bearer = /^bearer +(\S{1,4000})$/i.exec(header);
  if (bearer) return { token: bearer[1]!, username: null };
  const basic = /^basic +([\w+/=-]{1,4000})$/i.exec(header);
  const text = basic ? Buffer.from(basic[1]!, "base64").toString() : "";
  const at = text.indexOf(":");
  return at < 0 ? { token: "", username: text } : { token: text.slice(at + 1), username: text.slice(0, at) };
}

async function byPassword(
  { logins, database, config }: DavDeps,
  { username, password, ip }: DavLoginInput & { username: string; password: string },
): Promise<DavCaller> {
  const trusted = inNetworks(ip, config.trustedNetworks);
  const login = await logins.logIn({ username, password, remoteAddress: ip, protocol: "caldav", trusted });
  if (login === "blocked")
    throw new DavRefusal(429, [], "Too many wrong passwords. Try again later.", { "retry-after": "60" });
  if (login === null) throw unauthorized();
  const { accountId, identityId, email } = login;
  const identity = await getIdentity(database, { accountId, identityIds: [identityId] }, identityId);
  if (!identity) throw unauthorized();
  const owner = { accountId, identityId, email, name: identity.displayName };
  const asker = { kind: "app_password", id: login.appPasswordId, ip, reach: [identityId] } as const;
  return { owner, mayWrite: true, reached: async () => [owner], bucket: `identity:${identityId}`, asker };
}

async function byKey(
  deps: DavDeps,
  key: DavLoginInput & { token: string; username: string | null; wrongKeys: SharedBuckets },
): Promise<DavCaller> {
  const { request, token, username, ip, place } = key;
  // A key is never valid in a browser, as for REST.
  const isBrowser = ["origin", "sec-fetch-site", "sec-fetch-dest"].some((name) => request.headers.has(name));
  const [found] = isBrowser
    ? []
    : await findKeyOwners(deps.database, [sha256(token)], nowInstant(deps.clock));
  if (!found) {
    const wrong = inNetworks(ip, deps.config.trustedNetworks)
      ? null
      : await key.wrongKeys.take(clientNetwork(ip));
    if (wrong?.allowed === false)
      throw new DavRefusal(429, [], "Too many wrong keys came from your network.", {
        "retry-after": String(wrong.retryAfter),
      });
    throw unauthorized();
  }
  const { accountId, keyId, identityIds, level } = found;
  // DECISIONS OAuth: a calendar is changed at the level send.
  const mayWrite = includesLevel(level, "send");
  if (!mayWrite && !readingMethods.has(request.method))
    throw new DavRefusal(403, [d("need-privileges")], "The person let this program read alone.");
  deps.keyUsed(accountId, keyId);
  const scope = { accountId, identityIds };
  const named = username ? await ownerOf(deps, scope, username) : null;
  if (username && !named) throw unauthorized();
  const reached = () => (named ? Promise.resolve([named]) : calendarOwners(deps.database, scope, maxOwners));
  const bucket = `key:${keyId}`;
  const asker = { kind: "key", id: keyId, ip, level, reach: identityIds } as const;
  if (named) return { owner: named, mayWrite, reached, bucket, asker };
  const owner =
    place && "email" in place ? await ownerOf(deps, scope, place.email) : ((await reached())[0] ?? null);
  if (!owner) throw notFound();
  return { owner, mayWrite, reached, bucket, asker };
}

/** The address, if the scope reaches it and it has calendars. */
async function ownerOf({ database }: DavDeps, scope: Scope, text: string): Promise<CalendarOwner | null> {
  const address = parseAddress(text.toLowerCase());
  const identity = address && (await findIdentityByAddress(database, scope, address));
  if (!identity || !capabilitiesOf(identity.type).calendar) return null;
  const { accountId, id: identityId, localPart, domain, displayName: name } = identity;
  return { accountId, identityId, email: `${localPart}@${domain}`, name };
}

function unauthorized(): DavRefusal {
  const message = "Log in with an address and one of its app passwords, or with an API key.";
  return new DavRefusal(401, [], message, {
    "www-authenticate": 'Basic realm="Postroom", charset="UTF-8"',
  });
}
