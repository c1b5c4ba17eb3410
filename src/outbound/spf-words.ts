// Words of an SPF record. RFC 7208 4.6.1, 5, 6
const mechanism =
  /^[-+?~]?(?:all|(?:a|mx)(?::[^/\s]+)?(?:\/\d{1,3})?(?:\/\/\d{1,3})?|ptr(?::\S+)?|(?:include|exists):\S+|ip4:[\d.]+(?:\/\d{1,2})?|ip6:[\da-f:.]+(?:\/\d{1,3})?)$/i;
const modifier = /^[a-z][\w.-]*=\S*$/i;

/** Whether a text is an SPF record. RFC 7208 4.5 */
export function isSpfRecord(text: string): boolean {
  return text.toLowerCase().split(" ", 1)[0] === "v=spf1";
}

/** The words behind the version. Spaces alone part them. */
export function spfWords(text: string): string[] {
  return text
    .split(" ")
    .slice(1)
    .filter((word) => word !== "");
}

/** The word that decides about all other hosts. RFC 7208 5.1 */
export function isSpfAll(word: string): boolean {
  return /^[-+?~]?all$/i.test(word);
}

export function isSpfMechanism(word: string): boolean {
  return mechanism.test(word);
}

/** The first word for which receivers take the whole record as an error; an unknown modifier is none. RFC 7208 4.6 */
export function unknownSpfWord(text: string): string | undefined {
  return spfWords(text).find((word) => !mechanism.test(word) && !modifier.test(word));
}
