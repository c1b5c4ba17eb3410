// What a search asks, on texts.
import { expect, test } from "bun:test";
import { parseSearch } from "../../src/mail/search/parse-search.ts";
import { searchDocument, type WeightedText } from "../../src/mail/search/search-words.ts";
import { numbersIn } from "../../src/mail/search/segment.ts";
import { wordsOfStem } from "../../src/mail/search/similar-words.ts";
import {
  comparable,
  entriesQuery,
  gramsQuery,
  holds,
  textQuery,
  wordsQuery,
} from "../../src/mail/search/text-query.ts";
import { tsvectorText } from "../support/tsvector.ts";

const parseTextQuery = (q: string) => textQuery(parseSearch(q));
const wordsOf = (q: string) => wordsQuery(parseSearch(q));
const documentOf = (texts: readonly WeightedText[]) => tsvectorText(searchDocument(texts));
const found = (q: string, text: string) => holds(comparable(text), parseTextQuery(q));

test("words, phrases, alternatives and exclusions", () => {
  const asked = parseTextQuery('Invoice "March  2026" -draft or (Crème), -"no way"');
  expect(asked.map(({ terms, without }) => ({ terms: terms.map(({ text }) => text), without }))).toEqual([
    { terms: ["INVOICE", "MARCH 2026"], without: ["DRAFT"] },
    { terms: ["CREME"], without: ["NO WAY"] },
  ]);
  for (const nothing of ["", "-", "!!!", '"', "-foo", "-foo or -x"])
    expect(
      parseTextQuery(nothing)
        .flatMap(({ terms }) => terms)
        .filter(({ text }) => /\w/.test(text)),
    ).toEqual([]);
});

test("whole words are asked as a tsquery, and what has several as a phrase", () => {
  expect(wordsOf('Invoice "March  2026" -draft or ann.lee@example.org')).toBe(
    "(('invoice') & ('march' <-> '2026') & !('draft')) | (('ann' <-> 'lee' <-> 'example' <-> 'org'))",
  );
  expect(wordsOf("Größe 東京 don't")).toBe(
    "(('größe' | 'grosse' | 'groesse') & ('東京') & ('don' <-> 't' | 'dont'))",
  );
  expect(wordsOf("'); drop \\ \"' | 'x\"")).toBe("(('drop') & ('x'))");
  for (const [q, asked] of [
    ["or", "(('or'))"],
    ["or a", "(('or') & ('a'))"],
    ["a or", "(('a') & ('or'))"],
    ["a or or b", "(('a')) | (('or') & ('b'))"],
    ["-a", "(!('a'))"],
  ] as const)
    expect([q, wordsOf(q)]).toEqual([q, asked]);
  for (const nothing of ["", "-", "!!!", '"', "() & | !"]) expect(wordsOf(nothing)).toBeNull();
});

test("a document has each word with its places and weights, within the limits of a tsvector", () => {
  expect(
    documentOf([
      { text: "Re: Größe", weight: "A" },
      { text: "Ann Lee ann@example.org", weight: "B" },
      { text: "größe 1.50, ann!", weight: "D" },
    ]),
  ).toBe("re:1A größe:2A,8 ann:3B,5B,11 lee:4B example:6B org:7B 1:9 50:10");
  expect(documentOf([{ text: " \0 \ud800 :'\\ ", weight: "D" }])).toBe("");
  const long = `${"x".repeat(681)} ${"語".repeat(680)} ${"a ".repeat(300)}${"b c ".repeat(9000)}end`;
  const places = Object.fromEntries(
    documentOf([{ text: long, weight: "D" }])
      .split(" ")
      .map((entry) => [entry.split(":")[0]!, entry.split(":")[1]!.split(",")]),
  );
  expect(Object.keys(places)).toEqual(["語".repeat(680), "a", "b", "c", "end"]);
  expect(places.a).toHaveLength(255);
  expect(places.end).toEqual(["16383"]);
});

