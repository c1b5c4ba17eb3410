/** A mail of lines; strings are bytes (one character each). */
export const mail = (...lines: string[]): Buffer => Buffer.from(lines.join("\r\n"), "latin1");

/** A multipart mail of parts, each header lines, an empty line and text. */
export function multipart(type: string, ...parts: string[][]): Buffer {
  const body = parts.flatMap((part) => ["--b", ...part]);
  return mail("From: a@example.org", `Content-Type: multipart/${type}; boundary=b`, "", ...body, "--b--", "");
}

export const html = (source: string, ...header: string[]) => [
  "Content-Type: text/html",
  ...header,
  "",
  source,
];

export const plain = (source: string, ...header: string[]) => [
  "Content-Type: text/plain",
  ...header,
  "",
  source,
];
