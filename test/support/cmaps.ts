// Packs the tables of pdf.js for fonts that a PDF does not bring: bun test/support/cmaps.ts <folder cmaps of the package pdfjs-dist>
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const [folder = ""] = process.argv.slice(2);
const tables = readdirSync(folder)
  .filter((file) => file.endsWith(".bcmap"))
  .sort()
  .map((file) => ({ name: basename(file, ".bcmap"), bytes: readFileSync(join(folder, file)) }));
const index = `${JSON.stringify(tables.map(({ name, bytes }) => [name, bytes.length]))}\n`;
const whole = Buffer.concat([Buffer.from(index), ...tables.map(({ bytes }) => bytes)]);
const room = join(import.meta.dir, "../../src/mail/attached");
writeFileSync(join(room, "cmaps.data"), Bun.zstdCompressSync(whole, { level: 22 }));
writeFileSync(join(room, "cmaps.LICENSE"), readFileSync(join(folder, "LICENSE")));