test("a text is found within words, without accents, across lines, in any script", () => {
  for (const [q, text] of [
    ["voice", "two invoices"],
    ["creme", "Crème brûlée"],
    ["BRÛLÉE", "creme brulee"],
    ["example.org", "Ann <ann@mail.example.org>"],
    ["@mail.exam", "ann@mail.example.org"],
    ['"two invoices"', "two\r\n  invoices"],
    ["京", "東京都"],
    ["京都", "東京都"],
    ["회의", "내일회의실"],
    ["москв", "в Москве"],
    ["strasse", "Hauptstraße 1"],
    ["C++ compiler", "the c++ compilers"],
    ["in voice", "he is in, invoices out"],
    ["lunch or voice", "invoice"],
    ["voice -lunch", "invoices"],
    ["ﬁne", "refined"],
  ] as const)
    expect([q, text, found(q, text)]).toEqual([q, text, true]);
});

test("what is not there is not found", () => {
  for (const [q, text] of [
    ["voices", "invoice"],
    ["is voice", "this invoice"],
    ["voice -lunch", "invoice for luncheon"],
    ['voice -"see you"', "invoices; see, you"],
    ["か", "が"],
    ["of", "of course"],
    ["京都 大阪", "東京都"],
  ] as const)
    expect([q, text, found(q, text)]).toEqual([q, text, false]);
  expect(entriesQuery(parseTextQuery("of it"))).toBeNull();
  expect(entriesQuery(parseTextQuery("it 京 or cat's"))).toBe(
    "(('=京':*) | ((('=CAT') | ('=CAT' & '=ATS')))) | '=*'",
  );
});

test("words of one stem are found for each other, exact texts are not", () => {
  for (const [q, text] of [
    ["invoices", "one invoice is late"],
    ["invoicing", "Invoices of May"],
    ["shipped", "it ships tomorrow"],
    ["Rechnungen", "Ihre Rechnung"],
    ["facturas", "la factura de mayo"],
    ["factures", "votre facture"],
    ["счета", "новый счет"],
    ["meetings", "Meeting at noon"],
    ["city", "all cities"],
    ["cities", "the city"],
    ["copies", "one copy"],
    ["copy", "it was copied"],
    ["policies", "our policy"],
    // Stems whose end changes, and plurals that Snowball does not know.
    ["pricing", "the price"],
    ["price", "pricing of May"],
    ["keys", "the key"],
    ["boxes", "a box"],
    ["journal", "les journaux"],
    ["afspraken", "een afspraak"],
    ["brief", "de brieven"],
    ["brieven", "een brief"],
    ["mensagem", "as mensagens"],
    ["reuniões", "a reunião"],
    ["papéis", "um papel"],
    ["lápices", "un lápiz"],
    ["faturalar", "faturayı gönderdik"],
    ["şirketi", "bir şirket"],
  ] as const)
    expect([q, found(q, text)]).toEqual([q, true]);
  for (const [q, text] of [
    ['"invoices"', "one invoice is late"],
    ["invoices", "involved"],
    ["universal", "a unit"],
    ["city", "a citizen"],
    ["cats-and", "cat and"],
    ["prices", "a prize"],
    ["within", "with them"],
    ["handle", "a hand"],
    ["news", "a new one"],
    ["shot", "they shoot"],
    ["Tischler", "ein Tisch"],
    ["wrestlers", "to wrest"],
  ] as const)
    expect([q, found(q, text)]).toEqual([q, false]);
});

