// A mail to this server through the whole path: SMTP in, stored, read back octet for octet, deleted for good. Through the relay or
// a peer it comes from outside, which proves MX record, firewall and port 25.
import { deleteMessage } from "../../../actors/identity/mailbox/messages.ts";
import { nearHost } from "../../app/ports.ts";
import { messageOf } from "../../lib/failure.ts";
import { hash52 } from "../../lib/hash.ts";
import { newId } from "../../lib/ids.ts";
import { silentLog } from "../../lib/log.ts";
import { peerMessage, peerRemedy, peerTrouble } from "../../lib/peer-trouble.ts";
import { judgeBounce } from "../../mail/report/bounce-reason.ts";
import { openSession } from "../../outbound/connection.ts";
import { SmtpError } from "../../outbound/smtp-error.ts";
import { defaultTimeouts, type SmtpTarget } from "../../outbound/target.ts";
import { destinationOf, planTargets } from "../../outbound/targets.ts";
import { Postroom } from "../../sdk/typescript/index.ts";
import { findEmail } from "../../store/addresses/addresses.ts";
import { messagesByHash } from "../../store/mailbox/threading.ts";
import { readRaw } from "../../store/message/messages.ts";
import { type DoctorContext, publicDomains, type Store } from "../context.ts";
import { type CheckResult, failing, fine, skipped, warning } from "../finding.ts";

interface CheckedRecipient {
  email: string;
  accountId: string;
  identityId: string;
}

/** The mail of the check: its writer is its reader. */
interface CheckMail {
  messageId: string;
  /** Stands in its text alone. */
  token: string;
  raw: Buffer;
}

async function recipientOf({ options }: DoctorContext, store: Store): Promise<CheckedRecipient | null> {
  const email = options.recipient ?? (store.operator && `postmaster@${store.operator.domain}`);
  const found = email ? await findEmail(store.core.database, email) : null;
  if (!email || !found || found.identityId === null) return null;
  return { email, accountId: found.accountId, identityId: found.identityId };
}

function letterTo({ email }: CheckedRecipient, { config, clock }: DoctorContext): CheckMail {
  const token = newId();
  const messageId = `${token}@${config.mailHostname}`;
  const lines = [
    `From: Postroom <${email}>`,
    `To: <${email}>`,
    `Subject: postroom doctor: a mail to itself`,
    `Date: ${new Date(clock.now()).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${messageId}>`,
    "Auto-Submitted: auto-generated",
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "",
    `postroom doctor looks whether mail comes in. It deletes this one again. ${token}`,
    "",
  ];
  return { messageId, token, raw: Buffer.from(lines.join("\r\n")) };
}

export async function checkMail(context: DoctorContext): Promise<CheckResult[]> {
  const { store, ports, config } = context;
  if (!store || ports?.smtp == null) return [];
  const recipient = await recipientOf(context, store);
  if (!recipient) return [nobody(context)];
  const letter = letterTo(recipient, context);
  const address = nearHost(config.host === "localhost" ? "127.0.0.1" : config.host);
  const target: SmtpTarget = {
    name: config.mailHostname,
    address,
    port: ports.smtp,
    tls: "opportunistic",
    auth: null,
  };
  const startMs = performance.now();
  const refused = await hand(target, { letter, recipient, context });
  if (refused !== null)
    return [
      failing("refused", `SMTP does not take a mail to ${recipient.email}: ${refused}`, {
        subject: recipient.email,
        remedy: "Look at the server's log for this moment.",
      }),
    ];
  // SMTP answers 250 after the commit, so the mail must be there.
  const found = await arrival(store, recipient, letter.messageId);
  if (found === null)
    return [
      failing("not_stored", "SMTP took a mail, and the database does not have it.", {
        subject: recipient.email,
        remedy:
          "The server works on another database: compare its DATABASE_URL and DATA_DIR with those of this command.",
      }),
    ];
  const problem = await readAndDelete(store, recipient, { id: found, token: letter.token });
  if (problem) return [problem];
  const ms = performance.now() - startMs;
  return [fine(`A mail to ${recipient.email} came in, was read and deleted (${ms.toFixed(0)} ms).`)];
}

function nobody({ options }: DoctorContext): CheckResult {
  return warning(
    "no_recipient",
    `There is no address ${options.recipient ?? "postmaster"} to send a mail to.`,
    {
      remedy:
        "Make it: postroom identities create postmaster@DOMAIN --type team, or name another one with --to.",
    },
  );
}

