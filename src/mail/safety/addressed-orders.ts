// Links of a plain part that its HTML lacks, and the words in addresses of pages: programs read both, and no person does. Linear.

import { isDemand } from "../visible/demands.ts";
import { wordsOf } from "../visible/findings.ts";
import { isMark, isService } from "./click-counters.ts";
import { isOfItself } from "./footer-words.ts";
import { organisation } from "./links.ts";
import { ordersProgram } from "./program-orders.ts";

/** Addresses of a text that are looked at. */
const maxAddresses = 200;
/** Characters of an address in which words are looked for. */
const maxAddress = 1000;
/** Fewer words order nothing. */
const fewestWords = 3;
/** Words beside an address that are the name of a button. */
const maxNaming = 4;

const webAddress = /https?:\/\/[^\s<>()"\]]{4,2000}/g;

/** Names of buttons behind which something is done: they pay, confirm, sign in, install. Lines are languages. */
const buttons = new RegExp(
  `(?<![\\p{L}])(?:${`pay(?:ment|ing)?(?!\\p{L})|confirm|verify|approv|install|update|upgrade|download|log ?in|sign ?in|settle|renew|activat|unlock|claim|restor|accept
zahl|bezahl|bestätig|installier|aktualisier|herunterlad|einlogg|verifizier|freischalt
pay(?:er|ez)|confirm|vérifi|install|télécharg|connexion|connect|valid|activ|mettre à jour
pag(?:a|ar|ue|amento)(?!\\p{L})|verific|instal|descarg|acced|acceso|inici|activ|actualiz|confer|scaric|aggiorn|attiva|baix|entrar|atualiz
betaal|betal|bevestig|inlog|download|verifi|bijwerk|zapłać|potwierd|zaloguj|zainstal|pobierz|zweryfik|aktualiz
bekräft|bekræft|bekreft|logga in|log ind|logg inn|uppdater|opdater|oppdater|zaplat|potvrď|přihlas|prihlás|nainstal|stáhn|stiahn|ověř
maksa|vahvista|kirjaudu|asenna|lataa|päivit|fizet|megerősít|bejelentkez|telepít|letölt|frissít|plăte|conect|descarc
оплат|подтверд|войти|вход|установ|скача|обнов|сплат|підтверд|увійти|вхід|встанов|завантаж|онов|πληρ|επιβεβα|σύνδεσ|εγκατ
öde|onayla|giriş|indir|güncelle`.replaceAll(
    "\n",
    "|",
  )})|支払|確認|ログイン|インストール|ダウンロード|更新|支付|付款|确认|確定|登录|登錄|安装|安裝|下载|下載|결제|확인|로그인|설치|다운로드|업데이트|ادفع|تأكيد|تسجيل الدخول|تثبيت|تحميل`,
  "u",
);
/** Where programs for telephones are. */
const stores = /^(?:apps\.apple\.com|itunes\.apple\.com|play\.google\.com|appgallery\.huawei\.com)$/;

/**
 * Whether a plain part leads to somebody whom the HTML does not name, to pay or to sign in there, or orders something in an address.
 * @param shown what the HTML shows, with the targets of its links
 * @param from the sender's address
 * @param isStub the plain part says little of what the HTML does: it leads to the HTML, and so to nobody whom that does not name
 */
export function leadsAway(
  plain: string,
  { shown, from, isStub }: { shown: string; from: string; isStub: boolean },
): boolean {
  if (!plain.includes("://")) return false;
  const targets = new Set(shown.match(webAddress)?.map(bare));
  const own = organisation(from.slice(from.lastIndexOf("@") + 1).toLowerCase());
  let hosts: Set<string> | null = null;
  let count = 0;
  const stray: string[] = [];
  for (const line of plain.split("\n")) {
    if (!line.includes("://")) continue;
    for (const [written] of line.matchAll(webAddress)) {
      if (++count > maxAddresses) break;
      if (targets.has(bare(written))) continue;
      stray.push(written);
      const host = hostOf(written);
      if (host === "" || stores.test(host) || organisation(host) === own) continue;
      if (!isButton(line) && !(isStub && isStranger(host, shown))) continue;
      hosts ??= new Set([...targets].map((target) => organisation(hostOf(target))));
      if (!hosts.has(organisation(host))) return true;
    }
  }
  return ordersInAddress(stray, () => shown);
}

/** Whether a domain is absent from the HTML, and no service for newsletters. */
function isStranger(host: string, shown: string): boolean {
  return !isService(host) && !shown.toLowerCase().includes(organisation(host));
}

function isButton(line: string): boolean {
  const named = line.replace(webAddress, " ").toLowerCase();
  const words = wordsOf(named);
  if (words.length === 0 || words.length > maxNaming || isOfItself(named)) return false;
  return buttons.test(named) || isDemand(named, words);
}

/** Characters of HTML beside a link in which its sentence is looked for. */
const maxBeside = 1500;
/** Characters of text before and behind a link that speak of it. */
const beside = 80;
/** Words that letters of thieves have, and few offers. Lines are languages. */
const worries = new RegExp(
  `(?<![\\p{L}])(?:${`account(?!s)|passwor|secur|suspend|expir|mailbox|unusual|parcel|refund|invoice|statement|reset|review(?= it)|track(?!\\p{L})|fee(?!\\p{L})
konto(?!\\p{L})|kennwor|passwort|gesperrt|sicherheit|rechnung|compte|mot de passe|sécuri|suspend|facture|cuenta|contraseñ|segur|factur|conto(?!\\p{L})|conta(?!\\p{L})|senha|sicur|fattur|wachtwoord|rekening|beveilig|hasł|kont[oa](?!\\p{L})|lösenord|adgangskode|аккаунт|парол|сч[её]т|акаунт|рахун|hesap|şifre|λογαριασμ`.replaceAll(
    "\n",
    "|",
  )})|アカウント|口座|账户|賬戶|密码|密碼|계정|비밀번호|حساب|كلمة المرور|חשבון|סיסמה`,
  "u",
);

/** Whether the text around a link asks to pay, sign in, confirm or install, or speaks of an account: no offer of a newsletter does. */
export function asksBeside(html: string, { text, href }: { text: string; href: string }): boolean {
  const written = `href="${href.replaceAll("&", "&amp;").slice(0, maxBeside)}`;
  let at = html.indexOf(written);
  if (at < 0) return true;
  for (; at >= 0; at = html.indexOf(written, at + written.length)) {
    const before = shownIn(html.slice(Math.max(0, at - maxBeside), at)).slice(-beside);
    const behind = shownIn(html.slice(at, at + written.length + maxBeside)).slice(
      0,
      beside / 2 + text.length,
    );
    const said = `${before} ${behind}`.toLowerCase();
    const words = wordsOf(said);
    if (buttons.test(said) || worries.test(said) || isDemand(said, words)) return true;
  }
  return false;
}

/** The text in a piece of HTML that may begin and end within a tag. */
function shownIn(piece: string): string {
  const from = piece.indexOf(">");
  const open = piece.indexOf("<");
  const whole = from >= 0 && (open < 0 || from < open) ? piece.slice(from + 1) : piece;
  return whole
    .replace(/<[^>]*(?:>|$)/g, " ")
    .replace(webAddress, " ")
    .replace(/\s+/g, " ");
}

/** Whether the words of an address order something, and the text does not show them. @param shown asked for where they order */
export function ordersInAddress(addresses: readonly string[], shown: () => string): boolean {
  const spelt = [...new Set(addresses.slice(0, maxAddresses))].flatMap(phrasesIn);
  if (spelt.length === 0 || !isOrdering(spelt)) return false;
  const seen = new Set(wordsOf(shown().replace(webAddress, " ")));
  return isOrdering(
    spelt.filter((words) => words.filter((word) => !seen.has(word)).length * 2 > words.length),
  );
}

function isOrdering(spelt: readonly (readonly string[])[]): boolean {
  return spelt.length > 0 && ordersProgram(spelt.map((words) => words.join(" ")).join("\n"));
}

/**
 * Phrases of an address: the words of its path, and those of each field of its query, where they are enough for an order. A
 * sentence across fields has one word in each name and value; other names are those of programs.
 */
function phrasesIn(address: string): string[][] {
  const path = /^https?:\/\/[^/?#]{1,253}([/?#].{0,1000})/i.exec(address.slice(0, maxAddress))?.[1] ?? "";
  const [first = "", ...fields] = decoded(path).split(/[?&#]/);
  const parts = fields.every((field) => wordOfField.test(field))
    ? [first, fields.join("/")]
    : [first, ...fields];
  return parts.map(wordsIn).filter((words) => words.length >= fewestWords);
}

const wordOfField = /^\p{L}{1,20}=\p{L}{1,20}$/u;

/** Words of a part of an address: letters between marks or where a capital begins; tokens of programs have none. */
function wordsIn(part: string): string[] {
  return part
    .replace(fileEnding, "")
    .replace(redirecting, " ")
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter((run) => run.length < shortestToken || !asciiRun.test(run) || !isMark(run))
    .flatMap((run) => run.split(/(?<=\p{Ll})(?=\p{Lu})|\p{N}+/u))
    .filter((word) => /^[\p{L}\p{M}'’]{1,20}$/u.test(word))
    .map((word) => word.toLowerCase());
}

const fileEnding = /\.(?:aspx?|php|html?|jsp|cgi|do|cfm)$/i;
/** A page that leads on, and what it is told to: a whole part of an address, with no object behind it. */
const redirecting =
  /(?<![^/])redirect(?:s|or|ion)?(?=$|[/=.])(?!\/(?:all|any|every|each|the|this|my|your|last)(?!\p{L}))|redirect[-_]?ur[il](?!\p{L})/giu;
const asciiRun = /^\w+$/;
const shortestToken = 8;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function hostOf(address: string): string {
  return (/^https?:\/\/(?:[^/?#@]{0,100}@)?([^/?#:]{1,253})/i.exec(address)?.[1] ?? "").toLowerCase();
}

function bare(address: string): string {
  return address.replace(/[.,;:!?'*]{1,3}$/, "");
}
