// Newsletters whose plain part is a stub, wrapped, an older template's or a machine's, as services of many countries write them.
import { type Newsletter, unsubscribe } from "./newsletter.ts";

interface StubIssue {
  /** The sender: a name, and the first label of his domain. */
  name: string;
  host: string;
  title: string;
  body: string;
  online: string;
  leave: string;
}

/** Language, sender, host, title, text, names of the two links. */
const issues: Record<string, StubIssue> = Object.fromEntries(
  `en|Fennel Kitchen|fennelkitchen.example|Five soups for cold evenings|Our cooks tried forty recipes and kept five, all of them ready in half an hour with what the cupboard holds.|View in browser|Unsubscribe
de|Bahnblick|bahnblick.example|Neue Nachtzüge im Frühling|Ab April fahren drei neue Nachtzüge von Leipzig an die Küste, und die Schlafwagen sind frisch umgebaut.|Im Browser ansehen|Abmelden
fr|Le Fournil|lefournil.example|Le pain de la semaine|Notre boulanger présente un pain de seigle aux noix, cuit chaque matin au feu de bois et vendu à la pièce.|Voir dans le navigateur|Se désinscrire
es|Librería Faro|libreriafaro.example|Lecturas para el verano|Hemos elegido doce novelas cortas que caben en la mochila y se leen en una tarde de playa.|Ver en el navegador|Darse de baja
it|Orto Vivo|ortovivo.example|Cosa piantare a marzo|Piselli, fave e spinaci si seminano adesso, e i pomodori aspettano ancora qualche settimana in casa.|Visualizza nel browser|Cancella iscrizione
pt|Casa do Mar|casadomar.example|Azulejos de inverno|A nova coleção de azulejos chegou do forno com doze tons de azul pintados à mão em Aveiro.|Ver no navegador|Cancelar subscrição
nl|Fietsgids|fietsgids.example|Routes langs de rivier|Vier nieuwe routes volgen het water van dorp tot dorp, met een veerpont en een bakker onderweg.|Bekijk online|Afmelden
pl|Górski Szlak|gorskiszlak.example|Schroniska otwarte zimą|Sprawdziliśmy dwanaście schronisk, w których zimą dostaniecie ciepłą zupę i suche miejsce do spania.|Zobacz w przeglądarce|Wypisz się
sv|Skärgårdsbladet|skargard.example|Båtar som går i vinter|Turlistan för vintern är klar och tre öar får fler avgångar på lördagar än i fjol.|Visa i webbläsaren|Avprenumerera
ru|Чайный дом|chaydom.example|Новый урожай из Китая|Мы привезли шесть сортов весеннего чая и заварили каждый по три раза, чтобы рассказать о вкусе.|Открыть в браузере|Отписаться
ja|うみべ書店|umibe.example|春に読みたい絵本|海の近くの小さな書店から、春の雨の日に親子で読みたい絵本を七冊選びました。|ブラウザで見る|配信停止
tr|Zeytin Atölyesi|zeytin.example|Yeni hasat yağlar|Ayvalık'tan gelen soğuk sıkım yağlar şişelendi ve tadım günü için masalar kuruldu.|Tarayıcıda görüntüle|Abonelikten çık`
    .split("\n")
    .map((row) => {
      const [language, name, host, title, body, online, leave] = row.split("|") as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      return [language, { name, host, title, body, online, leave }];
    }),
);

const place = {
  online: (host: string) => `https://${host}/online/8a1f`,
  leave: (host: string) => `https://${host}/leave/8a1f`,
};

function html({ title, body, host, online, leave, name }: StubIssue, more = ""): string {
  return `<p><a href="${place.online(host)}">${online}</a></p><h1>${title}</h1><p>${body}</p>${more}<p>${name} <a href="${place.leave(host)}">${leave}</a></p>`;
}

