// Whether a sentence tells something and asks for nothing: it says what is, or speaks of what shops and clubs add below their news -
// hours, prices, conditions, where they are - and does not begin as an order does. In languages that are not here no sentence
// tells. Lines are languages.

/** Verbs of sentences that say what is. No short word of one language that is another's ("a" is "has" in French). */
const saying = `is|are|was|were|has|have|had|can|cannot|may|will|won['’]t|isn['’]t|aren['’]t|don['’]t|doesn['’]t|we['’]re|we['’]ve|it['’]s|there['’]s|comes?|costs?|applies|apply|depends?|includes?|gives?|stays?|closes?|expires?|belongs?|needs?|takes|goes?|opens|starts?|ends?|runs|begins|leaves|foi|foram|fue|ha sido
ist|sind|war|hat|haben|kann|können|gilt|gelten|wird|werden|enthält|ersetzt|finden sie|liegt|dauert|kostet|fragen
est|sont|peut|peuvent|ont|sera|seront|s['’]appliquent?|accueillent|ouvre|ouvrent|ferme|figurez|reste
está|están|puede|pueden|tiene|tienen|será|serán|incluye|abre|cierra|è|sono|può|possono|hanno|sarà|chiude|comprende|são|pode|podem|tem|têm|inclui|fecha|passa para
zijn|heeft|hebben|kunnen|wordt|worden|geldt|gelden|hoort|gaat|duurt|jest|są|może|mogą|ma(?= )|będzie|będą|zawiera|dotyczy|obowiązuje|otwieramy|przepraszamy
är|har|kan|blir|gäller|ingår|kostar|måste|vi|er|bliver|gælder|finder|gjelder|finnes|beklager|holdes|hører|følger
on|ovat|voi|voivat|sisältää|je|jsou|může|mohou|má(?= )|platí|budou|bude|obsahuje|môže|sú|van|vannak|nincs|lehet|érvényes|este|sunt|poate|pot|valabil\\p{L}{0,2}|su|ima|mogu|vrijedi|velja
\\p{L}{3,20}(?:dır|dir|dur|dür|tır|tir|tur|tür)(?:lar|ler)?|vardır|var|yoktur|là|được|adalah|berlaku|dapat|yra|galioja|ir|ei|kehtib
\\p{L}{2,20}(?:ildi|ıldı|uldu|üldü|iyor|ıyor|uyor|üyor|acak|ecek|mektedir|maktadır)|λάβατε|είστε|λαμβάνετε|giver|gir|ger|får|otrzymał\\p{L}{1,3}|czeka|dostajesz|primești|primiți|kapja|szeretné\\p{L}|saat|sait|dostáváte|имеет|имеют|может|могут|работает|работают|действует|действуют|составляет|находится|приносим|має|мають|може|діє|працює|είναι|ισχύει|έχει|μπορεί|е|са|важи`;

