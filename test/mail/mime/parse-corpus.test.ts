// Public mails, read in place. Where another parser's reading is known, ours agrees, or the list below says why it does not.

import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { parseNow, readPart } from "../../../src/mail/parse/parse.ts";
import { dataDir, mailFiles, skipWithoutData } from "../../support/app/mail-data.ts";

const squash = (text: string | null | undefined): string => (text ?? "").replace(/\s+/g, " ").trim();

interface Expected {
  text_body: number[];
  attachments: number[];
  parts: { headers: { name: string; value: unknown }[]; body: Record<string, unknown> }[];
}

interface Address {
  name?: string | null;
  address?: string | null;
}

/** The address lists of stalwart's JSON in the shapes it has them. */
function people(value: unknown): string[] {
  const list = value as { Address?: { List?: Address[]; Group?: { addresses: Address[] }[] } } | undefined;
  const { List, Group } = list?.Address ?? {};
  return [...(List ?? []), ...(Group ?? []).flatMap((group) => group.addresses)].map(written);
}

function written({ name, address }: Address): string {
  return `${name ?? ""} <${address ?? ""}>`;
}

/** Field of the mail to the reason why ours reads better. Of stalwart's 107, all fields not named here agree. */
const better: Record<string, { fields: string; why: string }> = {
  "malformed/001": {
    fields: "text attachments",
    why: "no part has text there; what is behind the last boundary stays",
  },
  "malformed/002": {
    fields: "text attachments",
    why: "a multipart without parts is text, not an empty attachment",
  },
  "malformed/003": { fields: "text attachments", why: "a boundary used twice belongs to the inner part" },
  "malformed/004": {
    fields: "text attachments",
    why: "the boundary that is there counts, not the declared one",
  },
  "malformed/006": { fields: "text attachments", why: "an inner part that is not closed still has its text" },
  "malformed/007": { fields: "attachments", why: "an empty text is no attachment" },
  "malformed/008": {
    fields: "text attachments",
    why: "an outer boundary ends the inner multipart; its parts are texts",
  },
  "malformed/009": { fields: "text attachments", why: "as 008" },
  "malformed/011": { fields: "text attachments", why: "as 008" },
  "malformed/010": { fields: "text", why: "a mail of messages alone has their text" },
  "malformed/012": { fields: "text attachments", why: "as 008 and 010, with three messages" },
  "malformed/016": {
    fields: "text attachments",
    why: "as 008; boundaries of closed parts are text (RFC 2046 5.1.2)",
  },
  "malformed/019": { fields: "text", why: "text between broken headers is shown, not lost" },
  "malformed/020": {
    fields: "text",
    why: "a header that runs into the next: the HTML is the text, no boundary lines in it",
  },
  "malformed/021": { fields: "text", why: "as 020" },
  "rfc/004": { fields: "text", why: "the messages of a digest follow the text that introduces them" },
  "rfc/006": { fields: "text", why: "its plain part says something else than the HTML, which programs show" },
  "thirdparty/000": { fields: "text", why: "NUL is dropped from derived text" },
  "thirdparty/002": { fields: "text attachments", why: "base64 that is none is text, not an attachment" },
  "thirdparty/005": { fields: "text", why: "a boundary begins a line (RFC 2046 5.1.1)" },
  "thirdparty/007": { fields: "text", why: "as malformed/010" },
  "thirdparty/012": {
    fields: "text attachments",
    why: "text of a kind that is not known is text (RFC 2046 4.1.4), no file",
  },
  "thirdparty/015": {
    fields: "attachments",
    why: "each attached message ends at the outer boundary: three, not one",
  },
  "legacy/010": { fields: "to subject", why: "8-bit header text is windows-1252 here, not broken UTF-8" },
  "legacy/017": { fields: "to", why: "as 010" },
  "legacy/020": { fields: "to subject", why: "as 010" },
  "legacy/022": { fields: "to subject", why: "as 010" },
  "legacy/027": { fields: "to subject", why: "as 010" },
  "legacy/033": { fields: "text", why: "as 010, in the text" },
  "legacy/049": { fields: "text attachments", why: "uuencoded files are attachments" },
  "legacy/052": { fields: "to subject text", why: "as 010" },
};

