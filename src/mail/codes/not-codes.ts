// Words which show that a number beside a word for a code is not for the reader to type: it was replaced,
// it opens a meeting, or is a password that is kept. Also words which announce that a code is written in words.
import { sentenceEnd, stems } from "./patterns.ts";

/** Words behind a number, in its sentence, which say that it no longer holds. */
const over = stems(
  `(?:has|have|had|is|was) (?:already |now |since )?(?:expired|been (?:replaced|cancelled|canceled|revoked|used)|void|invalid)
  expired (?:at|on)(?! \\d+ min)
  (?:is |does |will )?(?:no longer|not? (?:any ?more|longer)) (?:valid|work|usable|active|accepted)|no longer works
  ist (?:bereits |schon |inzwischen |jetzt )?(?:abgelaufen|ungültig|verfallen)|gilt nicht mehr|(?:ist )?nicht mehr gültig|wurde (?:ersetzt|verwendet)
  (?:a|est) (?:déjà |maintenant )?(?:expiré|périmé|été (?:remplacé|utilisé))|n['’]est plus (?:valable|valide|actif)
  (?:ya )?(?:ha )?(?:caducado|expirado|vencido)|ya (?:no (?:es válido|sirve|funciona)|caducó|expiró|venció)
  já (?:expirou|não (?:é válido|funciona|serve)|caducou|venceu)|expirou
  (?:è )?(?:già )?(?:scaduto)|non è più valido|non (?:funziona|vale) più
  is (?:al |inmiddels |nu )?(?:verlopen|vervallen|ongeldig)|niet meer geldig|werkt niet meer
  (?:już )?(?:wygasł|stracił ważność|jest nieważny|nie (?:działa|jest już ważny))
  (?:již |už )?(?:vypršel|neplatí|není platný|expiroval|nie je platný)
  (?:har )?(?:redan |nu )?(?:gått ut|utgått|löpt ut)|gäller inte (?:längre|mer)|er (?:allerede )?(?:udløbet|utløpt)|gælder ikke længere|gjelder ikke lenger
  on (?:jo )?vanhentunut|ei ole enää voimassa|lejárt|már nem (?:érvényes|használható)|a expirat|nu mai (?:este valabil|e valabil|funcționează)
  (?:уже )?(?:ист[её]к|просрочен|устарел|недействителен)|больше не (?:действует|действителен|работает)|(?:вже )?(?:минув|закінчився|недійсний)|більше не (?:діє|дійсний)|(?:вече )?(?:е )?изтекъл|вече не (?:важи|е валиден)
  έχει λήξει|έληξε|δεν ισχύει (?:πλέον|πια)
  artık geçersiz|geçersiz (?:oldu|hale geldi)|süresi (?:doldu|dolmuş)|artık geçerli değil
  (?:sudah|telah) (?:kedaluwarsa|kadaluarsa|tidak berlaku|habis)|tidak berlaku lagi|đã hết (?:hạn|hiệu lực)|không còn (?:hiệu lực|dùng được)`,
  null,
);
/** Words of scripts without spaces, or that may be joined to others. */
const overUnspaced =
  /(?:已(?:经|經)?(?:过期|過期|失效|作废|作廢)|不再有效|(?:期限切れ|失効)(?:です|しました|となりました|になりました)|無効(?:です|になりました|となりました)|(?:使え|利用でき)なくなりました|만료(?:되었|됐)|더 이상 (?:유효|사용)|انتهت صلاحيت|لم يعد صالح|منقضی شد|دیگر معتبر نیست|פג תוקפ|אינו תקף עוד|כבר לא בתוקף|समाप्त हो (?:चुका|गया|गई)|अब मान्य नहीं|หมดอายุ(?:แล้ว|ไปแล้ว)|ใช้ไม่ได้แล้ว)/u;

/** "Thereafter it is no longer valid", "if it has expired": that is said of a code that holds. */
const thereafter =
  /(?<![\p{L}\p{M}])(?:after|afterwards|then|once|when|if|wenn|falls|si|se|als|jeśli|jestli|pokud|ak|om|hvis|jos|ha|dacă|если|якщо|ако|αν|eğer|jika|nếu|danach|nach|sobald|après|ensuite|dès|después|luego|tras|depois|após|dopo|poi|daarna|na|potem|po|poté|efter|därefter|derefter|etter|sen jälkeen|után|după|после|потом|через|після|след|μετά|sonra|setelah|sau)(?![\p{L}\p{M}])|之后|以后|后|後|如果|若|もし|場合|이후|만약|경우|بعد|إذا|اذا|اگر|אחרי|לאחר|אם|बाद|यदि|अगर|หลัง|หาก|ถ้า/iu;

