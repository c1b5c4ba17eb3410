// Words with which templates of newsletters speak of how a mail is shown: pictures, windows, stars, clocks, beginning and end. No
// word here sends, pays, answers, deletes or names a secret. A hidden sentence of them alone asks for nothing but to be looked at;
// a language that is not here is judged as all hidden text is. Lines are languages.

/** Words of each sentence, which say nothing alone: articles, to be, where, already. No "not", no "all", no "me" or "us". */
const filling = `a an the this that is are was in on at of for from by with and as its it's it s here now out
der die das den dem des ein eine einen einem einer ist sind da hier jetzt im in am an um zu zum zur für mit und auf von vom damit
le la les l un une du de d des en est sont voici ici au aux à dans et sur pour afin
el los las una uno y es está están ya aquí con del al por para se esta este su
il lo gli i di della del dei nel nella è sono ecco qui e per con su si da
het een is zijn er hier nu op van voor met en dit deze om te
o os as um uma do da dos das em na no está estão já aqui com para por é
w z na do i jest są już to oto dla od po
en ett och är här nu i på av för till med den det
og er nå her af til de et ud at i på med den
v na je s do z se k a už zde
ve ile için bir bu şu burada
и в на из с для это уже здесь по чтобы
이 그 에 에서 중 의
へ`;

/** Lines are languages, as above; the last are Danish and Norwegian, Czech, Turkish, Finnish, Russian and Korean. */
const shown = `open opens opened see view show shown turn enable load activate display displayed image images picture pictures photo window tab browser page home website online version logo icon banner menu navigation slide gallery countdown timer clock star stars rated rating average end start begin begins main content header footer section newsletter issue preview heading title top next previous more read reading continue continued full article story new soon ends offer advertisement sponsored pixel spacer
öffnet öffnen neues neuem neuen fenster bild bilder anzeigen angezeigt aktivieren laden sehen ansehen logo startseite seite menü navigation galerie countdown uhr stern sterne sternen bewertet bewertung durchschnitt ende anfang beginn inhalt inhalts inhalte hauptinhalt newsletter ausgabe überschrift weiter weiterlesen mehr lesen artikel angebot endet bald anzeige
ouvre ouvrir s nouvel nouvelle fenêtre onglet image images photo afficher affichez activez activer voir logo accueil page menu navigation galerie compte rebours étoile étoiles noté note moyenne fin début contenu principal lettre numéro titre suite lire plus article offre termine bientôt publicité
abre nueva nuevo ventana pestaña imagen imágenes foto activa activar mostrar ver logotipo logo inicio página menú navegación galería cuenta atrás estrella estrellas valorado valoración media fin final contenido principal boletín título seguir leyendo leer más artículo oferta termina pronto publicidad
apre nuova nuovo finestra scheda immagine immagini foto attiva attivare mostra vedere logo home pagina menu navigazione galleria conto rovescia alla stella stelle valutato valutazione media fine inizio contenuto principale titolo continua leggere leggi articolo offerta termina presto pubblicità
opent nieuw nieuwe venster tabblad afbeelding afbeeldingen foto zet aan toon tonen bekijk zien logo homepage pagina menu navigatie galerij aftellen klok om te ster sterren beoordeeld beoordeling gemiddeld einde begin inhoud hoofdinhoud titel lees verder meer artikel actie stopt bijna advertentie
abre nova novo janela aba imagem imagens foto ative ativar mostrar ver veja logo início página menu navegação galeria contagem regressiva estrela estrelas avaliado avaliação média fim conteúdo principal título continue lendo ler mais artigo oferta acaba termina breve publicidade
otwiera otworzy się nowym nowej oknie karcie obraz obrazek obrazki zdjęcie zdjęcia włącz aby zobaczyć zobacz pokaż logo strona główna menu nawigacja galeria odliczanie zegar gwiazdek gwiazdki ocena oceniono średnia koniec początek treści treść tytuł czytaj dalej więcej artykuł oferta wkrótce skończy kończy reklama
öppnas öppna nytt fönster flik bild bilder foto visa se logotyp startsida startsidan sida meny navigering galleri nedräkning klocka klockan att stjärna stjärnor betyg snitt slut början innehåll innehållet huvudinnehåll rubrik läs vidare mer artikel erbjudandet slutar snart annons
åbner åpner nyt nytt vindue vindu fanen aktiver slå til nedtælling nedtællingen nedtelling vises fane billede billeder bilde bilder vis se logo forside menu meny navigation stjerner bedømt slut slutt indhold innhold læs les videre mere mer annonce
otevře otevírá povolte zapněte abyste viděli odpočet uvidíte novém nové nová okně kartě obrázek obrázky zobrazit logo domů menu navigace odpočet hvězdiček hvězd hodnocení konec začátek obsahu obsah číst dále více článek
yeni pencere geri sayımı görmek açın açık üzerinden puanlandı değerlendirme pencerede sekmede açılır resim resimleri görsel görselleri göster görüntüle logo ana sayfa menü geri sayım yıldız puan içeriğin içerik sonu başı devamını oku
avautuu uuteen uudessa ikkunaan ikkunassa välilehteen kuva kuvat näytä logo etusivu valikko tähteä arvio sisältö sisällön loppu alku lue lisää
откроется открывается новом новой окне вкладке изображение изображения картинки фото показать включите логотип главная меню звезд звёзд оценка рейтинг конец начало содержимого содержание читать далее ещё статья реклама увидеть посмотреть таймер обратный отсчёт включить загрузить оценено откроется
새 창에서 창 열림 열립니다 열기 이미지 이미지를 켜면 보입니다 보려면 켜세요 별 별점 점 개중 5개 메뉴 로고 본문 끝 시작 더 읽기 보기 남은 시간이 카운트다운`;

const fillers = new Set(filling.split(/\s+/));
const displays = new Set(shown.split(/\s+/));

/** Numbers of such a sentence ("4.8 of 5 stars"); more could be an account. */
const maxNumbers = 3;

export function isFiller(word: string): boolean {
  return fillers.has(word);
}

/** Whether words speak of how a mail is shown, and of nothing else. @param own words in lower case */
export function isOfDisplay(own: readonly string[]): boolean {
  return (
    own.filter((word) => /^\d/.test(word)).length <= maxNumbers &&
    own.some((word) => displays.has(word)) &&
    own.every((word) => displays.has(word) || fillers.has(word) || /^\d{1,2}개?$/.test(word))
  );
}
