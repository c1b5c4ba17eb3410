// Mail, attached: the text of OpenDocument files: texts, sheets, presentations. OpenDocument 1.3 part 3: 5 (text), 9 (tables),
// 16 (styles), 20 (formatting)
import { rgbOf, type TextLook, techniqueOf } from "./look.ts";
import { type PartElement, partsOf, readXml } from "./parts.ts";
import { FileWords } from "./text.ts";

const wanted = /^(?:content\.xml|styles\.xml|encrypted-package|META-INF\/manifest\.xml)$/;

/** Cells that repeat, as they do to the end of an empty sheet, are written this often. */
const maxRepeat = 50;
const maxColumns = 16_384;

/** Null: the archive is no such document. @throws Error broken; named PasswordException when it is encrypted */
export function openDocumentText(bytes: Uint8Array): FileWords | null {
  const parts = partsOf(bytes, wanted);
  // Since version 1.4 what is encrypted is one part.
  if (parts["content.xml"] === undefined && parts["encrypted-package"] === undefined) return null;
  readXml(parts["META-INF/manifest.xml"], {
    open: ({ name }) => {
      if (name === "encryption-data")
        throw Object.assign(new Error("encrypted"), { name: "PasswordException" });
    },
  });
  const styles = new Map<string, TextLook>();
  readStyles(parts["styles.xml"], styles);
  readStyles(parts["content.xml"], styles);
  const words = new FileWords();
  readBody(parts["content.xml"], styles, words);
  return words;
}

function readStyles(part: Uint8Array | undefined, styles: Map<string, TextLook>): void {
  let look: TextLook | null = null;
  readXml(part, {
    open: (element) => {
      const { name, attributes } = element;
      if (name === "style" || name === "default-style") {
        look = { ...styles.get(attributes["parent-style-name"] ?? "") };
        if (attributes.name !== undefined && styles.size < 5000) styles.set(attributes.name, look);
      } else if (look && /^(?:text|table-cell|paragraph|table)-properties$/.test(name))
        Object.assign(look, lookOf(element));
    },
    close: ({ name }) => {
      if (name === "style" || name === "default-style") look = null;
    },
  });
}

function lookOf({ attributes }: PartElement): TextLook {
  const look: TextLook = {};
  if (attributes.display !== undefined)
    look.isHidden = attributes.display === "none" || attributes.display === "false";
  if (attributes.color !== undefined) look.colour = rgbOf(attributes.color);
  const ground = attributes["background-color"];
  if (ground !== undefined) look.ground = rgbOf(ground);
  const size = /^([\d.]+)pt$/.exec(attributes["font-size"] ?? "")?.[1];
  if (size !== undefined) look.points = Number(size);
  if (/^[0-5](?:\.\d+)?%$/.test(attributes.opacity ?? "")) look.isHidden = true;
  return look;
}

/** Elements whose inside is not the document's text. */
const apart = new Set(["tracked-changes", "forms", "annotation-end", "sequence-decls", "title", "desc"]);
const named = new Set(["span", "p", "h", "table-cell", "covered-table-cell", "table"]);

interface Open {
  name: string;
  look: TextLook;
}

function readBody(
  part: Uint8Array | undefined,
  styles: ReadonlyMap<string, TextLook>,
  words: FileWords,
): void {
  const stack: Open[] = [];
  let inBody = false;
  let skipped = 0;
  let repeat = 1;
  // Columns of the open table that are not shown, and the column of the open cell.
  let hiddenColumns = new Set<number>();
  let [columns, column] = [0, 0];
  const around = () => stack.at(-1)?.look ?? {};
  const add = (text: string) => {
    if (inBody && skipped === 0 && !words.isFull) words.add(text, techniqueOf(around()));
    else if (inBody && stack.some(({ name }) => name === "deletion")) words.hide(text, "deleted");
  };
  readXml(part, {
    open: ({ name, attributes }) => {
      if (name === "body") inBody = true;
      if (apart.has(name)) skipped++;
      const look = { ...around() };
      if (named.has(name)) Object.assign(look, styles.get(attributes["style-name"] ?? ""));
      if (/^(?:collapse|filter)$/.test(attributes.visibility ?? "")) look.isHidden = true;
      if (name === "hidden-text" || name === "hidden-paragraph" || name === "notes") look.isHidden = true;
      if (attributes.display === "none") look.isHidden = true;
      if (name === "table") [hiddenColumns, columns] = [new Set(), 0];
      else if (name === "table-row") column = 0;
      else if (name === "table-column") {
        const count = Math.min(Number(attributes["number-columns-repeated"] ?? 1) || 1, maxColumns);
        const isHidden = /^(?:collapse|filter)$/.test(attributes.visibility ?? "");
        for (let n = 0; isHidden && n < count && columns + n < maxColumns; n++)
          hiddenColumns.add(columns + n);
        columns += count;
      } else if (name === "table-cell" || name === "covered-table-cell") {
        if (hiddenColumns.has(column)) look.isHidden = true;
        column += Math.min(Number(attributes["number-columns-repeated"] ?? 1) || 1, maxColumns);
      }
      // The paragraph around it is meant.
      const paragraph = name === "hidden-paragraph" ? stack.at(-1) : undefined;
      if (paragraph && attributes["is-hidden"] === "true") paragraph.look.isHidden = true;
      if (name === "annotation") add("\n");
      stack.push({ name, look });
      if (name === "table" && inBody) words.where = `sheet ${attributes.name ?? ""}`;
      if (name === "page" && inBody) words.where = `slide ${attributes.name ?? ""}`;
      if (name === "table-cell")
        repeat = Math.min(Number(attributes["number-columns-repeated"] ?? 1), maxRepeat);
      if (name === "s") add(" ".repeat(Math.min(Number(attributes.c ?? 1) || 1, 1000)));
      else if (name === "tab") add("\t");
      else if (name === "line-break") add("\n");
    },
    text: (text, { name }) => {
      if (/^(?:p|h|span|a|ruby-base|hidden-text|meta-field)$/.test(name) || isField(stack)) add(text);
    },
    close: ({ name }) => {
      const isShown = inBody && skipped === 0 && techniqueOf(around()) === null;
      stack.pop();
      if (apart.has(name)) skipped--;
      if (!isShown) return;
      if (name === "p" || name === "h") words.text += "\n";
      else if (name === "table-cell" || name === "covered-table-cell") {
        words.end("\t");
        if (repeat > 1) words.text += "\t".repeat(repeat - 1);
        repeat = 1;
      } else if (name === "table-row") words.text = `${words.text.replace(/\t{1,60}$/, "")}\n`;
    },
  });
  words.text = words.text.replace(/\n{3,}/g, "\n\n");
}

/** Fields, as of dates and pages, stand in a paragraph under a name of their own. */
function isField(stack: readonly Open[]): boolean {
  return stack.slice(-3, -1).some(({ name }) => name === "p" || name === "h" || name === "span");
}
