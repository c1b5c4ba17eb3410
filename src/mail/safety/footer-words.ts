// Words of footers that programs add to the plain part of a newsletter: why it came, how to leave, who sends it, where it is registered.
// Lines are languages or kinds; the separators of alternatives are line ends.

import { namesPartner } from "./partner-words.ts";
import { programs } from "./program-order-words.ts";

const stems = `(?:no longer|don['’]t|do not) (?:wish|want) to (?:receive|get|hear)|(?:rather|prefer) not (?:to )?(?:receive|get|hear)|stop (?:getting|receiving) (?:it|this|these|our|such)|unsubscrib|opt(?:ed)?[- ]out|(?:email|mailing|notification|newsletter) (?:preferences|settings)|mailing list(?= --)|automatic(?:ally)? (?:generated |sent )?(?:e-?mail|message)|right to privacy|(?:update|manage|change) (?:your |all )?(?:preferences|subscription|notifications|email)
you(?:['’]re| are| have)? (?:receiv|been sent)\\w{0,5} (?:this|because)|you received this|(?:this|the) (?:e-?mail|message|alert|notification|newsletter|digest|update) (?:was|is) (?:being )?(?:sent|intended|delivered|created)|you(?:['’]re| are) getting this|you(?:['’]re| are) receiving|why did i get this|learn why we included|we are (?:at|based (?:at|in)) [\\p{Lu}\\d]|(?:if you |you )?(?:cannot|can['’]t|can not) (?:see|view|read) th(?:is|e) (?:e-?mail|message|newsletter|images?)
managing directors?:|registered charity|(?:registered with the |member of the )?fundraising regulator|registered (?:business|trading|company) name|trading name of|company (?:no|number|registration)|vat (?:no|id|number|reg)|register(?: court| number| no)?:
copyright|all rights reserved|privacy (?:policy|notice|statement)|terms (?:of|and|&) (?:service|use|conditions)|mailing address|registered (?:office|trademarks?|in|company)|powered by|made by|sent (?:by|to|from) |(?:this is an? )?(?:service|automatic|automated|system|notification) e-?mail
(?:e-?mail )?(?:client|program) (?:does not|doesn['’]t|cannot) (?:support|display|show)|plain[- ]text version|html (?:messages?|capable|version|e-?mails?)|in html|does not support html|cannot display html|best experience
view (?:this|the|it|image|online|in)|read (?:it |this )?online|web version|view in browser|forward to a friend|share (?:on|this)|follow us|read more|add us to your address book|do not reply|don['’]t reply|please add|trouble viewing|something wrong with the email
(?:diese|die) (?:e-?mail|nachricht|bilder) nicht (?:\\p{L}{1,12} )?(?:sehen|lesen|angezeigt)|(?:bekommst|bekommen sie|erhältst) (?:du )?(?:diese|dieses)|sie haben (?:sie|diese[ns]?) erhalten(?=,? weil)|nicht (?:mehr|länger) (?:erhalten|bekommen)|abmelden|abbestellen|abzubestellen|austragen|impressum|datenschutz|amtsgericht|registergericht|handelsregister|ust-?id|browser|online[- ]?(?:ansicht|version)|antworten sie nicht|sie erhalten diese|alle rechte vorbehalten
si vous ne (?:voyez|parvenez)|vous ne souhaitez plus|ne souhaitez plus recevoir|se désinscrire|désabonn|désinscription|ne plus recevoir|vous recevez cet?|données personnelles|mentions légales|politique de confidentialité|dans (?:le|votre) navigateur|ne pas (?:y )?répondre|tous droits réservés|droit d['’]accès
si no (?:puedes?|logras?|visualizas?) |no (?:deseas?|quieres?) (?:seguir )?recib|da(?:r[st]|t)e de baja|dejar de recibir|protección de datos|sus datos figuran|en cumplimiento del? (?:rgpd|reglamento|la ley)|cancelar? (?:la |tu |su )?suscripción|política de privacidad|aviso legal|recibe este|has? recibido este|en (?:su|tu) navegador|correo (?:es )?automático|todos los derechos|no responda|se dirige exclusivamente|información confidencial
se (?:você )?não (?:consegu|visualiz)|não (?:quer|desej|receber|pretend)\\p{L}{0,4} (?:mais )?(?:receber|nossos|e-?mails)|cancelar (?:a )?(?:subscrição|inscrição)|descadastr|deixar de receber|e-?mail automático|política de privacidade|recebeu este|não responda|todos os direitos
se non (?:riesci|vedi|visualizzi|leggi)|non (?:vuoi|desideri) (?:più )?ricev|cancella(?:ti|re|zione| (?:la |l['’])?iscrizione)|annulla (?:la |l['’])?iscrizione|disiscri|informativa|hai ricevuto|ricevi questa|non rispondere|tutti i diritti|partita iva|p\\. ?iva
(?:kunt|kun) (?:u|je) (?:deze|dit) (?:e-?mail|bericht|nieuwsbrief) niet|niet (?:meer|langer) ontvangen|(?:u|je) bent (?:ingeschreven|aangemeld|geabonneerd)|sie sind (?:angemeldet|eingetragen)|vous êtes (?:inscrit|abonné)|está[s]? (?:suscrito|inscrito)|sei iscritto|jesteś zapisan|meld u (?:dan |hier )?af|u krijgt dez?e|afmelden|uitschrijven|je ontvangt|u ontvangt|privacyverklaring|niet beantwoorden|alle rechten|kvk
jeśli nie (?:widzisz|możesz|wyświetla)|nie (?:wyświetla|widzisz) |nie chcesz (?:już )?(?:dostawać|otrzymywać)|sp\\. z o\\. ?o|wypisz|rezygn|polityka prywatności|otrzymujesz|wszelkie prawa|administratorem|odhlásit|avregistrera|afmeld|meld deg av|peru tilaus|leiratkoz|dezabon
du får (?:detta|det här|denne|dette) |du (?:modtager|mottar) den+e |saat tämän (?:viestin|sähköpostin)|tento e-?mail (?:jste )?(?:dost|obdrž)|(?:dostáváte|obdrželi jste|dostali jste) tento|(?:bu )?(?:e-?posta|mesaj|bülten)\\p{L}{0,4} [^.]{0,60}(?:aldınız|alıyorsunuz|almaktasınız)|primi(?:ți|ti|ţi) acest|azért kap(?:ta|tad|ja|od)|λαμβάνετε αυτό|ви отримали це|bạn nhận được (?:email|thư) này|anda menerima email ini|vill du inte (?:längre )?(?:få|ta emot)|avprenumerera|avsluta prenumeration|kan du inte (?:se|läsa)|ønsker du ikke|vil du ikke (?:længere|lenger)|kan du ikke (?:se|læse|lese)|frameld|peruuta|lopeta tilaus|etkö näe|nechcete(?:-li)? (?:již |dále )?(?:dostávat|přijímat)|odhlaste|odhlásiť|pokud (?:nevidíte|se e-?mail)|nezobrazuje se|nem (?:szeretne|kíván|kér)|ha nem látja|nu mai (?:doriți|vrei|dorești)|dacă nu (?:vezi|puteți|vedeți)|odjav|görüntüleyemiyor|almak istemiyor|abonelikten|atsisakyti|loobu|tühista tellimus|atteikties|δεν επιθυμείτε|απεγγραφ|если (?:вы не видите|письмо не)|не (?:хотите|желаете) (?:больше )?получать|не (?:бажаєте|хочете) (?:більше )?отримувати|отпис|відпис
отписаться|отказаться от рассылки|вы получили это|відписатися|διαγραφή|abonelikten|berhenti berlangganan|hủy đăng ký`;

