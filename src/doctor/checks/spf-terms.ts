// Faults inside an SPF record: words that no receiver knows, what stands behind "all", and more look-ups than are made. RFC 7208
import type { LookUp } from "../../lib/dns/look-up.ts";
import type { ExpectedDnsRecord } from "../../outbound/domain-records.ts";
import { zoneLine } from "../../outbound/domain-records.ts";
import { type CheckResult, failing } from "../finding.ts";

/** RFC 7208 4.6.4 */
const maxLookUps = 10;
/** RFC 7208 5, 6; an unknown modifier is none of the faults. */
const mechanism =
  /^[-+?~]?(?:all|(?:a|mx)(?::[^/\s]+)?(?:\/\d{1,3})?(?:\/\/\d{1,3})?|ptr(?::\S+)?|(?:include|exists):\S+|ip4:[\d.]+(?:\/\d{1,2})?|ip6:[\da-f:.]+(?:\/\d{1,3})?)$/;
const modifier = /^[a-z][\w.-]*=\S*$/;
const asksDns = /^[-+?~]?(?:(?:a|mx|ptr)(?:[:/]|$)|(?:include|exists):|redirect=)/;
const leadsOn = /^(?:[-+?~]?include:|redirect=)(.+)$/;

const termsOf = (text: string) => text.trim().toLowerCase().split(/\s+/).slice(1);

/** @param text the only SPF record there */
export async function spfTerms(
  record: ExpectedDnsRecord,
  text: string,
  lookUp: LookUp,
): Promise<CheckResult | null> {
  const terms = termsOf(text);
  const unknown = terms.find((term) => !mechanism.test(term) && !modifier.test(term));
  if (unknown !== undefined)
    return failing(
      "spf_invalid",
      `The SPF record has "${unknown}", which is no word of SPF: it counts as an error as a whole. RFC 7208 4.6`,
      {
        remedy: "Mend or drop that word; an address is ip4:192.0.2.1 or ip6:2001:db8::1.",
        published: [text],
      },
    );
  const end = terms.findIndex((term) => /^[-+?~]?all$/.test(term));
  const late = end < 0 ? [] : terms.slice(end + 1).filter((term) => mechanism.test(term));
  if (late.length > 0)
    return failing(
      "spf_behind_all",
      `The SPF record ends with "${terms[end]}": ${late.join(" ")} behind it does not count. RFC 7208 5.1`,
      {
        remedy: `Move "${terms[end]}" to the end.`,
        record: zoneLine({
          ...record,
          value: ["v=spf1", ...terms.filter((_, at) => at !== end), terms[end]].join(" "),
        }),
      },
    );
  const count = await lookUpsOf(terms, lookUp, maxLookUps);
  if (count > maxLookUps)
    return failing(
      "spf_look_ups",
      `The SPF record asks DNS more than ${maxLookUps} times: receivers stop there, and count it as an error. RFC 7208 4.6.4`,
      { remedy: "Take out includes of services that send no more, or name their networks as ip4: and ip6:." },
    );
  return null;
}

/** @returns more than `left` as soon as that is certain */
async function lookUpsOf(terms: readonly string[], lookUp: LookUp, left: number): Promise<number> {
  let count = 0;
  for (const term of terms) {
    if (!asksDns.test(term)) continue;
    count++;
    if (count > left) return count;
    const name = leadsOn.exec(term)?.[1];
    // macros are of the mail: what they lead to is not known here
    if (name === undefined || name.includes("%")) continue;
    const { records } = await lookUp({ name, type: "TXT" });
    const found = records.find((text) => /^v=spf1( |$)/i.test(text));
    if (found !== undefined) count += await lookUpsOf(termsOf(found), lookUp, left - count);
    if (count > left) return count;
  }
  return count;
}
