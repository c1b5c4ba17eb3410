// Links in a mail that confirm an address, sign in, set a new password or accept an invitation. DECISIONS Codes and links
import { evidenceIn } from "./evidence.ts";
import type { FoundLink, LinkKind } from "./found.ts";
import { linkKinds } from "./found.ts";
import {
  agreesTo,
  answersInvitation,
  asksFor,
  asksToSignIn,
  isForBusiness,
  leadsElsewhere,
  namesItself,
  saysInWords,
  saysItWasMe,
} from "./link-words.ts";

const maxLinks = 5;
/** Characters of the mail that say what it asks for. */
const maxText = 4000;

export interface LinkInMail {
  href: string;
  /** The link's words; the address if it has none. */
  text: string;
  /** The link's own words; for an address in the text, the words before it. */
  words: string;
}

/**
 * The links of a mail, one of each kind and address, those whose words say it first.
 * @param text the mail as text, for what it asks
 * @param links those of its HTML, in order
 */
export function linksFor(subject: string, text: string, links: readonly LinkInMail[]): FoundLink[] {
  const candidates = links.filter(({ href, words }) => isPersonal(href) && !leadsElsewhere(words, href));
  if (candidates.length === 0) return [];
  const addresses = new Set(candidates.map(({ href }) => href));
  const start = text.slice(0, maxText);
  const isAsked = (kind: LinkKind) =>
    asksFor(kind, subject) || asksFor(kind, start) || (kind === "sign_in" && asksToSignIn(subject));
  const asked = linkKinds.filter(isAsked);
  const found = new Map<string, FoundLink>();
  for (const link of asked.length === 0 ? [] : candidates) {
    const { href, text: words } = link;
    if (found.has(href)) continue;
    const own = ownWords(link, start);
    const isOnly = addresses.size === 1 && isDrawn(href);
    const kind = kindOf({ asked, text: start, words: own, href, subject, isOnly });
    if (kind === null) continue;
    const confidence = isAddress(words) || saysInWords(kind, words) ? "high" : "medium";
    found.set(href, { kind, url: href, text: words || href, confidence });
  }
  if (found.size === 0) return unasked(`${subject}\n${start}`, candidates);
  // Links without words of their own count only if no other link does.
  const all = [...found.values()];
  const high = all.filter(({ confidence }) => confidence === "high");
  return (high.length > 0 ? high : all.slice(0, 1)).slice(0, maxLinks);
}

/** The first link in a mail without the usual words that is proven by two of three: its own words, its URL, the text of the mail. */
function unasked(text: string, candidates: readonly LinkInMail[]): FoundLink[] {
  const { isUnasked, isBrief } = evidenceIn(text);
  for (const link of candidates) {
    const { href, text: words } = link;
    const own = ownWords(link, text);
    const said = agreesTo(own, text) ?? linkKinds.find((kind) => saysInWords(kind, own));
    const path = linkKinds.find((kind) => firmPaths[kind].test(pathOf(href)));
    const kind = said ?? (isUnasked && own.length < 60 ? path : undefined);
    if (kind === undefined || isForBusiness(own)) continue;
    if (!(path === kind || isUnasked || (isBrief && path !== undefined) || saysItWasMe(own))) continue;
    return [{ kind, url: href, text: words || href, confidence: "medium" }];
  }
  return [];
}

/** Return a link's words. For a bare address: the words before it, if they name the link's purpose. */
function ownWords({ text, words }: LinkInMail, mail: string): string {
  if (!isAddress(text)) return text;
  const isSaid = linkKinds.some((kind) => saysInWords(kind, words)) || agreesTo(words, mail) !== null;
  return isSaid && !isAddress(words) ? words : "";
}

function isAddress(words: string): boolean {
  return words.trim() === "" || /^<?(?:https?:\/\/|www\.)\S+>?$/i.test(words.trim());
}

interface LinkContext {
  asked: readonly LinkKind[];
  /** The mail's text. */
  text: string;
  /** The link's own words; "" if they are its address. */
  words: string;
  href: string;
  subject: string;
  /** The mail has no other that was made for it, and this one holds a long value that was drawn. */
  isOnly: boolean;
}

