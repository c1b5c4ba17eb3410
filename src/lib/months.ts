// English names of months, whole and in three letters: of dates in mail, HTTP and IMAP, and as people write them.

export const longMonthNames =
  "January February March April May June July August September October November December".split(" ");
export const monthNames = longMonthNames.map((name) => name.slice(0, 3));
/** The names in lower case. */
export const [longMonthKeys, monthKeys] = [longMonthNames, monthNames].map((names) =>
  names.map((name) => name.toLowerCase()),
) as [string[], string[]];
