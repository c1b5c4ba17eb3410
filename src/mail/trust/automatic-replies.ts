// Automatic replies that no field marks, told by the words with which mail programs begin their subject, in many languages.
// The fields of RFC 3834 5 and older ones are read in automated.ts.

/** No person begins a subject so. */
// biome-ignore format: one language, or some, a line
const automatic = [
  "auto(?:matic|mated)?[- ]?(?:reply|response|answer|responder)|auto[- ]?re(?:ply)?|out[- ]of[- ](?:the[- ])?office(?: auto ?reply| notice| message| reply| notification)?|vacation (?:notice|message|reply|response)|away (?:message|notice)",
  "automatische (?:antwort|rückantwort)|autoantwort|abwesenheits(?:notiz|meldung|nachricht|benachrichtigung|assistent|agent)",
  "réponse automatique|(?:message|notification|avis) d'absence|absence du bureau",
  "(?:respuesta|contestación) automática|fuera de la oficina|(?:mensaje|aviso) de ausencia",
  "resposta automática|fora do escritório|mensagem de ausência",
  "risposta automatica|fuori ufficio|assenza dall'ufficio|messaggio di assenza",
  "automatisch antwoord|automatische reactie|afwezigheids(?:bericht|melding|assistent)",
  "autosvar|automatiskt? svar|fraværs(?:melding|besked|assistent)|frånvaromeddelande",
  "automaattinen vastaus|poissaolo(?:ilmoitus|viesti)",
  "automatyczna odpowiedź|autoodpowiedź|poza biurem|automatická odpov[eě][dď]|mimo kancelář",
  "automatikus válasz|irodán kívül|távolléti értesítés|răspuns automat|automatski odgovor|samodejni odgovor|automaatvastus|automātiska atbilde|automatinis atsakymas",
  "автоматический ответ|автоответ(?:чик)?|вне офиса|автоматична відповідь|автовідповідь|поза офісом|автоматичен отговор|извън офиса|аутоматски одговор",
  "αυτόματη απάντηση|εκτός γραφείου|otomatik (?:yanıt|cevap)|ofis dışında|balasan otomatis|(?:thư )?trả lời tự động",
  "自动(?:答复|回复|应答)|自動(?:回覆|回復|答覆|応答|返信)(?:メール|メッセージ)?|不在(?:通知|のお知らせ)|자동 ?(?:회신|응답|답장)|부재중 ?(?:알림|자동 ?(?:응답|회신))",
  "(?:ال)?رد (?:ال)?تلقائي|خارج المكتب|תשובה אוטומטית|מענה אוטומטי|מחוץ למשרד|स्वचालित उत्तर|(?:ข้อความ|การ)ตอบกลับอัตโนมัติ",
];

/** A person may begin a new subject so; on an answer to a mail only programs do. */
// biome-ignore format: one list
const absent = [
  "ooo|absence|absente?|abwesend|abwesenheit|nicht im (?:büro|haus)|ausente|ausência(?: temporária)?|fuori sede|afwezig|niet op kantoor|frånvaro|fravær|inte på kontoret|ikke på kontoret|poissa|nieobecno(?:ść|sc)|nepřítomnost|neprítomnosť|távollét|нет на месте|부재중|不在",
];

/** The words before a colon, a dash or "Re:", as the whole subject, or in brackets. */
function opening(words: readonly string[]): RegExp {
  const any = `(?:${words.join("|")})`;
  return new RegExp(String.raw`^(?:[[(【]${any}[\])】]|${any}\s*(?:$|[:：]|\s[-–—]\s|(?<=\s)re:))`, "iu");
}

const automaticOpening = opening(automatic);
const absentOpening = opening(absent);

/**
 * Whether a subject is that of an automatic reply: it opens with such words and goes on behind a colon or dash, if at all.
 * @param subject decoded
 * @param isAnswer the mail names a mail that it answers
 */
export function isAutomaticReplySubject(subject: string, isAnswer: boolean): boolean {
  const text = subject
    .slice(0, 200)
    .normalize("NFC")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, " ")
    .trim();
  return automaticOpening.test(text) || (isAnswer && absentOpening.test(text));
}
