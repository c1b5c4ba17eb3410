// The relays by which mail leaves: each of a relay's first addresses is asked once, with the login that the first one took, and one of them for the senders;
// with --relay a mail goes through and comes back.
import { isIPv6 } from "node:net";
import { messageOf } from "../../lib/failure.ts";
import { newId } from "../../lib/ids.ts";
import { silentLog } from "../../lib/log.ts";
import { isLoopback } from "../../lib/networks.ts";
import { peerMessage, peerRemedy, peerTrouble } from "../../lib/peer-trouble.ts";
import { judgeBounce } from "../../mail/report/bounce-reason.ts";
import { openSession } from "../../outbound/connection.ts";
import type { SmtpSession } from "../../outbound/session.ts";
import { SmtpError } from "../../outbound/smtp-error.ts";
import { defaultTimeouts, type SmtpTarget } from "../../outbound/target.ts";
import { planTargets, routeOf } from "../../outbound/targets.ts";
import { type DoctorContext, publicDomains } from "../context.ts";
import { type CheckResult, failing, fine, skipped, warning } from "../finding.ts";
import { hand, letterTo, nobody, recipientOf, waited } from "./letter.ts";

/** Addresses of a relay that are asked, at once. */
const maxTargets = 4;
/** Senders that a relay is asked about, one after the other: the first in the open session, each other in a session of its own. */
const maxSenders = 3;

const noMx = { route: () => Promise.reject(new Error("a relay needs no MX")) };

export async function checkRelay(context: DoctorContext): Promise<CheckResult[]> {
  const { config, options } = context;
  const urls = [config.smtpRelayUrl, ...config.smtpRelayDomains.values()].filter((url) => url !== null);
  const looks = await Promise.all([...new Set(urls)].map((url) => lookAt(context, url)));
  const found = looks.flatMap(({ results }) => results);
  if (!options.relay) return found;
  const look = looks.find(({ url }) => url === config.smtpRelayUrl);
  if (!look) found.push(skipped("none", "SMTP_RELAY_URL is not set: --relay has nothing to send through."));
  else if (look.target && look.results.every(({ severity }) => severity !== "fail"))
    found.push(...(await throughRelay(context, look.target)));
  else found.push(skipped("not_sent", "No mail was sent through the relay: it cannot take one yet."));
  return found;
}

interface RelayLook {
  url: string;
  results: CheckResult[];
  /** The first address that can be used; null: none. */
  target: SmtpTarget | null;
}

async function lookAt(context: DoctorContext, url: string): Promise<RelayLook> {
  const { host: subject } = new URL(url);
  const plan = await planTargets(
    { kind: "relay", url },
    { mx: noMx, sts: null, relayAddresses: context.options.relayAddresses },
  );
  if (!("targets" in plan)) {
    const remedy = "Look at the name in SMTP_RELAY_URL (or SMTP_RELAY_DOMAINS).";
    return { url, target: null, results: [failing("not_found", plan.response, { subject, remedy })] };
  }
  const tries = await tryTargets(context, plan.targets.slice(0, maxTargets));
  const [first, ...others] = tries.filter(isOpened);
  for (const { session } of others) session.quit();
  const faults = tries.filter(isFaulty);
  if (!first) {
    const worst = faults.find(({ error }) => isOfLogin(error)) ?? faults[0];
    return { url, target: null, results: [unusable(worst?.error, subject)] };
  }
  const refused = await refusedSenders(context, { url, ...first });
  const results = [...refused, ...unusedAddresses(faults, subject)];
  if (results.length === 0)
    results.push(fine(`The relay answers${first.target.auth ? " and takes the login" : ""}.`, { subject }));
  return { url, target: first.target, results };
}

interface Opened {
  target: SmtpTarget;
  session: SmtpSession;
}

interface Faulty {
  target: SmtpTarget;
  error: unknown;
}

const isOpened = (tried: Opened | Faulty): tried is Opened => "session" in tried;
const isFaulty = (tried: Opened | Faulty): tried is Faulty => "error" in tried;

/**
 * The addresses are tried at once, but only after one of them has taken the login: a password that one refuses is not tried at the
 * others, since relays lock out who tries again.
 */
async function tryTargets(
  context: DoctorContext,
  targets: readonly SmtpTarget[],
): Promise<(Opened | Faulty)[]> {
  const tries: (Opened | Faulty)[] = [];
  for (const [at, target] of targets.entries()) {
    const tried = await tryTarget(context, target);
    tries.push(tried);
    if (isFaulty(tried) && isOfLogin(tried.error)) return tries;
    if (isOpened(tried))
      return [
        ...tries,
        ...(await Promise.all(targets.slice(at + 1).map((each) => tryTarget(context, each)))),
      ];
  }
  return tries;
}

async function tryTarget(context: DoctorContext, target: SmtpTarget): Promise<Opened | Faulty> {
  try {
    return { target, session: await openSession(target, sessionOptions(context)) };
  } catch (error) {
    return { target, error };
  }
}

function isOfLogin(error: unknown): boolean {
  return error instanceof SmtpError && error.stage === "auth";
}