/** A text in lines of 72 characters, as programs wrap it. */
function wrapped(text: string): string {
  return text
    .split("\n")
    .map((line) => {
      let out = "";
      let size = 0;
      for (const word of line.split(" ")) {
        if (size > 0 && size + word.length > 71) {
          out += `\n${word}`;
          size = word.length;
        } else {
          out += size === 0 ? word : ` ${word}`;
          size += word.length + 1;
        }
      }
      return out;
    })
    .join("\n");
}

/** Language, service, and the plain part: ONLINE and LEAVE are its links, TEXT the text of the HTML, NAME the sender. */
const parts: readonly (readonly [string, string, string])[] = [
  [
    "en",
    "Mailchimp",
    "TEXT\n\n============================================================\nCopyright © 2026 NAME, All rights reserved.\nYou are receiving this email because you opted in at our website or left your card at one of our market stalls.\n\nOur mailing address is:\nNAME\n14 Well Street\nBath BA1 5NR\nUnited Kingdom\n\nWant to change how you receive these emails?\nYou can ** update your preferences (ONLINE)\nor ** unsubscribe from this list (LEAVE).",
  ],
  [
    "en",
    "HubSpot",
    "TEXT\n\nNAME, 14 Well Street, Bath, BA1 5NR, United Kingdom\n\nUnsubscribe LEAVE\nManage preferences ONLINE",
  ],
  [
    "en",
    "Braze",
    "Having trouble viewing this email? Copy and paste the address below into your web browser to see it the way it was designed.\nONLINE",
  ],
  [
    "en",
    "Klaviyo",
    "TEXT\n\nNo longer want to receive these emails? Unsubscribe (LEAVE).\nNAME 14 Well Street Bath BA1 5NR",
  ],
  [
    "en",
    "SendGrid",
    "This email was sent in HTML format. It looks like your email client is set to show plain text only. Please open the link below in your browser to view the message.\n\nONLINE",
  ],
  ["en", "Substack", "View this post on the web at ONLINE\n\nTEXT\n\nUnsubscribe LEAVE"],
  [
    "en",
    "Mailjet",
    "This email was sent to ada@agents.example, click here to unsubscribe (LEAVE).\n\n14 Well Street BA1 5NR Bath GB\n\nTEXT",
  ],
  [
    "en",
    "Constant Contact",
    "You're receiving this newsletter because you bought a ticket or asked for it at our shop. If it is not displaying properly, you can read it online: ONLINE\n\nYou may unsubscribe if you no longer wish to receive our emails: LEAVE",
  ],
  [
    "en",
    "Campaign Monitor",
    "Your email client cannot read this email.\nTo view it online, please go here:\nONLINE\n\nTo stop receiving these emails:\nLEAVE",
  ],
  [
    "en",
    "Salesforce",
    "To view this email as a web page, go to the link below, or copy and paste it into your browser's address window.\nONLINE",
  ],
  [
    "en",
    "an old template",
    "Dear subscriber,\n\nthis newsletter is only available as HTML. Your mail program does not seem to be able to display HTML messages or has been set not to do so. You can read this issue on our web site at any time:\n\nONLINE\n\nKind regards\nNAME",
  ],
  [
    "en",
    "a shop",
    "Sorry, this message can only be read with a mail reader that understands HTML. If you would rather get a text version in future, change your settings here: LEAVE",
  ],
  [
    "en",
    "an airline",
    "If you are unable to see this message, click the link below or paste it into your browser.\nONLINE\n\nTEXT\n\nPlease do not reply to this email as we are not able to respond to messages sent to this address.",
  ],
  [
    "en",
    "a ministry",
    "TEXT\n\n________________________________________________________________________\nYou are subscribed to updates from NAME. Update your subscriptions, modify your email address or stop subscriptions at any time on your subscriber preferences page. LEAVE",
  ],
  [
    "en",
    "a leaked style sheet",
    '<style type="text/css">\nbody, td { font-family: Arial, sans-serif; font-size: 14px; color: #333333; }\na:hover { text-decoration: underline; }\n@media only screen and (max-width: 480px) { .column { width: 100% !important; } }\n</style>\nTEXT\n\nUnsubscribe: LEAVE',
  ],
  [
    "en",
    "a leaked style sheet without its tag",
    "P { margin: 0; }\n.ExternalClass { width: 100%; }\n.ReadMsgBody { width: 100%; background-color: #ffffff; }\n#outlook a { padding: 0; }\nimg { border: 0; outline: none; }\n\nTEXT\n\nUnsubscribe: LEAVE",
  ],
  [
    "en",
    "a stub with an advertisement for text",
    "This is a multi-part message in MIME format. If you are reading this text, your mail program does not understand MIME or shows its plain text alternative.\n\nRead this issue at ONLINE",
  ],
  [
    "en",
    "links of pictures",
    "[Image: NAME]\n\nTEXT\n\n[Facebook]  [Instagram]  [YouTube]\n\nUnsubscribe (LEAVE) | View in browser (ONLINE)",
  ],
  ["en", "one line", "Your email client does not support HTML emails"],
  ["en", "one word more", "HTML only newsletter. Please enable HTML to view it."],
  [
    "de",
    "CleverReach",
    "Liebe Leserin, lieber Leser,\n\nIhr E-Mail-Programm unterstützt leider keine HTML-E-Mails oder die Anzeige ist abgeschaltet. Sie können den Newsletter jederzeit im Internet lesen. Öffnen Sie dazu bitte diese Seite:\n\nONLINE\n\nWenn Sie den Newsletter nicht mehr erhalten möchten, können Sie sich hier abmelden:\nLEAVE",
  ],
  [
    "de",
    "Mailchimp",
    "TEXT\n\nSie erhalten diese E-Mail, weil Sie sich auf unserer Webseite für den Newsletter eingetragen haben. Wenn Sie künftig keine Nachrichten mehr von uns bekommen wollen, klicken Sie bitte auf den folgenden Verweis: LEAVE",
  ],
  [
    "de",
    "Sendinblue",
    "Diese E-Mail wird nicht richtig angezeigt? Dann öffnen Sie sie bitte in Ihrem Browser: ONLINE\n\nTEXT\n\nDiese E-Mail wurde an ada@agents.example gesendet. Sie haben sie erhalten, weil Sie Kunde der NAME GmbH sind.\nLEAVE",
  ],
  [
    "de",
    "a town",
    "Dieser Newsletter enthält Bilder und wird im HTML-Format versandt. Falls Ihr Programm nur Text darstellen kann, finden Sie die aktuelle Ausgabe unter folgender Adresse: ONLINE",
  ],
  [
    "de",
    "a stub",
    "Diese Nachricht liegt nur im HTML-Format vor. Bitte verwenden Sie ein Programm, das HTML anzeigen kann.",
  ],
  [
    "fr",
    "Sendinblue",
    "Si vous n'arrivez pas à lire ce message, vous pouvez le consulter en ligne à l'adresse suivante :\nONLINE\n\nVous recevez cette lettre parce que vous vous êtes inscrit sur notre site ou en boutique. Pour ne plus recevoir nos messages : LEAVE",
  ],
  [
    "fr",
    "Mailjet",
    "Votre logiciel de messagerie ne permet pas d'afficher ce message au format HTML. Pour le lire, copiez l'adresse ci-dessous dans votre navigateur :\nONLINE",
  ],
  [
    "fr",
    "a shop",
    "TEXT\n\nConformément à la loi Informatique et Libertés du 6 janvier 1978, vous disposez d'un droit d'accès, de rectification et d'opposition aux données personnelles vous concernant.\nLEAVE",
  ],
  [
    "fr",
    "a town hall",
    "Bonjour,\n\nCette lettre d'information est au format HTML et votre messagerie ne l'affiche pas. Vous pouvez la lire sur notre site : ONLINE\n\nL'équipe NAME",
  ],
  [
    "es",
    "Acumbamail",
    "Si no puedes ver este correo correctamente, copia y pega esta dirección en tu navegador para leerlo en la web:\nONLINE\n\nPara dejar de recibir nuestros correos:\nLEAVE",
  ],
  [
    "es",
    "Mailrelay",
    "TEXT\n\nHas recibido este mensaje porque te suscribiste en nuestra página o en una de nuestras tiendas. Si no deseas recibir más correos puedes darte de baja en LEAVE",
  ],
  [
    "es",
    "a stub",
    "Este boletín está en formato HTML y su programa de correo no puede mostrarlo. Puede leerlo en nuestra página web:\nONLINE",
  ],
  [
    "it",
    "4Dem",
    "Questo messaggio è in formato HTML ma il tuo programma di posta mostra solo il testo. Per leggerlo apri questa pagina:\nONLINE",
  ],
  [
    "pt",
    "E-goi",
    "Se não consegue ver este e-mail corretamente, copie este endereço para o seu navegador e leia a edição na nossa página:\nONLINE\n\nRecebeu esta mensagem porque se inscreveu no nosso site ou na nossa loja. Para deixar de receber: LEAVE",
  ],
  [
    "pt",
    "RD Station",
    "Seu leitor de e-mail não suporta mensagens em HTML. Para ler este boletim, acesse a versão online:\nONLINE",
  ],
  [
    "nl",
    "Laposta",
    "Kun je deze nieuwsbrief niet goed lezen? Kopieer dan dit adres naar je browser en lees hem op onze website:\nONLINE\n\nTEXT\n\nJe ontvangt deze nieuwsbrief omdat je je op onze site of in de winkel hebt aangemeld. Wil je hem niet meer ontvangen? LEAVE",
  ],
  [
    "nl",
    "Spotler",
    "Uw e-mailprogramma kan dit bericht niet als HTML weergeven. U kunt de nieuwsbrief lezen op onze website:\nONLINE",
  ],
  [
    "nl",
    "a stub",
    "Deze nieuwsbrief is alleen beschikbaar in HTML. Open de link hieronder om hem in uw browser te bekijken.\n\nONLINE",
  ],
  [
    "pl",
    "FreshMail",
    "Jeśli nie widzisz poprawnie tej wiadomości, skopiuj ten adres do przeglądarki i przeczytaj ją na naszej stronie:\nONLINE\n\nOtrzymujesz ten newsletter, ponieważ zapisałeś się na naszej stronie lub w sklepie. Aby zrezygnować: LEAVE",
  ],
  [
    "pl",
    "GetResponse",
    "Ta wiadomość jest w formacie HTML, a Twój program pocztowy pokazuje tylko tekst. Aby ją przeczytać, otwórz stronę:\nONLINE",
  ],
  [
    "sv",
    "Get a Newsletter",
    "Om du inte kan läsa det här nyhetsbrevet kan du kopiera adressen nedan till din webbläsare och läsa det på vår webbplats:\nONLINE\n\nDu får det här brevet eftersom du anmälde dig på vår webbplats eller i butiken. Vill du inte ha fler: LEAVE",
  ],
  [
    "sv",
    "Rule",
    "Det här mejlet är skickat i HTML-format, men ditt mejlprogram visar bara text. Läs det i stället på webben:\nONLINE",
  ],
  [
    "ru",
    "Unisender",
    "Если письмо отображается неправильно, скопируйте эту ссылку в адресную строку браузера и прочитайте его на нашем сайте:\nONLINE\n\nВы получили это письмо, потому что подписались на рассылку на нашем сайте или в магазине. Чтобы больше не получать её: LEAVE",
  ],
  [
    "ru",
    "SendPulse",
    "Ваша почтовая программа не умеет показывать письма в формате HTML. Этот выпуск можно прочитать на нашем сайте:\nONLINE",
  ],
  [
    "ja",
    "a shop",
    "このメールはHTML形式でお送りしています。お使いのメールソフトで正しく表示されない場合は、下記のURLをブラウザで開いてご覧ください。\nONLINE\n\n配信停止をご希望の方はこちら\nLEAVE",
  ],
  [
    "ja",
    "Benchmark",
    "HTMLメールが表示されない方は、以下のページからメールマガジンをお読みいただけます。\nONLINE",
  ],
  [
    "tr",
    "Euromsg",
    "E-posta programınız bu iletiyi HTML olarak gösteremiyor. Bülteni okumak için aşağıdaki adresi tarayıcınızda açın:\nONLINE\n\nBu e-postayı sitemize veya mağazamıza üye olduğunuz için alıyorsunuz. Almak istemiyorsanız: LEAVE",
  ],
  ["tr", "a stub", "Bu bülten HTML biçimindedir. Okumak için lütfen aşağıdaki bağlantıya tıklayın.\nONLINE"],
];