function kindOf({ asked, text, words, href, subject, isOnly }: LinkContext): LinkKind | null {
  if (asked.includes("invitation") && answersInvitation(words, text)) return "invitation";
  const said = words === "" ? [] : linkKinds.filter((kind) => saysInWords(kind, words));
  const both = said.filter((kind) => asked.includes(kind));
  if (both.length > 0) return both[0]!;
  if (said.length > 0) return null;
  const path = asked.find((kind) => pathWords[kind].test(pathOf(href)));
  if (path !== undefined && (words === "" || words.length < 60)) return path;
  const agreed = agreesTo(words, text);
  if (agreed !== null)
    return [agreed, "confirmation" as const, "sign_in" as const].find((kind) => asked.includes(kind)) ?? null;
  // "Click here", or an address that says nothing: the subject says what the mail is for.
  if (words !== "" && !here.test(words) && !namesItself(words)) return null;
  const general = asked.filter((kind) => kind !== "invitation");
  const inSubject = general.find((kind) => asksFor(kind, subject) || saysInWords(kind, subject));
  return inSubject ?? ((words !== "" || isOnly) && general.length === 1 ? general[0]! : null);
}

/** Words of a button that say nothing. */
const here =
  /^\W{0,40}(?:(?:click|tap|press) )?(?:here|this link|the link|continue|get started|let['’]s go|hier(?: klicken)?|weiter|ici|cliquez ici|continuer|aqu[ií]|haz clic aquí|clique aqui|continuar|qui|clicca qui|continua|klik hier|tutaj|kliknij tutaj|здесь|сюда|перейти|продолжить|buraya tıklayın|devam|こちら|点击这里|点此|點此|這裡|여기|계속|هنا|اضغط هنا|اینجا|כאן|לחצו כאן|यहाँ क्लिक करें|här|her|tässä|zde|ide|itt|aici|εδώ|di sini|tại đây|คลิกที่นี่)\W{0,40}$/iu;

const pathWords: Record<LinkKind, RegExp> = {
  confirmation:
    /verif|confirm|activat|validat|aktiv|bestaetig|bestatig|activer|verificar|ativar|attiva|conferma|potwierdz|register\/complete|optin|opt-in|doi|registration/i,
  sign_in:
    /magic|log-?in|sign-?in|auth|passwordless|otp|session|connexion|anmeld|inlog|acceso|acceder|entrar|giris|oturum|logga-in|zaloguj|ticket/i,
  password_reset: /reset|passw|forgot|recover|pwd|\bpw\b|kennwort|passwort|motdepasse|contrasena|senha|set-/i,
  invitation:
    /invit|einlad|uitnod|convite|zaprosz|pozvan|inbjud|(?:^|\/)join(?:\/|\?|$)|accept|aceptar|aceitar|annehmen/i,
};

/** Paths that have this meaning alone. */
const firmPaths: Record<LinkKind, RegExp> = {
  confirmation:
    /verif(?:y|ica|iz|ier)|confirm|activat|bestaetig|aktivier|activer|ativar|attiva|conferma|bevestig|potwierd|potvrd|bekraft|vahvist|double-?opt|opt-?in|(?:signup|sign-up|register|registration)\/(?:complete|finish)|(?:^|\/)doi(?:\/|$)|dogrula/i,
  sign_in: /magic|passwordless|(?:log|sign)-?in[-_/]?(?:link|token)|device.{0,12}(?:approve|allow|confirm)/i,
  password_reset:
    /(?:reset|forgot|recover)[-_/]?(?:your-?)?(?:passw|pwd|pw)|(?:passw\w{0,20}|pwd|pw)[-_/]?(?:reset|recover|forgot|new)/i,
  invitation: /invit(?:e|ation)|einladung|uitnodiging|convite|convid|zaprosz|inbjudan/i,
};

function pathOf(href: string): string {
  return href.replace(/^https?:\/\/[^/?#]*/i, "");
}

/** Made for this mail: a value that nobody would write by hand. */
function isPersonal(href: string): boolean {
  if (!/^https?:\/\//i.test(href)) return false;
  const [path = "", query = ""] = pathOf(href).split(/[?#]/, 2);
  const values = [...query.split("&").map((pair) => pair.slice(pair.indexOf("=") + 1)), ...path.split("/")];
  if (values.some((value) => value.length >= 4 && /\d/.test(value) && !/^(?:19|20)\d\d$/.test(value)))
    return true;
  return (
    values.some((value) => value.length >= 20 && !/^[a-z]+(?:[-_][a-z]+)*(?:\.\w+)?$/.test(value)) ||
    hasKey(query)
  );
}

function isDrawn(href: string): boolean {
  return pathOf(href)
    .split(/[/?#&=]/)
    .some(
      (value) =>
        /\d/.test(value) && /[a-z]/i.test(value) && (value.length >= 16 || /^[a-z\d]{10,}$/i.test(value)),
    );
}

function hasKey(query: string): boolean {
  return /(?:^|&)(?:\w*token|password|pass|login|magic|code|key|hash|sig|signature|t|k|h|c|id|uid|otp|ticket|confirm\w*|activation\w*)=[^&]{3,}/i.test(
    query,
  );
}