/** More of them, in more languages. */
const moreStems = `(?:du bekommst|sie bekommen) (?:diese|dieses)|keine (?:lust|mails|post) mehr\\?|prefer (?:fewer|less)|(?:this|the) (?:e-?mail|message|newsletter|bulletin) (?:goes|is mailed|is posted) (?:out )?to|persönlich haft|sitz(?=:)|wpisan\\p{L} do rejestru|(?:you(?:['’]re| are)|your address is) on (?:this|our) (?:mailing )?list|you just read issue|brought to you by|the easiest way to|reconnue d['’]utilité|partners with \\S{1,20} to provide|change what you receive|what you(?:['’]d| would) (?:like|want) to (?:hear|receive|get)(?: about)?|company limited by guarantee|changed your mind|automated (?:e-?mail|message|notification)|(?:help|support) cent(?:re|er)|aby zrezygnować|avsluta pren|(?:fler|flere) (?:utskick|e-?post)|(?:follow|view) image link|view image|caption(?=:)|built with|email marketing|(?:e-?mail|message|information) (?:is|are|may be) (?:strictly )?confidential|intended recipient|(?:mailbox|inbox|address) (?:is|are) (?:not (?:monitored|read|checked|answered|attended)|un(?:monitored|attended|read))(?![\\p{L}])|(?:repl(?:y|ies)|responses?) (?:to this \\p{L}{1,10} )?(?:is|are|will be|go(?:es)?|get) (?:sent |routed |delivered |directed )?(?:to )?(?:an? )?(?:unmonitored|unattended|unread|not (?:monitored|read|checked|answered))|unmonitored (?:mailbox|inbox|address|e-?mail)|registered number|our (?:postal |mailing )?address(?=:)|(?:mailed|delivered) to|receiv\\w{0,3} (?:this|these) (?:e-?mails?|messages?|letters?)
(?:dieses|das) (?:e-?mail-?)?postfach wird nicht|(?:diese|die) (?:e-?mail-?)?adresse (?:wird nicht|ist nicht)|unsere (?:post)?(?:anschrift|adresse)(?=:)|wie sie (?:diese|unsere) e-?mails|(?:einstellungen|profil|daten) (?:aktualisieren|ändern|verwalten)|html-e-?mails?|unterstützt (?:\\p{L}{1,10} )?kein|(?:finden|lesen) sie (?:diese[nr]?|unseren?) (?:newsletter|nachricht|ausgabe)|(?:e-?mail|nachricht|newsletter) (?:wurde|wird|ging|ist) (?:an|von|ihnen|dir)(?![\\p{L}])|freiwillig angegeben|einwilligung
(?:cette|la) (?:boîte(?: aux lettres| mail)?|adresse) n['’]est pas|(?:cet? )?(?:e-?mail|courriel|message) (?:a été|vous a été|vous est) (?:envoy|adress|transmis)|(?:gérer|modifier|mettre à jour) (?:vos|mes) (?:préférences|abonnements)|siège social|s['’]affiche (?:pas|mal)
(?:este|esta) (?:buzón|cuenta de correo|dirección) no (?:está|se|es)|(?:no )?(?:ves|ve|puedes ver|visualizas) bien|(?:correo|mensaje|e-?mail) (?:ha sido|fue|se ha) (?:enviado|remitido)|registro mercantil|para (?:cancelar|anular|dejar)|actualizar (?:tus|sus) (?:datos|preferencias)
(?:questa|questo) (?:casella|indirizzo) non (?:è|viene)|(?:questa |questo )?(?:e-?mail|messaggio) (?:è stat[ao]|ti è stat[ao]) (?:inviat|spedit)|per (?:cancellarti|disiscriverti|annullare)|gestisci (?:le )?(?:tue )?preferenze|sede legale|capitale sociale
(?:esta|este) (?:caixa(?: de correio| de entrada)?|endereço) não|(?:você )?(?:está )?recebe(?:ndo|u|s)? (?:este|esta|esse)|porque (?:se )?(?:cadastrou|inscreveu|subscreveu)|para (?:não receber|sair da lista|cancelar)|gerir (?:as )?preferências
(?:deze|dit) (?:mailbox|postvak|e-?mailadres|adres) wordt niet|(?:deze|dit) (?:e-?mail|bericht|nieuwsbrief) (?:is|werd) (?:verzonden|verstuurd|gestuurd)|(?:geen|minder) (?:(?:e-?)?mails?|post|nieuwsbrieven)(?: meer)?\\?|meld (?:je|u) (?:hier )?af|voorkeuren (?:wijzigen|aanpassen|beheren)|bekijk (?:online|in)
(?:ta|niniejsza) wiadomość|wiadomość (?:została|jest) (?:wysłana|wygenerowana)|(?:ten|tego) (?:e-?mail|newsletter)|zarządzaj (?:subskrypcj|preferencj)|nie odpowiada[jć]
(?:mejlet|mailet|brevet) (?:skickades|är skickat|har skickats)|(?:e-?posten|e-?mailen|mailen) (?:er|ble|blev) sendt|läs (?:det |den )?(?:här )?(?:i|på) webben|se (?:e-?mailen|mailen|nyhedsbrevet) i|svara inte|svar ikke|gå ud af listen|saat tä(?:män|tä)|sait tä(?:män|tä)|olet tilannut|uutiskirje\\p{L}{0,5}|älä vastaa
(?:tento|toto) (?:e-?mail|zpráv|newsletter|správ)|(?:dostávate|dostali ste) (?:tento|túto)|(?:zrušit|zrušiť) (?:odběr|odber)|neodpovídejte|neodpovedajte|ezt (?:a|az) (?:levelet|e-?mailt|hírlevelet|üzenetet)|feliratkoz\\p{L}{1,6}|ne válaszoljon|nu răspundeți|abonat (?:la )?|v-ați abonat|ovu poruku|primate (?:ovu|ovaj)|prijavljeni|odjavite|prejeli ste|odjavo
yanıtlamayınız|üye(?:si)? olduğunuz|gaunate šį|užsiprenumerav\\p{L}{1,6}|jūs saņem\\p{L}{1,4}|saite kirja|olete tellinud|λαμβάνετε|εγγραφήκατε|για (?:να )?(?:διαγραφή|διαγραφείτε)|μην απαντ
вы (?:получ|подпис)\\p{L}{1,8}|подписан\\p{L}{0,2} на|рассылк\\p{L}{0,3}|не отвечайте|ви (?:отрим|підпис)\\p{L}{1,8}|підписан\\p{L}{0,2} на|розсилк\\p{L}{0,3}|получавате|абонира\\p{L}{1,5}|отпишете
đăng ký nhận|nhận được (?:email|thư|tin) này|vui lòng không trả lời|ngừng nhận|menerima (?:email|surel|pesan) ini|terdaftar sebagai|jangan (?:balas|membalas)|hentikan langganan`;