/** "The earlier one no longer works": that is said of another. */
const another =
  /(?<![\p{L}\p{M}])(?:old|previous|earlier|former|last|any other|alte[rns]?|bisherige|vorherige|frühere|letzte|ancien|précédent|anterior|antigu|antig[oa]|precedent|vecchi|oude|vorige|eerdere|star[yeaéá]|poprzedni|předchozí|gamla|gamle|tidigare|forrige|förra|tidligere|vanha|edellinen|régi|korábbi|vechi|стар|предыдущ|прежн|попередн|предишн|προηγούμεν|παλι|eski|önceki|lama|sebelumnya|cũ|trước)|旧|舊|之前|前回|以前|이전|기존|السابق|القديم|قبلی|הקוד הקודם|הקודם|הישן|पिछला|पुराना|เดิม|ก่อนหน้า/iu;

/** Directly before a number: it was the one before. */
const former =
  /(?<![\p{L}\p{M}])(?:(?:old|previous|earlier|expired|former) (?:\p{L}{1,40} )?(?:code|pin|one)|(?:alte[rn]?|bisherige[rn]?|vorherige[rn]?|frühere[rn]?) (?:\p{L}{0,40}code|\p{L}{0,40}pin)|(?:ancien|précédent) code|code (?:précédent|expiré)|código (?:anterior|antiguo|caducado|antigo)|codice (?:precedente|scaduto)|(?:oude|vorige) \p{L}{0,40}code|(?:stary|poprzedni) kod|(?:starý|předchozí) kód|(?:gamla|tidigare|förra) \p{L}{0,40}kod(?:en)?|(?:стар(?:ый|ий)|предыдущий|прежний|попередній) код|(?:eski|önceki) kod\p{L}{0,40}|kode (?:lama|sebelumnya)|mã cũ)[^.。!?]{0,20}$|(?:旧|舊|之前的|上一个|前回の|以前の)(?:的)?(?:验证码|驗證碼|認証コード|確認コード|コード)[^。]{0,6}$|(?:이전|기존) (?:인증\s?)?(?:코드|번호)[^.]{0,6}$/iu;

/** Whether a number was given before and is over. */
export function isSpent(before: string, after: string): boolean {
  if (former.test(before.slice(-60))) return true;
  const end = after.search(sentenceEnd);
  const rest = (end < 0 ? after : after.slice(0, end)).slice(0, 120);
  const said = over.exec(rest) ?? overUnspaced.exec(rest);
  if (said === null) return false;
  const until = rest.slice(0, said.index);
  return !thereafter.test(until) && !another.test(until);
}

/** Words beside the number of a meeting for those who dial in. */
export const meetingWord =
  /(?<![\p{L}\p{M}])(?:meeting (?:id|number|no)|conference (?:id|code|number|call)|webinar id|dial[- ]?in|dial by|join by (?:phone|telephone)|one[- ]tap mobile|(?:host|participant|attendee|moderator) (?:pin|code|passcode)|bridge (?:number|id)|(?:besprechungs|meeting|konferenz|sitzungs)-?(?:id|nummer|kennung|raum)|einwahl\p{L}{0,40}|id d[ea] (?:la )?(?:réunion|reunión|reunião|conferencia|conferência|conférence)|(?:numéro|code|número|numero) (?:de|da|della) (?:la )?(?:conférence|réunion|reunión|reunião|riunione)|id (?:riunione|della riunione|spotkania|schůzky|vergadering|pertemuan|rapat|cuộc họp)|(?:vergader|möte|møde|møte|kokous)\p{L}{0,40}-?(?:id|nummer|tunnus)|(?:идентификатор|номер) (?:конференции|встречи|собрания)|ідентифікатор (?:конференції|зустрічі)|toplantı (?:kimliği|numarası)|értekezlet\p{L}{0,40})(?![\p{L}\p{M}])|会议(?:号|ID)|會議(?:號|ID)|ミーティング\s?ID|会議\s?ID|회의\s?ID|معرف الاجتماع|מזהה (?:ה)?פגישה|मीटिंग आईडी|รหัสการประชุม/iu;

