// Mails of the service to humans: codes, links, questions and notices. They go out like any other message, from noreply@ the
// default domain, an identity of the operator that is made when it is first needed. Nobody reads what is sent so, whatever
// kind of address it is. What a mail carries that opens something (a code, a link with a token) never goes to an address of this server, whose
// keys, mail programs and rules would have it. All are counted and bounded. DECISIONS Mail of the service.
import { addMs, type Instant, msOf, nowInstant } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { domainOf, withoutTag } from "../../../src/mail/address.ts";
import { isMachineName } from "../../../src/mail/domain-name.ts";
import { forgetMails, type HumanMailKind, recentMails } from "../../../src/store/access/agent-signup.ts";
import { findIdentityByAddress, type IdentityRow } from "../../../src/store/addresses/identities.ts";
import { findSuppression } from "../../../src/store/sending/suppressions.ts";
import { humanMails } from "../../../src/store/tables/index.ts";
import { type OutgoingDeps, prepareOutgoing, serviceLetter } from "../../identity/sending/prepare.ts";
import { sending } from "../../identity/sending/send.ts";
import type { Actors } from "../../runtime/registry.ts";
import type { Turn } from "../../runtime/turn.ts";
import type { Operator } from "../access/signup-domain.ts";
import { createIdentity } from "../addresses/identities.ts";

/** The name in From. */
const serviceName = "Postroom";
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export interface HumanMailDeps extends OutgoingDeps {
  actors: Actors;
}

export interface HumanMail {
  to: string;
  subject: string;
  text: string;
  /**
   * `secret`: a code or a token, for nobody but its reader. `nothing`: what anybody may read. `code on this machine`: a code
   * of a sign-up where there are no strangers, which an address of this machine's name may have.
   */
  carries: "nothing" | "secret" | "code on this machine";
}

/** Whether mail to this address is read here: of a domain of this service, or led on by a rule of it. */
export async function isReadHere(
  { routing }: Pick<HumanMailDeps, "routing">,
  email: string,
): Promise<boolean> {
  return (await routing.resolve(email)).kind !== "foreign";
}

/**
 * Checks what can be known before anything is promised: the address can be written to, and we may write.
 * @param place.onMachine there are no strangers here: a human may have an address of this machine's name
 * @throws Failure recipient_refused, forbidden (the operator has stopped noreply@)
 */
export async function checkHuman(
  deps: HumanMailDeps,
  operator: Operator,
  { email, onMachine }: { email: string; onMachine: boolean },
): Promise<void> {
  await checkNoreply(deps, operator);
  const refused = (why: string) => {
    throw new Failure("recipient_refused", `${email} ${why} Name another human_email.`);
  };
  const { kind } = await deps.routing.resolve(email);
  if (kind === "unknown" || kind === "suspended") refused("does not exist, so no code can reach it.");
  if (kind !== "foreign" && !isOnThisMachine({ email, onMachine }))
    refused("is an address of this server, whose mail keys and programs read: no code goes there.");
  if (await findSuppression(deps.database, operator.accountId, { email }))
    refused("has bounced or complained before, so no code can reach it.");
}

/** Whether a code may be read by a key: README's walk, on a machine that nobody else knows. */
export function isOnThisMachine({ email, onMachine }: { email: string; onMachine: boolean }): boolean {
  return onMachine && isMachineName(domainOf(email.slice(email.lastIndexOf("@") + 1)) ?? "");
}

/** Queues a mail. @throws Failure as sending does; recipient_refused: a secret for an address that is read here */
export async function sendToHuman(deps: HumanMailDeps, operator: Operator, mail: HumanMail): Promise<void> {
  if (mail.carries === "secret" && (await isReadHere(deps, mail.to))) {
    throw new Failure(
      "recipient_refused",
      `${mail.to} is an address of this server, whose mail keys and programs read: no link and no code goes there.`,
    );
  }
  const scope = { accountId: operator.accountId, identityIds: null };
  await ensureNoreply(deps, operator);
  const { identity, outgoing } = await prepareOutgoing(deps, scope, {
    ...serviceLetter({
      from: `noreply@${operator.domain}`,
      to: [mail.to],
      subject: mail.subject,
      text: mail.text,
    }),
    // Not the address's own, which a key may choose: it goes to who has not said yes.
    fromName: serviceName,
  });
  await deps.actors.identity(identity.accountId, identity.id).runOnce(null, sending(outgoing));
}

function findNoreply(
  { database }: HumanMailDeps,
  { accountId, domain }: Operator,
): Promise<IdentityRow | null> {
  return findIdentityByAddress(database, { accountId, identityIds: null }, { localPart: "noreply", domain });
}

