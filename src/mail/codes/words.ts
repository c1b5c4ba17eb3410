// The words by which mails of many languages name codes, and the numbers that are none. Stems, in lower case: what follows them is
// free where a language bends its words.

/** Words of scripts with spaces begin at a word's edge; those of other scripts anywhere. */
function words(spaced: string, unspaced = ""): string {
  const at = `(?<![\\p{L}\\p{M}\\p{N}])(?:${spaced
    .trim()
    .split(/\s*\n\s*/)
    .join("|")})`;
  return unspaced === ""
    ? at
    : `(?:${at}|${unspaced
        .trim()
        .split(/\s*\n\s*/)
        .join("|")})`;
}

/** A word for a code that is given once: enough of itself. */
const strong = words(
  `(?:m-?|e-?|i-?)?otp(?!\\p{L})
   one[- ]?time (?:pass(?:word|code)?|pin|code)
   single[- ]use (?:pass(?:word|code)?|pin|code)
   (?:verification|security|confirmation|authentication|authorization|authorisation|login|log-?in|sign-?[io]n|sign-?up|access|activation|validation|registration|two-factor|2fa|mfa|temporary|identification|recovery|reset|pairing|unlock|magic|device|launch) (?:pass)?(?:code|pin|key|number|token)
   pass ?code
   (?:verification|security|confirmation|login|log-?in|sign-?in|access|temporary|secret|pairing|recovery) (?:pass)?(?:phrase|words?)
   (?:code|anmelde|kenn|losungs|einmal)-?w[oö]rt\\p{L}*
   phrase (?:de |d['’])(?:vérification|sécurité|confirmation|connexion|accès|passe)
   frase (?:de (?:acceso|verificación|seguridad|acesso|verificação|segurança)|di (?:accesso|verifica|sicurezza))
   (?:parola d['’]ordine|palavra[- ]passe(?: temporária| única)?|palabra (?:clave|de acceso)|clave de acceso)
   jednorazowe hasło
   toegangswoorden|inlogwoorden|lösenfras\\p{L}*|lösenord för engångsbruk
   (?:mobile|sms|push|photo)?-?tan(?!\\p{L})
   \\p{L}*(?:bestätigungs|verifizierungs|sicherheits|zugangs|zugriffs|freischalt|freigabe|aktivierungs|anmelde|einmal|login|authentifizierungs|prüf|registrierungs)-?(?:code|pin|kennwort|passwort|nummer|schlüssel)
   code (?:de |d['’])(?:vérification|sécurité|confirmation|connexion|accès|activation|validation|authentification|inscription)
   code (?:à usage unique|temporaire|secret|confidentiel)
   mot de passe (?:à usage unique|temporaire)
   c[oó]digo (?:de |del? )(?:verificaci[oó]n|seguridad|confirmaci[oó]n|acceso|activaci[oó]n|validaci[oó]n|inicio|autenticaci[oó]n|autorizaci[oó]n|identificaci[oó]n|registro|un solo uso|verifica[cç][aã]o|segurança|confirma[cç][aã]o|acesso|ativa[cç][aã]o|valida[cç][aã]o|autentica[cç][aã]o|login|uso único)
   (?:clave|contraseña|senha|código) (?:temporal|tempor[aá]ri[oa]|única|de un solo uso|de uso único|dinámica)
   codice (?:di |d['’])?(?:verifica|sicurezza|conferma|accesso|attivazione|convalida|autenticazione|autorizzazione|otp|temporaneo|monouso)
   (?:verificatie|beveiligings|bevestigings|inlog|toegangs|activerings|activatie|controle|aanmeld|eenmalige?)\\s?-?(?:code|pincode|wachtwoord)
   eenmalige? \\p{L}*code
   kod(?:u|em|zie)? (?:weryfikacyjn|autoryzacyjn|potwierdz|dostęp|aktywacyjn|bezpieczeństwa|logowania|jednorazow|uwierzytelni|sms)\\p{L}*
   (?:weryfikacyjny|jednorazowy|autoryzacyjny|aktywacyjny) kod
   hasło jednorazowe
   (?:ověřovací|potvrzovací|bezpečnostní|přihlašovací|aktivační|jednorázový|autorizační|overovací|potvrdzovací|bezpečnostný|prihlasovací|aktivačný) kód
   jednorázové heslo
   (?:verifierings|bekräftelse|säkerhets|inloggnings|engångs|aktiverings|bekræftelses|sikkerheds|engangs|login|verifikations|bekreftelses|sikkerhets|innloggings|verifiserings)-?(?:kod|kode)(?:en)?
   engangspassord
   engångslösenord
   (?:vahvistus|turva|kertakäyttö|kirjautumis|todennus)(?:koodi|tunnus|salasana)\\p{L}*
   (?:ellenőrző|megerősítő|biztonsági|belépési|egyszer használatos|hitelesítő|aktiváló) ?(?:kód|jelszó)\\p{L}*
   cod(?:ul)? (?:de )?(?:verificare|securitate|confirmare|acces|activare|autentificare|unic)
   (?:doğrulama|onay|güvenlik|giriş|aktivasyon|tek kullanımlık|erişim) (?:kod|şifre|parola)\\p{L}*
   (?:code|kode) (?:verifikasi|keamanan|konfirmasi|masuk|akses|aktivasi|otp|pengesahan|sekali pakai)
   (?:verifikasi|otp) kode
   mã (?:otp|xác (?:thực|nhận|minh)|bảo mật|đăng nhập|kích hoạt|truy cập)
   κωδικ\\p{L}* (?:επαλήθευσης|επιβεβαίωσης|ασφαλείας|πρόσβασης|σύνδεσης|ενεργοποίησης|μίας χρήσης|μιας χρήσης)
   (?:код\\p{L}*|пароль) (?:подтвержд|проверки|верификац|авторизац|доступа|безопасн|активац|аутентификац|для входа|входа|підтвердж|перевірки|авторизац|доступу|безпек|активац|для входу|входу|потвърж|за потвърж|за вход|за сигурност)\\p{L}*
   (?:проверочный|одноразовый|контрольный|секретный|защитный|одноразовий|перевірочний) (?:код|пароль)
   смс-код`,
  `验证码|驗證碼|校验码|校驗碼|动态码|動態碼|确认码|確認碼|激活码|啟用碼|动态密码|一次性密码|一次性密碼|安全码|安全碼|认证码|認證碼|登录码|登入碼
   合言葉|認証(?:コード|番号|キー)|確認(?:コード|番号|用コード)|ワンタイム(?:パスワード|コード|パス)|セキュリティ(?:コード|番号)|検証コード|ログインコード|本人確認コード|パスコード|暗証番号
   인증\\s?(?:번호|코드|키)|확인\\s?(?:코드|번호)|보안\\s?(?:코드|번호)|일회용\\s?(?:비밀번호|코드|암호)|로그인\\s?코드|승인\\s?번호|접속\\s?코드
   (?:رمز|رقم|كود|الرمز|الكود) (?:ال)?(?:تحقق|تأكيد|تفعيل|دخول|أمان|تسجيل|سري|مصادقة|مؤقت|توثيق|ولوج|أمني)|(?:رمز|كود|كلمة (?:ال)?(?:مرور|سر)) (?:لمرة واحدة|لاستخدام واحد)
   رمز (?:یکبار|یک بار|یک‌بار|عبور|ورود|تایید|تأیید|پویا|دوم)|کد (?:تایید|تأیید|ورود|امنیتی|فعال|احراز|یکبار|یک‌بار)
   (?:قوד|קוד) (?:ה)?(?:אימות|אבטחה|אישור|כניסה|גישה|התחברות|הפעלה|זיהוי|חד.פעמי|זמני)|סיסמ[הת] חד.פעמית
   (?:सत्यापन|सुरक्षा|पुष्टि|प्रमाणीकरण|लॉगिन|एक्टिवेशन|वेरिफिकेशन) (?:कोड|कोड)|ओटीपी|वन.?टाइम पासवर्ड
   (?:যাচাইকরণ|নিশ্চিতকরণ|নিরাপত্তা) কোড|ওটিপি|சரிபார்ப்புக் குறியீடு|ఓటీపీ|ஓடிபி
   รหัส\\s?(?:otp|ยืนยัน|ผ่านครั้งเดียว|ความปลอดภัย|เข้าใช้|ตรวจสอบ|ใช้ครั้งเดียว|เข้าสู่ระบบ)`,
);