/** Subjects of such sentences. */
const topics = `opening (?:hours|times)|open(?= (?:daily|from|until|monday|tuesday|wednesday|thursday|friday|saturday|sunday))|admission|parking|vat|prices|postage|delivery (?:is|times?|within)|free (?:delivery|shipping|returns|parking|entry)|offer|promotion|while stocks|terms|conditions|trading name|registered|licen[cs]ed|regulated|charity|trading as|managed by|part of|help ?line|customer (?:service|care|support|team)|support team|questions|pro tip|the app|desktop app|past performance|value of|sent with|made (?:with|in|by)|fares|bags|html|images|this week|thanks for reading|view results|duration|finished|triggered by|completed|tags|level|browser
öffnungszeit|geöffnet|preise|mwst|versand|lieferung|angebot|aktion|gültig|solange|bedingungen|eingetragen|registriert|gegründet|kundenservice|kundendienst|fragen|parkpl|eintritt|hinweis|information|inh\\.|sitz
horaires|ouvert|tarif|prix|tva|livraison|offre|valable|dans la limite|conditions|échange|annulation sans|immatricul|agréé|soumise? aux|licences?|service client|conseillers|billetterie|entrée|association|scène|bagage
horario|abierto|precios?|iva|envío|oferta|promoción|válid|hasta fin|condiciones|inscrita?|atención al|preguntas|entrada|no acumulable|medio ambiente|portes
orari|aperta?|prezzi|spedizion|offerta|promozione|valid|fino a|condizioni|iscritt|sede|servizio clienti|biglietteria|ingresso|riduzioni|non cumulabile|horário|aberto|preços|promoção|condições|inscrita|atendimento|em caso de|bagagem|capital social|sem fins lucrativos
geopend|openingstijden|prijzen|btw|verzending|aanbieding|actie|geldig|zolang|voorwaarden|ingeschreven|gevestigd|klantenservice|vragen|toegang|rechten
otwart|godziny|ceny|vat|dostawa|oferta|promocja|ważn|do wyczerpania|warunki|wpisan|obsługi klienta|pytania|wejście|utrudnienia|rabat
öppet|öppettider|priser|moms|frakt|erbjudande|gäller|villkor|registrerad|kundtjänst|frågor|säte|åbningstid|åbent|tilbud|vilkår|kundeservice|spørgsmål|åpningstid|åpent|ulemp|lager
aukiolo|avoinna|hinnat|alv|toimitus|tarjous|voimassa|ehdot|rekisteröi|asiakaspalvel|kysyttävää|automaattinen
otevírac|otevřeno|ceny|dph|doprava|doručení zdarma|nabídka|akce|sleva|platnost|podmínk|zapsan|zákaznick|dotazy|vyprodání|otvárac|zľava|ponuka|zásob
nyitva|árak|áfa|szállítás|ajánlat|akció|érvényes|feltétel|bejegyz|ügyfélszolg|kérdés|készlet|program|prețuri|tva|livrare|ofert|promoți|valabil|condiți|înregistrat|clienți|întrebări|stoc
radno vrijeme|cijene|dostava|ponuda|akcija|zaliha|uvjeti|upisan|korisnička|čalandr|cene|popust|lahtiolek|hinnad|pakkumine|kehti|darba laiks|cenas|piedāvāj|spēkā|darbo laikas|kainos|pasiūlym
часы|цены|ндс|доставка|предложение|акция|действ|количество|услови|зарегистр|служба|вопросы|вход|начало|имеются|необходим|лицензи|години|ціни|пропозиц|акція|кількість|умови|питання|вхід|работно|цени|оферта|наличност
ωράριο|τιμές|φπα|προσφορά|ισχύ|αποθεμ|όροι|εξυπηρέτηση|ερωτήσεις|ταμείο|ανοιχτ
açılış|fiyat|kdv|kargo|kampanya|stok|geçerli|koşul|kayıtlı|müşteri hizmet|soru|giờ mở|giá|chương trình|áp dụng|khuyến mãi|hết hàng|điều khoản|jam buka|harga|promo|persediaan|syarat|berlaku`;
const unspacedTopics =
  /営業時間|価格|税込|送料|在庫|終了|定員|受付|会場|休館|休業|開館|ご不便|ご理解|運営|活动|活動|优惠|優惠|数量有限|解释权|開放|开放时间|营业|營業|客服|领取|邮费|包邮|雨天|顺延|运费|系统(?:自动)?发|座位|先到先得|现场|[路街]\d{1,4}[号號]|영업 ?시간|행사|조기 종료|재고|가격|배송|판매|기간|매장|고객센터|대표|เวลา(?:เปิด|ทำการ)|ราคา|โปรโมชั่น|العرض|الأسعار|ساري|نفاد|ساعات العمل|الشحن|ساعت کاری|قیمت|موجودی|המבצע|המחיר|שעות הפתיחה|בתוקף|משלוח|ऑफ़र|कीमत|स्टॉक|समय/u;

function wordsFrom(lines: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${lines.replaceAll("\n", "|")})(?![\\p{L}\\p{M}])`, "u");
}
function beginningsFrom(lines: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${lines.replaceAll("\n", "|")})`, "u");
}
const says = wordsFrom(saying);
const isAbout = beginningsFrom(topics);

