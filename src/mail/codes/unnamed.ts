// Codes that no word names, known by what the mail says around them.
import { businessOf } from "./business.ts";
import { type CodeEvidence, evidenceIn } from "./evidence.ts";
import { type CodeLine, counts, hasStrong, once, opensMeeting } from "./lines.ts";
import type { CodeCandidate } from "./numbers.ts";
import { sentenceEnd } from "./patterns.ts";
import { isKept } from "./user-names.ts";
import { isNamedOtherwise, isNameOfOther, provingWord } from "./words.ts";

/** Lines at the start of a mail in which such a code may stand. */
const maxUnnamedLine = 30;

/** The text around a mail's codes, read when it is needed. */
export interface Around {
  evidence: () => CodeEvidence;
  /** Whether the mail asks its reader to prove who they are. */
  asks: () => boolean;
  /**
   * Whether a word such as "code" means a proof here: the mail is not about business, or says enough besides.
   */
  isPlain: (code: string) => boolean;
}

/**
 * Prepare the readings of the text around a mail's codes; each runs once, when it is needed.
 * @param written its subject and bodies
 * @param texts their lines
 */
export function around(written: readonly string[], texts: readonly CodeLine[][]): Around {
  const evidence = once(() => evidenceIn(written.join("\n")));
  const asks = once(
    () =>
      texts.some((lines) => lines.some(({ text }) => provingWord.test(text))) ||
      hasStrong(texts[0]!) ||
      evidence().isSecret,
  );
  const business = once(() => businessOf(written.join("\n")));
  const isPlain = (code: string) => {
    if (business() === null) return true;
    const { isTyped, isSoon, isSecret, count } = evidence();
    if (count < 2) return false;
    // "We never ask for your PIN" stands below payments too; what is entered at the checkout has letters.
    return isSoon || (business() === "discount" ? isSecret || /^\d+$/.test(code) : isSecret && isTyped);
  };
  return { evidence, asks, isPlain };
}

/** "enter", before a number: the word for a code stands elsewhere. */
const enter =
  /(?:(?<!\p{L})(?:enter|use|type(?: in)?|key in|input|gib|geben sie|trage?n? sie|saisi\p{L}{0,40}|composez(?: le)?|recopiez|entrez|utilisez|tapez|ingres[ae]\p{L}{0,40}|introdu\p{L}{0,40}|escrib\p{L}{0,40}|tecle\p{L}{0,40}|us[ae]|inserisci|scrivi|digit[ea]|insira|inform[ea]|voer|vul|gebruik|wpisz|podaj|zadejte|ange|indtast|skriv inn|syötä|adja meg|introduceți|tipp(?:en sie|e)?|trag(?:e|en sie)|tik|przepisz|wprowadź|skriv|knappa in|tast(?:e|er|ar)?(?: inn)?|kirjoita|näppäile|írja be|набер\p{L}{0,40}|укажите|введите|введіть|впишіть|въведете|girin|verwende[tn]?(?: sie)?|nutze[tn]?(?: sie)?|benutze[tn]?(?: sie)?|użyj|skorzystaj z|použi(?:j|jte|te)|används?|brug|bruk|käytä|használ(?:ja|d)|folos(?:iți|ește|eşte)|utiliza(?:ți)?|utilice|используйте|воспользуйтесь|використайте|скористайтеся|използвайте|χρησιμοποιήστε|masukkan|(?:meng)?gunakan|taip|ketik|nhập|unesite|upišite|унесите|упишите|внесете|користите|vnesite|vpišite|uporabite|koristite|iskoristite|sisesta(?:ge)?|kasuta(?:ge)?|įveskite|įrašykite|naudokite|ievadiet|ierakstiet|izmanto(?:jiet)?|(?:hãy )?(?:sử )?dùng|notaðu|sláðu inn|brúka|skriva|faka|sebenzisa|tumia|weka|ingiza|gamitin|sartu|erabili|rhowch|εισάγετε|πληκτρολογήστε) ?:? |(?:请|請)?(?:输入|輸入|填写|填寫) ?|(?:ใช้|กรอก|ป้อน|ใส่) ?|(?:أدخل|ادخل|اكتب|הזן|הזינו|הקלד|הקלידו|הקש|შეიყვანეთ|გამოიყენეთ|მიუთითეთ|մուտքագրեք|օգտագործեք) )$/iu;

