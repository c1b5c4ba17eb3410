// Words of the pages: searching. In German, made without a native speaker's review.
import type * as english from "../search.ts";
import type { Translated } from "../translated.ts";

export const search: Translated<typeof english.search> = {
  title: "Suche",
  of: (q) => `Suche: ${q}`,
  begin: "Alle Mails durchsuchen",
  beginText: "Wörter in Betreffs, Namen, Adressen und Texten.",
  refused: "Danach kann nicht gesucht werden",
  none: "Nichts gefunden",
  noneText: "Versuchen Sie weniger Wörter, oder einen Teil eines Wortes.",
  operators: "Eingrenzen",
  without: (part: string) => `Ohne ${part}`,
  narrowTo: (part: string) => `Eingrenzen auf ${part}`,
  recent: "Letzte Suchen",
  forget: "Vergessen",
  similar: "So geschrieben steht es nirgends. Dies enthält ähnliche Wörter.",
  inSender: (email) => `Absender: ${email}`,
  inRecipient: (who) => `Empfänger: ${who}`,
  inText: (text) => `„${text}“ weiter unten im Text`,
  inTextOrFile: (text) => `„${text}“ weiter unten oder in einer Datei`,
  examples: [
    ["from:ada@example.com", "ein Absender oder eine Domain"],
    ["to:…", "ein Empfänger"],
    ['subject:"the offer"', "Wörter des Betreffs"],
    ["label:Urgent", "ein Label"],
    ["is:unread", "oder is:read, is:starred, is:sent, is:open"],
    ["in:inbox", "ein Ordner"],
    ["has:attachment", "mit Anhang"],
    ["filename:pdf", "ein Teil eines Dateinamens"],
    ["larger:5M", "und smaller:…"],
    ["after:2026-01-31", "und before:…"],
    ["ada or bob -draft", "eines davon, und ein Wort, das nicht vorkommt"],
  ],
};
