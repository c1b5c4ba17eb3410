// The signature of an address in what a person writes: put in once, and exchanged with the address that writes. RFC 3676 4.3

/** Before a signature. */
const mark = "-- ";
/** Characters of a signature. */
export const maxSignature = 2000;

interface SignedBy {
  signature: string | null;
}

/** The lines that a letter ends with; "": the address has none. */
export function signatureBlock({ signature }: SignedBy): string {
  return signature === null || signature.trim() === "" ? "" : `\n\n${mark}\n${signature.trim()}`;
}

/** The text without the signature that it ends with, where it is one of these. */
export function withoutSignature(text: string, signed: readonly SignedBy[]): string {
  const end = text.trimEnd();
  for (const one of signed) {
    const block = signatureBlock(one).trim();
    if (block !== "" && (end === block || end.endsWith(`\n${block}`)))
      return end.slice(0, -block.length).trimEnd();
  }
  return text;
}

/** Whether a text may end with a signature. */
export function mayBeSigned(text: string): boolean {
  return text.includes(`${mark}\n`);
}

/** The text with this signature at its end, once, and with none of the others. */
export function signedText(text: string, own: SignedBy, others: readonly SignedBy[]): string {
  const bare = withoutSignature(text, [own, ...others]);
  const block = signatureBlock(own);
  return block === "" && bare === text ? text : `${bare}${block}`;
}
