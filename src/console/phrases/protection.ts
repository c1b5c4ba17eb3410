// Words of the pages: what waits for a person, and who may be written to.

export const protection = {
  title: "Protection",
  of: "Address",
  allAddresses: "all addresses",
  show: "Show",
  waits: "What waits",
  decides: "Who decides",
  limits: "Limits",
  save: "Save",
  lists: "Allowed and blocked",
  noEntries: "Nobody yet. Add an address, or a domain with all its addresses.",
  remove: "Remove",
  removeNamed: (entry: string) => `Remove ${entry}`,
  entry: "Address or domain",
  rule: "What holds for it",
  add: "Add",
  wholeNumber: (name: string, least: number, most: number) =>
    `${name}: write a whole number from ${least} to ${most}.`,
  tooManyReviewers: "Name at most 20 reviewers.",
  choices: {
    outbound: {
      label: "Sends",
      values: {
        off: "None wait",
        new_recipients: "To recipients that nobody has allowed",
        all: "All wait",
      },
    },
    inbound: {
      label: "Received mail",
      values: {
        off: "None waits",
        new_senders: "Of senders that nobody has allowed or proven",
        review: "What asks for a second look",
      },
    },
    approver: {
      label: "Who may decide",
      values: { key: "A person, or a key that reaches the account", human: "A person alone" },
    },
    submission: {
      label: "What a mail program sends that would wait",
      values: { hold: "Is taken and waits", refuse: "Is refused" },
    },
    notify: {
      label: "How they are told",
      values: { each: "At once", digest: "Once an hour", off: "Not at all" },
    },
    on_expiry: {
      label: "What happens then",
      values: { keep: "It goes on waiting", reject: "It becomes a draft again" },
    },
  },
  texts: {
    reviewers: {
      label: "Who is told by mail",
      hint: "Email addresses, with commas between them. Who is no member is asked once first, by mail; somebody with an address of this server has to be a member.",
    },
    expires_after: { label: "Seconds until it counts as not decided", hint: "Empty: never." },
    first_contacts_a_day: { label: "New recipients a day without a review", hint: "Empty: no limit." },
    untrusted_contacts_a_day: { label: "Of those, read of in received mails", hint: "Empty: no limit." },
  },
  rules: {
    "send allow": "May be written to",
    "send block": "Must not be written to",
    "receive allow": "May write here",
    "receive block": "Must not write here",
  },
};