function compare(name: string): string {
  const base = join(dataDir ?? "", "mime/stalwart-mail-parser", name);
  const mail = parseNow(readFileSync(`${base}.eml`));
  const expected = JSON.parse(readFileSync(`${base}.json`, "utf8")) as Expected;
  const header = (key: string) => expected.parts[0]?.headers.findLast((field) => field.name === key)?.value;
  const theirs: Record<string, string> = {
    from: people(header("from"))[0] ?? "",
    to: people(header("to")).join(),
    subject: squash((header("subject") as { Text?: string } | undefined)?.Text),
    text: squash(
      expected.text_body.map((index) => (expected.parts[index]?.body.Text as string) ?? "").join("\n"),
    ),
    attachments: String(expected.attachments.length),
  };
  const ours: Record<string, string> = {
    from: mail.defects.includes("no From") ? "" : written({ name: mail.from.name, address: mail.from.email }),
    to: mail.to.map((to) => written({ name: to.name, address: to.email })).join(),
    subject: squash(mail.subject),
    text: squash(mail.text),
    attachments: String(mail.attachments.length),
  };
  return Object.keys(theirs)
    .filter((key) => squash(theirs[key]) !== squash(ours[key]))
    .join(" ");
}

describe.skipIf(skipWithoutData())("public mails", () => {
  test("agree with stalwart's reading but for what is named", () => {
    const names = mailFiles("mime/stalwart-mail-parser", /\.eml$/).map((file) =>
      file.name.replace("mime/stalwart-mail-parser/", "").replace(".eml", ""),
    );
    expect(names.length).toBe(107);
    const different = Object.fromEntries(
      names.map((name) => [name, compare(name)]).filter(([, fields]) => fields),
    );
    expect(different).toEqual(
      Object.fromEntries(Object.entries(better).map(([name, { fields }]) => [name, fields])),
    );
  });

  test("all 273 MIME samples are read without a failure, attachments out of the raw bytes", () => {
    const files = mailFiles("mime");
    expect(files.length).toBe(273);
    for (const { name, raw } of files) {
      const mail = parseNow(raw);
      expect({ name, defects: mail.defects.filter((defect) => defect.startsWith("not readable")) }).toEqual({
        name,
        defects: [],
      });
      for (const attachment of mail.attachments) {
        const read = readPart(raw, attachment.part);
        expect({ name, size: read?.bytes.length, filename: read?.filename, type: read?.contentType }).toEqual(
          {
            name,
            size: attachment.size,
            filename: attachment.filename,
            type: attachment.contentType,
          },
        );
      }
    }
  });

  test("750 real mails are read, each with people, text and preview", () => {
    const files = mailFiles("mailbox");
    expect(files.length).toBe(750);
    let slowest = 0;
    for (const { name, raw } of files) {
      const before = process.cpuUsage();
      const mail = parseNow(raw);
      const { user, system } = process.cpuUsage(before);
      slowest = Math.max(slowest, (user + system) / 1000);
      const missing = [
        mail.from.email === "" && "from",
        mail.date === null && "date",
        mail.replyText === "" && mail.attachments.length === 0 && !pictures.has(name) && "text",
        [...mail.preview].length > 200 && "preview",
        !mail.searchText.isWellFormed() && "search text",
      ].filter((each) => each !== false);
      expect({ name, missing }).toEqual({ name, missing: [] });
    }
    process.stderr.write(`slowest of 750 real mails: ${slowest.toFixed(1)} ms of CPU\n`);
  });

  test("mailparser reads the same subjects, people and texts out of real mails, but for its known faults", async () => {
    const different: string[] = [];
    for (const { name, raw } of mailFiles("mailbox").filter((_file, index) => index % 5 === 0)) {
      const ours = parseNow(raw);
      const theirs = await simpleParser(raw, {
        skipHtmlToText: true,
        skipTextToHtml: true,
        skipImageLinks: true,
      });
      const pairs: [string, string, string][] = [
        ["subject", squash(ours.subject), squash(theirs.subject)],
        ["from", ours.from.email, theirs.from?.value[0]?.address ?? ""],
        // Flowed text is another difference in white space and quote marks.
        ["text", words(ours.text), words(theirs.text)],
        ["attachments", String(ours.attachments.length), String(theirs.attachments.length)],
      ];
      if (otherPlainParts.has(name)) pairs.splice(2, 1);
      // The armour of signed text is no text here.
      if (theirs.text?.includes("-----BEGIN PGP SIGNED MESSAGE-----")) pairs.splice(2, 1);
      for (const [field, mine, other] of pairs) {
        // Its reading of unlabelled 8-bit text is broken characters, and of HTML followed by a text part that part alone.
        if (!mine.includes(other) && !other.includes("\ufffd")) different.push(`${name} ${field}`);
      }
    }
    expect(different).toEqual([]);
  });
});

/** Their plain parts say something else than their HTML. */
const otherPlainParts = new Set([
  "mailbox/ham/00166.8feace9f17d092d9532e62c35c37ce95.txt",
  "mailbox/spam/00191.9ff80a41f015b7a6c409732e41c0df07.txt",
]);

/** Mails of pictures from elsewhere and nothing else. */
const pictures = new Set(["mailbox/spam/00139.b2a205ac25d7d907cdfb3f865dbae1ae.txt"]);

function words(text: string | null | undefined): string {
  return (text ?? "").replace(/[\s>]+/g, "");
}
