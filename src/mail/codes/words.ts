// The words by which mails of many languages name codes, and the numbers that are none. Stems, in lower case: what follows them is
// free where a language bends its words.
import { anyOf } from "./patterns.ts";

/** Words of scripts with spaces begin at a word's edge; those of other scripts anywhere. */
function words(spaced: string, unspaced = ""): string {
  const at = `(?<![\\p{L}\\p{M}\\p{N}])(?=[\\p{L}\\p{N}])(?:${anyOf(spaced)})`;
  return unspaced === "" ? at : `(?:${at}|${anyOf(unspaced)})`;
}

/** A word for a code that is given once: enough of itself. */
const strong = words(
  `(?:m-?|e-?|i-?)?otp(?!\\p{L})
   one[- ]?time (?:pass(?:word|code)?|pin|code)
   single[- ]use (?:pass(?:word|code)?|pin|code)
   (?:verification|security|secure|safepass|confirmation|authentication|authorization|authorisation|login|log-?in|sign-?[io]n|sign-?up|access|activation|validation|registration|two-factor|2fa|mfa|temporary|provisional|identification|recovery|reset|pairing|linking|unlock|magic|device|launch|approval|sms|dynamic) (?:pass)?(?:code|pin|key|number|token|passcode)
   pass ?code
   (?:pick-?up|collection|retrieval|locker) (?:code|pin|number)
   \\p{L}{0,40}(?:abhol(?:ungs)?|afhaal|afhentnings|hente|uthämtnings|upphämtnings|nouto)-?(?:code|pin(?:kod|kode)?|kod(?:en|e)?|koodi|tunnus|nummer)\\p{L}{0,40}
   (?:kod|pin) (?:do )?(?:odbior|odebran)\\p{L}{0,40}|(?:výdejní|vyzvedávací|odběrný) (?:kód|pin)|(?:kód|heslo) (?:pro|k) (?:vyzvednutí|výdej\\p{L}{0,40})
   код (?:для )?(?:получен|выдач|отриман|видач)\\p{L}{0,40}|teslim(?:at)? (?:kod|şifre)\\p{L}{0,40}|kode (?:pengambilan|ambil)|mã (?:nhận|lấy) hàng
   tac(?= (?:anda|ialah|adalah|:))|(?:kod|kata laluan|nombor(?: pin)?|pin) (?:pengesahan|keselamatan|log masuk|akses|pengaktifan|sekali guna|sementara|set semula|pendaftaran|tac)(?!\\p{L})
   (?:verifikacij|sigurnosn|potvrdn|autorizacij|autentifikacij|aktivacij|pristupn|jednokratn|privremen|potrditven|varnostn|enkratn|prijavn)\\p{L}{0,40} (?:kod|šifr|lozink|zapork|geslo|gesl)\\p{L}{0,40}
   (?:kod|pin|šifra|lozinka|zaporka|geslo|koda|(?:kontrolni )?broj) za (?:potvrd|prijav|verifikacij|pristup|aktivacij|potrditev|registracij|obnov|obnavlj|ponastavit|reset|promjen)\\p{L}{0,40}
   (?:верификацион|безбедносн|сигурносн|једнократн|потврдн)\\p{L}{0,40} (?:код|шифр|лозинк)\\p{L}{0,40}|(?:код|шифра|лозинка) за (?:потврд|пријав|верификациј|приступ|активациј|обнов|ресет|промен)\\p{L}{0,40}
   (?:kinnitamise|sisselogimise|autentimise|lähtestamise|taastamise|registreerimis) kood\\p{L}{0,40}|(?:kinnitus|turva|sisselogimis|pääsu|juurdepääsu|aktiveerimis|autentimis|kontroll)-?(?:kood|parool|fraas)\\p{L}{0,40}|(?:ühekordne|ajutine|ühekordse|ajutise) (?:turva)?(?:kood|parool)\\p{L}{0,40}
   (?:patvirtinimo|saugos|saugumo|prisijungimo|atkūrimo|registracijos|vienkartin\\p{L}{1,4}|laikin\\p{L}{1,4}|aktyvavimo|aktyvinimo|autentifikavimo|tapatybės) (?:kod|slaptažod)\\p{L}{0,40}
   (?:apstiprinājuma|apstiprināšanas|drošības|vienreizēj\\p{L}{1,3}|pagaidu|pieslēgšanās|aktivizācijas|aktivizēšanas|verifikācijas|piekļuves|autentifikācijas|reģistrācijas|atjaunošanas|atiestatīšanas|pieteikšanās) (?:kod|parol)\\p{L}{0,40}
   (?:დადასტურების|დამადასტურებელი|სავტორიზაციო|სარეგისტრაციო|უსაფრთხოების|ერთჯერადი|ავტორიზაციის|შესვლის|აქტივაციის|ვერიფიკაციის|დროებითი|წვდომის|აღდგენის|შეცვლის|რეგისტრაციის) (?:კოდ|პაროლ)\\p{L}{0,10}
   (?:հաստատման|անվտանգության|մուտքի|միանգամյա|մեկանգամյա|ակտիվացման) (?:կոդ|գաղտնաբառ)\\p{L}{0,10}
   kod\\p{L}{0,3} (?:juaj )?(?:i |të )?(?:verifikimi|konfirmimi|siguris|hyrjes|njëhersh)\\p{L}{0,10}|(?:tasdiqlash|kirish|xavfsizlik|bir martalik) (?:kod|parol)\\p{L}{0,10}|təhlükəsizlik kod\\p{L}{0,10}
   (?:баталгаажуулах|нэвтрэх|нэг удаагийн|аюулгүй байдлын) (?:код|нууц үг)\\p{L}{0,10}|(?:растау|кіру|бір реттік|қауіпсіздік|ырастоо|кирүү|бир жолку) (?:код|құпиясөз|сырсөз)\\p{L}{0,10}
   kóð(?:i|inn|ann|a) þinn|(?:staðfestingar|öryggis|innskráningar|aðgangs|einnota ?)-?(?:kóð|lykilorð)\\p{L}{0,10}|(?:verifikasie|bevestigings|sekuriteits|aanmeld|eenmalige )-?(?:kode|pin)|verifikatiounscode|bestätegungscode
   ch?ód (?:fíoraithe|deimhnithe|slándála|aon uaire|logála)|[cg]h?od (?:dilysu|diogelwch|cadarnhau|mewngofnodi)|kodiċi (?:ta['’] ?)(?:verifika|konferma|sigurtà|aċċess)|(?:egiaztapen|egiaztatze|berrespen|segurtasun|sarbide|behin-behineko )-?\\s?kode\\p{L}{0,10}
   (?:верификациск|потврден|безбедносен|еднократ)\\p{L}{0,10} (?:код|лозинк)\\p{L}{0,10}|(?:код|лозинка) за (?:верификациј|потврд|најав)\\p{L}{0,10}
   (?:váttanar|trygdar|innritanar|góðkenningar|eingangs)koda\\p{L}{0,3}|ikho(?:wu)?di (?:yakho )?(?:yoku(?:qinisekis|ngena|vuma)|yokhusel|yokuphepha|yesikhashana)\\p{L}{0,10}|lambar(?:ka)? ?(?:ta )?tabbatarwa\\p{L}{0,4}|koodu (?:ijẹrisi|ìjẹ́rìísí|iwọle)
   (?:nambari|namba|msimbo) (?:h(?:ii|uu) |[yw]ako )?(?:ya |wa )(?:uthibit|kuthibit|usalama|kuingia|siri|mara moja)\\p{L}{0,40}
   (?:back-?up|rescue|scratch) (?:verification |login |recovery )?(?:code|pin|passcode)(?!\\p{L})|(?:back-?up|ersatz|reserve|reserv|vara|varmuuskopio)-?(?:code|kod(?:e|en)?|koodi)(?!\\p{L})
   (?:code|c[oó]digo|codice|codi|cod) (?:de |di |d['’])?(?:secours|respaldo|riserva|back-?up|rezervă|recanvi)(?!\\p{L})
   kod zapasow\\p{L}{0,40}|zapasow\\p{L}{0,40} kod(?!\\p{L})|záložní kód(?!\\p{L})|(?:резервн|запасн)\\p{L}{0,40} (?:код|пароль)(?!\\p{L})|(?:yedek|kurtarma) kod(?!lar)\\p{L}{0,40}|tartalék kód|kode cadangan|mã dự phòng|εφεδρικ\\p{L}{0,40} κωδικ\\p{L}{0,40}
   temporary password|contrasenya (?:d['’]un sol ús|temporal|d['’]accés)
   (?:verification|security|confirmation|login|log-?in|sign-?in|access|temporary|secret|pairing|recovery|pass(?!words?(?!\\p{L}))) ?(?:pass)?(?:phrase|words?)|your magic (?:phrase|words?)(?!\\p{L})
   (?:code|anmelde|kenn|losungs|einmal)-?w[oö]rt\\p{L}{0,40}
   (?:m|i|e|qr|app|chip|mobile|sms|push|photo)?-?tan(?!\\p{L})
   \\p{L}{0,40}(?:bestätigungs|verifizierungs|verifikations|sicherheits|zugangs|zugriffs|freischalt|freigabe|aktivierungs|anmelde|einmal|login|authentifizierungs|autorisierungs|identifikations|transaktions|kopplungs|koppel|verbindungs|verknüpfungs|wiederherstellungs|entsperr|geräte|prüf|registrierungs)-?(?:code|pin|kennwort|passwort|nummer|schlüssel|phrase|satz|zahl)
   (?:vorläufiges|temporäres|einmaliges|befristetes) (?:kennwort|passwort)
   (?:code|mot de passe|phrase|pin|num[ée]ro|clé|c[oó]digo|clave|contraseña|senha|palavra-passe|frase|n[úu]mero|codice|password|parola|codul?|codi|parola|token|jeton) (?:(?:de|di|do|da|del|della|dell|d|l|le|la|el|o|a|à|il|para|pour|per|temporan?e?|num[ée]rique|num[ée]rico|sms)(?: |['’])){0,3}(?:retrait|recogida|retirada|recolha|levantamento|ritiro|v[ée]rific|verifica|s[ée]cur|segur|sicur|siguran|securitat|confirm|conferm|connex|acc[èeé]s|acess|activ|ativ|attiv|valid|convalid|authent|autent|autori|inscri|registr|registo|cadastr|inici|ingres|entrad|login|identif|usage unique|un solo us|uso? ?[úu]nic|uso singol|unic[ăa] folosin|tempor|provis|[ée]ph[ée]m|dynam|din[áâa]m|unique|[úu]nic[oa](?!\\p{L})|monouso|secret|segret|confidenti|appair|associ|asoci|empareja|emparelh|vincul|accoppia|abbina|r[ée]cup|recup|d[ée]sbloq|desbloq|d[ée]verrou|sblocc|jumel|liaison|otp)\\p{L}{0,40}
   (?:parola d['’]ordine|palavra[- ]passe(?: temporária| única)?|palabra (?:clave|de acceso)|clave de acceso)
   (?:verificatie|beveiligings|bevestigings|inlog|toegangs|activerings|activatie|controle|aanmeld|koppel|autorisatie|identificatie|herstel|ontgrendel|tijdelijke?|eenmalige?)\\s?-?(?:code|pincode|wachtwoord|woorden|zin|cijfers)
   eenmalige? \\p{L}{0,40}code
   toegangswoorden|inlogwoorden
   (?:kod(?:u|em|zie)?|hasło|pin|fraza) (?:weryfik|autoryz|potwierdz|dostęp|aktyw|bezpiecz|logow|jednoraz|uwierzyt|sms|parow|rejestr|tymczas|odzysk|odblok|identyfik|transak)\\p{L}{0,40}
   (?:weryfikacyjn|jednorazow|autoryzacyjn|aktywacyjn|tymczasow)\\p{L}{0,40} (?:kod|hasł)\\p{L}{0,40}
   (?:ověřovac|potvrzovac|bezpečnostn|přihlašovac|aktivačn|jednorázov|autorizačn|overovac|potvrdzovac|prihlasovac|dočasn|párovac|registračn|autentizačn|verifikačn|obnovovac|sms)\\p{L}{0,40} (?:kód|hesl|fráz)\\p{L}{0,40}
   (?:verifierings|verifikations|verifiserings|bekräftelse|bekræftelses|bekreftelses|säkerhets|sikkerheds|sikkerhets|inloggnings|innloggings|login|engångs|engangs|aktiverings|kopplings|parrings|parkoblings|identifierings|identifikations|godkännande|godkendelses|godkjennings|registrerings|återställnings|gendannelses|gjenopprettings|åtkomst|adgangs|tilgangs|lösen|tillfälligt? |tillfälliga |midlertidige? )-?(?:kod(?:en|e)?|pin(?:kod|kode)?|fras(?:en)?|frase(?:n)?|lösenord(?:et)?|ord(?:en|et)?|passord(?:et)?|adgangskode(?:n)?|nyckel|nøgle)
   lösenord för engångsbruk
   (?:vahvistus|turva|kertakäyttö|kirjautumis|todennus|tunnistautumis|varmennus|aktivointi|pariliitos|tunnistus|väliaikainen |tilapäinen )(?:koodi|tunnus|salasana|lause|luku|numero)\\p{L}{0,40}
   (?:ellenőrző|megerősítő|biztonsági|belépési|egyszer használatos|egyszeri|hitelesítő|aktiváló|aktivációs|azonosító|párosító|ideiglenes|jóváhagyó|bejelentkezési) ?(?:kód|jelszó|jelszav)\\p{L}{0,40}
   (?:doğrulama|onay|güvenlik|giriş|aktivasyon|tek (?:kullanımlık|seferlik)|erişim|eşleştirme|kayıt|kimlik|geçici|işlem|sms|kurtarma|oturum) (?:giriş )?(?:kod|şifre|parola|pin)\\p{L}{0,40}
   (?:code|kode|kata sandi|sandi|pin) (?:reset|pemulihan|atur ulang|verifikasi|keamanan|konfirmasi|masuk|akses|aktivasi|otp|pengesahan|sekali pakai|sementara|pendaftaran|penyandingan|otorisasi|login|otentikasi|autentikasi)
   (?:verifikasi|otp) kode
   (?:mã|mật khẩu|mã số) (?:đặt lại|khôi phục|otp|xác (?:thực|nhận|minh)|bảo mật|đăng nhập|kích hoạt|truy cập|dùng một lần|một lần|tạm thời|ghép nối|ủy quyền|đăng ký)
   κωδικ\\p{L}{0,40} (?:επαλήθευσης|επιβεβαίωσης|ασφαλείας|πρόσβασης|σύνδεσης|ενεργοποίησης|μίας χρήσης|μιας χρήσης|σύζευξης|ταυτοποίησης|εγγραφής|εξουσιοδότησης|εισόδου|επαναφοράς|ανάκτησης)|(?:προσωρινός|προσωρινό) (?:κωδικός|συνθηματικό)
   (?:код\\p{L}{0,40}|парол\\p{L}{1,40}|фраз\\p{L}{1,40}) (?:для )?(?:подтвержд|проверк|верификац|авторизац|доступ|безопасн|активац|аутентификац|вход|регистрац|привязк|сопряжен|восстановл|идентификац|операци|підтвердж|перевірк|авторизац|безпек|активац|вход|реєстрац|відновл|потвърж|за потвърж|за вход|за сигурност|за достъп)\\p{L}{0,40}
   (?:проверочн|одноразов|контрольн|секретн|защитн|временн|кодов|перевірочн|тимчасов|еднократ|временен)\\p{L}{0,40} (?:код|парол|пін|пин|фраз|слов)\\p{L}{0,40}
   смс-код`,
  `取[件货貨]码|取[件貨]碼|提货码|受け?取り?(?:コード|暗証番号|番号|用?パスワード)|(?:수령|보관함|픽업)\\s?(?:코드|번호|비밀번호)|رمز (?:ال)?استلام|קוד (?:ה)?(?:איסוף|מסירה)
   备用(?:验证)?码|備用(?:驗證)?碼|バックアップ(?:用)?コード|予備(?:の)?コード|백업\\s?코드|예비\\s?코드|(?:رمز|كود) احتياطي|קוד גיבוי
   验证码|驗證碼|校验码|校驗碼|动态码|動態碼|动态口令|確認碼|确认码|激活码|啟用碼|动态密码|一次性(?:密码|密碼|口令|验证)|(?:临时|臨時)(?:密码|密碼|口令)|安全码|安全碼|认证码|認證碼|登录码|登入碼|授权码|授權碼|配对码|配對碼|绑定码|綁定碼|识别码|通行碼|短信码
   合言葉|認証(?:コード|番号|キー)|確認(?:コード|番号|用コード)|(?:ワンタイム|仮|臨時|一時|使い捨て)(?:パスワード|コード|パス)|(?:セキュリティ|アクセス|ペアリング|連携|登録|承認|SMS)(?:コード|番号)|検証コード|ログインコード|本人確認コード|パスコード|暗証番号
   인증\\s?(?:번호|코드|키)|확인\\s?(?:코드|번호)|보안\\s?(?:코드|번호)|(?:일회용|임시|1회용)\\s?(?:비밀번호|코드|암호|번호)|(?:로그인|접속|연결|페어링|등록|접근|승인)\\s?코드|접속\\s?번호
   (?:رمز|رقم|كود|الرمز|الكود|كلمة (?:ال)?(?:مرور|سر)|عبارة) (?:ال)?(?:تحقق|تأكيد|تاكيد|تفعيل|دخول|أمان|تسجيل|سري|مصادقة|مؤقت|توثيق|ولوج|أمني|تفويض|اقتران|ربط|لمرة واحدة|لاستخدام واحد|لاستعمال واحد)|الرقم السري المؤقت
   (?:کلمه عبور|کلمهٔ عبور|عبارت عبور|پین) (?:یکبار|یک.?بار|موقت)|(?:رمز|گذرواژه|کد) (?:یکبار|یک بار|یک‌بار|عبور|ورود|تایید|تأیید|پویا|دوم|موقت|امنیتی|فعال|احراز)
   (?:קוד|סיסמ[הת]) (?:ה)?(?:אימות|אבטחה|אישור|כניסה|גישה|התחברות|הפעלה|זיהוי|חד.פעמי|זמני|צימוד|הרשאה|רישום)
   (?:सत्यापन|सुरक्षा|पुष्टि|प्रमाणीकरण|लॉगिन|लॉग-?इन|एक्टिवेशन|वेरिफिकेशन|अस्थायी|पेयरिंग|पंजीकरण) (?:कोड|पासवर्ड|पिन)|ओटीपी|वन.?टाइम (?:पासवर्ड|कोड)
   (?:ధృవీకరణ|ధ్రువీకరణ|నిర్ధారణ|భద్రతా) కోడ్|(?:ದೃಢೀಕರಣ|ಪರಿಶೀಲನಾ|ಭದ್ರತಾ) ಕೋಡ್|ಒಟಿಪಿ|(?:സ്ഥിരീകരണ|പരിശോധനാ|സുരക്ഷാ)\\s?കോഡ്|ഒടിപി|(?:ચકાસણી|સુરક્ષા|પુષ્ટિ) કોડ|ઓટીપી|(?:ਪੁਸ਼ਟੀਕਰਨ|ਤਸਦੀਕ|ਸੁਰੱਖਿਆ) ਕੋਡ|ਓਟੀਪੀ|(?:पडताळणी|प्रमाणिकरण|प्रमाणीकरण|सत्यापन) (?:कोड|संकेत)|සත්\u200d?යාපන කේතය|(?:තහවුරු කිරීමේ|ආරක්ෂක) කේතය
   (?:تصدیقی|توثیقی|حفاظتی|لاگ ان) کوڈ|او ٹی پی|លេខកូដ(?:ផ្ទៀងផ្ទាត់|សុវត្ថិភាព|បញ្ជាក់)|အတည်ပြု(?:ရန် )?ကုဒ်|ລະຫັດ(?:ຢືນຢັນ|ຄວາມປອດໄພ)|የማረጋገጫ ኮድ
   (?:যাচাইকরণ|নিশ্চিতকরণ|নিরাপত্তা|ভেরিফিকেশন|কনফার্মেশন|লগ-?ইন|সিকিউরিটি|রিসেট|সাইন ইন|পুনরুদ্ধার) কোড|(?:একবারের|ওয়ান.?টাইম) পাসওয়ার্ড|ওটিপি|(?:சரிபார்ப்பு|உறுதிப்படுத்தல்|உறுதிப்படுத்தும்|பாதுகாப்பு|உள்நுழைவு|அங்கீகார|மீட்பு|மீட்டமைப்பு)க்? ?குறியீ[\\p{L}\\p{M}]{0,10}|(?:ஒருமுறை|ஒரு முறை) (?:கடவுச்சொல்|கடவுக்குறியீடு)|உள்நுழைவுக் குறியீடு|(?:వన్.?టైమ్|ఒకసారి) (?:పాస్‌?వర్డ్|కోడ్)|(?:ವನ್.?ಟೈಮ್|ಒಂದು ಬಾರಿಯ) ಪಾಸ್‌?ವರ್ಡ್|ഒറ്റത്തവണ (?:പാസ്‌?വേഡ്|കോഡ്)|વન.?ટાઇમ પાસવર્ડ|ਵਨ.?ਟਾਈਮ ਪਾਸਵਰਡ|(?:एक वेळचा|एक पटकको|एकबारगी) पासवर्ड|ایک بار (?:کا|والا) (?:پاس ورڈ|کوڈ)|ఓటీపీ|ஓடிபி
   รหัส(?:ผ่าน)?\\s?(?:สำหรับ)?(?:รีเซ็ต|otp|ยืนยัน|ครั้งเดียว|ชั่วคราว|ความปลอดภัย|เข้าใช้|ตรวจสอบ|ใช้ครั้งเดียว|เข้าสู่ระบบ|จับคู่|อนุมัติ|ลงทะเบียน)`,
);

