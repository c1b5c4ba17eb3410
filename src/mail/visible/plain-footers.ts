// Sentences that programs add to the plain part of a newsletter and not to its HTML: how to leave, who sent it, where it can be
// read. They are told as a difference, and are no sign against the mail. Linear.

import { isDemand } from "./demands.ts";
import { wordsOf } from "./findings.ts";
import { hasSecret, isLetterWord, isOrder } from "./letter-words.ts";
import { withoutStock } from "./stock-phrases.ts";

/** A longer sentence says something else besides. */
const maxWords = 30;
/** So does one with more words that the HTML does not show and no newsletter says of itself. */
const maxUnknown = 12;
/** A sentence with a word of orders ("do not reply", "forward to a friend") has fewer. */
const maxAsking = 2;
/** Lines of an address beside such a sentence. */
const nearby = 6;

/** Separators of alternatives are line ends. */
const stems = `(?:no longer|don['’]t|do not) (?:wish|want) to (?:receive|get|hear)|stop (?:getting|receiving) (?:it|this|these|our|such)|unsubscrib|opt(?:ed)?[- ]out|(?:email|mailing|notification|newsletter) (?:preferences|settings)|mailing list(?= --)|automatic(?:ally)? (?:generated |sent )?(?:e-?mail|message)|right to privacy|(?:update|manage|change) (?:your |all )?(?:preferences|subscription|notifications|email)
you(?:['’]re| are| have)? (?:receiv|been sent)\\w{0,5} (?:this|because)|you received this|(?:this|the) (?:e-?mail|message|alert|notification|newsletter|digest|update) (?:was|is) (?:being )?(?:sent|intended|delivered|created)|you(?:['’]re| are) getting this|you(?:['’]re| are) receiving|why did i get this|learn why we included|we are (?:at|based (?:at|in)) [\\p{Lu}\\d]|(?:if you |you )?(?:cannot|can['’]t|can not) (?:see|view|read) th(?:is|e) (?:e-?mail|message|newsletter|images?)
managing directors?:|registered charity|company (?:no|number|registration)|vat (?:no|id|number|reg)|register(?: court| number| no)?:
copyright|all rights reserved|privacy (?:policy|notice|statement)|terms (?:of|and|&) (?:service|use|conditions)|mailing address|registered (?:office|trademarks?|in|company)|powered by|made by|sent (?:by|to|from) 
(?:e-?mail )?(?:client|program) (?:does not|doesn['’]t|cannot) (?:support|display|show)|plain[- ]text version|html (?:messages?|capable|version|e-?mails?)|in html|does not support html|cannot display html|best experience
view (?:this|the|it|image|online|in)|read (?:it |this )?online|web version|view in browser|forward to a friend|share (?:on|this)|follow us|read more|add us to your address book|do not reply|don['’]t reply|please add|trouble viewing|something wrong with the email
(?:diese|die) (?:e-?mail|nachricht|bilder) nicht (?:\\p{L}{1,12} )?(?:sehen|lesen|angezeigt)|(?:bekommst|bekommen sie|erhältst) (?:du )?(?:diese|dieses)|nicht (?:mehr|länger) (?:erhalten|bekommen)|abmelden|abbestellen|abzubestellen|austragen|impressum|datenschutz|geschäftsführ|amtsgericht|registergericht|handelsregister|ust-?id|vorstand|aufsichtsrat|browser|online[- ]?(?:ansicht|version)|antworten sie nicht|sie erhalten diese|alle rechte vorbehalten
si vous ne (?:voyez|parvenez)|vous ne souhaitez plus|ne souhaitez plus recevoir|se désinscrire|désabonn|désinscription|ne plus recevoir|vous recevez cet?|données personnelles|mentions légales|politique de confidentialité|dans (?:le|votre) navigateur|ne pas (?:y )?répondre|tous droits réservés|droit d['’]accès
si no (?:puedes?|logras?|visualizas?) |no (?:deseas?|quieres?) (?:seguir )?recib|darse de baja|dejar de recibir|protección de datos|en cumplimiento del? (?:rgpd|reglamento|la ley)|cancelar (?:la |tu |su )?suscripción|política de privacidad|aviso legal|recibe este|has? recibido este|en (?:su|tu) navegador|correo (?:es )?automático|todos los derechos|no responda|se dirige exclusivamente|información confidencial
se (?:você )?não (?:consegu|visualiz)|não (?:quer|desej|receber|pretend)\\p{L}{0,4} (?:mais )?(?:receber|nossos|e-?mails)|cancelar (?:a )?(?:subscrição|inscrição)|descadastr|deixar de receber|e-?mail automático|política de privacidade|recebeu este|não responda|todos os direitos
se non (?:riesci|vedi|visualizzi|leggi)|non (?:vuoi|desideri) (?:più )?ricev|cancella(?:ti|re|zione| (?:la |l['’])?iscrizione)|annulla (?:la |l['’])?iscrizione|disiscri|informativa|hai ricevuto|ricevi questa|non rispondere|tutti i diritti|partita iva|p\\. ?iva
(?:kunt|kun) (?:u|je) (?:deze|dit) (?:e-?mail|bericht|nieuwsbrief) niet|niet (?:meer|langer) ontvangen|(?:u|je) bent (?:ingeschreven|aangemeld|geabonneerd)|sie sind (?:angemeldet|eingetragen)|vous êtes (?:inscrit|abonné)|está[s]? (?:suscrito|inscrito)|sei iscritto|jesteś zapisan|meld u (?:dan |hier )?af|u krijgt dez?e|afmelden|uitschrijven|je ontvangt|u ontvangt|privacyverklaring|niet beantwoorden|alle rechten|kvk
jeśli nie (?:widzisz|możesz|wyświetla)|nie (?:wyświetla|widzisz) |nie chcesz (?:już )?(?:dostawać|otrzymywać)|sp\\. z o\\. ?o|wypisz|rezygn|polityka prywatności|otrzymujesz|wszelkie prawa|administratorem|odhlásit|avregistrera|afmeld|meld deg av|peru tilaus|leiratkoz|dezabon
du får (?:detta|det här|denne|dette) |du (?:modtager|mottar) den+e |saat tämän (?:viestin|sähköpostin)|tento e-?mail (?:jste )?(?:dost|obdrž)|(?:dostáváte|obdrželi jste|dostali jste) tento|(?:bu )?(?:e-?posta|mesaj|bülten)\\p{L}{0,4} [^.]{0,60}(?:aldınız|alıyorsunuz|almaktasınız)|primi(?:ți|ti|ţi) acest|azért kap(?:ta|tad|ja|od)|λαμβάνετε αυτό|ви отримали це|bạn nhận được (?:email|thư) này|anda menerima email ini|vill du inte (?:längre )?(?:få|ta emot)|avprenumerera|avsluta prenumeration|kan du inte (?:se|läsa)|ønsker du ikke|vil du ikke (?:længere|lenger)|kan du ikke (?:se|læse|lese)|frameld|peruuta|lopeta tilaus|etkö näe|nechcete(?:-li)? (?:již |dále )?(?:dostávat|přijímat)|odhlaste|odhlásiť|pokud (?:nevidíte|se e-?mail)|nezobrazuje se|nem (?:szeretne|kíván|kér)|ha nem látja|nu mai (?:doriți|vrei|dorești)|dacă nu (?:vezi|puteți|vedeți)|odjav|görüntüleyemiyor|almak istemiyor|abonelikten|atsisakyti|loobu|tühista tellimus|atteikties|δεν επιθυμείτε|απεγγραφ|если (?:вы не видите|письмо не)|не (?:хотите|желаете) (?:больше )?получать|не (?:бажаєте|хочете) (?:більше )?отримувати|отпис|відпис
отписаться|отказаться от рассылки|вы получили это|відписатися|διαγραφή|abonelikten|berhenti berlangganan|hủy đăng ký`;

