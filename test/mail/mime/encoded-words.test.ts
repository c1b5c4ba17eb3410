// Encoded words, parameters and charsets.

import { describe, expect, test } from "bun:test";
import iconv from "iconv-lite";
import { decodeCharset } from "../../../src/mail/mime/charset.ts";
import { decodeWords } from "../../../src/mail/mime/encoded-words.ts";
import { decodedParam, parseParameterised } from "../../../src/mail/mime/parameters.ts";

describe("encoded words", () => {
  test.each([
    ["plain", "plain"],
    ["=?utf-8?Q?J=C3=B6rg?=", "Jörg"],
    ["=?UTF-8?b?SsO2cmc=?=", "Jörg"],
    ["=?iso-8859-1?q?a_b=E4?= c", "a bä c"],
    ["=?utf-8?Q?a?= =?utf-8?Q?b?=", "ab"],
    ["=?utf-8?Q?a?=\t =?iso-8859-1?Q?=E4?=", "aä"],
    ["=?utf-8?Q?a?= and =?utf-8?Q?b?=", "a and b"],
    ["=?utf-8?Q?J=C3?= =?utf-8?Q?=B6rg?=", "Jörg"],
    ["=?utf-8?B?SsM=?= =?utf-8?B?tnJn?=", "Jörg"],
    ["=?utf-8?B?SsO2?= =?utf-8?Q?rg?=", "Jörg"],
    ["=?utf-8?B?SsO2c?= =?utf-8?B?mc=?=", "Jörg"],
    ["=?utf-8*de?Q?J=C3=B6rg?=", "Jörg"],
    ["=?utf-8?Q?what? yes?=", "=?utf-8?Q?what? yes?="],
    ["=?utf-8?Q?what??= x", "what? x"],
    ["=?utf-8?Q?a b?=", "a b"],
    ["=?utf-8?Q??=", ""],
    ["=?utf-8?Q?a", "=?utf-8?Q?a"],
    ["=?nonsense?Q?=C3=B6?=", "ö"],
    ["=?utf-8?Q?=ZZ=4?=", "=ZZ=4"],
    ["=?ISO-2022-JP?B?GyRCJUYlOSVIGyhC?= =?ISO-2022-JP?B?GyRCJUYlOSVIGyhC?=", "テストテスト"],
    ["=?gb2312?B?xOO6ww==?=", "你好"],
    ["=?koi8-r?B?8NLJ18XU?=", "Привет"],
    ["=?utf-8?Q?J\u00c3\u00b6rg?=", "Jörg"],
    ["J\u00c3\u00b6rg", "Jörg"],
    ["J\u00f6rg", "Jörg"],
    ["a\0b", "ab"],
  ])("%p is %p", (header, text) => {
    expect(decodeWords(header)).toBe(text);
  });

  test("unlabelled bytes are read in the charset that the mail uses elsewhere", () => {
    expect(decodeWords("\xf0\xd2\xc9\xd7\xc5\xd4", "koi8-r")).toBe("Привет");
  });
});

describe("parameters", () => {
  const param = (header: string, name: string) => decodedParam(parseParameterised(header).params, name);

  test.each([
    ['x; name="a.txt"', "a.txt"],
    ["x; name=a.txt", "a.txt"],
    ["x; name=a b.txt; c=d", "a b.txt"],
    ["x; name=a (1).txt", "a (1).txt"],
    ['x; name="a\\"b.txt"', 'a"b.txt'],
    ['x; name="C:\\dir\\a.txt"', "C:\\dir\\a.txt"],
    ["x; name*=utf-8''J%C3%B6rg.txt", "Jörg.txt"],
    ["x; name*=iso-8859-1'de'J%F6rg.txt", "Jörg.txt"],
    ['x; name*="=?utf-8?B?SsO2cmcudHh0?="', "Jörg.txt"],
    ["x; name*==?utf-8?Q?J=C3=B6rg.txt?=", "Jörg.txt"],
    ["x; name*=utf-8''=?utf-8?Q?J=C3=B6rg.txt?=", "Jörg.txt"],
    ["x; name*=UTF-8'de'%3D%3Futf-8%3FB%3FSsO2cmcudHh0%3F%3D", "Jörg.txt"],
    ["x; name*=us-ascii''=?iso-8859-1?Q?J=F6rg=2Etxt?=", "Jörg.txt"],
    ["x; name*=\"=?utf-8?Q?it's_J=C3=B6rg's.txt?=\"", "it's Jörg's.txt"],
    ["x; name*0*=utf-8''=?utf-8?B?SsO2; name*1*=cmcudHh0?=", "Jörg.txt"],
    ['x; name*0*="=?utf-8?Q?J=C3=B6?="; name*1=" =?utf-8?Q?rg.txt?="', "Jörg.txt"],
    ["x; name*=ann's and bob's.txt", "ann's and bob's.txt"],
    ["x; name*=100%25.txt", "100%.txt"],
    ["x; name*0=long; name*1=name; name*2=.txt", "longname.txt"],
    ["x; name*0*=utf-8''J%C3; name*1*=%B6rg; name*2=.txt", "Jörg.txt"],
    ["x; name*1=b; name*0=a", "ab"],
    ['x; name="=?utf-8?Q?J=C3=B6rg.txt?="', "Jörg.txt"],
    ['x; name*0="=?utf-8?Q?J=C3="; name*1="B6rg.txt?="', "Jörg.txt"],
    ["x; name=utf-8''J%C3%B6rg.txt", "Jörg.txt"],
    ["x; NAME=a", "a"],
    ["x; name=a; name=b", "a"],
    ["x; name = a", "a"],
    ["x name=a", "a"],
    ['x; name="a', "a"],
    ["x; ;; name=a", "a"],
    ["x; name=a;", "a"],
    ["x; nam", null],
    ["x", null],
  ])("%p has the name %p", (header, expected) => {
    expect(param(header, "name")).toBe(expected);
  });

  test("values lose their comments", () => {
    expect(parseParameterised("text/plain (a (b) c); charset=us-ascii (Plain)")).toEqual({
      value: "text/plain",
      params: Object.assign(Object.create(null), { charset: "us-ascii" }),
    });
  });
});

