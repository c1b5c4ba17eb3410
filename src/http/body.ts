// Request bodies: JSON, within a size, well-formed; multipart where files are taken, forms at the console. Whatever else comes is refused in words.
import { Failure, invalid, messageOf } from "../lib/failure.ts";
import { pathOf } from "./auth.ts";
import { checkStrings } from "./validation.ts";

/** Largest JSON body: a composed message of 25 MB in base64 with room for its fields. */
const maxBodyBytes = 36 * 1024 * 1024;

const formType = "application/x-www-form-urlencoded";

/** Mail programs ask for their settings in XML, written as they write the path. */
export const autodiscoverPaths: ReadonlySet<string> = new Set([
  "/autodiscover/autodiscover.xml",
  "/Autodiscover/Autodiscover.xml",
  "/AutoDiscover/AutoDiscover.xml",
]);
const maxXmlBytes = 64 * 1024;

/** Calls that take files as multipart/form-data too. */
const filePaths = new Set(["/api/v1/attachments"]);

/** What a GET or DELETE brings along means nothing: it is not read. RFC 9110 9.3.1, 9.3.5 */
function isBodyless({ method }: Request): boolean {
  return method === "GET" || method === "HEAD" || method === "DELETE";
}

/** @throws Failure payload_too_large for a body that says so itself, before it is read */
export function refuseLarge(request: Request): void {
  if (isBodyless(request)) return;
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) throw tooLarge();
}

function tooLarge(): Failure {
  return new Failure(
    "payload_too_large",
    `The body is larger than ${maxBodyBytes / 1024 / 1024} MB. Send less, or upload attachments one by one.`,
  );
}

/**
 * The parsed body; undefined when there is none, null when it does not count.
 * @throws Failure payload_too_large, unsupported_media_type, validation_error
 */
export async function readBody(request: Request, contentType: string): Promise<unknown> {
  if (isBodyless(request)) return null;
  const type = contentType.toLowerCase();
  // undefined: the framework reads the form
  if (type === "multipart/form-data" && filePaths.has(pathOf(request.url))) return undefined;
  const bytes = await readBytes(request);
  if (bytes.length === 0) return undefined;
  // The console takes its forms apart itself.
  if (type === formType && pathOf(request.url).startsWith("/console/"))
    return new TextDecoder().decode(bytes);
  if (autodiscoverPaths.has(pathOf(request.url)) && bytes.length <= maxXmlBytes)
    return new TextDecoder().decode(bytes);
  if (type !== "application/json") {
    throw new Failure(
      "unsupported_media_type",
      "Send the body as JSON, with Content-Type: application/json.",
    );
  }
  const body = parseJson(bytes);
  checkStrings(body);
  return body;
}

/** A body without a length is counted while it comes. */
async function readBytes(request: Request): Promise<Uint8Array> {
  if (request.headers.has("content-length")) return request.bytes();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > maxBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    // RFC 8259 8.1: nothing but UTF-8
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw invalid(`The body is not JSON in UTF-8: ${messageOf(error)}.`);
  }
}
