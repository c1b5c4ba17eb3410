// Requests that mails of many languages make with a link, and the words of its button.
import type { LinkKind } from "./found.ts";
import { anyOf } from "./patterns.ts";

/** The verb alone: enough for the words of a link. */
const verbs: Record<LinkKind, string> = {
  confirmation:
    anyOf(`confirm(?!ed)|verify|validate|activate|complete (?:your )?(?:registration|sign-?up)|finish (?:signing up|registration)
    bestätig(?!t)|verifizier|aktivier|freischalt|registrierung abschlie
    confirme|vérifi|valide|active[rz]|finaliser (?:mon|votre|l['’])inscription
    confirma|verifica|valida|activa|activar|ativar|ative|confirmar|completar registro
    conferma|attiva|convalida|completa la registrazione
    bevestig|verifieer|activeer
    potwierd|aktywuj|zweryfikuj
    potvrd|ověř|aktivovat|overi|aktivuj
    bekräfta|verifiera|aktivera|bekræft|aktiv[eé]r|bekreft|vahvista|aktivoi
    megerősít|aktivál|visszaigazol|confirmă|confirmați|activează|verifică
    подтверд|активир|підтверд|активув|потвърд
    επιβεβα|επαλήθευσ|ενεργοποί
    doğrula|onayla|etkinleştir|aktifleştir
    konfirmasi|verifikasi|aktifkan|sahkan|xác (?:nhận|minh|thực)|kích hoạt
    激活|啟用|启用|验证|驗證|确认|確認|認証|登録を完了|本登録|有効化|完成注册|完成註冊
    인증|확인하|가입\\s?완료|활성화
    تأكيد|تاكيد|تفعيل|أكد|تحقق من|تایید|تأیید|فعال‌?سازی|אישור|אימות|אמת|אשר|הפעל
    सत्यापित|पुष्टि|सक्रिय|যাচাই|নিশ্চিত|ยืนยัน|เปิดใช้งาน`),
  sign_in:
    anyOf(`(?:log|sign)(?:ging|ing)?[- ]?(?:me )?in(?![a-z])|(?:approve|allow|trust|authori[sz]e) (?:this |the |my |your )?(?:new )?(?:device|browser|computer|sign-?in|log-?in|request)
    gerät (?:freigeben|bestätigen|autorisieren|zulassen|erlauben)|autoriser (?:cet |l['’]|mon )appareil|(?:autorizar|aprobar|aprovar|permitir) (?:este |el |o )?(?:dispositivo|acceso|acesso)|(?:autorizza|approva|consenti) (?:il |questo |l['’])?(?:dispositivo|accesso)|apparaat (?:goedkeuren|toestaan|vertrouwen)|(?:zatwierdź|autoryzuj) (?:to )?(?:urządzenie|logowanie)|(?:разрешить|одобрить|подтвердить) (?:устройство|вход)|cihaz[ıi]? (?:onayla|yetkilendir)|girişi onayla|godkänn (?:enhet|inloggning)|godkend (?:enhed|login)
    (?:授权|批准|信任|允许)(?:此|该|這)?(?:设备|登录)|この?(?:端末|デバイス)を(?:承認|許可)|ログインを(?:承認|許可)|기기 (?:승인|허용)|로그인 승인|السماح لل?جهاز|الموافقة على|magic (?:sign-?in |login )?link|(?:enlace|link|lien|collegamento) m[áa]gi(?:co|que)|magische[rn]? link|magiczn\\p{L}{0,40} link|волшебн\\p{L}{0,40} ссылк|чарівн\\p{L}{0,40} посилан|sihirli bağlantı|マジックリンク|매직 ?링크|魔法链接|الرابط السحري|access (?:my|your) account|open my account
    anmelde|einlogg|jetzt anmelden|zur anmeldung
    me connecter|se connecter|vous connecter|connexion|connectez
    iniciar sesión|inicia sesión|entrar|acceder|accede(?!\\p{L})|fazer login|acessar|acesse
    accedi|entra(?!\\p{L})|inlog|log je|login-?link|log in|aanmelden|zaloguj|logowani|přihlás|prihlás
    logg(?:a|ar|e|er)? inn?(?!\\p{L})|log(?:ge|ger)? ind|innlogging|inloggning|kirjaudu|belép|bejelentkez|conectează|autentifică
    войти|вход|увійти|вхід|вход|σύνδεση|συνδεθ|giriş yap|oturum aç|masuk|đăng nhập
    登录|登錄|登入|ログイン|サインイン|로그인|تسجيل الدخول|دخول|ورود|התחבר|כניסה|להתחברות|लॉग ?इन|साइन ?इन|เข้าสู่ระบบ|ล็อกอิน`),
  password_reset:
    anyOf(`(?:reset|change|choose|set|create|recover)(?:ting)?[^.]{0,20}password|password reset|new password
    (?:passwort|kennwort)[^.]{0,24}(?:zurück|änder|neu|vergess|festleg|setz|vergeb|vergib|wähl|anleg|erstell)|(?:vergeb|vergib|wähl|leg|erstell|setz)\\p{L}{0,40} [^.]{0,24}(?:passwort|kennwort)|neues (?:passwort|kennwort)
    (?:réinitialis|chang|choisi|cré|défini|modifi)[^.]{0,24}mot de passe|nouveau mot de passe|mot de passe oublié
    (?:restablec|cambi|recuper|crea|cri[ea]|elig|elij|establec|defin|escolh|reinici|redefin|alter|nova|nueva)[^.]{0,24}(?:contraseña|senha|palavra-passe|clave)
    (?:reimpost|impost|ripristin|cambi|crea|scegli|nuova|recuper)[^.]{0,24}password|wachtwoord[^.]{0,24}(?:herstel|opnieuw|wijzig|reset|kies|kiez|instel|aanmak)|(?:kies|maak)[^.]{0,16}wachtwoord|nieuw wachtwoord
    (?:zresetuj|zmień|ustaw|utwórz|wybierz|nadaj|reset\\p{L}{0,40}|nowe|odzysk\\p{L}{0,40})[^.]{0,24}hasł|(?:obnov|resetov|nové|změn|zmen)\\p{L}{0,40}[^.]{0,16}hesl
    (?:återställ|nytt|ändra|nulstil|nyt|tilbakestill)[^.]{0,20}(?:lösenord|adgangskode|passord)|(?:vaihda|palauta|nollaa|uusi) salasana|jelsz\\p{L}{0,40}[^.]{0,20}(?:visszaállít|módosít|új)|(?:resete|schimb)\\p{L}{0,40}[^.]{0,16}parol
    (?:сброс|восстанов|смен|измен|нов|созда|придума|зада|установ)\\p{L}{0,40}[^.]{0,20}парол|(?:скин|віднов|змін|нов)\\p{L}{0,40}[^.]{0,20}парол|επαναφορ\\p{L}{0,40}[^.]{0,20}κωδικ|νέο\\p{L}{0,40} κωδικ
    (?:şifre|parola)\\p{L}{0,40}[^.]{0,20}(?:sıfırla|yenile|değiştir|oluştur|belirle)|(?:atur ulang|reset|ubah|setel ulang)[^.]{0,16}(?:kata sandi|password|sandi|kata laluan)|(?:đặt lại|đổi)[^.]{0,12}mật khẩu
    (?:重置|重设|重設|找回|修改|设置|設定|创建)[^.]{0,6}密[码碼]|密[码碼](?:重置|重设|重設)|パスワード[^.。]{0,6}(?:再?設定|リセット|変更)|비밀번호[^.]{0,8}(?:재?설정|변경|초기화)
    (?:إعادة|اعادة|استعادة|تغيير|تعيين|إنشاء|اختيار)[^.]{0,20}(?:كلمة (?:المرور|السر)|الرقم السري)|(?:بازیابی|بازنشانی|تغییر)[^.]{0,16}(?:رمز عبور|گذرواژه)|(?:איפוס|שחזור|לאפס|אפס|שינוי|בחירת)[^.]{0,10}סיסמ|पासवर्ड[^.]{0,12}(?:रीसेट|बदल|सेट|बना)|(?:रीसेट)[^.]{0,12}पासवर्ड|(?:รีเซ็ต|ตั้ง|เปลี่ยน)[^.]{0,8}รหัสผ่าน`),
  invitation:
    anyOf(`accept (?:&|and|\\+) |(?:accept|view|open|confirm|redeem)(?: (?:the|your|this|my|\\p{L}{1,40}['’]s))? invit|join (?:(?:the|your|this|our|my|\\p{L}{1,40}['’]s) )?(?:\\p{L}{1,40} ){0,2}(?:team|workspace|organi[sz]ation|group|project|board|family|household|space|server|account)
    einladung (?:annehmen|akzeptieren|bestätigen|ansehen)|(?:team|gruppe|projekt|arbeitsbereich|organisation|konto|familie|haushalt) beitreten|jetzt beitreten
    accepter (?:l['’]|mon |votre |cette )invitation|rejoindre (?:l['’]|le |la |mon |votre )?(?:équipe|espace|groupe|projet|organisation|famille|compte)
    (?:aceptar?|acepta|ver) (?:la |mi |tu )?invitación|unir(?:me|se|te) (?:al|a la)|únete (?:al|a la)
    (?:aceitar|aceite|ver) (?:o |meu |seu )?convite|entrar n[ao] (?:equip|grupo|time|espaço|projeto)|juntar-me
    accett[ao] (?:l['’]|il tuo )?invito|unisciti (?:al|alla|a)|entra nel (?:team|gruppo|progetto)
    uitnodiging (?:accepteren|aannemen|bekijken)|accepteer (?:de |je |uw )?uitnodiging|(?:team|groep|project|werkruimte|huishouden) (?:deelnemen|lid worden)|deelnemen aan (?:het |de )?(?:team|groep|project)
    (?:przyjmij|zaakceptuj|akceptuj|przyjmuję) zaproszenie|dołącz do (?:zespołu|grupy|projektu|organizacji)
    (?:přijmout|přijměte|přijímám|prijať|prijmite) pozv[áa]n|připojit se k (?:týmu|skupině|projektu)
    (?:acceptera|tacka ja till) inbjudan|gå med i (?:teamet|gruppen|projektet)|(?:accept[eé]r|acceptere|godta|aksepter) (?:invitation|invitasjon)|bli med i (?:teamet|gruppen)|hyväksy kutsu|liity (?:tiimiin|ryhmään)
    megh[íi]v[óoáa]\\p{L}{0,40} elfogad|elfogad\\p{L}{0,40} (?:a )?megh[íi]v|acceptă?(?:ți)? invitați|alătur(?:ă-te|ați-vă)
    принять приглашение|присоединиться к|вступить в (?:команду|группу)|прийняти запрошення|приєднатися до|приеми\\p{L}{0,40} поканата|присъедини
    αποδοχή (?:της )?πρόσκλησης|αποδεχτείτε|αποδεχθείτε|daveti?(?:yi|ni)? kabul|(?:ekibe|gruba|takıma) katıl
    (?:terima|menerima) (?:undangan|jemputan)|(?:ber)?gabung (?:ke|dengan) (?:tim|grup)|chấp nhận lời mời|tham gia (?:nhóm|đội|dự án)
    接受邀[请請]|查看邀[请請]|加入(?:团队|團隊|小组|小組|工作区|工作區|群组|群組|项目|專案)|招待を(?:承諾|受ける|受諾|承認|確認)|(?:チーム|グループ|プロジェクト|ワークスペース)に参加|초대\\s?(?:수락|승인|확인)|초대를 수락|(?:팀|그룹|프로젝트|워크스페이스)에? ?(?:참여|합류)
    قبول الدعوة|(?:الانضمام|انضم) إلى|(?:پذیرش|قبول) دعوت|(?:קבל\\p{L}{0,40}|אשר\\p{L}{0,40}|אישור) (?:את )?(?:ה)?הזמנ|(?:להצטרף|הצטרפ\\p{L}{0,40}) (?:ל|אל)|(?:निमंत्रण|आमंत्रण) स्वीकार|(?:ตอบรับ|ยอมรับ)คำเชิญ|เข้าร่วม(?:ทีม|กลุ่ม)`),
};