/** A word for any code: enough with a word of `proving` in the mail. */
const weak = words(
  `code(?!\\p{L})
   (?:kod(?:e|en|u|em|y|unuz|unuzu|unu|un|um)?|kód(?:ot|ja|ját|od|odat|dal|jával|u|em|om|y)?|koodi(?:a|n|t|lla|ksi|si|nne|llasi|llanne)?|cod(?:ul|ului|uri)|[ck]òdi)(?!\\p{L})
   codes?(?= :)
   koda(?:n|nna)?(?!\\p{L})|kodu(?:na|ni)(?!\\p{L})|kóð(?:i|inn|ann|anum|a)(?!\\p{L})|i?kho(?:wu)?di(?!\\p{L})|msimbo(?!\\p{L})|koodu(?!\\p{L})
   kood(?:i|iga|iks|isse)?(?!\\p{L})|kod(?:as|ą|o|om|a)(?!\\p{L})|kods?(?!\\p{L})
   pin(?:code|-code)?(?!\\p{L})
   c[oó]digo(?!\\p{L})
   codice(?!\\p{L})
   clave(?!\\p{L})
   cod(?!\\p{L})
   код(?:ом|а|у|е|ы|ът|от)?(?!\\p{L})
   κωδικ(?:[όο]ς?|ού)(?!\\p{L})
   parola(?:nız|niz)?(?!\\p{L})
   (?:шифр|лозинк)(?:а|у|е|ом)(?!\\p{L})|(?:šifr|lozink|zapork)(?:a|u|e|om)(?!\\p{L})|nenosiri(?!\\p{L})|kata laluan
   şifre(?:niz|n|si)?(?!\\p{L})
   mã(?!\\p{L})
   token(?!\\p{L})
   \\p{L}{3,}(?:fras|frasen|frase|phrase)(?!\\p{L})
   pass ?words?(?!\\p{L})|mot de passe|contraseña|senha|kennwort|passwort|lösenord(?:et)?|adgangskode(?:n)?|passord(?:et)?|salasana(?:si|nne)?|hasło|heslo|парол[ьяюе]м?|jelszó|jelszav\\p{L}{0,40}
   (?:pass ?)?phrase(?!\\p{L})
   frase(?!\\p{L})`,
  `コード|パスワード|暗証番号|비밀번호|승인\\s?번호|كلمة (?:ال)?(?:مرور|سر)|סיסמ[הת]|पासवर्ड|密码|密碼|码|碼|口令|코드|رمز|كود|الرمز|کد(?!\\p{L})|קוד|कोड|কোড(?:টি)?|รหัส(?:ผ่าน)?|குறியீ(?:டு|ட்டை|ட்டு)|კოდი?(?!\\p{L})`,
);

