// Local parts of addresses that are made here.
import { invalid } from "../lib/failure.ts";

/**
 * RFC 5321 dot-atom without `+`, which marks tags; lower case. DECISIONS Addresses
 * @throws Failure validation_error
 */
export function localPart(text: string): string {
  const lower = text.toLowerCase();
  if (!/^[a-z0-9!#$%&'*/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*/=?^_`{|}~-]+)*$/.test(lower) || lower.length > 64) {
    throw invalid(
      'local_part must be letters, digits and any of !#$%&\'*/=?^_`{|}~- with single dots between, at most 64 characters and no "+".',
    );
  }
  return lower;
}