/** Invitations to become a member. */
const invited =
  anyOf(`invited you|(?:wants|would like|has asked|asked) you (?:to (?:join|collaborate|work|help)|on|in)(?!\\p{L})|added you (?:to|as)|share[sd] [^.!?]{1,40} with you and|(?:has|have) invited|invites you|(?:you['’]ve|you have|you['’]re|you are) (?:been )?invited|invitation to (?:join|collaborate|work)|invit\\p{L}{0,40} you to
  eingeladen|lädt (?:dich|sie|euch)|einladung z(?:um|ur|u)|vous (?:a |ont )?invit|t['’](?:a |ont )?invit|invité[es]? à|invitation à (?:rejoindre|collaborer)|te (?:ha )?invit|le ha invitado|ha(?:s| sido) invitad|convidou|convidad[oa]|convida|ti (?:ha )?invita|(?:sei stat[oa] )?invitat[oa]
  uitgenodigd|nodigt|zaprosi[łl]|zaprasza|zaproszen|pozval|pozvánk|zve vás|bjud(?:it|er) in|inbjud|invitere[dt]|inviterer|invitert|har invitert|kutsu(?:i|nut|taan)|megh[íi]v|te-a invitat|v-a invitat|invitat să
  приглас|приглаша|приглашен|запро[сш]|покан|προσκάλεσε|πρόσκληση|προσκληθ|davet e[dt]|davet|mengundang|diundang|undangan|menjemput|mời bạn|được mời|lời mời
  邀[请請](?:您|你|加入)?|招待|초대|دعوة|دعاك|يدعوك|دعوت|הזמין|הזמינה|מזמין|הזמנה|आमंत्रित|निमंत्रण|आमंत्रण|เชิญ`);

