// Screens a mail before it is stored: authenticates it, judges spam, and decides its displayed form. Runs outside the turn,
// bounded in time; an error of DNS or the scanner is recorded, and never loses or refuses a mail.
import { type Clock, nowInstant } from "../lib/clock.ts";
import type { Resolve } from "../lib/dns/cache.ts";
import { Failure } from "../lib/failure.ts";
import { mailDate } from "../mail/compose/compose.ts";
import type { DisplayedForm } from "../mail/displayed-form.ts";
import { asBuffer, latin1 } from "../mail/mime/charset.ts";
import { blankBytes, blankBytesOf } from "../mail/mime/headers.ts";
import type { DmarcObservation } from "../mail/report/dmarc-report.ts";
import { type Authentication, refusingDomain, type SpamReport } from "../mail/trust/authentication.ts";
import { deliveryTrace, displayedForm, ownForm } from "../mail/trust/authentication-results.ts";
import type { MailFacts } from "../reading/mails.ts";
import type { HostedDomain } from "../store/domains/domains.ts";
import type { Client } from "./authenticate.ts";
import { authorsOf } from "./authors.ts";
import { listedBy } from "./blocklists.ts";
import { observationOf } from "./observe.ts";
import { claimedNames, type OwnDomain, ownDomainOf } from "./own-domains.ts";
import type { Rspamd } from "./rspamd.ts";
import { judge, withOwnDomainSymbol } from "./rules.ts";

export interface ScreeningDeps {
  resolve: Resolve;
  clock: Clock;
  /** The authserv-id in Authentication-Results. */
  mailHostname: string;
  /** Zones of block lists; not queried where rspamd is set, which queries its own. */
  blocklists: readonly string[];
  rspamd: Rspamd | null;
  /** Refuse mail that fails a DMARC policy of reject; false: file it as spam. */
  refuseByDmarc: boolean;
  /** Counts what was seen of a domain for its report; null: no reports are sent. */
  observe: ((domain: string, detail: DmarcObservation) => void) | null;
  /** Return the names that are domains of this service. */
  hosted: (names: readonly string[]) => Promise<HostedDomain[]>;
}

export interface Verdict {
  isSpam: boolean;
  /** Null: nothing was checked. */
  authentication: Authentication | null;
  /** Null: no rule applied. */
  spam: SpamReport | null;
  /** Null: displayed as it is. */
  shown: DisplayedForm | null;
}

/** The verdict on a mail that is not screened. */
export const unscreened: Verdict = { isSpam: false, authentication: null, spam: null, shown: null };

/** A mail as it came, and parsed. */
export interface Arrived {
  raw: Uint8Array;
  parsed: MailFacts;
}

/** Loaded with the first mail: the library takes memory that a server without mail spares. */
let authenticating: typeof import("./authenticate.ts") | null = null;

/**
 * Screens a mail from outside.
 * @throws Failure forbidden when the DMARC policy of its author's domain asks to reject it
 */
export async function screenMail(
  deps: ScreeningDeps,
  { raw, parsed }: Arrived,
  { client, recipients }: { client: Client; recipients: readonly string[] },
): Promise<Verdict> {
  const head = headOf(raw);
  const authors = authorsOf(head, client.from);
  authenticating ??= await import("./authenticate.ts");
  const { authenticate } = authenticating;
  const [evidence, scan, listed, hosted] = await Promise.all([
    authenticate(deps, { ...signedForm(raw, head), authors }, client),
    deps.rspamd ? deps.rspamd.scan(raw, client, recipients) : null,
    deps.rspamd || client.trusted ? [] : listedBy(client.ip, deps.blocklists, deps.resolve),
    client.trusted ? [] : deps.hosted(claimedNames(authors.domains)),
  ]);
  const own = ownDomainOf(authors, hosted, evidence);
  const authentication =
    evidence && own ? { ...evidence, own_domain: { domain: own.domain, result: own.result } } : evidence;
  const refusing = deps.refuseByDmarc ? refusingDomain(authentication) : null;
  const isRefused = refusing !== null;
  const isUnreadable = authors.isUnreadable && !client.trusted;
  const { isSpam: isJudged, ...found } = scan
    ? withOwnDomainSymbol(scan, own)
    : judge({ parsed, authentication, listed, own, isUnreadable });
  const isSpam = isJudged || isUnreadable || isUnwelcome(authentication, own);
  if (deps.observe && authentication && !client.trusted && authors.isSingle) {
    const seen = { client, author: authors.domains[0]!, isRefused, isSpam };
    const observed = observationOf(authentication, seen);
    if (observed) deps.observe(observed.domain, observed.detail);
  }
  if (refusing) throw refusal(refusing.domain);
  const nothing = found.scanner === "rules" && found.symbols.length === 0;
  return {
    isSpam,
    authentication,
    spam: nothing ? null : { ...found, checked_at: nowInstant(deps.clock) },
    shown: shownOf(deps, { head, parsed, authentication }, client.from === ""),
  };
}

