// App passwords: their form and their stored hash. Generated ones are long and random, so SHA-256 is enough and a login is
// cheap; imported ones were chosen by a person, so they are stored as Argon2id. DECISIONS App passwords.
import { randomBelow } from "./chance.ts";
import { constantTimeEqual, sha256 } from "./secrets.ts";

export interface StoredPassword {
  scheme: "sha256" | "argon2id";
  /** Hex SHA-256, or the Argon2id string. */
  secret: string;
}

const letters = "abcdefghijklmnopqrstuvwxyz";

/** Four groups of four letters, 75 bits. */
export function newAppPassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomBelow(26)]).join("");
  return [group(), group(), group(), group()].join("-");
}

/** The stored form of a generated password. */
export function storedGenerated(password: string): StoredPassword {
  return { scheme: "sha256", secret: sha256(bare(password)).toString("hex") };
}

/** The stored form of an imported password. Slow by design: not to be called inside a turn. */
export async function storedImported(password: string): Promise<StoredPassword> {
  return { scheme: "argon2id", secret: await Bun.password.hash(password, { algorithm: "argon2id" }) };
}

/** Whether the password matches. A generated one is compared without spaces, hyphens and case; an imported one exactly. */
export async function isAppPassword(given: string, stored: StoredPassword): Promise<boolean> {
  if (stored.scheme === "argon2id") return given !== "" && Bun.password.verify(given, stored.secret);
  return constantTimeEqual(sha256(bare(given)).toString("hex"), stored.secret);
}

function bare(password: string): string {
  return password.replace(/[\s-]/g, "").toLowerCase();
}
