// Mail, attached: the text of OpenDocument files: texts, sheets, presentations. OpenDocument 1.3 part 3: 5 (text), 9 (tables),
// 16 (styles), 20 (formatting)
import { pointsOf, rgbOf, type TextLook, techniqueOf } from "./look.ts";
import { type PartElement, partsOf, readXml } from "./parts.ts";
import { FileWords } from "./text.ts";

const wanted = /^(?:content\.xml|styles\.xml|encrypted-package|META-INF\/manifest\.xml)$/;

/** Cells that repeat, as they do to the end of an empty sheet, are written this often. */
const maxRepeat = 50;
const maxColumns = 16_384;
const maxStyles = 5000;
const maxParents = 20;

type DocumentPart = Uint8Array | undefined;

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
  const styles = noStyles();
  readStyles(parts["styles.xml"], styles);
  readStyles(parts["content.xml"], styles);
  const words = new FileWords();
  readPages(parts["content.xml"], parts["styles.xml"], styles, words);
  return words;
}

/** An OpenDocument file that is one XML document. OpenDocument 1.3 part 3, 3.1.2 @throws Error broken */
export function flatDocumentText(bytes: Uint8Array): FileWords {
  const styles = noStyles();
  readStyles(bytes, styles);
  const words = new FileWords();
  readPages(bytes, bytes, styles, words);
  return words;
}

interface DocumentStyles {
  looks: Map<string, TextLook>;
  /** By the name of a style: the master of the page that begins with it, and the style that it goes by else. */
  begins: Map<string, { master: string | undefined; parent: string | undefined }>;
  /** By the name of a master: that of the page after it. */
  following: Map<string, string | undefined>;
}

function noStyles(): DocumentStyles {
  return { looks: new Map(), begins: new Map(), following: new Map() };
}

/** The body, then heads and feet of the pages of a text: those of sheets are seen on paper alone, those of masters without a page nowhere. */
function readPages(
  content: DocumentPart,
  masters: DocumentPart,
  styles: DocumentStyles,
  words: FileWords,
): void {
  const used = readBody(content, styles, words);
  if (used === null) return;
  words.where = "page";
  const shown = mastersOf(used, styles);
  readBody(
    masters,
    styles,
    words,
    ({ name, attributes, parent }) =>
      /^(?:header|footer)(?:-left|-first)?$/.test(name) &&
      parent?.name === "master-page" &&
      shown.has(parent.attributes.name ?? "") &&
      attributes.display !== "false",
  );
}

/** The masters of the pages of a text, as the styles of its paragraphs and tables name them. @param used the first comes first */
function mastersOf(used: ReadonlySet<string>, { begins, following }: DocumentStyles): ReadonlySet<string> {
  const masterOf = (style: string) => {
    let at = begins.get(style);
    for (let steps = 0; at && !at.master && steps < maxParents; steps++) at = begins.get(at.parent ?? "");
    return at?.master || undefined;
  };
  const usual = following.has("Standard") ? "Standard" : following.keys().next().value;
  const [first = "", ...others] = used;
  const shown = new Set<string>();
  for (const master of [masterOf(first) ?? usual, ...others.map(masterOf)])
    for (let at = master; at !== undefined && !shown.has(at); at = following.get(at)) shown.add(at);
  return shown;
}

/** No name of a style has a blank. */
function masterKey(name: string | undefined): string {
  return `master ${name}`;
}

function readStyles(part: DocumentPart, { looks, begins, following }: DocumentStyles): void {
  let look: TextLook | null = null;
  readXml(part, {
    open: (element) => {
      const { name, attributes } = element;
      if (name === "style" || name === "default-style") {
        const { name: own, "parent-style-name": parent, "master-page-name": master } = attributes;
        look = { ...looks.get(parent ?? "") };
        if (own === undefined || looks.size >= maxStyles) return;
        looks.set(own, look);
        begins.set(own, { master, parent });
      } else if (name === "master-page") {
        const { ground, isGroundUnknown } = looks.get(attributes["style-name"] ?? "") ?? {};
        if (looks.size >= maxStyles) return;
        looks.set(masterKey(attributes.name), { ground, isGroundUnknown });
        following.set(attributes.name ?? "", attributes["next-style-name"]);
      } else if (look && /^(?:text|table-cell|paragraph|table|drawing-page|graphic)-properties$/.test(name)) {
        // An element without a fill shows the ground around it.
        if (attributes.fill === "none") {
          delete look.ground;
          delete look.isGroundUnknown;
        }
        Object.assign(look, lookOf(element));
      }
    },
    close: ({ name }) => {
      if (name === "style" || name === "default-style") look = null;
    },
  });
}

function lookOf({ name, attributes }: PartElement): TextLook {
  const look: TextLook = {};
  if (attributes.display !== undefined)
    look.isHidden = attributes.display === "none" || attributes.display === "false";
  if (attributes.color !== undefined) look.colour = rgbOf(attributes.color);
  const ground = attributes["background-color"];
  const isShape = name === "graphic-properties";
  const isClear = /^[0-5](?:\.\d+)?%$/.test(attributes.opacity ?? "");
  // A shape's own opacity is that of its ground.
  const fill = isShape && isClear ? "none" : attributes.fill;
  // Slides and shapes are filled; one that is not plain may have any colour.
  const plain = fill === "solid" ? rgbOf(attributes["fill-color"]) : rgbOf(ground);
  if (plain !== null) Object.assign(look, { ground: plain, isGroundUnknown: false });
  else if (fill !== undefined && fill !== "none") look.isGroundUnknown = true;
  if (attributes.visibility === "hidden") look.isGone = true;
  const size = pointsOf(attributes["font-size"]);
  if (size !== null) look.points = size;
  const spacing = pointsOf(attributes["letter-spacing"]);
  if (spacing !== null) look.spacing = spacing;
  if (Number.parseFloat(attributes["text-scale"] ?? "100") < 10) look.isGone = true;
  // Letters in the colour of the window are told with an opacity of nought.
  if (isClear && !isShape && attributes["use-window-font-color"] !== "true") look.isGone = true;
  return look;
}

