// The words that mail programs put around quoted history, one entry for each language. To add a language, add a line. Alternatives are split by "|"; case, accents and bidirectional marks are ignored when
// comparing (compare-text.ts), so "a écrit" also stands for "A ECRIT". A list may be left out.
//
//   on         words that begin an attribution line before its date: "On 3 May, Bob wrote:"
//   wrote      the verb of an attribution line, at any position; the longest form that programs write
//   said       verbs that people type behind a name above a quote, and no program
//   from..subject   labels of a header block: "From: … Sent: … To: … Subject: …"; `date` is a label of
//              any date, `sent` one that only mails have
//   beside     labels of a header block that other things have too: attachments, importance
//   original   the words between dashes above an answered mail: "-----Original Message-----"
//   forwarded  the words above a forwarded mail
//   mobile     the beginning of a phone's or program's own signature (after "~": its end)
//   bye        closing formulas that begin a signature

/** Words of one language; every list is "|"-separated, and may be absent. */
export interface Words {
  readonly on?: string;
  readonly wrote?: string;
  readonly said?: string;
  readonly from?: string;
  readonly date?: string;
  readonly sent?: string;
  readonly to?: string;
  readonly cc?: string;
  readonly subject?: string;
  readonly beside?: string;
  readonly original?: string;
  readonly forwarded?: string;
  readonly mobile?: string;
  readonly bye?: string;
}