/**
 * Nouns for what is confirmed, within a few words of the verb: they tell a request from news about an order.
 */
const objects =
  anyOf(`e-?mail|address(?!ed)|account|subscription|registration|sign-?up|identity|membership|profile|newsletter|sign(?:ing)? up|regist|subscrib|that (?:this is|it['’]s|it was) you|it['’]s you|(?<!\\p{L})(?:phone|mobile|telephone)(?: number)?
  telefon|handynummer|mobilnummer|téléphone|teléfono|móvil|celular|telefone|telemóvel|cellulare|telefoon|telefonnummer|puhelin|телефон|τηλέφων|điện thoại|手机|手機|電話番号|携帯|휴대폰|전화번호|هاتف|جوال|טלפון|मोबाइल
  konto|adresse|anmeldung|registrierung|abonnement|abo(?!\\p{L})|mitgliedschaft|inscription|compte|adresse|courriel|abonn|s['’]inscri
  correo|cuenta|registro|suscripci|registr|conta(?!\\p{L})|cadastr|endereço|inscri|account|indirizzo|iscri|registraz|aanmelding|inschrijving|registratie
  adres|kont|rejestrac|subskrypc|účet|účt|registrac|adres|e-post|postadress|registrering|prenumer|konto|tilmeld|sähköposti|tili|rekister|fiók|regisztr|cont(?:ul|ului)|înregistr
  адрес|почт|аккаунт|учётн|учетн|регистрац|подписк|адрес|пошт|обліков|реєстрац|підписк|имейл|акаунт|λογαριασμ|διεύθυνσ|εγγραφ
  hesab|adres|kay[ıd]|üyelik|abonel|akun|alamat|pendaftar|langganan|tài khoản|địa chỉ|đăng ký
  邮箱|郵箱|信箱|邮件地址|账号|帐号|帳號|账户|帳戶|注册|註冊|订阅|訂閱|メール|アカウント|登録|会員|이메일|메일|계정|가입|구독|회원
  البريد|بريد|حساب|تسجيل|اشتراك|ایمیل|حساب|ثبت|عضویت|מייל|דואר|חשבון|הרשמה|נרשמ|ईमेल|खात|पंजी|ইমেইল|อีเมล|บัญชี|สมัคร`);

