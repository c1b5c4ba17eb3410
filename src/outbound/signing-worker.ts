// The worker of the signing thread: it says once that it is ready, then signs one mail after the other.
import type { Instant } from "../lib/clock.ts";
import { type DkimSigner, signaturesOf } from "./dkim.ts";

declare const self: Worker;

export interface SigningRequest {
  id: number;
  raw: Uint8Array;
  signers: readonly DkimSigner[];
  at: Instant;
}

export type SigningAnswer =
  | { kind: "ready" }
  | { kind: "signed"; id: number; signatures: string }
  | { kind: "failed"; id: number; message: string };

function answer(given: SigningAnswer): void {
  self.postMessage(given);
}

self.onmessage = async ({ data: { id, raw, signers, at } }: MessageEvent<SigningRequest>) => {
  try {
    answer({ kind: "signed", id, signatures: await signaturesOf(raw, signers, at) });
  } catch (error) {
    answer({ kind: "failed", id, message: error instanceof Error ? error.message : String(error) });
  }
};

answer({ kind: "ready" });