test("one wrong letter is forgiven where that is asked for", () => {
  const forgiven = (q: string, text: string) => holds(comparable(text), textQuery(parseSearch(q), true));
  for (const [q, text] of [
    ["recieve", "did you receive it"],
    ["invocie", "the invoice"],
    ["inovice", "the invoice"],
    ["invoce", "the invoice"],
    ["invoicce", "the invoice"],
    ["xnvoice", "the invoice"],
    ["invoicx", "the invoice"],
    ["mondey", "on Monday"],
    ["Müncehn", "in München"],
    ["wnedy", "from Wendy"],
    ["wedny", "from Wendy"],
    ["wexdy", "from Wendy"],
    ["wendy", "from Wedy"],
    ["modnay", "on Monday"],
    ["invoce", "all invoices"],
    ["Rechnug", "Ihre Rechnungen"],
  ] as const)
    expect([q, forgiven(q, text), found(q, text)]).toEqual([q, true, false]);
  for (const [q, text] of [
    ["inovcie", "the invoice"],
    ["monk", "on monday"],
    ["lunhc", "dinner"],
    ["wexdy", "from Wenda"],
  ] as const)
    expect([q, forgiven(q, text)]).toEqual([q, false]);
});

test("however many words are asked, few numbers are looked up where slips are forgiven", () => {
  const words = Array.from({ length: 18 }, (_, n) => `qu${String.fromCharCode(97 + n)}ck`);
  const groups = [words.slice(0, 9), words.slice(9)].map((some) => `(${some.join(" or ")})`);
  for (const q of [groups.join(" "), words.join(" or "), "quack ".repeat(80)]) {
    const numbers = numbersIn(gramsQuery(textQuery(parseSearch(q), true))!);
    expect([q, numbers.length < 1000]).toEqual([q, true]);
  }
});

test("however many numbers are asked, few groups are looked up", () => {
  const lookedUp = (count: number) => {
    const q = Array.from({ length: count }, (_, n) => `${123_456_789_012 + n * 7919}`).join(" ");
    return numbersIn(gramsQuery(parseTextQuery(q))!).length / count;
  };
  expect(lookedUp(3)).toBeGreaterThan(100);
  expect(lookedUp(30)).toBeLessThan(40);
});

test("groups, AND, OR and NOT are written out into alternatives", () => {
  for (const [q, asked] of [
    ["(crane or lease) inspected", "(('crane') & ('inspected')) | (('lease') & ('inspected'))"],
    ["roses AND compost", "(('roses') & ('compost'))"],
    ["roses and compost", "(('roses') & ('and') & ('compost'))"],
    ["roses NOT compost", "(('roses') & !('compost'))"],
    ["roses -(compost or slugs)", "(('roses') & !('compost') & !('slugs'))"],
    ["roses -(compost slugs)", "(('roses') & !('compost')) | (('roses') & !('slugs'))"],
    ["a | (b (c OR d))", "(('a')) | (('b') & ('c')) | (('b') & ('d'))"],
    ["(draft) f(x) (0)711 ((", "(('draft') & ('f' <-> 'x') & ('0' <-> '711' | '0711'))"],
    ["AND OR NOT", "(('and')) | (('not'))"],
    ['(a "b) c"', "(('a') & ('b' <-> 'c'))"],
    ["()", null],
  ] as const)
    expect([q, wordsOf(q)]).toEqual([q, asked]);
  for (const large of [
    "(a or b or c) ".repeat(5),
    `${"(a or b) ".repeat(6)}${"c ".repeat(200)}`,
    Array(9).fill("(a or b) ".repeat(5)).join("or "),
  ])
    expect(() => parseSearch(large)).toThrow("more than 100 alternatives, or 300 words");
  expect(parseSearch("a or ".repeat(100)).length).toBe(100);
  expect(parseSearch(`${"(".repeat(240)}a${")".repeat(240)}`)).toEqual([
    { terms: [{ text: "a", isExcluded: false, isExact: false }], conditions: [] },
  ]);
});

test("typographic marks are those of a phrase only where a phrase is", () => {
  for (const [q, ...asked] of [
    ["“ada lovelace” x", "ADA LOVELACE", "X"],
    ["„ada b“ «c d» ”e f”", "ADA B", "C D", "E F"],
    ["5” pipe 24”", "5”", "PIPE", "24”"],
    ['"he said “yes” loudly"', "HE SAID “YES” LOUDLY"],
    ['“ada" b', "ADA", "B"],
  ])
    expect([q, textQuery(parseSearch(q!))[0]!.terms.map(({ text }) => text)]).toEqual([q, asked]);
});