const edge = (words: string) => `(?:(?<![a-zà-öø-ÿа-яё])(?:${words}))`;

/** Calls that need no such noun beside them: a sign-up is completed. */
const completing =
  anyOf(`(?:complete|finish|finali[sz]e)(?: your| the| my)? (?:registration|sign-?up|subscription)|finish signing up
  (?:registrierung|anmeldung) (?:abschlie|vervollständ)|(?:finaliser|terminer|compléter) (?:mon |votre |l['’]|ton )?inscription|completar? (?:el |tu |su |mi |o |seu |teu |meu )?(?:registro|registo|cadastro)|concluir o (?:registo|cadastro)|completa(?:re|ndo)? (?:la )?(?:registrazione|iscrizione)
  (?:registratie|aanmelding) (?:afronden|voltooien)|(?:do|u)kończ\\p{L}{0,40} rejestrac|dokonč\\p{L}{0,40} registrac|slutför\\p{L}{0,40} (?:din )?registrering|(?:fuldfør|fullfør) (?:din )?registrering|viimeistele rekister|fejezze be a regisztr|finaliza\\p{L}{0,40} înregistr
  заверш\\p{L}{0,40} (?:регистрац|реєстрац)|(?:kayd|üyeliğ)\\p{L}{0,40} tamamla|menyelesaikan pendaftaran|hoàn tất (?:việc )?đăng ký
  完成(?:注册|註冊|订阅|訂閱)|登録を完了|本登録(?:を|の|へ|は)|가입(?:을)? ?완료(?:하|해)|(?:إكمال|لإتمام|أكمل) (?:ال)?تسجيل|(?:השלמת|להשלמת|להשלים את) ההרשמה|पंजीकरण पूरा`);