/** A mail or a letter that goes to many, and that it was asked for or sent: in one sentence it speaks of itself. */
const itself =
  /(?<![\p{L}\p{N}])(?:newsletter|nachricht|rundbrief|infobrief|rundschreiben|mailing|correo|mensaje|messaggio|mensagem|courriel|lettre|bülten|bulletin|boletín|boletim|hírlev|levelet|e-?post|e-?mejl|mejl|mail|nyhedsbrev|nyhetsbrev|nieuwsbrief|bericht|wiadomoś|biuletyn|zpráv|správ|novin|mail[aeiu]|newslett|naujienlai|laišk|jaunumi|uudiskir|kirja|viesti|uutiskir|poruk|bilten|имейл|бюлетин|письм|рассылк|лист|розсилк|ηλεκτρονικ|ενημερωτικ|nhận tin|bản tin|surel|pesan ini)|البريد|رسال|نشرت|ایمیل|خبرنامه|הודעה|מייל|דיוור|ईमेल|समाचार|메일|뉴스레터|信件|郵件|邮件|メール|อีเมล|จดหมายข่าว/iu;
const wasAsked =
  /(?<![\p{L}\p{N}])(?:wysłan|enviad|envoyé|inviat|skickad|versandt|gesendet|verschickt|verzonden|sendt|отправлен|надіслан|posíláme|lähetetty|gönderil|erhal|erhäl|bekom|angemeldet|abonn|abon|recevez|inscri|recib|suscri|receb|subscr|ricev|iscri|ontvang|krijg|ingeschr|aangemeld|otrzym|dostaj|enviamos|dostáv|dostal|obdrž|odebír|zákazník|prihlás|přihlás|odber|odběr|får|modtag|mottar|prenumer|tilmeld|påmeld|tilaa|tilann|saat|saite|liitu|tellin|saņem|piete|gaun|prenum|prima|prijav|naroč|alıyor|üye|kayıt|feliratk|kap(?:ta|tad|ja|od)|primi[țţt]i|v-ați|получ|подпис|отрим|підпис|получав|абонир|λαμβάν|εγγρ|đăng ký|nhận|menerima|terdaftar|berlangganan)|تتلقى|تصلك|مشترك|اشترك|سجل|دریافت|عضو|נרשמ|נשלחה|קיבלת|प्राप्त|सदस्य|구독|수신|신청|발송|订阅|訂閱|登録|購読|สมัคร/iu;