/** Digits, and codes of a name that is not known: enough where the mail also says that they are typed, or kept secret. */
const vague = words(
  `\\p{L}{1,40}-?(?<!bar|offer|post|rabatt|gutschein|quell|de|en|geo|uni|aktions|zip|vor|promo|strich|kortings|qr|actie|source|fehler|error|kampanj|rabat|streck|korting|kunden|klant|kund|artikel|produkt|product|material|farb|länder|bestell|order|referenz|referens|boekings|buchungs|reservierungs|boknings|vare|viivakoodi|posti)-?(?:code|kod(?:e|en)?|kód|koodi)(?!\\p{L})
   (?:character|letter) string|string of characters|zeichenfolge|suite de caractères|cadena de caracteres|sequência de caracteres|sequenza di caratteri|tekenreeks|ciąg znaków|teckensträng
   digits?(?!\\p{L})|numbers?(?!\\p{L})|ziffern?(?!\\p{L})|zahlen?(?!\\p{L})
   chiffres?(?!\\p{L})|dígitos?|números(?!\\p{L})|(?:cifr[ea]s?|algarismos)(?!\\p{L})|numeri(?!\\p{L})|cijfers?(?!\\p{L})
   cyfr\\p{L}{0,40}|číslic\\p{L}{0,40}|siffr\\p{L}{0,40}|sifre(?:ne)?(?!\\p{L})|cifre(?:ne)?(?!\\p{L})|numero(?:t|a)(?!\\p{L})|számjegy\\p{L}{0,40}|cifrele
   цифр\\p{L}{0,40}|ψηφί\\p{L}{0,40}|rakam\\p{L}{0,40}|hane\\p{L}{0,40}|angka(?!\\p{L})|(?:nombor|nomor|nambari) (?:ini|berikut|hii)(?!\\p{L})|chữ số|con số`,
  `数字|數字|位数|桁|숫자|자리|(?:ال)?أرقام|ספרות|अंक|ตัวเลข|หลัก`,
);

