// Words around a code or link that is made for one reader, whatever it is called: type it somewhere, it holds
// for a short time or once, keep it secret, ignore it if you did not ask. Stems in lower case, of many
// languages.

import { stems } from "./patterns.ts";

/** Calls to type a code: "enter", "copy these digits". */
const typed = stems(
  `(?:enter|type|key in|input|paste|copy|punch in|fill in|read (?:it|this|them) (?:back|out))(?!\\p{L})
  gib|gebt|geben sie|tipp|eingeben|eingabe|eintippen|einzugeben|trag(?:e|en sie)|übertrag|abtippen
  saisi|entrez|tapez|tape(?!\\p{L})|recopi|composez|reportez|renseign
  introdu|ingres[ae]|escri[bv]|escrev|tecle|digit[aeio]|copi[ae]|insir|inser|scriv|riport
  voer|vul(?!\\p{L})|vult|typ|tik(?!\\p{L})|neem .{0,20} over
  wpisz|wpisa|podaj|wprowad|przepis|wklep|zadej|zadá|vlož|opiš|napiš
  ange(?!\\p{L})|skriv|knappa|mata in|fyll|indtast|tast
  syöt|kirjoit|näppäil|naputtele|írj|adja meg|add meg|üss|gépel|tasta|completa[țt]i
  введ[иі]|ввести|укаж|набер|впиш|вбей|въвед|εισ[αά]γ|εισαγάγετε|πληκτρολογ
  gir(?:in|iniz|mek|erek|meniz|ebilir)|gir(?=\\s*(?:[.!\\n]|$))|(?:kodu(?:nu)?|şifre(?:sini|yi)|parola(?:sını|yı)|numarasını|rakamlarını) gir(?!\\p{L})|yaz(?:ın|ınız|arak)|tuşla|masukkan|ketik|isikan|nhập|điền
  unes(?:ite|i(?!\\p{L}))|унес(?:ите|и(?!\\p{L}))|внес(?:ете|и(?!\\p{L}))|upiš|упиш|ukuca|vnes(?:ite|i(?!\\p{L}))|vpiš|sisesta|trüki|įves|įveskite|įraš|surink|ievad|ierakst|sláðu inn|skráðu|settu inn|skriva|vendos|fut(?:ni|eni)|kirit|daxil ed|sartu|idatzi|teclej|rhowch|cuir isteach|cofnodwch|daħħal|gitt|tik|faka|ngenisa|weka|ingiza|shigar|ilagay|ipasok`,
  `输入|輸入|填写|填寫|填入|入力|打ち込|입력|أدخل|ادخل|إدخال|اكتب|وارد کنید|הזן|הזינ|הקלד|הקלידו|הקש|दर्ज (?:कर|कीजि)|डालें|टाइप|प्रविष्ट|กรอก|ป้อน|ใส่|შეიყვან|შეიტან|ჩაწერ|մուտքագր|লিখুন|কোড(?:টি)? ব্যবহার|குறியீ[\\p{L}\\p{M}]{1,12} பயன்படுத்த|টাইপ|உள்ளிட|నమోదు|ನಮೂದಿ|നൽകുക|દાખલ|ਦਰਜ|درج کر|ያስገቡ|បញ្ចូល|ປ້ອນ|ထည့်`,
);

/** Words for a validity of some minutes, or one use. */
const brief = stems(
  `\\d{1,3}[ -]?(?:minut|mins?(?!\\p{L})|min\\.|hours?|stunden?|heures?|horas?|or[ae](?!\\p{L})|uur|godzin|hodin|timm|timer|tunti|óra|órá|ore(?!\\p{L})|час|годин|λεπτ|ώρ|dakika|saat|menit|jam|phút|giờ|perc|хвил)
  (?:\\p{L}{1,40} )?(?:minut|dakika|menit|хвилин|λεπτ|perc)\\p{L}{0,40}
  \\d{1,3} (?:min[uú]t|minuut|minuč|minūt|mínút|munud|nóiméad|daqiqa|dəqiqə|минут|мин)\\p{L}{0,20}|(?:emizuzwini|imizuzu|emizuzu|dakika|iṣẹju|minti|daqiiqo)\\p{L}{0,10}(?: [\\p{L}-]{1,6})?[ -]\\d
  (?:an?|one|half an) hour|(?:eine[r]?|halbe[n]?) (?:halben? )?stunde|une (?:demi-)?heure|una (?:media )?hora|uma hora|meia hora|un['’]ora|mezz['’]ora|(?:een|half) uur|quarter of an hour|viertelstunde|quart d['’]heure|cuarto de hora|kwadrans|kwartier|kvart|четверть часа
  (?:once|one time|single use)(?!\\p{L})|(?:nur )?einmal|une (?:seule )?fois|usage unique|una (?:sola )?ve[zs]|un solo uso|(?:só |apenas )?uma (?:única )?vez|una (?:sola )?volta|(?:één|een) keer|eenmal|jeden raz|jednoraz|jednou|jednor[aá]z|en gång|engång|én gang|en gang|engang|kerran|kerta|egyszer|o singură dată|один раз|одн[оу]раз|один раз|μία φορά|μίας χρήσης|tek (?:sefer|kullanım)|bir (?:kez|kere|defa)|sekali|một lần`,
  `\\d{1,4} ?(?:分|小时|小時|個小時|时间|時間|분|시간|دقيق|دقیق|دقائق|ساع|דקות|שעות|מיניט|मिनट|घंट|นาที|ชั่วโมง|წუთ|րոպե|মিনিট|நிமிட|నిమిష|ನಿಮಿಷ|മിനിറ്റ|મિનિટ|ਮਿੰਟ|منٹ|ደቂቃ|នាទី|ນາທີ|မိနစ်)|(?:一|1)次|1回|一度|한 번|1회|مرة واحدة|لمرة|یک ?بار|פעם אחת|एक बार|ครั้งเดียว`,
);

