// Shorter variants, words about how a mail is shown, numbers of people, and lines that only the plain part has.
import { describe, expect, test } from "bun:test";
import { readMail, readSafety } from "../../../src/mail/parse/read-mail.ts";
import { ibans } from "../ibans.ts";
import { type Newsletter, rawNewsletter, unsubscribe } from "./newsletter.ts";
import { orders } from "./orders.ts";

const css =
  "<style>.m{display:none}@media(max-width:480px){.m{display:block!important}.d{display:none!important}}.sr{position:absolute;left:-9999px}</style>";
const footer = '<p><a href="https://shop.example/u">Unsubscribe</a></p>';

function mail(body: string, more: Partial<Newsletter> = {}): Uint8Array {
  const html = `<html><head>${css}</head><body>${body}${footer}</body></html>`;
  return rawNewsletter({
    name: "",
    from: "Shop <news@shop.example>",
    head: unsubscribe("shop.example"),
    html,
    ...more,
  });
}

const reasonsOf = (raw: Uint8Array) => readSafety(raw).reasons;

/** What is seen, and its variant for phones. */
const variants: [string, string][] = [
  ["Shop the new linen collection", "Shop linen"],
  ["Boots for wet days, now 20% off for members", "Boots now 20% off"],
  ["Alle Spartipps auf einen Blick", "Alle Tipps"],
  ["Die neue Ernte aus Huila ist geröstet", "Die neue Ernte ist da"],
  ["Découvrez la nouvelle collection imaginée à Lyon", "La nouvelle collection est ici"],
  ["La cesta de julio llega con tomates de verdad", "La cesta de julio ya está aquí"],
  ["È arrivata la neve: una notte in rifugio", "La neve è qui"],
  ["De nieuwe elektrische bakfiets is lichter", "De nieuwe bakfiets is er"],
  ["Se hela packlistan på webben", "Se listan"],
  ["夏休みに海の近くで読みたい本を選びました", "夏休みに読みたい本"],
];

const displayed = [
  "(opens in a new window)",
  "Mit 4,8 von 5 Sternen bewertet",
  "Activez les images pour voir le compte à rebours",
  "Valorado con 4,8 de 5 estrellas",
  "Fine del contenuto",
  "opent in een nieuw venster",
  "Koniec treści",
  "Slut på innehållet",
  "откроется в новом окне",
  "メニュー",
];

const stubs = [
  "Ihr Mailprogramm zeigt kein HTML an. Lesen Sie den Newsletter online:",
  "Ditt mejlprogram visar inte HTML. Läs nyhetsbrevet på webben:",
  "Twój program nie pokazuje HTML. Przeczytaj newsletter online:",
  "Dit mailprogram viser ikke HTML. Læs nyhedsbrevet her:",
  "Váš poštovní program nezobrazuje HTML. Přečtěte si newsletter online:",
];

// DECISIONS Safety: Headings and buttons that say less than a seen text are no reason
describe("ordinary newsletters are clear", () => {
  test.each(variants)("%s: %s", (seen, less) => {
    const raw = mail(`<h1 class="d">${seen}</h1><h1 class="m">${less}</h1><p>More below.</p>`);
    expect(reasonsOf(raw)).toEqual([]);
  });

  test.each(displayed)("%s", (words) => {
    expect(reasonsOf(mail(`<h1>News</h1><p>More below.</p><span class="sr">${words}</span>`))).toEqual([]);
  });

  test("words about how a seen text is shown, beside it", () => {
    const name =
      '<a href="https://shop.example/f">Lees<span class="sr">: Snijbiet (opent in een nieuw venster)</span></a>';
    expect(reasonsOf(mail(`<h1>News</h1><h2>Snijbiet</h2>${name}`))).toEqual([]);
  });

  test.each(stubs)("%s", (stub) => {
    expect(
      reasonsOf(mail("<h1>News</h1><p>More below.</p>", { plain: `${stub} https://shop.example/o` })),
    ).toEqual([]);
  });
});

const letter = `<h1>Spring news</h1><p>${"The first pieces in washed linen are here, and the shop opens on Sunday. ".repeat(3)}</p>`;
const plainLetter = `Spring news\n\n${"The first pieces in washed linen are here, and the shop opens on Sunday. ".repeat(3)}\n\nWe have nine new colours and a map.\n\n`;