test("a stem asks the index for four letters, where it is no plural", () => {
  for (const word of ["form", "item", "note", "plan", "team", "code", "real"])
    expect([word, wordsOfStem(comparable(word))]).toEqual([
      word,
      expect.objectContaining({ beginning: comparable(word) }),
    ]);
});

test("an operator takes a group, and the words of other programs", () => {
  const asked = (q: string) =>
    parseSearch(q, Date.parse("2026-03-10T12:00:00Z") / 1000).map(({ conditions }) =>
      conditions.map((one) => {
        const text = "bytes" in one ? one.bytes : one.value;
        return `${one.isExcluded ? "-" : ""}${one.name}:${text}`;
      }),
    );
  const day = (name: string, date: string) => `${name}:${date}T00:00:00.000000Z`;
  const atNoon = (condition: string) => condition.replace("T00", "T12");
  for (const [q, ...alternatives] of [
    ["from:(ada or bob)", ["from:ada"], ["from:bob"]],
    ["subject:(water bill)", ["subject:water", "subject:bill"]],
    ["-from:(ada or bob)", ["-from:ada", "-from:bob"]],
    ["from:(ada to:bob)", ["from:ada", "to:bob"]],
    ["from:me -to:me", ["is:sent", "-is:received"]],
    ["has:pdf filename:*.jpg attachment:offer", ["filename:.pdf", "filename:.jpg", "filename:offer"]],
    ["in:anywhere size:>2M size:<3M size:1k", ["larger:2097152", "smaller:3145728", "larger:1024"]],
    ["on:2026-01-31", [day("after", "2026-01-31"), day("before", "2026-02-01")]],
    ["-date:31.1.2026", [`-${day("after", "2026-01-31")}`], [`-${day("before", "2026-02-01")}`]],
    [
      'since:"31 Jan 2026" until:"March 1st, 2026"',
      [day("after", "2026-01-31"), day("before", "2026-03-01")],
    ],
    ['after:"last week" before:2026-02', [day("after", "2026-03-03"), day("before", "2026-02-01")]],
    ['after:"dec 24" before:31/1/2026', [day("after", "2025-12-24"), day("before", "2026-01-31")]],
    ['after:"this month" before:2026', [day("after", "2026-03-01"), day("before", "2026-01-01")]],
    ["on:call on:today", [day("after", "2026-03-10"), day("before", "2026-03-11")]],
    ["in:all", ["in:all"]],
    // A value of several words, and one behind a blank.
    ["after:last week ada", [day("after", "2026-03-03")]],
    [
      "after:2 weeks ago before: 7 days ago",
      [day("after", "2026-02-24"), day("before", "2026-03-03")].map(atNoon),
    ],
    ["newer_than:3 days", [atNoon(day("after", "2026-03-07"))]],
    ["after:31 Jan 2026 2 pianos", [day("after", "2026-01-31")]],
    ["on:march 5 pianos", [day("after", "2026-03-05"), day("before", "2026-03-06")]],
    ["before:yesterday 10 pianos", [day("before", "2026-03-09")]],
    ["after:jan 2026 -before:february", [day("after", "2026-01-01"), `-${day("before", "2026-02-01")}`]],
    ["larger:5 MB smaller: 1 GB", ["larger:5242880", "smaller:1073741824"]],
    ["from: ada -to: bob", ["from:ada", "-to:bob"]],
    ["from: (ada or bob)", ["from:ada"], ["from:bob"]],
    ["is: unread has: attachment", ["is:unread", "has:attachment"]],
    ["{from:ada from:bob} is:read", ["from:ada", "is:read"], ["from:bob", "is:read"]],
    ["-{from:ada from:bob}", ["-from:ada", "-from:bob"]],
    ["{from:ada OR from: bob NOT from:eve}", ["from:ada"], ["from:bob"], ["-from:eve"]],
    [`${"{ ".repeat(80)}from:ada${" }".repeat(80)}`, ["from:ada"]],
    ["with:ada", ["from:ada"], ["to:ada"]],
    ["from:“Ada Lovelace”", ["from:Ada Lovelace"]],
    // Text.
    [
      'form: ada is: it in: time Re: x {a b} size: 42 with: love attachment: below recipient: none from: () to: ""',
      [],
    ],
    // No day is behind it.
    ["on:9999-12-31", []],
  ] as const)
    expect([q, ...asked(q)]).toEqual([q, ...alternatives.map((each) => [...each])]);
  for (const q of ["after:9/12/2026", "after:32.1.2026", "after:marchy", 'after:"1 2 march"', "size:>big"])
    expect(() => parseSearch(q, 0)).toThrow("takes");
});