/** No address of the relay can be used. */
function unusable(error: unknown, subject: string): CheckResult {
  if (isOfLogin(error))
    return failing("login_refused", `The relay refuses the login: ${messageOf(error)}`, {
      subject,
      remedy:
        "Look at user and password in SMTP_RELAY_URL; signs such as @ and / stand there percent-encoded.",
    });
  const scheme = isOfScheme(error)
    ? " smtps:// is for ports that begin with TLS (465), smtp:// for all others (587, 25)."
    : "";
  return failing("unreachable", `The relay cannot be used: ${peerMessage(error)}.`, {
    subject,
    remedy: peerRemedy(error, `No mail goes out until then.${scheme}`),
  });
}

/** Addresses that fail beside one that works: mail goes out, and each attempt that begins there waits for nothing. */
function unusedAddresses(faults: readonly Faulty[], subject: string): CheckResult[] {
  const slow = faults.filter((tried) => !isPassedOver(tried));
  return slow.map(({ target: { address }, error }) =>
    warning("address_unused", `The relay cannot be used at ${address}: ${peerMessage(error)}.`, {
      subject,
      remedy: peerRemedy(error, "Mail goes by its other addresses meanwhile, some of it later."),
    }),
  );
}

/** A machine without IPv6 leaves those addresses out at once, and a relay of this machine may listen at one of localhost's. */
function isPassedOver({ target, error }: Faulty): boolean {
  const fault = peerTrouble(error)?.fault;
  return (
    (fault === "no_route" && isIPv6(target.address)) || (fault === "refused" && isLoopback(target.address))
  );
}

/** Domains whose mail goes through this relay, and whose senders it refuses for good. Ends the session. */
async function refusedSenders(
  context: DoctorContext,
  { url, target, session }: Opened & { url: string },
): Promise<CheckResult[]> {
  const isRelayOf = (email: string) => {
    const way = routeOf(context.config, { from: email, recipient: email });
    return way.kind === "relay" && way.url === url;
  };
  const own = publicDomains(context).filter((domain) => isRelayOf(`postmaster@${domain}`));
  const found: CheckResult[] = [];
  let open: SmtpSession | null = session;
  for (const domain of own.slice(0, maxSenders)) {
    const asked: SmtpSession | null = open ?? (await reopened(context, target));
    open = null;
    if (asked === null) break;
    const email = `postmaster@${domain}`;
    const response = await saidOf(asked, email);
    if (response !== null && /^5/.test(response))
      found.push(
        failing("sender_refused", `The relay takes no mail from ${email}: ${response}`, {
          subject: domain,
          remedy: `Let it accept the senders of ${domain}: most relays want the domain verified there, or the login to own its addresses. Or send that domain's mail another way (add ${domain}=mx to SMTP_RELAY_DOMAINS). What it has refused for good came back to its senders.`,
        }),
      );
  }
  open?.quit();
  return found;
}

async function reopened(context: DoctorContext, target: SmtpTarget): Promise<SmtpSession | null> {
  const tried = await tryTarget(context, target);
  return isOpened(tried) ? tried.session : null;
}

/** The relay's refusal of a mail from this address, to itself; null: it would take one, or says nothing now. Ends the session. */
async function saidOf(session: SmtpSession, email: string): Promise<string | null> {
  try {
    await session.ask({ from: email, recipients: [email] });
    return null;
  } catch (error) {
    return error instanceof SmtpError && isOfSender(error) ? error.response : null;
  } finally {
    session.quit();
  }
}

/** MAIL or RCPT is refused, and not because the relay has no postmaster of that domain. */
function isOfSender({ stage, response }: SmtpError): boolean {
  if (stage !== "mail" && stage !== "rcpt") return false;
  const text = response ?? "";
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(text)?.[1] ?? null;
  const { hard } = judgeBounce({
    texts: [text],
    statuses: [status],
    command: stage,
  });
  return !hard;
}

function sessionOptions({ config, limits, options }: DoctorContext): Parameters<typeof openSession>[1] {
  const { connectMs } = limits;
  return {
    hostname: config.mailHostname,
    timeouts: { ...defaultTimeouts, connect: connectMs, greeting: 2 * connectMs, command: 2 * connectMs },
    ...(options.ca === null ? {} : { ca: options.ca }),
    id: newId(),
    log: silentLog,
  };
}

/** A port that begins with TLS is silent to who waits for its greeting. */
function isOfScheme(error: unknown): boolean {
  return ["no_tls", "silent", "cut"].includes(peerTrouble(error)?.fault ?? "");
}

async function throughRelay(context: DoctorContext, target: SmtpTarget): Promise<CheckResult[]> {
  const { store } = context;
  if (!store) return [];
  const recipient = await recipientOf(context, store);
  if (!recipient) return [nobody(context)];
  const letter = letterTo(recipient, context);
  const refused = await hand(target, { letter, recipient, context });
  if (refused !== null)
    return [
      failing("mail_refused", `The relay takes no mail from ${recipient.email}: ${refused}`, {
        subject: recipient.email,
        remedy: "Let it accept this sender's domain (most relays want the domain verified there).",
      }),
    ];
  return [await waited(context, { store, recipient, letter, by: "the relay" })];
}
