// Words of the pages: searching.

export const search = {
  title: "Search",
  of: (q: string) => `Search: ${q}`,
  begin: "Search all mail",
  beginText: "Words in subjects, names, addresses and texts.",
  none: "Nothing was found",
  noneText: "Try fewer words, or a part of one.",
  operators: "Narrow it down",
  examples: [
    ["from:ada@example.com", "a sender, or a domain"],
    ["to:…", "a recipient"],
    ['subject:"the offer"', "words of the subject"],
    ["label:Urgent", "a label"],
    ["is:unread", "or is:read"],
    ["has:file", "with files"],
    ["after:2026-01-31", "and before:…"],
  ] as const,
};