/** @returns what was wrong; null: it was accepted */
async function hand(
  target: SmtpTarget,
  { letter, recipient, context }: { letter: CheckMail; recipient: CheckedRecipient; context: DoctorContext },
): Promise<string | null> {
  const { connectMs } = context.limits;
  try {
    const session = await openSession(target, {
      hostname: context.config.mailHostname,
      timeouts: { ...defaultTimeouts, connect: connectMs, greeting: 2 * connectMs, command: 4 * connectMs },
      ...(context.options.ca === null ? {} : { ca: context.options.ca }),
      id: newId(),
      log: silentLog,
    });
    try {
      const { email } = recipient;
      await session.send({ from: email, recipients: [email], smtpUtf8: false, eightBit: false }, letter.raw);
      return null;
    } finally {
      session.quit();
    }
  } catch (error) {
    return messageOf(error);
  }
}

/** The id of the message with this Message-ID, or null. */
async function arrival(
  { core }: Store,
  { accountId, identityId }: CheckedRecipient,
  messageId: string,
): Promise<string | null> {
  const hash = hash52(messageId);
  const found = await messagesByHash(core.database, [{ n: 0, accountId, identityId, hash }]);
  return (
    found.find(({ message }) => message.headerId === messageId && message.direction === "inbound")?.message
      .id ?? null
  );
}

async function readAndDelete(
  { core }: Store,
  { accountId, identityId, email }: CheckedRecipient,
  { id, token }: { id: string; token: string },
): Promise<CheckResult | null> {
  const scope = { accountId, identityIds: [identityId] };
  const raw = await readRaw(core.database, core.blobs, { scope, id });
  if (raw === null || !Buffer.from(raw).includes(token))
    return failing("differs", "A mail was stored, and is read with other bytes.", {
      subject: email,
      remedy: "Run postroom check, and look at the disk.",
    });
  try {
    const actor = core.actors.identity(accountId, identityId);
    // First into the trash, then for good.
    for (let step = 0; step < 2; step++) await actor.run((turn) => deleteMessage(turn, id));
    return null;
  } catch (error) {
    return warning("not_deleted", `The mail of the check was not deleted: ${messageOf(error)}`, {
      subject: email,
      remedy: `Delete it by hand: ${id}`,
    });
  }
}

/** The relay takes the login and the senders; with --relay a mail goes through it and comes back. */
export async function checkRelay(context: DoctorContext): Promise<CheckResult[]> {
  const { config } = context;
  const urls = [config.smtpRelayUrl, ...config.smtpRelayDomains.values()].filter((url) => url !== null);
  const found: CheckResult[] = [];
  for (const url of new Set(urls)) {
    const tried = await tryRelay(context, url);
    const refused = tried.severity === "ok" ? await refusedSenders(context, url) : [];
    found.push(...(refused.length > 0 ? refused : [tried]));
  }
  if (context.options.relay && urls.length === 0)
    found.push(skipped("none", "SMTP_RELAY_URL is not set: --relay has nothing to send through."));
  if (
    context.options.relay &&
    config.smtpRelayUrl !== null &&
    found.every(({ severity }) => severity === "ok")
  )
    found.push(...(await throughRelay(context, config.smtpRelayUrl)));
  return found;
}

async function tryRelay(context: DoctorContext, url: string): Promise<CheckResult> {
  const { host: subject } = new URL(url);
  const plan = await planTargets({ kind: "relay", url }, { mx: noMx, sts: null });
  if (!("targets" in plan))
    return failing("not_found", plan.response, {
      subject,
      remedy: "Look at the name in SMTP_RELAY_URL (or SMTP_RELAY_DOMAINS).",
    });
  let last: unknown = null;
  for (const target of plan.targets.slice(0, 2)) {
    try {
      const session = await openSession(target, sessionOptions(context));
      session.quit();
      return fine(`The relay answers${target.auth ? " and takes the login" : ""}.`, { subject });
    } catch (error) {
      last = error;
    }
  }
  const stage = (last as { stage?: string }).stage;
  return stage === "auth"
    ? failing("login_refused", `The relay refuses the login: ${messageOf(last)}`, {
        subject,
        remedy:
          "Look at user and password in SMTP_RELAY_URL; signs such as @ and / stand there percent-encoded.",
      })
    : failing("unreachable", `The relay cannot be used: ${peerMessage(last)}.`, {
        subject,
        remedy: peerRemedy(
          last,
          `No mail goes out until then.${isOfScheme(last) ? " smtps:// is for ports that begin with TLS (465), smtp:// for all others (587, 25)." : ""}`,
        ),
      });
}

/** Senders of which a relay is asked; each costs a connection. */
const maxSenders = 3;

