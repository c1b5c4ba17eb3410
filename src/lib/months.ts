// English names of months in three letters: of dates in mail, HTTP and IMAP, and as people write them.

export const monthNames = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
/** The names in lower case. */
export const monthKeys = monthNames.map((name) => name.toLowerCase());
