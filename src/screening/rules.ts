// Whether a mail is spam where no scanner is set: what is known of its sender, and a few plain signs. Cautious: one sign
// alone never makes spam, but for those that leave no doubt.
import type { Authentication, SpamReport } from "../mail/trust/authentication.ts";
import type { MailFacts } from "../reading/mails.ts";
import type { OwnDomain } from "./own-domains.ts";

export interface Judged {
  parsed: MailFacts;
  authentication: Authentication | null;
  /** Block lists that name the client. */
  listed: readonly string[];
  /** The domain of this service that the mail claims to be from. */
  own?: OwnDomain | null;
}

const threshold = 5;
const ownSign = "OWN_DOMAIN_UNPROVEN";

/** The pattern by which every spam filter can be tried. https://spamassassin.apache.org/gtube/ */
const gtube = "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X";
const programs = /\.(?:exe|scr|pif|com|bat|cmd|vbs|vbe|js|jse|wsf|hta|lnk|iso|img|jar|cpl)$/i;
const disguise = /\.(?:pdf|docx?|xlsx?|jpe?g|png|txt|zip)[\s_]*\.[a-z]{2,4}$/i;

interface Rule {
  name: string;
  score: number;
  holds(mail: Judged): boolean;
}

const rules: readonly Rule[] = [
  { name: "GTUBE", score: 100, holds: ({ parsed }) => (parsed.text ?? "").includes(gtube) },
  {
    name: "DMARC_REJECT",
    score: 6,
    holds: ({ authentication }) => failed(authentication) && authentication!.dmarc!.policy === "reject",
  },
  {
    name: "DMARC_QUARANTINE",
    score: 6,
    holds: ({ authentication }) => failed(authentication) && authentication!.dmarc!.policy === "quarantine",
  },
  { name: "BLOCK_LIST", score: 5, holds: ({ listed }) => listed.length > 0 },
  { name: "SEVERAL_BLOCK_LISTS", score: 2, holds: ({ listed }) => listed.length > 1 },
  {
    name: "DMARC_NONE",
    score: 1,
    holds: ({ authentication }) => failed(authentication) && authentication!.dmarc!.policy === "none",
  },
  {
    name: "NO_AUTHOR",
    score: 2,
    holds: ({ authentication }) => authentication?.dmarc?.result === "permerror",
  },
  { name: "SPF_FAIL", score: 3, holds: ({ authentication }) => unproven(authentication, "fail") },
  { name: "SPF_SOFTFAIL", score: 1, holds: ({ authentication }) => unproven(authentication, "softfail") },
  { name: ownSign, score: 5, holds: ({ own }) => unprovenOwn(own, "spam") },
  { name: ownSign, score: 0, holds: ({ own }) => unprovenOwn(own, "inbox") },
  { name: "NO_DATE", score: 1, holds: ({ parsed }) => parsed.date === null },
  { name: "NO_MESSAGE_ID", score: 1, holds: ({ parsed }) => parsed.messageId === null },
  { name: "NAME_IS_OTHER_ADDRESS", score: 2, holds: ({ parsed }) => namesOtherAddress(parsed) },
  { name: "SHOUTING_SUBJECT", score: 1, holds: ({ parsed }) => shouts(parsed.subject ?? "") },
  {
    name: "PROGRAM",
    score: 2,
    holds: ({ parsed }) => parsed.attachments.some(({ filename }) => programs.test(filename)),
  },
  {
    name: "DISGUISED_PROGRAM",
    score: 3,
    holds: ({ parsed }) =>
      parsed.attachments.some(({ filename }) => programs.test(filename) && disguise.test(filename)),
  },
];

function failed(authentication: Authentication | null): boolean {
  return authentication?.dmarc?.result === "fail";
}

/** SPF says so, and no signature says otherwise. */
function unproven(authentication: Authentication | null, result: string): boolean {
  return (
    authentication?.spf?.result === result &&
    !authentication.dkim.some((signature) => signature.result === "pass")
  );
}

/** A scanner's report with our sign that the mail claims a domain of this service; it counts apart from its score. */
export function withOwnSign<T extends Pick<SpamReport, "symbols">>(scan: T, own: OwnDomain | null): T {
  if (own?.result !== "unproven") return scan;
  return { ...scan, symbols: [...scan.symbols, { name: ownSign, score: 0 }] };
}

/** The score is for what the domain asks; the sign is always there. */
function unprovenOwn(own: OwnDomain | null | undefined, asked: OwnDomain["unprovenMail"]): boolean {
  return own?.result === "unproven" && own.unprovenMail === asked;
}

/** `"ceo@bank.example" <x@elsewhere.example>` */
function namesOtherAddress({ from }: MailFacts): boolean {
  const named = /[^\s<>"'(),;:@]+@([a-z0-9-]+(?:\.[a-z0-9-]+)+)/i.exec(from.name ?? "")?.[1]?.toLowerCase();
  if (named === undefined) return false;
  const domain = from.email.slice(from.email.lastIndexOf("@") + 1).toLowerCase();
  return named !== domain && !named.endsWith(`.${domain}`) && !domain.endsWith(`.${named}`);
}

function shouts(subject: string): boolean {
  return subject.length >= 10 && /\p{Lu}{4}/u.test(subject) && !/\p{Ll}/u.test(subject);
}

/** What the rules say of a mail; `checked_at` is the caller's. */
export function judge(mail: Judged): Omit<SpamReport, "checked_at"> & { isSpam: boolean } {
  const symbols = rules.flatMap(({ name, score, holds }) => (holds(mail) ? [{ name, score }] : []));
  const score = symbols.reduce((sum, symbol) => sum + symbol.score, 0);
  return {
    status: "scanned",
    scanner: "rules",
    score,
    threshold,
    action: null,
    symbols,
    isSpam: score >= threshold,
  };
}
