// The shape of newsletters and service mails, and the idioms that programs write into them.

export interface Newsletter {
  name: string;
  from: string;
  html: string;
  plain?: string;
  /** Fields of the header beside From and Subject. */
  head?: string;
  subject?: string;
}

/** What lists of mails show behind the preheader: padding. */
export const padding = "&#847;&zwnj;&nbsp;&#8199;&shy;".repeat(30);

export const unsubscribe = (host: string) =>
  `List-Unsubscribe: <https://${host}/unsubscribe/a1b2c3>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click`;

export function rawNewsletter({ from, subject = "News", head = "", html, plain }: Newsletter): Uint8Array {
  const part = (type: string, body: string) =>
    `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${body}\r\n`;
  const fields = `From: ${from}\r\nTo: ada@agents.example\r\nSubject: ${subject}\r\n${head === "" ? "" : `${head}\r\n`}MIME-Version: 1.0\r\n`;
  if (plain === undefined) return Buffer.from(fields + part("html", html));
  return Buffer.from(
    `${fields}Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n${part("plain", plain)}--b\r\n${part("html", html)}--b--\r\n`,
  );
}

/** Stories whose links lead through one counter, each by an address of its own. */
export function counted(host: string, count: number): string {
  return Array.from(
    { length: count },
    (_, at) =>
      `<p>Story ${at} of the week, told at length. <a href="https://${host}/Click?q=4e-0Y95InZA4ufV6aJIKlsTn8N_Jji${at}">Read on</a></p>`,
  ).join("");
}
