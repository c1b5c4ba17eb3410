// Words that say the same in another way of writing: signs and codes of currencies, names of months and days and their short forms,
// and other forms of a word. A plain part and its HTML often come from two templates. Linear.

/** Signs, codes and names of a currency are one word. Lines are currencies. */
const currencies = `€ eur euro euros
$ usd dollar dollars
£ gbp pound pounds
¥ jpy yen 円 cny rmb 元
fr chf franken francs
zł pln złotych
kr sek nok dkk kronor kroner
kč czk korun
ft huf forint
lei ron
₺ tl try lira
₽ руб rub рублей
₴ грн uah гривень
₹ rs inr rupees`
  .split("\n")
  .map((line) => line.split(" "));

/** Months and days in order of languages; a short form is a beginning of three letters or more. */
const dates =
  `january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday
januar februar märz april mai juni juli august september oktober november dezember montag dienstag mittwoch donnerstag freitag samstag sonntag
janvier février mars avril mai juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miércoles jueves viernes sábado domingo
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre lunedì martedì mercoledì giovedì venerdì sabato domenica
janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro segunda terça quarta quinta sexta sábado domingo
januari februari maart april mei juni juli augustus september oktober november december maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia poniedziałek wtorek środa czwartek piątek sobota niedziela
januari februari mars april maj juni juli augusti september oktober november december måndag tisdag onsdag torsdag fredag lördag söndag
ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık pazartesi salı çarşamba perşembe cuma cumartesi pazar
января февраля марта апреля мая июня июля августа сентября октября ноября декабря понедельник вторник среда четверг пятница суббота воскресенье`
    .split("\n")
    .map((line) => line.split(" "));

/** Letters of the beginning that two forms of a word share, and letters of the ends in which they differ. */
const [fewestShared, maxEnd] = [5, 3];
/** Letters of a short form. */
const fewestOfShort = 3;

/** Whether a word is a currency, a month or a day that the other text writes in another form. */
export function isSameInOtherForm(word: string, known: ReadonlySet<string>, shown: string): boolean {
  const currency = currencies.find((forms) => forms.includes(word));
  if (currency?.some((form) => known.has(form) || (form.length === 1 && shown.includes(form)))) return true;
  if (word.length < fewestOfShort) return false;
  return dates.some((names) =>
    names.some(
      (name) => name.startsWith(word) && shortForms(name).some((form) => form !== word && known.has(form)),
    ),
  );
}

/** A name and its beginnings of three and four letters. */
function shortForms(name: string): string[] {
  return [name, name.slice(0, fewestOfShort), name.slice(0, fewestOfShort + 1)];
}

/** The words of a text, to ask whether it has another form of a word: "charged" where it says "charge". */
export class WordForms {
  readonly #known: Iterable<string>;
  #beginnings: Set<string> | null = null;

  constructor(known: Iterable<string>) {
    this.#known = known;
  }

  has(word: string): boolean {
    this.#beginnings ??= new Set([...this.#known].flatMap(beginningsOf));
    return beginningsOf(word).some((beginning) => this.#beginnings!.has(beginning));
  }
}

function beginningsOf(word: string): string[] {
  const found: string[] = [];
  for (let size = word.length; size >= Math.max(fewestShared, word.length - maxEnd); size--)
    found.push(word.slice(0, size));
  return found;
}
