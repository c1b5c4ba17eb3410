// The provenance of a message in a few words: sender, proof, earlier mail, and what was hidden in it.

import { isSenderAllowed } from "../../../actors/account/reviews/protection.ts";
import { type Html, html } from "../../lib/html.ts";
import { addressDomain } from "../../mail/domain-name.ts";
import { dmarcVerdict, provenDomains, refutedDomains } from "../../mail/trust/authentication.ts";
import { readSafety } from "../../reading/mails.ts";
import { BlobMissing } from "../../store/blobs/blobs.ts";
import { type MessageRow, readRaw } from "../../store/message/messages.ts";
import { senderStanding } from "../../store/reviews/sender-standing.ts";
import type { Here } from "../frame/answers.ts";
import { type IconName, icon } from "../frame/icons.ts";
import { phrases } from "../phrases.ts";

type Tone = "good" | "warn" | "bad" | "quiet";

export interface ProvenanceFact {
  tone: Tone;
  icon: IconName;
  text: string;
  /** Details that a person may unfold. */
  more: readonly string[];
}

export interface Provenance {
  facts: readonly ProvenanceFact[];
  /** The mail itself was looked into. */
  isJudged: boolean;
}

const words = phrases.provenance;
/** Names of each kind in the details. */
const mostNamed = 10;

/** null: the message was sent from here. @param isJudged whether the mail is read for what it hides */
export async function provenanceOf(
  { deps: { database, blobs, clock, mailHostname }, scope }: Pick<Here, "deps" | "scope">,
  row: MessageRow,
  { isJudged }: { isJudged: boolean },
): Promise<Provenance | null> {
  if (row.direction === "outbound") return null;
  const facts: ProvenanceFact[] = [authenticationOf(row, mailHostname)];
  if (row.isSpam) facts.push(fact("bad", "alert", words.spam));
  if (!isJudged) return { facts, isJudged };
  const [standing, raw] = await Promise.all([
    senderStanding(database, row),
    readRaw(database, blobs, { scope, id: row.id }).catch(damagedOrThrow),
  ]);
  const { identityId } = row;
  if (isSenderAllowed(standing, { identityId, at: clock.now() }))
    facts.push(fact("good", "check", words.allowed));
  else if (standing.answersOurs) facts.push(fact("quiet", "reply", words.answers));
  else if (standing.isFirst) facts.push(fact("warn", "person", words.first));
  if (raw === "damaged") facts.push(fact("quiet", "alert", words.damaged));
  else if (raw) facts.push(...(await contentFacts(row, raw)));
  return { facts, isJudged };
}

/** A damaged mail holds up no other of its thread. */
function damagedOrThrow(error: unknown): "damaged" {
  if (error instanceof BlobMissing) return "damaged";
  throw error;
}

function fact(tone: Tone, name: IconName, text: string, more: readonly string[] = []): ProvenanceFact {
  return { tone, icon: name, text, more: more.slice(0, mostNamed) };
}

function authenticationOf(
  { authentication, fromEmail, deliveredTo }: MessageRow,
  mailHostname: string,
): ProvenanceFact {
  const domain = addressDomain(fromEmail);
  if (authentication?.authenticated_here) return fact("quiet", "shield", words.inside);
  if (authentication === null) {
    // Neither SMTP nor an address of this service has delivered it: a program put it into a folder.
    if (deliveredTo === null) return fact("quiet", "shield", words.imported);
    // Reports and notices that nobody wrote.
    if (domain === mailHostname) return fact("quiet", "shield", words.inside);
    return fact("quiet", "shield", words.relayed);
  }
  const signed = authentication.dkim.some(({ result, aligned }) => result === "pass" && aligned);
  if (dmarcVerdict(authentication) === "pass" || signed || provenDomains(authentication).includes(domain))
    return fact("good", "shield", words.proven(domain));
  if (dmarcVerdict(authentication) === "fail" || refutedDomains(authentication).includes(domain))
    return fact("bad", "alert", words.refuted(domain));
  return fact("warn", "alert", words.unproven(domain));
}

async function contentFacts(row: MessageRow, raw: Uint8Array): Promise<ProvenanceFact[]> {
  const options = { envelopeFrom: row.envelopeFrom ?? "", isOwn: false };
  const { hidden, links, reasons } = await readSafety(raw, options, { source: row.accountId });
  const facts: ProvenanceFact[] = [];
  if (reasons.includes("hidden_text"))
    facts.push(
      fact(
        "warn",
        "alert",
        words.hidden(hidden.length),
        hidden.map(({ text }) => text.slice(0, 300)),
      ),
    );
  if (reasons.includes("link_mismatch")) {
    const lying = links.filter(({ mismatch }) => mismatch);
    const named = lying.map(({ text, href }) => words.leadsTo(text.slice(0, 100), href.slice(0, 200)));
    facts.push(fact("bad", "link", words.links(lying.length), named));
  }
  if (reasons.includes("plain_html_differ")) facts.push(fact("warn", "alert", words.plainDiffers));
  if (reasons.includes("invisible_characters")) facts.push(fact("warn", "alert", words.invisible));
  if (reasons.includes("forged_boundaries")) facts.push(fact("bad", "alert", words.forged));
  if (reasons.includes("not_judged")) facts.push(fact("quiet", "alert", words.notJudged));
  return facts;
}

/** @param closer where a message that was not looked into is looked into */
export function provenanceLine({ facts, isJudged }: Provenance, closer: string): Html {
  const more = facts.flatMap(({ text, more }) => (more.length > 0 ? [{ text, more }] : []));
  return html`<div class="provenance"><ul>${facts.map(({ tone, icon: name, text }) => html`<li class="fact ${tone}">${icon(name)}<span>${text}</span></li>`)}${!isJudged && html`<li><a class="small" href="${closer}">${words.look}</a></li>`}</ul>
${
  more.length > 0 &&
  html`<details class="facts"><summary>${phrases.thread.details}</summary>${more.map(({ text, more }) => html`<p class="small"><strong>${text}</strong></p><ul class="small">${more.map((one) => html`<li>${one}</li>`)}</ul>`)}</details>`
}</div>`;
}
