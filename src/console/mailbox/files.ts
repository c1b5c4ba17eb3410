// Files of messages: pictures and PDF pages that do nothing are shown by the browser, everything else is saved.

import { bytesAnswer } from "../../http/answers/bytes.ts";
import { notFound } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import { openAttachment, type StoredBytes } from "../../store/blobs/stored-bytes.ts";
import type { Here } from "../frame/answers.ts";
import { pathPart } from "../frame/path-part.ts";
import { isPassivePdf, mostPdfBytes } from "./passive-pdf.ts";

interface FileKind {
  content_type: string;
  downloadable: boolean;
}

/** A browser lays a picture out with styles of its own. */
const picturePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'";
/** A sandbox would keep the browser's PDF viewer out. */
const pdfPolicy = "default-src 'none'; object-src 'self'; frame-ancestors 'self'";

/** Formats without scripts; SVG is none of them. */
export const pictureTypes = /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/i;

export function isPicture({ content_type: type, downloadable }: FileKind): boolean {
  return downloadable && pictureTypes.test(type);
}

export function isShownHere(file: FileKind): boolean {
  return isPicture(file) || (file.downloadable && /^application\/pdf$/i.test(file.content_type));
}

/** @throws Failure not_found */
export async function answerFile({ deps, scope, request, url }: Here): Promise<Response> {
  const id = pathPart(url.pathname, -1);
  const opened = isUuid(id) ? await openAttachment(deps, scope, id) : null;
  if (!opened) throw notFound();
  const { row, bytes } = opened;
  const answer = await bytesAnswer(request, { ...row, bytes, tag: row.id });
  const { contentType } = row;
  if (url.searchParams.has("save") || !isShownHere({ content_type: contentType, downloadable: true }))
    return answer;
  const isPdf = !isPicture({ content_type: contentType, downloadable: true });
  // One that acts is saved, for the browser would run it.
  if (isPdf && !(await isHarmless(bytes))) return answer;
  const { headers } = answer;
  const disposition = headers.get("content-disposition");
  if (disposition) headers.set("content-disposition", disposition.replace(/^attachment/, "inline"));
  headers.set("content-security-policy", isPdf ? pdfPolicy : picturePolicy);
  return answer;
}

async function isHarmless(bytes: StoredBytes): Promise<boolean> {
  if (bytes.held) return isPassivePdf(bytes.held);
  if (bytes.size > mostPdfBytes) return false;
  return isPassivePdf(Buffer.concat(await Array.fromAsync(bytes.pieces({ start: 0, end: bytes.size }))));
}
