// Links in a mail that confirm an address, sign in, set a new password or accept an invitation. DECISIONS Codes and links
import type { LinkFact } from "../safety/links.ts";
import type { FoundLink, LinkKind } from "./found.ts";
import { linkKinds } from "./found.ts";
import { asksFor, asksToSignIn, leadsElsewhere, namesItself, saysInWords } from "./link-words.ts";

const maxLinks = 5;
/** Characters of the mail that say what it asks for. */
const maxText = 4000;

/**
 * The links of a mail, one of each kind and address, those whose words say it first.
 * @param text the mail as text, for what it asks
 * @param links those of its HTML, in order
 */
export function linksFor(subject: string, text: string, links: readonly LinkFact[]): FoundLink[] {
  const candidates = links.filter(
    ({ href, text: words }) => isPersonal(href) && !leadsElsewhere(words, href),
  );
  if (candidates.length === 0) return [];
  const addresses = new Set(candidates.map(({ href }) => href));
  const start = text.slice(0, maxText);
  const isAsked = (kind: LinkKind) =>
    asksFor(kind, subject) || asksFor(kind, start) || (kind === "sign_in" && asksToSignIn(subject));
  const asked = linkKinds.filter(isAsked);
  const found = new Map<string, FoundLink>();
  for (const { href, text: words } of asked.length === 0 ? [] : candidates) {
    if (found.has(href)) continue;
    const own = isAddress(words) ? "" : words;
    const kind = kindOf({ asked, words: own, href, subject, isOnly: addresses.size === 1 && isDrawn(href) });
    if (kind === null) continue;
    const confidence = isAddress(words) || saysInWords(kind, words) ? "high" : "medium";
    found.set(href, { kind, url: href, text: words || href, confidence });
  }
  // What says nothing itself counts only where nothing else does.
  const all = [...found.values()];
  const high = all.filter(({ confidence }) => confidence === "high");
  return (high.length > 0 ? high : all.slice(0, 1)).slice(0, maxLinks);
}

function isAddress(words: string): boolean {
  return words.trim() === "" || /^<?(?:https?:\/\/|www\.)\S+>?$/i.test(words.trim());
}

interface Reading {
  asked: readonly LinkKind[];
  /** Those of the link; none where they are its address. */
  words: string;
  href: string;
  subject: string;
  /** The mail has no other that was made for it, and this one holds a long value that was drawn. */
  isOnly: boolean;
}

function kindOf({ asked, words, href, subject, isOnly }: Reading): LinkKind | null {
  const said = words === "" ? [] : linkKinds.filter((kind) => saysInWords(kind, words));
  const both = said.filter((kind) => asked.includes(kind));
  if (both.length > 0) return both[0]!;
  if (said.length > 0) return null;
  const path = asked.find((kind) => pathWords[kind].test(pathOf(href)));
  if (path !== undefined && (words === "" || words.length < 60)) return path;
  // "Yes" under an invitation may answer a meeting. "Click here", or an address that says nothing: the subject says what the mail is for.
  if (words !== "" && !here.test(words) && !namesItself(words)) return null;
  const general = asked.filter((kind) => kind !== "invitation");
  const inSubject = general.find((kind) => asksFor(kind, subject) || saysInWords(kind, subject));
  return inSubject ?? ((words !== "" || isOnly) && general.length === 1 ? general[0]! : null);
}

/** Words of a button that say nothing. */
const here =
  /^\W*(?:(?:click|tap|press) )?(?:here|this link|the link|continue|get started|let['’]s go|hier(?: klicken)?|weiter|ici|cliquez ici|continuer|aqu[ií]|haz clic aquí|clique aqui|continuar|qui|clicca qui|continua|klik hier|tutaj|kliknij tutaj|здесь|сюда|перейти|продолжить|buraya tıklayın|devam|こちら|点击这里|点此|點此|這裡|여기|계속|هنا|اضغط هنا|اینجا|כאן|לחצו כאן|यहाँ क्लिक करें|här|her|tässä|zde|ide|itt|aici|εδώ|di sini|tại đây|คลิกที่นี่|(?:yes|ja|oui|sí|sim|sì|tak|ano|да|так|evet|はい|是的|네|نعم|כן)(?!\p{L}).*)\W*$/iu;

const pathWords: Record<LinkKind, RegExp> = {
  confirmation:
    /verif|confirm|activat|validat|aktiv|bestaetig|bestatig|activer|verificar|ativar|attiva|conferma|potwierdz|register\/complete|optin|opt-in|doi|registration/i,
  sign_in:
    /magic|log-?in|sign-?in|auth|passwordless|otp|session|connexion|anmeld|inlog|acceso|acceder|entrar|giris|oturum|logga-in|zaloguj|ticket/i,
  password_reset: /reset|passw|forgot|recover|pwd|\bpw\b|kennwort|passwort|motdepasse|contrasena|senha|set-/i,
  invitation:
    /invit|einlad|uitnod|convite|zaprosz|pozvan|inbjud|(?:^|\/)join(?:\/|\?|$)|accept|aceptar|aceitar|annehmen/i,
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
    .some((value) => value.length >= 16 && /\d/.test(value) && /[a-z]/i.test(value));
}

function hasKey(query: string): boolean {
  return /(?:^|&)(?:token|code|key|hash|sig|signature|t|k|h|c|id|uid|otp|ticket|confirm\w*|activation\w*)=[^&]{3,}/i.test(
    query,
  );
}
