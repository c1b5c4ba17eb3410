// Sentences that programs add to the plain part of a newsletter and not to its HTML: how to leave, who sent it, where it can be
// read. They are told as a difference, and are no sign against the mail. Linear.

import { isDemand } from "../visible/demands.ts";
import { wordsOf } from "../visible/findings.ts";
import { hasSecret, isOrder } from "../visible/letter-words.ts";
import { withoutStock } from "../visible/stock-phrases.ts";
import {
  company,
  companyName,
  harmless,
  isOfItself,
  isOtherMatter,
  otherReason,
  reader,
} from "./footer-words.ts";
import { isImprintWord, namesOffice } from "./imprint-words.ts";
import { isDeedAlone, isTalkWord, restOfUnspaced } from "./talk-words.ts";
import { joined, paragraphsOf } from "./wrapped-lines.ts";

/** A longer sentence says something else besides. */
const maxWords = 30;
/** So does one with more words that the HTML does not show and no newsletter says of itself. */
const maxUnknown = 12;
/** A sentence with a word of orders ("do not reply", "forward to a friend") has fewer. */
const maxAsking = 2;
/** The mark of a line that named a link of the HTML. */
export const knownLink = "\0";

/** Lines of an address beside such a sentence. */
const nearby = 6;

/** Beginnings of sentences that say little else. */
const openings = `(?:(?:because )?you )?(?:signed up|opted in|subscribed) (?:on|at|for|to|via|through) |(?:to )?(?:stop|no longer (?:wish|want) to) (?:receiv|get)|(?:was this|this (?:e-?mail|was)|(?:did someone|someone)) forward|(?:sign up|subscribe)(?=:| (?:here|at|now|free|for free))|(?:got|get) this from a friend
conformément à la loi informatique et libertés|si no (?:ve|puede ver|visualiza|puedes ver) (?:correctamente |bien )?(?:este|el)|(?:pulse|haga clic) aquí`;
const opening = new RegExp(`^[^\\p{L}\\p{N}]{0,4}(?:${openings.replaceAll("\n", "|")})`, "iu");
/** More words that the HTML does not show are another sentence. */
const maxBehindOpening = 3;

/** Whole lines of scripts without spaces, where words are not counted. */
const wholeLine =
  /^[■▼●◆◇・※【\s]{0,4}(?:(?:当サイト|本メール|記事)の)?(?:無断(?:転載|複製|転用|引用)(?:を|は)?(?:固く)?(?:禁じます|お断りします|禁止(?:します|です)?)?|お問い?合わ?せ(?:先|窓口|はこちら)?|(?:この|本)?(?:メール|アドレス)?は?(?:送信専用|自動(?:送信|配信))(?:メール|アドレス)?(?:です|されています|しています)?|登録情報の変更(?:はこちら)?|版权所有|版權所有|(?:请勿|請勿)(?:直接)?回[复覆](?:本邮件|此邮件|本郵件|此郵件)?|(?:(?:此|本)(?:邮件|郵件)(?:由|为|為))?(?:系统|系統)(?:自动|自動)(?:发送|發送|发出|邮件)?(?:[,，](?:请|請)勿(?:直接)?回[复覆])?|ご?返信(?:は|いただいても(?:お答え)?)(?:お受け)?(?:でき|いたし)(?:ません|かねます)|客服(?:热线|电话|邮箱)|발신 ?전용(?: ?메일입니다| ?이메일입니다)?|고객 ?센터(?: ?:? ?[\d-]{4,16})?|무단 ?(?:전재|복제)(?: ?금지)?)[】:：。.!\s]{0,4}$/u;

/** A Japanese company, with the town and the number of its house: its name has no letters of particles and commands. */
const japaneseCompany =
  /^[\s■※]{0,4}(?:(?:株式|有限|合同)会社[\p{sc=Han}\p{sc=Katakana}ーA-Za-z・あ-うか-くさ-すた-つどな-ぬねのひ-ふまみむめもやゆよらりるわん]{1,12}|[\p{sc=Han}\p{sc=Katakana}ーA-Za-z・あ-うか-くさ-すた-つどな-ぬねのひ-ふまみむめもやゆよらりるわん]{1,12}(?:株式|有限)会社)(?:[ 　]{1,3}(?:〒?\d{3}-?\d{4}[ 　]{0,3})?\p{sc=Han}{1,4}[都道府県][\p{sc=Han}\p{sc=Katakana}ー]{1,12}[ 　]?\d[\d\-ー－丁目番地号階F]{0,16})?(?:[ 　]{1,3}(?:TEL|電話|FAX)[ 　:：]{0,2}[\d()-]{6,20}){0,2}\s{0,4}$/u;