// biome-ignore format: one list a line is what keeps this table easy to extend
export const languages: Readonly<Record<string, Words>> = {
  en: {
    on: "on|at|in|quoting", wrote: "wrote|writes|sent|has written", said: "said|says|asked|asks|replied|answered|commented|added|wondered|posted|typed",
    from: "from|reply-to|reply to", date: "date", sent: "sent|sent at|received", to: "to", cc: "cc|bcc", beside: "attachments|attachment|importance|priority|sensitivity|follow up flag|flag status|categories|organization|organisation|when|where|location|required|optional|mailed-by|signed-by|security|x-mailer|message-id|list-id|in-reply-to|references|mime-version|content-type|content-transfer-encoding|reference", subject: "subject",
    original: "original message|reply message|original email|original mail|original appointment|original text",
    forwarded: "forwarded message|forwarded email|begin forwarded message|start of forwarded message|forwarded by|forwarded from|forwarded letter|begin forwarded text|begin forwarded mail|forwarded mail|forwarded text|start of forwarded mail|forwarded content|forwarded conversation",
    mobile: "sent from my|sent from mail for|sent from outlook|sent from yahoo|sent from samsung|sent from proton|sent from gmail|sent from aol|sent from typeapp|sent from windows mail|sent from hotmail|sent from mailspring|sent from spark|sent from mobile|sent from iphone|sent from ipad|sent from android|sent from bluemail|sent from mail.ru|sent from workspace|sent from commander|sent via|sent with|sent using|sent by my|get outlook for|get bluemail for|get typeapp for|get aquamail for|composed on my|sent on the go",
    bye: "regards|best regards|kind regards|kindest regards|warm regards|with regards|with kind regards|rgds|best|all the best|best wishes|many thanks|thanks|thanks again|thank you|thanks and regards|thanks & regards|cheers|sincerely|sincerely yours|yours|yours sincerely|yours truly|yours faithfully|respectfully|cordially|take care|br|kr|thx|ciao",
  },
  de: {
    on: "am|zitat von", wrote: "schrieb|hat geschrieben|schrieb folgendes|geschrieben|schrieben|hat folgendes geschrieben", said: "sagte|meinte|fragte|antwortete|schreibt",
    from: "von|antwort an", date: "datum", sent: "gesendet|gesendet am|gesendet um", to: "an", cc: "cc|kopie|bcc|blindkopie", beside: "anlagen|anlage|anhänge|anhang|wichtigkeit|priorität|vertraulichkeit|kennzeichnung|kategorien|wann|wo|ort|zeit|organisation", subject: "betreff|betrifft",
    original: "ursprüngliche nachricht|originalnachricht|original-nachricht|original nachricht|antwort nachricht|urspruengliche nachricht|ursprüngliche mail|ursprünglicher termin|original-mail|originalmail",
    forwarded: "weitergeleitete nachricht|anfang der weitergeleiteten nachricht|anfang der weitergeleiteten e-mail|weitergeleitete mail|weitergeleitet von",
    mobile: "gesendet von meinem|gesendet von mein|gesendet von mail|gesendet von outlook|gesendet von yahoo|gesendet mit|gesendet mit der|von meinem iphone|von meinem ipad|von meinem samsung|von meinem mobil|von meinem handy|von unterwegs gesendet|holen sie sich outlook|outlook für ios beziehen|outlook für android beziehen|diese nachricht wurde von meinem|diese nachricht wurde mit",
    bye: "mit freundlichen grüßen|mit freundlichen grüssen|mit freundlichem gruß|freundliche grüße|freundliche grüsse|viele grüße|viele grüsse|beste grüße|beste grüsse|liebe grüße|liebe grüsse|schöne grüße|herzliche grüße|grüße|gruß|gruss|mfg|lg|vg|danke|vielen dank|besten dank|hochachtungsvoll",
  },
  fr: {
    on: "le|en date du|message du|citant", wrote: "a écrit|écrit|écrivait|a ecrit ceci|avez écrit", said: "a dit|dit|a demandé|demande|a répondu|disait",
    from: "de|expéditeur|from|répondre à", date: "date|message du", sent: "envoyé|envoyé le|envoyée|date d'envoi", to: "à|a|destinataire|destinataires|pour", cc: "cc|copie à|copie|cci", beside: "pièces jointes|pièce jointe|pj|importance|priorité|sensibilité|confidentialité|catégories|organisation|quand|où|indicateur de suivi", subject: "objet|sujet",
    original: "message d'origine|message d’origine|message original|message initial|courriel original|message de départ|mail original|rendez-vous d'origine",
    forwarded: "message transféré|message réexpédié|début du message réexpédié|début du message transféré|message transmis|courriel transféré|forwardé",
    mobile: "envoyé de mon|envoyé depuis mon|envoyé depuis|envoyé à partir|envoyé de ma|envoyé via|envoyé avec|envoyé d'|obtenir outlook|obtenez outlook|télécharger outlook|envoyé par mon",
    bye: "cordialement|bien cordialement|bien à vous|bien à toi|très cordialement|sincères salutations|salutations|meilleures salutations|respectueusement|amicalement|amitiés|merci|merci d'avance|cdlt|cdt|bonne journée|bonne soirée|à bientôt|bises",
  },
  es: {
    on: "el|el día|en fecha|con fecha|citando a", wrote: "escribió|ha escrito|escribio|escribía|escribe", said: "dijo|preguntó|respondió|dice|comentó",
    from: "de|remitente|desde|responder a", date: "fecha", sent: "enviado|enviado el|enviada|enviados|enviado a las", to: "para|a|destinatario", cc: "cc|cco|con copia", beside: "datos adjuntos|adjuntos|archivos adjuntos|importancia|prioridad|confidencialidad|categorías|cuándo|dónde", subject: "asunto",
    original: "mensaje original|mensaje de origen|correo original|mensaje anterior|cita original",
    forwarded: "mensaje reenviado|inicio del mensaje reenviado|correo reenviado|reenviado por|inicio de mensaje reenviado",
    mobile: "enviado desde mi|enviado desde|enviado con|enviado a través de|obtener outlook|obtén outlook|enviado por mi",
    bye: "saludos|saludos cordiales|un saludo|un cordial saludo|cordialmente|atentamente|un abrazo|abrazos|gracias|muchas gracias|atte",
  },
  ca: {
    on: "el|el dia|en data", wrote: "missatge de|va escriure|ha escrit|escrigué|escriu", from: "de", date: "data", sent: "enviat|enviat el", to: "per a|a", cc: "a/c", subject: "assumpte",
    original: "missatge original", forwarded: "missatge reenviat|inici del missatge reenviat", mobile: "enviat des del meu|enviat des de", bye: "salutacions|cordialment|atentament|gràcies|una abraçada",
  },
  gl: { on: "o|o día|en", wrote: "escribiu|escribiu o seguinte", from: "de", date: "data", sent: "enviado", to: "para", subject: "asunto", original: "mensaxe orixinal", forwarded: "mensaxe reenviada", mobile: "enviado dende", bye: "saúdos|grazas" },
  eu: { wrote: "idatzi zuen|idatzi du|idatzi zuen|hau idatzi du|erabiltzaileak idatzi du|igorleak hau idatzi zuen", from: "nork|bidaltzailea", date: "data|noiz", sent: "bidalia", to: "nori|hartzailea", subject: "gaia", original: "jatorrizko mezua", forwarded: "birbidalitako mezua", mobile: "nire iphonetik bidalia", bye: "agur|eskerrik asko" },
  pt: {
    on: "em|no dia|a|na|citando", wrote: "escreveu|escreveu o seguinte|escreveste|escreve|escreveram", said: "disse|perguntou|respondeu|diz",
    from: "de|remetente|responder a|responder para", date: "data", sent: "enviado|enviada|enviadas|enviados|enviada em|enviadas em|enviado em|enviado a|enviado às|enviada às", to: "para|destinatário", cc: "cc|cco|c/c|com cópia", beside: "anexos|anexo|importância|prioridade|confidencialidade|sensibilidade|categorias|quando|onde", subject: "assunto",
    original: "mensagem original|e-mail original|mensagem de origem|mensagem anterior",
    forwarded: "mensagem encaminhada|mensagem reencaminhada|início da mensagem encaminhada|início da mensagem reencaminhada|mensagem original encaminhada|encaminhado por",
    mobile: "enviado do meu|enviado a partir|enviado pelo|enviado do|enviada do|enviado via|enviado através|obter o outlook|obter outlook|baixar o outlook",
    bye: "atenciosamente|cumprimentos|melhores cumprimentos|com os melhores cumprimentos|abraço|abraços|um abraço|obrigado|obrigada|att|saudações|grato|grata",
  },
  it: {
    on: "il|in data|il giorno|nel|alle|citando", wrote: "ha scritto|hai scritto|scrive|scriveva|scritto", said: "ha detto|ha chiesto|ha risposto|dice|disse",
    from: "da|mittente|risposta|rispondi a|risposta a", date: "data", sent: "inviato|inviata|inviato il", to: "a|destinatario", cc: "cc|ccn|per conoscenza", beside: "allegati|allegato|priorità|importanza|riservatezza|categorie|quando|dove", subject: "oggetto",
    original: "messaggio originale|messaggio originario|messaggio di origine|originale",
    forwarded: "messaggio inoltrato|inizio messaggio inoltrato|inizio del messaggio inoltrato|inoltrato da",
    mobile: "inviato da|inviato dal|inviato con|scarica outlook|ottieni outlook|inviato tramite",
    bye: "cordiali saluti|distinti saluti|saluti|un saluto|un caro saluto|cordialmente|grazie|grazie mille|buona giornata|buona serata|a presto",
  },
  nl: {
    on: "op|citeren van", wrote: "schreef|het volgende geschreven|heeft geschreven|geschreven|schreef het volgende|schreven", said: "zei|vroeg|antwoordde|schrijft",
    from: "van|afzender|antwoord aan", date: "datum", sent: "verzonden|verstuurd|verzonden op", to: "aan|naar", cc: "cc|bcc|kopie", beside: "bijlagen|bijlage|urgentie|prioriteit|vertrouwelijkheid|gevoeligheid|categorieën|wanneer|waar", subject: "onderwerp|betreft",
    original: "oorspronkelijk bericht|origineel bericht|oorspronkelijke bericht|originele bericht|oorspronkelijke e-mail|oorspronkelijke afspraak",
    forwarded: "doorgestuurd bericht|begin doorgestuurd bericht|doorgestuurde bericht|begin van doorgestuurd bericht|forwarded bericht",
    mobile: "verzonden vanaf|verstuurd vanaf|verzonden met|verstuurd met|verzonden via|verstuurd via|outlook voor|download outlook|verzonden van mijn",
    bye: "met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|vriendelijke groeten|hartelijke groet|hartelijke groeten|groet|groeten|groetjes|mvg|bedankt|alvast bedankt|dank je wel|dank u wel",
  },
  af: { on: "op", wrote: "het geskryf|geskryf|skryf", from: "van", date: "datum", sent: "gestuur", to: "aan", subject: "onderwerp", original: "oorspronklike boodskap", forwarded: "aangestuurde boodskap|aangestuurde boodskap", mobile: "gestuur vanaf my", bye: "groete|vriendelike groete|dankie" },
  sv: {
    on: "den|kl", wrote: "skrev|skrev följande|har skrivit|skriver", said: "sa|sade|frågade|svarade", from: "från|svara till", date: "datum", sent: "skickat|skickades|skickat den", to: "till", cc: "kopia|cc", beside: "bifogade filer|bilagor|prioritet|känslighet|kategorier|när|var", subject: "ämne",
    original: "ursprungligt meddelande|originalmeddelande|ursprungsmeddelande|ursprungliga meddelandet", forwarded: "vidarebefordrat meddelande|vidarebefordrat mejl|vidarebefordrat brev|vidarebefordrat mail|början på vidarebefordrat mejl",
    mobile: "skickat från min|skickat från mitt|skickat från|skickat med|skickat via|hämta outlook|sänt från min|skickades från", bye: "med vänlig hälsning|med vänliga hälsningar|vänliga hälsningar|vänlig hälsning|hälsningar|mvh|tack|hej då|vänligen",
  },
  da: {
    on: "den|kl", wrote: "skrev|skrev følgende|har skrevet|skriver", said: "sagde|spurgte|svarede", from: "fra", date: "dato", sent: "sendt|sendt den", to: "til", cc: "cc|kopi", beside: "vedhæftede filer|vedhæftet|vedhæftede|prioritet|vigtighed|følsomhed", subject: "emne",
    original: "oprindelig meddelelse|oprindelig besked|original besked|original meddelelse|oprindelig mail", forwarded: "videresendt meddelelse|videresendt besked|start på videresendt besked|videresendt mail",
    mobile: "sendt fra min|sendt fra mit|sendt fra|sendt med|sendt via|hent outlook", bye: "med venlig hilsen|venlig hilsen|venlige hilsner|mange hilsner|hilsen|mvh|vh|tak|på forhånd tak|bedste hilsner",
  },
  no: {
    on: "den|på|kl", wrote: "skrev|skrev følgende|har skrevet|skreiv", said: "sa|spurte|svarte", from: "fra|frå|svar til", date: "dato", sent: "sendt", to: "til", cc: "kopi|cc", beside: "vedlegg|prioritet|viktighet|følsomhet", subject: "emne",
    original: "opprinnelig melding|original melding|opphavleg melding|oprinnelig melding", forwarded: "videresendt melding|videresendt e-post|start på videresendt melding|vidaresendt melding",
    mobile: "sendt fra min|sendt fra|skaff deg outlook|sendt med|få outlook for", bye: "med vennlig hilsen|vennlig hilsen|vennlige hilsener|hilsen|mvh|beste hilsen|takk",
  },
  is: { on: "þann|hinn", wrote: "skrifaði|ritaði|reit", from: "frá", date: "dagsetning", sent: "sent|sent þann", to: "til", cc: "afrit", subject: "efni", original: "upphafleg skilaboð|upprunaleg skilaboð|upprunalegt skeyti", forwarded: "framsend skilaboð|áframsent skeyti", mobile: "sent úr", bye: "kveðja|kær kveðja|bestu kveðjur|takk|kv" },
  fi: {
    on: "klo|päivänä", wrote: "kirjoitti|kirjoitti näin|kirjoittaa|kirjoitti seuraavaa", from: "lähettäjä", date: "päivämäärä|päiväys|pvm", sent: "lähetetty", to: "vastaanottaja|kenelle", cc: "kopio", beside: "liitteet|liite|tärkeys|prioriteetti|luottamuksellisuus", subject: "aihe",
    original: "alkuperäinen viesti|alkuperäinen sanoma", forwarded: "välitetty viesti|edelleenlähetetty viesti|välitetty sanoma|edelleen lähetetty viesti", mobile: "lähetetty iphonesta|lähetetty ipadista|lähetetty outlook|lähetetty samsung|lähetetty yahoo|hanki outlook|lähetetty laitteesta|lähetetty sähköposti",
    bye: "ystävällisin terveisin|terveisin|parhain terveisin|terveiset|kiitos|kiitoksia",
  },
  et: { on: "kuupäeval", wrote: "kirjutas|kirjutas järgmist|kirjutab", from: "saatja|kellelt", date: "kuupäev", sent: "saadetud|saatmisaeg", to: "adressaat|saaja|kellele", cc: "koopia", beside: "manused|tähtsus", subject: "teema", original: "algne kiri|algne sõnum|originaalsõnum|algkiri", forwarded: "edastatud kiri|edasisaadetud kiri|edastatud sõnum", mobile: "saadetud minu", bye: "lugupidamisega|tervitades|parimate soovidega|tänan|aitäh" },
  lv: { on: "plkst", wrote: "rakstīja|rakstija|raksta|uzrakstīja", from: "no|sūtītājs", date: "datums", sent: "nosūtīts|sūtīts", to: "kam|adresāts", cc: "kopija", beside: "pielikumi|svarīgums", subject: "tēma|temats", original: "sākotnējais ziņojums|oriģinālais ziņojums|oriģinālā vēstule|sākotnējā ziņa", forwarded: "pārsūtīta ziņa|pārsūtītā ziņa|pārsūtīts ziņojums|pārsūtīta vēstule", mobile: "nosūtīts no mana|sūtīts no", bye: "ar cieņu|sveicieni|paldies" },
  lt: { on: "data", wrote: "rašė|parašė|rašo", from: "nuo|siuntėjas", date: "data", sent: "išsiųsta|siųsta", to: "kam|gavėjas|iki", cc: "kopija", beside: "priedai|svarba", subject: "tema", original: "originalus laiškas|pradinis laiškas|pirminė žinutė|originali žinutė|pradinis pranešimas", forwarded: "persiųstas laiškas|persiunčiamas laiškas|peradresuotas laiškas|persiųsta žinutė", mobile: "išsiųsta iš mano|siųsta iš", bye: "pagarbiai|su pagarba|linkėjimai|ačiū|geriausi linkėjimai" },
  pl: {
    on: "w dniu|dnia|w|dn", wrote: "napisał|napisała|napisał(a)|napisał/a|napisał(-a)|pisze|pisał|pisała|użytkownik napisał|napisana przez|napisał co następuje",
    from: "od|nadawca", date: "data", sent: "wysłano|wysłane|wysłany", to: "do|adresat", cc: "dw|udw|do wiadomości", beside: "załączniki|załącznik|ważność|priorytet|poufność|charakter", subject: "temat",
    original: "wiadomość oryginalna|oryginalna wiadomość|wiadomość pierwotna|pierwotna wiadomość|treść oryginalnej wiadomości", forwarded: "przekazana wiadomość|wiadomość przekazana dalej|treść przekazanej wiadomości|początek przekazywanej wiadomości|przesłana wiadomość|wiadomość przekazana",
    mobile: "wysłane z|wysłano z|wysłane przy|wysłane za|pobierz outlook|pobierz program outlook|pobierz aplikację outlook", bye: "pozdrawiam|z poważaniem|z wyrazami szacunku|serdecznie pozdrawiam|pozdrowienia|dziękuję|dzięki|z pozdrowieniami",
  },
  cs: {
    on: "dne|v|ve", wrote: "napsal|napsala|napsal(a)|napsal/a|píše|psal|napsali", from: "od|odesílatel", date: "datum", sent: "odesláno|odeslané|odesláno dne", to: "komu|příjemce|pro", cc: "kopie|v kopii", beside: "přílohy|příloha|důležitost|priorita|citlivost", subject: "předmět|věc",
    original: "původní zpráva|původní e-mail|originální zpráva|původní e-mailová zpráva|původní email", forwarded: "přeposlaná zpráva|předaná zpráva|přeposílaná zpráva|začátek přeposílané zprávy|přeposlaný email|forwardovaná zpráva",
    mobile: "odesláno z|odesláno ze|odesláno pomocí|získejte outlook|posláno z|poslano z|odesláno přes", bye: "s pozdravem|s pozdravom|hezký den|s přáním hezkého dne|pěkný den|děkuji|díky|zdraví|srdečně",
  },
  sk: {
    on: "dňa|v|vo", wrote: "napísal|napísala|napísal(a)|napísal/a|píše|písal|používateľ napísal", from: "od|odosielateľ", date: "dátum", sent: "odoslané|odoslaná", to: "komu|príjemca|pre", cc: "kópia", beside: "prílohy|príloha|dôležitosť|priorita", subject: "predmet|vec",
    original: "pôvodná správa|pôvodný e-mail|originálna správa|pôvodný email", forwarded: "preposlaná správa|odoslaná ďalej|preposielaná správa|postúpená správa", mobile: "odoslané z|odoslané zo|odoslané pomocou|získajte outlook|poslané z", bye: "s pozdravom|s úctou|pekný deň|ďakujem|vďaka|zdraví",
  },
  sl: { on: "dne|v", wrote: "je napisal|je napisala|napisal|napisala|piše|je napisal/a|je napisal(a)|je oseba napisala", from: "od|pošiljatelj", date: "datum", sent: "poslano", to: "za|prejemnik", cc: "kp|v vednost", beside: "priloge|pomembnost", subject: "zadeva", original: "izvirno sporočilo|originalno sporočilo|prvotno sporočilo", forwarded: "posredovano sporočilo|začetek posredovanega sporočila", mobile: "poslano iz|poslano z mojega", bye: "lep pozdrav|lepo pozdravljeni|lp|s spoštovanjem|hvala" },
  hr: { on: "dana|u|na|dne", wrote: "je napisao|je napisala|napisao|napisala|napisao/la|je napisao/la|napisao je|napisala je|je napisao/napisala|napisao(la)|piše|napisali ste|je korisnik napisao", from: "od|šalje|pošiljatelj|pošiljalac", date: "datum", sent: "poslano|poslato|poslana", to: "za|prima|primatelj|primalac", cc: "kopija", beside: "privici|prilozi|važnost", subject: "predmet|tema|naslov", original: "izvorna poruka|originalna poruka|izvorna e-pošta|prvobitna poruka", forwarded: "proslijeđena poruka|prosleđena poruka|početak proslijeđene poruke|preusmjerena poruka", mobile: "poslano s mog|poslano s|poslato sa|poslato sa mog|poslano iz", bye: "lijep pozdrav|srdačan pozdrav|pozdrav|lijepi pozdrav|lep pozdrav|s poštovanjem|hvala|lp" },
  sr: { on: "дана|у|на|ове", wrote: "је написао|је написала|написао|написала|написао/ла|је написао/ла|пише|је написао(ла)|написао(ла)", from: "од|шаље|пошиљалац", date: "датум", sent: "послато|послат", to: "за|прима|прималац|коме", cc: "копија", subject: "предмет|тема|наслов", original: "оригинална порука|изворна порука|првобитна порука", forwarded: "прослеђена порука|преусмерена порука", mobile: "послато са", bye: "поздрав|срдачан поздрав|с поштовањем|хвала" },
  mk: { on: "на|во", wrote: "напиша|напишал|напишала|пишува", from: "од", date: "датум", sent: "испратено", to: "до|за", subject: "предмет|наслов", original: "оригинална порака|изворна порака", forwarded: "препратена порака|проследена порака", mobile: "испратено од", bye: "поздрав|со почит|благодарам" },
  bg: { on: "на|в", wrote: "написа|пише|написал|е написал|написала", from: "от|подател", date: "дата", sent: "изпратено|изпратено на|изпратен", to: "до|получател|за", cc: "копие", beside: "прикачени файлове|важност|приоритет", subject: "относно|тема", original: "оригинално съобщение|първоначално съобщение|изходно съобщение|оригинално писмо", forwarded: "препратено съобщение|препратено писмо|пренасочено съобщение", mobile: "изпратено от", bye: "поздрави|с уважение|сърдечни поздрави|благодаря" },
  ru: {
    on: "в|от", wrote: "написал|написала|написал(а)|написал/а|пишет|писал|писала|писал(а)|написали|вы писали|сообщает|написал (а)|пишете",
    from: "от|от кого|отправитель", date: "дата|дата и время", sent: "отправлено|отправленo|послано|отправлен", to: "кому|получатель", cc: "копия|ск", beside: "вложения|вложение|важность|приоритет|чувствительность", subject: "тема",
    original: "исходное сообщение|оригинальное сообщение|исходное письмо|первоначальное сообщение|оригинальное письмо|оригинал сообщения|исходное электронное письмо|предыдущее сообщение",
    forwarded: "пересылаемое сообщение|пересланное сообщение|пересылаемое письмо|пересланное письмо|начало переадресованного сообщения|начало пересылаемого сообщения|переадресованное сообщение|перенаправленное сообщение|начало переадресованного письма",
    mobile: "отправлено с|отправлено из|отправлено через|отправлено от|послано с|скачать outlook|получить outlook|получите outlook|отправлено при помощи", bye: "с уважением|с наилучшими пожеланиями|спасибо|всего доброго|с наилучшими|всего хорошего|заранее спасибо|с ув",
  },
  uk: {
    on: "в|у|о", wrote: "написав|написала|написав(ла)|написав/ла|пише|писав|писала|написав(-ла)|написали", from: "від|відправник", date: "дата", sent: "надіслано|відправлено|надісланo", to: "кому|до|одержувач", cc: "копія", beside: "вкладення|вкладені файли|важливість|пріоритет", subject: "тема",
    original: "вихідне повідомлення|оригінальне повідомлення|початкове повідомлення|оригінальний лист|первинне повідомлення", forwarded: "переслане повідомлення|пересилане повідомлення|пересланий лист|початок пересланого повідомлення|переадресоване повідомлення", mobile: "надіслано з|відправлено з|надіслано через|отримати outlook|відправлено від", bye: "з повагою|дякую|з найкращими побажаннями|щиро дякую",
  },
  be: { on: "у|ў", wrote: "напісаў|напісала|піша|напісаў(ла)", from: "ад", date: "дата", sent: "адпраўлена", to: "каму", subject: "тэма", original: "зыходнае паведамленне|арыгінальнае паведамленне", forwarded: "перасланае паведамленне", mobile: "адпраўлена з", bye: "з павагай|дзякуй" },
  hu: {
    on: "ekkor", wrote: "ezt írta|írta|a következőt írta|írta a következőt|írja|ezt irta", from: "feladó|küldő|tól", date: "dátum", sent: "elküldve|küldve|küldés dátuma|elküldés ideje", to: "címzett|kapja", cc: "másolatot kap|másolat|vakmásolat", beside: "mellékletek|melléklet|fontosság|prioritás|érzékenység", subject: "tárgy",
    original: "eredeti üzenet|eredeti levél|eredeti e-mail", forwarded: "továbbított üzenet|továbbított levél|a továbbított levél kezdete|továbbított üzenet kezdete", mobile: "elküldve az|iphone-ról küldve|~iphone-omról küldve|az outlook|~-ról küldve|~-omról küldve", bye: "üdvözlettel|tisztelettel|köszönettel|üdv|köszönöm|szép napot",
  },
  ro: { on: "în|pe|pe data de|la|în data de", wrote: "a scris|a scris următoarele|scrie|au scris", from: "de la|expeditor", date: "data|dată", sent: "trimis|trimisă|trimis la", to: "către|catre|destinatar", cc: "cc|copie", beside: "atașamente|importanță|prioritate", subject: "subiect|subiectul", original: "mesaj original|mesajul original|mesajul inițial|mesaj inițial", forwarded: "mesaj redirecționat|mesaj forwardat|mesaj retransmis|mesajul redirecționat|început mesaj redirecționat|mesaj transferat", mobile: "trimis de pe|trimis din|obțineți outlook|trimis prin", bye: "cu stimă|cu respect|o zi bună|mulțumesc|toate cele bune|salutări|cu drag" },
  el: { on: "στις|την|στισ|σε|στο", wrote: "έγραψε|έγραψε τα εξής|γράφει|έγραψαν|ο χρήστης έγραψε", from: "από|αποστολέας", date: "ημερομηνία", sent: "στάλθηκε|εστάλη|αποστολή|απεστάλη", to: "προς|παραλήπτης", cc: "κοιν|κοινοποίηση", beside: "συνημμένα|σπουδαιότητα|προτεραιότητα", subject: "θέμα", original: "αρχικό μήνυμα|πρωτότυπο μήνυμα|γνήσιο μήνυμα", forwarded: "προωθημένο μήνυμα|αρχή προωθημένου μηνύματος|διαβιβασμένο μήνυμα", mobile: "στάλθηκε από|εστάλη από|λήψη του outlook", bye: "με εκτίμηση|φιλικά|ευχαριστώ|χαιρετισμούς|με φιλικούς χαιρετισμούς" },
  tr: { on: "tarih", wrote: "şunu yazdı|yazdı|şöyle yazdı|tarihinde yazdı|şunları yazdı|tarihinde şunları yazdı|yazmış", from: "kimden|gönderen", date: "tarih", sent: "gönderildi|gönderilme tarihi|gönderme|gönderim tarihi", to: "kime|alıcı", cc: "bilgi", beside: "ekler|önem|öncelik", subject: "konu", original: "orijinal mesaj|özgün ileti|asıl ileti|orijinal ileti|orjinal mesaj|özgün mesaj|orijinal e-posta", forwarded: "iletilen mesaj|iletilmiş mesaj|iletilmiş ileti|iletilen ileti başlangıcı|iletilen iletinin başlangıcı|iletilmiş mesajın başlangıcı|yönlendirilen iletinin başlangıcı|yönlendirilen ileti|iletilen ileti|yönlendirilmiş ileti|yönlendirilmiş mesaj", mobile: "~gönderildi|outlook for ios'i edinin", bye: "saygılarımla|saygılar|iyi çalışmalar|teşekkürler|selamlar|sevgiler|iyi günler" },
  az: { wrote: "yazdı|yazıb", from: "kimdən", date: "tarix", sent: "göndərildi", to: "kimə", subject: "mövzu", original: "orijinal mesaj|əsl mesaj", forwarded: "yönləndirilmiş mesaj|ötürülmüş mesaj", bye: "hörmətlə|təşəkkürlər" },
  sq: { on: "më|në", wrote: "shkroi|ka shkruar|shkruajti", from: "nga", date: "data", sent: "dërguar", to: "për|te", subject: "subjekti|tema", original: "mesazhi origjinal|mesazh origjinal", forwarded: "mesazh i përcjellë", mobile: "dërguar nga", bye: "me respekt|faleminderit|përshëndetje" },
  he: { on: "בתאריך|ב|ביום|ב-", wrote: "כתב|כתבה|כתב/ה|כתב(ה)|מאת|כתבו|‏כתב", from: "מאת|מ", date: "תאריך", sent: "נשלח|נשלח ב", to: "אל|נמען", cc: "עותק|העתק", beside: "קבצים מצורפים|חשיבות", subject: "נושא|הנדון", original: "הודעה מקורית|ההודעה המקורית|מקור ההודעה", forwarded: "הודעה שהועברה|הודעה מועברת|תחילת ההודעה שהועברה", mobile: "נשלח מה|נשלח מ-|נשלח מ|קבל את outlook", bye: "בברכה|תודה|בכבוד רב|תודה רבה" },
  ar: { on: "في|بتاريخ|في يوم", wrote: "تمت كتابة ما يلي بواسطة|كتب|كتبت|كتب ما يلي|كَتَب|قام بكتابة|كتب/ت", from: "من|المرسل", date: "التاريخ|تاريخ", sent: "تم الإرسال|مرسل|أرسل|تاريخ الإرسال|أُرسلت", to: "إلى|الى|المستلم", cc: "نسخة|نسخة إلى", beside: "المرفقات|الأهمية|مرفقات", subject: "الموضوع|موضوع", original: "الرسالة الأصلية|رسالة أصلية|الرسالة الاصلية", forwarded: "رسالة معاد توجيهها|رسالة محولة|بداية الرسالة المعاد توجيهها|الرسالة المعاد توجيهها", mobile: "أرسلت من|تم الإرسال من|مرسل من|أُرسلت من|الحصول على outlook", bye: "مع تحياتي|تحياتي|شكرا|مع خالص التحية|وتفضلوا بقبول" },
  fa: { on: "در|در تاریخ", wrote: "نوشت|نوشته است|نوشته|چنین نوشت", from: "از|فرستنده", date: "تاریخ", sent: "ارسال شده|ارسال‌شده", to: "به|گیرنده", subject: "موضوع", original: "پیام اصلی|پیام اولیه", forwarded: "پیام ارسال‌شده|پیام هدایت شده|پیام بازارسال شده|پیام فوروارد شده", mobile: "ارسال شده از|ارسال از", bye: "با احترام|با تشکر|ممنون" },
  hi: { on: "को", wrote: "ने लिखा|लिखा|ने यह लिखा", from: "प्रेषक|द्वारा", date: "दिनांक|तारीख", sent: "भेजा गया|प्रेषित", to: "प्रति|प्राप्तकर्ता|सेवा में", subject: "विषय", original: "मूल संदेश", forwarded: "अग्रेषित संदेश|फ़ॉरवर्ड किया गया संदेश", mobile: "~से भेजा गया", bye: "धन्यवाद|सादर" },
  th: { on: "เมื่อ|เมื่อวันที่|ในวันที่|วันที่|ใน", wrote: "เขียนว่า|เขียน|ได้เขียน|ได้เขียนว่า", from: "จาก", date: "วันที่", sent: "ส่ง|ส่งเมื่อ", to: "ถึง", cc: "สำเนา|สําเนา", subject: "เรื่อง|หัวเรื่อง|หัวข้อ", original: "ข้อความต้นฉบับ|ข้อความเดิม", forwarded: "ข้อความที่ส่งต่อ|ส่งต่อข้อความ", mobile: "ส่งจาก", bye: "ขอแสดงความนับถือ|ขอบคุณ|ขอบคุณครับ|ขอบคุณค่ะ" },
  vi: { on: "vào|vào lúc|vào ngày|ngày|lúc", wrote: "đã viết|viết|đã ghi|đã viết như sau", from: "từ|người gửi|gửi từ", date: "ngày|ngày gửi|thời gian|date", sent: "đã gửi|gửi", to: "đến|tới|người nhận", cc: "đồng gửi", beside: "tệp đính kèm|đính kèm|tầm quan trọng", subject: "chủ đề|tiêu đề|tiêu đề thư", original: "thư gốc|tin nhắn gốc|tin gốc|nội dung gốc", forwarded: "thư đã chuyển tiếp|tin nhắn đã chuyển tiếp|thư được chuyển tiếp|tin nhắn được chuyển tiếp|nội dung chuyển tiếp", mobile: "đã gửi từ|được gửi từ|gửi từ|gửi từ iphone", bye: "trân trọng|thân ái|cảm ơn|xin cảm ơn" },
  id: { on: "pada|pada tanggal|pada tarikh|pada hari", wrote: "menulis|telah menulis|wrote|tulis|menulis berikut ini", from: "dari|daripada", date: "tanggal|tarikh", sent: "dikirim|dihantar|terkirim", to: "kepada|ke|untuk", cc: "tembusan|salinan", beside: "lampiran|prioritas|kepentingan", subject: "subjek|perihal|judul", original: "pesan asli|mesej asal|pesan asal|surat asli", forwarded: "pesan terusan|pesan yang diteruskan|mesej yang dimajukan|pesan diteruskan|mesej dimajukan", mobile: "dikirim dari|dihantar daripada|dihantar dari|terkirim dari", bye: "salam|hormat kami|terima kasih|salam hormat" },
  tl: { on: "noong|nitong", wrote: "sumulat si|sumulat|ay sumulat|isinulat|ay nagsulat|nagsulat", from: "mula kay|mula sa", date: "petsa", sent: "ipinadala", to: "para kay|para sa", subject: "paksa", original: "orihinal na mensahe", forwarded: "ipinasa na mensahe", bye: "salamat|lubos na gumagalang" },
  zh: {
    on: "在|于|於", wrote: "写道|寫道|撰写|撰寫|写到|寫到|来信|写信给|來信|书写|的邮件|の郵件", from: "发件人|寄件者|發件人|寄件人|发信人|寄信人|发送人|自", date: "日期|时间|時間", sent: "发送时间|寄件日期|发件时间|傳送時間|傳送日期|發送時間|發送日期|已发送|发送日期|已傳送|寄件時間", to: "收件人|收件者|收信人|至", cc: "抄送|副本|密送|密件副本|抄送人", beside: "附件|重要性|优先级|優先順序|敏感度|抄送人", subject: "主题|主旨|主題|標題|标题",
    original: "原始邮件|原始郵件|原邮件|原郵件|原始信件|原始信息|原始訊息|原始内容|回复的原邮件|回复邮件|原件|原信", forwarded: "转发的邮件|轉寄郵件|转发邮件|转发信息|转发邮件信息|轉寄的郵件|轉發郵件|已转发邮件|轉寄訊息|转发的消息|以下是转发的邮件|下面是被转发的邮件|以下是轉寄信件|開始轉寄郵件|转发的原邮件",
    mobile: "发自我的|发自|從我的|发送自|來自我的|来自我的|傳送自|從我|取得 outlook|获取 outlook|~傳送", bye: "此致|祝好|谢谢|敬礼|顺祝商祺|順頌商祺|謝謝",
  },
  ja: { wrote: "のメッセージ|のメール|は書きました|さんは書きました|書きました|が書きました|さんが書きました|書いた|さんからのメッセージ|からのメッセージ|様のメール|のコメント|さんは次のように書きました|wrote|さんのメール", from: "差出人|送信者|発信者|送信元|from", date: "日時|日付", sent: "送信日時|送信日|受信日時|送信時刻", to: "宛先|受信者|送信先", cc: "写し", beside: "添付ファイル|添付|重要度|優先度|秘密度", subject: "件名|題名|タイトル", original: "元のメッセージ|オリジナルメッセージ|元のメール|原文|original message|オリジナル メッセージ|受信メール|返信元", forwarded: "転送されたメッセージ|転送メッセージ|転送メール|転送された|forwarded message|転送されたメール|転送開始", mobile: "~から送信|~から送信されました|iphoneから送信|~より送信|outlook for ios を入手", bye: "よろしくお願いします|よろしくお願いいたします|敬具|宜しくお願い致します|よろしくお願い致します|以上、よろしくお願いいたします" },
  ko: { on: "에", wrote: "작성|님이 작성|님이 씀|썼습니다|님이 작성함|님께서 작성|쓰신 글|님의 말|보낸 메일|보냄|님이 보낸 메시지|님의 메시지|이(가) 작성함|이(가) 작성|님이 작성한 메시지|작성한 글|작성하였습니다|이(가) 쓴 글|님이 쓴 글|쓴 글", from: "보낸 사람|보낸사람|발신|발신자|보낸이", date: "날짜|일시", sent: "보낸 날짜|보낸날짜|보낸 시간|발송일|받은날짜", to: "받는 사람|받는사람|수신|받는이|수신자", cc: "참조|숨은 참조|참조인", beside: "첨부|첨부 파일|첨부파일|중요도|우선 순위", subject: "제목", original: "원본 메시지|원본 메일|원본메일|원래 메시지|원본 메세지|원본메시지|원문", forwarded: "전달된 메시지|전달된 메일|전달 메시지|전달 메일|전달한 메시지 시작", mobile: "~에서 보냄|나의 iphone에서|내 iphone에서|~에서 보냈습니다|outlook for ios 다운로드", bye: "감사합니다|드림|고맙습니다" },
  ka: { wrote: "დაწერა|წერს", from: "გამგზავნი|ვისგან", date: "თარიღი", sent: "გაგზავნილია", to: "მიმღები|ვის", subject: "თემა", original: "ორიგინალი შეტყობინება", forwarded: "გადამისამართებული შეტყობინება", bye: "პატივისცემით|მადლობა" },
  hy: { wrote: "գրել է|գրեց", from: "ումից", date: "ամսաթիվ", to: "ում", subject: "թեմա", original: "բնօրինակ հաղորդագրություն", bye: "հարգանքով" },
  cy: { on: "ar", wrote: "ysgrifennodd|ysgrifennwyd", from: "oddi wrth|gan", date: "dyddiad", sent: "anfonwyd", to: "at", subject: "pwnc", original: "neges wreiddiol", forwarded: "neges wedi'i hanfon ymlaen|neges a anfonwyd ymlaen", mobile: "anfonwyd o", bye: "cofion|diolch|cofion gorau" },
  ga: { on: "ar|an", wrote: "scríobh|a scríobh", from: "ó", date: "dáta", sent: "seolta", to: "chuig", subject: "ábhar", original: "teachtaireacht bhunaidh|an teachtaireacht bhunaidh", bye: "le meas|slán" },
  eo: { on: "je|la", wrote: "skribis|skribas", from: "de", date: "dato", sent: "sendita", to: "al", subject: "temo", original: "originala mesaĝo", forwarded: "plusendita mesaĝo", bye: "salutojn|dankon" },
  sw: { on: "mnamo|tarehe", wrote: "aliandika|ameandika|kaandika", from: "kutoka|kutoka kwa", date: "tarehe", sent: "ilitumwa", to: "kwa", subject: "mada|somo", original: "ujumbe asili", forwarded: "ujumbe uliosambazwa", bye: "asante|wako" },
  kk: { wrote: "жазды|деп жазды", from: "кімнен|жіберуші", date: "күні", sent: "жіберілді|жіберілген", to: "кімге", cc: "көшірме", subject: "тақырып|тақырыбы", original: "бастапқы хабар", bye: "құрметпен" },
  uz: { wrote: "yozdi|deb yozdi", from: "kimdan", date: "sana", sent: "yuborildi", to: "kimga", subject: "mavzu", bye: "hurmat bilan" },
  mn: { wrote: "бичсэн|бичив", from: "илгээгч|хэнээс", date: "огноо", sent: "илгээсэн", to: "хэнд|хүлээн авагч", subject: "гарчиг|сэдэв" },
  ur: { wrote: "نے لکھا", from: "منجانب", date: "تاریخ", sent: "ارسال کردہ", to: "بنام", subject: "موضوع|عنوان" },
  bn: { wrote: "লিখেছেন|লিখেছে", from: "প্রেরক", date: "তারিখ", to: "প্রতি|প্রাপক", subject: "বিষয়" },
  ta: { wrote: "எழுதியது|எழுதினார்", from: "அனுப்புநர்", date: "தேதி", to: "பெறுநர்", subject: "பொருள்" },
};