const wordPatterns = mapKinds(
  (kind) => new RegExp(edge(kind === "confirmation" ? `${verbs[kind]}|${completing}` : verbs[kind]), "iu"),
);

/** A link, a button or a press beside the verb, for what is said of signing in. */
const linkNear = anyOf(
  `link|button|click|tap|below|url|lien|bouton|cliqu|enlace|botón|clic|haz|pulsa|presion|premi(?!\\p{L})|tocc|drück|tippe|appuy|appuie|druk|tik(?!\\p{L})|naciśnij|stiskn|tryk|botão|clique|pulsante|knop|klik|przycis|kliknij|odkaz|tlačítk|klikn|länk|knapp|klicka|lenke|knap|linkk|painik|hivatkoz|gomb|kattint|buton|apăs|ссылк|кнопк|нажм|перейд|посилан|натисн|връзк|σύνδεσμ|κουμπί|bağlantı|tıkla|buton|tautan|tombol|klik|liên kết|nhấn|nút|链接|連結|鏈接|点击|點擊|按钮|リンク|ボタン|クリック|アクセス|링크|버튼|눌러|클릭|رابط|الزر|اضغط|انقر|پیوند|لینک|کلیک|دکمه|קישור|כפתור|לחצ|लिंक|बटन|क्लिक|ลิงก์|ปุ่ม|คลิก`,
);

const asking: Record<LinkKind, RegExp> = {
  confirmation: new RegExp(
    `${edge(completing)}|${edge(verbs.confirmation)}[^.。!?]{0,80}?(?:${objects})|(?:${objects})[^.。!?]{0,60}?${edge(verbs.confirmation)}`,
    "iu",
  ),
  sign_in: new RegExp(
    `${edge(verbs.sign_in)}[^.。!?]{0,80}?(?:${linkNear})|(?:${linkNear})[^.。!?]{0,80}?${edge(verbs.sign_in)}`,
    "iu",
  ),
  password_reset: wordPatterns.password_reset,
  invitation: new RegExp(edge(invited), "iu"),
};

function mapKinds(make: (kind: LinkKind) => RegExp): Record<LinkKind, RegExp> {
  return {
    confirmation: make("confirmation"),
    sign_in: make("sign_in"),
    password_reset: make("password_reset"),
    invitation: make("invitation"),
  };
}

const signInFirst = new RegExp(
  `^\\W{0,40}(?:${verbs.sign_in}|(?:your|ihr|dein|votre|ton|tu|su|o seu|il tuo|je|uw|twój|din|ditt) )`,
  "iu",
);
/** "New sign-in to your account" tells of one. */
const signInNews =
  /(?<!\p{L})(?:new|neue[rs]?|nouvelle|nuevo|nov[oa]|nuovo|nieuwe?|nowe|ny|nytt|новый|новий|yeni)(?!\p{L})|新|새/iu;