/** A word for any code: enough with a word of `proving` in the mail. */
const weak = words(
  `code(?!\\p{L})
   \\p{L}*(?<!bar|post|rabatt|gutschein|quell|de|en|geo|uni|aktions|zip|vor|promo|strich|kortings|qr-?|actie|source|fehler|error|kampanj|rabat|streck|bar|korting)(?:code|kod(?:e|en|u|unuz|un)?|kód|koodi|codul)(?!\\p{L})
   codes?(?= :)
   pin(?:code|-code)?(?!\\p{L})
   c[oó]digo(?!\\p{L})
   codice(?!\\p{L})
   clave(?!\\p{L})
   cod(?!\\p{L})
   код(?:ом|а|у)?(?!\\p{L})
   κωδικ[όο]ς?(?!\\p{L})
   parola(?:nız|niz)?(?!\\p{L})
   şifre(?:niz|n|si)?(?!\\p{L})
   mã(?!\\p{L})
   token(?!\\p{L})
   (?:pass ?)?phrase(?!\\p{L})
   frase(?!\\p{L})`,
  `コード|パスワード|暗証番号|비밀번호|码|碼|口令|코드|رمز|كود|الرمز|کد(?!\\p{L})|קוד|कोड|কোড|รหัส|குறியீடு`,
);

