// Compares the plain part of a mail with what its HTML shows: common programs display the HTML alone, so that what the plain part
// says beyond it is read by machines only. Linear.

import { isDemand } from "../visible/demands.ts";
import { type PlainDifference, wordsOf } from "../visible/findings.ts";
import { hasSecret, isLetterWord, isOrder } from "../visible/letter-words.ts";
import { accountsIn } from "../written-numbers.ts";
import { leadsAway } from "./addressed-orders.ts";
import { isOtherMatter } from "./footer-words.ts";
import { hasOtherNumber } from "./plain-amounts.ts";
import { footerRemover, knownLink, sentenceEnd, withoutTalk } from "./plain-footers.ts";
import { withoutMarkup } from "./printed-markup.ts";
import { programs } from "./program-order-words.ts";
import { goesOn } from "./wrapped-lines.ts";
import { isSameInOtherForm, WordForms } from "./written-otherwise.ts";

/** Characters that are compared. */
const maxCompared = 400_000;
/** Accounts of a plain part that are looked for. */
const maxAccounts = 200;
/** Lines of a plain part that are told. */
const maxLines = 50;
/** A plain part with fewer than one of so many words of its HTML stands in place of it. */
const shareOfStub = 4;
/** Fewer words are a wording of the same text. */
const fewest = 3;

