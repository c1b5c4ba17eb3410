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

declare module "mailauth/lib/dmarc/get-dmarc-record.js" {
  export interface PolicyRecord {
    p?: string;
    sp?: string;
    /** "s" is strict. */
    adkim?: string;
    aspf?: string;
    /** Says where an organisation begins: "y" the domains below it are others', "n" this one is one. RFC 9989 4.7 */
    psd?: string;
  }

  /** The record at `_dmarc.<name>`; false when there is none that counts. Rejects with the resolver's error. */
  export function createRecordLookup(
    resolver: (name: string, type: string) => Promise<unknown>,
    options: { strict: boolean },
  ): (name: string) => Promise<PolicyRecord | false>;

  /** Null where the record is not to be applied. */
  export function getPolicyTags(record: PolicyRecord): { p: string; sp?: string; np?: string } | null;
}