/** A code that is the reader's. */
const [own, ownUnspaced] = [
  `(?:your|dein|ihr|euer|votre|ton|tu|su|seu|teu|vosso|(?:il )?(?:tuo|suo)|je|jouw|uw|twój|twoje|váš|tvůj|din|ditt|ert|ваш|твой|твій|вашият|ditt|deres) (?:[\\p{L}\\p{N}]{1,40} ){0,2}(?:code|pin|c[oó]digo|codice|kode?|kód|код)(?!\\p{L})
   koodisi|koodinne|kódod|kódja|cod(?:ul)? (?:tău|dvs|dumneavoastră)|κωδικός σας|kod(?:unuz|un)(?!\\p{L})|şifreniz|kode (?:anda|kamu)|mã của (?:bạn|quý)`,
  `თქვენი კოდ|(?:הקוד|קוד) שלך|(?:رمزك|كودك)(?!\\p{L})|(?:الرمز|الكود|رمز|كود)[^.]{0,12} الخاص بك|(?:आपका|आपकी) (?:कोड|पिन)|[您你]的(?:\\p{L}{0,6})码|[您你]的(?:\\p{L}{0,6})碼`,
];

/** Phrases that ask for a proof. */
const proving = words(
  `${own}
   verif\\p{L}{0,40}
   valid\\p{L}{0,40}
   access?o?\\p{L}{0,40}
   inserisci
   enter (?:it|this|the)
   confirm\\p{L}{0,40}
   authent\\p{L}{0,40}
   auth?ori[sz]\\p{L}{0,40}
   sign(?:ing)?[- ]?(?:in|up|on)(?!\\p{L})
   log(?:ging)?[- ]?in(?!\\p{L})
   signs? you in(?!\\p{L})|reset(?:ting)? (?:(?:the|your|a) )?pass ?word|pass ?word reset|zurücksetz\\p{L}{0,40}|réinitialis\\p{L}{0,40}|restablec\\p{L}{0,40}|redefini\\p{L}{0,40}|reimpost\\p{L}{0,40}|(?:reset|zresetow)\\p{L}{0,10} hasł|återställ\\p{L}{0,40}|nulstil\\p{L}{0,40}|tilbakestill\\p{L}{0,40}|(?:сброс|восстанов)\\p{L}{0,10} парол
   (?:expires?|valid) (?:in|for|until)
   one[- ]time
   (?:do not|don['’]t|never) share
   (?:prijav|potvrd|potvrđ|jednokratn)\\p{L}{0,40}
   sisselog\\p{L}{0,40}|sisse logi\\p{L}{0,40}|kinnit\\p{L}{0,40}
   prisijung\\p{L}{0,40}|patvirtin\\p{L}{0,40}|pieslēg\\p{L}{0,40}|pieteikt\\p{L}{0,40}|apstiprin\\p{L}{0,40}
   in te loggen|zaloguj|kirjautu\\p{L}{0,10}|belép\\p{L}{0,10}|συνδεθ\\p{L}{0,10}|для входа
   innrit\\p{L}{0,10}|rita inn|skrá(?:ir)? (?:þig|mig) inn|staðfest\\p{L}{0,10}|vátta\\p{L}{0,10}|yokuqinisekis\\p{L}{0,10}|ukuqinisekis\\p{L}{0,10}|ungene|ukungena|ngena|u?thibitish\\p{L}{0,8}|kuingia|tabbatar\\p{L}{0,8}|ijẹrisi
   log masuk|mengesahkan|pengesahan
   anmeld\\p{L}{0,40}
   einlogg\\p{L}{0,40}
   bestätig\\p{L}{0,40}
   gültig
   conne(?:ct(?:er|ez|ion)|xion)(?!\\p{L})
   (?:obnov|reset|zresetu|nastav)\\p{L}{0,10} (?:hesl|lozink|zapork)|visszaállít\\p{L}{0,10}|reset(?:are|ar|a|ați|ează)\\p{L}{0,4} parol|(?:şifre|parola)\\p{L}{0,6} sıfırla|επαναφορ[άα]ς? (?:του )?κωδικ|(?:скин|скид|віднов)\\p{L}{0,10} парол|(?:нулиран|възстанов|обнов|ресет)\\p{L}{0,10} (?:на )?(?:парол|лозинк)|(?:palauta|vaihda|vaihta|nollaa)\\p{L}{0,10} salasana|salasana\\p{L}{0,4} (?:palaut|vaiht|vaihd|nolla)
   parooli (?:lähtest|taasta|muut)\\p{L}{0,10}|slaptažod\\p{L}{0,4} (?:atkūr|keit|atstat)\\p{L}{0,10}|paroles? (?:atjauno|atiestat|maiņ)\\p{L}{0,10}|(?:atur ulang|reset|ubah|lupa|set semula|tetapkan semula) (?:kata (?:sandi|laluan)|password)|đặt lại mật khẩu|khôi phục mật khẩu|(?:kubadilisha|weka upya|kuweka upya) nenosiri
   (?:пријав|потврд|потврђ)\\p{L}{0,20}|najav\\p{L}{0,10}|најав\\p{L}{0,10}
   inscription
   valable
   expir\\p{L}{0,40}
   vérif\\p{L}{0,40}
   acceso
   iniciar sesión
   caduca
   vence
   válido
   acess\\p{L}{0,40}
   entrar
   acced\\p{L}{0,40}
   scad\\p{L}{0,40}
   valido
   inlogg\\p{L}{0,40}|log(?:t)? (?:je|u) (?:\\p{L}{1,20} )?in(?!\\p{L})|(?:melde?n?|loggen?|logge) (?:dich|du dich|sie sich|sie) (?:\\p{L}{1,20} ){0,2}(?:an|ein)(?!\\p{L})
   geldig
   bevestig\\p{L}{0,40}
   logowani\\p{L}{0,40}
   zalogow\\p{L}{0,40}
   potwierd\\p{L}{0,40}
   ważny
   přihl[aá]\\p{L}{0,40}
   ověř\\p{L}{0,40}
   plat(?:í|nost|ný)\\p{L}{0,40}
   logga in
   giltig
   bekräft\\p{L}{0,40}
   log på
   logg inn
   gyldig
   bekræft\\p{L}{0,40}
   bekreft\\p{L}{0,40}
   kirjau[td]\\p{L}{0,40}
   vahvist\\p{L}{0,40}
   belép\\p{L}{0,40}
   érvényes
   megerősít\\p{L}{0,40}
   autentific\\p{L}{0,40}
   conect\\p{L}{0,40}
   valabil
   doğrula\\p{L}{0,40}
   giriş
   geçerli
   oturum
   masuk
   berlaku
   verifikasi
   đăng nhập
   xác (?:thực|nhận|minh)
   hiệu lực
   вход\\p{L}{0,40}
   войти
   подтвер\\p{L}{0,40}
   действ\\p{L}{0,40}
   не сообщайте
   підтвер\\p{L}{0,40}
   увійти
   дійсн\\p{L}{0,40}
   потвър\\p{L}{0,40}
   валид\\p{L}{0,40}
   επιβεβα\\p{L}{0,40}
   επαλήθ\\p{L}{0,40}
   σ(?:ύ|υ)νδε[σθ]\\p{L}{0,40}
   ισχύει`,
  `${ownUnspaced}
   验证|驗證|登录|登入|登錄|有效|认证|認證|認証|ログイン|有効|確認|登録|入力|输入|輸入|입력|サインイン|인증|로그인|유효|본인|تحقق|تسجيل|دخول|صالح|تأكيد|تایید|تأیید|ورود|معتبر|اعتبار|אימות|כניסה|להתחבר|תקף|בתוקף|सत्यापन|सत्यापित|मान्य|लॉगिन|लॉग|যাচাই|লগ-?ইন|সাইন ইন|রিসেট|நுழை|சரிபார்|உறுதிப்படுத்த|மீட்டமை|ยืนยัน|รีเซ็ต|रीसेट|प्रवेश|إعادة تعيين|بازیابی|بازنشانی|איפוס|(?:パスワード|暗証番号)の?(?:再設定|リセット)|(?:重置|找回|重设|重設)(?:登录|登入)?密[码碼]|비밀번호 (?:재설정|변경)|აღდგენ|เข้าสู่ระบบ|ใช้ได้ภายใน|หมดอายุ|შესვლ|შესასვლელად|დადასტურ|ავტორიზაცი`,
);