/** A text of the HTML that programs have in full, and machines cut. */
const more =
  "<h2>Letters from readers</h2><p>Many of you wrote about the soup of last month, and most would make it again with less salt.</p>";

const cut: readonly (readonly [string, string])[] = [
  [
    "the first words alone",
    "Five soups for cold evenings\n\nOur cooks tried forty recipes and kept five, all of them ready... Read more: ONLINE",
  ],
  [
    "headings with links",
    "Five soups for cold evenings\nONLINE\n\nLetters from readers\nONLINE\n\nUnsubscribe: LEAVE",
  ],
  [
    "Markdown",
    "# Five soups for cold evenings\n\nOur cooks tried **forty recipes** and kept five, all of them ready in half an hour with what the cupboard holds.\n\n## Letters from readers\n\nMany of you wrote about the soup of last month, and most would make it again with less salt.\n\n[Unsubscribe](LEAVE)",
  ],
  [
    "entities",
    "Five soups for cold evenings&nbsp;&nbsp;\n\nOur cooks tried forty recipes and kept five, all of them ready in half an hour with what the cupboard holds.&nbsp;&raquo; ONLINE",
  ],
  [
    "boxes of characters",
    "+------------------------------+\n| FIVE SOUPS FOR COLD EVENINGS |\n+------------------------------+\n\nOur cooks tried forty recipes and kept five, all of them ready in half an hour with what the cupboard holds.\n\n* LETTERS FROM READERS *\n\nMany of you wrote about the soup of last month, and most would make it again with less salt.\n\n-- \nTo unsubscribe from this newsletter, visit LEAVE",
  ],
  [
    "the next page",
    "TEXT\n\nRead the rest of this entry on the web: ONLINE\n\nIf you do not want to get this newsletter any more, you can take yourself off the list here: LEAVE",
  ],
];

function filled(plain: string, issue: StubIssue): string {
  return plain
    .replaceAll("TEXT", `${issue.title}\n\n${issue.body}`)
    .replaceAll("ONLINE", place.online(issue.host))
    .replaceAll("LEAVE", place.leave(issue.host))
    .replaceAll("NAME", issue.name);
}

const bySender = (issue: StubIssue) => ({
  from: `${issue.name} <news@${issue.host}>`,
  head: unsubscribe(issue.host),
});

export const stubsMails: Newsletter[] = [
  ...parts.flatMap(([language, service, plain]) => {
    const issue = issues[language]!;
    const whole = { ...bySender(issue), html: html(issue), subject: issue.title };
    const text = filled(plain, issue);
    return [
      { ...whole, name: `${language}, ${service}`, plain: text },
      ...(wrapped(text) === text
        ? []
        : [{ ...whole, name: `${language}, ${service}, wrapped`, plain: wrapped(text) }]),
    ];
  }),
  ...cut.map(([name, plain]) => ({
    ...bySender(issues.en!),
    html: html(issues.en!, more),
    subject: issues.en!.title,
    name: `cut by a machine: ${name}`,
    plain: filled(plain, issues.en!),
  })),
];
