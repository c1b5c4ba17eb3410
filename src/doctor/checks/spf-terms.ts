// Faults inside an SPF record: words that no receiver knows, what stands behind "all", includes that lead to no record, and more
// look-ups than are made. RFC 7208
import type { LookUp } from "../../lib/dns/look-up.ts";
import { NoAnswer } from "../../lib/dns/query.ts";
import { type ExpectedDnsRecord, zoneLine } from "../../outbound/domain-records.ts";
import { isSpfAll, isSpfMechanism, spfWords, unknownSpfWord } from "../../outbound/spf-words.ts";
import { type CheckResult, failing, warning } from "../finding.ts";

/** RFC 7208 4.6.4 */
const maxLookUps = 10;
const asksDns = /^[-+?~]?(?:(?:a|mx|ptr)(?:[:/]|$)|(?:include|exists):|redirect=)/i;
const leadsOn = /^(?:[-+?~]?include:|redirect=)(.+)$/i;

/** @param text the only SPF record there */
export async function spfTerms(
  record: ExpectedDnsRecord,
  text: string,
  lookUp: LookUp,
): Promise<CheckResult | null> {
  const terms = spfWords(text);
  const unknown = unknownSpfWord(text);
  if (unknown !== undefined)
    return failing(
      "spf_invalid",
      `The SPF record has "${unknown}", which is no word of SPF: it counts as an error as a whole. RFC 7208 4.6`,
      {
        remedy: "Mend or drop that word; an address is ip4:192.0.2.1 or ip6:2001:db8::1.",
        published: [text],
      },
    );
  const at = terms.findIndex(isSpfAll);
  const late = at < 0 ? [] : terms.slice(at + 1).filter((term) => isSpfMechanism(term));
  if (late.length > 0)
    return failing(
      "spf_behind_all",
      `The SPF record ends with "${terms[at]}": ${late.join(" ")} behind it does not count. RFC 7208 5.1`,
      {
        remedy: `Move "${terms[at]}" to the end.`,
        record: zoneLine({
          ...record,
          value: ["v=spf1", ...terms.filter((term) => !isSpfAll(term)), terms[at]].join(" "),
        }),
      },
    );
  const { count, missing } = await lookUpsOf(terms, lookUp, maxLookUps).catch(withoutAnswer);
  if (count > maxLookUps)
    return failing(
      "spf_look_ups",
      `The SPF record asks DNS more than ${maxLookUps} times: receivers stop there, and count it as an error. RFC 7208 4.6.4`,
      { remedy: "Take out includes of services that send no more, or name their networks as ip4: and ip6:." },
    );
  if (missing !== null)
    return warning(
      "spf_leads_nowhere",
      `The SPF record leads to ${missing}, which has no SPF record: receivers that come so far count it as an error. RFC 7208 5.2`,
      { remedy: "Correct that name, or take it out.", published: [text] },
    );
  return null;
}

interface LookUps {
  /** More than `left` as soon as that is certain. */
  count: number;
  /** The first name without a record; null: each has one, as far as DNS answers. */
  missing: string | null;
}

/** Servers of others that are silent hide nothing else of this domain, and are waited for once. */
function withoutAnswer(error: unknown): LookUps {
  if (error instanceof NoAnswer) return { count: 0, missing: null };
  throw error;
}

async function lookUpsOf(terms: readonly string[], lookUp: LookUp, left: number): Promise<LookUps> {
  let count = 0;
  let missing: string | null = null;
  for (const term of countedOf(terms)) {
    if (!asksDns.test(term)) continue;
    count++;
    if (count > left) break;
    const name = leadsOn.exec(term)?.[1]?.replace(/\.$/, "");
    // macros are of the mail: what they lead to is not known here
    if (name === undefined || name.includes("%")) continue;
    const answer = await lookUp({ name, type: "TXT" });
    const found = answer.records.find((text) => /^v=spf1( |$)/i.test(text));
    if (found === undefined) {
      if (!answer.failed) missing ??= name;
      continue;
    }
    const within = await lookUpsOf(spfWords(found), lookUp, left - count);
    count += within.count;
    missing ??= within.missing;
    if (count > left) break;
  }
  return { count, missing };
}

/** Terms up to "all", which is always met; redirect holds where there is none. RFC 7208 5.1, 6.1 */
function countedOf(terms: readonly string[]): readonly string[] {
  const end = terms.findIndex(isSpfAll);
  return end < 0 ? terms : terms.slice(0, end).filter((term) => !/^redirect=/i.test(term));
}