/** Words that stand before codes of things, and before one for its reader as well. */
export const mayBeOther =
  /(?<!\p{L})(?:tier|level|membership|campaign|rate|fare|tariff|catalogue?|size|article|manufacturer|location|station|stop|subject|category|event|season)[- ]$/iu;

/** Words directly before a word for a code that give it another meaning. */
const otherBefore =
  /(?<!\p{L})(?:order|purchase|intl\.?|international|rep|portfolio|donation|paint|genetic|fire|ride|promo(?:tional?)?|discount|coupon|voucher|gift(?: card)?|referral|raffle|lottery|draw|prize|survey|invite|zip|postal|post|area|country|dialing|source|error|status|exit|return|tracking|bar|qr|color|colour|dress|product|item|booking|reservation|airport|tax|sort|swift|bic|vat|sample|machine|byte|open|morse|style|building|pay|billing|store|model|course|currency|customer|expected|unexpected|csrf|klaidos|kliento|klienta|kliendi|prekės|pašto|įmonės|produkto|užsakymo|nuolaidos|toote|vea|tellimuse|posti|sooduse|preces|pasta|kļūdas|pasūtījuma|atlaides|შეცდომის|პროდუქტის|საფოსტო|შეკვეთის|ფასდაკლების|response|class|job|priority|offer|reason|diagnostic|key|ship|city|fax|access control|shipping|carrier|project|cost|module|procedure|diagnosis|hotel|train|flight|airline|exam|vendor|supplier|part|hs|sic|naics|ifsc|micr|iban|bank|branch|client|item|sku|batch|serial|case|room|door|locker combination|license|licence|redemption|redeem|claim|reward|loyalty|warranty|müşteri|ürün|posta|indirim|kupon|rezervasyon|hata|referans|stok|davet|hediye|почтовый|промо|штрих|qr)[- ]$|(?:त्रुटि|उत्पाद|ग्राहक|クーポン|割引|商品|お客様|予約|郵便|エラー|銀行|支店|紹介|招待|バー|QR|品番|优惠|優惠|折扣|兑换|兌換|邮政|商品|错误|条形|二维|邀请|邀請|推荐|推薦|机构|税|发票|發票|快递单|쿠폰|할인|상품|우편|오류|예약|추천|초대|바|QR)\s?$/iu;