/** One use, and no "once you have signed in": that is said of passwords that are kept. */
const single = stems(
  `(?:used?|using|valid|works?|good|only|just|entered) (?:only |just |exactly )?(?:once|one time)(?! (?:you|your|the|we|i|they|logged|signed)(?!\\p{L}))|once only|(?:one-time|one time (?:use|only)|single[- ]use)(?!\\p{L})|(?:for|at) (?:a single|one) (?:sign|log)[- ]?(?:in|on)
  einmalig\\p{L}{0,2} (?:gültig|verwend|nutz|einsetz|passw|kennw|code|anmeld|zugang)|nur einmal|einmal (?:gültig|verwend|benutz|nutz|einsetz)|usage unique|(?:une seule|qu['’]une) fois|un (?:solo|único) uso|una (?:sola|única) vez|(?:s[oó]lo|só|apenas|somente) uma? vez|uma única vez|uso único|monouso|una sola volta
  eenmalig|(?:maar|slechts) (?:één|een) keer|jednoraz|(?:tylko )?jeden raz|tylko raz|(?:jen|pouze|iba) jednou|jednor[aá]z|engång|engang|(?:bara|endast|kun|bare) (?:en|én) g[aå]ng|kertakäyt|(?:vain|yhden) kerran|(?:csak|egyszer) (?:egyszer|használ)|o singură dată
  одн[оу]раз|(?:только )?один раз|μία φορά|μίας χρήσης|tek (?:sefer|kullanım)|(?:yalnızca|sadece) bir (?:kez|kere|defa)|sekali pakai|hanya sekali|một lần`,
  `一次性|[只仅僅限][^。]{0,6}[一1]次|[1一]回(?:限り|のみ|だけ)|一度(?:限り|だけ|しか|のみ)|(?:한 ?번|1회)(?:만|용| 사용)|일회용|مرة واحدة|لمرة|یک ?بار|פעם אחת|חד.?פעמי|(?:केवल|सिर्फ़?|बस) एक बार|ครั้งเดียว`,
);

/** Words for a validity of some minutes. */
const soon =
  /\d ?(?:\p{L}{1,40} )?(?:min(?:s?(?!\p{L})|ut|uč)|minūt|mínút|munud|daqiqa|dəqiqə|dakika|menit|phút|хв|мин(?!\p{L})|минут|λεπτ|perc)|(?<!\p{L})dakika \d|\d ?(?:分(?!の)|분|دقيق|دقیق|دقائق|דקות|मिनट|মিনিট|நிமிட|წუთ|րոպե|منٹ|นาที)|(?:five|ten|fifteen|thirty|fünf|zehn|fünfzehn|cinq|dix|quinze|cinco|diez|dez|cinque|dieci|vijf|tien|tio|fem|ti) min/iu;

/** Behind a number: it ends, or holds until then. */
export const expiring = stems(
  `expir|exspir|abl[aä]uf|läuft|gültig|valid(?!at|ier)|valable|v[aá]lid[oae]s?(?!\\p{L})|caduc|vence|scad|verloopt|geldig|wygas|ważn|plat[íi]|vyprš|gäller|giltig|gyldig|gælder|gjelder|udløb|utløp|vanhen|voimassa|érvényes|lejár|valabil
  действ|истека|годен|дійсн|діє(?!\\p{L})|важи|ισχύει|λήγει|geçerli|berlaku|kedaluwarsa|hiệu lực|hết hạn|kehti|galioj|derīg|vrijedi|velja|gild|galdandi|tempoh|skadon|iphelel|utaisha|ddilys`,
  `有效|有効|유효|صالح|تنتهي|معتبر|תקף|मान्य|वैध|ใช้ได้|მოქმედ|ვარგისი|գործում|বৈধ`,
);

