// A search as a person types it: words, and the API's filters as `name:value`.
import type { MailFilterQuery } from "../../http/mail-filter.ts";

export interface TypedSearch {
  /** The search's words, without the filters. */
  words: string;
  filter: MailFilterQuery;
  /** The name of a label. */
  label: string | null;
}

const filterPattern = /(?:^|\s)(from|to|subject|after|before|is|has|label):(?:"([^"]*)"|(\S+))/gi;

export function readSearch(text: string): TypedSearch {
  const filter: MailFilterQuery = {};
  let label: string | null = null;
  const words = text.replace(
    filterPattern,
    (whole: string, given: string, quoted?: string, plain?: string) => {
      const name = given.toLowerCase();
      const value = (quoted ?? plain ?? "").trim();
      if (value === "") return " ";
      if (name === "from" || name === "to" || name === "subject") filter[name] = value;
      else if (name === "after" || name === "before") {
        if (!/^\d{4}-\d\d-\d\d$/.test(value)) return whole;
        filter[name] = `${value}T00:00:00Z`;
      } else if (name === "is" && /^(?:un)?read$/i.test(value))
        filter.is_read = value.toLowerCase() === "read";
      else if (name === "has" && /^(?:files?|attachments?)$/i.test(value)) filter.has_attachments = true;
      else if (name === "label") label = value;
      else return whole;
      return " ";
    },
  );
  return { words: words.replace(/\s+/g, " ").trim(), filter, label };
}