/** Words of a button by which readers say that it was them, or that they agree. */
const selfWords =
  /(?<!\p{L})(?:(?:this|that|it)(?: is|['’]s| was) (?:really )?(?:me|my (?:e-?mail|address|inbox|account))|das (?:bin|war) ich|ich (?:bin|war) es|c['’](?:est|était) (?:bien )?moi|soy yo|fui yo|sou eu|fui eu|sono (?:stat[oa] )?io|(?:dit |dat )?(?:ben|was) ik|to (?:ja|byłe?m ja)|jsem to já|byl(?:a)? jsem to já|(?:det )?(?:är|var) jag|det (?:er|var) (?:meg|mig)|se olin minä|én vagyok|én voltam|eu sunt|eu am fost|это (?:я|был[аи]? я)|це (?:я|був я|була я)|αυτός είμαι|bu benim|bendim|ini saya|là tôi|đúng là tôi)(?!\p{L})|是我|本人です|私です|본인입니다|저예요|제가 맞|هذا أنا|أنا من|זה אני|זו אני|यह मैं|ฉันเอง/iu;
const agreeing =
  /^\W{0,40}(?:yes|yep|ja|jawohl|oui|sí|si|sim|sì|tak|ano|áno|kyllä|igen|da|да|так|ναι|evet|ya|vâng|はい|是的?|네|예|نعم|بله|כן|हाँ|हां|ใช่)(?!\p{L})/iu;
const deviceWords =
  /(?<!\p{L})(?:device|browser|computer|gerät|appareil|navigateur|ordinateur|dispositiv|ordenador|apparaat|urządz|zařízen|enhet|enhed|laite|eszköz|dispozitiv|устройств|пристр|συσκευ|cihaz|perangkat|thiết bị)|设备|裝置|設備|端末|デバイス|기기|جهاز|دستگاه|מכשיר|डिवाइस|อุปกรณ์/iu;

/** All that a button says under an invitation. */
const acceptWords =
  /^\W{0,40}(?:accept|join(?: now| us| in)?|jetzt beitreten|annehmen|beitreten|mitmachen|accepter|rejoindre|participer|je rejoins|aceptar|unirme|unirse|únete|participar|aceitar|entrar|juntar-me|accetta|partecipa|unisciti|entra|accepteren|aannemen|deelnemen|meedoen|akceptuj|przyjmij|przyjmuję|dołącz|přijmout|připojit se|acceptera|gå med|anslut|acceptér|accepter|deltag|aksepter|godta|bli med|hyväksy|liity|elfogadom|elfogadás|csatlakozom|csatlakozás|acceptă|alătură-te|принять|присоединиться|вступить|прийняти|приєднатися|долучитися|приемам|αποδοχή|συμμετοχή|kabul et|katıl|terima|gabung|bergabung|chấp nhận|tham gia|接受|(?:立即|马上|馬上|立刻)?加入|同意|参加する?|承諾(?:する)?|수락(?:하기)?|참여(?:하기)?|합류(?:하기)?|قبول|انضم(?: الآن)?|الانضمام|پذیرفتن|پیوستن|קבל|אישור|הצטרף|הצטרפות|स्वीकार करें|शामिल हों|ยอมรับ|เข้าร่วม)(?:[ '’][\p{L}\d„“"«»'’-]{1,20}){0,4}\W{0,40}$/iu;
/** Words of invitations to an event, which are answered in the same way. */
const takesPlace =
  /(?<!\p{L})(?:webinar|event|meeting|conference|lunch|dinner|party|concert|maybe|tentative|rsvp|veranstaltung|termin|feier|événement|réunion|soirée|evento|reunión|reunião|fiesta|festa|riunione|evenement|vergadering|wydarzeni|spotkani|událost|möte|møde|møte|tapahtuma|мероприят|встреч|зустріч|etkinlik|toplantı)|会议|會議|活动|活動|イベント|会議|ミーティング|회의|행사|اجتماع|فعالية|פגישה|אירוע/iu;

/** Whether a button answers an invitation to be one of others. */
export function answersInvitation(words: string, mail: string): boolean {
  return acceptWords.test(words) && !takesPlace.test(mail);
}

/** Nouns for other things that are confirmed: meetings, orders. */
const otherObjects =
  /(?<!\p{L})(?:appointment|booking|reservation|order|delivery|date|attendance|payment|visit|shipment|termin|buchung|bestellung|lieferung|rendez-vous|réservation|commande|livraison|cita|pedido|reserva|entrega|consulta|appuntamento|ordine|prenotazione|consegna|afspraak|bestelling|levering|wizyt|zamówieni|dostaw|rezerwacj|objednáv|bokning|beställning|randevu|sipariş|запис|заказ|доставк|встреч)|予約|注文|预约|预订|订单|訂單|예약|주문|배송|موعد|طلب/iu;

/** Whether a button is for something else than who its reader is. */
export function isForBusiness(words: string): boolean {
  return otherObjects.test(words);
}

/** Whether the words of a button are the reader's: "That was me". */
export function saysItWasMe(words: string): boolean {
  return words.length <= 80 && selfWords.test(words);
}

/**
 * Return the kind of link that a button of agreement opens: a sign-in in a mail about a device, else a
 * confirmation; null: no such button.
 */
export function agreesTo(words: string, text: string): LinkKind | null {
  const isYes = words.length > 5 && words.length <= 80 && agreeing.test(words);
  if (!isYes && !saysItWasMe(words)) return null;
  return deviceWords.test(text) ? "sign_in" : "confirmation";
}

/** Whether a text asks for what a link of the kind does. */
export function asksFor(kind: LinkKind, text: string): boolean {
  return asking[kind].test(text);
}

/** Whether a subject alone asks to sign in: "Sign in to Larkspur". */
export function asksToSignIn(subject: string): boolean {
  return signInFirst.test(subject) && wordPatterns.sign_in.test(subject) && !signInNews.test(subject);
}

/** Whether the words of a link say what it does. */
export function saysInWords(kind: LinkKind, words: string): boolean {
  return words.length <= 120 && wordPatterns[kind].test(words);
}

const link = new RegExp(linkNear, "iu");

/** Whether a link is named by what it is: "follow this link". */
export function namesItself(words: string): boolean {
  return words.length <= 40 && link.test(words);
}

const elsewhereWords =
  /unsubscribe|opt[- ]?out|privacy|terms|help|support|contact|preferences|settings|faq|learn more|read more|report|not you|wasn['’]t me|(?<!\p{L})(?:deny|decline|reject|block)(?!\p{L})|secure (?:my|your) account|ablehn|sperren|refuser|rechazar|recusar|rifiuta|weigeren|odrzuć|отклон|заблок|відхил|reddet|拒否|拒绝|拒絕|거부|رفض|דחה|view (?:in|this)(?!\p{L})|browser|abmeld|abbestell|datenschutz|impressum|agb|hilfe|désabonn|désinscri|confidentialité|mentions|aide|darse de baja|cancelar suscrip|privacidad|ayuda|descadastr|ajuda|disiscri|annulla|aiuto|uitschrijv|afmeld|wypisz|rezygn|pomoc|regulamin|odhlás|avregistr|avprenumer|afmeld|peruuta tilaus|leiratkoz|dezabon|отпис|помощь|конфиденц|відпис|διαγραφ|abonelikten|yardım|gizlilik|berhenti|hủy đăng|退订|退訂|取消订阅|取消訂閱|隐私|隱私|配信停止|配信解除|退会|ヘルプ|プライバシ|수신거부|이용약관|도움말|개인정보|إلغاء الاشتراك|الخصوصية|مساعدة|لغو عضویت|הסר|ביטול|תנאי|सदस्यता समाप्त|गोपनीयता|ยกเลิก/iu;
const elsewherePaths =
  /unsub|opt-?out|privacy|\/terms|\/help|\/support|\/faq|preferences|\/about|\/report|abmeld|desabonn|desuscri|\/blog|\/policies|\.(?:png|jpe?g|gif|svg|css|pdf)(?:$|\?)/iu;

/** Whether a link is one of a mail's footer. */
export function leadsElsewhere(words: string, href: string): boolean {
  return elsewhereWords.test(words) || elsewherePaths.test(href);
}