/** Warnings to keep a code to oneself. */
const secret = stems(
  `(?:not|don['’]t|never|nobody|no one|won['’]t|will) [^.!?]{0,40}(?:share|give|tell|disclos|reveal|ask (?:you )?for|call (?:you )?for|pass it|forward)|keep (?:it|this|them) (?:secret|private|to yourself)
  (?:nicht|niemand|niemals|nie|kein)\\p{L}{0,40} [^.!?]{0,50}(?:weiter|mitteil|nenn|verrat|teilen|frag|preis)|(?:teilen|nennen|verraten|geben) sie [^.!?]{0,40}(?:nicht|niemand|niemals|nie |kein)|(?:gib|teile?|verrate?|nenne?) [^.!?]{0,30}(?:nicht|niemand|niemals|nie |kein)
  ne [^.!?]{0,24}(?:communiqu|partag|transme|divulg|donne|confi|demande)
  (?:no|nunca|não|nao|nadie|ninguém|jamás) [^.!?]{0,30}(?:compart|revel|dig|inform|pedir|solicit|divulg|forne|facilit|entreg|repass)
  (?:non|mai|nessuno) [^.!?]{0,24}(?:comunic|condivid|rivel|chied|fornir|dire|dirlo)
  (?:niet|nooit|niemand|geen) [^.!?]{0,30}(?:deel|delen|gee?f|geven|vertel|vraag|vragen)|(?:deel|geef) [^.!?]{0,30}(?:niet|nooit|niemand)
  (?:nie|nigdy|nikomu) [^.!?]{0,24}(?:udostępni|poda|przekaz|pros|ujawni)|nikomu|ne(?:sděl|sdíl|předá|říkej|prozra)
  (?:dela|lämna|ge|del|gi|giv) [^.!?]{0,24}(?:inte|aldrig|ikke|aldri)|(?:aldrig|aldri) [^.!?]{0,24}(?:dela|lämna|fråga|del|spør)|älä [^.!?]{0,24}(?:jaa|kerro|luovuta|anna)|ne (?:ossza|adja|oszd|add)|nu [^.!?]{0,16}(?:divulg|comunic|împărt|dezvălu|transmi)
  (?:никому|не) [^.!?]{0,24}(?:сообщ|переда|говори|показыв|называ)|никому|нікому|не (?:повідом|перед|кажіть|споделя)|μην? [^.!?]{0,20}(?:κοινοποι|μοιρα|αποκαλύ|δώσ)
  [^.!?\\s]{0,12}paylaşma|kimse\\p{L}{0,40} [^.!?]{0,12}(?:verme|söyleme|paylaş)|jangan [^.!?]{0,24}(?:beri|bagi|sebar|kasih)|(?:không|đừng|tuyệt đối) [^.!?]{0,16}(?:chia sẻ|cung cấp|tiết lộ)
  (?:nemojte|nikome|nikomur|ne )[^.!?]{0,24}(?:dijel|deli|otkriv|razkri|posreduj|govor)|nikome|nikomur|никоме|никого|не (?:го )?(?:делете|споделувајте|делите|откривајте)|(?:ära|ärge) [^.!?]{0,20}(?:jaga|avalda|anna)|nieka[md](?!\\p{L})|neatskleis|nesidalin|neizpaud|nevienam|ekki [^.!?]{0,16}(?:deila|gefa|segja)|ikki [^.!?]{0,16}(?:gev|deil|vís)|lat ongan
  jangan [^.!?]{0,24}(?:kongsi|dedah)|mos e (?:ndani|jepni)|hech kimga|heç kimə|ешкімге|эч кимге|hen bat|inori|peidiwch|ná roinn|moenie|ung[ae]\\p{L}{0,8}(?:abel|tshel)\\p{L}{0,8}|usim(?:pe|shirik)\\p{L}{0,6}|usishirik\\p{L}{0,6}|kada (?:ka|ki) (?:ba|raba)|huwag`,
  `(?:勿|不要|切莫|請勿)[^。]{0,6}(?:告|泄|洩|透|分享|提供|转发|轉發|外泄|告知)|索[要取][^。]{0,8}(?:诈骗|詐騙)|(?:他人|第三者|誰)[^。]{0,8}(?:教え|共有|知らせ|開示)|(?:공유|알려|전달|노출|타인)[^.]{0,8}마|لا ت(?:شارك|فصح|خبر|عط|كشف|قم بمشارك)|در اختیار [^.]{0,12}قرار ندهید|אל ת(?:שתפ|שתף|מסר|עביר|גל)|אין (?:למסור|לשתף)|(?:साझा|शेयर) न|न बताएं|(?:ห้าม|อย่า)[^.]{0,12}(?:เปิดเผย|บอก|แชร์)|არავის|არ გაუზიარ|ոչ մեկի|শেয়ার করবেন না|பகிர வேண்டாம்|పంచుకోవద్దు|ಹಂಚಿಕೊಳ್ಳಬೇಡಿ|പങ്കിടരുത്|શેર કરશો નહીં|ਸਾਂਝਾ ਨਾ|شیئر نہ|सांगू नका|शेअर करू नका|ለማንም|ហាម|မမျှဝေ`,
);

