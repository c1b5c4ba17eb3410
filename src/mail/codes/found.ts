// What is found in a mail that a person would type or open to prove who they are. Pure data.

export const linkKinds = ["confirmation", "sign_in", "password_reset", "invitation"] as const;
export type LinkKind = (typeof linkKinds)[number];

/** `high`: a word for a code stands directly at it, or the words of a link say what it does; `medium`: the text around does. */
export type Confidence = "high" | "medium";

export interface FoundCode {
  /** What a person types: digits as 0 to 9, without the spaces and dashes between them. */
  code: string;
  confidence: Confidence;
}

export interface FoundLink {
  kind: LinkKind;
  url: string;
  /** Its words; the address where it has none. */
  text: string;
  confidence: Confidence;
}

export interface FoundCodes {
  codes: FoundCode[];
  links: FoundLink[];
}
