// Words of the pages: programs that ask for access, and those that have it.

export const programs = {
  title: "Programs",
  lead: "A program that speaks MCP asks for access by itself when it is given this address:",
  none: "No program has access yet. Give one this address: it leads you here, and you say what it may do.",
  everyAddress: "every address",
  may: {
    read: "reads",
    draft: "reads and drafts",
    send: "reads, drafts and sends",
    approve: "reads, drafts, sends and approves",
  },
  answersTo: "answers go to",
  end: "End",
  endHint: "It is signed out at once.",
  endNamed: (name: string) => `End access of ${name}`,
};

export const authorize = {
  title: "Access for a program",
  heading: (name: string) => `Let ${name} use your mail?`,
  notVerified: "is what the program calls itself. The name is not verified.",
  describedAt: "It is described at",
  destination: {
    web: ["Your answer goes to ", "."],
    machine: [
      "Your answer goes to a program on this computer (",
      "). Any program on it can call itself so: go on only if you have just started this one.",
    ],
    app: [
      "Your answer goes to the app on this device that opens links of the scheme ",
      ". Go on only if you have just started it.",
    ],
  },
  accounts: "Your accounts",
  addresses: "Which addresses",
  noAddress: "This account has no address yet.",
  every: "Every address of this account, those to come too",
  levels: "What it may do",
  level: {
    read: "Read: mail, files and calendars",
    draft: "Draft: also write drafts, move and label mail",
    send: "Send: also send and delete mail, and change calendars; what you protect still waits for you",
    approve:
      "Approve: also decide on held mail, where an address lets programs decide. For a program that you work with yourself, never for an agent",
  },
  takeBack: "You can take this back at any time, in the settings under Programs.",
  allow: "Allow",
  refuse: "Refuse",
  tickOne: "Tick at least one address.",
  refusedTitle: "Not in order",
  refusedHeading: "This program’s request is not in order",
  refusedLead: "Nothing was allowed. This is for whoever wrote the program to mend.",
  tellProgram: "Tell the program",
};
