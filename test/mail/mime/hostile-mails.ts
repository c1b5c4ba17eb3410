// Mails made to hurt a parser: each kind in any size, so that cost can be seen to grow with size and no faster.

const crlf = "\r\n";

function withHeader(header: string, body = "x"): string {
  return `From: a@example.org${crlf}${header}${crlf}${crlf}${body}`;
}

function html(body: string): string {
  return withHeader("Content-Type: text/html; charset=utf-8", body);
}

function times(text: string, bytes: number): string {
  return text.repeat(Math.max(1, Math.floor(bytes / text.length)));
}

function nested(bytes: number, type: (level: number) => string): string {
  let mail = "";
  for (let level = 0; mail.length < bytes; level++) mail += type(level);
  return mail;
}

/** Name to a mail of about `bytes` bytes. */
export const hostileMails: Record<string, (bytes: number) => string> = {
  "nested multiparts": (n) =>
    nested(n, (i) => `Content-Type: multipart/mixed; boundary=b${i}${crlf}${crlf}--b${i}${crlf}`),
  "nested messages": (n) => times(`Content-Type: message/rfc822${crlf}${crlf}`, n),
  "nested alternatives of the same boundary": (n) =>
    times(`Content-Type: multipart/alternative; boundary=b${crlf}${crlf}--b${crlf}`, n),
  "header fields": (n) => withHeader(times(`X: y${crlf}`, n).trimEnd()),
  "header fields without end": (n) => times("X: y\n", n),
  "folded header": (n) => withHeader(`Subject: a${times(`${crlf} b`, n)}`),
  "long header line": (n) => withHeader(`Subject: ${times("a", n)}`),
  "long line": (n) => withHeader("X: y", times("a", n)),
  "lines without end": (n) => withHeader("X: y", times(crlf, n)),
  parts: (n) =>
    withHeader("Content-Type: multipart/mixed; boundary=b", times(`--b${crlf}${crlf}x${crlf}`, n)),
  "almost boundaries": (n) =>
    withHeader(`Content-Type: multipart/mixed; boundary=${times("b", 900)}`, `${times("--\n", n)}`),
  "long boundary": (n) =>
    withHeader(`Content-Type: multipart/mixed; boundary=${times("b", n / 2)}`, times(`--bbbb\n`, n / 2)),
  "multiparts without parts": (n) =>
    withHeader("Content-Type: multipart/mixed; boundary=b") +
    times(`--b${crlf}Content-Type: multipart/mixed; boundary=c${crlf}${crlf}--d${crlf}`, n),
  "encoded words": (n) => withHeader(`Subject: ${times("=?utf-8?Q?=C3=A4?= ", n)}`),
  "half encoded words": (n) => withHeader(`Subject: ${times("=?utf-8?q?", n)}`),
  "encoded word openings": (n) => withHeader(`Subject: ${times("=?", n)}`),
  addresses: (n) => withHeader(`To: ${times("A B <a@example.org>, ", n)}`),
  "address openings": (n) => withHeader(`To: ${times("<", n)}`),
  "address comments": (n) => withHeader(`To: ${times("(", n)}`),
  "address quotes": (n) => withHeader(`To: ${times('"', n)}`),
  "address groups": (n) => withHeader(`To: ${times("a:;", n)}`),
  "address colons": (n) => withHeader(`To: a@${times(":", n)}`),
  "address words": (n) => withHeader(`To: ${times("a ", n)}`),
  "address encoded words": (n) => withHeader(`To: ${times("=?a?q?", n)}`),
  references: (n) => withHeader(`References: ${times("<a@example.org> ", n)}`),
  "reference openings": (n) => withHeader(`References: ${times("<", n)}`),
  parameters: (n) => withHeader(`Content-Type: text/plain; ${times("a=b; ", n)}`),
  "parameter quotes": (n) => withHeader(`Content-Type: text/plain; a="${times('\\"', n)}`),
  "parameter comments": (n) => withHeader(`Content-Type: text/plain ${times("(", n)}`),
  "date comments": (n) => withHeader(`Date: ${times("(", n)}`),
  "quote marks": (n) => withHeader("X: y", times("> \n", n)),
  "deep quote marks": (n) => withHeader("X: y", times(">", n)),
  "flowed text": (n) => withHeader("Content-Type: text/plain; format=flowed", times("a \n", n)),
  "flowed quotes": (n) => withHeader("Content-Type: text/plain; format=flowed", times("> > a \n> a \n", n)),
  "uuencode openings": (n) => withHeader("X: y", times("begin 644 a\n", n)),
  "uuencoded lines": (n) => withHeader("X: y", times("begin 644 a\n#86)C\n", n)),
  "base64 padding": (n) => withHeader("Content-Transfer-Encoding: base64", times("YQ==\n", n)),
  "base64 padding only": (n) => withHeader("Content-Transfer-Encoding: base64", times("=\n", n)),
  "quoted-printable signs": (n) => withHeader("Content-Transfer-Encoding: quoted-printable", times("= ", n)),
  links: (n) => withHeader("X: y", times("http://", n)),
  "short links": (n) => withHeader("X: y", times("www.a.b ", n)),
  "link brackets": (n) => withHeader("X: y", `http://a/${times("(", n / 2)}${times(")", n / 2)}`),
  "unlabelled 8-bit": (n) => withHeader("X: y", times("\u00e9\u00f1 ", n)),
  "escape sequences": (n) =>
    withHeader("Content-Type: text/plain; charset=iso-2022-jp", times("\x1b$B\x1b(B", n)),
  enriched: (n) => withHeader("Content-Type: text/enriched", times("<a><param>", n)),
  divs: (n) => html(times("<div>", n)),
  "closed divs": (n) => html(times("<div>a</div>", n)),
  "closing tags": (n) => html(times("</p>", n)),
  "open divs, other closing tags": (n) => html(times("<div>", n / 2) + times("</b>", n / 2)),
  "closing tags of nothing in tables": (n) => html(times("<table>", n / 2) + times("</a>", n / 2)),
  "list items in paragraphs": (n) => html(times("<li><p>", n / 2) + times("</a>", n / 2)),
  "cells in paragraphs": (n) => html(times("<td><p>x", n)),
  "tables in forms": (n) => html(times("<p><form><table>", n)),
  "nested tables": (n) => html(times("<table><tr><td>", n)),
  "nested quotes": (n) => html(times("<blockquote>", n)),
  "nested lists": (n) => html(times("<ul><li>", n)),
  "tag openings": (n) => html(times("<", n)),
  "comment openings": (n) => html(times("<!--", n)),
  "cdata openings": (n) => html(times("<![CDATA[", n)),
  "noscript openings": (n) => html(times("<noscript>", n)),
  "iframe openings": (n) => html(times("<iframe>", n)),
  "svg openings": (n) => html(times("<svg>", n)),
  "title openings": (n) => html(times("<title>", n)),
  "select options": (n) => html(times("<select><option>", n)),
  entities: (n) => html(times("&amp", n)),
  "numeric entities": (n) => html(times("&#x3c;", n)),
  attributes: (n) => html(`<p ${times("a=b ", n)}>`),
  "different attributes": (n) => html(`<p ${Array.from({ length: n / 10 }, (_, i) => `a${i}=b`).join(" ")}>`),
  "open attribute": (n) => html(`<a href="${times("http://a", n)}`),
  styles: (n) => html(`<p style="${times("color:red;", n)}">x</p>`),
  "style values": (n) => html(times(`<p style="color:rgb(1,2,3) rgb(1">x</p>`, n)),
  "hidden text": (n) => html(times(`<p style="display:none">x`, n)),
  "inline tags": (n) => html(times("<b><i>", n)),
  "data images": (n) => html(`<img src="data:image/png;base64,${times("A", n)}">`),
  "white space": (n) => html(times(" \n", n)),
  "calendar parts": (n) =>
    withHeader(
      "Content-Type: multipart/mixed; boundary=b",
      times(`--b${crlf}Content-Type: text/calendar${crlf}${crlf}x${crlf}`, n),
    ),
  "tnef parts": (n) =>
    withHeader("Content-Type: application/ms-tnef") +
    `\x78\x9f\x3e\x22\x01\x00${times("\x02\x02\x90\x06\x00\x00\x00\x00\x00\x00\x00", n)}`,
};
