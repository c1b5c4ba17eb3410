// Things that the owner of a mailbox, or a program for him, acts on: contracts, meetings, folders, suppliers. A sentence of a plain
// part that names none of them, and asks for nothing, is small talk of a newsletter. The words make a verdict stricter: a text
// without them is cleared only where it is talk in all else too. Lines are languages.

/** With whom somebody does business, and where goods and money go: no footer has them. */
const partners = `(?:new|approved|preferred|trusted|our) (?:suppliers?|vendors?|partner|bankers?)|suppliers?(?= ?[:：])|vendors?(?= ?[:：])|payees?|beneficiar|remit|bankers(?= ?:)|(?:billing|delivery|shipping|remittance) address|sort code
lieferant(?:en)?(?!\\p{L})|kreditor|zahlungsempfänger|begünstigt|(?:liefer|rechnungs|versand)(?:anschrift|adresse)
fournisseurs?(?!\\p{L})|bénéficiaire|adresse de (?:livraison|facturation)|proveedor(?:es)?(?!\\p{L})|dirección de (?:envío|facturación|entrega)
fornitor[ei](?!\\p{L})|beneficiari|indirizzo di (?:consegna|fatturazione|spedizione)|fornecedor|beneficiári|(?:endereço|morada) de (?:entrega|fatura|cobrança)
leverancier|begunstigde|crediteur|(?:factuur|aflever|bezorg)adres|dostawc(?:a|y|ów)(?!\\p{L})|beneficjent|kontrahent|adres (?:dostawy|rozliczeniowy)
leverantör|leverandør|betalningsmottagare|betalingsmottaker|(?:leverans|leverings|faktur(?:erings)?|fakturerings)adress|toimittaja(?= ?:)|tavarantoimittaj|maksunsaaj|(?:toimitus|laskutus)osoit
dodavatel|dodávateľ|příjemce plat|príjemca plat|(?:dodací|fakturační|fakturačná) adres|beszállító|kedvezményezett|(?:szállítási|számlázási) cím|furnizor|adresa de (?:livrare|facturare)
dobavljač|dobavitelj|adresa za (?:dostavu|račun)|tarnija|piegādātāj|tiekėj|gavėjas
поставщик|получатель платеж|бенефициар|адрес доставки|постачальник|доставчик|προμηθευτ|δικαιούχ|διεύθυνση (?:παράδοσης|χρέωσης)|tedarikçi|(?:teslimat|fatura) adresi|nhà cung cấp|người thụ hưởng|pemasok|pembekal`;

const unspacedPartners =
  /仕入先|取引先|振込先|受取人|納品先|請求先|供应商|供應商|收款|受益人|账单地址|帳單地址|收货地址|거래처|공급업체|수취인|ผู้ขาย(?=[:：])|المورد|المستفيد|تأمین[‌ ]?کننده|ספק(?=[:： ])|מוטב|आपूर्तिकर्ता|लाभार्थी/u;

