// Mail whose body is wrapped: S/MIME, OpenPGP, messages alone.
import { expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { losses } from "../../../src/mail/parse/defects.ts";
import { parseNow, readPart } from "../../../src/mail/parse/parse.ts";

const entity =
  "Content-Type: multipart/mixed; boundary=q\r\n\r\n--q\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nSigned wörds\r\n--q\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=a.csv\r\n\r\n1,2\r\n--q--\r\n";

/** DER, X.690 8.1. */
function der(tag: number, ...contents: (Uint8Array | string)[]): Buffer {
  const content = Buffer.concat(contents.map((one) => Buffer.from(one)));
  const size = content.length;
  const length = size < 128 ? [size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
/** The same without a length, which ends with a mark. */
const open = (tag: number, ...contents: Uint8Array[]) =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...contents, Buffer.from([0, 0])]);

const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const data = oid("2a864886f70d010701");
const version = der(0x02, "\x01");
const signed = (octets: Uint8Array) =>
  der(
    0x30,
    oid("2a864886f70d010702"),
    der(0xa0, der(0x30, version, der(0x31), der(0x30, data, der(0xa0, octets)))),
  );
const compressed = (octets: Uint8Array) =>
  der(
    0x30,
    oid("2a864886f70d0109100109"),
    der(0xa0, der(0x30, version, der(0x30), der(0x30, data, der(0xa0, der(0x04, octets))))),
  );

const mail = (cms: Uint8Array) =>
  Buffer.from(
    `From: ann@example.org\r\nSubject: Signed\r\nContent-Type: application/pkcs7-mime; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(cms).toString("base64")}\r\n`,
  );
const seen = (raw: Uint8Array | string) => {
  const { text, replyText, defects, attachments } = parseNow(Buffer.from(raw));
  return { text, replyText, defects: losses(defects), files: attachments.map(({ part }) => part) };
};
const words = { text: "Signed wörds", replyText: "Signed wörds", defects: [], files: ["1/p7m/2"] };

test("S/MIME: a mail signed in one part is read, its files have ids of their own", () => {
  const raw = mail(signed(der(0x04, entity)));
  expect(seen(raw)).toEqual(words);
  expect(readPart(raw, "1/p7m/2")).toMatchObject({ filename: "a.csv", bytes: Buffer.from("1,2") });
  expect([readPart(raw, "1/p7m/9"), readPart(raw, "2/p7m/1")]).toEqual([null, null]);
  const half = Buffer.from(entity).subarray(0, 50);
  const rest = Buffer.from(entity).subarray(50);
  const pieces = open(0x24, der(0x04, half), der(0x04, rest));
  const ber = open(
    0x30,
    oid("2a864886f70d010702"),
    open(0xa0, open(0x30, version, der(0x31), open(0x30, data, open(0xa0, pieces)))),
  );
  expect(seen(mail(ber))).toEqual(words);
  expect(seen(mail(compressed(deflateSync(entity))))).toEqual(words);
  const twice = mail(signed(der(0x04, mail(signed(der(0x04, entity))))));
  expect(seen(twice)).toEqual({ ...words, files: ["1/p7m/1/p7m/2"] });
  expect(readPart(twice, "1/p7m/1/p7m/2")).toMatchObject({ filename: "a.csv" });
});

test("S/MIME: encrypted, detached and broken parts stay files, and the first says why there is no text", () => {
  const enveloped = mail(der(0x30, oid("2a864886f70d010703"), der(0xa0, der(0x30, version))));
  expect(seen(enveloped)).toMatchObject({
    text: null,
    defects: ["encrypted by S/MIME: its text needs a key that is not here"],
  });
  const whole = signed(der(0x04, entity));
  for (const broken of [
    Buffer.from("junk"),
    whole.subarray(0, 60),
    Buffer.from([0x30, 0x80]),
    Buffer.alloc(0),
  ])
    expect(seen(mail(broken))).toMatchObject({ text: null, defects: [], files: ["1"] });
  const deep = Buffer.alloc(200_000, Buffer.from([0x30, 0x80]));
  expect(seen(mail(deep))).toMatchObject({ text: null, files: ["1"] });
  expect(seen(mail(compressed(Buffer.from("no zlib"))))).toMatchObject({ text: null, files: ["1"] });
});

test("an invitation inside a signed part is one", () => {
  const calendar =
    "Content-Type: text/calendar; method=REQUEST\r\n\r\nBEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n";
  expect(parseNow(mail(signed(der(0x04, calendar)))).calendarParts).toMatchObject([
    { part: "1/p7m/1", method: "REQUEST" },
  ]);
});

test("OpenPGP: signed text stays without its armour, encrypted text is said to be", () => {
  const plain = (body: string) => `From: a@example.org\r\n\r\n${body.replaceAll("\n", "\r\n")}`;
  const signedText =
    "Hi\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nAgreed.\n- -- \nAnn\n-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\nBye\n";
  expect(seen(plain(signedText))).toMatchObject({ text: "Hi\nAgreed.\n-- \nAnn\nBye\n", defects: [] });
  const secret = "-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----\n";
  const why = ["encrypted by OpenPGP: its text needs a key that is not here"];
  expect(seen(plain(`Key below.\n${secret}`))).toMatchObject({ text: "Key below.\n", defects: why });
  expect(
    seen(
      "From: a@example.org\r\nContent-Type: multipart/encrypted; boundary=b\r\n\r\n--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--b--\r\n",
    ).defects,
  ).toEqual(why);
  // Words about armour, and armour without an end, are words.
  const about = "Use -----BEGIN PGP MESSAGE----- there.\n-----BEGIN PGP MESSAGE-----\n";
  expect(seen(plain(about))).toMatchObject({ text: about, defects: [] });
});

test("messages without a covering text are its text, and nothing of them is folded", () => {
  const inner =
    "From: Ann <ann@example.org>\r\nTo: bob@example.com\r\nSubject: Lunch\r\n\r\nFriday?\r\n> Thursday?\r\n";
  const text = "From: Ann <ann@example.org>\nTo: bob@example.com\nSubject: Lunch\n\nFriday?\n> Thursday?\n";
  const alone = `From: bob@example.com\r\nContent-Type: message/rfc822\r\n\r\n${inner}`;
  expect(seen(alone)).toEqual({ text, replyText: text, defects: [], files: ["1"] });
  const two = `From: list@example.com\r\nContent-Type: multipart/digest; boundary=b\r\n\r\n--b\r\n\r\n${inner}\r\n--b\r\n\r\n${inner}\r\n--b--\r\n`;
  expect(seen(two).text?.split("Friday?").length).toBe(3);
  let nested = inner;
  for (let n = 0; n < 50; n++)
    nested = `From: a@example.org\r\nContent-Type: message/rfc822\r\n\r\n${nested}`;
  expect(seen(nested).text).toContain("From: a@example.org");
});

test("levels beyond what is looked at are said", () => {
  let part = "Content-Type: text/plain\r\n\r\nhello\r\n";
  for (let n = 0; n < 150; n++)
    part = `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n${part}--b${n}--\r\n`;
  expect(seen(`From: a@example.org\r\n${part}`).defects).toEqual(["parts nested too deep"]);
  expect(parseNow(Buffer.from(`From: a@example.org\r\n${part}`)).review).toEqual(["not_judged"]);
});

test("Cyrillic text without a label, however short", () => {
  const texts = [
    "Привет, как дела?",
    "Добрый день! Высылаю счёт. С уважением, Иван",
    "Заказ 4711 отправлен: RA123456789RU.",
  ];
  const koi8 = (text: string) =>
    Buffer.from([...text].map((char) => tables.koi8[char] ?? char.charCodeAt(0)));
  for (const text of texts) {
    const raw = Buffer.concat([Buffer.from("From: a@example.org\r\n\r\n"), koi8(text)]);
    expect(seen(raw).text).toBe(text);
  }
});

test.each([
  ["windows-1255", "שלום, הפגישה נדחתה ליום חמישי בשעה עשר."],
  ["windows-874", "สวัสดีครับ การประชุมเลื่อนไปเป็นวันพฤหัสบดี"],
  ["iso-8859-2", "Żółta łódź płynie, proszę o więcej szczegółów dotyczących umowy."],
  ["windows-1250", "Proszę o przesłanie faktury, będę wdzięczny. Śniadanie, źródło."],
  ["windows-1252", "l’été à l’école, d’où l’œuvre, ma sœur, du cœur, un bœuf."],
  ["windows-1252", "25 m² und 3 m³ bei 20° ±2, très élégant, ¿qué?"],
] as const)("text of %s without a label is read", (charset, text) => {
  const table = tableOf(charset);
  const bytes = Buffer.from([...text].map((char) => table[char] ?? char.charCodeAt(0)));
  expect(seen(Buffer.concat([Buffer.from("From: a@example.org\r\n\r\n"), bytes])).text).toBe(text);
});

test.each([
  ["gb18030", "x+uy6crVsb7UwrXE1cu1paOs0LvQu8T6tcTWp7PWoaM=", "请查收本月的账单，谢谢您的支持。"],
  ["gb18030", "usO1xKOsytW1vaGj", "好的，收到。"],
  ["big5", "pm6quqFBpqyo7KFD", "好的，收到。"],
  ["euc-kr", "s9csIL7LsNq9wLTPtNku", "네, 알겠습니다."],
  ["shift_jis", "l7mJ8IK1gtyCtYK9gUI=", "了解しました。"],
  ["euc-jp", "zruy8qS3pN6kt6S/oaM=", "了解しました。"],
] as const)("a short text of %s without a label is read", (_, octets, text) => {
  const raw = Buffer.concat([Buffer.from("From: a@example.org\r\n\r\n"), Buffer.from(octets, "base64")]);
  expect(seen(raw).text).toBe(text);
});

test("S/MIME under a general type is read by its name, another signed file is a file", () => {
  const written = (name: string) =>
    mail(signed(der(0x04, entity)))
      .toString()
      .replace("application/pkcs7-mime; name=smime.p7m", `application/octet-stream; name=${name}`);
  expect(seen(written("smime.p7m"))).toEqual(words);
  expect(seen(written("invoice.xml.p7m"))).toMatchObject({ text: null, files: ["1"] });
});

test("a text of a kind that is not known is read where the mail has no other", () => {
  const markdown = "Content-Type: text/markdown\r\n\r\n# Plan\r\n\r\nWe meet.";
  expect(seen(`From: a@example.org\r\n${markdown}`)).toMatchObject({ text: "# Plan\n\nWe meet.", files: [] });
  const named = markdown.replace("markdown", "markdown; name=plan.md");
  expect(seen(`From: a@example.org\r\n${named}`)).toMatchObject({ text: null, files: ["1"] });
});

test("messages in messages are read to the eighth", () => {
  const around = (inner: string, depth: number): string =>
    depth === 0
      ? inner
      : around(`Subject: ${depth}\r\nContent-Type: message/rfc822\r\n\r\n${inner}`, depth - 1);
  const raw = (depth: number, text = "Deep words") =>
    around(`Subject: in\r\nContent-Type: text/plain\r\n\r\n${text}`, depth);
  expect(seen(raw(6)).replyText).toContain("Deep words");
  expect(seen(raw(8)).replyText).toContain("Deep words");
  expect(seen(raw(9)).replyText).not.toContain("Deep words");
  const large = "Deep words\r\n".repeat(400_000);
  expect(seen(raw(3, large)).replyText).toContain("Deep words");
  expect(seen(raw(4, large)).replyText).not.toContain("Deep words");
});

/** Bytes of a charset by their character. */
function tableOf(name: ConstructorParameters<typeof TextDecoder>[0]): Record<string, number> {
  const decoder = new TextDecoder(name);
  return Object.fromEntries(
    Array.from({ length: 128 }, (_, n) => [decoder.decode(Uint8Array.of(n + 128)), n + 128]),
  );
}
const tables = { koi8: tableOf("koi8-r") };
