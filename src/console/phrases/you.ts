// Words of the pages: what is a person's own, in whichever account: the keyboard, passkeys, sessions.

type PasskeyChange = Record<"name" | "email" | "when" | "url", string> & { ip: string | null };

const factsOf = ({ name, email, when, ip }: PasskeyChange) => `Passkey: ${name}
Sign-in: ${email}
When: ${when}${ip === null ? "" : `\nFrom: ${ip}`}`;

export const you = {
  title: "Your page",
  lead: (who: string) => `You are signed in as ${who}. What stands here is yours alone.`,
  leadUnproven: "You are signed in by the link that your agent gave you. What stands here is yours alone.",
  notices: {
    title: "Notices of this browser",
    lead: "While a page of yours is open in the background, the browser says how many things wait for you, and that an event is near, with its title. Of mail it says nothing.",
    allow: "Allow notices",
  },
  shortcuts: {
    title: "Keyboard",
    lead: "Single keys press what is on the page. Turn them off where they get in the way of speech input or a screen reader.",
    on: "They are on.",
    off: "They are off. Ctrl+Enter and Escape still work.",
    turnOn: "Turn single keys on",
    turnOff: "Turn single keys off",
    all: "Show the keys",
  },
  sessions: {
    title: "Where you are signed in",
    lead: "End what you do not know. A session ends by itself seven days after it began.",
    this: "this one",
    began: "began",
    used: "last used",
    end: "Sign out",
    endHint: "Its next click leads to the sign-in page.",
    endNamed: (name: string) => `Sign out ${name}`,
    endOthers: "Sign out all others",
  },
  passkeys: {
    title: "Passkeys",
    lead: "A passkey signs you in with the lock of your device: a fingerprint, a face or a PIN. Mailed links go on working.",
    none: "None yet.",
    made: "made",
    used: "last used",
    neverUsed: "never used",
    synced: "on several devices",
    oneDevice: "on one device",
    name: "Name of the passkey",
    add: "Add a passkey",
    rename: "Rename",
    renameNamed: (name: string) => `Name of ${name}`,
    remove: "Remove",
    removeHint: "It signs nobody in any more. Sessions that it began go on: end them below.",
    removeNamed: (name: string) => `Remove ${name}`,
    elsewhere: (base: string) => `Passkeys work where the page is opened as ${base}.`,
    nowhere: "Passkeys need a page with a host name: this server has an IP address.",
    unproven:
      "Sign in by a mailed link first: this session came from your agent's signup, and proves no address.",
    noScript: "Adding one takes JavaScript.",
    failed: "The device did not make a passkey. Try again.",
    missing: "This browser has no passkeys.",
    wrongName: "A passkey has a name of 1 to 100 characters.",
    refused: "The device's answer was not in order, or it came too late. Try again.",
    notice: {
      added: {
        subject: "A passkey was added to your sign-in",
        text: (change: PasskeyChange) => `A passkey signs you in to Postroom from now on.

${factsOf(change)}

If it was not you, remove the passkey and sign out all others:

${change.url}
`,
      },
      removed: {
        subject: "A passkey was removed from your sign-in",
        text: (
          change: PasskeyChange,
        ) => `A passkey does not sign you in to Postroom any more. Mailed links go on working.

${factsOf(change)}

If it was not you, look at your passkeys and sign out all others:

${change.url}
`,
      },
    },
  },
  device: {
    unknown: "Unknown browser",
    on: (browser: string, system: string) => `${browser} on ${system}`,
  },
};