const others = `suppliers?(?!\\p{L})|vendors?(?!\\p{L})|payments?(?!\\p{L})|in advance|(?:every|all|any|the|your) orders?(?!\\p{L})|purchas|on behalf|is accepted|accounting|bookkeep|that reads? (?:this|it)|(?:his|her|their|your) name|tax(?:es)?(?!\\p{L})|refunded|lawyer|your boss|gift cards?|savings|two[- ]step|server(?!\\p{L})|insurance|bank(?:s|ing|ers?)?(?!\\p{L})|contracts?(?!\\p{L})|agreements?(?!\\p{L})|calendars?(?!\\p{L})|diar(?:y|ies)|appointments?|meetings?(?!\\p{L})|invit|folders?|shared drive|vault|archive|inbox|mailbox|rules?(?!\\p{L})|spam|junk|filters?(?!\\p{L})|white ?list|allow ?list|trusted|owners?(?!\\p{L})|owned|owns|users?(?!\\p{L})|signature|out[- ]of[- ]office|salar|payslip|payroll|wages|letters?(?!\\p{L})|guests? of|install|execut|and run|run (?:it|the|this|our)(?! (?:tap|kitchen|bath))|credential|sign in again|reset link|publish|public folder|upload|pass on|let us (?:have|know)|found their way|order \\d|the summary|summari[sz]|addresses(?= by)|the notes|blind cop|review(?= |\\.|$)|numbers from|(?:the|an|your|its|this) answers?(?!\\p{L})|(?:credit|debit|bank) cards?
buchhalt|einkauf(?!\\p{Ll}{2})|in unserem namen|im namen|vertrag(?!sbed|spart)|verträge|kalender|termin(?:e|en|s)?(?!\\p{L})|besprechung|meetings?|einladung|ordner|papierkorb|ablage|tresor|laufwerk|archiv|postfach|posteingang|regel|spam|vertrauenswürdig|inhaber|benutzer|nutzer|signatur|abwesenheit|gehalt|löhn|lohn|zusammenfassung|wer dies|blindkopie|briefe(?!\\p{L})|(?:letzte[nr]?|den) brief|von der bank|die bank
fournisseur|comptabilité|au nom de|banque|bancaire|contrats?(?!\\p{L})|agenda|calendrier|rendez-vous|réunion|invitation|dossier|corbeille|coffre|archiv|boîte|filtre|propriétaire|utilisateur|signature|absence|salaire|bulletin de paie|virement|résumé|lecteur|comptab|courrier
banc(?:o|aria|ario|a|ari|ária|ário)(?!\\p{L})|contrat|citas?(?!\\p{L})|reuni|invitaci|carpeta|papelera|caja|bandeja|filtro|propietari|usuari|nómina|transferencia|resumen|lector|contabilidad|en nombre de|cartas?(?!\\p{L})
contabilità|a nome|contratt|appuntament|riunion|inviti?(?!\\p{L})|cartell|cestino|cassafort|casella|proprietari|utent|stipend|busta paga|bonific|riassunt|lettor|letter[ae](?!\\p{L})|convite|compromiss|pasta|lixeira|cofre|caixa|usuári|utilizador|assinatura|salári|transferência|resumo|leitor
boekhoud|inkoop|banken?(?!\\p{L})|afspra|vergader|uitnodig|mapp?(?:en)?(?!\\p{L})|prullenbak|kluis|archief|postvak|eigenaar|gebruiker|handtekening|salaris|loonstrook|samenvatting|lezer|(?:laatste|de) brief|brieven
księgow|w imieniu|banku|bankiem|banki|umow|kalendarz|spotka|termin|zaprosz|folder|kosz(?:a|u)?(?!\\p{L})|sejf|skrzyn|właściciel|użytkownik|podpis|wynagrodz|pensj|przelew|podsumow|listy?(?!\\p{L}) z
avtal|aftale|kontrakt|möte|møde|møte|inbjud|indbyd|papperskorg|papirkurv|valv|arkiv|inkorg|indbakke|innboks|ägare|ejer|eier|användare|bruger|bruker|lön(?:en)?(?!\\p{L})|løn(?!\\p{L})|lønn|överför|sammanfatt|läser(?= det)|brev(?:et)?(?!\\p{L})|bankens?(?!\\p{L})
pankki|pankin|sopimu|kalenteri|tapaami|kokou|kutsu|kansio|roskakor|arkisto|suodat|omistaj|käyttäj|allekirj|palkk|tilisiirto|yhteenveto
bank[ayuou]?(?!\\p{L})|smlouv|zmluv|kalendář|kalendár|schůz|schôdz|stretnut|pozván|složk|priečin|koše|trezor|schránk|majitel|vlastník|uživatel|používateľ|mzd|výplat|převod|prevod|shrnut|výpis
szerződés|naptár|találkozó|megbeszél|értekezlet|meghív|mappá|kuka|széf|postaláda|szűrő|tulajdonos|felhasznál|aláír|fizetés|összefoglal|băncii|bănci|calendar|întâlnir|ședinț|programăr|dosar|coșul|seif|căsuț|proprietar|utilizator|semnătur|salari
ugovor|pogodb|koledar|sastan|sestan|pozivnic|vabil|sef(?!\\p{L})|vlasni|lastnik|korisni|uporabni|potpis|plać|leping|kohtumi|koosole|kaust|omanik|kasutaja|palk|līgum|tikšan|sanāksm|īpašniek|lietotāj|sutart|susitikim|aplank|savinink|naudotoj|atlygin
бухгалт|от имени|банк(?!ет)|договор|договір|контракт|календар|встреч|зустріч|срещ|приглаш|запрош|покан|папк|корзин|кошик|сейф|архив|архів|фильтр|владел|власник|собственик|пользоват|користув|подпис(?!ал|ан|к)|зарплат|перевод(?!чик)|переказ|ежедневник
τράπεζ|σύμβασ|συμβόλαι|ημερολόγ|ραντεβού|συνάντησ|συναντήσ|πρόσκλησ|φάκελ|χρηματοκιβ|αρχεί|φίλτρ|ιδιοκτήτ|χρήστ|υπογραφ|μισθ|στοιχεία
sözleşme|takvim|toplantı|randevu|davet|klasör|çöp|kasa|arşiv|filtre|sahib|kullanıcı|imza|maaş|havale|ngân hàng|hợp đồng|lịch|cuộc họp|lời mời|thư mục|két|chủ sở hữu|người dùng|chữ ký|lương|kontrak|janji temu|rapat|undangan|brankas|arsip|pemilik|pengguna|tanda tangan|gaji`;