const russian =
  "Здравствуйте, уважаемые коллеги! Напоминаем, что завтра в десять часов утра состоится совещание.";
const japanese = "こんにちは。次回の会議は来週の火曜日に開催する予定です。よろしくお願いいたします。";
const chinese = "您好！我们已经收到您的订单，货物将在三个工作日内发出。如有任何问题，请随时与我们联系。";
const korean = "안녕하세요. 보내주신 메일은 잘 받았습니다. 다음 주 회의 일정에 대해 알려드립니다.";
const german = "Für die Übersendung möchten wir uns herzlich bedanken. Mit freundlichen Grüßen";

describe("charsets", () => {
  test.each([
    ["koi8-r", russian],
    ["windows-1251", russian],
    ["cp1251", russian],
    ["iso-8859-5", russian],
    ["cp866", russian],
    ["shift_jis", japanese],
    ["euc-jp", japanese],
    ["gb18030", chinese],
    ["GB2312", chinese],
    ["euc-kr", korean],
    ["ks_c_5601-1987", korean],
    ["iso-8859-1", german],
    ["WINDOWS-1252", german],
    ["utf-16le", german],
    ["utf-16be", german],
    ["utf-7", german],
    ["cp850", german],
    ["latin1", german],
    ["macintosh", german],
  ])("reads %s", (label, text) => {
    const encoding = label === "ks_c_5601-1987" ? "euc-kr" : label;
    expect(decodeCharset(iconv.encode(text, encoding), label)).toBe(text);
  });

  test("reads ISO-2022-JP, also unlabelled", () => {
    const bytes = Buffer.from("\x1b$B$3$s\x1b(B\x1b$B$K\x1b(B ok", "latin1");
    expect(decodeCharset(bytes, "iso-2022-jp")).toBe("こんに ok");
    expect(decodeCharset(bytes, null)).toBe("こんに ok");
  });

  test.each([
    ["missing", null],
    ["us-ascii", "us-ascii"],
    ["iso-8859-1", "iso-8859-1"],
    ["gb2312", "gb2312"],
    ["unknown", "x-nobody-knows"],
  ])("UTF-8 under the label %s is UTF-8", (_name, label) => {
    expect(decodeCharset(Buffer.from(german), label)).toBe(german);
  });

  test.each([
    ["koi8-r", russian],
    ["windows-1251", russian],
    ["shift_jis", japanese],
    ["euc-jp", japanese],
    ["gb18030", chinese],
    ["euc-kr", korean],
    ["windows-1252", german],
  ])("guesses unlabelled %s", (encoding, text) => {
    expect(decodeCharset(iconv.encode(text, encoding), null)).toBe(text);
    expect(decodeCharset(iconv.encode(text, encoding), "utf-8")).toBe(text);
  });

  test("damaged UTF-8 stays UTF-8", () => {
    const bytes = Buffer.from(`${russian}X`);
    bytes[10] = 0xff;
    expect(decodeCharset(bytes, "utf-8")).toContain("коллеги");
  });

  test("what no charset has is replaced, and the result is well formed", () => {
    const text = decodeCharset(Buffer.from([0x00, 0xd8, 0x61, 0x00, 0x00, 0x00]), "utf-16le");
    expect(text).toBe("\ufffda");
  });

  test("byte order marks are no text", () => {
    expect(decodeCharset(Buffer.from("\ufeffa"), "utf-8")).toBe("a");
    expect(decodeCharset(Buffer.from("\ufeffa", "utf16le"), "utf-16")).toBe("a");
  });
});
