// Challenges for authenticators to sign: random, of one browser's session (or sign-in page), for one purpose,
// good for some minutes. A challenge carries its own proof, so that looking at a page stores nothing; the
// turn that takes an answer stores that it was used. WebAuthn 3, 13.4.3
import type { AnsweredChallenge } from "../../../actors/account/access/passkeys.ts";
import type { HttpDeps } from "../../http/context.ts";
import { randomOctets } from "../../lib/chance.ts";
import { instantOf } from "../../lib/clock.ts";
import { constantTimeEqual, hmacSha256, sha256 } from "../../lib/secrets.ts";

type ChallengeDeps = Pick<HttpDeps, "passkeySecret" | "clock">;
export type ChallengePurpose = "register" | "sign-in";

const lifeMs = 10 * 60_000;
const nonceBytes = 16;
const timeBytes = 6;
const proofBytes = 16;

/** @param csrf of the visit: only the same browser can answer */
export function newChallenge(
  deps: ChallengeDeps,
  purpose: ChallengePurpose,
  csrf: string,
): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(timeBytes);
  time.writeUIntBE(deps.clock.now() + lifeMs, 0, timeBytes);
  const open = Buffer.concat([randomOctets(nonceBytes), time]);
  return new Uint8Array(Buffer.concat([open, proofOf(deps, { purpose, csrf, open })]));
}

/** @param text base64url, as an authenticator has signed it @returns null: it is not ours, of another page, or over */
export function readChallenge(
  deps: ChallengeDeps,
  { purpose, csrf, text }: { purpose: ChallengePurpose; csrf: string; text: string },
): AnsweredChallenge | null {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== nonceBytes + timeBytes + proofBytes) return null;
  const open = bytes.subarray(0, nonceBytes + timeBytes);
  const expected = proofOf(deps, { purpose, csrf, open });
  if (!constantTimeEqual(bytes.subarray(open.length), expected)) return null;
  const expires = open.readUIntBE(nonceBytes, timeBytes);
  if (expires <= deps.clock.now()) return null;
  return { challengeHash: sha256(bytes), expiresAt: instantOf(expires) };
}

function proofOf(
  { passkeySecret }: ChallengeDeps,
  { purpose, csrf, open }: { purpose: ChallengePurpose; csrf: string; open: Uint8Array },
): Buffer {
  const said = Buffer.concat([Buffer.from(`challenge ${purpose} ${csrf} `), open]);
  return hmacSha256(passkeySecret, said).subarray(0, proofBytes);
}
