// One GET of a URL that somebody else names: a client's metadata document, a file to attach. As for webhooks, the address
// that was checked is the one that is used, redirects are not followed, and time and bytes are bounded.
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import type { Network } from "../lib/networks.ts";
import { bareHost, isAllowedAddress, parseWebhookUrl } from "./guard.ts";
import { guardedLookup, requireAllowed } from "./post.ts";

export interface GetOptions {
  /** Private networks that may be reached. */
  readonly allowed: readonly Network[];
  /** Resolves a name; the system's resolver by default. */
  readonly resolve?: ((host: string) => Promise<readonly string[]>) | undefined;
  /** Additional certificate authorities, PEM. */
  readonly ca?: string | undefined;
}

export interface Got {
  readonly status: number;
  readonly headers: Readonly<http.IncomingHttpHeaders>;
  readonly body: Uint8Array;
}

/** The body has more bytes than the caller takes. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

export interface GetCall {
  readonly url: string;
  readonly accept: string;
  /** Time of the whole call. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/**
 * @returns what the server said, whatever its status; the body of a status other than 200 is not read
 * @throws Failure validation_error for a URL that is not one; Error for a private address, a network's fault, too many
 *   bytes or too much time
 */
export function getUrl(call: GetCall, options: GetOptions): Promise<Got> {
  return new Promise((resolve, reject) => {
    const url = parseWebhookUrl(call.url);
    const host = bareHost(url);
    // `lookup` is not called for a literal address.
    if (isIP(host)) requireAllowed(host, options.allowed);
    const secure = url.protocol === "https:";
    const request = (secure ? https : http).request({
      agent: false,
      host,
      port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        accept: call.accept,
        "user-agent": "Postroom",
        "accept-encoding": "identity",
      },
      lookup: guardedLookup(options),
      signal: AbortSignal.timeout(call.timeoutMs),
      ...(secure ? { servername: isIP(host) ? "" : host, rejectUnauthorized: true, ca: options.ca } : {}),
    });
    request.on("socket", (socket) => {
      socket.once("connect", () => {
        const address = socket.remoteAddress;
        if (address !== undefined && !isAllowedAddress(address, options.allowed))
          request.destroy(new Error(`${address} is a private or reserved address.`));
      });
    });
    request.on("response", (response) => {
      const status = response.statusCode ?? 0;
      if (status !== 200) {
        resolve({ status, headers: response.headers, body: new Uint8Array() });
        request.destroy();
        return;
      }
      const chunks: Buffer[] = [];
      let length = 0;
      response.on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length > call.maxBytes) {
          reject(new TooLarge(`It is larger than ${call.maxBytes} bytes.`));
          request.destroy();
        } else chunks.push(chunk);
      });
      response.on("end", () => {
        if (response.complete) resolve({ status, headers: response.headers, body: Buffer.concat(chunks) });
        else reject(new Error("The answer broke off."));
      });
      response.on("error", reject);
    });
    request.on("error", (error) =>
      reject(
        error.name === "TimeoutError"
          ? new Error(`No answer within ${call.timeoutMs / 1000} seconds.`)
          : error,
      ),
    );
    request.end();
  });
}
