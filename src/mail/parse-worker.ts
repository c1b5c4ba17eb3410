// The worker that reads large mails (parse-pool.ts starts it): says once that it is ready, then one mail in, one
// ParsedMail out.

import type { ParsedMail, ParseOptions } from "./parse.ts";
import { readHeadOnly, readMail } from "./read-mail.ts";

declare const self: Worker;

export interface ParseRequest {
  raw: Uint8Array;
  options: ParseOptions;
}

self.onmessage = (event: MessageEvent<ParseRequest>) => {
  self.postMessage(read(event.data));
};
self.postMessage("ready");

function read({ raw, options }: ParseRequest): ParsedMail {
  try {
    return readMail(raw, options);
  } catch (error) {
    return readHeadOnly(
      raw,
      options,
      `not readable: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
