// Charsets that shift between sets of characters, and names of the Latin alphabets.
import { describe, expect, test } from "bun:test";
import { charsetName, decodeCharset } from "../../../src/mail/mime/charset.ts";
import { decodeWords } from "../../../src/mail/mime/encoded-words.ts";

const octets = (text: string) => Buffer.from(text, "latin1");

describe("shifted text", () => {
  test.each([
    ["ISO-2022-KR", "\x1b$)C\x0e>H3gGO<<?d\x0f \x0eH8@G\x0f ok", "안녕하세요 회의 ok"],
    ["iso-2022-kr", "\x1b$)C\n\x0e>H3g\nplain\n", "\n안녕\nplain\n"],
    ["iso-2022-kr", "\xbe\xc8\xb3\xe7", "안녕"],
    ["iso-2022-kr", "\xec\x95\x88", "안"],
    ["HZ-GB-2312", "~{Dc:C~} hello ~{J@=g~}\n~~ a~\nb", "你好 hello 世界\n~ ab"],
    ["hz", "no end ~{Dc", "no end 你"],
    ["iso-2022-cn", "\x1b$)A\x0eDc:C\x0f ok", "你好 ok"],
    ["iso-2022-jp-2", "\x1b$B2q5D\x1b.A\x1bNi\x1b(B \x1b$(C>H3g\x1b(B \x1b$ADc:C\x1b(B", "会議é 안녕 你好"],
    ["iso-2022-jp-2", "\x1b.F\x1bNa \x1b(I1\x1b(B", "α ｱ"],
  ])("%s %p is %p", (charset, written, text) => {
    expect(decodeCharset(octets(written), charset)).toBe(text);
  });

  test("Korean escape sequences tell the charset where no label does", () => {
    expect(decodeCharset(octets("\x1b$)C\n\x0e>H3g\x0f"), null)).toBe("\n안녕");
  });

  test("encoded words that split a character are one text", () => {
    const whole = octets("\x1b$)C\x0e>H3gGO<<?d\x0f");
    const words = [whole.subarray(0, 8), whole.subarray(8)].map(
      (part) => `=?iso-2022-kr?B?${part.toString("base64")}?=`,
    );
    expect(decodeWords(words.join(" "))).toBe("안녕하세요");
  });

  test("what breaks off or is unknown loses nothing that can be read", () => {
    for (const end of ["\x1b", "\x1b$", "\x1b$(", "\x1bN", "\x0e", "\x0e>", "~", "~{", "~{D"]) {
      for (const name of ["iso-2022-kr", "iso-2022-jp-2", "iso-2022-cn", "hz-gb-2312"])
        expect(decodeCharset(octets(`ab${end}`), name)).toStartWith("ab");
    }
    expect(decodeCharset(octets("\x1b$(X ab"), "iso-2022-kr")).toBe("$(X ab");
  });
});

test("Latin alphabets are counted otherwise than the parts of ISO 8859", () => {
  for (const [label, name] of [
    ["latin1", "windows-1252"],
    ["Latin-2", "iso-8859-2"],
    ["latin-5", "iso-8859-9"],
    ["latin-6", "iso-8859-10"],
    ["latin7", "iso-8859-13"],
    ["latin-9", "iso-8859-15"],
    ["l9", "iso-8859-15"],
    ["latin_10", "iso-8859-16"],
    ["ISO8859_5", "iso-8859-5"],
    ["iso-8859-1", "windows-1252"],
  ])
    expect(charsetName(label)).toBe(name!);
});