/** The mail as its signer had it: without empty lines before the header. */
function signedForm(raw: Uint8Array, head: string): { raw: Uint8Array; head: string } {
  const blank = blankBytes(head);
  return { raw: raw.subarray(blank), head: head.slice(blank) };
}

/** How a mail of an address of this service came to be delivered here. */
export interface OwnDelivery {
  messageId: string;
  /** Envelope sender, at the domain of the address that sent it; "" for the null sender. */
  from: string;
  /** The domain of the address that sent it. */
  domain: string;
  recipient: string;
  /** Signature fields for its bytes, "" for none, and whose they are. */
  signatures: string;
  signers: readonly { selector: string; algorithm: string }[];
}

/**
 * The verdict on a mail from an address of this service: its own Authentication-Results are not trusted either.
 * @param delivery left out: nobody wrote it, the service did
 */
export function screenOwn(
  deps: Pick<ScreeningDeps, "mailHostname" | "clock">,
  { raw, parsed }: Arrived,
  delivery?: OwnDelivery,
): Verdict {
  const head = headOf(raw);
  const authentication = delivery ? ownAuthentication(deps, { head, parsed }, delivery) : null;
  const shown = shownOf(deps, { head, parsed, authentication }, false);
  if (!delivery) return { ...unscreened, shown };
  const { mailHostname: authservId, clock } = deps;
  const found = { authservId, authentication, from: parsed.from.email, nullSender: delivery.from === "" };
  const trace = deliveryTrace({ ...delivery, hostname: authservId, date: mailDate(nowInstant(clock)) });
  const { signatures } = delivery;
  return { ...unscreened, authentication, shown: ownForm(head, found, { trace, signatures }) };
}

/**
 * The authentication of a mail whose only author sent it from here; null for any other, such as those that
 * older versions queued.
 */
function ownAuthentication(
  { clock }: Pick<ScreeningDeps, "clock">,
  { head, parsed }: { head: string; parsed: MailFacts },
  { domain, signers }: OwnDelivery,
): Authentication | null {
  const { isSingle, domains, isMalformed } = authorsOf(head, "");
  if (!isSingle || isMalformed || domains[0] !== domain || parsed.envelope.from.length !== 1) return null;
  return {
    authenticated_here: true,
    spf: null,
    dkim: signers.map(({ selector, algorithm }) => ({
      result: "pass",
      domain,
      selector,
      algorithm: `${algorithm}-sha256`,
      aligned: true,
    })),
    dmarc: { result: "pass", domain, policy: null },
    arc: null,
    checked_at: nowInstant(clock),
  };
}

function shownOf(
  { mailHostname: authservId }: Pick<ScreeningDeps, "mailHostname">,
  {
    head,
    parsed,
    authentication,
  }: { head: string; parsed: MailFacts; authentication: Authentication | null },
  nullSender: boolean,
): DisplayedForm | null {
  return displayedForm(head, { authservId, authentication, from: parsed.from.email, nullSender });
}

/** Whether the author's domain asks to quarantine or reject the mail. */
function isUnwelcome(authentication: Authentication | null, own: OwnDomain | null): boolean {
  if (own?.result === "unproven" && own.unprovenMail === "spam") return true;
  const { result, policy } = authentication?.dmarc ?? {};
  return result === "fail" && (policy === "quarantine" || policy === "reject");
}

function refusal(domain: string | null): Failure {
  return new Failure(
    "forbidden",
    `This mail is not proven to be from its author, and ${domain ?? "the domain"} asks to refuse such mail (DMARC). Send it through a server that the domain's SPF record or a DKIM signature names`,
  );
}

/** The raw mail up to and with the empty line that ends its header, binary text. */
function headOf(raw: Uint8Array): string {
  const bytes = asBuffer(raw);
  const blank = blankBytesOf(bytes);
  if (blank === 0 && bytes[0] === 13 && bytes[1] === 10) return "\r\n";
  const end = bytes.indexOf("\r\n\r\n", blank);
  return latin1(end < 0 ? bytes : bytes.subarray(0, end + 4));
}
