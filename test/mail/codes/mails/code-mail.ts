// The shape of the mails with codes and links, and how they become bytes.
import type { LinkKind } from "../../../../src/mail/codes/found.ts";

export interface CodeMail {
  name: string;
  from: string;
  subject: string;
  text?: string;
  html?: string;
  /** What a person would type, in order of importance; none: nothing may be found. */
  codes?: string[];
  links?: [LinkKind, string][];
}

/** Subject, text or HTML, and what is to be found: a code, a link, or nothing. */
type Row = [subject: string, body: string, found?: string | [LinkKind, string]];

/** Short mails, one a row. */
export function mailsOf(rows: readonly Row[]): CodeMail[] {
  return rows.map(([subject, body, found]) => ({
    name: `${subject}: ${body.slice(0, 40)}`,
    ...{ from: "Service <no-reply@service.example>", subject },
    ...(/<\w/.test(body) ? { html: body } : { text: body }),
    ...(typeof found === "string" ? { codes: [found] } : {}),
    ...(Array.isArray(found) ? { links: [found] } : {}),
  }));
}

const base64 = (text: string) => Buffer.from(text).toString("base64").replace(/.{76}/g, "$&\r\n");

function part(type: string, text: string): string {
  return `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(text)}\r\n`;
}

/** The mail as it would come in. */
export function rawOf({ from, subject, text, html }: CodeMail): Uint8Array {
  const head = [
    `From: ${from}`,
    "To: scout@agents.example.com",
    `Subject: =?utf-8?B?${Buffer.from(subject).toString("base64")}?=`,
    "Date: Tue, 10 Mar 2026 09:12:44 +0000",
    "MIME-Version: 1.0",
  ].join("\r\n");
  const [one, other] = [text === undefined ? "" : part("plain", text), html ? part("html", html) : ""];
  if (one === "" || other === "") return Buffer.from(`${head}\r\n${one}${other}`);
  const type = 'Content-Type: multipart/alternative; boundary="b1"';
  return Buffer.from(`${head}\r\n${type}\r\n\r\n--b1\r\n${one}--b1\r\n${other}--b1--\r\n`);
}