const unspacedOthers =
  /銀行|契約書|カレンダー|予定(?:表|を|は)|会議|打ち合わせ|招待|フォルダ|金庫|受信箱|迷惑メール|所有者|ユーザー|署名|給与|要約|番号を|読んだ|银行|合同|合約|日历|日曆|日程|会议|會議|约会|邀请|邀請|文件夹|資料夾|保险箱|收件箱|过滤|垃圾邮件|主人|用户|用戶|签名|工资|薪资|摘要|은행|계약|달력|캘린더|일정|회의|약속|초대|폴더|금고|받은편지함|필터|소유자|사용자|서명|급여|요약|ธนาคาร|สัญญา|ปฏิทิน|นัดหมาย|ประชุม|คำเชิญ|โฟลเดอร์|เจ้าของ|ผู้ใช้|เงินเดือน|จดหมาย|بنك|مصرف|عقد|العقود|التقويم|موعد|مواعيد|اجتماع|دعوة|مجلد|الخزنة|صندوق|صاحب|المستخدم|التوقيع|راتب|الرواتب|بانک|قرارداد|تقویم|جلسه|دعوت|پوشه|کاربر|حقوق|בנק|חוזה|חוזים|יומן|פגיש|הזמנה|תיקי|כספת|בעל |משתמש|חתימ|שכר|משכורת|बैंक|अनुबंध|कैलेंडर|बैठक|निमंत्रण|फ़ोल्डर|मालिक|उपयोगकर्ता|हस्ताक्षर|वेतन/u;

function stemsOf(lines: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${lines.replaceAll("\n", "|")})`, "u");
}
const ofPartners = stemsOf(partners);
const ofOthers = stemsOf(others);

/** Whether a sentence names a partner in business or an address for goods and bills. @param lower in small letters */
export function namesPartner(lower: string): boolean {
  return ofPartners.test(lower) || unspacedPartners.test(lower);
}

/** Whether a sentence names a thing that its reader may act on. @param lower in small letters */
export function namesMatter(lower: string): boolean {
  return namesPartner(lower) || ofOthers.test(lower) || unspacedOthers.test(lower);
}
