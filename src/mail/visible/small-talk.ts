// Lines that a plain part alone has and that ask for nothing: opening hours, conditions of an offer, what a newsletter is. They need
// not be known: none of them names what a reader or a program could act on, and all of them are in a known language. One line that
// does otherwise leaves none of them out. Linear.

import {
  addressesProgram,
  denies,
  done,
  mailContents,
  passesOn,
  secrets,
  sends,
} from "../safety/program-order-words.ts";
import { isDemand } from "./demands.ts";
import { isFiller } from "./display-words.ts";
import { wordsOf } from "./findings.ts";
import { harmless, isOtherMatter } from "./footer-words.ts";
import { hasSecret, isLetterWord, isOrder } from "./letter-words.ts";
import { namesMatter } from "./matters.ts";
import { isOfNames } from "./plain-footers.ts";
import { isTold, saysOfKnown } from "./told.ts";

/** Words of such lines together; more are another text. */
const maxTalk = 150;
/** A longer line is a text of its own. */
const maxInLine = 80;
/** Words of a line that are of a known language, of ten, where there are more than `fewestJudged`. */
const fewestKnown = 2;
const fewestJudged = 3;

const addresses = /(?:https?:\/\/|www\.)[^\s<>"]+|[\w.+-]{1,64}@[\w.-]{1,255}/g;
/** Letters that are written with digits: "m4il". */
const disguised = /(?<![\p{L}\d])(?:\p{Ll}{1,10}\d{1,3}\p{Ll}{1,10}|\d\p{Ll}{3,12})(?![\p{L}\d])/u;
/** A mail is a text, too, where no particular one is meant: "this message", "our mails". */
const mails =
  /(?<!\p{L})(?:(?:bu |ticari |elektronik )ilet(?:i|iniz)|(?:e-?|news)?(?:mails?|post|letters?)|(?:this|the|our) (?:mailbox|inbox|address)|messages?|e-?mailen|(?:e-?mail)?adresse|nachricht(?:en)?|courriels?|correos?|mensajes?|mensage(?:m|ns)|messaggi?o?|berichte?n?|wiadomoś\p{L}{1,3}|meddelande|mejl|besked|melding|viesti\p{L}{0,2}|zpráv\p{L}|správ\p{L}|üzenet\p{L}{0,3}|levele?\p{L}{0,2}|mesaj\p{L}{0,3}|e-?posta\p{L}{0,3}|письм[оа]|писем|сообщени\p{L}|лист(?:а|и|ів)?|μηνύμ?α?τ?α?|pesan|surel|thư|contact|results?)(?!\p{L})|メール|邮件|郵件|메일/gu;
/** Phrases about answers and about what is sent, which ask for none. */
const courtesy =
  /(?<!\p{L})(?:look(?:ing)? forward|(?:what|which|how often|how) \p{L}{2,20} (?:send|mail|email)s?(?: (?:to )?you)?(?: e-?mails?)?|(?:no need|not necessary|no reply needed|need not) to (?:reply|answer|respond)|inutile d['’]y répondre|(?:pas besoin|pas nécessaire|merci de ne pas) d?['’e ]{0,2}(?:y )?répondre|(?:no es necesario|no hace falta|non è necessario|não é necessário) (?:responder|rispondere)|(?:nicht nötig|nicht erforderlich)(?: zu antworten)?|niet nodig(?: te (?:be)?antwoorden)?|nie wymaga odpowiedzi|behöver inte besvaras|kan ikke (?:be)?svares|ei (?:tarvitse|voi) vastata|kan inte besvaras|nelze odpov\p{L}{1,6}|отвечать не (?:нужно|надо)|не требует ответа)(?!\p{L})|送迎|送料|配送料|[无無毋]需(?:直接)?回[复覆]|(?:ご)?返信(?:は)?不要(?:です)?|회신(?:하실)? 필요(?:가|는)? 없/gu;
/** Words for one or all of those that came. */
const particular =
  /(?<!\p{L})(?:all|every|each|last|latest|newest|recent|yesterday|alle|letzt|neuest|jüngst|tou(?:t|s|te|tes)(?!\p{L})|derni|tod[oa]s|últim|recient|tutt|ultim|recent|laatste|wszystk|ostatn|alla(?!\p{L})|senaste|seneste|siste|kaikki|viimei|všech|posledn|összes|utolsó|toate|viimas|pēdēj|paskutin|zadnj|все(?!\p{L})|всі|последн|останн|όλ|τελευτ|tüm|son(?!\p{L})|tất cả|semua|terakhir)|すべて|最近|最新|最後|所有|全部|모든|모두|최근|지난/u;
/** Warnings of banks: they ask for no secret. */
const warning =
  /(?<!\p{L})(?:never ask|will not ask|nie(?:mals)? (?:[^.]{0,40} )?(?:nach|um)|fragen (?:sie )?(?:wir )?niemals|ne (?:vous )?demand\p{L}{1,6} jamais|nunca (?:te |le |lhe )?(?:ped|solicit)\p{L}{1,8}|non (?:ti |le |vi )?chied\p{L}{1,5} mai|nooit (?:[^.]{0,30} )?(?:naar|om)|aldrig (?:[^.]{0,30} )?om|aldri (?:[^.]{0,30} )?om|nigdy nie (?:pros|pyt)\p{L}{1,4}|никогда не (?:запраш|спраш|прос)\p{L}{1,6}|ніколи не (?:запит|прос)\p{L}{1,6}|nikdy (?:[^.]{0,30} )?nežád\p{L}{1,4})(?!\p{L})/u;

/** Words that join those of a sentence, in languages whose newsletters have no list of their own. */
const joiners = new Set(
  `ja on ei se että koska olet sinun meidän meiltä kun jos tai voit vain tästä saat sait tämän
a az és nem hogy ha egy is már csak van vagy erre itt ide tőlünk
și de la în pe nu cu pentru din că ai ne acest această sau dacă este
size olduğu olarak göre kadar ile sizin bize bizim değil var yok daha çok
de du dig din dit vi os og så ikke kan har med som på til
je i u na se za od da ne iz s sa ste ako kako in ki ob pri smo
že je ste sme ak pre alebo vám náš naše jako lze nelze po když
và của này vì đã hoặc khi bạn được các cho hết tại là đến để
dan di ini yang dari untuk kami anda karena tidak lagi selama masih
ja ei et see selle meie teie kui või saite sest
un ir ka no ar jo jūs mūsu par kad iš jūsų su yra nuo jei
at by after before up until from out within only while stocks last our we us your they who which may than more less over under per no not`.split(
    /\s+/,
  ),
);

/** Return the text without such lines, where all lines are such that add something. @param added how many words of a line the HTML lacks */
export function withoutSmallTalk(text: string, added: (line: string) => number): string {
  const kept: string[] = [];
  let size = 0;
  for (const line of text.split("\n")) {
    const count = added(line);
    size += count;
    if (count === 0) kept.push(line);
    else if (size > maxTalk || !isSmallTalk(line)) return text;
  }
  return kept.join("\n");
}

function isSmallTalk(line: string): boolean {
  const written = line.replace(addresses, " ");
  if (wordsOf(written).length > maxInLine || line.includes("@")) return false;
  if (written.replace(dates, " ").match(longNumber)?.some(isNoTelephone)) return false;
  if (disguised.test(written) || !isOfKnownLanguage(written)) return false;
  const lower = written.toLowerCase();
  if (isOtherMatter(written) || addressesProgram.test(lower)) return false;
  const general = particular.test(lower) ? lower : lower.replace(mails, " ");
  const undone = general.replace(courtesy, " ").replace(done, " ").replace(harmless, " ");
  const own = wordsOf(undone);
  const isWarning = warning.test(lower) && denies.test(lower);
  if (sends.test(undone) || passesOn.test(undone)) return false;
  if (isWarning) return true;
  if (isOrder(undone, own) || isDemand(undone, own) || hasSecret(undone, own) || secrets.test(lower))
    return false;
  if (namesMatter(general) || mailContents.test(general)) return false;
  return written.replace(courtesy, " ").split(sentenceEnds).every(isSentenceOfTalk);
}

const sentenceEnds = /(?<=[.!?;])\s(?=[\p{Lu}\p{Lo}¿¡«„“"])|(?<=[。！？；])|\s[–—|·•]\s/u;
/** Words of a question, a name, a label; longer ones tell something. */
const fewWords = 2;
/** Characters, in scripts without capitals. */
const fewCharacters = 8;

function isSentenceOfTalk(sentence: string): boolean {
  const words = wordsOf(sentence);
  if (words.length === 0 || isTold(sentence)) return true;
  const isNames = !uncased.test(sentence) && (!/(?:^|\s)\p{Ll}{2}/u.test(sentence) || isOfNames(sentence));
  if (words.length <= fewWords && (!uncased.test(sentence) || sentence.length <= fewCharacters)) return true;
  return isNames && words.length > fewWords + 1 ? /\d|,/.test(sentence) : isNames;
}

const longNumber = /(?:\+|\(0|tel\.? {0,2}|\b0)?\d(?:[ ./()-]{0,2}\d){8,20}/gi;

const dates = /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:)?/g;

function isNoTelephone(number: string): boolean {
  return !/^(?:\+|\(0|0|tel)/i.test(number);
}

const uncased =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}]/u;

const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}]/u;

/** Names have capitals and are of all languages. */
function isOfKnownLanguage(written: string): boolean {
  if (unspaced.test(written) || saysOfKnown(written.toLowerCase())) return true;
  const small = written.match(/(?<![\p{L}\p{N}\p{M}])\p{Ll}[\p{L}\p{M}]*/gu) ?? [];
  if (small.length <= fewestJudged) return true;
  const known = small.filter((word) => isLetterWord(word) || isFiller(word) || joiners.has(word));
  return known.length * 10 >= small.length * fewestKnown;
}