/** Elements whose inside is not the document's text. */
const apart = new Set(["tracked-changes", "forms", "annotation-end", "sequence-decls", "title", "desc"]);
/** Elements whose style may name the master of a page. */
const paged = /^(?:p|h|table)$/;
/** Elements whose style has a look. */
const named = new Set("span p h table-cell covered-table-cell table page frame custom-shape rect".split(" "));

interface Open {
  name: string;
  look: TextLook;
}

const isBody = ({ name }: PartElement) => name === "body";

/** @param isWithin whether the text of an element counts @returns styles of the paragraphs and tables of a text; null: sheets or slides */
function readBody(
  part: DocumentPart,
  { looks }: DocumentStyles,
  words: FileWords,
  isWithin = isBody,
): ReadonlySet<string> | null {
  let used = null as Set<string> | null;
  const stack: Open[] = [];
  let inside = 0;
  let skipped = 0;
  let repeat = 1;
  // Columns of the open table that are not shown, and the column of the open cell.
  let hiddenColumns = new Set<number>();
  let [columns, column] = [0, 0];
  const around = () => stack.at(-1)?.look ?? {};
  // Remarks of colleagues stand beside the page, not in it.
  let remarks = 0;
  const add = (text: string) => {
    if (remarks > 0) {
      if (inside > 0 && skipped === 0) words.hide(text, "comment");
    } else if (inside > 0 && skipped === 0 && !words.isFull) words.add(text, techniqueOf(around()));
    else if (inside > 0 && stack.some(({ name }) => name === "deletion")) words.hide(text, "deleted");
  };
  readXml(part, {
    open: (element) => {
      const { name, attributes, parent } = element;
      if (name === "text" && parent?.name === "body") used = new Set();
      else if (used !== null && used.size < maxStyles && paged.test(name))
        used.add(attributes["style-name"] ?? "");
      if (isWithin(element)) inside++;
      if (apart.has(name)) skipped++;
      const look = { ...around() };
      if (name === "page") Object.assign(look, looks.get(masterKey(attributes["master-page-name"])));
      if (named.has(name)) Object.assign(look, looks.get(attributes["style-name"] ?? ""));
      if (/^(?:collapse|filter)$/.test(attributes.visibility ?? "")) look.isGone = true;
      if (name === "hidden-paragraph" || name === "notes") look.isGone = true;
      // Programs write its words twice, and show those of the attribute.
      if (name === "hidden-text") {
        const isSeen = attributes["is-hidden"] === "false";
        if (isSeen) add(attributes["string-value"] ?? "");
        else if (inside > 0) words.hide(attributes["string-value"] ?? "", "display");
        if (!isSeen || attributes["string-value"] !== undefined) look.isGone = true;
      }
      if (attributes.display === "none") look.isGone = true;
      if (name === "table") [hiddenColumns, columns] = [new Set(), 0];
      else if (name === "table-row") column = 0;
      else if (name === "table-column") {
        const count = Math.min(Number(attributes["number-columns-repeated"] ?? 1) || 1, maxColumns);
        const isHidden = /^(?:collapse|filter)$/.test(attributes.visibility ?? "");
        for (let n = 0; isHidden && n < count && columns + n < maxColumns; n++)
          hiddenColumns.add(columns + n);
        columns += count;
      } else if (name === "table-cell" || name === "covered-table-cell") {
        if (hiddenColumns.has(column)) look.isGone = true;
        column += Math.min(Number(attributes["number-columns-repeated"] ?? 1) || 1, maxColumns);
      }
      // The paragraph around it is meant.
      const paragraph = name === "hidden-paragraph" ? stack.at(-1) : undefined;
      if (paragraph && attributes["is-hidden"] === "true") paragraph.look.isGone = true;
      if (name === "annotation") remarks++;
      stack.push({ name, look });
      if (name === "table" && inside > 0) words.where = `sheet ${attributes.name ?? ""}`;
      if (name === "page" && inside > 0) words.where = `slide ${attributes.name ?? ""}`;
      if (name === "table-cell")
        repeat = Math.min(Number(attributes["number-columns-repeated"] ?? 1), maxRepeat);
      if (name === "s") add(" ".repeat(Math.min(Number(attributes.c ?? 1) || 1, 1000)));
      else if (name === "tab") add("\t");
      else if (name === "line-break") add("\n");
    },
    text: (text, { name, attributes }) => {
      if (name === "hidden-text" && attributes["string-value"]?.includes(text)) return;
      if (/^(?:p|h|span|a|ruby-base|hidden-text|meta-field)$/.test(name) || isField(stack)) add(text);
    },
    close: (element) => {
      const { name } = element;
      const isShown = inside > 0 && skipped === 0 && techniqueOf(around()) === null;
      stack.pop();
      if (isWithin(element)) inside--;
      if (apart.has(name)) skipped--;
      if (remarks > 0) {
        add("\n");
        if (name === "annotation") remarks--;
        return;
      }
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
  return used;
}

/** Fields, as of dates and pages, stand in a paragraph under a name of their own. */
function isField(stack: readonly Open[]): boolean {
  return stack.slice(-3, -1).some(({ name }) => name === "p" || name === "h" || name === "span");
}