/** Words to readers who did not ask for the code: do nothing, or it was somebody else. */
const unasked = stems(
  `if (?:you|this|it|that)[^.!?]{0,24}(?:didn|did not|do not|don|wasn|was not|weren|haven|isn)|(?:wasn['’]t|not) (?:you|me)(?!\\p{L})|(?:didn['’]t|did not) (?:request|ask|sign|make|try|do)|(?:ignore|disregard|delete) (?:it|this|the)
  (?:nicht|keine[nr]?)[^.!?]{0,40}(?:angeforder|beantrag|angefragt|veranlass|von ihnen|angemeldet|registriert|eingetragen|ausgelöst)|(?:nicht sie|nicht du|sie nicht|du nicht|du das nicht|sie das nicht|waren sie das|warst du das)|ignorier|nichts (?:zu )?(?:weiter )?(?:tun|unternehmen)
  n['’](?:êtes|avez|es|as) pas[^.!?]{0,30}(?:origine|demand|effectu|inscri|fait)|ignore[rz]|pas vous|ne faites rien|sans suite
  si (?:tú )?no (?:fuiste|ha|lo|pediste|te|eres|reconoc|solicit|hiciste|creaste)|ignor[ae]|caso omiso|no hagas? nada
  (?:se|caso) (?:você |tu |o |a )?(?:não|nao)|desconsider|ignore
  se non (?:hai|sei|ha|lo|è|fossi|si)|ignora|non (?:fare|faccia|serve|occorre)
  (?:niet|geen)[^.!?]{0,20}(?:aangevraagd|gevraagd|zelf|gedaan|aangemeld)|dit niet|niet (?:u|jij)(?!\\p{L})|negeer|(?:niets|niks) (?:te )?doen
  (?:jeśli|jeżeli)[^.!?]{0,16}(?:nie |to nie)|to nie ty|zignoruj|pokud[^.!?]{0,16}(?:ne|nie)|ignoruj
  (?:inte|ikke)[^.!?]{0,16}(?:du|dig|deg|begärt|beställt|anmodet|bedt)|ignorera|bortse|ignor[eé]r|se bort
  etkö|et ole|jätä[^.!?]{0,16}huomiotta|ha nem|hagyja figyelmen|dacă nu
  (?:если|якщо|ако)[^.!?]{0,16}не |это (?:были )?не вы|проигнор|проігнор|не обращайте|αν δεν|αγνοή
  (?:siz|sen) (?:değil|yapma)|(?:talep etme|isteme|yapma|kaydolma)di|dikkate alma|göz ardı|görmezden|yok say
  jika (?:anda |kamu |ini )?(?:bukan|tidak)|abaikan|nếu (?:bạn |quý khách |đây )?không|bỏ qua`,
  `非本人|不是[您你]|忽略|未(?:曾)?(?:请求|請求|申请|申請|要求)|並非[您你]|心当たり|身に覚え|破棄|(?:요청|본인|신청)[^.]{0,12}(?:않|아니|적 없)|무시하|إذا لم|اذا لم|تجاهل|اگر شما|نادیده|אם לא|התעלמ|अनदेखा|नज़?रअंदाज|यदि आपने|अगर आपने|หากคุณไม่|ถ้าคุณไม่|ไม่ได้เป็นผู้`,
);

export interface CodeEvidence {
  isTyped: boolean;
  isBrief: boolean;
  /** For minutes: such is no offer. */
  isSoon: boolean;
  /** For one use. */
  isOnce: boolean;
  isSecret: boolean;
  isUnasked: boolean;
  /** How many of them. */
  count: number;
}

/** Return the kinds of evidence in the first 20,000 characters of a mail. */
export function evidenceIn(text: string): CodeEvidence {
  const start = text.slice(0, 20_000);
  const [isTyped, isBrief, isSecret, isUnasked] = [typed, brief, secret, unasked].map((pattern) =>
    pattern.test(start),
  ) as [boolean, boolean, boolean, boolean];
  const count = [isTyped, isBrief, isSecret, isUnasked].filter(Boolean).length;
  const [isSoon, isOnce] = [soon.test(start), single.test(start)];
  return { isTyped, isBrief, isSoon, isOnce, isSecret, isUnasked, count };
}
