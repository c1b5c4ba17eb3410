// Links that lead to their target through a server that counts or checks clicks. Links of newsletters name the target in their
// text, and lead to the counter. DECISIONS Safety

import { organisation } from "./links.ts";

/** Services that send newsletters for others, and count their clicks. */
const services = new RegExp(
  `(?:^|\\.)(?:${`list-manage.com mailchi.mp mandrillapp.com sendgrid.net mailgun.org mjt.lu awstrack.me pstmrk.it sparkpostmail.com spgo.io
    hubspotlinks.com hubspotemail.net hs-sales-engage.com klclick.com klclick1.com klclick2.com klclick3.com kmail-lists.com exct.net
    rs6.net constantcontact.com createsend.com createsend1.com cmail19.com cmail20.com convertkit-mail.com convertkit-mail2.com
    convertkit-mail4.com kit-mail3.com beehiiv.com substack.com sendibt2.com sendibt3.com sendibm1.com sendibm3.com brevo.com
    mlsend.com mailerlite.com customeriomail.com iterable.com intercom-mail.com intercom-clicks.com activehosted.com acemlna.com
    emlnk.com emlnk1.com getresponse.com aweber.com getdrip.com mktomail.com pardot.com en25.com e2ma.net icontact.com
    infusionsoft.com lnks.gd medium.com mailup.com crsend.com`
    .split(/\s+/)
    .join("|")
    .replaceAll(".", "\\.")})$`,
);

export function isService(host: string): boolean {
  return services.test(host);
}

/** Gateways and programs that put their own address before one that stays readable in it. */
const gateways =
  /^https?:\/\/(?:[\w-]{1,40}\.safelinks\.protection\.outlook\.com\/|urldefense\.(?:com|proofpoint\.com)\/|(?:[\w-]{1,20}\.){0,2}google\.com\/url\?|(?:[\w-]{1,40}\.)?mimecast\.com\/|linkprotect\.cudasvc\.com\/|l\.facebook\.com\/l\.php|secure-web\.cisco\.com\/|slack-redir\.net\/|www\.linkedin\.com\/(?:safety|redir)|www\.youtube\.com\/redirect)/i;

const counterHost =
  /^(?:clicks?|ctrk|tracking|track|links?|lnk|trk|url\d{0,5}|ablink|elinks?|go|cl|t|r|e|em\d{0,5}|email)\./i;
const counterPath =
  /\/(?:ls\/click|click|clk|cl\d?|ct[ac]?|track|trk|redirect|redir|rd|r|l|c|ss\/c|mk|out|link|f)(?:[/?]|$)/i;

/** A mark that names one reader and one link, in the path's first two parts: long, of capitals, small letters and digits. */
const countedPath =
  /^https?:\/\/[^/?#]{1,253}\/(?:[^/?#]{1,60}\/)?((?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{14,2000})(?:[/?&=.]|$)/;
/** Letters that may be words; a mark has few. */
const sayings = /[A-Z]?[a-z]{2,}|[A-Z]{4,}/g;

export interface CountingMail {
  /** The domain of From. */
  from: string;
  /** The mail says how to leave its list. */
  isBulk: boolean;
}

/** Links of a newsletter, each of its own, that lead through one counter. */
const fewestCounted = 5;

/**
 * Whether one organisation counts the clicks of a mail that is no list's: most links lead through it, each by an address of its own.
 * @param hrefs the addresses of the mail's links
 */
export function isMostly(
  organised: string,
  hrefs: readonly { href: string; host: string | null }[],
): boolean {
  const web = hrefs.filter(({ href, host }) => host !== null && !href.startsWith("mailto:"));
  const through = web.filter(({ host }) => organisation(host!) === organised);
  const own = new Set(through.map(({ href }) => href)).size;
  return own >= fewestCounted && through.length * 2 > web.length;
}

/**
 * Whether a link leads, as far as can be told, to the place that its words name.
 * @param isCounter whether most links lead through the link's organisation, and the words beside it ask for nothing
 */
export function isCounted(
  { href, host }: { href: string; host: string | null },
  named: string,
  { from, isBulk }: CountingMail,
  isCounter: () => boolean,
): boolean {
  if (host === null) return false;
  const isOwn = organisation(host) === organisation(from);
  const isKnown = isService(host);
  const target = isOwn || isKnown || gateways.test(href) ? targetIn(href) : null;
  if (target !== null) return organisation(target) === organisation(named);
  const counts =
    isOwn && (counterHost.test(host) || counterPath.test(href) || (isSubdomain(host) && hasMark(href)));
  if (isBulk && (isKnown || counts)) return true;
  return isOwn && (counts || isShelf(href, named)) && isCounter();
}

/** Whether a page has the name of a shop as a part of its path: a shop in a mall, an offer of a partner. */
function isShelf(href: string, named: string): boolean {
  const shop = organisation(named).split(".", 1)[0]!;
  return pathOf(href).some((part) => part.toLowerCase() === shop);
}

function pathOf(href: string): string[] {
  const [path = ""] = href.slice(href.indexOf("//") + 2).split(/[?#]/, 1);
  return path.split("/").slice(1).filter(Boolean);
}

/** Whether a host has a name below that of its organisation, where no pages are read. */
function isSubdomain(host: string): boolean {
  const own = organisation(host);
  return host !== own && host !== `www.${own}`;
}

function hasMark(href: string): boolean {
  const mark = countedPath.exec(href)?.[1];
  return mark !== undefined && isMark(mark);
}

/** Whether a run of letters and digits was made by a program: it spells few words. */
export function isMark(run: string): boolean {
  const said = run.match(sayings)?.join("").length ?? 0;
  return said * 5 < run.length * 3;
}

/** The host of an address that stands readable in another. */
function targetIn(href: string): string | null {
  const rest = href.slice(href.indexOf("//") + 2);
  // Proofpoint writes "-3A__" for "://", and "_" for "/".
  const open = rest
    .replace(/https?-3A__/i, "https://")
    .replace(/%3a/gi, ":")
    .replace(/%2f/gi, "/");
  const shown = /https?:\/\/([a-z\d.-]{1,253})/i.exec(open)?.[1];
  const given = shown ?? /[?&]domain=([a-z\d.-]{1,253})/i.exec(rest)?.[1];
  return given?.toLowerCase() ?? null;
}