/** The same behind a number, where a language has its verbs last. */
const entered =
  /^["'”’」』）)\]\s]*(?:(?:を|と)?(?:ご)?(?:入力(?!済|しました|され)|打ち込)|(?:을|를|을\(를\))?\s?입력(?!했|하셨|되었|됐)|(?:को )?(?:दर्ज (?:कर|कीजि)|डालें|टाइप|भरें|लिखें)|(?:kodunu |şifresini |numarasını |rakamlarını |yazıp |['’][uüıi]n?u? )(?:gir|kullan(?:ın|ınız|arak)?)(?!\p{L})|gir(?=\s*(?:[.!]|$))|(?:kodunu |şifresini |numarasını |rakamlarını |yazıp |['’][uüıi]n?u? )?(?:gir(?:in|iniz)|yaz(?:ın|ınız)|tuşla\p{L}{0,6})(?!\p{L})|را [^.]{0,30}وارد|লিখুন|টাইপ|உள்ளிட|నమోదు చే|ನಮೂದಿ|നൽകുക|દાખલ કર|ਦਰਜ ਕਰ|درج کریں)/iu;

/** "Enter 4410", for a number that is no word. */
export function isEntered({ text }: CodeLine, { start, end, isDoubtful }: CodeCandidate): boolean {
  if (isDoubtful || isNamedOtherwise(text.slice(0, start))) return false;
  return enter.test(text.slice(Math.max(0, start - 30), start)) || entered.test(text.slice(end, end + 40));
}

/** Whether what stands before a word for a code calls to enter it: "enter the", "bitte geben Sie den". */
export function isEnterCall(before: string): boolean {
  return enter.test(before.replace(/(?<=\s)\p{L}{1,7}\s$/u, "")) || enter.test(before.slice(-40));
}

/**
 * Return codes without a word that names them, if the mail says enough about typing, secrecy, expiry or
 * ignoring them.
 */
export function unnamedIn(texts: readonly CodeLine[][], { asks, evidence, isPlain }: Around): string[] {
  const sent = inSubjectLine(texts);
  if (sent.length > 0) return sent;
  const found = new Set<string>();
  for (const lines of texts.slice(1)) {
    for (const [index, line] of lines.slice(0, maxUnnamedLine).entries()) {
      for (const candidate of line.candidates) {
        const { code, start, isAlone, isWord, isDoubtful } = candidate;
        // Capitals, small letters and digits at once: nobody's name or number.
        const isDrawn = /^(?=.*[a-z])(?=.*[A-Z]).*\d/.test(code);
        if (isWord || isDoubtful || !(isAlone || isEntered(line, candidate))) continue;
        const before = line.text.slice(0, start);
        if (isNamedOtherwise(before) || (isAlone && isNameOfOther(lines[index - 1]?.text ?? ""))) continue;
        if (isAlone && counts(lines, index)) continue;
        if (opensMeeting(lines, index, candidate) || !isPlain(code)) continue;
        if (isKept(lines, index, candidate, evidence)) continue;
        const after = line.text.slice(candidate.end, candidate.end + 60).split(sentenceEnd)[0]!;
        if (!isAlone && provingWord.test(after)) found.add(code);
        const { isTyped, count } = evidence();
        const isEnough = isAlone
          ? count >= 3 || (isTyped && asks() && (count === 2 || isDrawn))
          : isTyped && (count >= 2 || asks());
        if (isEnough) found.add(code);
      }
    }
  }
  return [...found];
}

/** The number of a subject to which the text sends its reader: "the code in the subject". */
function inSubjectLine([subject = [], ...bodies]: readonly CodeLine[][]): string[] {
  const isSent = bodies.some((lines) =>
    lines.slice(0, maxUnnamedLine).some(({ text, labels }) => subjectWord.test(text) && labels().length > 0),
  );
  const given = subject.flatMap(({ candidates }) =>
    candidates.filter((one) => !one.isWord && !one.isDoubtful),
  );
  return isSent ? given.map(({ code }) => code) : [];
}

const subjectWord =
  /(?<!\p{L})(?:subject|betreff|objet|asunto|assunto|oggetto|onderwerp|temacie|tematu|předmět|ämnes|emne|aihe|otsikko|tárgy|subiect|теме|тему|темі|θέμα|konu|subjek|judul|tiêu đề|chủ đề)|件名|主题|主旨|標題|标题|제목|الموضوع|عنوان|נושא|विषय|หัวข้อ|หัวเรื่อง/iu;