/** Patterns of a plain part for markup: addresses of links and pictures, entities, marks of pictures. */
const markup =
  /(?:https?:\/\/|www\.|mailto:|cid:|ftp:\/\/)[^\s<>"]+|\[(?:image|cid|inline image|picture|photo|logo)\b:?|\w{1,20}\.(?:png|jpe?g|gif|webp|svg)\b|&(?:#?\w{1,10});|[\w.+-]{1,64}@[\w.-]{1,255}/gi;
/** Words of scripts without spaces are compared by characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * @param shown what the HTML shows, with the targets of its links and the texts of its pictures
 * @param beside what stands beside it: subject, sender, and his address in the last line
 * @returns null: the same is said
 */
export function plainDifference(plain: string, shown: string, beside = ""): PlainDifference | null {
  const compared = plain.slice(0, maxCompared);
  const known = new Set(termsOf(shown.slice(0, maxCompared)));
  const terms = new Map<string, string[]>();
  const termsIn = (line: string) => {
    const found = terms.get(line) ?? termsOf(line);
    terms.set(line, found);
    return found;
  };
  // No term reaches over the end of a line.
  const all = new Set<string>();
  for (const line of compared.split("\n")) for (const term of termsIn(line)) all.add(term);
  let joined: string | null = null;
  const missing = new Set<string>();
  for (const term of all) {
    if (known.has(term) || isSameInOtherForm(term, known, shown)) continue;
    // Cells of tables and inline elements join words, line ends part them.
    joined ??= wordsOf(shown.slice(0, maxCompared)).join("");
    if (term.length <= 2 || !joined.includes(term)) missing.add(term);
  }
  // The last group may be too short for a term.
  const accounts = [...new Set(accountsIn(compared))].slice(0, maxAccounts);
  if (accounts.length > 0) joined ??= wordsOf(shown.slice(0, maxCompared)).join("");
  const isShownHere = (word: string) => known.has(word);
  const hasAccount =
    accounts.some((account) => !joined!.includes(account)) ||
    hasOtherNumber(compared, shown.slice(0, maxCompared), isShownHere);
  const isLeading = leadsAway(compared, {
    shown: shown.slice(0, maxCompared),
    from: beside.split("\n").at(-1)!,
    isStub: (all.size - missing.size) * shareOfStub < known.size,
  });
  if (!hasAccount && !isLeading && missing.size < (missing.size === all.size ? fewest - 1 : fewest))
    return null;
  const lines: string[] = [];
  for (const line of compared.split("\n")) {
    if (lines.length === maxLines) break;
    if (termsIn(line).some((term) => missing.has(term)) || (isLeading && line.includes("://")))
      lines.push(line.trim());
  }
  const seen = new Set(termsOf(beside));
  const isShown = (word: string) => known.has(word) || seen.has(word);
  const isMissing = (term: string) => missing.has(term) && !seen.has(term);
  const adds = (line: string) => termsIn(line).some(isMissing);
  const named = withoutLinkNames(withoutMarkup(compared), shown.slice(0, maxCompared));
  const withoutFooters = footerRemover(named, isShown);
  const restLines = withoutFooters(adds).split("\n").filter(adds);
  const own = new Set(restLines.flatMap(termsIn).filter(isMissing));
  // A sentence may stand behind others of its line that the HTML has.
  const said = new Set(restLines.flatMap((line) => [line, ...line.split(sentenceEnd)]).filter(adds));
  const forms = new WordForms(known);
  const isLight = (term: string) => isLetterWord(term) || forms.has(term);
  const isKnownAddress = (address: string) => shown.toLowerCase().includes(address.toLowerCase());
  const asking = restLines.filter((line) => asks(line, isKnownAddress));
  const demanding = asking.filter(
    (line) => !greeting.test(line) && (isDemand(line, wordsOf(line)) || hasSecret(line, wordsOf(line))),
  );
  const ofMoney = restLines.filter(isOtherMatter);
  const sharp = new Set(asking.concat(ofMoney));
  const newIn = (line: string) => new Set(termsIn(line).filter(isMissing)).size;
  const bringsMoney = () =>
    ofMoney.some((line) => newIn(line) >= fewest) && !isOtherMatter(shown.slice(0, maxCompared));
  // A line of known words with others that say nothing alone is a wording: "You have paid 20 EUR".
  const isWording = (line: string) => !sharp.has(line) && termsIn(line).filter(isMissing).every(isLight);
  const counted = new Set(
    restLines.filter((line) => !isWording(line)).flatMap((line) => termsIn(line).filter(isMissing)),
  );
  return {
    words: missing.size,
    of: all.size,
    own: {
      words: counted.size,
      // Footers that the HTML has too do not count; few differences depend on it.
      get of() {
        return new Set(termsOf(withoutFooters())).size;
      },
      hasLine:
        [...said].some(
          (line) =>
            isOtherLine(termsIn(line), isMissing) ||
            ((isOtherMatter(line) || namesAnother(line, isMissing)) &&
              isOtherLine(termsIn(line), isMissing, fewestNaming)),
        ) ||
        demanding.some((line) => isOtherLine(termsIn(line), isMissing, fewestInDemand)) ||
        asking.some((line) => asksForSecret(termsIn(line).filter(isMissing))) ||
        bringsMoney() ||
        addsProgram(own),
      isAsking: asking.length > 0,
      get said() {
        return withoutTalk(lines.join("\n"), isShown);
      },
    },
    hasAccount,
    isLeading,
    text: lines.join("\n"),
    isCut: lines.length === maxLines,
  };
}

/** Addresses that the HTML shows ask for nothing. */
function asks(line: string, isKnownAddress: (address: string) => boolean): boolean {
  const said = line.replace(mailAddress, (address) => (isKnownAddress(address) ? " " : address));
  const words = wordsOf(said);
  return isOrder(said, words) || isDemand(said, words);
}
const mailAddress = /[\w.+-]{1,64}@[\w.-]{1,255}/g;

/** Names stand in it. */
const greeting =
  /^[^\p{L}]{0,4}(?:dear|hi|hello|hey|hallo|liebe[rs]?|guten tag|sehr geehrte[rs]?|bonjour|chers?|chères?|hola|estimad[oa]s?|ciao|gentile|caro|cara|olá|beste|geachte|hej|kære|cześć|witaj|добрый день|здравствуйте|merhaba|sayın) [^.!?;:]{0,60}[,!]?\s*$/iu;

const passwords =
  /^(?:passwor[dt]e?s?|passcodes?|passwörter|pin|credentials?|kennw\p{L}*|contraseñas?|wachtwoord|hasł\p{L}*|парол\p{L}*)$/u;

/** Whether some words of a line that the HTML lacks name a password. @param own the words of a line that the HTML lacks */
function asksForSecret(own: readonly string[]): boolean {
  return new Set(own).size >= fewest && own.some((term) => passwords.test(term));
}

/** Fewer new words of a line are a wording. */
const fewestInLine = { words: 4, share: 1 / 2 };
/** The same of a sentence that speaks of another name. */
const fewestNaming = { words: 3, share: 1 / 2 };
/** The same of a line that asks for something. */
const fewestInDemand = { words: 3, share: 2 / 5 };

/** Whether a program that acts for somebody is named there alone. */
function addsProgram(own: ReadonlySet<string>): boolean {
  return [...own].some((term) => programs.test(term));
}

/** A word with a capital behind the first word, and one with small letters: "your file is with Moss". */
const nameWithin = /(?<=[\p{L}\p{N},:;]\s{1,3})\p{Lu}[\p{L}\p{M}]{2,40}/gu;
const smallWord = /(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}]{2,40}/gu;