test("numbers are found however they are grouped and in whose digits, German letters also as two, words without their article", () => {
  for (const [q, text] of [
    ["245000", "245.000 €"],
    ["1450,50", "€1.450,50 a month"],
    ["1,299.00", "1299,00"],
    ["3104,55", "net 3 104,55"],
    ["DE89370400440532013000", "DE89 3704 0044 0532 0130 00"],
    ["481516", "481 516"],
    ["AU1482", "Flight AU 1482"],
    ["220990114", "call +351 22 0990 114"],
    ["call 0711245500", "call 07 112 45 500"],
    ["44871-223/9", "44.871-223/9"],
    ["münchen", "Muenchen"],
    ["muenchen", "München"],
    ["2750", "المبلغ ٢٧٥٠ درهم"],
    ["۱۳۸", "138 pages"],
    ["c'était", "Était-ce lui"],
    ["dell’acqua", "un bicchiere d'acqua"],
    ["qu'arrive", "il arrive"],
    ["2.140", "Release v2.140.3"],
    ["v3.100.1", "Version 3.100.1 is out"],
    ["QQ123456C", "NI number QQ 12 34 56 C"],
    ["PY1047", "race number PY 1,047"],
    ["dont forget receipt", "Don't forget the receipts"],
    ["don’t forget", "dont forget"],
    ["میشود", "تمدید می\u200cشود."],
    ["می\u200cشود", "تمدید میشود."],
    ["Donaudampf", "Donau\u00addampf"],
    ["すきゃん", "スキャンした"],
    ["チェックイン", "ちぇっくいん"],
    ["아침식사", "아침 식사가 포함"],
    ["cykelværk.example", "soren@xn--cykelvrk-o0a.example"],
    ["e-mail terms", "the email term"],
    ["email terms", "your e-mails and their term"],
    ["email terms", "l'e-mail, the term"],
    ["dampfschiff", "Donaudampf\u00adschiff"],
    ["می\u200cشود", "نمیشود"],
    ["サイト", "新しい、さいと"],
  ] as const)
    expect([q, found(q, text)]).toEqual([q, true]);
  for (const [q, text] of [
    ["dont", "don t"],
    ["아침식사", "아침, 그리고 식사"],
    ["PY1047", "PY 10,470"],
    ["e-mail", "the mail came"],
    ["t-shirt", "that shirt"],
    ["opt-out", "adopt outside"],
    ["e-mail", "female mail"],
    ["oft", "state-of-the-art"],
    ["ema", "kate-marie"],
    ["731", "due 2026-7-31"],
    ["450", "call 555-4-50"],
    ["マス", "ありますから"],
    ["サイト", "ごらんくださいとのこと"],
    ["いす", "アイスを"],
  ] as const)
    expect([q, found(q, text)]).toEqual([q, false]);
  for (const [q, text] of [
    ["2026", "at 20:26"],
    ["1299", "21,299"],
    ["blue", "blunt"],
    ['"245000"', "245.000"],
    ['"l\'hiver"', "cet hiver"],
    ["d'you", "you"],
    ["l'art", "where do we start"],
    ["d'este", "are you interested"],
    ["138", "١٣٨٠"],
    ["27", "٢٧"],
  ] as const)
    expect([q, found(q, text)]).toEqual([q, false]);
});