/** Registers and tax numbers of many countries, before a number. */
const registers =
  "hra|gnr|vr|vereinsregister(?: \\p{L}{2,20})?|genossenschaftsregister(?: \\p{L}{2,20})?(?: gnr)?|rna|loi|ič|统一社会信用代码|rsin|krs|nip|regon|iço|ičo|ič|dič|ico|org\\.? ?nr|org\\.nr|cvr|y-tunnus|adószám|cégjegyzékszám|cui(?:f)?|инн|огрн(?:ип)?|кпп|єдрпоу|α\\.?φ\\.?μ|γ\\.?ε\\.?μη|mst|npwp|cnpj|cif|nif|n\\.?i\\.?f|c\\.?i\\.?f|rcs(?: \\p{L}{2,20})?|siret|siren|naf|mersis(?: no)?|abn|acn|gst(?:in)?|cin(?=:)|hrb|hra|fn|uid|ust-?idnr\\.?|vat|p\\.?iva|c\\.f|rea|kvk|btw|zvr(?:-zahl)?|ein|reg(?:istration)?\\.? ?(?:no|number|nr)|reģ\\.? ?nr|įmonės kodas|registrikood|oib|mbs|pib|eik|еик|булстат";

/** Words of scripts that do not part them, or that write them together with others. */
const unspaced = `特定商取引法に基づく表[記示]|退会(?:手続き|方法)?(?:は|を)|配信停止|配信解除|登録解除|発行|ブラウザ|表示されない(?:場合|方)|ご登録(?:いただ|の)|(?:メルマガ|メール)(?:を|に)?(?:配信|ご登録|購読)|配信(?:して|専用|先)|送信専用|お送りして(?:い|お)|html(?:形式|メール)|下記(?:の)?url|退订|退訂|取消订阅|取消訂閱|无法(?:正常)?(?:查看|显示|浏览|阅读)|無法(?:正常)?(?:檢視|顯示|瀏覽)|您(?:会|之所以|會)?收到(?:此|这|本|了|這)|不想再(?:收到|接收)|通讯录|通訊錄|白名单|系统(?:自动)?(?:邮件|发送|发出)|請?勿(?:直接)?回[复覆]|请勿(?:直接)?回[复覆]|有限公司|icp[备備]|版权所有|版權所有|수신 ?거부|구독 ?취소|발신 ?전용|수신 ?동의|회신되지|주식회사|사업자 ?등록 ?번호|통신판매업|구독하신|إلغاء الاشتراك|(?:تصلك|وصلتك|تلقيت|تتلقى) هذه|لأنك (?:مشترك|اشتركت)|جميع الحقوق|ذ\\.م\\.م|ش\\.م\\.|הסרה|להסרה|קיבלת (?:מייל|הודעה|דואר)|נרשמת|בע["״]מ|כל הזכויות|คุณได้รับ(?:อีเมล|ข้อความ)|ยกเลิกการ(?:รับ|สมัคร)|สงวนลิขสิทธิ์|บริษัท.{1,40}จำกัด|यह (?:ईमेल|संदेश)|सदस्यता|प्रा\\. ?लि|لغو اشتراک|این ایمیل|統一編號|股份有限公司|瀏覽此|系統自動|לביטול|להפסקת`;

