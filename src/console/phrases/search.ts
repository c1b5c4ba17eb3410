// Words of the pages: searching.

export const search = {
  title: "Search",
  of: (q: string) => `Search: ${q}`,
  begin: "Search all mail",
  beginText: "Words in subjects, names, addresses and texts.",
  refused: "This cannot be searched for",
  none: "Nothing was found",
  noneText: "Try fewer words, or a part of one.",
  operators: "Narrow it down",
  without: (part: string) => `Without ${part}`,
  narrowTo: (part: string) => `Narrow to ${part}`,
  examples: [
    ["from:ada@example.com", "a sender, or a domain"],
    ["to:…", "a recipient"],
    ['subject:"the offer"', "words of the subject"],
    ["label:Urgent", "a label"],
    ["is:unread", "or is:read, is:starred, is:sent, is:open"],
    ["in:inbox", "a folder"],
    ["has:attachment", "with files"],
    ["filename:pdf", "a part of a file's name"],
    ["larger:5M", "and smaller:…"],
    ["after:2026-01-31", "and before:…"],
    ["ada or bob -draft", "one of them, and a word that is not there"],
  ] as const,
};