/** And directly behind it. */
const otherBehind =
  /^[- ](?:خطا|محصول|سفارش|پستی|مشتری|رهگیری|تخفیف|ralat|pesanan|promosi|diskaun|baucar|rujukan|greške|proizvoda|artikla|narudžb\p{L}{0,10}|za popust|popusta|izdelka|naročila|грешке|производа|client[ei]?(?!\p{L})|cliente|de (?:cliente|referencia|referência|producto|produto|artículo|error|erro|rastreo|invitación|convite|agencia|agência|banco|pedido|la (?:réservation|commande))|(?:de )?(?:référence|r[ée]servation|commande|produit|dossier|erreur)|(?:di )?(?:article|articolo|prodotto|univoco|destinatario|ateco|tributo|avviso|ordine|errore|prenotazione|spedizione|riferimento|banca|cig|cup|cin|abi|cab|ape|naf|insee|guichet|banque|swift|bic|ean|sku|sepa)(?!\p{L})|klient|produkt|kreskow|zamówien|rezerwac|błęd|banku|zákazník|zboží|objednáv|товара|клиента|заказа|ошибки|тарифа|услуги|продукта|послуги|товару|помилки|προϊόντος|πελάτη|παραγγελίας|σφάλματος|κράτησης|брон|города|окв|pelanggan|produk|pos|voucher|promo|diskon|khách hàng|sản phẩm|giảm giá|bưu|postal|promo\p{L}{0,40}|promotionnel\p{L}{0,40}|de la (?!\p{L}{0,40}(?:connexion|inscription|v[ée]rif))|(?:du|des|civil|p[ée]nal|penale|civile|della|del consumo) |de (?:descuento|desconto|seguimiento|rastreio|suivi|réduction|reducción|barras|la route|conduite|conduct|barre|reserva|reservación|réservation|ética|country)|de articul\p{L}{0,40}|sconto|fiscale|iban|swift|rabatow|pocztow|pocztowy|pocztowego|pos|avviamento|review|base|freeze|of conduct|snippet|sample|name|red|poștal|indirim)/iu;

