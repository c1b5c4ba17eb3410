// Words of orders to programs: who is spoken to, what is set aside, what is passed on. Lines are languages or kinds; words of scripts
// with spaces are found where a word begins. They are read in small letters. Ordinary preheaders speak of assistants and sell
// them ("meet the AI assistant that answers your customers"): a program is spoken to at the beginning of a sentence, or by name.

/** Alternatives, one line a language. */
function anyOf(lines: string): string {
  return lines
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .join("|");
}

/** Beginnings of words of scripts with spaces, and words of the others anywhere. */
function stems(spaced: string, unspaced: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${anyOf(spaced)})|${anyOf(unspaced)}`, "u");
}

/** A program that reads mail for somebody. */
const named = anyOf(`
  (?:ai|a\\.i\\.|ki|llm|virtual|digital|automated|automatic|e-?mail|inbox|mail)[ -]?(?:assistant|agent|model|reader|system|bot|helper|assistent)\\p{L}{0,3}
  assistant\\p{L}{0,3}|llms?|(?:large )?language models?|chatbots?|gpt|automated readers?
  ki-?(?:assistent|agent|modell|system)\\p{L}{0,4}|(?:mail-?)?assistent\\p{L}{0,4}|sprachmodell\\p{L}{0,2}
  agents? (?:ia|d['’]ia)|assistantes?(?: (?:ia|virtuel))?|modèles? de langage|l['’]ia
  asistentes?(?: (?:de )?ia| virtual)?|agentes? (?:de )?ia|modelos? de lenguaje
  assistent[ei](?: (?:di )?ia| virtuale)?|agent[ei] (?:di )?ia|modell[oi] linguistic[oi]
  assistentes?(?: (?:de )?ia| virtual)?|modelos? de linguagem
  ai-?(?:assistent|agent)\\p{L}{0,3}|taalmodel\\p{L}{0,3}
  asystent\\p{L}{0,3}(?: (?:ai|si))?|model\\p{L}{0,3} językow\\p{L}{0,3}|agent\\p{L}{0,3} ai
  (?:ии|ai)-?(?:ассистент|помощник|агент)\\p{L}{0,3}|ассистент\\p{L}{0,3}|языков\\p{L}{0,3} модел\\p{L}{0,3}|нейросет\\p{L}{0,3}
  (?:ші|ai)-?(?:асистент|помічник|агент)\\p{L}{0,3}|асистент\\p{L}{0,3}|мовн\\p{L}{0,3} модел\\p{L}{0,3}
  (?:ai )?asistent\\p{L}{0,3}(?: ai)?|ai agent\\p{L}{0,3}|agent\\p{L}{0,3} ai(?![\\p{L}])|jazykov\\p{L}{0,3} model\\p{L}{0,3}
  (?:ai|mi)[ -]?(?:asszisztens|ügynök)\\p{L}{0,4}|asszisztens\\p{L}{0,4}|nyelvi modell\\p{L}{0,4}
  (?:yapay zek[âa] )?asistan\\p{L}{0,4}|dil model\\p{L}{0,4}
  (?:ai-?)?(?:assistent|assistant|avustaja|tekoäly)\\p{L}{0,4}|språkmodell\\p{L}{0,3}|sprogmodel\\p{L}{0,3}
  βοηθ[όέ]\\p{L}{0,3}(?: (?:ai|τν))?|γλωσσικ\\p{L}{0,3} μοντέλ\\p{L}{0,3}|trợ lý(?: ai| ảo)?|asisten(?: ai| virtual)?|pembantu ai
  (?:ال)?مساعد(?: الذكي| الآلي)?|دستیار(?: هوش مصنوعی)?|עוזר(?: ה?-?ai)?|(?:एआई )?सहायक|ผู้ช่วย(?: ?ai)?
  (?:ai|人工智能)?(?:助手|助理)|(?:ai)?アシスタント|(?:语言|語言|言語)(?:大)?(?:模型|モデル)|(?:ai ?)?(?:어시스턴트|비서)|언어 ?모델
`);

/** Words before it where it is spoken to. */
const calls = anyOf(`
  dear|hey|hi|hello|attention|hallo|liebe[rs]?|achtung|cher|chère|bonjour|hola|estimad[oa]|ciao|caro|cara|gentile|olá|oi|beste|drogi|уважаемый|дорогой|привет|merhaba|sayın
`);
const notes = anyOf(`
  note|notice|message|instructions?|attention|hint|order|command|memo|directive|task|request|reminder
  hinweise?|anweisung(?:en)?|nachricht|auftrag|achtung|aufgabe|bitte
  consignes?|avis|ordre|remarque|instrucci[oó]n(?:es)?|nota|aviso|mensaje|orden|istruzion[ei]|messaggio|avviso|instruç(?:ão|ões)|mensagem|ordem
  opmerking|instructies?|bericht|opdracht|polecenie|uwaga|instrukcja|wiadomość|instruktion(?:er)?|meddelande|besked|ohje|viesti|pokyny?|upozornění|utasítás|üzenet|instrucțiun[ei]|mesaj|talimat|not
  инструкци[яи]|указани[ея]|примечание|сообщение|внимание|команда|інструкці[яї]|вказівка|повідомлення|οδηγί(?:α|ες)|σημείωση|hướng dẫn|instruksi|catatan|perintah
`);
const prepositions =
  "(?:to|for|für|an|pour|à|au|aux|para|al|a|ao|per|all['’]|voor|aan|dla|do|för|till|til|pro|az|pentru|către|για|προς|для|cho|untuk|kepada)";
const articles =
  "(?:(?:the|any|all|every|your|an?|den|die|das|alle|jeden|einen|le|la|les|l['’]|tous les|el|los|il|lo|gli|o|os|de|het|elke|wszystkich|всех|всіх)[ ]?)";

/** Whether a program is spoken to. */
export const addressesProgram = new RegExp(
  anyOf(`
    (?:^|[.!?;。！？"'“«(\\[<{\\n]) ?(?:(?:${calls})[ ,]{1,2}${articles}{0,1})?(?:${named}) ?[:,;：，、،>}]
    (?:^|[.!?;"'“«(\\[<{\\n]) ?(?:${calls})[ ,]{1,2}(?:ai|a\\.i\\.|ki|ia|ии|bot) ?[:,;!.]
    (?<![\\p{L}\\p{M}])(?:${notes}) ${prepositions} ?${articles}{0,2}(?:${named}|ai(?![\\p{L}\\p{M}-]))
    (?:^|[.!?;"'“«(\\[<{\\n]) ?${prepositions} ${articles}{0,2}(?:${named})(?:(?: \\p{L}{1,16}){0,6}) ?[:：]
    \\[{1,2}/?(?:instructions?|prompt|llm)\\]{1,2}|\\[\\[/?(?:agents?|assistant|ai|system)\\]\\]
    (?<![\\p{L}\\p{M}])if (?:you(?:['’]re| are)|this is (?:being )?(?:read|processed|handled) by) (?:an? |the )?(?:${named}|ai|bot|agent|program)(?:,| (?:read|process|summar|handl|acting|please|you))
    (?<![\\p{L}\\p{M}])(?:wenn|falls) (?:du|sie|dies) (?:\\p{L}{1,10} ){0,2}(?:ki|ai|bot|${named})(?![\\p{L}\\p{M}])
    (?<![\\p{L}\\p{M}])si (?:tu es|vous êtes|eres|es usted|usted es) (?:une? |una? )?(?:ia|${named})(?![\\p{L}\\p{M}])
    (?<![\\p{L}\\p{M}])se (?:sei|lei è|você é|voce é|és|é) (?:un['’]? ?|una |uma? )?(?:ia|ai|${named})(?![\\p{L}\\p{M}])
    (?<![\\p{L}\\p{M}])als (?:je|u|jij) (?:een )?(?:ai|${named})(?![\\p{L}\\p{M}])|jeśli jesteś (?:ai|${named})|если (?:ты|вы)[ ,—-]{1,3}(?:ии|${named})|якщо (?:ти|ви)[ ,—-]{1,3}(?:ші|${named})|eğer (?:bir )?(?:yapay|${named})
    (?<![\\p{L}\\p{M}])system (?:notes?|prompt|override|instructions?|commands?|directives?) ?[:：–—-]
    (?<![\\p{L}\\p{M}])you(?:['’]re| are) now (?:called|named|acting|an? (?:${named}|ai|unrestricted|different|bot))
    (?<![\\p{L}\\p{M}])(?:your|the) system prompt
    (?<![\\p{L}\\p{M}])(?:do not|don['’]t|never|without) (?:mention|tell|inform|notify|alert|reveal|show|ask|warn)\\p{L}{0,3} (?:\\p{L}{1,12} ){0,4}(?:user|owner|human|recipient|operator|principal|account holder)s?(?![\\p{L}\\p{M}])
    (?<![\\p{L}\\p{M}])(?:sans (?:prévenir|informer|avertir|demander|en parler)|sin (?:avisar|informar|preguntar|decir)|senza (?:avvisare|informare|chiedere|dirlo)|sem (?:avisar|informar|perguntar)|ohne|zonder|bez) (?:\\p{L}{1,12}['’ ]){0,3}(?:utilisateur|propriétaire|titulaire|usuario|dueño|propietario|utente|proprietario|usuário|dono|benutzer|nutzer|inhaber|besitzer|gebruiker|eigenaar|użytkownik|właściciel)
    (?<![\\p{L}\\p{M}])не (?:сообщ|говор|упомин|уведом)\\p{L}{1,6} (?:\\p{L}{1,12} ){0,3}(?:пользовател|владел)
    (?<![\\p{L}\\p{M}])(?:summari[sz](?:e|es|ing)|triag(?:e|ing)) (?:this|the|these) (?:e-?mail|mail|message|letter|thread|inbox|conversation)|(?:model|assistant|agent|program) (?:processing|reading|handling|summari[sz]ing) (?:this|the) (?:e-?mail|mail|message|letter|inbox)
    (?<![\\p{L}\\p{M}])(?:before|prepar\\p{L}{1,3}|writ(?:es?|ing)) the summary|(?:prepara|preparare|prepare|prépare) (?:il riassunto|el resumen|le résumé|o resumo)
    (?<![\\p{L}\\p{M}])(?:who(?:ever| ?so ?ever)?|anyone who|the one who|for the one who) (?:read|prepare|sort|handle|process|answer|summari)\\p{L}{1,3} (?:this|it|the (?:mail|summary|inbox|box)|these)
    (?<![\\p{L}\\p{M}])wer (?:dies|dieses|das|diese (?:mail|nachricht)) (?:liest|bearbeitet|zusammenfasst)|qui(?:conque)? (?:lit|traite) (?:ceci|ce)|quien (?:lea|lee) (?:esto|este)|que el lector|chi legge (?:questo|questa|qui)|quem (?:lê|ler) (?:isto|este|esta)|wie dit leest|(?:kto|ktokolwiek) to czyta|den som läser (?:detta|det)|den der læser|kdo to čte|aki ezt olvassa|cine citește|joka tämän lukee|όποιος διαβάζει|bunu okuyan|ai đọc|siapa pun yang membaca|(?:тот, )?кто это (?:читает|прочт)|хто це читає
    من يقرأ هذا|هر که این|מי שקורא|अगर आप यह पढ़|ผู้อ่านโปรด|谁读到|讀到這|読んだ(?:人|者)は|要約の前|이 글을 읽는
    (?<![\\p{L}\\p{M}])(?:beim|vor dem) zusammenfassen|(?:lorsque|quand|si) (?:tu résumes|vous résumez)|(?:al|antes de) resumir (?:este|el)|quando riassumi|ao resumir (?:este|esta|a|o)
  `),
  "u",
);

/** Forms of address that programs and shops use too; they count where something is asked for beside them. */
export const mayAddressProgram = new RegExp(
  anyOf(`
    \\[/?(?:agents?|assistant|ai|system)\\]
    (?<![\\p{L}\\p{M}])system (?:messages?|notice) ?[:：–—-]
    (?<![\\p{L}\\p{M}])(?:new|updated|hidden|secret|additional|neue|nouvelles|nuevas|nuove|novas|nieuwe|nowe|новые) (?:system )?(?:instructions?|orders|anweisungen|instrucciones|istruzioni|instruções|instructies|instrukcje|инструкции) ?:
    (?<![\\p{L}\\p{M}])you(?:['’]re| are) now an? (?:admin|administrator)|you(?:['’]re| are) (?:now )?in \\p{L}{3,14} mode
    (?<![\\p{L}\\p{M}])on behalf of (?:the |your )?(?:user|owner|account holder|principal)(?![\\p{L}\\p{M}])
  `),
  "u",
);
/** Words that ask for something, of many kinds. */
export const asks =
  /(?<![\p{L}\p{M}])(?:must|should|shall|obey|comply|delete|approve|accept|treat|mark|confirm|trust|say|answer|include|set|grant|allow|reveal|tell|do not|don['’]t|never|from now on)(?![\p{L}\p{M}])/u;
/** People who are assistants by trade, as those speak of them who look for one. */
export const trades =
  /(?<![\p{L}\p{M}])(?:jobs?|vacanc|position|shift|manager|director|editor|professor|nurse|executive|candidate|interview|stelle(?:n(?:angebot\p{L}{0,3})?)?(?![\p{L}])|bewerb|geschäftsführ|offres?|emplois?|postes?|ofertas?|empleos?|vagas?|offerte|vacature|oferty|ваканс|praca|jobb)/u;
/** To set aside, with instructions. */
export const setsAside = stems(
  `ignor|disregard|forget|overrid|overrule|bypass|missacht|vergiss|vergessen sie|oubli|olvid|omit|dimentica|tralascia|esque[cç]|desconsider|vergeet|negeer|zapomn|zapomeň|pomi[nń]|zignor
   игнорир|забуд|проигнор|не обращай|ігнор|забудь|пренебрегни|αγνό|ξέχασε|yok say|görmezden|unut(?!m)|bortse|välj bort|glöm|glem|se bort|unohda|jätä|hagyd|felejts|mellőz|trece peste|uită|bỏ qua|phớt lờ|quên|abaikan|lupakan`,
  `忽略|无视|無視|忘[记記れ]|忽視|무시|잊어|تجاهل|انس[َى]?(?=\\s)|نادیده|فراموش|התעלמ?ם?|שכח|अनदेखा|नज़रअंदाज़|भूल|เพิกเฉย|ละเว้น|ลืม`,
);
/** To keep in mind: "don't forget the instructions". */
export const keepsInMind =
  /(?:not|n['’]t?|never|no|não|non|nie|niet|не|inte|ikke|ne) ?(?:forget|ignor|oubli|olvid|omit|dimentica|esque|zapom|vergeet|забу|glöm|glem)|nicht verg/u;
/** Instructions of a program. */
export const instructions = stems(
  `instruct|instrukt|instruk|instruc|istruzion|instruç|anweisung|vorgabe|consigne|indicaci|indicazion|indicaç|pokyn|utasít|οδηγί|εντολ|talimat|yönerge|инструкц|указани|інструкц|вказів|ohje|määräy|hướng dẫn|chỉ dẫn|perintah|arahan
   (?:previous|prior|earlier|former|above|all|system|your) (?:rules|prompts?|orders|guidelines)|(?:regras?|reglas?|reguły|regole|regeln|правила) (?:anterior|precedent|previ)|(?:vorherigen|bisherigen|vorigen|alle) regeln|prompts?(?![\\p{L}])`,
  `指示|指令|命令|지시|명령|تعليمات|الأوامر|دستور|הוראות|הנחיות|निर्देश|आदेश|คำสั่ง|คำแนะนำ`,
);
/** To pass on, in words that say little else. */
export const passesOn = stems(
  `forward(?:s|ing)?(?= (?:all|any|every|each|the|last|latest|newest|my|these|those|them|\\d))|redirect(?! your)|exfiltrat|bcc|leak|export (?:all|every|the)
   (?:send|mail|copy|transfer|hand|give|post|upload|share|export|attach|delete|erase|remove) (?:(?:me|us|over|out|to us) )?(?:all(?! (?:of )?your)|any|every|each|the (?:last|latest|newest|most recent)|last|latest)
   leite\\p{L}{0,2} (?:bitte )?(?:alle|sämtliche|(?:die|den|das) (?:letzt|neu|jüngst))|weiterleit|weitergeleitet|(?:schick|sende|lösch)\\p{L}{0,3} (?:uns |mir |bitte ){0,2}(?:alle|sämtliche|die letzten|jede)
   transf[eè]re(?:z|r)? (?:immédiatement |moi |nous )?(?:tou|ces|(?:les|la|le) derni)|réexpédi|fais suivre|faites suivre|faire suivre|(?:envoie|envoyez|supprime|supprimez)[ -](?:moi |nous )?(?:tou[ts]|(?:les|la|le) derni)
   reenv[ií]|(?:env[ií]a|env[ií]e|borra|elimina)\\p{L}{0,3} (?:tod|(?:el|la|los|las) últim)|inoltr|(?:invia|manda|cancella|elimina)\\p{L}{0,2} (?:tutt|(?:le|la|gli|i|l['’]) ?ultim)|(?:re)?encaminh|(?:envie|apague|exclua) (?:tod|(?:a|o|as|os) últim)
   doorst|stuur (?:alle |al |(?:de|het) laatste)|verwijder (?:alle|de)|prześlij|przesłać|przekaż (?:wszystk|dane|has)|wyślij (?:wszystk|has)|usuń wszystk|перешл|переслат|пересыл|отправь|отправьте все|удали все|переслі|перешл|надішли|видали
   vidarebefordr|skicka (?:alla|all|de) |radera all|videresend|send alle|slet alle|välitä|lähetä kaikki|poista kaikki|přepošl|přeposl|pošli všechn|smaž|továbbít|küld(?:d|je) (?:el|tovább)|töröld|redirecționeaz|trimite(?:ți)? (?:toate|tot)|șterge
   προώθησ|στείλε (?:όλ|τα|τις)|διάγραψε|ilet(?:in|iniz)?(?![\\p{L}])|chuyển tiếp|gửi (?:tất cả|toàn bộ)|xóa (?:tất cả|hết)|teruskan|kirim(?:kan)? (?:semua|seluruh)|hapus (?:semua|seluruh)`,
  `转发|轉寄|轉發|転送|전달(?:하세요|해|하십시오)|보내(?:라|세요|십시오)|删除所有|發送所有|发送所有|أعد توجيه|حو[ّ]?ل|أرسل|احذف|ارسال کن|بفرست|העבר|שלח|מחק|भेज|फॉरवर्ड|ส่งต่อ|ลบทั้งหมด`,
);
/** To send, in the words of orders. */
export const sends = stems(
  `send(?!er)|forward|copy|reply|respond|schick|sende|leite|antwort|envo[iy]|transf|répond|env[ií]|invi[aio]|inoltr|mand|encaminh|stuur|prześ|przesł|wyśl|отправ|перешл|надішл|skicka|lähet|pošl|küld|trimite|στείλ|προώθ|gönder|ilet|gửi|chuyển|kirim|terus`,
  `送|转发|轉|전달|보내|أرسل|بفرست|שלח|העבר|भेज|ส่ง`,
);
/** To run a function of a program. */
export const runs = stems("call|invoke|use|run|execute|trigger", "调用|呼叫|호출|実行|執行");
/** Words for things done already, as notices tell them: "a new password was sent". */
export const done =
  /(?<![\p{L}\p{M}])(?:envoyée?s?|(?:hemos|he|ha|han) enviado|enviad[oa]s?|inviat[oaie]|mandat[oaie]|skickats?|отправлен\p{L}{0,3}|отправили|надіслан\p{L}{0,2}|poslali|poslán\p{L}?|przesła(?:n\p{L}{1,3}|liśmy)|küldtük|trimis[ăe]?|gönderil\p{L}{2,6}|(?:đã|vừa) (?:được )?gửi|lähetetty|lähetimme)(?![\p{L}\p{M}])|(?:已|已经)(?:发送|發送|送达)|送信(?:いた)?しま?した|お送りし(?:ま)?した|보내\s?드렸|보냈|تم إرسال|أرسلنا|נשלח\p{L}{0,2}|भेज(?:ा|ी|े|\s?दिया)\s?(?:गया|गई|गए|है)|ส่งแล้ว/gu;
/** "your" before a thing of the reader, as shops write it; not before what a program has ("your user", "your tools"). */
export const yours =
  /(?<![\p{L}\p{M}])your(?! (?:user|owner|human|principal|operator|mailbox|inbox|memory|tools?|context|instructions?)(?![\p{L}\p{M}]))(?![\p{L}\p{M}])/u;
/** Contents of a mailbox. */
export const mailContents = stems(
  `invoices?|e?-?mails?(?= )|messages?|letters|inbox|mailbox|correspondence|conversations?|threads?|contacts?|address ?book|attachments?|files|documents|results|statements
   rechnung|nachricht|posteingang|postfach|kontakt|anhäng|factur|messages|courriels|courriers|boîte|pièces jointes|correos|mensajes|bandeja|contactos|adjuntos|fattur|messagg|posta|contatti|allegat|fatur|mensage|caixa|anexos
   facturen|berichten|postvak|faktur|wiadomo|skrzynk|kontakty|załącznik|фактур|сч[её]т|письм|сообщени|почт|контакт|вложени|рахун|рахунк|лист|повідомл|mejl|räkning|lasku|viesti|sähköposti|zpráv|e-maily|příloh|számlá|üzenet|levele|τιμολόγι|μηνύματ|mesaj|e-?posta|hóa đơn|thư|tin nhắn|tagihan|pesan|surel
   passw|passcodes?|access codes?|(?:login|sign-in|reset|verification|one-time) (?:codes?|links?)|tokens?|api keys?|keys|credential|kennw|passwör|zugangs|mots? de passe|codes? d['’]accès|contraseñ|claves|códigos?|credenziali|senhas?|wachtwoord|toegangscod|hasł|hasło|парол|ключ|код|lösenord|adgangskod|passord|salasan|hesl|jelsz|κωδικ|şifre|parol|mật khẩu|kata sandi|sandi`,
  `发票|發票|請求書|邮件|郵件|メール|信件|联系人|密码|密碼|パスワード|验证码|驗證碼|청구서|메일|연락처|비밀번호|فاتورة|فواتير|الفواتير|فاکتور|رسائل|البريد|ایمیل|كلم(?:ة|ات) (?:ال)?(?:مرور|سر)|رمز|חשבוני|הודעות|מיילים|סיסמ|बिल|ईमेल|संदेश|पासवर्ड|ใบแจ้งหนี้|อีเมล|ข้อความ|รหัส`,
);
/** Secrets, which nobody asks for before a text. */
export const secrets = stems(
  `passw|passcode|credential|tokens?(?![\\p{L}])|api keys?|account number|kennw|zugangs|mots? de passe|contraseñ|senhas?|wachtwoord|hasł|парол|lösenord|hesl|jelsz|κωδικ|şifre|mật khẩu|kata sandi`,
  `密码|密碼|パスワード|비밀번호|سر|رمز|סיסמ|पासवर्ड|รหัส`,
);
/** People to whom newsletters ask to be passed on. */
export const friends = stems(
  `friends?|colleague|someone|somebody|family|freund|kolleg|bekannt|famil|amis?(?![\\p{L}])|collègue|proches|amig|compañer|conocid|amic|colleg|vriend|collega|znajom|przyjaci|друз|друг|коллег|знаком|vän|ystäv|kamarád|přátel|barát|priete|φίλ|arkadaş|bạn bè|teman|kawan`,
  `朋友|好友|友[達だ人]|친구|صديق|أصدقا|دوست|חבר|दोस्त|मित्र|เพื่อน`,
);
/** Words of warnings that banks give: "we never ask you to send a password". */
export const denies = stems(
  `never|stop|avoid|instead|not(?![\\p{L}])|don['’]t|won['’]t|nie|niemals|kein|jamais|ne |nunca|no |mai |non |nooit|niet|nigdy|никогда|не |aldrig|inte|ikke|nikdy|soha|niciodată|ποτέ|asla|không|jangan|tidak`,
  `不|勿|ない|ません|않|마세요|لا |אל |לא |नहीं|न |ห้าม|ไม่`,
);
/** A program as a part of what is sold speaks to its buyer, or is new. */
export const sells = stems(
  `you|can now|how|rules|demo|webinar|course|candidate|interview|executive|meet|introducing|new|our|try|get|discover|dein|ihr|euer|eure|unser|neu|vos|votre|ton|tes|notre|nouve|découv|tu |tus |su |sus |nuestr|nuev|conoc|tuo|tua|tuoi|suo|nostr|nuov|scopri|seu|sua|nosso|nov|conheça|je |jouw|uw |ons |onze |nieuw|tw[oó]|nasz|ваш|твой|твои|твое|наш|нов|din|ditt|vår|ny|váš|vaš|náš|új|nuevo|dvs|nou|σας|μας|νέ|yeni|siz|của bạn|mới|anda|baru|uusi`,
  `您|你|新|我们|我們|あなた|ご紹介|登場|당신|새로운|우리|جديد|لك|شما|جدید|שלך|חדש|आपक|नया|คุณ|ใหม่`,
);
/** A program that is spoken of. */
export const programs = new RegExp(`(?<![\\p{L}\\p{M}])(?:${named})(?![\\p{L}\\p{M}])`, "u");