const footer = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${stems.replaceAll("\n", "|")})|配信停止|配信解除|登録解除|発行|ブラウザ|退订|退訂|取消订阅|수신 ?거부|구독 ?취소|إلغاء الاشتراك|הסרה`,
  "iu",
);

/** Forms of companies, as they are written: "sa" is a word of many languages. */
const company =
  /(?<![\p{L}\p{N}])(?:e\.? ?V\.|G(?:mbH|MBH)|AG|L(?:td|TD)|L(?:imited|IMITED)|I(?:nc|NC)|LLC|PLC|plc|S\.?[Aa]\.?(?:[Rr]\.?[Ll])?|S\.?[Rr]\.?[Ll]|B\.?V|C(?:orp|ORP)(?:oration|ORATION)?)(?:[.,]|$| )/u;

/** Beginnings of sentences that say little else. */
const openings = `(?:(?:because )?you )?(?:signed up|opted in|subscribed) (?:on|at|for|to|via|through) |(?:to )?(?:stop|no longer (?:wish|want) to) (?:receiv|get)|(?:was this|this (?:e-?mail|was)|(?:did someone|someone)) forward|(?:sign up|subscribe)(?=:| (?:here|at|now|free|for free))|(?:got|get) this from a friend
conformément à la loi informatique et libertés|si no (?:ve|puede ver|visualiza|puedes ver) (?:correctamente |bien )?(?:este|el)|(?:pulse|haga clic) aquí`;
const opening = new RegExp(`^[^\\p{L}\\p{N}]{0,4}(?:${openings.replaceAll("\n", "|")})`, "iu");
/** More words that the HTML does not show are another sentence. */
const maxBehindOpening = 3;

/** Whole lines of scripts without spaces, where words are not counted. */
const wholeLine =
  /^[■▼●◆◇・※【\s]{0,4}(?:(?:当サイト|本メール|記事)の)?(?:無断(?:転載|複製|転用|引用)(?:を|は)?(?:固く)?(?:禁じます|お断りします|禁止(?:します|です)?)?|お問い?合わ?せ(?:先|窓口|はこちら)?|(?:この|本)?(?:メール|アドレス)?は?(?:送信専用|自動(?:送信|配信))(?:メール|アドレス)?(?:です|されています|しています)?|登録情報の変更(?:はこちら)?|版权所有|版權所有|(?:请勿|請勿)(?:直接)?回[复覆](?:本邮件|此邮件|本郵件|此郵件)?|(?:(?:此|本)(?:邮件|郵件)(?:由|为|為))?(?:系统|系統)(?:自动|自動)(?:发送|發送|发出|邮件)?(?:[,，](?:请|請)勿(?:直接)?回[复覆])?|ご?返信(?:は|いただいても(?:お答え)?)(?:お受け)?(?:でき|いたし)(?:ません|かねます)|客服(?:热线|电话|邮箱)|발신 ?전용(?: ?메일입니다| ?이메일입니다)?|고객 ?센터|무단 ?(?:전재|복제)(?: ?금지)?)[】:：。.!\s]{0,4}$/u;

/** A Japanese company, with the town and the number of its house: its name has no letters of particles and commands. */
const japaneseCompany =
  /^[\s■※]{0,4}(?:(?:株式|有限|合同)会社[\p{sc=Han}\p{sc=Katakana}ーA-Za-z・あ-うか-くさ-すた-つな-ぬねのひ-ふまみむめもやゆよらりるわん]{1,12}|[\p{sc=Han}\p{sc=Katakana}ーA-Za-z・あ-うか-くさ-すた-つな-ぬねのひ-ふまみむめもやゆよらりるわん]{1,12}(?:株式|有限)会社)(?:[ 　]{1,3}(?:〒?\d{3}-?\d{4}[ 　]{0,3})?\p{sc=Han}{1,4}[都道府県][\p{sc=Han}\p{sc=Katakana}ー]{1,12}[ 　]?\d[\d\-ー－丁目番地号階F]{0,16})?\s{0,4}$/u;

/** The capital that a French company has to name: names and numbers stand around it. */
const capital = /(?<=^|\s)au capital (?:social )?de(?=\s)|(?<=\d\s?)(?:euros?|€),?(?=\s|$)/giu;

const urls = /(?:https?:\/\/|www\.)[^\s<>"]+/g;
const addresses = /(?:https?:\/\/|www\.)[^\s<>"]+|[\w.+-]{1,64}@[\w.-]{1,255}/g;

/** Names, streets and towns: capitals and numbers, without a verb. */
const name =
  /^(?:[\p{Lu}\p{N}(][\p{L}\p{N}.,'’()&/-]{0,30}|&|of|and|de|du|des|la|le|rue|der|am|an|und|[|·,.-])$/u;

/**
 * Return the text without footers, for a comparison.
 * @param isShown whether the HTML has a word
 */
export function withoutFooters(text: string, isShown: (word: string) => boolean): string {
  const lines = text.split("\n").map((line) => line.split(/(?<=[.!?。]) (?=\p{Lu})|(?<=[。！？])/u));
  const talk = new Set(lines.flat().filter(isTalk));
  // An order may go on in the next line.
  const said = [...talk].join(" ");
  if (isOrder(said, wordsOf(said))) talk.clear();
  const kept: string[] = [];
  const footers: boolean[] = [];
  for (const sentences of lines) {
    const rest = sentences.filter((sentence) => !isFooter(sentence, isShown));
    footers.push(rest.length < sentences.length);
    kept.push(withoutStock(rest.filter((sentence) => !talk.has(sentence)).join(" ")));
  }
  return kept.filter((line, at) => !(isAddress(line) && isNear(footers, at))).join("\n");
}

/** A sentence of a newsletter about itself; a URL beside it is compared nowhere. */
function isTalk(sentence: string): boolean {
  const words = wordsOf(sentence.replace(urls, " "));
  return words.length > 0 && words.every(isLetterWord) && !isDemand(sentence, words);
}

function isFooter(sentence: string, isShown: (word: string) => boolean): boolean {
  if (wholeLine.test(sentence)) return true;
  if (japaneseCompany.test(sentence) && !isDemand(sentence, [])) return true;
  const words = wordsOf(sentence.replace(addresses, " "));
  if (hasSecret(sentence, words) || words.length > maxWords) return false;
  const own = words.filter((word) => !isLetterWord(word) && !isShown(word));
  const numbers = own.filter((word) => digits.test(word)).length;
  const unknown = own.length - Math.min(numbers, maxNumbers);
  const isAsking = isOrder(sentence.replace(addresses, " "), words);
  const start = sentence.slice(0, 500);
  const isCompany = company.test(start) && !isDemand(sentence, words);
  if (isCompany || footer.test(start)) return unknown <= (isAsking ? maxAsking : maxUnknown);
  if (isAsking || isOrder(sentence, words)) return false;
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

/** Numbers that a sentence may have beside its words: a year, a number of a house. */
const maxNumbers = 2;
const digits = /^\d+$/;

function isAddress(line: string): boolean {
  const words = line.trim().split(" ", 16);
  return (
    words.length <= 13 &&
    words.every((word) => word === "" || name.test(word)) &&
    !isOrder(line, wordsOf(line))
  );
}

function isNear(footers: readonly boolean[], at: number): boolean {
  return footers.slice(Math.max(0, at - nearby), at + nearby + 1).includes(true);
}
