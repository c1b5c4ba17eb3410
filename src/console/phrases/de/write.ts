// Words of the pages: writing. In German, made without a native speaker's review.

import { pluralIn } from "../plural.ts";
import type { Translated } from "../translated.ts";
import type * as english from "../write.ts";

const plural = pluralIn("de");

export const write: Translated<typeof english.write> = {
  title: "Schreiben",
  kinds: { reply: "Antworten", all: "Allen antworten", forward: "Weiterleiten" },
  from: "Von",
  to: "An",
  cc: "Cc",
  bcc: "Bcc",
  subject: "Betreff",
  text: "Text",
  textHint: "Schreiben …",
  replyHint: "Antwort schreiben …",
  moreLines: "Cc, Bcc",
  send: "Senden",
  attach: "Dateien anhängen",
  tooLarge: "Die Dateien sind zusammen größer als 25 MB. Hängen Sie weniger an, oder einen Link zu ihnen.",
  goingUp: "Wird hochgeladen …",
  saved: "Entwurf gespeichert",
  format: "Format",
  plain: "Nur Text",
  markdown: "Markdown",
  kept: "HTML, wie es ist",
  beyond: "Was noch mit hinausgeht",
  keptHtml: "Ihr HTML, das die meisten Programme anstelle des Textes zeigen:",
  preview: "Vorschau",
  template: "Vorlage",
  templateInKept:
    "Dieses Schreiben geht als HTML hinaus, das jemand anderes geschrieben hat. Wählen Sie zuerst ein anderes Format: Die Vorlage tritt an seine Stelle.",
  unfilled: (fields) =>
    `Diese Felder einer Vorlage sind nicht gefüllt: ${fields}. Füllen Sie sie aus, oder senden Sie noch einmal, um es so zu senden.`,
  otherSignature:
    "Es endete mit der Signatur einer anderen Adresse. Sehen Sie den Text an, wie er jetzt ist, und senden Sie ihn noch einmal.",
  save: "Entwurf speichern",
  discard: "Verwerfen",
  removeFile: (name) => `${name} entfernen`,
  carried: (count) => `${plural(count, "Datei der Nachricht kommt", "Dateien der Nachricht kommen")} mit`,
  notAnAddress: (text) =>
    `„${text.slice(0, 100)}“ ist keine E-Mail-Adresse. Setzen Sie Kommas zwischen mehrere.`,
  nobody: "Nennen Sie mindestens einen Empfänger.",
  noAddress: "Es gibt keine Adresse, von der geschrieben werden kann. Legen Sie zuerst eine an.",
  sentAlready: "Dies wurde schon gesendet.",
  hasLeft: "Sie ist schon hinaus und kann nicht zurückgenommen werden.",
  failed: "Sie wurde nicht gesendet:",
  leaves: "Sie geht hinaus",
  sentAs: (sender) => `Mail darüber kommt von ${sender}`,
  renamed:
    "Der Name dieser Adresse hat sich geändert, seit Sie die Seite geöffnet haben. Nichts wurde gesendet: Sehen Sie den Namen an, der jetzt gezeigt wird, und wiederholen Sie es.",
  changed:
    "Er hat sich geändert, seit Sie ihn geöffnet haben: Jemand anderes hat in diesen Entwurf geschrieben, eine Datei hinzugefügt oder den Namen seiner Adresse geändert. Sehen Sie an, was jetzt hier steht; „Senden“ sendet, was Sie sehen.",
  yours: "Was Sie geschrieben haben",
  theirs: "Was der Entwurf jetzt sagt",
  undo: "Rückgängig",
  people: "Personen, denen Sie geschrieben haben",
  nobodyYet: "Noch niemand.",
  notKept: "Noch nicht gespeichert: Das Netz ist weg. Es wird wieder versucht.",
  later: "Später senden",
  laterRange: "Wählen Sie eine Zeit, die mindestens eine Minute und höchstens dreißig Tage entfernt ist.",
  laterAt: (zone) => `Um (Zeit von ${zone})`,
  draft: "Entwurf",
  go: "Weiterschreiben",
  replyAll: "Allen antworten",
};