/** Readers as a newsletter speaks of them: its customers and members, who bought something. */
export const reader =
  /(?<![\p{L}])(?:bought|shopped|purchase|nakoup|zakoup|eingekauft|bestellt|achet|compra|gekocht|zakup|köpt|købt|nákup|customers?|members?|subscribers?|kunde?n?|kundin|mitglied|clientes?|clients?|cliente|membres?|adhérente?s?|soci[oae]s?|miembros?|abonn|klant|lid(?!\p{L})|leden|klient|członk|zákazn|člen|asiak|jäsen|medlem|vásárló|tagja|müşteri|üye|клиент|клієнт|член|подписчик|kupac|član|πελάτ|μέλος)/iu;

/** A sentence in which a newsletter speaks of itself and its sender. */
export function isOfItself(sentence: string): boolean {
  return footer.test(sentence) || other.test(sentence) || (itself.test(sentence) && wasAsked.test(sentence));
}

/** A reason that speaks of somebody else than the reader, by its first word. Lines are English, German, French, Spanish, Italian, Dutch and others. */
export const otherReason = new RegExp(
  `(?<!\\p{L})(?:because|since|weil|parce qu['’]?e?|car(?= l[ea] | l['’]| les | un | une | m(?:onsieur|adame) )|puisqu['’]?e?|porque|ya que|perché|poiché|omdat|ponieważ|потому что|так как|поскольку|eftersom|fordi|protože|mert|koska)[ ,]{1,3}(?!${`of |you|this |it |we |your |our |an? (?:friend|subscri|member|registration)|someone |(?:19|20)\\d\\d
(?:sie|du|ihre?|wir|diese|die e-?mail|es|man|ein(?:e|er)? (?:freund|anmeldung)|unter) ?
vous|votre|tu |ton |nous |elle |il (?:vous|a été)|cette adresse|ils |on
te |se |su |tu |usted|has |está|eres |es |figur|nos |solicit|en |aparec|ha |hemos |lo |você|este |fez |o seu |pediu|consta |assin|seu
ti |tu |sei |hai |il tuo|la tua|lei |è |si |ci |abbiamo |risult|l['’]indirizzo|iscritt
u |uw |je |jij |jouw |wij |er |dit |zich
(?:za)?pisa|jeste|twój|twoj|pan|ty |masz|wyrazi|zgłosi|wy|вы|ваш|ви |подпис|подпи|этот|мы |ранее
du |din|ni |er |vi |jste|váš|se |zare|ön|fel|olet |sähkö`.replaceAll("\n", "|")})`,
  "iu",
);

/** Words of accounts and bills, which no footer has. */
const money = `(?:amount|balance|sum|total) (?:due|outstanding|owed|owing)|outstanding (?:amount|balance|payment)|overdue|account (?=\\d)|offene[rn]? (?:betrag|posten|forderung)|fällige[rn]? betrag|montants? (?:dus?|impayés?)|importe (?:pendiente|adeudado)|import[oi] (?:dovut|scadut)|openstaand|zaległ|att betala
kostenpflichtig|payants?(?!\\p{L})|(?:ser|es) de pago|a pagamento|betaald(?!\\p{L})|płatn|платн
(?:account|bank|routing|sort|card) (?:account|number|details|code)|(?:new|changed) (?:bank )?account|invoices?(?!\\p{L})|paid(?!\\p{L})|payments? (?:to|of|from|due)
kontonummer|bankverbindung|kontoverbindung|konto(?= neu|:? \\d)|(?:neue|geänderte)[sn]? konto|rechnung(?:en)?(?!\\p{L})|factures?(?!\\p{L})|coordonnées bancaires|(?:numéro de )?compte bancaire|numéro de compte
facturas?(?!\\p{L})|(?:número de )?cuenta bancaria|número de cuenta|datos bancarios|fattur[ae](?!\\p{L})|conto (?:corrente|bancario)|coordinate bancarie|faturas?(?!\\p{L})|conta bancária|dados bancários
factuur|facturen|rekeningnummer|bankrekening|bankgegevens|fakt[uú]r|numer (?:konta|rachunku)|rachunek bankowy|bankkonto|číslo účtu|(?:nový|bankovní|bankový) účet|lasku(?:n|t|ja)?(?!\\p{L})|tilinumero|számlaszám|bankszámla|hesap numara|banka hesa|arve(?:d|te)?(?!\\p{L})|rēķin|sąskait|račun(?:a|e|i)?(?!\\p{L})
сч[её]т(?:а|у|ом)?(?!\\p{L})|реквизит|рахун(?:ок|ку)|сметка|фактур|τιμολ[οό]γ|(?:τραπεζικ\\p{L}{1,3} )?λογαριασμ|hóa đơn|số tài khoản|rekening`;
const unspacedMoney =
  /請求書|口座|发票|發票|账号|帳號|账户|帳戶|계좌|청구서|ใบแจ้งหนี้|บัญชีธนาคาร|فاتور|رقم الحساب|الحساب البنكي|فاکتور|شماره حساب|חשבוני|חשבון בנק|चालान|बैंक खात/u;
const ofMoney = new RegExp(`(?<![\\p{L}\\p{N}])(?:${money.replaceAll("\n", "|")})`, "u");

/** Whether a sentence speaks of money, or of programs that act for somebody: no footer of a newsletter does. */
export function isOtherMatter(sentence: string): boolean {
  const lower = sentence.toLowerCase();
  return (
    ofMoney.test(lower) ||
    unspacedMoney.test(lower) ||
    namesPartner(lower) ||
    programs.test(lower) ||
    helpers.test(lower)
  );
}

/** Programs by names that people have too, in the cases of languages with many. */
const helpers =
  /(?<!\p{L})(?:assist(?:ent|enz)|asistan|asystent|asszisztens|помощник|помічник|помагач|βοηθ[οό])|アシスタント|秘書|助手|助理|비서|어시스턴트|ผู้ช่วย/u;

const footer = new RegExp(`(?<![\\p{L}\\p{N}])(?:${stems.replaceAll("\n", "|")})`, "iu");
const other = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${moreStems.replaceAll("\n", "|")}|(?:${registers})[.:#]{0,2} {0,2}[\\p{L}]{0,3} ?\\d)|${unspaced}`,
  "iu",
);

/** Forms of companies, as they are written: "sa" is a word of many languages. */
export const company =
  /(?<![\p{L}\p{N}])(?:e\.? ?V\.|G(?:mbH|MBH)|AG|L(?:td|TD)|L(?:imited|IMITED)|I(?:nc|NC)|LLC|PLC|plc|S\.?[Aa]\.?(?:[Rr]\.?[Ll])?|S\.?[Rr]\.?[Ll]|S\.?L\.?(?:U\.?)?|B\.?V|C(?:orp|ORP)(?:oration|ORATION)?)(?:[.,]|$| )/u;

/** More of them, which count in a line of names and numbers alone. */
export const companyName =
  /(?<![\p{L}\p{N}])(?:UG|KG|KGaA|UC|N\.?A|OHG|eG|eK|e\.K|gGmbH|mbH|LLP|L\.?P|DAC|CLG|ULC|SE|SCA|SNC|SCRL|N\.?V|Pte|Pty|PJSC|JSC|Bhd|Tbk|FZE|FZCO|WLL|GK|KK|d\.?d|v\.o\.s|Ab|Unlimited Company|S\.A\. de C\.V|L(?:td|TD)a|SAS|SASU|S\.?p\.?A|sp\. ?z ?o\. ?o|s\.? ?r\.? ?o|a\.s|d\.? ?o\.? ?o|ApS|A\/S|AB|ASA?|Oyj?|A\.?Ş|L(?:da|DA)|PBC|CIC|Şti|Kft|Zrt|Nyrt|UAB|OÜ|SIA|Pty|Pvt|PT|[ОП]?АО|ООО|ТОВ|ФОП|Е?ООД|Α\.?Ε|Ε\.?Π\.?Ε|Ι\.?Κ\.?Ε)(?:[.,«„"]|$| )|Công ty|Société|Association|Asociación|Associazione|Associação|Vereniging|Coöperatie|Cooperativa|Coopérative|Genossenschaft|Stiftung|Foundation|Stichting/u;

/** Words of demands that ask for nothing: what was sent, what need not be answered, the one word that ends a subscription. */
export const harmless = new RegExp(
  [
    "(?:e-?mail|message) and (?:any|its|all) attachments? (?:is|are) (?:strictly )?confidential and (?:is |are )?intended (?:solely|only)|was this (?:e-?mail|message) forwarded to you\\??|tell us what you(?:['’]d| would) (?:like|want) to (?:hear|read|receive|get)(?: about)?|forwarded this (?:e-?mail|message)\\?|(?:please )?(?:do not|don['’]t|cannot|can['’]t) (?:directly )?(?:reply|respond|answer)(?: directly)?|(?:replies|responses) to this|(?:please )?(?:notify|inform|contact) (?:us|the sender)(?: immediately)?,?(?: and| then)? (?:delete|destroy) (?:it|this (?:e-?mail|message))|please e-?mail (?=unsubscribe@|optout@|opt-out@)",
    "ileti(?:yi|nin)?(?![\\p{L}])|accept(?:s|ed)? (?:cookies|the terms)|trusted by|(?:please )?add (?:us|\\S{1,60}) to your (?:address ?book|contacts|safe senders?(?: list)?)|replies are not monitored",
    "authori[sz]ed (?:and|or) regulated by|registered and authori[sz]ed|(?:per )?cancellar(?:ti|si)|cancella(?:ti)? (?:la )?iscrizione|validez",
    "(?:bitte )?(?:nicht|keine) (?:auf diese (?:e-?mail|nachricht) )?(?:zu )?(?:antworten|beantworten)|antworten sie (?:bitte )?nicht|ne pas (?:y )?répondre|ne répondez pas|(?:no|não|non) (?:responda|respondas|responder|rispondere|risponda)|niet (?:te )?(?:be)?antwoorden|(?:prosimy )?(?:o nie|na (?:nią|niego|tę wiadomość|ten e-?mail|tego e-?maila) nie|nie) odpowiad\\p{L}{1,4}|не отвеча\\p{L}{1,5}|не відповіда\\p{L}{1,5}|svara inte|svar ikke|ikke (?:be)?svar\\p{L}{0,3}|neodpovíd\\p{L}{1,4}|ne válaszoljon|nu răspundeți|μην απαντ\\p{L}{1,6}|yanıtlamayın\\p{L}{0,3}|không trả lời|jangan (?:mem)?balas|لا ترد|אין להשיב|älä vastaa",
    "(?:envoyée?s?|enviad[oa]s?|inviat[oaie]|remitid[oa]s?|mandat[oaie]|transmise?s?|skicka(?:t|ts|de|des)?|sendt|verstuurd|verzonden|отправлен\\p{L}{0,3}|надіслан\\p{L}{0,2}|poslán\\p{L}?|przesłan\\p{L}{1,3}|wysłan\\p{L}{1,3}|küldtük|trimis[ăe]?|gönderil\\p{L}{2,6}|lähetetty|đã (?:được )?gửi|dikirim(?:kan)?)(?![\\p{L}\\p{M}])",
    "(?:reply|respond|answer)[^\"'«„“.:;]{0,60} (?:type|put|include|write|with)(?: the)?(?: words?)? [\"'«„“](?:remove|unsubscribe)(?: \\p{L}{1,10})?[\"'»“”]|(?:reply|respond|answer|répond(?:re|ez)|respond[ae]|rispond(?:i|ere|a)|antworten sie|antworte|odpowiedz|ответьте|svara|svar) (?:\\p{L}{1,9} ){0,4}[\"'«„“]?(?:stopp?|baja|unsubscribe|remove|abmelden|désinscri\\p{L}{1,5}|cancella|cancelar|sair|remover|wypisz|стоп|avsluta)(?![\\p{L}])",
    "[請请]?勿(?:直接)?回[复覆]|(?:已(?:经)?|自动|自動)(?:发送|發送)|(?:回信|返信)(?:は|いただ|でき|され|しない)|送信専用|お送りして(?:い|お)ります|お送りしています|회신되지|회신하지|발송되었습니다|보내 ?드(?:립니다|리)|ห้ามตอบกลับ|ไม่ต้องตอบกลับ",
  ].join("|"),
  "giu",
);
