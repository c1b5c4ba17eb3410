// Words of the pages: signing in.

export const login = {
  title: "Sign in",
  heading: "Sign in to Postroom",
  signIn: "Sign in",
  lead: "Enter your email address. A link that signs you in once is mailed to it.",
  email: "Email",
  send: "Send me a link",
  notAnAddress: "This is not an email address. Enter one such as ada@example.com.",
  tooMany: "Too many links were asked for. Wait a while.",
  sentTitle: "Check your mail",
  sent: (email: string) =>
    [
      `If an account belongs to `,
      email,
      `, a sign-in link is on its way. It works once, for 15 minutes.`,
    ] as const,
  nothing: "Nothing there? Check the spam folder, wait a few minutes, then ",
  again: "ask again",
  limit: ". At most three links an hour are sent.",
  here: "No link is mailed to an address of this server itself, whose keys and mail programs would read it: sign in with a passkey, or ask whoever runs the server for a link (postroom console-link).",
  passkey: "Sign in with a passkey",
  passkeyFailed: "The device gave no passkey. Try again, or ask for a link.",
  passkeyMissing: "This browser has no passkeys. Ask for a link.",
  passkeyRefused:
    "This passkey opens nothing here: it was removed, or the page waited too long. Try again, or ask for a link.",
  issuer: (name: string) => `Sign in with ${name}`,
  issuerAway: (name: string) =>
    `${name} does not answer just now. Try again in a moment, or sign in by a link or a passkey.`,
  issuerAgain: "The sign-in took too long, or began in another browser. Begin again.",
  issuerRefused: (name: string) => `${name} did not sign you in. Begin again, or ask whoever runs it.`,
  /** By why nobody was signed in. */
  issuerNobody: {
    unproven:
      "No address proves who you are here: it is not verified there, or it is an address of this server, whose mail keys and programs read. Sign in by a passkey, or ask whoever runs this server for a link (postroom console-link).",
    taken:
      "Somebody else signs in with this address already. Ask an owner of the account to remove that person, and to invite you.",
    nothing: "You have no account here. Ask an owner to invite you, or to give one of your groups a role.",
  },
  or: "or",
  once: "This link works once. Press the button to use it.",
  program: (name: string) =>
    [
      name,
      " asks for access to your mail. Sign in, in this browser, and you will be asked what it may do.",
    ] as const,
  mails: {
    link: {
      subject: "Your sign-in link",
      text: (url: string) => `This link signs you in to Postroom, once, within 15 minutes:

${url}

If you did not ask for it, do nothing.
`,
    },
    here: {
      subject: "Signing in",
      text: (
        email: string,
      ) => `Somebody asked for a link that signs ${email} in to Postroom. No link goes to an address of this server, as its keys
and mail programs read what comes there. Sign in with a passkey, or ask whoever runs the server for a link, which this makes:

postroom console-link ${email}

If you did not ask, do nothing.
`,
    },
  },
};
