// A mail as tests of visible text write it, and all its text and HTML as clients get it.
import { readMail } from "../../../src/mail/parse/read-mail.ts";
import { Findings } from "../../../src/mail/visible/findings.ts";

const head = "From: ada@remote.example\r\nMIME-Version: 1.0\r\n";
const utf8 = "charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n";

export function htmlMail(html: string): Buffer {
  return Buffer.from(`${head}Subject: Hello\r\nContent-Type: text/html; ${utf8}${html}\r\n`);
}

export function textMail(text: string, subject = "Hello"): Buffer {
  return Buffer.from(`${head}Subject: ${subject}\r\nContent-Type: text/plain; ${utf8}${text}\r\n`);
}

export function alternatives(text: string, html: string): Buffer {
  const part = (type: string, body: string) => `--b\r\nContent-Type: text/${type}; ${utf8}${body}\r\n`;
  return Buffer.from(
    `${head}Subject: Hello\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n${part("plain", text)}${part("html", html)}--b--\r\n`,
  );
}

export interface Views {
  /** Text as clients, search and events get it, in one. */
  texts: string;
  /** HTML as clients get it, in one. */
  markup: string;
  replyText: string;
  text: string | null;
  findings: Findings;
}

export function viewsOf(raw: Uint8Array): Views {
  const findings = new Findings();
  const mail = readMail(raw, {}, findings);
  return {
    texts: [mail.subject, mail.from.name, mail.text, mail.replyText, mail.preview, mail.searchText].join(
      "\n",
    ),
    markup: [mail.html, mail.replyHtml, mail.quotedHtml].join("\n"),
    replyText: mail.replyText,
    text: mail.text,
    findings,
  };
}
