// Answers that are bytes of mail: never shown in the page's own right, never sniffed.

/** A download under a safe name. RFC 6266 4.3, RFC 8187 */
export function bytesAnswer(bytes: Uint8Array, file: { contentType: string; filename: string }): Response {
  const plain = file.filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(file.filename.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      "content-type": /^[\w.+-]+\/[\w.+-]+$/.test(file.contentType)
        ? file.contentType
        : "application/octet-stream",
      "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
    },
  });
}