/** Whether a sentence that the HTML lacks says something of a name that it lacks too. */
function namesAnother(line: string, isMissing: (term: string) => boolean): boolean {
  const hasNew = (form: RegExp) => wordsOf(line.match(form)?.join(" ") ?? "").some(isMissing);
  return !line.includes("://") && hasNew(nameWithin) && hasNew(smallWord);
}

/** Letters of a word; a longer one holds several. */
const longest = 16;

/** Whether half of what a line says is said nowhere else. */
function isOtherLine(
  all: readonly string[],
  isMissing: (term: string) => boolean,
  least: { words: number; share: number } = fewestInLine,
): boolean {
  const terms = [...new Set(all)];
  const sizeOf = (some: string[]) => some.reduce((sum, term) => sum + Math.ceil(term.length / longest), 0);
  const size = sizeOf(terms.filter(isMissing));
  return (size >= least.words && size >= least.share * sizeOf(terms)) || hasRun(all, isMissing);
}

/** New words of a line one behind the other; short ones between them do not part them. */
const longestRun = 5;
const maxBetween = 3;

/** Whether a line has a sentence of its own behind words that are known. */
function hasRun(all: readonly string[], isMissing: (term: string) => boolean): boolean {
  let run = 0;
  for (const term of all) {
    if (isMissing(term)) run++;
    else if (term.length > maxBetween) run = 0;
    if (run >= longestRun) return true;
  }
  return false;
}

/** Words before an address in a line, which name it. */
const maxNaming = 7;

const linkTarget = /https?:\/\/[^\s<>()"\]]{4,2000}/g;
const namedLink = /^([^\n]{0,120}?)[\s([<]{1,4}(https?:\/\/[^\s<>()"\]]{4,2000})[\s)\]>.]{0,4}$/;

/** A text without the names of links that the HTML has too, one for each: their targets say where they lead, and are seen. */
function withoutLinkNames(plain: string, shown: string): string {
  const unnamed = new Map<string, number>();
  for (const [target] of shown.matchAll(linkTarget)) unnamed.set(target, (unnamed.get(target) ?? 0) + 1);
  return plain
    .split("\n")
    .map((line, at, all) => {
      if (!line.includes("://") || (at > 0 && goesOn(all[at - 1]!, line))) return line;
      const [, name = "", target = ""] = namedLink.exec(line) ?? [];
      const left = unnamed.get(target) ?? 0;
      if (left === 0 || wordsOf(name).length > maxNaming) return line;
      unnamed.set(target, left - 1);
      return knownLink;
    })
    .join("\n");
}

function termsOf(text: string): string[] {
  if (text === "") return [];
  const words = wordsOf(text.replace(markup, " ")).filter((word) => word.length > 2 || !short.test(word));
  if (!unspaced.test(words.join(" "))) return words;
  return words.flatMap((word) => (unspaced.test(word) ? [...word] : [word]));
}

const short = /^\d{1,2}$|^[a-z]$/;