/** The capital that a French company has to name: names and numbers stand around it. */
const capital = /(?<=^|\s)au capital (?:social )?de(?=\s)|(?<=\d\s?)(?:euros?|€),?(?=\s|$)/giu;

const urls = /(?:https?:\/\/|www\.)[^\s<>"]+/g;
const mailAddress = /[\w.+-]{1,64}@[\w.-]{1,255}/g;
const addresses = /(?:https?:\/\/|www\.)[^\s<>"]+|[\w.+-]{1,64}@[\w.-]{1,255}/g;

/** Words of addresses that begin with a small letter; marks around them do not count. */
const small =
  "of|and|de|del|della|dei|du|des|la|le|los|las|da|do|dos|das|rue|der|am|an|im|bei|und|y|e|i|a|z|s|u|och|og|ja|ve|és|și|и|і|та|en|van|den|het|te|ul|al|os|pl|str|nr|no|n|bl|sc|et|ap|cad|sok|mah|cd|sk|ул|вул|пр|просп|бул|пл|пер|д|буд|м|г|кв|оф|стр|корп|обл|utca|u|út|tér|krt|em|gade|vej|gata|gatan|vägen|vei|veien|tie|katu|straat|avenue|boulevard|allée|quai|place|chemin|impasse|route|square|suite|unit|box|building|r\\.l|laan|plein|via|viale|piazza|corso|calle|avenida|av|avda|c|núm|bis|ter|cedex|bp|sp|o\\.?o|s\\.?r\\.?o|d\\.?o\\.?o|a\\.?s|inc|plc|pvt|ltd|floor|tel|tél|fax|phone|telefon|org\\.?nr|y-tunnus|ičo|dič|p\\.?iva|c\\.?f|έως|οδός|τ\\.?κ|g|pr|ty|phường|quận|jl|iela|gatve|gatvė|ulica|ulice|trg|obala|cesta|námestie|náměstí|třída|strada|bulevardul|calea|bd|blvd|bulvár|sokak|caddesi|mahallesi|площад|pst|mnt|eG|e\\.?V|Co|KG|S|loi|haftungsbeschränkt|haftungsbeschraenkt|the";

/** Names, streets and towns: capitals and numbers, without a verb. */
const name = new RegExp(
  `^[«„“"'(]{0,2}(?:[\\p{Lu}\\p{N}#][\\p{L}\\p{M}\\p{N}.,'’()&/:;«»„“”"#º°+-]{0,40}|\\+?[\\p{N}(][\\p{N}()./-]{0,30}|&|[(]?(?:${small})[.:,)]{0,3}|[|·•,.:&–—-]{1,2})$`,
  "u",
);
/** Words of sentences that are written with capitals too. */
const spoken =
  /(?<![\p{L}\p{N}.])(?:to|every|all|any|please|me|us|this|that|your|my|now|today|must|should|will|with|bitte|alle|jetzt|heute|tous|toutes|todos|todas|tutti|tutte|proszę|wszystkie|все|всі|tüm|alla|kaikki)(?![\p{L}\p{N}.-])/iu;

/**
 * Look for the footers of a text once, for several comparisons.
 * @param isShown whether the HTML has a word
 * @returns the text without its footers; `adds`: whether a line has a word that the HTML lacks, others stay as they are, which changes no
 * more than how many words are left
 */
export function footerRemover(
  text: string,
  isShown: (word: string) => boolean,
): (adds?: (line: string) => boolean) => string {
  const { talk, pieces } = heardIn(text, isShown);
  const rests: (string[] | undefined)[] = [];
  const restOf = (at: number) => {
    const { sentences, isBroken } = pieces[at]!;
    rests[at] ??= isBroken
      ? sentences
      : sentences.filter((sentence) => sentence !== knownLink && !isFooter(sentence, isShown));
    return rests[at];
  };
  const isNear = (at: number) => {
    const end = Math.min(pieces.length, at + nearby + 1);
    for (let other = Math.max(0, at - nearby); other < end; other++)
      if (restOf(other).length < pieces[other]!.sentences.length) return true;
    return false;
  };
  return (adds = () => true) => {
    const kept: string[] = [];
    for (const [at, { sentences }] of pieces.entries()) {
      const line = sentences.join(" ");
      if (!adds(line)) {
        kept.push(line);
        continue;
      }
      const rest = restOf(at).map((sentence) => talk.restOf(sentence));
      const left = withoutStock(rest.join(" "));
      if (!(isAddress(left, isShown) && isNear(at))) kept.push(left);
    }
    return kept.join("\n");
  };
}

/** Return the text without sentences that speak of the mail itself, and of nothing else. */
export function withoutTalk(text: string, isShown: (word: string) => boolean): string {
  const { talk, pieces } = heardIn(text, isShown);
  return pieces.map(({ sentences }) => sentences.map((one) => talk.restOf(one)).join(" ")).join("\n");
}

/** Fewer hidden words are no note to readers whose program shows no HTML. */
const fewestInNote = 10;

/** Whether a text is a note to readers whose program shows no HTML, and says nothing else. */
export function isNote(text: string): boolean {
  const words = wordsOf(text.replace(urls, " "));
  if (words.length < fewestInNote || !words.includes("html") || words.some((word) => /\p{N}/u.test(word)))
    return false;
  const talk = new SmallTalk(() => false);
  const sentences = text.split(sentenceEnd);
  if (!sentences.every((sentence) => talk.add(sentence))) return false;
  talk.close();
  return sentences.every((sentence) => talk.restOf(sentence) === "");
}

/** Initials, forms of companies and parts of addresses end no sentence: "John F. Kennedy", "R.C.S. Luxembourg". */
export const sentenceEnd =
  /(?<=[.!?。])(?<!(?:[\s.(]\p{Lu}|[\s.]r\.l| (?:Co|Inc|Ltd|Pty|St|Str|Nr|No|Av|Av(?:d|en)a?|Bd|Blvd|Dr|Ste|Apt|Tel|Reg|Sp|ul|al))\.) (?=\p{Lu})|(?<=[。！？])/u;

interface FooterPiece {
  sentences: string[];
  /** A line of a paragraph that says no such sentence as a whole, so that none of its lines is one. */
  isBroken?: boolean;
}

/** The sentences of a text, and which of them are small talk. */
function heardIn(
  text: string,
  isShown: (word: string) => boolean,
): { talk: SmallTalk; pieces: FooterPiece[] } {
  const talk = new SmallTalk(isShown);
  const pieces = paragraphsOf(text).flatMap((lines) => piecesOf(lines, talk, isShown));
  talk.close();
  return { talk, pieces };
}

/** The sentences of a line; of a paragraph of several lines each alone where some of them are small talk or a footer. */
function piecesOf(
  lines: readonly string[],
  talk: SmallTalk,
  isShown: (word: string) => boolean,
): FooterPiece[] {
  const whole = joined(lines).split(sentenceEnd);
  if (lines.length === 1) {
    for (const sentence of whole) talk.add(sentence);
    return [{ sentences: whole }];
  }
  const isOwn = whole.map((sentence) => talk.add(sentence) || isFooter(sentence, isShown));
  return isOwn.some(Boolean)
    ? whole.map((sentence) => ({ sentences: [sentence] }))
    : lines.map((line) => ({ sentences: [line], isBroken: true }));
}

/** Names of programs for mail, and of those who keep them. */
const mailProgram =
  /(?<![\p{L}])(?:e?-?mail (?:systems?|program(?:me)?s?|clients?|readers?|software|applications?|apps?)(?: administrators?| settings)?|internet service providers?|account (?:preferences|settings)|(?:today|this (?:week|month))['’]s (?:issue|edition|newsletter))(?![\p{L}]|\s?[:：])/giu;
/** A name of a host without "www.", and a path below it. */
const bareHost = /(?<![\w.@/-])[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}(?:\/[\w/-]{0,60})?/g;
const year = /^(?:19|20)\d\d$/;
/** Forms of a mail, in a sentence about how it is read. */
const ofForm =
  /(?<![\p{L}])(?:html|(?:plain|only|reiner|nur)[ -]?text|text[ -](?:only|version|format)|textversion|e-?mail (?:settings|preferences?))(?![\p{L}])/iu;

/** Sentences of a newsletter about itself; a URL beside them is compared nowhere. */
class SmallTalk {
  readonly #isShown: (word: string) => boolean;
  readonly #found = new Set<string>();

  constructor(isShown: (word: string) => boolean) {
    this.#isShown = isShown;
  }

  add(sentence: string): boolean {
    const isTalk = this.#isTalk(sentence);
    if (isTalk) this.#found.add(sentence);
    return isTalk;
  }

  /** All is known: an order may go on in the next sentence. */
  close(): void {
    const said = [...this.#found].join(" ").replace(urls, " ").replace(mailAddress, " ");
    if (isOrder(said, wordsOf(said))) this.#found.clear();
  }

  /** Nothing of a sentence of talk; another as it is. */
  restOf(sentence: string): string {
    return this.#found.has(sentence) ? "" : sentence;
  }

  /**
   * Whether words are names that the HTML shows too, in a sentence that says more than them: the newsletter, its sender. Beside the
   * form of the mail they may be any: "the HTML version, which shows the comic strip".
   */
  #areNames(other: readonly string[], text: string, all: number): boolean {
    if (other.length * 2 > all || !other.every(this.#isShown)) return false;
    if (ofForm.test(text)) return true;
    const small = new Set(
      wordsOf(text.match(/(?<![\p{L}\p{M}\p{N}])\p{Ll}[\p{Ll}\p{M}]*(?!\p{L})/gu)?.join(" ") ?? ""),
    );
    return !other.some((word) => small.has(word));
  }

  #isTalk(sentence: string): boolean {
    const text = sentence
      .replace(urls, " ")
      .replace(bareHost, (host) => (wordsOf(host.split("/", 1)[0]!).every(this.#isShown) ? " " : host))
      .replace(mailAddress, (address) => (isKnownAddress(address, this.#isShown) ? " " : address));
    if (text.includes("@")) return false;
    const bare = text.replace(mailProgram, " mail ");
    const words = wordsOf(bare);
    if (words.length === 0) return false;
    if (unspaced.test(text)) return restOfUnspaced(text) === 0 && !isDemand(text, []);
    const other = words.filter((word) => !isTalkWord(word) && !year.test(word));
    if (other.length > 0 && !this.#areNames(other, text, words.length)) return false;
    if (isDeedAlone(wordsOf(text)) || (other.length > 0 && isOtherMatter(bare))) return false;
    const asked = text.replace(harmless, " ");
    return !isDemand(asked, wordsOf(asked)) && !hasSecret(text, words);
  }
}

/** Names and years behind it are a holder of rights. */
const rights =
  /^\s{0,4}(?:©|\(c\)|copyright)\s{0,3}(?:(?:19|20)\d\d(?:\s?[-–]\s?(?:19|20)\d\d)?)?[\s,]{0,3}/iu;

function isFooter(written: string, isShown: (word: string) => boolean): boolean {
  const sentence = written.replace(mailAddress, (address) =>
    isKnownAddress(address, isShown) ? " " : address,
  );
  if (wholeLine.test(sentence)) return true;
  if (rights.test(sentence) && isAddress(sentence.replace(rights, ""), isShown)) return true;
  if (isOtherMatter(sentence) || otherReason.test(sentence)) return false;
  if (japaneseCompany.test(sentence) && !isDemand(sentence, [])) return true;
  const words = wordsOf(sentence.replace(addresses, " "));
  const asked = sentence.replace(harmless, " ").replace(addresses, " ");
  const askedWords = wordsOf(asked);
  if (hasSecret(asked, askedWords) || words.length > maxWords) return false;
  const own = words.filter((word) => !isTalkWord(word) && !isShown(word));
  const numbers = own.filter((word) => digits.test(word)).length;
  const unknown = sizeOf(own) - Math.min(numbers, maxNumbers);
  const isAsking = isOrder(asked, askedWords) || isDemand(asked, askedWords);
  const start = sentence.slice(0, 500);
  if ((isCompany(start) || namesOffice(start)) && isAddress(sentence, isShown)) return true;
  if (isOfItself(start))
    return unknown <= (isAsking ? maxAsking : maxUnknown) && isSaidOnce(sentence, isShown);
  if (isAsking) return false;
  if (isNamedLink(sentence, isShown)) return true;
  return (
    (opening.test(sentence) && unknown <= maxBehindOpening) ||
    (sentence.search(capital) > 0 &&
      sentence
        .replace(capital, " ")
        .trim()
        .split(/\s+/)
        .every((word) => name.test(word)))
  );
}

/**
 * Whether what stands behind colons is names, links and words of newsletters, and what stands behind commas, dashes and links is little
 * more: "Unsubscribe: open the vault" and "You are on our list, so open the vault" say something else.
 */
function isSaidOnce(sentence: string, isShown: (word: string) => boolean): boolean {
  const [first, ...rest] = sentence.replace(addresses, " – ").split(/:\s|：/u, maxParts);
  const isSaid = (part: string, most: number) => isOfItself(part) || smallWords(part, isShown) <= most;
  const isShort = (clause: string) =>
    strangeWords(clause, isShown) <= maxStrange || isOfItself(clause) || reader.test(clause);
  const isWhole = (part: string) =>
    part
      .split(clauses, maxParts)
      .slice(1)
      .every((clause) => isSaid(clause, reader.test(clause) ? maxOfReader : maxInClause) && isShort(clause));
  return isWhole(first!) && rest.every((part) => isSaid(part, 0) && isWhole(part));
}
const clauses = /[,;]\s(?=\p{Ll})|\s[–—-]\s|[，、；]/u;
/** More words there that are neither shown nor of newsletters are another sentence. */
const maxInClause = 2;
/** Words there with capitals too, as names and nouns have, and runs of characters. */
const maxStrange = 2;
/** So many of one that says that the reader is a customer or member. */
const maxOfReader = 5;
const maxParts = 10;

/** Words that begin with a small letter, are no word of newsletters or addresses and are shown nowhere. */
function smallWords(part: string, isShown: (word: string) => boolean): number {
  return part
    .split(/[\s,.;()|·]+/u)
    .filter((word) => /^\p{Ll}/u.test(word) && !name.test(word))
    .filter((word) => wordsOf(word).some((each) => !isTalkWord(each) && !isShown(each))).length;
}

/** Words of any kind that are of no newsletter and shown nowhere; of scripts that do not part them, what is left of each. */
function strangeWords(part: string, isShown: (word: string) => boolean): number {
  return wordsOf(part)
    .filter((word) => !isTalkWord(word) && !isShown(word) && !digits.test(word))
    .reduce(
      (sum, word) => sum + (unspaced.test(word) ? Math.ceil(restOfUnspaced(word) / lettersOfStrange) : 1),
      0,
    );
}
const lettersOfStrange = 2;

/** Words before an address, which name what is there: to leave, to read it elsewhere. */
const maxNaming = 6;
const link = /(?:https?:\/\/|www\.)([^\s<>"/)\]]{1,253})[^\s<>"]{0,2000}/gu;

/** A link of the sender, or where it is left, with its name. */
function isNamedLink(sentence: string, isShown: (word: string) => boolean): boolean {
  const hosts = [...sentence.matchAll(link)];
  if (hosts.length !== 1 || !wordsOf(hosts[0]![1]!).every(isShown)) return false;
  return sizeOf(wordsOf(sentence.replace(link, " "))) <= maxNaming;
}

/** An address of a domain that the mail names: its sender's, its reader's. */
function isKnownAddress(address: string, isShown: (word: string) => boolean): boolean {
  return wordsOf(address.slice(address.lastIndexOf("@") + 1)).every(isShown);
}

/** Letters of a word of scripts that do not part words; a longer one holds several. */
const lettersOfWord = 5;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

function sizeOf(words: readonly string[]): number {
  return words.reduce(
    (sum, word) => sum + (unspaced.test(word) ? Math.ceil(word.length / lettersOfWord) : 1),
    0,
  );
}

/** Numbers that a sentence may have beside its words: a year, a number of a house. */
const maxNumbers = 2;
const digits = /^\d+$/;

/** The name of a company in quotes. */
const quotedName = /(?:^| )[«„“"][^«»„“”"]{1,40}[»“”"]/gu;
const maxAddressWords = 18;
/** More words without a number or the form of a company may be a headline. */
const maxBareWords = 5;
const maxOfficeWords = 10;

function isAddress(written: string, isShown: (word: string) => boolean): boolean {
  const line = written
    .replace(mailAddress, (address) => (isKnownAddress(address, isShown) ? "" : address))
    .replace(quotedName, " X");
  const isOffice = namesOffice(line);
  const most = isOffice ? maxWords : maxAddressWords;
  const words = line.trim().split(/ {1,3}/, most + 1);
  const own = wordsOf(line);
  const isName = (word: string) => word === "" || name.test(word) || (isOffice && isImprintWord(word));
  return (
    words.length <= most &&
    (words.every(isName) || isAddressWithoutCase(line, words)) &&
    (words.length <= (isOffice ? maxOfficeWords : maxBareWords) ||
      digits.test(line.replace(/\D/g, "")) ||
      isCompany(line)) &&
    !spoken.test(line) &&
    !isOtherMatter(line) &&
    !isOrder(line, own) &&
    !isDemand(line, own)
  );
}

function isCompany(text: string): boolean {
  return company.test(text) || companyName.test(text);
}

const uncased = /[\p{sc=Hangul}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Thai}]/u;
/** Words of an address in a script without capitals. */
const maxUncasedWords = 10;

/** The same in scripts without capitals: names, marks between them and a number, and no end of a Korean sentence. */
function isAddressWithoutCase(line: string, words: readonly string[]): boolean {
  return (
    words.length <= maxUncasedWords &&
    uncased.test(line) &&
    /[,،|/·]/.test(line) &&
    /\d/.test(line) &&
    !/[다요오까][.!?]?\s*$/.test(line)
  );
}
