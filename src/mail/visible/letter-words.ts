// Words with which programs speak of a newsletter itself: where it can be read, why it came, how to leave it, that it begins and
// ends. A sentence of them alone asks for nothing but to be read, so a plain part may have it, unless it is an order ("mail it").
// Lines are languages: English, German, French, Spanish, Italian, Dutch, Russian, Portuguese, Polish, Swedish, Danish, Czech, Turkish, Korean.

const listed = `a an the automatically generated automatic this that these it our your you we us i and or if in on at of to for from by with as is are was were be been has have had can cannot could not no do does did don t s re ve ll so here there below above all any more now how why what when want would like because hi hello dear everyone all friend friends reader readers latest new newest newsletter newsletters issue edition post article story stories mail email emails e message messages version program client reader software text html plain format images pictures display displays displayed displaying show shown support supported supports properly correctly view viewing read reading see click tap open full complete online website web site page browser window tab app link following above please receive receiving received get getting sign signed subscribed subscriber subscription member unsubscribe unsubscribed preferences settings manage change stop prefer longer wish list mailing sent soon next time week month day team best regards cheers bye thanks thank trouble having problems follow facebook marketing powered instagram linkedin youtube twitter x tiktok pinterest whatsapp copyright rights reserved download store poor excellent bad good very likely unlikely
der die das den dem wurde automatisch erstellt versendet gesendet generiert des ein eine einen einem dieser diese dieses diesen hier da und oder wenn falls in im an am auf aus von vom zu zum zur für mit als ist sind war wird werden kann können nicht kein keine sie ihr ihre ihren ihrem ihnen du dein deine deinen dir dich wir unser unsere unseren uns ich guten tag hallo liebe lieber leserin leser freunde kommt aktueller aktuelle neuer neue newsletter ausgabe mail e nachricht nachrichten programm text html format bilder anzeigen angezeigt zeigt zeigen unterstützt an mailprogramm programm darstellen dargestellt korrekt richtig bitte öffnen öffne klicken link folgenden lesen lies ansehen online webseite website browser erhalten erhältst abonniert abonnement abmelden abbestellen einstellungen ändern mehr alle weil um viele grüße herzliche bis bald team app
le la les l un une ceci automatique automatiquement envoyé généré des du de d ce cet cette ces et ou si en dans sur à au aux pour par avec est sont ne n pas plus vous votre vos nous notre nos je bonjour bonsoir cher chère chers voici nouvelle nouvelles dernière lettre newsletter message messagerie mail e courriel affiche afficher html texte images correctement visualisez consultez consulter lire lisez voir ouvrez ouvrir lien suivant suivante ligne version site page web navigateur recevez recevoir abonné abonnée désinscrire préférences bientôt équipe merci cordialement application toute tous
el los las uno automático automáticamente generado enviado una y o si en con del al por para que es son no su sus tu tus usted nosotros nuestro nuestra hola estimado estimada boletín correo mensaje muestra correctamente ver leer abrir enlace siguiente línea versión página navegador recibe recibes suscrito gracias saludos pronto equipo
il lo gli automatico automaticamente generato inviato i della del dei nel nella e se per con che è sono non tuo tua vostro nostro nostra ciao gentile newsletter messaggio visualizza visualizzi correttamente leggi aprire apri seguente versione pagina ricevi iscritto grazie saluti presto squadra
de het een automatisch gegenereerd verzonden verstuurd deze dit en of als in op van voor met is zijn niet u uw je jij wij onze ons hallo beste nieuwsbrief bericht weergegeven goed bekijk lees openen volgende versie pagina ontvangt abonnee bedankt groeten team
и или если в на из для с по не это этот эта письмо письма вы вас вам ваш ваша ваше ваши мы наш наша нашей нас здравствуйте привет добрый день свежий новый выпуск рассылка рассылки рассылку программа почтовая поддерживает html отображается корректно откройте прочитайте прочитать ссылке браузере встречи скорой до команда команды уважением спасибо
o os as um automático automaticamente gerado gerada enviado enviada uma do da dos das em na no nos nas e ou se não está você seu sua seus suas nosso nossa olá caro cara este esta mensagem mensagens programa correio exibe exibir mostra suporta html texto imagens corretamente veja ver leia ler abra abrir clique link seguinte versão site página web navegador recebe recebeu boletim assinante obrigado obrigada abraços breve equipe equipa para por com
i w z na automatycznie wygenerowana wysłana do lub jeśli to ten ta te tę jest są nie twój twoja twojego twoim twoje pan pani nasz nasza nasze cześć witaj drogi droga wiadomość wiadomości program pocztowy poczta klient html tekst obrazy pokazuje wyświetla obsługuje poprawnie zobacz przeczytaj czytaj otwórz kliknij link następujący wersja wersję wersji strona stronie internetowa internetowej online przeglądarka przeglądarce otrzymujesz subskrypcja dziękujemy pozdrawiamy pozdrowienia wkrótce zespół
och eller om automatiskt genererat skickat i på av för till från med det den de en ett är inte ditt din dina du ni vi vår vårt våra hej kära detta här mejl mejlet mejlprogram e postprogram visar visa stöder html text bilder korrekt rätt läs läsa öppna klicka länk länken följande version webben webb webbplats sida webbläsare webbläsaren får nyhetsbrev nyhetsbrevet prenumerant tack hälsningar snart
og hvis på af til fra med det den de en et er ikke dit din dine du vi vores hej kære denne dette her mail mailprogram viser vis understøtter understøtte billeder korrekt rigtigt læs åbn klik link linket følgende webben side browser browseren får nyhedsbrev nyhedsbrevet tak hilsen snart
a nebo pokud v na do z s to tento tato toto je nejsou není váš vaše náš naše dobrý den ahoj zpráva zprávu zprávy poštovní program nezobrazuje zobrazuje nepodporuje podporuje html text obrázky správně zobrazte přečtěte otevřete klikněte odkaz následující verze verzi stránka stránce webu prohlížeč prohlížeči online dostáváte newsletter děkujeme brzy tým
ve veya eğer bu şu bir e posta programınız html göstermiyor görüntülemiyor desteklemiyor metin resimleri doğru görmek okumak okuyun için açın bağlantı bağlantıya tıklayın sürüm sürümü sayfa tarayıcı tarayıcıda çevrimiçi bülten bülteni merhaba teşekkürler yakında ekibi
이 그 저 본 메일은 메일을 메일 이메일 이메일은 로 으로 발송 발송되었습니다 발송된 발송됩니다 구독하신 구독 분께 보내 드립니다 드리는 고객님께 회원님께 소식 소식입니다 소식지 받으셨습니다 수신 여기에서 여기를 읽으세요 보이지 않으면 볼 수 없으면 없는 경우 제대로 브라우저에서 웹에서 온라인 온라인으로 뉴스레터 뉴스레터를 안녕하세요 감사합니다 더 이상 받지 않기 개인정보 처리방침 설정 변경 html`;

