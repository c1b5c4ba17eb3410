// Spam rules for installations without a scanner: authentication results, block lists, and a few signs in the mail. Only rules
// that leave no doubt reach the threshold alone.
import type { AuthenticationResults, SpamReport } from "../mail/trust/authentication.ts";
import type { MailFacts } from "../reading/mails.ts";
import type { OwnDomain } from "./own-domains.ts";

export interface RuleInput {
  parsed: MailFacts;
  authentication: AuthenticationResults | null;
  /** Block lists that name the client. */
  listed: readonly string[];
  /** The domain of this service that the mail claims to be from. */
  own?: OwnDomain | null;
  /** From names an author whose domain nobody can judge. */
  isUnreadable?: boolean;
}

const threshold = 5;
const ownDomainSymbol = "OWN_DOMAIN_UNPROVEN";

/** The test pattern for spam filters. https://spamassassin.apache.org/gtube/ */
const gtube = "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X";
const programs = /\.(?:exe|scr|pif|com|bat|cmd|vbs|vbe|js|jse|wsf|hta|lnk|iso|img|jar|cpl)$/i;
const disguise = /\.(?:pdf|docx?|xlsx?|jpe?g|png|txt|zip)[\s_]*\.[a-z]{2,4}$/i;

interface SpamRule {
  name: string;
  score: number;
  holds(mail: RuleInput): boolean;
}

const rules: readonly SpamRule[] = [
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
  { name: "UNREADABLE_AUTHOR", score: 5, holds: ({ isUnreadable }) => isUnreadable === true },
  { name: "SPF_FAIL", score: 3, holds: ({ authentication }) => unproven(authentication, "fail") },
  { name: "SPF_SOFTFAIL", score: 1, holds: ({ authentication }) => unproven(authentication, "softfail") },
  { name: ownDomainSymbol, score: 5, holds: ({ own }) => unprovenOwn(own, "spam") },
  { name: ownDomainSymbol, score: 0, holds: ({ own }) => unprovenOwn(own, "inbox") },
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

function failed(authentication: AuthenticationResults | null): boolean {
  return authentication?.dmarc?.result === "fail";
}

/** SPF has this result, and no signature passed. */
function unproven(authentication: AuthenticationResults | null, result: string): boolean {
  return (
    authentication?.spf?.result === result &&
    !authentication.dkim.some((signature) => signature.result === "pass")
  );
}

/** A scanner's report with the symbol of an unproven own domain; the scanner's score is not changed. */
export function withOwnDomainSymbol<T extends Pick<SpamReport, "symbols">>(
  scan: T,
  own: OwnDomain | null,
): T {
  if (own?.result !== "unproven") return scan;
  return { ...scan, symbols: [...scan.symbols, { name: ownDomainSymbol, score: 0 }] };
}

/** The score depends on what the domain asks for unproven mail; the symbol is set in any case. */
function unprovenOwn(own: OwnDomain | null | undefined, asked: OwnDomain["unprovenMail"]): boolean {
  return own?.result === "unproven" && own.unprovenMail === asked;
}

/** `"ceo@bank.example" <x@elsewhere.example>` */
function namesOtherAddress({ from }: MailFacts): boolean {
  const named = /[^\s<>"'(),;:@]@([a-z0-9-]+(?:\.[a-z0-9-]+)+)/i.exec(from.name ?? "")?.[1]?.toLowerCase();
  if (named === undefined) return false;
  const domain = from.email.slice(from.email.lastIndexOf("@") + 1).toLowerCase();
  return named !== domain && !named.endsWith(`.${domain}`) && !domain.endsWith(`.${named}`);
}

function shouts(subject: string): boolean {
  return subject.length >= 10 && /\p{Lu}{4}/u.test(subject) && !/\p{Ll}/u.test(subject);
}

/** Applies the rules to a mail; the caller adds `checked_at`. */
export function judge(mail: RuleInput): Omit<SpamReport, "checked_at"> & { isSpam: boolean } {
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
