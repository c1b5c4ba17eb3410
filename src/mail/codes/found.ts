// Codes and links in a mail that a person would type or open to prove who they are. Pure data.

export const linkKinds = ["confirmation", "sign_in", "password_reset", "invitation"] as const;
export type LinkKind = (typeof linkKinds)[number];

/** `high`: a word for a code stands directly at it, or the words of a link say what it does; `medium`: the text around does. */
export type Confidence = "high" | "medium";

export interface FoundCode {
  /** The code as a person types it: digits as 0 to 9, without spaces and dashes between them. */
  code: string;
  confidence: Confidence;
}

export interface FoundLink {
  kind: LinkKind;
  url: string;
  /** The link's words; the address if it has none. */
  text: string;
  confidence: Confidence;
}

export interface FoundCodes {
  codes: FoundCode[];
  links: FoundLink[];
}
