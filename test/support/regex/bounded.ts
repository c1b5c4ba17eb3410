// Regular expressions of the second degree, or of many steps a character, whose text has a bound where they stand or is written
// by nobody else.

export interface Bounded {
  /** As verdicts.json names it. */
  expression: string;
  /** The bound of its text, and who holds to it. */
  bound: string;
}

export const bounded: readonly Bounded[] = [
  {
    expression:
      "/(?:(?<![a-zà-öø-ÿа-яё])(?:(?:complete|finish|finali[sz]e)(?: your| the| my)? (?… 5443cfe66cd90382",
    bound:
      "4,000 characters of text or 1,000 of a subject: src/mail/codes/links.ts and find-codes.ts cut them.",
  },
  {
    expression:
      "/(?:(?<![a-zà-öø-ÿа-яё])(?:(?:log|sign)(?:ging|ing)?[- ]?(?:me )?in(?![a-z])|(?:… 913fd8e650f4505a",
    bound:
      "4,000 characters of text or 1,000 of a subject: src/mail/codes/links.ts and find-codes.ts cut them.",
  },
  {
    expression: "/([^\\n]{2,80}?)(?:\\]?\\s?[(（<[]\\s?|[:：]\\s*)$/",
    bound: "the 120 characters before a link: src/mail/codes/find-codes.ts cuts them out.",
  },
  {
    expression: "/\\/\\*[\\s\\S]*?\\*\\//g",
    bound: "the style sheets of this repository, read once at the start.",
  },
  {
    expression: '/from "domains" where .*"(is_default|for_signups)"/',
    bound: "statements that this program writes.",
  },
  {
    expression:
      "/from unsubscribes u join identities i .* where u\\.id = \\$1::uuid and i\\.deleted_at is null$/",
    bound: "statements that this program writes.",
  },
];
