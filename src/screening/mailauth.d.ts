// The parts of mailauth that it has no types of its own for.
declare module "mailauth/lib/dkim/dkim-verifier.js" {
  import type { Writable } from "node:stream";
  import type { ARCData, DKIMResult } from "mailauth";

  interface HeaderRow {
    key: string;
    line: Buffer;
  }

  interface MessageHeaders {
    parsed: HeaderRow[];
    original: Buffer;
  }

  export class DkimVerifier extends Writable {
    constructor(options: {
      resolver: (name: string, type: string) => Promise<unknown>;
      strict?: boolean;
      minBitLength?: number;
      curTime?: Date;
    });
    signatureHeaders: { signingDomain: string; selector: string }[];
    arc: ARCData;
    results: DKIMResult[];
    fromFields: number;
    messageHeaders(headers: MessageHeaders): Promise<void>;
  }
}