const words = new Set(listed.split(/\s+/));
/** Such words as an order: "email us all messages", "mail it". */
const order =
  /(?:^|(?:please|and|or|now|bitte|und) )(?:e )?(?:e?mail|message|text|post) |(?:^| )(?:e?mail|message|text|post)(?:ing)? (?:us|me|it|them|all|any|every\p{L}{0,9}|your|our|the|this|uns|alle) |(?:^| )(?:get|show) (?:us|me|them|all) |(?:^| )(?:send|forward|reply|answer|give|share|tell|write|schick|sende|antwort|envoy|répond|env[ií]|invi[aio]|stuur|отправ|перешл)/u;
/** No footer asks for secrets or money. */
const secrets =
  /^(?:passwor[dt]e?s?|passcodes?|passwörter|codes?|codice|códigos?|tokens?|keys?|credentials?|pin|iban|wire|pay|transfer|approve|delete|überweis\p{L}*|zugangs\p{L}*|kennw\p{L}*|schlüssel|virement|mot|clés?|contraseñas?|claves?|transferencia|bonifico|wachtwoord|hasł\p{L}*|парол\p{L}*|код\p{L}?|ключ\p{L}*)$/u;
/** The same in scripts without spaces. */
const unspacedSecrets =
  /パスワード|暗証|認証|送金|振込|転送|密[码碼]|口令|验证码|驗證碼|转账|轉帳|转发|轉發|汇款|匯款/;

export function isLetterWord(word: string): boolean {
  return words.has(word) || /^\d{1,2}$/.test(word);
}

/** Whether a sentence asks for a secret or for money. @param own its words */
export function hasSecret(sentence: string, own: readonly string[]): boolean {
  return own.some((word) => secrets.test(word)) || unspacedSecrets.test(sentence);
}

/** Whether a text asks for more than to be read, or names an address that something could be mailed to. @param own its words */
export function isOrder(text: string, own: readonly string[]): boolean {
  return text.includes("@") || hasSecret(text, own) || order.test(`${own.join(" ")} `);
}