/** What a mail says that asks for a proof. */
const proving = words(
  `verif\\p{L}*
   valid\\p{L}*
   access?o?\\p{L}*
   inserisci
   enter (?:it|this|the)
   confirm\\p{L}*
   authent\\p{L}*
   sign(?:ing)?[- ]?(?:in|up|on)(?!\\p{L})
   log(?:ging)?[- ]?in(?!\\p{L})
   (?:expires?|valid) (?:in|for|until)
   one[- ]time
   (?:do not|don['’]t|never) share
   anmeld\\p{L}*
   einlogg\\p{L}*
   bestätig\\p{L}*
   gültig
   connect(?:er|ez|ion)
   inscription
   valable
   expir\\p{L}*
   vérif\\p{L}*
   acceso
   iniciar sesión
   caduca
   vence
   válido
   acess\\p{L}*
   entrar
   acced\\p{L}*
   scad\\p{L}*
   valido
   inlogg\\p{L}*
   geldig
   bevestig\\p{L}*
   logowani\\p{L}*
   zalogow\\p{L}*
   potwierd\\p{L}*
   ważny
   přihl[aá]\\p{L}*
   ověř\\p{L}*
   plat(?:í|nost|ný)\\p{L}*
   logga in
   giltig
   bekräft\\p{L}*
   log på
   logg inn
   gyldig
   bekræft\\p{L}*
   bekreft\\p{L}*
   kirjaut\\p{L}*
   vahvist\\p{L}*
   belép\\p{L}*
   érvényes
   megerősít\\p{L}*
   autentific\\p{L}*
   conect\\p{L}*
   valabil
   doğrula\\p{L}*
   giriş
   geçerli
   oturum
   masuk
   berlaku
   verifikasi
   đăng nhập
   xác (?:thực|nhận|minh)
   hiệu lực
   вход\\p{L}*
   войти
   подтвер\\p{L}*
   действ\\p{L}*
   не сообщайте
   підтвер\\p{L}*
   увійти
   дійсн\\p{L}*
   потвър\\p{L}*
   валид\\p{L}*
   επιβεβα\\p{L}*
   επαλήθ\\p{L}*
   σύνδεσ\\p{L}*
   ισχύει`,
  `验证|驗證|登录|登入|登錄|有效|认证|認證|認証|ログイン|有効|確認|登録|入力|输入|輸入|입력|サインイン|인증|로그인|유효|본인|تحقق|تسجيل|دخول|صالح|تأكيد|تایید|تأیید|ورود|معتبر|اعتبار|אימות|כניסה|להתחבר|תקף|בתוקף|सत्यापन|सत्यापित|मान्य|लॉगिन|लॉग|যাচাই|ยืนยัน|เข้าสู่ระบบ|ใช้ได้ภายใน|หมดอายุ`,
);

/** What makes a word for a code something else, directly before it. */
const otherBefore =
  /(?:promo(?:tional?)?|discount|coupon|voucher|gift(?: card)?|referral|invite|zip|postal|post|area|country|dialing|source|error|status|exit|return|tracking|bar|qr|color|colour|dress|product|item|booking|reservation|airport|tax|sort|swift|bic|vat|sample|machine|byte|open|morse|style|building|pay|billing|store|model|course|currency|customer|response|class|job|priority|offer|reason|diagnostic|key|ship|city|fax|access control)[- ]$/iu;