/** A number that has a name of its own, directly before it. */
const otherNumber = words(
  `(?:order|invoice|ref(?:erence)?|request|ticket|case|account|customer|card|ending(?: in| with)?|phone|tel(?:efon\\p{L}{0,40}|ephone|[eé]fono|éphone)?|fax|call|booking|transaction|id|no|nr|num(?:ber|mer|éro|ero)?|n[úu]mero|n°|nº|№|pnr|zip|box|suite|isbn|policy|tracking|pedido|factura|fatura|auftrag(?:s\\p{L}{0,40})?|bestell\\p{L}{0,40}|rechnung\\p{L}{0,40}|kunden\\p{L}{0,40}|vorgang\\p{L}{0,40}|mitglieds\\p{L}{0,40}|commande|dossier|facture|client|ordine|fattura|pratica|protocolo|protocollo|bestelling|klant\\p{L}{0,40}|relatie\\p{L}{0,40}|zamówieni\\p{L}{0,40}|rachun\\p{L}{0,40}|konto|sipariş|referans|заказ\\p{L}{0,40}|счет\\p{L}{0,40}|счёт\\p{L}{0,40}|телефон\\p{L}{0,40}|договор\\p{L}{0,40}|замовлення|бокс|amount|betrag|montant|importe|valor|importo|kwota|částka|belopp|tutar\\p{L}{0,40}|сумма|сума|total|tổng đài|số tiền|hotline|helpline|infolinia|hrb|rcs|siren|siret|tva|tax id|vat(?: id| no)?|nif|cif|nipc|cnpj|cpf|kvk(?:-nummer)?|btw|p\\.? ?iva|partita iva|c\\.?f\\.?|rea|cvr(?:-nr)?|org\\.? ?-?nr|y-tunnus|nip|krs|regon|dič|abn|acn|uid|ust-?idnr|steuernummer|st\\.?-?nr|инн|огрн|кпп|єдрпоу|еик|αφμ|γεμη|mersis|npwp|mst|ičo|iban|version|build|since|seit|depuis|desde|dal|sinds|od|от|pin-?up|(?:reservierungs|buchungs|bestätigungs|bevestigings|bekräftelse|bekræftelses|bekreftelses)-?nummer|confirmation (?:number|no)|(?:num[ée]ro|número|numero) de (?:la )?(?:confirmation|confirmaci[oó]n|confirmação)|numero di conferma|numer potwierdzenia|room|gate|flight|seat|step|page|port|line|http|rfc|php|windows|ios|android)\\.?
   (?:müşteri|üye|üyelik|abone|sipariş|başvuru|dosya|fatura|hesap|kargo|takip|rezervasyon|kimlik|vergi|kart|sicil|şikayet) (?:no|numara\\p{L}{0,20})|posta kod\\p{L}{0,10}
   (?:last|letzten?|derniers?|[úu]ltim[oae]s?|laatste|ostatni\\p{L}{0,40}|posledn\\p{L}{0,40}|sista|sidste|siste|viimeiset|utolsó|ultimele|последни\\p{L}{0,40}|останн\\p{L}{0,40}|τελευταί\\p{L}{0,40}|son) (?:\\d|\\p{L}{1,40}) ?\\p{L}{0,40}`,
  `(?:发票|發票|运单|運單|快递单?|快遞單?|合同|流水|会议|會議|航班|工单|工單|受理|案件|服务单?|服務單?|投诉|投訴|申请|申請|申訴|申诉|報修|报修)(?:[编編])?[号號](?:码|碼)?|发票代码|發票代碼|订单(?:编?号)?|訂單(?:編?號)?|注文(?:番号)?|会員(?:番号)?|會員(?:編號)?|受付番号|お客様番号|電話|电话|客服热线|热线|お問い合わせ|주문\\s?번호|회원\\s?번호|고객센터|사업자등록번호|طلب|رقم(?: الطلب)?|هاتف|مبلغ|سفارش|הזמנה|טלפון|ऑर्डर|राशि|हेल्पलाइन|หมายเลข(?!ยืนยัน)[ก-๙]{0,14}|เลข(?:ที่|พัสดุ|อ้างอิง)|คำสั่งซื้อ|โทร|ref|[末下后後尾]\\s?[4四]?\\s?[位桁号號码碼](?:为|為|数字)?|(?:끝|뒤)\\s?(?:번호|4?자리)|آخر \\S+ أرقام|口座番号|会員番号|(?:郵便|顧客|予約|問い?合わ?せ|管理|社員|学籍|整理|伝票|追跡|契約|製造)番号|(?:접수|고객|우편|계좌|예약|송장|문의|사원|학생|차량)\\s?번호|(?:شماره|کد) (?:مشتری|حساب|پیگیری|عضویت|پستی)|(?:शिकायत|ग्राहक|खाता|आवेदन|सदस्य|बिल|टिकट|संदर्भ) (?:संख्या|नंबर|क्रमांक)`,
);