/** Domains whose mail goes through this relay, and whose senders it refuses for good. */
async function refusedSenders(context: DoctorContext, url: string): Promise<CheckResult[]> {
  const isRelayOf = (email: string) => {
    const way = destinationOf(context.config, { from: email, recipient: email });
    return way.kind === "relay" && way.url === url;
  };
  const own = publicDomains(context).filter((domain) => isRelayOf(`postmaster@${domain}`));
  const plan = await planTargets({ kind: "relay", url }, { mx: noMx, sts: null });
  if (!("targets" in plan)) return [];
  const found: CheckResult[] = [];
  for (const domain of own.slice(0, maxSenders)) {
    const email = `postmaster@${domain}`;
    const response = await saidOf(context, { target: plan.targets[0]!, email });
    if (response !== null && /^5/.test(response))
      found.push(
        failing("sender_refused", `The relay takes no mail from ${email}: ${response}`, {
          subject: domain,
          remedy: `Let it accept the senders of ${domain}: most relays want the domain verified there, or the login to own its addresses. Or send that domain's mail another way (add ${domain}=mx to SMTP_RELAY_DOMAINS). What it has refused for good came back to its senders.`,
        }),
      );
  }
  return found;
}

/** The relay's refusal of a mail from this address, to itself; null: it would take one, or says nothing now. */
async function saidOf(
  context: DoctorContext,
  { target, email }: { target: SmtpTarget; email: string },
): Promise<string | null> {
  try {
    const session = await openSession(target, sessionOptions(context));
    try {
      await session.ask({ from: email, recipients: [email] });
      return null;
    } finally {
      session.quit();
    }
  } catch (error) {
    return error instanceof SmtpError && isOfSender(error) ? error.response : null;
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

const noMx = { route: () => Promise.reject(new Error("a relay needs no MX")) };

async function throughRelay(context: DoctorContext, url: string): Promise<CheckResult[]> {
  const { store } = context;
  if (!store) return [];
  const recipient = await recipientOf(context, store);
  if (!recipient) return [nobody(context)];
  const letter = letterTo(recipient, context);
  const plan = await planTargets({ kind: "relay", url }, { mx: noMx, sts: null });
  if (!("targets" in plan)) return [];
  const refused = await hand(plan.targets[0]!, { letter, recipient, context });
  if (refused !== null)
    return [
      failing("mail_refused", `The relay takes no mail from ${recipient.email}: ${refused}`, {
        subject: recipient.email,
        remedy: "Let it accept this sender's domain (most relays want the domain verified there).",
      }),
    ];
  return [await waited(context, { store, recipient, letter, by: "the relay" })];
}

/** Waits for a mail that others carry. */
async function waited(
  { limits }: DoctorContext,
  {
    store,
    recipient,
    letter,
    by,
  }: {
    store: Store;
    recipient: CheckedRecipient;
    letter: Pick<CheckMail, "messageId" | "token">;
    by: string;
  },
): Promise<CheckResult> {
  const untilMs = performance.now() + limits.arrivalSeconds * 1000;
  for (;;) {
    const id = await arrival(store, recipient, letter.messageId);
    if (id !== null) {
      const problem = await readAndDelete(store, recipient, { id, token: letter.token });
      return problem ?? fine(`A mail came in from outside, through ${by}.`, { subject: recipient.email });
    }
    if (performance.now() > untilMs) break;
    await Bun.sleep(Math.min(1000, limits.arrivalSeconds * 100));
  }
  return failing(
    "not_arrived",
    `A mail that ${by} took did not come in within ${limits.arrivalSeconds} seconds.`,
    {
      subject: recipient.email,
      remedy:
        "From outside, port 25 of the MX host does not lead here: open it in the provider's firewall and the machine's, and look at the MX record.",
    },
  );
}

/** Another Postroom sends a mail here by its API: no port of this machine is asked of anybody else. */
export async function checkPeer(context: DoctorContext): Promise<CheckResult[]> {
  const { store, options } = context;
  if (!store || options.peer === null) return [];
  const recipient = await recipientOf(context, store);
  if (!recipient) return [nobody(context)];
  const { host: subject } = new URL(options.peer.url);
  try {
    const client = new Postroom({ baseUrl: options.peer.url, apiKey: options.peer.key });
    const { data } = await client.identities.list({ limit: 1 });
    const [sender] = data;
    if (!sender)
      return [
        warning("no_sender", "The peer's key reaches no address to send from.", {
          subject,
          remedy: "Give a key that reaches one.",
        }),
      ];
    const token = newId();
    const sent = await client.messages.send({
      from: sender.email,
      to: recipient.email,
      subject: "postroom doctor: does mail come in?",
      text: `postroom doctor of ${context.config.mailHostname} asked for this mail. ${token}`,
    });
    const raw = Buffer.from(await client.messages.getRaw(sent.id)).toString("latin1");
    const messageId = /^message-id:\s*<([^<>\r\n]+)>/im.exec(raw)?.[1] ?? "";
    return [await waited(context, { store, recipient, letter: { messageId, token }, by: subject })];
  } catch (error) {
    return [
      warning("refused", `The peer sends no mail: ${messageOf(error)}`, {
        subject,
        remedy: "Look at its URL and at the key in POSTROOM_PEER_KEY.",
      }),
    ];
  }
}
