// Bodies of requests: bounded in size and time, and their XML.
import { DavRefusal, type DavRequest } from "./context.ts";
import { BadXml, readLargeXml, type XmlElement } from "./xml-read.ts";

/** Octets of a body, of any kind. */
const maxBodyBytes = 1024 * 1024;

/** @throws DavRefusal 413, 408 */
export async function readBytes(request: Request, seconds: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    void reader.cancel();
  }, seconds * 1000);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (late) throw new DavRefusal(408, [], "The body did not arrive in time.", { connection: "close" });
      if (done) return Buffer.concat(chunks);
      size += value.length;
      if (size > maxBodyBytes) throw tooLarge();
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
    void reader.cancel().catch(() => undefined);
  }
}

function tooLarge(): DavRefusal {
  return new DavRefusal(
    413,
    ["{urn:ietf:params:xml:ns:caldav}max-resource-size"],
    "The body is larger than 1 MB.",
  );
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The body as text. @throws DavRefusal */
export function bodyText({ body }: Pick<DavRequest, "body">): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new DavRefusal(
      400,
      ["{urn:ietf:params:xml:ns:caldav}valid-calendar-data"],
      "The body is not UTF-8.",
    );
  }
}

/** The root element of the body; null without a body. @throws DavRefusal */
export async function readBody(request: Pick<DavRequest, "body">): Promise<XmlElement | null> {
  if (request.body.length === 0) return null;
  try {
    return await readLargeXml(bodyText(request));
  } catch (error) {
    if (error instanceof BadXml)
      throw new DavRefusal(400, [], `The body is not XML that is read here: ${error.message}`);
    throw error;
  }
}