/** Calls to join a meeting: above what opens it. */
export const joinsMeeting =
  /(?<!\p{L})(?:join (?:the |this |your )?(?:\p{L}{1,12} )?(?:meeting|webinar|conference|video ?call)|(?:meeting|webinar|besprechung|sitzung|videokonferenz) (?:beitreten|teilnehmen)|an (?:der|dem) (?:besprechung|meeting|webinar|sitzung) teil|(?:rejoindre|participer à) (?:la |une )?(?:réunion|conférence)|(?:unir(?:se|te)|únete|participar) (?:a|en|na|da) (?:la )?(?:reuni[óo]n|reunião|conferencia)|partecipa(?:re)? alla riunione|deelnemen aan (?:de )?(?:vergadering|meeting)|dołącz do (?:spotkania|zebrania)|připojit se ke? schůzce|delta i (?:mötet|møtet)|deltag i møde(?:t)?|liity kokoukseen|присоедин\p{L}{1,8} к (?:встрече|конференции|собранию)|приєдна\p{L}{1,8} до (?:зустрічі|наради|конференції)|toplantıya katıl\p{L}{0,6})(?!\p{L})|加入(?:会议|會議)|(?:ミーティング|会議)に参加|회의(?:에)? ?참[가여]/iu;

/** The number of a meeting, which stands beside the code that opens it. */
export const meetingNumber =
  /(?<!\p{L})(?:id|kennung|identifiant|identificador|идентификатор|ідентифікатор|tunnus)\s?[:：#]?\s?\d{3}/iu;

/** Names of a field for who signs in, up to what they are. */
export const userName = stems(
  `(?:user|login|account|screen|nick|member|customer|client)[- ]?(?:names?|id)\\s?[:=]|(?:user|log-?in|username|user name)\\s?[:=]|(?:user|login) ?name (?:is|was)(?!\\p{L})
  (?:benutzer|nutzer|anmelde|login)-?(?:name|kennung|id)\\s?(?:[:=]|lautet|ist)|benutzer\\s?[:=]
  (?:identifiant|nom d['’]utilisateur|pseudo)\\s?(?:[:=]|est )|(?:nombre de )?usuario\\s?(?:[:=]|es )|(?:nome )?(?:de )?(?:utente|usuário|utilizador)\\s?(?:[:=]|è |é )
  gebruikers?(?:naam|-id)\\s?(?:[:=]|is )|(?:nazwa )?użytkownika?\\s?[:=]|(?:uživatelské|přihlašovací|používateľské|prihlasovacie) (?:jméno|meno)\\s?[:=]|uživatel\\s?[:=]
  (?:användar|bruger|bruker)-?(?:namn|navn|id)\\s?(?:[:=]|är |er )|käyttäjä(?:nimi|tunnus)\\p{L}{0,5}\\s?[:=]|felhasználó(?:i )?név\\s?[:=]|(?:nume (?:de )?)?utilizator\\s?[:=]|korisničko ime\\s?[:=]|uporabniško ime\\s?[:=]|kasutaja(?:nimi)?\\s?[:=]|lietotājvārds\\s?[:=]|(?:naudotojo|vartotojo) vardas\\s?[:=]
  (?:логин|имя пользователя|пользователь|логін|ім['’]я користувача|потребител(?:ско име)?|корисничко име)\\s?[:=-]|(?:όνομα )?χρήστη[ςs]?\\s?[:=]|kullanıcı ad\\p{L}{0,5}\\s?[:=]|(?:nama pengguna|id pengguna)\\s?[:=]|tên (?:đăng nhập|người dùng)\\s?[:=]`,
  `(?:用户名|用戶名|账号|帳號|账户|ユーザー(?:名|ID)|ログインID|アカウント名|아이디|사용자\\s?(?:이름|명)|اسم المستخدم|نام کاربری|שם (?:ה)?משתמש|यूज़रनेम|ชื่อผู้ใช้)\\s?[:=]?`,
);

/** A line that ends with what says that words follow. */
const wordsNoun =
  /(?<![\p{L}\p{M}])(?:words|phrase|wörter|worte|wort(?:e|folge)|mots|palabras|frase|palavras|parole|woorden|woordjes|słowa|słów|slova|slov|ord(?:en|ene)?|sanat|sanaa|szó(?:t|kat)?|szavak\p{L}{0,40}|cuvinte(?:le)?|слова|слів|думи|λέξεις|kelime(?:yi|leri|ler)?|kata|từ|کلمه(?:‌?ها)?|کلمات|واژه|عبارت(?: عبور[^:：]{0,30})?|كلمات|عبارة|riječi|besede|sõna(?:d)?|žodžiai|žodžius|სიტყვ\p{L}{0,5})(?![\p{L}\p{M}])/iu;

/** Whether a line announces words: "Say these two words in the app:" */
export function namesWords(line: string): boolean {
  return /[:：]["'\s]*$/.test(line) && wordsNoun.test(line);
}

/** Where meetings are held. */
export const meetingAddress =
  /https?:\/\/[^\s/]{3,80}\/(?:j|w|s|join|room|dm|meet|meeting)\/[\w-]{4,}|meetup-join|https?:\/\/(?:meet|teams|zoom|webex|whereby|visio|konferenz|conf)[\w-]*\.[^\s]{4,}/i;
