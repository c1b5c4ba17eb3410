// Local parts of addresses and rules that are made here.
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

/**
 * What a routing rule matches: `*`, or a dot-atom that may have a tag; lower case. DECISIONS Domains, pods, routing rules
 * @throws Failure validation_error
 */
export function routedLocalPart(text: string): string {
  const lower = text.toLowerCase();
  if (lower === "*") return lower;
  if (!/^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(lower) || lower.length > 64) {
    throw invalid(
      'local_part must be "*", which catches all, or letters, digits and any of !#$%&\'*+/=?^_`{|}~- with single dots between, at most 64 characters.',
    );
  }
  return lower;
}
