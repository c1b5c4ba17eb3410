// Words of the pages: passwords of mail programs.

export const devices = {
  title: "Mail programs",
  lead: "Any mail program reads and sends as an address, with a password of its own: a phone, a laptop, a calendar.",
  noAddress: "No address takes mail programs",
  noAddressText: "Create one of an agent, a person or a team first.",
  passwords: "Passwords",
  none: "None yet. Make one for each program, so that you can revoke them one by one.",
  name: "What it is for",
  namePlaceholder: "Ada's phone",
  nameMissing: "Say in 1 to 100 characters what the password is for.",
  make: "Make password",
  madeNamed: (name: string) => `Password for “${name}”.`,
  copyNow: "Copy it now: it is shown this once.",
  scan: "Scan it with a phone",
  scanHint:
    "Thunderbird for Android: add an account, choose to import from a QR code, and point the camera here.",
  codeOf: (email: string) => `QR code with the settings and the password of ${email}`,
  made: "made",
  lastUsed: (protocol: string) => (protocol === "" ? "last used" : `last used for ${protocol.toUpperCase()}`),
  neverUsed: "never used",
  revoke: "Revoke",
  revokeHint: "The program is signed out at once.",
  revokeNamed: (name: string) => `Revoke ${name}`,
  how: "What to enter",
  user: "User name",
  incoming: "Incoming mail (IMAP)",
  outgoing: "Outgoing mail (SMTP)",
  calendar: "Calendar (CalDAV)",
  withTls: (port: number) => `port ${port} with TLS`,
  withStartTls: (port: number) => `port ${port} with STARTTLS`,
  off: "is off",
  clients: [
    {
      name: "iPhone, iPad, Mac",
      steps: [
        "Settings, Apps, Mail, Mail Accounts, Add Account, Other, Add Mail Account (on a Mac: System Settings, Internet Accounts).",
        "Enter the address and the password from above. Under IMAP, the host of both servers is the one above; user name and password are the same for both.",
        "For the calendar: Other, Add CalDAV Account, with the same host, user name and password.",
      ],
    },
    {
      name: "Thunderbird",
      steps: [
        "New Account, Email. Enter the address and the password from above; it finds the servers by itself where the domain has its DNS records.",
        "Otherwise choose Configure manually and enter what stands above.",
        "For the calendar: New Calendar, On the Network, with the user name and the CalDAV address.",
      ],
    },
    {
      name: "Android",
      steps: [
        "Thunderbird or K-9 Mail: add an account with the address and the password, or scan the code that is shown with a new password.",
        "For the calendar: DAVx5, Login with URL and user name, with the CalDAV address.",
      ],
    },
    {
      name: "Outlook",
      steps: [
        "File, Add Account. Enter the address, open the advanced options and choose to set it up manually, then IMAP.",
        "Enter the servers from above; the user name is the whole address.",
      ],
    },
  ],
};