/** An account that the operator named for it is used, even if it cannot be confirmed. */
async function checkNoreply(deps: HumanMailDeps, operator: Operator): Promise<void> {
  const noreply = await findNoreply(deps, operator);
  if (!noreply) return;
  const expired = noreply.expiresAt !== null && noreply.expiresAt <= nowInstant(deps.clock);
  if (noreply.status === "active" && noreply.sendPolicy === "open" && !expired) return;
  throw new Failure(
    "forbidden",
    `This server writes to humans from noreply@${operator.domain}, and that address may not write to everybody now. Ask the operator to make it active, with send_policy open.`,
  );
}

async function ensureNoreply(deps: HumanMailDeps, operator: Operator): Promise<void> {
  const { actors } = deps;
  const { accountId, domainId } = operator;
  if (await findNoreply(deps, operator)) return;
  try {
    await actors.account(accountId).run((turn) =>
      createIdentity(turn, {
        id: turn.newId(),
        domainId,
        localPart: "noreply",
        displayName: serviceName,
        type: "application",
        mode: "automated",
        sendPolicy: "open",
        expiresAt: null,
        tenantId: null,
        podId: null,
      }),
    );
  } catch (error) {
    // Somebody else made it just now.
    if (!(error instanceof Failure) || error.code !== "address_taken") throw error;
  }
}

/** How many mails of a kind within an hour and a day: to one recipient, about one account or signup, for one network, in all. */
type MailLimits = Partial<Record<"email" | "about" | "network" | "all", { hour?: number; day: number }>>;

/** A colleague may be told often of what waits; whom a stranger names is written to seldom. */
const limits: Record<HumanMailKind, MailLimits> = {
  code: {
    email: { hour: 3, day: 10 },
    about: { hour: 5, day: 10 },
    network: { hour: 10, day: 30 },
    all: { day: 2000 },
  },
  link: { email: { hour: 3, day: 20 }, network: { hour: 10, day: 50 }, all: { day: 20_000 } },
  invitation: { email: { hour: 3, day: 6 }, about: { hour: 20, day: 100 }, all: { day: 2000 } },
  question: { email: { hour: 2, day: 4 }, about: { hour: 10, day: 20 }, all: { day: 1000 } },
  notice: { email: { hour: 60, day: 400 }, about: { hour: 200, day: 1000 }, all: { day: 50_000 } },
  passkey: { email: { hour: 20, day: 60 }, all: { day: 20_000 } },
};

export interface CountedMail {
  kind: HumanMailKind;
  /** In canonical form. */
  email: string;
  /** The account whose work it is; of a code: the signup. */
  about?: string;
  /** The network that asked for it. */
  network?: string;
}

/**
 * Counts a mail to a human in a turn of the operator's account.
 * @throws Failure rate_limited, with the seconds until another one may go
 */
export async function countMail(turn: Turn, mail: CountedMail): Promise<void> {
  const { accountId } = turn;
  const at = turn.instant();
  const { kind, about = null, network = null } = mail;
  // One mailbox, with whatever tag.
  const email = withoutTag(mail.email);
  for (const [by, { hour, day }] of Object.entries(limits[kind])) {
    const value = by === "all" ? null : { email, about, network }[by as "email" | "about" | "network"];
    if (by !== "all" && value === null) continue;
    const of = by === "all" ? {} : { [by]: value };
    for (const [most, spanMs] of [
      [hour, hourMs],
      [day, dayMs],
    ] as const) {
      if (most === undefined) continue;
      const recent = await recentMails(turn, accountId, { kind, of, since: addMs(at, -spanMs), count: most });
      if (recent.length < most) continue;
      throw new Failure(
        "rate_limited",
        `${most} mails ${spanMs === hourMs ? "an hour" : "a day"} are all that ${bound(by, kind)}. Use the newest one, or wait for the seconds in Retry-After.`,
        secondsUntil(addMs(recent.at(-1)!, spanMs), at),
      );
    }
  }
  turn.insert(humanMails, { accountId, id: turn.newId(), kind, email, about, network, createdAt: at });
  turn.bulk(forgetMails(accountId, addMs(at, -dayMs)));
}

function bound(by: string, kind: HumanMailKind): string {
  if (by === "email") return "one human is sent";
  if (by === "network") return "one network may ask for";
  if (by === "about") return kind === "code" ? "one signup may have sent" : "one account may have sent";
  return "this server sends of this kind";
}

/** Whole seconds, at least one. */
export function secondsUntil(then: Instant, now: Instant): number {
  return Math.max(1, Math.ceil((msOf(then) - msOf(now)) / 1000));
}