/** A verb at the beginning, and what it is done to. */
const verbFirst =
  /^[^\p{L}\p{N}]{0,4}(?:(?:please|now|then|first|just|also|always|never|so|and|bitte|merci de|por favor|per favore|proszę|пожалуйста) )?(?!(?:all|both|of|from|in|on|at|by|for|to|with|as|if|when|while|that|this|after|before|until|is|are|was|not|only|over|under|up|was|and|or|but|than|about|into|like|via|per|plus|there|here|où|dans|sur|pour|par|avec|sans|chez|en|de|à|et|ou|si|con|por|para|sin|su|per|da|di|e|o|y|in|tra|fra|em|com|von|mit|bei|für|auf|aus|nach|an|zu|um|ist|sind|und|oder|wenn|van|voor|met|bij|op|uit|om|dat|als|is|på|av|i|med|för|till|från|til|fra|og|och|om|hvis|when|ab|ha|jeśli|dacă|ako|pokud|jos|kui|ja)(?!\p{L}))\p{L}{2,20} (?:the|an?|your|our|my|me|us|it|them|her|his|their|this|that|these|those|all|any|every|each|yes|\d{1,3}(?= (?!uhr|euro|h(?!\p{L})|kr|min|tage?|jahre?|years?|days?)\p{L})|two|three|four|die|das|den|dem|alle|allen|ihre?n?|unsere?n?|uns|zwei|drei|le|la|les|l['’]\p{L}{1,20}|une?|votre|vos|nos|tous|toutes|deux|trois|el|los|las|una|sus?|todos|todas|dos|tres|il|lo|gli|i|tutti|tutte|due|tre|os|as|uma?|seus?|suas?|dois|duas|het|een|uw|je|twee|alla|det|din|två|alle|din|to)(?![\p{L}\p{N}])/iu;
/** Orders by their verb or its form, whatever stands behind it. */
const orders =
  /^[^\p{L}\p{N}]{0,4}(?:(?:please|now|then|first|just|also|always|so|and) )?(?:tell|ask|say|buy|move|take|turn|keep|print|star|translate|merge|deploy|restart|open|change|give|add|put|cancel|book|set|make|let|leave|hide|call|write|wait|stop|start|skip|pick|order|reserve|close|delete|remove|switch|rename|copy|save|store|treat|consider|assume|remember|note that|use|follow|log|sign|pay|send|share|post|reply|zeg|stuur|geef|zet|boek|bel|wijzig|verander|verwijder|annuleer|koop|betaal|vraag|vertel|maak|dé|säg|sätt|byt|boka|köp|ring|sig|sæt|skift|bestil|køb|ring)(?!\p{L})|^[^\p{L}]{0,4}(?:bitte )?(?!haben|finden|möchten|sind|kennen|wollen|brauchen|suchen|wussten|bringen|beachten|besuchen|entdecken|wählen|lesen|freuen)\p{L}{2,18}e?r?n sie(?!\p{L})|(?<!vous )(?<!si vous ne )(?<!\p{L})(?!chez|assez|nez|rez|visitez|découvrez|retrouvez|consultez|lisez|cliquez|présentez|profitez|rejoignez|suivez|pensez)\p{L}{2,18}ez(?!\p{L})|^[^\p{L}]{0,4}\p{L}{2,18}(?:йте|ите|ьте)(?:сь)?(?!\p{L})|(?:して|って|んで|いて|えて)(?:ください|下さい|くれ)|せよ|しろ(?![いく])|なさい|(?:해 ?주세요|하세요|하십시오|해라|십시오)|^请(?!自带|勿|注意|于|在[^，。]{1,20}领取)|请(?:取消|预订|更改|修改|打开|关闭|购买|告诉|联系)/iu;

/** Words of languages whose orders are known by their form, whatever they are about. One-letter words are of many languages. */
const ofForm =
  /(?<![\p{L}\p{M}])(?:the|and|of|for|to|with|you|your|we|our|at|in|on|from|or|not|more|by|as|this|your|so|succeeded|failed|der|die|das|den|dem|des|ein|eine|einen|und|oder|für|mit|von|im|am|zum|zur|bei|bis|ab|nicht|keine?|auf|aus|le|la|les|une?|du|des|et|ou|pour|avec|dans|sur|au|aux|en|par|vous|votre|nos|notre|ne|pas|el|los|las|una|del|al|con|para|por|en|su|tu|es|il|lo|gli|della|dei|del|nel|alla|per|non|che|dal|si|di|da|do|dos|das|no|na|nos|em|um|uma|se|os|as|het|een|voor|met|van|bij|op|niet|naar|uit|je|ons|onze|deze|dit|elke)(?![\p{L}\p{M}])|[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]|(?<![\p{L}])(?:в|на|с|до|от|по|для|и|не|из|за|у)(?!\p{L})/u;

/** Orders that no mailbox is needed for: to come, to look, to get the app. */
const invites =
  /^[^\p{L}\p{N}]{0,4}(?:please |bitte )?(?:visit|come|bring|enjoy|join|explore|discover|never miss|don['’]t miss|stay tuned|see (?:who|what|more|it|how|you)|take (?:a (?:break|look)|\p{L}{2,15} anywhere)|check out|look out|scroll|browse|meet|(?:get|download) (?:(?:the|our|it|\p{L}{2,15}|more) ){0,3}(?:apps?|notifications|extension|notified)|stuck|open in|change how often|(?:pause|edit|adjust|tweak|stop|choose|reduce) (?:these|this) (?:e-?mails?|mails?|alerts?|digests?|updates|notifications?|newsletters?|tips|messages)|hier geht['’]s|no longer|besuchen|entdecken|bringen|finden|wählen|genießen|lesen|visita|descubre|comp[aá]rt|piense en|scopri|apresente-se|visite|descubra|neem \p{L}{2,20} mee|bezoek|ontdek|kom|husk|besøg|besøk|besök|upptäck|ta med|odwiedź|zobacz|sprawdź|przyjdź|tule|tutustu|muista|gyere|nézd|látogass|ide kattints|přijďte|navštivte|objevte|keşfet|buradan|vino|vizitează|descoperă|приходите|смотрите|узнайте|загляните|приходьте|дізнайтесь)(?![\p{L}\p{M}])/iu;
/** A name and its value: "Branch: main". */
const label = /^[^\p{L}\p{N}]{0,4}\p{L}{2,20}(?: \p{L}{2,20}){0,2} ?[:=] ?\S{0,60}(?: \S{1,30}){0,5}$/u;
/** A longer question may ask for something. */
const maxQuestion = 90;

/** @param sentence as it is written, without addresses of pages */
export function isTold(sentence: string): boolean {
  const lower = sentence.trim().toLowerCase();
  const clauses = lower.split(clauseEnds, maxClauses + 1);
  if (clauses.length > maxClauses || clauses.some(isBegunAsOrder) || buys.test(lower)) return false;
  if (lower.endsWith("?") && lower.length <= maxQuestion) return true;
  if (invites.test(lower) || label.test(lower)) return true;
  return ofForm.test(lower) || says.test(lower) || isAbout.test(lower) || unspacedTopics.test(lower);
}

const clauseEnds = /[,;:]\s|[，；：、]|\s[–—-]\s/u;
const maxClauses = 12;
/** To buy something, in languages whose orders have no form of their own. */
const buys =
  /(?<![\p{L}\p{M}])(?:zamów|kup(?:cie|te)?|tila(?:a|tkaa)|osta(?:kaa)?|sipariş (?:edin|verin|et)|satın alın|rendelj|vásárolj|vegyél|objednej|naruči|kupi|comand(?:ă|ați)|cumpăr(?:ă|ați)|παραγγείλτε|αγοράστε|pesanlah|beli|đặt mua|đặt hàng)(?![\p{L}\p{M}])|(?:订购|訂購|购买|購買|下单|订下)|注文(?:して|せよ)/u;

function isBegunAsOrder(clause: string): boolean {
  return !invites.test(clause) && (verbFirst.test(clause) || orders.test(clause));
}

/** Whether words are of sentences that tell something, in a language of these lists. */
export function saysOfKnown(lower: string): boolean {
  return says.test(lower) || isAbout.test(lower);
}