/** And directly behind it. */
const otherBehind =
  /^[- ](?:postal|promo\p{L}*|promotionnel\p{L}*|de la (?!\p{L}*(?:connexion|inscription|v[ée]rif))|(?:du|des|civil|p[ée]nal|penale|civile|della|del consumo) |de (?:descuento|desconto|seguimiento|rastreio|suivi|réduction|reducción|barras|la route|conduite|conduct|barre|reserva|reservación|réservation|ética|country)|de articul\p{L}*|sconto|fiscale|iban|swift|rabatow|pocztow|pocztowy|pocztowego|pos|avviamento|review|base|freeze|of conduct|snippet|sample|name|red|poștal|indirim)/iu;

/** A number that has a name of its own, directly before it. */
const otherNumber = words(
  `(?:order|invoice|ref(?:erence)?|request|ticket|case|account|customer|card|ending(?: in| with)?|phone|tel(?:efon\\p{L}*|ephone|[eé]fono|éphone)?|fax|call|booking|transaction|id|no|nr|num(?:ber|mer|éro|ero)?|n[úu]mero|n°|nº|№|pnr|zip|box|suite|isbn|policy|tracking|pedido|factura|fatura|auftrag(?:s\\p{L}*)?|bestell\\p{L}*|rechnung\\p{L}*|kunden\\p{L}*|vorgang\\p{L}*|mitglieds\\p{L}*|commande|dossier|facture|client|ordine|fattura|pratica|protocolo|protocollo|bestelling|klant\\p{L}*|relatie\\p{L}*|zamówieni\\p{L}*|rachun\\p{L}*|konto|sipariş|referans|заказ\\p{L}*|счет\\p{L}*|счёт\\p{L}*|телефон\\p{L}*|договор\\p{L}*|замовлення|бокс|amount|betrag|montant|importe|valor|importo|kwota|částka|belopp|tutar\\p{L}*|сумма|сума|total|tổng đài|số tiền|hotline|helpline|infolinia|hrb|rcs|siren|siret|tva|tax id|vat(?: id| no)?|nif|cif|nipc|cnpj|cpf|kvk(?:-nummer)?|btw|p\\.? ?iva|partita iva|c\\.?f\\.?|rea|cvr(?:-nr)?|org\\.? ?-?nr|y-tunnus|nip|krs|regon|dič|abn|acn|uid|ust-?idnr|steuernummer|st\\.?-?nr|инн|огрн|кпп|єдрпоу|еик|αφμ|γεμη|mersis|npwp|mst|ičo|iban|version|build|since|seit|depuis|desde|dal|sinds|od|от|pin-?up|room|gate|flight|seat|step|page|port|line|http|rfc|php|windows|ios|android)\\.?`,
  `订单(?:编?号)?|訂單(?:編?號)?|注文(?:番号)?|会員(?:番号)?|會員(?:編號)?|受付番号|お客様番号|電話|电话|客服热线|热线|お問い合わせ|주문\\s?번호|회원\\s?번호|고객센터|사업자등록번호|طلب|رقم(?: الطلب)?|هاتف|مبلغ|سفارش|הזמנה|טלפון|ऑर्डर|राशि|हेल्पलाइन|หมายเลข|คำสั่งซื้อ|โทร|ref`,
);

const flags = "giu";
export const strongLabel = new RegExp(strong, flags);
export const weakLabel = new RegExp(weak, flags);
export const provingWord = new RegExp(proving, "iu");
const numberName = new RegExp(`${otherNumber}[\\s:#：°ºª№(-]*$`, "iu");

/** Whether the text before a number names it as something else than a code. */
export function isNamedOtherwise(before: string): boolean {
  // The end of a card's number: "****1234".
  if (/(?:\*{2}|[x•·.]{3})[\s-]?$/i.test(before.slice(-6))) return true;
  return numberName.test(before.slice(-40)) || /[#№]\s?$|(?:n[°º.]|ref\.?)\s?$/iu.test(before.slice(-6));
}

/** Whether a word for a code belongs to another thing: a promotion, a place, a program. */
export function isOtherCode(line: string, start: number, end: number): boolean {
  // "Engineer (code 88213)" is a reference.
  if (/\(\s?$/.test(line.slice(0, start)) && /^\s?[\w-]+\s?\)/.test(line.slice(end))) return true;
  return (
    otherBefore.test(line.slice(Math.max(0, start - 24), start)) ||
    otherBehind.test(line.slice(end, end + 24))
  );
}
