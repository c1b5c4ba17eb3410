// DECISIONS: Trust. Each sentence needs DNS, signatures or a scanner, so tests of their own prove it.
import { held, type Table } from "../rows.ts";

export const trust: Table = {
  "DECISIONS Trust": {
    "DMARC is read by RFC 9989 and by the public suffix list: what passes by one passes": held(
      "smtp/dmarc-readings.test.ts",
      "passes by the list: it is taken",
    ),
    "Only what fails by both is refused": held("smtp/dmarc-readings.test.ts", "%s is refused"),
    "DMARC never fails while SPF or a signature is temperror that would have counted": held(
      "smtp/authentication.test.ts",
      "a DNS failure is a temperror and never refuses a mail",
    ),
    "Each author is judged; of several the worst counts, and one that nobody can judge is spam": held(
      "screening/forged-authors.test.ts",
      "authors that were forged",
    ),
    "Mail from outside at a domain of this service or below it has own_domain; unproven it is spam": held(
      "smtp/own-domains.test.ts",
      "%s is marked, and spam",
    ),
    "unless the domain has unproven_mail: inbox": held(
      "smtp/own-domains.test.ts",
      "a domain can accept unproven mail, which stays marked",
    ),
    "A signature counts for nothing when a copy above its fields says something else, or a line is no field":
      held("smtp/forged-fields.test.ts", "makes the signature count for nothing"),
    "Mail between addresses of this service is proven by who sent it": held(
      "smtp/own-mail.test.ts",
      "sent by a request: its fields, its proof, its copy in Sent",
    ),
    "No mail from outside is authenticated_here, whatever it says": held(
      "smtp/own-mail.test.ts",
      "mail from outside that claims it is not believed",
    ),
    "Fields that claim our name are hidden over IMAP, and /raw stays as received": held(
      "smtp/authentication.test.ts",
      "IMAP shows our results and no forged ones",
    ),
    "rspamd's actions mean the spam folder, never a refusal": held(
      "screening/rspamd.e2e.test.ts",
      "GTUBE is spam, ham is not; score, symbols and action are kept",
    ),
    "Without rspamd, rules need 5 points; a block list alone gives 5": held(
      "screening/rules.test.ts",
      "what is known of the sender",
    ),
    "src of a mail's own pictures is the attachment's address": held(
      "mail/html.test.ts",
      "are resolved in elements, never in text",
    ),
  },
};
