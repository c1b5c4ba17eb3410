// Phrases that templates of newsletters hold for programs that read aloud, and above the text for browsers: whole phrases, which ask
// for nothing. Units and ends of numbers are among them; the numbers beside them are compared. Linear.

/** Separators of alternatives are line ends. */
const phrases = `(?:skip|jump) to (?:the )?(?:main )?(?:content|navigation|footer|article|newsletter|message|letter)|(?:end|start|beginning) of (?:the )?(?:main )?(?:content|e-?mail|message|newsletter)
zum (?:haupt)?inhalt springen|aller au contenu(?: principal)?|saltar al contenido(?: principal)?|vai al contenuto(?: principale)?|ga naar (?:de )?inhoud
\\(?(?:link )?opens? in (?:a )?new (?:browser )?(?:window|tab)\\)?|\\(?(?:öffnet|wird) in (?:einem )?neue[mn] (?:fenster|tab)(?: geöffnet)?\\)?|\\(?(?:s['’])?ouvre dans (?:une? )?(?:nouvelle fenêtre|nouvel onglet)\\)?|\\(?se abre en (?:una )?(?:ventana nueva|nueva ventana|nueva pestaña)\\)?
(?:reduced|was|now|down) from|^\\s{0,3}(?:was|now|before|statt|jetzt|avant|antes|ahora|prima|ora)\\s{0,3}$|(?:avatar|photo|picture|profile picture) of
(?:original|regular|sale|current|list|old|new|unit|total) price:?|(?:was|now):|(?:alter|neuer|ursprünglicher|aktueller) preis:?|(?:ancien )?prix(?: de vente| d['’]origine| actuel)?:?|precio (?:original|actual|anterior|rebajado):?
(?:rate|rated|rating:?) [0-5](?:[.,]\\d)? (?:out )?of [5-9](?: stars?)?|rate (?:one|two|three|four|five) stars?|rate [0-9]{1,2}(?: stars?)?|[0-5](?:[.,]\\d)? out of [5-9](?: stars?)?|[0-5](?:[.,]\\d)? (?:von|sur|de|su|van) [5-9](?: (?:sternen|étoiles|estrellas|stelle|sterren))?
(?:(?:account|card)(?: number)? )?(?:ending|ends) (?:in|with)|euros?|dollars?|pounds?|francs?|cents?|per (?:month|year|night|person)|(?:(?:konto|karte)(?:n?nummer)? )?(?:mit der (?:nummer )?)?(?:endend|endet) auf|(?:compte|carte) se terminant par|(?:cuenta|tarjeta) (?:terminada|que termina) en
(?:e-?mail|message|mail|case|ticket|order|template|campaign|mailing|job|tracking|notification|thread)? ?(?:reference|ref|tracking|message|template|campaign)(?: (?:id|no|number|code|key))?:(?= |$)
(?:follow us on|share on|logo of|icon of|link to)? ?(?:facebook|twitter|instagram|linkedin|youtube|pinterest|tiktok|whatsapp|mastodon|bluesky|threads|website)(?: (?:logo|icon|page|profile))?
(?:mobile|desktop)(?: (?:version|view|banner|image|hero))?|logo (?:white|dark|light|black)|(?:(?:logo|icon|image|version) )?(?:for|in|on) (?:dark|light)(?: (?:mode|screens?|backgrounds?|themes?))|(?:white|dark|light|black)(?: mode)? (?:logo|icon|version)|(?:logo|icon|image|picture)(?: of)?:?(?= |$)|countdown timer
[-#= ]{0,10}please (?:type|write) your reply above this line[-#= ]{0,10}|message[- ]id:?|there (?:is|are) [0-9]{1,4} comments?\\.?|this (?:message|e-?mail) was sent by atlassian (?:jira|confluence|bitbucket|trello|opsgenie|statuspage|compass|automation)
(?:read|view|open|see) (?:(?:this|the|our) )?(?:(?:e-?mail|message|newsletter|issue|post) )?(?:online|in (?:your |a |the )?(?:web ?)?browser|on the web|as a web ?page|web version)|web ?version|(?:having )?(?:trouble|problems) (?:viewing|reading) this (?:e-?mail|message|newsletter)\\??|(?:is this )?e-?mail not displaying (?:correctly|properly)\\??|(?:click|tap) here
(?:im|in ihrem|im web-?)? ?browser (?:ansehen|anzeigen|öffnen)|online ?-?(?:version|ansicht)|(?:newsletter|e-?mail) (?:wird nicht|nicht) (?:korrekt|richtig) (?:angezeigt|dargestellt)\\??|(?:hier )?klicken(?: sie)?(?: bitte)?(?: hier)?
(?:voir|afficher|lire|ouvrir)(?: (?:cet? |l['’]|le )?(?:e-?mail|message|newsletter))? (?:dans (?:le|votre|un) navigateur|en ligne)|version en ligne|cliquez(?:-| )ici|si (?:vous ne visualisez|ce message ne s['’]affiche) pas correctement(?: ce message)?,?
(?:ver|abrir) (?:(?:este|el) (?:correo|mensaje|email) )?(?:en (?:el|su|tu) navegador|online|en línea|no navegador|no seu navegador)|versión online|haz clic aquí|(?:visualizza|vedi|apri|leggi) (?:nel (?:tuo )?browser|online)|versione online|clicca qui
(?:bekijk|lees|open) (?:(?:deze|de) (?:e-?mail|nieuwsbrief) )?(?:online|in (?:je|uw|de) browser)|webversie|klik hier|zobacz w przeglądarce|(?:otwórz|wyświetl) w przeglądarce
いつも(?:ご利用|お世話に)?(?:いただき|なり)?(?:誠に)?ありがとうございます|今後ともよろしくお願い(?:いたします|します|申し上げます)|このメールはhtml(?:形式|メール)です|(?:本文|コンテンツ)(?:は|の)?(?:ここまで|終わり|開始)|(?:本文へ)?スキップ|新しい(?:ウィンドウ|タブ)で開(?:きます|く)|(?:5つ星のうち|星)[0-5](?:\\.\\d)?(?:つ)?|画像(?:を表示する)と(?:カウントダウン|残り時間)が(?:見られます|表示されます)|htmlメールが(?:表示できない|ご覧になれない)(?:方|場合)は(?:こちら|以下)を?(?:ご覧ください)?|在新窗口(?:中)?打开|(?:5|五)星(?:中)?[0-5](?:\\.\\d)?|显示图片(?:以|即可)查看(?:倒计时)?|正文(?:结束|开始)|菜单|メニュー|(?:以下|こちら)の(?:url|リンク)(?:から|より|にて)?ご覧ください|メールが正しく表示されない(?:場合|方)はこちら(?:から)?`;

const stock = new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.replaceAll("\n", "|")})(?![\\p{L}\\p{N}])`, "giu");
const addresses = /<(?:[^<>\s@]{1,150}@|(?:https?:\/\/|mailto:|tel:|cid:))[^<>\s]{1,300}>/gi;

/** A text without them, and without addresses between angle brackets. */
export function withoutStock(text: string): string {
  return text.replace(addresses, " ").replace(stock, " ");
}