// DECISIONS Safety: Words picked from a seen text at several places are no variant of it
test("orders picked word by word from a long seen text need a look", () => {
  const spoken = orders.filter((order) => order.split(" ").length > 3);
  const picked = [4, 6, 99].flatMap((size) => spoken.map((order) => order.split(" ").slice(0, size)));
  const clear = picked.filter((words) => {
    const seen = `<p>${words.map((word) => `${word} blue`).join(" ")}</p>`;
    return reasonsOf(mail(`${letter}${seen}<div class="m">${words.join(" ")}</div>`)).length === 0;
  });
  expect(clear).toEqual([]);
});

const places: [string, (order: string) => Uint8Array][] = [
  ["a block for phones", (order) => mail(`${letter}<div class="m">${order}</div>`)],
  ["words for programs that read aloud", (order) => mail(`${letter}<span class="sr">${order}</span>`)],
  [
    "a block for dark screens behind the logo",
    (order) =>
      mail(
        `<img src="https://shop.example/l.png" alt="Shop" width="120"><div class="m">${order}</div>${letter}`,
      ),
  ],
];

// DECISIONS Safety: Hidden orders need a look in any language
describe.each(places)("orders in %s need a look", (_, dressed) => {
  test.each(orders)("%s", (order) => expect(reasonsOf(dressed(order))).toContain("hidden_text"));
});

// DECISIONS Safety: A line that the plain part has alone needs a look
describe("orders in a line of a plain part need a look", () => {
  // One unbroken word is a wording.
  test.each(orders.filter((order) => order.includes(" ") && order.split(" ").length > 5))("%s", (order) => {
    const plain = `${plainLetter}${order}\n\nUnsubscribe: https://shop.example/u`;
    expect(reasonsOf(mail(`${letter}<p>We have nine new colours and a map.</p>`, { plain }))).toContain(
      "plain_html_differ",
    );
  });
});

// DECISIONS Safety: Numbers of people are no tokens of programs
describe("hidden numbers need a look", () => {
  const hidden = (text: string) => reasonsOf(mail(`${letter}<div class="m">${text}</div>`));
  test("accounts of every country", () =>
    expect(ibans.filter((iban) => hidden(iban).length === 0)).toEqual([]));
  test.each(
    "4111111111111111|415-555-0132|402881|ORD-2026-004417|1Z999AA10123456784|RR123456785CN|2026-06-14|4 1 1 1 1 1 1 1 1 1 1 1|page 44 71 88 23 10 55 61 90|NO93-8601-1117-947|06 12 34 56 78".split(
      "|",
    ),
  )("%s", (text) => expect(hidden(text)).toEqual(["hidden_text"]));
  test.each("GK2X9Q-LM41|7F3K9Q|CAMP-2211|44718|123e4567-e89b-12d3-a456-426614174000".split("|"))(
    "not %s",
    (text) => expect(hidden(text)).toEqual([]),
  );
});

// DECISIONS Safety: An account that only the plain part has is shown to nobody
test.each([
  ["GB94BARC10201530093459", "DE89370400440532013000"],
  ["4111111111111111", "5500000000000004"],
  ["DE02 1203 0000 0000 2020 51", "DE89370400440532013000"],
  ["DE02.1203.0000.0000.2020.51", "DE02 1203 0000 0000 2020 99"],
  ["4111-1111-1111-1111", "4111-1111-1111-1112"],
])("the account %s of a plain part is not the text", (plain, shown) => {
  const said = (number: string) =>
    `Please pay the invoice of March to ${number} by Friday. With kind regards, the accounts office of Fernbrook.`;
  const raw = mail(`<p>${said(shown)}</p>`, { plain: said(plain) });
  expect(reasonsOf(raw)).toEqual(["plain_html_differ"]);
  expect(readMail(raw).text).toContain(shown);
});

// DECISIONS Safety: An account in other groups is the same
test.each([
  ["DE89 3704 0044 0532 0130 00", "DE89370400440532013000"],
  ["NO9386011117947", "NO93 8601 1117 947"],
  ["4111 1111 1111 1111", "4111-1111-1111-1111"],
  ["GB29-NWBK-6016-1331-9268-19", "<b>GB29</b> <b>NWBK</b> 6016 1331 9268 19"],
])("the account %s of a plain part beside %s is no difference", (plain, shown) => {
  const said = (number: string) => `Please pay the invoice of March to ${number} by Friday.`;
  const raw = mail(`<p>${said(shown)}</p>`, { plain: said(plain) });
  expect(reasonsOf(raw)).toEqual([]);
  expect(readMail(raw).text).toContain(plain);
});