const flags = "giu";
export const strongLabel = new RegExp(strong, flags);
export const vagueLabel = new RegExp(vague, flags);
export const weakLabel = new RegExp(weak, flags);
export const ownCode = new RegExp(words(own, ownUnspaced), "iu");
export const provingWord = new RegExp(proving, "iu");
const numberName = new RegExp(`${otherNumber}[\\s:#：°ºª№(「『"“-]{0,40}$`, "iu");

/** Whether the text before a number names it as something else than a code. */
export function isNamedOtherwise(before: string): boolean {
  // The end of a card's number: "****1234".
  if (/(?:\*{2}|[x•·.]{3})[\s-]?$/i.test(before.slice(-6))) return true;
  if (isOfOtherCode(before.slice(-60)) || denied.test(before.slice(-12))) return true;
  if (catalogued.test(before.slice(-12))) return true;
  return numberName.test(before.slice(-40)) || /[#№]\s?$|(?:n[°º.]|ref\.?)\s?$/iu.test(before.slice(-6));
}

/** Numbers of books, goods and orders, in capitals: "po" is a word elsewhere. */
const catalogued = /(?<!\p{L})(?:ISSN|ISBN(?:-1[03])?|EAN|GTIN|PO|P\.O\.)[\s:#]{0,3}$/u;

/** "Not 4410" is another one, or somebody else. */
const denied = /, (?:not|nicht|pas|no|niet|inte|ikke|nie|ne|не) $/iu;

/** "The error code is", before a number. */
function isOfOtherCode(before: string): boolean {
  const label = [...before.matchAll(weakLabel)].at(-1);
  if (label === undefined) return false;
  const end = label.index + label[0].length;
  const between = before.slice(end);
  return !/\d|[.,;!?]\s/.test(between) && isOtherCode(before, label.index, end);
}

/** Whether a line is nothing but the name of another number, for the one below it. */
export function isNameOfOther(line: string): boolean {
  return line.length <= 30 && line.split(" ").length <= 3 && isNamedOtherwise(line);
}

/** The password of a network is one for everybody who is there, unless it is given once to sign in. */
const ofPlace =
  /passwor[dt]|kennwort|passphrase|passcode|mot de passe|contraseña|senha|wachtwoord|hasło|lösenord|adgangskode|пароль/iu;
const network =
  /(?<!\p{L})(?:wi-?fi|wlan|ssid|hotspot|(?:guest|home|hotel|office) network|gastnetz|réseau|red wifi|rete wifi)(?!\p{L})/iu;
const givenOnce =
  /(?<!\p{L})(?:one[- ]?time|single[- ]use|sign[- ]?in|log[- ]?in|expires? in|valid for|einmal|anmeld|einlogg|usage unique|(?:un solo|único) uso|uso único|iniciar sesión|monouso|eenmalig|inlogg|jednoraz|zalog|engångs|engangs|logga in|logge? (?:på|inn)|одноразов|войти|входа?(?!\p{L}))/iu;

/** Whether a word for a code belongs to another thing: a promotion, a place, a program. */
export function isOtherCode(line: string, start: number, end: number): boolean {
  // "Engineer (code 88213)" is a reference.
  if (/\(\s?$/.test(line.slice(0, start)) && /^\s?[\w-]+\s?\)/.test(line.slice(end))) return true;
  // "Pune, PIN code 411001" is an address.
  if (/,\s?pin(?: code)?$/i.test(line.slice(0, end)) && /^(?: code)?[\s:-]*[1-9]/i.test(line.slice(end)))
    return true;
  // Mails and companies are registered under a number.
  if (/^n[úu]meros? d[eo] (?:registro|cadastro)$/iu.test(line.slice(start, end))) return true;
  return (
    (ofPlace.test(line.slice(start, end)) && network.test(line) && !givenOnce.test(line)) ||
    otherBefore.test(line.slice(Math.max(0, start - 24), start)) ||
    otherBehind.test(line.slice(end, end + 24))
  );
}
