// Where the links of a mail go, and whether their words name another place. DECISIONS Safety

import { getDomain, parse } from "tldts";
import { decodeText } from "../html/flow.ts";
import { shortened } from "../visible/findings.ts";

export interface LinkFact {
  /** The link's words: the first 500 characters. */
  text: string;
  href: string;
  /** Host of a web address, domain of a mail address; null for others. */
  host: string | null;
  /** The words name another domain or mail address than the link goes to. */
  mismatch: boolean;
}

const maxLinks = 200;
const maxHref = 2000;
const maxWords = 5000;

/**
 * The links of sanitised HTML with the words that stand in them, in order. Linear.
 * @param alts the texts of pictures are words of a link that has no others
 */
export function linksOf(html: string, { alts = false } = {}): LinkFact[] {
  const found: LinkFact[] = [];
  for (let at = html.indexOf("<a "); at >= 0 && found.length < maxLinks; at = html.indexOf("<a ", at + 3)) {
    const end = html.indexOf(">", at);
    if (end < 0) break;
    const href = /\shref="([^"]*)"/.exec(html.slice(at, Math.min(end + 1, at + 20_000)))?.[1];
    if (href === undefined) continue;
    const close = html.indexOf("</a>", end);
    const words = html.slice(end + 1, close < 0 ? end + 1 : Math.min(close, end + maxWords));
    const said = shortened(decodeText(words.replace(/<[^>]*(?:>|$)/g, " ")));
    const alt = alts && said === "" ? /<img [^<>]*?alt="([^">]*)"/.exec(words)?.[1] : undefined;
    found.push(linkFact(decodeText(href), alt === undefined ? said : shortened(decodeText(alt))));
  }
  return found;
}

function linkFact(href: string, text: string): LinkFact {
  const host = hostOf(href);
  return { text, href: href.slice(0, maxHref).toWellFormed(), host, mismatch: isMismatch(href, host, text) };
}

function hostOf(href: string): string | null {
  const mail = /^mailto:[^?]*@([^?,;\s]+)/i.exec(href);
  if (mail) return mail[1]!.toLowerCase().slice(0, 253);
  if (!/^https?:/i.test(href)) return null;
  try {
    return new URL(href).hostname || null;
  } catch {
    return null;
  }
}

/** Extensions of files that are top-level domains as well: a name that ends so is no address without more. */
const extensions = new Set("md py rs sh zip mov pl ps so cc ai app tex java".split(" "));
const address = /^<?(?:mailto:)?[^\s@<>]+@([^\s@<>/]+\.[a-z]{2,24})>?$/iu;

/** The domain that the words of a link name: a web address, a mail address or a bare domain. */
export function namedHost(text: string): string | null {
  const mail = address.exec(text);
  if (mail) return mail[1]!.toLowerCase();
  const web = /(?:^|[\s("'<])(https?:\/\/|www\.)([\p{L}\p{N}.-]{1,253})/iu.exec(text);
  if (web) return known(web[1]!.toLowerCase() === "www." ? `www.${web[2]!}` : web[2]!, true);
  const bare = /^<?([\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5})(?:[/:?#]\S*)?>?$/u.exec(text);
  return bare ? known(bare[1]!, false) : null;
}

function known(host: string, isMarked: boolean): string | null {
  const lower = host.toLowerCase().replace(/(?<!\.)\.+$/, "");
  const { domain, publicSuffix, isIcann } = parse(lower);
  if (!isIcann || (!isMarked && extensions.has(publicSuffix ?? ""))) return null;
  return domain === null && !lower.includes(".") ? null : lower;
}

function isMismatch(href: string, host: string | null, text: string): boolean {
  const named = namedHost(text);
  if (named === null) return false;
  const mail = address.exec(text);
  if (mail && /^mailto:/i.test(href)) {
    return !href
      .toLowerCase()
      .replace(/^mailto:/, "")
      .startsWith(text.toLowerCase().replace(/^<|>$|^mailto:/g, ""));
  }
  return !mail && host !== null && !isOf(named, host);
}

/** Whether a link leads to what its words name: a suffix under which others register ("gov.uk") names all of them. */
function isOf(named: string, host: string): boolean {
  const own = organisation(named);
  return own === organisation(host) || (getDomain(own) === null && `.${host}`.endsWith(`.${own}`));
}

/** The registered domain; the name itself where there is none, also below "www." ("www.gov.uk" is a suffix that is a host). */
export function organisation(host: string): string {
  const domain = getDomain(host, { allowPrivateDomains: true }) ?? host;
  const rest = domain.startsWith("www.") ? domain.slice(4) : "";
  return rest.includes(".") ? rest : domain;
}
