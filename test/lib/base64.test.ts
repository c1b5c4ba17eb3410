// Large base64 is read as small base64 is, wherever its pieces end.
import { expect, test } from "bun:test";
import { base64InPieces } from "../../src/lib/base64.ts";

const megabyte = 1024 * 1024;
const bytes = Uint8Array.from({ length: 4 * megabyte }, (_, at) => at % 251);

test.each([
  ["whole", bytes.toBase64()],
  ["one byte less", bytes.subarray(1).toBase64()],
  ["two bytes less, without padding", bytes.subarray(2).toBase64({ omitPadding: true })],
  ["in lines", bytes.toBase64().replace(/.{76}/g, "$&\r\n")],
  ["a blank before each piece ends", bytes.toBase64().replace(/.{1000003}/gs, "$& ")],
  ["a group that is wider than a piece", `A${" ".repeat(3 * megabyte)}AA${" ".repeat(3 * megabyte)}A`],
  ["blanks alone", " ".repeat(5 * megabyte)],
  ["blanks behind the padding", `AA==${" ".repeat(5 * megabyte)}`],
  ["padding that ends a piece", `${"AAAA".repeat(megabyte / 2 - 1)}AA==${" ".repeat(megabyte)}`],
])("%s", async (_, text) => {
  expect((await base64InPieces(text)).toHex()).toBe(Uint8Array.fromBase64(text).toHex());
});

test.each([
  ["a letter that is none", `${"AAAA".repeat(megabyte)}!`],
  ["half a group", `${"AAAA".repeat(megabyte)}A`],
  ["padding that ends a piece, and goes on", `${"AAAA".repeat(megabyte / 2 - 1)}AA==AAAA`],
  ["padding within", `AA==${"AAAA".repeat(megabyte)}`],
])("%s is refused", async (_, text) => {
  expect(() => Uint8Array.fromBase64(text)).toThrow();
  expect(base64InPieces(text)).rejects.toThrow();
});
