// Reading a mail for IMAP's SEARCH: whether its header or its text holds what was asked. RFC 9051 6.4.4
import { filterHeader } from "../mail/mime/header-fields.ts";
import { scanStructure } from "../mail/mime/structure.ts";
import type { SearchTextFilter } from "../mail/search/filter.ts";
import { headerSearchText, mailSearchText } from "../mail/search/search-text.ts";

export interface HoldsInput {
  /** The octets of a mail, or of its header alone. */
  raw: Uint8Array;
  isWhole: boolean;
  texts: readonly SearchTextFilter[];
}

/** For each text whether the mail holds it; null where its header does not say. */
export function heldTexts({ raw, isWhole, texts }: HoldsInput): (boolean | null)[] {
  const loaded = isWhole ? mailSearchText(raw, scanStructure(raw).root) : headerSearchText(raw);
  return texts.map((text) => loaded.holds(text));
}

export interface FieldsInput {
  /** The octets of a header. */
  raw: Uint8Array;
  /** Lower case. */
  names: readonly string[];
}

/** The values of each field, in the forms that are compared. */
export function fieldValues({ raw, names }: FieldsInput): string[][] {
  const asked = new Set(names);
  const text = headerSearchText(filterHeader(raw, (name) => asked.has(name)));
  return names.map((name) => [...(text.fields(name) ?? [])]);
}
